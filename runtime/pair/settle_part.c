// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE

#include "settle_part.h"

#include "convex/convex.h"
#include "tree/layout.h"

#include <string.h>

/// The number of leaves of a mesh that are examined for its extent. Beyond it, the boxes that are left give the extent.
#define REACH_LEAVES 8

/// The box of a part's mesh in the mesh's coordinates. The box of a cooked mesh is exact.
static void mesh_box(const kiln_pair_part *part, bool deformed, double low[3], double high[3])
{
	const kiln_format_mesh *mesh = &part->asset->meshes[part->mesh];
	for (int k = 0; k < 3; ++k)
	{
		double middle = (double)part->tree.middle[k], half = (double)part->tree.half[k];
		low[k] = deformed ? middle - half : (double)mesh->bounds_min[k];
		high[k] = deformed ? middle + half : (double)mesh->bounds_max[k];
	}
}

static kiln_d3 way_of(const kiln_settle_ways *ways, int side, int way)
{
	const double(*number)[KILN_SETTLE_WAYS] = ways->number[side];
	return (kiln_d3){number[0][way], number[1][way], number[2][way]};
}

/// The span of a mesh along the directions from `way` on: that of the box of its vertices, as placed by the node.
static void span_mesh(
	kiln_settle_span *span, const kiln_settle_ways *ways, int side, const kiln_pair_part *part, bool deformed, int way)
{
	double low[3], high[3];
	mesh_box(part, deformed, low, high);
	kiln_d3 center = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2])};
	kiln_d3 edge[3] = {
		{0.5 * (high[0] - low[0]), 0, 0}, {0, 0.5 * (high[1] - low[1]), 0}, {0, 0, 0.5 * (high[2] - low[2])}};
	center = kiln_d3_sub(kiln_place_point(&part->own, center), kiln_d3_from_floats(ways->tree[side]->middle));
	for (int k = 0; k < 3; ++k)
		edge[k] = kiln_place_vector(&part->own, edge[k]);
	for (int i = way; i < KILN_SETTLE_WAYS; ++i)
	{
		kiln_d3 n = way_of(ways, side, i);
		double at = ways->offset[side][i] + kiln_d3_dot(n, center), reach = 0;
		for (int k = 0; k < 3; ++k)
			reach += kiln_double_abs(kiln_d3_dot(n, edge[k]));
		span->low[i] = at - reach;
		span->high[i] = at + reach;
	}
}

/// A box of a mesh's tree, and its extent.
typedef struct reach_entry
{
	uint32_t under;
	double reach;
} reach_entry;

static double leaf_reach(const kiln_leaf *leaf, kiln_d3 n)
{
	double most = -HUGE_VAL;
	for (uint32_t v = 0; v < leaf->vertex_count; ++v)
		most = kiln_double_max(n.x * (double)leaf->x[v] + n.y * (double)leaf->y[v] + n.z * (double)leaf->z[v], most);
	return most;
}

static double child_reach(const kiln_format_tree_node *node, uint32_t slot, const double n[3])
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double at = n[k] > 0 ? (double)node->hi[k][slot] : (double)node->lo[k][slot];
		sum += n[k] * ((double)node->origin[k] + at * (double)kiln_exponent_scale(node->exponent[k]));
	}
	return sum;
}

/// An upper bound of the extent of a mesh's vertices along a direction of its coordinates, by its AABBs.
static double mesh_reach(const kiln_pair_tree *tree, kiln_d3 n, uint64_t *work)
{
	reach_entry stack[KILN_TREE_STACK];
	const double along[3] = {n.x, n.y, n.z};
	double most = -HUGE_VAL;
	uint32_t height = 0, leaves = 0;
	stack[height++] = (reach_entry){0, HUGE_VAL};
	while (height)
	{
		const reach_entry entry = stack[--height];
		if (entry.reach <= most)
			continue;
		if (leaves == REACH_LEAVES)
		{
			most = entry.reach;
			continue;
		}
		++*work;
		if (entry.under & KILN_LEAF_BIT)
		{
			kiln_leaf_room room;
			const kiln_leaf leaf = kiln_leaf_at(tree->leaves, entry.under & ~KILN_LEAF_BIT, &room);
			most = kiln_double_max(leaf_reach(&leaf, n), most);
			++leaves;
			continue;
		}
		kiln_format_tree_node node;
		memcpy(&node, kiln_volume_node(tree, entry.under), sizeof node);
		uint32_t count = kiln_node_child_count(&node), base = height;
		for (uint32_t slot = 0; slot < count; ++slot)
		{
			// The farthest is popped first.
			const reach_entry child = {kiln_node_child(&node, slot), child_reach(&node, slot, along)};
			uint32_t at = height++;
			for (; at > base && stack[at - 1].reach > child.reach; --at)
				stack[at] = stack[at - 1];
			stack[at] = child;
		}
	}
	return most;
}

/// The span of a solid, by its supports.
static void span_solid(
	kiln_settle_span *span, const kiln_settle_ways *ways, int side, const kiln_pair_part *part, int way)
{
	const kiln_convex convex = kilni_convex_of(&part->body, &part->own, kiln_d3_from_floats(ways->tree[side]->middle));
	for (int i = way; i < KILN_SETTLE_WAYS; ++i)
	{
		kiln_d3 n = way_of(ways, side, i), back = kiln_d3_scale(n, -1);
		uint32_t seed = KILN_NONE, seed_back = KILN_NONE;
		double high = kiln_d3_dot(n, kilni_convex_support(&convex, n, &seed));
		double low = kiln_d3_dot(n, kilni_convex_support(&convex, back, &seed_back));
		double ball = convex.margin * sqrt(kiln_d3_length2(n));
		span->low[i] = ways->offset[side][i] + low - ball;
		span->high[i] = ways->offset[side][i] + high + ball;
	}
}

void kilni_settle_span_part(kiln_settle_span *span, const kiln_settle_ways *ways, int side,
	const kiln_pair_side *object, const kiln_pair_part *part, int way)
{
	if (part->mesh == KILN_NONE)
		span_solid(span, ways, side, part, way);
	else
		span_mesh(span, ways, side, part, object->object->deformed != NULL, way);
}

uint64_t kilni_settle_span_narrow(kiln_settle_span *span, const kiln_settle_ways *ways, int side,
	const kiln_pair_side *object, const kiln_pair_part *part, int way)
{
	if (part->mesh == KILN_NONE || part->surface || object->object->deformed)
		return 0;
	uint64_t work = 0;
	const kiln_pair_tree tree = kilni_pair_tree_of_mesh(part->asset, part->mesh, 1u << KILN_TREE_AABB);
	const kiln_place *own = &part->own;
	const kiln_d3 rest = {0, 0, 0};
	kiln_d3 n = way_of(ways, side, way), from = own->moved ? own->origin : rest, along = n;
	if (own->moved)
		along =
			(kiln_d3){kiln_d3_dot(n, own->column[0]), kiln_d3_dot(n, own->column[1]), kiln_d3_dot(n, own->column[2])};
	double at =
		ways->offset[side][way] + kiln_d3_dot(n, kiln_d3_sub(from, kiln_d3_from_floats(ways->tree[side]->middle)));
	double reach = mesh_reach(&tree, side ? kiln_d3_scale(along, -1) : along, &work);
	if (side)
		span->low[way] = kiln_double_max(at - reach, span->low[way]);
	else
		span->high[way] = kiln_double_min(at + reach, span->high[way]);
	return work;
}
