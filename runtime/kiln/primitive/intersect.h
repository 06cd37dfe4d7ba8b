// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_INTERSECT_H
#define KILN_PRIMITIVE_INTERSECT_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where lines, rays and segments meet shapes (Ericson 2005, 5.3). A line reaches from -infinity to infinity, a ray from
/// 0 to t_max (0: no limit), a segment from 0 to 1. Touching is a hit. ...

kiln_intersection kiln_intersect_line_plane(const kiln_line *a, const kiln_plane *b);
kiln_intersection kiln_intersect_ray_plane(const kiln_ray *a, const kiln_plane *b);
kiln_intersection kiln_intersect_segment_plane(const kiln_segment *a, const kiln_plane *b);

kiln_intersection kiln_intersect_line_halfspace(const kiln_line *a, const kiln_plane *b);
kiln_intersection kiln_intersect_ray_halfspace(const kiln_ray *a, const kiln_plane *b);
kiln_intersection kiln_intersect_segment_halfspace(const kiln_segment *a, const kiln_plane *b);

kiln_intersection kiln_intersect_line_sphere(const kiln_line *a, const kiln_sphere *b);
kiln_intersection kiln_intersect_ray_sphere(const kiln_ray *a, const kiln_sphere *b);
kiln_intersection kiln_intersect_segment_sphere(const kiln_segment *a, const kiln_sphere *b);

kiln_intersection kiln_intersect_line_capsule(const kiln_line *a, const kiln_capsule *b);
kiln_intersection kiln_intersect_ray_capsule(const kiln_ray *a, const kiln_capsule *b);
kiln_intersection kiln_intersect_segment_capsule(const kiln_segment *a, const kiln_capsule *b);

kiln_intersection kiln_intersect_line_aabb(const kiln_line *a, const kiln_aabb *b);
kiln_intersection kiln_intersect_ray_aabb(const kiln_ray *a, const kiln_aabb *b);
kiln_intersection kiln_intersect_segment_aabb(const kiln_segment *a, const kiln_aabb *b);

kiln_intersection kiln_intersect_line_obb(const kiln_line *a, const kiln_obb *b);
kiln_intersection kiln_intersect_ray_obb(const kiln_ray *a, const kiln_obb *b);
kiln_intersection kiln_intersect_segment_obb(const kiln_segment *a, const kiln_obb *b);

kiln_intersection kiln_intersect_line_rectangle(const kiln_line *a, const kiln_rectangle *b);
kiln_intersection kiln_intersect_ray_rectangle(const kiln_ray *a, const kiln_rectangle *b);
kiln_intersection kiln_intersect_segment_rectangle(const kiln_segment *a, const kiln_rectangle *b);

kiln_intersection kiln_intersect_line_triangle(const kiln_line *a, const kiln_triangle *b);
kiln_intersection kiln_intersect_ray_triangle(const kiln_ray *a, const kiln_triangle *b);
kiln_intersection kiln_intersect_segment_triangle(const kiln_segment *a, const kiln_triangle *b);

kiln_intersection kiln_intersect_line_quad(const kiln_line *a, const kiln_quad *b);
kiln_intersection kiln_intersect_ray_quad(const kiln_ray *a, const kiln_quad *b);
kiln_intersection kiln_intersect_segment_quad(const kiln_segment *a, const kiln_quad *b);

kiln_intersection kiln_intersect_line_polygon(const kiln_line *a, const kiln_polygon *b);
kiln_intersection kiln_intersect_ray_polygon(const kiln_ray *a, const kiln_polygon *b);
kiln_intersection kiln_intersect_segment_polygon(const kiln_segment *a, const kiln_polygon *b);

kiln_intersection kiln_intersect_line_tetrahedron(const kiln_line *a, const kiln_tetrahedron *b);
kiln_intersection kiln_intersect_ray_tetrahedron(const kiln_ray *a, const kiln_tetrahedron *b);
kiln_intersection kiln_intersect_segment_tetrahedron(const kiln_segment *a, const kiln_tetrahedron *b);

kiln_intersection kiln_intersect_line_cylinder(const kiln_line *a, const kiln_cylinder *b);
kiln_intersection kiln_intersect_ray_cylinder(const kiln_ray *a, const kiln_cylinder *b);
kiln_intersection kiln_intersect_segment_cylinder(const kiln_segment *a, const kiln_cylinder *b);

kiln_intersection kiln_intersect_line_cone(const kiln_line *a, const kiln_cone *b);
kiln_intersection kiln_intersect_ray_cone(const kiln_ray *a, const kiln_cone *b);
kiln_intersection kiln_intersect_segment_cone(const kiln_segment *a, const kiln_cone *b);

kiln_intersection kiln_intersect_line_ellipsoid(const kiln_line *a, const kiln_ellipsoid *b);
kiln_intersection kiln_intersect_ray_ellipsoid(const kiln_ray *a, const kiln_ellipsoid *b);
kiln_intersection kiln_intersect_segment_ellipsoid(const kiln_segment *a, const kiln_ellipsoid *b);

kiln_intersection kiln_intersect_line_rss(const kiln_line *a, const kiln_rss *b);
kiln_intersection kiln_intersect_ray_rss(const kiln_ray *a, const kiln_rss *b);
kiln_intersection kiln_intersect_segment_rss(const kiln_segment *a, const kiln_rss *b);

kiln_intersection kiln_intersect_line_kdop(const kiln_line *a, const kiln_kdop *b, uint32_t k);
kiln_intersection kiln_intersect_ray_kdop(const kiln_ray *a, const kiln_kdop *b, uint32_t k);
kiln_intersection kiln_intersect_segment_kdop(const kiln_segment *a, const kiln_kdop *b, uint32_t k);

kiln_intersection kiln_intersect_line_polyhedron(const kiln_line *a, const kiln_polyhedron *b);
kiln_intersection kiln_intersect_ray_polyhedron(const kiln_ray *a, const kiln_polyhedron *b);
kiln_intersection kiln_intersect_segment_polyhedron(const kiln_segment *a, const kiln_polyhedron *b);

#ifdef __cplusplus
}
#endif

#endif
