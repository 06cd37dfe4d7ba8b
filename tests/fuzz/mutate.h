// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MUTATE_H
#define KILN_TESTS_MUTATE_H

#include "kiln_format.h"

#include <stdbool.h>

/// Deterministic damage to blobs and other files, for fuzzing.

/// An undamaged input, and where its parts are if it is a blob.
typedef struct mutate_seed
{
	const uint8_t *data;
	size_t size;
	bool is_blob;
	struct
	{
		size_t offset, size, count;
	} section[KILN_SECTION_KIND_END];
	uint32_t *leaves; ///< byte offsets of the leaf records
	uint32_t leaf_count;
} mutate_seed;

/// Takes a seed's structure down. `data` has to outlive the seed. False when out of memory.
bool mutate_seed_make(mutate_seed *seed, const uint8_t *data, size_t size);
void mutate_seed_free(mutate_seed *seed);

/// Room that a mutant needs at most.
size_t mutate_capacity(const mutate_seed *seeds, size_t count);

/// Makes the hash of a blob's contents right, if there is room for one.
void mutate_rehash(uint8_t *data, size_t size);

/// Writes a mutant of one of the seeds, of which three in four blobs have the right hash, into `out` and returns its size. Depends on nothing but the seeds and `random`.
size_t mutate(const mutate_seed *seeds, size_t count, uint64_t random, uint8_t *out, size_t capacity);

#endif
