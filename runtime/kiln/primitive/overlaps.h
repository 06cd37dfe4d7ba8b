// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_OVERLAPS_H
#define KILN_PRIMITIVE_OVERLAPS_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether two shapes have a point in common (Ericson 2005, 5.2); with those of kiln/bounds.h. Touching is overlap. ...

/// planes: by the projection radius along the normal.
bool kiln_overlaps_segment_plane(const kiln_segment *a, const kiln_plane *b);
bool kiln_overlaps_plane_sphere(const kiln_plane *a, const kiln_sphere *b);
bool kiln_overlaps_plane_capsule(const kiln_plane *a, const kiln_capsule *b);
bool kiln_overlaps_plane_aabb(const kiln_plane *a, const kiln_aabb *b);
bool kiln_overlaps_plane_obb(const kiln_plane *a, const kiln_obb *b);
bool kiln_overlaps_plane_triangle(const kiln_plane *a, const kiln_triangle *b);
bool kiln_overlaps_plane_cylinder(const kiln_plane *a, const kiln_cylinder *b);
bool kiln_overlaps_plane_cone(const kiln_plane *a, const kiln_cone *b);
bool kiln_overlaps_plane_ellipsoid(const kiln_plane *a, const kiln_ellipsoid *b);
bool kiln_overlaps_plane_polyhedron(const kiln_plane *a, const kiln_polyhedron *b);
bool kiln_overlaps_halfspace_sphere(const kiln_plane *a, const kiln_sphere *b);
bool kiln_overlaps_halfspace_capsule(const kiln_plane *a, const kiln_capsule *b);
bool kiln_overlaps_halfspace_aabb(const kiln_plane *a, const kiln_aabb *b);
bool kiln_overlaps_halfspace_obb(const kiln_plane *a, const kiln_obb *b);
bool kiln_overlaps_halfspace_triangle(const kiln_plane *a, const kiln_triangle *b);
bool kiln_overlaps_halfspace_cylinder(const kiln_plane *a, const kiln_cylinder *b);
bool kiln_overlaps_halfspace_cone(const kiln_plane *a, const kiln_cone *b);
bool kiln_overlaps_halfspace_ellipsoid(const kiln_plane *a, const kiln_ellipsoid *b);
bool kiln_overlaps_halfspace_polyhedron(const kiln_plane *a, const kiln_polyhedron *b);

bool kiln_overlaps_sphere_rectangle(const kiln_sphere *a, const kiln_rectangle *b);
bool kiln_overlaps_sphere_triangle(const kiln_sphere *a, const kiln_triangle *b);
bool kiln_overlaps_sphere_quad(const kiln_sphere *a, const kiln_quad *b);
bool kiln_overlaps_sphere_polygon(const kiln_sphere *a, const kiln_polygon *b);
bool kiln_overlaps_sphere_tetrahedron(const kiln_sphere *a, const kiln_tetrahedron *b);
bool kiln_overlaps_sphere_cylinder(const kiln_sphere *a, const kiln_cylinder *b);
bool kiln_overlaps_sphere_cone(const kiln_sphere *a, const kiln_cone *b);
bool kiln_overlaps_sphere_polyhedron(const kiln_sphere *a, const kiln_polyhedron *b);
bool kiln_overlaps_capsule_triangle(const kiln_capsule *a, const kiln_triangle *b);
bool kiln_overlaps_capsule_cylinder(const kiln_capsule *a, const kiln_cylinder *b);
bool kiln_overlaps_aabb_triangle(const kiln_aabb *a, const kiln_triangle *b);
bool kiln_overlaps_aabb_polygon(const kiln_aabb *a, const kiln_polygon *b);
bool kiln_overlaps_obb_triangle(const kiln_obb *a, const kiln_triangle *b);
bool kiln_overlaps_cylinder_cylinder(const kiln_cylinder *a, const kiln_cylinder *b);
/// Exact (Guigue and Devillers 2003).
bool kiln_overlaps_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);
/// The same answer by intervals on the planes' common line (Moller 1997).
bool kiln_overlaps_triangle_triangle_interval(const kiln_triangle *a, const kiln_triangle *b);
/// The same answer by separating axes: 2 normals, 9 products of edges, in one plane 6 normals of edges.
bool kiln_overlaps_triangle_triangle_axes(const kiln_triangle *a, const kiln_triangle *b);
/// The same answer by each one's edges against the other (Ericson 2005, 5.2.10).
bool kiln_overlaps_triangle_triangle_edges(const kiln_triangle *a, const kiln_triangle *b);

/// What two triangles have in common.
typedef struct kiln_triangle_contact
{
	bool touching; ///< false: the other fields are zero
	bool coplanar;
	kiln_vec3 ends[2];
} kiln_triangle_contact;

kiln_triangle_contact kiln_contact_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);

#ifdef __cplusplus
}
#endif

#endif
