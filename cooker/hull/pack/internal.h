// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_PACK_INTERNAL_H
#define KILN_COOKER_HULL_PACK_INTERNAL_H

#include "hull/hull_internal.h"
#include "math/axes.h"
#include "pack.h"

/// Functions that the parts of hull_pack share.

/// An item with a sort key.
typedef struct hull_keyed
{
	uint64_t key;
	uint32_t item;
} hull_keyed;

/// Sorts by key, stably, in linear time. `scratch` has room for `count` items.
void hull_sort(hull_keyed *items, uint32_t count, hull_keyed *scratch);

/// Ranks of a hull's vertices by x, then y, then z. The ranks do not depend on the order of the input points, so that
/// the blob does not, either.
typedef struct hull_ranks
{
	uint32_t *rank_of;	 ///< per vertex of the hull
	uint32_t *vertex_of; ///< per rank
	uint32_t count;
} hull_ranks;

/// hull_pack with a hierarchy for polyhedra with at least `from` vertices.
kilncook_status hull_pack_from(const kilncook_context *context, const convex_hull *h, uint32_t from, packed_hull *out);

kilncook_status hull_ranks_make(const kilncook_context *context, const convex_hull *h, hull_ranks *ranks);
void hull_ranks_free(const kilncook_context *context, hull_ranks *ranks);

/// Most neighbours of a vertex that a level leaves out. O'Rourke (1998): so many vertices of a triangulated hull have
/// at most eight neighbours that at least n / 18 of these are independent; a greedy choice finds about n / 4.
#define HULL_HIERARCHY_DEGREE 8

/// Hulls of fewer vertices get no hierarchy: a walk from one of 26 stored seeds is as fast there. For points on an
/// ellipsoid and random directions, a walk and the hierarchy take 198 and 245 ns for 4 096 vertices, 325 and 362 for 16
/// 384, 540 and 501 for 32 768, 1465 and 751 for 100 000, 4222 and 1212 for 300 000 (gcc 12, EPYC, beside other work;
/// idle, 10 000 vertices tie at 280). The hierarchy's time is one mispredicted branch a level, the walk's time is
/// proportional to its length, which grows with the root of the size. A better independent set, of n / 3 instead of n /
/// 4 vertices, changed nothing.
#define HULL_HIERARCHY_FROM 32768
/// Rounds end when so few vertices are left. Scanning 64 vertices instead of 16 costs 25 ns, which equals the saving of
/// five levels.
#define HULL_HIERARCHY_COARSE 32

/// A Dobkin-Kirkpatrick hierarchy (D. P. Dobkin, D. G. Kirkpatrick, A Linear Algorithm for Determining the Separation
/// of Convex Polyhedra, 1985; Determining the Separation of Preprocessed Polyhedra, 1990): in every round an
/// independent set of vertices of low degree is left out, and the rest is the next coarser hull. Vertices are named by
/// rank.
typedef struct hull_hierarchy
{
	uint32_t rounds;
	uint32_t vertex_count;
	uint32_t *round_of;	  ///< per vertex: the round that left it out; `rounds` for the remaining vertices
	uint32_t *ring_first; ///< per vertex that was left out: its neighbours at that time in `rings`, counter-clockwise
	uint32_t *ring_count;
	uint32_t *rings;
	uint32_t ring_total;
	uint32_t ring_capacity;
} hull_hierarchy;

/// Builds rounds until at most HULL_HIERARCHY_COARSE vertices are left, KILN_HULL_LEVELS_MAX of them at most. Signs are
/// exact: every level is the hull of its vertices. Needs dimension 3.
kilncook_status hull_hierarchy_build(
	const kilncook_context *context, const convex_hull *h, const hull_ranks *ranks, hull_hierarchy *out);
void hull_hierarchy_free(const kilncook_context *context, hull_hierarchy *hierarchy);

