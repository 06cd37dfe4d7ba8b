// SPDX-License-Identifier: MIT
#include "broadphase/core.h"
#include "broadphase_crowd.h"
#include "fuzz/broadphase_trial.h"
#include "kiln/school.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Requirements of every method, and of the core: handles, errors, capacity, events, order.

typedef struct bench
{
	kiln_broadphase *broadphase;
	void *memory;
	size_t size;
} bench;

static bench bench_make(const kiln_broadphase_options *options)
{
	bench made = {.size = kiln_broadphase_size(options)};
	assert_true(made.size > 0);
	made.memory = aligned_alloc(64, made.size);
	assert_non_null(made.memory);
	memset(made.memory, 0xa5, made.size);
	assert_int_equal(kiln_broadphase_create(&made.broadphase, made.memory, made.size, options), KILN_OK);
	return made;
}

static void bench_free(bench *made)
{
	kiln_broadphase_destroy(made->broadphase);
	free(made->memory);
}

static kiln_aabb cube(float x, float y, float z, float half)
{
	return (kiln_aabb){{x - half, y - half, z - half}, {x + half, y + half, z + half}};
}

static kiln_proxy put(const bench *made, kiln_aabb box)
{
	kiln_proxy proxy;
	assert_int_equal(kiln_broadphase_add(made->broadphase, &box, NULL, &proxy), KILN_OK);
	return proxy;
}

static kiln_broadphase_pairs updated(const bench *made)
{
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_broadphase_update(made->broadphase, &pairs), KILN_OK);
	return pairs;
}

static void methods_answer_as_an_array_of_boxes_does(void **state)
{
	(void)state;
	for (unsigned method = 1; method < KILN_SCHOOL_BROADPHASES; method++)
		broadphase_trials(&(kiln_broadphase_options){.method = kiln_school_broadphase(method)}, 3000);
}

static void same_calls_give_the_same_answers_in_the_same_order(void **state)
{
	(void)state;
	for (unsigned method = 0; method < KILN_SCHOOL_BROADPHASES; method++)
		for (uint64_t seed = 0; seed < 10; seed++)
		{
			broadphase_trial trial = {
				.options = {.method = kiln_school_broadphase(method), .capacity = 90, .pair_capacity = 4005},
				.boxes = (trial_boxes)seed,
				.seed = 1000 + seed,
				.operations = 100};
			uint64_t once = broadphase_trial_run(&trial);
			void *elsewhere = malloc(5000);
			assert_true(broadphase_trial_run(&trial) == once);
			trial.options.isa = KILN_ISA_SCALAR;
			assert_true(broadphase_trial_run(&trial) == once);
			trial.options.isa = KILN_ISA_SSE2;
			assert_true(broadphase_trial_run(&trial) == once);
			free(elsewhere);
		}
}

static void every_method_has_a_name_of_its_own(void **state)
{
	(void)state;
	for (unsigned i = 0; i < KILN_SCHOOL_BROADPHASES; i++)
	{
		const kiln_broadphase_method *method = kiln_school_broadphase(i);
		const char *name = kiln_broadphase_method_name(method);
		assert_true(strlen(name) > 3);
		for (unsigned j = 0; j < i; j++)
			assert_string_not_equal(name, kiln_broadphase_method_name(kiln_school_broadphase(j)));
		bench made = bench_make(&(kiln_broadphase_options){.method = method, .capacity = 3});
		if (i > 0)
			assert_ptr_equal(kiln_broadphase_method_of(made.broadphase), method);
		else
			assert_ptr_equal(kiln_broadphase_method_of(made.broadphase), &kiln_broadphase_packed_tree);
		bench_free(&made);
	}
	assert_null(kiln_school_broadphase(KILN_SCHOOL_BROADPHASES));
	assert_null(kiln_broadphase_method_of(NULL));
}

// --- Making -----------------------------------------------------------------------------------------------------------

