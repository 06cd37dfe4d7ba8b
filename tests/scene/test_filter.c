// SPDX-License-Identifier: MIT

/// Filters, for every query. The tests have their own implementation of filters, and apply it to the lists of queries
/// without a filter; overlaps, which are such lists, judge closest points and casts.

#include "support/asset_fixture.h"
#include "support/filter_case.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

static float spread(uint64_t *random, float low, float high)
{
	return low + (high - low) * fixture_random_unit(random);
}

static kiln_vec3 place_near(uint64_t *random)
{
	return (kiln_vec3){spread(random, -1.5f, 6.5f), spread(random, -1.5f, 4.5f), spread(random, -1.5f, 4.5f)};
}

static kiln_ray random_ray(uint64_t *random)
{
	kiln_vec3 from = place_near(random), to = place_near(random);
	return (kiln_ray){.origin = from,
		.direction = {to.x - from.x, to.y - from.y, to.z - from.z},
		.t_max = fixture_random(random) % 2 ? 1 : 0,
		.flags = fixture_random(random) % 3 == 0 ? KILN_RAY_CULL_BACK : 0};
}

typedef struct counts
{
	uint32_t hit, through, missed;
} counts;

static kiln_hit all[MOST], sifted[MOST];

static void judge_ray(const kiln_asset *whole, const kiln_asset *part, const kiln_ray *ray, counts *seen)
{
	const kiln_hit none = {0};
	uint32_t before = kiln_scene_ray_all(whole, ray, all, MOST), expected = 0;
	assert_true(before <= MOST);
	for (uint32_t i = 0; i < before; ++i)
		if (filter_case_left(part, part->filter, all[i].node, all[i].triangle))
			all[expected++] = all[i];
	seen->hit += expected > 0;
	seen->through += expected > 0 && expected < before;
	seen->missed += expected == 0 && before > 0;
	uint32_t after = kiln_scene_ray_all(part, ray, sifted, MOST);
	assert_int_equal(after, expected);
	assert_memory_equal(sifted, all, expected * sizeof *all);
	kiln_hit hit = kiln_scene_ray_closest(part, ray), many[2];
	assert_memory_equal(&hit, expected ? &all[0] : &none, sizeof hit);
	assert_int_equal(kiln_scene_ray_any(part, ray), expected > 0);
	const kiln_ray twice[2] = {*ray, *ray};
	kiln_scene_ray_closest_batch(part, twice, 2, many);
	assert_memory_equal(&many[1], &hit, sizeof hit);
}

static void rays_meet_what_is_left_of_all_that_they_would_meet(void **state)
{
	(void)state;
	counts seen = {0};
	for (uint64_t seed = 1; seed <= 6; ++seed)
	{
		filter_case c;
		uint64_t random = seed * 77;
		filter_case_begin(&c, seed);
		for (uint32_t k = 0; k < 60; ++k)
		{
			uint32_t salt;
			const kiln_filter filter = filter_case_filter(&random, &salt);
			kiln_asset part = c.asset;
			part.filter = &filter;
			for (uint32_t i = 0; i < 25; ++i)
			{
				const kiln_ray ray = random_ray(&random);
				judge_ray(&c.asset, &part, &ray, &seen);
			}
		}
		filter_case_end(&c);
	}
	assert_true(seen.hit > 1000 && seen.through > 1000 && seen.missed > 200);
}

static kiln_overlap wide[MOST], narrow[MOST];

static uint32_t sift(const kiln_asset *part, uint32_t count)
{
	uint32_t kept = 0;
	assert_true(count <= MOST);
	for (uint32_t i = 0; i < count; ++i)
		if (filter_case_left(part, part->filter, wide[i].node, wide[i].triangle))
			wide[kept++] = wide[i];
	return kept;
}

