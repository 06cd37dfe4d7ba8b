// SPDX-License-Identifier: MIT
#include "object.h"

#include "deform/deform.h"
#include "pair/kernel/affine.h"
#include "tree/layout.h"

#include <string.h>

kiln_object kiln_object_from_asset(const kiln_asset *asset, const kiln_pose *pose)
{
	return kiln_object_from_shape(asset, KILN_NONE, pose);
}

kiln_object kiln_object_from_shape(const kiln_asset *asset, uint32_t shape, const kiln_pose *pose)
{
	kiln_object object = {.asset = asset, .shape = shape};
	if (pose)
		object.pose = *pose;
	return object;
}

kiln_object kiln_object_from_surface(const kiln_surface *surface, const kiln_pose *pose)
{
	kiln_object object = {.shape = KILN_NONE};
	if (surface)
		object.surface = *surface;
	if (pose)
		object.pose = *pose;
	return object;
}

// --- Trees ------------------------------------------------------------------------------------------------------------

/// The record of one of an asset's trees. Records are sorted by mesh, with the scene first, then by kind.
static const kiln_format_volume_tree *find_tree(const kiln_asset *asset, uint32_t mesh, uint32_t kind)
{
	uint32_t low = 0, high = asset->volume_tree_count;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		const kiln_format_volume_tree *record = &asset->volume_trees[middle];
		// KILN_NONE, which stands for the scene, becomes 0.
		uint32_t place = record->mesh + 1u, sought = mesh + 1u;
		if (place < sought || (place == sought && record->kind < kind))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == asset->volume_tree_count)
		return NULL;
	const kiln_format_volume_tree *record = &asset->volume_trees[low];
	return record->mesh == mesh && record->kind == kind ? record : NULL;
}

/// The tree that `trees` selects among those of the asset: NULL for the one in TREE.
static const kiln_format_volume_tree *choose_tree(
	const kiln_asset *asset, uint32_t mesh, uint32_t chosen, uint32_t trees)
{
	if (!trees)
		return chosen < asset->volume_tree_count ? &asset->volume_trees[chosen] : NULL;
	for (uint32_t bits = trees & KILN_PAIR_TREES_KNOWN; bits; bits &= bits - 1)
	{
		uint32_t kind = kiln_lowest_bit(bits);
		const kiln_format_volume_tree *record = kind == KILN_TREE_AABB ? NULL : find_tree(asset, mesh, kind);
		if (record || kind == KILN_TREE_AABB)
			return record;
	}
	return NULL;
}

static void set_nodes(
	kiln_pair_tree *tree, const kiln_asset *asset, const kiln_format_volume_tree *record, uint32_t tree_first)
{
	tree->kind = record ? (kiln_tree_kind)record->kind : KILN_TREE_AABB;
	tree->nodes = record ? asset->volume_nodes + record->nodes : (const uint8_t *)(asset->tree + tree_first);
	tree->node_size = record ? kiln_format_volume_node_size(record->kind) : (uint32_t)sizeof(kiln_format_tree_node);
}

kiln_pair_tree kilni_pair_tree_of_mesh(const kiln_asset *asset, uint32_t mesh, uint32_t trees)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	kiln_pair_tree tree;
	kilni_pair_tree_box(&tree, m->bounds_min, m->bounds_max);
	set_nodes(&tree, asset, choose_tree(asset, mesh, m->pair_tree, trees), m->tree_first);
	tree.leaves = asset->leaves + (uint64_t)m->leaf_first * KILN_LEAF_UNIT;
	return tree;
}

kiln_pair_tree kilni_pair_tree_of_scene(const kiln_asset *asset, uint32_t trees)
{
	const kiln_format_scene *scene = asset->scene;
	kiln_pair_tree tree = {.leaves = NULL};
	kilni_pair_tree_box(&tree, scene->bounds_min, scene->bounds_max);
	set_nodes(&tree, asset, choose_tree(asset, KILN_NONE, scene->pair_tree, trees), 0);
	return tree;
}

