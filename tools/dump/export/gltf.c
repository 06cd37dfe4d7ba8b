// SPDX-License-Identifier: MIT
#include "../lines/json_keys.h"
#include "export.h"
#include "gltf_mesh.h"
#include "solid_faces.h"

#include "math/quaternion.h"

#include <math.h>
#include <stdlib.h>

#define SHAPES "KHR_implicit_shapes"

static bool is_primitive(const kiln_asset *asset, const kiln_format_node *node)
{
	return asset->shapes[node->shape].kind > KILN_SHAPE_HULL;
}

static bool has_filter(const kiln_format_node *node)
{
	return node->layers != KILN_LAYER_DEFAULT || node->collides != UINT64_MAX;
}

// --- Shapes -----------------------------------------------------------------------------------------------------------

static double length_of(const float p[12])
{
	const double x = (double)p[3] - (double)p[0], y = (double)p[4] - (double)p[1], z = (double)p[5] - (double)p[2];
	return sqrt(x * x + y * y + z * z);
}

static void write_ends(json_writer *json, const float p[12])
{
	key_double(json, "height", length_of(p));
	key_float(json, "radiusBottom", p[6]);
	key_float(json, "radiusTop", p[6]);
}

// Writes a primitive of the asset, which lies around the origin and along y there (local_of moves it).
static void write_shape(json_writer *json, const kiln_format_shape *shape)
{
	static const char *const types[KILN_SHAPE_KIND_END] = {"", "", "sphere", "capsule", "box", "cylinder"};
	const float *p = shape->parameters;
	json_object(json);
	key_text(json, "type", types[shape->kind]);
	key_object(json, types[shape->kind]);
	switch (shape->kind)
	{
	case KILN_SHAPE_SPHERE:
		key_float(json, "radius", p[3]);
		break;
	case KILN_SHAPE_BOX:
		key_floats(json, "size", (const float[3]){2 * p[3], 2 * p[4], 2 * p[5]}, 3);
		break;
	default:
		write_ends(json, p);
		break;
	}
	json_object_end(json);
	json_object_end(json);
}

// The place of a primitive in the coordinates of its shape: columns of a 4x4 matrix.
static void local_of(const kiln_format_shape *shape, double m[16])
{
	const float *p = shape->parameters;
	const double a[3] = {(double)p[0], (double)p[1], (double)p[2]};
	const double b[3] = {(double)p[3], (double)p[4], (double)p[5]};
	double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, frame[3][3];
	const bool ends = shape->kind == KILN_SHAPE_CAPSULE || shape->kind == KILN_SHAPE_CYLINDER;
	if (ends)
		solid_frame(a, b, frame);
	kiln_d3 turned[3];
	kiln_quat_axes((kiln_quat){p[6], p[7], p[8], p[9]}, turned);
	for (int k = 0; k < 3; ++k)
	{
		if (ends)
		{
			axes[0][k] = frame[0][k];
			axes[1][k] = frame[2][k];
			axes[2][k] = -frame[1][k];
		}
		if (shape->kind == KILN_SHAPE_BOX)
		{
			axes[k][0] = turned[k].x;
			axes[k][1] = turned[k].y;
			axes[k][2] = turned[k].z;
		}
	}
	for (int column = 0; column < 4; ++column)
	{
		for (int row = 0; row < 3; ++row)
			m[4 * column + row] = column < 3 ? axes[column][row] : ends ? (a[row] + b[row]) / 2 : a[row];
		m[4 * column + 3] = column == 3;
	}
}

// --- Layers -----------------------------------------------------------------------------------------------------------

// Writes the names of the layers in a mask.
static void write_systems(json_writer *json, const kiln_asset *asset, const char *key, uint64_t mask)
{
	json_key(json, key);
	json_array(json);
	for (uint32_t layer = 0; layer < KILN_LAYERS_MAX; ++layer)
	{
		const char *name = kiln_layer_name(asset, layer);
		if ((mask >> layer & 1u) && (layer == 0 || name[0] != '\0'))
			json_text(json, name[0] != '\0' ? name : "default");
	}
	json_array_end(json);
}

// The layers that have a name; the first one is the default.
static uint64_t named_layers(const kiln_asset *asset)
{
	uint64_t mask = 1;
	for (uint32_t layer = 1; layer < KILN_LAYERS_MAX; ++layer)
		mask |= (uint64_t)(kiln_layer_name(asset, layer)[0] != '\0') << layer;
	return mask;
}

// Nodes that follow each other and have the same masks share a filter.
static bool begins_filter(const kiln_asset *asset, uint32_t node)
{
	const kiln_format_node *own = &asset->nodes[node];
	for (uint32_t i = node; has_filter(own) && i-- > 0;)
	{
		if (has_filter(&asset->nodes[i]))
			return asset->nodes[i].layers != own->layers || asset->nodes[i].collides != own->collides;
	}
	return has_filter(own);
}

