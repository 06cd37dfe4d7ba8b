// SPDX-License-Identifier: MIT
#include "kiln_format.h"
#include "kilncook.h"
#include "support/asset_fixture.h"
#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Sets are made ahead of their turn only with malloc, so these contexts have no allocator.

enum
{
	MESHES = 90, ///< more than a window has
	SIDE_MOST = 14,
	TEXT = 1 << 20,
};

/// What a cook says and gives.
typedef struct result
{
	kilncook_status status;
	kilncook_blob blob;
	char log[TEXT];
	size_t length;
	uint64_t steps, steps_most; ///< the progress ends the cook after these; 0: never
} result;

/// A scene of many meshes.
typedef struct crowd
{
	float positions[MESHES][SIDE_MOST * SIDE_MOST][3];
	uint32_t indices[MESHES][6 * SIDE_MOST * SIDE_MOST];
	kilncook_mesh meshes[MESHES];
	uint32_t numbers[MESHES];
	double transforms[MESHES][12];
	kilncook_node nodes[MESHES];
	char names[MESHES][16];
	kilncook_scene scene;
} crowd;

/// Meshes of all sizes: some equal, some open, inside out, without triangles, with doubled triangles and broken positions.
static void make_crowd(crowd *c)
{
	uint64_t random = 41;
	for (uint32_t i = 0; i < MESHES; ++i)
	{
		const uint32_t n = 4 + (uint32_t)(fixture_random(&random) % (SIDE_MOST - 3));
		(void)snprintf(c->names[i], sizeof c->names[i], "part %u", (unsigned)i);
		c->meshes[i] = bench_torus(i % 7 == 3 ? 9 : n, i % 7 == 3 ? 1 : i, c->positions[i], c->indices[i]);
		c->meshes[i].name = c->names[i];
		uint32_t *indices = c->indices[i];
		if (i % 5 == 1)
			c->meshes[i].index_count -= 12;
		if (i % 9 == 2)
			memcpy(indices, indices + 6, 3 * sizeof *indices);
		if (i % 11 == 4)
			c->meshes[i].index_count = 0;
		if (i % 13 == 5)
			c->positions[i][3][1] = NAN;
		for (uint32_t k = 0; i % 4 == 1 && k < c->meshes[i].index_count / 3; ++k)
		{
			const uint32_t first = indices[3 * k];
			indices[3 * k] = indices[3 * k + 1];
			indices[3 * k + 1] = first;
		}
		const double mirror = i % 6 == 5 ? 0 : i % 6 == 4 ? -1 : 1;
		const double to_asset[12] = {1, 0, 0, 6.0 * i, 0, mirror, 0, 0, 0, 0, 1, 0};
		memcpy(c->transforms[i], to_asset, sizeof to_asset);
		c->numbers[i] = i;
		c->nodes[i] = (kilncook_node){
			.name = c->names[MESHES - 1 - i], .to_asset = c->transforms[i], .meshes = &c->numbers[i], .mesh_count = 1};
	}
	c->scene = (kilncook_scene){.meshes = c->meshes, .mesh_count = MESHES, .nodes = c->nodes, .node_count = MESHES};
}

static void write_down(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	result *r = user;
	const int more =
		snprintf(r->log + r->length, sizeof r->log - r->length, "%u|%s|%s|%s\n", (unsigned)severity, where, code, text);
	assert_true(more > 0 && r->length + (size_t)more < sizeof r->log);
	r->length += (size_t)more;
}

static bool count_step(void *user, const char *stage, uint64_t done, uint64_t total)
{
	result *r = user;
	(void)stage;
	assert_true(done < total);
	return ++r->steps != r->steps_most;
}

static kilncook_context context_of(result *r)
{
	return (kilncook_context){.log = {write_down, r}, .progress = {count_step, r}};
}

