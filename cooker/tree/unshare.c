// SPDX-License-Identifier: MIT
#include "unshare.h"

#include "memory.h"

#include <float.h>

/// The state while references are removed.
typedef struct unsharer
{
	const build_input *input;
	const build_tree *from;
	uint32_t *owner; ///< per primitive: the leaf that keeps it
	double *growth;	 ///< per primitive: by how much its owner grows
	uint32_t *kept;	 ///< per node: primitives that stay below it
	build_tree to;
} unsharer;

static build_box unite(const build_box *a, const build_box *b)
{
	build_box both;
	for (int axis = 0; axis < 3; ++axis)
	{
		both.min[axis] = a->min[axis] < b->min[axis] ? a->min[axis] : b->min[axis];
		both.max[axis] = a->max[axis] > b->max[axis] ? a->max[axis] : b->max[axis];
	}
	return both;
}

static build_box primitive_box(const build_input *input, uint32_t primitive)
{
	if (input->boxes)
		return input->boxes[primitive];
	build_box box = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
	for (int corner = 0; corner < 3; ++corner)
	{
		const float *p = input->vertices[input->triangles[primitive][corner]];
		build_box point = {{p[0], p[1], p[2]}, {p[0], p[1], p[2]}};
		box = unite(&box, &point);
	}
	return box;
}

/// Finds every primitive's owner: the leaf that grows least, the first of equal ones.
static void choose_owners(unsharer *u)
{
	for (uint32_t i = 0; i < u->input->count; ++i)
		u->growth[i] = DBL_MAX;
	for (uint32_t i = 0; i < u->from->node_count; ++i)
	{
		const build_node *node = &u->from->nodes[i];
		for (uint32_t k = 0; k < node->count; ++k)
		{
			uint32_t primitive = u->from->order[node->first + k];
			build_box whole = primitive_box(u->input, primitive);
			build_box both = unite(&whole, &node->box);
			double growth = build_box_half_area(&both) - build_box_half_area(&node->box);
			if (growth < u->growth[primitive])
			{
				u->growth[primitive] = growth;
				u->owner[primitive] = i;
			}
		}
	}
}

/// Counts the remaining primitives bottom-up; an owner counts its primitive once even if the leaf names it twice.
static void count_kept(unsharer *u)
{
	for (uint32_t i = 0; i < u->from->node_count; ++i)
		u->kept[i] = 0;
	for (uint32_t i = 0; i < u->input->count; ++i)
		++u->kept[u->owner[i]];
	for (uint32_t i = u->from->node_count; i-- > 0;)
		if (u->from->nodes[i].count == 0)
			u->kept[i] = u->kept[u->from->nodes[i].first] + u->kept[u->from->nodes[i].first + 1];
}

/// Returns the node itself, or the first node below it that is a leaf or still has two non-empty children.
static uint32_t skip_empty(const unsharer *u, uint32_t node)
{
	while (u->from->nodes[node].count == 0)
	{
		uint32_t left = u->from->nodes[node].first;
		if (u->kept[left] && u->kept[left + 1])
			break;
		node = u->kept[left] ? left : left + 1;
	}
	return node;
}

static void write_leaf(unsharer *u, uint32_t from, build_node *to)
{
	const build_node *leaf = &u->from->nodes[from];
	to->first = u->to.order_count;
	for (uint32_t k = 0; k < leaf->count; ++k)
	{
		uint32_t primitive = u->from->order[leaf->first + k];
		if (u->owner[primitive] != from)
			continue;
		u->owner[primitive] = UINT32_MAX; // written: a repeated entry in the leaf is skipped
		build_box box = primitive_box(u->input, primitive);
		to->box = to->count++ ? unite(&to->box, &box) : box;
		u->to.order[u->to.order_count++] = primitive;
	}
}

/// Copies the remaining nodes in depth-first order, then computes the inner boxes bottom-up.
static void copy_kept(unsharer *u)
{
	struct
	{
		uint32_t from, to, level;
	} stack[BUILD_MAX_DEPTH + 1];
	uint32_t height = 0;
	stack[height].from = skip_empty(u, 0);
	stack[height].to = 0;
	stack[height++].level = 1;
	u->to.node_count = 1;
	while (height)
	{
		--height;
		uint32_t from = stack[height].from, to = stack[height].to, level = stack[height].level;
		u->to.nodes[to] = (build_node){0};
		u->to.depth = level > u->to.depth ? level : u->to.depth;
		if (u->from->nodes[from].count)
		{
			write_leaf(u, from, &u->to.nodes[to]);
			continue;
		}
		uint32_t left = u->to.node_count;
		u->to.nodes[to].first = left;
		u->to.node_count += 2;
		for (uint32_t side = 2; side-- > 0; ++height)
		{
			stack[height].from = skip_empty(u, u->from->nodes[from].first + side);
			stack[height].to = left + side;
			stack[height].level = level + 1;
		}
	}
	for (uint32_t i = u->to.node_count; i-- > 0;)
		if (u->to.nodes[i].count == 0)
			u->to.nodes[i].box =
				unite(&u->to.nodes[u->to.nodes[i].first].box, &u->to.nodes[u->to.nodes[i].first + 1].box);
}

kilncook_status build_tree_unshare(const kilncook_context *context, const build_input *input, build_tree *tree)
{
	unsharer u = {.input = input, .from = tree};
	uint32_t nodes = tree->node_count;
	u.owner = cook_alloc(context, input->count, sizeof *u.owner);
	u.growth = cook_alloc(context, input->count, sizeof *u.growth);
	u.kept = cook_alloc(context, nodes, sizeof *u.kept);
	u.to.nodes = cook_alloc(context, nodes, sizeof *u.to.nodes);
	u.to.order = cook_alloc(context, input->count, sizeof *u.to.order);
	u.to.node_capacity = nodes;
	u.to.order_capacity = input->count;
	bool ready = u.owner && u.growth && u.kept && u.to.nodes && u.to.order;
	if (ready)
	{
		choose_owners(&u);
		count_kept(&u);
		copy_kept(&u);
	}
	cook_free(context, u.owner, input->count, sizeof *u.owner);
	cook_free(context, u.growth, input->count, sizeof *u.growth);
	cook_free(context, u.kept, nodes, sizeof *u.kept);
	if (!ready)
	{
		cook_free(context, u.to.nodes, nodes, sizeof *u.to.nodes);
		cook_free(context, u.to.order, input->count, sizeof *u.to.order);
		return KILNCOOK_INTERNAL;
	}
	build_tree_free(context, tree);
	*tree = u.to;
	return KILNCOOK_OK;
}
