// SPDX-License-Identifier: MIT
#include "proof.h"

#include "tree/layout.h"

#include <float.h>
#include <string.h>

/// Limit of every distance from 0 and every size of a volume: the scene's boxes end at four times the largest
/// coordinate, and a slab's axis adds up three coordinates.
#define LARGEST (32 * KILN_COORDINATE_MAX)

/// A volume tree to prove: its claimed counts and its place.
typedef struct volume_claim
{
	const kiln_blob *blob;
	const kiln_format_volume_tree *tree;
	const uint8_t *nodes; ///< the root
	uint32_t node_size;
	kiln_format_kdop_layout kdop;
	const kiln_format_mesh *mesh; ///< NULL for the scene
	uint64_t places;			  ///< the range of leaf references: units (mesh) or nodes (scene)
	uint64_t leaf_count;		  ///< the number of leaves that the tree must have
} volume_claim;

/// A node on the way down, and its next slot.
typedef struct volume_level
{
	uint32_t node, slot;
} volume_level;

static const kiln_format_volume_head *head_of(const volume_claim *claim, uint32_t number)
{
	return (const kiln_format_volume_head *)(const void *)(claim->nodes + (uint64_t)number * claim->node_size);
}

static inline bool is_plus_zero(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits == 0;
}

/// The first of `rows` times eight numbers that breaks a rule: used ones lie in least .. LARGEST, and all bytes of
/// unused ones are zero. NULL if no number breaks a rule.
static const float *bad_number(const float *values, uint32_t rows, uint32_t count, float least)
{
	for (uint32_t i = 0; i < rows * KILN_TREE_WIDTH; ++i)
	{
		bool used = i % KILN_TREE_WIDTH < count;
		if (used ? !(values[i] >= least && values[i] <= LARGEST) : !is_plus_zero(values[i]))
			return &values[i];
	}
	return NULL;
}

static kiln_result prove_spheres(const volume_claim *claim, const kiln_format_sphere_node *node)
{
	const float *bad = bad_number(node->center[0], 3, node->head.count, -LARGEST);
	bad = bad ? bad : bad_number(node->radius, 1, node->head.count, 0);
	return bad ? kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_SPHERE, bad) : kiln_proved();
}

static kiln_result prove_oriented(const volume_claim *claim, const kiln_format_oriented_node *node)
{
	const float *bad = bad_number(node->center[0], 3, node->head.count, -LARGEST);
	bad = bad ? bad : bad_number(node->size[0], 3, node->head.count, 0);
	if (bad)
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_ORIENTED, bad);
	for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
	{
		uint64_t length2 = 0;
		for (uint32_t k = 0; k < 4; ++k)
		{
			int64_t q = node->rotation[k][i];
			length2 += (uint64_t)(q * q);
		}
		if (i < node->head.count ? length2 < 1u << 28 : length2 != 0)
			return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_ROTATION, &node->rotation[0][i]);
	}
	return kiln_proved();
}

/// Whether 256 steps from the origin on are exact in float32 and within range, as for a tree node's frame.
static bool frame_is_exact(float origin, uint8_t exponent)
{
	if (exponent == 0 || exponent == 255 || !(origin >= -LARGEST && origin <= LARGEST))
		return false;
	double step = (double)kiln_exponent_scale(exponent), first = (double)origin / step, last = first + 255;
	double most = 16777216.0;
	if (!(first >= -most && last <= most))
		return false;
	return first == (double)(int64_t)first && first * step >= -(double)LARGEST && last * step <= (double)LARGEST;
}

