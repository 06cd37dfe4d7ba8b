// SPDX-License-Identifier: MIT
#include "rule_breaks.h"

#include <math.h>

static kiln_format_volumes *volumes(const open_case *c)
{
	return (kiln_format_volumes *)case_section(c, KILN_SECTION_VOLUMES) + 1;
}

/// The first shape of a kind.
static kiln_format_shape *shape(const open_case *c, kiln_shape_kind kind)
{
	kiln_format_shape *at = case_section(c, KILN_SECTION_SHAPES);
	while (at->kind != (uint32_t)kind)
		++at;
	return at;
}

#define VOLUMES_FIELD(rule, field, value, place)                                                                       \
	BREAK_FIELD(rule, MIXED, kiln_format_volumes, volumes(c), field, value, place)
#define SHAPE_FIELD(rule, kind, field, value, place)                                                                   \
	BREAK_FIELD(rule, MIXED, kiln_format_shape, shape(c, KILN_SHAPE_##kind), field, value, place)

VOLUMES_FIELD(VOLUMES_NUMBER, rss_edges[4], NAN, aabb_min[0])
VOLUMES_FIELD(VOLUMES_BOX, aabb_min[0], at->aabb_max[0] + 1, aabb_min)
VOLUMES_FIELD(VOLUMES_KDOP, kdop_min[12], at->kdop_max[12] + 1, kdop_min)
VOLUMES_FIELD(VOLUMES_SPHERE, sphere_radius, -1, sphere_radius)
VOLUMES_FIELD(VOLUMES_OBB, obb_half_extents[2], -1, obb_half_extents)
VOLUMES_FIELD(VOLUMES_CAPSULE, capsule_radius, -1, capsule_radius)
VOLUMES_FIELD(VOLUMES_RSS, rss_radius, -1, rss_radius)

static const void *break_VOLUMES_AXES(open_case *c)
{
	rule_use(c, MIXED);
	for (int k = 3; k < 6; ++k)
		volumes(c)->obb_axes[k] *= 1.01f;
	return volumes(c)->obb_axes + 3;
}

VOLUMES_FIELD(VOLUMES_RESERVED, reserved[3], 1, reserved)
BREAK_FIELD(PART_VOLUMES, MIXED, kiln_format_part, case_part(c, 1), volumes, 99, volumes)

static const void *break_SHAPES_COUNT(open_case *c)
{
	rule_use(c, MIXED);
	case_resize(c, KILN_SECTION_SHAPES, sizeof(kiln_format_shape), 1);
	return case_section(c, KILN_SECTION_SHAPES);
}

SHAPE_FIELD(SHAPE_KIND, HULL, kind, KILN_SHAPE_MESH, kind)
SHAPE_FIELD(SHAPE_INDEX, HULL, index, 1, index)
SHAPE_FIELD(SHAPE_NAME, HULL, name, NO_NAME, name)
SHAPE_FIELD(SHAPE_MATERIAL, HULL, material, 99, material)
SHAPE_FIELD(SHAPE_PARTS_RANGE, HULL, part_count, 99, part_first)
SHAPE_FIELD(SHAPE_NO_PARTS, HULL, part_count, 0, part_first)
SHAPE_FIELD(SHAPE_PARTS, MESH, part_first, at->part_first + 1, part_first)
SHAPE_FIELD(SHAPE_VOLUMES, SPHERE, volumes, 0, volumes)
SHAPE_FIELD(SHAPE_PARAMETER, CAPSULE, parameters[5], 0x1p41f, parameters)
SHAPE_FIELD(SHAPE_SIZE, CAPSULE, parameters[6], -1, parameters[6])
SHAPE_FIELD(SHAPE_ROTATION, BOX, parameters[9], at->parameters[9] + 1, parameters[6])

static const void *break_SHAPE_CAPS(open_case *c)
{
	rule_use(c, MIXED);
	float *p = shape(c, KILN_SHAPE_CYLINDER)->parameters;
	memcpy(p + 3, p, 3 * sizeof *p);
	return p;
}

SHAPE_FIELD(SHAPE_UNUSED, SPHERE, parameters[11], -0.0f, parameters[4])
SHAPE_FIELD(SHAPE_FLAGS, BOX, flags, 4, flags)
SHAPE_FIELD(SHAPE_MASKED, MESH, flags, at->flags ^ KILN_SHAPE_MASKED, flags)
SHAPE_FIELD(SHAPE_MASS, BOX, axes[2], NAN, volume)
SHAPE_FIELD(SHAPE_RESERVED, BOX, reserved[1], 1, reserved)
BREAK_FIELD(NODE_SHAPE, MIXED, kiln_format_node, case_node(c, 1), shape, 99, shape)

static const void *break_NODE_MESH(open_case *c)
{
	rule_use(c, MIXED);
	kiln_format_node *node = case_node(c, 0);
	while (node->mesh == KILN_NONE)
		++node;
	node->mesh = KILN_NONE;
	return &node->mesh;
}

rule_breaks rule_breaks_of_shapes(void)
{
	static const rule_break breaks[] = {KILN_RULES_SHAPES(RULE_BREAK)};
	return (rule_breaks){breaks, sizeof breaks / sizeof *breaks};
}
