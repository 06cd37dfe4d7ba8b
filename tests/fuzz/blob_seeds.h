// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BLOB_SEEDS_H
#define KILN_TESTS_BLOB_SEEDS_H

#include "support/asset_fixture.h"

/// Blobs that fuzz targets start with.

/// Makes seed `i`; false after the last. The caller calls fixture_blob_free.
bool blob_seed_make(size_t i, fixture_blob *blob);

/// Hashes an input, so that the queries depend on all of it.
uint64_t blob_seed_hash(const uint8_t *data, size_t size);

#endif
