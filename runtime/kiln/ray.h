// SPDX-License-Identifier: MIT
#ifndef KILN_RAY_H
#define KILN_RAY_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ignores triangles that the ray meets from behind, against their winding, and the points where the ray leaves hulls
/// and primitives.
#define KILN_RAY_CULL_BACK 1u

/// The points origin + t direction, 0 <= t <= t_max. The direction has any length above zero.
typedef struct kiln_ray
{
	kiln_vec3 origin;
	kiln_vec3 direction;
	float t_max;	///< 0 means no limit
	uint32_t flags; ///< KILN_RAY_CULL_BACK
} kiln_ray;

/// Hit of a ray or of a moving shape.
typedef struct kiln_hit
{
	bool hit;			 ///< false: the other fields are zero
	bool back;			 ///< met from behind, against the winding; casts: the shape's center starts behind or inside
	uint8_t reserved[2]; ///< 0
	float t;			 ///< in lengths of the given direction
	kiln_vec3 point;	 ///< on the triangle or solid, to the last place (see below)
	kiln_vec3 normal;	 ///< unit, outward. Rays: the triangle's, by its winding. Casts: from the triangle to the shape
	float u, v;			 ///< rays: barycentric weights of the second and third corner; 0 for solids
	uint32_t triangle;	 ///< number in the asset (mesh.triangle_first + number in the mesh); KILN_NONE for solids
	uint32_t mesh;		 ///< index in the asset's meshes; KILN_NONE for solids
	uint32_t source_mesh; ///< mesh in the art file; solids: of the first part, KILN_NONE for authored solids
	uint32_t source_face; ///< face of that mesh; KILN_NONE for solids
	uint32_t material;	  ///< index in the asset's materials
	uint32_t node;		  ///< index in the asset's nodes; KILN_NONE for queries against one mesh
	uint32_t tag;		  ///< the node's tag; 0 for queries against one mesh
	uint32_t shape;		  ///< index in the asset's shapes; for a mesh the same number as `mesh`
	uint32_t face;		  ///< rays: face of a hull; KILN_NONE for other shapes and for casts
} kiln_hit;

/// Receives a hit of a query for all hits, which is valid until the function returns. The function returns the greatest
/// t that matters from now on: the query skips all hits behind it. FLT_MAX changes nothing. A negative number and NaN
/// end the query. Hits come in an order that the asset and the query determine, which is not that of t.
typedef float kiln_visit_hit(void *user, const kiln_hit *hit);

/// Nodes place surfaces (meshes) and solids (hulls and primitives), under any affine transform that has an inverse. A
/// ray meets a solid like a closed two-sided surface: a ray from outside hits where it enters, and a ray from inside
/// hits where it leaves, with `back` true. A surface without extent, such as the surface of a sphere of radius 0, is
/// met where rounding lets the ray meet the surface. A ray never meets hulls that are segments or points.

/// The point of a hit lies on the surface, however far the ray came. The point origin + t direction is less accurate:
/// its error is that of the last place of t.
///   - A ray and a triangle: the point that u and v name, on the triangle where the node's matrix puts the triangle.
///     Each coordinate is right to half a unit in its last place and 2^-50 of the terms of its sum. Where the rounded u
///     and v add up to more than 1, the point lies on the edge between the second and third corner.
///   - A ray and a hull: the point of the face that is nearest to where the ray crosses the stored plane of the face.
///     The stored plane is rounded outwards by at most 2^-24 of the coordinates. A ray and a primitive: the point where
///     the ray crosses the surface. Each coordinate is right to half a unit in its last place and 2^-44 of the solid's
///     coordinates.
///   - A cast: the same, on the triangle with its corners placed in float32 (three roundings each).
///   - A world: the point is rounded once more where a member has a pose, in the coordinates of the member.
///
/// A ray may start farther than 256 sizes from the box of a mesh. The query then moves the start to the box, in double,
/// so that answers do not depend on the distance. The tested line is within 2^-14 of the mesh's size of the given line
/// (2^-22 of the mesh's coordinates where these are larger), and within 2^-52 of the distance under a node's matrix.
/// `t` is right to its last place and to this difference.

/// Finds the first triangle or solid that a ray meets. The query is watertight: no ray slips between triangles that
/// share an edge or a vertex (Woop, Benthin, Wald 2013: signs of edge functions of sheared coordinates, edges
/// inclusive). Triangles are two-sided unless KILN_RAY_CULL_BACK is set. Touching counts. Of hits with equal t the
/// lowest node wins, then the hit that is first by a finer t where the start of the ray was moved, then the lowest
/// triangle number. The query reports no hit for a zero direction, for NaN or infinity anywhere but in t_max, for a
/// negative t_max, for a t beyond FLT_MAX, and for an origin beyond KILN_COORDINATE_MAX.
KILN_API kiln_hit kiln_scene_ray_closest(const kiln_asset *asset, const kiln_ray *ray);

/// Reports whether a ray meets anything. The rules are those of kiln_scene_ray_closest; the cost is lower.
KILN_API bool kiln_scene_ray_any(const kiln_asset *asset, const kiln_ray *ray);

/// Finds every triangle and solid that a ray meets, by increasing t. Equal t are ordered as in kiln_scene_ray_closest,
/// whose hit is the first. A ray through a shared edge hits both triangles. A ray hits a solid where it enters and
/// where it leaves the solid; the two are one hit where their reported t are equal. Returns the number of hits; `hits`
/// holds the first `capacity` of them.
KILN_API uint32_t kiln_scene_ray_all(const kiln_asset *asset, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity);

/// Calls `visit` for each hit that kiln_scene_ray_all finds, until `visit` ends the query.
KILN_API void kiln_scene_ray_all_visit(const kiln_asset *asset, const kiln_ray *ray, kiln_visit_hit *visit, void *user);

/// Queries one mesh by the same rules, in mesh coordinates.
KILN_API kiln_hit kiln_mesh_ray_closest(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray);
KILN_API bool kiln_mesh_ray_any(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray);
KILN_API uint32_t kiln_mesh_ray_all(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity);
KILN_API void kiln_mesh_ray_all_visit(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_visit_hit *visit, void *user);

/// Answers `count` rays. Each answer is that of the single call.
KILN_API void kiln_scene_ray_closest_batch(
	const kiln_asset *asset, const kiln_ray *rays, uint32_t count, kiln_hit *hits);
KILN_API void kiln_scene_ray_any_batch(const kiln_asset *asset, const kiln_ray *rays, uint32_t count, bool *any);
/// Answers `count` rays with all their hits. `hits` has count * capacity entries; the hits of ray i begin at
/// hits[i * capacity]. counts[i] gets the number that the single call returns for ray i.
KILN_API void kiln_scene_ray_all_batch(
	const kiln_asset *asset, const kiln_ray *rays, uint32_t count, kiln_hit *hits, uint32_t capacity, uint32_t *counts);
KILN_API void kiln_mesh_ray_closest_batch(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *rays, uint32_t count, kiln_hit *hits);

#ifdef __cplusplus
}
#endif

#endif
