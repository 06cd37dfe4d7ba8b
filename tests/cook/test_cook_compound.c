// SPDX-License-Identifier: MIT

/// Compounds: meshes, hulls and given primitives as nodes of one scene, and the rules that choose the shapes of nodes.

#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(a, b, tolerance) assert_true(fabs((double)(a) - (double)(b)) <= (tolerance))

/// A sphere, a capsule, a box turned by 90 degrees about z, a cylinder, a hull and a mesh, four units apart on x.
typedef struct yard
{
	kilncook_mesh cube;
	kilncook_primitive primitives[4];
	double places[8][12];
	uint32_t mesh;
	kilncook_node nodes[8];
	kilncook_material materials[2];
	kilncook_scene scene;
} yard;

static void make_yard(yard *y)
{
	*y = (yard){.cube = bench_cube(),
		.primitives = {{"ball", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, 1}, 1},
			{"pill", KILNCOOK_SHAPE_CAPSULE, {0, -1, 0, 0, 1, 0, 0.5f}, 0},
			{"crate", KILNCOOK_SHAPE_BOX, {0, 0, 0, 2, 1, 0.5f, 0, 0, 3, 3}, 1},
			{"drum", KILNCOOK_SHAPE_CYLINDER, {0, -0.5f, 0, 0, 0.5f, 0, 1}, 0}},
		.materials = {{.name = "stone", .tag = 1}, {.name = "wood", .tag = 2}}};
	for (uint32_t i = 0; i < 8; ++i)
	{
		for (uint32_t k = 0; k < 3; ++k)
			y->places[i][5 * k] = 1;
		y->places[i][3] = 4.0 * i;
		y->nodes[i] = (kilncook_node){.name = "place", .to_asset = y->places[i], .tag = 100 + i};
		if (i < 4)
			y->nodes[i].primitive = &y->primitives[i];
		else
		{
			y->nodes[i].meshes = &y->mesh;
			y->nodes[i].mesh_count = 1;
		}
	}
	y->nodes[4].shape = KILNCOOK_SHAPE_HULL;
	y->nodes[7].meshes = NULL;
	y->nodes[7].mesh_count = 0;
	y->nodes[7].primitive = &y->primitives[0];
	y->scene = (kilncook_scene){.name = "yard",
		.meshes = &y->cube,
		.mesh_count = 1,
		.nodes = y->nodes,
		.node_count = 8,
		.materials = y->materials,
		.material_count = 2};
}

static void a_compound_answers_rays_with_each_of_its_shapes(void **state)
{
	(void)state;
	static const uint32_t kinds[8] = {KILN_SHAPE_SPHERE, KILN_SHAPE_CAPSULE, KILN_SHAPE_BOX, KILN_SHAPE_CYLINDER,
		KILN_SHAPE_HULL, KILN_SHAPE_MESH, KILN_SHAPE_MESH, KILN_SHAPE_SPHERE};
	static const float tops[8] = {1, 1.5f, 2, 0.5f, 1, 1, 1, 1};
	yard y;
	cooked c;
	make_yard(&y);
	bench_cook(&c, &y.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.mesh_count, 1);
	assert_int_equal(c.asset.hull_count, 1);
	assert_int_equal(c.asset.shape_count, 6);
	assert_int_equal(c.asset.node_count, 8);
	for (uint32_t i = 0; i < 8; ++i)
	{
		const kiln_ray ray = {.origin = {4.0f * (float)i, 10, 0.1f}, .direction = {0, -1, 0}};
		kiln_hit hit = kiln_scene_ray_closest(&c.asset, &ray);
		assert_true(hit.hit);
		assert_int_equal(c.asset.shapes[hit.shape].kind, kinds[i]);
		assert_int_equal(hit.tag, 100 + i);
		NEAR(hit.t, 10 - tops[i], i == 0 || i == 1 || i == 7 ? 0.02 : 1e-6);
		assert_int_equal(hit.triangle == KILN_NONE, kinds[i] != KILN_SHAPE_MESH);
		assert_int_equal(hit.material, i == 0 || i == 2 || i == 7 ? 1 : 0);
		assert_int_equal(kiln_scene_point_inside(&c.asset, (kiln_vec3){4.0f * (float)i, 0, 0}), KILN_INSIDE_YES);
		const kiln_sphere sphere = {{4.0f * (float)i, 0, 1.2f}, 0.75f};
		kiln_overlap overlaps[32];
		assert_true(kiln_scene_overlap_sphere(&c.asset, &sphere, overlaps, 32) >= 1);
		assert_int_equal(c.asset.nodes[overlaps[0].node].tag, 100 + i);
	}
	bench_release(&c);
}

