// SPDX-License-Identifier: MIT
// Threads with a stack of their own and anonymous mappings are no part of C17.
#define _GNU_SOURCE

#include "fuzz/pair_trial.h"
#include "fuzz/query_trial.h"
#include "fuzz/solid_seeds.h"
#include "kiln/school.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/// Measures the stack of queries: they run on a painted stack with a guard page below it, over blobs whose trees have
/// the greatest depth and fullness that the format allows, and over hulls, primitives and pairs of all of them.

/// The bound that kiln.h promises.
#define STACK_BOUND (192u << 10)
/// Sanitizers put red zones between variables, and the bound does not hold for such builds, nor for builds without
/// optimisation: these skip the tests. Other tests run the same queries in such builds.
#ifdef __OPTIMIZE__
#define IS_BOUNDED (!TRIALS_SANITIZED)
#else
#define IS_BOUNDED false
#endif
#define STACK_SIZE (1u << 20)
#define GUARD (64u << 10)
#define PAINT 0xa5

typedef struct errand
{
	void (*run)(const struct errand *errand);
	const kiln_asset *a, *b;
	uint64_t random;
} errand;

static void *start(void *user)
{
	const errand *e = user;
	e->run(e);
	return NULL;
}

/// Runs an errand on a painted stack. Returns the number of changed bytes.
static size_t stack_of(const errand *e)
{
	uint8_t *room = mmap(NULL, GUARD + STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(room != MAP_FAILED && mprotect(room, GUARD, PROT_NONE) == 0);
	uint8_t *low = room + GUARD;
	memset(low, PAINT, STACK_SIZE);
	pthread_attr_t attributes;
	pthread_t thread;
	assert_int_equal(pthread_attr_init(&attributes), 0);
	assert_int_equal(pthread_attr_setstack(&attributes, low, STACK_SIZE), 0);
	assert_int_equal(pthread_create(&thread, &attributes, start, (void *)(uintptr_t)e), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	(void)pthread_attr_destroy(&attributes);
	size_t untouched = 0;
	while (untouched < STACK_SIZE && low[untouched] == PAINT)
		++untouched;
	(void)munmap(room, GUARD + STACK_SIZE);
	return STACK_SIZE - untouched;
}

static void run_nothing(const errand *e)
{
	(void)e;
}

static void run_queries(const errand *e)
{
	query_trial(e->a, e->random);
}

static void run_pairs(const errand *e)
{
	uint64_t random = e->random;
	pair_trial(e->a, e->b, &random);
	impact_trial(e->a, e->b, &random);
}

/// Each deep asset walks every third kind, and all assets together walk all.
#define DEEP_STEP 3u

/// Every kind of tree, and every order of descent, from the root down to the last leaf of both.
static void run_deep_pairs(const errand *e)
{
	for (uint32_t kind = (uint32_t)e->random % DEEP_STEP; kind < KILN_TREE_KIND_END;
		 kind += TRIALS_SLOW ? KILN_TREE_KIND_END : DEEP_STEP)
	{
		const kiln_pair_options options = {.descent = kiln_school_descent(kind % KILN_SCHOOL_DESCENTS)};
		kiln_object a = kiln_object_from_asset(e->a, NULL), b = kiln_object_from_asset(e->b, NULL);
		uint32_t count;
		a.trees = b.trees = 1u << kind;
		trial_check(kiln_pair_contacts(&a, &b, &options, NULL, 0, &count) == KILN_OK);
	}
}

/// Slow builds try one of so many pairs, and one tree of the last deep asset.
#define PAIR_STEP 5

/// Opened blobs of every kind; the last ones are the deepest and fullest.
enum
{
	SHALLOW = SOLID_SEEDS + 1,
	ASSETS = SHALLOW + 5
};

static fixture_blob blobs[ASSETS];
static kiln_asset assets[ASSETS];

static bool make_blob(size_t i)
{
	fixture_blob *blob = &blobs[i];
	if (i < SOLID_SEEDS)
		return solid_seed_make(i, blob);
	i -= SOLID_SEEDS;
	if (i == 0)
		return fixture_blob_small(blob);
	if (i == 1)
		return fixture_blob_deep(blob);
	return fixture_blob_deep_volumes(blob, i < 4, (fixture_deep_order)(i % 2 ? FIXTURE_DEEP_LAST : FIXTURE_DEEP_SMALL));
}

static int set_up(void **state)
{
	(void)state;
	bool made = true;
	for (size_t i = 0; i < ASSETS; ++i)
		made = made && make_blob(i) && kiln_open(&assets[i], blobs[i].data, blobs[i].size, NULL).status == KILN_OK;
	return made ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < ASSETS; ++i)
		fixture_blob_free(&blobs[i]);
	return 0;
}

/// Reports and checks the largest stack, minus that of a thread that does nothing.
static void check_most(const char *what, size_t most)
{
	size_t least = stack_of(&(errand){.run = run_nothing});
	assert_true(most > least);
	print_message("%s: at most %zu bytes of stack\n", what, most - least);
	assert_true(most - least <= STACK_BOUND);
}

static void queries_of_an_asset_take_a_bounded_stack(void **state)
{
	(void)state;
	if (!IS_BOUNDED)
		skip();
	size_t most = 0;
	for (size_t i = 0; i < ASSETS; ++i)
		for (uint64_t trial = 0; trial < (i < SHALLOW ? 3 : 1); ++trial)
		{
			size_t taken = stack_of(&(errand){.run = run_queries, .a = &assets[i], .random = 100 * i + trial});
			most = taken > most ? taken : most;
		}
	check_most("queries", most);
}

static void queries_of_pairs_take_a_bounded_stack(void **state)
{
	(void)state;
	if (!IS_BOUNDED)
		skip();
	size_t most = 0;
	for (size_t i = 0; i < SHALLOW; ++i)
		for (size_t k = TRIALS_SLOW ? i % PAIR_STEP : 0; k <= i; k += TRIALS_SLOW ? PAIR_STEP : 1)
		{
			// Each second pair in the other order.
			const size_t first = (i + k) % 2 ? i : k, second = i + k - first;
			size_t taken = stack_of(&(errand){run_pairs, &assets[first], &assets[second], 10 * i + k});
			most = taken > most ? taken : most;
		}
	for (size_t i = TRIALS_SLOW ? ASSETS - 1 : SHALLOW; i < ASSETS; ++i)
	{
		size_t taken = stack_of(&(errand){run_deep_pairs, &assets[i], &assets[i], i});
		most = taken > most ? taken : most;
	}
	check_most("pairs", most);
}

/// Builds hulls of as many points as possible: on a sphere, and on a parabola in a plane.
static void run_builds(const errand *e)
{
	_Alignas(64) static uint8_t memory[1 << 16];
	kiln_vec3 points[KILN_HULL_POINTS_MAX];
	kiln_hull hull;
	uint64_t random = e->random;
	for (int flat = 0; flat < 2; ++flat)
	{
		for (uint32_t i = 0; i < KILN_HULL_POINTS_MAX; ++i)
		{
			const float x = fixture_random_unit(&random), y = fixture_random_unit(&random);
			points[i] = (kiln_vec3){x, flat ? x * x : y, flat ? 0 : x * x + y * y};
		}
		trial_check(
			kiln_hull_build(&hull, points, KILN_HULL_POINTS_MAX, KILN_ISA_AUTO, memory, sizeof memory) == KILN_OK);
	}
}

static void building_a_hull_takes_a_bounded_stack(void **state)
{
	(void)state;
	if (!IS_BOUNDED)
		skip();
	check_most("hulls of points", stack_of(&(errand){.run = run_builds, .random = 7}));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queries_of_an_asset_take_a_bounded_stack),
		cmocka_unit_test(queries_of_pairs_take_a_bounded_stack),
		cmocka_unit_test(building_a_hull_takes_a_bounded_stack),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
