// SPDX-License-Identifier: MIT
#include "proof.h"

#include <float.h>
#include <string.h>

static kiln_result prove_names(const kiln_blob *blob)
{
	const kiln_format_section *names = blob->section[KILN_SECTION_NAMES];
	if (blob->data[names->offset + names->size - 1])
		return kiln_refused(KILN_E_VALUE, names->offset + names->size - 1, "the last name does not end with a NUL");
	return kiln_proved();
}

static kiln_result prove_materials(const kiln_blob *blob)
{
	const kiln_format_material *materials = kiln_blob_section(blob, KILN_SECTION_MATERIALS);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_MATERIALS);
	for (uint64_t i = 0; i < count; ++i)
		if (!kiln_blob_has_name(blob, materials[i].name))
			return kiln_refuse_field(blob, KILN_E_RANGE, &materials[i].name, "a material's name lies outside NAMES");
	return kiln_proved();
}

static kiln_result prove_parts(const kiln_blob *blob)
{
	const kiln_format_part *parts = kiln_blob_section(blob, KILN_SECTION_PARTS);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_PARTS);
	uint64_t materials = kiln_blob_count(blob, KILN_SECTION_MATERIALS);
	for (uint64_t i = 0; i < count; ++i)
	{
		const kiln_format_part *part = &parts[i];
		if (!kiln_blob_has_name(blob, part->name))
			return kiln_refuse_field(blob, KILN_E_RANGE, &part->name, "a part's name lies outside NAMES");
		if (part->material >= materials)
			return kiln_refuse_field(blob, KILN_E_RANGE, &part->material, "a part's material is out of range");
		if (!kiln_bytes_zero(part->reserved, sizeof part->reserved))
			return kiln_refuse_field(blob, KILN_E_VALUE, part->reserved, "a reserved field of a part is not zero");
	}
	return kiln_proved();
}

/// Whether both transforms leave every point where it is.
static bool is_identity(const kiln_format_node *node)
{
	for (int i = 0; i < 12; ++i)
	{
		float expected = i % 5 == 0 ? 1.0f : 0.0f;
		if (node->to_asset[i] != expected || node->to_mesh[i] != expected)
			return false;
	}
	return true;
}

static kiln_result prove_node(const kiln_blob *blob, const kiln_format_node *node)
{
	if (!kiln_floats_within(node->to_asset, 12, FLT_MAX))
		return kiln_refuse_field(blob, KILN_E_NUMBER, node->to_asset, "a node's transform is not finite");
	if (!kiln_floats_within(node->to_mesh, 12, FLT_MAX))
		return kiln_refuse_field(blob, KILN_E_NUMBER, node->to_mesh, "a node's inverse transform is not finite");
	if (!kiln_intervals_within(node->bounds_min, node->bounds_max, 3, 4 * KILN_COORDINATE_MAX))
		return kiln_refuse_field(
			blob, KILN_E_NUMBER, node->bounds_min, "a node's box is not finite, too large, or inside out");
	if (node->mesh >= kiln_blob_count(blob, KILN_SECTION_MESHES) && node->mesh != KILN_NONE)
		return kiln_refuse_field(blob, KILN_E_RANGE, &node->mesh, "a node's mesh is out of range");
	if (!kiln_blob_has_name(blob, node->name))
		return kiln_refuse_field(blob, KILN_E_RANGE, &node->name, "a node's name lies outside NAMES");
	if (node->flags & ~(uint32_t)KILN_NODE_FLAGS_KNOWN)
		return kiln_refuse_field(blob, KILN_E_VALUE, &node->flags, "a node has an unknown flag");
	if ((node->flags & KILN_NODE_IDENTITY) && ((node->flags & KILN_NODE_MIRRORED) || !is_identity(node)))
		return kiln_refuse_field(
			blob, KILN_E_VALUE, &node->flags, "a node is flagged as the identity and has other transforms");
	if (!kiln_bytes_zero(node->reserved, sizeof node->reserved))
		return kiln_refuse_field(blob, KILN_E_VALUE, node->reserved, "a reserved field of a node is not zero");
	return kiln_proved();
}

static kiln_result prove_nodes(const kiln_blob *blob)
{
	const kiln_format_node *nodes = kiln_blob_section(blob, KILN_SECTION_NODES);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_NODES);
	kiln_result result = kiln_proved();
	for (uint64_t i = 0; i < count && result.status == KILN_OK; ++i)
		result = prove_node(blob, &nodes[i]);
	return result;
}

static kiln_result prove_scene(const kiln_blob *blob)
{
	const kiln_format_scene *scene = kiln_blob_section(blob, KILN_SECTION_SCENE);
	if (!kiln_intervals_within(scene->bounds_min, scene->bounds_max, 3, 4 * KILN_COORDINATE_MAX))
		return kiln_refuse_field(
			blob, KILN_E_NUMBER, scene->bounds_min, "the scene's box is not finite, too large, or inside out");
	if (!kiln_bytes_zero(scene->reserved, sizeof scene->reserved))
		return kiln_refuse_field(blob, KILN_E_VALUE, scene->reserved, "a reserved field of the scene is not zero");
	return kiln_proved();
}

static bool double_is_finite(double value)
{
	return value >= -DBL_MAX && value <= DBL_MAX;
}

static kiln_result prove_provenance(const kiln_blob *blob)
{
	const kiln_format_provenance *p = kiln_blob_section(blob, KILN_SECTION_PROVENANCE);
	if (!kiln_blob_has_name(blob, p->source_name) || !kiln_blob_has_name(blob, p->options) ||
		!kiln_blob_has_name(blob, p->importer))
		return kiln_refuse_field(blob, KILN_E_RANGE, p, "a name of the provenance lies outside NAMES");
	if (p->up_axis > 2 && p->up_axis != KILN_NONE)
		return kiln_refuse_field(
			blob, KILN_E_VALUE, &p->up_axis, "the provenance's up axis is none of x, y, z, unknown");
	if (!double_is_finite(p->unit) || !double_is_finite(p->scale) || !double_is_finite(p->weld_relative))
		return kiln_refuse_field(blob, KILN_E_NUMBER, &p->unit, "a number of the provenance is not finite");
	if (!(p->flat_edge >= 0 && p->flat_edge <= 1))
		return kiln_refuse_field(blob, KILN_E_NUMBER, &p->flat_edge, "the sine of a flat edge is not from 0 to 1");
	if (!kiln_bytes_zero(p->reserved, sizeof p->reserved))
		return kiln_refuse_field(blob, KILN_E_VALUE, p->reserved, "a reserved field of the provenance is not zero");
	return kiln_proved();
}

kiln_result kiln_prove_arrays(const kiln_blob *blob)
{
	kiln_result result = prove_names(blob);
	if (result.status == KILN_OK)
		result = prove_materials(blob);
	if (result.status == KILN_OK)
		result = prove_parts(blob);
	if (result.status == KILN_OK)
		result = prove_nodes(blob);
	if (result.status == KILN_OK)
		result = prove_scene(blob);
	if (result.status == KILN_OK)
		result = prove_provenance(blob);
	return result;
}