static kiln_result prove_slabs(const volume_claim *claim, const uint8_t *node, uint32_t count)
{
	const uint32_t slabs = kiln_format_kdop_slabs(claim->tree->kind);
	const float *origin = (const float *)(const void *)(node + claim->kdop.origin);
	const uint8_t *exponent = node + claim->kdop.exponent;
	for (uint32_t s = 0; s < slabs; ++s)
	{
		if (!frame_is_exact(origin[s], exponent[s]))
			return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_PLANES, &origin[s]);
		const uint8_t *lo = node + claim->kdop.lo + s * KILN_TREE_WIDTH;
		const uint8_t *hi = node + claim->kdop.hi + s * KILN_TREE_WIDTH;
		for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
			if (i < count ? lo[i] > hi[i] : lo[i] || hi[i])
				return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_SLAB, &lo[i]);
	}
	const uint8_t *gap = exponent + slabs;
	if (!kilni_bytes_zero(gap, claim->kdop.lo - claim->kdop.exponent - slabs))
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_PADDING, gap);
	gap = node + claim->kdop.hi + slabs * KILN_TREE_WIDTH;
	if (!kilni_bytes_zero(gap, claim->kdop.size - claim->kdop.hi - slabs * KILN_TREE_WIDTH))
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_PADDING, gap);
	return kiln_proved();
}

/// Proves a node's head and volumes; the walk proves the children.
static kiln_result prove_node(const volume_claim *claim, uint32_t number)
{
	const kiln_format_volume_head *head = head_of(claim, number);
	if (head->count == 0 || head->count > claim->tree->width)
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_CHILDREN, &head->count);
	if (!kilni_bytes_zero(head->reserved, sizeof head->reserved))
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_HEAD_RESERVED, head->reserved);
	for (uint32_t i = head->count; i < KILN_TREE_WIDTH; ++i)
		if (head->child[i] != KILN_NONE)
			return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_UNUSED_CHILD, &head->child[i]);
	const void *node = head;
	if (claim->tree->kind == KILN_TREE_SPHERE)
		return prove_spheres(claim, node);
	if (claim->tree->kind == KILN_TREE_OBB || claim->tree->kind == KILN_TREE_RSS)
		return prove_oriented(claim, node);
	return prove_slabs(claim, node, head->count);
}

/// Whether a leaf begins at a unit of the mesh. The unit may hold any bytes. LEAF_INDEX and the leaves that it leads to
/// are proved, so they decide.
static bool is_leaf(const volume_claim *claim, uint32_t unit)
{
	const kiln_format_mesh *mesh = claim->mesh;
	const uint8_t *leaves = (const uint8_t *)kiln_blob_section(claim->blob, KILN_SECTION_LEAVES) +
							(uint64_t)mesh->leaf_first * KILN_LEAF_UNIT;
	const uint32_t *index = kiln_blob_section(claim->blob, KILN_SECTION_LEAF_INDEX);
	uint32_t triangle;
	memcpy(&triangle, leaves + (uint64_t)unit * KILN_LEAF_UNIT, sizeof triangle);
	if (triangle >= mesh->triangle_count)
		return false;
	uint32_t at = index[(uint64_t)mesh->leaf_index_first + triangle / KILN_LEAF_INDEX_STEP];
	// If the triangle lies inside the last leaf, no index entry follows it.
	while (at < unit)
	{
		const kiln_format_leaf *leaf = kiln_leaf_head(leaves, at);
		if (leaf->triangle >= triangle)
			return false;
		at += kiln_format_leaf_units(leaf);
	}
	return at == unit;
}

static kiln_result prove_leaf(const volume_claim *claim, const uint32_t *child)
{
	uint32_t place = *child & ~KILN_VOLUME_LEAF;
	if (place >= claim->places || (claim->mesh && !is_leaf(claim, place)))
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_LEAF, child);
	return kiln_proved();
}

static kiln_result prove_end(const volume_claim *claim, uint32_t visited, uint32_t deepest, uint64_t leaves)
{
	if (visited != claim->tree->node_count)
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_REACHED, &claim->tree->node_count);
	if (deepest != claim->tree->depth)
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_DEPTH, &claim->tree->depth);
	if (leaves != claim->leaf_count)
		return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_LEAVES, claim->tree);
	return kiln_proved();
}

