// SPDX-License-Identifier: MIT
#include "refit.h"

#include "frame.h"

static void quantize(
	kiln_format_tree_node *node, const kiln_refit_box *boxes, uint32_t count, const kiln_refit_box *all)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		kiln_frame frame = kiln_frame_choose(all->min[axis], all->max[axis]);
		node->origin[axis] = frame.origin;
		node->exponent[axis] = frame.exponent;
		for (uint32_t i = 0; i < count; ++i)
		{
			node->lo[axis][i] = kiln_frame_below(frame, boxes[i].min[axis]);
			node->hi[axis][i] = kiln_frame_above(frame, boxes[i].max[axis]);
		}
	}
}

double kilni_refit_boxes(const kiln_refit *refit, kiln_refit_box *bounds)
{
	kiln_format_tree_node *nodes = (kiln_format_tree_node *)(void *)refit->nodes;
	kiln_refit_box *subtrees = refit->scratch;
	double surfaces = 0;
	for (uint32_t n = refit->node_count; n-- > 0;)
	{
		kiln_format_tree_node *node = &nodes[n];
		kiln_refit_box boxes[KILN_TREE_WIDTH], all;
		uint32_t count = kiln_node_child_count(node);
		for (uint32_t i = 0; i < count; ++i)
		{
			uint32_t child = kiln_node_child(node, i);
			if (child & KILN_LEAF_BIT)
			{
				kiln_leaf_room room;
				kiln_leaf leaf = kiln_leaf_at(refit->leaves, child & ~KILN_LEAF_BIT, &room);
				boxes[i] = kiln_refit_leaf_box(&leaf);
			}
			else
				boxes[i] = subtrees[child];
			if (i == 0)
				all = boxes[0];
			else
				kiln_refit_box_join(&all, &boxes[i]);
			double size[3];
			for (int axis = 0; axis < 3; ++axis)
				size[axis] = (double)boxes[i].max[axis] - (double)boxes[i].min[axis];
			surfaces += kiln_refit_box_surface(size[0], size[1], size[2]);
		}
		quantize(node, boxes, count, &all);
		subtrees[n] = all;
	}
	*bounds = subtrees[0];
	return surfaces;
}
