// SPDX-License-Identifier: MIT
#ifndef KILN_SHAPE_FLAT_EDGE_H
#define KILN_SHAPE_FLAT_EDGE_H

#include "math/double3.h"

#include <math.h>

/// Whether a comes before b.
static inline bool kiln_point_before(kiln_d3 a, kiln_d3 b)
{
	return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// Whether the edge from a to b is flat: the triangles with the far corners u and v lie on different sides of the edge, and
/// the sine between their planes is at most `flat`; `coplanar` states that it is exactly 0. With n = e x u and m = e x v
/// along the edge e to the far corners u and v, n x m = e (e . u x v). The order of the triangles does not matter, because
/// the direction of e depends on positions.
static inline bool kiln_edge_is_flat(kiln_d3 a, kiln_d3 b, kiln_d3 u, kiln_d3 v, bool coplanar, double flat)
{
	const bool forward = kiln_point_before(a, b);
	const kiln_d3 low = forward ? a : b, e = kiln_d3_sub(forward ? b : a, low);
	u = kiln_d3_sub(u, low);
	v = kiln_d3_sub(v, low);
	const kiln_d3 n = kiln_d3_cross(e, u), m = kiln_d3_cross(e, v);
	if (kiln_d3_dot(n, m) > 0)
		return false;
	if (coplanar)
		return true;
	const double volume = kiln_d3_dot(e, kiln_d3_cross(u, v));
	const double e2 = kiln_d3_length2(e), n2 = kiln_d3_length2(n), m2 = kiln_d3_length2(m);
	// Squares decide nearly all edges: these are far from underflow, and further apart than they are rounded.
	const double most = flat * flat * (n2 * m2), square = e2 * volume * volume;
	if (most >= 0x1p-600 && square <= 0x1p600 && square > most * (1 + 0x1p-40))
		return false;
	// Square roots are taken first: with the smallest floats a product of squares would underflow.
	const double sine = sqrt(e2) * kiln_double_abs(volume);
	const double whole = sqrt(n2) * sqrt(m2);
	return flat > 0 && sine <= flat * whole;
}

#endif
