// SPDX-License-Identifier: MIT
#include "math/ieee.h"

/// The structures of the public headers, as the module of `make wasm` lays them out in its memory. kiln.mjs reads this
/// table, so that the page's language and C never disagree about an offset.

#if defined(KILN_WASM_MODULE)

#include "kiln.h"

/// A field, or with the kind `{` a structure, whose fields follow.
typedef struct wasm_field
{
	const char *name;
	uint32_t kind;	 ///< see KIND
	uint32_t offset; ///< 0 for a structure
	uint32_t size;	 ///< bytes of the field or structure
} wasm_field;

/// One letter for the type of a field. An array has the letter of its elements, and their number follows from `size`.
#define KIND(x)                                                                                                        \
	_Generic((x),                                                                                                      \
		bool : 'b',                                                                                                    \
		uint32_t : 'u',                                                                                                \
		int32_t : 'i',                                                                                                 \
		uint64_t : 'U',                                                                                                \
		float : 'f',                                                                                                   \
		float * : 'f',                                                                                                 \
		kiln_vec3 : 'v',                                                                                               \
		kiln_vec3 * : 'v',                                                                                             \
		kiln_quat : 'q',                                                                                               \
		kiln_pose : 'p',                                                                                               \
		kiln_feature : 'e',                                                                                            \
		kiln_contact * : 'c',                                                                                          \
		kiln_manifold : 'm',                                                                                           \
		default : 'P')

#define STRUCT(type)                                                                                                   \
	{                                                                                                                  \
#type, '{', 0, sizeof(type)                                                                                    \
	}
#define FIELD(type, field)                                                                                             \
	{                                                                                                                  \
#field, KIND(((type *)0)->field), offsetof(type, field), sizeof(((type *)0)->field)                            \
	}

