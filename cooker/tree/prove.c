// SPDX-License-Identifier: MIT
#include "pack.h"

#include "memory.h"
#include "quantize.h"

#include <math.h>
#include <string.h>

/// A subtree that is not proved yet: its node, its level, and the intersection of all ancestors' boxes.
typedef struct claim
{
	uint32_t node;
	uint32_t level;
	build_box common;
} claim;

typedef struct prover
{
	const kilncook_context *context;
	const clean_mesh *mesh; ///< NULL for a scene
	const build_box *boxes; ///< of a scene
	const packed_tree *tree;
	uint8_t *seen; ///< per primitive
	uint32_t primitives;
	uint32_t visited;
	uint32_t leaves;
	uint32_t deepest;
	uint32_t leaf_unit;	  ///< where the next leaf must be
	uint32_t leaf_vertex; ///< where the numbers of its vertices must be
	uint32_t next;		  ///< packed number of the next primitive
} prover;

static bool refuse(const prover *p, uint32_t node, const char *rule)
{
	cook_message(p->context, KILNCOOK_ERROR, "", "tree-proof", "tree node %u: %s", node, rule);
	return false;
}

static build_box intersect(const build_box *a, const build_box *b)
{
	build_box both;
	for (int axis = 0; axis < 3; ++axis)
	{
		both.min[axis] = a->min[axis] > b->min[axis] ? a->min[axis] : b->min[axis];
		both.max[axis] = a->max[axis] < b->max[axis] ? a->max[axis] : b->max[axis];
	}
	return both;
}

static bool contains(const build_box *box, const float min[3], const float max[3])
{
	for (int axis = 0; axis < 3; ++axis)
		if (!(box->min[axis] <= min[axis] && max[axis] <= box->max[axis]))
			return false;
	return true;
}

/// Whether decoding in float32 gives the exact plane, so that the runtime decodes the same plane as this proof.
static bool planes_exact(const kiln_format_tree_node *node)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		double scale = ldexp(1.0, node->exponent[axis] - 127);
		double steps = (double)node->origin[axis] / scale;
		if (node->exponent[axis] < 1 || node->exponent[axis] > 254 || steps != floor(steps))
			return false;
		if (fabs(steps) > 16777216.0 || fabs(steps + 255) > 16777216.0)
			return false;
	}
	return true;
}

/// Whether the unused fields of a node have the values that FORMAT.md prescribes.
static bool unused_clear(const kiln_format_tree_node *node, uint32_t inner, uint32_t count)
{
	bool clear = (inner > 0 || node->child_base == 0) && (inner < count || node->leaf_base == 0);
	for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
	{
		clear = clear && ((i >= inner && i < count) || node->leaf_offset[i] == 0);
		for (int axis = 0; axis < 3 && i >= count; ++axis)
			clear = clear && node->lo[axis][i] == 255 && node->hi[axis][i] == 0;
	}
	return clear;
}

/// Whether the reserved bytes and the gaps of a leaf's record are zero.
static bool gaps_clear(const uint8_t *record, const kiln_format_leaf *head)
{
	const uint32_t size = kiln_format_leaf_units(head) * KILN_LEAF_UNIT;
	uint32_t vertices = kiln_format_leaf_vertices_offset(head->triangle_count);
	uint32_t end = vertices + 12u * head->vertex_count;
	uint8_t gaps = 0;
	if (head->planes)
		end = kiln_format_leaf_compact_end(head->triangle_count, head->vertex_count, head->planes);
	for (uint32_t at = (uint32_t)sizeof *head + 2u * head->triangle_count; at < vertices && !head->planes; ++at)
		gaps |= record[at];
	for (uint32_t at = end; at < size; ++at)
		gaps |= record[at];
	return gaps == 0;
}

/// Whether a leaf is exact, or compact on the mesh's grid.
static bool form_sound(const prover *p, const kiln_format_leaf *head)
{
	if (!head->planes)
		return !head->exponent;
	return (head->planes & ~7u) == KILN_LEAF_COMPACT && head->exponent == p->mesh->grid &&
		   head->exponent <= KILN_LEAF_EXPONENT_MAX;
}

static bool mark(prover *p, uint32_t node, uint32_t primitive)
{
	if (primitive >= p->primitives)
		return refuse(p, node, "a leaf names a primitive out of range");
	if (p->seen[primitive])
		return refuse(p, node, "a primitive occurs twice");
	p->seen[primitive] = 1;
	return true;
}

