// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_CLOSEST_H
#define KILN_TESTS_PRIMITIVE_CLOSEST_H

#include "kiln/primitive/closest.h"
#include "support/real256.h"

/// Configurations of points for the tests of closest points, and the expected answers in 256 bits.

/// The points of one configuration: of the same size, near a common place, and often related to earlier points.
typedef struct cloud
{
	uint64_t *state;
	double scale; ///< a power of two
	bool near;	  ///< nearly degenerate: repeated points, on lines and in planes of others, or a few units away from
				  ///< them
	int kind;	  ///< lattice, interval, far from the origin, mixed magnitudes
	kiln_vec3 offset;
	kiln_vec3 points[8];
	uint32_t count;
} cloud;

/// Starts a new configuration, number n of a run.
cloud cloud_begin(uint64_t *state, uint64_t n, bool near);
kiln_vec3 cloud_point(cloud *c);
/// A vector that is not zero.
kiln_vec3 cloud_direction(cloud *c);
/// Returns a size of at least 0, sometimes 0 or a length between points of the cloud.
float cloud_size(cloud *c);
/// Makes axes that are perpendicular to rounding; sometimes only to `skew`, or parallel to the coordinate axes.
void cloud_axes(cloud *c, double skew, kiln_vec3 axes[3]);
/// Runs a trial on as many random configurations, and nearly degenerate ones.
void cloud_run(void (*trial)(cloud *c), uint64_t random, uint64_t near);
/// In [-1, 1].
double cloud_unit(uint64_t *state);
uint64_t cloud_next(uint64_t *state);

/// A point in 256 bits and how far it is.
typedef struct expected
{
	real distance2;
	real3 on_a, on_b;
} expected;

expected nearer_of(expected a, expected b);
/// Makes the expected answer for a point p whose nearest point is `on`.
expected expected_at(real3 p, real3 on);

/// Returns the nearest point of base + s[0] sides[0] + .., low <= s <= high: the least over all faces, edges and
/// corners, for each the stationary point by Cramer's rule. Infinite ends are left out where `open` has bit 2 i (low)
/// or 2 i + 1.
expected nearest_of_box(
	real3 p, real3 base, const real3 sides[], const real low[], const real high[], int count, unsigned int open);

/// Returns the nearest point of a triangle, from the foot on its plane, its edges and corners.
expected nearest_of_triangle(real3 p, const real3 corners[3]);

/// base + s side, which is a segment (0), ray (2) or line (3) by `open` as above; the nearest points of two are
/// stationary points or ends.
typedef struct track
{
	real3 base, side;
	unsigned int open;
	real end; ///< the end, if there is one
} track;

expected nearest_of_tracks(const track *a, const track *b);
expected nearest_of_track_triangle(const track *a, const real3 corners[3]);
expected nearest_of_triangles(const real3 a[3], const real3 b[3]);

/// Returns the largest coordinate difference between any two of the points, and the largest coordinate.
double spread_of(const kiln_vec3 *points, uint32_t count);
double reach_of(const kiln_vec3 *points, uint32_t count);

/// Whether they have a common point, to the precision of quotients of 256 bits.
bool touches_to_256_bits(const expected *want, double size);

/// Asserts distance and points within `ulps` units in the last place of `size`, plus the rounding of coordinates up to
/// `reach`; the points only where `unique`. Distance 0 exactly where the exact distance is 0.
void assert_closest(
	const kiln_closest_points *got, const expected *want, double size, double reach, double ulps, bool unique);
/// Asserts that `at` gives the point `on` as base + at[0] sides[0] + ..
void assert_at(kiln_vec3 on, const float *at, real3 base, const real3 *sides, int count, double size, double reach);
void assert_refused(kiln_closest_points got);
/// Replaces each float of a shape by invalid numbers, one per step; true while another step exists.
bool spoil(void *shape, const void *good, size_t bytes, uint32_t step);

#endif
