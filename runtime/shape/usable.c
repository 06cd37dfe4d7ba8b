// SPDX-License-Identifier: MIT
#include "usable.h"

// Of simd/simd8.h.
#define KILN_BACKEND_BASE
#include "bounds/kdop_axes.h"
#include "simd/simd8.h"

#include <math.h>
#include <string.h>

static int in_range(float x)
{
	return fabsf(x) <= KILN_COORDINATE_MAX;
}

/// Whether all coordinates are in range, eight at a time.
static bool all_in_range(const kiln_vec3 *points, uint32_t count)
{
	if (!points)
		return false;
	const float *at = &points->x;
	const f8 most = f8_set1(KILN_COORDINATE_MAX);
	size_t rest = 3 * (size_t)count;
	m8 all = m8_eq(most, most);
	for (; rest >= 8; rest -= 8, at += 8)
		all = m8_and(all, m8_le(f8_abs(f8_load(at)), most));
	bool good = m8_bits(all) == 0xff;
	for (; rest > 0; --rest, ++at)
		good = good && in_range(*at);
	return good;
}

static bool is_size(float x)
{
	return x >= 0 && x <= KILN_COORDINATE_MAX;
}

static bool leads_somewhere(const kiln_vec3 *v)
{
	return all_in_range(v, 1) && (v->x != 0 || v->y != 0 || v->z != 0);
}

/// Whether two axes are unit and perpendicular, to 2^-10. Numbers that are not finite fail.
static inline bool orthonormal(kiln_d3 a, kiln_d3 b)
{
	return fabs(kiln_d3_length2(a) - 1) <= 0x1p-9 && fabs(kiln_d3_length2(b) - 1) <= 0x1p-9 &&
		   fabs(kiln_d3_dot(a, b)) <= 0x1p-10;
}

bool kilni_usable_point(const kiln_vec3 *point)
{
	return all_in_range(point, 1);
}

bool kilni_usable_points(const kiln_vec3 *points, uint32_t count)
{
	return all_in_range(points, count);
}

bool kilni_usable_line(const kiln_line *line)
{
	return line && all_in_range(&line->point, 1) && leads_somewhere(&line->direction);
}

bool kilni_usable_ray(const kiln_ray *ray)
{
	return ray && all_in_range(&ray->origin, 1) && leads_somewhere(&ray->direction) && ray->t_max >= 0;
}

bool kilni_usable_segment(const kiln_segment *segment)
{
	return segment && all_in_range(&segment->a, 1) && all_in_range(&segment->b, 1);
}

bool kilni_usable_plane(const kiln_plane *plane)
{
	if (!plane || !leads_somewhere(&plane->normal))
		return false;
	// A plane through a point with usable coordinates keeps this limit: each of the three products is at most
	// KILN_COORDINATE_MAX times the largest component.
	return fabs((double)plane->d) <= 4 * (double)KILN_COORDINATE_MAX * kiln_d3_largest(kiln_d3_from(plane->normal));
}

bool kilni_usable_sphere(const kiln_sphere *sphere)
{
	return sphere && all_in_range(&sphere->center, 1) && is_size(sphere->radius);
}

bool kilni_usable_capsule(const kiln_capsule *capsule)
{
	return capsule && all_in_range(&capsule->a, 1) && all_in_range(&capsule->b, 1) && is_size(capsule->radius);
}

bool kilni_usable_aabb(const kiln_aabb *aabb)
{
	return aabb && all_in_range(&aabb->min, 1) && all_in_range(&aabb->max, 1) && aabb->min.x <= aabb->max.x &&
		   aabb->min.y <= aabb->max.y && aabb->min.z <= aabb->max.z;
}

