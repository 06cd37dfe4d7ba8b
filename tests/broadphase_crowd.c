// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "asset_fixture.h"
#include "broadphase_crowd.h"

broadphase_crowd crowd_make(kiln_broadphase_method method, uint32_t capacity)
{
	return crowd_make_as(&(kiln_broadphase_options){.method = method, .capacity = capacity});
}

broadphase_crowd crowd_make_as(const kiln_broadphase_options *options)
{
	size_t size = kiln_broadphase_size(options);
	broadphase_crowd crowd = {.random = 11};
	assert_true(size > 0);
	crowd.memory = fixture_memory(size);
	crowd.proxies = calloc(options->capacity, sizeof *crowd.proxies);
	assert_true(crowd.memory && crowd.proxies);
	assert_int_equal(kiln_broadphase_create(options, crowd.memory, size, &crowd.broadphase), KILN_OK);
	return crowd;
}

void crowd_free(broadphase_crowd *crowd)
{
	kiln_broadphase_destroy(crowd->broadphase);
	free(crowd->proxies);
	free(crowd->memory);
}

kiln_aabb crowd_cube(float x, float y, float z, float edge)
{
	return (kiln_aabb){{x, y, z}, {x + edge, y + edge, z + edge}};
}

void crowd_put(broadphase_crowd *crowd, kiln_aabb box)
{
	assert_int_equal(kiln_broadphase_add(crowd->broadphase, &box, NULL, &crowd->proxies[crowd->count++]), KILN_OK);
}

void crowd_put_cubes(broadphase_crowd *crowd, uint32_t count, float edge, float low, float high)
{
	for (uint32_t i = 0; i < count; i++)
	{
		float x = low + (high - low) * fixture_random_unit(&crowd->random);
		float y = low + (high - low) * fixture_random_unit(&crowd->random);
		crowd_put(crowd, crowd_cube(x, y, low + (high - low) * fixture_random_unit(&crowd->random), edge));
	}
}

void crowd_move(broadphase_crowd *crowd, uint32_t at, kiln_aabb box)
{
	assert_int_equal(kiln_broadphase_move(crowd->broadphase, crowd->proxies[at], &box), KILN_OK);
}

void crowd_remove(broadphase_crowd *crowd, uint32_t at)
{
	assert_int_equal(kiln_broadphase_remove(crowd->broadphase, crowd->proxies[at]), KILN_OK);
}

void crowd_update(const broadphase_crowd *crowd)
{
	assert_int_equal(kiln_broadphase_update(crowd->broadphase, NULL), KILN_OK);
}

typedef struct counted
{
	size_t count, most;
} counted;

static bool count_pair(void *user, kiln_proxy_pair pair)
{
	counted *all = user;
	assert_true(pair.a < pair.b);
	return ++all->count < all->most;
}

size_t crowd_pairs(const broadphase_crowd *crowd, size_t most)
{
	counted all = {.most = most};
	kiln_broadphase_visit_pairs(crowd->broadphase, count_pair, &all);
	return all.count;
}

static void check_queries(broadphase_crowd *crowd, uint32_t trials)
{
	const kiln_broadphase *broadphase = crowd->broadphase;
	const uint32_t *live = broadphase->live;
	for (uint32_t trial = 0; trial < trials; trial++)
	{
		kiln_aabb box = broadphase->boxes[live[fixture_random(&crowd->random) % broadphase->live_count]];
		box.max.x += 1;
		kiln_ray ray = {.origin = {0, 0, 0},
			.direction = {(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2, (box.min.z + box.max.z) / 2}};
		uint32_t overlap = 0, met = 0;
		for (uint32_t i = 0; i < broadphase->live_count; i++)
		{
			const kiln_aabb *other = &broadphase->boxes[live[i]];
			kiln_box_sweep sweep = {.t_max = 3.4028234663852886e38};
			const float *way = &ray.direction.x;
			double t;
			for (unsigned axis = 0; axis < 3; axis++)
			{
				sweep.way[axis] = (double)way[axis];
				sweep.inverse[axis] = 1 / sweep.way[axis];
			}
			overlap += kiln_boxes_overlap(&box, other);
			met += kiln_sweep_meets(&sweep, other, &t);
		}
		assert_int_equal(kiln_broadphase_box(broadphase, &box, NULL, 0), overlap);
		if (isfinite(ray.direction.x) && (ray.direction.x != 0 || ray.direction.y != 0 || ray.direction.z != 0))
			assert_int_equal(kiln_broadphase_ray(broadphase, &ray, NULL, 0), met);
	}
}

void crowd_check(broadphase_crowd *crowd)
{
	crowd_update(crowd);
	if (crowd->broadphase->live_count > 0)
		check_queries(crowd, 50);
	size_t truly = 0, found = crowd_pairs(crowd, SIZE_MAX);
	const kiln_aabb *boxes = crowd->broadphase->boxes;
	const uint32_t *live = crowd->broadphase->live;
	for (uint32_t i = 0; i < crowd->broadphase->live_count; i++)
		for (uint32_t j = 0; j < i; j++)
			truly += kiln_boxes_overlap(&boxes[live[i]], &boxes[live[j]]);
	assert_int_equal(found, truly);
	if (crowd->broadphase->live_count > 0)
		check_queries(crowd, 50);
}

void crowd_check_one_place(kiln_broadphase_method method, uint32_t step)
{
	broadphase_crowd crowd = crowd_make(method, 100000);
	for (uint32_t i = 0; i < 100000; i++)
	{
		crowd_put(&crowd, crowd_cube(1, 2, 3, 1));
		if (i % step == 0)
			crowd_update(&crowd);
	}
	crowd_update(&crowd);
	assert_int_equal(crowd_pairs(&crowd, 1000), 1000);
	for (uint32_t i = 0; i < 100000; i += 2)
		crowd_move(&crowd, i, crowd_cube(1, 2, 3.5f, 1));
	crowd_update(&crowd);
	kiln_aabb box = crowd_cube(0, 0, 4.25f, 5);
	assert_int_equal(kiln_broadphase_box(crowd.broadphase, &box, NULL, 0), 50000);
	for (uint32_t i = 0; i < 100000; i++)
		if (i % 4 != 0)
			crowd_remove(&crowd, i);
	crowd_update(&crowd);
	assert_int_equal(kiln_broadphase_box(crowd.broadphase, &box, NULL, 0), 25000);
	crowd_free(&crowd);
}
