// SPDX-License-Identifier: MIT
#include "cell_octree.h"

#define NONE CELL_OCTREE_NONE

static kiln_cell_octree *lay_out(kiln_room *room, uint32_t capacity)
{
	kiln_cell_octree counted;
	kiln_cell_octree *octree = (kiln_cell_octree *)kiln_room_take(room, 1, sizeof *octree);
	kiln_cell_octree *to = octree ? octree : &counted;
	// One node per box is more than usual scenes need; if it is not enough, boxes are held higher up.
	to->node_capacity = capacity + 64;
	to->nodes = (kiln_cell_octree_node *)kiln_room_take(room, to->node_capacity, sizeof *to->nodes);
	to->node_of = (uint32_t *)kiln_room_take(room, capacity, sizeof *to->node_of);
	to->next = (uint32_t *)kiln_room_take(room, capacity, sizeof *to->next);
	to->previous = (uint32_t *)kiln_room_take(room, capacity, sizeof *to->previous);
	to->run = (uint32_t *)kiln_room_take(room, capacity, sizeof *to->run);
	kiln_flags_place(&to->changed, room, capacity);
	kilni_flat_place(&to->flat, room, capacity);
	return octree;
}

size_t kilni_cell_octree_size(const kiln_broadphase_options *options)
{
	kiln_room room = {0};
	lay_out(&room, options->capacity);
	return room.used;
}

// --- Nodes ------------------------------------------------------------------------------------------------------------

static void write_node(kiln_cell_octree *octree, uint32_t number, uint32_t parent, kiln_cell cell, uint32_t octant)
{
	kiln_cell_octree_node *node = &octree->nodes[number];
	*node = (kiln_cell_octree_node){.at = {cell.at[0], cell.at[1], cell.at[2]},
		.parent = parent,
		.head = NONE,
		.height = (uint8_t)cell.height,
		.octant = (uint8_t)octant};
	for (unsigned i = 0; i < 8; i++)
		node->children[i] = NONE;
}

/// Clears the tree to an empty root.
static void clear(kiln_cell_octree *octree)
{
	octree->node_end = 1;
	octree->node_free = NONE;
	write_node(octree, 0, NONE, (kiln_cell){.height = KILN_CELLS_DEPTH}, 0);
}

void kilni_cell_octree_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options, bool loose)
{
	kiln_room room = {.base = broadphase->state};
	kiln_cell_octree *octree = lay_out(&room, options->capacity);
	octree->loose = loose;
	kilni_cells_begin(&octree->cells, &options->extent);
	clear(octree);
}

/// Makes a child; NONE if the pool is empty.
static uint32_t make_child(kiln_cell_octree *octree, uint32_t parent, uint32_t octant)
{
	uint32_t number = octree->node_free;
	if (number != NONE)
		octree->node_free = octree->nodes[number].children[0];
	else if (octree->node_end < octree->node_capacity)
		number = octree->node_end++;
	else
		return NONE;
	kiln_cell_octree_node *above = &octree->nodes[parent];
	kiln_cell cell = {.height = above->height - 1u};
	for (unsigned i = 0; i < 3; i++)
		cell.at[i] = 2 * above->at[i] + (int32_t)(octant >> i & 1);
	write_node(octree, number, parent, cell, octant);
	above->children[octant] = number;
	above->child_count++;
	return number;
}

/// Frees empty nodes from `number` upwards, so that no long path of empty nodes stays.
static void prune(kiln_cell_octree *octree, uint32_t number)
{
	kiln_cell_octree_node *node = &octree->nodes[number];
	while (number != 0 && node->count == 0 && node->child_count == 0)
	{
		uint32_t parent = node->parent;
		octree->nodes[parent].children[node->octant] = NONE;
		octree->nodes[parent].child_count--;
		node->children[0] = octree->node_free;
		octree->node_free = number;
		number = parent;
		node = &octree->nodes[number];
	}
	if (node->child_count == 0 && node->count <= CELL_OCTREE_LEAF / 2)
		node->divided = false;
}

// --- Boxes ------------------------------------------------------------------------------------------------------------

static void link_box(kiln_cell_octree *octree, uint32_t number, uint32_t index)
{
	kiln_cell_octree_node *node = &octree->nodes[number];
	octree->node_of[index] = number;
	octree->previous[index] = NONE;
	octree->next[index] = node->head;
	if (node->head != NONE)
		octree->previous[node->head] = index;
	node->head = index;
	node->count++;
}

static void unlink_box(kiln_cell_octree *octree, uint32_t index)
{
	kiln_cell_octree_node *node = &octree->nodes[octree->node_of[index]];
	uint32_t next = octree->next[index], previous = octree->previous[index];
	if (previous == NONE)
		node->head = next;
	else
		octree->next[previous] = next;
	if (next != NONE)
		octree->previous[next] = previous;
	node->count--;
}

