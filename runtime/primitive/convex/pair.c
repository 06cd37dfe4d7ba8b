// SPDX-License-Identifier: MIT
#include "kiln/primitive/convex.h"

#include "bounds/core.h"
#include "bounds/outward.h"
#include "convex/distance/gjk.h"
#include "pair_shape.h"
#include "shape/near.h"
#include "shape/usable.h"

/// A query of two shapes.
typedef struct convex_pair
{
	kiln_d3 eye; ///< the origin of both shapes' coordinates
	kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
	double margin; ///< the sum of both margins
} convex_pair;

/// At most one of the shapes is a line or ray.
static void see_both(const kiln_convex_shape *a, const kiln_convex_shape *b, convex_pair *pair)
{
	bool line_a = kilni_convex_is_line(a), line_b = kilni_convex_is_line(b);
	pair->eye = kilni_convex_anchor(line_a ? b : a);
	if (!line_a)
		kilni_convex_of_shape(a, pair->eye, pair->a);
	if (!line_b)
		kilni_convex_of_shape(b, pair->eye, pair->b);
	if (line_a)
		pair->a[0] = kilni_convex_of_line(a, pair->eye, pair->b);
	if (line_b)
		pair->b[0] = kilni_convex_of_line(b, pair->eye, pair->a);
	pair->margin = pair->a[0].margin + pair->b[0].margin;
}

static void measure(const convex_pair *pair, kiln_enough enough, kiln_gap *gap)
{
	kiln_simplex simplex = {.count = 0};
	kilni_gjk(pair->a, (kiln_d3){0, 0, 0}, pair->b, enough, &simplex, gap);
}

/// Stops early only when the shapes touch.
static const kiln_enough exactly = {0, HUGE_VAL, 0, 0};

/// Whether the shapes are farther apart than their margins, whose sum is rounded.
static bool are_apart(const convex_pair *pair, const kiln_gap *gap)
{
	return gap->lower > pair->margin * (1 + 0x1p-50);
}

/// A common point of both shapes: between the cores' closest points, as far from each as its share of the margins.
static kiln_d3 shared_point(const convex_pair *pair, const kiln_gap *gap)
{
	double share = pair->margin > 0 ? pair->a[0].margin / pair->margin : 0;
	return kiln_d3_along(gap->on_a, share, gap->between);
}

static kiln_vec3 in_world(const convex_pair *pair, kiln_d3 point)
{
	return kiln_near_vec3(kiln_d3_add(point, pair->eye));
}

static kiln_closest_points closest_of(const kiln_convex_shape *a, const kiln_convex_shape *b)
{
	convex_pair pair;
	see_both(a, b, &pair);
	kiln_gap gap;
	measure(&pair, exactly, &gap);
	kiln_d3 on_a = shared_point(&pair, &gap), on_b = on_a;
	kiln_closest_points answer = {.found = true};
	if (are_apart(&pair, &gap))
	{
		answer.distance = kiln_near_float_distance(gap.upper - pair.margin);
		on_a = kiln_d3_along(gap.on_a, pair.a[0].margin / gap.upper, gap.between);
		on_b = kiln_d3_along(gap.on_b, -pair.b[0].margin / gap.upper, gap.between);
	}
	answer.on_a = in_world(&pair, on_a);
	answer.on_b = in_world(&pair, on_b);
	kilni_convex_set_at(a, on_a, pair.eye, answer.at_a);
	kilni_convex_set_at(b, on_b, pair.eye, answer.at_b);
	return answer;
}

/// The answer with the shapes exchanged.
static kiln_closest_points swapped(kiln_closest_points answer)
{
	kiln_closest_points other = answer;
	other.on_a = answer.on_b;
	other.on_b = answer.on_a;
	memcpy(other.at_a, answer.at_b, sizeof other.at_a);
	memcpy(other.at_b, answer.at_a, sizeof other.at_b);
	return other;
}

static kiln_closest_points closest_of_lines(const kiln_convex_shape *a, const kiln_convex_shape *b)
{
	if (a->kind == KILN_CONVEX_LINE)
		return b->kind == KILN_CONVEX_LINE ? kiln_closest_line_line(&a->line, &b->line)
										   : kiln_closest_line_ray(&a->line, &b->ray);
	return b->kind == KILN_CONVEX_LINE ? swapped(kiln_closest_line_ray(&b->line, &a->ray))
									   : kiln_closest_ray_ray(&a->ray, &b->ray);
}

