// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MATH_BOX_CORNER_H
#define KILN_COOKER_MATH_BOX_CORNER_H

#include <stdint.h>

/// Computes a corner of a box primitive: centre, half extents, and the quaternion x, y, z, w of its rotation, which has length 1. Bit k of
/// `corner` is 1 for the positive side of axis k.
static inline void box_corner(const float parameters[12], uint32_t corner, double out[3])
{
	const float *p = parameters;
	const double q[4] = {(double)p[6], (double)p[7], (double)p[8], (double)p[9]};
	double v[3], t[3];
	for (uint32_t k = 0; k < 3; ++k)
		v[k] = (corner >> k & 1 ? 1.0 : -1.0) * (double)p[3 + k];
	for (uint32_t k = 0; k < 3; ++k)
		t[k] = 2 * (q[(k + 1) % 3] * v[(k + 2) % 3] - q[(k + 2) % 3] * v[(k + 1) % 3]);
	for (uint32_t k = 0; k < 3; ++k)
		out[k] = (double)p[k] + v[k] + q[3] * t[k] + q[(k + 1) % 3] * t[(k + 2) % 3] - q[(k + 2) % 3] * t[(k + 1) % 3];
}

#endif
