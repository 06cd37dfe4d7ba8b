// SPDX-License-Identifier: MIT
#include "rule_breaks.h"

#include <math.h>

static kiln_format_header *header(const open_case *c)
{
	return case_header(c);
}

static kiln_format_section *last_entry(const open_case *c)
{
	return case_entry(c, KILN_SECTION_KIND_END - 1);
}

static const void *break_HEADER_TRUNCATED(open_case *c)
{
	rule_use(c, SMALL);
	c->size = 100;
	return c->data + c->size;
}

BREAK_FIELD(MAGIC_TRANSFER, SMALL, kiln_format_header, header(c), magic[0], 9, magic[0])
BREAK_FIELD(MAGIC, SMALL, kiln_format_header, header(c), magic[1], 'X', magic[0])
BREAK_FIELD(ENDIAN, SMALL, kiln_format_header, header(c), endian, 0x04030201u, endian)
BREAK_FIELD(ENDIAN_MARK, SMALL, kiln_format_header, header(c), endian, 5, endian)
BREAK_FIELD(VERSION_OLD, SMALL, kiln_format_header, header(c), version_major, KILN_FORMAT_MAJOR - 1, version_major)
BREAK_FIELD(VERSION_NEW, SMALL, kiln_format_header, header(c), version_major, KILN_FORMAT_MAJOR + 1, version_major)

static const void *break_SIZE_TRUNCATED(open_case *c)
{
	rule_use(c, SMALL);
	c->size -= KILN_FORMAT_ALIGNMENT;
	return c->data + c->size;
}

static const void *break_SIZE_TRAILING(open_case *c)
{
	rule_use(c, SMALL);
	header(c)->size -= KILN_FORMAT_ALIGNMENT;
	return c->data + header(c)->size;
}

static const void *break_SIZE_MULTIPLE(open_case *c)
{
	rule_use(c, SMALL);
	header(c)->size = --c->size;
	return &header(c)->size;
}

BREAK_FIELD(FEATURE, SMALL, kiln_format_header, header(c), required_features, 2, required_features)
BREAK_FIELD(TOOL_VERSION, SMALL, kiln_format_header, header(c), tool_version[3], 1, tool_version[3])
BREAK_FIELD(METRES_PER_UNIT, SMALL, kiln_format_header, header(c), metres_per_unit, 0, metres_per_unit)
BREAK_FIELD(HEADER_RESERVED, SMALL, kiln_format_header, header(c), reserved[5], 1, reserved)
BREAK_FIELD(TABLE_RANGE, SMALL, kiln_format_header, header(c), section_count, UINT32_MAX, section_count)
BREAK_FIELD(SECTION_ORDER, SMALL, kiln_format_section, case_entry(c, 2), kind, 1, kind)
BREAK_FIELD(SECTION_ALIGNED, SMALL, kiln_format_section, case_entry(c, 2), offset, at->offset + 8, offset)
BREAK_FIELD(SECTION_OVERLAP, SMALL, kiln_format_section, case_entry(c, 2), offset, at[-1].offset, offset)
BREAK_FIELD(SECTION_RANGE, SMALL, kiln_format_section, case_entry(c, 1), size, (uint64_t)1 << 60, size)
BREAK_FIELD(SECTION_GAP, SMALL, kiln_format_section, case_entry(c, 2), offset, at->offset + 64, offset)
BREAK_FIELD(SECTION_FLAGS, SMALL, kiln_format_section, case_entry(c, 2), flags, 2, flags)
BREAK_FIELD(
	SECTION_MANY, SMALL, kiln_format_section, case_entry(c, KILN_SECTION_NODES), count, (uint64_t)1 << 31, count)
BREAK_FIELD(SECTION_COUNT, SMALL, kiln_format_section, case_entry(c, 2), count, at->count + 1, count)

static const void *break_SECTION_FEW(open_case *c)
{
	rule_use(c, SMALL);
	case_resize(c, KILN_SECTION_NODES, 0, 0);
	return &case_entry(c, KILN_SECTION_NODES)->count;
}

static const void *break_LEAVES_SIZE(open_case *c)
{
	rule_use(c, SMALL);
	case_resize(c, KILN_SECTION_LEAVES, KILN_LEAF_TAIL - KILN_LEAF_UNIT, 0);
	return &case_entry(c, KILN_SECTION_LEAVES)->size;
}

BREAK_FIELD(SECTION_KIND, SMALL, kiln_format_section, last_entry(c), kind, 1000, kind)

static const void *break_SECTION_MISSING(open_case *c)
{
	rule_use(c, SMALL);
	last_entry(c)->kind = 1000;
	last_entry(c)->flags = 0;
	return &header(c)->section_count;
}

static const void *break_SIZE_GAP(open_case *c)
{
	rule_use(c, SMALL);
	open_case longer = {fixture_memory(c->size + KILN_FORMAT_ALIGNMENT), c->size + KILN_FORMAT_ALIGNMENT};
	assert_non_null(longer.data);
	memset(longer.data, 0, longer.size);
	memcpy(longer.data, c->data, c->size);
	free(c->data);
	*c = longer;
	header(c)->size = c->size;
	return &header(c)->size;
}

static const void *break_GAP(open_case *c)
{
	rule_use(c, SMALL);
	kiln_format_section *entry = case_entry(c, KILN_SECTION_NAMES);
	uint8_t *byte = c->data + entry->offset + entry->size;
	assert_true(entry->size % KILN_FORMAT_ALIGNMENT);
	*byte = 1;
	return byte;
}

static const void *break_NAMES_END(open_case *c)
{
	rule_use(c, SMALL);
	uint8_t *byte = (uint8_t *)case_section(c, KILN_SECTION_NAMES) + case_entry(c, KILN_SECTION_NAMES)->size - 1;
	*byte = 'x';
	return byte;
}

