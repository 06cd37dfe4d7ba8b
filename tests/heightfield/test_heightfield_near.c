// SPDX-License-Identifier: MIT
#include "heightfield_case.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Overlaps and closest points of height fields: the same triangles as a mesh are the oracle.

#define MOST 60000

static int by_number(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

static void check_overlaps(const heightfield_case *it, const kiln_overlap *mesh, uint32_t mesh_count,
	const kiln_overlap *field, uint32_t field_count)
{
	static uint32_t numbers[MOST];
	assert_true(mesh_count <= MOST);
	assert_int_equal(field_count, mesh_count);
	for (uint32_t i = 0; i < mesh_count; ++i)
		numbers[i] = heightfield_case_number(it, mesh[i].triangle);
	qsort(numbers, mesh_count, sizeof *numbers, by_number);
	for (uint32_t i = 0; i < mesh_count; ++i)
	{
		assert_int_equal(field[i].triangle, numbers[i]);
		assert_int_equal(field[i].node, KILN_NONE);
	}
}

static uint32_t check_shapes(const heightfield_case *it, uint64_t *random)
{
	static kiln_overlap mesh[MOST], field[MOST];
	const float unit = it->field.header->spacing[0];
	const float size = unit * (fixture_random(random) % 4 ? 1.5f : 20) * fixture_random_unit(random);
	const kiln_vec3 at = heightfield_case_near(it, random, 2 * size), to = heightfield_case_near(it, random, size);
	const kiln_sphere sphere = {at, fixture_random(random) % 8 ? size : 0};
	kiln_box box = {.center = at, .half_extents = {size, size, size}};
	box.half_extents.y *= heightfield_random(random, 0.1f, 1);
	if (fixture_random(random) % 2)
	{
		box.rotation.x = heightfield_random(random, -1, 1);
		box.rotation.y = heightfield_random(random, -1, 1);
		box.rotation.w = heightfield_random(random, -1, 1);
	}
	const bool near = fixture_random(random) % 4;
	const kiln_capsule capsule = {at, near ? (kiln_vec3){at.x + size, at.y, at.z - size} : to, size / 4};
	const uint32_t count = kiln_heightfield_overlap_sphere(&it->field, &sphere, field, MOST);
	check_overlaps(it, mesh, kiln_mesh_overlap_sphere(&it->asset, 0, &sphere, mesh, MOST), field, count);
	check_overlaps(it, mesh, kiln_mesh_overlap_box(&it->asset, 0, &box, mesh, MOST), field,
		kiln_heightfield_overlap_box(&it->field, &box, field, MOST));
	check_overlaps(it, mesh, kiln_mesh_overlap_capsule(&it->asset, 0, &capsule, mesh, MOST), field,
		kiln_heightfield_overlap_capsule(&it->field, &capsule, field, MOST));
	return count;
}

static void overlaps_have_the_answers_of_the_same_mesh(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 15 + i, met = 0;
		heightfield_case_make(&it, &recipe);
		for (uint64_t n = 0; n < trials_random(TRIALS_SLOW ? 150 : 1500); ++n)
			met += check_shapes(&it, &random) > 0;
		assert_true(met > 0);
		heightfield_case_free(&it);
	}
}

