// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CLOSEST_H
#define KILN_PRIMITIVE_CLOSEST_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Closest points and distance of two shapes (Ericson 2005, 5.1). Functions compute in double from differences of
/// coordinates and round once. The distance is within 2 units in the last place of the largest difference. The points
/// are, too, except for the last place of their own coordinates. This holds for shapes of every size, however thin.
/// Where several pairs of points are equally near, to rounding, the result is one of them, for example for parallel
/// lines.
///
/// Distance 0 is touching: a surface, line or round solid within 2^-46 of the largest difference touches. Where a
/// comment states so, touching is exact. Solids contain their inside. At distance 0 both points are the same: the point
/// a, where a is a point. A distance above 0 beyond the range of float32 becomes the least or largest float32, and so
/// does a coordinate or a t beyond this range. Another order of corners or ends gives the same verdict (for polygons,
/// to rounding) and the same numbers to rounding.
///
/// A shape that is not usable (kiln/primitive/shapes.h) is refused, and so is NULL: `found` is false and all else 0.

// --- Points ---

/// Computes the foot of the perpendicular (Ericson 2005, 5.1.2). at_b[0] is the t of the direction, of any sign.
KILN_API kiln_closest_points kiln_closest_point_line(const kiln_vec3 *a, const kiln_line *b);
/// Computes the foot, or the nearer end: the origin, or the point at t_max. at_b[0] is the t.
KILN_API kiln_closest_points kiln_closest_point_ray(const kiln_vec3 *a, const kiln_ray *b);
/// Computes the foot, or the nearer end (Ericson 2005, 5.1.2). at_b[0] is the t, 0 for equal ends.
KILN_API kiln_closest_points kiln_closest_point_segment(const kiln_vec3 *a, const kiln_segment *b);
/// Computes the foot (Ericson 2005, 5.1.1), for a normal of any length. Touching is exact: the sum of the four products
/// has no rounding.
KILN_API kiln_closest_points kiln_closest_point_plane(const kiln_vec3 *a, const kiln_plane *b);
/// Computes the foot for points in front of the plane; behind the plane the distance is 0. Exact, as
/// kiln_point_in_halfspace.
KILN_API kiln_closest_points kiln_closest_point_halfspace(const kiln_vec3 *a, const kiln_plane *b);
/// Finds the point on the way to the center; 0 inside, where kiln_point_in_sphere holds.
KILN_API kiln_closest_points kiln_closest_point_sphere(const kiln_vec3 *a, const kiln_sphere *b);
/// Finds the point on the way to the nearest point of the axis; 0 inside, where kiln_point_in_capsule holds.
KILN_API kiln_closest_points kiln_closest_point_capsule(const kiln_vec3 *a, const kiln_capsule *b);
/// Clamps the coordinates (Ericson 2005, 5.1.3); 0 inside. Touching and the point are exact.
KILN_API kiln_closest_points kiln_closest_point_aabb(const kiln_vec3 *a, const kiln_aabb *b);
/// Clamps the coordinates along the axes (Ericson 2005, 5.1.4), in turns until they agree, because axes are
/// perpendicular only to rounding; 0 inside, where kiln_point_in_obb holds.
KILN_API kiln_closest_points kiln_closest_point_obb(const kiln_vec3 *a, const kiln_obb *b);
/// Clamps the coordinates along the two axes (Ericson 2005, 5.1.4.2). at_b are these coordinates.
KILN_API kiln_closest_points kiln_closest_point_rectangle(const kiln_vec3 *a, const kiln_rectangle *b);
/// Decides by signs of products (Ericson 2005, 5.1.5) where these exceed their rounding; elsewhere by coordinates along
/// the longest side and its height, or on an edge. Accurate for needles, segments and points. at_b are the weights of
/// corners 1 and 2; corner 0 has the rest to 1.
KILN_API kiln_closest_points kiln_closest_point_triangle(const kiln_vec3 *a, const kiln_triangle *b);
/// Finds the nearer of the two triangles.
KILN_API kiln_closest_points kiln_closest_point_quad(const kiln_vec3 *a, const kiln_quad *b);
/// Computes the foot on the plane of the polygon, where the foot is in the polygon; elsewhere the closest point of an
/// edge. Convex or concave, in time linear in the corners. Corners off their plane make an answer wrong by as much.
KILN_API kiln_closest_points kiln_closest_point_polygon(const kiln_vec3 *a, const kiln_polygon *b);
/// Finds the nearest of the four faces (Ericson 2005, 5.1.6); 0 inside, exactly where kiln_point_in_tetrahedron holds.
/// A flat tetrahedron is its surface.
KILN_API kiln_closest_points kiln_closest_point_tetrahedron(const kiln_vec3 *a, const kiln_tetrahedron *b);
/// Computes in the half-plane of the point and the axis; 0 inside, where kiln_point_in_cylinder holds. A cylinder
/// without length is a ball, a cylinder without radius a segment.
KILN_API kiln_closest_points kiln_closest_point_cylinder(const kiln_vec3 *a, const kiln_cylinder *b);
/// Computes the closest point of a triangle in the half-plane of the point and the axis; 0 inside, where
/// kiln_point_in_cone holds. A cone without length is a ball, a cone without radius a segment.
KILN_API kiln_closest_points kiln_closest_point_cone(const kiln_vec3 *a, const kiln_cone *b);
/// Solves the equation of the surface for a point beside it, by Newton's method from the side on which the method
/// always converges (Conn, Gould, Toint 2000, 7.3; for the geometry Eberly 2013); 0 inside, where
/// kiln_point_in_ellipsoid holds. Zero radii make a disc, segment or point.
KILN_API kiln_closest_points kiln_closest_point_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b);
/// Finds the point on the way to the nearest point of the rectangle, or of the parallelogram that edges at other angles
/// make; 0 inside, where kiln_point_in_rss holds.
KILN_API kiln_closest_points kiln_closest_point_rss(const kiln_vec3 *a, const kiln_rss *b);
/// Finds the nearest face (Ericson 2005, 5.1.7) of any closed polyhedron, convex or not, in time linear in the corners
/// of the faces; 0 inside, exactly where kiln_point_in_polyhedron holds. A face is the triangles from its first corner,
/// which for flat convex faces makes no difference.
KILN_API kiln_closest_points kiln_closest_point_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);

