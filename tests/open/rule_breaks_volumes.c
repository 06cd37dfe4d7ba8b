// SPDX-License-Identifier: MIT
#include "rule_breaks.h"

#include <math.h>

/// Returns tree `i`; for TREES: the scene's tree of kind 1 + i.
static kiln_format_volume_tree *tree(const open_case *c, uint32_t i)
{
	return (kiln_format_volume_tree *)case_section(c, KILN_SECTION_VOLUME_TREES) + i;
}

static uint8_t *node(const open_case *c, uint32_t i, uint32_t number)
{
	return (uint8_t *)case_section(c, KILN_SECTION_VOLUME_NODES) + tree(c, i)->nodes +
		   (size_t)number * kiln_format_volume_node_size(tree(c, i)->kind);
}

static kiln_format_volume_head *head(const open_case *c, uint32_t i, uint32_t number)
{
	return (kiln_format_volume_head *)(void *)node(c, i, number);
}

#define TREE_FIELD(rule, field, value, place)                                                                          \
	BREAK_FIELD(rule, TREES, kiln_format_volume_tree, tree(c, 1), field, value, place)
#define HEAD_FIELD(rule, field, value, place)                                                                          \
	BREAK_FIELD(rule, TREES, kiln_format_volume_head, head(c, 1, 0), field, value, place)

TREE_FIELD(VOLUME_KIND, kind, KILN_TREE_AABB, kind)
TREE_FIELD(VOLUME_MESH, mesh, 2, mesh)
TREE_FIELD(VOLUME_NODE_COUNT, node_count, 0, node_count)
TREE_FIELD(VOLUME_WIDTH, width, 9, width)
TREE_FIELD(VOLUME_RULE, rule, NO_NAME, rule)
TREE_FIELD(VOLUME_FIGURE, overlap, -1, sah_cost)
TREE_FIELD(VOLUME_RESERVED, reserved[4], 1, reserved)
TREE_FIELD(VOLUME_ORDER, kind, at[-1].kind, kind)
TREE_FIELD(VOLUME_NODES, nodes, at->nodes + 16, nodes)
TREE_FIELD(VOLUME_NODES_RANGE, node_count, KILN_TREE_NODES_MAX, node_count)
HEAD_FIELD(VOLUME_CHILDREN, count, 4, count)
HEAD_FIELD(VOLUME_HEAD_RESERVED, reserved[2], 1, reserved)
HEAD_FIELD(VOLUME_UNUSED_CHILD, child[7], 0, child[7])

static kiln_format_sphere_node *sphere(const open_case *c)
{
	return (kiln_format_sphere_node *)(void *)node(c, KILN_TREE_SPHERE - 1, 0);
}

static kiln_format_oriented_node *oriented(const open_case *c)
{
	return (kiln_format_oriented_node *)(void *)node(c, KILN_TREE_OBB - 1, 0);
}

BREAK_FIELD(VOLUME_SPHERE, TREES, kiln_format_sphere_node, sphere(c), center[1][7], -0.0f, center[1][7])
BREAK_FIELD(VOLUME_ORIENTED, TREES, kiln_format_oriented_node, oriented(c), size[1][0], -1, size[1][0])
BREAK_FIELD(VOLUME_ROTATION, TREES, kiln_format_oriented_node, oriented(c), rotation[3][7], 1, rotation[0][7])

static kiln_format_kdop_layout slabs(void)
{
	return kiln_format_kdop_place_arrays(kiln_format_kdop_slabs(KILN_TREE_KDOP14));
}

static const void *break_VOLUME_PLANES(open_case *c)
{
	rule_use(c, TREES);
	float *origin = (float *)(void *)(node(c, KILN_TREE_KDOP14 - 1, 0) + slabs().origin) + 3;
	*origin = NAN;
	return origin;
}

static const void *break_VOLUME_SLAB(open_case *c)
{
	rule_use(c, TREES);
	uint8_t *lo = node(c, KILN_TREE_KDOP14 - 1, 0) + slabs().lo + 2 * KILN_TREE_WIDTH;
	lo[7] = 1;
	return lo + 7;
}

static const void *break_VOLUME_PADDING(open_case *c)
{
	rule_use(c, TREES);
	uint8_t *behind = node(c, KILN_TREE_KDOP14 - 1, 0) + slabs().exponent + kiln_format_kdop_slabs(KILN_TREE_KDOP14);
	*behind = 1;
	return behind;
}

