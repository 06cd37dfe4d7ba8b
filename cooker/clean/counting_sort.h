// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_COUNTING_SORT_H
#define KILN_COOKER_COUNTING_SORT_H

#include <stdint.h>
#include <string.h>

/// One stable pass of a counting sort: orders the `count` items of `from` by `key(data, item)` < `key_count` into `to`.
/// Passes from the least to the most significant key give the full order in linear time. `starts` has key_count + 1
/// elements; afterwards starts[k] is where key k ends. Inline, so that the key costs no call.
static inline void clean_counting_sort(const uint32_t *from, uint32_t *to, uint32_t count, uint32_t *starts,
	uint32_t key_count, uint32_t (*key)(const void *data, uint32_t item), const void *data)
{
	memset(starts, 0, ((size_t)key_count + 1) * sizeof *starts);
	for (uint32_t i = 0; i < count; ++i)
		++starts[key(data, from[i]) + 1];
	for (uint32_t k = 0; k < key_count; ++k)
		starts[k + 1] += starts[k];
	for (uint32_t i = 0; i < count; ++i)
		to[starts[key(data, from[i])]++] = from[i];
}

#endif
