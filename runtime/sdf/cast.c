// SPDX-License-Identifier: MIT
#include "math/double3.h"
#include "math/rounding.h"
#include "sample.h"

#include <math.h>

/// Most halvings of a capsule's axis.
#define HALVINGS 10

/// A sphere or capsule on its way: the axis, which is a point for a sphere, and what is around it.
typedef struct moving
{
	const kiln_sdf *sdf;
	kiln_d3 a, b;
	double radius;
	kiln_d3 direction;
} moving;

/// What the field says about a shape at one time.
typedef struct clearance
{
	double least; ///< the shape is certainly no nearer to the surface
	kiln_sdf_sample nearest;
	kiln_vec3 at; ///< the point of the axis of that sample
} clearance;

/// Samples the field; `*least` is certainly not above the exact distance. A place that is rounded to float moves by at most 2^-22 of it.
static kiln_sdf_sample sample_at(const moving *m, kiln_d3 at, double *least)
{
	const kiln_sdf_sample sample = kiln_sdf_distance(m->sdf, kiln_d3_to(at));
	*least = (double)sample.distance - (double)sample.error - 0x1p-22 * (fabs(at.x) + fabs(at.y) + fabs(at.z));
	return sample;
}

/// Bounds the distance of the axis from below: the distance at the middle of a piece less half the piece's length, for pieces so short that
/// this costs at most half of what is free.
static clearance clearance_at(const moving *m, double t)
{
	typedef struct piece
	{
		double middle, half; ///< shares of the axis
	} piece;
	piece stack[HALVINGS + 1];
	uint32_t depth = 0;
	const kiln_d3 axis = kiln_d3_sub(m->b, m->a), from = kiln_d3_along(m->a, t, m->direction);
	const double length = sqrt(kiln_d3_length2(axis));
	clearance found = {.least = (double)INFINITY};
	double free = (double)INFINITY;
	stack[depth++] = (piece){0.5, 0.5};
	while (depth > 0)
	{
		const piece now = stack[--depth];
		const kiln_d3 at = kiln_d3_along(from, now.middle, axis);
		double least;
		const kiln_sdf_sample sample = sample_at(m, at, &least);
		if (least - m->radius < free)
		{
			free = least - m->radius;
			found.nearest = sample;
			found.at = kiln_d3_to(at);
		}
		const double whole = least - m->radius - now.half * length;
		if (free <= 0 || whole >= 0.5 * free || now.half <= 0x1p-11)
		{
			found.least = whole < found.least ? whole : found.least;
			continue;
		}
		stack[depth++] = (piece){now.middle - now.half / 2, now.half / 2};
		stack[depth++] = (piece){now.middle + now.half / 2, now.half / 2};
	}
	return found;
}

/// The times between which the shape may be in the grid, in which all of the surface is. False where there are none.
static bool times_in_grid(const moving *m, double *enter, double *leave)
{
	const double a[3] = {m->a.x, m->a.y, m->a.z}, b[3] = {m->b.x, m->b.y, m->b.z};
	const double direction[3] = {m->direction.x, m->direction.y, m->direction.z};
	const double low[3] = {(double)m->sdf->origin.x, (double)m->sdf->origin.y, (double)m->sdf->origin.z};
	const double high[3] = {(double)m->sdf->end.x, (double)m->sdf->end.y, (double)m->sdf->end.z};
	for (int k = 0; k < 3; ++k)
	{
		const double least = a[k] < b[k] ? a[k] : b[k], most = a[k] < b[k] ? b[k] : a[k];
		const double more = m->radius + 0x1p-40 * (fabs(least) + fabs(most) + fabs(low[k]) + fabs(high[k]) + m->radius);
		const double before = low[k] - more - most, behind = high[k] + more - least;
		if (!(fabs(direction[k]) > 0))
		{
			if (before > 0 || behind < 0)
				return false;
			continue;
		}
		double first = before / direction[k], last = behind / direction[k];
		if (first > last)
		{
			const double swap = first;
			first = last;
			last = swap;
		}
		*enter = first > *enter ? first : *enter;
		*leave = last < *leave ? last : *leave;
	}
	return *enter <= *leave;
}

static kiln_sdf_hit hit_at(const moving *m, double t, const clearance *at)
{
	kiln_sdf_hit hit = {.hit = true, .distance = at->nearest.distance - (float)m->radius, .error = at->nearest.error};
	const float down = kiln_float_down(t);
	hit.t = down > 0 ? down : 0;
	(void)kiln_sdf_gradient(m->sdf, at->at, &hit.gradient);
	return hit;
}

static kiln_sdf_hit cast(const moving *m, double t_max)
{
	const kiln_sdf_hit none = {.hit = false};
	const double speed = sqrt(kiln_d3_length2(m->direction));
	double t = 0, end = t_max;
	if (!times_in_grid(m, &t, &end))
		return none;
	clearance at = {.least = 0};
	for (int steps = 0; steps < KILN_SDF_STEPS; ++steps)
	{
		at = clearance_at(m, t);
		if (!(at.least > (double)m->sdf->head->error))
			break;
		if (!(speed > 0))
			return none;
		const double next = t + at.least / speed;
		if (next > end)
			return none;
		// A step that is lost in the rounding of t ends the cast.
		if (!(next > t))
			break;
		t = next;
	}
	return hit_at(m, t, &at);
}

static kiln_sdf_hit cast_capsule(const kiln_sdf *sdf, kiln_vec3 a, kiln_vec3 b, float radius, const kiln_motion *motion)
{
	const float limit = KILN_COORDINATE_MAX;
	if (!kiln_vec3_within(a, limit) || !kiln_vec3_within(b, limit) || !(radius >= 0 && radius <= limit) ||
		!kiln_vec3_within(motion->direction, FLT_MAX) || !(motion->t_max >= 0))
		return (kiln_sdf_hit){.hit = false};
	const moving m = {sdf, kiln_d3_from(a), kiln_d3_from(b), (double)radius, kiln_d3_from(motion->direction)};
	return cast(&m, motion->t_max > 0 ? (double)motion->t_max : (double)FLT_MAX);
}

kiln_sdf_hit kiln_sdf_cast_sphere(const kiln_sdf *sdf, const kiln_sphere *sphere, const kiln_motion *motion)
{
	if (!kiln_sdf_is_open(sdf) || !sphere || !motion)
		return (kiln_sdf_hit){.hit = false};
	return cast_capsule(sdf, sphere->center, sphere->center, sphere->radius, motion);
}

kiln_sdf_hit kiln_sdf_cast_capsule(const kiln_sdf *sdf, const kiln_capsule *capsule, const kiln_motion *motion)
{
	if (!kiln_sdf_is_open(sdf) || !capsule || !motion)
		return (kiln_sdf_hit){.hit = false};
	return cast_capsule(sdf, capsule->a, capsule->b, capsule->radius, motion);
}
