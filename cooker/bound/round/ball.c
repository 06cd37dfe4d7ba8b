// SPDX-License-Identifier: MIT
#include "ball.h"

#include <math.h>

double bound_ball_reach(const bound_ball *ball, kiln_d3 center)
{
	return sqrt(kiln_d3_length2(kiln_d3_sub(ball->center, center))) + ball->radius;
}

bound_support bound_support_of(bound_ball ball)
{
	return (bound_support){.balls = {ball}, .count = 1, .around = ball};
}

/// Computes an orthonormal basis of the vectors' span, and the vectors' coordinates in the basis, a lower triangle.
/// False when the vectors are nearly dependent: then fewer balls determine the same ball. (Gram and Schmidt, each
/// projection twice.)
static bool triangle(const kiln_d3 *vectors, int count, kiln_d3 basis[3], double lower[3][3])
{
	for (int i = 0; i < count; ++i)
	{
		kiln_d3 rest = vectors[i];
		for (int j = 0; j < i; ++j)
			lower[i][j] = 0;
		for (int pass = 0; pass < 2; ++pass)
			for (int j = 0; j < i; ++j)
			{
				double along = kiln_d3_dot(rest, basis[j]);
				lower[i][j] += along;
				rest = kiln_d3_along(rest, -along, basis[j]);
			}
		lower[i][i] = sqrt(kiln_d3_length2(rest));
		if (lower[i][i] <= 0x1p-46 * sqrt(kiln_d3_length2(vectors[i])))
			return false;
		basis[i] = kiln_d3_scale(rest, 1 / lower[i][i]);
	}
	return true;
}

/// Solves x . vectors[i] = values[i] for x in the vectors' span.
static kiln_d3 solve(int count, const kiln_d3 basis[3], double lower[3][3], const double values[3])
{
	double y[3];
	kiln_d3 x = {0, 0, 0};
	for (int i = 0; i < count; ++i)
	{
		y[i] = values[i];
		for (int j = 0; j < i; ++j)
			y[i] -= lower[i][j] * y[j];
		y[i] /= lower[i][i];
		x = kiln_d3_along(x, y[i], basis[i]);
	}
	return x;
}

/// Finds the centre of a ball that encloses all the balls and touches each of them, with its centre in the span of
/// their centres. Relative to the first ball, with r the ball's radius minus the first radius, x . v_i = (v_i^2 -
/// d_i^2) / 2 + r d_i and x^2 = r^2. False when no such ball exists.
static bool touching(const bound_ball *balls, int count, kiln_d3 *center)
{
	kiln_d3 vectors[3], basis[3];
	double lower[3][3], constant[3], slope[3];
	for (int i = 1; i < count; ++i)
	{
		kiln_d3 v = vectors[i - 1] = kiln_d3_sub(balls[i].center, balls[0].center);
		double d = slope[i - 1] = balls[i].radius - balls[0].radius;
		constant[i - 1] = 0.5 * (kiln_d3_length2(v) - d * d);
	}
	if (!triangle(vectors, count - 1, basis, lower))
		return false;
	kiln_d3 a = solve(count - 1, basis, lower, constant), b = solve(count - 1, basis, lower, slope);
	// |a + r b| = r; b = 0 for equal radii, such as points.
	double p = 1 - kiln_d3_length2(b), q = kiln_d3_dot(a, b), s = kiln_d3_length2(a);
	double root = q * q + p * s;
	if (root < 0 || (p <= 0 && q >= 0))
		return false;
	// Of the two forms of the root, uses the one without cancellation.
	double r = q >= 0 ? (q + sqrt(root)) / p : s / (sqrt(root) - q);
	*center = kiln_d3_add(balls[0].center, kiln_d3_along(a, r, b));
	return true;
}

static double reach_of_all(const bound_ball *balls, int count, kiln_d3 center)
{
	double reach = 0;
	for (int i = 0; i < count; ++i)
		reach = kiln_double_max(reach, bound_ball_reach(&balls[i], center));
	return reach;
}

/// Tries every subset that contains the new ball. Each touching ball, grown until it contains all five balls, is a ball
/// around them, and the least of these is the answer. So a rounding error can make the answer larger only by the error
/// itself.
bool bound_support_add(bound_support *support, bound_ball ball)
{
	bound_ball all[5] = {ball};
	for (int i = 0; i < support->count; ++i)
		all[i + 1] = support->balls[i];
	bound_support best = {.count = 0};
	for (unsigned subset = 0; subset < 1u << support->count; ++subset)
	{
		bound_ball chosen[5] = {ball};
		int count = 1;
		for (int i = 0; i < support->count; ++i)
			if (subset >> i & 1)
				chosen[count++] = support->balls[i];
		kiln_d3 center;
		if (count > 4 || !touching(chosen, count, &center))
			continue;
		double reach = reach_of_all(all, support->count + 1, center);
		if (best.count > 0 && reach >= best.around.radius)
			continue;
		best.count = count;
		best.around = (bound_ball){center, reach};
		for (int i = 0; i < count; ++i)
			best.balls[i] = chosen[i];
	}
	if (best.count == 0 || best.around.radius <= support->around.radius)
		return false;
	*support = best;
	return true;
}
