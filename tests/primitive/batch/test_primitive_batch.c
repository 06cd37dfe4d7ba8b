// SPDX-License-Identifier: MIT
#include "primitive_batch.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Shapes of four lanes on either side.
typedef struct lanes
{
	kiln_sphere spheres_a[4], spheres_b[4];
	kiln_aabb boxes_a[4], boxes_b[4];
} lanes;

/// The expected answers: those of the single functions, lane by lane; lane i of `a` is i times `step`.
typedef struct expected
{
	uint32_t sphere_sphere, sphere_aabb, aabb_aabb;
} expected;

static expected expect(const lanes *l, int step_a, int step_b)
{
	expected e = {0, 0, 0};
	for (int i = 0; i < 4; ++i)
	{
		const kiln_sphere *sphere = &l->spheres_a[i * step_a], *other = &l->spheres_b[i * step_b];
		const kiln_aabb *box = &l->boxes_a[i * step_a], *other_box = &l->boxes_b[i * step_b];
		e.sphere_sphere |= (uint32_t)kiln_overlaps_sphere_sphere(sphere, other) << i;
		e.sphere_aabb |= (uint32_t)kiln_overlaps_sphere_aabb(sphere, other_box) << i;
		e.aabb_aabb |= (uint32_t)kiln_overlaps_aabb_aabb(box, other_box) << i;
	}
	return e;
}

/// Checks all forms of all pairs; returns how many lanes of the first forms overlap.
static uint32_t check(const lanes *l)
{
	kiln_sphere4 a = kiln_sphere4_from_spheres(l->spheres_a, 4), b = kiln_sphere4_from_spheres(l->spheres_b, 4);
	kiln_aabb4 boxes_a = kiln_aabb4_from_aabbs(l->boxes_a, 4), boxes_b = kiln_aabb4_from_aabbs(l->boxes_b, 4);
	const expected each = expect(l, 1, 1), first = expect(l, 0, 1), last = expect(l, 1, 0);
	uint8_t mask = 0xff;

	assert_int_equal(kiln_overlaps4_sphere_sphere(&a, &b), each.sphere_sphere);
	assert_int_equal(kiln_overlaps4_sphere_sphere(&b, &a), each.sphere_sphere);
	assert_int_equal(kiln_overlaps4_sphere_aabb(&a, &boxes_b), each.sphere_aabb);
	assert_int_equal(kiln_overlaps4_aabb_aabb(&boxes_a, &boxes_b), each.aabb_aabb);
	assert_int_equal(kiln_overlaps4_aabb_aabb(&boxes_b, &boxes_a), each.aabb_aabb);
	kiln_overlaps4_sphere_sphere_array(&a, &b, 1, &mask);
	assert_int_equal(mask, each.sphere_sphere);
	kiln_overlaps4_sphere_aabb_array(&a, &boxes_b, 1, &mask);
	assert_int_equal(mask, each.sphere_aabb);
	kiln_overlaps4_aabb_aabb_array(&boxes_a, &boxes_b, 1, &mask);
	assert_int_equal(mask, each.aabb_aabb);

	assert_int_equal(kiln_overlaps_sphere_sphere4(l->spheres_a, &b), first.sphere_sphere);
	assert_int_equal(kiln_overlaps_sphere_aabb4(l->spheres_a, &boxes_b), first.sphere_aabb);
	assert_int_equal(kiln_overlaps_aabb_aabb4(l->boxes_a, &boxes_b), first.aabb_aabb);
	assert_int_equal(kiln_overlaps_sphere4_aabb(&a, l->boxes_b), last.sphere_aabb);
	kiln_overlaps_sphere_sphere4_array(l->spheres_a, &b, 1, &mask);
	assert_int_equal(mask, first.sphere_sphere);
	kiln_overlaps_sphere_aabb4_array(l->spheres_a, &boxes_b, 1, &mask);
	assert_int_equal(mask, first.sphere_aabb);
	kiln_overlaps_aabb_aabb4_array(l->boxes_a, &boxes_b, 1, &mask);
	assert_int_equal(mask, first.aabb_aabb);
	kiln_overlaps_sphere4_aabb_array(&a, l->boxes_b, 1, &mask);
	assert_int_equal(mask, last.sphere_aabb);
	return (uint32_t)__builtin_popcount(each.sphere_sphere | each.sphere_aabb << 4 | each.aabb_aabb << 8);
}

