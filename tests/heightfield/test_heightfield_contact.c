// SPDX-License-Identifier: MIT
#include "heightfield/edges.h"
#include "heightfield_case.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Contacts with height fields: the same triangles, cooked as a mesh, are the oracle.

#define MOST 4096

/// Recipes whose triangles the cooker keeps as they are.
static bool is_cooked(uint32_t i)
{
	return i != 8 && i != 9;
}

static bool same(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void edges_have_the_kinds_that_the_cooker_stores(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	uint32_t seen = 0;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		if (!is_cooked(i))
			continue;
		heightfield_case_make_cooked(&it, &recipe);
		assert_true(it.asset.provenance->flat_edge == KILN_FIELD_FLAT_EDGE);
		for (uint32_t triangle = 0; triangle < it.triangle_count; ++triangle)
		{
			const uint32_t number = heightfield_case_number(&it, triangle);
			const uint32_t stored = kiln_triangle_edges(&it.asset, 0, triangle);
			const uint32_t kinds = kilni_heightfield_edges(&it.field, number);
			kiln_vec3 a[3], b[3];
			assert_true(kiln_triangle_corners(&it.asset, 0, triangle, a));
			assert_true(kiln_heightfield_triangle(&it.field, number, b));
			uint32_t turn = 0;
			while (turn < 3 && !same(a[turn], b[0]))
				++turn;
			assert_true(turn < 3 && same(a[(turn + 1) % 3], b[1]));
			for (uint32_t side = 0; side < 3; ++side)
			{
				const uint32_t kind = kiln_format_edge_kind(kinds, side);
				assert_int_equal(kind, kiln_format_edge_kind(stored, (side + turn) % 3));
				seen |= 1u << kind;
			}
		}
		heightfield_case_free(&it);
	}
	assert_int_equal(
		seen, 1u << KILN_EDGE_BOUNDARY | 1u << KILN_EDGE_FLAT | 1u << KILN_EDGE_CONVEX | 1u << KILN_EDGE_CONCAVE);
}

static kiln_convex_shape random_shape(uint64_t *random, float size, kiln_vec3 points[6])
{
	const float half = size * heightfield_random(random, 0.1f, 1);
	kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, size}};
	switch (fixture_random(random) % 5)
	{
	case 0:
		shape.kind = KILN_CONVEX_CYLINDER;
		shape.cylinder = (kiln_cylinder){.a = {0, -half, 0}, .b = {0, half, 0}, .radius = size};
		break;
	case 1:
		shape.kind = KILN_CONVEX_CAPSULE;
		shape.capsule = (kiln_capsule){{-size, 0, 0}, {size, half, 0}, half};
		break;
	case 2:
		shape.kind = KILN_CONVEX_AABB;
		shape.aabb = (kiln_aabb){{-size, -half, -size}, {size, half, half}};
		break;
	case 3:
		shape.kind = KILN_CONVEX_POINTS;
		for (int i = 0; i < 6; ++i)
			points[i] = (kiln_vec3){heightfield_random(random, -size, size), heightfield_random(random, -size, size),
				heightfield_random(random, -size, size)};
		shape.points = (kiln_convex_points){points, 6};
		break;
	default:
		break;
	}
	return shape;
}

