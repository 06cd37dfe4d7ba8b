// SPDX-License-Identifier: MIT
#include "pair_stage.h"

#include "common/message.h"

#include <stdlib.h>
#include <string.h>

const char *pair_contestant_name(uint32_t contestant)
{
	static const char *const names[PAIR_CONTESTANTS] = {
		"aabb", "obb", "kdop14", "kdop18", "kdop26", "sphere", "rss", "auto", "FCL", "ODE", "GImpact"};
	return names[contestant];
}

bool pair_cook(const bench_mesh *mesh, const kilncook_options *cook, kilncook_blob *blob, kiln_asset *asset)
{
	return bench_mesh_cook(mesh, cook, blob) && bench_blob_open(blob, KILN_ISA_AUTO, asset);
}

static bool cook_all(pair_stage *stage, uint32_t contestants)
{
	for (uint32_t i = 0; i < PAIR_FCL; ++i)
	{
		if (!(contestants & 1u << i))
			continue;
		kilncook_options cook = {.trees = i == PAIR_AUTO ? KILNCOOK_TREES_AUTO : 1u << i};
		if (!pair_cook(&stage->mesh, &cook, &stage->blobs[i], &stage->assets[i]))
			return false;
	}
	return true;
}

static void build_rivals(pair_stage *stage, uint32_t contestants)
{
	stage->rivals[PAIR_FCL] = contestants & 1u << PAIR_FCL ? rival_fcl() : NULL;
	stage->rivals[PAIR_ODE] = contestants & 1u << PAIR_ODE ? rival_ode() : NULL;
	stage->rivals[PAIR_GIMPACT] = contestants & 1u << PAIR_GIMPACT ? rival_gimpact() : NULL;
	rival_mesh given = bench_mesh_rival(&stage->mesh);
	for (uint32_t i = PAIR_FCL; i < PAIR_CONTESTANTS; ++i)
	{
		stage->worlds[i] = stage->rivals[i] ? stage->rivals[i]->prepare(&given) : NULL;
		if (stage->worlds[i])
			stage->rivals[i]->build(stage->worlds[i]);
		else
			stage->rivals[i] = NULL;
	}
}

static bool find_poses(pair_stage *stage, uint64_t seed)
{
	for (uint32_t kind = 0; kind < PAIR_POSE_KINDS; ++kind)
	{
		stage->poses[kind] = bench_memory(stage->pose_count, sizeof *stage->poses[kind]);
		if (!pair_poses_make(stage->poses[kind], stage->pose_count, (pair_pose_kind)kind, &stage->mesh, seed,
				pair_kiln_distance, &stage->assets[PAIR_OURS]))
		{
			tool_message(stage->mesh.name, "error", "poses", "no %s poses found", pair_pose_name((pair_pose_kind)kind));
			return false;
		}
	}
	return true;
}

int pair_stage_make(
	pair_stage *stage, const mesh_spec *spec, uint32_t contestants, uint32_t pose_count, const bench_options *options)
{
	*stage = (pair_stage){.pose_count = pose_count};
	if (!bench_mesh_make(&stage->mesh, spec, options->seed))
		return TOOL_REFUSED;
	if (!cook_all(stage, contestants) || !find_poses(stage, options->seed))
	{
		pair_stage_free(stage);
		return TOOL_INTERNAL;
	}
	build_rivals(stage, contestants);
	return TOOL_DONE;
}

void pair_stage_free(pair_stage *stage)
{
	kilncook_context context = bench_context();
	for (uint32_t i = 0; i < PAIR_FCL; ++i)
		kilncook_blob_free(&context, &stage->blobs[i]);
	for (uint32_t i = PAIR_FCL; i < PAIR_CONTESTANTS; ++i)
		if (stage->rivals[i])
			stage->rivals[i]->release(stage->worlds[i]);
	for (uint32_t i = 0; i < PAIR_POSE_KINDS; ++i)
		free(stage->poses[i]);
	bench_mesh_free(&stage->mesh);
	*stage = (pair_stage){.pose_count = 0};
}

double pair_stage_bytes(const pair_stage *stage, uint32_t contestant, bool distance)
{
	double triangles = stage->mesh.clean.triangle_count;
	if (contestant < PAIR_FCL)
		return (double)stage->blobs[contestant].size / triangles;
	const rival_pair_library *rival = stage->rivals[contestant];
	uint64_t (*bytes)(const rival_pair_world *) = !rival ? NULL : distance ? rival->distance_bytes : rival->bytes;
	return bytes ? (double)bytes(stage->worlds[contestant]) / triangles : 0;
}

pair_entry pair_stage_entry(const pair_stage *stage, uint32_t contestant)
{
	return (pair_entry){
		.asset = contestant < PAIR_FCL ? &stage->assets[contestant] : NULL,
		.rival = stage->rivals[contestant],
		.world = stage->worlds[contestant],
	};
}

pair_task pair_stage_task(const pair_stage *stage, pair_question question, pair_pose_kind kind)
{
	return (pair_task){.question = question,
		.poses = stage->poses[kind],
		.pose_count = stage->pose_count,
		.within = stage->mesh.radius * (kind == PAIR_NEAR ? 0.005f : 1.0f)};
}

mesh_list pair_meshes(const bench_options *options)
{
	static const char *const wanted[] = {
		"sphere 6k", "sphere 70k", "sphere 270k", "dragon 11k", "dragon 48k", "dragon 203k"};
	mesh_list all = mesh_list_make(options->models, options->only, options->quick), list = {.count = 0};
	for (uint32_t i = 0; i < all.count; ++i)
		for (size_t k = 0; k < sizeof wanted / sizeof *wanted; ++k)
			if (strcmp(all.specs[i].name, wanted[k]) == 0)
				list.specs[list.count++] = all.specs[i];
	return list;
}
