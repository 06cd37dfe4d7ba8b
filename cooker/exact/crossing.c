// SPDX-License-Identifier: MIT
#include "exact.h"

/// The contribution of edge a, b to the winding of a polygon around p in the xy plane (Sunday 2001). Each edge owns its lower end.
static int edge_crossing(const double a[3], const double b[3], const double p[3])
{
	const bool a_below = a[1] <= p[1], b_below = b[1] <= p[1];
	if (a_below == b_below)
		return 0;
	const int side = exact_orient2d(a, b, p);
	return a_below ? side > 0 : -(side < 0);
}

int exact_crossing(const float corners[3][3], const double point[3])
{
	double t[3][3];
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			t[i][k] = (double)corners[i][k];
	const int turns =
		edge_crossing(t[0], t[1], point) + edge_crossing(t[1], t[2], point) + edge_crossing(t[2], t[0], point);
	if (turns == 0)
		return 0;
	// Counterclockwise from above, the normal points up; the triangle is above the point if the point lies behind it.
	return exact_orient3d(t[0], t[1], t[2], point) * turns < 0 ? turns : 0;
}