/// Whether a center, three axes and three sizes are usable, one behind the other. Boxes are common shapes of queries: numbers
/// are tested eight at a time. Unit axes are in range.
static inline bool usable_axes(const float at[15])
{
	const f8 most = f8_set1(KILN_COORDINATE_MAX), first = f8_load(at), last = f8_load(at + 7);
	const uint32_t in_range = m8_bits(m8_le(f8_abs(first), most)) & m8_bits(m8_le(f8_abs(last), most));
	const uint32_t sizes = m8_bits(m8_ge(last, f8_set1(0))) >> 5;
	const kiln_d3 x = kiln_d3_from_floats(at + 3), y = kiln_d3_from_floats(at + 6), z = kiln_d3_from_floats(at + 9);
	return in_range == 0xff && sizes == 7 && orthonormal(x, y) && orthonormal(y, z) &&
		   fabs(kiln_d3_dot(x, z)) <= 0x1p-10;
}

bool kilni_usable_obb(const kiln_obb *obb)
{
	static_assert(sizeof(kiln_obb) == 15 * sizeof(float), "center, axes and half extents");
	return obb && usable_axes((const float *)obb);
}

bool kilni_usable_rectangle(const kiln_rectangle *rectangle)
{
	return rectangle && all_in_range(&rectangle->center, 1) &&
		   orthonormal(kiln_d3_from(rectangle->axes[0]), kiln_d3_from(rectangle->axes[1])) &&
		   is_size(rectangle->half_extents[0]) && is_size(rectangle->half_extents[1]);
}

bool kilni_usable_triangle(const kiln_triangle *triangle)
{
	return triangle && all_in_range(triangle->corners, 3);
}

bool kilni_usable_quad(const kiln_quad *quad)
{
	return quad && all_in_range(quad->corners, 4);
}

bool kilni_usable_polygon(const kiln_polygon *polygon)
{
	return polygon && polygon->count >= 3 && all_in_range(polygon->corners, polygon->count);
}

bool kilni_usable_tetrahedron(const kiln_tetrahedron *tetrahedron)
{
	return tetrahedron && all_in_range(tetrahedron->corners, 4);
}

bool kilni_usable_cylinder(const kiln_cylinder *cylinder)
{
	return cylinder && all_in_range(&cylinder->a, 1) && all_in_range(&cylinder->b, 1) && is_size(cylinder->radius);
}

bool kilni_usable_cone(const kiln_cone *cone)
{
	return cone && all_in_range(&cone->apex, 1) && all_in_range(&cone->base, 1) && is_size(cone->radius);
}

bool kilni_usable_ellipsoid(const kiln_ellipsoid *ellipsoid)
{
	static_assert(sizeof(kiln_ellipsoid) == 15 * sizeof(float), "center, axes and radii");
	return ellipsoid && usable_axes((const float *)ellipsoid);
}

bool kilni_usable_rss(const kiln_rss *rss)
{
	return rss && all_in_range(&rss->origin, 1) && all_in_range(rss->edges, 2) && is_size(rss->radius);
}

bool kilni_usable_kdop(const kiln_kdop *kdop, uint32_t k)
{
	kiln_kdop_slots slots;
	int list[KILN_KDOP_AXES];
	if (!kdop || !kiln_kdop_slots_of(k, &slots))
		return false;
	bool good = true;
	for (int i = kiln_kdop_list(&slots, list) - 1; i >= 0; --i)
	{
		float low = kdop->min[list[i]], high = kdop->max[list[i]];
		good = good && kiln_float_finite(low) && kiln_float_finite(high) && low <= high;
	}
	return good;
}

bool kilni_usable_polyhedron(const kiln_polyhedron *polyhedron)
{
	if (!polyhedron || polyhedron->vertex_count < 4 || polyhedron->face_count < 4 || !polyhedron->face_first ||
		!polyhedron->face_vertices || polyhedron->face_first[0] != 0 ||
		!all_in_range(polyhedron->vertices, polyhedron->vertex_count))
		return false;
	for (uint32_t i = 0; i < polyhedron->face_count; ++i)
	{
		uint32_t first = polyhedron->face_first[i], end = polyhedron->face_first[i + 1];
		if (end < first || end - first < 3)
			return false;
		for (uint32_t j = first; j < end; ++j)
			if (polyhedron->face_vertices[j] >= polyhedron->vertex_count)
				return false;
	}
	return true;
}
