// SPDX-License-Identifier: MIT
#include "core.h"
#include "math/rounding.h"

/// Rays, moving boxes and pairs of moving boxes, by slabs in double (Kay and Kajiya 1986; Ericson 2005, 5.3.3 and
/// 5.5.8).
///
/// Each operation on a box's side is monotone, even with its rounding: so a box that contains another is met no later
/// and left no earlier than the other. Times have a relative error of less than 2^-51 before they are widened by 2^-50.

#define SHARE 0x1p-50

static double below(double x)
{
	return x > 0 ? x * (1 - SHARE) : x * (1 + SHARE);
}

static double above(double x)
{
	return x > 0 ? x * (1 + SHARE) : x * (1 - SHARE);
}

bool kilni_sweep_meets(const kiln_box_sweep *sweep, const kiln_aabb *box, double *t)
{
	const double low[3] = {(double)box->min.x, (double)box->min.y, (double)box->min.z};
	const double high[3] = {(double)box->max.x, (double)box->max.y, (double)box->max.z};
	double enter = 0, leave = sweep->t_max;
	for (unsigned i = 0; i < 3; i++)
	{
		double grow = sweep->half[i] + sweep->slack[i];
		double first = (low[i] - sweep->from[i]) - grow, last = (high[i] - sweep->from[i]) + grow;
		// 0 times the infinite inverse would be NaN.
		if (sweep->way[i] == 0)
		{
			if (first > 0 || last < 0)
				return false;
			continue;
		}
		bool forth = sweep->way[i] > 0;
		double near = (forth ? first : last) * sweep->inverse[i], far = (forth ? last : first) * sweep->inverse[i];
		enter = near > enter ? near : enter;
		leave = far < leave ? far : leave;
	}
	if (!(below(enter) <= above(leave)))
		return false;
	*t = enter < sweep->t_max ? enter : sweep->t_max;
	return true;
}

/// Sets the largest finite float as the limit if there is no limit: no answer lies beyond.
static bool set_way(kiln_box_sweep *sweep, kiln_vec3 direction, float t_max)
{
	const float way[3] = {direction.x, direction.y, direction.z};
	for (unsigned i = 0; i < 3; i++)
	{
		if (!kiln_float_finite(way[i]))
			return false;
		sweep->way[i] = (double)way[i];
		sweep->inverse[i] = 1 / sweep->way[i];
	}
	if (!(t_max >= 0))
		return false;
	sweep->t_max = t_max > 0 && t_max < FLT_MAX ? (double)t_max : (double)FLT_MAX;
	return true;
}

static bool is_near(float x)
{
	return x >= -KILN_COORDINATE_MAX && x <= KILN_COORDINATE_MAX;
}

bool kilni_sweep_of_ray(kiln_box_sweep *sweep, const kiln_ray *ray)
{
	*sweep = (kiln_box_sweep){0};
	if (!is_near(ray->origin.x) || !is_near(ray->origin.y) || !is_near(ray->origin.z))
		return false;
	sweep->from[0] = (double)ray->origin.x;
	sweep->from[1] = (double)ray->origin.y;
	sweep->from[2] = (double)ray->origin.z;
	return set_way(sweep, ray->direction, ray->t_max) &&
		   (sweep->way[0] != 0 || sweep->way[1] != 0 || sweep->way[2] != 0);
}

bool kilni_sweep_of_motion(kiln_box_sweep *sweep, const kiln_aabb *box, const kiln_motion *motion)
{
	*sweep = (kiln_box_sweep){0};
	const double low[3] = {(double)box->min.x, (double)box->min.y, (double)box->min.z};
	const double high[3] = {(double)box->max.x, (double)box->max.y, (double)box->max.z};
	for (unsigned i = 0; i < 3; i++)
	{
		if (!(low[i] <= high[i]) || !is_near((float)low[i]) || !is_near((float)high[i]))
			return false;
		sweep->from[i] = (low[i] + high[i]) / 2;
		sweep->half[i] = (high[i] - low[i]) / 2;
		// Covers the rounding of both, and the cancellation where a side is near the start.
		sweep->slack[i] = SHARE * ((low[i] < 0 ? -low[i] : low[i]) + (high[i] < 0 ? -high[i] : high[i]));
	}
	return set_way(sweep, motion->direction, motion->t_max);
}

/// Narrows from .. to to the times at which gap + rate t <= 0; rounding only widens this interval.
static void while_not_apart(double gap, double rate, double *from, double *to)
{
	if (rate == 0)
	{
		if (gap > 0)
			*from = HUGE_VAL;
		return;
	}
	double t = -gap / rate;
	if (rate > 0)
		*to = above(t) < *to ? above(t) : *to;
	else
		*from = below(t) > *from ? below(t) : *from;
}

bool kilni_boxes_meet(const kiln_aabb *a, kiln_vec3 way_a, const kiln_aabb *b, kiln_vec3 way_b)
{
	const double rate[3] = {
		(double)way_a.x - (double)way_b.x, (double)way_a.y - (double)way_b.y, (double)way_a.z - (double)way_b.z};
	const double before[3] = {
		(double)a->min.x - (double)b->max.x, (double)a->min.y - (double)b->max.y, (double)a->min.z - (double)b->max.z};
	const double behind[3] = {
		(double)b->min.x - (double)a->max.x, (double)b->min.y - (double)a->max.y, (double)b->min.z - (double)a->max.z};
	double from = 0, to = 1;
	for (unsigned i = 0; i < 3; i++)
	{
		while_not_apart(before[i], rate[i], &from, &to);
		while_not_apart(behind[i], -rate[i], &from, &to);
	}
	return from <= to;
}
