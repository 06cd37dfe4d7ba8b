// SPDX-License-Identifier: MIT
#include "rule_breaks.h"

#include <math.h>

#define MESH_FIELD(rule, field, value, place)                                                                          \
	BREAK_FIELD(rule, SMALL, kiln_format_mesh, case_mesh(c, 1), field, value, place)

BREAK_FIELD(SCENE_TREE, SMALL, kiln_format_scene, case_scene(c), tree_count, 0, tree_count)
MESH_FIELD(MESH_BOX, bounds_max[1], INFINITY, bounds_min[1])
MESH_FIELD(MESH_NAME, name, NO_NAME, name)
MESH_FIELD(MESH_FLAGS, flags, 0x80000000u, flags)
MESH_FIELD(MESH_DEPTH, depth, 0, depth)
MESH_FIELD(MESH_COST, sah_cost, -1, sah_cost)
MESH_FIELD(MESH_CHOICE, choice, NO_NAME, choice)
MESH_FIELD(MESH_PARTS, part_count, 0, part_first)
MESH_FIELD(MESH_TRIANGLES, triangle_first, at->triangle_first + 1, triangle_first)
MESH_FIELD(MESH_TREE, tree_first, at->tree_first + 1, tree_first)
MESH_FIELD(MESH_LEAVES, leaf_first, at->leaf_first - 1, leaf_first)
MESH_FIELD(MESH_INDEX, leaf_index_first, at->leaf_index_first + 1, leaf_index_first)
MESH_FIELD(MESH_PARTS_RANGE, part_count, 100, part_count)
MESH_FIELD(MESH_TRIANGLES_RANGE, triangle_count, 1000000, triangle_count)
MESH_FIELD(MESH_TREE_RANGE, tree_count, 1000000, tree_count)
MESH_FIELD(MESH_LEAVES_RANGE, leaf_units, 1000000, leaf_units)

static const void *break_MESH_INDEX_RANGE(open_case *c)
{
	rule_use(c, SMALL);
	case_add(c, KILN_SECTION_LEAF_INDEX, -1);
	return &case_mesh(c, 1)->triangle_count;
}

BREAK_FIELD(PART_FIRST_FACE, SMALL, kiln_format_part, case_part(c, 0), first_face, 1, first_face)

static const void *break_PART_FACES(open_case *c)
{
	rule_use(c, SMALL);
	assert_int_equal(case_mesh(c, 0)->part_count, 2);
	case_part(c, 0)->face_count = case_part(c, 1)->first_face = UINT32_MAX;
	return &case_part(c, 1)->face_count;
}

static const void *break_SOURCE(open_case *c)
{
	rule_use(c, SMALL);
	uint32_t *source = (uint32_t *)case_section(c, KILN_SECTION_SOURCES) + 5;
	*source = UINT32_MAX;
	return source;
}

/// Adds one element to a section, more than the meshes have.
static const void *add_one(open_case *c, uint32_t kind)
{
	rule_use(c, SMALL);
	case_add(c, kind, 1);
	return case_mesh(c, 0);
}

static const void *break_MESHES_SOURCES(open_case *c)
{
	return add_one(c, KILN_SECTION_SOURCES);
}

static const void *break_MESHES_TREE(open_case *c)
{
	return add_one(c, KILN_SECTION_TREE);
}

static const void *break_MESHES_LEAVES(open_case *c)
{
	rule_use(c, SMALL);
	const kiln_format_section *leaves = case_entry(c, KILN_SECTION_LEAVES);
	case_resize(c, KILN_SECTION_LEAVES, leaves->size + KILN_LEAF_UNIT, leaves->count);
	return case_mesh(c, 0);
}

static const void *break_MESHES_INDEX(open_case *c)
{
	return add_one(c, KILN_SECTION_LEAF_INDEX);
}

static const void *break_MESHES_LEAF_COUNT(open_case *c)
{
	rule_use(c, SMALL);
	++case_entry(c, KILN_SECTION_LEAVES)->count;
	return case_mesh(c, 0);
}

static const void *break_EDGES_COUNT(open_case *c)
{
	rule_use(c, SMALL);
	case_add(c, KILN_SECTION_EDGES, -1);
	return case_section(c, KILN_SECTION_EDGES);
}

static const void *break_EDGE_KIND(open_case *c)
{
	rule_use(c, SMALL);
	uint16_t *edges = case_section(c, KILN_SECTION_EDGES);
	edges[3] = 5;
	return &edges[3];
}

static const void *break_ADJACENCY_COUNT(open_case *c)
{
	rule_use(c, BODIES);
	case_add(c, KILN_SECTION_ADJACENCY, -1);
	return case_section(c, KILN_SECTION_ADJACENCY);
}

/// The second side has no twin; the first side claims to be the twin.
static const void *break_ADJACENCY_TWIN(open_case *c)
{
	rule_use(c, BODIES);
	uint32_t *twins = case_section(c, KILN_SECTION_ADJACENCY);
	assert_int_equal(twins[1], KILN_NONE);
	twins[1] = 0;
	return &twins[1];
}

static kiln_format_level *second_level(open_case *c)
{
	rule_use(c, BODIES);
	return (kiln_format_level *)case_section(c, KILN_SECTION_LEVELS) + 1;
}

static const void *break_LEVEL_MESH(open_case *c)
{
	kiln_format_level *level = second_level(c);
	level->level_mesh = (uint32_t)case_entry(c, KILN_SECTION_MESHES)->count;
	return level;
}

static const void *break_LEVEL_DISTANCE(open_case *c)
{
	kiln_format_level *level = second_level(c);
	level->distance = INFINITY;
	return &level->distance;
}

/// The two levels of a mesh have the same distance.
static const void *break_LEVEL_ORDER(open_case *c)
{
	kiln_format_level *level = second_level(c);
	level->distance = level[-1].distance;
	return level;
}

rule_breaks rule_breaks_of_meshes(void)
{
	static const rule_break breaks[] = {KILN_RULES_MESHES(RULE_BREAK)};
	return (rule_breaks){breaks, sizeof breaks / sizeof *breaks};
}
