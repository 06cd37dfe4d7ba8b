// SPDX-License-Identifier: MIT
#include "distance_cache.h"

#include "convex/shape/hulls.h"

#include <float.h>

/// Seeds are stored plus 1, so that a cache of zeros holds none.
static uint32_t seed_of(uint32_t kept)
{
	return kept - 1;
}

static bool is_hull(const kiln_convex *convex)
{
	return convex->hull && !convex->plus;
}

/// Takes the vertices of hulls, the first of which has no scale.
static bool take_vertices(const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex)
{
	for (uint32_t i = 0; i < cache->count; ++i)
		if (cache->vertex_a[i] >= pair->a->hull->vertex_count || cache->vertex_b[i] >= pair->b->hull->vertex_count)
			return false;
#ifdef KILN_HULLS_WIDE
	if (pair->a->hull->isa == KILN_ISA_AVX2)
	{
		kilni_hulls_points_wide(cache, pair, simplex);
		return true;
	}
#endif
	kiln_hulls_points(cache, pair, simplex);
	return true;
}

/// Takes the vertices of one object.
static bool take(
	const kiln_convex *convex, const uint32_t *vertices, uint32_t count, kiln_d3 *points, uint32_t *numbers)
{
	const bool box = kiln_convex_is_box(convex);
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint32_t number = numbers[i] = vertices[i];
		if (box && number >> convex->bar_count == 0)
			points[i] = kiln_convex_corner(convex, number);
		else if (!kilni_convex_vertex(convex, number, &points[i]))
			return false;
	}
	return true;
}

static bool take_points(const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex)
{
	if (cache->count == 0 || cache->count > 4)
		return false;
	if (is_hull(pair->a) && is_hull(pair->b) && !pair->a->turned)
		return take_vertices(cache, pair, simplex);
	return take(pair->a, cache->vertex_a, cache->count, simplex->a, simplex->number_a) &&
		   take(pair->b, cache->vertex_b, cache->count, simplex->b, simplex->number_b);
}

/// Zero for NaN and infinity.
static kiln_d3 axis_of(const kiln_convex_cache *cache)
{
	kiln_d3 axis = kiln_d3_from(cache->axis);
	bool finite = kiln_double_abs(axis.x) + kiln_double_abs(axis.y) + kiln_double_abs(axis.z) <= 3 * (double)FLT_MAX;
	return finite ? axis : (kiln_d3){0, 0, 0};
}

void kilni_simplex_from_cache(const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex)
{
	simplex->count = 0;
	simplex->seeded = cache != NULL;
	simplex->first = (kiln_d3){0, 0, 0};
	if (!cache)
		return;
	simplex->seed_a = seed_of(cache->seed_a);
	simplex->seed_b = seed_of(cache->seed_b);
	if (take_points(cache, pair, simplex))
		simplex->count = cache->count;
	simplex->first = kiln_d3_scale(axis_of(cache), -1);
}

void kilni_axis_to_cache(kiln_d3 axis, const kiln_simplex *simplex, kiln_convex_cache *cache)
{
	if (!cache)
		return;
	cache->count = 0;
	cache->seed_a = simplex->seed_a + 1;
	cache->seed_b = simplex->seed_b + 1;
	cache->axis = kiln_d3_to(axis);
}

static inline void leave_point(const kiln_simplex *simplex, uint32_t i, kiln_convex_cache *cache)
{
	cache->vertex_a[i] = simplex->number_a[i];
	cache->vertex_b[i] = simplex->number_b[i];
}

void kilni_simplex_to_cache(const kiln_simplex *simplex, const kiln_gap *gap, kiln_convex_cache *cache)
{
	if (!cache)
		return;
	cache->count = simplex->count;
	// Not written as a loop: a compiler would turn it into copies of four numbers, which have to wait for the stores of
	// single ones.
	if (simplex->count > 0)
		leave_point(simplex, 0, cache);
	if (simplex->count > 1)
		leave_point(simplex, 1, cache);
	if (simplex->count > 2)
		leave_point(simplex, 2, cache);
	if (simplex->count > 3)
		leave_point(simplex, 3, cache);
	cache->seed_a = simplex->seed_a + 1;
	cache->seed_b = simplex->seed_b + 1;
	cache->axis = kiln_d3_to(kiln_d3_scale(gap->axis, -1));
}
