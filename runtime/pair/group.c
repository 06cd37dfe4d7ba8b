// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE

#include "group.h"

#include "deform/deform.h"
#include "math/budget.h"
#include "math/rounding.h"
#include "simd/simd8.h"
#include "tree/layout.h"

// --- Boxes ------------------------------------------------------------------------------------------------------------

static const kiln_place *box_place(const kiln_pair_side *side)
{
	return side->single ? &side->part.box : &side->pose;
}

static const kiln_pair_tree *box_tree(const kiln_pair_side *side)
{
	return side->single ? &side->part.tree : &side->tree;
}

bool kilni_group_one_of(kiln_group_one *one, const kiln_object *object)
{
	const uint32_t boxes = 1u << KILN_TREE_AABB;
	kiln_pair_side *side = &one->side;
	one->budget = NULL;
	if (!kilni_pair_side_of(side, object))
		return false;
	one->solid = side->single && (side->part.mesh == KILN_NONE || side->part.surface);
	one->tree = *box_tree(side);
	if (!side->single)
		one->tree = kilni_pair_tree_of_scene(object->asset, boxes);
	else if (object->deformed && !one->solid)
		kilni_deformed_pair_tree(object->deformed, KILN_TREE_AABB, &one->tree);
	else if (!one->solid)
		one->tree = kilni_pair_tree_of_mesh(object->asset, side->part.mesh, boxes);
	one->frame = kiln_pair_frame_of(&one->tree, box_place(side));
	return true;
}

kiln_group_box kilni_group_box_of(const kiln_group_one *one, const kiln_pair_side *member)
{
	kiln_group_box box;
	kiln_pair_box_in(&one->frame, box_tree(member), box_place(member), &box.min, &box.max);
	return box;
}

// --- The walk ---------------------------------------------------------------------------------------------------------

/// A child that is at most this many times as large as a member is not opened for it. Below such a child, boxes along
/// the single object's axes prove little that the member's own walk does not prove better. 1 and 4 were slower when
/// measured.
#define SMALL_CHILD 2.0f

/// A member during the walk.
typedef struct group_member
{
	float min[3], max[3];
	float size; ///< sum of its edges
} group_member;

typedef struct group_entry
{
	uint32_t node;
	uint32_t members; ///< members whose boxes meet the node's
} group_entry;

typedef struct group_walk
{
	const kiln_pair_tree *tree;
	group_member member[KILN_GROUP_RUN];
	uint32_t met;	   ///< members that leave the walk for a single query
	uint64_t tests;	   ///< tests of children
	uint64_t overlaps; ///< of children and roots that are not proved apart
	uint32_t height;
	group_entry stack[KILN_TREE_STACK];
} group_walk;

/// A node's children.
typedef struct group_lanes
{
	f8 min[3], max[3];
	f8 size;
	uint32_t count;
	uint32_t leaves; ///< bits of the children that are leaves
} group_lanes;

static group_lanes lanes_of(const kiln_pair_tree *tree, uint32_t number)
{
	const uint8_t *bytes = tree->nodes + (uint64_t)number * tree->node_size;
	const kiln_format_tree_node *node = (const kiln_format_tree_node *)(const void *)bytes;
	f3 step = f3_powers(node->exponent), origin = f3_load(node->origin);
	group_lanes lanes = {.count = kiln_node_child_count(node), .size = f8_set1(0)};
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 scale = f8_splat(step, axis), base = f8_splat(origin, axis);
		lanes.min[axis] = f8_add(f8_mul(f8_from_u8(node->lo[axis]), scale), base);
		lanes.max[axis] = f8_add(f8_mul(f8_from_u8(node->hi[axis]), scale), base);
		lanes.size = f8_add(lanes.size, f8_sub(lanes.max[axis], lanes.min[axis]));
	}
	// Inner children come first.
	lanes.leaves = 0xffu << (node->counts >> 4);
	return lanes;
}

