// SPDX-License-Identifier: MIT
#ifndef KILN_RAY_H
#define KILN_RAY_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ignore triangles that the ray meets from behind (against their winding), and the ways out of hulls and primitives.
#define KILN_RAY_CULL_BACK 1u

/// Points origin + t direction, 0 <= t <= t_max. The direction has any length above zero.
typedef struct kiln_ray
{
	kiln_vec3 origin;
	kiln_vec3 direction;
	float t_max;	///< 0 means no limit
	uint32_t flags; ///< KILN_RAY_CULL_BACK
} kiln_ray;

/// What a ray or a moving shape meets.
typedef struct kiln_hit
{
	bool hit;			 ///< false: the other fields are zero
	bool back;			 ///< met from behind, against the winding; casts: the shape's centre starts behind, or inside
	uint8_t reserved[2]; ///< 0
	float t;			 ///< in lengths of the direction as given
	kiln_vec3 point;	 ///< on the triangle or solid, to the last place (see below)
	kiln_vec3 normal;	 ///< unit, outward. Rays: of the triangle by its winding. Casts: from the triangle to the shape
	float u, v;			 ///< rays: barycentric weights of the second and third corner; 0 for solids
	uint32_t triangle;	 ///< number in the asset (mesh.triangle_first + number in the mesh); KILN_NONE for solids
	uint32_t mesh;		 ///< index in the asset's meshes; KILN_NONE for solids
	uint32_t source_mesh; ///< mesh in the art file; of solids that of the first part, KILN_NONE for those given as such
	uint32_t source_face; ///< face of that mesh; KILN_NONE for solids
	uint32_t material;	  ///< index in the asset's materials
	uint32_t node;		  ///< index in the asset's nodes; KILN_NONE for queries against one mesh
	uint32_t tag;		  ///< the node's tag; 0 for queries against one mesh
	uint32_t shape;		  ///< index in the asset's shapes; of a mesh the same as `mesh`
	uint32_t face;		  ///< rays: face of a hull; KILN_NONE for other shapes, and for casts
} kiln_hit;

/// Nodes place surfaces (meshes) and solids: hulls and primitives, under any affine transform that has an inverse. A ray
/// meets a solid as it would a closed two-sided surface: from outside where it enters, from inside where it leaves, which
/// is `back`. A surface of no extent, such as a sphere's of radius 0, is met where rounding lets the ray meet it; hulls
/// that are segments or points never are.

/// The point of a hit is on the surface, however far the ray came; origin + t direction is as far off as t's last place.
///   - Of a ray and a triangle it is the point that u and v name, of the triangle where the node's matrix puts it: each
///     coordinate to half a unit in its last place and 2^-50 of what it is the sum of. Where u and v as rounded add up to
///     more than 1, the point of the edge between the second and third corner.
///   - Of a ray and a hull it is the point of the face that is nearest to where the ray crosses the face's stored plane, which
///     is rounded outwards by at most 2^-24 of the coordinates; of a ray and a primitive where the ray crosses the surface. Each
///     coordinate to half a unit in its last place and 2^-44 of the solid's coordinates.
///   - Of a cast likewise, of the triangle with its corners placed in float32 (three roundings each).
///   - In a world it is rounded once more where a member is posed, in the member's own coordinates.
///
/// A ray that starts farther than 256 sizes from a mesh's box is carried to the box in double, so that answers don't depend
/// on the distance: the line that is tested is within 2^-14 of the mesh's size of the line as given, or 2^-22 of the
/// mesh's coordinates where these are more, and within 2^-52 of the distance under a node's matrix. `t` is right to its last
/// place and to that.

/// First triangle or solid that a ray meets. Watertight: no ray slips between triangles that share an edge or a vertex (Woop,
/// Benthin, Wald 2013: signs of edge functions of sheared coordinates, edges inclusive). Triangles are two-sided unless
/// KILN_RAY_CULL_BACK is set; touching counts; equal t: the lowest node, then what is met first by a t that is finer where
/// the ray was carried, then the lowest triangle number. No hit for a zero direction, a NaN or infinity anywhere but t_max,
/// a negative t_max, a t beyond FLT_MAX, or an origin beyond KILN_COORDINATE_MAX.
KILN_API kiln_hit kiln_scene_ray_closest(const kiln_asset *asset, const kiln_ray *ray);

/// Whether a ray meets anything. Same rules; cheaper.
KILN_API bool kiln_scene_ray_any(const kiln_asset *asset, const kiln_ray *ray);

/// Every triangle a ray meets, by increasing t, and equal t as above: the first is that of kiln_scene_ray_closest. A shared edge
/// answers for both triangles. A solid answers where the ray enters and where it leaves it; once where both have the same t
/// as answered.
/// Returns how many there are; `hits` holds the first `capacity` of them.
KILN_API uint32_t kiln_scene_ray_all(const kiln_asset *asset, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity);

/// The same against one mesh, in its own coordinates.
KILN_API kiln_hit kiln_mesh_ray_closest(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray);
KILN_API bool kiln_mesh_ray_any(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray);
KILN_API uint32_t kiln_mesh_ray_all(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity);

/// `count` rays at once; the answers are those of the single calls.
KILN_API void kiln_scene_ray_closest_batch(
	const kiln_asset *asset, const kiln_ray *rays, uint32_t count, kiln_hit *hits);
KILN_API void kiln_scene_ray_any_batch(const kiln_asset *asset, const kiln_ray *rays, uint32_t count, bool *any);
/// `hits` has count * capacity entries; `counts[i]` is what the single call returns for ray i, whose hits begin at
/// hits[i * capacity].
KILN_API void kiln_scene_ray_all_batch(
	const kiln_asset *asset, const kiln_ray *rays, uint32_t count, kiln_hit *hits, uint32_t capacity, uint32_t *counts);
KILN_API void kiln_mesh_ray_closest_batch(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *rays, uint32_t count, kiln_hit *hits);

#ifdef __cplusplus
}
#endif

#endif