static void random_lanes_answer_as_the_single_functions(void **state)
{
	(void)state;
	uint64_t random = 1, count = trials_random(20000), yes = 0;
	for (uint64_t round = 0; round < count; ++round)
	{
		lanes l;
		batch_kind all = batch_any_kind(&random);
		for (int i = 0; i < 4; ++i)
		{
			// Some rounds mix lanes of all kinds.
			batch_kind kind = round % 8 ? all : batch_any_kind(&random);
			l.spheres_a[i] = batch_sphere(&random, kind);
			l.spheres_b[i] = batch_sphere(&random, kind);
			l.boxes_a[i] = batch_aabb(&random, kind);
			l.boxes_b[i] = batch_aabb(&random, kind);
		}
		yes += check(&l);
	}
	assert_in_range(yes, count * 3, count * 10);
}

/// A sphere that touches another, to a few floats of its radius.
static kiln_sphere sphere_beside(uint64_t *random, const kiln_sphere *a, batch_kind kind)
{
	kiln_sphere b = batch_sphere(random, kind);
	double x = (double)b.center.x - (double)a->center.x, y = (double)b.center.y - (double)a->center.y;
	double z = (double)b.center.z - (double)a->center.z;
	b.radius = batch_beside(random, (float)(sqrt(x * x + y * y + z * z) - (double)a->radius));
	return b;
}

/// A box whose corner, edge or face is beside the sphere.
static kiln_aabb box_beside_sphere(uint64_t *random, const kiln_sphere *a)
{
	float r = a->radius, share = (float)fixture_random_unit(random);
	bool corner = fixture_random(random) % 2;
	float x = corner ? r * share : r, y = corner ? r * sqrtf(1 - share * share) : 0;
	kiln_vec3 min = {batch_beside(random, a->center.x + x), batch_beside(random, a->center.y + y), a->center.z - r};
	return (kiln_aabb){min, {min.x + r, min.y + r, min.z + r + r}};
}

static kiln_aabb box_beside_box(uint64_t *random, const kiln_aabb *a, batch_kind kind)
{
	kiln_aabb b = batch_aabb(random, kind);
	b.min.x = batch_beside(random, a->max.x);
	b.max.x = b.max.x > b.min.x ? b.max.x : b.min.x;
	b.max.y = fixture_random(random) % 2 ? batch_beside(random, a->min.y) : b.max.y;
	return b;
}

static void lanes_that_nearly_touch_answer_as_the_single_functions(void **state)
{
	static const batch_kind kinds[5] = {BATCH_USUAL, BATCH_FAR, BATCH_WHOLE, BATCH_TINY, BATCH_HUGE};
	(void)state;
	uint64_t random = 2, count = trials_near(10000), yes = 0;
	for (uint64_t round = 0; round < count; ++round)
	{
		lanes l;
		for (int i = 0; i < 4; ++i)
		{
			batch_kind kind = kinds[fixture_random(&random) % 5];
			l.spheres_a[i] = batch_sphere(&random, kind);
			l.spheres_b[i] = sphere_beside(&random, &l.spheres_a[i], kind);
			l.boxes_a[i] = batch_aabb(&random, kind);
			l.boxes_b[i] = fixture_random(&random) % 2 ? box_beside_sphere(&random, &l.spheres_a[i])
													   : box_beside_box(&random, &l.boxes_a[i], kind);
		}
		yes += check(&l);
	}
	assert_in_range(yes, count * 2, count * 11);
}

