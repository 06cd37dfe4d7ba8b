// SPDX-License-Identifier: MIT
#include "face_behind.h"

#include "math/orient_double.h"
#include "normal.h"

static kiln_d3 corner_of(const kiln_polyhedron *polyhedron, uint32_t i)
{
	return kiln_d3_from(polyhedron->vertices[polyhedron->face_vertices[i]]);
}

kiln_face_plane kilni_face_plane_of(const kiln_polyhedron *polyhedron, uint32_t face)
{
	uint32_t first = polyhedron->face_first[face], end = polyhedron->face_first[face + 1];
	kiln_face_plane plane = {.exact = end - first == 3};
	for (uint32_t i = 0; i < 3; ++i)
		plane.corner[i] = corner_of(polyhedron, first + i);
	if (plane.exact)
		return plane;
	kiln_newell newell = {.count = 0};
	for (uint32_t i = first; i < end; ++i)
		kiln_newell_add(&newell, corner_of(polyhedron, i));
	plane.normal = newell.normal;
	plane.error = kiln_newell_error(&newell);
	for (uint32_t i = first + 1; i < end; ++i)
	{
		double height = kiln_d3_dot(plane.normal, kiln_d3_sub(corner_of(polyhedron, i), plane.corner[0]));
		plane.reach = kiln_double_max(plane.reach, height);
	}
	return plane;
}

bool kilni_face_behind(const kiln_face_plane *plane, const kiln_d3 *p)
{
	if (plane->exact)
		return kilni_orient3_sign(&plane->corner[0], &plane->corner[1], &plane->corner[2], p) <= 0;
	kiln_d3 from = kiln_d3_sub(*p, plane->corner[0]);
	double slack = 0x1p-49 * kiln_d3_dot(kiln_d3_abs(plane->normal), kiln_d3_abs(from));
	slack += 4 * plane->error * kiln_d3_largest(from);
	return kiln_d3_dot(plane->normal, from) <= plane->reach + slack;
}
