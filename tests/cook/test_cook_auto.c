// SPDX-License-Identifier: MIT

/// KILNCOOK_SHAPE_AUTO: what becomes of art whose answer is known, and that the shape chosen is the cheapest of those within the error.

#include "kiln/shape.h"

#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ART_VERTICES 1024
#define ART_INDICES 6144

/// A mesh in the making.
typedef struct art
{
	float positions[ART_VERTICES][3];
	uint32_t indices[ART_INDICES];
	uint32_t vertex_count, index_count;
} art;

static uint32_t add_vertex(art *a, double x, double y, double z)
{
	float *v = a->positions[a->vertex_count];
	v[0] = (float)x;
	v[1] = (float)y;
	v[2] = (float)z;
	return a->vertex_count++;
}

static void add_triangle(art *a, uint32_t i, uint32_t j, uint32_t k)
{
	a->indices[a->index_count++] = i;
	a->indices[a->index_count++] = j;
	a->indices[a->index_count++] = k;
}

/// A surface of revolution about z through `count` points of radius and height, upwards; radii of 0 are tips.
static void add_turned(art *a, const double (*profile)[2], uint32_t count, uint32_t around, const double move[3])
{
	uint32_t rings[64];
	for (uint32_t i = 0; i < count; ++i)
	{
		rings[i] = a->vertex_count;
		uint32_t corners = profile[i][0] > 0 ? around : 1;
		for (uint32_t k = 0; k < corners; ++k)
		{
			double angle = 2 * 3.14159265358979 * k / around;
			add_vertex(
				a, move[0] + profile[i][0] * cos(angle), move[1] + profile[i][0] * sin(angle), move[2] + profile[i][1]);
		}
	}
	for (uint32_t i = 0; i + 1 < count; ++i)
		for (uint32_t k = 0; k < around; ++k)
		{
			uint32_t next = (k + 1) % around;
			bool low = profile[i][0] > 0, high = profile[i + 1][0] > 0;
			if (low)
				add_triangle(a, rings[i] + k, rings[i] + next, rings[i + 1] + (high ? next : 0));
			if (high)
				add_triangle(a, rings[i] + (low ? k : 0), rings[i + 1] + next, rings[i + 1] + k);
		}
}

static const double here[3] = {3, -2, 1};

static void add_sphere(art *a, uint32_t rings, const double move[3])
{
	double profile[64][2] = {{0}};
	for (uint32_t i = 0; i <= rings; ++i)
	{
		double angle = 3.14159265358979 * i / rings;
		profile[i][0] = i % rings ? sin(angle) : 0;
		profile[i][1] = -cos(angle);
	}
	add_turned(a, (const double(*)[2])profile, rings + 1, 2 * rings, move);
}

static void add_box(art *a, const double low[3], const double high[3])
{
	uint32_t first = a->vertex_count;
	for (uint32_t i = 0; i < 8; ++i)
		add_vertex(a, bench_cube_positions[i][0] < 0 ? low[0] : high[0],
			bench_cube_positions[i][1] < 0 ? low[1] : high[1], bench_cube_positions[i][2] < 0 ? low[2] : high[2]);
	for (uint32_t i = 0; i < 36; ++i)
		a->indices[a->index_count++] = first + bench_cube_indices[i];
}

/// A prism over an L, one high; `mirrored` along x.
static void add_ell(art *a, bool mirrored)
{
	static const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
	static const uint32_t cuts[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}};
	uint32_t first = a->vertex_count, from = a->index_count;
	for (uint32_t i = 0; i < 12; ++i)
		add_vertex(a, outline[i % 6][0] * (mirrored ? -1 : 1), outline[i % 6][1], i < 6 ? 0 : 1);
	for (uint32_t i = 0; i < 4; ++i)
	{
		add_triangle(a, first + cuts[i][0], first + cuts[i][2], first + cuts[i][1]);
		add_triangle(a, first + 6 + cuts[i][0], first + 6 + cuts[i][1], first + 6 + cuts[i][2]);
	}
	for (uint32_t i = 0; i < 6; ++i)
	{
		uint32_t b = first + (i + 1) % 6;
		add_triangle(a, first + i, b, b + 6);
		add_triangle(a, first + i, b + 6, first + i + 6);
	}
	for (uint32_t i = from; i < a->index_count && mirrored; i += 3)
	{
		uint32_t swap = a->indices[i];
		a->indices[i] = a->indices[i + 1];
		a->indices[i + 1] = swap;
	}
}

