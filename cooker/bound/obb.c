// SPDX-License-Identifier: MIT
#include "obb.h"

#include "obb_methods.h"

/// The share of the least volume that the best box may lose. Hulls that this would cost much on are round: their boxes
/// are nearly alike.
#define TOLERANCE 1e-6

/// What fits choose: a frame, from a cloud with a hull.
typedef kilncook_status choose_frame(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame);

static kilncook_status fit_with(
	const kilncook_context *context, const bound_input *input, choose_frame *choose, bound_volume *volume)
{
	obb_cloud cloud;
	obb_frame frame;
	kilncook_status status = obb_cloud_make(context, input, true, &cloud);
	if (status != KILNCOOK_OK)
		return status;
	status = choose(context, &cloud, &frame);
	if (status == KILNCOOK_OK)
	{
		bound_input hull_input = *input;
		hull_input.hull = cloud.hull;
		status = obb_finish(&hull_input, &frame, volume);
	}
	obb_cloud_free(context, &cloud);
	return status;
}

static kilncook_status fit_vertices(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	(void)context;
	obb_frame frame = obb_point_covariance(input->points, input->count);
	return obb_finish(input, &frame, volume);
}

static kilncook_status choose_hull_vertices(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	(void)context;
	*frame = obb_point_covariance((const float(*)[3])cloud->hull->vertices, cloud->hull->vertex_count);
	return KILNCOOK_OK;
}

static kilncook_status fit_hull_vertices(
	const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_hull_vertices, volume);
}

static kilncook_status choose_surface(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	(void)context;
	*frame = obb_surface_covariance(cloud);
	return KILNCOOK_OK;
}

static kilncook_status fit_surface(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_surface, volume);
}

/// The least rectangle across one of the surface's principal axes.
static kilncook_status choose_turned(
	const kilncook_context *context, const obb_cloud *cloud, uint32_t axis, obb_frame *frame)
{
	obb_work work;
	if (!obb_work_make(context, cloud->count, &work))
		return KILNCOOK_INTERNAL;
	const double(*points)[3] = (const double(*)[3])cloud->points;
	*frame = obb_surface_covariance(cloud);
	obb_turn(points, cloud->count, axis, &work, frame, obb_cost(points, cloud->count, frame));
	obb_work_free(context, &work);
	return KILNCOOK_OK;
}

static kilncook_status choose_surface_max(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	return choose_turned(context, cloud, 2, frame);
}

static kilncook_status fit_surface_max(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_surface_max, volume);
}

static kilncook_status choose_surface_min(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	return choose_turned(context, cloud, 0, frame);
}

static kilncook_status fit_surface_min(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_surface_min, volume);
}

static kilncook_status choose_inertia(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	(void)context;
	*frame = obb_inertia(cloud);
	return KILNCOOK_OK;
}

static kilncook_status fit_inertia(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_inertia, volume);
}

static kilncook_status choose_far_pair(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	(void)context;
	*frame = obb_far_pair(cloud);
	return KILNCOOK_OK;
}

static kilncook_status fit_far_pair(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_far_pair, volume);
}

static kilncook_status choose_extremal(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	(void)context;
	*frame = obb_extremal(cloud);
	return KILNCOOK_OK;
}

static kilncook_status fit_extremal(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_extremal, volume);
}

static kilncook_status choose_refined(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	obb_work work;
	if (!obb_work_make(context, cloud->count, &work))
		return KILNCOOK_INTERNAL;
	*frame = obb_surface_covariance(cloud);
	obb_refine((const double(*)[3])cloud->points, cloud->count, &work, frame);
	obb_work_free(context, &work);
	return KILNCOOK_OK;
}

static kilncook_status fit_refined(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_refined, volume);
}

static kilncook_status choose_search(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	// A grid of rotations is no way to hit a plane or a line.
	if (cloud->hull->dimension < 3)
		return choose_refined(context, cloud, frame);
	*frame = obb_frame_identity();
	obb_search(cloud, 12, OBB_REACH_ALL, frame);
	return KILNCOOK_OK;
}

static kilncook_status fit_search(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_search, volume);
}

static kilncook_status choose_search_near(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	if (cloud->hull->dimension < 3)
		return choose_refined(context, cloud, frame);
	*frame = obb_surface_covariance(cloud);
	obb_search(cloud, 5, OBB_REACH_ALL / 2.0, frame);
	return KILNCOOK_OK;
}

