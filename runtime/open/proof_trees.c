// SPDX-License-Identifier: MIT
#include "proof.h"

#include "proof_leaf.h"
#include "proof_part.h"

#include <string.h>

/// A tree to prove: its claimed counts and its place.
typedef struct tree_claim
{
	const kiln_blob *blob;
	const kiln_format_tree_node *nodes; ///< the root
	uint32_t node_count;
	uint32_t depth;
	const uint32_t *depth_field;
	const kiln_format_mesh *mesh; ///< NULL for the scene
	uint64_t places;			  ///< the range of leaf references: units (mesh) or nodes (scene)
} tree_claim;

/// Inner nodes of one level that are still to be proved.
typedef struct tree_level
{
	uint32_t next, end;
} tree_level;

/// The high bit of each byte in which `a` is less than `b`; all other bits are 0.
static inline uint64_t bytes_less(uint64_t a, uint64_t b)
{
	const uint64_t high = 0x8080808080808080u;
	uint64_t low_not_less = (a | high) - (b & ~high);
	uint64_t not_less = (a & ~b) | (~(a ^ b) & low_not_less);
	return ~not_less & high;
}

/// Not zero if a slot of the node breaks a rule: used slots need lo <= hi, unused slots are empty.
static inline uint64_t slot_flaws(const kiln_format_tree_node *node, uint32_t children, uint32_t inner)
{
	const uint64_t used = ~(uint64_t)0 >> (64 - 8 * children), leaves = used & (~(uint64_t)0 << 4 * inner << 4 * inner);
	uint64_t offsets;
	memcpy(&offsets, node->leaf_offset, sizeof offsets);
	uint64_t flaws = offsets & ~leaves;
	for (int axis = 0; axis < 3; ++axis)
	{
		uint64_t lo, hi;
		memcpy(&lo, node->lo[axis], sizeof lo);
		memcpy(&hi, node->hi[axis], sizeof hi);
		flaws |= (bytes_less(hi, lo) & used) | (~(lo & ~hi) & ~used);
	}
	return flaws;
}

/// Whether every plane of an axis, 0 .. 255 steps from the origin, is exact in float32 and within range: the origin is
/// a whole number of steps, and no plane is more than 2^24 steps or eight times the largest coordinate away from 0.
/// This also makes the boxes of unused slots (lo 255, hi 0) empty on every machine.
static inline bool frame_is_exact(float origin, uint8_t exponent)
{
	uint64_t bits = (uint64_t)(1023 + 127 - exponent) << 52;
	double steps_per_unit;
	memcpy(&steps_per_unit, &bits, sizeof steps_per_unit);
	double first = (double)origin * steps_per_unit;
	double most = 8.0 * (double)KILN_COORDINATE_MAX * steps_per_unit;
	most = most < 16777216.0 ? most : 16777216.0;
	// Adding and subtracting 1.5 * 2^52 rounds to a whole number.
	double whole = (first + 6755399441055744.0) - 6755399441055744.0;
	return ((uint32_t)exponent - 1 < 254) & (whole == first) & (first >= -most) & (first + 255 <= most);
}

/// Proves a node alone: its frame, slots and references.
static inline kiln_result prove_node(const tree_claim *claim, uint32_t number)
{
	const kiln_format_tree_node *node = &claim->nodes[number];
	uint32_t children = node->counts & 15u, inner = node->counts >> 4;
	if (children - 1 >= KILN_TREE_WIDTH || inner > children)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_CHILDREN, &node->counts);
	if (inner ? node->child_base <= number || (uint64_t)node->child_base + inner > claim->node_count
			  : node->child_base != 0)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_CHILD_BASE, &node->child_base);
	if (inner == children && node->leaf_base)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_LEAF_BASE, &node->leaf_base);
	for (int axis = 0; axis < 3; ++axis)
		if (!frame_is_exact(node->origin[axis], node->exponent[axis]))
			return kiln_refuse_field(claim->blob, KILN_RULE_TREE_FRAME, &node->origin[axis]);
	if (slot_flaws(node, children, inner))
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_SLOT, node->leaf_offset);
	return kiln_proved();
}

