// SPDX-License-Identifier: MIT
#include "rss.h"

#include "axial.h"
#include "bound/obb/methods.h"
#include "bound/obb/obb.h"
#include "bound/search/few.h"
#include "bound/search/fit.h"
#include "capsule.h"
#include "cuboid.h"
#include "rss_shape.h"
#include "sphere.h"

#include <math.h>

/// The search's limits, in evaluations of a volume: for each start's first walk, and for each walk after points were
/// added, which happens at most so many times.
#define WALK 28
#define NEXT 100
#define ROUNDS 8

#define LEAST_STEP 1e-4

/// The share of its volume that a capsule may lose when it becomes a lozenge.
#define SLACK 1e-3

/// The search ends when no point lies outside by more than this share of the radius.
#define OUTSIDE 1e-4

/// A lozenge that the search turns and thickens.
typedef struct turning
{
	bound_few *few;
	rss_frame frame;
	bound_held held;
} turning;

/// Turns the frame by about the vector x, which is zero for no rotation.
static rss_frame turned(const rss_frame *frame, const double *x)
{
	kiln_d3 turn = {0, 0, 0};
	for (int i = 0; i < 3; ++i)
		turn = kiln_d3_along(turn, x[i], frame->axes[i]);
	kiln_d3 n = bound_unit_near(kiln_d3_add(frame->axes[2], kiln_d3_cross(turn, frame->axes[2])));
	kiln_d3 u = kiln_d3_add(frame->axes[0], kiln_d3_cross(turn, frame->axes[0]));
	u = bound_unit_near(kiln_d3_along(u, -kiln_d3_dot(u, n), n));
	return (rss_frame){{u, kiln_d3_cross(n, u), n}};
}

static double turned_cost(void *user, const double *x, double limit)
{
	turning *t = user;
	rss_frame frame = turned(&t->frame, x);
	rss_shape s;
	return rss_shape_in(&t->few->lanes, &frame, kiln_double_abs(x[3]), limit, &t->held, &s);
}

/// A start of the search.
typedef struct start
{
	rss_frame frame;
	double extra;
	double cost;
} start;

#define STARTS_MAX 6

typedef struct starts
{
	start best[STARTS_MAX];
	int count;
} starts;

/// The same frame may come from several fits: the rectangles are equal except for rounding, maybe with swapped sides.
static bool is_listed(const starts *list, const start *added)
{
	for (int i = 0; i < list->count; ++i)
	{
		const start *s = &list->best[i];
		double cosine = kiln_d3_dot(s->frame.axes[2], added->frame.axes[2]);
		if (cosine * cosine > 1 - 1e-6 && kiln_double_abs(s->cost - added->cost) <= 1e-6 * s->cost)
			return true;
	}
	return false;
}

static void add_start(starts *list, const start *added)
{
	if (is_listed(list, added))
		return;
	int at = list->count;
	while (at > 0 && added->cost < list->best[at - 1].cost)
		--at;
	if (at == STARTS_MAX)
		return;
	for (int i = list->count < STARTS_MAX ? list->count++ : STARTS_MAX - 1; i > at; --i)
		list->best[i] = list->best[i - 1];
	list->best[at] = *added;
}

/// Adds the best of some radii, for each axis as the normal.
static void add_frame(const bound_lanes *lanes, const double axes[3][3], starts *list)
{
	static const double extras[5] = {0, 0.03, 0.1, 0.2, 0.4};
	for (int normal = 0; normal < 3; ++normal)
	{
		start best = {.extra = 0};
		for (int k = 0; k < 3; ++k)
			best.frame.axes[k] = bound_vector(axes[(normal + 1 + k) % 3]);
		best.cost = rss_shape_least(lanes, &best.frame, extras, 5, &best.extra);
		add_start(list, &best);
	}
}

static void add_box(const bound_lanes *lanes, const kiln_obb *box, starts *list)
{
	kiln_d3 u = bound_unit(kiln_d3_from(box->axes[0])), v = kiln_d3_from(box->axes[1]);
	v = bound_unit(kiln_d3_along(v, -kiln_d3_dot(u, v), u));
	kiln_d3 n = kiln_d3_cross(u, v);
	const double axes[3][3] = {{u.x, u.y, u.z}, {v.x, v.y, v.z}, {n.x, n.y, n.z}};
	add_frame(lanes, axes, list);
}