static kilncook_status fit_search_near(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_search_near, volume);
}

static kilncook_status choose_exact(const kilncook_context *context, const obb_cloud *cloud, obb_frame *frame)
{
	return obb_least(context, cloud, UINT64_MAX, 1e-9, frame);
}

static kilncook_status fit_exact(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return fit_with(context, input, choose_exact, volume);
}

/// Whether the first is smaller, or as small and of less surface.
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

/// Takes the box along the coordinate axes where it is no larger in float32: its axes are not rounded.
static kilncook_status finish_best(const bound_input *input, const obb_frame *frame, bound_volume *volume)
{
	bound_volume turned, straight;
	obb_frame identity = obb_frame_identity();
	kilncook_status status = obb_finish(input, frame, &turned);
	if (status == KILNCOOK_OK)
		status = obb_finish(input, &identity, &straight);
	if (status != KILNCOOK_OK)
		return status;
	bool straighter = !is_smaller(&turned.obb, &straight.obb);
	*volume = straighter ? straight : turned;
	return KILNCOOK_OK;
}

kilncook_status bound_obb_within(
	const kilncook_context *context, const bound_input *input, uint64_t effort, double tolerance, bound_volume *volume)
{
	obb_cloud cloud;
	obb_frame frame;
	kilncook_status status = obb_cloud_make(context, input, true, &cloud);
	if (status != KILNCOOK_OK)
		return status;
	status = obb_least(context, &cloud, effort ? effort : BOUND_OBB_EFFORT, tolerance, &frame);
	if (status == KILNCOOK_OK)
	{
		bound_input hull_input = *input;
		hull_input.hull = cloud.hull;
		status = finish_best(&hull_input, &frame, volume);
	}
	obb_cloud_free(context, &cloud);
	return status;
}

kilncook_status bound_obb_best(
	const kilncook_context *context, const bound_input *input, uint64_t effort, bound_volume *volume)
{
	return bound_obb_within(context, input, effort, TOLERANCE, volume);
}

static kilncook_status fit_best(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	return bound_obb_best(context, input, 0, volume);
}

static const bound_method vertices = {
	"obb-vertex-covariance", "Ericson 2005, section 4.4.3", BOUND_OBB, 0, fit_vertices};
static const bound_method hull_vertices = {
	"obb-hull-covariance", "Ericson 2005, section 4.4.3", BOUND_OBB, 0, fit_hull_vertices};
static const bound_method surface = {"obb-surface-covariance", "Gottschalk 2000", BOUND_OBB, 0, fit_surface};
static const bound_method surface_max = {
	"obb-surface-max", "Ericson 2005, section 4.4.4", BOUND_OBB, 0, fit_surface_max};
static const bound_method surface_min = {"obb-surface-min", "Barequet et al. 1996", BOUND_OBB, 0, fit_surface_min};
static const bound_method inertia = {"obb-inertia", "Mirtich 1996; Eberly 2002", BOUND_OBB, 0, fit_inertia};
static const bound_method far_pair = {"obb-far-pair", "Barequet and Har-Peled 2001", BOUND_OBB, 0, fit_far_pair};
static const bound_method extremal = {"obb-extremal", "Larsson and Kallberg 2011", BOUND_OBB, 0, fit_extremal};
static const bound_method refined = {"obb-refined", "Ericson 2005, section 4.4.4", BOUND_OBB, 0, fit_refined};
static const bound_method search_near = {"obb-search-near", "Miettinen 2002", BOUND_OBB, 0, fit_search_near};
static const bound_method search = {"obb-search", "Ericson 2005, section 4.4.5", BOUND_OBB, 0, fit_search};
static const bound_method exact = {"obb-exact", "O'Rourke 1985", BOUND_OBB, 0, fit_exact};
static const bound_method best = {"obb-best", "O'Rourke 1985, on few vertices", BOUND_OBB, 0, fit_best};

const bound_method *const bound_obb_methods[] = {&vertices, &hull_vertices, &surface, &surface_max, &surface_min,
	&inertia, &far_pair, &extremal, &refined, &search_near, &search, &exact, &best};
const uint32_t bound_obb_method_count = sizeof bound_obb_methods / sizeof *bound_obb_methods;
