// SPDX-License-Identifier: MIT
#include "pack.h"

#include "memory.h"
#include "quantize.h"
#include "unshare.h"
#include "wide.h"

#include <math.h>
#include <string.h>

// Costs relative to a visit to a wide node, measured. A leaf's triangles are tested eight at a time, so that all leaves
// cost about the same.
#define LEAF_COST 1.0f
#define TRIANGLE_COST 0.02f

/// Units after the last leaf: queries walk a tree before it is in a blob, and use the same wide loads as in a blob.
#define TAIL_UNITS (KILN_LEAF_TAIL / KILN_LEAF_UNIT)

/// A wide node that is not written yet: its binary node, and its own number.
typedef struct pending
{
	uint32_t binary;
	uint32_t wide;
	uint32_t level;
} pending;

/// The tree that is being packed, and its capacities.
typedef struct packer
{
	const kilncook_context *context;
	const clean_mesh *mesh; ///< NULL for boxes
	const wide_plan *plan;
	packed_tree tree;
	uint32_t node_capacity;
	uint32_t unit_capacity;
	uint32_t vertex_capacity; ///< of leaf_vertices
	double cost;
} packer;

static bool reserve_nodes(packer *p, uint32_t count)
{
	if (p->tree.node_count + count <= p->node_capacity)
		return true;
	uint32_t capacity = (p->tree.node_count + count) + p->node_capacity / 2 + 16;
	kiln_format_tree_node *nodes = cook_resize(p->context, p->tree.nodes, p->node_capacity, capacity, sizeof *nodes);
	if (!nodes)
		return false;
	p->tree.nodes = nodes;
	p->node_capacity = capacity;
	return true;
}

static bool reserve_units(packer *p, uint32_t count)
{
	if (p->tree.leaf_units + count <= p->unit_capacity)
		return true;
	uint32_t capacity = (p->tree.leaf_units + count) + p->unit_capacity / 2 + 256;
	uint8_t *leaves = cook_resize(p->context, p->tree.leaves, p->unit_capacity, capacity, KILN_LEAF_UNIT);
	if (!leaves)
		return false;
	p->tree.leaves = leaves;
	p->unit_capacity = capacity;
	return true;
}

static bool reserve_vertices(packer *p, uint32_t count)
{
	uint64_t needed = (uint64_t)p->tree.leaf_vertex_count + count;
	if (needed <= p->vertex_capacity)
		return true;
	uint64_t capacity = needed + p->vertex_capacity / 2 + 256;
	uint32_t *vertices = capacity > UINT32_MAX ? NULL
											   : cook_resize(p->context, p->tree.leaf_vertices, p->vertex_capacity,
													 (size_t)capacity, sizeof *vertices);
	if (!vertices)
		return false;
	p->tree.leaf_vertices = vertices;
	p->vertex_capacity = (uint32_t)capacity;
	return true;
}

/// The steps of a leaf's vertices above the least ones.
typedef struct leaf_steps
{
	int32_t least[3];
	uint16_t above[KILN_LEAF_VERTICES_MAX][3];
	uint32_t planes; ///< as in kiln_format_leaf
} leaf_steps;

/// Computes the steps of one axis. Returns false where a coordinate is not on the grid, or the leaf is too large.
static bool take_steps(const packer *p, const uint32_t *vertices, uint32_t count, uint32_t axis, leaf_steps *steps)
{
	double at[KILN_LEAF_VERTICES_MAX], least = 0, most = 0;
	for (uint32_t j = 0; j < count; ++j)
	{
		at[j] = ldexp((double)p->mesh->vertices[vertices[j]][axis], 127 - p->mesh->grid);
		if (at[j] != floor(at[j]))
			return false;
		least = j == 0 || at[j] < least ? at[j] : least;
		most = j == 0 || at[j] > most ? at[j] : most;
	}
	if (least < -KILN_LEAF_LEAST_MAX || least >= KILN_LEAF_LEAST_MAX || most - least > UINT16_MAX)
		return false;
	steps->least[axis] = (int32_t)least;
	for (uint32_t j = 0; j < count; ++j)
		steps->above[j][axis] = (uint16_t)(at[j] - least);
	if (most - least > UINT8_MAX)
		steps->planes |= 1u << axis;
	return true;
}