// --- Lines, rays and segments ---
//
// Each finds the points on the common normal, or at ends, where one clamped place gives the other (Lumelsky 1985;
// Ericson 2005, 5.1.8 and 5.1.9). at_a[0] and at_b[0] are the places. Lines and rays that are nearly parallel have the
// distance of their common normal, however far away they are nearest; the reported points have the same distance.

KILN_API kiln_closest_points kiln_closest_line_line(const kiln_line *a, const kiln_line *b);
KILN_API kiln_closest_points kiln_closest_line_ray(const kiln_line *a, const kiln_ray *b);
KILN_API kiln_closest_points kiln_closest_line_segment(const kiln_line *a, const kiln_segment *b);
KILN_API kiln_closest_points kiln_closest_ray_ray(const kiln_ray *a, const kiln_ray *b);
KILN_API kiln_closest_points kiln_closest_ray_segment(const kiln_ray *a, const kiln_segment *b);
/// Segments may be points. The other order of the ends gives the same distance and points.
KILN_API kiln_closest_points kiln_closest_segment_segment(const kiln_segment *a, const kiln_segment *b);

// --- Lines and triangles ---
//
// Each finds the common point where there is one, elsewhere the least distance over edges and ends (Ericson 2005,
// 5.1.10 and 5.1.11). at_b are weights of corners 1 and 2; at_a is the t of the line, or weights.

/// A line that passes an edge or corner within the rounding of double touches it.
KILN_API kiln_closest_points kiln_closest_line_triangle(const kiln_line *a, const kiln_triangle *b);
/// Does the same from the origin to t_max.
KILN_API kiln_closest_points kiln_closest_ray_triangle(const kiln_ray *a, const kiln_triangle *b);
/// Decides touching exactly, by signs of determinants.
KILN_API kiln_closest_points kiln_closest_segment_triangle(const kiln_segment *a, const kiln_triangle *b);
/// Decides touching exactly: 0 where kiln_overlaps_triangle_triangle holds; the point is then a common point.
KILN_API kiln_closest_points kiln_closest_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);

#ifdef __cplusplus
}
#endif

#endif