static int by_triangle(const void *a, const void *b)
{
	const kiln_mesh_manifold *x = a, *y = b;
	return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static double apart(kiln_vec3 a, kiln_vec3 b)
{
	return fmax(
		fabs((double)a.x - (double)b.x), fmax(fabs((double)a.y - (double)b.y), fabs((double)a.z - (double)b.z)));
}

/// Compares a manifold of the field with that of the mesh, whose triangles may begin with another corner.
static void check_manifold(
	const heightfield_case *it, const kiln_mesh_manifold *a, const kiln_mesh_manifold *b, double slack)
{
	assert_int_equal(a->manifold.count, b->manifold.count);
	assert_true(apart(a->manifold.normal, b->manifold.normal) <= 1e-5);
	assert_true(a->corrected == b->corrected && a->beside == b->beside && a->back == b->back);
	assert_true(fabs((double)a->manifold.contacts[0].depth - (double)b->manifold.contacts[0].depth) <= slack);
	assert_int_equal(a->source_face, a->triangle / 2);
	assert_int_equal(a->material, it->materials[a->source_face]);
	assert_int_equal(a->mesh & a->node & a->source_mesh & a->shape, KILN_NONE);
	assert_int_equal(a->tag, 0);
}

static double deepest(const kiln_mesh_manifold *list, uint32_t count)
{
	double depth = -INFINITY;
	for (uint32_t i = 0; i < count; ++i)
		depth = fmax(depth, (double)list[i].manifold.contacts[0].depth);
	return depth;
}

/// Compares manifolds. Returns their number. Which of equal contacts welding keeps depends on the numbers of triangles, so
/// the lists are compared as they are before: without room for the last manifold, nothing is welded.
static uint32_t compare(const heightfield_case *it, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, double slack)
{
	static kiln_mesh_manifold field[MOST], mesh[MOST];
	uint32_t count = 0, field_count = 0, welded = 0, missing = 0;
	assert_int_equal(kiln_mesh_manifolds(&it->asset, 0, object, options, mesh, MOST, &count), KILN_OK);
	assert_int_equal(kiln_heightfield_manifolds(&it->field, object, options, field, MOST, &welded), KILN_OK);
	assert_true(count < MOST && (count > 0) == (welded > 0));
	assert_true(count == 0 || fabs(deepest(field, welded) - deepest(mesh, count)) <= slack);
	assert_int_equal(kiln_mesh_manifolds(&it->asset, 0, object, options, NULL, 0, &count), KILN_OK);
	assert_int_equal(kiln_heightfield_manifolds(&it->field, object, options, NULL, 0, &field_count), KILN_OK);
	assert_int_equal(field_count, count);
	if (count < 2)
		return count;
	assert_int_equal(kiln_mesh_manifolds(&it->asset, 0, object, options, mesh, count - 1, &count), KILN_OK);
	assert_int_equal(kiln_heightfield_manifolds(&it->field, object, options, field, count - 1, &count), KILN_OK);
	for (uint32_t i = 0; i < count - 1; ++i)
		mesh[i].triangle = heightfield_case_number(it, mesh[i].triangle);
	qsort(mesh, count - 1, sizeof *mesh, by_triangle);
	for (uint32_t i = 0; i < count - 1; ++i)
	{
		const kiln_mesh_manifold *same_one = bsearch(&field[i], mesh, count - 1, sizeof *mesh, by_triangle);
		assert_true(i == 0 || field[i].triangle > field[i - 1].triangle);
		missing += !same_one;
		if (same_one)
			check_manifold(it, &field[i], same_one, slack);
	}
	assert_true(missing <= 1);
	return count;
}

/// Returns the number of manifolds.
static uint32_t check_object(const heightfield_case *it, uint64_t *random, bool every_edge)
{
	kiln_vec3 points[6];
	const float size = it->field.header->spacing[0] * heightfield_random(random, 0.1f, 2.5f);
	const kiln_convex_shape shape = random_shape(random, size, points);
	kiln_convex_object object = {&shape, {.translation = heightfield_case_near(it, random, size)}};
	if (fixture_random(random) % 2)
		object.pose.rotation = (kiln_quat){heightfield_random(random, -1, 1), heightfield_random(random, -1, 1),
			heightfield_random(random, -1, 1), heightfield_random(random, -1, 1)};
	const kiln_mesh_contact_options options = {.skin = fixture_random(random) % 2 ? 0 : size / 8,
		.both_sides = fixture_random(random) % 2,
		.every_edge = every_edge};
	const kiln_vec3 low = it->field.min, high = it->field.max;
	const double far = fmax(fabs((double)low.x), fmax(fabs((double)low.z), fabs((double)high.y)));
	return compare(it, &object, &options, 1e-5 * (double)size + 1e-7 * far);
}

static void manifolds_are_those_of_the_same_mesh(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 85 + i, met = 0;
		if (!is_cooked(i))
			continue;
		const uint64_t count = trials_random(TRIALS_SLOW ? 20 : 200);
		heightfield_case_make_cooked(&it, &recipe);
		for (uint64_t n = 0; n < count; ++n)
			met += check_object(&it, &random, n % 4 == 0) > 0;
		assert_true(met > count / 4);
		heightfield_case_free(&it);
	}
}

/// Makes a plane with a slope, without error of heights.
static void make_slope(uint32_t columns, uint32_t first, kilncook_blob *blob, kiln_heightfield *field)
{
	static uint16_t levels[65 * 33];
	const kilncook_context context = {0};
	for (uint32_t i = 0; i < columns * 33; ++i)
		levels[i] = (uint16_t)(2 * (first + i % columns));
	const kilncook_heightfield grid = {.columns = columns,
		.rows = 33,
		.levels = levels,
		.level_height = 0.125f,
		.origin = {(float)first, 0, 0},
		.spacing = {1, 1}};
	assert_int_equal(kilncook_heightfield_make(&context, &grid, blob), KILNCOOK_OK);
	assert_int_equal(kiln_heightfield_open(field, blob->data, blob->size).status, KILN_OK);
}