/// Writes what follows the corners of a compact leaf.
static void write_steps(uint8_t *out, const leaf_steps *steps, uint32_t count)
{
	for (uint32_t axis = 0; axis < 3; ++axis)
		for (uint32_t byte = 0; byte < 3; ++byte)
			*out++ = (uint8_t)((uint32_t)steps->least[axis] >> 8 * byte);
	for (uint32_t axis = 0; axis < 3; ++axis)
		for (uint32_t j = 0; j < count; ++j)
			*out++ = (uint8_t)steps->above[j][axis];
	for (uint32_t axis = 0; axis < 3; ++axis)
		for (uint32_t j = 0; j < count && (steps->planes >> axis & 1u); ++j)
			*out++ = (uint8_t)(steps->above[j][axis] >> 8);
}

/// Appends a leaf's record: compact where the mesh has a grid and the vertices lie on it, near each other.
static bool write_leaf(packer *p, const uint32_t *triangles, uint32_t count)
{
	uint32_t vertices[3 * KILN_LEAF_TRIANGLES_MAX];
	uint8_t numbers[KILN_LEAF_TRIANGLES_MAX][3];
	uint32_t vertex_count =
		wide_number_vertices((const uint32_t(*)[3])p->mesh->triangles, triangles, count, vertices, numbers);
	leaf_steps steps = {.planes = KILN_LEAF_COMPACT};
	bool compact = p->mesh->grid != 0;
	for (uint32_t axis = 0; axis < 3 && compact; ++axis)
		compact = take_steps(p, vertices, vertex_count, axis, &steps);
	kiln_format_leaf head = {p->tree.order_count, (uint8_t)count, (uint8_t)vertex_count,
		compact ? (uint8_t)steps.planes : 0, compact ? p->mesh->grid : 0};
	const uint32_t units = kiln_format_leaf_units(&head);
	if (!reserve_units(p, units) || !reserve_vertices(p, vertex_count))
		return false;
	uint8_t *record = p->tree.leaves + (size_t)p->tree.leaf_units * KILN_LEAF_UNIT;
	memset(record, 0, (size_t)units * KILN_LEAF_UNIT);
	memcpy(record, &head, sizeof head);
	for (uint32_t i = 0; i < count; ++i)
	{
		uint16_t corners = (uint16_t)(numbers[i][0] | numbers[i][1] << 4 | numbers[i][2] << 8);
		memcpy(record + sizeof head + 2 * (size_t)i, &corners, sizeof corners);
		uint32_t number = p->tree.order_count + i;
		p->tree.order[number] = triangles[i];
		if (number % KILN_LEAF_INDEX_STEP == 0)
			p->tree.leaf_index[p->tree.leaf_index_count++] = p->tree.leaf_units;
	}
	float *out = (float *)(void *)(record + kiln_format_leaf_vertices_offset(count));
	if (compact)
		write_steps(record + sizeof head + 2 * (size_t)count, &steps, vertex_count);
	for (uint32_t j = 0; j < vertex_count && !compact; ++j)
		for (uint32_t axis = 0; axis < 3; ++axis)
			out[axis * vertex_count + j] = p->mesh->vertices[vertices[j]][axis];
	memcpy(p->tree.leaf_vertices + p->tree.leaf_vertex_count, vertices, vertex_count * sizeof *vertices);
	p->tree.leaf_vertex_count += vertex_count;
	p->tree.order_count += count;
	p->tree.leaf_units += units;
	p->tree.compact_leaves += compact;
	return true;
}

/// Writes one leaf child of `node` in slot `slot`.
static bool write_leaf_child(packer *p, uint32_t wide, uint32_t slot, uint32_t binary)
{
	uint32_t primitives[KILN_LEAF_TRIANGLES_MAX];
	uint32_t count = wide_collect(p->plan->tree, binary, primitives, KILN_LEAF_TRIANGLES_MAX);
	kiln_format_tree_node *node = &p->tree.nodes[wide];
	uint32_t at = p->mesh ? p->tree.leaf_units : p->tree.order_count;
	if (slot == (uint32_t)(node->counts >> 4))
		node->leaf_base = at;
	node->leaf_offset[slot] = (uint8_t)(at - node->leaf_base);
	++p->tree.leaf_count;
	if (p->mesh)
		return write_leaf(p, primitives, count);
	p->tree.order[p->tree.order_count++] = primitives[0];
	return true;
}

/// Prefetches the triangles of a leaf that will be written soon: tree order and mesh order are nearly unrelated.
static void prefetch_leaf(const packer *p, uint32_t binary)
{
	uint32_t primitives[KILN_LEAF_TRIANGLES_MAX];
	uint32_t count = wide_collect(p->plan->tree, binary, primitives, KILN_LEAF_TRIANGLES_MAX);
	for (uint32_t i = 0; i < count; ++i)
		cook_prefetch(p->mesh->triangles[primitives[i]]);
}

