// SPDX-License-Identifier: MIT
#include "convex/distance/gjk_loop.h"
#include "convex/shape/hulls.h"
#include "convex_couple.h"
#include "kiln/convex.h"
#include "simd/isa.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Queries of hulls with AVX2 return the same bits as without.

#ifdef KILN_HULLS_WIDE

static bool has_wide(void)
{
	return kilni_isa_resolve(KILN_ISA_AUTO) == KILN_ISA_AVX2;
}

static void check_place(const couple *c)
{
	kiln_convex_pair narrow, wide;
	const kiln_hull *a = c->objects[0].shape->hull, *b = c->objects[1].shape->hull;
	const kiln_hulls_anchors of[2] = {
		{.hull_a = a, .hull_b = b}, {.from_a = kiln_hull_middle(a), .from_b = kiln_hull_middle(b)}};
	memset(&narrow, 0, sizeof narrow);
	kiln_hulls_place(&c->objects[0].pose, &c->objects[1].pose, &of[0], &narrow);
	for (int i = 0; i < 2; ++i)
	{
		memset(&wide, 0, sizeof wide);
		kilni_hulls_place_wide(&c->objects[0].pose, &c->objects[1].pose, &of[i], &wide);
		couple_need(memcmp(&narrow, &wide, sizeof narrow) == 0, c, "places differ");
	}
	memset(&wide, 0, sizeof wide);
	kiln_hulls_place(&c->objects[0].pose, &c->objects[1].pose, &of[1], &wide);
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

/// Starts from nothing, and again from the last simplex after one of them moved.
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

/// Turns and scales the second hull, also by so much that its map is not rigid.
static void turn(couple *c, uint64_t *random)
{
	static const float scales[5] = {0, 0.25f, 3, 0.1f, 20};
	kiln_quat *q = &c->objects[1].pose.rotation;
	q->x = (float)(fixture_random(random) % 65) - 32;
	q->y = (float)(fixture_random(random) % 65) - 32;
	q->z = (float)(fixture_random(random) % 65) - 32;
	q->w = 1 + (float)(fixture_random(random) % 65);
	c->objects[1].pose.scale = scales[fixture_random(random) % 5];
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
			couple_make(&c, &random, (couple_kind)kind, n % 8 == 0 ? 300 : n % 2 ? 16 : 40);
			c.objects[0].pose.scale = 0;
			if (n % 4 > 1)
				turn(&c, &random);
			check_place(&c);
			kilni_convex_pair_of(&c.objects[0], &c.objects[1], &pair);
			check_points(&c, &random, &pair);
			check_descent(&c, &pair);
			couple_free(&c);
		}
	}
#endif
}

static bool same(const void *a, const void *b, size_t size)
{
	return memcmp(a, b, size) == 0;
}

static bool same_separation(const kiln_convex_separation *a, const kiln_convex_separation *b)
{
	return a->found == b->found && same(&a->distance, &b->distance, sizeof a->distance) &&
		   same(&a->lower, &b->lower, sizeof a->lower) && same(&a->on_a, &b->on_a, sizeof a->on_a) &&
		   same(&a->on_b, &b->on_b, sizeof a->on_b) && same(&a->normal, &b->normal, sizeof a->normal) &&
		   a->steps == b->steps;
}

static bool same_depth(const kiln_convex_depth *a, const kiln_convex_depth *b)
{
	return a->touching == b->touching && same(&a->depth, &b->depth, sizeof a->depth) &&
		   same(&a->normal, &b->normal, sizeof a->normal);
}

/// By the public functions: the instruction set of a hull changes no answer.
static void answers_do_not_depend_on_the_instruction_set_of_a_hull(void **state)
{
	(void)state;
	static const kiln_isa sets[2] = {KILN_ISA_SCALAR, KILN_ISA_AUTO};
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 90 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(20); ++n)
		{
			couple c;
			couple_make(&c, &random, (couple_kind)kind, n % 4 ? 20 : 100);
			kiln_convex_separation separation[4];
			kiln_convex_depth depth[4];
			for (int i = 0; i < 4; ++i)
			{
				c.hulls[0].view.isa = kilni_isa_resolve(sets[i & 1]);
				c.hulls[1].view.isa = kilni_isa_resolve(sets[i >> 1]);
				kiln_convex_distance(&c.objects[0], &c.objects[1], NULL, NULL, &separation[i]);
				kiln_convex_penetration(&c.objects[0], &c.objects[1], NULL, NULL, &depth[i]);
				couple_need(same_separation(&separation[i], &separation[0]), &c, "distances differ");
				couple_need(same_depth(&depth[i], &depth[0]), &c, "depths differ");
			}
			couple_free(&c);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(wide_answers_have_the_same_bits),
		cmocka_unit_test(answers_do_not_depend_on_the_instruction_set_of_a_hull)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
