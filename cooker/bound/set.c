// SPDX-License-Identifier: MIT
#include "bound.h"

#include "aabb.h"
#include "bound/obb/obb.h"
#include "bound/round/capsule.h"
#include "bound/round/rss.h"
#include "bound/round/sphere.h"
#include "kdop.h"
#include "memory.h"

/// Proves that the volume contains all points, whichever points it was fitted to.
static kilncook_status prove(const kilncook_context *context, const bound_input *input, const bound_volume *volume)
{
	uint32_t where = 0;
	if (bound_prove(volume, input->points, input->count, &where))
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "bound-proof", "point %u lies outside the %s", where,
		bound_kind_name(volume->kind));
	return KILNCOOK_INTERNAL;
}

/// The share of the least volume that the box may lose. Reducing this loss further costs more than it saves in queries.
#define BOX_TOLERANCE 5e-4

/// The box's search goes through pairs of edges, and measures points for each. The boxes that it starts from are good: it
/// betters some of hulls of few vertices. Three times as much would make the boxes of the models of Debian's assimp-testmodels
/// smaller by 0.002 % in the mean.
#define BOX_EFFORT 3000

/// Fits and proves the volume of one kind, with the help of those that are there already.
static kilncook_status fit_kind(const kilncook_context *context, const obb_cloud *cloud, bound_kind kind,
	const bound_wish *wish, const bound_volume *known[BOUND_KIND_COUNT], bound_volume *volume)
{
	const bound_input *input = &cloud->input;
	const kiln_sphere *sphere = known[BOUND_SPHERE] ? &known[BOUND_SPHERE]->sphere : NULL;
	const kiln_obb *box = known[BOUND_OBB] ? &known[BOUND_OBB]->obb : NULL;
	const kiln_capsule *capsule = known[BOUND_CAPSULE] ? &known[BOUND_CAPSULE]->capsule : NULL;
	const bound_rss_hints hints = {box, capsule, sphere};
	kilncook_status status = KILNCOOK_OK;
	if (kind == BOUND_OBB)
		status = wish->fast
					 ? bound_obb_fast(context, cloud, volume)
					 : bound_obb_best(context, cloud, wish->effort ? wish->effort : BOX_EFFORT, BOX_TOLERANCE, volume);
	else if (kind == BOUND_CAPSULE)
		status = wish->fast ? bound_capsule_quick(context, cloud, sphere, box, volume)
							: bound_capsule_search(context, cloud, sphere, box, volume);
	else if (kind == BOUND_RSS)
		status = wish->fast ? bound_rss_quick(context, cloud, hints, volume)
							: bound_rss_search(context, cloud, wish->effort, hints, volume);
	else
	{
		const bound_method *method = kind == BOUND_AABB		? &bound_aabb
									 : kind == BOUND_SPHERE ? &bound_sphere_minimum
															: &bound_kdop26;
		status = bound_fit(context, method, input, volume);
	}
	return status == KILNCOOK_OK ? prove(context, input, volume) : status;
}

kilncook_status bound_fit_set(
	const kilncook_context *context, const bound_input *input, const bound_wish *wish, kiln_volumes *set)
{
	// Those that help others come first.
	static const bound_kind order[] = {BOUND_AABB, BOUND_SPHERE, BOUND_KDOP, BOUND_OBB, BOUND_CAPSULE, BOUND_RSS};
	bound_volume volumes[BOUND_KIND_COUNT] = {{0}};
	const bound_volume *known[BOUND_KIND_COUNT] = {NULL};
	obb_cloud cloud;
	obb_shared shared = {.surface_known = false};
	kilncook_status status = obb_cloud_make(context, input, &cloud);
	if (status != KILNCOOK_OK)
		return status;
	cloud.shared = &shared;
	for (size_t i = 0; i < sizeof order / sizeof *order && status == KILNCOOK_OK; ++i)
	{
		bound_kind kind = order[i];
		if (wish->kinds && !(wish->kinds >> kind & 1))
			continue;
		status = fit_kind(context, &cloud, kind, wish, known, &volumes[kind]);
		known[kind] = &volumes[kind];
	}
	if (status == KILNCOOK_OK)
		*set = (kiln_volumes){volumes[BOUND_AABB].aabb, volumes[BOUND_SPHERE].sphere, volumes[BOUND_OBB].obb,
			volumes[BOUND_CAPSULE].capsule, volumes[BOUND_RSS].rss, volumes[BOUND_KDOP].kdop};
	obb_cloud_free(context, &cloud);
	return status;
}