kiln_closest_points kiln_closest_convex_convex(const kiln_convex_shape *a, const kiln_convex_shape *b)
{
	if (!kilni_usable_convex(a) || !kilni_usable_convex(b))
		return (kiln_closest_points){0};
	if (kilni_convex_is_line(a) && kilni_convex_is_line(b))
		return closest_of_lines(a, b);
	return closest_of(a, b);
}

bool kiln_overlaps_convex_convex(const kiln_convex_shape *a, const kiln_convex_shape *b)
{
	if (!kilni_usable_convex(a) || !kilni_usable_convex(b))
		return true;
	if (kilni_convex_is_line(a) && kilni_convex_is_line(b))
		return closest_of_lines(a, b).distance == 0;
	convex_pair pair;
	see_both(a, b, &pair);
	kiln_gap gap;
	// The steps are those of the distance, and end where the distance is known: the answer is the same.
	measure(&pair, (kiln_enough){pair.margin, pair.margin * (1 + 0x1p-49), 0, 0}, &gap);
	return !are_apart(&pair, &gap);
}

/// How far `a` must move along a unit direction to leave b; both are in contact.
static double way_out(const convex_pair *pair, kiln_d3 along)
{
	uint32_t seed = KILN_NONE;
	kiln_d3 first = kilni_convex_support(pair->b, along, &seed);
	seed = KILN_NONE;
	kiln_d3 last = kilni_convex_support(pair->a, kiln_d3_scale(along, -1), &seed);
	return kiln_d3_dot(kiln_d3_sub(first, last), along);
}

/// The best direction found so far in which a leaves b.
typedef struct exit_search
{
	const convex_pair *pair;
	kiln_d3 normal;
	double length;
} exit_search;

/// Tries a direction and its opposite; a zero direction changes nothing.
static void try_exit(exit_search *search, kiln_d3 along)
{
	along = kilni_d3_unit(along);
	if (kiln_d3_largest(along) == 0)
		return;
	for (int i = 0; i < 2; ++i)
	{
		double length = way_out(search->pair, along);
		if (length < search->length)
		{
			search->length = length;
			search->normal = along;
		}
		along = kiln_d3_scale(along, -1);
	}
}

/// A direction in which `a` leaves `b` after a short way, for cores that overlap. Tries x, y, z, the directions of both
/// cores' bars and discs, and the perpendiculars to two of them.
static kiln_d3 exit_of(const convex_pair *pair)
{
	kiln_d3 sides[15] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	int count = 3;
	const kiln_convex *const both[2] = {pair->a, pair->b};
	for (int i = 0; i < 2; ++i)
		for (int j = 0; j < 3 && !both[i]->hull; ++j)
		{
			sides[count++] = kilni_d3_unit(both[i]->bars[j]);
			sides[count++] = kilni_d3_unit(both[i]->rounds[j]);
		}
	exit_search search = {.pair = pair, .length = HUGE_VAL};
	for (int i = 0; i < count; ++i)
	{
		try_exit(&search, sides[i]);
		for (int j = 0; j < i; ++j)
			try_exit(&search, kiln_d3_cross(sides[i], sides[j]));
	}
	return search.normal;
}

/// The direction from b's closest point to a's; for cores that overlap, a way out.
static kiln_d3 normal_between(const convex_pair *pair, const kiln_gap *gap)
{
	// Below this the direction is mostly rounding.
	if (gap->upper > 0x1p12 * gap->rounding)
		return kiln_d3_scale(gap->between, -1 / gap->upper);
	return exit_of(pair);
}

kiln_impact kiln_moving_convex_convex(const kiln_convex_shape *a, const kiln_vec3 *motion, const kiln_convex_shape *b)
{
	if (!kilni_usable_convex(a) || !kilni_usable_convex(b) || !kilni_usable_point(motion) || kilni_convex_is_line(a) ||
		kilni_convex_is_line(b))
		return (kiln_impact){0};
	convex_pair pair;
	see_both(a, b, &pair);
	kiln_gap gap;
	measure(&pair, exactly, &gap);
	kiln_meeting meeting = {.from_start = true};
	bool inside = !are_apart(&pair, &gap);
	kiln_d3 way = kiln_d3_from(*motion);
	if (!inside && !kilni_gjk_cast(pair.a, (kiln_d3){0, 0, 0}, way, 0, 1, pair.b, &meeting))
		return (kiln_impact){0};
	if (meeting.from_start)
		meeting = (kiln_meeting){.normal = normal_between(&pair, &gap), .point = shared_point(&pair, &gap)};
	return (kiln_impact){
		.hit = true,
		.inside = inside,
		.t = kiln_tight_down(meeting.time),
		.point = in_world(&pair, meeting.point),
		.normal = kiln_d3_to(meeting.normal),
	};
}
