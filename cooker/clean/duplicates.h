// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DUPLICATES_H
#define KILN_COOKER_DUPLICATES_H

#include "kilncook.h"

/// Writes into `originals`, for each triangle, the first triangle that has the same three vertices in any order: itself, or
/// one before it.
/// A counting sort by the lowest vertex leaves little to compare; O(n log n) for any mesh. False when out of memory.
bool clean_find_duplicates(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, uint32_t *originals);

#endif
