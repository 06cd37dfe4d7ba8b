// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "clean/clean.h"
#include "clean_scene.h"
#include "kiln_format.h"
#include "support/clean_memory.h"

static const kilncook_context context;
static scene_builder builder;

static void clean_with(
	const uint32_t *meshes, uint32_t count, const double *transform, double relative, bool flip, clean_mesh *mesh)
{
	const clean_options options = {.weld_relative = relative, .flip = flip};
	assert_int_equal(clean_build(&context, &builder.scene, meshes, count, transform, &options, mesh), KILNCOOK_OK);
	const clean_counts *c = &mesh->counts;
	assert_int_equal(mesh->triangle_count, c->triangulated - c->degenerate - c->duplicates);
	for (uint32_t i = 1; i < mesh->dropped_count; ++i)
		assert_true(mesh->dropped[i - 1].face <= mesh->dropped[i].face);
}

static void clean_first(clean_mesh *mesh)
{
	const uint32_t first = 0;
	clean_with(&first, 1, NULL, 0.0, false, mesh);
}

static bool is_dropped(const clean_mesh *mesh, uint32_t face, clean_reason reason)
{
	for (uint32_t i = 0; i < mesh->dropped_count; ++i)
		if (mesh->dropped[i].face == face && mesh->dropped[i].reason == reason)
			return true;
	return false;
}

static const float unit[3] = {1.0f, 1.0f, 1.0f};

static void a_box_of_loose_quads_becomes_a_closed_surface(void **state)
{
	(void)state;
	builder_reset(&builder);
	builder_box(&builder, 0, unit);
	clean_mesh mesh;
	clean_first(&mesh);
	assert_int_equal(mesh.vertex_count, 8);
	assert_int_equal(mesh.triangle_count, 12);
	assert_int_equal(mesh.counts.welded, 16);
	assert_int_equal(mesh.flags, KILN_MESH_FLAGS_KNOWN);
	assert_int_equal(mesh.edge_count, 18);
	assert_int_equal(mesh.euler_characteristic, 2);
	assert_int_equal(mesh.component_count, 1);
	assert_int_equal(mesh.dropped_count, 0);
	assert_true(mesh_volume(&mesh) == 48.0);
	for (uint32_t i = 0; i < 12; ++i)
		assert_int_equal(mesh.faces[i], i / 2);
	clean_mesh_free(&context, &mesh);
}

static void assert_same_mesh(const clean_mesh *a, const clean_mesh *b)
{
	assert_int_equal(a->vertex_count, b->vertex_count);
	assert_int_equal(a->triangle_count, b->triangle_count);
	assert_int_equal(a->dropped_count, b->dropped_count);
	assert_memory_equal(a->vertices, b->vertices, a->vertex_count * sizeof *a->vertices);
	assert_memory_equal(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles);
	assert_memory_equal(a->faces, b->faces, a->triangle_count * sizeof *a->faces);
	assert_memory_equal(a->dropped, b->dropped, a->dropped_count * sizeof *a->dropped);
	assert_memory_equal(&a->counts, &b->counts, sizeof a->counts);
	assert_int_equal(a->flags, b->flags);
}

/// Makes random polygons over random points, most of which equal or nearly equal another point.
static void scatter_faces(shape_random *random, uint32_t vertices, uint32_t faces)
{
	builder_reset(&builder);
	for (uint32_t i = 0; i < vertices; ++i)
	{
		float p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = (float)((double)shape_below(random, 5) + 1e-3 * (double)shape_below(random, 3));
		builder_vertex(&builder, 0, p[0], p[1], p[2]);
	}
	for (uint32_t i = 0; i < faces; ++i)
	{
		uint32_t corners[9], count = 1 + shape_below(random, 9);
		for (uint32_t k = 0; k < count; ++k)
			corners[k] = shape_below(random, vertices);
		builder_face(&builder, 0, count, corners);
	}
}