/// Compares one packed triangle with its clean triangle.
static bool prove_triangle(
	prover *p, uint32_t node, const build_box *common, const uint8_t *record, const kiln_format_leaf *head, uint32_t i)
{
	uint32_t number = head->triangle + i;
	uint32_t primitive = p->tree->order[number];
	uint16_t corners;
	memcpy(&corners, record + sizeof *head + 2 * (size_t)i, sizeof corners);
	if (!mark(p, node, primitive))
		return false;
	if (number % KILN_LEAF_INDEX_STEP == 0 && p->tree->leaf_index[number / KILN_LEAF_INDEX_STEP] != p->leaf_unit)
		return refuse(p, node, "the leaf index names another leaf");
	for (uint32_t k = 0; k < 3; ++k)
	{
		uint32_t vertex = (uint32_t)corners >> (4 * k) & 15u;
		if (vertex >= head->vertex_count || corners >> 12)
			return refuse(p, node, "a corner is out of range");
		float position[3];
		packed_leaf_vertex(record, vertex, position);
		if (memcmp(position, p->mesh->vertices[p->mesh->triangles[primitive][k]], sizeof position) != 0)
			return refuse(p, node, "a vertex is not the mesh's to the bit");
		if (p->tree->leaf_vertices[p->leaf_vertex + vertex] != p->mesh->triangles[primitive][k])
			return refuse(p, node, "a leaf vertex names another vertex of the mesh");
		if (!contains(common, position, position))
			return refuse(p, node, "a triangle lies partly outside an ancestor's box");
	}
	return true;
}

/// Prefetches the data of a later leaf: first its triangles, some leaves later their vertices.
static void prefetch_triangles(const prover *p, uint32_t first, uint32_t count)
{
	enum
	{
		NEAR = 16,
		FAR = 48,
	};
	for (uint32_t i = first; i < first + count; ++i)
	{
		if (i + FAR < p->tree->order_count && p->tree->order[i + FAR] < p->primitives)
			cook_prefetch(p->mesh->triangles[p->tree->order[i + FAR]]);
		if (i + NEAR >= p->tree->order_count || p->tree->order[i + NEAR] >= p->primitives)
			continue;
		const uint32_t *triangle = p->mesh->triangles[p->tree->order[i + NEAR]];
		for (int k = 0; k < 3; ++k)
			cook_prefetch(p->mesh->vertices[triangle[k]]);
	}
}

static bool prove_leaf(prover *p, uint32_t node, uint32_t unit, const build_box *common)
{
	if (unit != p->leaf_unit)
		return refuse(p, node, "leaves are not in preorder");
	const uint8_t *record = p->tree->leaves + (size_t)unit * KILN_LEAF_UNIT;
	kiln_format_leaf head;
	if (p->tree->leaf_units - unit < sizeof head / KILN_LEAF_UNIT)
		return refuse(p, node, "a leaf begins outside the leaf records");
	memcpy(&head, record, sizeof head);
	if (head.triangle_count < 1 || head.triangle_count > KILN_LEAF_TRIANGLES_MAX || head.vertex_count < 3 ||
		head.vertex_count > KILN_LEAF_VERTICES_MAX || head.triangle != p->next)
		return refuse(p, node, "a leaf's counts are out of range");
	if (!form_sound(p, &head))
		return refuse(p, node, "a leaf is neither exact nor compact");
	uint32_t units = kiln_format_leaf_units(&head);
	if (units > p->tree->leaf_units - unit || head.triangle_count > p->tree->order_count - head.triangle ||
		head.vertex_count > p->tree->leaf_vertex_count - p->leaf_vertex)
		return refuse(p, node, "a leaf ends outside the leaf records");
	if (!gaps_clear(record, &head))
		return refuse(p, node, "a leaf's unused bytes are not zero");
	prefetch_triangles(p, head.triangle, head.triangle_count);
	for (uint32_t i = 0; i < head.triangle_count; ++i)
		if (!prove_triangle(p, node, common, record, &head, i))
			return false;
	p->next += head.triangle_count;
	p->leaf_unit += units;
	p->leaf_vertex += head.vertex_count;
	return true;
}

