// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"
#include "platform/platform.h"
#include "volume/scene_leaves.h"

/// Trees of other volumes than AABBs.

void cook_trees_free(const kilncook_context *context, volume_tree trees[KILN_TREE_KIND_END])
{
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		if (trees[kind].nodes)
			volume_tree_free(context, &trees[kind]);
}

/// Builds and proves one kind after the other. What was built stays the caller's to free.
static kilncook_status build_kinds(cook_job *job, const volume_leaves *leaves, const build_options *options,
	uint32_t kinds, volume_tree trees[KILN_TREE_KIND_END])
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t kind = KILN_TREE_AABB + 1; kind < KILN_TREE_KIND_END && status == KILNCOOK_OK; ++kind)
	{
		if (!(kinds >> kind & 1))
			continue;
		double start = platform_seconds();
		status = volume_tree_build(
			&job->context, (kiln_tree_kind)kind, leaves, options, job->options.tree_width, &trees[kind]);
		double built = platform_seconds();
		if (status == KILNCOOK_OK)
			status = volume_tree_prove(&job->context, leaves, &trees[kind]);
		job->report.ms[KILNCOOK_STAGE_TREE] += 1e3 * (built - start);
		job->report.ms[KILNCOOK_STAGE_PROVE] += 1e3 * (platform_seconds() - built);
	}
	return status;
}

/// The name of the way in which the options have trees built.
static kilncook_status name_rule(cook_job *job, uint32_t *name)
{
	cook_text text = {.context = &job->context};
	kilncook_blob words;
	cook_rule_text(&job->options, &text);
	cook_text_print(&text, " width=%u", job->options.tree_width);
	kilncook_status status = cook_text_finish(&text, &words);
	if (status != KILNCOOK_OK)
		return status;
	*name = cook_names_add(&job->context, &job->names, (const char *)words.data);
	kilncook_blob_free(&job->context, &words);
	return KILNCOOK_OK;
}

/// Of trees that were asked for, the one that pair queries take.
static uint32_t lowest_kind(uint32_t kinds)
{
	uint32_t kind = 0;
	while (!(kinds >> kind & 1))
		++kind;
	return kind;
}

kilncook_status cook_mesh_trees(cook_job *job, cook_mesh *mesh)
{
	uint32_t kinds = job->options.trees;
	mesh->pair_kind = lowest_kind(kinds);
	if (kinds == 1u << KILN_TREE_AABB)
		return KILNCOOK_OK;
	volume_leaf_store store = {0};
	const build_options options = cook_build_options(&job->options);
	kilncook_status status = name_rule(job, &mesh->rule);
	if (status == KILNCOOK_OK)
		status = volume_leaves_of_records(
			&job->context, mesh->tree.leaves, mesh->tree.leaf_units, mesh->tree.leaf_count, &store);
	if (status == KILNCOOK_OK)
		status = build_kinds(job, &store.leaves, &options, kinds, mesh->trees);
	volume_leaf_store_free(&job->context, &store);
	return status;
}

/// The leaves of the scene's trees, in the order of its nodes in the blob.
static kilncook_status scene_leaves(const cook_job *job, volume_leaf_store *store)
{
	kilncook_status status = scene_leaves_make(&job->context, job->node_count, store);
	for (uint32_t i = 0; i < job->node_count && status == KILNCOOK_OK; ++i)
	{
		const cook_placed *placed = &job->placed[job->order[i]];
		const cook_set *set = &job->sets[placed->set];
		bool mesh = set->shape == KILNCOOK_SHAPE_MESH;
		const kiln_format_shape *shape = mesh ? &job->meshes[set->cooked].shape : &job->solids[set->cooked].shape;
		float corners[8][3];
		scene_leaf_corners(
			&placed->node, shape, shape->volumes == KILN_NONE ? NULL : &job->volumes[shape->volumes], corners);
		scene_leaves_set(store, i, (const float(*)[3])corners);
	}
	return status;
}

kilncook_status cook_scene_trees(cook_job *job)
{
	uint32_t kinds = job->options.trees & ~KILNCOOK_TREES_AUTO;
	if (kinds == 1u << KILN_TREE_AABB || job->node_count < 2 || job->options.trees & KILNCOOK_TREES_AUTO)
		return KILNCOOK_OK;
	volume_leaf_store store = {0};
	const build_options options = cook_build_options(&job->options);
	kilncook_status status = name_rule(job, &job->scene_rule);
	if (status == KILNCOOK_OK)
		status = scene_leaves(job, &store);
	if (status == KILNCOOK_OK)
		status = build_kinds(job, &store.leaves, &options, kinds, job->scene_trees);
	job->scene_pair_kind = lowest_kind(kinds);
	volume_leaf_store_free(&job->context, &store);
	return status;
}
