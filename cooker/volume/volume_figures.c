// SPDX-License-Identifier: MIT
#include "volume_node.h"

#include "memory.h"
#include "volume_slabs.h"

#include <float.h>

/// Sums over a tree.
typedef struct volume_sums
{
	double area;
	double volume;
	double overlap;
	uint64_t volumes;
	uint64_t overlap_nodes; ///< nodes whose children's joint box has a volume
} volume_sums;

static double box_volume(const build_box *box)
{
	double x = (double)box->max[0] - (double)box->min[0], y = (double)box->max[1] - (double)box->min[1];
	return x * y * ((double)box->max[2] - (double)box->min[2]);
}

static void take_in(build_box *all, const build_box *box)
{
	for (int k = 0; k < 3; ++k)
	{
		all->min[k] = box->min[k] < all->min[k] ? box->min[k] : all->min[k];
		all->max[k] = box->max[k] > all->max[k] ? box->max[k] : all->max[k];
	}
}

static void measure_volume(
	const volume_tree *tree, const volume_slab_plan *plan, const uint8_t *node, uint32_t slot, volume_sums *sums)
{
	double volume, area;
	if (kiln_format_kdop_slabs(tree->kind))
	{
		kiln_kdop slabs = volume_node_slabs(tree->kind, node, slot);
		volume_slab_measure(plan, &slabs, &volume, &area);
	}
	else
	{
		volume_body body = volume_node_body(tree->kind, node, slot);
		volume = volume_body_volume(tree->kind, body.size);
		area = volume_body_area(tree->kind, body.size);
	}
	sums->volume += volume;
	sums->area += area;
	++sums->volumes;
}

/// Adds a node to the sums; returns the box around everything below.
static build_box measure_node(const volume_leaves *leaves, const volume_tree *tree, const volume_slab_plan *plan,
	uint32_t number, const build_box *boxes, volume_sums *sums)
{
	const uint8_t *node = volume_node_at(tree, number);
	const kiln_format_volume_head *head = (const kiln_format_volume_head *)(const void *)node;
	build_box all = {{0}, {0}};
	double parts = 0;
	for (uint32_t i = 0; i < head->count; ++i)
	{
		uint32_t child = head->child[i];
		const build_box *box = child & KILN_VOLUME_LEAF
								   ? &leaves->boxes[volume_leaf_of_item(leaves, child & ~KILN_VOLUME_LEAF)]
								   : &boxes[child];
		if (i == 0)
			all = *box;
		take_in(&all, box);
		parts += box_volume(box);
		measure_volume(tree, plan, node, i, sums);
	}
	double whole = box_volume(&all);
	if (whole > 0)
	{
		sums->overlap += parts / whole;
		++sums->overlap_nodes;
	}
	return all;
}

/// Converts a figure to float32; a tiny divisor may make it exceed the range.
static float figure(double x)
{
	return x < (double)FLT_MAX ? (float)x : FLT_MAX;
}

kilncook_status volume_figures_of(
	const kilncook_context *context, const volume_leaves *leaves, const volume_tree *tree, volume_figures *figures)
{
	volume_sums sums = {0};
	volume_slab_plan plan;
	build_box *boxes = cook_alloc(context, tree->node_count, sizeof *boxes);
	if (!boxes)
		return KILNCOOK_INTERNAL;
	volume_slab_plan_make(tree->kind, &plan);
	// Children follow their parent, so backwards is bottom-up.
	for (uint32_t i = tree->node_count; i-- > 0;)
		boxes[i] = measure_node(leaves, tree, &plan, i, boxes, &sums);
	double area = 2 * build_box_half_area(&boxes[0]), volume = box_volume(&boxes[0]);
	figures->sah_cost = figure(area > 0 ? sums.area / area : (double)sums.volumes);
	figures->volume = volume > 0 ? figure(sums.volume / volume) : 0;
	figures->overlap = sums.overlap_nodes ? figure(sums.overlap / (double)sums.overlap_nodes) : 0;
	cook_free(context, boxes, tree->node_count, sizeof *boxes);
	return KILNCOOK_OK;
}