/// Sets the tree of the kind that `trees` selects among those of a deformed mesh.
static bool set_deformed(kiln_pair_tree *tree, const kiln_deformed *deformed, uint32_t trees)
{
	if (!trees)
	{
		uint32_t chosen = deformed->asset->meshes[deformed->mesh].pair_tree;
		if (chosen < deformed->asset->volume_tree_count)
			trees = 1u << deformed->asset->volume_trees[chosen].kind;
	}
	for (uint32_t bits = trees & KILN_PAIR_TREES_KNOWN; bits; bits &= bits - 1)
		if (kilni_deformed_pair_tree(deformed, (kiln_tree_kind)kiln_lowest_bit(bits), tree))
			return true;
	return kilni_deformed_pair_tree(deformed, KILN_TREE_AABB, tree);
}

// --- Solids -----------------------------------------------------------------------------------------------------------

/// Sets a frame whose first axis is `along`, unit or zero.
static void set_axes(kiln_place *frame, kiln_d3 along)
{
	kiln_d3 *column = frame->column;
	if (!(kiln_d3_length2(along) > 0))
	{
		column[0] = (kiln_d3){1, 0, 0};
		column[1] = (kiln_d3){0, 1, 0};
		column[2] = (kiln_d3){0, 0, 1};
		return;
	}
	kiln_d3 size = kiln_d3_abs(along);
	kiln_d3 other = {size.x <= size.y && size.x <= size.z, size.y < size.x && size.y <= size.z, 0};
	other.z = other.x + other.y == 0;
	column[0] = along;
	column[1] = kiln_d3_cross(along, other);
	column[1] = kiln_d3_scale(column[1], 1 / sqrt(kiln_d3_length2(column[1])));
	column[2] = kiln_d3_cross(along, column[1]);
}

/// The cooked oriented box of a hull.
static kiln_d3 set_hull_box(kiln_place *frame, const kiln_format_volumes *volumes)
{
	for (int i = 0; i < 3; ++i)
	{
		const float *axis = &volumes->obb_axes[3 * i];
		frame->column[i] = (kiln_d3){(double)axis[0], (double)axis[1], (double)axis[2]};
	}
	const float *c = volumes->obb_center, *h = volumes->obb_half_extents;
	frame->origin = (kiln_d3){(double)c[0], (double)c[1], (double)c[2]};
	return (kiln_d3){(double)h[0], (double)h[1], (double)h[2]};
}

/// A box around a solid, in a frame of its own; `frame` maps it to the body's coordinates.
static kiln_pair_tree box_around(
	const kiln_asset *asset, const kiln_format_shape *shape, const kiln_body *body, kiln_place *frame)
{
	*frame = (kiln_place){.moved = true, .origin = body->center};
	kiln_d3 half = {body->radius, body->radius, body->radius};
	if (body->kind == KILN_SHAPE_HULL)
		half = set_hull_box(frame, &asset->volumes[shape->volumes]);
	else if (body->kind == KILN_SHAPE_BOX)
	{
		memcpy(frame->column, body->side, sizeof body->side);
		half = body->half;
	}
	else
	{
		set_axes(frame, body->along);
		half.x += body->length;
		if (body->kind == KILN_SHAPE_CYLINDER)
			half.x = body->length;
	}
	const kiln_affine map = {.column = {frame->column[0], frame->column[1], frame->column[2]}};
	kiln_affine_inverse_rows(&map, frame->inverse);
	const float max[3] = {kiln_float_up(half.x), kiln_float_up(half.y), kiln_float_up(half.z)};
	const float min[3] = {-max[0], -max[1], -max[2]};
	// The nodes are never read: only the whole tree is one of its volumes.
	kiln_pair_tree tree = {.kind = KILN_TREE_AABB, .nodes = (const uint8_t *)asset->tree};
	kilni_pair_tree_box(&tree, min, max);
	return tree;
}

// --- Parts ------------------------------------------------------------------------------------------------------------

