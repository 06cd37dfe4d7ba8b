// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BLOB_SEEDS_H
#define KILN_TESTS_BLOB_SEEDS_H

#include "support/asset_fixture.h"

/// Blobs that fuzz targets begin with.

/// Seed `i`; false behind the last. fixture_blob_free ends it.
bool blob_seed_make(size_t i, fixture_blob *blob);

/// A hash of an input, so that what is asked depends on all of it.
uint64_t blob_seed_hash(const uint8_t *data, size_t size);

#endif
