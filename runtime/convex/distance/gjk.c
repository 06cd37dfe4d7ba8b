// SPDX-License-Identifier: MIT
#include "gjk_loop.h"

#include <math.h>

static double points_reach(const kiln_convex *c)
{
	double own = 0, scale = c->turned ? kiln_gjk_largest(c->column[0]) + kiln_gjk_largest(c->column[1]) +
											kiln_gjk_largest(c->column[2])
									  : 1;
	if (c->hull)
		return c->reach * scale;
	for (uint32_t i = 0; i < c->point_count; ++i)
		own = kiln_double_max(own, kiln_gjk_largest(kiln_d3_sub(kiln_d3_from(c->points[i]), c->from)));
	return own * scale;
}

/// Bounds the numbers from which a term's supports are added up.
KILN_NEVER_INLINE static double term_reach(const kiln_convex *c)
{
	double reach = kiln_gjk_largest(c->center);
	if (c->form == KILN_FORM_POINTS)
		return reach + points_reach(c);
	if (c->hull)
	{
		kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(c->hull->high), kiln_d3_from(c->hull->low)), 0.5);
		if (!c->turned)
			return reach + kiln_gjk_largest(half);
		return reach + half.x * kiln_gjk_largest(c->column[0]) + half.y * kiln_gjk_largest(c->column[1]) +
			   half.z * kiln_gjk_largest(c->column[2]);
	}
	const uint32_t bars = kiln_convex_bars(c);
	for (uint32_t i = 0; i < bars; ++i)
		reach += kiln_gjk_largest(c->bars[i]);
	for (uint32_t i = 0; i < c->round_count; ++i)
		reach += kiln_gjk_largest(c->rounds[i]);
	return reach;
}

static double reach_of(const kiln_convex *c)
{
	double reach = term_reach(c);
	for (c = c->plus; c; c = c->plus)
		reach += term_reach(c);
	return reach;
}

/// Sets all differences. Not written as a loop, which a compiler would turn into operations on pairs.
static void set_differences(kiln_gjk_work *work)
{
	kiln_gjk_set_difference(work, 0);
	if (work->count > 1)
		kiln_gjk_set_difference(work, 1);
	if (work->count > 2)
		kiln_gjk_set_difference(work, 2);
	if (work->count > 3)
		kiln_gjk_set_difference(work, 3);
}

/// The point of a simplex with these weights. Where the sum of the corners cancels to nothing, its direction must still
/// be right to the last digits, or no plane proves a gap. So a segment's point is corrected by its rounding error along
/// the segment. The point of a triangle that is wider than its distance is computed from the triangle's plane.
static kiln_d3 point_of(const kiln_d3 w[4], const uint32_t kept[4], const double weight[4], uint32_t count)
{
	kiln_d3 v = {0, 0, 0};
	for (uint32_t i = 0; i < count; ++i)
		v = kiln_d3_along(v, weight[i], w[kept[i]]);
	if (count != 2 && count != 3)
		return v;
	kiln_d3 a = w[kept[0]], e = kiln_d3_sub(w[kept[1]], a);
	if (count == 2)
	{
		double length2 = kiln_d3_length2(e);
		return length2 > 0 ? kiln_d3_along(v, -kiln_d3_dot(v, e) / length2, e) : v;
	}
	kiln_d3 f = kiln_d3_sub(w[kept[2]], a);
	kiln_d3 normal = kiln_d3_cross(e, f);
	double side2 =
		kiln_double_max(kiln_d3_length2(kiln_d3_sub(e, f)), kiln_double_max(kiln_d3_length2(e), kiln_d3_length2(f)));
	double length2 = kiln_d3_length2(normal);
	if (!(length2 > 4 * side2 * kiln_d3_length2(v)))
		return v;
	// The sum gives the plane's height above the origin as well as any corner.
	return kiln_d3_scale(normal, kiln_d3_dot(normal, v) / length2);
}

/// Drops the points that are not kept.
static void keep_points(kiln_gjk_work *work, uint32_t kept[4], double weight[4], uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		// Takes the lowest of the rest first, so that no point overwrites one that is still needed.
		uint32_t low = i;
		for (uint32_t k = i + 1; k < count; ++k)
			low = kept[k] < kept[low] ? k : low;
		if (kept[low] != i)
			kiln_gjk_move_point(work, i, kept[low]);
		work->simplex->weight[i] = weight[low];
		kept[low] = kept[i];
		weight[low] = weight[i];
	}
}

