// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_LINK_OF_H
#define KILN_PAIR_LINK_OF_H

#include "pair/kernel/link.h"
#include "pair/kernel/placing.h"

/// Links between two placed trees.

/// A place as a map, and its inverse.
static inline kiln_affine kiln_affine_of_place(const kiln_place *place)
{
	if (!place->moved)
		return kiln_affine_identity();
	return (kiln_affine){{place->column[0], place->column[1], place->column[2]}, place->origin};
}

static inline kiln_affine kiln_affine_of_place_back(const kiln_place *place)
{
	if (!place->moved)
		return kiln_affine_identity();
	kiln_affine map;
	kiln_d3_transpose(place->inverse, map.column);
	map.origin = kiln_d3_scale(kiln_place_vector_back(place, place->origin), -1);
	return map;
}

/// A lower bound of the factor by which a place lengthens: 1 divided by the greatest stretch of its inverse. The square
/// of this stretch is at most the largest absolute row sum of the inverse's Gram matrix (Gershgorin 1931). Exact, to
/// rounding, where rows or columns are perpendicular: any rotation with scales.
static inline double kiln_place_least(const kiln_place *place)
{
	if (!place->moved)
		return 1;
	kiln_d3 transposed[3];
	kiln_d3_transpose(place->inverse, transposed);
	double best = HUGE_VAL;
	for (int k = 0; k < 2; ++k)
	{
		const kiln_d3 *m = k ? transposed : place->inverse;
		double most = 0;
		for (int i = 0; i < 3; ++i)
		{
			double sum = kiln_double_abs(kiln_d3_dot(m[i], m[0])) + kiln_double_abs(kiln_d3_dot(m[i], m[1])) +
						 kiln_double_abs(kiln_d3_dot(m[i], m[2]));
			most = kiln_double_max(most, sum);
		}
		best = kiln_double_min(best, most);
	}
	return (1 - 0x1p-40) / sqrt(best);
}

/// Links of trees whose coordinates `place_a` and `place_b` map to the query's; `b_to_a` is the map between them.
static inline void kiln_pair_link_between(kiln_pair_link links[2], const kiln_pair_tree *a, const kiln_pair_tree *b,
	const kiln_place *b_to_a, const kiln_place *place_a)
{
	const kiln_affine there = kiln_affine_of_place_back(b_to_a), back = kiln_affine_of_place(b_to_a);
	kilni_pair_link_make(links, a, b, &there, &back, kiln_place_least(place_a));
}

static inline void kiln_pair_link_of(kiln_pair_link links[2], const kiln_pair_tree *a, const kiln_place *place_a,
	const kiln_pair_tree *b, const kiln_place *place_b)
{
	const kiln_place b_to_a = kiln_place_between(place_a, place_b);
	kiln_pair_link_between(links, a, b, &b_to_a, place_a);
}

#endif
