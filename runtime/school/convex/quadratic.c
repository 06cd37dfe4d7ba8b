// SPDX-License-Identifier: MIT
#include "quadratic.h"

#include <math.h>

/// The rounding error of a height, as a share of the coordinates.
#define ROUNDING 0x1p-48
/// The bounds of the distance may differ by this share of the coordinates.
#define ENOUGH 0x1p-46
/// A difference counts as in the plane of the others if it is nearer to the plane than this share of its distance from
/// one of them.
#define FLAT 0x1p-42
/// The number of steps that may come no nearer, and the share of the coordinates by which rounding may move one step
/// away.
#define SIDEWAYS_MOST 8
#define SIDEWAYS 0x1p-51

typedef struct quadratic_work
{
	const kiln_polytope *a, *b;
	kiln_d3 w[4]; ///< the differences of the corral
	double weight[4];
	uint32_t vertex_a[4], vertex_b[4];
	uint32_t count;
	kiln_d3 v;	 ///< the mean of the corral
	double size; ///< bounds the coordinates
} quadratic_work;

/// The lowest vertex along a direction.
static uint32_t lowest(const kiln_polytope *polytope, kiln_d3 direction)
{
	uint32_t best = 0, count = polytope->hull->vertex_count;
	double least = HUGE_VAL;
	for (uint32_t i = 0; i < count; ++i)
	{
		double height = kiln_d3_dot(kiln_polytope_vertex(polytope, i), direction);
		if (height < least)
		{
			least = height;
			best = i;
		}
	}
	return best;
}

static kiln_d3 difference(const quadratic_work *work, uint32_t a, uint32_t b)
{
	return kiln_d3_sub(kiln_polytope_vertex(work->b, b), kiln_polytope_vertex(work->a, a));
}

/// Whether a difference is in the corral.
static bool is_known(const quadratic_work *work, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < work->count; ++i)
		if (work->vertex_a[i] == a && work->vertex_b[i] == b)
			return true;
	return false;
}

static void join(quadratic_work *work, uint32_t a, uint32_t b)
{
	uint32_t i = work->count++;
	work->w[i] = difference(work, a, b);
	work->vertex_a[i] = a;
	work->vertex_b[i] = b;
	work->weight[i] = i == 0;
}

static void leave(quadratic_work *work, uint32_t i)
{
	uint32_t last = --work->count;
	work->w[i] = work->w[last];
	work->weight[i] = work->weight[last];
	work->vertex_a[i] = work->vertex_a[last];
	work->vertex_b[i] = work->vertex_b[last];
}

/// The weights, of any sign, of the shortest vector in the corral's plane, and this vector: least squares by the
/// modified method of Gram and Schmidt, beginning with the shortest difference. Returns false when the corral is flat.
static bool shortest_in_plane(const quadratic_work *work, double weight[4], kiln_d3 *v)
{
	uint32_t n = work->count, base = 0, order[4];
	kiln_d3 q[3];
	double r[3][3] = {{0}}, t[3] = {0, 0, 0}, sum = 0;
	for (uint32_t i = 1; i < n; ++i)
		if (kiln_d3_length2(work->w[i]) < kiln_d3_length2(work->w[base]))
			base = i;
	*v = work->w[base];
	for (uint32_t i = 0, k = 0; i < n; ++i)
		if (i != base)
			order[k++] = i;
	for (uint32_t k = 0; k + 1 < n; ++k)
	{
		q[k] = kiln_d3_sub(work->w[order[k]], work->w[base]);
		double whole = sqrt(kiln_d3_length2(q[k]));
		for (uint32_t l = 0; l < k; ++l)
		{
			r[l][k] = kiln_d3_dot(q[l], q[k]);
			q[k] = kiln_d3_along(q[k], -r[l][k], q[l]);
		}
		r[k][k] = sqrt(kiln_d3_length2(q[k]));
		if (!(r[k][k] > FLAT * whole))
			return false;
		q[k] = kiln_d3_scale(q[k], 1 / r[k][k]);
	}
	// Runs twice: where nearly all of v cancels, the first pass leaves a rounding error in the plane that is small
	// relative to the coordinates and large relative to v, so that v would mislead the search.
	for (uint32_t k = 0; k < 2 * (n - 1); ++k)
	{
		double part = -kiln_d3_dot(q[k % (n - 1)], *v);
		t[k % (n - 1)] += part;
		*v = kiln_d3_along(*v, part, q[k % (n - 1)]);
	}
	for (uint32_t k = n - 1; k-- > 0;)
	{
		for (uint32_t l = k + 1; l + 1 < n; ++l)
			t[k] -= r[k][l] * weight[order[l]];
		weight[order[k]] = t[k] / r[k][k];
		sum += weight[order[k]];
	}
	weight[base] = 1 - sum;
	if (n == 4)
		*v = (kiln_d3){0, 0, 0};
	return true;
}