/// The number of manifolds with another normal than that of the slope.
static uint32_t count_bumps(const kiln_heightfield *field, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, uint32_t *all)
{
	kiln_mesh_manifold found[256];
	const kiln_vec3 up = {-0.24253562f, 0.97014250f, 0};
	uint32_t count = 0, bumps = 0;
	assert_int_equal(kiln_heightfield_manifolds(field, object, options, found, 256, &count), KILN_OK);
	assert_true(count <= 256);
	for (uint32_t i = 0; i < count; ++i)
		bumps += apart(found[i].manifold.normal, up) > 1e-3;
	*all += count;
	return bumps;
}

static void a_wheel_crosses_edges_blocks_and_tiles_without_a_bump(void **state)
{
	(void)state;
	const kilncook_context context = {0};
	kilncook_blob blobs[3];
	kiln_heightfield whole, tiles[2];
	make_slope(65, 0, &blobs[0], &whole);
	make_slope(33, 0, &blobs[1], &tiles[0]);
	make_slope(33, 32, &blobs[2], &tiles[1]);
	const kiln_border list[2] = {
		{.surface = kiln_heightfield_surface(&tiles[0])}, {.surface = kiln_heightfield_surface(&tiles[1])}};
	kiln_borders borders;
	assert_int_equal(kiln_borders_init(&borders, list, 2, 0), KILN_OK);
	const kiln_mesh_contact_options alone = {.skin = 0}, joined = {.borders = &borders};
	const kiln_convex_shape wheel = {
		.kind = KILN_CONVEX_CYLINDER, .cylinder = {.a = {0, 0, -0.4f}, .b = {0, 0, 0.4f}, .radius = 0.5f}};
	uint32_t on_whole = 0, on_tiles = 0, bumps = 0;
	for (float x = 2; x < 62; x += 0.0625f)
	{
		// The wheel is a little below the height at which it touches the slope.
		const kiln_convex_object object = {&wheel, {.translation = {x, 0.25f * x + 0.51f, 16 + 0.01f * x}}};
		assert_int_equal(count_bumps(&whole, &object, &alone, &on_whole), 0);
		for (int i = 0; i < 2; ++i)
		{
			assert_int_equal(count_bumps(&tiles[i], &object, &joined, &on_tiles), 0);
			bumps += count_bumps(&tiles[i], &object, &alone, &(uint32_t){0});
		}
	}
	// Each tile alone ends there, and its border pushes.
	assert_true(bumps > 0 && on_whole > 900 && on_tiles > 900);
	for (int i = 0; i < 3; ++i)
		kilncook_blob_free(&context, &blobs[i]);
}

static void unusable_contacts_are_refused(void **state)
{
	(void)state;
	heightfield_case it;
	heightfield_recipe recipe;
	kiln_mesh_manifold found[4];
	uint32_t count = 9;
	assert_true(heightfield_case_recipe(0, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{4, 0, 4}, 3}};
	const kiln_convex_shape line = {.kind = KILN_CONVEX_LINE};
	const kiln_convex_object object = {.shape = &shape}, endless = {.shape = &line};
	assert_int_equal(kiln_heightfield_manifolds(&it.field, &object, NULL, NULL, 0, &count), KILN_OK);
	assert_true(count > 4);
	assert_int_equal(kiln_heightfield_manifolds(&it.field, &endless, NULL, found, 4, &count), KILN_E_ARGUMENT);
	assert_int_equal(count, 0);
	assert_int_equal(kiln_heightfield_manifolds(&it.field, &object, NULL, found, 4, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_manifolds(&it.field, &object, NULL, NULL, 4, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_manifolds(&it.field, NULL, NULL, found, 4, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_manifolds(NULL, &object, NULL, found, 4, &count), KILN_E_ARGUMENT);
	const kiln_mesh_contact_options wrong = {.skin = -1};
	assert_int_equal(kiln_heightfield_manifolds(&it.field, &object, &wrong, found, 4, &count), KILN_E_ARGUMENT);
	assert_null(kiln_heightfield_surface(NULL).operations);
	kiln_borders borders;
	assert_int_equal(kiln_borders_init(&borders, &(kiln_border){.asset = NULL}, 1, 0), KILN_E_ARGUMENT);
	kiln_budget budget = {.work = 100};
	it.field.budget = &budget;
	assert_int_equal(kiln_heightfield_manifolds(&it.field, &object, NULL, found, 4, &count), KILN_E_BUDGET);
	heightfield_case_free(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edges_have_the_kinds_that_the_cooker_stores),
		cmocka_unit_test(manifolds_are_those_of_the_same_mesh),
		cmocka_unit_test(a_wheel_crosses_edges_blocks_and_tiles_without_a_bump),
		cmocka_unit_test(unusable_contacts_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