static art *new_art(void)
{
	art *a = calloc(1, sizeof *a);
	assert_non_null(a);
	return a;
}

/// Checks the choice against its own numbers: no other shape within the error costs less.
static void assert_cheapest(const kilncook_mesh_row *row, double wanted)
{
	const kilncook_shape_candidate *chosen = &row->candidates[row->kind];
	assert_true(chosen->cost > 0 && chosen->error <= wanted);
	for (kilncook_shape i = KILNCOOK_SHAPE_MESH; i <= KILNCOOK_SHAPE_PARTS; ++i)
		assert_false(row->candidates[i].cost > 0 && row->candidates[i].cost < chosen->cost &&
					 row->candidates[i].error <= wanted);
}

/// Cooks art with an error, as a length, and frees it.
static void cook_auto(cooked *c, art *a, double error)
{
	kilncook_mesh mesh = {.name = "art",
		.positions = a->positions[0],
		.vertex_count = a->vertex_count,
		.indices = a->indices,
		.index_count = a->index_count};
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_AUTO, .parts_error = -error, .parts_max = 4};
	bench_cook(c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &options);
	assert_int_equal(c->status, KILNCOOK_OK);
	assert_int_equal(c->report.row_count, 1);
	assert_cheapest(&c->report.rows[0], error);
	free(a);
}

static void assert_chosen(art *a, double error, kilncook_shape shape)
{
	cooked c;
	cook_auto(&c, a, error);
	assert_int_equal(c.report.rows[0].kind, shape);
	assert_int_equal(c.bench.warnings, 0);
	bench_release(&c);
}

static void round_and_square_art_becomes_its_primitive(void **state)
{
	(void)state;
	art *a = new_art();
	add_box(a, (const double[3]){1, 2, 3}, (const double[3]){2, 5, 4.5});
	assert_chosen(a, 1e-3, KILNCOOK_SHAPE_BOX);
	a = new_art();
	add_sphere(a, 12, here);
	assert_chosen(a, 0.04, KILNCOOK_SHAPE_SPHERE);
	const double post[4][2] = {{0, 0}, {0.5, 0}, {0.5, 4}, {0, 4}};
	a = new_art();
	add_turned(a, post, 4, 32, here);
	assert_chosen(a, 0.01, KILNCOOK_SHAPE_CYLINDER);
	double pill[32][2] = {{0}};
	for (uint32_t i = 0; i < 26; ++i)
	{
		double angle = 3.14159265358979 * (i < 13 ? i : i - 1) / 24;
		pill[i][0] = i == 0 || i == 25 ? 0 : sin(angle);
		pill[i][1] = (i < 13 ? 0 : 3) - cos(angle);
	}
	a = new_art();
	add_turned(a, (const double(*)[2])pill, 26, 32, here);
	assert_chosen(a, 0.03, KILNCOOK_SHAPE_CAPSULE);
}

static void a_tighter_error_leaves_the_primitive(void **state)
{
	(void)state;
	cooked c;
	art *a = new_art();
	add_sphere(a, 6, here);
	// The faces of this sphere are 0.034 below it in the middle.
	cook_auto(&c, a, 0.01);
	kilncook_shape kind = c.report.rows[0].kind;
	assert_true(kind == KILNCOOK_SHAPE_HULL || kind == KILNCOOK_SHAPE_MESH || kind == KILNCOOK_SHAPE_PARTS);
	bench_release(&c);
}