/// An axis of the frame, scaled to a length in world units.
static kiln_vec3 edge_of(const obb_cloud *cloud, kiln_d3 axis, double length)
{
	return kiln_d3_to(kiln_d3_scale(axis, length / cloud->scale));
}

static rss_shape shape_of(const bound_lanes *lanes, const rss_frame *frame, double extra)
{
	rss_shape s;
	rss_shape_in(lanes, frame, extra, HUGE_VAL, NULL, &s);
	return s;
}

/// Makes the lozenge of a rectangle; its radius is measured.
static kilncook_status finish_rectangle(const kilncook_context *context, const obb_cloud *cloud, const kiln_d3 axes[2],
	kiln_d3 corner, const double lengths[2], bound_volume *volume)
{
	*volume = (bound_volume){.kind = BOUND_RSS};
	volume->rss.origin = kiln_d3_to(bound_world(cloud, corner));
	for (int k = 0; k < 2; ++k)
		volume->rss.edges[k] = edge_of(cloud, axes[k], lengths[k]);
	return bound_finish(context, &cloud->input, volume);
}

/// Makes the lozenge around all points in a frame; `lanes` has all of the cloud's points.
static kilncook_status finish(const kilncook_context *context, const obb_cloud *cloud, const bound_lanes *lanes,
	const rss_frame *frame, double extra, bound_volume *volume)
{
	rss_shape s = shape_of(lanes, frame, extra);
	kiln_d3 corner = kiln_d3_scale(frame->axes[2], s.height);
	for (int k = 0; k < 2; ++k)
		corner = kiln_d3_along(corner, s.low[k], frame->axes[k]);
	const double lengths[2] = {s.high[0] - s.low[0], s.high[1] - s.low[1]};
	return finish_rectangle(context, cloud, frame->axes, corner, lengths, volume);
}

/// Makes the lozenge of a cuboid.
static kilncook_status finish_cuboid(
	const kilncook_context *context, const obb_cloud *cloud, const bound_cuboid *cuboid, bound_volume *volume)
{
	kiln_d3 corner = kiln_d3_scale(cuboid->axes[0], -cuboid->sides[0]);
	corner = kiln_d3_along(corner, -cuboid->sides[1], cuboid->axes[1]);
	const double lengths[2] = {2 * cuboid->sides[0], 2 * cuboid->sides[1]};
	return finish_rectangle(context, cloud, cuboid->axes, corner, lengths, volume);
}

static kilncook_status fit_principal(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_frame axes = obb_surface_covariance(cloud);
	rss_frame frame;
	// The axis of least spread, which comes first, is the normal.
	for (int k = 0; k < 3; ++k)
		frame.axes[k] = bound_vector(axes.axes[(k + 1) % 3]);
	bound_lanes lanes;
	if (!bound_lanes_of(context, cloud, &lanes))
		return KILNCOOK_INTERNAL;
	kilncook_status status = finish(context, cloud, &lanes, &frame, 0, volume);
	bound_lanes_free(context, &lanes);
	return status;
}

const bound_method bound_rss_principal = {
	.name = "rss-principal", .source = "Larsen et al. 1999", .kind = BOUND_RSS, .fit_cloud = fit_principal};

/// Replaces a lozenge by the best capsule or the minimum sphere if one of them is smaller.
static void prefer_simpler(const bound_input *input, const bound_rss_hints *hints, bound_volume *volume)
{
	const bound_volume sphere = {.kind = BOUND_SPHERE, .sphere = *hints->sphere};
	const bound_volume capsule = {.kind = BOUND_CAPSULE, .capsule = *hints->capsule};
	bound_volume slim = {.kind = BOUND_RSS};
	slim.rss.origin = hints->capsule->a;
	slim.rss.edges[0] = kiln_d3_to(kiln_d3_sub(kiln_d3_from(hints->capsule->b), kiln_d3_from(hints->capsule->a)));
	// The lozenge of a capsule differs from the capsule by the rounding of its edge.
	bool smaller = bound_volume_of(&capsule) * (1 - SLACK) < bound_volume_of(volume);
	if (smaller && bound_enclose(input, &slim) && bound_volume_of(&slim) < bound_volume_of(volume))
		*volume = slim;
	if (bound_volume_of(&sphere) < bound_volume_of(volume))
		volume->rss = (kiln_rss){.origin = sphere.sphere.center, .radius = sphere.sphere.radius};
}

