// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_INTERSECT_H
#define KILN_TESTS_PRIMITIVE_INTERSECT_H

#include "kiln/primitive/intersect.h"
#include "primitive/closest/primitive_closest.h"

/// Random lines, rays and segments, and in 256 bits what they should meet.

typedef struct track_case
{
	int kind; ///< 0 line, 1 ray, 2 segment: the one that is asked
	kiln_line line;
	kiln_ray ray;
	kiln_segment segment;
	kiln_vec3 begin;
	real3 o, d;
	real low, high; ///< so large that they are endless where there is no end
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
/// Those at which low <= at + t speed <= high.
void stretch_slab(stretch *s, real at, real speed, real low, real high);
/// The roots of a t^2 + 2 b t + c, for a not 0.
void stretch_roots(real a, real b, real c, real *one, real *two);
/// Those at which a t^2 + 2 b t + c <= 0, for a not below 0.
void stretch_quadric(stretch *s, real a, real b, real c);
/// What two have in common with a third where they are parts of a convex whole.
stretch stretch_join(stretch a, stretch b);

/// The times at which the line is in a shape that is larger all around by `grow`, which may be below 0.
typedef stretch (*stretch_of)(const track_case *track, const void *shape, real grow);

/// Asserts what all answers for convex solids have in common: that there is a hit where there is one, or nearly one; times
/// between those of a shape that is a little larger and one that is a little smaller; the point; a unit normal; `inside`
/// where `in`. `size` is the largest number that enters.
void assert_solid(
	const track_case *track, kiln_intersection got, stretch_of of, const void *shape, double size, bool in);

/// That no point of a convex shape lies farther along the normal than the point of the hit; `reach`: the farthest.
void assert_normal(kiln_intersection got, double reach, double size);
kiln_d3 normal_of(kiln_intersection got);

void assert_nothing(kiln_intersection got);

#endif