static void weld_does_not_depend_on_vertex_order(void **state)
{
	(void)state;
	shape_random random = {0x9999u};
	static float old[BUILDER_MOST][3];
	for (int round = 0; round < 100; ++round)
	{
		uint32_t vertices = 3 + shape_below(&random, 300);
		scatter_faces(&random, vertices, 1 + shape_below(&random, 200));
		const uint32_t first = 0;
		double relative = round % 2 ? 2e-3 : 0.0;
		clean_mesh before, after;
		clean_with(&first, 1, NULL, relative, false, &before);
		uint32_t place[400];
		for (uint32_t i = 0; i < vertices; ++i)
			place[i] = i;
		for (uint32_t i = vertices; i > 1; --i)
		{
			uint32_t j = shape_below(&random, i), swap = place[i - 1];
			place[i - 1] = place[j];
			place[j] = swap;
		}
		memcpy(old, builder.positions[0], sizeof old);
		for (uint32_t i = 0; i < vertices; ++i)
			memcpy(builder.positions[0][place[i]], old[i], sizeof old[i]);
		for (uint32_t i = 0; i < builder.firsts[0][builder.meshes[0].face_count]; ++i)
			builder.corners[0][i] = place[builder.corners[0][i]];
		clean_with(&first, 1, NULL, relative, false, &after);
		assert_same_mesh(&before, &after);
		clean_mesh_free(&context, &before);
		clean_mesh_free(&context, &after);
	}
}

static void a_tolerance_closes_what_rounding_tore(void **state)
{
	(void)state;
	builder_reset(&builder);
	builder_box(&builder, 0, unit);
	for (uint32_t i = 0; i < builder.meshes[0].vertex_count; ++i)
		builder.positions[0][i][i % 3] += (float)(i % 5) * 1e-6f;
	const uint32_t first = 0;
	clean_mesh mesh;
	clean_with(&first, 1, NULL, 0.0, false, &mesh);
	assert_false(mesh.flags & KILN_MESH_CLOSED);
	assert_true(mesh.weld_tolerance == 0.0);
	clean_mesh_free(&context, &mesh);
	clean_with(&first, 1, NULL, 1e-5, false, &mesh);
	assert_int_equal(mesh.flags, KILN_MESH_FLAGS_KNOWN);
	assert_int_equal(mesh.vertex_count, 8);
	assert_true(mesh.weld_tolerance > 3e-5 && mesh.weld_tolerance < 4e-5);
	// The remainder of every cluster is one of its vertices, unchanged.
	for (uint32_t i = 0; i < 8; ++i)
	{
		bool found = false;
		for (uint32_t j = 0; j < 24; ++j)
			found |= memcmp(mesh.vertices[i], builder.positions[0][j], sizeof mesh.vertices[i]) == 0;
		assert_true(found);
	}
	clean_mesh_free(&context, &mesh);
}

static void what_is_not_finite_or_out_of_range_is_dropped_and_named(void **state)
{
	(void)state;
	builder_reset(&builder);
	builder_box(&builder, 0, unit);
	uint32_t nan = builder_vertex(&builder, 0, 0.0f, NAN, 0.0f);
	uint32_t inf = builder_vertex(&builder, 0, -INFINITY, 0.0f, 0.0f);
	uint32_t huge = builder_vertex(&builder, 0, 0.0f, 0.0f, nextafterf(KILN_COORDINATE_MAX, INFINITY));
	uint32_t edge = builder_vertex(&builder, 0, 0.0f, 0.0f, KILN_COORDINATE_MAX);
	const uint32_t faces[][3] = {{0, 1, nan}, {inf, 1, 2}, {0, huge, 1}, {0, 1, edge + 1}, {0, 1, UINT32_MAX},
		{UINT32_MAX - 1, 0, 1}, {0, 1, edge}};
	for (int i = 0; i < 7; ++i)
		builder_face(&builder, 0, 3, faces[i]);
	const uint32_t polygon[5] = {0, 1, 2, 3, nan};
	builder_face(&builder, 0, 5, polygon);
	clean_mesh mesh;
	clean_first(&mesh);
	assert_int_equal(mesh.counts.invalid, 7);
	assert_int_equal(mesh.triangle_count, 13);
	assert_true(is_dropped(&mesh, 6, CLEAN_INVALID_COORDINATE) && is_dropped(&mesh, 7, CLEAN_INVALID_COORDINATE));
	assert_true(is_dropped(&mesh, 8, CLEAN_INVALID_COORDINATE) && is_dropped(&mesh, 9, CLEAN_INVALID_INDEX));
	assert_true(is_dropped(&mesh, 10, CLEAN_INVALID_INDEX) && is_dropped(&mesh, 11, CLEAN_INVALID_INDEX));
	assert_true(is_dropped(&mesh, 13, CLEAN_INVALID_COORDINATE));
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			assert_true(mesh.vertices[i][k] >= -KILN_COORDINATE_MAX && mesh.vertices[i][k] <= KILN_COORDINATE_MAX);
	clean_mesh_free(&context, &mesh);
}

