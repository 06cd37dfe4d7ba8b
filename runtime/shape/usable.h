// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_USABLE_H
#define KILN_PRIMITIVE_USABLE_H

#include "kiln/primitive/shapes.h"

/// Whether a shape is usable, as kiln/primitive/shapes.h defines it. NULL is not usable.

bool kilni_usable_point(const kiln_vec3 *point);
bool kilni_usable_points(const kiln_vec3 *points, uint32_t count);
bool kilni_usable_line(const kiln_line *line);
bool kilni_usable_ray(const kiln_ray *ray); ///< t_max >= 0, infinity too
bool kilni_usable_segment(const kiln_segment *segment);
bool kilni_usable_plane(const kiln_plane *plane);
bool kilni_usable_sphere(const kiln_sphere *sphere);
bool kilni_usable_capsule(const kiln_capsule *capsule);
bool kilni_usable_aabb(const kiln_aabb *aabb);
bool kilni_usable_obb(const kiln_obb *obb);
bool kilni_usable_rectangle(const kiln_rectangle *rectangle);
bool kilni_usable_triangle(const kiln_triangle *triangle);
bool kilni_usable_quad(const kiln_quad *quad);
bool kilni_usable_polygon(const kiln_polygon *polygon);
bool kilni_usable_tetrahedron(const kiln_tetrahedron *tetrahedron);
bool kilni_usable_cylinder(const kiln_cylinder *cylinder);
bool kilni_usable_cone(const kiln_cone *cone);
bool kilni_usable_ellipsoid(const kiln_ellipsoid *ellipsoid);
bool kilni_usable_rss(const kiln_rss *rss);
bool kilni_usable_kdop(const kiln_kdop *kdop, uint32_t k); ///< also checks that k is valid, see kiln/bounds.h
bool kilni_usable_polyhedron(const kiln_polyhedron *polyhedron);

#endif
