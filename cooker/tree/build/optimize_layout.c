// SPDX-License-Identifier: MIT
#include "memory.h"
#include "optimize.h"

#include <string.h>

/// A subtree that is not copied yet.
typedef struct move
{
	uint32_t from;
	uint32_t to;
	uint32_t depth;
} move;

/// Copies the nodes; both arrays are large enough.
static void copy_depth_first(const build_tree *from, build_tree *to)
{
	move stack[BUILD_MAX_DEPTH + 1];
	uint32_t top = 0;
	stack[top++] = (move){0, 0, 1};
	to->node_count = 1;
	while (top > 0)
	{
		move task = stack[--top];
		const build_node *source = &from->nodes[task.from];
		build_node *target = &to->nodes[task.to];
		*target = *source;
		if (task.depth > to->depth)
			to->depth = task.depth;
		if (source->count)
		{
			target->first = to->order_count;
			memcpy(&to->order[to->order_count], &from->order[source->first], source->count * sizeof *to->order);
			to->order_count += source->count;
			continue;
		}
		target->first = to->node_count;
		to->node_count += 2;
		stack[top++] = (move){source->first + 1, target->first + 1, task.depth + 1};
		stack[top++] = (move){source->first, target->first, task.depth + 1};
	}
}

kilncook_status build_tree_lay_out(const kilncook_context *context, build_tree *from, build_tree *to)
{
	build_tree copy = {.node_capacity = from->node_count, .order_capacity = from->order_count};
	copy.nodes = cook_alloc(context, copy.node_capacity, sizeof *copy.nodes);
	copy.order = cook_alloc(context, copy.order_capacity, sizeof *copy.order);
	if (!copy.nodes || !copy.order)
	{
		build_tree_free(context, &copy);
		return KILNCOOK_INTERNAL;
	}
	copy_depth_first(from, &copy);
	build_tree_free(context, from);
	*to = copy;
	return KILNCOOK_OK;
}