static void equal_shapes_are_stored_once(void **state)
{
	(void)state;
	yard y;
	make_yard(&y);
	// The same numbers at another address, with a quaternion of another length.
	kilncook_primitive twin = y.primitives[2];
	twin.name = "twin";
	twin.parameters[8] = twin.parameters[9] = 1;
	y.nodes[0].primitive = &twin;
	// Two meshes with the same hull, and the same triangles.
	kilncook_mesh meshes[2] = {y.cube, y.cube};
	const uint32_t second = 1;
	y.scene.meshes = meshes;
	y.scene.mesh_count = 2;
	y.nodes[5].shape = KILNCOOK_SHAPE_HULL;
	y.nodes[5].meshes = &second;
	y.nodes[6].meshes = &second;
	cooked c;
	bench_cook(&c, &y.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.hull_count, 1);
	assert_int_equal(c.asset.mesh_count, 1);
	assert_int_equal(c.asset.shape_count, 6); // mesh, hull, crate, pill, drum, ball
	bench_release(&c);
	// With another material it is another shape.
	twin.material = 0;
	bench_cook(&c, &y.scene, NULL);
	assert_int_equal(c.asset.shape_count, 7);
	bench_release(&c);
}

static void rules_choose_shapes_by_name(void **state)
{
	(void)state;
	kilncook_mesh cube = bench_cube();
	const uint32_t mesh = 0;
	kilncook_node nodes[5] = {{.name = "wheel_left"}, {.name = "wheel_right"}, {.name = "hull"}, {.name = "x=y"},
		{.name = "wheel_spare", .shape = KILNCOOK_SHAPE_MESH}};
	double places[5][12];
	for (uint32_t i = 0; i < 5; ++i)
	{
		memset(places[i], 0, sizeof places[i]);
		for (uint32_t k = 0; k < 3; ++k)
			places[i][5 * k] = 1;
		places[i][3] = 4.0 * i;
		nodes[i].to_asset = places[i];
		nodes[i].meshes = &mesh;
		nodes[i].mesh_count = 1;
		nodes[i].tag = i;
	}
	const kilncook_options values[4] = {{.shape = KILNCOOK_SHAPE_CYLINDER}, {.shape = KILNCOOK_SHAPE_SPHERE},
		{.shape = KILNCOOK_SHAPE_BOX}, {.shape = KILNCOOK_SHAPE_MESH}};
	static const char *const patterns[4] = {"wheel*", "*_r?ght", "*=*", "nobody"};
	kilncook_rule rules[4];
	for (uint32_t i = 0; i < 4; ++i)
		rules[i] = (kilncook_rule){KILNCOOK_RULE_NODE, patterns[i], 1u << KILNCOOK_KEY_SHAPE, &values[i], NULL, NULL};
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_HULL, .rules = rules, .rule_count = 4};
	const uint32_t expected[5] = {
		KILN_SHAPE_CYLINDER, KILN_SHAPE_SPHERE, KILN_SHAPE_HULL, KILN_SHAPE_BOX, KILN_SHAPE_MESH};
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &cube, .mesh_count = 1, .nodes = nodes, .node_count = 5}, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.bench.warnings, 1);
	assert_string_equal(c.bench.code, "rule-unmatched");
	for (uint32_t i = 0; i < 5; ++i)
	{
		const kiln_format_node *node = &c.asset.nodes[i];
		assert_int_equal(c.asset.shapes[node->shape].kind, expected[node->tag]);
	}
	bench_release(&c);
}

static void primitives_have_the_mass_of_their_formulas(void **state)
{
	(void)state;
	const double pi = 3.14159265358979323846;
	yard y;
	cooked c;
	make_yard(&y);
	bench_cook(&c, &y.scene, NULL);
	for (uint32_t i = 0; i < c.asset.shape_count; ++i)
	{
		const kiln_format_shape *s = &c.asset.shapes[i];
		NEAR(s->moments[0] + s->moments[1] + s->moments[2], s->inertia[0] + s->inertia[1] + s->inertia[2], 1e-4);
		if (s->kind == KILN_SHAPE_SPHERE)
		{
			NEAR(s->volume, 4 * pi / 3, 1e-6);
			NEAR(s->area, 4 * pi, 1e-5);
			NEAR(s->inertia[1], 8 * pi / 15, 1e-6);
		}
		if (s->kind == KILN_SHAPE_CAPSULE)
		{
			NEAR(s->volume, pi * 0.25 * 2 + pi / 6, 1e-6);
			NEAR(s->inertia[1], pi * 0.5 / 8 + pi / 6 * 0.1, 1e-6);
		}
		if (s->kind == KILN_SHAPE_BOX)
		{
			// Turned by 90 degrees about z: x and y change places.
			NEAR(s->volume, 8, 1e-6);
			NEAR(s->inertia[0], 8.0 / 3 * (4 + 0.25), 1e-4);
			NEAR(s->inertia[1], 8.0 / 3 * (1 + 0.25), 1e-4);
			NEAR(s->inertia[2], 8.0 / 3 * 5, 1e-4);
		}
		if (s->kind == KILN_SHAPE_CYLINDER)
		{
			NEAR(s->area, 2 * pi * 2, 1e-5);
			NEAR(s->inertia[1], pi / 2, 1e-6);
			NEAR(s->inertia[0], pi * (0.25 + 1.0 / 12), 1e-6);
		}
	}
	bench_release(&c);
}

