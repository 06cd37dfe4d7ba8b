// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_OVERLAPS_H
#define KILN_PRIMITIVE_OVERLAPS_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Each function reports whether two shapes have a point in common (Ericson 2005, 5.2); kiln/bounds.h has more pairs.
/// Solids contain their inside. Touching is overlap: false means that the shapes are proven apart. Unless a comment
/// states otherwise, shapes that are apart by up to about 2^-45 of their sizes and distance may count as touching.
/// Shapes without length, area or volume are the points, segments or areas that remain. A shape that is not usable,
/// NULL and NaN among them, overlaps all. The order of corners changes no answer.

// --- Planes and half-spaces ---
//
// A plane overlaps where the shape reaches from one side of the plane to the other, a half-space where the shape
// reaches below or on its plane. The tests compute the reach of the shape along the normal (Ericson 2005, 5.2.2 to
// 5.2.4). Segments, axis-aligned boxes, triangles, quads, polygons, tetrahedra and polyhedra are exact, by the signs of
// their corners (Shewchuk 1997). The corners are the stored corners of a polygon, and those of the faces of a
// polyhedron.

KILN_API bool kiln_overlaps_segment_plane(const kiln_segment *a, const kiln_plane *b);
KILN_API bool kiln_overlaps_segment_halfspace(const kiln_segment *a, const kiln_plane *b);
KILN_API bool kiln_overlaps_plane_sphere(const kiln_plane *a, const kiln_sphere *b);
KILN_API bool kiln_overlaps_plane_capsule(const kiln_plane *a, const kiln_capsule *b);
KILN_API bool kiln_overlaps_plane_aabb(const kiln_plane *a, const kiln_aabb *b);
KILN_API bool kiln_overlaps_plane_obb(const kiln_plane *a, const kiln_obb *b);
KILN_API bool kiln_overlaps_plane_rectangle(const kiln_plane *a, const kiln_rectangle *b);
KILN_API bool kiln_overlaps_plane_triangle(const kiln_plane *a, const kiln_triangle *b);
KILN_API bool kiln_overlaps_plane_quad(const kiln_plane *a, const kiln_quad *b);
KILN_API bool kiln_overlaps_plane_polygon(const kiln_plane *a, const kiln_polygon *b);
KILN_API bool kiln_overlaps_plane_tetrahedron(const kiln_plane *a, const kiln_tetrahedron *b);
/// Tests the ends of the axis and the reach of the discs around them.
KILN_API bool kiln_overlaps_plane_cylinder(const kiln_plane *a, const kiln_cylinder *b);
/// Tests the apex and the farthest points of the rim, in a direction that is made unit.
KILN_API bool kiln_overlaps_plane_cone(const kiln_plane *a, const kiln_cone *b);
/// Tests the length of the reaches of the radii.
KILN_API bool kiln_overlaps_plane_ellipsoid(const kiln_plane *a, const kiln_ellipsoid *b);
KILN_API bool kiln_overlaps_plane_rss(const kiln_plane *a, const kiln_rss *b);
KILN_API bool kiln_overlaps_plane_polyhedron(const kiln_plane *a, const kiln_polyhedron *b);
KILN_API bool kiln_overlaps_halfspace_sphere(const kiln_plane *a, const kiln_sphere *b);
KILN_API bool kiln_overlaps_halfspace_capsule(const kiln_plane *a, const kiln_capsule *b);
KILN_API bool kiln_overlaps_halfspace_aabb(const kiln_plane *a, const kiln_aabb *b);
KILN_API bool kiln_overlaps_halfspace_obb(const kiln_plane *a, const kiln_obb *b);
KILN_API bool kiln_overlaps_halfspace_rectangle(const kiln_plane *a, const kiln_rectangle *b);
KILN_API bool kiln_overlaps_halfspace_triangle(const kiln_plane *a, const kiln_triangle *b);
KILN_API bool kiln_overlaps_halfspace_quad(const kiln_plane *a, const kiln_quad *b);
KILN_API bool kiln_overlaps_halfspace_polygon(const kiln_plane *a, const kiln_polygon *b);
KILN_API bool kiln_overlaps_halfspace_tetrahedron(const kiln_plane *a, const kiln_tetrahedron *b);
KILN_API bool kiln_overlaps_halfspace_cylinder(const kiln_plane *a, const kiln_cylinder *b);
KILN_API bool kiln_overlaps_halfspace_cone(const kiln_plane *a, const kiln_cone *b);
KILN_API bool kiln_overlaps_halfspace_ellipsoid(const kiln_plane *a, const kiln_ellipsoid *b);
KILN_API bool kiln_overlaps_halfspace_rss(const kiln_plane *a, const kiln_rss *b);
KILN_API bool kiln_overlaps_halfspace_polyhedron(const kiln_plane *a, const kiln_polyhedron *b);

// --- Spheres, capsules and cylinders ---

