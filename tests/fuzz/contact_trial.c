// SPDX-License-Identifier: MIT
#include "contact_trial.h"

#include "bounds/posing.h"
#include "kiln/convex/mesh.h"
#include "query_trial.h"

#include <math.h>
#include <string.h>

#define CAPACITY 24

static kiln_vec3 random_point(const kiln_asset *asset, uint64_t *random)
{
	const float *min = asset->scene->bounds_min, *max = asset->scene->bounds_max;
	return (kiln_vec3){trial_number(random, min[0], max[0]), trial_number(random, min[1], max[1]),
		trial_number(random, min[2], max[2])};
}

static bool is_finite(kiln_vec3 v)
{
	return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void check_manifold(const kiln_asset *asset, const kiln_mesh_manifold *m, bool has_node)
{
	const kiln_manifold *manifold = &m->manifold;
	trial_check(manifold->count > 0 && manifold->count <= KILN_MANIFOLD_POINTS_MAX && is_finite(manifold->normal));
	trial_check(has_node ? m->node < asset->node_count : m->node == KILN_NONE);
	trial_check(m->shape < asset->shape_count);
	if (m->mesh == KILN_NONE)
		trial_check(has_node && m->triangle == KILN_NONE && asset->nodes[m->node].mesh == KILN_NONE);
	else
	{
		uint32_t triangle;
		trial_check(
			kiln_triangle_mesh(asset, m->triangle, &triangle) == m->mesh && m->material < asset->material_count);
		trial_check(!has_node || asset->nodes[m->node].mesh == m->mesh);
	}
	for (uint32_t i = 0; i < manifold->count; ++i)
		trial_check(isfinite(manifold->contacts[i].depth) && is_finite(manifold->contacts[i].on_a) &&
					is_finite(manifold->contacts[i].on_b));
}

static void check_manifolds(const kiln_asset *asset, const kiln_mesh_manifold *manifolds, uint32_t count, bool has_node)
{
	for (uint32_t i = 0; i < count && i < CAPACITY; ++i)
	{
		check_manifold(asset, &manifolds[i], has_node);
		if (i > 0)
			trial_check(
				manifolds[i - 1].node < manifolds[i].node ||
				(manifolds[i - 1].node == manifolds[i].node && manifolds[i - 1].triangle < manifolds[i].triangle));
	}
}

/// A character anywhere, with any options: it ends at a finite place, with the same bits for both instruction sets, with a
/// cache and without.
static void mover_trial(
	const kiln_asset *asset, const kiln_asset *other, const kiln_convex_object *object, uint64_t *random)
{
	const float *min = asset->scene->bounds_min, *max = asset->scene->bounds_max;
	const float size = 0.2f * (max[0] - min[0]) + 0.1f;
	kiln_mover_cache cache = {0};
	kiln_mover_options options = {.padding = trial_number(random, 0, 0.1f * size)};
	options.step_up = trial_number(random, 0, size);
	options.step_down = trial_number(random, 0, size);
	options.slope = trial_number(random, 0, 2);
	options.up.x = trial_number(random, -0.1f, 0.1f);
	options.up.z = trial_below(random, 2) ? 1 : 0;
	kiln_convex_object body = *object;
	for (int i = 0; i < 4; ++i)
	{
		kiln_mover_result result, again;
		kiln_vec3 wanted = {trial_number(random, -size, size), trial_number(random, -size, size), 0};
		wanted.z = trial_number(random, -size, size);
		options.cache = &cache;
		const kiln_status status = i > 0 ? kiln_scene_mover_move(asset, &body, wanted, &options, &result)
										 : kiln_scene_recover(asset, &body, &options, &result);
		options.cache = NULL;
		trial_check(status == (i > 0 ? kiln_scene_mover_move(other, &body, wanted, &options, &again)
									 : kiln_scene_recover(other, &body, &options, &again)));
		trial_check(memcmp(&result, &again, sizeof result) == 0);
		trial_check(is_finite(result.position) && !isnan(result.gap) && result.ground <= KILN_MOVER_STANDS);
		trial_check(result.count <= KILN_MOVER_CONTACTS_MAX);
		for (uint32_t k = 0; k < result.count; ++k)
			trial_check(result.contacts[k].node < asset->node_count && result.contacts[k].pushed > 0);
		if (status != KILN_OK)
			return;
		body.pose.translation = result.position;
	}
}

/// Casts the object along a sweep to another place.
static void sweep_trial(
	const kiln_asset *asset, const kiln_asset *other, const kiln_convex_object *object, uint64_t *random)
{
	kiln_sweep sweep = {.from = object->pose, .to = object->pose};
	sweep.to.rotation = (kiln_quat){trial_number(random, -1, 1), 0.5f, trial_number(random, -1, 1), 1};
	sweep.to.translation = random_point(asset, random);
	sweep.center.x = trial_number(random, -1, 1);
	const float tolerance = trial_below(random, 2) ? 0 : trial_number(random, 0, 0.1f);
	const kiln_hit hit = kiln_scene_cast_sweep(asset, object->shape, &sweep, tolerance);
	const kiln_hit again = kiln_scene_cast_sweep(other, object->shape, &sweep, tolerance);
	trial_check(hit.hit == again.hit && hit.t == again.t && hit.triangle == again.triangle && hit.node == again.node);
	trial_check(memcmp(&hit.normal, &again.normal, sizeof hit.normal) == 0);
	trial_check(hit.t >= 0 && hit.t <= 1 && is_finite(hit.normal) && is_finite(hit.point));
	trial_check(!hit.hit || hit.node < asset->node_count);
}

void contact_trial(const kiln_asset *asset, const kiln_asset *other, uint64_t *random)
{
	const float *min = asset->scene->bounds_min, *max = asset->scene->bounds_max;
	float size = trial_number(random, 0, 0.1f * (max[0] - min[0]) + 0.1f);
	const kiln_convex_shape shapes[3] = {{.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, size}},
		{.kind = KILN_CONVEX_AABB, .aabb = {{-size, -size, -size}, {size, size, size}}},
		{.kind = KILN_CONVEX_CONE, .cone = {{0, 0, size}, {0, 0, -size}, size}}};
	const kiln_convex_object object = {.shape = &shapes[trial_below(random, 3)],
		.pose = {.rotation = {trial_number(random, -1, 1), 0.5f, 0, 1}, .translation = random_point(asset, random)}};
	kiln_mesh_contact_options options = {.skin = trial_below(random, 2) ? size / 8 : 0,
		.both_sides = trial_below(random, 2),
		.every_edge = trial_below(random, 4) == 0};
	// The asset itself, and a copy anywhere near.
	kiln_border borders[2] = {{.asset = asset}, {.asset = asset}};
	kiln_borders all;
	const bool alone = trial_below(random, 2);
	borders[1].pose.rotation = (kiln_quat){trial_number(random, -1, 1), 0, 1, 1};
	borders[1].pose.translation = random_point(asset, random);
	borders[1].pose.scale = trial_number(random, 0.5f, 2);
	float tolerance = trial_number(random, 0, size);
	tolerance = trial_below(random, 2) ? tolerance : 0;
	const bool valid = tolerance >= 0 && tolerance <= KILN_COORDINATE_MAX && kiln_pose_valid(&borders[1].pose);
	trial_check(kiln_borders_init(&all, borders, 2, tolerance) == (valid ? KILN_OK : KILN_E_ARGUMENT));
	trial_check(valid == (all.method != NULL));
	options.borders = alone ? NULL : &all;
	kiln_mesh_manifold manifolds[CAPACITY], again[CAPACITY];
	uint32_t count = 0, same = 0, mesh = trial_below(random, asset->mesh_count);
	kiln_status status = kiln_scene_manifolds(asset, &object, &options, manifolds, CAPACITY, &count);
	check_manifolds(asset, manifolds, count, true);
	borders[0].asset = borders[1].asset = other;
	trial_check(status == kiln_scene_manifolds(other, &object, &options, again, CAPACITY, &same) && same == count);
	trial_check(memcmp(manifolds, again, (count < CAPACITY ? count : CAPACITY) * sizeof *again) == 0);
	mover_trial(asset, other, &object, random);
	sweep_trial(asset, other, &object, random);
	if (asset->mesh_count == 0)
		return;
	borders[0].asset = borders[1].asset = asset;
	trial_check(kiln_mesh_manifolds(asset, mesh, &object, &options, manifolds, CAPACITY, &count) == status);
	check_manifolds(asset, manifolds, count, false);
}