static void judge_overlaps(const kiln_asset *whole, const kiln_asset *part, const kiln_sphere *ball, uint64_t *random)
{
	const kiln_box box = {ball->center, {ball->radius, 0.5f * ball->radius, spread(random, 0, 1)}, {0, 0, 0.6f, 0.8f}};
	const kiln_capsule pill = {ball->center, place_near(random), 0.25f * ball->radius};
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = *ball};
	const kiln_convex_object object = {.shape = &shape};
	uint32_t expected = sift(part, kiln_scene_overlap_sphere(whole, ball, wide, MOST));
	assert_int_equal(kiln_scene_overlap_sphere(part, ball, narrow, MOST), expected);
	assert_memory_equal(narrow, wide, expected * sizeof *wide);
	expected = sift(part, kiln_scene_overlap_box(whole, &box, wide, MOST));
	assert_int_equal(kiln_scene_overlap_box(part, &box, narrow, MOST), expected);
	assert_memory_equal(narrow, wide, expected * sizeof *wide);
	expected = sift(part, kiln_scene_overlap_capsule(whole, &pill, wide, MOST));
	assert_int_equal(kiln_scene_overlap_capsule(part, &pill, narrow, MOST), expected);
	assert_memory_equal(narrow, wide, expected * sizeof *wide);
	expected = sift(part, kiln_scene_overlap_convex(whole, &object, wide, MOST));
	assert_int_equal(kiln_scene_overlap_convex(part, &object, narrow, MOST), expected);
	assert_memory_equal(narrow, wide, expected * sizeof *wide);
}

/// Nothing is nearer than the closest point, and something is at its distance.
static void judge_closest(const kiln_asset *part, kiln_vec3 point, counts *seen)
{
	const kiln_closest found = kiln_scene_closest_point(part, &(kiln_point_query){.point = point});
	const kiln_sphere far = {point, 100};
	if (!found.found)
	{
		assert_int_equal(kiln_scene_overlap_sphere(part, &far, narrow, MOST), 0);
		++seen->missed;
		return;
	}
	++seen->hit;
	assert_true(filter_case_left(part, part->filter, found.node, found.triangle));
	const kiln_sphere less = {point, found.distance * (1 - 0x1p-16f)}, more = {point, found.distance * (1 + 0x1p-16f)};
	if (found.distance > 0x1p-10f)
		assert_int_equal(kiln_scene_overlap_sphere(part, &less, narrow, MOST), 0);
	assert_true(kiln_scene_overlap_sphere(part, &more, narrow, MOST) > 0);
}

/// Before the contact nothing is touched, after it something is.
static void judge_cast(const kiln_asset *part, const kiln_sphere *ball, uint64_t *random, counts *seen)
{
	const kiln_vec3 to = place_near(random), from = ball->center;
	const kiln_motion motion = {.direction = {to.x - from.x, to.y - from.y, to.z - from.z}, .t_max = 1};
	const kiln_hit hit = kiln_scene_cast_sphere(part, ball, &motion);
	const float stops[2] = {hit.hit ? hit.t - 0x1p-12f : 1, hit.t + 0x1p-12f};
	seen->through += hit.hit && hit.t > 0;
	for (uint32_t k = 0; k < (hit.hit ? 2 : 1); ++k)
	{
		kiln_sphere there = *ball;
		there.center.x += stops[k] * motion.direction.x;
		there.center.y += stops[k] * motion.direction.y;
		there.center.z += stops[k] * motion.direction.z;
		there.radius *= k ? 1 + 0x1p-12f : 1 - 0x1p-8f;
		if (k == 0 && hit.hit && hit.t <= 0)
			continue;
		assert_true((kiln_scene_overlap_sphere(part, &there, narrow, MOST) > 0) == (k == 1));
	}
	if (hit.hit)
		assert_true(filter_case_left(part, part->filter, hit.node, hit.triangle));
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = *ball};
	const kiln_convex_object object = {.shape = &shape};
	const kiln_hit again = kiln_scene_cast_convex(part, &object, &motion);
	assert_int_equal(again.hit, hit.hit);
	assert_true(!hit.hit || fabsf(again.t - hit.t) <= 0x1p-14f);
}