static void write_filters(json_writer *json, const kiln_asset *asset)
{
	const uint64_t named = named_layers(asset);
	bool any = false;
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		if (!begins_filter(asset, i))
			continue;
		if (!any)
		{
			json_key(json, "collisionFilters");
			json_array(json);
		}
		any = true;
		const kiln_format_node *node = &asset->nodes[i];
		json_object(json);
		write_systems(json, asset, "collisionSystems", node->layers);
		// Layers without a name cannot be listed: a mask that has them all lists what it leaves out.
		const bool without = (~node->collides & ~named) == 0;
		write_systems(json, asset, without ? "notCollideWithSystems" : "collideWithSystems",
			without ? ~node->collides : node->collides);
		json_object_end(json);
	}
	if (any)
		json_array_end(json);
}

// --- Physics materials ------------------------------------------------------------------------------------------------

static void write_surfaces(json_writer *json, const kiln_asset *asset)
{
	static const char *const combines[KILN_COMBINE_END] = {"average", "minimum", "maximum", "multiply"};
	bool any = false;
	for (uint32_t i = 0; i < asset->material_count; ++i)
	{
		const kiln_format_surface *surface = kiln_material_surface(asset, i);
		if (surface == NULL)
			continue;
		if (!any)
		{
			json_key(json, "physicsMaterials");
			json_array(json);
		}
		any = true;
		json_object(json);
		key_text(json, "name", kiln_name(asset, asset->materials[i].name));
		key_float(json, "staticFriction", surface->static_friction);
		key_float(json, "dynamicFriction", surface->dynamic_friction);
		key_float(json, "restitution", surface->restitution);
		key_text(json, "frictionCombine", combines[surface->friction_combine]);
		key_text(json, "restitutionCombine", combines[surface->restitution_combine]);
		json_object_end(json);
	}
	if (any)
		json_array_end(json);
}

// The number of a material's surface in the file; KILN_NONE without one.
static uint32_t surface_of(const kiln_asset *asset, uint32_t material)
{
	uint32_t number = 0;
	for (uint32_t i = 0; i < material && i < asset->material_count; ++i)
		number += kiln_material_surface(asset, i) != NULL;
	return kiln_material_surface(asset, material) != NULL ? number : KILN_NONE;
}

// The material of everything that a shape has; KILN_NONE where its parts have several.
static uint32_t material_of(const kiln_asset *asset, const kiln_format_shape *shape)
{
	if (shape->kind != KILN_SHAPE_MESH)
		return shape->material;
	const kiln_format_mesh *mesh = &asset->meshes[shape->index];
	const uint32_t material = mesh->part_count > 0 ? asset->parts[mesh->part_first].material : KILN_NONE;
	for (uint32_t i = 1; i < mesh->part_count; ++i)
	{
		if (asset->parts[mesh->part_first + i].material != material)
			return KILN_NONE;
	}
	return material;
}

// --- Nodes ------------------------------------------------------------------------------------------------------------

// Writes the collider or trigger of a node. `primitive` is the number of its shape in the file, `geometry` of the node that
// has its mesh; one of them is KILN_NONE.
static void write_collider(gltf_writer *writer, uint32_t index, uint32_t primitive, uint32_t geometry, uint32_t filter)
{
	const kiln_asset *asset = writer->asset;
	const kiln_format_node *node = &asset->nodes[index];
	const kiln_format_shape *shape = &asset->shapes[node->shape];
	const bool trigger = (node->flags & KILN_NODE_TRIGGER) != 0;
	const uint32_t surface = trigger ? KILN_NONE : surface_of(asset, material_of(asset, shape));
	json_writer *json = &writer->json;
	key_object(json, "extensions");
	key_object(json, GLTF_BODIES);
	key_object(json, trigger ? "trigger" : "collider");
	key_object(json, "geometry");
	key_uint(json, primitive != KILN_NONE ? "shape" : "node", primitive != KILN_NONE ? primitive : geometry);
	if (shape->kind == KILN_SHAPE_HULL)
		key_bool(json, "convexHull", true);
	json_object_end(json);
	if (surface != KILN_NONE)
		key_uint(json, "physicsMaterial", surface);
	if (filter != KILN_NONE)
		key_uint(json, "collisionFilter", filter);
	json_object_end(json);
	json_object_end(json);
	json_object_end(json);
}

static void write_name(gltf_writer *writer, const kiln_format_node *node)
{
	const char *name = kiln_name(writer->asset, node->name);
	if (name[0] != '\0')
		key_text(&writer->json, "name", name);
}

// Writes a node of the asset. Its primitive is a child, `child`, which has a place of its own.
static void write_node(gltf_writer *writer, uint32_t index, uint32_t child, uint32_t filter)
{
	const kiln_format_node *node = &writer->asset->nodes[index];
	json_writer *json = &writer->json;
	json_object(json);
	write_name(writer, node);
	if (!(node->flags & KILN_NODE_IDENTITY))
	{
		float columns[16];
		for (int i = 0; i < 16; ++i)
			columns[i] = i % 4 < 3 ? node->to_asset[i % 4 * 4 + i / 4] : i == 15 ? 1.0f : 0.0f;
		key_floats(json, "matrix", columns, 16);
	}
	if (writer->meshes[node->shape] != KILN_NONE)
		key_uint(json, "mesh", writer->meshes[node->shape]);
	if (child != KILN_NONE)
		key_counts(json, "children", &child, 1);
	else if (writer->meshes[node->shape] != KILN_NONE)
		write_collider(writer, index, KILN_NONE, index, filter);
	json_object_end(json);
}

