// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_BATCH_H
#define KILN_TESTS_PRIMITIVE_BATCH_H

#include "kiln/primitive.h"

/// Random shapes for the batches, whose answers must equal those of the single functions.

/// Kinds of random numbers.
typedef enum batch_kind
{
	BATCH_USUAL,  ///< around the origin, of sizes around 1
	BATCH_WHOLE,  ///< small whole numbers: shapes that touch, are parallel or equal
	BATCH_FAR,	  ///< small shapes far from the origin
	BATCH_SCALED, ///< each number with another power of two, also denormal and huge ones
	BATCH_TINY,	  ///< all below the square root of the least float
	BATCH_HUGE,	  ///< all above that of the greatest
	BATCH_BROKEN, ///< usual, and one number in six NaN, infinite, negative, zero, FLT_MAX or denormal
	BATCH_KINDS
} batch_kind;

batch_kind batch_any_kind(uint64_t *random);
float batch_number(uint64_t *random, batch_kind kind);
kiln_vec3 batch_point(uint64_t *random, batch_kind kind);
kiln_sphere batch_sphere(uint64_t *random, batch_kind kind);
kiln_aabb batch_aabb(uint64_t *random, batch_kind kind);
kiln_triangle batch_triangle(uint64_t *random, batch_kind kind);
/// Makes a ray towards about `at`; some are along axes, some end there.
kiln_ray batch_ray(uint64_t *random, batch_kind kind, kiln_vec3 at);
/// Returns x, a few floats up or down.
float batch_beside(uint64_t *random, float x);

/// Invalid numbers, and numbers at the ends of the valid range.
#define BATCH_SPECIALS 13
float batch_special(uint32_t i);

#endif
