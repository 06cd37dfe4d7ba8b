// SPDX-License-Identifier: MIT
#include "proof.h"

#include <float.h>
#include <string.h>

static kiln_result prove_names(const kiln_blob *blob)
{
	const kiln_format_section *names = blob->section[KILN_SECTION_NAMES];
	if (blob->data[names->offset + names->size - 1])
		return kilni_refused(KILN_RULE_NAMES_END, names->offset + names->size - 1);
	return kiln_proved();
}

/// Whether a number of a material is in its range, and zero where the material does not give it.
static bool material_number(float value, float most, bool given)
{
	return value >= 0 && value <= (given ? most : 0);
}

static kiln_result prove_material(const kiln_blob *blob, const kiln_format_material *material)
{
	const uint32_t flags = material->flags;
	if (!kiln_blob_has_name(blob, material->name))
		return kiln_refuse_field(blob, KILN_RULE_MATERIAL_NAME, &material->name);
	if (flags & ~(uint32_t)KILN_MATERIAL_FLAGS_KNOWN)
		return kiln_refuse_field(blob, KILN_RULE_MATERIAL_FLAGS, &material->flags);
	if (!material_number(material->friction, FLT_MAX, flags & KILN_MATERIAL_FRICTION))
		return kiln_refuse_field(blob, KILN_RULE_MATERIAL_FRICTION, &material->friction);
	if (!material_number(material->restitution, 1, flags & KILN_MATERIAL_RESTITUTION))
		return kiln_refuse_field(blob, KILN_RULE_MATERIAL_RESTITUTION, &material->restitution);
	if (material->reserved)
		return kiln_refuse_field(blob, KILN_RULE_MATERIAL_RESERVED, &material->reserved);
	return kiln_proved();
}

static kiln_result prove_materials(const kiln_blob *blob)
{
	const kiln_format_material *materials = kiln_blob_section(blob, KILN_SECTION_MATERIALS);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_MATERIALS);
	kiln_result result = kiln_proved();
	for (uint64_t i = 0; i < count && result.status == KILN_OK; ++i)
		result = prove_material(blob, &materials[i]);
	return result;
}

static kiln_result prove_layers(const kiln_blob *blob)
{
	const uint32_t *layers = kiln_blob_section(blob, KILN_SECTION_LAYERS);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_LAYERS);
	if (count > KILN_LAYERS_MAX)
		return kiln_refuse_field(blob, KILN_RULE_LAYERS_MANY, layers);
	for (uint64_t i = 0; i < count; ++i)
		if (!kiln_blob_has_name(blob, layers[i]))
			return kiln_refuse_field(blob, KILN_RULE_LAYER_NAME, &layers[i]);
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
			return kiln_refuse_field(blob, KILN_RULE_PART_NAME, &part->name);
		if (part->material >= materials)
			return kiln_refuse_field(blob, KILN_RULE_PART_MATERIAL, &part->material);
		if (!kilni_bytes_zero(part->reserved, sizeof part->reserved))
			return kiln_refuse_field(blob, KILN_RULE_PART_RESERVED, part->reserved);
	}
	return kiln_proved();
}

static kiln_result prove_scene(const kiln_blob *blob)
{
	const kiln_format_scene *scene = kiln_blob_section(blob, KILN_SECTION_SCENE);
	if (!kiln_intervals_within(scene->bounds_min, scene->bounds_max, 3, 4 * KILN_COORDINATE_MAX))
		return kiln_refuse_field(blob, KILN_RULE_SCENE_BOX, scene->bounds_min);
	if (!kilni_bytes_zero(scene->reserved, sizeof scene->reserved))
		return kiln_refuse_field(blob, KILN_RULE_SCENE_RESERVED, scene->reserved);
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
		return kiln_refuse_field(blob, KILN_RULE_PROVENANCE_NAME, p);
	if (p->up_axis > 2 && p->up_axis != KILN_NONE)
		return kiln_refuse_field(blob, KILN_RULE_PROVENANCE_UP, &p->up_axis);
	if (!double_is_finite(p->unit) || !double_is_finite(p->scale) || !double_is_finite(p->weld_relative))
		return kiln_refuse_field(blob, KILN_RULE_PROVENANCE_NUMBER, &p->unit);
	if (!(p->flat_edge >= 0 && p->flat_edge <= 1))
		return kiln_refuse_field(blob, KILN_RULE_PROVENANCE_FLAT, &p->flat_edge);
	if (!kilni_bytes_zero(p->reserved, sizeof p->reserved))
		return kiln_refuse_field(blob, KILN_RULE_PROVENANCE_RESERVED, p->reserved);
	return kiln_proved();
}

kiln_result kilni_prove_arrays(const kiln_blob *blob)
{
	kiln_result result = prove_names(blob);
	if (result.status == KILN_OK)
		result = prove_materials(blob);
	if (result.status == KILN_OK)
		result = prove_layers(blob);
	if (result.status == KILN_OK)
		result = prove_parts(blob);
	if (result.status == KILN_OK)
		result = prove_scene(blob);
	if (result.status == KILN_OK)
		result = prove_provenance(blob);
	return result;
}
