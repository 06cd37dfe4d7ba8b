// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "broadphase_swept.h"

kiln_broadphase *swept_make(const kiln_broadphase_method *method, uint32_t capacity)
{
	const kiln_broadphase_options options = {
		.method = method, .capacity = capacity, .pair_capacity = capacity * capacity};
	size_t size = kiln_broadphase_size(&options);
	kiln_broadphase *broadphase = NULL;
	void *memory = size > 0 ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
	assert_true(!memory || kiln_broadphase_create(&broadphase, memory, size, &options) == KILN_OK);
	return broadphase;
}

kiln_proxy swept_add(kiln_broadphase *broadphase, kiln_aabb box, kiln_vec3 way)
{
	kiln_proxy proxy;
	assert_int_equal(kiln_broadphase_add(broadphase, &box, NULL, &proxy), KILN_OK);
	assert_int_equal(kiln_broadphase_move_swept(broadphase, proxy, &box, way), KILN_OK);
	return proxy;
}

kiln_aabb swept_cube(float x, float y, float z, float half)
{
	return (kiln_aabb){{x - half, y - half, z - half}, {x + half, y + half, z + half}};
}

size_t swept_pairs(const kiln_broadphase_method *method, kiln_aabb a, kiln_vec3 way_a, kiln_aabb b, kiln_vec3 way_b)
{
	kiln_broadphase *broadphase = swept_make(method, 2);
	kiln_broadphase_pairs pairs;
	kiln_proxy one = swept_add(broadphase, a, way_a), other = swept_add(broadphase, b, way_b);
	assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
	float t;
	const kiln_proxy_pair pair = {one.index, other.index};
	assert_int_equal(kiln_broadphase_pair_time(broadphase, pair, &t), pairs.count == 1);
	free(broadphase);
	return pairs.count;
}

bool swept_count(void *user, kiln_proxy_pair pair)
{
	uint8_t *seen = user;
	seen[pair.a * 256 + pair.b]++;
	return true;
}