static void write_child(gltf_writer *writer, uint32_t index, uint32_t filter)
{
	const kiln_asset *asset = writer->asset;
	const kiln_format_node *node = &asset->nodes[index];
	json_writer *json = &writer->json;
	double m[16];
	local_of(&asset->shapes[node->shape], m);
	json_object(json);
	write_name(writer, node);
	json_key(json, "matrix");
	json_array_inline(json);
	for (int i = 0; i < 16; ++i)
		json_double(json, m[i]);
	json_array_end(json);
	write_collider(writer, index, node->shape - asset->mesh_count - asset->hull_count, KILN_NONE, filter);
	json_object_end(json);
}

// Writes all nodes, then their primitives, then one that scales them to metres.
static void write_nodes(gltf_writer *writer, bool scaled)
{
	const kiln_asset *asset = writer->asset;
	json_writer *json = &writer->json;
	json_key(json, "nodes");
	json_array(json);
	uint32_t child = asset->node_count, filter = KILN_NONE;
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		const bool primitive = is_primitive(asset, &asset->nodes[i]);
		filter += begins_filter(asset, i);
		write_node(writer, i, primitive ? child++ : KILN_NONE, has_filter(&asset->nodes[i]) ? filter : KILN_NONE);
	}
	filter = KILN_NONE;
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		filter += begins_filter(asset, i);
		if (is_primitive(asset, &asset->nodes[i]))
			write_child(writer, i, has_filter(&asset->nodes[i]) ? filter : KILN_NONE);
	}
	if (scaled)
	{
		const float metres = asset->header->metres_per_unit;
		json_object(json);
		key_floats(json, "scale", (const float[3]){metres, metres, metres}, 3);
		json_key(json, "children");
		json_array_inline(json);
		for (uint32_t i = 0; i < asset->node_count; ++i)
			json_uint(json, i);
		json_array_end(json);
		json_object_end(json);
	}
	json_array_end(json);
	json_key(json, "scenes");
	json_array(json);
	json_object(json);
	json_key(json, "nodes");
	json_array_inline(json);
	for (uint32_t i = scaled ? child : 0; i < (scaled ? child + 1 : asset->node_count); ++i)
		json_uint(json, i);
	json_array_end(json);
	json_object_end(json);
	json_array_end(json);
	key_uint(json, "scene", 0);
}

// --- The file ---------------------------------------------------------------------------------------------------------

static void write_head(json_writer *json, const kiln_asset *asset, bool primitives)
{
	gltf_asset(json);
	json_key(json, "extensionsUsed");
	json_array(json);
	json_text(json, GLTF_BODIES);
	if (primitives)
		json_text(json, SHAPES);
	json_array_end(json);
	key_object(json, "extensions");
	key_object(json, GLTF_BODIES);
	write_filters(json, asset);
	write_surfaces(json, asset);
	json_object_end(json);
	if (primitives)
	{
		key_object(json, SHAPES);
		json_key(json, "shapes");
		json_array(json);
		for (uint32_t i = asset->mesh_count + asset->hull_count; i < asset->shape_count; ++i)
			write_shape(json, &asset->shapes[i]);
		json_array_end(json);
		json_object_end(json);
	}
	json_object_end(json);
}

static void write_materials(json_writer *json, const kiln_asset *asset)
{
	if (asset->material_count == 0)
		return;
	json_key(json, "materials");
	json_array(json);
	for (uint32_t i = 0; i < asset->material_count; ++i)
	{
		json_object(json);
		key_text(json, "name", kiln_name(asset, asset->materials[i].name));
		json_object_end(json);
	}
	json_array_end(json);
}

bool export_gltf(FILE *out, const kiln_asset *asset)
{
	gltf_writer writer = {.json = json_begin(out, false), .asset = asset};
	const bool scaled = fabs((double)asset->header->metres_per_unit - 1) > 0;
	writer.meshes = malloc(asset->shape_count * sizeof *writer.meshes);
	if (writer.meshes == NULL)
		return false;
	json_object(&writer.json);
	write_head(&writer.json, asset, asset->shape_count > asset->mesh_count + asset->hull_count);
	write_materials(&writer.json, asset);
	gltf_meshes(&writer);
	const bool made = !writer.failed && !writer.buffer.failed;
	if (made)
	{
		write_nodes(&writer, scaled);
		gltf_buffer_write(&writer.json, &writer.buffer);
		json_object_end(&writer.json);
		json_end(&writer.json);
	}
	gltf_buffer_free(&writer.buffer);
	free(writer.meshes);
	return made;
}
