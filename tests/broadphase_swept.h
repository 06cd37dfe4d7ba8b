// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BROADPHASE_SWEPT_H
#define KILN_TESTS_BROADPHASE_SWEPT_H

#include "kiln/broadphase.h"

/// Small broadphases of boxes on their ways.

/// Fails the test where one that has a size cannot be made; NULL where it has none. The caller frees it.
kiln_broadphase *swept_make(uint32_t method, uint32_t capacity);
bool swept_method_exists(uint32_t method);

kiln_aabb swept_cube(float x, float y, float z, float half);
kiln_proxy swept_add(kiln_broadphase *broadphase, kiln_aabb box, kiln_vec3 way);

/// How many pairs there are of two boxes on their ways, in that method.
size_t swept_pairs(uint32_t method, kiln_aabb a, kiln_vec3 way_a, kiln_aabb b, kiln_vec3 way_b);

/// Counts a pair in an array of 256 x 256 uint8_t: a kiln_visit_proxy_pair of indices below 256.
bool swept_count(void *user, kiln_proxy_pair pair);

/// For a claim about each method that there is.
#define EACH_METHOD(method)                                                                                            \
	for (uint32_t method = KILN_BROADPHASE_BRUTE_FORCE; method < KILN_BROADPHASE_METHOD_COUNT; method++)               \
		if (swept_method_exists(method))

#endif
