// SPDX-License-Identifier: MIT
#include "obb.h"

#include "cuboid.h"
#include "methods.h"

static kilncook_status fit_vertices(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	(void)context;
	return obb_finish(input, obb_point_covariance(input->points, input->count), volume);
}

static kilncook_status fit_hull_vertices(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	(void)context;
	return obb_finish(&cloud->input, obb_hull_covariance(cloud), volume);
}

static kilncook_status fit_surface(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	(void)context;
	return obb_finish(&cloud->input, obb_surface_covariance(cloud), volume);
}

/// Fits the least rectangle perpendicular to one of the surface's principal axes.
static kilncook_status fit_turned(
	const kilncook_context *context, const obb_cloud *cloud, uint32_t axis, bound_volume *volume)
{
	obb_work work;
	if (!obb_work_make(context, cloud, &work))
		return KILNCOOK_INTERNAL;
	obb_frame frame = obb_surface_covariance(cloud);
	obb_turn(&work, axis, &frame, obb_work_cost(&work, &frame));
	obb_work_free(context, &work);
	return obb_finish(&cloud->input, frame, volume);
}

static kilncook_status fit_surface_max(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return fit_turned(context, cloud, 2, volume);
}

static kilncook_status fit_surface_min(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return fit_turned(context, cloud, 0, volume);
}

static kilncook_status fit_inertia(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	(void)context;
	return obb_finish(&cloud->input, obb_inertia(cloud), volume);
}

static kilncook_status fit_far_pair(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	(void)context;
	return obb_finish(&cloud->input, obb_far_pair(cloud), volume);
}

static kilncook_status fit_extremal(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	(void)context;
	return obb_finish(&cloud->input, obb_extremal(cloud), volume);
}

static kilncook_status fit_refined(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_work work;
	if (!obb_work_make(context, cloud, &work))
		return KILNCOOK_INTERNAL;
	obb_frame frame = obb_surface_covariance(cloud);
	obb_refine(&work, &frame);
	obb_work_free(context, &work);
	return obb_finish(&cloud->input, frame, volume);
}

/// Fits the best rotation of a grid about the start.
static kilncook_status fit_grid(const kilncook_context *context, obb_cloud *cloud, obb_frame start, uint32_t cells,
	double reach, bound_volume *volume)
{
	// A grid of rotations cannot hit a plane or a line exactly.
	if (cloud->input.hull->dimension < 3)
		return fit_refined(context, cloud, volume);
	obb_search(cloud, cells, reach, &start);
	return obb_finish(&cloud->input, start, volume);
}

static kilncook_status fit_search(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return fit_grid(context, cloud, obb_frame_identity(), 12, OBB_REACH_ALL, volume);
}

static kilncook_status fit_search_near(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return fit_grid(context, cloud, obb_surface_covariance(cloud), 5, OBB_REACH_ALL / 2.0, volume);
}

static kilncook_status fit_exact(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_frame frame;
	kilncook_status status = obb_least(context, cloud, UINT64_MAX, 1e-9, &frame);
	return status == KILNCOOK_OK ? obb_finish(&cloud->input, frame, volume) : status;
}

/// Whether the first box has less volume, or the same volume and less surface.
static bool is_smaller(const kiln_obb *a, const kiln_obb *b)
{
	const float *l = a->half_extents, *m = b->half_extents;
	double volume_a = (double)l[0] * (double)l[1] * (double)l[2], volume_b = (double)m[0] * (double)m[1] * (double)m[2];
	if (volume_a != volume_b)
		return volume_a < volume_b;
	double area_a = (double)l[0] * ((double)l[1] + (double)l[2]) + (double)l[1] * (double)l[2];
	double area_b = (double)m[0] * ((double)m[1] + (double)m[2]) + (double)m[1] * (double)m[2];
	return area_a < area_b;
}

/// Whether every box along the coordinate axes is larger: the cloud's own least one is, before it is rounded.
static bool is_straight_larger(const obb_cloud *cloud, const kiln_obb *box)
{
	const float *half = box->half_extents;
	const obb_frame straight = obb_frame_identity();
	obb_extents e = obb_measure((const double(*)[3])cloud->points, cloud->count, &straight);
	double least = 1.0;
	for (uint32_t k = 0; k < 3; ++k)
		least *= (e.high[k] - e.low[k]) / cloud->scale;
	return 8.0 * (double)half[0] * (double)half[1] * (double)half[2] < least * (1.0 - 1e-9);
}

