// SPDX-License-Identifier: MIT
#include "kd_tree.h"

/// k-d tree (Bentley 1975; Ericson 2005, 7.3.7): planes at sides of boxes, chosen by surface areas over a sample of a
/// leaf's boxes (MacDonald and Booth 1990). A box is in every leaf that it touches, but in at most eight nodes, so that
/// a large box is in inner nodes, too. A box that moves is looked up again, and linked again if it touches other nodes.
/// Leaves with too many boxes are divided; leaves with few are joined. The tree is rebuilt when its boxes are in many
/// more nodes than at first, or when there are four times as many.
///
/// A pair, or a box that a query meets, is reported in the one node whose cell has the lowest corner of the common
/// part; for sweeps, of the common part when they first touch. So no marks are needed. Sweeps go from the near side of
/// each plane to the far one.
///
/// Costs: update O(depth) for each box that moves; all pairs and queries O(log n) each, plus the boxes in the leaves
/// touched; about 150 bytes a proxy. Weak if many boxes overlap: no plane separates them, and they are in many leaves.

static kd_tree *lay_out(kiln_room *room, uint32_t capacity)
{
	kd_tree counted;
	kd_tree *tree = (kd_tree *)kiln_room_take(room, 1, sizeof *tree);
	kd_tree *to = tree ? tree : &counted;
	to->node_capacity = (capacity | 1) + 64;
	to->nodes = (kd_node *)kiln_room_take(room, to->node_capacity, sizeof *to->nodes);
	to->references = (kd_reference *)kiln_room_take(room, (size_t)capacity * KD_REFERENCES, sizeof *to->references);
	to->reference_counts = (uint8_t *)kiln_room_take(room, capacity, sizeof *to->reference_counts);
	kiln_flags_place(&to->changed, room, capacity);
	return tree;
}

static size_t kd_size(const kiln_broadphase_options *options)
{
	kiln_room room = {0};
	lay_out(&room, options->capacity);
	return room.used;
}

/// Sets a root without boxes.
static void clear(kd_tree *tree)
{
	tree->nodes[0] = (kd_node){.low = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF},
		.high = {HUGE_VALF, HUGE_VALF, HUGE_VALF},
		.head = KD_NONE,
		.used = true};
	tree->node_end = 1;
	tree->node_free = KD_NONE;
	tree->total = 0;
	tree->unlinked = 0;
}

static void kd_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_room room = {.base = broadphase->state};
	clear(lay_out(&room, options->capacity));
}

// --- Which nodes a box is in ------------------------------------------------------------------------------------------

/// The nodes that hold a box. All nodes descend by one level in turn, so that the large ones are divided first. Returns
/// how many there are.
static uint32_t cover(const kd_tree *tree, const kiln_aabb *box, uint32_t nodes[KD_REFERENCES])
{
	uint32_t count = 1, ended = 0; // a bit for each node that cannot descend
	nodes[0] = 0;
	while (ended != (1u << count) - 1)
		for (uint32_t i = 0, before = count; i < before; i++)
		{
			const kd_node *node = &tree->nodes[nodes[i]];
			bool below = node->child && kd_is_below(box, node), above = node->child && kd_is_above(box, node);
			if (below == above && (!below || count == KD_REFERENCES))
			{
				ended |= 1u << i;
				continue;
			}
			nodes[i] = node->child + !below;
			if (below && above)
				nodes[count++] = node->child + 1;
		}
	return count;
}

static void take_out(kd_tree *tree, uint32_t index)
{
	for (uint32_t i = 0; i < tree->reference_counts[index]; i++)
		kilni_kd_unlink(tree, index * KD_REFERENCES + i);
	tree->reference_counts[index] = 0;
	tree->count--;
}

static void put_in(kd_tree *tree, uint32_t index, const uint32_t *nodes, uint32_t count, const kiln_box_source *source)
{
	tree->reference_counts[index] = (uint8_t)count;
	tree->count++;
	for (uint32_t i = 0; i < count; i++)
		kilni_kd_link(tree, index * KD_REFERENCES + i, nodes[i]);
	for (uint32_t i = 0; i < count; i++)
	{
		const kd_node *node = &tree->nodes[nodes[i]];
		if (node->child == 0 && node->count > KD_LEAF && node->count >= node->try_at)
			kilni_kd_divide(tree, nodes[i], source);
	}
}

