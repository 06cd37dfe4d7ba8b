// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "broadphase_crowd.h"
#include "support/asset_fixture.h"

broadphase_crowd crowd_make(const kiln_broadphase_method *method, uint32_t capacity)
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
	assert_int_equal(kiln_broadphase_create(&crowd.broadphase, crowd.memory, size, options), KILN_OK);
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
	kiln_broadphase_pairs_visit(crowd->broadphase, count_pair, &all);
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
			met += kilni_sweep_meets(&sweep, other, &t);
		}
		assert_int_equal(kiln_broadphase_overlap_aabb(broadphase, &box, NULL, 0), overlap);
		if (isfinite(ray.direction.x) && (ray.direction.x != 0 || ray.direction.y != 0 || ray.direction.z != 0))
			assert_int_equal(kiln_broadphase_ray_all(broadphase, &ray, NULL, 0), met);
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

static double processor_seconds(crowd_work *work, const kiln_broadphase_method *method, uint32_t count)
{
	const clock_t start = clock();
	work(method, count);
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

void crowd_check_growth(crowd_work *work, const kiln_broadphase_method *method, uint32_t count)
{
	double few = INFINITY, many = INFINITY;
	for (uint32_t i = 0; i < 3; i++)
		few = fmin(few, processor_seconds(work, method, count));
	for (uint32_t i = 0; i < 3 && many > 24 * few; i++)
		many = fmin(many, processor_seconds(work, method, 8 * count));
	if (many > 24 * few)
		fail_msg(
			"%s: %g s for %u boxes, %g s for %u", kiln_broadphase_method_name(method), few, count, many, 8 * count);
}

static void move_every(broadphase_crowd *crowd, uint32_t first, uint32_t step, kiln_aabb box)
{
	for (uint32_t i = first; i < crowd->count; i += step)
		crowd_move(crowd, i, box);
	crowd_update(crowd);
}

/// Some boxes that are moved to one place in parts then lie in another cell, which touches a third.
static void fill_one_place(const kiln_broadphase_method *method, uint32_t count)
{
	broadphase_crowd crowd = crowd_make(method, count);
	const kiln_aabb here = crowd_cube(1, 2, 3, 1), near = crowd_cube(1, 2, 3.5f, 1), there = crowd_cube(8, 9, 9, 2);
	for (uint32_t i = 0; i < count; i++)
	{
		crowd_put(&crowd, here);
		if (i % (count / 20) == 0)
			crowd_update(&crowd);
	}
	assert_int_equal(crowd_pairs(&crowd, 1000), 1000);
	move_every(&crowd, 0, 1, there);
	assert_int_equal(kiln_broadphase_overlap_aabb(crowd.broadphase, &there, NULL, 0), count);
	move_every(&crowd, 0, 2, here);
	assert_int_equal(crowd_pairs(&crowd, 1000), 1000);
	move_every(&crowd, 1, 2, near);
	const kiln_aabb above = crowd_cube(0, 0, 4.25f, 3);
	assert_int_equal(kiln_broadphase_overlap_aabb(crowd.broadphase, &above, NULL, 0), count / 2);
	for (uint32_t i = 0; i < count; i++)
		if (i % 4 != 1)
			crowd_remove(&crowd, i);
	crowd_update(&crowd);
	assert_int_equal(kiln_broadphase_overlap_aabb(crowd.broadphase, &above, NULL, 0), count / 4);
	assert_int_equal(crowd_pairs(&crowd, 1000), 1000);
	crowd_free(&crowd);
}

void crowd_check_one_place(const kiln_broadphase_method *method, uint32_t count)
{
	crowd_check_growth(fill_one_place, method, count);
}