/// Walks a tree. Its nodes must come in the order in which they are stored, each once. So the walk ends, and proves
/// that this is a tree. kiln-dump --verify proves that no leaf occurs twice.
static kiln_result prove_walk(const volume_claim *claim)
{
	volume_level levels[KILN_TREE_DEPTH_MAX];
	uint32_t level = 0, deepest = 1, visited = 1;
	uint64_t leaves = 0;
	levels[0] = (volume_level){0, 0};
	kiln_result result = prove_node(claim, 0);
	while (result.status == KILN_OK)
	{
		const kiln_format_volume_head *head = head_of(claim, levels[level].node);
		if (levels[level].slot == head->count)
		{
			if (level-- == 0)
				return prove_end(claim, visited, deepest, leaves);
			continue;
		}
		const uint32_t *child = &head->child[levels[level].slot++];
		if (*child & KILN_VOLUME_LEAF)
		{
			result = prove_leaf(claim, child);
			++leaves;
			continue;
		}
		if (*child != visited || visited == claim->tree->node_count)
			return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_CHILD, child);
		if (++level == KILN_TREE_DEPTH_MAX)
			return kiln_refuse_field(claim->blob, KILN_RULE_VOLUME_LEVELS, child);
		deepest = level + 1 > deepest ? level + 1 : deepest;
		levels[level] = (volume_level){visited, 0};
		result = prove_node(claim, visited++);
	}
	return result;
}

/// Proves the rules that concern a tree's record alone.
static kiln_result prove_record(const kiln_blob *blob, const kiln_format_volume_tree *tree)
{
	if (tree->kind == KILN_TREE_AABB || tree->kind >= KILN_TREE_KIND_END)
		return kiln_refuse_field(blob, KILN_RULE_VOLUME_KIND, &tree->kind);
	if (tree->mesh != KILN_NONE && tree->mesh >= kiln_blob_count(blob, KILN_SECTION_MESHES))
		return kiln_refuse_field(blob, KILN_RULE_VOLUME_MESH, &tree->mesh);
	if (tree->node_count == 0 || tree->node_count > KILN_TREE_NODES_MAX)
		return kiln_refuse_field(blob, KILN_RULE_VOLUME_NODE_COUNT, &tree->node_count);
	if (tree->width < 2 || tree->width > KILN_TREE_WIDTH)
		return kiln_refuse_field(blob, KILN_RULE_VOLUME_WIDTH, &tree->width);
	if (!kiln_blob_has_name(blob, tree->rule))
		return kiln_refuse_field(blob, KILN_RULE_VOLUME_RULE, &tree->rule);
	const float figures[3] = {tree->sah_cost, tree->volume, tree->overlap};
	for (int i = 0; i < 3; ++i)
		if (!(figures[i] >= 0 && figures[i] <= FLT_MAX))
			return kiln_refuse_field(blob, KILN_RULE_VOLUME_FIGURE, &tree->sah_cost);
	if (!kilni_bytes_zero(tree->reserved, sizeof tree->reserved))
		return kiln_refuse_field(blob, KILN_RULE_VOLUME_RESERVED, tree->reserved);
	return kiln_proved();
}

/// Whether a tree may follow another: the scene's trees come first, then those of the meshes; kinds increase.
static bool in_order(const kiln_format_volume_tree *before, const kiln_format_volume_tree *tree)
{
	// KILN_NONE, which stands for the scene, wraps round to 0.
	uint32_t owner = tree->mesh + 1, previous = before->mesh + 1;
	return previous < owner || (previous == owner && before->kind < tree->kind);
}

static kiln_result prove_volume_tree(const kiln_blob *blob, const kiln_format_volume_tree *tree, uint64_t *end)
{
	const kiln_format_section *section = blob->section[KILN_SECTION_VOLUME_NODES];
	volume_claim claim = {.blob = blob, .tree = tree, .node_size = kiln_format_volume_node_size(tree->kind)};
	if (tree->nodes != *end)
		return kiln_refuse_field(blob, KILN_RULE_VOLUME_NODES, &tree->nodes);
	*end += (uint64_t)tree->node_count * claim.node_size;
	if (*end > section->size)
		return kiln_refuse_field(blob, KILN_RULE_VOLUME_NODES_RANGE, &tree->node_count);
	claim.nodes = blob->data + section->offset + tree->nodes;
	claim.places = claim.leaf_count = kiln_blob_count(blob, KILN_SECTION_NODES);
	claim.kdop = kiln_format_kdop_place_arrays(kiln_format_kdop_slabs(tree->kind));
	if (tree->mesh != KILN_NONE)
	{
		claim.mesh = (const kiln_format_mesh *)kiln_blob_section(blob, KILN_SECTION_MESHES) + tree->mesh;
		claim.places = claim.mesh->leaf_units;
		claim.leaf_count = claim.mesh->leaf_count;
	}
	return prove_walk(&claim);
}

