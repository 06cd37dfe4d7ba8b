// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"

#include "bounds/core.h"
#include "shape/height.h"
#include "shape/usable.h"

// Every shape here is the hull of a few points, some with an equal reach along the normal on all sides. A plane meets
// the shape if its heights above the plane run from below 0 to above. A half-space meets it if the heights begin below
// 0 (Ericson 2005, 5.2.2 to 5.2.4). The unit of length is the normal's length, which need not be 1.

typedef struct heights
{
	double low, high;
} heights;

#define NO_HEIGHTS ((heights){HUGE_VAL, -HUGE_VAL})

/// Adds a point and `reach` around it, both with relative errors of 2^-46. The margin keeps the sign of a height
/// without reach: points decide exactly.
static heights take(heights h, const kiln_plane *plane, kiln_vec3 point, double reach)
{
	double height = kiln_plane_height(plane, &point), margin = 0x1p-45 * (fabs(height) + reach);
	return (heights){kiln_double_min(h.low, height - reach - margin), kiln_double_max(h.high, height + reach + margin)};
}

static bool on_both_sides(heights h)
{
	return h.low <= 0 && h.high >= 0;
}

static bool reaches_below(heights h)
{
	return h.low <= 0;
}

static heights of_points(const kiln_plane *plane, const kiln_vec3 *points, uint32_t count)
{
	heights h = NO_HEIGHTS;
	for (uint32_t i = 0; i < count; ++i)
		h = take(h, plane, points[i], 0);
	return h;
}

static heights of_segment(const kiln_plane *plane, const kiln_segment *segment)
{
	return take(take(NO_HEIGHTS, plane, segment->a, 0), plane, segment->b, 0);
}

static double normal_length(const kiln_plane *plane)
{
	return sqrt(kiln_d3_length2(kiln_d3_from(plane->normal)));
}

static heights of_sphere(const kiln_plane *plane, const kiln_sphere *sphere)
{
	return take(NO_HEIGHTS, plane, sphere->center, (double)sphere->radius * normal_length(plane));
}

static heights of_capsule(const kiln_plane *plane, const kiln_capsule *capsule)
{
	double reach = (double)capsule->radius * normal_length(plane);
	return take(take(NO_HEIGHTS, plane, capsule->a, reach), plane, capsule->b, reach);
}

/// The corners farthest along the normal and against it, which are stored numbers.
static heights of_aabb(const kiln_plane *plane, const kiln_aabb *aabb)
{
	kiln_vec3 n = plane->normal, low = aabb->min, high = aabb->max;
	kiln_vec3 below = {n.x < 0 ? high.x : low.x, n.y < 0 ? high.y : low.y, n.z < 0 ? high.z : low.z};
	kiln_vec3 above = {n.x < 0 ? low.x : high.x, n.y < 0 ? low.y : high.y, n.z < 0 ? low.z : high.z};
	return take(take(NO_HEIGHTS, plane, below, 0), plane, above, 0);
}

/// How far a vector adds along the normal on either side, with room for rounding where terms cancel.
static double reach_of(const kiln_plane *plane, kiln_d3 v)
{
	kiln_d3 n = kiln_d3_from(plane->normal);
	return fabs(kiln_d3_dot(n, v)) + 0x1p-50 * kiln_d3_dot(kiln_d3_sizes(n), kiln_d3_sizes(v));
}

static kiln_d3 scaled(kiln_vec3 axis, float size)
{
	return kiln_d3_scale(kiln_d3_from(axis), (double)size);
}

static heights of_obb(const kiln_plane *plane, const kiln_obb *obb)
{
	double reach = 0;
	for (int i = 0; i < 3; ++i)
		reach += reach_of(plane, scaled(obb->axes[i], obb->half_extents[i]));
	return take(NO_HEIGHTS, plane, obb->center, reach);
}

static heights of_rectangle(const kiln_plane *plane, const kiln_rectangle *rectangle)
{
	double reach = 0;
	for (int i = 0; i < 2; ++i)
		reach += reach_of(plane, scaled(rectangle->axes[i], rectangle->half_extents[i]));
	return take(NO_HEIGHTS, plane, rectangle->center, reach);
}

