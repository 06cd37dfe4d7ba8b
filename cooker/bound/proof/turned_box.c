// SPDX-License-Identifier: MIT
#include "turned_box.h"

#include "exact/expansion.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "floats.h"

/// The rotation's axes times `norm2`, the quaternion's squared length. All numbers are exact.
typedef struct turned_axes
{
	double axis[3][3][4];
	int length[3][3];
	double norm2[4];
	int norm2_length;
} turned_axes;

/// Adds products of floats, each with a factor of 1, -1 or 2 on its first: h[4].
static int sum_products(const double (*factors)[2], int count, double *h)
{
	double sum[4];
	int length = 0;
	for (int i = 0; i < count; ++i)
	{
		// Products of two floats are exact in double.
		double product = factors[i][0] * factors[i][1];
		length = expansion_sum(sum, length, &product, product != 0, h);
		for (int k = 0; k < length; ++k)
			sum[k] = h[k];
	}
	return length;
}

static turned_axes turn(const float q[4])
{
	turned_axes t;
	double v[4];
	for (int i = 0; i < 4; ++i)
		v[i] = (double)q[i];
	const double norm2[4][2] = {{v[0], v[0]}, {v[1], v[1]}, {v[2], v[2]}, {v[3], v[3]}};
	t.norm2_length = sum_products(norm2, 4, t.norm2);
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		const double along[4][2] = {{v[3], v[3]}, {v[i], v[i]}, {-v[j], v[j]}, {-v[k], v[k]}};
		const double next[2][2] = {{2 * v[i], v[j]}, {2 * v[3], v[k]}};
		const double last[2][2] = {{2 * v[i], v[k]}, {-2 * v[3], v[j]}};
		t.length[i][i] = sum_products(along, 4, t.axis[i][i]);
		t.length[i][j] = sum_products(next, 2, t.axis[i][j]);
		t.length[i][k] = sum_products(last, 2, t.axis[i][k]);
	}
	return t;
}

/// Computes axis . (point - center) times the quaternion's squared length: h[48].
static int project(const turned_axes *t, int axis, const float center[3], const float point[3], double *h)
{
	double sum[48];
	int length = 0;
	for (int k = 0; k < 3; ++k)
	{
		double away[2], product[16], scratch[24];
		int count = expansion_from_difference((double)point[k], (double)center[k], away);
		count = expansion_product(t->axis[axis][k], t->length[axis][k], away, count, product, scratch);
		length = expansion_sum(sum, length, product, count, h);
		for (int i = 0; i < length; ++i)
			sum[i] = h[i];
	}
	return length;
}

/// Whether a half extent is at least as large as a projection. Makes the projection positive.
static bool reaches(const turned_axes *t, float half, double *projection, int length)
{
	double size[8], difference[56];
	if (expansion_sign(projection, length) < 0)
		expansion_negate(projection, length);
	int count = expansion_scale(t->norm2, t->norm2_length, (double)half, size);
	return expansion_sign(difference, expansion_difference(size, count, projection, length, difference)) >= 0;
}

void bound_turned_box(
	const float center[3], const float quaternion[4], const float (*points)[3], uint32_t count, float half_extents[3])
{
	turned_axes t = turn(quaternion);
	double norm2 = expansion_estimate(t.norm2, t.norm2_length);
	for (int axis = 0; axis < 3; ++axis)
	{
		double row[3], half = 0;
		for (int k = 0; k < 3; ++k)
			row[k] = expansion_estimate(t.axis[axis][k], t.length[axis][k]) / norm2;
		float least = 0;
		for (uint32_t i = 0; i < count; ++i)
		{
			double sum = 0, size = 0;
			for (int k = 0; k < 3; ++k)
			{
				double away = (double)points[i][k] - (double)center[k];
				sum += row[k] * away;
				size += fabs(row[k] * away);
			}
			// Estimates, differences, products and sums round a term at most eight times.
			if (fabs(sum) + 8 * DBL_EPSILON * size <= half)
				continue;
			double projection[48];
			int length = project(&t, axis, center, points[i], projection);
			// The estimate is off by less than an ulp of float32: from the float below it, the search takes at most
			// three steps.
			float below = fabs(sum) > 0 ? bound_next_down((float)fabs(sum)) : 0;
			if (below > least && !reaches(&t, below, projection, length))
				least = below;
			while (least <= FLT_MAX && !reaches(&t, least, projection, length))
				least = bound_next_up(least);
			half = (double)least;
		}
		half_extents[axis] = least;
	}
}
