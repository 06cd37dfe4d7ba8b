// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CLOSEST_H
#define KILN_PRIMITIVE_CLOSEST_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Closest points and distance of two shapes (Ericson 2005, 5.1). Computed in double and rounded once: distance and points
/// are within 4 units in the last place of the largest coordinate difference involved, and never worse than 1e-5 of
/// the shapes' size. Solids contain their inside: distance 0 and both points the query's own. ...

kiln_closest_points kiln_closest_point_line(const kiln_vec3 *a, const kiln_line *b);
kiln_closest_points kiln_closest_point_ray(const kiln_vec3 *a, const kiln_ray *b);
kiln_closest_points kiln_closest_point_segment(const kiln_vec3 *a, const kiln_segment *b);
kiln_closest_points kiln_closest_point_plane(const kiln_vec3 *a, const kiln_plane *b);
kiln_closest_points kiln_closest_point_halfspace(const kiln_vec3 *a, const kiln_plane *b);
kiln_closest_points kiln_closest_point_sphere(const kiln_vec3 *a, const kiln_sphere *b);
kiln_closest_points kiln_closest_point_capsule(const kiln_vec3 *a, const kiln_capsule *b);
kiln_closest_points kiln_closest_point_aabb(const kiln_vec3 *a, const kiln_aabb *b);
kiln_closest_points kiln_closest_point_obb(const kiln_vec3 *a, const kiln_obb *b);
kiln_closest_points kiln_closest_point_rectangle(const kiln_vec3 *a, const kiln_rectangle *b);
kiln_closest_points kiln_closest_point_triangle(const kiln_vec3 *a, const kiln_triangle *b);
kiln_closest_points kiln_closest_point_quad(const kiln_vec3 *a, const kiln_quad *b);
kiln_closest_points kiln_closest_point_polygon(const kiln_vec3 *a, const kiln_polygon *b);
kiln_closest_points kiln_closest_point_tetrahedron(const kiln_vec3 *a, const kiln_tetrahedron *b);
kiln_closest_points kiln_closest_point_cylinder(const kiln_vec3 *a, const kiln_cylinder *b);
kiln_closest_points kiln_closest_point_cone(const kiln_vec3 *a, const kiln_cone *b);
kiln_closest_points kiln_closest_point_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b);
kiln_closest_points kiln_closest_point_rss(const kiln_vec3 *a, const kiln_rss *b);
kiln_closest_points kiln_closest_point_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b);
kiln_closest_points kiln_closest_line_line(const kiln_line *a, const kiln_line *b);
kiln_closest_points kiln_closest_line_ray(const kiln_line *a, const kiln_ray *b);
kiln_closest_points kiln_closest_line_segment(const kiln_line *a, const kiln_segment *b);
kiln_closest_points kiln_closest_ray_ray(const kiln_ray *a, const kiln_ray *b);
kiln_closest_points kiln_closest_ray_segment(const kiln_ray *a, const kiln_segment *b);
kiln_closest_points kiln_closest_segment_segment(const kiln_segment *a, const kiln_segment *b);
kiln_closest_points kiln_closest_line_triangle(const kiln_line *a, const kiln_triangle *b);
kiln_closest_points kiln_closest_ray_triangle(const kiln_ray *a, const kiln_triangle *b);
kiln_closest_points kiln_closest_segment_triangle(const kiln_segment *a, const kiln_triangle *b);
kiln_closest_points kiln_closest_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b);

#ifdef __cplusplus
}
#endif

#endif