/// Computes the distance of the center from the rectangle.
KILN_API bool kiln_overlaps_sphere_rectangle(const kiln_sphere *a, const kiln_rectangle *b);
/// Computes the distance of the center from the triangle (Ericson 2005, 5.2.7).
KILN_API bool kiln_overlaps_sphere_triangle(const kiln_sphere *a, const kiln_triangle *b);
/// Tests both triangles of the quad.
KILN_API bool kiln_overlaps_sphere_quad(const kiln_sphere *a, const kiln_quad *b);
/// Tests the edges, then the foot of the center in the plane of the polygon (Ericson 2005, 5.2.8). As accurate as that
/// plane, to 2^-43 of the sizes; the plane of a concave polygon with little area for its length may be inclined.
KILN_API bool kiln_overlaps_sphere_polygon(const kiln_sphere *a, const kiln_polygon *b);
/// Tests the faces, and whether the center is inside, which is decided exactly.
KILN_API bool kiln_overlaps_sphere_tetrahedron(const kiln_sphere *a, const kiln_tetrahedron *b);
/// Computes the distance of the center from the solid, along the axis and perpendicular to the axis.
KILN_API bool kiln_overlaps_sphere_cylinder(const kiln_sphere *a, const kiln_cylinder *b);
/// Computes the distance of the center from the solid, along the axis and perpendicular to the axis.
KILN_API bool kiln_overlaps_sphere_cone(const kiln_sphere *a, const kiln_cone *b);
/// Tests the triangles of the faces from their first corners, and whether the center is inside by
/// kiln_point_in_polyhedron. Convex or not.
KILN_API bool kiln_overlaps_sphere_polyhedron(const kiln_sphere *a, const kiln_polyhedron *b);
/// Computes the distance of the axis from the triangle (Ericson 2005, 5.1.10); a direction proves the distance.
KILN_API bool kiln_overlaps_capsule_triangle(const kiln_capsule *a, const kiln_triangle *b);
/// Uses GJK (Gilbert, Johnson, Keerthi 1988), whose separating plane proves the shapes apart. Shapes that are apart by
/// up to 2^-33 of their sizes may count as touching, very long or thin shapes by up to 2^-28.
KILN_API bool kiln_overlaps_capsule_cylinder(const kiln_capsule *a, const kiln_cylinder *b);
/// Uses GJK, with the errors of kiln_overlaps_capsule_cylinder.
KILN_API bool kiln_overlaps_cylinder_cylinder(const kiln_cylinder *a, const kiln_cylinder *b);

// --- Boxes ---

/// Tests the separating axes: the faces of the box, the plane of the triangle, the 9 products of edges (Akenine-Moller
/// 2001; Ericson 2005, 5.2.9), each as a vector of its own length.
KILN_API bool kiln_overlaps_aabb_triangle(const kiln_aabb *a, const kiln_triangle *b);
/// Tests the same separating axes in the frame of the box.
KILN_API bool kiln_overlaps_obb_triangle(const kiln_obb *a, const kiln_triangle *b);
/// Tests the edges, then the point where the diagonal of the box that is nearest to the normal meets the plane of the
/// polygon (Voorhies 1992, for any polygon). As accurate as that plane, see kiln_overlaps_sphere_polygon.
KILN_API bool kiln_overlaps_aabb_polygon(const kiln_aabb *a, const kiln_polygon *b);

// --- Triangles ---
//
// Four methods with the same answer, which is exact: also in a common plane, and for segments and points. The order of
// corners and triangles changes no answer.

/// Compares signs of determinants (Guigue and Devillers 2003). The fastest.
KILN_API bool kiln_overlaps_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);
/// Compares the intervals of the triangles on the common line of their planes (Moller 1997), in double. Signs decide
/// where rounding could change the answer, and in a common plane.
KILN_API bool kiln_overlaps_triangle_triangle_interval(const kiln_triangle *a, const kiln_triangle *b);
/// Tests the separating axes in double: 2 normals, 9 products of edges, in one plane 6 normals of edges (Ericson 2005,
/// 5.2.10). Signs decide where rounding could change the answer.
KILN_API bool kiln_overlaps_triangle_triangle_axes(const kiln_triangle *a, const kiln_triangle *b);
/// Tests the edges of each triangle against the other (Ericson 2005, 5.2.10), by signs; in a common plane by separating
/// edges.
KILN_API bool kiln_overlaps_triangle_triangle_edges(const kiln_triangle *a, const kiln_triangle *b);

/// The common part of two triangles.
typedef struct kiln_triangle_contact
{
	bool touching; ///< false: apart, or a triangle is not usable; the other fields are zero
	bool coplanar; ///< both lie in one plane, or on one line
	/// Ends of the segment that both share, equal where it is a point. In a common plane: the two corners of the shared
	/// area that are farthest apart. Rounded to nearest.
	kiln_vec3 ends[2];
} kiln_triangle_contact;

/// Computes the common part of two triangles. For usable triangles `touching` is true exactly where
/// kiln_overlaps_triangle_triangle is true. Each end is right to 2^-47 of the coordinates before it is rounded.
KILN_API kiln_triangle_contact kiln_contact_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);

#ifdef __cplusplus
}
#endif

#endif
