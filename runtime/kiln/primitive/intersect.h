// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_INTERSECT_H
#define KILN_PRIMITIVE_INTERSECT_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where lines, rays and segments meet shapes (Ericson 2005, 5.3). A line reaches from -infinity to infinity, a ray from
/// 0 to t_max (0 or infinity: no limit; its flags are not looked at), a segment from 0 to 1; one whose ends are equal is
/// the point that it is. Touching is a hit.
///
/// t is the first point that both have and `leave` the last one, neither before the path begins nor behind its end.
/// Solids contain their inside: a ray or segment that begins in one, exactly where kiln_point_in_* of its origin or
/// first end says so, is `inside`, with t 0, the point where it begins, and for want of a surface the normal against its
/// direction. Lines never begin. Surfaces (plane, rectangle, triangle, quad, polygon) are met from both sides; `back`
/// tells when from behind.
///
/// Where there is no normal, on solids without thickness and surfaces without area, it is the one against the direction; a
/// segment without length that is inside has none, zero. A t beyond FLT_MAX is no hit. Shapes that are not usable
/// (shapes.h), and NULL, are not hit.
///
/// Computed in double from where the line is near the shape (Haines, Guenther, Akenine-Moller 2019) and rounded once, so
/// that far origins lose nothing: t, `leave` and point are those of a shape that is off by some 2^-44 of its size and its
/// distance from the origin. Triangles and what is made of them (quad, tetrahedron, polyhedron), planes and half-spaces
/// are decided by exact signs. The other shapes are taken to be thicker by what rounding may take away, some 2^-46 of
/// their size and distance: a path that touches is never lost. The order of a shape's corners changes no verdict.

