// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "bench/figures/duel.h"

#include "bench/scenes/pair_poses.h"
#include "common/message.h"
#include "kiln/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One mesh against many copies of it in one query, beside one query for each: the same answers, bit for bit.

typedef struct group_stage
{
	bench_mesh mesh;
	kilncook_blob blob;
	kiln_asset asset;
	kiln_object self;
	kiln_object *others;
	uint32_t count;
	bool *touching[2];
	uint32_t *counts[2];
	kiln_pair_separation nearest[2];
	uint32_t index[2];
} group_stage;

static void collide_group(void *user)
{
	group_stage *it = user;
	kiln_pair_collide_group(&it->self, it->others, it->count, NULL, it->touching[0], NULL, NULL);
}

static void collide_each(void *user)
{
	group_stage *it = user;
	for (uint32_t i = 0; i < it->count; ++i)
		kiln_pair_collide(&it->self, &it->others[i], NULL, &it->touching[1][i], NULL);
}

static uint64_t touching_differs(void *user)
{
	const group_stage *it = user;
	uint64_t differ = 0;
	for (uint32_t i = 0; i < it->count; ++i)
		differ += it->touching[0][i] != it->touching[1][i];
	return differ;
}

static void contacts_group(void *user)
{
	group_stage *it = user;
	kiln_pair_contacts_visit_group(&it->self, it->others, it->count, NULL, NULL, NULL, it->counts[0], NULL);
}

static void contacts_each(void *user)
{
	group_stage *it = user;
	for (uint32_t i = 0; i < it->count; ++i)
		kiln_pair_contacts(&it->self, &it->others[i], NULL, NULL, 0, &it->counts[1][i]);
}

static uint64_t counts_differ(void *user)
{
	const group_stage *it = user;
	uint64_t differ = 0;
	for (uint32_t i = 0; i < it->count; ++i)
		differ += it->counts[0][i] != it->counts[1][i];
	return differ;
}

static void distance_group(void *user)
{
	group_stage *it = user;
	kiln_pair_distance_group(&it->self, it->others, it->count, NULL, &it->nearest[0], &it->index[0], NULL);
}

static void distance_each(void *user)
{
	group_stage *it = user;
	it->index[1] = KILN_NONE;
	for (uint32_t i = 0; i < it->count; ++i)
	{
		kiln_pair_separation found;
		kiln_pair_distance(&it->self, &it->others[i], NULL, &found);
		if (it->index[1] != KILN_NONE && found.distance >= it->nearest[1].distance)
			continue;
		it->nearest[1] = found;
		it->index[1] = i;
	}
}

static uint64_t nearest_differs(void *user)
{
	const group_stage *it = user;
	return it->index[0] != it->index[1] ||
		   memcmp(&it->nearest[0].distance, &it->nearest[1].distance, sizeof(float)) != 0;
}

/// Places copies anywhere in a cube, in which a few touch the mesh in its middle, or from `gap` radii outside of that cube on.
static void place(group_stage *it, uint64_t seed, double gap)
{
	bench_random random = bench_random_make(seed);
	const double r = (double)it->mesh.radius;
	for (uint32_t i = 0; i < it->count; ++i)
	{
		double quaternion[4], turned[3], at[3], center[3];
		pair_random_rotation(&random, quaternion);
		for (int k = 0; k < 3; ++k)
			center[k] = (double)it->mesh.center[k];
		pair_turn(quaternion, center, turned);
		for (int k = 0; k < 3; ++k)
			at[k] = center[k] - turned[k] + 12 * r * (bench_random_unit(&random) - 0.5);
		at[0] += gap * r;
		const pair_pose pose = pair_pose_of(quaternion, at);
		it->others[i] = kiln_object_from_shape(&it->asset, 0, &pose.ours);
	}
}

int bench_groups(const bench_options *options, bench_result *result)
{
	static const mesh_spec spec = {"sphere", MESH_SPHERE, 40, ""};
	const kilncook_options cook = {.trees = 1u << KILNCOOK_TREE_OBB};
	bench_table *table = bench_duel_table(result, "groups");
	snprintf(table->title, sizeof table->title,
		"one mesh of 6 240 triangles against many copies: one query of the group, beside one for each copy, "
		"nanoseconds a "
		"copy");
	group_stage it = {.count = options->quick ? 50 : 1000};
	if (!bench_mesh_make(&it.mesh, &spec, options->seed))
		return TOOL_INTERNAL;
	const bool good = bench_mesh_cook(&it.mesh, &cook, &it.blob) && bench_blob_open(&it.blob, KILN_ISA_AUTO, &it.asset);
	it.others = bench_memory(it.count, sizeof *it.others);
	for (int i = 0; i < 2; ++i)
	{
		it.touching[i] = bench_memory(it.count, sizeof *it.touching[i]);
		it.counts[i] = bench_memory(it.count, sizeof *it.counts[i]);
	}
	it.self = kiln_object_from_shape(&it.asset, 0, NULL);
	const bench_duel duels[] = {
		{"whether any touch", "each alone", it.count, collide_group, collide_each, touching_differs, &it},
		{"all contacts", "each alone", it.count, contacts_group, contacts_each, counts_differ, &it},
		{"the nearest, all apart", "each alone", it.count, distance_group, distance_each, nearest_differs, &it},
	};
	for (size_t i = 0; i < sizeof duels / sizeof *duels && good; ++i)
	{
		bench_progress("groups", duels[i].work);
		place(&it, options->seed, i == 2 ? 9 : 0);
		bench_duel_run(&duels[i], bench_repetitions(options), options->clock, table);
	}
	kilncook_context context = bench_context();
	for (int i = 0; i < 2; ++i)
	{
		free(it.counts[i]);
		free(it.touching[i]);
	}
	free(it.others);
	kilncook_blob_free(&context, &it.blob);
	bench_mesh_free(&it.mesh);
	return good ? TOOL_DONE : TOOL_INTERNAL;
}
