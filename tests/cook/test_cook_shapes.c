// SPDX-License-Identifier: MIT

/// The shapes of one node: a hull or a fitted primitive, with volumes and mass; and volumes and mass of meshes.

#include "kiln/hull.h"
#include "kiln/shape.h"

#include "bound/bound.h"
#include "bound/proof/turned_box.h"
#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(a, b, tolerance) assert_true(fabs((double)(a) - (double)(b)) <= (tolerance))

/// Numbers in -1 .. 1, the same for every run.
static float scatter(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (float)((int32_t)*state) * 0x1p-31f;
}

/// A cloud of small triangles in a stretched ball about `center`.
typedef struct cloud
{
	float positions[300][3];
	kilncook_mesh mesh;
} cloud;

static void make_cloud(cloud *c, uint32_t seed, const float center[3], const float size[3])
{
	uint32_t state = seed;
	for (uint32_t i = 0; i < 300; i += 3)
	{
		float p[3] = {scatter(&state), scatter(&state), scatter(&state)};
		for (uint32_t k = 0; k < 3; ++k)
			for (uint32_t axis = 0; axis < 3; ++axis)
				c->positions[i + k][axis] = center[axis] + size[axis] * (p[axis] + 0.1f * scatter(&state));
	}
	c->mesh = (kilncook_mesh){.name = "cloud", .positions = c->positions[0], .vertex_count = 300};
}

static void cook_as(cooked *c, const kilncook_mesh *mesh, kilncook_shape shape)
{
	const kilncook_options options = {.shape = shape};
	bench_cook(c, &(kilncook_scene){.name = "box", .meshes = mesh, .mesh_count = 1}, &options);
	assert_int_equal(c->status, KILNCOOK_OK);
	assert_int_equal(c->asset.shape_count, 1);
}

static void a_cube_becomes_a_hull_of_six_faces(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	cooked c;
	cook_as(&c, &mesh, KILNCOOK_SHAPE_HULL);
	const kiln_format_shape *shape = &c.asset.shapes[0];
	assert_int_equal(c.asset.mesh_count, 0);
	assert_int_equal(c.asset.triangle_count, 0);
	assert_int_equal(c.asset.hull_count, 1);
	assert_int_equal(shape->kind, KILN_SHAPE_HULL);
	assert_int_equal(c.asset.nodes[0].mesh, KILN_NONE);
	assert_int_equal(c.asset.nodes[0].shape, 0);
	assert_string_equal(kiln_name(&c.asset, shape->name), "cube");
	assert_int_equal(shape->part_count, 1);
	assert_int_equal(c.asset.parts[shape->part_first].face_count, 12);
	kiln_hull hull;
	assert_true(kiln_hull_from_asset(&c.asset, 0, &hull));
	assert_int_equal(hull.vertex_count, 8);
	assert_int_equal(hull.edge_count, 12);
	assert_int_equal(hull.face_count, 6);
	assert_true(hull.error == 0);
	assert_true(shape->volume == 8 && shape->area == 24);
	assert_true(shape->flags & KILN_SHAPE_HAS_MASS);
	for (int i = 0; i < 3; ++i)
		NEAR(shape->inertia[i], 16.0 / 3, 1e-6);
	assert_int_equal(c.report.hulls, 1);
	assert_int_equal(c.report.rows[0].hull_vertices, 8);
	assert_int_equal(c.report.rows[0].kind, KILNCOOK_SHAPE_HULL);
	bench_release(&c);
}

static void a_flat_mesh_becomes_a_flat_hull(void **state)
{
	(void)state;
	static const float square[5][3] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5f, 0.5f, 1}};
	static const uint32_t fan[12] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
	kilncook_mesh mesh = {.positions = square[0], .vertex_count = 5, .indices = fan, .index_count = 12};
	cooked c;
	cook_as(&c, &mesh, KILNCOOK_SHAPE_HULL);
	kiln_hull hull;
	assert_true(kiln_hull_from_asset(&c.asset, 0, &hull));
	assert_int_equal(hull.dimension, 2);
	assert_int_equal(hull.vertex_count, 4);
	assert_int_equal(hull.face_count, 2);
	assert_false(c.asset.shapes[0].flags & KILN_SHAPE_HAS_MASS);
	NEAR(c.asset.shapes[0].area, 2, 1e-6);
	bench_release(&c);
}