static void unusable_options_are_refused(void **state)
{
	(void)state;
	static const kiln_aabb inverted = {{1, 0, 0}, {0, 1, 1}};
	const kiln_broadphase_options bad[] = {{.capacity = 0}, {.capacity = KILN_BROADPHASE_PROXIES_MAX + 1},
		{.capacity = 5, .pair_capacity = (1u << 30) + 1}, {.capacity = 5, .extent = {{NAN, 0, 0}, {1, 1, 1}}},
		{.capacity = 5, .extent = inverted}, {.capacity = 5, .extent = {{0, 0, 0}, {INFINITY, 1, 1}}},
		{.capacity = 5, .region_count = 1}, {.capacity = 5, .region_count = 1, .regions = &inverted},
		{.capacity = 5, .isa = (kiln_isa)99}};
	_Alignas(64) static uint8_t memory[1 << 16];
	kiln_broadphase *made;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
	{
		assert_int_equal(kiln_broadphase_size(&bad[i]), 0);
		assert_int_equal(kiln_broadphase_create(&made, memory, sizeof memory, &bad[i]), KILN_E_ARGUMENT);
		assert_null(made);
	}
	const kiln_broadphase_options good = {.method = &kiln_broadphase_brute_force, .capacity = 5, .pair_capacity = 3};
	size_t size = kiln_broadphase_size(&good);
	assert_true(size > 0 && size <= sizeof memory);
	assert_int_equal(kiln_broadphase_create(&made, memory, size - 1, &good), KILN_E_CAPACITY);
	assert_int_equal(kiln_broadphase_create(&made, memory + 32, size, &good), KILN_E_ALIGNMENT);
	assert_int_equal(kiln_broadphase_create(&made, NULL, size, &good), KILN_E_ARGUMENT);
	assert_int_equal(kiln_broadphase_create(NULL, memory, size, &good), KILN_E_ARGUMENT);
	assert_int_equal(kiln_broadphase_create(&made, memory, size, &good), KILN_OK);
	kiln_broadphase_destroy(made);
	kiln_broadphase_destroy(NULL);
}

typedef struct counting_allocator
{
	int asked, given_back;
	bool empty;
} counting_allocator;

static void *count_allocation(void *user, size_t size, size_t alignment)
{
	counting_allocator *counts = user;
	counts->asked++;
	return counts->empty ? NULL : aligned_alloc(alignment, size);
}

static void count_release(void *user, void *memory, size_t size)
{
	counting_allocator *counts = user;
	(void)size;
	counts->given_back++;
	free(memory);
}

static void an_allocator_is_asked_once(void **state)
{
	(void)state;
	counting_allocator counts = {0};
	kiln_allocator allocator = {.allocate = count_allocation, .release = count_release, .user = &counts};
	kiln_broadphase_options options = {.capacity = 20, .pair_capacity = 20};
	kiln_broadphase *made;
	assert_int_equal(kiln_broadphase_create_with(&made, &allocator, &options), KILN_OK);
	kiln_broadphase_destroy(made);
	assert_int_equal(counts.asked, 1);
	assert_int_equal(counts.given_back, 1);
	counts.empty = true;
	assert_int_equal(kiln_broadphase_create_with(&made, &allocator, &options), KILN_E_CAPACITY);
	assert_null(made);
	assert_int_equal(kiln_broadphase_create_with(&made, &(kiln_allocator){0}, &options), KILN_E_ARGUMENT);
}

// --- Handles and capacity ---------------------------------------------------------------------------------------------