static void a_wild_transform_drops_every_face(void **state)
{
	(void)state;
	builder_reset(&builder);
	builder_box(&builder, 0, unit);
	const uint32_t first = 0;
	const double wild[4][12] = {{(double)NAN, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
		{1e300, 0, 0, 0, 0, 1e300, 0, 0, 0, 0, 1e300, 0}, {1, 0, 0, (double)INFINITY, 0, 1, 0, 0, 0, 0, 1, 0},
		{(double)INFINITY, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
	for (int i = 0; i < 4; ++i)
	{
		clean_mesh mesh;
		clean_with(&first, 1, wild[i], 1e-6, false, &mesh);
		assert_int_equal(mesh.triangle_count, 0);
		assert_int_equal(mesh.counts.invalid, 6);
		clean_mesh_free(&context, &mesh);
	}
}

static void a_flattening_transform_leaves_degenerate_triangles_out(void **state)
{
	(void)state;
	builder_reset(&builder);
	builder_box(&builder, 0, unit);
	const uint32_t first = 0;
	const double flat[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 5};
	clean_mesh mesh;
	clean_with(&first, 1, flat, 0.0, false, &mesh);
	assert_int_equal(mesh.counts.degenerate, 4);
	// Top and bottom now coincide with opposite windings.
	assert_int_equal(mesh.counts.duplicates, 2);
	assert_int_equal(mesh.triangle_count, 2);
	clean_mesh_free(&context, &mesh);
}

static void points_and_lines_are_skipped_and_counted(void **state)
{
	(void)state;
	builder_reset(&builder);
	for (int i = 0; i < 3; ++i)
		builder_vertex(&builder, 0, (float)i, (float)(i * i), 0.0f);
	const uint32_t corners[4] = {0, 1, 2, 99}, same[3] = {1, 1, 1}, spike[3] = {0, 1, 0};
	builder_face(&builder, 0, 0, corners);
	builder_face(&builder, 0, 1, corners + 3);
	builder_face(&builder, 0, 2, corners + 2);
	builder_face(&builder, 0, 2, same);
	builder_face(&builder, 0, 3, same);
	builder_face(&builder, 0, 3, spike);
	builder_face(&builder, 0, 3, corners);
	clean_mesh mesh;
	clean_first(&mesh);
	assert_int_equal(mesh.counts.points, 4);
	assert_int_equal(mesh.counts.lines, 1);
	assert_int_equal(mesh.counts.degenerate, 1);
	assert_int_equal(mesh.triangle_count, 1);
	assert_int_equal(mesh.faces[0], 6);
	assert_true(is_dropped(&mesh, 1, CLEAN_POINT) && is_dropped(&mesh, 2, CLEAN_LINE));
	assert_true(is_dropped(&mesh, 5, CLEAN_DEGENERATE));
	clean_mesh_free(&context, &mesh);
}

static void exactly_flat_triangles_go_and_slivers_stay(void **state)
{
	(void)state;
	builder_reset(&builder);
	// Exactly on one line, far from the origin; then one bit away from it.
	uint32_t a = builder_vertex(&builder, 0, 1e6f, 1e6f, 1e6f);
	uint32_t b = builder_vertex(&builder, 0, 1e6f + 1.0f, 1e6f + 1.0f, 1e6f + 1.0f);
	uint32_t c = builder_vertex(&builder, 0, 1e6f + 3.0f, 1e6f + 3.0f, 1e6f + 3.0f);
	uint32_t d = builder_vertex(&builder, 0, 1e6f + 1e3f, 1e6f + 1e3f, nextafterf(1e6f + 1e3f, 0.0f));
	const uint32_t flat[3] = {a, b, c}, thin[3] = {a, b, d}, edge[4] = {a, b, c, a};
	builder_face(&builder, 0, 3, flat);
	builder_face(&builder, 0, 3, thin);
	builder_face(&builder, 0, 4, edge);
	clean_mesh mesh;
	clean_first(&mesh);
	assert_int_equal(mesh.counts.degenerate, 2);
	assert_int_equal(mesh.counts.slivers, 1);
	assert_int_equal(mesh.triangle_count, 1);
	assert_true(is_dropped(&mesh, 0, CLEAN_DEGENERATE) && is_dropped(&mesh, 1, CLEAN_SLIVER));
	clean_mesh_free(&context, &mesh);
}

static void of_equal_triangles_the_first_face_stays(void **state)
{
	(void)state;
	builder_reset(&builder);
	for (int round = 0; round < 2; ++round)
		for (int i = 0; i < 4; ++i)
			builder_vertex(&builder, 0, (float)(i & 1), (float)(i >> 1), 0.0f);
	const uint32_t faces[4][3] = {{0, 1, 2}, {6, 5, 4}, {1, 3, 2}, {5, 6, 4}};
	for (int i = 0; i < 4; ++i)
		builder_face(&builder, 0, 3, faces[i]);
	clean_mesh mesh;
	clean_first(&mesh);
	assert_int_equal(mesh.counts.duplicates, 2);
	assert_int_equal(mesh.triangle_count, 2);
	assert_int_equal(mesh.faces[0], 0);
	assert_int_equal(mesh.faces[1], 2);
	assert_true(is_dropped(&mesh, 1, CLEAN_DUPLICATE) && is_dropped(&mesh, 3, CLEAN_DUPLICATE));
	clean_mesh_free(&context, &mesh);
}

static void a_mirror_keeps_the_outside_out_and_a_flip_turns_it(void **state)
{
	(void)state;
	builder_reset(&builder);
	builder_box(&builder, 0, unit);
	const uint32_t first = 0;
	const double mirror[12] = {0, 2, 0, 7, 1, 0, 0, 0, 0, 0, 1, -3}, turn[12] = {0, -2, 0, 7, 1, 0, 0, 0, 0, 0, 1, -3};
	const double *transforms[2] = {mirror, turn};
	for (int i = 0; i < 2; ++i)
		for (int flip = 0; flip < 2; ++flip)
		{
			clean_mesh mesh;
			clean_with(&first, 1, transforms[i], 0.0, flip, &mesh);
			assert_true(mesh_volume(&mesh) == (flip ? -96.0 : 96.0));
			assert_int_equal(mesh.flags, KILN_MESH_FLAGS_KNOWN);
			clean_mesh_free(&context, &mesh);
		}
}

static void parts_number_their_faces_through(void **state)
{
	(void)state;
	builder_reset(&builder);
	builder_box(&builder, 0, unit);
	const float small[3] = {1.0f, 1.0f, 0.5f};
	builder_box(&builder, 1, small);
	const uint32_t both[3] = {1, 0, 1};
	clean_mesh mesh;
	clean_with(both, 3, NULL, 0.0, false, &mesh);
	assert_int_equal(mesh.part_count, 3);
	assert_int_equal(mesh.parts[1].source_mesh, 0);
	assert_int_equal(mesh.parts[1].first_face, 6);
	assert_int_equal(mesh.parts[2].first_face, 12);
	assert_int_equal(mesh.counts.duplicates, 12);
	assert_int_equal(mesh.counts.faces, 18);
	assert_int_equal(mesh.triangle_count, 24);
	assert_int_equal(mesh.faces[12], 6);
	assert_int_equal(mesh.vertex_count, 16);
	clean_mesh_free(&context, &mesh);
}

/// Compares every vertex's source with brute force: the lowest used vertex with the same position. Art positions of
/// both meshes, as `parts` lists them, equal the source numbers.
static void assert_sources(const clean_mesh *mesh, const uint32_t *parts, uint32_t part_count)
{
	static bool asked[2 * BUILDER_MOST];
	for (uint32_t v = 0; v < mesh->vertex_count; ++v)
	{
		uint32_t lowest = KILN_NONE, base = 0;
		for (uint32_t part = 0; part < part_count; ++part)
		{
			const art_mesh *art = &builder.meshes[parts[part]];
			memset(asked, 0, sizeof asked);
			for (uint32_t face = 0; face < art->face_count; ++face)
			{
				const uint32_t *corners = art->corners + art->face_first[face];
				uint32_t count = art->face_first[face + 1] - art->face_first[face], equal = 1;
				while (equal < count && corners[equal] == corners[0])
					++equal;
				for (uint32_t i = 0; i < count && count > 2 && equal < count; ++i)
					asked[corners[i]] = true;
			}
			for (uint32_t i = 0; i < art->vertex_count && lowest == KILN_NONE; ++i)
				if (asked[i] && memcmp(art->positions[i], mesh->vertices[v], sizeof mesh->vertices[v]) == 0)
					lowest = base + i;
			base += art->vertex_count;
		}
		assert_int_equal(mesh->source_vertex_count, base);
		assert_int_equal(mesh->vertex_sources[v], lowest);
	}
}

static void every_vertex_names_the_lowest_source_welded_into_it(void **state)
{
	(void)state;
	shape_random random = {0xccccu};
	for (int round = 0; round < 60; ++round)
	{
		scatter_faces(&random, 3 + shape_below(&random, 300), 1 + shape_below(&random, 200));
		const float size[3] = {1.0f, 2.0f, 3.0f};
		builder_vertex(&builder, 1, 0, 0, 0);
		builder_box(&builder, 1, size);
		const uint32_t parts[3] = {(uint32_t)round % 2, 1 - (uint32_t)round % 2, 0};
		clean_mesh mesh;
		clean_with(parts, 3, NULL, 0.0, false, &mesh);
		assert_sources(&mesh, parts, 3);
		clean_mesh_free(&context, &mesh);
	}
}

static void sources_of_near_vertices_lie_within_the_tolerance(void **state)
{
	(void)state;
	shape_random random = {0xddddu};
	for (int round = 0; round < 60; ++round)
	{
		uint32_t vertices = 3 + shape_below(&random, 300);
		scatter_faces(&random, vertices, 1 + shape_below(&random, 200));
		const uint32_t first = 0;
		clean_mesh mesh;
		clean_with(&first, 1, NULL, 2e-4, false, &mesh);
		bool taken[400] = {0};
		for (uint32_t v = 0; v < mesh.vertex_count; ++v)
		{
			uint32_t source = mesh.vertex_sources[v];
			assert_true(source < vertices && !taken[source]);
			taken[source] = true;
			double sum = 0.0;
			for (int k = 0; k < 3; ++k)
			{
				double gap = (double)builder.positions[0][source][k] - (double)mesh.vertices[v][k];
				sum += gap * gap;
			}
			assert_true(sum <= mesh.weld_tolerance * mesh.weld_tolerance);
		}
		clean_mesh_free(&context, &mesh);
	}
}

static void nothing_left_is_no_failure(void **state)
{
	(void)state;
	builder_reset(&builder);
	clean_mesh mesh;
	clean_first(&mesh);
	assert_int_equal(mesh.triangle_count, 0);
	assert_int_equal(mesh.vertex_count, 0);
	assert_int_equal(mesh.flags, 0);
	clean_mesh_free(&context, &mesh);
	clean_with(NULL, 0, NULL, 1e-3, false, &mesh);
	assert_int_equal(mesh.part_count, 0);
	clean_mesh_free(&context, &mesh);
}

static void random_soup_comes_out_clean(void **state)
{
	(void)state;
	shape_random random = {0xaaaau};
	for (int round = 0; round < 200; ++round)
	{
		scatter_faces(&random, 3 + shape_below(&random, 60), 1 + shape_below(&random, 60));
		clean_mesh mesh;
		clean_first(&mesh);
		bool used[400] = {0};
		for (uint32_t i = 0; i < mesh.triangle_count; ++i)
		{
			const uint32_t *t = mesh.triangles[i];
			double normal[3];
			// The coordinates are coarse enough that double computes the area exactly.
			shape_normal(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]], normal);
			assert_true(normal[0] != 0.0 || normal[1] != 0.0 || normal[2] != 0.0);
			for (int k = 0; k < 3; ++k)
				used[t[k]] = true;
			assert_true(i == 0 || mesh.faces[i - 1] <= mesh.faces[i]);
		}
		for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		{
			assert_true(used[i]);
			for (uint32_t j = 0; j < i; ++j)
				assert_memory_not_equal(mesh.vertices[i], mesh.vertices[j], sizeof mesh.vertices[i]);
		}
		clean_mesh_free(&context, &mesh);
	}
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	shape_random random = {0xbbbbu};
	scatter_faces(&random, 40, 300);
	counted_memory memory;
	kilncook_context counted = counted_context(&memory);
	const clean_options options = {.weld_relative = 1e-3};
	const uint32_t first = 0;
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
	{
		memory.calls = memory.messages = 0;
		memory.fail_at = fail;
		clean_mesh mesh;
		status = clean_build(&counted, &builder.scene, &first, 1, NULL, &options, &mesh);
		if (status == KILNCOOK_OK)
			clean_mesh_free(&counted, &mesh);
		else
		{
			assert_int_equal(status, KILNCOOK_INTERNAL);
			assert_int_equal(memory.messages, 1);
		}
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
	}
}

static void a_senseless_tolerance_is_a_usage_error(void **state)
{
	(void)state;
	const double senseless[] = {-1e-9, 1e-13, 1.0, (double)NAN, (double)INFINITY};
	builder_reset(&builder);
	for (int i = 0; i < 5; ++i)
	{
		const clean_options options = {.weld_relative = senseless[i]};
		clean_mesh mesh;
		assert_int_equal(clean_build(&context, &builder.scene, NULL, 0, NULL, &options, &mesh), KILNCOOK_USAGE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_box_of_loose_quads_becomes_a_closed_surface),
		cmocka_unit_test(weld_does_not_depend_on_vertex_order),
		cmocka_unit_test(a_tolerance_closes_what_rounding_tore),
		cmocka_unit_test(what_is_not_finite_or_out_of_range_is_dropped_and_named),
		cmocka_unit_test(a_wild_transform_drops_every_face),
		cmocka_unit_test(a_flattening_transform_leaves_degenerate_triangles_out),
		cmocka_unit_test(points_and_lines_are_skipped_and_counted),
		cmocka_unit_test(exactly_flat_triangles_go_and_slivers_stay),
		cmocka_unit_test(of_equal_triangles_the_first_face_stays),
		cmocka_unit_test(a_mirror_keeps_the_outside_out_and_a_flip_turns_it),
		cmocka_unit_test(parts_number_their_faces_through),
		cmocka_unit_test(every_vertex_names_the_lowest_source_welded_into_it),
		cmocka_unit_test(sources_of_near_vertices_lie_within_the_tolerance),
		cmocka_unit_test(nothing_left_is_no_failure),
		cmocka_unit_test(random_soup_comes_out_clean),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
		cmocka_unit_test(a_senseless_tolerance_is_a_usage_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