static void shapes_and_points_meet_what_is_left(void **state)
{
	(void)state;
	counts seen = {0};
	for (uint64_t seed = 11; seed <= 14; ++seed)
	{
		filter_case c;
		uint64_t random = seed * 77;
		filter_case_begin(&c, seed);
		for (uint32_t k = 0; k < 60; ++k)
		{
			uint32_t salt;
			const kiln_filter filter = filter_case_filter(&random, &salt);
			kiln_asset part = c.asset;
			part.filter = &filter;
			for (uint32_t i = 0; i < 8; ++i)
			{
				const kiln_sphere ball = {place_near(&random), spread(&random, 0.05f, 0.8f)};
				judge_overlaps(&c.asset, &part, &ball, &random);
				judge_closest(&part, ball.center, &seen);
				judge_cast(&part, &ball, &random, &seen);
			}
		}
		filter_case_end(&c);
	}
	assert_true(seen.hit > 500 && seen.missed > 50 && seen.through > 200);
}

static void manifolds_are_those_of_what_is_left(void **state)
{
	(void)state;
	static kiln_mesh_manifold before[MOST], after[MOST];
	const kiln_mesh_contact_options options = {.every_edge = true, .both_sides = true};
	uint32_t met = 0, gone = 0;
	for (uint64_t seed = 21; seed <= 22; ++seed)
	{
		filter_case c;
		uint64_t random = seed * 77;
		filter_case_begin(&c, seed);
		for (uint32_t k = 0; k < 80; ++k)
		{
			uint32_t salt, whole = 0, part_count = 0, expected = 0;
			const kiln_filter filter = filter_case_filter(&random, &salt);
			const kiln_convex_shape shape = {
				.kind = KILN_CONVEX_SPHERE, .sphere = {place_near(&random), spread(&random, 0.2f, 0.8f)}};
			const kiln_convex_object object = {.shape = &shape};
			kiln_asset part = c.asset;
			part.filter = &filter;
			assert_int_equal(kiln_scene_manifolds(&c.asset, &object, &options, before, MOST, &whole), KILN_OK);
			assert_int_equal(kiln_scene_manifolds(&part, &object, &options, after, MOST, &part_count), KILN_OK);
			for (uint32_t i = 0; i < whole; ++i)
				if (filter_case_left(&part, &filter, before[i].node, before[i].triangle))
					before[expected++] = before[i];
			assert_int_equal(part_count, expected);
			assert_memory_equal(after, before, expected * sizeof *before);
			met += expected;
			gone += whole - expected;
		}
		filter_case_end(&c);
	}
	assert_true(met > 100 && gone > 100);
}

static void a_point_is_inside_what_is_left(void **state)
{
	(void)state;
	uint32_t yes = 0, no = 0;
	filter_case c;
	uint64_t random = 5;
	filter_case_begin(&c, 31);
	for (uint32_t k = 0; k < 400; ++k)
	{
		uint32_t salt;
		kiln_filter filter = filter_case_filter(&random, &salt);
		const kiln_vec3 point = place_near(&random);
		kiln_asset part = c.asset;
		part.filter = &filter;
		filter.keep = NULL;
		// A ball of radius zero touches a solid that contains it; of these meshes, only the second is closed.
		const uint32_t count = sift(&part, kiln_scene_overlap_sphere(&c.asset, &(kiln_sphere){point, 0}, wide, MOST));
		bool inside = false;
		for (uint32_t i = 0; i < count; ++i)
			inside = inside || wide[i].triangle == KILN_NONE;
		for (uint32_t node = 0; node < c.asset.node_count; ++node)
		{
			const kiln_format_node *at = &c.asset.nodes[node];
			if (at->mesh == KILN_NONE || !(c.asset.meshes[at->mesh].flags & KILN_MESH_CLOSED) ||
				!filter_case_left(&part, &filter, node, c.asset.meshes[at->mesh].triangle_first))
				continue;
			const float *m = at->to_mesh;
			const kiln_vec3 own = {m[0] * point.x + m[1] * point.y + m[2] * point.z + m[3],
				m[4] * point.x + m[5] * point.y + m[6] * point.z + m[7],
				m[8] * point.x + m[9] * point.y + m[10] * point.z + m[11]};
			inside = inside || kiln_mesh_point_inside(&c.asset, at->mesh, own) == KILN_INSIDE_YES;
		}
		assert_int_equal(kiln_scene_point_inside(&part, point) == KILN_INSIDE_YES, inside);
		yes += inside;
		no += !inside;
	}
	filter_case_end(&c);
	assert_true(yes > 5 && no > 50);
}