/// A disc of 16 corners and the radius 2, in the plane x = 3.
static void make_disc(float disc[16][3], uint32_t fan[14][3])
{
	for (uint32_t i = 0; i < 16; ++i)
	{
		disc[i][0] = 3;
		disc[i][1] = (float)(2 * cos(i * 3.141592653589793 / 8));
		disc[i][2] = (float)(2 * sin(i * 3.141592653589793 / 8));
	}
	for (uint32_t i = 0; i < 14; ++i)
	{
		fan[i][0] = 0;
		fan[i][1] = i + 1;
		fan[i][2] = i + 2;
	}
}

/// The least square around a disc has four of its edges on its own ones, and its corners are beyond the middles of other edges.
static void a_box_around_a_flat_disc_reports_its_corners_distance(void **state)
{
	(void)state;
	float disc[16][3];
	uint32_t fan[14][3];
	make_disc(disc, fan);
	kilncook_mesh mesh = {.positions = disc[0], .vertex_count = 16, .indices = fan[0], .index_count = 42};
	cooked c;
	cook_as(&c, &mesh, KILNCOOK_SHAPE_BOX);
	NEAR(c.report.rows[0].fit_error, (sqrt(2.0) - 1) * 2 * cos(3.141592653589793 / 16), 1e-5);
	bench_release(&c);
	cook_as(&c, &mesh, KILNCOOK_SHAPE_SPHERE);
	NEAR(c.report.rows[0].fit_error, 2, 1e-5);
	bench_release(&c);
}

/// Whether a hull of a cooked blob contains points, exactly.
static void assert_hull_contains(const cooked *c, const float (*points)[3], uint32_t count)
{
	kiln_hull hull;
	assert_true(kiln_hull_from_asset(&c->asset, 0, &hull));
	for (uint32_t i = 0; i < count; ++i)
		assert_true(kiln_hull_contains(&hull, (kiln_vec3){points[i][0], points[i][1], points[i][2]}));
}

static void hulls_keep_their_budget_and_contain_every_vertex(void **state)
{
	(void)state;
	const float centers[3][3] = {{0, 0, 0}, {1e4f, -3e3f, 7}, {0, 5e-4f, 0}};
	const float sizes[3][3] = {{1, 2, 3}, {0.5f, 0.25f, 1}, {1e-3f, 1e-3f, 1e-6f}};
	const uint32_t budgets[] = {4, 8, 16, 32};
	cloud art;
	for (uint32_t k = 0; k < 3; ++k)
		for (uint32_t i = 0; i < 4; ++i)
		{
			make_cloud(&art, k + 1, centers[k], sizes[k]);
			for (int faces = 0; faces < 2; ++faces)
			{
				kilncook_options options = {.shape = KILNCOOK_SHAPE_HULL};
				*(faces ? &options.hull_faces : &options.hull_vertices) = budgets[i];
				cooked c;
				bench_cook(&c, &(kilncook_scene){.meshes = &art.mesh, .mesh_count = 1}, &options);
				assert_int_equal(c.status, KILNCOOK_OK);
				const kiln_format_hull *head = &c.asset.hulls[0];
				assert_true((faces ? head->face_count : head->vertex_count) <= budgets[i]);
				assert_true(head->error > 0 && !(head->flags & KILN_HULL_INNER));
				assert_true(head->exact_vertex_count > 32);
				assert_hull_contains(&c, (const float(*)[3])art.positions, 300);
				bench_release(&c);
			}
		}
}

static void inner_hulls_say_so_and_take_art_vertices(void **state)
{
	(void)state;
	const float center[3] = {1, 2, 3}, size[3] = {2, 1, 1};
	cloud art;
	make_cloud(&art, 9, center, size);
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_HULL, .hull_vertices = 12, .hull_inner = true};
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &art.mesh, .mesh_count = 1}, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	kiln_hull hull;
	assert_true(kiln_hull_from_asset(&c.asset, 0, &hull));
	assert_true(hull.vertex_count <= 12 && hull.error > 0);
	assert_true(c.asset.hulls[0].flags & KILN_HULL_INNER);
	for (uint32_t v = 0; v < hull.vertex_count; ++v)
	{
		bool known = false;
		for (uint32_t i = 0; i < 300 && !known; ++i)
			known = art.positions[i][0] == hull.x[v] && art.positions[i][1] == hull.y[v] &&
					art.positions[i][2] == hull.z[v];
		assert_true(known);
	}
	bench_release(&c);
}

