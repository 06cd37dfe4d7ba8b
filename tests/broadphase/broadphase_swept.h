// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BROADPHASE_SWEPT_H
#define KILN_TESTS_BROADPHASE_SWEPT_H

#include "kiln/school.h"

/// Small broadphases of boxes on their ways.

/// Fails the test where one that has a size cannot be made; NULL where it has none. The caller frees it.
kiln_broadphase *swept_make(const kiln_broadphase_method *method, uint32_t capacity);

kiln_aabb swept_cube(float x, float y, float z, float half);
kiln_proxy swept_add(kiln_broadphase *broadphase, kiln_aabb box, kiln_vec3 way);

/// How many pairs there are of two boxes on their ways, in that method.
size_t swept_pairs(const kiln_broadphase_method *method, kiln_aabb a, kiln_vec3 way_a, kiln_aabb b, kiln_vec3 way_b);

/// Counts a pair in an array of 256 x 256 uint8_t: a kiln_visit_proxy_pair of indices below 256.
bool swept_count(void *user, kiln_proxy_pair pair);

/// For a claim about each method that there is.
#define EACH_METHOD(method)                                                                                            \
	for (uint32_t number = 1; number < KILN_SCHOOL_BROADPHASES; number++)                                              \
		for (const kiln_broadphase_method *method = kiln_school_broadphase(number); method; method = NULL)

#endif