/// Returns the first child of a tree that is a leaf, or the first that is not.
static uint32_t *first_child(const open_case *c, uint32_t i, bool leaf)
{
	for (uint32_t n = 0; n < tree(c, i)->node_count; ++n)
		for (uint32_t k = 0; k < head(c, i, n)->count; ++k)
			if (((head(c, i, n)->child[k] & KILN_VOLUME_LEAF) != 0) == leaf)
				return &head(c, i, n)->child[k];
	fail_msg("tree %u has no such child", i);
	return NULL;
}

static const void *break_VOLUME_LEAF(open_case *c)
{
	rule_use(c, TREES);
	uint32_t *child = first_child(c, 1, true);
	*child = KILN_VOLUME_LEAF | 10;
	return child;
}

static const void *break_VOLUME_CHILD(open_case *c)
{
	rule_use(c, TREES);
	uint32_t *child = first_child(c, 1, false);
	++*child;
	return child;
}

/// The last tree, which has the greatest depth, gets another node below its last one.
static const void *break_VOLUME_LEVELS(open_case *c)
{
	rule_use(c, DEEP_VOLUMES);
	uint32_t last = (uint32_t)case_entry(c, KILN_SECTION_VOLUME_TREES)->count - 1;
	const kiln_format_section *nodes = case_entry(c, KILN_SECTION_VOLUME_NODES);
	case_resize(c, KILN_SECTION_VOLUME_NODES, nodes->size + kiln_format_volume_node_size(tree(c, last)->kind),
		nodes->count + 1);
	assert_int_equal(tree(c, last)->node_count, KILN_TREE_DEPTH_MAX);
	uint32_t *child = head(c, last, KILN_TREE_DEPTH_MAX - 1)->child;
	*child = tree(c, last)->node_count++;
	return child;
}

TREE_FIELD(VOLUME_REACHED, node_count, at->node_count + 1, node_count)
TREE_FIELD(VOLUME_DEPTH, depth, at->depth + 1, depth)

/// Removes a leaf of a tree of spheres, with its sphere.
static const void *break_VOLUME_LEAVES(open_case *c)
{
	rule_use(c, TREES);
	const uint32_t spheres = KILN_TREE_SPHERE - 1;
	uint32_t n = 0, last;
	while (last = head(c, spheres, n)->count - 1, last == 0 || !(head(c, spheres, n)->child[last] & KILN_VOLUME_LEAF))
		++n;
	kiln_format_sphere_node *at = (kiln_format_sphere_node *)(void *)node(c, spheres, n);
	at->head.count = last;
	at->head.child[last] = KILN_NONE;
	at->radius[last] = 0;
	for (int axis = 0; axis < 3; ++axis)
		at->center[axis][last] = 0;
	return tree(c, spheres);
}

static const void *break_VOLUMES_COVER(open_case *c)
{
	rule_use(c, TREES);
	++case_entry(c, KILN_SECTION_VOLUME_NODES)->count;
	return case_section(c, KILN_SECTION_VOLUME_NODES);
}

BREAK_FIELD(PAIR_TREE, TREES, kiln_format_mesh, case_mesh(c, 1), pair_tree, 0, pair_tree)
BREAK_FIELD(VERTICES_FIRST, TREES, kiln_format_mesh, case_mesh(c, 1), vertex_first, at->vertex_first + 1, vertex_first)

static const void *break_VERTICES_RANGE(open_case *c)
{
	rule_use(c, TREES);
	case_add(c, KILN_SECTION_VERTICES, -1);
	return &case_mesh(c, 1)->leaf_vertex_count;
}

static const void *break_SOURCE_VERTEX(open_case *c)
{
	rule_use(c, TREES);
	uint32_t *vertices = case_section(c, KILN_SECTION_VERTICES);
	vertices[3] = UINT32_MAX;
	return &vertices[3];
}

static const void *break_VERTICES_COVER(open_case *c)
{
	rule_use(c, TREES);
	case_add(c, KILN_SECTION_VERTICES, 1);
	return case_mesh(c, 0);
}

rule_breaks rule_breaks_of_volume_trees(void)
{
	static const rule_break breaks[] = {KILN_RULES_VOLUME_TREES(RULE_BREAK)};
	return (rule_breaks){breaks, sizeof breaks / sizeof *breaks};
}
