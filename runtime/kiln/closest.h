// SPDX-License-Identifier: MIT
#ifndef KILN_CLOSEST_H
#define KILN_CLOSEST_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_point_query
{
	kiln_vec3 point;
	float max_distance; ///< 0 means no limit; exactly this far away is found
} kiln_point_query;

typedef struct kiln_closest
{
	bool found;			  ///< false: the other fields are zero
	float distance;		  ///< from the query point, >= 0
	kiln_vec3 point;	  ///< on the triangle or of the solid, to the last place as for casts (kiln/ray.h)
	uint32_t triangle;	  ///< number in the asset; KILN_NONE for solids
	uint32_t mesh;		  ///< index in the asset's meshes; KILN_NONE for solids
	uint32_t source_mesh; ///< mesh in the art file; of solids that of the first part, KILN_NONE for those given as such
	uint32_t source_face; ///< face of that mesh; KILN_NONE for solids
	uint32_t material;	  ///< index in the asset's materials
	uint32_t node;		  ///< index in the asset's nodes; KILN_NONE for queries against one mesh
	uint32_t tag;		  ///< the node's tag
	uint32_t shape;		  ///< index in the asset's shapes; of a mesh the same as `mesh`
} kiln_closest;

/// Closest point of the surface (Ericson 2005, 5.1.5, for each triangle) or solid (Gilbert, Johnson, Keerthi 1988). The
/// distance to a hull or primitive is 0 where kiln_scene_point_inside says that the point is inside, and only there; the closest
/// point is the query's own then. kiln_scene_overlap_sphere of radius 0 agrees, and so does kiln_hull_contains of a hull whose
/// node's transform is the identity. kiln_convex_distance may answer 0 for points outside, as near as its header says;
/// the distance here is FLT_MIN then, and the point to rounding the query's own.
/// Instances of any scale, shear or mirroring are measured in asset coordinates. Distances that are equal as answered:
/// the lowest node, then the lowest triangle number. Nothing is found for NaN, infinity, a negative max_distance, or a
/// point beyond KILN_COORDINATE_MAX.
KILN_API kiln_closest kiln_scene_closest_point(const kiln_asset *asset, const kiln_point_query *query);
KILN_API kiln_closest kiln_mesh_closest_point(const kiln_asset *asset, uint32_t mesh, const kiln_point_query *query);
KILN_API void kiln_scene_closest_point_batch(
	const kiln_asset *asset, const kiln_point_query *queries, uint32_t count, kiln_closest *answers);

typedef uint32_t kiln_inside;
enum kiln_inside_values
{
	KILN_INSIDE_NO = 0,
	KILN_INSIDE_YES = 1,
	KILN_INSIDE_UNKNOWN = 2, ///< in nothing closed, and a mesh that is not may surround it or nothing is closed at all
};

/// Whether a point lies inside a hull or primitive, whose surface belongs to it, or a closed mesh: its winding number is
/// not zero, counted along one axis with half-open rules on edges so that no edge or vertex counts twice; where triangles
/// are not wound consistently, crossings are counted by parity instead. A point on the surface of a mesh to rounding may
/// answer either. Hulls are decided by exact signs, primitives in double, both in their own coordinates: a transform other
/// than the identity rounds the point in double before. Of several nodes, inside one is inside. NaN and infinity are
/// outside.
KILN_API kiln_inside kiln_scene_point_inside(const kiln_asset *asset, kiln_vec3 point);
KILN_API kiln_inside kiln_mesh_point_inside(const kiln_asset *asset, uint32_t mesh, kiln_vec3 point);
KILN_API void kiln_scene_point_inside_batch(
	const kiln_asset *asset, const kiln_vec3 *points, uint32_t count, kiln_inside *answers);

#ifdef __cplusplus
}
#endif

#endif
