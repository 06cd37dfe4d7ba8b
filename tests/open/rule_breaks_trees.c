// SPDX-License-Identifier: MIT
#include "rule_breaks.h"

#include <math.h>

static kiln_format_tree_node *root(const open_case *c)
{
	return case_section(c, KILN_SECTION_TREE);
}

#define ROOT_FIELD(rule, field, value, place)                                                                          \
	BREAK_FIELD(rule, SMALL, kiln_format_tree_node, root(c), field, value, place)

ROOT_FIELD(TREE_CHILDREN, counts, 9, counts)

/// Returns the scene's tree of SMALL, with chain nodes above it.
static kiln_format_tree_node *chain(open_case *c, uint32_t levels)
{
	rule_use(c, SMALL);
	case_chain(c, levels);
	return root(c);
}

static const void *break_TREE_CHILD_BASE(open_case *c)
{
	kiln_format_tree_node *node = chain(c, 1);
	node->child_base = 0;
	return &node->child_base;
}

static const void *break_TREE_LEAF_BASE(open_case *c)
{
	kiln_format_tree_node *node = chain(c, 1);
	node->leaf_base = 1;
	return &node->leaf_base;
}

ROOT_FIELD(TREE_FRAME, origin[1], NAN, origin[1])
ROOT_FIELD(TREE_SLOT, lo[0][7], 0, leaf_offset)
ROOT_FIELD(TREE_LEAF, leaf_offset[2], 3, leaf_offset[2])

/// A fifth leaf beside the scene's four nodes.
static const void *break_TREE_MORE_LEAVES(open_case *c)
{
	rule_use(c, SMALL);
	kiln_format_tree_node *node = root(c);
	assert_int_equal(node->counts, 4);
	node->counts = 5;
	node->leaf_offset[4] = 4;
	for (int axis = 0; axis < 3; ++axis)
		node->lo[axis][4] = 0;
	return &node->leaf_offset[4];
}

static const void *break_TREE_LEVELS(open_case *c)
{
	return chain(c, KILN_TREE_DEPTH_MAX) + KILN_TREE_DEPTH_MAX - 1;
}

static const void *break_TREE_NODES(open_case *c)
{
	kiln_format_tree_node *node = chain(c, 1);
	node[0] = node[1];
	case_scene(c)->depth = 1;
	return node;
}

BREAK_FIELD(TREE_DEPTH, SMALL, kiln_format_scene, case_scene(c), depth, at->depth + 1, depth)

static const void *break_TREE_LEAVES(open_case *c)
{
	rule_use(c, SMALL);
	kiln_format_tree_node *node = root(c);
	node->counts = 3;
	node->leaf_offset[3] = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		node->lo[axis][3] = 255;
		node->hi[axis][3] = 0;
	}
	return node;
}

static const void *break_TREE_TRIANGLES(open_case *c)
{
	rule_use(c, SMALL);
	case_add(c, KILN_SECTION_SOURCES, -1);
	case_add(c, KILN_SECTION_EDGES, -1);
	return &(--case_mesh(c, 1)->triangle_count, case_mesh(c, 1))->triangle_count;
}

static const void *break_TREE_LEAF_COUNT(open_case *c)
{
	rule_use(c, SMALL);
	++case_entry(c, KILN_SECTION_LEAVES)->count;
	++case_mesh(c, 0)->leaf_count;
	return &case_mesh(c, 0)->leaf_count;
}

BREAK_FIELD(TREE_VERTICES, SMALL, kiln_format_mesh, case_mesh(c, 0), leaf_vertex_count, at->leaf_vertex_count + 1,
	leaf_vertex_count)

#define LEAF_FIELD(rule, field, value, place)                                                                          \
	BREAK_FIELD(rule, SMALL, kiln_format_leaf, leaf_head(c, 0, leaf_after(c, 0, 0)), field, value, place)

LEAF_FIELD(LEAF_FIRST, triangle, at->triangle + 1, triangle)
LEAF_FIELD(LEAF_TRIANGLES, triangle_count, 9, triangle_count)
LEAF_FIELD(LEAF_VERTICES, vertex_count, 2, vertex_count)
LEAF_FIELD(LEAF_PLANES, planes, KILN_LEAF_COMPACT, planes)
LEAF_FIELD(LEAF_EXPONENT, exponent, 1, exponent)

