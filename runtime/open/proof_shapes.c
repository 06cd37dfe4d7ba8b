// SPDX-License-Identifier: MIT
#include "proof.h"

#include <float.h>

/// Proves SHAPES, VOLUMES, and the references of parts and nodes to them.

/// Whether some numbers are the components of a vector or quaternion of length one, to 1e-3.
static bool is_unit(const float *v, int count)
{
	double length2 = 0;
	for (int i = 0; i < count; ++i)
		length2 += (double)v[i] * (double)v[i];
	return length2 >= 0.999 * 0.999 && length2 <= 1.001 * 1.001;
}

static bool all_at_least_zero(const float *values, int count)
{
	for (int i = 0; i < count; ++i)
		if (!(values[i] >= 0))
			return false;
	return true;
}

/// The meaning of a kind's parameters.
typedef struct parameter_rule
{
	uint8_t count;
	uint8_t size_first; ///< the parameters that are sizes: not negative
	uint8_t size_count;
} parameter_rule;

static parameter_rule rule_of(uint32_t kind)
{
	static const parameter_rule rules[KILN_SHAPE_KIND_END] = {
		[KILN_SHAPE_SPHERE] = {4, 3, 1},
		[KILN_SHAPE_CAPSULE] = {7, 6, 1},
		[KILN_SHAPE_BOX] = {10, 3, 3},
		[KILN_SHAPE_CYLINDER] = {7, 6, 1},
	};
	return rules[kind];
}

static kiln_result prove_parameters(const kiln_blob *blob, const kiln_format_shape *shape)
{
	const float *p = shape->parameters;
	const parameter_rule rule = rule_of(shape->kind);
	if (!kilni_floats_within(p, rule.count, KILN_COORDINATE_MAX))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_PARAMETER, p);
	if (!all_at_least_zero(p + rule.size_first, rule.size_count))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_SIZE, p + rule.size_first);
	if (shape->kind == KILN_SHAPE_BOX && !is_unit(p + 6, 4))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_ROTATION, p + 6);
	if (shape->kind == KILN_SHAPE_CYLINDER && p[0] == p[3] && p[1] == p[4] && p[2] == p[5])
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_CAPS, p);
	if (!kilni_bytes_zero(p + rule.count, (12 - (size_t)rule.count) * sizeof *p))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_UNUSED, p + rule.count);
	return kiln_proved();
}

/// The kind that shape `i` must have by its place: KILN_SHAPE_KIND_END stands for any primitive.
static uint32_t kind_at(const kiln_blob *blob, uint64_t i)
{
	uint64_t meshes = kiln_blob_count(blob, KILN_SECTION_MESHES), hulls = kiln_blob_count(blob, KILN_SECTION_HULLS);
	return i < meshes ? KILN_SHAPE_MESH : i < meshes + hulls ? KILN_SHAPE_HULL : KILN_SHAPE_KIND_END;
}

/// Proves kind and index, which follow from the place.
static kiln_result prove_place(const kiln_blob *blob, const kiln_format_shape *shape, uint64_t i)
{
	uint32_t kind = kind_at(blob, i);
	uint64_t index = kind == KILN_SHAPE_MESH   ? i
					 : kind == KILN_SHAPE_HULL ? i - kiln_blob_count(blob, KILN_SECTION_MESHES)
											   : 0;
	bool primitive = shape->kind > KILN_SHAPE_HULL && shape->kind < KILN_SHAPE_KIND_END;
	if (kind == KILN_SHAPE_KIND_END ? !primitive : shape->kind != kind)
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_KIND, &shape->kind);
	if (shape->index != index)
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_INDEX, &shape->index);
	return kiln_proved();
}

