// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"
#include "platform/platform.h"

#include <string.h>

/// Lists the remaining placed nodes by source node, and their boxes.
static void list_nodes(cook_job *job, uint32_t *nodes, build_box *boxes)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < job->placed_count; ++i)
	{
		const kiln_format_node *node = &job->placed[i].node;
		if (!job->placed[i].kept)
			continue;
		memcpy(boxes[count].min, node->bounds_min, sizeof boxes[count].min);
		memcpy(boxes[count].max, node->bounds_max, sizeof boxes[count].max);
		nodes[count++] = i;
	}
}

static void scene_bounds(cook_job *job, const build_box *boxes)
{
	kiln_format_scene *head = &job->scene_head;
	memcpy(head->bounds_min, boxes[0].min, sizeof head->bounds_min);
	memcpy(head->bounds_max, boxes[0].max, sizeof head->bounds_max);
	for (uint32_t i = 1; i < job->node_count; ++i)
		for (uint32_t axis = 0; axis < 3; ++axis)
		{
			if (boxes[i].min[axis] < head->bounds_min[axis])
				head->bounds_min[axis] = boxes[i].min[axis];
			if (boxes[i].max[axis] > head->bounds_max[axis])
				head->bounds_max[axis] = boxes[i].max[axis];
		}
}

/// Packs and proves the tree; sets `order` to the placed node of every leaf.
static kilncook_status pack_scene(cook_job *job, const uint32_t *nodes, const build_box *boxes)
{
	const build_options options = {0};
	double start = platform_seconds();
	kilncook_status status = pack_boxes(&job->context, boxes, job->node_count, &options, &job->scene_tree);
	double packed = platform_seconds();
	if (status == KILNCOOK_OK)
		status = pack_prove_boxes(&job->context, boxes, job->node_count, &job->scene_tree);
	job->report.ms[KILNCOOK_STAGE_TREE] += 1e3 * (packed - start);
	job->report.ms[KILNCOOK_STAGE_PROVE] += 1e3 * (platform_seconds() - packed);
	if (status != KILNCOOK_OK)
		return status;
	for (uint32_t i = 0; i < job->node_count; ++i)
		job->order[i] = nodes[job->scene_tree.order[i]];
	job->scene_head.tree_count = job->scene_tree.node_count;
	job->scene_head.depth = job->scene_tree.depth;
	job->scene_head.pair_tree = KILN_NONE;
	scene_bounds(job, boxes);
	return KILNCOOK_OK;
}

kilncook_status cook_scene_build(cook_job *job)
{
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_TREE, 0, 1);
	if (status != KILNCOOK_OK)
		return status;
	for (uint32_t i = 0; i < job->placed_count; ++i)
		job->node_count += job->placed[i].kept;
	build_box *boxes = cook_alloc(&job->context, job->node_count, sizeof *boxes);
	uint32_t *nodes = cook_alloc(&job->context, job->node_count, sizeof *nodes);
	job->order = cook_alloc(&job->context, job->node_count, sizeof *job->order);
	if (boxes && nodes && job->order)
	{
		list_nodes(job, nodes, boxes);
		status = pack_scene(job, nodes, boxes);
		if (status == KILNCOOK_OK)
			status = cook_scene_trees(job);
	}
	else
		status = cook_no_memory(job);
	cook_free(&job->context, nodes, job->node_count, sizeof *nodes);
	cook_free(&job->context, boxes, job->node_count, sizeof *boxes);
	return status;
}
