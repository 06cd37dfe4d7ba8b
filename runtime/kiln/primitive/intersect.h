// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_INTERSECT_H
#define KILN_PRIMITIVE_INTERSECT_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Intersections of lines, rays and segments with shapes (Ericson 2005, 5.3). A line reaches from -infinity to
/// infinity, a ray from 0 to t_max (0 or infinity: no limit; its flags are ignored), a segment from 0 to 1. A segment
/// with equal ends is a point. The comments call each of them a path. Touching is a hit.
///
/// t is the first common point and `leave` the last one, within the range of the path. Solids contain their inside. A
/// ray or segment is `inside` where it begins in a solid, exactly where kiln_point_in_* of its origin or first end is
/// true. Then t is 0, the point is where the path begins, and the normal points against the direction, because there is
/// no surface. A line has no beginning. Surfaces (plane, rectangle, triangle, quad, polygon) are met from both sides;
/// `back` reports a hit from behind.
///
/// Solids without thickness and surfaces without area have no normal: the result is the normal against the direction;
/// zero for a segment without length that is inside. A t beyond FLT_MAX is no hit. Shapes that are not usable
/// (shapes.h), and NULL, are not hit.
///
/// Functions compute in double, from where the line is near the shape (Haines, Guenther, Akenine-Moller 2019), and
/// round once, so that far origins lose nothing. t, `leave` and point are those of a shape that is off by some 2^-44 of
/// its size and of its distance from the origin. Exact signs decide triangles and the shapes of triangles (quad,
/// tetrahedron, polyhedron), planes and half-spaces. Other shapes are widened by the rounding, some 2^-46 of their size
/// and distance: a path that touches is never lost. The order of a shape's corners changes no verdict.