/// By the heights of both ends, or of the origin and of the direction, over the plane, which are of exact sign (Ericson
/// 2005, 5.3.1). In the plane, all of the path: t and `leave` are its ends, infinite where it has none, and the point is
/// where it is at time 0.
KILN_API kiln_intersection kiln_intersect_line_plane(const kiln_line *a, const kiln_plane *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_plane(const kiln_ray *a, const kiln_plane *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_plane(const kiln_segment *a, const kiln_plane *b);

/// A solid: all points behind the plane. A path that leaves it or comes to it from without end has an infinite t or
/// `leave`; `point` is then where a line crosses the plane, or where it is at time 0 when it never does. Exact.
KILN_API kiln_intersection kiln_intersect_line_halfspace(const kiln_line *a, const kiln_plane *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_halfspace(const kiln_ray *a, const kiln_plane *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_halfspace(const kiln_segment *a, const kiln_plane *b);

/// By the distance at which the line passes the center (Ericson 2005, 5.3.2; Haines et al. 2019). Radius 0: a point.
KILN_API kiln_intersection kiln_intersect_line_sphere(const kiln_line *a, const kiln_sphere *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_sphere(const kiln_ray *a, const kiln_sphere *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_sphere(const kiln_segment *a, const kiln_sphere *b);

/// As its two balls and the cylinder between them, of which the first way in and the last way out count.
KILN_API kiln_intersection kiln_intersect_line_capsule(const kiln_line *a, const kiln_capsule *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_capsule(const kiln_ray *a, const kiln_capsule *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_capsule(const kiln_segment *a, const kiln_capsule *b);

/// By slabs (Kay and Kajiya 1986; Ericson 2005, 5.3.3). face: 0 min x, 1 max x, 2 min y, .. 5 max z.
KILN_API kiln_intersection kiln_intersect_line_aabb(const kiln_line *a, const kiln_aabb *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_aabb(const kiln_ray *a, const kiln_aabb *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_aabb(const kiln_segment *a, const kiln_aabb *b);

/// By slabs along the normals of its faces, which need not be its axes where these are off right angles. face: 2 i where
/// axes[i] leads inward, 2 i + 1 where it leads outward.
KILN_API kiln_intersection kiln_intersect_line_obb(const kiln_line *a, const kiln_obb *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_obb(const kiln_ray *a, const kiln_obb *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_obb(const kiln_segment *a, const kiln_obb *b);

/// By its plane and the slabs of its sides. In the plane, from the side where the path comes in to where it leaves.
KILN_API kiln_intersection kiln_intersect_line_rectangle(const kiln_line *a, const kiln_rectangle *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_rectangle(const kiln_ray *a, const kiln_rectangle *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_rectangle(const kiln_segment *a, const kiln_rectangle *b);

/// Watertight: no path slips between triangles that share an edge or a corner, whatever their order. By the signs of
/// volumes that the line makes with the edges (Ericson 2005, 5.3.4; Moeller and Trumbore 1997), in double where error
/// bounds decide, else exactly (Shewchuk 1997). In the plane, from edge to edge. Triangles may be segments and points.
/// Only t_max is compared to rounding.
KILN_API kiln_intersection kiln_intersect_line_triangle(const kiln_line *a, const kiln_triangle *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_triangle(const kiln_ray *a, const kiln_triangle *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_triangle(const kiln_segment *a, const kiln_triangle *b);

/// The first of its two triangles; `leave` is the other's where both are met. As watertight as triangles are.
KILN_API kiln_intersection kiln_intersect_line_quad(const kiln_line *a, const kiln_quad *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_quad(const kiln_ray *a, const kiln_quad *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_quad(const kiln_segment *a, const kiln_quad *b);

/// By the plane through its corners' mean (Newell; Sutherland, Sproull, Schumacker 1974), and whether the point there
/// is in the polygon (Ericson 2005, 5.4.1), convex or concave. In the plane, the first and the last point; what lies
/// between need not be in a concave polygon. Without area it is its edges, decided exactly.
KILN_API kiln_intersection kiln_intersect_line_polygon(const kiln_line *a, const kiln_polygon *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_polygon(const kiln_ray *a, const kiln_polygon *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_polygon(const kiln_segment *a, const kiln_polygon *b);

/// The first and the last of its faces, which are triangles: exact, flat ones too. face: the number of the corner that
/// it lacks.
KILN_API kiln_intersection kiln_intersect_line_tetrahedron(const kiln_line *a, const kiln_tetrahedron *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_tetrahedron(const kiln_ray *a, const kiln_tetrahedron *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_tetrahedron(const kiln_segment *a, const kiln_tetrahedron *b);

/// Between its caps and in its side (Ericson 2005, 5.3.7), whose discriminant is taken as a difference of squares of
/// lengths.
KILN_API kiln_intersection kiln_intersect_line_cylinder(const kiln_line *a, const kiln_cylinder *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_cylinder(const kiln_ray *a, const kiln_cylinder *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_cylinder(const kiln_segment *a, const kiln_cylinder *b);

/// The same with a side that narrows to the apex; only the half of the double cone counts that is the solid. The normal
/// at the apex leads away from the base.
KILN_API kiln_intersection kiln_intersect_line_cone(const kiln_line *a, const kiln_cone *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_cone(const kiln_ray *a, const kiln_cone *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_cone(const kiln_segment *a, const kiln_cone *b);

/// By coordinates divided by the radii, in which it is a ball. Radii of 0 make discs, segments and points.
KILN_API kiln_intersection kiln_intersect_line_ellipsoid(const kiln_line *a, const kiln_ellipsoid *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_ellipsoid(const kiln_ray *a, const kiln_ellipsoid *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_ellipsoid(const kiln_segment *a, const kiln_ellipsoid *b);

/// As the slab over its rectangle, the four cylinders around its edges and the four balls at its corners, of which the
/// first way in and the last way out count.
KILN_API kiln_intersection kiln_intersect_line_rss(const kiln_line *a, const kiln_rss *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_rss(const kiln_ray *a, const kiln_rss *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_rss(const kiln_segment *a, const kiln_rss *b);

/// By the slabs of its axes (Kay and Kajiya 1986; Ericson 2005, 4.6.1). face: 2 i for min[i], 2 i + 1 for max[i]. Nothing
/// is hit for a number that is no k.
KILN_API kiln_intersection kiln_intersect_line_kdop(const kiln_line *a, const kiln_kdop *b, uint32_t k);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_kdop(const kiln_ray *a, const kiln_kdop *b, uint32_t k);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_kdop(const kiln_segment *a, const kiln_kdop *b, uint32_t k);

/// By its faces, each a fan of triangles from its first corner: exact and watertight, and right for any closed surface,
/// convex or not. `leave` is the last point of the path in it; between, it may leave and come in again. Linear in the
/// number of corners; asks kiln_point_in_polyhedron whether the path begins inside.
KILN_API kiln_intersection kiln_intersect_line_polyhedron(const kiln_line *a, const kiln_polyhedron *b);
/// The same for a ray.
KILN_API kiln_intersection kiln_intersect_ray_polyhedron(const kiln_ray *a, const kiln_polyhedron *b);
/// The same for a segment.
KILN_API kiln_intersection kiln_intersect_segment_polyhedron(const kiln_segment *a, const kiln_polyhedron *b);

#ifdef __cplusplus
}
#endif

#endif
