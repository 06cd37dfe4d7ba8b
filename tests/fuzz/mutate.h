// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MUTATE_H
#define KILN_TESTS_MUTATE_H

#include "kiln_format.h"

#include <stdbool.h>

/// Deterministic damage to blobs and other files, for fuzzing.

/// An undamaged input, and the places of its parts if it is a blob.
typedef struct mutate_seed
{
	const uint8_t *data;
	size_t size;
	bool is_blob;
	struct
	{
		size_t offset, size, count;
	} section[KILN_SECTION_END];
	uint32_t *leaves; ///< byte offsets of the leaf records
	uint32_t leaf_count;
} mutate_seed;

/// Records a seed's structure. `data` must outlive the seed. False when out of memory.
bool mutate_seed_make(mutate_seed *seed, const uint8_t *data, size_t size);
void mutate_seed_free(mutate_seed *seed);

/// Returns the most room that a mutant needs.
size_t mutate_capacity(const mutate_seed *seeds, size_t count);

/// Corrects the content hash of a blob, if the bytes have room for one.
void mutate_rehash(uint8_t *data, size_t size);

/// Writes a mutant of one of the seeds into `out` and returns its size; three in four blobs have the right hash.
/// Depends only on the seeds and `random`.
size_t mutate(const mutate_seed *seeds, size_t count, uint64_t random, uint8_t *out, size_t capacity);

#endif
