// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SOLID_SEEDS_H
#define KILN_TESTS_SOLID_SEEDS_H

#include "support/asset_fixture.h"

/// Cooked blobs of hulls, primitives and volume trees for fuzzing: small, and always the same.

#define SOLID_SEEDS 8

/// Seed `i` of SOLID_SEEDS: the four primitives placed several times; a cube's hull and a flat one; hulls of a cloud
/// beside a mesh and primitives; an inner simplified hull, and a fitted one of each kind; a hull with a
/// Dobkin-Kirkpatrick hierarchy, which the cooker gives to hulls a hundred times as large only; a segment and a point,
/// which it never makes; meshes that can be deformed
/// under a scene, each with several nodes in a tree of every kind. False when something failed; fixture_blob_free ends it.
bool solid_seed_make(size_t i, fixture_blob *blob);

#endif
