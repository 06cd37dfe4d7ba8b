// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_OVERLAPS_H
#define KILN_PRIMITIVE_OVERLAPS_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether two shapes have a point in common (Ericson 2005, 5.2); with the functions of kiln/bounds.h. Solids contain
/// their inside. Touching is overlap: false says that the shapes are proven apart. Shapes that are apart by up to about
/// 2^-45 of their sizes and distance may count as touching, where nothing else is said. Shapes without length, area or
/// volume are the points, segments or areas that are left. A shape that is not usable, NULL and NaN among them, overlaps
/// all. The order of corners changes no answer.

// --- Planes and half-spaces ---
//
// A plane is met where the shape reaches from one side of it to the other, a half-space where it reaches below or on its
// plane: by the shape's reach along the normal (Ericson 2005, 5.2.2 to 5.2.4). Segments, axis-aligned boxes, triangles,
// quads, polygons, tetrahedra and polyhedra exactly, by their corners' signs (Shewchuk 1997); of a polygon those of its
// stored corners count, of a polyhedron those of its faces.

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
/// By the ends of the axis and what the discs reach about them.
KILN_API bool kiln_overlaps_plane_cylinder(const kiln_plane *a, const kiln_cylinder *b);
/// By the apex and the rim's farthest points, whose direction is made unit.
KILN_API bool kiln_overlaps_plane_cone(const kiln_plane *a, const kiln_cone *b);
/// By the length of the radii's reaches.
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

/// By the distance of the center from the rectangle.
KILN_API bool kiln_overlaps_sphere_rectangle(const kiln_sphere *a, const kiln_rectangle *b);
/// By the distance of the center from the triangle (Ericson 2005, 5.2.7).
KILN_API bool kiln_overlaps_sphere_triangle(const kiln_sphere *a, const kiln_triangle *b);
/// With one of its triangles at least.
KILN_API bool kiln_overlaps_sphere_quad(const kiln_sphere *a, const kiln_quad *b);
/// By the edges, then by the foot of the center in the polygon's plane (Ericson 2005, 5.2.8). As good as that plane, to
/// 2^-43 of the sizes: of polygons that are concave and have little area for their length it may lean.
KILN_API bool kiln_overlaps_sphere_polygon(const kiln_sphere *a, const kiln_polygon *b);
/// With one of its faces, or with the center inside, which is decided exactly.
KILN_API bool kiln_overlaps_sphere_tetrahedron(const kiln_sphere *a, const kiln_tetrahedron *b);
/// By the distance of the center from the solid, along the axis and across it.
KILN_API bool kiln_overlaps_sphere_cylinder(const kiln_sphere *a, const kiln_cylinder *b);
/// The same.
KILN_API bool kiln_overlaps_sphere_cone(const kiln_sphere *a, const kiln_cone *b);
/// With one of the faces' triangles from their first corners, or with the center inside, as kiln_point_in_polyhedron has
/// it: convex or not.
KILN_API bool kiln_overlaps_sphere_polyhedron(const kiln_sphere *a, const kiln_polyhedron *b);
/// By the distance of the axis from the triangle (Ericson 2005, 5.1.10), which a direction proves.
KILN_API bool kiln_overlaps_capsule_triangle(const kiln_capsule *a, const kiln_triangle *b);
/// By GJK (Gilbert, Johnson, Keerthi 1988), whose separating plane proves them apart; shapes that are apart by up to 2^-33
/// of their sizes may count as touching, very long or thin ones by up to 2^-28.
KILN_API bool kiln_overlaps_capsule_cylinder(const kiln_capsule *a, const kiln_cylinder *b);
/// The same.
KILN_API bool kiln_overlaps_cylinder_cylinder(const kiln_cylinder *a, const kiln_cylinder *b);

// --- Boxes ---

/// By separating axes: the box's faces, the triangle's plane, the 9 products of edges (Akenine-Moller 2001; Ericson 2005,
/// 5.2.9), each as the vector that it is.
KILN_API bool kiln_overlaps_aabb_triangle(const kiln_aabb *a, const kiln_triangle *b);
/// The same.
KILN_API bool kiln_overlaps_obb_triangle(const kiln_obb *a, const kiln_triangle *b);
/// By the edges, then by where the box's diagonal that is nearest to the normal meets the polygon's plane (Voorhies 1992,
/// for any polygon). As good as that plane, see kiln_overlaps_sphere_polygon.
KILN_API bool kiln_overlaps_aabb_polygon(const kiln_aabb *a, const kiln_polygon *b);

// --- Triangles ---
//
// Four ways to the same answer, which is exact: in a common plane, for segments and points, too. They may be asked in any
// order of corners and triangles.

/// By signs of determinants (Guigue and Devillers 2003). The fastest.
KILN_API bool kiln_overlaps_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);
/// By the intervals that the triangles have on their planes' common line (Moller 1997), in double; where its rounding
/// could be to blame, and in a common plane, by signs.
KILN_API bool kiln_overlaps_triangle_triangle_interval(const kiln_triangle *a, const kiln_triangle *b);
/// By separating axes: 2 normals, 9 products of edges, in one plane 6 normals of edges (Ericson 2005, 5.2.10), in double;
/// where its rounding could be to blame by signs.
KILN_API bool kiln_overlaps_triangle_triangle_axes(const kiln_triangle *a, const kiln_triangle *b);
/// By each one's edges against the other (Ericson 2005, 5.2.10), by signs; in a common plane by edges that separate.
KILN_API bool kiln_overlaps_triangle_triangle_edges(const kiln_triangle *a, const kiln_triangle *b);

/// What two triangles have in common.
typedef struct kiln_triangle_contact
{
	bool touching; ///< false: apart, or one is not usable; the other fields are zero
	bool coplanar; ///< both lie in one plane, or on one line
	/// Of the segment that they share, equal where it is a point; in a common plane the two corners of the shared area
	/// that are farthest apart. Rounded to nearest.
	kiln_vec3 ends[2];
} kiln_triangle_contact;

/// Touching exactly where kiln_overlaps_triangle_triangle is true, for usable triangles. Each end is right to 2^-47 of the
/// coordinates before it is rounded.
KILN_API kiln_triangle_contact kiln_contact_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);

#ifdef __cplusplus
}
#endif

#endif
