// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"

#include "bounds/core.h"
#include "bounds/outward.h"
#include "math/orient_double.h"
#include "shape/usable.h"

bool kiln_intersect_plane_plane(const kiln_plane *a, const kiln_plane *b, kiln_line *line)
{
	if (!kilni_usable_plane(a) || !kilni_usable_plane(b))
		return false;
	kiln_d3 n = kiln_d3_from(a->normal), m = kiln_d3_from(b->normal);
	// Products of floats are exact in double: every component is rounded once, and is 0 only if it is exactly 0.
	kiln_d3 along = kiln_d3_cross(n, m);
	if (kiln_d3_largest(along) == 0)
		return false;
	kiln_d3 across = kiln_d3_sub(kiln_d3_scale(m, (double)a->d), kiln_d3_scale(n, (double)b->d));
	kiln_d3 nearest = kiln_d3_scale(kiln_d3_cross(across, along), 1 / kiln_d3_length2(along));
	if (!(kiln_d3_largest(nearest) <= (double)KILN_COORDINATE_MAX))
		return false;
	line->point = kiln_vec3_stored(nearest);
	line->direction = kiln_vec3_stored(kilni_d3_unit(along));
	return true;
}

/// The determinant of three rows.
static double determinant(kiln_d3 a, kiln_d3 b, kiln_d3 c)
{
	const kiln_d3 zero = {0, 0, 0};
	return kilni_orient3_value(&zero, &a, &b, &c);
}

bool kiln_intersect_plane_plane_plane(const kiln_plane *a, const kiln_plane *b, const kiln_plane *c, kiln_vec3 *point)
{
	if (!kilni_usable_plane(a) || !kilni_usable_plane(b) || !kilni_usable_plane(c))
		return false;
	kiln_vec3 n[3] = {a->normal, b->normal, c->normal};
	// Cramer's rule: d replaces one column for each coordinate. The scale brings d into the determinants' range.
	const double scale = 0x1p-88;
	kiln_d3 x = {(double)n[0].x, (double)n[1].x, (double)n[2].x};
	kiln_d3 y = {(double)n[0].y, (double)n[1].y, (double)n[2].y};
	kiln_d3 z = {(double)n[0].z, (double)n[1].z, (double)n[2].z};
	kiln_d3 d = {scale * (double)a->d, scale * (double)b->d, scale * (double)c->d};
	double whole = determinant(x, y, z) * scale;
	if (whole == 0)
		return false;
	kiln_d3 meet = {determinant(d, y, z) / whole, determinant(x, d, z) / whole, determinant(x, y, d) / whole};
	if (!(kiln_d3_largest(meet) <= (double)KILN_COORDINATE_MAX))
		return false;
	*point = kiln_vec3_stored(meet);
	return true;
}