/// A lozenge around the chosen points.
typedef struct rss_body
{
	rss_frame frame;
	rss_shape shape;
} rss_body;

static d4 distance_outside(const void *volume, bound_lanes_d3 points)
{
	const rss_body *body = volume;
	const rss_shape *s = &body->shape;
	d4 up = d4_sub(bound_lanes_dot(points, bound_lanes_all(body->frame.axes[2])), d4_set1(s->height));
	d4 square = d4_mul(up, up);
	for (int k = 0; k < 2; ++k)
	{
		d4 at = bound_lanes_dot(points, bound_lanes_all(body->frame.axes[k]));
		d4 off = d4_max(d4_sub(d4_set1(s->low[k]), at), d4_sub(at, d4_set1(s->high[k])));
		off = d4_max(off, d4_set1(0));
		square = d4_add(square, d4_mul(off, off));
	}
	return d4_sub(d4_sqrt(square), d4_set1(s->radius));
}

/// Returns on which side of the lozenge's middle a point lies.
static int side_of(const void *volume, kiln_d3 point)
{
	const rss_body *body = volume;
	const rss_shape *s = &body->shape;
	int side = kiln_d3_dot(point, body->frame.axes[2]) > s->height;
	for (int k = 0; k < 2; ++k)
		side += 2 * kiln_d3_dot(point, body->frame.axes[k]) > s->low[k] + s->high[k] ? 2 << k : 0;
	return side;
}

/// Adds the points outside the lozenge around the chosen points. Returns how many points were added.
static uint32_t grow(const turning *t, const double *x)
{
	rss_body body = {.frame = turned(&t->frame, x)};
	body.shape = shape_of(&t->few->lanes, &body.frame, kiln_double_abs(x[3]));
	const bound_outside outside = {distance_outside, side_of, &body};
	return bound_few_grow(t->few, &outside, OUTSIDE * body.shape.radius);
}

static void learn(void *user, const double *x)
{
	grow(user, x);
}

/// Descends from every start, and again from the best end whenever points were added. Returns the frame, and by how much the
/// radius exceeds half the range of heights.
static start search(bound_few *few, const kiln_obb *box, uint64_t effort)
{
	starts list = {.count = 0};
	const obb_frame frames[4] = {
		obb_frame_identity(), obb_surface_covariance(few->all), obb_inertia(few->all), obb_extremal(few->all)};
	for (int i = 0; i < 4; ++i)
		add_frame(&few->lanes, (const double(*)[3])frames[i].axes, &list);
	add_box(&few->lanes, box, &list);
	turning turnings[STARTS_MAX];
	bound_walk walks[STARTS_MAX] = {0};
	for (int i = 0; i < list.count; ++i)
	{
		turnings[i].few = few;
		turnings[i].frame = list.best[i].frame;
		bound_held_make(&turnings[i].held);
		walks[i].user = &turnings[i];
		walks[i].x[3] = list.best[i].extra;
	}
	uint32_t most = bound_evaluations(effort, few->cloud.count);
	const bound_contest contest = {.cost = turned_cost,
		.learn = learn,
		.dimensions = 4,
		.step = 0.1,
		.least_step = LEAST_STEP,
		.evaluations = most < 100 * WALK ? most / 100 + 1 : WALK};
	bound_compete(&contest, walks, list.count);
	turning *best = walks[0].user;
	double *x = walks[0].x;
	for (int round = 0; round < ROUNDS && grow(best, x) > 0; ++round)
		bound_descend(turned_cost, best, x, 4, 0.01, LEAST_STEP, NEXT);
	return (start){.frame = turned(&best->frame, x), .extra = kiln_double_abs(x[3])};
}

