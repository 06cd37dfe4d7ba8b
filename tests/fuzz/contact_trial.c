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
	if (asset->mesh_count == 0)
		return;
	borders[0].asset = borders[1].asset = asset;
	trial_check(kiln_mesh_manifolds(asset, mesh, &object, &options, manifolds, CAPACITY, &count) == status);
	check_manifolds(asset, manifolds, count, false);
}
