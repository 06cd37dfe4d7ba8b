// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SOLID_SEEDS_H
#define KILN_TESTS_SOLID_SEEDS_H

#include "support/asset_fixture.h"

/// Cooked blobs of hulls, primitives and volume trees for fuzzing: small, and always the same.

#define SOLID_SEEDS 10

/// Makes seed `i` of SOLID_SEEDS: the four primitives placed several times, with bodies and surfaces; a cube's hull and a flat hull; hulls of a
/// cloud beside a mesh and primitives; an inner simplified hull, and a fitted primitive of each kind; a hull with a
/// Dobkin-Kirkpatrick hierarchy, which the cooker gives only to hulls a hundred times as large; a segment and a point,
/// which the cooker never makes; meshes of the compact layout with trees of every kind; a bar and its hull, each with a signed distance field; deformable meshes under a scene, each with several nodes in a tree of every kind.
/// False on failure; the caller calls fixture_blob_free.
bool solid_seed_make(size_t i, fixture_blob *blob);

#endif