/// Proves the node's leaves: they are the next ones in preorder.
static inline kiln_result prove_leaves(
	const tree_claim *claim, const kiln_format_tree_node *node, kiln_leaf_cursor *cursor)
{
	const uint32_t children = node->counts & 15u;
	for (uint32_t i = claim->mesh ? kilni_sound_leaves(cursor, node) : node->counts >> 4; i < children; ++i)
	{
		if ((uint64_t)node->leaf_base + node->leaf_offset[i] != cursor->place)
			return kiln_refuse_field(claim->blob, KILN_RULE_TREE_LEAF, &node->leaf_offset[i]);
		if (cursor->place >= claim->places)
			return kiln_refuse_field(claim->blob, KILN_RULE_TREE_MORE_LEAVES, &node->leaf_offset[i]);
		if (claim->mesh)
			return kilni_leaf_refuse(claim->blob, cursor);
		++cursor->place;
	}
	return kiln_proved();
}

/// Proves the rules that concern the whole tree, after its walk.
static kiln_result prove_end(
	const tree_claim *claim, uint64_t visited, uint32_t deepest, const kiln_leaf_cursor *cursor)
{
	if (visited != claim->node_count)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_NODES, claim->nodes);
	if (deepest != claim->depth)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_DEPTH, claim->depth_field);
	if (cursor->place != claim->places)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_LEAVES, claim->nodes);
	if (claim->mesh && cursor->triangle != claim->mesh->triangle_count)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_TRIANGLES, &claim->mesh->triangle_count);
	if (claim->mesh && cursor->leaf_count != claim->mesh->leaf_count)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_LEAF_COUNT, &claim->mesh->leaf_count);
	if (claim->mesh && cursor->vertex_count != claim->mesh->leaf_vertex_count)
		return kiln_refuse_field(claim->blob, KILN_RULE_TREE_VERTICES, &claim->mesh->leaf_vertex_count);
	return kiln_proved();
}

/// Walks a tree in preorder. Leaves must come in the order in which they are stored, each once. So a node that is
/// reached twice is refused at its first leaf: the walk ends, and proves that this is a tree.
static kiln_result prove_tree(const tree_claim *claim, kiln_leaf_cursor *cursor)
{
	tree_level levels[KILN_TREE_DEPTH_MAX];
	uint32_t level = 0, deepest = 1;
	uint64_t visited = 0;
	levels[0] = (tree_level){0, 1};
	for (;;)
	{
		if (levels[level].next == levels[level].end)
		{
			if (level-- == 0)
				return prove_end(claim, visited, deepest, cursor);
			continue;
		}
		uint32_t number = levels[level].next++;
		const kiln_format_tree_node *node = &claim->nodes[number];
		++visited;
		kiln_result result = prove_node(claim, number);
		if (result.status == KILN_OK)
			result = prove_leaves(claim, node, cursor);
		if (result.status != KILN_OK)
			return result;
		uint32_t inner = node->counts >> 4;
		if (inner == 0)
			continue;
		if (++level == KILN_TREE_DEPTH_MAX)
			return kiln_refuse_field(claim->blob, KILN_RULE_TREE_LEVELS, node);
		levels[level] = (tree_level){node->child_base, node->child_base + inner};
		deepest = level + 1 > deepest ? level + 1 : deepest;
	}
}

kiln_result kilni_prove_scene_tree(const kiln_blob *blob)
{
	const kiln_format_scene *scene = kiln_blob_section(blob, KILN_SECTION_SCENE);
	tree_claim claim = {.blob = blob,
		.nodes = kiln_blob_section(blob, KILN_SECTION_TREE),
		.node_count = scene->tree_count,
		.depth = scene->depth,
		.depth_field = &scene->depth,
		.places = kiln_blob_count(blob, KILN_SECTION_NODES)};
	kiln_leaf_cursor cursor = {.place = 0};
	return prove_tree(&claim, &cursor);
}

static tree_claim claim_of(const kiln_blob *blob, const kiln_format_mesh *mesh)
{
	return (tree_claim){.blob = blob,
		.nodes = (const kiln_format_tree_node *)kiln_blob_section(blob, KILN_SECTION_TREE) + mesh->tree_first,
		.node_count = mesh->tree_count,
		.depth = mesh->depth,
		.depth_field = &mesh->depth,
		.mesh = mesh,
		.places = mesh->leaf_units};
}

