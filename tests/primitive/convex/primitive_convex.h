// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_CONVEX_H
#define KILN_TESTS_PRIMITIVE_CONVEX_H

#include "kiln/primitive.h"
#include "support/convex_case.h"
#include "support/real256.h"

/// Random convex shapes of every kind, and their properties by definition.

#define CONVEX_KINDS (KILN_CONVEX_HULL + 1)
#define CONVEX_POINTS 12

typedef struct convex_sample
{
	kiln_convex_shape shape;
	kiln_vec3 points[CONVEX_POINTS]; ///< of KILN_CONVEX_POINTS: a box's corners and points in it
	kiln_d3 edge[3];				 ///< of that box, from points[0]
	convex_case hull;				 ///< of KILN_CONVEX_HULL; to be freed
	double size;
} convex_sample;

/// Makes a shape of about a size at a place; some of its lengths may be zero or much smaller. `sample` must not move in
/// memory.
void convex_sample_make(convex_sample *sample, uint64_t *random, kiln_convex_kind kind, double size, kiln_d3 center);
void convex_sample_free(convex_sample *sample);

/// Moves the shape, rounded to float32; not a hull.
void convex_sample_move(convex_sample *sample, kiln_d3 by);

/// Returns a stored point that belongs to the shape.
kiln_vec3 convex_sample_anchor(const convex_sample *sample);

/// The greatest n . x of the shape, which is no line or ray.
real convex_sample_height(const convex_sample *sample, real3 n);

/// Returns the distance of a point from the shape, by the function for that pair, or to 2^-20 of the size.
double convex_sample_away(const convex_sample *sample, kiln_vec3 p);

bool convex_sample_is_line(const convex_sample *sample);

#endif
