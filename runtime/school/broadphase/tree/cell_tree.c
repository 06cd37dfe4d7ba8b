// SPDX-License-Identifier: MIT
#include "cell_tree.h"
#include "math/ieee.h"

/// A tree of 2^32 nodes has a height of at most 1.4405 times 32, plus a constant.
#define HEIGHT_MAX 48

void kilni_cell_tree_place(kiln_cell_tree *tree, kiln_room *room, uint32_t capacity)
{
	tree->nodes = kiln_room_take(room, (size_t)capacity + 1, sizeof *tree->nodes);
	tree->capacity = capacity;
	kilni_cell_tree_clear(tree);
}

void kilni_cell_tree_clear(kiln_cell_tree *tree)
{
	tree->end = 1;
	tree->free_node = tree->root = tree->count = 0;
}

static uint32_t height_of(const kiln_cell_tree *tree, uint32_t node)
{
	return node ? tree->nodes[node].height : 0;
}

static void measure(kiln_cell_tree *tree, uint32_t node)
{
	kiln_cell_node *n = &tree->nodes[node];
	uint32_t a = height_of(tree, n->child[0]), b = height_of(tree, n->child[1]);
	n->height = 1 + (a > b ? a : b);
}

/// Rotates the child of one side above its parent; returns the child.
static uint32_t rotate(kiln_cell_tree *tree, uint32_t node, int side)
{
	uint32_t lifted = tree->nodes[node].child[side];
	tree->nodes[node].child[side] = tree->nodes[lifted].child[!side];
	tree->nodes[lifted].child[!side] = node;
	measure(tree, node);
	measure(tree, lifted);
	return lifted;
}

/// Balances a subtree whose children are balanced; returns its root.
static uint32_t balance(kiln_cell_tree *tree, uint32_t node)
{
	kiln_cell_node *n = &tree->nodes[node];
	uint32_t a = height_of(tree, n->child[0]), b = height_of(tree, n->child[1]);
	if (a <= b + 1 && b <= a + 1)
	{
		measure(tree, node);
		return node;
	}
	int side = b > a;
	const kiln_cell_node *high = &tree->nodes[n->child[side]];
	if (height_of(tree, high->child[!side]) > height_of(tree, high->child[side]))
		n->child[side] = rotate(tree, n->child[side], !side);
	return rotate(tree, node, side);
}

/// The path from the root: pointers to node numbers, the root's first.
typedef struct path
{
	uint32_t *places[HEIGHT_MAX];
	uint32_t length;
} path;

static void balance_path(kiln_cell_tree *tree, const path *way)
{
	for (uint32_t i = way->length; i > 0; --i)
		if (*way->places[i - 1])
			*way->places[i - 1] = balance(tree, *way->places[i - 1]);
}

/// Walks to a key, or to the place where it would be: the last one of the path.
static path walk_to(kiln_cell_tree *tree, kiln_cell_key key)
{
	path way = {.length = 0};
	uint32_t *place = &tree->root;
	way.places[way.length++] = place;
	while (*place && tree->nodes[*place].key != key)
	{
		place = &tree->nodes[*place].child[key > tree->nodes[*place].key];
		way.places[way.length++] = place;
	}
	return way;
}

uint32_t kilni_cell_tree_make(kiln_cell_tree *tree, kiln_cell_key key)
{
	path way = walk_to(tree, key);
	uint32_t *place = way.places[way.length - 1];
	if (*place)
		return *place;
	uint32_t made = tree->free_node;
	if (made)
		tree->free_node = tree->nodes[made].child[0];
	else if (tree->end <= tree->capacity)
		made = tree->end++;
	else
		return 0;
	tree->nodes[made] = (kiln_cell_node){.key = key, .height = 1};
	*place = made;
	++tree->count;
	balance_path(tree, &way);
	return made;
}

/// A node with two children is replaced by its successor, so that nodes keep their numbers.
void kilni_cell_tree_remove(kiln_cell_tree *tree, kiln_cell_key key)
{
	path way = walk_to(tree, key);
	uint32_t *place = way.places[way.length - 1];
	uint32_t gone = *place;
	kiln_cell_node *n = &tree->nodes[gone];
	if (!n->child[0] || !n->child[1])
		*place = n->child[n->child[0] == 0];
	else
	{
		uint32_t at = way.length, *below = &n->child[1];
		for (way.places[way.length++] = below; tree->nodes[*below].child[0];)
		{
			below = &tree->nodes[*below].child[0];
			way.places[way.length++] = below;
		}
		uint32_t next = *below;
		*below = tree->nodes[next].child[1];
		tree->nodes[next].child[0] = n->child[0];
		tree->nodes[next].child[1] = n->child[1];
		*place = next;
		way.places[at] = &tree->nodes[next].child[1];
	}
	balance_path(tree, &way);
	*n = (kiln_cell_node){.child = {tree->free_node}};
	tree->free_node = gone;
	--tree->count;
}

uint32_t kilni_cell_tree_from(const kiln_cell_tree *tree, kiln_cell_key key)
{
	uint32_t best = 0;
	for (uint32_t node = tree->root; node;)
	{
		bool less = tree->nodes[node].key < key;
		best = less ? best : node;
		node = tree->nodes[node].child[less];
	}
	return best;
}

uint32_t kilni_cell_tree_within(
	const kiln_cell_tree *tree, kiln_cell_key key, const uint32_t low[3], const uint32_t high[3])
{
	for (;;)
	{
		uint32_t node = kilni_cell_tree_from(tree, key);
		if (!node)
			return 0;
		key = tree->nodes[node].key;
		uint32_t x = kiln_cell_place(key, 0), y = kiln_cell_place(key, 1), z = kiln_cell_place(key, 2);
		if (x > high[0])
			return 0;
		// Continues with the next row, or slice, that has a part of the range.
		if (x < low[0] || y < low[1])
			key = kiln_cell_key_of(x < low[0] ? low[0] : x, low[1], low[2]);
		else if (y > high[1])
			key = kiln_cell_key_of(x + 1, low[1], low[2]);
		else if (z < low[2])
			key = kiln_cell_key_of(x, y, low[2]);
		else if (z > high[2])
			key = kiln_cell_key_of(x, y + 1, low[2]);
		else
			return node;
	}
}
