// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_POINT_H
#define KILN_PRIMITIVE_POINT_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Points in shapes, planes, weights and convexity (Ericson 2005, 3.4, 3.7.1, 5.4 and 11.3.2). Where the sign of a
/// determinant decides, the sign is exact: in the plane, for tetrahedra, for polyhedra and for sides of planes.
/// Elsewhere double arithmetic decides, and errs only towards touching.

// --- Point in ---
//
// Each function reports whether a shape contains a point. The boundary belongs to the shape. A shape or point that is
// not usable gives false. For shapes that are not surfaces and have a kiln_closest_point_*, the answer is true exactly
// where that function reports a distance of 0: for round shapes and boxes to some 2^-46 of the coordinate differences.

/// Exact, for a normal of any length.
KILN_API bool kiln_point_in_halfspace(const kiln_vec3 *a, const kiln_plane *b);
/// Compares with the radius; radius 0 is the center.
KILN_API bool kiln_point_in_sphere(const kiln_vec3 *a, const kiln_sphere *b);
/// Equal ends make a ball.
KILN_API bool kiln_point_in_capsule(const kiln_vec3 *a, const kiln_capsule *b);
/// Compares coordinates: exact.
KILN_API bool kiln_point_in_aabb(const kiln_vec3 *a, const kiln_aabb *b);
/// Tests the box that the stored axes span; these are perpendicular to rounding.
KILN_API bool kiln_point_in_obb(const kiln_vec3 *a, const kiln_obb *b);
/// Reports whether the foot of the perpendicular on the plane of the triangle is in the triangle, to 2^-43 of the
/// point's distance from the line of each edge. The point may be at any height. A triangle without area, which is
/// decided exactly, has no plane: false.
KILN_API bool kiln_point_in_triangle(const kiln_vec3 *a, const kiln_triangle *b);
/// Reports whether the foot of the perpendicular on the plane of the polygon is in the polygon, convex or concave. The
/// test counts crossings (Ericson 2005, 5.4.1) in the image along the axis on which that image is largest. Accurate to
/// some 2^-48 of the distances, and, for a narrow concave polygon, to the error of its normal. False without area, as
/// far as the normal shows.
KILN_API bool kiln_point_in_polygon(const kiln_vec3 *a, const kiln_polygon *b);
/// Decides by exact volumes (Ericson 2005, 5.1.6), for corners in any order. Without volume: the quadrangle, triangle,
/// segment or point that remains.
KILN_API bool kiln_point_in_tetrahedron(const kiln_vec3 *a, const kiln_tetrahedron *b);
/// Equal ends make a ball.
KILN_API bool kiln_point_in_cylinder(const kiln_vec3 *a, const kiln_cylinder *b);
/// Equal ends make a ball.
KILN_API bool kiln_point_in_cone(const kiln_vec3 *a, const kiln_cone *b);
/// A radius of zero makes a disc, a segment or the center.
KILN_API bool kiln_point_in_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b);
/// Edges may be zero.
KILN_API bool kiln_point_in_rss(const kiln_vec3 *a, const kiln_rss *b);
/// Compares the intervals of the axes of k. False for an invalid k.
KILN_API bool kiln_point_in_kdop(const kiln_vec3 *a, const kiln_kdop *b, uint32_t k);
/// Computes the winding number of the faces about the point, each face as triangles from its first corner (Ericson
/// 2005, 5.4.3). The polyhedron is any closed polyhedron, convex or not, inside out or not. The test uses a half-line
/// along z; edges that faces share are half-open, and signs are exact, so that no edge is missed or counted twice. A
/// point with a winding number of any sign but zero is inside. Exact for those triangles; a face that is not flat
/// counts as folded. O(faces).
KILN_API bool kiln_point_in_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);
/// Reports whether a point is behind the planes of all faces. For convex polyhedra this is kiln_point_in_polyhedron;
/// for others, the part that is behind all faces. Exact for triangles. Other faces reach as far out as their own
/// corners, along Newell's normal, to 2^-44 of the lengths. Flat polyhedra and planes without area exclude nothing.
KILN_API bool kiln_point_in_convex_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);

/// Tests three corners in the plane, in either order; without area the segment or point that remains. Exact.
KILN_API bool kiln_point2_in_triangle(kiln_vec2 a, const kiln_vec2 corners[3]);
/// Counts crossings (Ericson 2005, 5.4.1) with a simple polygon of at least 3 corners in either order, convex or
/// concave. Where edges cross, points that are inside an odd number of times are inside. Exact; O(count).
KILN_API bool kiln_point2_in_polygon(kiln_vec2 a, const kiln_vec2 *corners, uint32_t count);
/// Halves a convex polygon (Ericson 2005, 5.4.1) of at least 3 counterclockwise corners. Corners may be collinear, but
/// not equal. Exact; O(log count): only the corners that the test needs are read and checked. For other corners: true
/// only where the point is in a triangle of three of them.
KILN_API bool kiln_point2_in_convex_polygon(kiln_vec2 a, const kiln_vec2 *corners, uint32_t count);

/// Intersection of two segments in the plane.
typedef struct kiln_intersection2
{
	bool hit;		 ///< false: no common point, or a number is not usable; the other fields are zero
	bool along;		 ///< both lie on one line and share more than a point
	float t, u;		 ///< on a and b, 0 .. 1; `along`: at the first common point, in the direction of a
	kiln_vec2 point; ///< where an end of one is on the other, that end
	kiln_vec2 end;	 ///< `along`: the last common point; else `point`
} kiln_intersection2;

