// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_QUATERNION_H
#define KILN_MATH_QUATERNION_H

#include "double3.h"

#include <math.h>

/// The axes x, y, z after a turn by a quaternion: the columns of its matrix (Shoemake 1985). The quaternion may have
/// any length, because this function normalises it; zero is no rotation. Dividing by the squared length needs no square
/// root and keeps the identity exact; each number is within 2^-50 of the exact one. If the quaternion holds a NaN or an
/// infinity, some results are NaN.
static inline void kiln_quat_axes(kiln_quat q, kiln_d3 axes[3])
{
	double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
	double length2 = x * x + y * y + z * z + w * w;
	double s = length2 == 0 ? 0 : 2 / length2;
	axes[0] = (kiln_d3){1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
	axes[1] = (kiln_d3){s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
	axes[2] = (kiln_d3){s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)};
}

/// A unit quaternion in double; zero is no rotation.
static inline void kiln_quat_unit(kiln_quat q, double unit[4])
{
	const double parts[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
	const double length = sqrt(parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2] + parts[3] * parts[3]);
	for (unsigned i = 0; i < 4; i++)
		unit[i] = length > 0 ? parts[i] / length : i == 3 ? 1 : 0;
}

#endif
