// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"

#include "bounds/core.h"
#include "kiln/primitive/point.h"
#include "math/orient_double.h"
#include "shape/near.h"
#include "shape/usable.h"

/// Whether a distance is at most the radius. The distance is right to 2^-48 of the coordinate differences that entered;
/// these are at most `size`, or at most the distance and radius.
static bool within(double distance, float radius, double size)
{
	double r = (double)radius;
	return distance <= r + 0x1p-47 * (size + distance + r);
}

bool kiln_overlaps_sphere_rectangle(const kiln_sphere *a, const kiln_rectangle *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_rectangle(b))
		return true;
	kiln_core first = kiln_core_of_sphere(a), second = {.anchor = kiln_d3_from(b->center), .count = 2};
	for (int i = 0; i < 2; ++i)
		second.side[i] = kiln_d3_scale(kiln_d3_from(b->axes[i]), (double)b->half_extents[i]);
	kiln_frame frame = kilni_frame_of_core(&second);
	return kilni_core_touches(&first, &second, &frame);
}

static bool meets_triangle(const kiln_sphere *sphere, const kiln_vec3 *p, const kiln_vec3 *q, const kiln_vec3 *r)
{
	const kiln_d3 seen[3] = {
		kiln_near_see(*p, &sphere->center), kiln_near_see(*q, &sphere->center), kiln_near_see(*r, &sphere->center)};
	double size =
		kiln_double_max(kiln_d3_largest(seen[0]), kiln_double_max(kiln_d3_largest(seen[1]), kiln_d3_largest(seen[2])));
	kiln_near_triangle near;
	double radius = (double)sphere->radius;
	if (kilni_nearest_on_plain_triangle(seen, &near) &&
		fabs(near.distance - radius) > KILN_NEAR_PLAIN * (size + radius))
		return near.distance < radius;
	return within(kilni_nearest_on_triangle(seen).distance, sphere->radius, size);
}

bool kiln_overlaps_sphere_triangle(const kiln_sphere *a, const kiln_triangle *b)
{
	return !kilni_usable_sphere(a) || !kilni_usable_triangle(b) ||
		   meets_triangle(a, &b->corners[0], &b->corners[1], &b->corners[2]);
}

bool kiln_overlaps_sphere_quad(const kiln_sphere *a, const kiln_quad *b)
{
	return !kilni_usable_sphere(a) || !kilni_usable_quad(b) ||
		   meets_triangle(a, &b->corners[0], &b->corners[1], &b->corners[2]) ||
		   meets_triangle(a, &b->corners[0], &b->corners[2], &b->corners[3]);
}

/// Whether a point that lies in no face is inside: on the same side of each face as the opposite corner.
static bool is_inside(const kiln_vec3 *point, const kiln_tetrahedron *tetrahedron)
{
	kiln_d3 p = kiln_d3_from(*point), c[4];
	for (int i = 0; i < 4; ++i)
		c[i] = kiln_d3_from(tetrahedron->corners[i]);
	double volume = kilni_orient3_sign(&c[0], &c[1], &c[2], &c[3]);
	bool inside = volume != 0;
	for (int i = 0; i < 4 && inside; ++i)
	{
		kiln_d3 corner = c[i];
		c[i] = p;
		inside = (kilni_orient3_sign(&c[0], &c[1], &c[2], &c[3]) > 0) == (volume > 0);
		c[i] = corner;
	}
	return inside;
}

bool kiln_overlaps_sphere_tetrahedron(const kiln_sphere *a, const kiln_tetrahedron *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_tetrahedron(b))
		return true;
	const kiln_vec3 *c = b->corners;
	return meets_triangle(a, &c[0], &c[1], &c[2]) || meets_triangle(a, &c[0], &c[1], &c[3]) ||
		   meets_triangle(a, &c[0], &c[2], &c[3]) || meets_triangle(a, &c[1], &c[2], &c[3]) || is_inside(&a->center, b);
}

bool kiln_overlaps_sphere_polyhedron(const kiln_sphere *a, const kiln_polyhedron *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_polyhedron(b))
		return true;
	for (uint32_t i = 0; i < b->face_count; ++i)
	{
		const uint32_t *corners = &b->face_vertices[b->face_first[i]];
		uint32_t count = b->face_first[i + 1] - b->face_first[i];
		for (uint32_t j = 2; j < count; ++j)
			if (meets_triangle(a, &b->vertices[corners[0]], &b->vertices[corners[j - 1]], &b->vertices[corners[j]]))
				return true;
	}
	return kiln_point_in_polyhedron(&a->center, b);
}

static double largest_seen(const kiln_sphere *sphere, kiln_vec3 first, kiln_vec3 last)
{
	return kiln_double_max(
		kiln_d3_largest(kiln_near_see(first, &sphere->center)), kiln_d3_largest(kiln_near_see(last, &sphere->center)));
}

bool kiln_overlaps_sphere_cylinder(const kiln_sphere *a, const kiln_cylinder *b)
{
	return !kilni_usable_sphere(a) || !kilni_usable_cylinder(b) ||
		   within(kilni_near_cylinder(&a->center, b).distance, a->radius, largest_seen(a, b->a, b->b));
}

bool kiln_overlaps_sphere_cone(const kiln_sphere *a, const kiln_cone *b)
{
	return !kilni_usable_sphere(a) || !kilni_usable_cone(b) ||
		   within(kilni_near_cone(&a->center, b).distance, a->radius, largest_seen(a, b->apex, b->base));
}
