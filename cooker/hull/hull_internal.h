// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_INTERNAL_H
#define KILN_COOKER_HULL_INTERNAL_H

#include "hull.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/// Functions that the parts of hull_build share.

// Error bounds and error-free sums need every operation rounded to double at once.
static_assert(FLT_EVAL_METHOD == 0, "exact predicates need arithmetic in the type's own precision");

/// A point of the input: finite, without negative zeros.
typedef struct hull_point
{
	float position[3];
	uint32_t index; ///< in the caller's points
} hull_point;

/// Points by increasing index, which may have equal positions, and their box.
typedef struct hull_cloud
{
	hull_point *points;
	uint32_t count;
	float low[3];
	float high[3];
} hull_cloud;

/// Points of a cloud whose affine span is exactly that of the whole cloud.
typedef struct hull_simplex
{
	uint32_t dimension;
	/// dimension + 1 of them; a segment's ends; of a tetrahedron, 0, 1, 2 are counter-clockwise seen from outside
	hull_point corners[4];
} hull_simplex;

/// A point in a plane.
typedef struct hull_flat
{
	double at[2];
	uint32_t index;	   ///< in the caller's points
	uint32_t position; ///< in the cloud
} hull_flat;

static inline double hull_magnitude(double value)
{
	return fabs(value);
}

static inline void hull_widen(const float from[3], double to[3])
{
	for (int i = 0; i < 3; ++i)
		to[i] = (double)from[i];
}

/// Orders positions by x, then y, then z.
static inline bool hull_before(const float a[3], const float b[3])
{
	if (a[0] != b[0])
		return a[0] < b[0];
	if (a[1] != b[1])
		return a[1] < b[1];
	return a[2] < b[2];
}

static inline bool hull_equal(const float a[3], const float b[3])
{
	return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static inline bool hull_finite(const float position[3])
{
	for (int i = 0; i < 3; ++i)
		if (!(position[i] >= -FLT_MAX && position[i] <= FLT_MAX))
			return false;
	return true;
}

static inline const float *hull_position(const hull_points *points, uint32_t i)
{
	size_t stride = points->stride ? points->stride : 3 * sizeof(float);
	return (const float *)(const void *)((const char *)points->positions + i * stride);
}

/// Returns the exact side of the plane abc on which d lies, like exact_orient3d.
int hull_side(const float a[3], const float b[3], const float c[3], const float d[3]);

/// Reads at least one point into a cloud whose array has room for all points: all points that can be vertices of their
/// hull, and inner points that are not easily recognised. Sets the box. `*finite` gets the number of the first point
/// that is not finite, or the count. KILNCOOK_INTERNAL, without a message, when out of memory, like all functions here.
kilncook_status hull_read(
	const kilncook_context *context, const hull_points *points, hull_cloud *cloud, uint32_t *finite);

/// Allocates a hull's arrays, in one block.
kilncook_status hull_allocate(const kilncook_context *context, uint32_t dimension, uint32_t vertex_count,
	uint32_t face_count, uint32_t half_edge_count, convex_hull *out);

/// Finds the affine span of a cloud of at least one point.
void hull_span(const hull_cloud *cloud, hull_simplex *simplex);

/// Builds the hull of points that lie in one plane, but not on one line.
kilncook_status hull_polygon(
	const kilncook_context *context, const hull_cloud *cloud, const hull_simplex *simplex, convex_hull *out);

/// Finds the corners of the hull of points in a plane that are not all on one line, counter-clockwise; of equal points,
/// the one with the lowest index. Sorts the points; `chain` has room for one more point.
uint32_t hull_walk_around(hull_flat *points, uint32_t count, hull_flat *chain);

/// Builds the hull of points that don't lie in one plane. Overwrites the cloud's points.
kilncook_status hull_polyhedron(
	const kilncook_context *context, hull_cloud *cloud, const hull_simplex *simplex, convex_hull *out);

#endif
