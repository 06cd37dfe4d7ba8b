// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_POINT_H
#define KILN_PRIMITIVE_POINT_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Points in shapes, planes, weights and convexity (Ericson 2005, 5.4 and 3.4). ...

// --- Point in: the boundary belongs to the shape; a shape or point that is not usable is false ---

bool kiln_point_in_halfspace(const kiln_vec3 *a, const kiln_plane *b);
bool kiln_point_in_sphere(const kiln_vec3 *a, const kiln_sphere *b);
bool kiln_point_in_capsule(const kiln_vec3 *a, const kiln_capsule *b);
bool kiln_point_in_aabb(const kiln_vec3 *a, const kiln_aabb *b);
bool kiln_point_in_obb(const kiln_vec3 *a, const kiln_obb *b);
/// Whether the foot of the perpendicular on the triangle's plane is in the triangle.
bool kiln_point_in_triangle(const kiln_vec3 *a, const kiln_triangle *b);
bool kiln_point_in_polygon(const kiln_vec3 *a, const kiln_polygon *b);
bool kiln_point_in_tetrahedron(const kiln_vec3 *a, const kiln_tetrahedron *b);
bool kiln_point_in_cylinder(const kiln_vec3 *a, const kiln_cylinder *b);
bool kiln_point_in_cone(const kiln_vec3 *a, const kiln_cone *b);
bool kiln_point_in_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b);
bool kiln_point_in_rss(const kiln_vec3 *a, const kiln_rss *b);
bool kiln_point_in_kdop(const kiln_vec3 *a, const kiln_kdop *b, uint32_t k);
/// Any closed polyhedron, convex or not: by the winding number.
bool kiln_point_in_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);
/// By its face planes: a convex one.
bool kiln_point_in_convex_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);

/// In the plane, exact.
bool kiln_point2_in_triangle(kiln_vec2 a, const kiln_vec2 corners[3]);
bool kiln_point2_in_polygon(kiln_vec2 a, const kiln_vec2 *corners, uint32_t count);
bool kiln_point2_in_convex_polygon(kiln_vec2 a, const kiln_vec2 *corners, uint32_t count);

/// Where two segments of the plane meet.
typedef struct kiln_intersection2
{
	bool hit;
	bool along; ///< they lie on one line and share more than a point
	float t, u; ///< on a and b; `along`: the first common point of a
	kiln_vec2 point;
	kiln_vec2 end; ///< the last common point of a; else `point`
} kiln_intersection2;

kiln_intersection2 kiln_intersect_segment2_segment2(kiln_vec2 a0, kiln_vec2 a1, kiln_vec2 b0, kiln_vec2 b1);

// --- Planes ---

/// Which side of a plane something lies on.
typedef enum kiln_side
{
	KILN_SIDE_BACK = -1,	 ///< where normal . p < d
	KILN_SIDE_ON = 0,		 ///< all of it within the thickness of the plane
	KILN_SIDE_FRONT = 1,	 ///< where normal . p > d
	KILN_SIDE_STRADDLES = 2, ///< on both
} kiln_side;

/// Thick planes (Ericson 2005, 11.3.2): within `thickness` >= 0 of the plane counts as on it.
kiln_side kiln_side_point_plane(const kiln_vec3 *a, const kiln_plane *b, float thickness);
kiln_side kiln_side_triangle_plane(const kiln_triangle *a, const kiln_plane *b, float thickness);
kiln_side kiln_side_polygon_plane(const kiln_polygon *a, const kiln_plane *b, float thickness);

/// Signed distance, positive in front.
float kiln_height_point_plane(const kiln_vec3 *a, const kiln_plane *b);
/// A plane of unit normal through a triangle, polygon (Newell); false without area.
bool kiln_plane_of_triangle(const kiln_triangle *triangle, kiln_plane *plane);
bool kiln_plane_of_polygon(const kiln_polygon *polygon, kiln_plane *plane);
/// Two planes' line; false where parallel.
bool kiln_intersect_plane_plane(const kiln_plane *a, const kiln_plane *b, kiln_line *line);
/// Three planes' point; false where there is not exactly one.
bool kiln_intersect_planes(const kiln_plane *a, const kiln_plane *b, const kiln_plane *c, kiln_vec3 *point);

// --- Weights ---

/// Barycentric weights of the foot of a point in a triangle's plane; false without area.
bool kiln_barycentric(const kiln_vec3 *point, const kiln_triangle *triangle, float weights[3]);
bool kiln_barycentric2(kiln_vec2 point, const kiln_vec2 corners[3], float weights[3]);
bool kiln_barycentric_tetrahedron(const kiln_vec3 *point, const kiln_tetrahedron *tetrahedron, float weights[4]);

// --- Convexity ---

bool kiln_polygon2_is_convex(const kiln_vec2 *corners, uint32_t count);
bool kiln_quad_is_convex(const kiln_quad *quad);
bool kiln_polygon_is_convex(const kiln_polygon *polygon);
bool kiln_polyhedron_is_convex(const kiln_polyhedron *polyhedron);

#ifdef __cplusplus
}
#endif

#endif