/// Appends what the report says, but times and memory, to the log.
static void add_report(result *r, kilncook_report *report)
{
	const kilncook_context context = {.log = {NULL, NULL}};
	kilncook_blob text = {0};
	memset(report->ms, 0, sizeof report->ms);
	report->ms_total = 0;
	report->peak_bytes = 0;
	assert_int_equal(kilncook_report_json(&context, report, &text), KILNCOOK_OK);
	assert_true(r->length + text.size < sizeof r->log);
	memcpy(r->log + r->length, text.data, text.size);
	r->length += text.size;
	kilncook_blob_free(&context, &text);
}

static void cook(const crowd *c, const kilncook_options *options, uint32_t threads, uint64_t steps_most, result *r)
{
	kilncook_options own = *options;
	kilncook_report report = {0};
	memset(r, 0, sizeof *r);
	r->steps_most = steps_most;
	own.threads = threads;
	const kilncook_context context = context_of(r);
	r->status = kilncook_cook_memory(&context, &c->scene, &own, &r->blob, &report);
	kilncook_report_free(&context, &report);
}

/// Cooks the scene on one thread and on several, and compares all.
static kilncook_status same_on_threads(const crowd *c, const kilncook_options *options)
{
	static result one, many;
	const kilncook_context context = {.log = {NULL, NULL}};
	cook(c, options, 1, 0, &one);
	for (uint32_t threads = 2; threads <= 5; threads += 3)
	{
		cook(c, options, threads, 0, &many);
		assert_int_equal(many.status, one.status);
		assert_string_equal(many.log, one.log);
		assert_int_equal(many.steps, one.steps);
		assert_int_equal(many.blob.size, one.blob.size);
		assert_true(one.blob.size == 0 || memcmp(many.blob.data, one.blob.data, one.blob.size) == 0);
		kilncook_blob_free(&context, &many.blob);
	}
	kilncook_blob_free(&context, &one.blob);
	return one.status;
}

static crowd scene;

static void a_crowd_of_meshes_is_the_same_on_any_number_of_threads(void **state)
{
	(void)state;
	static const kilncook_shape shapes[] = {KILNCOOK_SHAPE_MESH, KILNCOOK_SHAPE_HULL, KILNCOOK_SHAPE_SPHERE,
		KILNCOOK_SHAPE_CAPSULE, KILNCOOK_SHAPE_BOX, KILNCOOK_SHAPE_CYLINDER};
	make_crowd(&scene);
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
		same_on_threads(
			&scene, &(kilncook_options){.shape = shapes[i], .bounds = KILNCOOK_BOUNDS_FAST, .adjacency = i == 0});
}

static void every_node_may_ask_for_another_shape(void **state)
{
	(void)state;
	make_crowd(&scene);
	for (uint32_t i = 0; i < MESHES; ++i)
		scene.nodes[i].shape = KILNCOOK_SHAPE_MESH + i % 8;
	for (uint32_t i = 0; i < MESHES; ++i)
		if (scene.nodes[i].shape == KILNCOOK_SHAPE_PARTS)
			scene.nodes[i].shape = i % 3 ? KILNCOOK_SHAPE_AUTO : KILNCOOK_SHAPE_PARTS;
	same_on_threads(
		&scene, &(kilncook_options){.bounds = KILNCOOK_BOUNDS_FAST, .parts_error = 0.2, .hull_vertices = 12});
}

static void meshes_that_change_after_cleaning_are_packed_in_their_turn(void **state)
{
	(void)state;
	make_crowd(&scene);
	same_on_threads(&scene, &(kilncook_options){.bounds = KILNCOOK_BOUNDS_FAST, .merge = 0.001});
	same_on_threads(&scene, &(kilncook_options){.bounds = KILNCOOK_BOUNDS_FAST, .simplify = 0.02});
	same_on_threads(&scene, &(kilncook_options){.bounds = KILNCOOK_BOUNDS_FAST, .layout = 0.001});
	same_on_threads(&scene, &(kilncook_options){.bounds = KILNCOOK_BOUNDS_FAST, .repair = 1u << KILNCOOK_REPAIR_HOLES});
}