static const wasm_field fields[] = {
	STRUCT(kiln_result),
	FIELD(kiln_result, status),
	FIELD(kiln_result, offset),
	FIELD(kiln_result, reason),
	STRUCT(kiln_open_options),
	FIELD(kiln_open_options, trust),
	STRUCT(kiln_asset),
	FIELD(kiln_asset, materials),
	FIELD(kiln_asset, material_count),
	FIELD(kiln_asset, parts),
	FIELD(kiln_asset, part_count),
	FIELD(kiln_asset, meshes),
	FIELD(kiln_asset, mesh_count),
	FIELD(kiln_asset, nodes),
	FIELD(kiln_asset, node_count),
	FIELD(kiln_asset, scene),
	FIELD(kiln_asset, shapes),
	FIELD(kiln_asset, shape_count),
	FIELD(kiln_asset, triangle_count),
	FIELD(kiln_asset, filter),
	STRUCT(kiln_filter),
	FIELD(kiln_filter, ignores),
	FIELD(kiln_filter, belongs),
	FIELD(kiln_filter, flags),
	STRUCT(kiln_format_scene),
	FIELD(kiln_format_scene, bounds_min),
	FIELD(kiln_format_scene, bounds_max),
	STRUCT(kiln_format_material),
	FIELD(kiln_format_material, name),
	FIELD(kiln_format_material, tag),
	FIELD(kiln_format_material, layers),
	FIELD(kiln_format_material, collides),
	FIELD(kiln_format_material, user),
	FIELD(kiln_format_material, friction),
	FIELD(kiln_format_material, restitution),
	FIELD(kiln_format_material, flags),
	STRUCT(kiln_format_mesh),
	FIELD(kiln_format_mesh, bounds_min),
	FIELD(kiln_format_mesh, bounds_max),
	FIELD(kiln_format_mesh, name),
	FIELD(kiln_format_mesh, flags),
	FIELD(kiln_format_mesh, part_first),
	FIELD(kiln_format_mesh, part_count),
	FIELD(kiln_format_mesh, triangle_first),
	FIELD(kiln_format_mesh, triangle_count),
	FIELD(kiln_format_mesh, depth),
	FIELD(kiln_format_mesh, vertex_count),
	FIELD(kiln_format_mesh, edge_count),
	FIELD(kiln_format_mesh, boundary_edges),
	FIELD(kiln_format_mesh, nonmanifold_edges),
	FIELD(kiln_format_mesh, inconsistent_edges),
	FIELD(kiln_format_mesh, component_count),
	FIELD(kiln_format_mesh, euler_characteristic),
	FIELD(kiln_format_mesh, sah_cost),
	STRUCT(kiln_format_shape),
	FIELD(kiln_format_shape, kind),
	FIELD(kiln_format_shape, index),
	FIELD(kiln_format_shape, name),
	FIELD(kiln_format_shape, material),
	FIELD(kiln_format_shape, flags),
	FIELD(kiln_format_shape, parameters),
	FIELD(kiln_format_shape, volume),
	FIELD(kiln_format_shape, area),
	FIELD(kiln_format_shape, center),
	FIELD(kiln_format_shape, moments),
	FIELD(kiln_format_shape, axes),
	STRUCT(kiln_format_node),
	FIELD(kiln_format_node, to_asset),
	FIELD(kiln_format_node, bounds_min),
	FIELD(kiln_format_node, bounds_max),
	FIELD(kiln_format_node, mesh),
	FIELD(kiln_format_node, name),
	FIELD(kiln_format_node, source_node),
	FIELD(kiln_format_node, flags),
	FIELD(kiln_format_node, tag),
	FIELD(kiln_format_node, shape),
	FIELD(kiln_format_node, layers),
	FIELD(kiln_format_node, collides),
	FIELD(kiln_format_node, user),
	STRUCT(kiln_source),
	FIELD(kiln_source, mesh),
	FIELD(kiln_source, face),
	FIELD(kiln_source, material),
	FIELD(kiln_source, part),
	STRUCT(kiln_ray),
	FIELD(kiln_ray, origin),
	FIELD(kiln_ray, direction),
	FIELD(kiln_ray, t_max),
	FIELD(kiln_ray, flags),
	STRUCT(kiln_hit),
	FIELD(kiln_hit, hit),
	FIELD(kiln_hit, back),
	FIELD(kiln_hit, t),
	FIELD(kiln_hit, point),
	FIELD(kiln_hit, normal),
	FIELD(kiln_hit, u),
	FIELD(kiln_hit, v),
	FIELD(kiln_hit, triangle),
	FIELD(kiln_hit, mesh),
	FIELD(kiln_hit, source_mesh),
	FIELD(kiln_hit, source_face),
	FIELD(kiln_hit, material),
	FIELD(kiln_hit, node),
	FIELD(kiln_hit, tag),
	FIELD(kiln_hit, shape),
	FIELD(kiln_hit, face),
	STRUCT(kiln_motion),
	FIELD(kiln_motion, direction),
	FIELD(kiln_motion, t_max),
	STRUCT(kiln_sphere),
	FIELD(kiln_sphere, center),
	FIELD(kiln_sphere, radius),
	STRUCT(kiln_box),
	FIELD(kiln_box, center),
	FIELD(kiln_box, half_extents),
	FIELD(kiln_box, rotation),
	STRUCT(kiln_capsule),
	FIELD(kiln_capsule, a),
	FIELD(kiln_capsule, b),
	FIELD(kiln_capsule, radius),
	STRUCT(kiln_point_query),
	FIELD(kiln_point_query, point),
	FIELD(kiln_point_query, max_distance),
	STRUCT(kiln_closest),
	FIELD(kiln_closest, found),
	FIELD(kiln_closest, distance),
	FIELD(kiln_closest, point),
	FIELD(kiln_closest, triangle),
	FIELD(kiln_closest, mesh),
	FIELD(kiln_closest, source_mesh),
	FIELD(kiln_closest, source_face),
	FIELD(kiln_closest, material),
	FIELD(kiln_closest, node),
	FIELD(kiln_closest, tag),
	FIELD(kiln_closest, shape),
	STRUCT(kiln_overlap),
	FIELD(kiln_overlap, node),
	FIELD(kiln_overlap, triangle),
	STRUCT(kiln_pose),
	FIELD(kiln_pose, rotation),
	FIELD(kiln_pose, translation),
	FIELD(kiln_pose, scale),
	STRUCT(kiln_sweep),
	FIELD(kiln_sweep, from),
	FIELD(kiln_sweep, to),
	FIELD(kiln_sweep, center),
	STRUCT(kiln_object),
	FIELD(kiln_object, asset),
	FIELD(kiln_object, shape),
	FIELD(kiln_object, pose),
	STRUCT(kiln_pair),
	FIELD(kiln_pair, node_a),
	FIELD(kiln_pair, node_b),
	FIELD(kiln_pair, triangle_a),
	FIELD(kiln_pair, triangle_b),
	FIELD(kiln_pair, ends),
	FIELD(kiln_pair, coplanar),
	STRUCT(kiln_pair_separation),
	FIELD(kiln_pair_separation, found),
	FIELD(kiln_pair_separation, distance),
	FIELD(kiln_pair_separation, on_a),
	FIELD(kiln_pair_separation, on_b),
	FIELD(kiln_pair_separation, node_a),
	FIELD(kiln_pair_separation, node_b),
	FIELD(kiln_pair_separation, triangle_a),
	FIELD(kiln_pair_separation, triangle_b),
	STRUCT(kiln_pair_depth),
	FIELD(kiln_pair_depth, touching),
	FIELD(kiln_pair_depth, depth),
	FIELD(kiln_pair_depth, normal),
	FIELD(kiln_pair_depth, on_a),
	FIELD(kiln_pair_depth, on_b),
	FIELD(kiln_pair_depth, node_a),
	FIELD(kiln_pair_depth, node_b),
	FIELD(kiln_pair_depth, triangle_a),
	FIELD(kiln_pair_depth, triangle_b),
	STRUCT(kiln_pair_impact),
	FIELD(kiln_pair_impact, hit),
	FIELD(kiln_pair_impact, inside),
	FIELD(kiln_pair_impact, t),
	FIELD(kiln_pair_impact, gap),
	FIELD(kiln_pair_impact, point),
	FIELD(kiln_pair_impact, normal),
	FIELD(kiln_pair_impact, node_a),
	FIELD(kiln_pair_impact, node_b),
	FIELD(kiln_pair_impact, triangle_a),
	FIELD(kiln_pair_impact, triangle_b),
	STRUCT(kiln_feature),
	FIELD(kiln_feature, kind),
	FIELD(kiln_feature, index),
	STRUCT(kiln_contact),
	FIELD(kiln_contact, on_a),
	FIELD(kiln_contact, on_b),
	FIELD(kiln_contact, depth),
	FIELD(kiln_contact, feature_a),
	FIELD(kiln_contact, feature_b),
	STRUCT(kiln_manifold),
	FIELD(kiln_manifold, normal),
	FIELD(kiln_manifold, count),
	FIELD(kiln_manifold, contacts),
	STRUCT(kiln_pair_manifold),
	FIELD(kiln_pair_manifold, manifold),
	FIELD(kiln_pair_manifold, node_a),
	FIELD(kiln_pair_manifold, node_b),
	FIELD(kiln_pair_manifold, triangle_a),
	FIELD(kiln_pair_manifold, triangle_b),
	{NULL, 0, 0, 0},
};

/// Returns the table, which a field without a name ends.
const wasm_field *kilni_wasm_layout(void);

const wasm_field *kilni_wasm_layout(void)
{
	return fields;
}

#endif
