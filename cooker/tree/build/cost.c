// SPDX-License-Identifier: MIT
#include "build.h"

/// Half the surface of a box, in double so that sums over millions of nodes keep their precision.
double build_box_half_area(const build_box *box)
{
	double x = (double)box->max[0] - (double)box->min[0];
	double y = (double)box->max[1] - (double)box->min[1];
	double z = (double)box->max[2] - (double)box->min[2];
	return x * y + y * z + z * x;
}

double build_tree_sah_cost(const build_tree *tree, double traversal, double primitive)
{
	if (tree->node_count == 0)
		return 0.0;
	double sum = 0.0;
	for (uint32_t i = 0; i < tree->node_count; ++i)
	{
		const build_node *node = &tree->nodes[i];
		double weight = node->count ? primitive * (double)node->count : traversal;
		sum += weight * build_box_half_area(&node->box);
	}
	double root = build_box_half_area(&tree->nodes[0].box);
	// A root without area gives no scale; every visit then counts 1.
	return root > 0.0 ? sum / root : 0.0;
}