/// Fills a wide node and writes its leaves; pushes its inner children on the stack, the first on top.
static bool write_node(packer *p, pending at, pending *stack, uint32_t *depth)
{
	uint32_t all[KILN_TREE_WIDTH], slots[KILN_TREE_WIDTH];
	uint32_t count = wide_children(p->plan, at.binary, all);
	uint32_t inner = 0, filled = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (p->plan->choice[all[i]][0] == WIDE_INNER)
			slots[inner++] = all[i];
	filled = inner;
	for (uint32_t i = 0; i < count; ++i)
		if (p->plan->choice[all[i]][0] == WIDE_LEAF)
			slots[filled++] = all[i];
	if (p->mesh)
		for (uint32_t i = inner; i < count; ++i)
			prefetch_leaf(p, slots[i]);
	uint32_t child_base = inner ? p->tree.node_count : 0;
	if (!reserve_nodes(p, inner))
		return false;
	p->tree.node_count += inner;
	kiln_format_tree_node node = {.counts = (uint8_t)(count | inner << 4), .child_base = child_base};
	build_box boxes[KILN_TREE_WIDTH];
	for (uint32_t i = 0; i < count; ++i)
	{
		boxes[i] = p->plan->tree->nodes[slots[i]].box;
		p->cost += build_box_half_area(&boxes[i]);
	}
	quantize_node(&node, boxes, count);
	p->tree.nodes[at.wide] = node;
	if (at.level > p->tree.depth)
		p->tree.depth = at.level;
	for (uint32_t i = inner; i < count; ++i)
		if (!write_leaf_child(p, at.wide, i, slots[i]))
			return false;
	for (uint32_t i = inner; i-- > 0;)
		stack[(*depth)++] = (pending){slots[i], child_base + i, at.level + 1};
	return true;
}

/// Writes every node in preorder. The stack holds at most seven siblings a level, of a tree that may still be too deep.
static bool write_tree(packer *p)
{
	pending stack[BUILD_MAX_DEPTH * (KILN_TREE_WIDTH - 1) + KILN_TREE_WIDTH];
	uint32_t depth = 0;
	if (!reserve_nodes(p, 1))
		return false;
	p->tree.node_count = 1;
	p->tree.depth = 0;
	stack[depth++] = (pending){0, 0, 1};
	p->cost = build_box_half_area(&p->plan->tree->nodes[0].box);
	while (depth)
		if (!write_node(p, stack[--depth], stack, &depth))
			return false;
	double root = build_box_half_area(&p->plan->tree->nodes[0].box);
	p->tree.sah_cost = root > 0 ? (float)(p->cost / root) : (float)(p->tree.node_count + p->tree.leaf_count);
	return true;
}

/// Trims the arrays to their contents, the leaves to their contents and a tail of zero bytes. Blocks are freed with
/// their sizes, so a block that can't be trimmed is a failure.
static bool trim(packer *p)
{
	kiln_format_tree_node *nodes =
		cook_resize(p->context, p->tree.nodes, p->node_capacity, p->tree.node_count, sizeof *nodes);
	if (!nodes)
		return false;
	p->tree.nodes = nodes;
	p->node_capacity = p->tree.node_count;
	if (!p->tree.leaves)
		return true;
	uint32_t units = p->tree.leaf_units + TAIL_UNITS;
	uint8_t *leaves = cook_resize(p->context, p->tree.leaves, p->unit_capacity, units, KILN_LEAF_UNIT);
	if (!leaves)
		return false;
	memset(leaves + (size_t)p->tree.leaf_units * KILN_LEAF_UNIT, 0, KILN_LEAF_TAIL);
	p->tree.leaves = leaves;
	p->unit_capacity = units;
	uint32_t *vertices =
		cook_resize(p->context, p->tree.leaf_vertices, p->vertex_capacity, p->tree.leaf_vertex_count, sizeof *vertices);
	if (!vertices)
		return false;
	p->tree.leaf_vertices = vertices;
	p->vertex_capacity = p->tree.leaf_vertex_count;
	return true;
}

static void packer_free(packer *p, uint32_t primitives)
{
	cook_free(p->context, p->tree.nodes, p->node_capacity, sizeof *p->tree.nodes);
	cook_free(p->context, p->tree.leaves, p->unit_capacity, KILN_LEAF_UNIT);
	cook_free(p->context, p->tree.leaf_vertices, p->vertex_capacity, sizeof *p->tree.leaf_vertices);
	cook_free(p->context, p->tree.order, primitives, sizeof *p->tree.order);
	cook_free(p->context, p->tree.leaf_index, primitives / KILN_LEAF_INDEX_STEP + 1, sizeof *p->tree.leaf_index);
}

