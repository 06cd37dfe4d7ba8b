// SPDX-License-Identifier: MIT
#include "jacobi.h"

#include "kilncook.h"
#include "math/ieee.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Sweeps converge quadratically: about six suffice. The limit ends loops over entries that underflow.
#define SWEEPS 50

#define EQUAL 1e-12

/// The rotation in the plane of axes p and q that makes a[p][q] zero, applied from both sides; `rows` turns with it.
static void rotate(double a[3][3], double rows[3][3], uint32_t p, uint32_t q)
{
	double tau = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
	double t = tau >= 0.0 ? 1.0 / (tau + sqrt(1.0 + tau * tau)) : -1.0 / (sqrt(1.0 + tau * tau) - tau);
	double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
	uint32_t r = 3 - p - q;
	double moved = t * a[p][q], rp = a[r][p], rq = a[r][q];
	a[p][p] -= moved;
	a[q][q] += moved;
	a[p][q] = a[q][p] = 0.0;
	a[r][p] = a[p][r] = c * rp - s * rq;
	a[r][q] = a[q][r] = s * rp + c * rq;
	for (uint32_t i = 0; i < 3; ++i)
	{
		double u = rows[p][i], v = rows[q][i];
		rows[p][i] = c * u - s * v;
		rows[q][i] = s * u + c * v;
	}
}

static bool is_zero(double a[3][3], uint32_t p, uint32_t q)
{
	return fabs(a[p][q]) <= DBL_EPSILON / 8.0 * sqrt(fabs(a[p][p])) * sqrt(fabs(a[q][q]));
}

static void diagonalise(double a[3][3], double rows[3][3])
{
	for (uint32_t sweep = 0; sweep < SWEEPS; ++sweep)
	{
		bool done = true;
		for (uint32_t p = 0; p < 2; ++p)
			for (uint32_t q = p + 1; q < 3; ++q)
				if (!is_zero(a, p, q))
				{
					rotate(a, rows, p, q);
					done = false;
				}
		if (done)
			return;
	}
}

static void exchange(double values[3], double vectors[3][3], uint32_t i, uint32_t j)
{
	double value = values[i], vector[3];
	values[i] = values[j];
	values[j] = value;
	memcpy(vector, vectors[i], sizeof vector);
	memcpy(vectors[i], vectors[j], sizeof vector);
	memcpy(vectors[j], vector, sizeof vector);
}

static void cross(const double a[3], const double b[3], double out[3])
{
	for (uint32_t i = 0; i < 3; ++i)
		out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/// Gives a vector unit length and makes the entry of greatest magnitude positive, the first of equal ones.
static void settle(double v[3])
{
	uint32_t k = fabs(v[1]) > fabs(v[0]) ? 1 : 0;
	k = fabs(v[2]) > fabs(v[k]) ? 2 : k;
	double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
	double divisor = v[k] < 0.0 ? -length : length;
	for (uint32_t i = 0; i < 3; ++i)
		v[i] = v[i] / divisor + 0.0;
}

/// Computes the coordinate axis that is closest to perpendicular to the unit vector `n`, and makes it perpendicular.
static void beside(const double n[3], double out[3])
{
	uint32_t k = fabs(n[1]) < fabs(n[0]) ? 1 : 0;
	k = fabs(n[2]) < fabs(n[k]) ? 2 : k;
	for (uint32_t i = 0; i < 3; ++i)
		out[i] = (i == k ? 1.0 : 0.0) - n[i] * n[k];
	settle(out);
}

static void settle_all(const double values[3], double vectors[3][3])
{
	double most = fabs(values[0]) > fabs(values[2]) ? fabs(values[0]) : fabs(values[2]);
	bool low = values[1] - values[0] <= EQUAL * most, high = values[2] - values[1] <= EQUAL * most;
	if (low && high)
	{
		for (uint32_t i = 0; i < 9; ++i)
			vectors[i / 3][i % 3] = i % 4 == 0 ? 1.0 : 0.0;
		return;
	}
	if (low)
	{
		settle(vectors[2]);
		beside(vectors[2], vectors[0]);
		cross(vectors[2], vectors[0], vectors[1]);
		return;
	}
	settle(vectors[0]);
	if (high)
		beside(vectors[0], vectors[1]);
	else
		settle(vectors[1]);
	cross(vectors[0], vectors[1], vectors[2]);
}

void jacobi_eigen(const double matrix[6], double values[3], double vectors[3][3])
{
	double a[3][3] = {
		{matrix[0], matrix[3], matrix[4]}, {matrix[3], matrix[1], matrix[5]}, {matrix[4], matrix[5], matrix[2]}};
	for (uint32_t i = 0; i < 9; ++i)
		vectors[i / 3][i % 3] = i % 4 == 0 ? 1.0 : 0.0;
	diagonalise(a, vectors);
	for (uint32_t i = 0; i < 3; ++i)
		values[i] = a[i][i];
	if (values[1] < values[0])
		exchange(values, vectors, 0, 1);
	if (values[2] < values[1])
		exchange(values, vectors, 1, 2);
	if (values[1] < values[0])
		exchange(values, vectors, 0, 1);
	settle_all(values, vectors);
}
