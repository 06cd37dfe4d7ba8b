// SPDX-License-Identifier: MIT
#include "capsule.h"

#include "axial.h"
#include "bound/obb/methods.h"
#include "bound/search/few.h"
#include "bound/search/fit.h"
#include "sphere.h"

#include <math.h>

#define PI 3.14159265358979323846

/// What the search spends, in evaluations of a volume: on each start's first walk, and each time after some more points
/// were taken in, at most so many times.
#define WALK 90
#define NEXT 200
#define ROUNDS 8

#define LEAST_STEP 1e-6

/// The share of the radius that points may stand out by when the search ends.
#define OUTSIDE 1e-4

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
	bound_few *few;
	bound_axis axis;
	kiln_d3 u, v;
} moving;

static bound_axis moved(const moving *m, const double *x)
{
	return (bound_axis){kiln_d3_along(kiln_d3_along(m->axis.point, x[2], m->u), x[3], m->v),
		bound_unit_near(kiln_d3_along(kiln_d3_along(m->axis.direction, x[0], m->u), x[1], m->v))};
}

static double moved_radius(const obb_cloud *cloud, const double *x, const bound_axis *axis)
{
	double min, max, radius;
	bound_axis_extent(cloud, axis, &min, &max, &radius);
	return radius * (1 + kiln_double_abs(x[4]));
}

static double moved_cost(void *user, const double *x)
{
	const moving *m = user;
	const obb_cloud *cloud = &m->few->cloud;
	bound_axis axis = moved(m, x);
	double radius = moved_radius(cloud, x, &axis), ends[2];
	return capsule_cost(pull_ends(cloud, &axis, radius, ends), radius);
}

static kilncook_status finish(const kilncook_context *context, const obb_cloud *cloud, const bound_axis *axis,
	const double ends[2], bound_volume *volume)
{
	*volume = (bound_volume){.kind = BOUND_CAPSULE};
	volume->capsule.a = kiln_d3_to(bound_world(cloud, kiln_d3_along(axis->point, ends[0], axis->direction)));
	volume->capsule.b = kiln_d3_to(bound_world(cloud, kiln_d3_along(axis->point, ends[1], axis->direction)));
	return bound_finish(context, &cloud->input, volume);
}

static kilncook_status fit_principal(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_frame frame = obb_surface_covariance(cloud);
	double radius, ends[2];
	bound_axis axis = bound_least_axis(cloud, bound_vector(frame.axes[2]), &radius);
	pull_ends(cloud, &axis, radius, ends);
	return finish(context, cloud, &axis, ends, volume);
}

const bound_method bound_capsule_principal = {
	.name = "capsule-principal", .source = "Ericson 2005, 4.5.2", .kind = BOUND_CAPSULE, .fit_cloud = fit_principal};

/// The minimum sphere in place of a capsule that is larger.
static kilncook_status prefer_sphere(
	const kilncook_context *context, const bound_input *input, const kiln_sphere *sphere, bound_volume *volume)
{
	bound_volume least = {.kind = BOUND_SPHERE};
	kilncook_status status = KILNCOOK_OK;
	if (sphere)
		least.sphere = *sphere;
	else
		status = bound_fit(context, &bound_sphere_minimum, input, &least);
	if (status == KILNCOOK_OK && bound_volume_of(&least) < bound_volume_of(volume))
		volume->capsule = (kiln_capsule){least.sphere.center, least.sphere.center, least.sphere.radius};
	return status;
}

/// How far a point stands out of the capsule, and on which side of its middle.
typedef struct capsule_body
{
	const moving *m;
	bound_axis axis;
	double radius;
	double ends[2];
} capsule_body;

static double outside(const void *volume, kiln_d3 point, int *side)
{
	const capsule_body *body = volume;
	kiln_d3 w = kiln_d3_sub(point, body->axis.point);
	double at = kiln_d3_dot(w, body->axis.direction), middle = 0.5 * (body->ends[0] + body->ends[1]);
	double foot = at < body->ends[0] ? body->ends[0] : at > body->ends[1] ? body->ends[1] : at;
	*side = (at > middle) + 2 * (kiln_d3_dot(w, body->m->u) > 0) + 4 * (kiln_d3_dot(w, body->m->v) > 0);
	return sqrt(kiln_d3_length2(kiln_d3_along(w, -foot, body->axis.direction))) - body->radius;
}

static capsule_body body_of(const moving *m, const obb_cloud *cloud, const double *x)
{
	capsule_body body = {.m = m, .axis = moved(m, x)};
	body.radius = moved_radius(cloud, x, &body.axis);
	pull_ends(cloud, &body.axis, body.radius, body.ends);
	return body;
}

/// Takes in what the capsule around the chosen points leaves out. Returns how many points.
static uint32_t grow(const moving *m, const double *x)
{
	capsule_body body = body_of(m, &m->few->cloud, x);
	return bound_few_grow(m->few, outside, &body, OUTSIDE * body.radius);
}

static void learn(void *user, const double *x)
{
	grow(user, x);
}

/// Walks downhill from the best directions, and from where the best walk ended once more whenever points were taken in.
static capsule_body search(bound_few *few)
{
	kiln_d3 directions[BOUND_LISTED];
	moving starts[BOUND_LISTED];
	bound_walk walks[BOUND_LISTED] = {0};
	int count = bound_list_directions(few->all, direction_cost, &few->cloud, false, directions);
	for (int i = 0; i < count; ++i)
	{
		double radius;
		starts[i] = (moving){.few = few, .axis = bound_least_axis(&few->cloud, directions[i], &radius)};
		bound_across(directions[i], &starts[i].u, &starts[i].v);
		walks[i].user = &starts[i];
	}
	const bound_contest contest = {.cost = moved_cost,
		.learn = learn,
		.dimensions = 5,
		.step = 0.1,
		.least_step = LEAST_STEP,
		.evaluations = WALK};
	bound_compete(&contest, walks, count);
	moving *best = walks[0].user;
	double *x = walks[0].x;
	for (int round = 0; round < ROUNDS && grow(best, x) > 0; ++round)
		bound_descend(moved_cost, best, x, 5, 0.01, LEAST_STEP, NEXT);
	return body_of(best, few->all, x);
}

kilncook_status bound_capsule_search(
	const kilncook_context *context, const obb_cloud *cloud, const kiln_sphere *sphere, bound_volume *volume)
{
	bound_few few;
	kilncook_status status = bound_few_make(context, cloud, &few);
	if (status != KILNCOOK_OK)
		return status;
	capsule_body body = search(&few);
	bound_few_free(context, &few);
	status = finish(context, cloud, &body.axis, body.ends, volume);
	return status == KILNCOOK_OK ? prefer_sphere(context, &cloud->input, sphere, volume) : status;
}

static kilncook_status fit_best(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return bound_capsule_search(context, cloud, NULL, volume);
}

const bound_method bound_capsule_best = {.name = "capsule-best",
	.source = "search over directions, then over all five freedoms",
	.kind = BOUND_CAPSULE,
	.fit_cloud = fit_best};
