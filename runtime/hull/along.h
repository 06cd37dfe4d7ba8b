// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_ALONG_H
#define KILN_HULL_ALONG_H

#include "extreme.h"

/// Heights of a hull's vertices along a direction, and an exact comparison of heights: by heights in double where they
/// differ by more than their error, else by their exact difference.
typedef struct kiln_along
{
	const kiln_hull *hull;
	kiln_d3 direction;
	double size;  ///< sum of the magnitudes of its components
	double bound; ///< the errors of two heights together are less than this
} kiln_along;

/// Returns false for a direction that is zero or not usable: then any vertex will do.
static inline bool kiln_along_make(kiln_along *along, const kiln_hull *hull, kiln_d3 direction)
{
	double size = kiln_double_abs(direction.x) + kiln_double_abs(direction.y) + kiln_double_abs(direction.z);
	// Written so that NaN fails.
	if (!(size > 0 && size <= 0x1p+900))
		return false;
	// Scales a short direction up, so that the products of half a component with a float lose no bits.
	along->direction = size < 0x1p-500 ? kiln_d3_scale(direction, 0x1p+500) : direction;
	along->size = size < 0x1p-500 ? size * 0x1p+500 : size;
	along->hull = hull;
	// Each height has three products and two sums, each rounded by 2^-53 of at most size times reach. A quarter of this
	// bound would do.
	along->bound = 0x1p-48 * along->size * (double)hull->reach;
	return true;
}

static inline double kiln_along_height(const kiln_along *along, uint32_t i)
{
	const kiln_hull *hull = along->hull;
	kiln_d3 d = along->direction;
	return d.x * (double)hull->x[i] + d.y * (double)hull->y[i] + d.z * (double)hull->z[i];
}

/// Whether vertex `a` is higher than `b`, exactly.
bool kilni_along_exactly_higher(const kiln_along *along, uint32_t a, uint32_t b);

/// Whether vertex `a` of height `of_a` is higher than `b` of height `of_b`.
static inline bool kiln_along_higher(const kiln_along *along, uint32_t a, double of_a, uint32_t b, double of_b)
{
	if (of_a <= of_b - along->bound)
		return false;
	return of_a >= of_b + along->bound || kilni_along_exactly_higher(along, a, b);
}

/// The highest of the first `count` > 0 vertices, the lowest number of equals.
uint32_t kilni_along_scan(const kiln_along *along, uint32_t count);

#endif
