// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "point2.h"
#include "shape/near.h"
#include "shape/normal.h"
#include "shape/usable.h"

/// Sets the weights to the shares of a whole. They add up to 1 except for rounding to float32.
static void set_weights(const double *parts, double whole, int count, float *weights)
{
	for (int i = 0; i < count; ++i)
		weights[i] = kiln_near_float(parts[i] / whole);
}

bool kiln_barycentric_point2_triangle(kiln_vec2 point, const kiln_vec2 corners[3], float weights[3])
{
	if (!kilni_usable_points2(&point, 1) || !kilni_usable_points2(corners, 3))
		return false;
	kiln_d2 p = kiln_d2_from(point), a = kiln_d2_from(corners[0]), b = kiln_d2_from(corners[1]);
	kiln_d2 c = kiln_d2_from(corners[2]);
	double whole = kilni_orient2_value(a, b, c);
	if (whole == 0)
		return false;
	double parts[3] = {kilni_orient2_value(b, c, p), kilni_orient2_value(c, a, p), kilni_orient2_value(a, b, p)};
	set_weights(parts, whole, 3, weights);
	return true;
}

bool kiln_barycentric_point_triangle(const kiln_vec3 *point, const kiln_triangle *triangle, float weights[3])
{
	if (!kilni_usable_point(point) || !kilni_usable_triangle(triangle))
		return false;
	kiln_d3 p = kiln_d3_from(*point), a = kiln_d3_from(triangle->corners[0]), b = kiln_d3_from(triangle->corners[1]);
	kiln_d3 c = kiln_d3_from(triangle->corners[2]), normal = kiln_exact_normal(a, b, c);
	if (kiln_d3_largest(normal) == 0)
		return false;
	// The volumes over the triangle and over its parts have one height, the normal.
	double parts[3] = {kiln_d3_dot(normal, kiln_exact_normal(b, c, p)), kiln_d3_dot(normal, kiln_exact_normal(c, a, p)),
		kiln_d3_dot(normal, kiln_exact_normal(a, b, p))};
	set_weights(parts, kiln_d3_length2(normal), 3, weights);
	return true;
}

bool kiln_barycentric_point_tetrahedron(const kiln_vec3 *point, const kiln_tetrahedron *tetrahedron, float weights[4])
{
	if (!kilni_usable_point(point) || !kilni_usable_tetrahedron(tetrahedron))
		return false;
	kiln_d3 p = kiln_d3_from(*point), c[4];
	for (int i = 0; i < 4; ++i)
		c[i] = kiln_d3_from(tetrahedron->corners[i]);
	double whole = kilni_orient3_value(&c[0], &c[1], &c[2], &c[3]);
	if (whole == 0)
		return false;
	double parts[4] = {kilni_orient3_value(&p, &c[1], &c[2], &c[3]), kilni_orient3_value(&c[0], &p, &c[2], &c[3]),
		kilni_orient3_value(&c[0], &c[1], &p, &c[3]), kilni_orient3_value(&c[0], &c[1], &c[2], &p)};
	set_weights(parts, whole, 4, weights);
	return true;
}