/// The last leaf of mesh 0 uses a vertex or two of the next mesh's leaves.
static const void *break_LEAF_RANGE(open_case *c)
{
	rule_use(c, SMALL);
	uint32_t unit = 0, next;
	while ((next = leaf_after(c, 0, unit)) < case_mesh(c, 0)->leaf_units)
		unit = next;
	kiln_format_leaf *last = leaf_head(c, 0, unit);
	last->vertex_count = KILN_LEAF_VERTICES_MAX;
	assert_true(leaf_after(c, 0, unit) > case_mesh(c, 0)->leaf_units);
	return last;
}

static uint16_t *corners(const open_case *c)
{
	return (uint16_t *)(void *)(leaf_head(c, 1, 0) + 1);
}

static const void *break_LEAF_CORNER_BITS(open_case *c)
{
	rule_use(c, SMALL);
	*corners(c) |= 0x8000;
	return corners(c);
}

static const void *break_LEAF_CORNER(open_case *c)
{
	rule_use(c, SMALL);
	assert_true(leaf_head(c, 1, 0)->vertex_count < 16);
	*corners(c) |= 0x00f0;
	return corners(c);
}

static const void *break_LEAF_VERTEX(open_case *c)
{
	rule_use(c, SMALL);
	uint32_t triangles = leaf_head(c, 1, 0)->triangle_count;
	float *values = (float *)(void *)(leaf_record(c, 1, 0) + kiln_format_leaf_vertices_offset(triangles));
	values[4] = INFINITY;
	return &values[4];
}

/// Returns a leaf with an odd number of triangles in any mesh; NULL without such a leaf.
static kiln_format_leaf *odd_leaf(const open_case *c)
{
	for (uint32_t mesh = 0; mesh < case_entry(c, KILN_SECTION_MESHES)->count; ++mesh)
		for (uint32_t unit = 0; unit < case_mesh(c, mesh)->leaf_units; unit = leaf_after(c, mesh, unit))
			if (leaf_head(c, mesh, unit)->triangle_count % 2)
				return leaf_head(c, mesh, unit);
	return NULL;
}

/// Damages the padding after an odd number of corners.
static const void *break_LEAF_PADDING(open_case *c)
{
	rule_use(c, TREES);
	kiln_format_leaf *odd = odd_leaf(c);
	assert_non_null(odd);
	uint16_t *behind = (uint16_t *)(void *)(odd + 1) + odd->triangle_count;
	*behind = 1;
	return behind;
}

/// 96 triangles need six entries of the leaf index; the leaves hold 98.
static const void *break_LEAF_NO_INDEX(open_case *c)
{
	rule_use(c, GROUND);
	assert_int_equal(case_mesh(c, 0)->triangle_count, 98);
	uint32_t unit = ((const uint32_t *)case_section(c, KILN_SECTION_LEAF_INDEX))[6];
	case_mesh(c, 0)->triangle_count = 96;
	case_add(c, KILN_SECTION_SOURCES, -2);
	case_add(c, KILN_SECTION_EDGES, -2);
	case_add(c, KILN_SECTION_LEAF_INDEX, -1);
	return leaf_record(c, 0, unit);
}

static const void *break_LEAF_INDEX(open_case *c)
{
	rule_use(c, GROUND);
	uint32_t *index = (uint32_t *)case_section(c, KILN_SECTION_LEAF_INDEX) + 2;
	++*index;
	return index;
}

static const void *break_LEAVES_TAIL(open_case *c)
{
	rule_use(c, GROUND);
	const kiln_format_section *leaves = case_entry(c, KILN_SECTION_LEAVES);
	uint8_t *tail = c->data + leaves->offset + leaves->size - KILN_LEAF_TAIL;
	tail[63] = 1;
	return tail;
}

rule_breaks rule_breaks_of_trees(void)
{
	static const rule_break breaks[] = {KILN_RULES_TREES(RULE_BREAK)};
	return (rule_breaks){breaks, sizeof breaks / sizeof *breaks};
}