/// Compares the exact signs of the heights of both ends, or of the origin and of the direction, over the plane (Ericson
/// 2005, 5.3.1). In the plane the whole path is common: t and `leave` are its ends, infinite where the path has no end,
/// and the point is that at time 0.
KILN_API kiln_intersection kiln_intersect_line_plane(const kiln_line *a, const kiln_plane *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_plane(const kiln_ray *a, const kiln_plane *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_plane(const kiln_segment *a, const kiln_plane *b);

/// Takes the half-space as a solid: all points behind the plane. Where the path has no end inside, t or `leave` is
/// infinite; `point` is then where a line crosses the plane, or the point at time 0 where the line never does. Exact.
KILN_API kiln_intersection kiln_intersect_line_halfspace(const kiln_line *a, const kiln_plane *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_halfspace(const kiln_ray *a, const kiln_plane *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_halfspace(const kiln_segment *a, const kiln_plane *b);

/// Computes the distance at which the line passes the center (Ericson 2005, 5.3.2; Haines et al. 2019). Radius 0: a
/// point.
KILN_API kiln_intersection kiln_intersect_line_sphere(const kiln_line *a, const kiln_sphere *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_sphere(const kiln_ray *a, const kiln_sphere *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_sphere(const kiln_segment *a, const kiln_sphere *b);

/// Tests the two balls and the cylinder between them; the first entry and the last exit count.
KILN_API kiln_intersection kiln_intersect_line_capsule(const kiln_line *a, const kiln_capsule *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_capsule(const kiln_ray *a, const kiln_capsule *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_capsule(const kiln_segment *a, const kiln_capsule *b);

/// Clips against slabs (Kay and Kajiya 1986; Ericson 2005, 5.3.3). face: 0 min x, 1 max x, 2 min y, .. 5 max z.
KILN_API kiln_intersection kiln_intersect_line_aabb(const kiln_line *a, const kiln_aabb *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_aabb(const kiln_ray *a, const kiln_aabb *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_aabb(const kiln_segment *a, const kiln_aabb *b);

/// Clips against slabs along the normals of the faces, which differ from the axes where these are not quite
/// perpendicular. face: 2 i where axes[i] leads inward, 2 i + 1 where it leads outward.
KILN_API kiln_intersection kiln_intersect_line_obb(const kiln_line *a, const kiln_obb *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_obb(const kiln_ray *a, const kiln_obb *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_obb(const kiln_segment *a, const kiln_obb *b);

/// Tests the plane of the rectangle and the slabs of its sides. In the plane, from the side where the path enters to
/// the side where it leaves.
KILN_API kiln_intersection kiln_intersect_line_rectangle(const kiln_line *a, const kiln_rectangle *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_rectangle(const kiln_ray *a, const kiln_rectangle *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_rectangle(const kiln_segment *a, const kiln_rectangle *b);

/// Decides by the signs of the volumes that the line makes with the edges (Ericson 2005, 5.3.4; Moeller and Trumbore
/// 1997), in double where error bounds decide, else exactly (Shewchuk 1997). Watertight: no path slips between
/// triangles that share an edge or a corner, whatever their order. In the plane, from edge to edge. Triangles may be
/// segments and points. Only the comparison with t_max has rounding.
KILN_API kiln_intersection kiln_intersect_line_triangle(const kiln_line *a, const kiln_triangle *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_triangle(const kiln_ray *a, const kiln_triangle *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_triangle(const kiln_segment *a, const kiln_triangle *b);

/// Finds the first hit of the two triangles; where both are met, `leave` is that of the other. As watertight as
/// triangles.
KILN_API kiln_intersection kiln_intersect_line_quad(const kiln_line *a, const kiln_quad *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_quad(const kiln_ray *a, const kiln_quad *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_quad(const kiln_segment *a, const kiln_quad *b);

/// Tests the plane through the mean of the corners (Newell; Sutherland, Sproull, Schumacker 1974), and whether the
/// point there is in the polygon (Ericson 2005, 5.4.1), convex or concave. In the plane, the first and the last common
/// point; a concave polygon may not contain all points between them. A polygon without area is its edges, decided
/// exactly.
KILN_API kiln_intersection kiln_intersect_line_polygon(const kiln_line *a, const kiln_polygon *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_polygon(const kiln_ray *a, const kiln_polygon *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_polygon(const kiln_segment *a, const kiln_polygon *b);

/// Finds the first and the last of the faces, which are triangles: exact, also for flat tetrahedra. face: the number of
/// the corner that the face lacks.
KILN_API kiln_intersection kiln_intersect_line_tetrahedron(const kiln_line *a, const kiln_tetrahedron *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_tetrahedron(const kiln_ray *a, const kiln_tetrahedron *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_tetrahedron(const kiln_segment *a, const kiln_tetrahedron *b);

/// Clips between the caps and in the side (Ericson 2005, 5.3.7). The discriminant is a difference of squares of
/// lengths.
KILN_API kiln_intersection kiln_intersect_line_cylinder(const kiln_line *a, const kiln_cylinder *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_cylinder(const kiln_ray *a, const kiln_cylinder *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_cylinder(const kiln_segment *a, const kiln_cylinder *b);

/// Clips as for a cylinder, with a side that narrows to the apex; only one half of the double cone is the solid. The
/// normal at the apex leads away from the base.
KILN_API kiln_intersection kiln_intersect_line_cone(const kiln_line *a, const kiln_cone *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_cone(const kiln_ray *a, const kiln_cone *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_cone(const kiln_segment *a, const kiln_cone *b);

/// Divides coordinates by the radii, which makes the ellipsoid a ball. Radii of 0 make discs, segments and points.
KILN_API kiln_intersection kiln_intersect_line_ellipsoid(const kiln_line *a, const kiln_ellipsoid *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_ellipsoid(const kiln_ray *a, const kiln_ellipsoid *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_ellipsoid(const kiln_segment *a, const kiln_ellipsoid *b);

/// Tests the slab over the rectangle, the four cylinders around its edges and the four balls at its corners; the first
/// entry and the last exit count.
KILN_API kiln_intersection kiln_intersect_line_rss(const kiln_line *a, const kiln_rss *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_rss(const kiln_ray *a, const kiln_rss *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_rss(const kiln_segment *a, const kiln_rss *b);

/// Clips against the slabs of the axes (Kay and Kajiya 1986; Ericson 2005, 4.6.1). face: 2 i for min[i], 2 i + 1 for
/// max[i]. With an invalid k nothing is hit.
KILN_API kiln_intersection kiln_intersect_line_kdop(const kiln_line *a, const kiln_kdop *b, uint32_t k);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_kdop(const kiln_ray *a, const kiln_kdop *b, uint32_t k);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_kdop(const kiln_segment *a, const kiln_kdop *b, uint32_t k);

/// Tests each face as a fan of triangles from its first corner: exact and watertight, for any closed surface, convex or
/// not. `leave` is the last common point; the path may leave and enter again before. Linear in the number of corners.
/// kiln_point_in_polyhedron decides whether the path begins inside.
KILN_API kiln_intersection kiln_intersect_line_polyhedron(const kiln_line *a, const kiln_polyhedron *b);
/// Tests a ray in the same way.
KILN_API kiln_intersection kiln_intersect_ray_polyhedron(const kiln_ray *a, const kiln_polyhedron *b);
/// Tests a segment in the same way.
KILN_API kiln_intersection kiln_intersect_segment_polyhedron(const kiln_segment *a, const kiln_polyhedron *b);

#ifdef __cplusplus
}
#endif

#endif
