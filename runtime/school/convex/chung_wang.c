// SPDX-License-Identifier: MIT
#include "chung_wang.h"

#include "convex/depth/portal.h"

#include <math.h>

/// Heights that differ by less than this share of the coordinates count as equal, for any direction.
#define HEIGHT_ROUNDING 0x1p-49
/// A mean of four points has an error of this share.
#define MEAN_ROUNDING 0x1p-46

/// A cut adds at most one edge.
#define EDGES_MOST (KILN_CHUNG_WANG_STEPS + 1)

/// An edge of the cone of possible vectors: a ray, and the difference whose plane leads on to the next ray.
typedef struct cone_edge
{
	kiln_d3 ray;		///< unit
	kiln_d3 difference; ///< a - b: possible vectors are in front of its plane
} cone_edge;

typedef struct vector_work
{
	const kiln_convex *a, *b;
	kiln_simplex *simplex;
	double margin;
	double size;	///< bounds the coordinates found so far
	uint32_t count; ///< number of differences until they make a cone; then number of the cone's edges
	bool closed;	///< the differences have made a cone
	cone_edge edges[EDGES_MOST];
} vector_work;

typedef enum progress
{
	GOING_ON,
	APART,
	OVERLAPPING,
	UNDECIDED,
} progress;

/// Computes the least a - b along s.
static kiln_d3 least_along(vector_work *work, kiln_d3 s)
{
	kiln_d3 a = kilni_convex_support(work->a, kiln_d3_scale(s, -1), &work->simplex->seed_a);
	kiln_d3 b = kilni_convex_support(work->b, s, &work->simplex->seed_b);
	kiln_d3 difference = kiln_d3_sub(a, b);
	double size = kiln_portal_extent(a) + kiln_portal_extent(b);
	if (work->margin > 0)
	{
		difference = kiln_d3_along(difference, -work->margin / sqrt(kiln_d3_length2(s)), s);
		size += work->margin;
	}
	work->size = kiln_double_max(work->size, size);
	return difference;
}

static kiln_d3 unit(kiln_d3 v)
{
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

/// Handles three differences in a plane through the origin, as from bodies that are symmetric about this plane. Either
/// they hold the origin, or one of them is between the others and cuts nothing off that those do not.
static progress flatten(vector_work *work)
{
	cone_edge *edge = work->edges;
	const kiln_d3 d[4] = {edge[0].difference, edge[1].difference, edge[2].difference, {0, 0, 0}};
	uint32_t kept[4];
	double weight[4];
	uint32_t count = kilni_simplex_closest(d, 3, kept, weight);
	kiln_d3 mean = {0, 0, 0};
	for (uint32_t i = 0; i < count; ++i)
		mean = kiln_d3_along(mean, weight[i], d[kept[i]]);
	if (kiln_d3_largest(mean) <= MEAN_ROUNDING * work->size)
		return OVERLAPPING;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 first = d[(i + 1) % 3], second = d[(i + 2) % 3], normal = kiln_d3_cross(first, second);
		if (kiln_d3_dot(kiln_d3_cross(first, d[i]), normal) >= 0 &&
			kiln_d3_dot(kiln_d3_cross(d[i], second), normal) >= 0)
		{
			edge[0].difference = first;
			edge[1].difference = second;
			work->count = 2;
			return GOING_ON;
		}
	}
	return UNDECIDED;
}

/// Makes the cone from the three differences.
static progress close(vector_work *work)
{
	cone_edge *edge = work->edges;
	const kiln_d3 d[3] = {edge[0].difference, edge[1].difference, edge[2].difference};
	const kiln_d3 ray[3] = {kiln_d3_cross(d[0], d[1]), kiln_d3_cross(d[1], d[2]), kiln_d3_cross(d[2], d[0])};
	double length[3], volume = kiln_d3_dot(ray[0], d[2]);
	for (int i = 0; i < 3; ++i)
	{
		length[i] = sqrt(kiln_d3_length2(ray[i]));
		if (!(kiln_double_abs(volume) > 0x1p-40 * work->size * length[i]))
			return flatten(work);
	}
	// The ray where planes i and i + 1 meet is in front of the third; plane i + 1 leads from it to the next one.
	for (int i = 0; i < 3; ++i)
		edge[i] = (cone_edge){kiln_d3_scale(ray[i], (volume > 0 ? 1 : -1) / length[i]), d[(i + 1) % 3]};
	work->closed = true;
	return GOING_ON;
}

/// Whether the origin is among the differences of the cone's planes and one more, which leaves nothing of the cone.
/// Tests the tetrahedra over the fan of the cone's edges.
static progress surrounded(const vector_work *work, kiln_d3 difference)
{
	const cone_edge *edge = work->edges;
	for (uint32_t i = 1; i + 1 < work->count; ++i)
	{
		const kiln_d3 w[4] = {difference, edge[0].difference, edge[i].difference, edge[i + 1].difference};
		if (kilni_portal_holds(w, MEAN_ROUNDING * work->size))
			return OVERLAPPING;
	}
	return UNDECIDED;
}

