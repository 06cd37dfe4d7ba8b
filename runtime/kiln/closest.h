// SPDX-License-Identifier: MIT
#ifndef KILN_CLOSEST_H
#define KILN_CLOSEST_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A point, and how far from it a query searches.
typedef struct kiln_point_query
{
	kiln_vec3 point;
	float max_distance; ///< 0 means no limit; a surface exactly this far away is found
} kiln_point_query;

/// Closest point of a surface or solid.
typedef struct kiln_closest
{
	bool found;			  ///< false: the other fields are zero
	float distance;		  ///< from the query point, >= 0
	kiln_vec3 point;	  ///< on the triangle or in the solid, to the last place as for casts (kiln/ray.h)
	uint32_t triangle;	  ///< number in the asset; KILN_NONE for solids
	uint32_t mesh;		  ///< index in the asset's meshes; KILN_NONE for solids
	uint32_t source_mesh; ///< mesh in the art file; solids: of the first part, KILN_NONE for authored solids
	uint32_t source_face; ///< face of that mesh; KILN_NONE for solids
	uint32_t material;	  ///< index in the asset's materials
	uint32_t node;		  ///< index in the asset's nodes; KILN_NONE for queries against one mesh
	uint32_t tag;		  ///< the node's tag
	uint32_t shape;		  ///< index in the asset's shapes; for a mesh the same number as `mesh`
} kiln_closest;

/// Finds the closest point of a surface (Ericson 2005, 5.1.5, for each triangle) or solid (Gilbert, Johnson, Keerthi
/// 1988).
///
/// The distance to a hull or primitive is 0 exactly where kiln_scene_point_inside reports that the point is inside;
/// then the closest point is the query's point. kiln_scene_overlap_sphere with radius 0 agrees with this rule, and so
/// does kiln_hull_contains for a hull whose node has the identity as its transform. kiln_convex_distance may report 0
/// for points outside, within the accuracy that its header states. The distance here is FLT_MIN for such a point, and
/// the closest point is the query's point, to rounding.
///
/// Instances under any scale, shear or mirroring are measured in asset coordinates. Of equal reported distances the
/// lowest node wins, then the lowest triangle number. Nothing is found for NaN, infinity, a negative max_distance, and
/// a point beyond KILN_COORDINATE_MAX.
KILN_API kiln_closest kiln_scene_closest_point(const kiln_asset *asset, const kiln_point_query *query);
KILN_API kiln_closest kiln_mesh_closest_point(const kiln_asset *asset, uint32_t mesh, const kiln_point_query *query);
KILN_API void kiln_scene_closest_point_batch(
	const kiln_asset *asset, const kiln_point_query *queries, uint32_t count, kiln_closest *answers);

/// Place of a point: inside, outside, or unknown.
typedef uint32_t kiln_inside;
enum kiln_inside_values
{
	KILN_INSIDE_NO = 0,
	KILN_INSIDE_YES = 1,
	KILN_INSIDE_UNKNOWN = 2, ///< in nothing closed; an open mesh may surround it, or nothing is closed
};

/// Reports whether a point lies inside a hull, a primitive or a closed mesh.
///
/// The surface of a hull or primitive belongs to it. Inside a closed mesh the winding number is not zero. The query
/// counts the winding number along one axis, with half-open rules on edges, so that no edge or vertex counts twice.
/// Where triangles are not wound consistently, the parity of crossings decides instead. A point on the surface of a
/// mesh, to rounding, may get either answer. Exact signs decide hulls, double arithmetic decides primitives, both in
/// their own coordinates; a transform other than the identity first rounds the point in double. A point inside one of
/// several nodes is inside. NaN and infinity are outside.
KILN_API kiln_inside kiln_scene_point_inside(const kiln_asset *asset, kiln_vec3 point);
KILN_API kiln_inside kiln_mesh_point_inside(const kiln_asset *asset, uint32_t mesh, kiln_vec3 point);
KILN_API void kiln_scene_point_inside_batch(
	const kiln_asset *asset, const kiln_vec3 *points, uint32_t count, kiln_inside *answers);

#ifdef __cplusplus
}
#endif

#endif
