// SPDX-License-Identifier: MIT
#include "primitive_deforming.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/// Counts of results.
typedef struct tally
{
	uint64_t hits, touching, false_hits;
	uint64_t early; ///< hits farther from contact than rounding explains, because the steps ran out
} tally;

static void print_four(const four *q)
{
	for (int i = 0; i < 4; ++i)
		print_message("%s {%a, %a, %a} -> {%a, %a, %a}\n", q->edges ? "edges" : "face", (double)q->from[i].x,
			(double)q->from[i].y, (double)q->from[i].z, (double)q->to[i].x, (double)q->to[i].y, (double)q->to[i].z);
}

#define HOLDS(condition, q)                                                                                            \
	do                                                                                                                 \
	{                                                                                                                  \
		if (!(condition))                                                                                              \
		{                                                                                                              \
			print_four(q);                                                                                             \
			fail_msg("%s", #condition);                                                                                \
		}                                                                                                              \
	} while (0)

static void check(const four *q, tally *count)
{
	const truth true_touch = four_truth(q);
	const kiln_impact impact = four_impact(q);
	double size = four_size(q), t = (double)impact.t;
	count->hits += impact.hit;
	count->touching += true_touch.touch;
	count->false_hits += impact.hit && !true_touch.touch;
	HOLDS(!true_touch.touch || impact.hit, q);
	if (!impact.hit)
		return;
	HOLDS(t >= 0 && t <= 1, q);
	HOLDS(!true_touch.touch || t <= true_touch.high, q);
	// t's rounding leaves this motion.
	double distance = four_distance(q, t), last = 4 * size * 0x1p-23 * t;
	count->early += distance > 0x1p-40 * size + last;
	HOLDS(distance <= 0x1p-20 * size + last, q);
	double length = (double)impact.normal.x * (double)impact.normal.x;
	length += (double)impact.normal.y * (double)impact.normal.y + (double)impact.normal.z * (double)impact.normal.z;
	HOLDS(fabs(length - 1) < 1e-6, q);
	HOLDS(!impact.inside || (t == 0 && four_distance(q, 0) <= 0x1p-180 * size), q);
	HOLDS(!(four_distance(q, 0) == 0) || impact.inside, q);
}

static void check_kinds(int first, int last, uint64_t trials, uint32_t seed)
{
	const uint64_t each = trials / (uint64_t)(2 * (last - first)) + 1;
	for (int kind = first; kind < last; ++kind)
		for (int edges = 0; edges < 2; ++edges)
		{
			uint32_t state = seed + (uint32_t)(2 * kind + edges) * 7919;
			tally count = {.hits = 0};
			for (uint64_t i = 0; i < each; ++i)
			{
				four q = four_random(&state, kind, edges);
				check(&q, &count);
			}
			assert_true(count.hits > 0);
			assert_true(count.early <= each / (kind < FOUR_NEAR ? 1000 : 50));
			assert_true(count.false_hits <= (kind < FOUR_NEAR ? each / 1000 : each / 10));
			print_message("kind %2d, %s: of %llu %llu touch, %llu hit; %llu do not touch, %llu are early\n", kind,
				edges ? "edges" : "face ", (unsigned long long)each, (unsigned long long)count.touching,
				(unsigned long long)count.hits, (unsigned long long)count.false_hits, (unsigned long long)count.early);
		}
}

static void no_random_contact_is_missed(void **state)
{
	(void)state;
	check_kinds(0, FOUR_NEAR, trials_random(8000), 1);
}

static void no_contact_that_is_nearly_degenerate_is_missed(void **state)
{
	(void)state;
	check_kinds(FOUR_NEAR, FOUR_KINDS, trials_near(6000), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_random_contact_is_missed),
		cmocka_unit_test(no_contact_that_is_nearly_degenerate_is_missed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
