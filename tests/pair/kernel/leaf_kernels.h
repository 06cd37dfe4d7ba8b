// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_LEAF_KERNELS_H
#define KILN_TESTS_LEAF_KERNELS_H

#include "pair/kernel/link.h"
#include "tree/layout.h"

/// The comparison of two leaves, compiled for each instruction set.

/// Rows are the triangles of the first leaf, bits the second's.
typedef struct leaf_answer
{
	uint32_t touch[8], near[8];
	float lower[8][8];
	float along[8][8]; ///< lower bounds by the direction only
} leaf_answer;

typedef struct leaf_pair
{
	kiln_leaf one, many;
	float one_middle[3], many_middle[3];
	const kiln_pair_link *link; ///< transforms `one`; NULL: no transform
	float limit, slack;
	float way[3]; ///< a unit vector, or zero
	bool swapped; ///< `many` in rows and `one` in bits
} leaf_pair;

typedef struct leaf_kernels
{
	const char *name;
	void (*compare)(const leaf_pair *pair, leaf_answer *answer);
} leaf_kernels;

/// Returns the scalar kernels and all others that this machine runs, and their number.
uint32_t leaf_kernels_all(const leaf_kernels *all[3]);

#endif
