// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CLOSEST_H
#define KILN_PRIMITIVE_CLOSEST_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Closest points and distance of two shapes (Ericson 2005, 5.1). Computed in double from differences of coordinates
/// and rounded once: the distance is within 2 units in the last place of the largest difference involved, the points
/// too, but for the last place of their own coordinates, for shapes of every size and however thin they are. Where
/// other pairs of points are as near, to rounding, one of them is answered: of parallel lines, say.
///
/// Distance 0 is touching: a surface, line or round solid that is nearer than 2^-46 of the largest difference touches;
/// where it says so, touching is exact. Solids contain their inside. At distance 0 both points are the same: the
/// query's own point, where a is a point. A distance above 0 that float32 cannot hold is the least or largest number
/// that it can, and so is a coordinate or a t beyond its range. Other orders of corners or ends give the same verdict
/// (but for polygons, of which it is the same to rounding) and the same numbers to rounding.
///
/// A shape that is not usable (kiln/primitive/shapes.h), NULL too, is refused: `found` is false and all else 0.

// --- Of a point ---

/// The foot of the perpendicular (Ericson 2005, 5.1.2). at_b[0] is the t of the direction, of any sign.
KILN_API kiln_closest_points kiln_closest_point_line(const kiln_vec3 *a, const kiln_line *b);
/// The foot, or the end that is nearer: the origin, or where t_max ends the ray. at_b[0] is the t.
KILN_API kiln_closest_points kiln_closest_point_ray(const kiln_vec3 *a, const kiln_ray *b);
/// The foot, or the nearer end (Ericson 2005, 5.1.2). at_b[0] is the t, 0 for equal ends.
KILN_API kiln_closest_points kiln_closest_point_segment(const kiln_vec3 *a, const kiln_segment *b);
/// The foot (Ericson 2005, 5.1.1), for a normal of any length. Touching is exact: the sum of the four products has no
/// rounding.
KILN_API kiln_closest_points kiln_closest_point_plane(const kiln_vec3 *a, const kiln_plane *b);
/// The same on the side to which the normal leads; behind it 0. Exact, as kiln_point_in_halfspace.
KILN_API kiln_closest_points kiln_closest_point_halfspace(const kiln_vec3 *a, const kiln_plane *b);
/// On the way to the center; 0 inside, where kiln_point_in_sphere holds.
KILN_API kiln_closest_points kiln_closest_point_sphere(const kiln_vec3 *a, const kiln_sphere *b);
/// On the way to the nearest point of the axis; 0 inside, where kiln_point_in_capsule holds.
KILN_API kiln_closest_points kiln_closest_point_capsule(const kiln_vec3 *a, const kiln_capsule *b);
/// By clamping the coordinates (Ericson 2005, 5.1.3); 0 inside. Touching and the point are exact.
KILN_API kiln_closest_points kiln_closest_point_aabb(const kiln_vec3 *a, const kiln_aabb *b);
/// By clamping the places along the axes (Ericson 2005, 5.1.4), in turns until they agree, as axes are at right angles
/// only to rounding; 0 inside, where kiln_point_in_obb holds.
KILN_API kiln_closest_points kiln_closest_point_obb(const kiln_vec3 *a, const kiln_obb *b);
/// The same with two axes (Ericson 2005, 5.1.4.2). at_b are the places along them.
KILN_API kiln_closest_points kiln_closest_point_rectangle(const kiln_vec3 *a, const kiln_rectangle *b);
/// By signs of products (Ericson 2005, 5.1.5) where these are clear of their rounding; else in coordinates along the
/// longest side and the height upon it, or on an edge: right for needles, segments and points. at_b are the weights of
/// corners 1 and 2, of corner 0 what they leave of 1.
KILN_API kiln_closest_points kiln_closest_point_triangle(const kiln_vec3 *a, const kiln_triangle *b);
/// The nearer of its two triangles.
KILN_API kiln_closest_points kiln_closest_point_quad(const kiln_vec3 *a, const kiln_quad *b);
/// The foot on the polygon's plane, where it is in the polygon, or on an edge. Convex or concave, in time linear in
/// the corners. Corners off their plane make an answer wrong by as much as they are.
KILN_API kiln_closest_points kiln_closest_point_polygon(const kiln_vec3 *a, const kiln_polygon *b);
/// The nearest of the four faces (Ericson 2005, 5.1.6); 0 inside, exactly where kiln_point_in_tetrahedron holds. A
/// flat one is its surface.
KILN_API kiln_closest_points kiln_closest_point_tetrahedron(const kiln_vec3 *a, const kiln_tetrahedron *b);
/// In the half-plane of the point and the axis; 0 inside, where kiln_point_in_cylinder holds. A cylinder without
/// length is a ball, one without radius a segment.
KILN_API kiln_closest_points kiln_closest_point_cylinder(const kiln_vec3 *a, const kiln_cylinder *b);
/// The same of a triangle in the half-plane; 0 inside, where kiln_point_in_cone holds. A cone without length is a
/// ball, one without radius a segment.
KILN_API kiln_closest_points kiln_closest_point_cone(const kiln_vec3 *a, const kiln_cone *b);
/// The solution of the surface's equation for a point beside it, by Newton's method from the side on which it
/// converges without fail (Conn, Gould, Toint 2000, 7.3; for the geometry Eberly 2013); 0 inside, where
/// kiln_point_in_ellipsoid holds. Zero radii make a disc, segment or point.
KILN_API kiln_closest_points kiln_closest_point_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b);
/// On the way to the nearest point of the rectangle, or of the parallelogram that edges at other angles make; 0
/// inside, where kiln_point_in_rss holds.
KILN_API kiln_closest_points kiln_closest_point_rss(const kiln_vec3 *a, const kiln_rss *b);
/// The nearest face (Ericson 2005, 5.1.7), of any closed polyhedron, convex or not, in time linear in the faces'
/// corners; 0 inside, exactly where kiln_point_in_polyhedron holds. Faces are taken as the triangles from their first
/// corner, which for flat convex ones makes no difference.
KILN_API kiln_closest_points kiln_closest_point_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);