static uint32_t octant_towards(const kiln_cell_octree_node *node, const kiln_cell *cell)
{
	uint32_t shift = node->height - 1u - cell->height;
	return (uint32_t)((cell->at[0] >> shift & 1) | (cell->at[1] >> shift & 1) << 1 | (cell->at[2] >> shift & 1) << 2);
}

/// The lowest existing node on the way from `number` to a cell; makes nodes if possible.
static uint32_t descend(kiln_cell_octree *octree, uint32_t number, const kiln_cell *cell)
{
	for (;;)
	{
		const kiln_cell_octree_node *node = &octree->nodes[number];
		if (!node->divided || node->height <= cell->height)
			return number;
		uint32_t octant = octant_towards(node, cell);
		uint32_t child = node->children[octant];
		if (child == NONE)
			child = make_child(octree, number, octant);
		if (child == NONE)
			return number;
		number = child;
	}
}

/// Moves a node's boxes to the children to which they belong. A child that is then too full is divided only when its
/// next box comes, so that one box costs at most the division of one node.
static void divide(kiln_cell_octree *octree, uint32_t number, const kiln_box_source *source)
{
	kiln_cell_octree_node *node = &octree->nodes[number];
	node->divided = true;
	for (uint32_t index = node->head; index != NONE;)
	{
		uint32_t next = octree->next[index];
		kiln_cell cell = kiln_cell_octree_cell(octree, kiln_source_box(source, index));
		uint32_t to = descend(octree, number, &cell);
		if (to != number)
		{
			unlink_box(octree, index);
			link_box(octree, to, index);
		}
		index = next;
	}
}

static void insert(kiln_cell_octree *octree, uint32_t index, const kiln_box_source *source)
{
	kiln_cell cell = kiln_cell_octree_cell(octree, kiln_source_box(source, index));
	uint32_t number = descend(octree, 0, &cell);
	// Boxes at their own cell cannot go lower, however many there are.
	while (!octree->nodes[number].divided && octree->nodes[number].count >= CELL_OCTREE_LEAF)
	{
		divide(octree, number, source);
		number = descend(octree, number, &cell);
	}
	link_box(octree, number, index);
}

static void move(kiln_cell_octree *octree, uint32_t index, const kiln_box_source *source)
{
	uint32_t number = octree->node_of[index];
	const kiln_cell_octree_node *node = &octree->nodes[number];
	kiln_cell cell = kiln_cell_octree_cell(octree, kiln_source_box(source, index));
	bool stays = cell.height == node->height || (cell.height < node->height && !node->divided);
	for (unsigned i = 0; i < 3; i++)
		stays = stays && cell.at[i] >> ((node->height - cell.height) & 31) == node->at[i];
	if (stays)
		return;
	unlink_box(octree, index);
	insert(octree, index, source);
	prune(octree, number);
}

static void take_out(kiln_cell_octree *octree, const uint32_t *indices, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t number = octree->node_of[indices[i]];
		unlink_box(octree, indices[i]);
		prune(octree, number);
	}
}

/// The root cube has changed: inserts all remaining boxes again.
static void rebuild(kiln_cell_octree *octree, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	const kiln_box_source source = {.boxes = broadphase->boxes};
	clear(octree);
	for (uint32_t i = 0; i < changes->removed_count; i++)
		octree->node_of[changes->removed[i]] = NONE;
	for (uint32_t i = 0; i < changes->moved_count; i++)
		octree->node_of[changes->moved[i]] = NONE;
	for (uint32_t i = 0; i < broadphase->live_count; i++)
		if (octree->node_of[broadphase->live[i]] != NONE)
			insert(octree, broadphase->live[i], &source);
}

void kilni_cell_octree_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_cell_octree *octree = (kiln_cell_octree *)broadphase->state;
	// A box has its old place until it is marked.
	const kiln_box_source source = {.boxes = broadphase->boxes, .next = changes->next, .changed = &octree->changed};
	const bool again = kilni_cells_follow(&octree->cells, broadphase, changes);
	octree->changed_count = changes->added_count + changes->moved_count;
	octree->flat_is_current = false;
	if (again)
		rebuild(octree, broadphase, changes);
	else
		take_out(octree, changes->removed, changes->removed_count);
	for (uint32_t i = 0; i < changes->moved_count; i++)
	{
		kiln_flags_mark(&octree->changed, changes->moved[i]);
		if (again)
			insert(octree, changes->moved[i], &source);
		else
			move(octree, changes->moved[i], &source);
	}
	for (uint32_t i = 0; i < changes->added_count; i++)
	{
		kiln_flags_mark(&octree->changed, changes->added[i]);
		insert(octree, changes->added[i], &source);
	}
	kiln_flags_clear(&octree->changed);
}