static void a_list_without_room_has_its_beginning_and_its_count(void **state)
{
	(void)state;
	heightfield_case it;
	heightfield_recipe recipe;
	kiln_overlap all[64], first[3] = {{0}};
	assert_true(heightfield_case_recipe(0, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const kiln_sphere sphere = {{4, 0, 4}, 1.5f};
	const uint32_t count = kiln_heightfield_overlap_sphere(&it.field, &sphere, all, 64);
	assert_in_range(count, 4, 64);
	assert_int_equal(kiln_heightfield_overlap_sphere(&it.field, &sphere, NULL, 0), count);
	assert_int_equal(kiln_heightfield_overlap_sphere(&it.field, &sphere, first, 2), count);
	assert_memory_equal(first, all, 2 * sizeof *all);
	assert_int_equal(first[2].triangle, 0);
	assert_int_equal(kiln_heightfield_overlap_sphere(&it.field, &(kiln_sphere){{4, NAN, 4}, 1}, all, 64), 0);
	assert_int_equal(kiln_heightfield_overlap_sphere(&it.field, &(kiln_sphere){{4, 0, 4}, -1}, all, 64), 0);
	assert_int_equal(kiln_heightfield_overlap_sphere(&it.field, &(kiln_sphere){{-400, 0, 4}, 1}, all, 64), 0);
	assert_int_equal(kiln_heightfield_overlap_sphere(NULL, &sphere, all, 64), 0);
	assert_int_equal(kiln_heightfield_overlap_box(&it.field, NULL, all, 64), 0);
	assert_int_equal(kiln_heightfield_overlap_capsule(&it.field, NULL, all, 64), 0);
	heightfield_case_free(&it);
}

static void check_closest(const heightfield_case *it, const kiln_point_query *query)
{
	const kiln_closest expected = kiln_mesh_closest_point(&it->asset, 0, query);
	const kiln_closest found = kiln_heightfield_closest_point(&it->field, query);
	if (found.found != expected.found || found.distance != expected.distance)
		fail_msg("point (%a %a %a): field %d %a, mesh %d %a", (double)query->point.x, (double)query->point.y,
			(double)query->point.z, found.found, (double)found.distance, expected.found, (double)expected.distance);
	if (!found.found)
		return;
	const uint32_t number = heightfield_case_number(it, expected.triangle);
	assert_true(found.triangle <= number);
	assert_int_equal(found.source_face, found.triangle / 2);
	assert_int_equal(found.material, it->materials[found.source_face]);
	if (found.triangle == number)
		assert_memory_equal(&found.point, &expected.point, sizeof found.point);
}

static void closest_points_have_the_answers_of_the_same_mesh(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 25 + i;
		heightfield_case_make(&it, &recipe);
		for (uint64_t n = 0; n < trials_random(TRIALS_SLOW ? 200 : 2000); ++n)
		{
			const uint64_t kind = fixture_random(&random) % 4;
			kiln_point_query query = {.point = kind == 0   ? heightfield_case_near(&it, &random, 0)
											   : kind == 1 ? heightfield_random_point(&it.field, &random, 1000)
														   : heightfield_random_point(&it.field, &random, 0.2f)};
			if (kind == 2)
				query.max_distance = it.field.header->spacing[0] * 2 * fixture_random_unit(&random);
			check_closest(&it, &query);
		}
		heightfield_case_free(&it);
	}
}

static void unusable_points_find_nothing(void **state)
{
	(void)state;
	heightfield_case it;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(0, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const kiln_heightfield *field = &it.field;
	assert_true(kiln_heightfield_closest_point(field, &(kiln_point_query){{4, 9, 4}, 0}).found);
	assert_false(kiln_heightfield_closest_point(field, &(kiln_point_query){{4, 900, 4}, 1}).found);
	assert_false(kiln_heightfield_closest_point(field, &(kiln_point_query){{NAN, 9, 4}, 0}).found);
	assert_false(kiln_heightfield_closest_point(field, &(kiln_point_query){{4, 9, 4}, -1}).found);
	assert_false(kiln_heightfield_closest_point(field, &(kiln_point_query){{4, 9, 4}, INFINITY}).found);
	assert_false(kiln_heightfield_closest_point(field, &(kiln_point_query){{4, 2e12f, 4}, 0}).found);
	assert_false(kiln_heightfield_closest_point(NULL, &(kiln_point_query){{4, 9, 4}, 0}).found);
	assert_false(kiln_heightfield_closest_point(field, NULL).found);
	heightfield_case_free(&it);
}

/// The triangles that a visit had, and how many it may have.
typedef struct visited
{
	const heightfield_case *it;
	uint32_t count, most;
	uint32_t numbers[MOST];
} visited;

static bool note_face(void *user, const kiln_heightfield_face *face)
{
	visited *list = user;
	kiln_vec3 corners[3];
	assert_true(kiln_heightfield_triangle(&list->it->field, face->triangle, corners));
	assert_memory_equal(corners, face->corners, sizeof corners);
	assert_int_equal(face->material, kiln_heightfield_material(&list->it->field, face->triangle / 2));
	list->numbers[list->count++] = face->triangle;
	return list->count < list->most;
}

static bool is_apart(float low, float high, float a, float b, float c)
{
	return fmaxf(a, fmaxf(b, c)) < low || fminf(a, fminf(b, c)) > high;
}

/// Compares a visit with all triangles of the field.
static void check_visit(const heightfield_case *it, const kiln_aabb *box)
{
	static visited list;
	uint32_t next = 0;
	list.it = it;
	list.count = 0;
	list.most = MOST;
	kiln_heightfield_triangles_visit(&it->field, box, note_face, &list);
	for (uint32_t number = 0; number < 2 * (it->grid.columns - 1) * (it->grid.rows - 1); ++number)
	{
		kiln_vec3 c[3];
		if (!kiln_heightfield_triangle(&it->field, number, c) ||
			is_apart(box->min.x, box->max.x, c[0].x, c[1].x, c[2].x) ||
			is_apart(box->min.y, box->max.y, c[0].y, c[1].y, c[2].y) ||
			is_apart(box->min.z, box->max.z, c[0].z, c[1].z, c[2].z))
			continue;
		assert_true(next < list.count && list.numbers[next] == number);
		++next;
	}
	assert_int_equal(next, list.count);
	if (list.count < 2)
		return;
	list.count = 0;
	list.most = 2;
	kiln_heightfield_triangles_visit(&it->field, box, note_face, &list);
	assert_int_equal(list.count, 2);
}

static void visits_have_exactly_the_triangles_in_the_box(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 35 + i;
		heightfield_case_make_field(&it, &recipe);
		for (uint64_t n = 0; n < trials_random(TRIALS_SLOW ? 5 : 50); ++n)
		{
			const float size = 4 * recipe.spacing[0] * fixture_random_unit(&random);
			const kiln_vec3 at = heightfield_case_near(&it, &random, size);
			check_visit(&it, &(kiln_aabb){at, {at.x + size, at.y + size, at.z + size}});
			check_visit(&it, &(kiln_aabb){at, at});
		}
		const float all = INFINITY;
		check_visit(&it, &(kiln_aabb){{-all, -all, -all}, {all, all, all}});
		check_visit(&it, &(kiln_aabb){it.field.max, it.field.max});
		static visited list;
		kiln_heightfield_triangles_visit(&it.field, &(kiln_aabb){it.field.max, it.field.min}, note_face, &list);
		kiln_heightfield_triangles_visit(&it.field, &(kiln_aabb){{NAN, 0, 0}, it.field.max}, note_face, &list);
		kiln_heightfield_triangles_visit(&it.field, NULL, note_face, &list);
		kiln_heightfield_triangles_visit(NULL, &(kiln_aabb){it.field.min, it.field.max}, note_face, &list);
		assert_int_equal(list.count, 0);
		heightfield_case_free(&it);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlaps_have_the_answers_of_the_same_mesh),
		cmocka_unit_test(a_list_without_room_has_its_beginning_and_its_count),
		cmocka_unit_test(closest_points_have_the_answers_of_the_same_mesh),
		cmocka_unit_test(unusable_points_find_nothing),
		cmocka_unit_test(visits_have_exactly_the_triangles_in_the_box),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