/// A cursor over a mesh's leaves. Those of a deformable mesh are exact: poses write floats into copies of them.
static kiln_leaf_cursor leaves_of(const kiln_blob *blob, const kiln_format_mesh *mesh)
{
	const uint8_t *leaves = kiln_blob_section(blob, KILN_SECTION_LEAVES);
	return (kiln_leaf_cursor){.leaves = leaves + (uint64_t)mesh->leaf_first * KILN_LEAF_UNIT,
		.places = mesh->leaf_units,
		.compact = kiln_blob_compact(blob) && mesh->vertex_first == KILN_NONE};
}

static kiln_result prove_mesh_tree(const kiln_blob *blob, const kiln_format_mesh *mesh)
{
	tree_claim claim = claim_of(blob, mesh);
	const uint32_t *index = kiln_blob_section(blob, KILN_SECTION_LEAF_INDEX);
	uint64_t entries = ((uint64_t)mesh->triangle_count + KILN_LEAF_INDEX_STEP - 1) / KILN_LEAF_INDEX_STEP;
	kiln_leaf_cursor cursor = leaves_of(blob, mesh);
	cursor.index = index + mesh->leaf_index_first;
	cursor.index_end = cursor.index + entries;
	return prove_tree(&claim, &cursor);
}

kiln_result kilni_prove_tree_node(const kiln_blob *blob, const kiln_format_mesh *mesh, uint32_t number)
{
	const tree_claim claim = claim_of(blob, mesh);
	const kiln_format_tree_node *node = &claim.nodes[number];
	kiln_result result = prove_node(&claim, number);
	const uint32_t inner = node->counts >> 4;
	if (result.status != KILN_OK || inner == (node->counts & 15u))
		return result;
	// The first leaf says where the node's leaves and triangles begin. No triangle waits for an entry of the leaf index.
	static const uint32_t no_index = 0;
	kiln_leaf_cursor cursor = leaves_of(blob, mesh);
	cursor.place = (uint64_t)node->leaf_base + node->leaf_offset[inner];
	cursor.index = &no_index;
	cursor.index_end = cursor.index + 1;
	cursor.indexed = UINT64_MAX;
	// Nothing behind the node's leaves is read.
	cursor.scanned = UINT64_MAX;
	if (cursor.place >= cursor.places)
		return kiln_refuse_field(blob, KILN_RULE_TREE_MORE_LEAVES, &node->leaf_offset[inner]);
	const uint8_t *record = cursor.leaves + cursor.place * KILN_LEAF_UNIT;
	uint32_t first;
	memcpy(&first, record, sizeof first);
	if (first >= mesh->triangle_count)
		return kiln_refuse_field(blob, KILN_RULE_LEAF_FIRST, record);
	cursor.triangle = first;
	result = prove_leaves(&claim, node, &cursor);
	if (result.status != KILN_OK)
		return result;
	if (cursor.triangle > mesh->triangle_count)
		return kiln_refuse_field(blob, KILN_RULE_LEAF_FIRST, record);
	return kilni_prove_mesh_triangles(blob, mesh, first, (uint32_t)(cursor.triangle - first));
}

kiln_result kilni_prove_trees(const kiln_blob *blob)
{
	const kiln_format_mesh *meshes = kiln_blob_section(blob, KILN_SECTION_MESHES);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_MESHES);
	const kiln_format_section *leaves = blob->section[KILN_SECTION_LEAVES];
	uint64_t tail = leaves->offset + leaves->size - KILN_LEAF_TAIL;
	kiln_result result = kilni_prove_scene_tree(blob);
	for (uint64_t i = 0; i < count && result.status == KILN_OK; ++i)
		result = prove_mesh_tree(blob, &meshes[i]);
	if (result.status == KILN_OK && !kilni_bytes_zero(blob->data + tail, KILN_LEAF_TAIL))
		result = kilni_refused(KILN_RULE_LEAVES_TAIL, tail);
	return result;
}