/// Keeps the part of the cone in front of a difference.
static progress cut(vector_work *work, kiln_d3 difference)
{
	cone_edge kept[EDGES_MOST];
	double height[EDGES_MOST];
	uint32_t count = work->count, left = 0, inside = 0, turns = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		height[i] = kiln_d3_dot(work->edges[i].ray, difference);
		inside += height[i] > 0;
		turns += i > 0 && (height[i] > 0) != (height[i - 1] > 0);
	}
	turns += (height[0] > 0) != (height[count - 1] > 0);
	if (inside == 0)
		return surrounded(work, difference);
	// A plane crosses a cone at two places. More crossings come from rounding, and each would add an edge; with two
	// there is at most one edge more than before.
	if (inside == count || count == EDGES_MOST || turns > 2)
		return UNDECIDED;
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t next = i + 1 < count ? i + 1 : 0;
		const cone_edge *edge = &work->edges[i];
		if (height[i] > 0)
			kept[left++] = *edge;
		if ((height[i] > 0) == (height[next] > 0))
			continue;
		kiln_d3 ray =
			kiln_d3_sub(kiln_d3_scale(edge->ray, height[next]), kiln_d3_scale(work->edges[next].ray, height[i]));
		ray = unit(height[next] > 0 ? ray : kiln_d3_scale(ray, -1));
		// On the way out of the cut the new plane leads on, on the way in the old one.
		kept[left++] = (cone_edge){ray, height[i] > 0 ? difference : edge->difference};
	}
	work->count = left;
	for (uint32_t i = 0; i < left; ++i)
		work->edges[i] = kept[i];
	return GOING_ON;
}

/// Handles two differences: whether the origin is between them, as for balls after the first vector.
static progress pair_up(const vector_work *work)
{
	kiln_d3 first = work->edges[0].difference, second = work->edges[1].difference;
	double one = sqrt(kiln_d3_length2(first)), two = sqrt(kiln_d3_length2(second));
	kiln_d3 mean = kiln_d3_along(kiln_d3_scale(first, two), one, second);
	return kiln_d3_largest(mean) <= MEAN_ROUNDING * work->size * (one + two) ? OVERLAPPING : GOING_ON;
}

static progress add(vector_work *work, kiln_d3 difference)
{
	if (work->closed)
		return cut(work, difference);
	work->edges[work->count++].difference = difference;
	if (work->count == 1)
		return GOING_ON;
	return work->count == 2 ? pair_up(work) : close(work);
}

static bool is_possible(const vector_work *work, kiln_d3 s)
{
	for (uint32_t i = 0; i < work->count; ++i)
		if (!(kiln_d3_dot(work->edges[i].difference, s) > 0))
			return false;
	return true;
}

/// A vector in the middle of the possible ones.
static kiln_d3 middle(const vector_work *work)
{
	kiln_d3 sum = {0, 0, 0};
	for (uint32_t i = 0; i < work->count; ++i)
		sum = kiln_d3_add(sum, work->closed ? work->edges[i].ray : unit(work->edges[i].difference));
	return sum;
}

static progress step(vector_work *work, kiln_d3 *s)
{
	kiln_d3 difference = least_along(work, *s);
	double height = kiln_d3_dot(*s, difference), slack = HEIGHT_ROUNDING * work->size;
	if (height > 0 && height * height > slack * slack * kiln_d3_length2(*s))
		return APART;
	double length2 = kiln_d3_length2(difference);
	if (!(length2 > slack * slack))
		return OVERLAPPING;
	progress so_far = add(work, difference);
	if (so_far != GOING_ON)
		return so_far;
	*s = kiln_d3_along(*s, -2 * height / length2, difference);
	if (!is_possible(work, *s))
		*s = middle(work);
	return is_possible(work, *s) ? GOING_ON : UNDECIDED;
}

/// Scales to a length near 1, so that squares neither overflow nor underflow. Zero for NaN and infinity.
static kiln_d3 first_vector(const vector_work *work, kiln_d3 axis)
{
	double size = kiln_portal_extent(axis);
	if (!(size > 0 && size <= 0x1p900))
	{
		axis = kiln_d3_sub(work->a->center, work->b->center);
		size = kiln_portal_extent(axis);
	}
	return size > 0 ? unit(kiln_d3_scale(axis, 1 / size)) : (kiln_d3){1, 0, 0};
}

kiln_chung_wang kilni_chung_wang_overlap(
	const kiln_convex *a, const kiln_convex *b, kiln_d3 axis, kiln_simplex *simplex)
{
	vector_work work;
	work.a = a;
	work.b = b;
	work.simplex = simplex;
	work.margin = a->margin + b->margin;
	work.size = 0;
	work.count = 0;
	work.closed = false;
	if (!simplex->seeded)
	{
		simplex->seeded = true;
		simplex->seed_a = simplex->seed_b = KILN_NONE;
	}
	kiln_chung_wang found = {.axis = first_vector(&work, axis)};
	progress so_far = GOING_ON;
	while (so_far == GOING_ON && found.steps < KILN_CHUNG_WANG_STEPS)
	{
		so_far = step(&work, &found.axis);
		++found.steps;
	}
	found.overlapping = so_far == OVERLAPPING;
	if (so_far == APART || so_far == OVERLAPPING)
		return found;
	kiln_gap gap;
	simplex->count = 0;
	found.by_gjk = true;
	found.overlapping = kilni_gjk_overlap(a, b, simplex, &gap);
	if (!found.overlapping)
		found.axis = kiln_d3_scale(gap.axis, -1);
	return found;
}
