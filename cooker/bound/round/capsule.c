// SPDX-License-Identifier: MIT
#include "capsule.h"

#include "axial.h"
#include "bound/obb/methods.h"
#include "bound/obb/obb.h"
#include "bound/search/few.h"
#include "bound/search/fit.h"
#include "bound/search/held.h"
#include "cuboid.h"
#include "sphere.h"

#include <math.h>

#define PI 3.14159265358979323846

/// The search's limits, in evaluations of a volume: for each start's first walk, and for each walk after points were
/// added, which happens at most so many times.
#define WALK 90
#define NEXT 200
#define ROUNDS 8

#define LEAST_STEP 1e-4

/// The search ends when no point lies outside by more than this share of the radius.
#define OUTSIDE 1e-4

/// A capsule's radius, and where its segment ends along the axis.
typedef struct capsule_shape
{
	double radius;
	double ends[2];
} capsule_shape;

static double capsule_cost(double length, double radius)
{
	double volume = PI * radius * radius * (length + 4.0 / 3 * radius);
	return volume + BOUND_AREA_SHARE * (2 * PI * radius * (length + 2 * radius) + length);
}

static double shape_cost(const capsule_shape *s)
{
	return capsule_cost(s->ends[1] - s->ends[0], s->radius);
}

/// Returns the radius of the least cylinder about an axis. Keeps the square of every point's distance from the axis in spare[0],
/// and the place of its foot in spare[1].
static double radius_about(const bound_lanes *lanes, const bound_axis *axis)
{
	const bound_lanes_d3 point = bound_lanes_all(axis->point), direction = bound_lanes_all(axis->direction);
	d4 far = d4_set1(0);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		bound_lanes_d3 w = bound_lanes_sub(bound_lanes_at(lanes, i), point);
		d4 at = bound_lanes_dot(w, direction);
		bound_lanes_d3 across = bound_lanes_sub(w, bound_lanes_scale(direction, at));
		d4 off = bound_lanes_dot(across, across);
		far = d4_max(far, off);
		d4_store(lanes->spare[0] + i, off);
		d4_store(lanes->spare[1] + i, at);
	}
	return sqrt(bound_lanes_most(far));
}

/// Moves the ends of the segment inwards as far as caps of the radius allow, after radius_about. Where the ends would pass
/// each other, a ball at their middle contains all points. Keeps where each point's caps begin and end in the last two columns.
static void pull_ends(const bound_lanes *lanes, capsule_shape *s)
{
	const d4 square = d4_set1(s->radius * s->radius), none = d4_set1(0);
	d4 first = d4_set1(HUGE_VAL), last = d4_set1(-HUGE_VAL);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		d4 cap = d4_sqrt(d4_max(d4_sub(square, d4_load(lanes->spare[0] + i)), none)), at = d4_load(lanes->spare[1] + i);
		d4 from = d4_add(at, cap), to = d4_sub(at, cap);
		first = d4_min(first, from);
		last = d4_max(last, to);
		d4_store(lanes->spare[2] + i, from);
		d4_store(lanes->spare[3] + i, to);
	}
	s->ends[0] = bound_lanes_least(first);
	s->ends[1] = bound_lanes_most(last);
	if (s->ends[0] > s->ends[1])
		s->ends[0] = s->ends[1] = 0.5 * (s->ends[0] + s->ends[1]);
}

/// The cost of the capsule around a few points; as shape_about, but in registers.
static double held_cost(const bound_lanes *lanes, const bound_axis *axis, double extra)
{
	const bound_lanes_d3 point = bound_lanes_all(axis->point), direction = bound_lanes_all(axis->direction);
	const d4 none = d4_set1(0);
	d4 far = none, off[BOUND_HELD / BOUND_LANES], at[BOUND_HELD / BOUND_LANES];
	for (uint32_t i = 0; i < BOUND_HELD / BOUND_LANES; ++i)
	{
		bound_lanes_d3 w = bound_lanes_sub(bound_lanes_at(lanes, BOUND_LANES * i), point);
		at[i] = bound_lanes_dot(w, direction);
		bound_lanes_d3 across = bound_lanes_sub(w, bound_lanes_scale(direction, at[i]));
		off[i] = bound_lanes_dot(across, across);
		far = d4_max(far, off[i]);
	}
	double radius = sqrt(bound_lanes_most(far)) * (1 + extra);
	const d4 square = d4_set1(radius * radius);
	d4 first = d4_set1(HUGE_VAL), last = d4_set1(-HUGE_VAL);
	for (uint32_t i = 0; i < BOUND_HELD / BOUND_LANES; ++i)
	{
		d4 cap = d4_sqrt(d4_max(d4_sub(square, off[i]), none));
		first = d4_min(first, d4_add(at[i], cap));
		last = d4_max(last, d4_sub(at[i], cap));
	}
	return capsule_cost(kiln_double_max(bound_lanes_most(last) - bound_lanes_least(first), 0), radius);
}