static void an_error_alone_takes_few_vertices(void **state)
{
	(void)state;
	const float center[3] = {0, 0, 0}, size[3] = {1, 1, 1};
	cloud art;
	make_cloud(&art, 5, center, size);
	uint32_t before = 1000;
	for (double error = 0.01; error < 0.2; error *= 3)
	{
		const kilncook_options options = {.shape = KILNCOOK_SHAPE_HULL, .hull_error = error};
		cooked c;
		bench_cook(&c, &(kilncook_scene){.meshes = &art.mesh, .mesh_count = 1}, &options);
		assert_int_equal(c.status, KILNCOOK_OK);
		const kiln_format_hull *head = &c.asset.hulls[0];
		assert_true((double)head->error <= error * 4);
		assert_true(head->vertex_count <= before);
		before = head->vertex_count;
		assert_hull_contains(&c, (const float(*)[3])art.positions, 300);
		bench_release(&c);
	}
	assert_true(before < 40);
}

static void fitted_primitives_contain_every_vertex(void **state)
{
	(void)state;
	const float center[3] = {3, -2, 1}, size[3] = {3, 1, 0.5f};
	cloud art;
	make_cloud(&art, 77, center, size);
	cooked c;
	cook_as(&c, &art.mesh, KILNCOOK_SHAPE_SPHERE);
	const float *p = c.asset.shapes[0].parameters;
	bound_volume volume = {.kind = BOUND_SPHERE, .sphere = {{p[0], p[1], p[2]}, p[3]}};
	assert_true(bound_prove(&volume, (const float(*)[3])art.positions, 300, NULL));
	bench_release(&c);
	cook_as(&c, &art.mesh, KILNCOOK_SHAPE_CAPSULE);
	p = c.asset.shapes[0].parameters;
	volume = (bound_volume){.kind = BOUND_CAPSULE, .capsule = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, p[6]}};
	assert_true(bound_prove(&volume, (const float(*)[3])art.positions, 300, NULL));
	bench_release(&c);
	cook_as(&c, &art.mesh, KILNCOOK_SHAPE_CYLINDER);
	p = c.asset.shapes[0].parameters;
	volume = (bound_volume){.kind = BOUND_CYLINDER, .cylinder = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, p[6]}};
	assert_true(bound_prove(&volume, (const float(*)[3])art.positions, 300, NULL));
	bench_release(&c);
	cook_as(&c, &art.mesh, KILNCOOK_SHAPE_BOX);
	p = c.asset.shapes[0].parameters;
	float half[3];
	bound_turned_box(p, p + 6, (const float(*)[3])art.positions, 300, half);
	assert_memory_equal(half, p + 3, sizeof half);
	assert_true(c.asset.shapes[0].volume < 8 * 3.4f * 1.2f * 0.7f);
	bench_release(&c);
}

static void a_cube_becomes_the_box_it_is(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	cooked c;
	cook_as(&c, &mesh, KILNCOOK_SHAPE_BOX);
	const kiln_format_shape *shape = &c.asset.shapes[0];
	kiln_volumes none;
	for (int i = 0; i < 3; ++i)
		assert_true(shape->parameters[i] == 0 && shape->parameters[3 + i] == 1);
	const kiln_mass mass = kiln_shape_mass(&c.asset, 0);
	assert_true(mass.solid && mass.volume == 8 && mass.center.x == 0 && mass.axes.w != 0);
	assert_false(kiln_shape_volumes(&c.asset, 0, &none));
	assert_true(kiln_shape_mass(&c.asset, 1).area == 0);
	bench_release(&c);
}

