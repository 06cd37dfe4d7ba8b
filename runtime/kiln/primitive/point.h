// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_POINT_H
#define KILN_PRIMITIVE_POINT_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Points in shapes, planes, weights and convexity (Ericson 2005, 3.4, 3.7.1, 5.4 and 11.3.2). Where the sign of a
/// determinant decides it is the exact one: so in the plane, for tetrahedra, polyhedra and sides of planes. Else what is
/// computed in double decides, and errs only towards touching.

// --- Point in ---
//
// Whether the shape contains the point. The boundary belongs to it; a shape or point that is not usable is false. The
// answer is true exactly where kiln_closest_point_* of the same shape, of those that have one and are no surfaces,
// answers a distance of 0: for round shapes and boxes to some 2^-46 of the coordinate differences.

/// Exact, for a normal of any length.
KILN_API bool kiln_point_in_halfspace(const kiln_vec3 *a, const kiln_plane *b);
/// Of radius 0: the center.
KILN_API bool kiln_point_in_sphere(const kiln_vec3 *a, const kiln_sphere *b);
/// Equal ends make a ball.
KILN_API bool kiln_point_in_capsule(const kiln_vec3 *a, const kiln_capsule *b);
/// By comparing coordinates: exact.
KILN_API bool kiln_point_in_aabb(const kiln_vec3 *a, const kiln_aabb *b);
/// The box that the axes span as they are stored, at right angles to rounding.
KILN_API bool kiln_point_in_obb(const kiln_vec3 *a, const kiln_obb *b);
/// Whether the foot of the perpendicular on the triangle's plane is in the triangle, to 2^-43 of the point's distance from
/// each edge's line; the point may be at any height. A triangle without area, which is told exactly, has no plane: false.
KILN_API bool kiln_point_in_triangle(const kiln_vec3 *a, const kiln_triangle *b);
/// Whether the foot of the perpendicular on the polygon's plane is in the polygon, convex or concave, as seen along the
/// axis on which that is largest, by crossings (Ericson 2005, 5.4.1); to some 2^-48 of the distances and, of a concave
/// polygon that is narrow, to what its normal has lost. False without area, as far as the normal tells.
KILN_API bool kiln_point_in_polygon(const kiln_vec3 *a, const kiln_polygon *b);
/// Exact (Ericson 2005, 5.1.6, by volumes), corners in any order. Without volume: the quadrangle, triangle, segment or
/// point that is left.
KILN_API bool kiln_point_in_tetrahedron(const kiln_vec3 *a, const kiln_tetrahedron *b);
/// Equal ends make a ball.
KILN_API bool kiln_point_in_cylinder(const kiln_vec3 *a, const kiln_cylinder *b);
/// Equal ends make a ball.
KILN_API bool kiln_point_in_cone(const kiln_vec3 *a, const kiln_cone *b);
/// A radius of zero leaves a disc, a segment or the center.
KILN_API bool kiln_point_in_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b);
/// Edges may be zero.
KILN_API bool kiln_point_in_rss(const kiln_vec3 *a, const kiln_rss *b);
/// By the intervals of the k's axes. A number that is no k: false.
KILN_API bool kiln_point_in_kdop(const kiln_vec3 *a, const kiln_kdop *b, uint32_t k);
/// Any closed polyhedron, convex or not, inside out or not: by the winding number of its faces, each as triangles from its
/// first corner, about the point (Ericson 2005, 5.4.3, by a half-line along z; edges that faces share are half-open, and
/// signs exact, so that none is missed or met twice). What the surface winds about more than once is inside; what it does
/// as often one way as the other is not. Exact for those triangles; of faces that are not flat the fold counts. O(faces).
KILN_API bool kiln_point_in_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);
/// Whether a point is behind all face planes: for convex ones, and then the same; for others the part that all faces see
/// from behind. Exact for triangles; other faces reach as far out as their own corners do, along Newell's normal, and to
/// 2^-44 of the lengths. Flat ones and planes without area exclude nothing.
KILN_API bool kiln_point_in_convex_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);

/// Three corners of the plane in either order; without area the segment or point that is left. Exact.
KILN_API bool kiln_point2_in_triangle(kiln_vec2 a, const kiln_vec2 corners[3]);
/// At least 3 corners of a simple polygon in either order, convex or concave, by crossings (Ericson 2005, 5.4.1). Where
/// edges cross, what is inside an odd number of times. Exact; O(count).
KILN_API bool kiln_point2_in_polygon(kiln_vec2 a, const kiln_vec2 *corners, uint32_t count);
/// At least 3 corners of a convex polygon, counterclockwise; collinear ones may be among them, equal ones may not. By
/// halving (Ericson 2005, 5.4.1): exact; O(log count), for which only the corners it needs are looked at and checked. Of
/// other corners: true only where the point is in a triangle of three of them.
KILN_API bool kiln_point2_in_convex_polygon(kiln_vec2 a, const kiln_vec2 *corners, uint32_t count);

/// Where two segments of the plane meet.
typedef struct kiln_intersection2
{
	bool hit;		 ///< false: they do not, or a number was not usable; the other fields are zero
	bool along;		 ///< they lie on one line and share more than a point
	float t, u;		 ///< on a and b, 0 .. 1; `along`: of the first common point as a runs
	kiln_vec2 point; ///< where an end of one is on the other, that end
	kiln_vec2 end;	 ///< `along`: the last common point; else `point`
} kiln_intersection2;