BREAK_FIELD(MATERIAL_NAME, SMALL, kiln_format_material, case_section(c, KILN_SECTION_MATERIALS), name, NO_NAME, name)
#define MATERIAL_FIELD(rule, field, value)                                                                             \
	BREAK_FIELD(rule, SMALL, kiln_format_material, case_section(c, KILN_SECTION_MATERIALS), field, value, field)

MATERIAL_FIELD(MATERIAL_FLAGS, flags, 4)
MATERIAL_FIELD(MATERIAL_FRICTION, friction, 0.5f)
MATERIAL_FIELD(MATERIAL_RESTITUTION, restitution, -0.5f)
MATERIAL_FIELD(MATERIAL_RESERVED, reserved, 1)

static const void *break_LAYERS_MANY(open_case *c)
{
	rule_use(c, SMALL);
	case_resize(c, KILN_SECTION_LAYERS, 65 * sizeof(uint32_t), 65);
	return case_section(c, KILN_SECTION_LAYERS);
}

static const void *break_LAYER_NAME(open_case *c)
{
	rule_use(c, SMALL);
	uint32_t *layer = (uint32_t *)case_section(c, KILN_SECTION_LAYERS) + 1;
	*layer = NO_NAME;
	return layer;
}

BREAK_FIELD(PART_NAME, SMALL, kiln_format_part, case_part(c, 1), name, NO_NAME, name)
BREAK_FIELD(PART_MATERIAL, SMALL, kiln_format_part, case_part(c, 1), material, 99, material)
BREAK_FIELD(PART_RESERVED, SMALL, kiln_format_part, case_part(c, 1), reserved[1], 1, reserved)
BREAK_FIELD(NODE_TO_ASSET, SMALL, kiln_format_node, case_node(c, 1), to_asset[5], NAN, to_asset)
BREAK_FIELD(NODE_TO_MESH, SMALL, kiln_format_node, case_node(c, 1), to_mesh[5], INFINITY, to_mesh)

/// Gives node 1 the scales x, 1 and 1, and their inverse.
static kiln_format_node *scale(open_case *c, float x)
{
	rule_use(c, SMALL);
	kiln_format_node *node = case_node(c, 1);
	memset(node->to_asset, 0, sizeof node->to_asset);
	memset(node->to_mesh, 0, sizeof node->to_mesh);
	for (int k = 0; k < 3; ++k)
	{
		node->to_asset[5 * k] = k ? 1 : x;
		node->to_mesh[5 * k] = k ? 1 : 1 / x;
	}
	return node;
}

static const void *break_NODE_SCALE(open_case *c)
{
	return scale(c, 0x1p61f)->to_asset;
}

static const void *break_NODE_CONDITION(open_case *c)
{
	return scale(c, 0x1p-20f)->to_asset;
}

BREAK_FIELD(NODE_INVERSE, SMALL, kiln_format_node, case_node(c, 1), to_mesh[3], at->to_mesh[3] + 1, to_mesh)
BREAK_FIELD(NODE_BOX, SMALL, kiln_format_node, case_node(c, 1), bounds_max[2], NAN, bounds_min)
BREAK_FIELD(NODE_MESH_RANGE, SMALL, kiln_format_node, case_node(c, 1), mesh, 2, mesh)
BREAK_FIELD(NODE_NAME, SMALL, kiln_format_node, case_node(c, 1), name, NO_NAME, name)
BREAK_FIELD(NODE_FLAGS, SMALL, kiln_format_node, case_node(c, 1), flags, 8, flags)
BREAK_FIELD(NODE_LAYERS, SMALL, kiln_format_node, case_node(c, 1), layers, 0, layers)
BREAK_FIELD(NODE_IDENTITY, SMALL, kiln_format_node, case_node(c, 1), flags, KILN_NODE_IDENTITY, flags)
BREAK_FIELD(NODE_MIRRORED, SMALL, kiln_format_node, case_node(c, 1), flags, KILN_NODE_MIRRORED, flags)
BREAK_FIELD(NODE_RESERVED, SMALL, kiln_format_node, case_node(c, 1), reserved[1], 1, reserved)
BREAK_FIELD(SCENE_BOX, SMALL, kiln_format_scene, case_scene(c), bounds_max[0], -1e9f, bounds_min)
BREAK_FIELD(SCENE_RESERVED, SMALL, kiln_format_scene, case_scene(c), reserved[6], 1, reserved)

static kiln_format_provenance *provenance(const open_case *c)
{
	return case_section(c, KILN_SECTION_PROVENANCE);
}

BREAK_FIELD(PROVENANCE_NAME, SMALL, kiln_format_provenance, provenance(c), importer, NO_NAME, source_name)
BREAK_FIELD(PROVENANCE_UP, SMALL, kiln_format_provenance, provenance(c), up_axis, 3, up_axis)
BREAK_FIELD(PROVENANCE_NUMBER, SMALL, kiln_format_provenance, provenance(c), scale, (double)NAN, unit)
BREAK_FIELD(PROVENANCE_FLAT, SMALL, kiln_format_provenance, provenance(c), flat_edge, 1.5f, flat_edge)
BREAK_FIELD(PROVENANCE_RESERVED, SMALL, kiln_format_provenance, provenance(c), reserved[0], 1, reserved)

rule_breaks rule_breaks_of_table(void)
{
	static const rule_break breaks[] = {KILN_RULES_TABLE(RULE_BREAK) KILN_RULES_ARRAYS(RULE_BREAK)};
	return (rule_breaks){breaks, sizeof breaks / sizeof *breaks};
}