static void an_ell_becomes_two_boxes_and_its_mirror_image_too(void **state)
{
	(void)state;
	for (int mirrored = 0; mirrored < 2; ++mirrored)
	{
		cooked c;
		art *a = new_art();
		add_ell(a, mirrored);
		cook_auto(&c, a, 0.02);
		const kilncook_mesh_row *row = &c.report.rows[0];
		assert_int_equal(row->kind, KILNCOOK_SHAPE_PARTS);
		assert_int_equal(row->parts.parts, 2);
		assert_int_equal(c.report.part_count, 2);
		for (uint32_t i = 0; i < 2; ++i)
		{
			assert_int_equal(c.report.parts[row->part_first + i].shape, KILNCOOK_SHAPE_BOX);
			assert_int_equal(c.asset.shapes[i].kind, KILN_SHAPE_BOX);
			assert_true(c.report.parts[row->part_first + i].error <= 0.02);
		}
		// The L has a volume of 4 and, by hand, its centre at (0.75, 1.25, 0.5); the boxes touch, so that they add up to the same.
		double volume = 0, across = 0;
		for (uint32_t i = 0; i < 2; ++i)
		{
			volume += (double)c.asset.shapes[i].volume;
			across += (double)c.asset.shapes[i].volume * (double)c.asset.shapes[i].center[1];
		}
		assert_true(fabs(volume - 4) < 1e-5 && fabs(across / volume - 1.25) < 1e-5);
		assert_true(fabs(row->parts.art - 4) < 1e-12 && fabs(row->parts.center[0] - (mirrored ? -0.75 : 0.75)) < 1e-12);
		assert_true(fabs(row->parts.center[1] - 1.25) < 1e-12 && fabs(row->parts.center[2] - 0.5) < 1e-12);
		bench_release(&c);
	}
}

static void parts_that_overlap_have_the_mass_of_the_art(void **state)
{
	(void)state;
	// The hull of an L as one part has more volume than the art, of which the report has mass, centre and inertia.
	cooked c;
	art *a = new_art();
	add_ell(a, false);
	kilncook_mesh mesh = {.name = "art",
		.positions = a->positions[0],
		.vertex_count = a->vertex_count,
		.indices = a->indices,
		.index_count = a->index_count};
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_PARTS, .parts_max = 1};
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &options);
	const kilncook_parts_counts *parts = &c.report.rows[0].parts;
	assert_int_equal(parts->parts, 1);
	assert_true(parts->volume > 4.9 && fabs(parts->art - 4) < 1e-12 && fabs(parts->center[1] - 1.25) < 1e-12);
	// Of the boxes 0..1 x 0..3 and 1..2 x 0..1, about the centre, by Steiner.
	double zz = 3 * (1 + 9) / 12.0 + 3 * (0.0625 + 0.0625) + 1 * (1 + 1) / 12.0 + 1 * (0.5625 + 0.5625);
	assert_true(fabs(parts->inertia[2] - zz) < 1e-12);
	bench_release(&c);
	free(a);
}

static void open_art_stays_a_mesh_but_where_its_hull_is_near(void **state)
{
	(void)state;
	art *a = new_art();
	add_box(a, (const double[3]){0, 0, 0}, (const double[3]){1, 1, 1});
	a->index_count -= 6;
	cooked c;
	cook_auto(&c, a, 0.01);
	assert_int_equal(c.report.rows[0].kind, KILNCOOK_SHAPE_MESH);
	assert_true(c.report.rows[0].candidates[KILNCOOK_SHAPE_PARTS].cost <= 0);
	bench_release(&c);
	// A slit of 0.004: no point of the hull is farther than 0.01 from the art.
	a = new_art();
	add_box(a, (const double[3]){0, 0, 0}, (const double[3]){1, 1, 1});
	a->index_count -= 6;
	uint32_t first = a->vertex_count;
	for (uint32_t i = 0; i < 2; ++i)
	{
		const uint32_t *t = bench_cube_indices + 30 + 3 * i;
		for (int k = 0; k < 3; ++k)
		{
			const float *from = a->positions[t[k]];
			add_vertex(
				a, (double)from[0], (double)from[1] > 0.5 ? 0.998 : 0.002, (double)from[2] > 0.5 ? 0.998 : 0.002);
		}
		add_triangle(a, first + 3 * i, first + 3 * i + 1, first + 3 * i + 2);
	}
	assert_chosen(a, 0.01, KILNCOOK_SHAPE_BOX);
}

