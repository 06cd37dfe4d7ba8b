// SPDX-License-Identifier: MIT
#include "rules.h"

#include <math.h>

/// Returns the index of the largest value, the first of equal ones.
static int largest_of(const double value[3])
{
	int axis = value[1] > value[0] ? 1 : 0;
	return value[2] > value[axis] ? 2 : axis;
}

/// Computes a reference's doubled centroid relative to an origin.
static void offset_from(const build_ref *ref, const double origin[3], double out[3])
{
	for (int axis = 0; axis < 3; ++axis)
		out[axis] = (double)(ref->min[axis] + ref->max[axis]) - origin[axis];
}

/// Computes the covariance matrix of the doubled centroids, times their number. Two passes avoid cancellation.
static void covariance_of(const split_range *range, double matrix[3][3])
{
	double mean[3] = {0.0, 0.0, 0.0}, offset[3];
	const double origin[3] = {0.0, 0.0, 0.0};
	for (uint32_t i = 0; i < range->count; ++i)
	{
		offset_from(&range->refs[i], origin, offset);
		for (int axis = 0; axis < 3; ++axis)
			mean[axis] += offset[axis];
	}
	for (int axis = 0; axis < 3; ++axis)
		mean[axis] /= (double)range->count;
	memset(matrix, 0, 9 * sizeof(double));
	for (uint32_t i = 0; i < range->count; ++i)
	{
		offset_from(&range->refs[i], mean, offset);
		for (int row = 0; row < 3; ++row)
			for (int column = 0; column <= row; ++column)
				matrix[row][column] += offset[row] * offset[column];
	}
	for (int row = 0; row < 3; ++row)
		for (int column = row + 1; column < 3; ++column)
			matrix[row][column] = matrix[column][row];
}

/// Applies one Jacobi rotation that makes matrix[p][q] zero (Golub and Van Loan, Matrix Computations, section 8.5).
static void rotate(double matrix[3][3], double vectors[3][3], int p, int q)
{
	if (matrix[p][q] == 0.0)
		return;
	double ratio = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
	double size = ratio < 0.0 ? -ratio : ratio;
	// For a huge ratio, its square overflows to infinity and the tangent becomes 0, which is the correct limit.
	double tangent = 1.0 / (size + sqrt(size * size + 1.0));
	if (ratio < 0.0)
		tangent = -tangent;
	double cosine = 1.0 / sqrt(tangent * tangent + 1.0);
	double sine = tangent * cosine;
	for (int k = 0; k < 3; ++k)
	{
		double a = matrix[k][p], b = matrix[k][q];
		matrix[k][p] = cosine * a - sine * b;
		matrix[k][q] = sine * a + cosine * b;
	}
	for (int k = 0; k < 3; ++k)
	{
		double a = matrix[p][k], b = matrix[q][k];
		matrix[p][k] = cosine * a - sine * b;
		matrix[q][k] = sine * a + cosine * b;
		a = vectors[k][p], b = vectors[k][q];
		vectors[k][p] = cosine * a - sine * b;
		vectors[k][q] = sine * a + cosine * b;
	}
}

/// Computes the direction of the largest spread. Uses a fixed number of sweeps: Jacobi converges quadratically, eight
/// suffice.
static void main_direction(double matrix[3][3], double direction[3])
{
	double vectors[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
	for (int sweep = 0; sweep < 8; ++sweep)
	{
		rotate(matrix, vectors, 0, 1);
		rotate(matrix, vectors, 0, 2);
		rotate(matrix, vectors, 1, 2);
	}
	const double spread[3] = {matrix[0][0], matrix[1][1], matrix[2][2]};
	int largest = largest_of(spread);
	for (int axis = 0; axis < 3; ++axis)
		direction[axis] = vectors[axis][largest];
}

/// Chooses the direction by the options.
static void choose_direction(const split_work *work, const split_range *range, double direction[3])
{
	double matrix[3][3];
	double spread[3];
	if (work->axis == BUILD_AXIS_COVARIANCE)
	{
		covariance_of(range, matrix);
		main_direction(matrix, direction);
		return;
	}
	if (work->axis == BUILD_AXIS_VARIANCE)
	{
		covariance_of(range, matrix);
		for (int axis = 0; axis < 3; ++axis)
			spread[axis] = matrix[axis][axis];
	}
	else
	{
		float extent[4];
		vec4_store(extent, vec4_sub(range->centroids.max, range->centroids.min));
		for (int axis = 0; axis < 3; ++axis)
			spread[axis] = (double)extent[axis];
	}
	for (int axis = 0; axis < 3; ++axis)
		direction[axis] = 0.0;
	direction[largest_of(spread)] = 1.0;
}

void build_axis_project(const split_work *work, const split_range *range)
{
	double direction[3], offset[3];
	const double origin[3] = {0.0, 0.0, 0.0};
	choose_direction(work, range, direction);
	for (uint32_t i = 0; i < range->count; ++i)
	{
		const build_ref *ref = &range->refs[i];
		offset_from(ref, origin, offset);
		double along = offset[0] * direction[0] + offset[1] * direction[1] + offset[2] * direction[2];
		work->keys[i] = build_key_from_coordinate((float)along, ref->index);
	}
}