/// A hull in the blob's numbering, with indices of 32 bits.
typedef struct hull_arrays
{
	uint32_t vertex_count, half_edge_count, face_count;
	float (*vertices)[3];
	float (*planes)[4];
	uint32_t *face_first, *origins, *twins, *faces, *edges, *vertex_first, *neighbours;
	uint32_t seeds[KILN_HULL_SEEDS];
	void *block;
	size_t block_size;
} hull_arrays;

/// Direction of seed `i`.
static inline void hull_seed_direction(uint32_t i, float direction[3])
{
	uint32_t cell = i < KILN_HULL_SEEDS / 2 ? i : i + 1;
	direction[0] = (float)((int)(cell / 9) - 1);
	direction[1] = (float)((int)(cell / 3 % 3) - 1);
	direction[2] = (float)((int)(cell % 3) - 1);
}

/// Returns the axis of seed `i`'s direction in axes_project; `*up` gets whether it points up the axis.
static inline int hull_seed_axis(uint32_t i, bool *up)
{
	static const uint8_t axes[KILN_HULL_SEEDS / 2] = {3, 7, 4, 8, 0, 11, 5, 10, 6, 9, 1, 12, 2};
	uint32_t half = i < KILN_HULL_SEEDS / 2 ? i : KILN_HULL_SEEDS - 1 - i;
	// Directions of the first half point down their axes, but for that of number 8.
	*up = (i >= KILN_HULL_SEEDS / 2) != (half == 8);
	return axes[half];
}

/// The sign of n . a - n . b, by expansions.
int hull_compare_exactly(const float n[3], const float a[3], const float b[3]);

/// How far a point lies along a direction, in double, and the sum of the sizes of its terms: the error is below 2^-51 of it.
typedef struct hull_height
{
	double at, size;
} hull_height;

static inline hull_height hull_height_of(const float n[3], const float p[3])
{
	// Each product of two floats is exact; two sums round.
	hull_height height = {0, 0};
	for (int i = 0; i < 3; ++i)
	{
		double term = (double)n[i] * (double)p[i];
		height.at += term;
		height.size += hull_magnitude(term);
	}
	return height;
}

/// Compares how far two points lie along a direction, exactly, given the height of the second: returns the sign of n . a - n . b.
static inline int hull_compare_to(const float n[3], const float a[3], const float b[3], const hull_height *height_b)
{
	hull_height height_a = hull_height_of(n, a);
	double difference = height_a.at - height_b->at;
	if (hull_magnitude(difference) > (height_a.size + height_b->size) * 0x1p-50)
		return difference > 0 ? 1 : -1;
	return hull_compare_exactly(n, a, b);
}

/// More than the error of the difference of two heights along a seed's direction, in double: its components are -1, 0 and 1.
double hull_seed_slack(const float (*vertices)[3], uint32_t count);

typedef struct hull_box
{
	float low[3], high[3];
} hull_box;

/// Boxes around runs of vertices, and around runs of boxes.
typedef struct hull_blocks
{
	const float (*vertices)[3];
	uint32_t count;
	hull_box *fine, *coarse;
	uint32_t fine_count, coarse_count;
} hull_blocks;

/// Makes boxes around `vertices`, at least one. Vertices with close numbers should be close in space; the vertices must
/// outlive the blocks. KILNCOOK_INTERNAL, without a message, when out of memory.
kilncook_status hull_blocks_make(
	const kilncook_context *context, const float (*vertices)[3], uint32_t count, hull_blocks *out);
void hull_blocks_free(const kilncook_context *context, hull_blocks *blocks);

/// Returns a vertex that lies farthest along n, exactly; `best` is a first guess.
uint32_t hull_blocks_highest(const hull_blocks *blocks, const float n[3], uint32_t best);

/// A climb does not visit the neighbours of a vertex with more neighbours than this. The planes of a cone query its
/// apex once a face, and visiting all neighbours each time would take quadratic time.
#define HULL_HUB 64

/// Computes planes and seeds; the other arrays are complete.
void hull_arrays_measure(hull_arrays *arrays, const hull_blocks *blocks, uint32_t dimension);

#endif
