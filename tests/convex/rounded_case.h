// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_ROUNDED_CASE_H
#define KILN_TESTS_ROUNDED_CASE_H

#include "kiln/convex/shape.h"

/// Spheres and capsules, and the same bodies as lozenges without width, which the search for any two objects takes.

/// A coordinate on a grid up to `size`, so that sides of lozenges are exact.
float rounded_grid(uint64_t *random, float size);

/// A sphere, or twice as often a capsule, of any radius that includes 0, now and then with a margin.
kiln_convex_shape rounded_random(uint64_t *random, float size);

/// The same body as a lozenge.
kiln_convex_shape rounded_lozenge(const kiln_convex_shape *rounded);

void rounded_assert_near(kiln_vec3 p, kiln_vec3 q, double most);
void rounded_assert_same_feature(kiln_feature p, kiln_feature q);

#endif