static void odd_primitives_are_usage_errors(void **state)
{
	(void)state;
	const kilncook_primitive bad[] = {{"", KILNCOOK_SHAPE_HULL, {0}, 0}, {"", KILNCOOK_SHAPE_DEFAULT, {0}, 0},
		{"", (kilncook_shape)99, {0}, 0}, {"", KILNCOOK_SHAPE_SPHERE, {NAN}, 0},
		{"", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, -1}, 0}, {"", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, INFINITY}, 0},
		{"", KILNCOOK_SHAPE_SPHERE, {2e12f}, 0}, {"", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, 1, 1}, 0},
		{"", KILNCOOK_SHAPE_BOX, {0, 0, 0, 1, -1, 1}, 0}, {"", KILNCOOK_SHAPE_CYLINDER, {1, 1, 1, 1, 1, 1, 2}, 0},
		{"", KILNCOOK_SHAPE_CAPSULE, {0, 0, 0, 1, 1, 1, -2}, 0}, {"", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, 1}, 7}};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
	{
		const kilncook_node node = {.primitive = &bad[i]};
		cooked c;
		bench_cook(&c, &(kilncook_scene){.nodes = &node, .node_count = 1}, NULL);
		assert_int_equal(c.status, KILNCOOK_USAGE);
		assert_string_equal(c.bench.code, "usage");
		bench_release(&c);
	}
	yard y;
	cooked c;
	make_yard(&y);
	y.nodes[4].primitive = &y.primitives[0];
	bench_cook(&c, &y.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_USAGE);
	bench_release(&c);
}

static void primitives_under_flat_transforms_are_dropped(void **state)
{
	(void)state;
	yard y;
	cooked c;
	make_yard(&y);
	y.places[1][5] = 0;
	bench_cook(&c, &y.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.bench.code, "transform-singular");
	assert_int_equal(c.asset.node_count, 7);
	assert_int_equal(c.report.dropped_node_count, 1);
	assert_string_equal(c.report.dropped_nodes[0].reason, "transform-singular");
	bench_release(&c);
}

static void memory_may_run_out_anywhere_in_a_compound(void **state)
{
	(void)state;
	yard y;
	cooked whole;
	make_yard(&y);
	y.nodes[6].shape = KILNCOOK_SHAPE_BOX;
	const kilncook_options options = {.hull_vertices = 6};
	bench_cook(&whole, &y.scene, &options);
	assert_int_equal(whole.status, KILNCOOK_OK);
	for (uint64_t i = 1; i <= whole.bench.allocations; ++i)
	{
		bench b = {.refuse_at = i};
		kilncook_context context = bench_context(&b);
		kilncook_blob blob = {.size = 12345};
		kilncook_status status = kilncook_cook_memory(&context, &y.scene, &options, &blob, NULL);
		if (status == KILNCOOK_OK)
		{
			assert_int_equal(blob.size, whole.blob.size);
			assert_memory_equal(blob.data, whole.blob.data, blob.size);
			kilncook_blob_free(&context, &blob);
		}
		else
		{
			assert_int_equal(status, KILNCOOK_INTERNAL);
			assert_string_equal(b.code, "out-of-memory");
		}
		assert_int_equal(b.blocks, 0);
	}
	bench_release(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_compound_answers_rays_with_each_of_its_shapes),
		cmocka_unit_test(equal_shapes_are_stored_once),
		cmocka_unit_test(rules_choose_shapes_by_name),
		cmocka_unit_test(primitives_have_the_mass_of_their_formulas),
		cmocka_unit_test(odd_primitives_are_usage_errors),
		cmocka_unit_test(primitives_under_flat_transforms_are_dropped),
		cmocka_unit_test(memory_may_run_out_anywhere_in_a_compound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