static void a_handle_ends_with_its_proxy(void **state)
{
	(void)state;
	bench made = bench_make(
		&(kiln_broadphase_options){.method = &kiln_broadphase_brute_force, .capacity = 2, .pair_capacity = 9});
	kiln_aabb box = cube(0, 0, 0, 1);
	kiln_proxy first = put(&made, box), second = put(&made, box);
	updated(&made);
	assert_int_equal(kiln_broadphase_remove(made.broadphase, first), KILN_OK);
	assert_int_equal(kiln_broadphase_remove(made.broadphase, first), KILN_E_HANDLE);
	assert_int_equal(kiln_broadphase_move(made.broadphase, first, &box), KILN_E_HANDLE);
	// The index becomes free only when the pairs have reported the removal.
	assert_int_equal(kiln_broadphase_add(made.broadphase, &box, NULL, NULL), KILN_E_CAPACITY);
	assert_int_equal(updated(&made).removed_count, 1);
	kiln_proxy third = put(&made, box);
	assert_int_equal(third.index, first.index);
	assert_int_not_equal(third.generation, first.generation);
	assert_int_equal(kiln_broadphase_move(made.broadphase, first, &box), KILN_E_HANDLE);
	assert_int_equal(kiln_broadphase_move(made.broadphase, third, &box), KILN_OK);
	assert_int_equal(kiln_broadphase_move(made.broadphase, second, &box), KILN_OK);
	assert_int_equal(updated(&made).added_count, 1);
	assert_int_equal(kiln_broadphase_remove(made.broadphase, (kiln_proxy){0}), KILN_E_HANDLE);
	bench_free(&made);
}

static void a_stale_handle_stays_stale_when_generations_begin_again(void **state)
{
	(void)state;
	bench made = bench_make(&(kiln_broadphase_options){.method = &kiln_broadphase_brute_force, .capacity = 1});
	kiln_aabb box = cube(0, 0, 0, 1);
	const uint32_t index = put(&made, box).index;
	made.broadphase->core->slots[index].generation = UINT32_MAX;
	const kiln_proxy last = kiln_broadphase_proxy(made.broadphase, index);
	assert_int_equal(last.generation, UINT32_MAX);
	assert_int_equal(kiln_broadphase_remove(made.broadphase, last), KILN_OK);
	updated(&made);
	const kiln_proxy next = put(&made, box), nothing = {.index = index};
	assert_true(next.index == index && next.generation != 0);
	assert_int_equal(kiln_broadphase_bounds(made.broadphase, last, &box), KILN_E_HANDLE);
	assert_int_equal(kiln_broadphase_bounds(made.broadphase, nothing, &box), KILN_E_HANDLE);
	assert_int_equal(kiln_broadphase_remove(made.broadphase, nothing), KILN_E_HANDLE);
	assert_int_equal(kiln_broadphase_remove(made.broadphase, next), KILN_OK);
	bench_free(&made);
}

static void what_is_added_beyond_the_capacity_changes_nothing(void **state)
{
	(void)state;
	for (unsigned method = 0; method < KILN_SCHOOL_BROADPHASES; method++)
	{
		bench made = bench_make(
			&(kiln_broadphase_options){.method = kiln_school_broadphase(method), .capacity = 3, .pair_capacity = 3});
		const kiln_aabb box = cube(0, 0, 0, 1);
		kiln_proxy proxies[3] = {put(&made, box), put(&made, box), put(&made, box)}, none = proxies[0];
		for (uint32_t full = 0; full < 2; full++)
		{
			assert_int_equal(kiln_broadphase_add(made.broadphase, &box, NULL, &none), KILN_E_CAPACITY);
			assert_true(none.index == 0 && none.generation == 0);
			assert_int_equal(kiln_broadphase_count(made.broadphase), 3);
			assert_int_equal(kiln_broadphase_overlap_aabb(made.broadphase, &box, NULL, 0), 3);
			assert_int_equal(updated(&made).count, 3);
		}
		// Indices of the last update stay reserved until the next update.
		assert_int_equal(kiln_broadphase_remove(made.broadphase, proxies[1]), KILN_OK);
		assert_int_equal(kiln_broadphase_add(made.broadphase, &box, NULL, &none), KILN_E_CAPACITY);
		assert_int_equal(kiln_broadphase_overlap_aabb(made.broadphase, &box, NULL, 0), 2);
		assert_int_equal(updated(&made).count, 1);
		assert_int_equal(put(&made, box).index, proxies[1].index);
		assert_int_equal(updated(&made).count, 3);
		bench_free(&made);
	}
}

static bool no_pair(void *user, kiln_proxy_pair pair)
{
	(void)user;
	fail_msg("a pair of %u and %u", pair.a, pair.b);
	return false;
}

