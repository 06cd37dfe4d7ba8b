// SPDX-License-Identifier: MIT
#include "cast.h"

#include <math.h>

/// The most supports of both bodies. Where bodies graze, each step gains a share of the remaining way.
#define STEPS_MOST 256

/// The number of steps that neither clip the ray nor come nearer after which distances take over.
#define SIDEWAYS_MOST 8

/// Cores are in contact within this many roundings of the sum of the margins, as in kilni_gjk_cast.
#define CONTACT 0x1p7

/// The state of a cast. Differences are those of points of b and a; the body has moved along the direction for `time`.
typedef struct ray_cast
{
	const kiln_convex *a, *b;
	kiln_d3 offset, direction;
	double time, limit;
	uint32_t seed_a, seed_b;
	uint32_t count;
	kiln_d3 w[4];	 ///< of the simplex, at time 0
	kiln_d3 on_b[4]; ///< b's points of the simplex
	double weight[4];
	kiln_d3 v;	   ///< the simplex's point closest to the origin, at `time`
	double length; ///< of v
	double size;   ///< bounds the coordinates found so far
	kiln_d3 last;  ///< the last plane that clipped the ray, from b to a; zero: none
} ray_cast;

static double rounding_of(const ray_cast *cast)
{
	return 0x1p-47 * cast->size;
}

/// Computes the difference farthest along -v, at time 0, as the simplex's next point.
static void extend_simplex(ray_cast *cast)
{
	kiln_d3 a = kilni_convex_support(cast->a, cast->v, &cast->seed_a);
	kiln_d3 b = kilni_convex_support(cast->b, kiln_d3_scale(cast->v, -1), &cast->seed_b);
	cast->w[cast->count] = kiln_d3_sub(kiln_d3_sub(b, a), cast->offset);
	cast->on_b[cast->count] = b;
	double size = kiln_d3_largest(a) + kiln_d3_largest(b) + kiln_d3_largest(cast->offset) +
				  kiln_double_abs(cast->time) * kiln_d3_largest(cast->direction);
	cast->size = kiln_double_max(cast->size, size);
}

/// Finds the simplex's closest point at `time`; drops points that it does not need.
static void reduce(ray_cast *cast)
{
	kiln_d3 w[4], from_w[4], from_b[4];
	uint32_t kept[4];
	for (uint32_t i = 0; i < cast->count; ++i)
	{
		from_w[i] = cast->w[i];
		from_b[i] = cast->on_b[i];
		w[i] = kiln_d3_along(cast->w[i], -cast->time, cast->direction);
	}
	cast->count = kilni_simplex_closest(w, cast->count, kept, cast->weight);
	cast->v = (kiln_d3){0, 0, 0};
	for (uint32_t i = 0; i < cast->count; ++i)
	{
		cast->w[i] = from_w[kept[i]];
		cast->on_b[i] = from_b[kept[i]];
		cast->v = kiln_d3_along(cast->v, cast->weight[i], w[kept[i]]);
	}
	cast->length = cast->count == 4 ? 0 : sqrt(kiln_d3_length2(cast->v));
}

/// The effect of a plane on the ray.
typedef enum ray_clip
{
	RAY_STAYS, ///< its start is behind the plane
	RAY_SHORTER,
	RAY_MISSES,
} ray_clip;

/// Clips by the plane perpendicular to v through the newest difference.
static ray_clip clip(ray_cast *cast, double margin)
{
	kiln_d3 w = kiln_d3_along(cast->w[cast->count], -cast->time, cast->direction);
	double apart = kiln_d3_dot(cast->v, w) / cast->length - margin - 0x1p-2 * rounding_of(cast);
	// The margin has its own rounding.
	if (!(apart > 0x1p4 * rounding_of(cast) + 0x1p-48 * margin))
		return RAY_STAYS;
	double speed = kiln_d3_dot(cast->v, cast->direction) / cast->length;
	if (!(speed > 0))
		return RAY_MISSES;
	double next = cast->time + apart / speed;
	if (!(next <= cast->limit))
		return RAY_MISSES;
	cast->last = kiln_d3_scale(cast->v, -1 / cast->length);
	if (!(next > cast->time))
		return RAY_STAYS;
	cast->time = next;
	return RAY_SHORTER;
}

static void finish(const ray_cast *cast, kiln_meeting *meeting)
{
	meeting->from_start = kiln_d3_length2(cast->last) == 0;
	meeting->time = cast->time;
	meeting->normal = cast->last;
	meeting->point = kiln_d3_scale(cast->last, cast->b->margin);
	for (uint32_t i = 0; i < cast->count; ++i)
		meeting->point = kiln_d3_along(meeting->point, cast->weight[i], cast->on_b[i]);
}

bool kilni_ray_cast(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting)
{
	const double margin = a->margin + b->margin;
	ray_cast cast = {.a = a, .b = b, .offset = offset, .direction = direction, .time = start, .limit = limit};
	cast.seed_a = cast.seed_b = KILN_NONE;
	*meeting = (kiln_meeting){.time = start};
	cast.v = kiln_d3_sub(kiln_d3_sub(b->center, a->center), kiln_d3_along(offset, start, direction));
	extend_simplex(&cast);
	cast.count = 1;
	reduce(&cast);
	bool arrived = cast.length - margin <= CONTACT * rounding_of(&cast);
	int sideways = 0;
	for (int step = 0; step < STEPS_MOST && sideways < SIDEWAYS_MOST && !arrived; ++step)
	{
		double before = cast.length;
		extend_simplex(&cast);
		ray_clip clipped = clip(&cast, margin);
		if (clipped == RAY_MISSES)
			return false;
		++cast.count;
		reduce(&cast);
		sideways += clipped == RAY_STAYS && !(cast.length < before);
		arrived = cast.length - margin <= CONTACT * rounding_of(&cast);
	}
	kiln_meeting rest;
	if (!arrived && !kilni_gjk_cast(a, offset, direction, cast.time, limit, b, &rest))
		return false;
	if (arrived || rest.from_start)
		finish(&cast, meeting);
	else
		*meeting = rest;
	return true;
}

/// Whether a core is a box, a hull or points, whose distances take few steps. `curved` is set for a round core.
static bool is_polytope(const kiln_convex *convex, bool *curved)
{
	bool polytope = false;
	for (; convex; convex = convex->plus)
	{
		*curved = *curved || convex->round_count > 0;
		polytope = polytope || convex->hull || convex->form == KILN_FORM_POINTS || convex->bar_count == 3;
	}
	return polytope;
}

bool kilni_cast_quickest(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting)
{
	bool curved = false, first = is_polytope(a, &curved), second = is_polytope(b, &curved);
	return !curved && first && second ? kilni_gjk_cast(a, offset, direction, start, limit, b, meeting)
									  : kilni_ray_cast(a, offset, direction, start, limit, b, meeting);
}

bool kilni_cast_from(kiln_cast_way *way, const kiln_convex *a, kiln_d3 offset, kiln_d3 away, kiln_d3 direction,
	double limit, const kiln_convex *b, kiln_meeting *meeting)
{
	double length2 = kiln_d3_length2(direction);
	double from = length2 > 0 ? -kiln_d3_dot(away, direction) / length2 : 0, size = kiln_double_abs(from);
	double end = limit - from + 0x1p-50 * (limit + size);
	if (!way(a, kiln_d3_along(offset, from, direction), direction, -from, end, b, meeting))
		return false;
	double time = meeting->from_start ? 0 : meeting->time + from - 0x1p-51 * size;
	meeting->time = kiln_double_min(kiln_double_max(time, 0), limit);
	return true;
}