static kiln_result prove_references(const kiln_blob *blob, const kiln_format_shape *shape)
{
	bool is_mesh = shape->kind == KILN_SHAPE_MESH, is_hull = shape->kind == KILN_SHAPE_HULL;
	uint64_t parts = kiln_blob_count(blob, KILN_SECTION_PARTS);
	if (!kiln_blob_has_name(blob, shape->name))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_NAME, &shape->name);
	if (is_mesh ? shape->material != KILN_NONE : shape->material >= kiln_blob_count(blob, KILN_SECTION_MATERIALS))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_MATERIAL, &shape->material);
	if (shape->part_first > parts || shape->part_count > parts - shape->part_first)
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_PARTS_RANGE, &shape->part_first);
	if (shape->part_count == 0 && shape->part_first != 0)
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_NO_PARTS, &shape->part_first);
	if (is_mesh)
	{
		const kiln_format_mesh *meshes = kiln_blob_section(blob, KILN_SECTION_MESHES);
		const kiln_format_mesh *mesh = &meshes[shape->index];
		if (shape->part_first != mesh->part_first || shape->part_count != mesh->part_count)
			return kiln_refuse_field(blob, KILN_RULE_SHAPE_PARTS, &shape->part_first);
	}
	if (is_mesh || is_hull ? shape->volumes >= kiln_blob_count(blob, KILN_SECTION_VOLUMES)
						   : shape->volumes != KILN_NONE)
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_VOLUMES, &shape->volumes);
	return kiln_proved();
}

/// Whether the material of a shape, or of a part of a mesh, has a mask of its own.
static bool is_masked(const kiln_blob *blob, const kiln_format_shape *shape)
{
	const kiln_format_material *materials = kiln_blob_section(blob, KILN_SECTION_MATERIALS);
	const kiln_format_part *parts = kiln_blob_section(blob, KILN_SECTION_PARTS);
	if (shape->kind != KILN_SHAPE_MESH)
		return materials[shape->material].layers || materials[shape->material].collides;
	for (uint32_t i = 0; i < shape->part_count; ++i)
	{
		const kiln_format_material *material = &materials[parts[shape->part_first + i].material];
		if (material->layers || material->collides)
			return true;
	}
	return false;
}

static kiln_result prove_shape(const kiln_blob *blob, const kiln_format_shape *shape, uint64_t i)
{
	kiln_result result = prove_place(blob, shape, i);
	if (result.status == KILN_OK)
		result = prove_references(blob, shape);
	if (result.status == KILN_OK)
		result = prove_parameters(blob, shape);
	if (result.status != KILN_OK)
		return result;
	if (shape->flags & ~(uint32_t)KILN_SHAPE_FLAGS_KNOWN)
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_FLAGS, &shape->flags);
	if (((shape->flags & KILN_SHAPE_MASKED) != 0) != is_masked(blob, shape))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_MASKED, &shape->flags);
	if (!kilni_floats_within(&shape->volume, 1, FLT_MAX) || !kilni_floats_within(&shape->area, 1, FLT_MAX) ||
		!kilni_floats_within(shape->center, 3, FLT_MAX) || !kilni_floats_within(shape->inertia, 6, FLT_MAX) ||
		!kilni_floats_within(shape->moments, 3, FLT_MAX) || !kilni_floats_within(shape->axes, 4, FLT_MAX))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_MASS, &shape->volume);
	if (!kilni_bytes_zero(shape->reserved, sizeof shape->reserved))
		return kiln_refuse_field(blob, KILN_RULE_SHAPE_RESERVED, shape->reserved);
	return kiln_proved();
}

static kiln_result prove_all_shapes(const kiln_blob *blob)
{
	const kiln_format_shape *shapes = kiln_blob_section(blob, KILN_SECTION_SHAPES);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_SHAPES);
	uint64_t stored = kiln_blob_count(blob, KILN_SECTION_MESHES) + kiln_blob_count(blob, KILN_SECTION_HULLS);
	kiln_result result = kiln_proved();
	if (count < stored)
		return kiln_refuse_field(blob, KILN_RULE_SHAPES_COUNT, shapes);
	for (uint64_t i = 0; i < count && result.status == KILN_OK; ++i)
		result = prove_shape(blob, &shapes[i], i);
	return result;
}