static void pairs_of_a_new_owner_of_an_index_are_new(void **state)
{
	(void)state;
	bench made = bench_make(
		&(kiln_broadphase_options){.method = &kiln_broadphase_brute_force, .capacity = 2, .pair_capacity = 9});
	kiln_aabb box = cube(0, 0, 0, 1);
	kiln_proxy first = put(&made, box);
	put(&made, box);
	updated(&made);
	kiln_broadphase_remove(made.broadphase, first);
	// Changes take effect without a report of pairs.
	kiln_broadphase_pairs_visit(made.broadphase, no_pair, NULL);
	assert_int_equal(put(&made, box).index, first.index);
	kiln_broadphase_pairs pairs = updated(&made);
	assert_int_equal(pairs.count, 1);
	assert_int_equal(pairs.added_count, 1);
	assert_int_equal(pairs.removed_count, 1);
	bench_free(&made);
}

static void too_many_pairs_are_told_of_later(void **state)
{
	(void)state;
	bench made = bench_make(
		&(kiln_broadphase_options){.method = &kiln_broadphase_brute_force, .capacity = 100, .pair_capacity = 10});
	kiln_proxy proxies[100];
	for (uint32_t i = 0; i < 100; i++)
		proxies[i] = put(&made, cube(10 * (float)(i / 2), 0, 0, 1));
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_broadphase_update(made.broadphase, &pairs), KILN_E_CAPACITY);
	assert_int_equal(pairs.count, 0);
	for (uint32_t i = 20; i < 100; i++)
		assert_int_equal(kiln_broadphase_remove(made.broadphase, proxies[i]), KILN_OK);
	pairs = updated(&made);
	assert_int_equal(pairs.count, 10);
	assert_int_equal(pairs.added_count, 10);
	for (uint32_t i = 0; i < 40; i++)
		put(&made, cube(0, 0, 0, 1));
	kiln_broadphase_remove(made.broadphase, proxies[2]);
	assert_int_equal(kiln_broadphase_update(made.broadphase, &pairs), KILN_E_CAPACITY);
	// The old pairs remain, except for the removed proxy; changed pairs are reported when there is room again.
	assert_int_equal(pairs.count, 9);
	assert_int_equal(pairs.removed_count, 0);
	for (uint32_t i = 0; i < 100; i++)
		if (kiln_broadphase_proxy(made.broadphase, i).generation && i >= 20)
			kiln_broadphase_remove(made.broadphase, kiln_broadphase_proxy(made.broadphase, i));
	pairs = updated(&made);
	assert_int_equal(pairs.count, 9);
	assert_int_equal(pairs.removed_count, 1);
	assert_int_equal(pairs.removed->a, proxies[2].index);
	bench_free(&made);
}

static void a_crowd_of_identical_boxes_is_no_trap(void **state)
{
	(void)state;
	for (unsigned method = 0; method < KILN_SCHOOL_BROADPHASES; method++)
		crowd_check_one_place(kiln_school_broadphase(method), 4000);
	// The default method takes a million boxes.
	crowd_check_one_place(NULL, 125000);
}

// --- Parts ------------------------------------------------------------------------------------------------------------

static kiln_vec3 at_time(kiln_vec3 from, kiln_vec3 way, float t)
{
	return (kiln_vec3){from.x + way.x * t, from.y + way.y * t, from.z + way.z * t};
}

