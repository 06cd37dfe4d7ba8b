// SPDX-License-Identifier: MIT
#include "bench/scenes/primitives.h"
#include "math/ieee.h"

/// Kiln's implementation: one loop for each test, made from the test's name.

static float verdict_of(bool verdict)
{
	return verdict ? 1 : 0;
}

static float time_of(bool hit, float t)
{
	return hit ? t : -1;
}

static float impact_of(kiln_impact impact)
{
	return time_of(impact.hit, impact.t);
}

static float intersection_of(kiln_intersection intersection)
{
	return time_of(intersection.hit, intersection.t);
}

#define ASK_overlaps(x, y) verdict_of(kiln_overlaps_##x##_##y(&set->a.x[i], &set->b.y[i]))
#define ASK_closest(x, y) kiln_closest_##x##_##y(&set->a.x[i], &set->b.y[i]).distance
#define ASK_intersect(x, y) intersection_of(kiln_intersect_##x##_##y(&set->a.x[i], &set->b.y[i]))
#define ASK_moving(x, y) impact_of(kiln_moving_##x##_##y(&set->a.x[i], &set->motion[i], &set->b.y[i]))
#define ASK_deforming(x, y)                                                                                            \
	impact_of(kiln_deforming_##x##_##y(&set->a.x[i], &set->a.x##_after[i], &set->b.y[i], &set->b.y##_after[i]))

#define RUN(kind, verb, x, y)                                                                                          \
	static void run_##verb##_##x##_##y(void *prepared, float *answers)                                                 \
	{                                                                                                                  \
		const primitive_set *set = prepared;                                                                           \
		for (uint32_t i = 0; i < set->count; ++i)                                                                      \
			answers[i] = ASK_##verb(x, y);                                                                             \
	}
PRIMITIVE_TESTS(RUN)
#undef RUN

#define FIND(kind, verb, x, y) run_##verb##_##x##_##y,
static primitive_run *const runs[PRIMITIVE_TEST_COUNT] = {PRIMITIVE_TESTS(FIND)};
#undef FIND

#define TITLE(kind, verb, x, y) {PRIMITIVE_##kind, #verb " " #x " " #y},
static const primitive_title titles[PRIMITIVE_TEST_COUNT] = {PRIMITIVE_TESTS(TITLE)};
#undef TITLE

primitive_title primitive_title_of(primitive_test test)
{
	return titles[test];
}

static void *prepare(const primitive_set *set)
{
	// The runs only read the side.
	union
	{
		const primitive_set *set;
		void *prepared;
	} as = {.set = set};
	return as.prepared;
}

static void release(void *prepared)
{
	(void)prepared;
}

static primitive_run *find(primitive_test test)
{
	return runs[test];
}

const primitive_library *primitive_kiln(void)
{
	static const primitive_library kiln = {"Kiln", prepare, release, find};
	return &kiln;
}
