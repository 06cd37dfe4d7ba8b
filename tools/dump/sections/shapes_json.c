// SPDX-License-Identifier: MIT
#include "../lines/json_keys.h"
#include "sdf.h"
#include "shapes.h"

static void write_parameters(json_writer *json, const kiln_format_shape *shape)
{
	const float *p = shape->parameters;
	key_inline(json, "parameters");
	if (shape->kind == KILN_SHAPE_SPHERE || shape->kind == KILN_SHAPE_BOX)
	{
		key_floats(json, "center", p, 3);
	}
	else
	{
		key_floats(json, "a", p, 3);
		key_floats(json, "b", p + 3, 3);
	}
	if (shape->kind == KILN_SHAPE_BOX)
	{
		key_floats(json, "half_extents", p + 3, 3);
		key_floats(json, "rotation", p + 6, 4);
	}
	else
	{
		key_float(json, "radius", shape->kind == KILN_SHAPE_SPHERE ? p[3] : p[6]);
	}
	json_object_end(json);
}

static void write_hull(json_writer *json, const kiln_format_hull *hull)
{
	key_inline(json, "hull");
	key_uint(json, "dimension", hull->dimension);
	key_uint(json, "vertices", hull->vertex_count);
	key_uint(json, "edges", hull->edge_count);
	key_uint(json, "faces", hull->face_count);
	key_uint(json, "exact_vertices", hull->exact_vertex_count);
	key_float(json, "error", hull->error);
	key_bool(json, "inner", (hull->flags & KILN_HULL_INNER) != 0);
	key_uint(json, "levels", hull->level_count);
	key_uint(json, "links", hull->link_count);
	key_uint(json, "bytes", hull->size);
	json_object_end(json);
}

static void write_mass(json_writer *json, const kiln_format_shape *shape)
{
	bool solid = (shape->flags & KILN_SHAPE_HAS_MASS) != 0;
	key_object(json, "mass");
	key_bool(json, "solid", solid);
	key_float(json, "area", shape->area);
	key_floats(json, "center", shape->center, 3);
	if (solid)
	{
		key_float(json, "volume", shape->volume);
		key_floats(json, "inertia", shape->inertia, 6);
		key_floats(json, "moments", shape->moments, 3);
		key_floats(json, "axes", shape->axes, 4);
	}
	json_object_end(json);
}

static void write_volumes(json_writer *json, const kiln_format_volumes *v)
{
	key_object(json, "volumes");
	key_inline(json, "aabb");
	key_floats(json, "min", v->aabb_min, 3);
	key_floats(json, "max", v->aabb_max, 3);
	json_object_end(json);
	key_inline(json, "sphere");
	key_floats(json, "center", v->sphere_center, 3);
	key_float(json, "radius", v->sphere_radius);
	json_object_end(json);
	key_inline(json, "obb");
	key_floats(json, "center", v->obb_center, 3);
	key_floats(json, "axes", v->obb_axes, 9);
	key_floats(json, "half_extents", v->obb_half_extents, 3);
	json_object_end(json);
	key_inline(json, "capsule");
	key_floats(json, "a", v->capsule_a, 3);
	key_floats(json, "b", v->capsule_b, 3);
	key_float(json, "radius", v->capsule_radius);
	json_object_end(json);
	key_inline(json, "rss");
	key_floats(json, "origin", v->rss_origin, 3);
	key_floats(json, "edges", v->rss_edges, 6);
	key_float(json, "radius", v->rss_radius);
	json_object_end(json);
	key_inline(json, "kdop26");
	key_floats(json, "min", v->kdop_min, KILN_KDOP_AXES);
	key_floats(json, "max", v->kdop_max, KILN_KDOP_AXES);
	json_object_end(json);
	json_object_end(json);
}

static void write_shape(json_writer *json, const kiln_asset *asset, uint32_t number)
{
	const kiln_format_shape *shape = &asset->shapes[number];
	json_object(json);
	key_text(json, "kind", shape_kind_name(shape->kind));
	key_text(json, "name", kiln_name(asset, shape->name));
	key_uint(json, "index", shape->index);
	key_index(json, "material", shape->material);
	key_uint(json, "part_first", shape->part_first);
	key_uint(json, "part_count", shape->part_count);
	if (shape->kind == KILN_SHAPE_HULL)
	{
		write_hull(json, &asset->hulls[shape->index]);
		sdf_json(json, asset, number);
	}
	else if (shape->kind != KILN_SHAPE_MESH)
		write_parameters(json, shape);
	write_mass(json, shape);
	if (shape->volumes != KILN_NONE)
		write_volumes(json, &asset->volumes[shape->volumes]);
	json_object_end(json);
}

void shapes_json(json_writer *json, const kiln_asset *asset)
{
	json_key(json, "shapes");
	json_array(json);
	for (uint32_t i = 0; i < asset->shape_count; ++i)
		write_shape(json, asset, i);
	json_array_end(json);
}
