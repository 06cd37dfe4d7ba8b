// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_INTERSECT_H
#define KILN_TESTS_PRIMITIVE_INTERSECT_H

#include "kiln/primitive/intersect.h"
#include "primitive/closest/primitive_closest.h"

/// Random lines, rays and segments, and their expected intersections in 256 bits.

typedef struct track_case
{
	int kind; ///< 0 line, 1 ray, 2 segment: the kind to query
	kiln_line line;
	kiln_ray ray;
	kiln_segment segment;
	kiln_vec3 begin;
	real3 o, d;
	real low, high; ///< so large that they act as infinity where there is no end
	bool point;		///< a segment without length
} track_case;

/// Often aimed at a point of the cloud, and with ends there.
track_case track_of(cloud *c);

#define INTERSECT(shape, track, ...)                                                                                   \
	((track)->kind == 0		 ? kiln_intersect_line_##shape(&(track)->line, __VA_ARGS__)                                \
		: (track)->kind == 1 ? kiln_intersect_ray_##shape(&(track)->ray, __VA_ARGS__)                                  \
							 : kiln_intersect_segment_##shape(&(track)->segment, __VA_ARGS__))

/// Times of the whole line.
typedef struct stretch
{
	bool some;
	real first, last;
} stretch;

stretch stretch_whole(void);
/// Keeps the times at which low <= at + t speed <= high.
void stretch_slab(stretch *s, real at, real speed, real low, real high);
/// The roots of a t^2 + 2 b t + c, for a not 0.
void stretch_roots(real a, real b, real c, real *one, real *two);
/// Keeps the times at which a t^2 + 2 b t + c <= 0, for a not below 0.
void stretch_quadric(stretch *s, real a, real b, real c);
/// Returns the union of two ranges, which are parts of a convex whole.
stretch stretch_join(stretch a, stretch b);

/// Returns the times at which the line is in a shape that is extended all around by `grow`, which may be below 0.
typedef stretch (*stretch_of)(const track_case *track, const void *shape, real grow);

/// Asserts the common properties of answers for convex solids: a hit exists where the shape is hit, or nearly; times
/// are between those of a slightly larger and a slightly smaller shape; the point; a unit normal; `inside` where `in`.
/// `size` is the largest number in the test.
void assert_solid(
	const track_case *track, kiln_intersection got, stretch_of of, const void *shape, double size, bool in);

/// Asserts that no point of a convex shape lies farther along the normal than the point of the hit; `reach`: the
/// farthest point.
void assert_normal(kiln_intersection got, double reach, double size);
kiln_d3 normal_of(kiln_intersection got);

void assert_nothing(kiln_intersection got);

#endif