// --- Of lines, rays and segments ---
//
// On the common normal, or at ends, of which one clamped place follows from the other (Lumelsky 1985; Ericson 2005,
// 5.1.8 and 5.1.9). at_a[0] and at_b[0] are the places. Lines and rays that are nearly parallel have the distance of
// their common normal, however far away they are nearest; the points are as far.

KILN_API kiln_closest_points kiln_closest_line_line(const kiln_line *a, const kiln_line *b);
KILN_API kiln_closest_points kiln_closest_line_ray(const kiln_line *a, const kiln_ray *b);
KILN_API kiln_closest_points kiln_closest_line_segment(const kiln_line *a, const kiln_segment *b);
KILN_API kiln_closest_points kiln_closest_ray_ray(const kiln_ray *a, const kiln_ray *b);
KILN_API kiln_closest_points kiln_closest_ray_segment(const kiln_ray *a, const kiln_segment *b);
/// Segments may be points. The other order of the ends gives the same distance and points.
KILN_API kiln_closest_points kiln_closest_segment_segment(const kiln_segment *a, const kiln_segment *b);

// --- Of lines and triangles ---
//
// The common point where there is one, else the least over an edge and an end (Ericson 2005, 5.1.10 and 5.1.11). at_b
// are weights of corners 1 and 2; at_a the line's t, or weights.

/// A line that passes an edge or corner within the rounding of double touches it.
KILN_API kiln_closest_points kiln_closest_line_triangle(const kiln_line *a, const kiln_triangle *b);
/// The same from the origin to t_max.
KILN_API kiln_closest_points kiln_closest_ray_triangle(const kiln_ray *a, const kiln_triangle *b);
/// Touching is exact, by signs of determinants.
KILN_API kiln_closest_points kiln_closest_segment_triangle(const kiln_segment *a, const kiln_triangle *b);
/// Touching is exact: 0 where kiln_overlaps_triangle_triangle holds, and the point is one that both have.
KILN_API kiln_closest_points kiln_closest_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);

#ifdef __cplusplus
}
#endif

#endif