static void a_mesh_that_is_refused_ends_the_cook_alike(void **state)
{
	(void)state;
	make_crowd(&scene);
	// The sphere around the corners of this cube is beyond the format's range.
	for (uint32_t k = 0; k < 48; ++k)
		scene.positions[71][k / 3][k % 3] = k / 3 >> k % 3 & 1 ? 1e12f : -1e12f;
	uint32_t refused = 0;
	for (uint32_t shape = KILNCOOK_SHAPE_MESH; shape <= KILNCOOK_SHAPE_CYLINDER; ++shape)
	{
		const kilncook_options options = {.shape = shape, .bounds = KILNCOOK_BOUNDS_FAST};
		refused += same_on_threads(&scene, &options) == KILNCOOK_REFUSED;
	}
	assert_true(refused > 0);
}

static void a_cook_may_be_cancelled_at_any_step(void **state)
{
	(void)state;
	static result one, many;
	make_crowd(&scene);
	const kilncook_options options = {.bounds = KILNCOOK_BOUNDS_FAST};
	for (uint64_t most = 1; most < 200; most += 23)
	{
		cook(&scene, &options, 1, most, &one);
		cook(&scene, &options, 3, most, &many);
		assert_int_equal(one.status, KILNCOOK_CANCELLED);
		assert_int_equal(many.status, KILNCOOK_CANCELLED);
		assert_string_equal(many.log, one.log);
	}
}

static void surveys_are_the_same_on_any_number_of_threads(void **state)
{
	(void)state;
	static result one, many;
	make_crowd(&scene);
	for (uint32_t threads = 1; threads <= 3; threads += 2)
	{
		result *r = threads == 1 ? &one : &many;
		const kilncook_options options = {.threads = threads};
		kilncook_report report = {0};
		memset(r, 0, sizeof *r);
		const kilncook_context context = context_of(r);
		assert_int_equal(kilncook_survey_memory(&context, &scene.scene, &options, &report), KILNCOOK_OK);
		assert_true(report.row_count > 60);
		add_report(r, &report);
		kilncook_report_free(&context, &report);
	}
	assert_string_equal(many.log, one.log);
	assert_int_equal(many.steps, one.steps);
}

static void meshes_that_are_stored_once_have_their_own_verdicts(void **state)
{
	(void)state;
	enum
	{
		FAR = 24,
	};
	static result r;
	make_crowd(&scene);
	// The surface of a node that lies out of range is judged, too.
	scene.transforms[FAR][3] = 1e30;
	for (uint32_t threads = 1; threads <= 2; ++threads)
	{
		const kilncook_options options = {.bounds = KILNCOOK_BOUNDS_FAST, .threads = threads};
		kilncook_report report = {0};
		memset(&r, 0, sizeof r);
		const kilncook_context context = context_of(&r);
		assert_int_equal(kilncook_cook_memory(&context, &scene.scene, &options, &r.blob, &report), KILNCOOK_OK);
		uint32_t shared = 0;
		for (uint32_t i = 0; i < report.row_count; ++i)
		{
			const kilncook_mesh_row *row = &report.rows[i], *other = row;
			for (uint32_t k = 0; k < i; ++k)
				if (report.rows[k].mesh == row->mesh)
					other = &report.rows[k];
			shared += other != row;
			assert_int_equal(row->flags, other->flags);
			assert_int_equal(row->edges, other->edges);
			assert_int_equal(row->euler_characteristic, other->euler_characteristic);
			assert_int_equal(row->components > 0, row->triangles > 0);
		}
		assert_true(shared > 5);
		kilncook_blob_free(&context, &r.blob);
		kilncook_report_free(&context, &report);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crowd_of_meshes_is_the_same_on_any_number_of_threads),
		cmocka_unit_test(every_node_may_ask_for_another_shape),
		cmocka_unit_test(meshes_that_change_after_cleaning_are_packed_in_their_turn),
		cmocka_unit_test(a_mesh_that_is_refused_ends_the_cook_alike),
		cmocka_unit_test(a_cook_may_be_cancelled_at_any_step),
		cmocka_unit_test(meshes_that_are_stored_once_have_their_own_verdicts),
		cmocka_unit_test(surveys_are_the_same_on_any_number_of_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
