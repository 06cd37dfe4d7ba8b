// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BROADPHASE_SWEPT_H
#define KILN_TESTS_BROADPHASE_SWEPT_H

#include "kiln/school.h"

/// Small broadphases of swept boxes.

/// Makes a broadphase; fails the test if this fails although the method has a size; NULL if the method has none. The
/// caller frees it.
kiln_broadphase *swept_make(const kiln_broadphase_method *method, uint32_t capacity);

kiln_aabb swept_cube(float x, float y, float z, float half);
kiln_proxy swept_add(kiln_broadphase *broadphase, kiln_aabb box, kiln_vec3 way);

/// Counts the pairs of two swept boxes in a method.
size_t swept_pairs(const kiln_broadphase_method *method, kiln_aabb a, kiln_vec3 way_a, kiln_aabb b, kiln_vec3 way_b);

/// Counts a pair in an array of 256 x 256 uint8_t: a kiln_visit_proxy_pair of indices below 256.
bool swept_count(void *user, kiln_proxy_pair pair);

/// For a claim about every method.
#define EACH_METHOD(method)                                                                                            \
	for (uint32_t number = 1; number < KILN_SCHOOL_BROADPHASES; number++)                                              \
		for (const kiln_broadphase_method *method = kiln_school_broadphase(number); method; method = NULL)

#endif