static void displaced_boxes_meet_when_samples_of_their_ways_do(void **state)
{
	(void)state;
	uint64_t random = 5;
	uint32_t met = 0, passed_by = 0;
	for (uint32_t trial = 0; trial < 3000; trial++)
	{
		// Whole numbers and 64 steps: samples are exact.
		kiln_aabb a = trial_box(TRIAL_LATTICE, &random), b = trial_box(TRIAL_LATTICE, &random);
		kiln_vec3 ways[2];
		for (uint32_t i = 0; i < 6; i++)
			(&ways[0].x)[i] = (float)(trial_random(&random) % 33) - 16;
		bool meets = kilni_boxes_meet(&a, ways[0], &b, ways[1]), sampled = false;
		float least = INFINITY;
		for (uint32_t step = 0; step <= 64; step++)
		{
			float t = (float)step / 64;
			kiln_aabb there_a = {at_time(a.min, ways[0], t), at_time(a.max, ways[0], t)};
			kiln_aabb there_b = {at_time(b.min, ways[1], t), at_time(b.max, ways[1], t)};
			sampled |= kiln_boxes_overlap(&there_a, &there_b);
			float gap = 0;
			for (uint32_t i = 0; i < 3; i++)
				gap = fmaxf(
					gap, fmaxf((&there_a.min.x)[i] - (&there_b.max.x)[i], (&there_b.min.x)[i] - (&there_a.max.x)[i]));
			least = fminf(least, gap);
		}
		assert_true(meets || !sampled);
		// Between two samples a gap changes by at most 32 / 64.
		assert_true(!meets || least <= 0.5f);
		met += meets;
		kiln_aabb all_a = kilni_box_along(&a, ways[0]), all_b = kilni_box_along(&b, ways[1]);
		passed_by += !meets && kiln_boxes_overlap(&all_a, &all_b);
	}
	assert_true(met > 300 && passed_by > 300);
}

static void the_box_around_a_way_has_both_ends_and_no_more_than_rounding(void **state)
{
	(void)state;
	uint64_t random = 19;
	for (uint32_t trial = 0; trial < 20000; trial++)
	{
		const kiln_aabb box = trial_box(TRIAL_MIXED, &random);
		kiln_vec3 way;
		for (uint32_t i = 0; i < 3; i++)
			(&way.x)[i] = trial_random(&random) % 4
							  ? ldexpf(trial_unit(&random) - 0.5f, (int)(trial_random(&random) % 60) - 30)
							  : 0;
		const kiln_aabb all = kilni_box_along(&box, way);
		for (uint32_t i = 0; i < 3; i++)
		{
			const double step = (double)(&way.x)[i];
			const double low = (double)(&box.min.x)[i] + fmin(step, 0), high = (double)(&box.max.x)[i] + fmax(step, 0);
			const double min = (double)(&all.min.x)[i], max = (double)(&all.max.x)[i];
			assert_true(min <= low && max >= high);
			assert_true(min >= low - 0x1p-22 * fabs(low) - 0x1p-147 && max <= high + 0x1p-22 * fabs(high) + 0x1p-147);
			assert_true(step < 0 || min == low);
			assert_true(step > 0 || max == high);
		}
	}
}

/// The data of a query's visitor, and its return value.
typedef struct hit_listener
{
	const kiln_broadphase *broadphase;
	kiln_aabb around; ///< queried at each hit
	float answer;
	bool nearest; ///< returns the hit's own time instead
	uint32_t seen;
	float last;
} hit_listener;

static float hear_hit(void *user, kiln_proxy_hit hit)
{
	hit_listener *listener = user;
	listener->seen++;
	listener->last = hit.t;
	assert_int_equal(kiln_broadphase_overlap_aabb(listener->broadphase, &listener->around, NULL, 0), 10);
	return listener->nearest ? hit.t : listener->answer;
}

static bool hear_index(void *user, uint32_t index)
{
	hit_listener *listener = user;
	(void)index;
	listener->seen++;
	assert_int_equal(kiln_broadphase_overlap_aabb(listener->broadphase, &listener->around, NULL, 0), 10);
	return true;
}

static bool hear_pair(void *user, kiln_proxy_pair pair)
{
	return hear_index(user, pair.a);
}