static kiln_result prove_volumes(const kiln_blob *blob, const kiln_format_volumes *v)
{
	// All fields up to the reserved ones are floats.
	const size_t numbers = offsetof(kiln_format_volumes, reserved) / sizeof(float);
	const float limit = 4 * KILN_COORDINATE_MAX;
	if (!kilni_floats_within(v->aabb_min, numbers, limit))
		return kiln_refuse_field(blob, KILN_RULE_VOLUMES_NUMBER, v);
	if (!kiln_intervals_within(v->aabb_min, v->aabb_max, 3, limit))
		return kiln_refuse_field(blob, KILN_RULE_VOLUMES_BOX, v->aabb_min);
	if (!kiln_intervals_within(v->kdop_min, v->kdop_max, KILN_KDOP_AXES, limit))
		return kiln_refuse_field(blob, KILN_RULE_VOLUMES_KDOP, v->kdop_min);
	if (!all_at_least_zero(&v->sphere_radius, 1))
		return kiln_refuse_field(blob, KILN_RULE_VOLUMES_SPHERE, &v->sphere_radius);
	if (!all_at_least_zero(v->obb_half_extents, 3))
		return kiln_refuse_field(blob, KILN_RULE_VOLUMES_OBB, v->obb_half_extents);
	if (!all_at_least_zero(&v->capsule_radius, 1))
		return kiln_refuse_field(blob, KILN_RULE_VOLUMES_CAPSULE, &v->capsule_radius);
	if (!all_at_least_zero(&v->rss_radius, 1))
		return kiln_refuse_field(blob, KILN_RULE_VOLUMES_RSS, &v->rss_radius);
	for (int axis = 0; axis < 3; ++axis)
		if (!is_unit(v->obb_axes + 3 * axis, 3))
			return kiln_refuse_field(blob, KILN_RULE_VOLUMES_AXES, v->obb_axes + 3 * axis);
	if (!kilni_bytes_zero(v->reserved, sizeof v->reserved))
		return kiln_refuse_field(blob, KILN_RULE_VOLUMES_RESERVED, v->reserved);
	return kiln_proved();
}

static kiln_result prove_all_volumes(const kiln_blob *blob)
{
	const kiln_format_volumes *volumes = kiln_blob_section(blob, KILN_SECTION_VOLUMES);
	const kiln_format_part *parts = kiln_blob_section(blob, KILN_SECTION_PARTS);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_VOLUMES);
	kiln_result result = kiln_proved();
	for (uint64_t i = 0; i < count && result.status == KILN_OK; ++i)
		result = prove_volumes(blob, &volumes[i]);
	for (uint64_t i = 0; i < kiln_blob_count(blob, KILN_SECTION_PARTS) && result.status == KILN_OK; ++i)
		if (parts[i].volumes != KILN_NONE && parts[i].volumes >= count)
			result = kiln_refuse_field(blob, KILN_RULE_PART_VOLUMES, &parts[i].volumes);
	return result;
}

static kiln_result prove_nodes(const kiln_blob *blob)
{
	const kiln_format_node *nodes = kiln_blob_section(blob, KILN_SECTION_NODES);
	uint64_t shapes = kiln_blob_count(blob, KILN_SECTION_SHAPES), meshes = kiln_blob_count(blob, KILN_SECTION_MESHES);
	for (uint64_t i = 0; i < kiln_blob_count(blob, KILN_SECTION_NODES); ++i)
	{
		const kiln_format_node *node = &nodes[i];
		if (node->shape >= shapes)
			return kiln_refuse_field(blob, KILN_RULE_NODE_SHAPE, &node->shape);
		// Shapes of meshes come first and in order.
		if (node->mesh != (node->shape < meshes ? node->shape : KILN_NONE))
			return kiln_refuse_field(blob, KILN_RULE_NODE_MESH, &node->mesh);
	}
	return kiln_proved();
}

kiln_result kilni_prove_shapes(const kiln_blob *blob)
{
	kiln_result result = prove_all_volumes(blob);
	if (result.status == KILN_OK)
		result = prove_all_shapes(blob);
	if (result.status == KILN_OK)
		result = prove_nodes(blob);
	return result;
}