static void flat_art_and_one_triangle_are_cooked(void **state)
{
	(void)state;
	art *a = new_art();
	add_vertex(a, 0, 0, 1);
	add_vertex(a, 4, 0, 1);
	add_vertex(a, 0, 3, 1);
	add_triangle(a, 0, 1, 2);
	cooked c;
	cook_auto(&c, a, 0.01);
	assert_true(c.report.rows[0].kind == KILNCOOK_SHAPE_MESH || c.report.rows[0].kind == KILNCOOK_SHAPE_HULL);
	assert_true(c.report.rows[0].candidates[KILNCOOK_SHAPE_BOX].error > 1);
	bench_release(&c);
	a = new_art();
	add_vertex(a, 0, 0, 1);
	add_vertex(a, 4, 0, 1);
	add_vertex(a, 4, 3, 1);
	add_vertex(a, 0, 3, 1);
	add_triangle(a, 0, 1, 2);
	add_triangle(a, 0, 2, 3);
	assert_chosen(a, 0.01, KILNCOOK_SHAPE_BOX);
}

static void deformable_meshes_stay_meshes(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_AUTO, .deformable = true};
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.report.rows[0].kind, KILNCOOK_SHAPE_MESH);
	bench_release(&c);
}

static void instances_share_the_choice(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	const uint32_t number = 0;
	const double places[3][12] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, {-2, 0, 0, 9, 0, 1, 0, 0, 0, 0, 3, 0},
		{0, 0.5, 0, 0, 1, 0, 0, 9, 0, 0, 1, 0}};
	kilncook_node nodes[3];
	for (uint32_t i = 0; i < 3; ++i)
		nodes[i] = (kilncook_node){.name = "crate", .meshes = &number, .mesh_count = 1, .to_asset = places[i]};
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_AUTO};
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = nodes, .node_count = 3}, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.node_count, 3);
	assert_int_equal(c.asset.shape_count, 1);
	assert_int_equal(c.asset.shapes[0].kind, KILN_SHAPE_BOX);
	bench_release(&c);
}

static void ends_without_memory_and_when_cancelled(void **state)
{
	(void)state;
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_AUTO, .threads = 1};
	art *a = new_art();
	add_ell(a, false);
	kilncook_mesh mesh = {.name = "art",
		.positions = a->positions[0],
		.vertex_count = a->vertex_count,
		.indices = a->indices,
		.index_count = a->index_count};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	bool done = false;
	for (uint64_t at = 1; !done; at += 1 + at / 64)
	{
		bench b = {.refuse_at = at};
		kilncook_context context = bench_context(&b);
		kilncook_blob blob = {0};
		kilncook_report report = {0};
		kilncook_status status = kilncook_cook_memory(&context, &scene, &options, &blob, &report);
		assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
		done = status == KILNCOOK_OK && b.allocations < at;
		kilncook_blob_free(&context, &blob);
		kilncook_report_free(&context, &report);
		assert_int_equal(b.blocks, 0);
	}
	done = false;
	for (uint64_t at = 1; !done; ++at)
	{
		bench b = {.cancel_at = at};
		kilncook_context context = bench_context(&b);
		kilncook_blob blob = {0};
		kilncook_status status = kilncook_cook_memory(&context, &scene, &options, &blob, NULL);
		done = status == KILNCOOK_OK;
		assert_true(done || status == KILNCOOK_CANCELLED);
		kilncook_blob_free(&context, &blob);
		assert_int_equal(b.blocks, 0);
	}
	free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_and_square_art_becomes_its_primitive),
		cmocka_unit_test(a_tighter_error_leaves_the_primitive),
		cmocka_unit_test(an_ell_becomes_two_boxes_and_its_mirror_image_too),
		cmocka_unit_test(parts_that_overlap_have_the_mass_of_the_art),
		cmocka_unit_test(open_art_stays_a_mesh_but_where_its_hull_is_near),
		cmocka_unit_test(flat_art_and_one_triangle_are_cooked),
		cmocka_unit_test(deformable_meshes_stay_meshes),
		cmocka_unit_test(instances_share_the_choice),
		cmocka_unit_test(ends_without_memory_and_when_cancelled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
