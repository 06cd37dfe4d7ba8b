// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_EXTREME_H
#define KILN_HULL_EXTREME_H

#include "kiln/hull.h"
#include "math/double3.h"

/// The support mappings of kiln/hull.h for a direction in double, which queries need that transform the direction. The
/// result is exact for that direction. Components are at most 2^900; with larger ones, infinity or NaN, the answer is
/// some vertex.

uint32_t kilni_hull_extreme_scan(const kiln_hull *hull, kiln_d3 direction);
/// `seed` is the vertex to start from; out of range, the search starts from the stored vertex whose direction is
/// nearest.
uint32_t kilni_hull_extreme_climb(const kiln_hull *hull, kiln_d3 direction, uint32_t seed);
uint32_t kilni_hull_extreme_hierarchy(const kiln_hull *hull, kiln_d3 direction);
/// The quickest of the mappings; `seed` may be NULL.
uint32_t kilni_hull_extreme(const kiln_hull *hull, kiln_d3 direction, uint32_t *seed);

static inline kiln_d3 kiln_hull_point(const kiln_hull *hull, uint32_t i)
{
	return (kiln_d3){(double)hull->x[i], (double)hull->y[i], (double)hull->z[i]};
}

/// The middle of the box around the vertices.
static inline kiln_d3 kiln_hull_middle(const kiln_hull *hull)
{
	return kiln_d3_scale(kiln_d3_add(kiln_d3_from(hull->low), kiln_d3_from(hull->high)), 0.5);
}

/// The stored seed of a direction whose components have the signs `x`, `y`, `z`, each -1, 0 or 1, not all 0.
static inline uint32_t kiln_hull_seed(const kiln_hull *hull, int x, int y, int z)
{
	int cell = 9 * x + 3 * y + z + KILN_HULL_SEEDS / 2;
	return kiln_hull_index(hull, hull->seeds, (uint32_t)(cell > KILN_HULL_SEEDS / 2 ? cell - 1 : cell));
}

/// The stored seed whose direction is near `d`; vertex 0 if `d` has no usable direction.
static inline uint32_t kiln_hull_nearest_seed(const kiln_hull *hull, kiln_d3 d)
{
	// Between an axis and a diagonal the middle lies at tan(22.5 degrees) of the largest component.
	double some = 0.41421356 * kiln_d3_largest(d);
	int x = (d.x > some) - (d.x < -some), y = (d.y > some) - (d.y < -some), z = (d.z > some) - (d.z < -some);
	return x || y || z ? kiln_hull_seed(hull, x, y, z) : 0;
}

#endif