/// Makes the capsule about an axis whose radius is greater than it must be by the share `extra`.
static capsule_shape shape_about(const bound_lanes *lanes, const bound_axis *axis, double extra)
{
	capsule_shape s = {.radius = radius_about(lanes, axis) * (1 + extra)};
	pull_ends(lanes, &s);
	return s;
}

/// A capsule that the search moves: by a tilt, a shift perpendicular to the axis, and an increase of the radius, which
/// lets the ends move inwards.
typedef struct moving
{
	bound_few *few;
	bound_axis axis;
	kiln_d3 u, v;
	bound_held held;
} moving;

static bound_axis moved(const moving *m, const double *x)
{
	return (bound_axis){kiln_d3_along(kiln_d3_along(m->axis.point, x[2], m->u), x[3], m->v),
		bound_unit_near(kiln_d3_along(kiln_d3_along(m->axis.direction, x[0], m->u), x[1], m->v))};
}

/// A capsule about an axis.
typedef struct capsule_body
{
	const moving *m; ///< NULL where no search moves it
	bound_axis axis;
	capsule_shape shape;
} capsule_body;

/// Takes the points that hold the radius and the ends, after a shape was made.
static void hold(moving *m, const capsule_shape *s, double radius)
{
	const bound_lanes *lanes = &m->few->lanes;
	const d4 square = d4_set1(radius * radius * (1 - 1e-14)), first = d4_set1(s->ends[0]), last = d4_set1(s->ends[1]);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		uint32_t bits = n4_bits(n4_gt(d4_load(lanes->spare[0] + i), square));
		bits |=
			n4_bits(n4_eq(d4_load(lanes->spare[2] + i), first)) | n4_bits(n4_eq(d4_load(lanes->spare[3] + i), last));
		if (bits != 0)
			bound_held_take(&m->held, lanes, i, bits);
	}
}

static double moved_cost(void *user, const double *x, double limit)
{
	moving *m = user;
	const bound_axis axis = moved(m, x);
	const double extra = kiln_double_abs(x[4]);
	if (m->held.lanes.count > 0)
	{
		double cost = held_cost(&m->held.lanes, &axis, extra);
		if (cost >= limit)
			return cost;
	}
	capsule_shape s = shape_about(&m->few->lanes, &axis, extra);
	hold(m, &s, s.radius / (1 + extra));
	return shape_cost(&s);
}

static kilncook_status finish(
	const kilncook_context *context, const obb_cloud *cloud, const capsule_body *body, bound_volume *volume)
{
	const bound_axis *axis = &body->axis;
	*volume = (bound_volume){.kind = BOUND_CAPSULE};
	volume->capsule.a =
		kiln_d3_to(bound_world(cloud, kiln_d3_along(axis->point, body->shape.ends[0], axis->direction)));
	volume->capsule.b =
		kiln_d3_to(bound_world(cloud, kiln_d3_along(axis->point, body->shape.ends[1], axis->direction)));
	return bound_finish(context, &cloud->input, volume);
}

static kilncook_status fit_principal(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_frame frame = obb_surface_covariance(cloud);
	double radius;
	bound_lanes lanes;
	if (!bound_lanes_of(context, cloud, &lanes))
		return KILNCOOK_INTERNAL;
	capsule_body body = {.axis = bound_least_axis(cloud, bound_vector(frame.axes[2]), &radius)};
	body.shape = shape_about(&lanes, &body.axis, 0);
	bound_lanes_free(context, &lanes);
	return finish(context, cloud, &body, volume);
}

const bound_method bound_capsule_principal = {
	.name = "capsule-principal", .source = "Ericson 2005, 4.5.2", .kind = BOUND_CAPSULE, .fit_cloud = fit_principal};

/// Replaces a capsule by the minimum sphere if the sphere is smaller.
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