/// Fits the volumes that the hints do not contain.
static kilncook_status complete(const kilncook_context *context, const obb_cloud *cloud, uint64_t effort,
	bound_rss_hints *hints, bound_volume volumes[3])
{
	kilncook_status status = KILNCOOK_OK;
	if (!hints->sphere)
		status = bound_fit(context, &bound_sphere_minimum, &cloud->input, &volumes[0]);
	hints->sphere = hints->sphere ? hints->sphere : &volumes[0].sphere;
	if (status == KILNCOOK_OK && !hints->box)
		status = bound_obb_best(context, cloud, effort, BOUND_OBB_TOLERANCE, &volumes[1]);
	hints->box = hints->box ? hints->box : &volumes[1].obb;
	if (status == KILNCOOK_OK && !hints->capsule)
		status = bound_capsule_search(context, cloud, hints->sphere, hints->box, &volumes[2]);
	hints->capsule = hints->capsule ? hints->capsule : &volumes[2].capsule;
	return status;
}

/// Searches around few points, and makes the lozenge around all.
static kilncook_status fit_searched(
	const kilncook_context *context, const obb_cloud *cloud, const kiln_obb *box, uint64_t effort, bound_volume *volume)
{
	bound_few few;
	bound_lanes lanes;
	if (!bound_lanes_of(context, cloud, &lanes))
		return KILNCOOK_INTERNAL;
	kilncook_status status = bound_few_make(context, cloud, &lanes, &few);
	if (status == KILNCOOK_OK)
	{
		start best = search(&few, box, effort);
		bound_few_free(context, &few);
		status = finish(context, cloud, &lanes, &best.frame, best.extra, volume);
	}
	bound_lanes_free(context, &lanes);
	return status;
}

kilncook_status bound_rss_search(const kilncook_context *context, const obb_cloud *cloud, uint64_t effort,
	bound_rss_hints hints, bound_volume *volume)
{
	bound_volume volumes[3];
	bound_cuboid cuboid;
	kilncook_status status = complete(context, cloud, effort, &hints, volumes);
	if (status != KILNCOOK_OK)
		return KILNCOOK_INTERNAL;
	status = bound_cuboid_lozenge(cloud, &cuboid) ? finish_cuboid(context, cloud, &cuboid, volume)
												  : fit_searched(context, cloud, hints.box, effort, volume);
	if (status == KILNCOOK_OK)
		prefer_simpler(&cloud->input, &hints, volume);
	return status;
}

static kilncook_status fit_best(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return bound_rss_search(context, cloud, 0, (bound_rss_hints){NULL, NULL, NULL}, volume);
}

kilncook_status bound_rss_quick(
	const kilncook_context *context, const obb_cloud *cloud, bound_rss_hints hints, bound_volume *volume)
{
	bound_volume sphere, box, capsule;
	kilncook_status status = KILNCOOK_OK;
	if (!hints.sphere)
		status = bound_fit(context, &bound_sphere_minimum, &cloud->input, &sphere);
	hints.sphere = hints.sphere ? hints.sphere : &sphere.sphere;
	if (status == KILNCOOK_OK && !hints.box)
		status = bound_obb_fast(context, cloud, &box);
	hints.box = hints.box ? hints.box : &box.obb;
	if (status == KILNCOOK_OK && !hints.capsule)
		status = bound_capsule_quick(context, cloud, hints.sphere, hints.box, &capsule);
	hints.capsule = hints.capsule ? hints.capsule : &capsule.capsule;
	if (status != KILNCOOK_OK)
		return status;
	starts list = {.count = 0};
	bound_lanes lanes;
	if (!bound_lanes_of(context, cloud, &lanes))
		return KILNCOOK_INTERNAL;
	obb_frame surface = obb_surface_covariance(cloud);
	add_frame(&lanes, (const double(*)[3])surface.axes, &list);
	add_box(&lanes, hints.box, &list);
	status = finish(context, cloud, &lanes, &list.best[0].frame, list.best[0].extra, volume);
	bound_lanes_free(context, &lanes);
	if (status == KILNCOOK_OK)
		prefer_simpler(&cloud->input, &hints, volume);
	return status;
}

static kilncook_status fit_fast(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return bound_rss_quick(context, cloud, (bound_rss_hints){NULL, NULL, NULL}, volume);
}

const bound_method bound_rss_fast = {.name = "rss-fast",
	.source = "Larsen et al. 1999, in the frames of obb-fast and rss-principal",
	.kind = BOUND_RSS,
	.fit_cloud = fit_fast};

const bound_method bound_rss_best = {.name = "rss-best",
	.source = "Larsen et al. 1999, in the best orientation",
	.kind = BOUND_RSS,
	.fit_cloud = fit_best};
