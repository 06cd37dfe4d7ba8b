// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_LANES_H
#define KILN_COOKER_BOUND_LANES_H

#include "frame.h"
#include "math/double3.h"

#define KILN_BACKEND_BASE
#include "simd/simd4.h"

/// Points four at a time, with the same bits on every machine.

#define BOUND_LANES 4

/// Points in columns. Copies of the last point fill the last four up, so that a minimum and a maximum need no rest.
typedef struct bound_lanes
{
	double *x, *y, *z;
	double *spare[4]; ///< memory for a few numbers of each point
	double *block;
	uint32_t count;
	size_t capacity; ///< of each column
} bound_lanes;

/// Makes room for `most` points. False when out of memory.
bool bound_lanes_make(const kilncook_context *context, uint32_t most, bound_lanes *lanes);
void bound_lanes_free(const kilncook_context *context, bound_lanes *lanes);
void bound_lanes_add(bound_lanes *lanes, kiln_d3 point);

/// Makes the lanes of all points of a cloud. False when out of memory.
bool bound_lanes_of(const kilncook_context *context, const obb_cloud *cloud, bound_lanes *lanes);

/// Keeps each point's height along an axis in spare[0]; `ends` gets the least and the greatest height.
void bound_lanes_heights(const bound_lanes *lanes, kiln_d3 axis, double ends[2]);

/// Finds the first of the points that are extreme along a direction of any length, the least and the greatest. Uses spare[0].
void bound_lanes_extremes(const bound_lanes *lanes, kiln_d3 direction, uint32_t ends[2]);

/// A vector, the same in each lane.
typedef struct bound_lanes_d3
{
	d4 x, y, z;
} bound_lanes_d3;

static inline bound_lanes_d3 bound_lanes_all(kiln_d3 v)
{
	return (bound_lanes_d3){d4_set1(v.x), d4_set1(v.y), d4_set1(v.z)};
}

static inline bound_lanes_d3 bound_lanes_at(const bound_lanes *lanes, uint32_t i)
{
	return (bound_lanes_d3){d4_load(lanes->x + i), d4_load(lanes->y + i), d4_load(lanes->z + i)};
}

/// Summed from left to right, as kiln_d3_dot does.
static inline d4 bound_lanes_dot(bound_lanes_d3 a, bound_lanes_d3 b)
{
	return d4_add(d4_add(d4_mul(a.x, b.x), d4_mul(a.y, b.y)), d4_mul(a.z, b.z));
}

static inline bound_lanes_d3 bound_lanes_sub(bound_lanes_d3 a, bound_lanes_d3 b)
{
	return (bound_lanes_d3){d4_sub(a.x, b.x), d4_sub(a.y, b.y), d4_sub(a.z, b.z)};
}

static inline bound_lanes_d3 bound_lanes_scale(bound_lanes_d3 a, d4 s)
{
	return (bound_lanes_d3){d4_mul(a.x, s), d4_mul(a.y, s), d4_mul(a.z, s)};
}

static inline double bound_lanes_least(d4 a)
{
	double of[BOUND_LANES];
	d4_store(of, a);
	double left = kiln_double_min(of[0], of[1]), right = kiln_double_min(of[2], of[3]);
	return kiln_double_min(left, right);
}

static inline double bound_lanes_most(d4 a)
{
	double of[BOUND_LANES];
	d4_store(of, a);
	double left = kiln_double_max(of[0], of[1]), right = kiln_double_max(of[2], of[3]);
	return kiln_double_max(left, right);
}

#endif