static void add(kd_tree *tree, uint32_t index, const kiln_box_source *source)
{
	uint32_t nodes[KD_REFERENCES];
	uint32_t count = cover(tree, kiln_source_box(source, index), nodes);
	put_in(tree, index, nodes, count, source);
}

/// Whether a box is wholly in the cell of a leaf, and so in no other.
static bool is_within(const kd_node *leaf, const kiln_aabb *box)
{
	const float *min = &box->min.x, *max = &box->max.x;
	for (unsigned i = 0; i < 3; i++)
		if (min[i] < leaf->low[i] || max[i] >= leaf->high[i])
			return false;
	return leaf->child == 0;
}

static void move(kd_tree *tree, uint32_t index, const kiln_box_source *source)
{
	if (tree->reference_counts[index] == 1 &&
		is_within(&tree->nodes[tree->references[index * KD_REFERENCES].node], kiln_source_box(source, index)))
		return;
	uint32_t nodes[KD_REFERENCES];
	uint32_t count = cover(tree, kiln_source_box(source, index), nodes);
	bool same = count == tree->reference_counts[index];
	for (uint32_t i = 0; i < count && same; i++)
		same = tree->references[index * KD_REFERENCES + i].node == nodes[i];
	if (same)
		return;
	take_out(tree, index);
	put_in(tree, index, nodes, count, source);
}

// --- Updates ----------------------------------------------------------------------------------------------------------

static void put_in_root(kd_tree *tree, uint32_t index)
{
	tree->reference_counts[index] = 1;
	kilni_kd_link(tree, index * KD_REFERENCES, 0);
	tree->count++;
}

/// Builds the tree. Removed boxes are already out.
static void build(kd_tree *tree, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes,
	const kiln_box_source *source)
{
	clear(tree);
	tree->count = 0;
	for (uint32_t i = 0; i < broadphase->live_count; i++)
		if (tree->reference_counts[broadphase->live[i]] > 0)
			put_in_root(tree, broadphase->live[i]);
	for (uint32_t i = 0; i < changes->added_count; i++)
		put_in_root(tree, changes->added[i]);
	if (tree->count > KD_LEAF)
		kilni_kd_divide(tree, 0, source);
	tree->built_count = tree->count;
	tree->built_total = tree->total;
}

/// Whether each box has half as many references again, or there are four times as many boxes, as when the tree was
/// built.
static bool is_bad(const kd_tree *tree)
{
	return tree->count > 4 * (uint64_t)tree->built_count + 64 ||
		   2 * (uint64_t)tree->total * tree->built_count > 3 * (uint64_t)tree->built_total * tree->count + 128;
}

static void kd_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kd_tree *tree = (kd_tree *)broadphase->state;
	// A box has its old place until it is marked.
	const kiln_box_source source = {.boxes = broadphase->boxes, .next = changes->next, .changed = &tree->changed};
	const bool many = changes->added_count > tree->count / 2;
	tree->changed_count = changes->added_count + changes->moved_count;
	for (uint32_t i = 0; i < changes->removed_count; i++)
		take_out(tree, changes->removed[i]);
	for (uint32_t i = 0; i < changes->moved_count; i++)
	{
		kiln_flags_mark(&tree->changed, changes->moved[i]);
		if (!many)
			move(tree, changes->moved[i], &source);
	}
	for (uint32_t i = 0; i < changes->added_count; i++)
	{
		kiln_flags_mark(&tree->changed, changes->added[i]);
		if (!many)
			add(tree, changes->added[i], &source);
	}
	if (many || is_bad(tree))
		build(tree, broadphase, changes, &source);
	else if (tree->unlinked > tree->node_end / 4)
		kilni_kd_join(tree);
	kiln_flags_clear(&tree->changed);
}

const kiln_broadphase_method kiln_broadphase_kd_tree = {
	.name = "kd-tree",
	.size = kd_size,
	.begin = kd_begin,
	.apply = kd_apply,
	.fresh = kilni_kd_tree_fresh,
	.all = kilni_kd_tree_all,
	.box = kilni_kd_tree_box,
	.sweep = kilni_kd_tree_sweep,
	.fresh_is_complete = true,
};
