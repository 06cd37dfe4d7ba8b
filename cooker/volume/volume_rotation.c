// SPDX-License-Identifier: MIT
#include "volume_rotation.h"

#include <math.h>

enum
{
	LARGEST = 32767,
	/// Lengths to try for a quaternion: with some, all four numbers are closer to whole numbers than with others.
	LENGTHS = 48,
};

/// Adding and subtracting this number rounds a number below 2^51 to the nearest whole number.
#define ROUNDER 0x1.8p52

/// Shepperd 1978: divides by the largest component, so that no component loses precision.
static void quaternion_of(const double axes[3][3], double q[4])
{
	double xx = axes[0][0], yy = axes[1][1], zz = axes[2][2], trace = xx + yy + zz;
	int i = yy > xx ? 1 : 0;
	i = zz > axes[i][i] ? 2 : i;
	if (trace >= axes[i][i])
	{
		q[3] = 1 + trace;
		for (int k = 0; k < 3; ++k)
			q[k] = axes[(k + 1) % 3][(k + 2) % 3] - axes[(k + 2) % 3][(k + 1) % 3];
		return;
	}
	int j = (i + 1) % 3, k = (i + 2) % 3;
	q[i] = 1 + axes[i][i] - axes[j][j] - axes[k][k];
	q[j] = axes[i][j] + axes[j][i];
	q[k] = axes[i][k] + axes[k][i];
	q[3] = axes[j][k] - axes[k][j];
}

/// Returns the sum of squared rounding errors at this length, as a share of the length's square.
static double loss(const double q[4], double length, double whole[4])
{
	double sum = 0;
	for (int i = 0; i < 4; ++i)
	{
		double at = q[i] * length;
		whole[i] = (at + ROUNDER) - ROUNDER;
		sum += (at - whole[i]) * (at - whole[i]);
	}
	return sum / (length * length);
}

volume_rotation volume_rotation_of(const obb_frame *frame)
{
	double q[4], whole[4], most = 0;
	quaternion_of((const double(*)[3])frame->axes, q);
	for (int i = 0; i < 4; ++i)
		most = fabs(q[i]) > most ? fabs(q[i]) : most;
	for (int i = 0; i < 4; ++i)
		q[i] /= most;
	// A power of two represents coordinate axes without rounding.
	double best = 16384, least = loss(q, best, whole);
	for (int i = 0; i < LENGTHS && least > 0; ++i)
	{
		double length = LARGEST - 257.0 * i, lost = loss(q, length, whole);
		best = lost < least ? length : best;
		least = lost < least ? lost : least;
	}
	loss(q, best, whole);
	volume_rotation rotation;
	for (int i = 0; i < 4; ++i)
		rotation.q[i] = (int16_t)whole[i];
	return rotation;
}

obb_frame volume_rotation_axes(const volume_rotation *rotation)
{
	const int16_t *q = rotation->q;
	float axes[3][3];
	kiln_format_axes((float)q[0], (float)q[1], (float)q[2], (float)q[3], axes);
	obb_frame frame;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			frame.axes[i][k] = (double)axes[i][k];
	return frame;
}