/// Stores all answers about some random queries as bytes.
static size_t answers_of(const kiln_asset *asset, uint8_t *bytes)
{
	uint64_t random = 99;
	size_t size = 0;
	for (uint32_t i = 0; i < 60; ++i)
	{
		const kiln_ray ray = random_ray(&random);
		const kiln_sphere ball = {place_near(&random), spread(&random, 0.05f, 0.8f)};
		const kiln_motion motion = {.direction = ray.direction};
		const kiln_hit hits[2] = {kiln_scene_ray_closest(asset, &ray), kiln_scene_cast_sphere(asset, &ball, &motion)};
		const kiln_closest near = kiln_scene_closest_point(asset, &(kiln_point_query){.point = ball.center});
		const uint32_t numbers[4] = {kiln_scene_ray_any(asset, &ray), kiln_scene_ray_all(asset, &ray, all, MOST),
			kiln_scene_overlap_sphere(asset, &ball, wide, MOST), kiln_scene_point_inside(asset, ball.center)};
		memcpy(bytes + size, hits, sizeof hits);
		size += sizeof hits;
		memcpy(bytes + size, &near.distance, sizeof near.distance);
		memcpy(bytes + size + 4, &near.triangle, sizeof near.triangle);
		memcpy(bytes + size + 8, numbers, sizeof numbers);
		size += 8 + sizeof numbers;
	}
	return size;
}

static void a_filter_that_leaves_nothing_out_changes_no_bit_and_no_instruction_set_does(void **state)
{
	(void)state;
	static const kiln_isa isas[] = {KILN_ISA_SCALAR, KILN_ISA_SSE2, KILN_ISA_AVX2, KILN_ISA_NEON};
	static uint8_t expected[1u << 16], bytes[1u << 16];
	const kiln_filter open[3] = {{0}, {.belongs = ~0ull}, {.ignores = ~255ull, .belongs = 255}};
	uint64_t random = 3;
	uint32_t salt;
	filter_case c;
	filter_case_begin(&c, 41);
	size_t size = answers_of(&c.asset, expected);
	assert_true(size <= sizeof expected);
	for (uint32_t i = 0; i < 3; ++i)
	{
		kiln_asset part = c.asset;
		part.filter = &open[i];
		assert_int_equal(answers_of(&part, bytes), size);
		assert_memory_equal(bytes, expected, size);
	}
	for (uint32_t k = 0; k < 12; ++k)
	{
		const kiln_filter filter = filter_case_filter(&random, &salt);
		for (uint32_t i = 0; i < sizeof isas / sizeof isas[0]; ++i)
		{
			kiln_asset part;
			const kiln_open_options options = {.isa = isas[i]};
			assert_int_equal(kiln_open(&part, c.blob.data, c.blob.size, &options).status, KILN_OK);
			part.filter = &filter;
			size = answers_of(&part, i ? bytes : expected);
			if (i)
				assert_memory_equal(bytes, expected, size);
		}
	}
	filter_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_meet_what_is_left_of_all_that_they_would_meet),
		cmocka_unit_test(shapes_and_points_meet_what_is_left),
		cmocka_unit_test(manifolds_are_those_of_what_is_left),
		cmocka_unit_test(a_point_is_inside_what_is_left),
		cmocka_unit_test(a_filter_that_leaves_nothing_out_changes_no_bit_and_no_instruction_set_does),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
