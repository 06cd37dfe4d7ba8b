// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "clean/clean.h"
#include "support/asset_fixture.h"
#include "support/clean_memory.h"

/// Large meshes, whose vertices are welded while their triangles are made.

enum
{
	SIDE = 220,
	FACES = 2 * SIDE * SIDE,
	CORNERS = 3 * FACES,
};

/// Two meshes of loose triangles in the plane, or on hills.
typedef struct large_scene
{
	float positions[2][CORNERS][3];
	uint32_t firsts[2][FACES + 1];
	uint32_t corners[2][CORNERS];
	char name[8];
	art_mesh meshes[2];
	art_scene scene;
} large_scene;

static large_scene large;

static void make_large(void)
{
	uint64_t random = 7;
	(void)strcpy(large.name, "large");
	for (uint32_t mesh = 0; mesh < 2; ++mesh)
	{
		for (uint32_t i = 0; i < CORNERS; ++i)
		{
			static const uint32_t shift[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
			const uint32_t cell = i / 6, x = cell % SIDE + shift[i % 6][0], y = cell / SIDE + shift[i % 6][1];
			const float at[3] = {(float)x, (float)y, (float)((x * 31 + y * 17) % 23) / 8 + 40 * (float)mesh};
			memcpy(large.positions[mesh][i], at, sizeof at);
			// Some corners share a vertex with the face before.
			large.corners[mesh][i] = i % 6 == 3 && fixture_random(&random) % 2 ? i - 3 : i;
		}
		for (uint32_t i = 0; i <= FACES; ++i)
			large.firsts[mesh][i] = 3 * i;
		large.meshes[mesh] = (art_mesh){.name = large.name,
			.positions = large.positions[mesh],
			.vertex_count = CORNERS,
			.face_first = large.firsts[mesh],
			.corners = large.corners[mesh],
			.face_count = FACES};
	}
	large.scene = (art_scene){.meshes = large.meshes, .mesh_count = 2};
}

static kilncook_status clean_on(
	const kilncook_context *context, uint32_t threads, double drop_slivers, bool unjudged, clean_mesh *mesh)
{
	const clean_options options = {.drop_slivers = drop_slivers, .unjudged = unjudged, .threads = threads};
	return clean_build(context, &large.scene, (const uint32_t[]){1, 0}, 2, NULL, &options, mesh);
}

/// Cleans on one thread and on two, and compares all.
static void same_on_threads(double drop_slivers, bool unjudged)
{
	counted_memory memory;
	const kilncook_context context = counted_context(&memory);
	clean_mesh one, two;
	assert_int_equal(clean_on(&context, 1, drop_slivers, unjudged, &one), KILNCOOK_OK);
	assert_int_equal(clean_on(&context, 2, drop_slivers, unjudged, &two), KILNCOOK_OK);
	assert_int_equal(two.vertex_count, one.vertex_count);
	assert_int_equal(two.triangle_count, one.triangle_count);
	assert_int_equal(two.dropped_count, one.dropped_count);
	assert_int_equal(two.copy_count, one.copy_count);
	assert_memory_equal(two.vertices, one.vertices, one.vertex_count * sizeof *one.vertices);
	assert_memory_equal(two.vertex_sources, one.vertex_sources, one.vertex_count * sizeof *one.vertex_sources);
	assert_memory_equal(two.triangles, one.triangles, one.triangle_count * sizeof *one.triangles);
	assert_memory_equal(two.faces, one.faces, one.triangle_count * sizeof *one.faces);
	assert_memory_equal(&two.counts, &one.counts, sizeof one.counts);
	for (uint32_t i = 0; i < one.dropped_count; ++i)
		assert_true(one.dropped[i].face == two.dropped[i].face && one.dropped[i].reason == two.dropped[i].reason);
	for (uint32_t i = 0; i < one.copy_count; ++i)
		assert_true(one.copies[i].face == two.copies[i].face && one.copies[i].original == two.copies[i].original);
	assert_int_equal(two.flags, one.flags);
	assert_int_equal(two.unjudged, one.unjudged);
	clean_mesh_free(&context, &one);
	clean_mesh_free(&context, &two);
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

static void triangles_are_the_same_on_two_threads(void **state)
{
	(void)state;
	make_large();
	same_on_threads(0, false);
	same_on_threads(0, true);
}

static void flat_thin_and_doubled_triangles_are_the_same_on_two_threads(void **state)
{
	(void)state;
	make_large();
	for (uint32_t i = 0; i < FACES; i += 997)
	{
		float(*p)[3] = &large.positions[i & 1][3 * (size_t)i];
		// On one line; nearly on one line; or the corners of the face before in another order.
		for (uint32_t k = 0; k < 3 && i % 3 < 2; ++k)
			p[k][1] = p[0][1] + (float)k + (i % 3 && k == 1 ? 1e-6f : 0), p[k][0] = (float)k, p[k][2] = 0;
		for (uint32_t k = 0; k < 3 && i % 3 == 2 && i; ++k)
			large.corners[i & 1][3 * i + k] = large.corners[i & 1][3 * i - 3 + (k + 1) % 3];
	}
	same_on_threads(0, false);
	same_on_threads(1e-3, true);
}

static void faces_that_are_no_usable_triangles_may_stand_anywhere(void **state)
{
	(void)state;
	static const uint32_t places[] = {0, 5000, FACES / 2, FACES - 2};
	for (uint32_t kind = 0; kind < 5; ++kind)
		for (uint32_t i = 0; i < sizeof places / sizeof *places; ++i)
		{
			make_large();
			const uint32_t mesh = i & 1, face = places[i];
			uint32_t *corners = &large.corners[mesh][3 * face], *firsts = large.firsts[mesh];
			if (kind == 0)
				corners[2] = CORNERS + 7;
			else if (kind == 1)
				large.positions[mesh][corners[1]][2] = NAN;
			else if (kind == 2)
				corners[1] = corners[2] = corners[0];
			else if (kind == 3)
				++firsts[face + 1]; // four corners, and two
			else
				for (uint32_t k = face + 1; k < FACES && k < face + 40; ++k)
					firsts[k] = firsts[face]; // many without corners, and one with all of them
			same_on_threads(0, true);
		}
}

static void memory_that_runs_out_beside_each_other_is_reported(void **state)
{
	(void)state;
	make_large();
	counted_memory memory;
	const kilncook_context context = counted_context(&memory);
	clean_mesh mesh;
	assert_int_equal(clean_on(&context, 2, 0, false, &mesh), KILNCOOK_OK);
	clean_mesh_free(&context, &mesh);
	const size_t calls = memory.calls;
	for (size_t fail = 1; fail <= calls; fail += fail < 24 ? 1 : calls / 24 + 1)
	{
		memory.calls = 0;
		memory.fail_at = fail;
		const kilncook_status status = clean_on(&context, 2, 0, false, &mesh);
		if (status == KILNCOOK_OK)
			clean_mesh_free(&context, &mesh);
		else
			assert_int_equal(status, KILNCOOK_INTERNAL);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(triangles_are_the_same_on_two_threads),
		cmocka_unit_test(flat_thin_and_doubled_triangles_are_the_same_on_two_threads),
		cmocka_unit_test(faces_that_are_no_usable_triangles_may_stand_anywhere),
		cmocka_unit_test(memory_that_runs_out_beside_each_other_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