static d4 distance_outside(const void *volume, bound_lanes_d3 points)
{
	const capsule_body *body = volume;
	const bound_lanes_d3 direction = bound_lanes_all(body->axis.direction);
	bound_lanes_d3 w = bound_lanes_sub(points, bound_lanes_all(body->axis.point));
	d4 at = bound_lanes_dot(w, direction);
	at = d4_min(d4_max(at, d4_set1(body->shape.ends[0])), d4_set1(body->shape.ends[1]));
	w = bound_lanes_sub(w, bound_lanes_scale(direction, at));
	return d4_sub(d4_sqrt(bound_lanes_dot(w, w)), d4_set1(body->shape.radius));
}

/// Returns on which side of the capsule's middle a point lies.
static int side_of(const void *volume, kiln_d3 point)
{
	const capsule_body *body = volume;
	kiln_d3 w = kiln_d3_sub(point, body->axis.point);
	double at = kiln_d3_dot(w, body->axis.direction), middle = 0.5 * (body->shape.ends[0] + body->shape.ends[1]);
	return (at > middle) + 2 * (kiln_d3_dot(w, body->m->u) > 0) + 4 * (kiln_d3_dot(w, body->m->v) > 0);
}

static capsule_body body_of(const moving *m, const bound_lanes *lanes, const double *x)
{
	capsule_body body = {.m = m, .axis = moved(m, x)};
	body.shape = shape_about(lanes, &body.axis, kiln_double_abs(x[4]));
	return body;
}

/// Adds the points outside the capsule around the chosen points. Returns how many points were added.
static uint32_t grow(const moving *m, const double *x)
{
	capsule_body body = body_of(m, &m->few->lanes, x);
	const bound_outside outside = {distance_outside, side_of, &body};
	return bound_few_grow(m->few, &outside, OUTSIDE * body.shape.radius);
}

static void learn(void *user, const double *x)
{
	grow(user, x);
}

/// A direction to start from, and the share of the radius to give away there.
typedef struct start
{
	kiln_d3 direction;
	double extra;
	double cost;
} start;

#define STARTS_MAX 4

/// The best starts, the cheapest first.
typedef struct starts
{
	start best[STARTS_MAX];
	int count;
} starts;

/// Directions whose cosine is above this are one: less than that matters to needles.
#define SAME (1 - 1e-12)

static bool is_listed(const starts *list, kiln_d3 direction)
{
	for (int i = 0; i < list->count; ++i)
		if (kiln_double_abs(kiln_d3_dot(list->best[i].direction, direction)) > SAME)
			return true;
	return false;
}

static void add_start(const obb_cloud *cloud, const bound_lanes *lanes, kiln_d3 direction, starts *list)
{
	static const double extras[4] = {0, 0.03, 0.1, 0.3};
	start added = {direction, 0, HUGE_VAL};
	double least;
	if (is_listed(list, direction))
		return;
	bound_axis axis = bound_least_axis(cloud, direction, &least);
	double radius = radius_about(lanes, &axis);
	for (int i = 0; i < 4; ++i)
	{
		capsule_shape s = {.radius = radius * (1 + extras[i])};
		pull_ends(lanes, &s);
		double cost = shape_cost(&s);
		added.extra = cost < added.cost ? extras[i] : added.extra;
		added.cost = kiln_double_min(cost, added.cost);
	}
	int at = list->count;
	while (at > 0 && added.cost < list->best[at - 1].cost)
		--at;
	if (at == STARTS_MAX)
		return;
	for (int i = list->count < STARTS_MAX ? list->count++ : STARTS_MAX - 1; i > at; --i)
		list->best[i] = list->best[i - 1];
	list->best[at] = added;
}

/// Starts along the axes of frames and of a box.
static starts list_starts(
	const obb_cloud *cloud, const bound_lanes *lanes, const obb_frame *frames, int count, const kiln_obb *box)
{
	starts list = {.count = 0};
	for (int axis = 0; axis < 3; ++axis)
	{
		add_start(cloud, lanes, bound_unit(kiln_d3_from(box->axes[axis])), &list);
		for (int i = 0; i < count; ++i)
			add_start(cloud, lanes, bound_vector(frames[i].axes[axis]), &list);
	}
	return list;
}

