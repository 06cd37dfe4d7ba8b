// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "point2.h"
#include "shape/normal.h"
#include "shape/triangle_holds.h"
#include "shape/usable.h"

bool kiln_point2_in_triangle(kiln_vec2 a, const kiln_vec2 corners[3])
{
	return kilni_usable_points2(&a, 1) && kilni_usable_points2(corners, 3) &&
		   kiln_d2_in_triangle(
			   kiln_d2_from(a), kiln_d2_from(corners[0]), kiln_d2_from(corners[1]), kiln_d2_from(corners[2]));
}

/// Whether the foot of p lies on the inner side of the edge from a to b, or on its line, to 2^-43 of p's distance from
/// that line. Both normals have a relative error of 2^-46 in each component, so their dot product is right to 2^-44 of
/// its terms.
static bool inside_of(kiln_d3 normal, kiln_d3 p, kiln_d3 a, kiln_d3 b)
{
	kiln_d3 share = kiln_exact_normal(a, b, p);
	double slack = 0x1p-44 * kiln_d3_dot(kiln_d3_abs(normal), kiln_d3_abs(share));
	return kiln_d3_dot(normal, share) >= -slack;
}

bool kiln_point_in_triangle(const kiln_vec3 *a, const kiln_triangle *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_triangle(b))
		return false;
	kiln_d3 p = kiln_d3_from(*a), corner[3];
	for (int i = 0; i < 3; ++i)
		corner[i] = kiln_d3_from(b->corners[i]);
	kiln_d3 normal = kiln_exact_normal(corner[0], corner[1], corner[2]);
	return kiln_d3_largest(normal) > 0 && inside_of(normal, p, corner[0], corner[1]) &&
		   inside_of(normal, p, corner[1], corner[2]) && inside_of(normal, p, corner[2], corner[0]);
}

/// A tetrahedron without volume is covered by any three of its faces: among them are two that share a diagonal of the
/// quadrangle, or the face that holds all others, or all those others.
static bool in_flat(const kiln_d3 *p, const kiln_d3 corner[4])
{
	return kiln_triangle_holds(p, &corner[0], &corner[1], &corner[2]) ||
		   kiln_triangle_holds(p, &corner[0], &corner[1], &corner[3]) ||
		   kiln_triangle_holds(p, &corner[0], &corner[2], &corner[3]);
}

bool kiln_point_in_tetrahedron(const kiln_vec3 *a, const kiln_tetrahedron *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_tetrahedron(b))
		return false;
	kiln_d3 p = kiln_d3_from(*a), corner[4];
	for (int i = 0; i < 4; ++i)
		corner[i] = kiln_d3_from(b->corners[i]);
	double whole = kilni_orient3_sign(&corner[0], &corner[1], &corner[2], &corner[3]);
	if (whole == 0)
		return in_flat(&p, corner);
	// The volume with the point in place of a corner has the same sign, or is 0, if the point is on that corner's side.
	bool in = true;
	for (int i = 0; i < 4; ++i)
	{
		kiln_d3 with[4] = {corner[0], corner[1], corner[2], corner[3]};
		with[i] = p;
		double part = kilni_orient3_sign(&with[0], &with[1], &with[2], &with[3]);
		in &= whole > 0 ? part >= 0 : part <= 0;
	}
	return in;
}
