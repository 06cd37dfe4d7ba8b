// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_USABLE_H
#define KILN_PRIMITIVE_USABLE_H

#include "kiln/primitive/shapes.h"

/// Whether a shape is usable, as kiln/primitive/shapes.h defines it. NULL is not.

bool kiln_usable_point(const kiln_vec3 *point);
bool kiln_usable_line(const kiln_line *line);
bool kiln_usable_ray(const kiln_ray *ray); ///< t_max >= 0, infinity too
bool kiln_usable_segment(const kiln_segment *segment);
bool kiln_usable_plane(const kiln_plane *plane);
bool kiln_usable_sphere(const kiln_sphere *sphere);
bool kiln_usable_capsule(const kiln_capsule *capsule);
bool kiln_usable_aabb(const kiln_aabb *aabb);
bool kiln_usable_obb(const kiln_obb *obb);
bool kiln_usable_rectangle(const kiln_rectangle *rectangle);
bool kiln_usable_triangle(const kiln_triangle *triangle);
bool kiln_usable_quad(const kiln_quad *quad);
bool kiln_usable_polygon(const kiln_polygon *polygon);
bool kiln_usable_tetrahedron(const kiln_tetrahedron *tetrahedron);
bool kiln_usable_cylinder(const kiln_cylinder *cylinder);
bool kiln_usable_cone(const kiln_cone *cone);
bool kiln_usable_ellipsoid(const kiln_ellipsoid *ellipsoid);
bool kiln_usable_rss(const kiln_rss *rss);
bool kiln_usable_kdop(const kiln_kdop *kdop, uint32_t k); ///< and k one of those of kiln/bounds.h
bool kiln_usable_polyhedron(const kiln_polyhedron *polyhedron);

#endif