/// The support of the ellipsoid: the length of the vector of the reaches of its radii.
static heights of_ellipsoid(const kiln_plane *plane, const kiln_ellipsoid *ellipsoid)
{
	double reach2 = 0;
	for (int i = 0; i < 3; ++i)
	{
		double reach = reach_of(plane, scaled(ellipsoid->axes[i], ellipsoid->radii[i]));
		reach2 += reach * reach;
	}
	return take(NO_HEIGHTS, plane, ellipsoid->center, sqrt(reach2));
}

/// How far a disc of radius 1 around the axis from a to b reaches along the normal: the normal's length times the sine
/// of the angle between them. For equal ends, which make a ball, the whole length.
static double disc_reach(const kiln_plane *plane, kiln_vec3 a, kiln_vec3 b)
{
	double length = normal_length(plane);
	kiln_d3 axis = kilni_d3_unit(kiln_d3_sub(kiln_d3_from(b), kiln_d3_from(a)));
	if (kiln_d3_length2(axis) == 0)
		return length;
	double across = sqrt(kiln_d3_length2(kiln_d3_cross(kiln_d3_from(plane->normal), axis)));
	return across + 0x1p-49 * length;
}

static heights of_cylinder(const kiln_plane *plane, const kiln_cylinder *cylinder)
{
	double reach = (double)cylinder->radius * disc_reach(plane, cylinder->a, cylinder->b);
	return take(take(NO_HEIGHTS, plane, cylinder->a, reach), plane, cylinder->b, reach);
}

static heights of_cone(const kiln_plane *plane, const kiln_cone *cone)
{
	double reach = (double)cone->radius * disc_reach(plane, cone->apex, cone->base);
	return take(take(NO_HEIGHTS, plane, cone->apex, 0), plane, cone->base, reach);
}

static heights of_rss(const kiln_plane *plane, const kiln_rss *rss)
{
	// The reach from the corner at the origin: what the edges add on either side.
	kiln_d3 n = kiln_d3_from(plane->normal);
	double radius = (double)rss->radius * normal_length(plane), height = kiln_plane_height(plane, &rss->origin);
	heights h = {height - radius, height + radius};
	double margin = 0x1p-45 * (fabs(height) + radius);
	for (int i = 0; i < 2; ++i)
	{
		kiln_d3 edge = kiln_d3_from(rss->edges[i]);
		double along = kiln_d3_dot(n, edge);
		h.low += kiln_double_min(along, 0);
		h.high += kiln_double_max(along, 0);
		margin += 0x1p-45 * kiln_d3_dot(kiln_d3_sizes(n), kiln_d3_sizes(edge));
	}
	return (heights){h.low - margin, h.high + margin};
}

/// The corners of the faces; a vertex without a face is not part of the polyhedron.
static heights of_polyhedron(const kiln_plane *plane, const kiln_polyhedron *polyhedron)
{
	heights h = NO_HEIGHTS;
	uint32_t count = polyhedron->face_first[polyhedron->face_count];
	for (uint32_t i = 0; i < count; ++i)
		h = take(h, plane, polyhedron->vertices[polyhedron->face_vertices[i]], 0);
	return h;
}

bool kiln_overlaps_segment_plane(const kiln_segment *a, const kiln_plane *b)
{
	return !kilni_usable_segment(a) || !kilni_usable_plane(b) || on_both_sides(of_segment(b, a));
}

bool kiln_overlaps_segment_halfspace(const kiln_segment *a, const kiln_plane *b)
{
	return !kilni_usable_segment(a) || !kilni_usable_plane(b) || reaches_below(of_segment(b, a));
}

bool kiln_overlaps_plane_sphere(const kiln_plane *a, const kiln_sphere *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_sphere(b) || on_both_sides(of_sphere(a, b));
}

bool kiln_overlaps_plane_capsule(const kiln_plane *a, const kiln_capsule *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_capsule(b) || on_both_sides(of_capsule(a, b));
}

bool kiln_overlaps_plane_aabb(const kiln_plane *a, const kiln_aabb *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_aabb(b) || on_both_sides(of_aabb(a, b));
}

bool kiln_overlaps_plane_obb(const kiln_plane *a, const kiln_obb *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_obb(b) || on_both_sides(of_obb(a, b));
}