/// Walks downhill from the best starts, and from where the best walk ended once more whenever points were taken in. `*started` gets
/// the cost of the best start around the few points.
static capsule_body search(bound_few *few, const kiln_obb *box, double *started)
{
	moving moves[STARTS_MAX];
	bound_walk walks[STARTS_MAX] = {0};
	const obb_frame frames[3] = {obb_surface_covariance(few->all), obb_inertia(few->all), obb_extremal(few->all)};
	starts list = list_starts(&few->cloud, &few->lanes, frames, 3, box);
	*started = list.best[0].cost;
	for (int i = 0; i < list.count; ++i)
	{
		double radius;
		kiln_d3 direction = list.best[i].direction;
		moves[i] = (moving){.few = few, .axis = bound_least_axis(&few->cloud, direction, &radius)};
		bound_across(direction, &moves[i].u, &moves[i].v);
		bound_held_make(&moves[i].held);
		walks[i].user = &moves[i];
		walks[i].x[4] = list.best[i].extra;
	}
	const bound_contest contest = {.cost = moved_cost,
		.learn = learn,
		.dimensions = 5,
		.step = 0.1,
		.least_step = LEAST_STEP,
		.evaluations = WALK};
	bound_compete(&contest, walks, list.count);
	moving *best = walks[0].user;
	double *x = walks[0].x;
	for (int round = 0; round < ROUNDS && grow(best, x) > 0; ++round)
		bound_descend(moved_cost, best, x, 5, 0.01, LEAST_STEP, NEXT);
	return body_of(best, few->whole, x);
}

/// The best start around all points.
static capsule_body quick(const obb_cloud *cloud, const bound_lanes *lanes, const kiln_obb *box)
{
	double radius;
	const obb_frame surface = obb_surface_covariance(cloud);
	starts list = list_starts(cloud, lanes, &surface, 1, box);
	capsule_body body = {.axis = bound_least_axis(cloud, list.best[0].direction, &radius)};
	body.shape = shape_about(lanes, &body.axis, list.best[0].extra);
	return body;
}

kilncook_status bound_capsule_search(const kilncook_context *context, const obb_cloud *cloud, const kiln_sphere *sphere,
	const kiln_obb *box, bound_volume *volume)
{
	bound_volume fitted;
	bound_few few;
	bound_lanes all;
	bound_cuboid cuboid;
	if (bound_cuboid_capsule(cloud, &cuboid))
	{
		const capsule_body middle = {
			.axis = {{0, 0, 0}, cuboid.axes[0]}, .shape.ends = {-cuboid.sides[0], cuboid.sides[0]}};
		kilncook_status made = finish(context, cloud, &middle, volume);
		return made == KILNCOOK_OK ? prefer_sphere(context, &cloud->input, sphere, volume) : made;
	}
	kilncook_status status = box ? KILNCOOK_OK : bound_obb_fast(context, cloud, &fitted);
	if (status != KILNCOOK_OK || !bound_lanes_of(context, cloud, &all))
		return KILNCOOK_INTERNAL;
	status = bound_few_make(context, cloud, &all, &few);
	if (status == KILNCOOK_OK)
	{
		box = box ? box : &fitted.obb;
		double started;
		capsule_body body = search(&few, box, &started);
		bound_few_free(context, &few);
		// What wins around few points may lose around all, even against a start.
		if (started < shape_cost(&body.shape))
		{
			capsule_body simple = quick(cloud, &all, box);
			body = shape_cost(&simple.shape) < shape_cost(&body.shape) ? simple : body;
		}
		status = finish(context, cloud, &body, volume);
	}
	bound_lanes_free(context, &all);
	return status == KILNCOOK_OK ? prefer_sphere(context, &cloud->input, sphere, volume) : status;
}

static kilncook_status fit_best(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return bound_capsule_search(context, cloud, NULL, NULL, volume);
}

kilncook_status bound_capsule_quick(const kilncook_context *context, const obb_cloud *cloud, const kiln_sphere *sphere,
	const kiln_obb *box, bound_volume *volume)
{
	bound_volume fitted;
	kilncook_status status = box ? KILNCOOK_OK : bound_obb_fast(context, cloud, &fitted);
	if (status != KILNCOOK_OK)
		return status;
	bound_lanes all;
	if (!bound_lanes_of(context, cloud, &all))
		return KILNCOOK_INTERNAL;
	capsule_body body = quick(cloud, &all, box ? box : &fitted.obb);
	bound_lanes_free(context, &all);
	status = finish(context, cloud, &body, volume);
	return status == KILNCOOK_OK ? prefer_sphere(context, &cloud->input, sphere, volume) : status;
}

static kilncook_status fit_fast(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return bound_capsule_quick(context, cloud, NULL, NULL, volume);
}

const bound_method bound_capsule_fast = {.name = "capsule-fast",
	.source = "the least along the axes of obb-fast and capsule-principal",
	.kind = BOUND_CAPSULE,
	.fit_cloud = fit_fast};

const bound_method bound_capsule_best = {.name = "capsule-best",
	.source = "search over directions, then over all five freedoms",
	.kind = BOUND_CAPSULE,
	.fit_cloud = fit_best};
