// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_SHAPES_H
#define KILN_PRIMITIVE_SHAPES_H

#include "../bounds.h"
#include "../hull.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Shapes of the primitive tests, and the results that all of the tests share. runtime/primitive/README.md has the
/// table of all pairs and the tolerance policy.
///
/// The name of a function is verb_A_B; its arguments are A, then B. Shapes in names follow the order of this list:
/// point (kiln_vec3), line, ray, segment, plane, halfspace (both kiln_plane), sphere, capsule, aabb, obb, rectangle,
/// triangle, quad, polygon, tetrahedron, cylinder, cone, ellipsoid, rss, kdop, polyhedron, hull, convex.
///
/// A shape is *usable* where all of these hold:
///   - every number is finite, and coordinates and sizes are at most KILN_COORDINATE_MAX,
///   - sizes are not negative, and min <= max,
///   - directions and normals are not zero, and axes are unit and perpendicular, to 2^-10,
///   - planes pass within 4 KILN_COORDINATE_MAX of the origin (|d| over the largest number of the normal),
///   - counts and indices are as the comment of the shape states.
///
/// Sizes, segments and triangles without length or area are usable: the shape is then the segment, rectangle or point
/// that remains. Functions refuse shapes that are not usable: they find nothing and hit nothing. kiln_overlaps_* then
/// returns true, because culling may keep too much, but never too little.

/// A point of a plane.
typedef struct kiln_vec2
{
	float x, y;
} kiln_vec2;

/// Points p with normal . p = d. As a half-space: points with normal . p <= d, on the side opposite to the normal. The
/// normal has any length above zero; distances are true distances for every length.
typedef struct kiln_plane
{
	kiln_vec3 normal;
	float d;
} kiln_plane;

/// Points point + t direction, for every t.
typedef struct kiln_line
{
	kiln_vec3 point;
	kiln_vec3 direction; ///< any length above zero
} kiln_line;

/// Points a + t (b - a), 0 <= t <= 1. Equal ends make a point.
typedef struct kiln_segment
{
	kiln_vec3 a, b;
} kiln_segment;

/// Points center + r[0] axes[0] + r[1] axes[1] with |r[i]| <= half_extents[i]. The axes are unit and perpendicular.
typedef struct kiln_rectangle
{
	kiln_vec3 center;
	kiln_vec3 axes[2];
	float half_extents[2];
} kiln_rectangle;

/// Any three points; a triangle may be a segment or a point. The corners run counterclockwise seen from the side that
/// the normal points to.
typedef struct kiln_triangle
{
	kiln_vec3 corners[3];
} kiln_triangle;

/// The triangles of corners 0, 1, 2 and 0, 2, 3: flat or folded along that diagonal, convex, or concave at corner 1 or
/// 3 (Ericson 2005, 5.3.5).
typedef struct kiln_quad
{
	kiln_vec3 corners[4];
} kiln_quad;

/// A simple polygon, convex or concave, in a plane to rounding. The corners run counterclockwise seen from the side
/// that the normal points to. The plane is Newell's plane through the mean of the corners. Functions use the image of
/// the polygon in that plane, along the axis on which that image is largest. Corners off the plane make answers wrong
/// by as much.
typedef struct kiln_polygon
{
	const kiln_vec3 *corners;
	uint32_t count; ///< at least 3
} kiln_polygon;

/// The solid between four points in any order. Without volume: the quadrangle, triangle, segment or point that remains.
typedef struct kiln_tetrahedron
{
	kiln_vec3 corners[4];
} kiln_tetrahedron;

/// A closed surface of flat convex faces around a solid. Face i has the corners face_vertices[face_first[i]] to
/// face_vertices[face_first[i + 1] - 1], counterclockwise seen from outside.
typedef struct kiln_polyhedron
{
	const kiln_vec3 *vertices;
	uint32_t vertex_count;		///< at least 4
	const uint32_t *face_first; ///< face_count + 1 indices, increasing by at least 3, the first 0
	const uint32_t *face_vertices;
	uint32_t face_count; ///< at least 4
} kiln_polyhedron;

/// Makes an oriented box from a box with a quaternion. The function normalises the quaternion; all zero is the
/// identity. NULL, or a quaternion that is not finite, gives a box that is not usable.
KILN_API kiln_obb kiln_obb_from_box(const kiln_box *box);

/// The closest points of two shapes.
typedef struct kiln_closest_points
{
	bool found;			  ///< false: a shape was refused; the other fields are zero
	float distance;		  ///< between the points; exactly 0 where the shapes have a point in common
	kiln_vec3 on_a, on_b; ///< on the shapes; where several pairs are closest, one of them
	/// Places of on_a and on_b on the shapes: for a line or ray the t of its direction, for a segment its t, for a
	/// rectangle the coordinates along its axes, for a triangle the weights of corners 1 and 2, else 0.
	float at_a[2], at_b[2];
} kiln_closest_points;

/// Intersection of a line, ray or segment with a shape. Times t are lengths of the direction of a line or ray; for a
/// segment they run from 0 at a to 1 at b.
typedef struct kiln_intersection
{
	bool hit;		  ///< false: no intersection, or a shape was refused; the other fields are zero
	bool inside;	  ///< a ray or segment begins in the solid: t is where it begins. Never for surfaces
	bool back;		  ///< a surface is met from behind, against its winding or normal. Never for solids
	float t;		  ///< first common point
	float leave;	  ///< last common point; t for surfaces met at one point
	kiln_vec3 point;  ///< at t
	kiln_vec3 normal; ///< unit, outward, of the surface at `point`; `inside`: against the direction
	float u, v;		  ///< triangle: weights of corners 1 and 2; rectangle: coordinates along its axes; else 0
	uint32_t face; ///< quad: 0 or 1, the triangle; polyhedron, tetrahedron, kdop: the face; CSG tree: the leaf; else 0
} kiln_intersection;

/// The first contact of two moving shapes.
typedef struct kiln_impact
{
	bool hit;		  ///< false: no contact from 0 to 1, or a shape was refused; the other fields are zero
	bool inside;	  ///< the shapes have a point in common at the start: t is 0
	float t;		  ///< 0 .. 1 of the motion; never later than the exact time of contact
	kiln_vec3 point;  ///< point of contact, at the time of contact; `inside`: a common point
	kiln_vec3 normal; ///< unit, from b to a, at the contact; `inside`: along the shortest way out
	/// Parts that touch. Triangles: corners 0 to 2, edges 3 to 5 (from corner 0, 1, 2 to the next), 6 for the inside.
	/// Else 0.
	uint32_t feature_a, feature_b;
} kiln_impact;

#ifdef __cplusplus
}
#endif

#endif