bool kiln_overlaps_plane_rectangle(const kiln_plane *a, const kiln_rectangle *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_rectangle(b) || on_both_sides(of_rectangle(a, b));
}

bool kiln_overlaps_plane_triangle(const kiln_plane *a, const kiln_triangle *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_triangle(b) || on_both_sides(of_points(a, b->corners, 3));
}

bool kiln_overlaps_plane_quad(const kiln_plane *a, const kiln_quad *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_quad(b) || on_both_sides(of_points(a, b->corners, 4));
}

bool kiln_overlaps_plane_polygon(const kiln_plane *a, const kiln_polygon *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_polygon(b) || on_both_sides(of_points(a, b->corners, b->count));
}

bool kiln_overlaps_plane_tetrahedron(const kiln_plane *a, const kiln_tetrahedron *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_tetrahedron(b) || on_both_sides(of_points(a, b->corners, 4));
}

bool kiln_overlaps_plane_cylinder(const kiln_plane *a, const kiln_cylinder *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_cylinder(b) || on_both_sides(of_cylinder(a, b));
}

bool kiln_overlaps_plane_cone(const kiln_plane *a, const kiln_cone *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_cone(b) || on_both_sides(of_cone(a, b));
}

bool kiln_overlaps_plane_ellipsoid(const kiln_plane *a, const kiln_ellipsoid *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_ellipsoid(b) || on_both_sides(of_ellipsoid(a, b));
}

bool kiln_overlaps_plane_rss(const kiln_plane *a, const kiln_rss *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_rss(b) || on_both_sides(of_rss(a, b));
}

bool kiln_overlaps_plane_polyhedron(const kiln_plane *a, const kiln_polyhedron *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_polyhedron(b) || on_both_sides(of_polyhedron(a, b));
}

bool kiln_overlaps_halfspace_sphere(const kiln_plane *a, const kiln_sphere *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_sphere(b) || reaches_below(of_sphere(a, b));
}

bool kiln_overlaps_halfspace_capsule(const kiln_plane *a, const kiln_capsule *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_capsule(b) || reaches_below(of_capsule(a, b));
}

bool kiln_overlaps_halfspace_aabb(const kiln_plane *a, const kiln_aabb *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_aabb(b) || reaches_below(of_aabb(a, b));
}

bool kiln_overlaps_halfspace_obb(const kiln_plane *a, const kiln_obb *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_obb(b) || reaches_below(of_obb(a, b));
}

bool kiln_overlaps_halfspace_rectangle(const kiln_plane *a, const kiln_rectangle *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_rectangle(b) || reaches_below(of_rectangle(a, b));
}

bool kiln_overlaps_halfspace_triangle(const kiln_plane *a, const kiln_triangle *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_triangle(b) || reaches_below(of_points(a, b->corners, 3));
}

bool kiln_overlaps_halfspace_quad(const kiln_plane *a, const kiln_quad *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_quad(b) || reaches_below(of_points(a, b->corners, 4));
}

bool kiln_overlaps_halfspace_polygon(const kiln_plane *a, const kiln_polygon *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_polygon(b) || reaches_below(of_points(a, b->corners, b->count));
}

bool kiln_overlaps_halfspace_tetrahedron(const kiln_plane *a, const kiln_tetrahedron *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_tetrahedron(b) || reaches_below(of_points(a, b->corners, 4));
}

bool kiln_overlaps_halfspace_cylinder(const kiln_plane *a, const kiln_cylinder *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_cylinder(b) || reaches_below(of_cylinder(a, b));
}

bool kiln_overlaps_halfspace_cone(const kiln_plane *a, const kiln_cone *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_cone(b) || reaches_below(of_cone(a, b));
}

bool kiln_overlaps_halfspace_ellipsoid(const kiln_plane *a, const kiln_ellipsoid *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_ellipsoid(b) || reaches_below(of_ellipsoid(a, b));
}

bool kiln_overlaps_halfspace_rss(const kiln_plane *a, const kiln_rss *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_rss(b) || reaches_below(of_rss(a, b));
}

bool kiln_overlaps_halfspace_polyhedron(const kiln_plane *a, const kiln_polyhedron *b)
{
	return !kilni_usable_plane(a) || !kilni_usable_polyhedron(b) || reaches_below(of_polyhedron(a, b));
}
