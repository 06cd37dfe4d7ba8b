// SPDX-License-Identifier: MIT
#include "convex/distance/gjk_loop.h"
#include "convex/shape/hulls.h"
#include "convex_couple.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// What hulls are asked with AVX2 has the bits of what they are asked without it.

#ifdef KILN_HULLS_WIDE

static bool has_wide(void)
{
	return __builtin_cpu_supports("avx2");
}

static void check_place(const couple *c)
{
	kiln_convex_pair narrow, wide;
	memset(&narrow, 0, sizeof narrow);
	memset(&wide, 0, sizeof wide);
	kiln_hulls_place(&c->objects[0], &c->objects[1], &narrow);
	kilni_hulls_place_wide(&c->objects[0], &c->objects[1], &wide);
	couple_need(memcmp(&narrow, &wide, sizeof narrow) == 0, c, "places differ");
}

static void check_points(const couple *c, uint64_t *random, const kiln_convex_pair *pair)
{
	kiln_simplex narrow, wide;
	kiln_convex_cache cache = {.count = 1 + (uint32_t)(fixture_random(random) % 4)};
	memset(&narrow, 0, sizeof narrow);
	memset(&wide, 0, sizeof wide);
	for (uint32_t i = 0; i < cache.count; ++i)
	{
		cache.vertex_a[i] = (uint32_t)(fixture_random(random) % pair->a->hull->vertex_count);
		cache.vertex_b[i] = (uint32_t)(fixture_random(random) % pair->b->hull->vertex_count);
	}
	kiln_hulls_points(&cache, pair, &narrow);
	kilni_hulls_points_wide(&cache, pair, &wide);
	couple_need(memcmp(&narrow, &wide, sizeof narrow) == 0, c, "points differ");
}

/// Afresh, and again from the last simplex with one of them moved.
static void check_descent(const couple *c, const kiln_convex_pair *pair)
{
	const kiln_enough enough = {.far = HUGE_VAL};
	kiln_simplex narrow, wide;
	memset(&narrow, 0, sizeof narrow);
	memset(&wide, 0, sizeof wide);
	for (int turn = 0; turn < 3; ++turn)
	{
		const kiln_d3 offset = {turn * 0x1p-6 * c->size, 0, turn * 0x1p-7 * c->size};
		kiln_gap of_narrow, of_wide;
		memset(&of_narrow, 0, sizeof of_narrow);
		memset(&of_wide, 0, sizeof of_wide);
		kiln_gjk_loop(NULL, pair->a, &offset, pair->b, &enough, &narrow, &of_narrow);
		kilni_gjk_wide(NULL, pair->a, &offset, pair->b, &enough, &wide, &of_wide);
		couple_need(memcmp(&of_narrow, &of_wide, sizeof of_wide) == 0, c, "gaps differ");
		couple_need(memcmp(&narrow, &wide, sizeof wide) == 0, c, "simplices differ");
	}
}

#endif

static void wide_answers_have_the_same_bits(void **state)
{
	(void)state;
#ifdef KILN_HULLS_WIDE
	for (int kind = 0; has_wide() && kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 80 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(60); ++n)
		{
			couple c;
			kiln_convex_pair pair;
			couple_make(&c, &random, (couple_kind)kind, n % 8 ? 40 : 300);
			c.objects[0].pose.scale = 0;
			check_place(&c);
			kilni_convex_pair_of(&c.objects[0], &c.objects[1], &pair);
			check_points(&c, &random, &pair);
			check_descent(&c, &pair);
			couple_free(&c);
		}
	}
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(wide_answers_have_the_same_bits)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
