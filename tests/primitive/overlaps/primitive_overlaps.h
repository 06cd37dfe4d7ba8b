// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_OVERLAPS_H
#define KILN_TESTS_PRIMITIVE_OVERLAPS_H

#include "kiln/primitive.h"
#include "support/real256.h"

/// Random shapes for the overlap tests, and distances in 256 bits as the oracle.

/// A scene's random numbers, and the place and size of its shapes.
typedef struct scene
{
	uint64_t state;
	bool near;	   ///< coordinates on a coarse lattice, a few of them slightly off: touching, parallel, flat, equal
	double scale;  ///< a power of two
	double offset; ///< of all of it, in scales
} scene;

scene scene_of(uint64_t seed);
/// Chooses another scale and offset.
void scene_next(scene *s, bool near);

uint32_t scene_below(scene *s, uint32_t count);
/// -1 .. 1
double scene_unit(scene *s);
kiln_vec3 scene_point(scene *s);
/// Any direction, of any length.
kiln_vec3 scene_direction(scene *s);
/// 0 .. 1 scales, 0 now and then.
float scene_size(scene *s);
kiln_triangle scene_triangle(scene *s);
/// Makes unit axes that are perpendicular, to rounding or slightly worse.
void scene_axes(scene *s, kiln_vec3 axes[3]);
kiln_obb scene_obb(scene *s);
kiln_aabb scene_aabb(scene *s);
/// Makes a flat polygon of 3 to 8 corners around a middle, convex or with its corners alternately in and out; in a
/// plane to rounding.
uint32_t scene_polygon(scene *s, kiln_vec3 corners[8]);

double vec3_largest_difference(const kiln_vec3 *points, int count);

real real_distance_to_segment(real3 p, real3 a, real3 b);
real real_distance_to_triangle(real3 p, const real3 corners[3]);
real real_distance_of_segments(real3 a, real3 b, real3 c, real3 d);
/// 0 where they cross.
real real_distance_segment_triangle(real3 a, real3 b, const real3 corners[3]);

/// Judges an answer: a pair within `reach` of each other overlaps, a pair that is farther by 2^-45 of `size` does not,
/// and in between both answers are correct. False when the answer is wrong.
bool real_judges(bool answer, real distance, real reach, double size);

/// Returns a float that is invalid in any shape.
float bad_number(uint32_t which);

#endif