/// Ten boxes in a row from x = 0 on, each touching the next; the ray begins in the first.
static void visitors_say_how_far_and_may_ask_meanwhile(void **state)
{
	(void)state;
	const kiln_ray ray = {.origin = {0, 0, 0}, .direction = {2, 0, 0}};
	const kiln_ray short_ray = {.origin = {0, 0, 0}, .direction = {2, 0, 0}, .t_max = 2.5f};
	for (unsigned method = 0; method < KILN_SCHOOL_BROADPHASES; method++)
	{
		bench made = bench_make(&(kiln_broadphase_options){.method = kiln_school_broadphase(method), .capacity = 10});
		for (uint32_t i = 10; i-- > 0;)
			put(&made, cube(2 * (float)i, 0, 0, 1));
		for (uint32_t updates = 0; updates < 2; updates++, updated(&made))
		{
			// Without a limit, t_max is 0: a visitor that returns 0 stops at the hits at the start.
			const struct
			{
				const kiln_ray *ray;
				float answer;
				uint32_t least, most;
			} cases[] = {{&ray, FLT_MAX, 10, 10}, {&ray, INFINITY, 10, 10}, {&ray, 4, 5, 10}, {&ray, 0, 1, 10},
				{&ray, -1, 1, 1}, {&short_ray, FLT_MAX, 4, 4}, {&short_ray, 2.5f, 4, 4}};
			for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
			{
				hit_listener heard = {
					.broadphase = made.broadphase, .around = cube(9, 0, 0, 20), .answer = cases[i].answer};
				kiln_broadphase_ray_all_visit(made.broadphase, cases[i].ray, hear_hit, &heard);
				assert_true(heard.seen >= cases[i].least && heard.seen <= cases[i].most);
			}
			hit_listener heard = {.broadphase = made.broadphase, .around = cube(9, 0, 0, 20), .nearest = true};
			kiln_broadphase_ray_all_visit(made.broadphase, &ray, hear_hit, &heard);
			assert_true(heard.last == 0);
			heard.seen = 0;
			kiln_broadphase_overlap_aabb_visit(made.broadphase, &heard.around, hear_index, &heard);
			assert_int_equal(heard.seen, 10);
			kiln_broadphase_pairs_visit(made.broadphase, hear_pair, &heard);
			assert_int_equal(heard.seen, 19);
		}
		bench_free(&made);
	}
}

static void rays_and_motions_that_cannot_be_meet_nothing(void **state)
{
	(void)state;
	bench made = bench_make(&(kiln_broadphase_options){.method = &kiln_broadphase_brute_force, .capacity = 4});
	put(&made, (kiln_aabb){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}});
	const kiln_ray good = {.origin = {0, 0, 0}, .direction = {1, 0, 0}};
	const kiln_ray bad[] = {{.direction = {0, 0, 0}}, {.direction = {NAN, 0, 1}}, {.direction = {INFINITY, 0, 1}},
		{.direction = {1, 0, 0}, .t_max = -1}, {.direction = {1, 0, 0}, .t_max = NAN},
		{.origin = {0, 2e12f, 0}, .direction = {1, 0, 0}}, {.origin = {0, NAN, 0}, .direction = {1, 0, 0}}};
	kiln_proxy_hit hit;
	assert_int_equal(kiln_broadphase_ray_all(made.broadphase, &good, &hit, 1), 1);
	assert_true(hit.t == 0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
	{
		kiln_aabb box = {bad[i].origin, {bad[i].origin.x + 1, bad[i].origin.y + 1, bad[i].origin.z + 1}};
		kiln_motion motion = {.direction = bad[i].direction, .t_max = bad[i].t_max};
		assert_int_equal(kiln_broadphase_ray_all(made.broadphase, &bad[i], NULL, 0), 0);
		// A box without motion queries its start.
		assert_int_equal(kiln_broadphase_cast_aabb_all(made.broadphase, &box, &motion, NULL, 0), i == 0);
	}
	const kiln_sphere balls[] = {{{0, 0, 0}, -1}, {{NAN, 0, 0}, 1}, {{0, 0, 0}, INFINITY}, {{0, 0, 0}, 0}};
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(kiln_broadphase_overlap_sphere(made.broadphase, &balls[i], NULL, 0), i == 3);
	bench_free(&made);
}

static int order_pairs(const void *x, const void *y)
{
	const kiln_proxy_pair *a = x, *b = y;
	return a->a != b->a ? (a->a < b->a ? -1 : 1) : a->b < b->b ? -1 : a->b > b->b;
}

