// SPDX-License-Identifier: MIT
#include "shape/near.h"
#include "shape/usable.h"

/// The ellipsoid is the image M x of the ball |x| <= 1 under the matrix of its radii, at any angles of its axes. The
/// point M x nearest to a point p outside satisfies (M^T M + lambda) x = M^T p and |x| = 1, with lambda > 0. This is
/// the problem of a step in a trust region (Conn, Gould, Toint 2000, chapter 7; for perpendicular axes Eberly 2013).
typedef struct equations
{
	kiln_d3 columns[3]; ///< of M
	double gram[3][3];	///< M^T M
	double image[3];	///< M^T p
} equations;

static equations system_of(const kiln_ellipsoid *b, kiln_d3 p)
{
	equations s;
	for (int i = 0; i < 3; ++i)
		s.columns[i] = kiln_d3_scale(kiln_d3_from(b->axes[i]), (double)b->radii[i]);
	for (int i = 0; i < 3; ++i)
	{
		s.image[i] = kiln_d3_dot(s.columns[i], p);
		for (int j = 0; j < 3; ++j)
			s.gram[i][j] = kiln_d3_dot(s.columns[i], s.columns[j]);
	}
	return s;
}

/// A radius of zero makes a zero row; its unknown is 0.
static double inverse(double pivot)
{
	return pivot > 0 ? 1 / pivot : 0;
}

/// Solves (M^T M + lambda) x = y by elimination in the order of the rows. This keeps the digits of all radii however
/// they differ: divided by their radii, the rows are nearly those of the identity.
static void solve(const equations *s, double lambda, const double y[3], double x[3])
{
	const double(*g)[3] = s->gram;
	double d0 = inverse(g[0][0] + lambda), l1 = g[0][1] * d0, l2 = g[0][2] * d0;
	double d1 = inverse(g[1][1] + lambda - l1 * g[0][1]), rest = g[1][2] - l2 * g[0][1], l3 = rest * d1;
	double d2 = inverse(g[2][2] + lambda - l2 * g[0][2] - l3 * rest);
	double y1 = y[1] - l1 * y[0], y2 = y[2] - l2 * y[0] - l3 * y1;
	x[2] = y2 * d2;
	x[1] = y1 * d1 - l3 * x[2];
	x[0] = y[0] * d0 - l1 * x[1] - l2 * x[2];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

#define NEWTON_STEPS_MAX 100

/// Solves for |x| = 1 where |x| > 1 at lambda = 0. 1 / |x| is a concave function of lambda. So Newton's steps from
/// below never pass the solution, and end when rounding leaves nothing to add (Conn, Gould, Toint 2000, 7.3).
static void find_on_surface(const equations *s, double x[3])
{
	double lambda = 0;
	for (int steps = NEWTON_STEPS_MAX; steps > 0;)
	{
		double slope[3], length2 = dot(x, x), length = sqrt(length2);
		solve(s, lambda, x, slope);
		double next = lambda + (length - 1) * (length2 / dot(x, slope));
		steps = next > lambda ? steps - 1 : 0;
		lambda = next;
		solve(s, lambda, s->image, x);
	}
	double length = sqrt(dot(x, x));
	for (int i = 0; i < 3; ++i)
		x[i] /= length;
}

kiln_near kilni_near_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b)
{
	kiln_d3 on = kiln_d3_from(b->center), rest = kiln_d3_scale(kiln_near_see(b->center, a), -1);
	equations s = system_of(b, rest);
	double x[3], size = kiln_d3_largest(rest);
	solve(&s, 0, s.image, x);
	if (dot(x, x) > 1)
		find_on_surface(&s, x);
	for (int i = 0; i < 3; ++i)
	{
		on = kiln_d3_along(on, x[i], s.columns[i]);
		rest = kiln_d3_along(rest, -x[i], s.columns[i]);
		size = kiln_double_max(size, (double)b->radii[i]);
	}
	return (kiln_near){.distance = kiln_near_distance(sqrt(kiln_d3_length2(rest)), size), .on = on};
}

kiln_closest_points kiln_closest_point_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_ellipsoid(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_ellipsoid(a, b);
	return kiln_near_answer(a, &near);
}