static bool prove_scene_leaf(prover *p, uint32_t node, uint32_t number, const build_box *common)
{
	if (number != p->next || number >= p->tree->order_count)
		return refuse(p, node, "leaves are not in preorder");
	uint32_t primitive = p->tree->order[number];
	++p->next;
	if (!mark(p, node, primitive))
		return false;
	return contains(common, p->boxes[primitive].min, p->boxes[primitive].max) ||
		   refuse(p, node, "a box lies partly outside an ancestor's box");
}

/// Proves one node's own leaves; pushes its inner children on the stack, the first on top.
static bool prove_node(prover *p, claim at, claim *stack, uint32_t *depth)
{
	const kiln_format_tree_node *node = &p->tree->nodes[at.node];
	uint32_t count = node->counts & 15u, inner = node->counts >> 4;
	++p->visited;
	if (count < 1 || count > KILN_TREE_WIDTH || inner > count || at.level > p->tree->depth)
		return refuse(p, at.node, "counts or depth out of range");
	if (inner && (node->child_base <= at.node || node->child_base > p->tree->node_count - inner))
		return refuse(p, at.node, "children do not follow their parent");
	if (!unused_clear(node, inner, count))
		return refuse(p, at.node, "an unused field is not marked as unused");
	p->leaves += count - inner;
	p->deepest = at.level > p->deepest ? at.level : p->deepest;
	if (!planes_exact(node))
		return refuse(p, at.node, "planes are not exact in float32");
	for (uint32_t i = inner; i < count; ++i)
	{
		build_box box = quantize_decode(node, i);
		build_box common = intersect(&box, &at.common);
		uint32_t reference = node->leaf_base + node->leaf_offset[i];
		if (!(p->mesh ? prove_leaf(p, at.node, reference, &common) : prove_scene_leaf(p, at.node, reference, &common)))
			return false;
	}
	for (uint32_t i = inner; i-- > 0;)
	{
		build_box box = quantize_decode(node, i);
		stack[(*depth)++] = (claim){node->child_base + i, at.level + 1, intersect(&box, &at.common)};
	}
	return true;
}

static bool prove_tree(prover *p)
{
	claim stack[KILN_TREE_DEPTH_MAX * (KILN_TREE_WIDTH - 1) + 1];
	uint32_t depth = 0;
	if (p->tree->depth < 1 || p->tree->depth > KILN_TREE_DEPTH_MAX || p->tree->node_count < 1)
		return refuse(p, 0, "the tree is empty or too deep");
	if (p->mesh &&
		(uint64_t)p->tree->leaf_index_count * KILN_LEAF_INDEX_STEP - p->tree->order_count >= KILN_LEAF_INDEX_STEP)
		return refuse(p, 0, "the leaf index has a wrong length");
	build_box all = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
	stack[depth++] = (claim){0, 1, all};
	while (depth)
		if (p->visited == p->tree->node_count || !prove_node(p, stack[--depth], stack, &depth))
			return false;
	if (p->visited != p->tree->node_count || p->next != p->primitives || p->next != p->tree->order_count)
		return refuse(p, 0, "a node or a primitive is missing");
	if (p->deepest != p->tree->depth || p->leaves != p->tree->leaf_count)
		return refuse(p, 0, "depth or leaves are counted wrong");
	if (p->mesh && (p->leaf_unit != p->tree->leaf_units || p->leaf_vertex != p->tree->leaf_vertex_count))
		return refuse(p, 0, "leaf records are left over");
	return true;
}

static kilncook_status prove(prover *p)
{
	p->seen = cook_alloc_zero(p->context, p->primitives, 1);
	if (!p->seen)
		return KILNCOOK_INTERNAL;
	bool proved = prove_tree(p);
	cook_free(p->context, p->seen, p->primitives, 1);
	return proved ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

kilncook_status pack_prove_mesh(const kilncook_context *context, const clean_mesh *mesh, const packed_tree *tree)
{
	prover p = {.context = context, .mesh = mesh, .tree = tree, .primitives = mesh->triangle_count};
	return prove(&p);
}

kilncook_status pack_prove_boxes(
	const kilncook_context *context, const build_box *boxes, uint32_t count, const packed_tree *tree)
{
	prover p = {.context = context, .boxes = boxes, .tree = tree, .primitives = count};
	return prove(&p);
}