/// By the sides of each one's ends of the other (Ericson 2005, 5.1.9.1, with ends that touch). Whether they meet is exact,
/// touching and overlap on a line included; ends may be equal.
KILN_API kiln_intersection2 kiln_intersect_segment2_segment2(kiln_vec2 a0, kiln_vec2 a1, kiln_vec2 b0, kiln_vec2 b1);

// --- Planes ---

/// Which side of a plane something lies on.
typedef int32_t kiln_side;
enum kiln_side_values
{
	KILN_SIDE_BACK = -1,	 ///< where normal . p < d, or on it
	KILN_SIDE_ON = 0,		 ///< all of it within the thickness of the plane
	KILN_SIDE_FRONT = 1,	 ///< where normal . p > d, or on it
	KILN_SIDE_STRADDLES = 2, ///< on both; also what is not usable
};

/// Thick planes (Ericson 2005, 8.3.3 and 11.3.2): within `thickness` >= 0 of the plane, a true distance, counts as on it.
/// Exact for a thickness of 0; else what is on the limit to 2^-48 is on the plane. A thickness below 0 or NaN straddles.
KILN_API kiln_side kiln_side_point_plane(const kiln_vec3 *a, const kiln_plane *b, float thickness);
/// By its corners: one that is on the plane goes with the others.
KILN_API kiln_side kiln_side_triangle_plane(const kiln_triangle *a, const kiln_plane *b, float thickness);
/// By its corners.
KILN_API kiln_side kiln_side_polygon_plane(const kiln_polygon *a, const kiln_plane *b, float thickness);

/// Signed distance, positive in front, within one rounding of the exact one whatever cancels. 0 for what is not usable.
KILN_API float kiln_height_point_plane(const kiln_vec3 *a, const kiln_plane *b);
/// The plane of unit normal through a triangle, seen from whose front the corners run counterclockwise; false, with
/// `*plane` untouched, without area, which is told exactly, or not usable. The normal is right to rounding for needles
/// too; d is the stored normal's at the corners' mean.
KILN_API bool kiln_plane_from_triangle(const kiln_triangle *triangle, kiln_plane *plane);
/// Newell's plane of a polygon, through the corners' mean (Sutherland, Sproull, Schumacker 1974). False, with `*plane`
/// untouched, where its parts cancel to within 2^-44 of themselves, as without area, or not usable.
KILN_API bool kiln_plane_from_polygon(const kiln_polygon *polygon, kiln_plane *plane);
/// The line that two planes have in common (Ericson 2005, 5.4.4): its point nearest to the origin, and the unit direction
/// of a's normal x b's. Both to rounding, however small the angle: the direction is zero in double only where the planes
/// are parallel exactly. False, with `*line` untouched, for those, for a point beyond KILN_COORDINATE_MAX, and not usable.
KILN_API bool kiln_intersect_plane_plane(const kiln_plane *a, const kiln_plane *b, kiln_line *line);
/// The point that three planes have in common, by Cramer's rule (Ericson 2005, 5.4.5) with determinants that are right to
/// 2^-46 of themselves: to rounding, however small the angles. False, with `*point` untouched, where the determinant of
/// the normals is 0, exactly, so that there is no point or no single one; for a point beyond KILN_COORDINATE_MAX; and not
/// usable.
KILN_API bool kiln_intersect_plane_plane_plane(
	const kiln_plane *a, const kiln_plane *b, const kiln_plane *c, kiln_vec3 *point);

// --- Weights ---
//
// Barycentric coordinates (Ericson 2005, 3.4): of corner 0 the first. Each is rounded by itself; their sum is 1 within
// that. False, with the weights untouched, without area or volume, which is told exactly, or not usable; needles have
// weights as good as others. At most FLT_MAX.

/// Of the foot of a point on a triangle's plane: within some 2^-44 of the point's distance from the opposite edge over the
/// height upon that edge.
KILN_API bool kiln_barycentric_point_triangle(const kiln_vec3 *point, const kiln_triangle *triangle, float weights[3]);
/// In the plane: each weight to rounding of itself.
KILN_API bool kiln_barycentric_point2_triangle(kiln_vec2 point, const kiln_vec2 corners[3], float weights[3]);
/// Each weight to rounding of itself.
KILN_API bool kiln_barycentric_point_tetrahedron(
	const kiln_vec3 *point, const kiln_tetrahedron *tetrahedron, float weights[4]);

// --- Convexity ---

/// Whether a polygon of at least 3 corners, in either order, is convex: it turns to one side only, and around once (Schorn
/// and Fisher 1994). Corners may be collinear or equal; without area, and not usable, it is not convex. Exact.
KILN_API bool kiln_polygon2_is_convex(const kiln_vec2 *corners, uint32_t count);
/// Of the polygon of its corners (Ericson 2005, 3.7.1, tells it by its diagonals).
KILN_API bool kiln_quad_is_convex(const kiln_quad *quad);
/// Of its image along the axis on which it is largest.
KILN_API bool kiln_polygon_is_convex(const kiln_polygon *polygon);
/// Whether every corner is behind every face's plane: for a closed surface that is to be convex. Faces that are triangles
/// decide exactly; a corner that is above another face's plane by no more than that face's own corners are, or by
/// rounding, is not above it. Without volume it is convex. O(faces corners).
KILN_API bool kiln_polyhedron_is_convex(const kiln_polyhedron *polyhedron);

#ifdef __cplusplus
}
#endif

#endif