/// Sets all fields but the places.
static bool set_shape(kiln_pair_part *part, const kiln_object *object, uint32_t number, kiln_place *frame)
{
	const kiln_asset *asset = object->asset;
	const kiln_format_shape *shape = &asset->shapes[number];
	part->asset = asset;
	part->shape = number;
	part->surface = NULL;
	part->numbers = NULL;
	*frame = (kiln_place){.moved = false};
	if (shape->kind != KILN_SHAPE_MESH)
	{
		part->mesh = part->triangle_first = KILN_NONE;
		part->body = kilni_body_of(asset, shape);
		part->tree = box_around(asset, shape, &part->body, frame);
		return true;
	}
	part->mesh = shape->index;
	part->triangle_first = asset->meshes[shape->index].triangle_first;
	if (object->deformed)
		return set_deformed(&part->tree, object->deformed, object->trees);
	part->tree = kilni_pair_tree_of_mesh(asset, shape->index, object->trees);
	return true;
}

bool kilni_pair_part_of_node(kiln_pair_part *part, const kiln_pair_side *side, uint32_t node)
{
	const kiln_format_node *at = &side->object->asset->nodes[node];
	kiln_place frame;
	part->node = node;
	part->rest = kiln_filter_node(side->object->asset, node);
	part->own = kilni_place_of(at);
	if (part->rest == KILN_FILTER_NONE || part->own.flat || !set_shape(part, side->object, at->shape, &frame))
		return false;
	part->place = kiln_place_join(&side->pose, &part->own);
	part->local = kiln_place_join(&part->own, &frame);
	part->box = kiln_place_join(&part->place, &frame);
	return true;
}

static bool set_single(kiln_pair_side *side)
{
	kiln_pair_part *part = &side->part;
	kiln_place frame;
	part->node = KILN_NONE;
	part->rest = kiln_filter_shape(side->object->asset, side->object->shape);
	part->own = (kiln_place){.moved = false};
	if (!set_shape(part, side->object, side->object->shape, &frame))
		return false;
	part->place = side->pose;
	part->local = frame;
	part->box = kiln_place_join(&part->place, &frame);
	return true;
}

// --- Sides ------------------------------------------------------------------------------------------------------------

/// Whether a deformed mesh belongs to the object.
static bool fits(const kiln_deformed *deformed, const kiln_object *object)
{
	const kiln_asset *asset = object->asset;
	if (object->shape == KILN_NONE || !deformed->asset || deformed->asset->data != asset->data)
		return false;
	const kiln_format_shape *shape = &asset->shapes[object->shape];
	return shape->kind == KILN_SHAPE_MESH && shape->index == deformed->mesh;
}

/// Whether a box stays in range at a pose, except for rounding; `place` includes the pose.
static bool in_range(const kiln_pair_tree *tree, const kiln_place *place, const kiln_place *pose)
{
	const double limit = (double)KILN_COORDINATE_MAX * (1 + 0x1p-20);
	if (!pose->moved)
		return true;
	const kiln_d3 middle = kiln_place_point(place, kiln_d3_from_floats(tree->middle));
	const kiln_d3 reach = kiln_place_extent(place, kiln_d3_from_floats(tree->half));
	return kiln_d3_largest(kiln_d3_add(kiln_d3_abs(middle), reach)) <= limit;
}

bool kilni_pair_side_of(kiln_pair_side *side, const kiln_object *object)
{
	if (!object || !kiln_pose_valid(&object->pose))
		return false;
	side->object = object;
	side->pose = kiln_place_of_pose(&object->pose);
	const kiln_surface_operations *surface = object->surface.operations;
	if (!object->asset)
		return surface && surface->pair_side(side) && in_range(&side->part.tree, &side->part.box, &side->pose);
	const kiln_asset *asset = object->asset;
	if (object->trees & ~KILN_PAIR_TREES_KNOWN || asset->lazy)
		return false;
	if (object->shape != KILN_NONE && object->shape >= asset->shape_count)
		return false;
	if (object->deformed && !fits(object->deformed, object))
		return false;
	side->single = object->shape != KILN_NONE;
	if (side->single)
		return set_single(side) && in_range(&side->part.tree, &side->part.box, &side->pose);
	side->tree = kilni_pair_tree_of_scene(asset, object->trees);
	if (!in_range(&side->tree, &side->pose, &side->pose))
		return false;
	// One node needs no tree over it.
	side->single = asset->node_count == 1 && kilni_pair_part_of_node(&side->part, side, 0);
	return true;
}