/// Moves to the closest point of the simplex, with `added` points behind it, by the whole method. Returns false when
/// this point is not nearer: the simplex then stays unchanged. A gap g of the bounds may hide in (g / size)^2 of the
/// length, which is below its rounding: so a few steps may be sideways.
bool kilni_gjk_descend(kiln_gjk_work *work, uint32_t added)
{
	const kiln_d3 *w = work->w;
	uint32_t count = work->count + added, kept[4];
	double weight[4];
	uint32_t left = (work->solve ? work->solve : kilni_simplex_closest)(w, count, kept, weight);
	kiln_d3 v = point_of(w, kept, weight, left);
	// The built-in method decides four points itself. For another solver, checks whether the weights give the origin:
	// for flat simplices they may not.
	if (left == 4 && work->solve && !(kiln_d3_length2(v) <= 0x1p-92 * work->size * work->size))
	{
		left = kilni_simplex_closest(w, count, kept, weight);
		v = point_of(w, kept, weight, left);
	}
	if (left == 4)
		v = (kiln_d3){0, 0, 0};
	double length2 = kiln_d3_length2(v);
	if (added && !(length2 < work->length2))
	{
		double same = sqrt(work->length2) + 0x1p-51 * work->size;
		if (!(length2 <= same * same) || work->sideways == KILN_GJK_SIDEWAYS)
			return false;
		++work->sideways;
	}
	work->count = left;
	keep_points(work, kept, weight, left);
	work->v = v;
	work->length2 = length2;
	return true;
}

/// Starts with a simplex that has the origin's foot in it. Returns false, and changes nothing, where this is not
/// certain.
static bool begin_quickly(kiln_gjk_work *work)
{
	const uint32_t count = work->count;
	if (work->solve || count < 2)
		return false;
	kiln_quick quick;
	work->count = count - 1;
	kiln_gjk_find_quickly(work, HUGE_VAL, &quick);
	work->count = count;
	if (quick.count != count)
		return false;
	work->count = count - 1;
	kiln_gjk_keep_quick(work, &quick);
	return true;
}

static bool is_large(const kiln_convex *convex)
{
	return convex->hull && convex->hull->vertex_count > KILN_SUPPORT_SCAN_MOST;
}

double kilni_gjk_size(const kiln_convex *a, const kiln_convex *b, const kiln_d3 *offset)
{
	return reach_of(a) + reach_of(b) + kiln_gjk_largest(*offset);
}

void kilni_gjk_begin(kiln_gjk_work *work)
{
	kiln_gjk_begin_cold(work);
	work->far_a = is_large(work->a);
	work->far_b = is_large(work->b);
	work->count = work->simplex->count;
	if (work->count == 0)
		return;
	set_differences(work);
	if (work->count == 1 && !work->solve)
	{
		kiln_gjk_take_first(work);
		return;
	}
	if (!begin_quickly(work))
		kilni_gjk_descend(work, 0);
}

#ifdef KILN_SUPPORT_WIDE
static bool is_wide(const kiln_convex *convex)
{
	return convex->hull && convex->hull->isa == KILN_ISA_AVX2;
}
#endif

void kilni_gjk_by(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset, const kiln_convex *b,
	const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance)
{
#ifdef KILN_SUPPORT_WIDE
	if (is_wide(a) || is_wide(b))
	{
		kilni_gjk_wide(solve, a, offset, b, enough, simplex, distance);
		return;
	}
#endif
	kiln_gjk_loop(solve, a, offset, b, enough, simplex, distance);
}

void kilni_gjk(const kiln_convex *a, kiln_d3 offset, const kiln_convex *b, kiln_enough enough, kiln_simplex *simplex,
	kiln_gap *distance)
{
	kilni_gjk_by(NULL, a, &offset, b, &enough, simplex, distance);
}

bool kilni_gjk_overlap(const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex, kiln_gap *gap)
{
	const double margin = a->margin + b->margin;
	const kiln_enough enough = {.near = margin, .far = margin * (1 + 0x1p-49)};
	const kiln_d3 offset = {0, 0, 0};
	kilni_gjk_by(NULL, a, &offset, b, &enough, simplex, gap);
	return !(gap->lower > margin * (1 + 0x1p-50));
}
