// SPDX-License-Identifier: MIT
#include "asset_fixture.h"

#include <stdlib.h>
#include <string.h>

/// Half size of the volumes: they contain the whole asset, at any pose that a test may choose.
#define REACH 8192.0f

enum
{
	KINDS = KILN_TREE_KIND_END - 1,
	/// Leaves of a tree of KILN_TREE_DEPTH_MAX levels whose nodes are all full.
	MOST_LEAVES = KILN_TREE_DEPTH_MAX * (KILN_TREE_WIDTH - 1) + 1,
};

/// Sets child `i` of a node whose kind stores volumes as floats: all about 0, at least as large as `reach`, and turned.
static void set_round(uint8_t *node, uint32_t kind, uint32_t i, float reach)
{
	if (kind == KILN_TREE_SPHERE)
	{
		((kiln_format_sphere_node *)(void *)node)->radius[i] = reach;
		return;
	}
	kiln_format_oriented_node *oriented = (kiln_format_oriented_node *)(void *)node;
	for (int k = 0; k < 3; ++k)
		oriented->size[k][i] = reach;
	oriented->rotation[3][i] = 16384;
	oriented->rotation[i % 3][i] = 8192;
}

static void set_slabs(uint8_t *node, uint32_t kind, uint32_t i, bool large)
{
	uint32_t slabs = kiln_format_kdop_slabs(kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	for (uint32_t s = 0; s < slabs; ++s)
	{
		const float origin = -2 * REACH;
		memcpy(node + at.origin + 4 * s, &origin, sizeof origin);
		node[at.exponent + s] = 127 + 7; // 256 steps of 128
		node[at.lo + 8 * s + i] = large ? 0 : 64;
		node[at.hi + 8 * s + i] = large ? 255 : 192;
	}
}

/// Writes a chain of nodes over `count` leaves: the inner child is in the last or first slot, and larger or smaller
/// than the leaves.
static void write_chain(uint8_t *nodes, uint32_t kind, const uint32_t *places, uint32_t count, fixture_deep_order order)
{
	uint32_t size = kiln_format_volume_node_size(kind);
	for (uint32_t n = 0; n < KILN_TREE_DEPTH_MAX; ++n, nodes += size)
	{
		kiln_format_volume_head *head = (kiln_format_volume_head *)(void *)nodes;
		bool last = n + 1 == KILN_TREE_DEPTH_MAX;
		uint32_t room = last ? KILN_TREE_WIDTH : KILN_TREE_WIDTH - 1;
		// The last node needs at least one leaf.
		uint32_t spare = count > 0 && !last ? count - 1 : count, taken = spare < room ? spare : room;
		head->count = taken + !last;
		uint32_t inner = last ? KILN_NONE : order & FIXTURE_DEEP_LAST ? taken : 0;
		for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
		{
			head->child[i] = KILN_NONE;
			if (i >= head->count)
				continue;
			head->child[i] = i == inner ? n + 1 : KILN_VOLUME_LEAF | *places++;
			bool large = (i == inner) == ((order & FIXTURE_DEEP_SMALL) == 0);
			if (kiln_format_kdop_slabs(kind))
				set_slabs(nodes, kind, i, large);
			else
				set_round(nodes, kind, i, large ? 2 * REACH : REACH);
		}
		count -= taken;
	}
}

static void find_leaves(const uint8_t *leaves, uint32_t count, uint32_t *places)
{
	for (uint32_t i = 0, unit = 0; i < count; ++i)
	{
		const kiln_format_leaf *head = (const void *)(leaves + (size_t)unit * KILN_LEAF_UNIT);
		places[i] = unit;
		unit += kiln_format_leaf_units(head);
	}
}

static const kiln_format_section *section_of(const fixture_blob *blob, uint32_t kind)
{
	return (const kiln_format_section *)(const void *)(blob->data + sizeof(kiln_format_header)) + (kind - 1);
}

/// Fills the empty sections of volume trees: with trees of the mesh, or of the scene.
static bool append(fixture_blob *blob, bool scene, fixture_deep_order order)
{
	uint64_t bytes = 0;
	for (uint32_t kind = 1; kind <= KINDS; ++kind)
		bytes += (uint64_t)KILN_TREE_DEPTH_MAX * kiln_format_volume_node_size(kind);
	if (!fixture_blob_resize(blob, KILN_SECTION_VOLUME_TREES, KINDS * sizeof(kiln_format_volume_tree), KINDS) ||
		!fixture_blob_resize(blob, KILN_SECTION_VOLUME_NODES, bytes, (uint64_t)KINDS * KILN_TREE_DEPTH_MAX))
		return false;
	uint8_t *data = blob->data;
	const kiln_format_mesh *mesh = (const void *)(data + section_of(blob, KILN_SECTION_MESHES)->offset);
	kiln_format_volume_tree *tree = (void *)(data + section_of(blob, KILN_SECTION_VOLUME_TREES)->offset);
	uint32_t places[MOST_LEAVES], count = scene ? MOST_LEAVES : mesh->leaf_count;
	for (uint32_t i = 0; i < MOST_LEAVES; ++i)
		places[i] = i;
	if (!scene)
		find_leaves(data + section_of(blob, KILN_SECTION_LEAVES)->offset, count, places);
	uint64_t at = 0;
	for (uint32_t kind = 1; kind <= KINDS; ++kind, ++tree)
	{
		*tree = (kiln_format_volume_tree){.kind = kind,
			.mesh = scene ? KILN_NONE : 0,
			.nodes = at,
			.node_count = KILN_TREE_DEPTH_MAX,
			.depth = KILN_TREE_DEPTH_MAX,
			.width = KILN_TREE_WIDTH,
			.rule = mesh->name};
		write_chain(data + section_of(blob, KILN_SECTION_VOLUME_NODES)->offset + at, kind, places, count, order);
		at += (uint64_t)KILN_TREE_DEPTH_MAX * kiln_format_volume_node_size(kind);
	}
	return true;
}

static bool make_boxes(fixture_blob *blob)
{
	fixture_mesh mesh = fixture_box(0.25f, 0.25f, 0.25f);
	fixture_node nodes[MOST_LEAVES];
	for (uint32_t i = 0; i < MOST_LEAVES; ++i)
		nodes[i] = (fixture_node){
			.placed = true, .to_asset = {1, 0, 0, i % 7 * 3.0, 0, 1, 0, i / 7 % 7 * 3.0, 0, 0, 1, i / 49 * 3.0}};
	bool made = fixture_blob_make(blob, &mesh, 1, nodes, MOST_LEAVES);
	fixture_mesh_free(&mesh);
	return made;
}

bool fixture_blob_deep_volumes(fixture_blob *blob, bool scene, fixture_deep_order order)
{
	if (!(scene ? make_boxes(blob) : fixture_blob_deep(blob)))
		return false;
	if (append(blob, scene, order))
		return true;
	fixture_blob_free(blob);
	return false;
}
