// SPDX-License-Identifier: MIT
#ifndef KILN_OVERLAP_H
#define KILN_OVERLAP_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ball.
typedef struct kiln_sphere
{
	kiln_vec3 center;
	float radius; ///< >= 0; 0 is a point
} kiln_sphere;

/// Box at any angle.
typedef struct kiln_box
{
	kiln_vec3 center;
	kiln_vec3 half_extents; ///< each >= 0
	kiln_quat rotation;		///< all zero: axis-aligned
} kiln_box;

/// Segment swept by a ball.
typedef struct kiln_capsule
{
	kiln_vec3 a, b; ///< ends of the segment; equal ends make a sphere
	float radius;	///< >= 0; 0 is a segment
} kiln_capsule;

/// A triangle or solid that touches a query shape.
typedef struct kiln_overlap
{
	uint32_t node;	   ///< index in the asset's nodes; KILN_NONE for queries against one mesh
	uint32_t triangle; ///< number in the asset; KILN_NONE: the hull or primitive of the node
} kiln_overlap;

/// Finds the triangles and solids that a solid query shape touches, in asset coordinates. Touching is overlap. A
/// triangle wholly inside the shape counts.
///
/// The hull or primitive of a node is one entry. It overlaps where the two solids have a point in common, also where
/// one contains the other. Solids that are apart by less than 2^-28 of the coordinates may count as touching. A shape
/// without size, such as a sphere of radius 0, overlaps a hull or primitive exactly where kiln_scene_point_inside
/// reports that the center of the shape is inside.
///
/// Returns the number of overlaps; `overlaps` holds the first `capacity` of them, by node, then triangle. Returns 0 for
/// a negative size, NaN, infinity, and coordinates beyond KILN_COORDINATE_MAX.
KILN_API uint32_t kiln_scene_overlap_sphere(
	const kiln_asset *asset, const kiln_sphere *sphere, kiln_overlap *overlaps, uint32_t capacity);
KILN_API uint32_t kiln_scene_overlap_box(
	const kiln_asset *asset, const kiln_box *box, kiln_overlap *overlaps, uint32_t capacity);
KILN_API uint32_t kiln_scene_overlap_capsule(
	const kiln_asset *asset, const kiln_capsule *capsule, kiln_overlap *overlaps, uint32_t capacity);

/// Queries one mesh by the same rules, in mesh coordinates.
KILN_API uint32_t kiln_mesh_overlap_sphere(
	const kiln_asset *asset, uint32_t mesh, const kiln_sphere *sphere, kiln_overlap *overlaps, uint32_t capacity);
KILN_API uint32_t kiln_mesh_overlap_box(
	const kiln_asset *asset, uint32_t mesh, const kiln_box *box, kiln_overlap *overlaps, uint32_t capacity);
KILN_API uint32_t kiln_mesh_overlap_capsule(
	const kiln_asset *asset, uint32_t mesh, const kiln_capsule *capsule, kiln_overlap *overlaps, uint32_t capacity);

/// Answers `count` shapes. The overlaps of shape i begin at overlaps[i * capacity]. counts[i] gets the number that the
/// single call returns for shape i.
KILN_API void kiln_scene_overlap_sphere_batch(const kiln_asset *asset, const kiln_sphere *spheres, uint32_t count,
	kiln_overlap *overlaps, uint32_t capacity, uint32_t *counts);
KILN_API void kiln_scene_overlap_box_batch(const kiln_asset *asset, const kiln_box *boxes, uint32_t count,
	kiln_overlap *overlaps, uint32_t capacity, uint32_t *counts);
KILN_API void kiln_scene_overlap_capsule_batch(const kiln_asset *asset, const kiln_capsule *capsules, uint32_t count,
	kiln_overlap *overlaps, uint32_t capacity, uint32_t *counts);

#ifdef __cplusplus
}
#endif

#endif