/// Compares the sides of the ends of each segment (Ericson 2005, 5.1.9.1, with ends that touch). Whether the segments
/// meet is exact, with touching and overlap on a line; ends may be equal.
KILN_API kiln_intersection2 kiln_intersect_segment2_segment2(kiln_vec2 a0, kiln_vec2 a1, kiln_vec2 b0, kiln_vec2 b1);

// --- Planes ---

/// Side of a plane.
typedef int32_t kiln_side;
enum kiln_side_values
{
	KILN_SIDE_BACK = -1,	 ///< where normal . p < d, or on the plane
	KILN_SIDE_ON = 0,		 ///< all of it within the thickness of the plane
	KILN_SIDE_FRONT = 1,	 ///< where normal . p > d, or on the plane
	KILN_SIDE_STRADDLES = 2, ///< on both sides; also for shapes that are not usable
};

/// Compares a point with a thick plane (Ericson 2005, 8.3.3 and 11.3.2): a point within `thickness` >= 0 of the plane,
/// a true distance, is on the plane. Exact for a thickness of 0; elsewhere a point on the limit, to 2^-48, is on the
/// plane. A thickness below 0 or NaN straddles.
KILN_API kiln_side kiln_side_point_plane(const kiln_vec3 *a, const kiln_plane *b, float thickness);
/// Compares the corners: a corner on the plane goes with the others.
KILN_API kiln_side kiln_side_triangle_plane(const kiln_triangle *a, const kiln_plane *b, float thickness);
/// Compares the corners: a corner on the plane goes with the others.
KILN_API kiln_side kiln_side_polygon_plane(const kiln_polygon *a, const kiln_plane *b, float thickness);

/// Computes the signed distance, positive in front, within one rounding of the exact distance whatever cancels. 0 for
/// arguments that are not usable.
KILN_API float kiln_height_point_plane(const kiln_vec3 *a, const kiln_plane *b);
/// Computes the plane of unit normal through a triangle, whose corners run counterclockwise seen from the front.
/// Returns false, with `*plane` unchanged, for a triangle without area, which is decided exactly, or not usable. The
/// normal is right to rounding for needles too. d is that of the stored normal at the mean of the corners.
KILN_API bool kiln_plane_from_triangle(const kiln_triangle *triangle, kiln_plane *plane);
/// Computes Newell's plane of a polygon, through the mean of the corners (Sutherland, Sproull, Schumacker 1974).
/// Returns false, with `*plane` unchanged, where the terms of the normal cancel to within 2^-44 of themselves, as
/// without area, or for a polygon that is not usable.
KILN_API bool kiln_plane_from_polygon(const kiln_polygon *polygon, kiln_plane *plane);
/// Computes the common line of two planes (Ericson 2005, 5.4.4): its point nearest to the origin, and the unit
/// direction of a's normal x b's. Both are right to rounding, however small the angle: the direction is zero in double
/// only where the planes are exactly parallel. Returns false, with `*line` unchanged, for parallel planes, for a point
/// beyond KILN_COORDINATE_MAX, and for planes that are not usable.
KILN_API bool kiln_intersect_plane_plane(const kiln_plane *a, const kiln_plane *b, kiln_line *line);
/// Computes the common point of three planes, by Cramer's rule (Ericson 2005, 5.4.5), with determinants that are right
/// to 2^-46 of themselves: to rounding, however small the angles. Returns false, with `*point` unchanged, where the
/// determinant of the normals is exactly 0, so that there is no common point or no single one; for a point beyond
/// KILN_COORDINATE_MAX; and for planes that are not usable.
KILN_API bool kiln_intersect_plane_plane_plane(
	const kiln_plane *a, const kiln_plane *b, const kiln_plane *c, kiln_vec3 *point);

// --- Weights ---
//
// Each function computes barycentric coordinates (Ericson 2005, 3.4), that of corner 0 first. Each weight is rounded by
// itself; their sum is 1 within that rounding. Returns false, with the weights unchanged, for shapes without area or
// volume, which is decided exactly, or not usable. Weights of needles are as accurate as others. At most FLT_MAX.

/// Computes the weights of the foot of a point on the plane of a triangle: within some 2^-44 of the point's distance
/// from the opposite edge over the height on that edge.
KILN_API bool kiln_barycentric_point_triangle(const kiln_vec3 *point, const kiln_triangle *triangle, float weights[3]);
/// Computes weights in the plane: each to rounding of itself.
KILN_API bool kiln_barycentric_point2_triangle(kiln_vec2 point, const kiln_vec2 corners[3], float weights[3]);
/// Computes each weight to rounding of itself.
KILN_API bool kiln_barycentric_point_tetrahedron(
	const kiln_vec3 *point, const kiln_tetrahedron *tetrahedron, float weights[4]);

// --- Convexity ---

/// Reports whether a polygon of at least 3 corners, in either order, is convex: its boundary turns to one side only,
/// and around once (Schorn and Fisher 1994). Corners may be collinear or equal. A polygon without area, or not usable,
/// is not convex. Exact.
KILN_API bool kiln_polygon2_is_convex(const kiln_vec2 *corners, uint32_t count);
/// Tests the polygon of the quad's corners (Ericson 2005, 3.7.1, uses the diagonals).
KILN_API bool kiln_quad_is_convex(const kiln_quad *quad);
/// Tests the image of the polygon along the axis on which that image is largest.
KILN_API bool kiln_polygon_is_convex(const kiln_polygon *polygon);
/// Reports whether every corner is behind the plane of every face of a closed surface. Triangles decide exactly. A
/// corner is not above the plane of another face where it is above by no more than that face's own corners, or by
/// rounding. A polyhedron without volume is convex. O(faces corners).
KILN_API bool kiln_polyhedron_is_convex(const kiln_polyhedron *polyhedron);

#ifdef __cplusplus
}
#endif

#endif