/// Uses the box along the coordinate axes where it is no larger in float32: its axes have no rounding error.
static kilncook_status finish_best(const obb_cloud *cloud, obb_frame frame, bound_volume *volume)
{
	bound_volume turned, straight;
	kilncook_status status = obb_finish(&cloud->input, frame, &turned);
	*volume = turned;
	if (status != KILNCOOK_OK || is_straight_larger(cloud, &turned.obb))
		return status;
	status = obb_finish(&cloud->input, obb_frame_identity(), &straight);
	if (status == KILNCOOK_OK && !is_smaller(&turned.obb, &straight.obb))
		*volume = straight;
	return status;
}

kilncook_status bound_obb_best(
	const kilncook_context *context, const obb_cloud *cloud, uint64_t effort, double tolerance, bound_volume *volume)
{
	obb_frame frame;
	if (obb_cuboid(cloud, &frame))
		return finish_best(cloud, frame, volume);
	kilncook_status status = obb_least(context, cloud, effort ? effort : BOUND_OBB_EFFORT, tolerance, &frame);
	return status == KILNCOOK_OK ? finish_best(cloud, frame, volume) : status;
}

static kilncook_status fit_best(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return bound_obb_best(context, cloud, 0, BOUND_OBB_TOLERANCE, volume);
}

kilncook_status bound_obb_fast(const kilncook_context *context, const obb_cloud *cloud, bound_volume *volume)
{
	obb_work work;
	if (!obb_work_make(context, cloud, &work))
		return KILNCOOK_INTERNAL;
	const obb_frame frames[3] = {obb_surface_covariance(cloud), obb_extremal(cloud), obb_frame_identity()};
	obb_frame best = frames[0];
	double least = obb_work_cost(&work, &best);
	for (uint32_t i = 1; i < 3; ++i)
	{
		double cost = obb_work_cost(&work, &frames[i]);
		best = cost < least ? frames[i] : best;
		least = cost < least ? cost : least;
	}
	obb_refine(&work, &best);
	obb_work_free(context, &work);
	return finish_best(cloud, best, volume);
}

static kilncook_status fit_fast(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	return bound_obb_fast(context, cloud, volume);
}

static const bound_method vertices = {
	.name = "obb-vertex-covariance", .source = "Ericson 2005, section 4.4.3", .kind = BOUND_OBB, .fit = fit_vertices};
static const bound_method hull_vertices = {.name = "obb-hull-covariance",
	.source = "Ericson 2005, section 4.4.3",
	.kind = BOUND_OBB,
	.fit_cloud = fit_hull_vertices};
static const bound_method surface = {
	.name = "obb-surface-covariance", .source = "Gottschalk 2000", .kind = BOUND_OBB, .fit_cloud = fit_surface};
static const bound_method surface_max = {.name = "obb-surface-max",
	.source = "Ericson 2005, section 4.4.4",
	.kind = BOUND_OBB,
	.fit_cloud = fit_surface_max};
static const bound_method surface_min = {
	.name = "obb-surface-min", .source = "Barequet et al. 1996", .kind = BOUND_OBB, .fit_cloud = fit_surface_min};
static const bound_method inertia = {
	.name = "obb-inertia", .source = "Mirtich 1996; Eberly 2002", .kind = BOUND_OBB, .fit_cloud = fit_inertia};
static const bound_method far_pair = {
	.name = "obb-far-pair", .source = "Barequet and Har-Peled 2001", .kind = BOUND_OBB, .fit_cloud = fit_far_pair};
static const bound_method extremal = {
	.name = "obb-extremal", .source = "Larsson and Kallberg 2011", .kind = BOUND_OBB, .fit_cloud = fit_extremal};
static const bound_method refined = {
	.name = "obb-refined", .source = "Ericson 2005, section 4.4.4", .kind = BOUND_OBB, .fit_cloud = fit_refined};
static const bound_method fast = {.name = "obb-fast",
	.source = "the least of obb-surface-covariance, obb-extremal and the coordinate axes, refined",
	.kind = BOUND_OBB,
	.fit_cloud = fit_fast};
static const bound_method search_near = {
	.name = "obb-search-near", .source = "Miettinen 2002", .kind = BOUND_OBB, .fit_cloud = fit_search_near};
static const bound_method search = {
	.name = "obb-search", .source = "Ericson 2005, section 4.4.5", .kind = BOUND_OBB, .fit_cloud = fit_search};
static const bound_method exact = {
	.name = "obb-exact", .source = "O'Rourke 1985", .kind = BOUND_OBB, .fit_cloud = fit_exact};
static const bound_method best = {
	.name = "obb-best", .source = "O'Rourke 1985, on few vertices", .kind = BOUND_OBB, .fit_cloud = fit_best};

const bound_method *const bound_obb_methods[] = {&vertices, &hull_vertices, &surface, &surface_max, &surface_min,
	&inertia, &far_pair, &extremal, &refined, &fast, &search_near, &search, &exact, &best};
const uint32_t bound_obb_method_count = sizeof bound_obb_methods / sizeof *bound_obb_methods;
