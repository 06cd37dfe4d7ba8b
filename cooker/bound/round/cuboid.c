// SPDX-License-Identifier: MIT
#include "cuboid.h"

#include "bound/obb/cuboid.h"
#include "bound/search/search.h"

#include <math.h>

#define PI 3.14159265358979323846

/// Places to start from along a side, and the limits of the walk from the best of them.
#define PLACES 8
#define LEAST_STEP 1e-5
#define WALK 200

/// A search for a rectangle, or for a segment: one side.
typedef struct rectangle
{
	const double *half;
	int sides;
} rectangle;

/// The volume of the lozenge whose rectangle's sides are these shares of the cuboid's.
static double lozenge_cost(void *user, const double *x, double limit)
{
	(void)limit;
	const rectangle *c = user;
	double share = c->sides > 1 ? x[1] : 0;
	if (!(x[0] >= 0 && x[0] <= 1 && share >= 0 && share <= 1))
		return HUGE_VAL;
	double a = x[0] * c->half[0], b = share * c->half[1], over[2] = {c->half[0] - a, c->half[1] - b};
	double radius2 = over[0] * over[0] + over[1] * over[1] + c->half[2] * c->half[2], radius = sqrt(radius2);
	return 8 * a * b * radius + (2 * (a + b) + 4.0 / 3 * radius) * PI * radius2;
}

/// Finds half of the sides of the least rectangle. Returns the volume.
static double find_sides(const double half[3], int sides, double found[2])
{
	rectangle c = {half, sides};
	double best[2] = {0, 0}, least = HUGE_VAL;
	for (int i = 0; i <= PLACES; ++i)
		for (int j = 0; j <= (sides > 1 ? PLACES : 0); ++j)
		{
			const double x[2] = {(double)i / PLACES, (double)j / PLACES};
			double cost = lozenge_cost(&c, x, HUGE_VAL);
			best[0] = cost < least ? x[0] : best[0];
			best[1] = cost < least ? x[1] : best[1];
			least = kiln_double_min(cost, least);
		}
	least = bound_descend(lozenge_cost, &c, best, sides, 0.5 / PLACES, LEAST_STEP, WALK);
	for (int k = 0; k < 2; ++k)
		found[k] = best[k] * half[k];
	return least;
}

static bool fit(const obb_cloud *cloud, int sides, bound_cuboid *cuboid)
{
	obb_frame frame;
	if (!obb_cuboid(cloud, &frame))
		return false;
	obb_extents e = obb_measure((const double(*)[3])cloud->points, cloud->count, &frame);
	double least = HUGE_VAL;
	for (int first = 0; first < 3; ++first)
	{
		bound_cuboid turned;
		double half[3];
		for (int k = 0; k < 3; ++k)
		{
			int axis = (first + k) % 3;
			turned.axes[k] = bound_vector(frame.axes[axis]);
			half[k] = 0.5 * (e.high[axis] - e.low[axis]);
		}
		double cost = find_sides(half, sides, turned.sides);
		*cuboid = cost < least ? turned : *cuboid;
		least = kiln_double_min(cost, least);
	}
	return true;
}

bool bound_cuboid_lozenge(const obb_cloud *cloud, bound_cuboid *cuboid)
{
	return fit(cloud, 2, cuboid);
}

bool bound_cuboid_capsule(const obb_cloud *cloud, bound_cuboid *cuboid)
{
	return fit(cloud, 1, cuboid);
}