static void pairs_are_sorted_and_told_once(void **state)
{
	(void)state;
	uint64_t random = 11;
	static kiln_proxy_pair pairs[20000], scratch[20000], expected[20000];
	const uint32_t ends[] = {2, 3, 90, 1000, 70000, 5000000, KILN_BROADPHASE_PROXIES_MAX};
	for (uint32_t trial = 0; trial < 120; trial++)
	{
		uint32_t end = ends[trial % 7], hub = trial_random(&random) % end;
		size_t count = trial % 5 == 0 ? 20000 : trial_random(&random) % (1u << trial % 15), unique = 0;
		for (size_t i = 0; i < count; i++)
			pairs[i] = (kiln_proxy_pair){
				.a = trial_random(&random) % (trial % 4 ? end : 40) % end, .b = trial_random(&random) % end};
		for (size_t i = 0; trial % 3 == 0 && i < count; i += 2)
			pairs[i].a = hub;
		memcpy(expected, pairs, count * sizeof *pairs);
		qsort(expected, count, sizeof *expected, order_pairs);
		for (size_t i = 0; i < count; i++)
			if (i == 0 || order_pairs(&expected[i], &expected[unique - 1]) != 0)
				expected[unique++] = expected[i];
		assert_int_equal(kilni_pairs_sort(pairs, count, end, scratch), unique);
		assert_memory_equal(pairs, expected, unique * sizeof *pairs);
	}
}

static void answers_are_sorted_where_they_stand(void **state)
{
	(void)state;
	uint64_t random = 13;
	static uint32_t indices[3000];
	static kiln_proxy_hit hits[3000];
	for (uint32_t trial = 0; trial < 60; trial++)
	{
		uint32_t count = trial % 4 ? trial_random(&random) % 60 : 3000, sum = 0, after = 0;
		uint32_t range = 1u << trial_random(&random) % 27;
		for (uint32_t i = 0; i < count; i++)
		{
			indices[i] = trial_random(&random) % range;
			sum += indices[i] * (indices[i] + 1);
			hits[i] = (kiln_proxy_hit){.t = trial % 2 ? trial_unit(&random) : (float)(i % 3), .index = indices[i]};
		}
		kilni_sort_indices(indices, count);
		kilni_sort_hits(hits, count);
		for (uint32_t i = 0; i < count; i++)
		{
			after += indices[i] * (indices[i] + 1);
			assert_true(i == 0 || indices[i - 1] <= indices[i]);
			assert_true(i == 0 || hits[i - 1].t < hits[i].t ||
						(hits[i - 1].t == hits[i].t && hits[i - 1].index <= hits[i].index));
		}
		assert_int_equal(sum, after);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(methods_answer_as_an_array_of_boxes_does),
		cmocka_unit_test(same_calls_give_the_same_answers_in_the_same_order),
		cmocka_unit_test(every_method_has_a_name_of_its_own),
		cmocka_unit_test(unusable_options_are_refused),
		cmocka_unit_test(an_allocator_is_asked_once),
		cmocka_unit_test(a_handle_ends_with_its_proxy),
		cmocka_unit_test(a_stale_handle_stays_stale_when_generations_begin_again),
		cmocka_unit_test(what_is_added_beyond_the_capacity_changes_nothing),
		cmocka_unit_test(pairs_of_a_new_owner_of_an_index_are_new),
		cmocka_unit_test(too_many_pairs_are_told_of_later),
		cmocka_unit_test(a_crowd_of_identical_boxes_is_no_trap),
		cmocka_unit_test(displaced_boxes_meet_when_samples_of_their_ways_do),
		cmocka_unit_test(the_box_around_a_way_has_both_ends_and_no_more_than_rounding),
		cmocka_unit_test(visitors_say_how_far_and_may_ask_meanwhile),
		cmocka_unit_test(rays_and_motions_that_cannot_be_meet_nothing),
		cmocka_unit_test(pairs_are_sorted_and_told_once),
		cmocka_unit_test(answers_are_sorted_where_they_stand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
