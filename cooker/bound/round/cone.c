// SPDX-License-Identifier: MIT
#include "cone.h"

#include "axial.h"
#include "bound/obb/methods.h"
#include "bound/search/fit.h"

#include <math.h>

#define PI 3.14159265358979323846

/// A cone whose base touches the cloud: the place of the apex determines its height.
typedef struct cone_shape
{
	double base;   ///< the base's position along the axis, measured from the axis's point
	double height; ///< HUGE_VAL when points lie beside the apex or beyond it
	double radius;
} cone_shape;

static cone_shape shape_from(const obb_cloud *cloud, const bound_axis *axis, double apex)
{
	double base = -HUGE_VAL, slope2 = 0;
	bool holds = true;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		kiln_d3 w = kiln_d3_sub(bound_local(cloud, i), axis->point);
		double at = kiln_d3_dot(w, axis->direction), ahead = at - apex;
		double off2 = kiln_d3_length2(kiln_d3_along(w, -at, axis->direction));
		base = at > base ? at : base;
		holds = holds && (ahead > 0 || (ahead == 0 && off2 == 0));
		if (off2 > slope2 * ahead * ahead)
			slope2 = off2 / (ahead * ahead);
	}
	double height = base - apex;
	return (cone_shape){base, holds ? height : HUGE_VAL, sqrt(slope2) * height};
}

static double cone_cost(const cone_shape *s)
{
	if (s->height == HUGE_VAL)
		return HUGE_VAL;
	double slant = sqrt(s->radius * s->radius + s->height * s->height);
	return PI / 3 * s->radius * s->radius * s->height + BOUND_AREA_SHARE * PI * s->radius * (s->radius + slant) +
		   BOUND_AREA_SHARE * BOUND_AREA_SHARE * s->height;
}

/// Finds the best height of the apex over the cloud; heights grow by half.
static double best_apex(const obb_cloud *cloud, const bound_axis *axis, double *least)
{
	double min, max, radius;
	bound_axis_extent(cloud, axis, &min, &max, &radius);
	double length = kiln_double_max(max - min, radius * 0x1p-10), over = 0.02 * length, best = over;
	*least = HUGE_VAL;
	for (; over < 20 * kiln_double_max(length, radius) && length > 0; over *= 1.5)
	{
		cone_shape s = shape_from(cloud, axis, min - over);
		double cost = cone_cost(&s);
		best = cost < *least ? over : best;
		*least = kiln_double_min(cost, *least);
	}
	if (length == 0)
		*least = 0;
	return min - best;
}

/// For bound_search_direction: the axis passes through the middle of the points' projections along it.
static double direction_cost(void *user, const double *x, double limit)
{
	(void)limit;
	const obb_cloud *cloud = user;
	double radius, least;
	bound_axis axis = bound_least_axis(cloud, (kiln_d3){x[0], x[1], x[2]}, &radius);
	best_apex(cloud, &axis, &least);
	return least;
}

/// A cone that the search moves: by a tilt about the apex, and by moving the apex.
typedef struct moving
{
	const obb_cloud *cloud;
	bound_axis axis; ///< the axis's point is the apex
	kiln_d3 u, v;
} moving;

static bound_axis moved(const moving *m, const double *x)
{
	kiln_d3 apex = kiln_d3_along(kiln_d3_along(m->axis.point, x[2], m->u), x[3], m->v);
	kiln_d3 direction = kiln_d3_along(kiln_d3_along(m->axis.direction, x[0], m->u), x[1], m->v);
	return (bound_axis){kiln_d3_along(apex, x[4], m->axis.direction), bound_unit(direction)};
}

static double moved_cost(void *user, const double *x, double limit)
{
	(void)limit;
	const moving *m = user;
	bound_axis axis = moved(m, x);
	cone_shape s = shape_from(m->cloud, &axis, 0);
	return cone_cost(&s);
}

/// Fits the best cone near this direction: searches with a few of the points, finishes with all points.
static kilncook_status fit_from(const kilncook_context *context, const obb_cloud *cloud, const obb_cloud *few,
	kiln_d3 direction, bound_volume *volume)
{
	double radius, least, x[5] = {0};
	bound_axis axis = bound_least_axis(cloud, direction, &radius);
	double apex = best_apex(cloud, &axis, &least);
	moving m = {few, {kiln_d3_along(axis.point, apex, direction), direction}, {0, 0, 0}, {0, 0, 0}};
	bound_across(direction, &m.u, &m.v);
	if (few && least > 0)
		bound_descend(moved_cost, &m, x, 5, 0.05, 1e-8, bound_evaluations(0, few->count));
	m.cloud = cloud;
	// The cone around the few points may have a point of the whole cloud beyond its apex.
	if (few && moved_cost(&m, x, HUGE_VAL) > least)
		x[0] = x[1] = x[2] = x[3] = x[4] = 0;
	if (few && least > 0 && few->count < cloud->count)
		bound_descend(moved_cost, &m, x, 5, 1e-3, 1e-8, bound_evaluations(0, cloud->count));
	axis = moved(&m, x);
	cone_shape s = shape_from(cloud, &axis, 0);
	*volume = (bound_volume){.kind = BOUND_CONE};
	return bound_place_ends(context, cloud, &axis, 0, s.base, volume);
}

static kilncook_status fit_principal(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_frame frame = obb_surface_covariance(cloud);
	kiln_d3 best = {0, 0, 1};
	double least = HUGE_VAL;
	for (int i = 0; i < 6; ++i)
	{
		kiln_d3 direction = kiln_d3_scale(bound_vector(frame.axes[i / 2]), i % 2 ? -1 : 1);
		const double x[3] = {direction.x, direction.y, direction.z};
		double cost = direction_cost(cloud, x, HUGE_VAL);
		best = cost < least ? direction : best;
		least = kiln_double_min(cost, least);
	}
	return fit_from(context, cloud, NULL, best, volume);
}

const bound_method bound_cone_principal = {.name = "cone-principal",
	.source = "least of six cones along the principal axes",
	.kind = BOUND_CONE,
	.fit_cloud = fit_principal};

static kilncook_status fit_best(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_cloud few;
	kilncook_status status = bound_reduce(context, cloud, &few);
	if (status != KILNCOOK_OK)
		return status;
	// One cost here makes about twenty passes over the points.
	kiln_d3 direction = bound_search_direction(
		cloud, direction_cost, &few, true, bound_evaluations(BOUND_SEARCH_EFFORT / 4, few.count) / 4);
	status = fit_from(context, cloud, &few, direction, volume);
	bound_reduced_free(context, cloud, &few);
	return status;
}

const bound_method bound_cone_best = {.name = "cone-best",
	.source = "search over directions, then over all five freedoms",
	.kind = BOUND_CONE,
	.fit_cloud = fit_best};
