// SPDX-License-Identifier: MIT
#include "capsule.h"

#include "axial.h"
#include "fit.h"
#include "obb_methods.h"
#include "sphere.h"

#include <math.h>

#define PI 3.14159265358979323846

/// The ends of a segment along the axis, as far pulled in as the caps of this radius allow. Where they pass each other a
/// ball holds everything, in their middle.
static double pull_ends(const obb_cloud *cloud, const bound_axis *axis, double radius, double ends[2])
{
	ends[0] = HUGE_VAL;
	ends[1] = -HUGE_VAL;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		kiln_d3 w = kiln_d3_sub(bound_local(cloud, i), axis->point);
		double at = kiln_d3_dot(w, axis->direction), off2 = kiln_d3_length2(w) - at * at;
		double cap2 = radius * radius - off2, cap = cap2 > 0 ? sqrt(cap2) : 0;
		ends[0] = at + cap < ends[0] ? at + cap : ends[0];
		ends[1] = at - cap > ends[1] ? at - cap : ends[1];
	}
	if (ends[0] > ends[1])
		ends[0] = ends[1] = 0.5 * (ends[0] + ends[1]);
	return ends[1] - ends[0];
}

static double capsule_cost(double length, double radius)
{
	double volume = PI * radius * radius * (length + 4.0 / 3 * radius);
	return volume + BOUND_AREA_SHARE * (2 * PI * radius * (length + 2 * radius) + length);
}

/// For bound_search_direction: the slimmest capsule in this direction.
static double direction_cost(void *user, const double *x)
{
	const obb_cloud *cloud = user;
	double radius, ends[2];
	bound_axis axis = bound_least_axis(cloud, (kiln_d3){x[0], x[1], x[2]}, &radius);
	return capsule_cost(pull_ends(cloud, &axis, radius, ends), radius);
}

/// A capsule that is being moved: by a tilt, a shift across, and a share of its radius that is given away so that the
/// ends come in.
typedef struct moving
{
	const obb_cloud *cloud;
	bound_axis axis;
	kiln_d3 u, v;
} moving;

static bound_axis moved(const moving *m, const double *x)
{
	return (bound_axis){kiln_d3_along(kiln_d3_along(m->axis.point, x[2], m->u), x[3], m->v),
		bound_unit(kiln_d3_along(kiln_d3_along(m->axis.direction, x[0], m->u), x[1], m->v))};
}

static double moved_radius(const moving *m, const double *x, const bound_axis *axis)
{
	double min, max, radius;
	bound_axis_extent(m->cloud, axis, &min, &max, &radius);
	return radius * (1 + kiln_double_abs(x[4]));
}

static double moved_cost(void *user, const double *x)
{
	const moving *m = user;
	bound_axis axis = moved(m, x);
	double radius = moved_radius(m, x, &axis), ends[2];
	return capsule_cost(pull_ends(m->cloud, &axis, radius, ends), radius);
}

static kilncook_status finish(const kilncook_context *context, const bound_input *input, const obb_cloud *cloud,
	const bound_axis *axis, const double ends[2], bound_volume *volume)
{
	*volume = (bound_volume){.kind = BOUND_CAPSULE};
	volume->capsule.a = kiln_d3_to(bound_world(cloud, kiln_d3_along(axis->point, ends[0], axis->direction)));
	volume->capsule.b = kiln_d3_to(bound_world(cloud, kiln_d3_along(axis->point, ends[1], axis->direction)));
	return bound_finish(context, input, volume);
}

static kilncook_status fit_principal(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	obb_cloud cloud;
	kilncook_status status = obb_cloud_make(context, input, true, &cloud);
	if (status != KILNCOOK_OK)
		return status;
	obb_frame frame = obb_surface_covariance(&cloud);
	double radius, ends[2];
	bound_axis axis =
		bound_least_axis(&cloud, (kiln_d3){frame.axes[2][0], frame.axes[2][1], frame.axes[2][2]}, &radius);
	pull_ends(&cloud, &axis, radius, ends);
	const bound_input corners = {input->points, input->count, cloud.hull};
	status = finish(context, &corners, &cloud, &axis, ends, volume);
	obb_cloud_free(context, &cloud);
	return status;
}

const bound_method bound_capsule_principal = {
	.name = "capsule-principal", .source = "Ericson 2005, 4.5.2", .kind = BOUND_CAPSULE, .fit = fit_principal};

/// The minimum sphere in place of a capsule that is larger.
static kilncook_status prefer_sphere(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	bound_volume sphere;
	kilncook_status status = bound_sphere_minimum.fit(context, input, &sphere);
	if (status == KILNCOOK_OK && bound_volume_of(&sphere) < bound_volume_of(volume))
		volume->capsule = (kiln_capsule){sphere.sphere.center, sphere.sphere.center, sphere.sphere.radius};
	return status;
}

/// Searches on few of the points and finishes on all.
static kilncook_status search(const kilncook_context *context, const bound_input *input, const obb_cloud *cloud,
	obb_cloud *few, bound_volume *volume)
{
	double radius, ends[2], x[5] = {0};
	kiln_d3 direction = bound_search_direction(cloud, direction_cost, few, false, 0, few->count);
	moving m = {.cloud = few, .axis = bound_least_axis(few, direction, &radius)};
	bound_across(direction, &m.u, &m.v);
	bound_descend(moved_cost, &m, x, 5, 0.05, 1e-8, bound_evaluations(0, few->count));
	m.cloud = cloud;
	if (few->count < cloud->count)
		bound_descend(moved_cost, &m, x, 5, 1e-3, 1e-8, bound_evaluations(0, cloud->count));
	bound_axis axis = moved(&m, x);
	pull_ends(cloud, &axis, moved_radius(&m, x, &axis), ends);
	kilncook_status status = finish(context, input, cloud, &axis, ends, volume);
	return status == KILNCOOK_OK ? prefer_sphere(context, input, volume) : status;
}

static kilncook_status fit_best(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	obb_cloud cloud, few;
	kilncook_status status = obb_cloud_make(context, input, true, &cloud);
	if (status != KILNCOOK_OK)
		return status;
	const bound_input corners = {input->points, input->count, cloud.hull};
	status = bound_reduce(context, &cloud, &few);
	if (status == KILNCOOK_OK)
	{
		status = search(context, &corners, &cloud, &few, volume);
		bound_reduced_free(context, &cloud, &few);
	}
	obb_cloud_free(context, &cloud);
	return status;
}

const bound_method bound_capsule_best = {.name = "capsule-best",
	.source = "search over directions, then over all five freedoms",
	.kind = BOUND_CAPSULE,
	.fit = fit_best};
