// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_ORIGIN_H
#define KILN_BOUNDS_ORIGIN_H

#include "kiln/large.h"
#include "math/double3.h"

/// Differences of origins.

static inline bool kiln_origin_valid(const kiln_origin *origin)
{
	const kiln_d3 place = {origin->x, origin->y, origin->z};
	// Comparisons with NaN are false.
	return place.x - place.x == 0 && place.y - place.y == 0 && place.z - place.z == 0 &&
		   kiln_d3_largest(place) <= KILN_ORIGIN_MAX;
}

static inline bool kiln_origin_equal(const kiln_origin *a, const kiln_origin *b)
{
	return a->x == b->x && a->y == b->y && a->z == b->z;
}

/// The way from an origin to another.
static inline kiln_d3 kiln_origin_way(const kiln_origin *from, const kiln_origin *to)
{
	return (kiln_d3){to->x - from->x, to->y - from->y, to->z - from->z};
}

#endif
