// SPDX-License-Identifier: MIT
#include "bound.h"

#include "aabb.h"
#include "bound/obb/obb.h"
#include "bound/round/capsule.h"
#include "bound/round/rss.h"
#include "bound/round/sphere.h"
#include "kdop.h"
#include "memory.h"

/// Proves the volume around all points, whatever it was fitted to.
static kilncook_status prove(const kilncook_context *context, const bound_input *input, const bound_volume *volume)
{
	uint32_t where = 0;
	if (bound_prove(volume, input->points, input->count, &where))
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "bound-proof", "point %u lies outside the %s", where,
		bound_kind_name(volume->kind));
	return KILNCOOK_INTERNAL;
}

static kilncook_status fit_and_prove(
	const kilncook_context *context, const bound_input *input, const bound_method *method, bound_volume *volume)
{
	kilncook_status status = bound_fit(context, method, input, volume);
	return status == KILNCOOK_OK ? prove(context, input, volume) : status;
}

/// The share of the least volume that the box may lose: what the search for the last of it costs is better spent
/// elsewhere.
#define BOX_TOLERANCE 5e-4

/// The box's search goes through pairs of edges, and measures points for each. Few hulls need as much as this allows,
/// and those that need more are round, so that their boxes are nearly alike.
static uint64_t box_effort(const bound_input *input)
{
	const uint64_t least = 100000, most = 700000;
	uint64_t vertices = input->hull ? input->hull->vertex_count : input->count;
	uint64_t cube = vertices < 1000 ? vertices * vertices * vertices / 6 : most;
	return cube < least ? least : cube > most ? most : cube;
}

kilncook_status bound_fit_set(
	const kilncook_context *context, const bound_input *input, uint64_t effort, kiln_volumes *set)
{
	bound_volume box, sphere, kdop, capsule, oriented, lozenge;
	obb_cloud cloud;
	kilncook_status status = obb_cloud_make(context, input, &cloud);
	if (status != KILNCOOK_OK)
		return status;
	status = fit_and_prove(context, input, &bound_aabb, &box);
	if (status == KILNCOOK_OK)
		status = fit_and_prove(context, input, &bound_sphere_minimum, &sphere);
	if (status == KILNCOOK_OK)
		status = fit_and_prove(context, input, &bound_kdop26, &kdop);
	if (status == KILNCOOK_OK)
		status = bound_capsule_search(context, &cloud, &sphere.sphere, &capsule);
	if (status == KILNCOOK_OK)
		status = prove(context, input, &capsule);
	if (status == KILNCOOK_OK)
		status = bound_obb_best(context, &cloud, effort ? effort : box_effort(input), BOX_TOLERANCE, &oriented);
	if (status == KILNCOOK_OK)
		status = prove(context, input, &oriented);
	if (status == KILNCOOK_OK)
		status = bound_rss_search(
			context, &cloud, effort, (bound_rss_hints){&oriented.obb, &capsule.capsule, &sphere.sphere}, &lozenge);
	if (status == KILNCOOK_OK)
		status = prove(context, input, &lozenge);
	if (status == KILNCOOK_OK)
		*set = (kiln_volumes){box.aabb, sphere.sphere, oriented.obb, capsule.capsule, lozenge.rss, kdop.kdop};
	obb_cloud_free(context, &cloud);
	return status;
}