/// Compares projections in long double with the half extents that exact arithmetic decided.
static void turned_boxes_are_the_least_that_contain(void **state)
{
	(void)state;
	uint32_t seed = 4;
	for (int round = 0; round < 200; ++round)
	{
		float q[4], center[3], half[3], points[20][3];
		float scale = round % 3 == 0 ? 1e-12f : round % 3 == 1 ? 1.0f : 1e11f;
		for (int i = 0; i < 4; ++i)
			q[i] = round < 20 && i < 3 ? 0 : scatter(&seed) + (i == 3 ? 1.5f : 0);
		for (int i = 0; i < 3; ++i)
			center[i] = scale * scatter(&seed);
		for (int i = 0; i < 60; ++i)
			points[i / 3][i % 3] = scale * scatter(&seed);
		bound_turned_box(center, q, (const float(*)[3])points, 20, half);
		long double x = (long double)q[0], y = (long double)q[1], z = (long double)q[2], w = (long double)q[3];
		long double n = x * x + y * y + z * z + w * w;
		const long double axes[3][3] = {{n - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
			{2 * (x * y - w * z), n - 2 * (x * x + z * z), 2 * (y * z + w * x)},
			{2 * (x * z + w * y), 2 * (y * z - w * x), n - 2 * (x * x + y * y)}};
		for (int i = 0; i < 3; ++i)
		{
			long double most = 0;
			for (int k = 0; k < 20; ++k)
			{
				long double sum = 0;
				for (int m = 0; m < 3; ++m)
					sum += axes[i][m] / n * ((long double)points[k][m] - (long double)center[m]);
				most = fabsl(sum) > most ? fabsl(sum) : most;
			}
			long double slack = (long double)scale * 1e-17L;
			assert_true((long double)half[i] >= most - slack);
			assert_true((long double)nextafterf(half[i], 0) <= most + slack);
		}
	}
}

static void assert_volumes_contain(const kiln_volumes *v, const cloud *art)
{
	const bound_volume list[6] = {{.kind = BOUND_AABB, .aabb = v->aabb}, {.kind = BOUND_SPHERE, .sphere = v->sphere},
		{.kind = BOUND_OBB, .obb = v->obb}, {.kind = BOUND_CAPSULE, .capsule = v->capsule},
		{.kind = BOUND_RSS, .rss = v->rss}, {.kind = BOUND_KDOP, .k = 26, .kdop = v->kdop}};
	for (int i = 0; i < 6; ++i)
		assert_true(bound_prove(&list[i], (const float(*)[3])art->positions, 300, NULL));
}

static void meshes_and_their_parts_have_volumes_of_their_own(void **state)
{
	(void)state;
	const float centers[2][3] = {{0, 0, 0}, {10, 0, 0}}, size[3] = {1, 1, 1};
	cloud art[2];
	for (int i = 0; i < 2; ++i)
		make_cloud(&art[i], (uint32_t)i + 3, centers[i], size);
	const kilncook_mesh meshes[2] = {art[0].mesh, art[1].mesh};
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = meshes, .mesh_count = 2}, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.mesh_count, 1);
	assert_int_equal(c.asset.part_count, 2);
	assert_int_equal(c.asset.volume_count, 3);
	kiln_volumes whole, own;
	assert_true(kiln_shape_volumes(&c.asset, 0, &whole));
	for (uint32_t part = 0; part < 2; ++part)
	{
		assert_true(kiln_part_volumes(&c.asset, part, &own));
		assert_true(own.sphere.radius < 3 && whole.sphere.radius > 3);
		assert_volumes_contain(&own, &art[part]);
		assert_volumes_contain(&whole, &art[part]);
	}
	assert_false(kiln_shape_volumes(&c.asset, 1, &own) || kiln_part_volumes(&c.asset, 2, &own));
	const kiln_mass mass = kiln_shape_mass(&c.asset, 0);
	assert_true(!mass.solid && mass.volume == 0 && mass.area > 0);
	bench_release(&c);
}

static void a_cube_inside_out_has_mass_and_a_warning(void **state)
{
	(void)state;
	kilncook_mesh cube = bench_cube();
	const kilncook_options options = {.flip = true};
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &cube, .mesh_count = 1}, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.bench.code, "mesh-inside-out");
	assert_true(c.asset.shapes[0].volume == 8);
	bench_release(&c);
	bench_cook(&c, &(kilncook_scene){.meshes = &cube, .mesh_count = 1}, NULL);
	assert_int_equal(c.bench.warnings, 0);
	assert_true(c.asset.shapes[0].volume == 8);
	bench_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cube_becomes_a_hull_of_six_faces),
		cmocka_unit_test(a_flat_mesh_becomes_a_flat_hull),
		cmocka_unit_test(a_box_around_a_flat_disc_reports_its_corners_distance),
		cmocka_unit_test(hulls_keep_their_budget_and_contain_every_vertex),
		cmocka_unit_test(inner_hulls_say_so_and_take_art_vertices),
		cmocka_unit_test(an_error_alone_takes_few_vertices),
		cmocka_unit_test(fitted_primitives_contain_every_vertex),
		cmocka_unit_test(a_cube_becomes_the_box_it_is),
		cmocka_unit_test(turned_boxes_are_the_least_that_contain),
		cmocka_unit_test(meshes_and_their_parts_have_volumes_of_their_own),
		cmocka_unit_test(a_cube_inside_out_has_mass_and_a_warning),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