/// The bits of the children that meet a member's box.
static uint32_t children_met(const group_lanes *lanes, const group_member *member)
{
	m8 apart = m8_from(lanes->count);
	for (int axis = 0; axis < 3; ++axis)
	{
		apart = m8_or(apart, m8_gt(lanes->min[axis], f8_set1(member->max[axis])));
		apart = m8_or(apart, m8_gt(f8_set1(member->min[axis]), lanes->max[axis]));
	}
	return ~m8_bits(apart) & 0xffu;
}

/// Compares a node's children with the members that meet the node, and pushes the children to open on the stack, the
/// first on top.
static void open_node(group_walk *walk, const group_entry *entry)
{
	const group_lanes lanes = lanes_of(walk->tree, entry->node);
	uint32_t below[KILN_TREE_WIDTH] = {0};
	for (uint32_t left = entry->members & ~walk->met; left; left &= left - 1)
	{
		const group_member *member = &walk->member[kiln_lowest_bit(left)];
		uint32_t bits = children_met(&lanes, member), bit = left & (0u - left);
		walk->tests += lanes.count;
		walk->overlaps += kiln_bit_count(bits);
		if (bits & (lanes.leaves | m8_bits(m8_le(lanes.size, f8_set1(SMALL_CHILD * member->size)))))
			walk->met |= bit;
		else
			for (; bits; bits &= bits - 1)
				below[kiln_lowest_bit(bits)] |= bit;
	}
	const uint8_t *bytes = walk->tree->nodes + (uint64_t)entry->node * walk->tree->node_size;
	const kiln_format_tree_node *node = (const kiln_format_tree_node *)(const void *)bytes;
	for (uint32_t slot = KILN_TREE_WIDTH; slot-- > 0;)
		if (below[slot] & ~walk->met)
			walk->stack[walk->height++] = (group_entry){kiln_node_child(node, slot), below[slot]};
}

/// Returns false if a member is apart from the whole tree.
static bool meets_root(const kiln_pair_tree *tree, const group_member *member)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		double middle = (double)tree->middle[axis], half = (double)tree->half[axis];
		if ((double)member->min[axis] > middle + half || (double)member->max[axis] < middle - half)
			return false;
	}
	return true;
}

static group_member member_of(const kiln_group_one *one, const kiln_group_box *box, double distance)
{
	const double min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
	group_member member = {.size = 0};
	for (int axis = 0; axis < 3; ++axis)
	{
		double grow = one->frame.row_length[axis] * (distance * (1 + 0x1p-20));
		member.min[axis] = kiln_float_down(min[axis] - grow);
		member.max[axis] = kiln_float_up(max[axis] + grow);
		member.size += member.max[axis] - member.min[axis];
	}
	return member;
}

uint32_t kilni_group_in_question(const kiln_group_one *one, const kiln_group_box boxes[KILN_GROUP_RUN],
	uint32_t members, double distance, kiln_pair_counters *counters)
{
	group_walk walk;
	walk.tree = &one->tree;
	walk.met = walk.height = 0;
	walk.tests = walk.overlaps = 0;
	uint64_t roots = 0;
	uint32_t begun = 0;
	for (uint32_t left = members; left; left &= left - 1)
	{
		uint32_t i = kiln_lowest_bit(left);
		walk.member[i] = member_of(one, &boxes[i], distance);
		++roots;
		if (!meets_root(&one->tree, &walk.member[i]))
			continue;
		begun |= 1u << i;
		++walk.overlaps;
	}
	if (one->solid)
		walk.met = begun;
	else
		walk.stack[walk.height++] = (group_entry){0, begun};
	while (walk.height)
	{
		const group_entry entry = walk.stack[--walk.height];
		if (!(entry.members & ~walk.met))
			continue;
		if (!kiln_budget_take(one->budget, 1))
			break;
		open_node(&walk, &entry);
	}
	if (counters)
	{
		counters->volume_tests += roots + walk.tests;
		counters->children += walk.tests;
		counters->volume_overlaps += walk.overlaps;
	}
	return walk.met;
}