static void any_number_in_any_place_of_any_lane_answers_as_the_single_functions(void **state)
{
	(void)state;
	const lanes sound = {{{{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {{0, 3, 0}, 0.5f}, {{0, 0, 9}, 1}},
		{{{5, 0, 0}, 1}, {{1, 1, 0}, 1}, {{0, 3, 1}, 0.5f}, {{0, 0, 0}, 2}},
		{{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}, {{0, 0, 3}, {1, 1, 3}}, {{-1, 0, 0}, {1, 1, 1}}},
		{{{3, 0, 0}, {4, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}, {{1, 1, 3}, {1, 1, 4}}, {{1.5f, 0, 0}, {2, 1, 1}}}};
	float values[sizeof sound / sizeof(float)];
	for (size_t place = 0; place < sizeof values / sizeof *values; ++place)
		for (uint32_t i = 0; i < BATCH_SPECIALS; ++i)
			for (size_t second = place; second < sizeof values / sizeof *values; second += 7)
			{
				lanes l;
				memcpy(values, &sound, sizeof values);
				values[place] = batch_special(i);
				values[second] = batch_special(i + (uint32_t)second % 5);
				memcpy(&l, values, sizeof l);
				check(&l);
			}
}

static void a_sphere_that_touches_overlaps_in_every_lane(void **state)
{
	(void)state;
	const kiln_sphere a = {{1, 2, 3}, 1.5f}, b = {{4, 6, 3}, 3.5f}, c = {{4, 6, 3}, 0x1.bffffep+1f};
	const kiln_aabb beside = {{2.5f, 0, 0}, {4, 4, 4}}, off = {{0x1.400002p+1f, 0, 0}, {4, 4, 4}};
	for (uint32_t lane = 0; lane < 4; ++lane)
	{
		kiln_sphere spheres[4] = {c, c, c, c};
		kiln_aabb boxes[4] = {off, off, off, off};
		spheres[lane] = b;
		boxes[lane] = beside;
		kiln_sphere4 four = kiln_sphere4_from_spheres(spheres, 4);
		kiln_aabb4 four_boxes = kiln_aabb4_from_aabbs(boxes, 4);
		assert_int_equal(kiln_overlaps_sphere_sphere4(&a, &four), 1u << lane);
		assert_int_equal(kiln_overlaps_sphere_aabb4(&a, &four_boxes), 1u << lane);
		const kiln_aabb box = {{0, 0, 0}, {2.5f, 1, 1}};
		assert_int_equal(kiln_overlaps_aabb_aabb4(&box, &four_boxes), 1u << lane);
	}
}

static void arrays_answer_block_by_block(void **state)
{
	enum
	{
		BLOCKS = 37
	};
	(void)state;
	uint64_t random = 3;
	kiln_sphere4 spheres[BLOCKS], others[BLOCKS];
	kiln_aabb4 boxes[BLOCKS], other_boxes[BLOCKS];
	uint8_t masks[7][BLOCKS + 1];
	memset(masks, 0x55, sizeof masks);
	for (int i = 0; i < BLOCKS; ++i)
	{
		lanes l;
		for (int lane = 0; lane < 4; ++lane)
		{
			batch_kind kind = i % 3 ? BATCH_USUAL : BATCH_BROKEN;
			l.spheres_a[lane] = batch_sphere(&random, kind);
			l.spheres_b[lane] = batch_sphere(&random, kind);
			l.boxes_a[lane] = batch_aabb(&random, kind);
			l.boxes_b[lane] = batch_aabb(&random, kind);
		}
		spheres[i] = kiln_sphere4_from_spheres(l.spheres_a, 4);
		others[i] = kiln_sphere4_from_spheres(l.spheres_b, 4);
		boxes[i] = kiln_aabb4_from_aabbs(l.boxes_a, 4);
		other_boxes[i] = kiln_aabb4_from_aabbs(l.boxes_b, 4);
	}
	const kiln_sphere one = {{0.1f, 0.2f, 0}, 0.3f};
	const kiln_aabb box = {{-0.1f, -0.2f, 0}, {0.3f, 0.3f, 0.2f}};
	kiln_overlaps4_sphere_sphere_array(spheres, others, BLOCKS, masks[0]);
	kiln_overlaps4_sphere_aabb_array(spheres, boxes, BLOCKS, masks[1]);
	kiln_overlaps4_aabb_aabb_array(boxes, other_boxes, BLOCKS, masks[2]);
	kiln_overlaps_sphere_sphere4_array(&one, spheres, BLOCKS, masks[3]);
	kiln_overlaps_sphere_aabb4_array(&one, boxes, BLOCKS, masks[4]);
	kiln_overlaps_sphere4_aabb_array(spheres, &box, BLOCKS, masks[5]);
	kiln_overlaps_aabb_aabb4_array(&box, boxes, BLOCKS, masks[6]);
	for (int i = 0; i < BLOCKS; ++i)
	{
		assert_int_equal(masks[0][i], kiln_overlaps4_sphere_sphere(&spheres[i], &others[i]));
		assert_int_equal(masks[1][i], kiln_overlaps4_sphere_aabb(&spheres[i], &boxes[i]));
		assert_int_equal(masks[2][i], kiln_overlaps4_aabb_aabb(&boxes[i], &other_boxes[i]));
		assert_int_equal(masks[3][i], kiln_overlaps_sphere_sphere4(&one, &spheres[i]));
		assert_int_equal(masks[4][i], kiln_overlaps_sphere_aabb4(&one, &boxes[i]));
		assert_int_equal(masks[5][i], kiln_overlaps_sphere4_aabb(&spheres[i], &box));
		assert_int_equal(masks[6][i], kiln_overlaps_aabb_aabb4(&box, &boxes[i]));
	}
	for (int i = 0; i < 7; ++i)
		assert_int_equal(masks[i][BLOCKS], 0x55);
}

static void no_blocks_need_no_arrays(void **state)
{
	(void)state;
	const kiln_sphere sphere = {{0, 0, 0}, 1};
	const kiln_aabb box = {{0, 0, 0}, {1, 1, 1}};
	kiln_overlaps4_sphere_sphere_array(NULL, NULL, 0, NULL);
	kiln_overlaps4_sphere_aabb_array(NULL, NULL, 0, NULL);
	kiln_overlaps4_aabb_aabb_array(NULL, NULL, 0, NULL);
	kiln_overlaps_sphere_sphere4_array(&sphere, NULL, 0, NULL);
	kiln_overlaps_sphere_aabb4_array(&sphere, NULL, 0, NULL);
	kiln_overlaps_sphere4_aabb_array(NULL, &box, 0, NULL);
	kiln_overlaps_aabb_aabb4_array(&box, NULL, 0, NULL);
}

static void lanes_give_back_what_was_put_in(void **state)
{
	(void)state;
	uint64_t random = 4;
	kiln_sphere spheres[4];
	kiln_aabb boxes[4];
	kiln_triangle triangles[4];
	for (int i = 0; i < 4; ++i)
	{
		spheres[i] = batch_sphere(&random, BATCH_BROKEN);
		boxes[i] = batch_aabb(&random, BATCH_BROKEN);
		triangles[i] = batch_triangle(&random, BATCH_BROKEN);
	}
	kiln_sphere4 sphere4 = kiln_sphere4_from_spheres(spheres, 5);
	kiln_aabb4 aabb4 = kiln_aabb4_from_aabbs(boxes, UINT32_MAX);
	kiln_triangle4 triangle4 = kiln_triangle4_from_triangles(triangles, 4);
	for (uint32_t i = 0; i < 8; ++i)
	{
		kiln_sphere sphere = kiln_sphere4_get(&sphere4, i);
		kiln_aabb aabb = kiln_aabb4_get(&aabb4, i);
		kiln_triangle triangle = kiln_triangle4_get(&triangle4, i);
		assert_memory_equal(&sphere, &spheres[i % 4], sizeof sphere);
		assert_memory_equal(&aabb, &boxes[i % 4], sizeof aabb);
		assert_memory_equal(&triangle, &triangles[i % 4], sizeof triangle);
	}
}

static void lanes_without_a_shape_overlap_nothing_usable(void **state)
{
	(void)state;
	const float far = KILN_COORDINATE_MAX;
	const kiln_sphere ball = {{far, far, far}, far};
	const kiln_aabb all = {{-far, -far, -far}, {far, far, far}};
	for (uint32_t count = 0; count < 4; ++count)
	{
		const kiln_sphere spheres[4] = {ball, ball, ball, ball};
		const kiln_aabb boxes[4] = {all, all, all, all};
		kiln_sphere4 sphere4 = kiln_sphere4_from_spheres(count ? spheres : NULL, count);
		kiln_aabb4 aabb4 = kiln_aabb4_from_aabbs(count ? boxes : NULL, count);
		kiln_triangle4 triangle4 = kiln_triangle4_from_triangles(NULL, 0);
		uint32_t full = (1u << count) - 1;
		assert_int_equal(kiln_overlaps_sphere_sphere4(&ball, &sphere4), full);
		assert_int_equal(kiln_overlaps_sphere_aabb4(&ball, &aabb4), full);
		assert_int_equal(kiln_overlaps_sphere4_aabb(&sphere4, &all), full);
		assert_int_equal(kiln_overlaps_aabb_aabb4(&all, &aabb4), full);
		assert_true(isnan(kiln_triangle4_get(&triangle4, count).corners[2].z));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_lanes_answer_as_the_single_functions),
		cmocka_unit_test(lanes_that_nearly_touch_answer_as_the_single_functions),
		cmocka_unit_test(any_number_in_any_place_of_any_lane_answers_as_the_single_functions),
		cmocka_unit_test(a_sphere_that_touches_overlaps_in_every_lane),
		cmocka_unit_test(arrays_answer_block_by_block),
		cmocka_unit_test(no_blocks_need_no_arrays),
		cmocka_unit_test(lanes_give_back_what_was_put_in),
		cmocka_unit_test(lanes_without_a_shape_overlap_nothing_usable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