/// Moves from the current weights towards the wanted ones until a weight reaches zero; corners of weight zero are
/// dropped. At least one of the wanted weights is not positive.
static void move_to_border(quadratic_work *work, const double wanted[4])
{
	double part = 1;
	uint32_t first = 0;
	for (uint32_t i = 0; i < work->count; ++i)
	{
		if (wanted[i] > 0)
			continue;
		double way = work->weight[i] - wanted[i];
		double here = way > 0 ? work->weight[i] / way : 0;
		if (here <= part)
		{
			part = here;
			first = i;
		}
	}
	for (uint32_t i = 0; i < work->count; ++i)
		work->weight[i] = kiln_double_max(0, work->weight[i] + part * (wanted[i] - work->weight[i]));
	leave(work, first);
}

/// Reduces the corral until it holds the shortest vector of its plane. Returns false when rounding leaves no such
/// corral.
static bool settle(quadratic_work *work)
{
	while (work->count > 0)
	{
		double wanted[4];
		kiln_d3 v;
		if (!shortest_in_plane(work, wanted, &v))
			return false;
		bool inside = true;
		for (uint32_t i = 0; i < work->count; ++i)
			inside = inside && wanted[i] > 0;
		if (!inside)
		{
			// A single corner is its own plane, with weight 1.
			move_to_border(work, wanted);
			continue;
		}
		for (uint32_t i = 0; i < work->count; ++i)
			work->weight[i] = wanted[i];
		work->v = v;
		return true;
	}
	return false;
}

/// Whether a step came nearer to the origin. A gap g of the bounds may hide in (g / size)^2 of the length, below its
/// rounding, and much of the way may still remain: so a few steps may be sideways.
static bool comes_nearer(const quadratic_work *from, const quadratic_work *to, uint32_t *sideways)
{
	double before2 = kiln_d3_length2(from->v), after2 = kiln_d3_length2(to->v);
	if (after2 < before2)
		return true;
	double most = sqrt(before2) + SIDEWAYS * to->size;
	return after2 <= most * most && ++*sideways <= SIDEWAYS_MOST;
}

static void answer(const quadratic_work *work, kiln_nearest *nearest)
{
	nearest->count = work->count;
	nearest->between = work->v;
	nearest->distance = sqrt(kiln_d3_length2(work->v));
	nearest->rounding = ROUNDING * work->size;
	nearest->lower = kiln_double_min(nearest->lower, nearest->distance);
	for (uint32_t i = 0; i < work->count; ++i)
	{
		nearest->weight[i] = work->weight[i];
		nearest->vertex_a[i] = work->vertex_a[i];
		nearest->vertex_b[i] = work->vertex_b[i];
		nearest->on_a = kiln_d3_along(nearest->on_a, work->weight[i], kiln_polytope_vertex(work->a, work->vertex_a[i]));
		nearest->on_b = kiln_d3_along(nearest->on_b, work->weight[i], kiln_polytope_vertex(work->b, work->vertex_b[i]));
	}
}

static double largest_of(const kiln_polytope *polytope)
{
	double most = 0;
	for (uint32_t i = 0; i < polytope->hull->vertex_count; ++i)
		most = kiln_double_max(most, kiln_d3_largest(kiln_polytope_vertex(polytope, i)));
	return most;
}

void kilni_quadratic(const kiln_polytope *a, const kiln_polytope *b, kiln_nearest *nearest)
{
	quadratic_work work = {.a = a, .b = b, .size = largest_of(a) + largest_of(b)};
	uint32_t sideways = 0;
	*nearest = (kiln_nearest){.lower = 0};
	join(&work, 0, 0);
	work.v = work.w[0];
	while (nearest->steps < KILN_QUADRATIC_STEPS)
	{
		double length = sqrt(kiln_d3_length2(work.v));
		if (!(length > ENOUGH * work.size))
			break;
		++nearest->steps;
		kiln_d3 along = kiln_d3_scale(work.v, 1 / length);
		uint32_t next_a = lowest(a, kiln_d3_scale(along, -1)), next_b = lowest(b, along);
		double height = kiln_d3_dot(along, difference(&work, next_a, next_b));
		if (height - ROUNDING * work.size > nearest->lower)
		{
			nearest->lower = height - ROUNDING * work.size;
			nearest->axis = along;
		}
		if (length - height <= ENOUGH * work.size || is_known(&work, next_a, next_b) || work.count == 4)
			break;
		quadratic_work old = work;
		join(&work, next_a, next_b);
		if (!settle(&work) || !comes_nearer(&old, &work, &sideways))
		{
			work = old;
			break;
		}
	}
	answer(&work, nearest);
}
