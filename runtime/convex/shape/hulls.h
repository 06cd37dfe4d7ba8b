// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_HULLS_H
#define KILN_CONVEX_HULLS_H

#include "convex/distance/distance_cache.h"
#include "shape.h"
#include "simd/double3.h"
#include "support_scan.h"

/// Places two hulls and the points of a cache: the main work of a warm query of hulls, with the instructions that the
/// translation unit has selected for simd/double3.h.

#if !defined(KILN_ONLY_SCALAR) && defined(__x86_64__) && defined(__GNUC__)
#define KILN_HULLS_WIDE
/// The same with AVX2, for machines that have it; the bits are equal.
void kilni_hulls_place_wide(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_pair *pair);
void kilni_hulls_points_wide(const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex);
#endif

/// Places two hulls, the first of which has no scale: sets eye, axes, from, center and columns as in a pair.
KILN_ALWAYS_INLINE void kiln_hulls_place(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_pair *pair)
{
	const kiln_hull *hull_a = a->shape->hull, *hull_b = b->shape->hull;
	const double scale = b->pose.scale == 0 ? 1 : (double)b->pose.scale;
	d3 axis[3], column[3], row[3];
	d3_axes(&a->pose.rotation, axis);
	d3_axes(&b->pose.rotation, column);
	// Not written as a loop: a compiler would turn it into operations on pairs, which have to wait for the stores of
	// single numbers.
	column[0] = d3_scale(column[0], scale);
	column[1] = d3_scale(column[1], scale);
	column[2] = d3_scale(column[2], scale);
	// The fourth lanes, loaded from behind low, high and the translation, are numbers, too.
	d3 from_a = d3_scale(d3_add(d3_floats(&hull_a->low.x), d3_floats(&hull_a->high.x)), 0.5);
	d3 from_b = d3_scale(d3_add(d3_floats(&hull_b->low.x), d3_floats(&hull_b->high.x)), 0.5);
	d3 eye = d3_add(d3_turn(axis, from_a), d3_floats(&a->pose.translation.x));
	d3 there = d3_sub(d3_add(d3_turn(column, from_b), d3_floats(&b->pose.translation.x)), eye);
	d3_rows(axis, row);
	d3_store(&pair->eye, eye);
	d3_store(&pair->axis[0], axis[0]);
	d3_store(&pair->axis[1], axis[1]);
	d3_store(&pair->axis[2], axis[2]);
	d3_store(&pair->a[0].from, from_a);
	d3_store(&pair->b[0].from, from_b);
	d3_store(&pair->b[0].center, d3_turn(row, there));
	d3_store(&pair->b[0].column[0], d3_turn(row, column[0]));
	d3_store(&pair->b[0].column[1], d3_turn(row, column[1]));
	d3_store(&pair->b[0].column[2], d3_turn(row, column[2]));
}

KILN_ALWAYS_INLINE d3 kiln_hulls_vertex(const kiln_hull *hull, uint32_t i, d3 from)
{
	return d3_sub(d3_from3(hull->x[i], hull->y[i], hull->z[i]), from);
}

/// The vertices of a cache, whose numbers are in range, as points of a simplex.
KILN_ALWAYS_INLINE void kiln_hulls_points(
	const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex)
{
	const kiln_convex *a = pair->a, *b = pair->b;
	const d3 from_a = d3_load(&a->from), from_b = d3_load(&b->from), center = d3_load(&b->center);
	const d3 column[3] = {d3_load(&b->column[0]), d3_load(&b->column[1]), d3_load(&b->column[2])};
	for (uint32_t i = 0; i < cache->count; ++i)
	{
		uint32_t number_a = cache->vertex_a[i], number_b = cache->vertex_b[i];
		simplex->number_a[i] = number_a;
		simplex->number_b[i] = number_b;
		d3_store(&simplex->a[i], kiln_hulls_vertex(a->hull, number_a, from_a));
		d3 there = d3_turn(column, kiln_hulls_vertex(b->hull, number_b, from_b));
		d3_store(&simplex->b[i], d3_add(center, there));
	}
}

#endif
