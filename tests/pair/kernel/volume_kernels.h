// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_VOLUME_KERNELS_H
#define KILN_TESTS_VOLUME_KERNELS_H

#include "pair/kernel/link.h"

/// The tests of volumes, compiled for each instruction set.

/// One volume against the children of a node.
typedef struct volume_answer
{
	uint32_t overlaps, near;
	float slack; ///< slack of the transformed volume
	float volume_size;
	float size[8]; ///< sizes of the children, by both tests
	float near_size[8];
	float lower[8];
	uint32_t aimed_near; ///< the same by tests that also use a direction
	float aimed[8];
} volume_answer;

/// Results of the lanes for given numbers.
typedef struct volume_lanes
{
	float shorts[8], powers[8], roots[8], axes[3][3][8];
} volume_lanes;

typedef struct volume_kernels
{
	const char *name;
	/// The slot `ref` of `from` against node 0 of `to`; `aim` is a unit direction in the coordinates of `to`.
	void (*test)(const kiln_pair_tree *from, uint32_t ref, const kiln_pair_tree *to, const kiln_pair_link *link,
		const float aim[4], float limit, volume_answer *answer);
	void (*lanes)(const kiln_format_oriented_node *node, const uint8_t exponents[8], volume_lanes *lanes);
} volume_kernels;

/// Returns the scalar kernels and all others that this machine runs, and their number.
uint32_t volume_kernels_all(const volume_kernels *all[3]);

#endif
