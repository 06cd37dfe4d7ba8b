// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CONVEX_H
#define KILN_PRIMITIVE_CONVEX_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Any convex shape, for the pairs that have no function of their own.

typedef enum kiln_convex_kind
{
	KILN_CONVEX_POINT,
	KILN_CONVEX_LINE,
	KILN_CONVEX_RAY,
	KILN_CONVEX_SEGMENT,
	KILN_CONVEX_SPHERE,
	KILN_CONVEX_CAPSULE,
	KILN_CONVEX_AABB,
	KILN_CONVEX_OBB,
	KILN_CONVEX_RECTANGLE,
	KILN_CONVEX_TRIANGLE,
	KILN_CONVEX_TETRAHEDRON,
	KILN_CONVEX_CYLINDER,
	KILN_CONVEX_CONE,
	KILN_CONVEX_ELLIPSOID,
	KILN_CONVEX_RSS,
	KILN_CONVEX_POINTS, ///< the convex hull of points: of a convex polygon's, quad's or polyhedron's, a frustum's
	KILN_CONVEX_HULL,	///< of a blob
} kiln_convex_kind;

typedef struct kiln_convex_shape
{
	kiln_convex_kind kind;
	union
	{
		kiln_vec3 point;
		kiln_line line;
		kiln_ray ray;
		kiln_segment segment;
		kiln_sphere sphere;
		kiln_capsule capsule;
		kiln_aabb aabb;
		kiln_obb obb;
		kiln_rectangle rectangle;
		kiln_triangle triangle;
		kiln_tetrahedron tetrahedron;
		kiln_cylinder cylinder;
		kiln_cone cone;
		kiln_ellipsoid ellipsoid;
		kiln_rss rss;
		struct
		{
			const kiln_vec3 *points;
			uint32_t count;
		} points;
		const kiln_hull *hull;
	};
} kiln_convex_shape;

/// By GJK (Gilbert, Johnson, Keerthi 1988).
kiln_closest_points kiln_closest_convex_convex(const kiln_convex_shape *a, const kiln_convex_shape *b);
bool kiln_overlaps_convex_convex(const kiln_convex_shape *a, const kiln_convex_shape *b);
/// By conservative advancement; no lines or rays.
kiln_impact kiln_moving_convex_convex(const kiln_convex_shape *a, const kiln_vec3 *motion, const kiln_convex_shape *b);

/// A plane and any convex shape, lines and rays too: by the shape's lowest and highest point along the normal (Ericson 2005,
/// 5.2.2 to 5.2.4, for distances). Where the plane passes through the shape both points are one that they share.
kiln_closest_points kiln_closest_plane_convex(const kiln_plane *a, const kiln_convex_shape *b);
/// The same of the half-space: distance 0 where any of the shape is in it.
kiln_closest_points kiln_closest_halfspace_convex(const kiln_plane *a, const kiln_convex_shape *b);
/// Whether their distance is 0.
bool kiln_overlaps_plane_convex(const kiln_plane *a, const kiln_convex_shape *b);
bool kiln_overlaps_halfspace_convex(const kiln_plane *a, const kiln_convex_shape *b);

#ifdef __cplusplus
}
#endif

#endif
