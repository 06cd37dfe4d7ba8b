// SPDX-License-Identifier: MIT
#include "asset_fixture.h"

#include <string.h>

/// Leaves of a tree of KILN_TREE_DEPTH_MAX levels whose nodes are all full.
#define MOST_LEAVES (KILN_TREE_DEPTH_MAX * (KILN_TREE_WIDTH - 1) + 1)

/// Makes a node whose boxes extend from -128 to 127, with `leaves` leaves at the first `places`, and one inner child
/// unless it is the last node.
static kiln_format_tree_node chain_node(uint32_t number, const uint32_t *places, uint32_t leaves)
{
	bool last = number + 1 == KILN_TREE_DEPTH_MAX;
	uint32_t inner = last ? 0 : 1, children = inner + leaves;
	kiln_format_tree_node node = {.origin = {-128, -128, -128},
		.exponent = {127, 127, 127},
		.counts = (uint8_t)(children | inner << 4),
		.child_base = last ? 0 : number + 1,
		.leaf_base = leaves ? places[0] : 0};
	for (uint32_t i = 0; i < leaves; ++i)
		node.leaf_offset[inner + i] = (uint8_t)(places[i] - places[0]);
	for (int axis = 0; axis < 3; ++axis)
		for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
		{
			node.lo[axis][i] = i < children ? 0 : 255;
			node.hi[axis][i] = i < children ? 255 : 0;
		}
	return node;
}

/// Replaces a tree by a chain over the same leaves, `count` of them.
static void write_chain(kiln_format_tree_node *nodes, const uint32_t *places, uint32_t count)
{
	for (uint32_t i = 0; i < KILN_TREE_DEPTH_MAX; ++i)
	{
		uint32_t room = i + 1 == KILN_TREE_DEPTH_MAX ? KILN_TREE_WIDTH : KILN_TREE_WIDTH - 1;
		// The last node needs at least one leaf.
		uint32_t spare = count > 0 && i + 1 < KILN_TREE_DEPTH_MAX ? count - 1 : count;
		uint32_t taken = spare < room ? spare : room;
		nodes[i] = chain_node(i, places, taken);
		places += taken;
		count -= taken;
	}
}

static void find_leaves(const uint8_t *leaves, uint32_t count, uint32_t *places)
{
	for (uint32_t i = 0, unit = 0; i < count; ++i)
	{
		kiln_format_leaf head;
		memcpy(&head, leaves + (size_t)unit * KILN_LEAF_UNIT, sizeof head);
		places[i] = unit;
		unit += kiln_format_leaf_units(&head);
	}
}

static bool deepen(fixture_blob *blob)
{
	kiln_format_section *table = (kiln_format_section *)(void *)(blob->data + sizeof(kiln_format_header));
	kiln_format_section *tree = &table[KILN_SECTION_TREE - 1];
	kiln_format_mesh *mesh = (kiln_format_mesh *)(void *)(blob->data + table[KILN_SECTION_MESHES - 1].offset);
	kiln_format_scene *scene = (kiln_format_scene *)(void *)(blob->data + table[KILN_SECTION_SCENE - 1].offset);
	kiln_format_tree_node *nodes = (kiln_format_tree_node *)(void *)(blob->data + tree->offset);
	uint32_t places[MOST_LEAVES];
	uint64_t count = 2 * KILN_TREE_DEPTH_MAX;
	if (tree->count < count || mesh->leaf_count > MOST_LEAVES || mesh->leaf_count < MOST_LEAVES * 9 / 10)
		return false;
	memset(nodes, 0, (size_t)tree->size);
	for (uint32_t i = 0; i < MOST_LEAVES; ++i)
		places[i] = i;
	write_chain(nodes, places, MOST_LEAVES);
	find_leaves(blob->data + table[KILN_SECTION_LEAVES - 1].offset, mesh->leaf_count, places);
	write_chain(nodes + KILN_TREE_DEPTH_MAX, places, mesh->leaf_count);
	scene->tree_count = scene->depth = KILN_TREE_DEPTH_MAX;
	mesh->tree_first = mesh->tree_count = mesh->depth = KILN_TREE_DEPTH_MAX;
	return fixture_blob_resize(blob, KILN_SECTION_TREE, count * sizeof *nodes, count);
}

/// Makes the blob of a soup of `triangles` triangles in a grid, with ordinary trees.
static bool make_ordinary(fixture_blob *blob, uint32_t triangles)
{
	fixture_mesh mesh = fixture_soup(triangles, 0.1f, 11);
	fixture_node nodes[MOST_LEAVES];
	for (uint32_t i = 0; i < MOST_LEAVES; ++i)
		nodes[i] = (fixture_node){.placed = true,
			.to_asset = {1, 0, 0, i % 7 * 3.0, 0, 1, 0, i / 7 % 7 * 3.0, 0, 0, 1, i / 49 * 3.0},
			.tag = i};
	bool made = fixture_blob_make(blob, &mesh, 1, nodes, MOST_LEAVES);
	fixture_mesh_free(&mesh);
	return made;
}

/// The builder decides how many triangles share a leaf: tries until the number of leaves is right.
bool fixture_blob_deep(fixture_blob *blob)
{
	for (uint32_t triangles = 300; triangles < 2000 && make_ordinary(blob, triangles); triangles += 20)
	{
		if (deepen(blob))
			return true;
		fixture_blob_free(blob);
	}
	return false;
}