static kilncook_status pack_once(const kilncook_context *context, const clean_mesh *mesh, const build_input *input,
	const build_options *options, packed_tree *out)
{
	build_tree binary = {0};
	kilncook_status status = build_tree_build(context, input, options, &binary);
	if (status == KILNCOOK_OK && options->split == BUILD_SPLIT_SPATIAL)
		status = build_tree_unshare(context, input, &binary);
	if (status != KILNCOOK_OK)
	{
		build_tree_free(context, &binary);
		return status;
	}
	wide_rules rules = {.leaf_max = mesh ? KILN_LEAF_TRIANGLES_MAX : 1,
		.triangles = mesh ? (const uint32_t(*)[3])mesh->triangles : NULL,
		.leaf_cost = LEAF_COST,
		.primitive_cost = mesh ? TRIANGLE_COST : 0};
	wide_plan plan = {0};
	status = wide_plan_make(context, &binary, &rules, &plan);
	if (status == KILNCOOK_OK)
	{
		packer p = {.context = context, .mesh = mesh, .plan = &plan};
		p.tree.order = cook_alloc(context, input->count, sizeof *p.tree.order);
		p.tree.leaf_index = cook_alloc(context, input->count / KILN_LEAF_INDEX_STEP + 1, sizeof *p.tree.leaf_index);
		if (p.tree.order && p.tree.leaf_index && write_tree(&p) && trim(&p))
			*out = p.tree;
		else
		{
			packer_free(&p, input->count);
			status = KILNCOOK_INTERNAL;
		}
	}
	wide_plan_free(context, &plan);
	build_tree_free(context, &binary);
	return status;
}

/// Packs a tree; if the rule makes the tree deeper than a traversal stack, packs again by object medians.
static kilncook_status pack(const kilncook_context *context, const clean_mesh *mesh, const build_input *input,
	const build_options *options, packed_tree *tree)
{
	packed_tree made = {0};
	kilncook_status status = pack_once(context, mesh, input, options, &made);
	if (status == KILNCOOK_OK && made.depth > KILN_TREE_DEPTH_MAX)
	{
		build_options balanced = {.split = BUILD_SPLIT_OBJECT_MEDIAN};
		packed_tree_free(context, &made);
		status = pack_once(context, mesh, input, &balanced, &made);
	}
	if (status == KILNCOOK_OK)
		*tree = made;
	return status;
}

kilncook_status pack_mesh(
	const kilncook_context *context, const clean_mesh *mesh, const build_options *options, packed_tree *tree)
{
	build_options effective = *options;
	// A binary leaf must fit into a packed leaf: five triangles have at most fifteen vertices. Pricing whole leaves
	// makes trees smaller and faster to build at the same cost.
	if (effective.leaf_size == 0 || effective.leaf_size > KILN_LEAF_VERTICES_MAX / 3)
		effective.leaf_size = KILN_LEAF_VERTICES_MAX / 3;
	if (effective.block == 0)
		effective.block = KILN_LEAF_TRIANGLES_MAX;
	build_input input = {.count = mesh->triangle_count,
		.triangles = (const uint32_t(*)[3])mesh->triangles,
		.vertices = (const float(*)[3])mesh->vertices};
	return pack(context, mesh, &input, &effective, tree);
}

kilncook_status pack_boxes(const kilncook_context *context, const build_box *boxes, uint32_t count,
	const build_options *options, packed_tree *tree)
{
	build_options effective = *options;
	effective.leaf_size = 1;
	build_input input = {.boxes = boxes, .count = count};
	kilncook_status status = pack(context, NULL, &input, &effective, tree);
	if (status == KILNCOOK_OK)
	{
		// The leaves of a scene are numbers, not records.
		cook_free(context, tree->leaf_index, count / KILN_LEAF_INDEX_STEP + 1, sizeof *tree->leaf_index);
		tree->leaf_index = NULL;
	}
	return status;
}

void packed_tree_free(const kilncook_context *context, packed_tree *tree)
{
	cook_free(context, tree->nodes, tree->node_count, sizeof *tree->nodes);
	cook_free(context, tree->leaves, (size_t)tree->leaf_units + TAIL_UNITS, KILN_LEAF_UNIT);
	cook_free(context, tree->leaf_vertices, tree->leaf_vertex_count, sizeof *tree->leaf_vertices);
	cook_free(context, tree->order, tree->order_count, sizeof *tree->order);
	cook_free(context, tree->leaf_index, tree->order_count / KILN_LEAF_INDEX_STEP + 1, sizeof *tree->leaf_index);
	*tree = (packed_tree){0};
}