/// Proves that the choice of a mesh or of the scene is one of its own trees.
static kiln_result prove_choice(const kiln_blob *blob, const uint32_t *choice, uint32_t owner)
{
	const kiln_format_volume_tree *trees = kiln_blob_section(blob, KILN_SECTION_VOLUME_TREES);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_VOLUME_TREES);
	if (*choice != KILN_NONE && (*choice >= count || trees[*choice].mesh != owner))
		return kiln_refuse_field(blob, KILN_RULE_PAIR_TREE, choice);
	return kiln_proved();
}

/// Proves that the source vertices of a mesh follow those of the mesh before, and exist. Their number is proved with
/// the leaves.
static kiln_result prove_vertices(const kiln_blob *blob, const kiln_format_mesh *mesh, uint64_t *next)
{
	if (mesh->vertex_first == KILN_NONE)
		return kiln_proved();
	const uint32_t *vertices = kiln_blob_section(blob, KILN_SECTION_VERTICES);
	if (mesh->vertex_first != *next)
		return kiln_refuse_field(blob, KILN_RULE_VERTICES_FIRST, &mesh->vertex_first);
	*next += mesh->leaf_vertex_count;
	if (*next > kiln_blob_count(blob, KILN_SECTION_VERTICES))
		return kiln_refuse_field(blob, KILN_RULE_VERTICES_RANGE, &mesh->leaf_vertex_count);
	for (uint32_t i = 0; i < mesh->leaf_vertex_count; ++i)
		if (vertices[mesh->vertex_first + i] >= mesh->source_vertex_count)
			return kiln_refuse_field(blob, KILN_RULE_SOURCE_VERTEX, &vertices[mesh->vertex_first + i]);
	return kiln_proved();
}

static kiln_result prove_trees(const kiln_blob *blob)
{
	const kiln_format_volume_tree *trees = kiln_blob_section(blob, KILN_SECTION_VOLUME_TREES);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_VOLUME_TREES), end = 0, nodes = 0;
	for (uint64_t i = 0; i < count; ++i)
	{
		kiln_result result = prove_record(blob, &trees[i]);
		if (result.status == KILN_OK && i > 0 && !in_order(&trees[i - 1], &trees[i]))
			result = kiln_refuse_field(blob, KILN_RULE_VOLUME_ORDER, &trees[i]);
		if (result.status == KILN_OK)
			result = prove_volume_tree(blob, &trees[i], &end);
		if (result.status != KILN_OK)
			return result;
		nodes += trees[i].node_count;
	}
	const kiln_format_section *section = blob->section[KILN_SECTION_VOLUME_NODES];
	if (end != section->size || nodes != section->count)
		return kilni_refused(KILN_RULE_VOLUMES_COVER, section->offset);
	return kiln_proved();
}

kiln_result kilni_prove_volume_trees(const kiln_blob *blob)
{
	const kiln_format_mesh *meshes = kiln_blob_section(blob, KILN_SECTION_MESHES);
	const kiln_format_scene *scene = kiln_blob_section(blob, KILN_SECTION_SCENE);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_MESHES), vertices = 0;
	kiln_result result = prove_trees(blob);
	if (result.status == KILN_OK)
		result = prove_choice(blob, &scene->pair_tree, KILN_NONE);
	for (uint64_t i = 0; i < count && result.status == KILN_OK; ++i)
	{
		result = prove_choice(blob, &meshes[i].pair_tree, (uint32_t)i);
		if (result.status == KILN_OK)
			result = prove_vertices(blob, &meshes[i], &vertices);
	}
	if (result.status == KILN_OK && vertices != kiln_blob_count(blob, KILN_SECTION_VERTICES))
		result = kiln_refuse_field(blob, KILN_RULE_VERTICES_COVER, meshes);
	return result;
}
