// SPDX-License-Identifier: MIT
#include "support/compound_case.h"
#include "support/shape_assets.h"
#include "support/trials.h"
#include "view/module/ask.h"
#include "view/module/playground.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void bulk_triangles_are_those_of_single_calls(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	const kiln_asset *asset = &shapes.asset;
	for (uint32_t mesh = 0; mesh < asset->mesh_count; ++mesh)
	{
		const uint32_t count = asset->meshes[mesh].triangle_count;
		float(*corners)[9] = calloc(count + 1, sizeof *corners);
		uint32_t(*records)[VIEW_TRIANGLE_RECORD] = calloc(count + 1, sizeof *records);
		for (uint32_t first = 0; first <= count; first += 1 + count / 3)
		{
			assert_int_equal(view_triangles(asset, mesh, first, count + 1, corners, records), count - first);
			for (uint32_t i = first; i < count; ++i)
			{
				kiln_vec3 own[3];
				assert_true(kiln_triangle_corners(asset, mesh, i, own));
				assert_memory_equal(own, corners[i - first], sizeof own);
				const kiln_source source = kiln_triangle_source(asset, mesh, i);
				assert_int_equal(records[i - first][0], source.face);
				assert_int_equal(records[i - first][1], source.part);
				assert_int_equal(records[i - first][2], source.material);
				assert_int_equal(records[i - first][3], kiln_triangle_edges(asset, mesh, i));
			}
		}
		free(corners);
		free(records);
	}
	float corner[9];
	uint32_t record[VIEW_TRIANGLE_RECORD];
	assert_int_equal(view_triangles(asset, asset->mesh_count, 0, 1, &corner, &record), 0);
	assert_int_equal(view_triangles(asset, 0, KILN_NONE, 1, &corner, &record), 0);
	shape_asset_free(&shapes);
}

static double area_of(const float t[9])
{
	const double a[3] = {(double)t[3] - (double)t[0], (double)t[4] - (double)t[1], (double)t[5] - (double)t[2]};
	const double b[3] = {(double)t[6] - (double)t[0], (double)t[7] - (double)t[1], (double)t[8] - (double)t[2]};
	const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
	return 0.5 * sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
}

/// Six times the volume of the tetrahedron of a triangle and the origin.
static double volume_of(const float t[9])
{
	const double x = (double)t[4] * (double)t[8] - (double)t[5] * (double)t[7];
	const double y = (double)t[5] * (double)t[6] - (double)t[3] * (double)t[8];
	const double z = (double)t[3] * (double)t[7] - (double)t[4] * (double)t[6];
	return (double)t[0] * x + (double)t[1] * y + (double)t[2] * z;
}

static void surfaces_of_solids_have_their_area_and_volume(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (int trial = 0; trial < 20; ++trial)
	{
		compound c;
		compound_make(&c, &random,
			&(compound_plan){
				.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 2, .grounds = 1, .spread = 3});
		const kiln_asset *asset = &c.scalar;
		for (uint32_t shape = 0; shape <= asset->shape_count; ++shape)
		{
			view_solid solid = {0};
			double area = 0, volume = 0;
			view_solid_triangles(&solid, asset, shape);
			assert_false(solid.lost);
			for (uint32_t i = 0; i < solid.count; ++i)
			{
				area += area_of(solid.triangles[i]);
				volume += volume_of(solid.triangles[i]) / 6;
			}
			if (shape == asset->shape_count || asset->shapes[shape].kind == KILN_SHAPE_MESH)
				assert_int_equal(solid.count, 0);
			else
			{
				const kiln_mass mass = kiln_shape_mass(asset, shape);
				const bool flat_faces =
					asset->shapes[shape].kind == KILN_SHAPE_HULL || asset->shapes[shape].kind == KILN_SHAPE_BOX;
				// Facets lie inside a round surface.
				const double share = flat_faces ? 1e-4 : 0.08;
				assert_true(fabs(area - (double)mass.area) <= share * (double)mass.area);
				assert_true(fabs(volume - (double)mass.volume) <= share * (double)mass.volume);
			}
			view_solid_free(&solid);
		}
		compound_free(&c);
	}
}

static void edge_lines_are_the_sides_of_their_kinds(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	const kiln_asset *asset = &shapes.asset;
	for (uint32_t mesh = 0; mesh <= asset->mesh_count; ++mesh)
	{
		uint32_t sum = 0;
		for (uint32_t kind = 0; kind < KILN_EDGE_KIND_END; ++kind)
		{
			view_lines lines = {0};
			uint32_t sides = 0;
			view_edge_lines(&lines, asset, mesh, 1u << kind);
			for (uint32_t i = 0; mesh < asset->mesh_count && i < asset->meshes[mesh].triangle_count; ++i)
			{
				for (uint32_t side = 0; side < 3; ++side)
					sides += kiln_format_edge_kind(kiln_triangle_edges(asset, mesh, i), side) == kind;
			}
			assert_int_equal(lines.count, sides);
			sum += lines.count;
			view_lines_free(&lines);
		}
		assert_int_equal(sum, mesh < asset->mesh_count ? 3 * asset->meshes[mesh].triangle_count : 0);
	}
	shape_asset_free(&shapes);
}

/// The area of a drawn box: the products of the lengths of edges that meet.
static double area_of_box(const float (*edges)[6])
{
	double lengths[3] = {0}, directions[3][3];
	int count = 0;
	for (int i = 0; i < 12 && count < 3; ++i)
	{
		double way[3], length2 = 0;
		bool known = false;
		for (int k = 0; k < 3; ++k)
		{
			way[k] = (double)edges[i][3 + k] - (double)edges[i][k];
			length2 += way[k] * way[k];
		}
		for (int j = 0; j < count; ++j)
		{
			const double dot = way[0] * directions[j][0] + way[1] * directions[j][1] + way[2] * directions[j][2];
			known = known || fabs(dot) > 0.5 * lengths[j] * sqrt(length2);
		}
		if (known || length2 == 0)
			continue;
		memcpy(directions[count], way, sizeof way);
		lengths[count++] = sqrt(length2);
	}
	return 2 * (lengths[0] * lengths[1] + lengths[1] * lengths[2] + lengths[2] * lengths[0]);
}

/// The cost of each level, against the boxes that are drawn: their shares, and of a mesh that of its own box.
static void shares_are_those_of_boxes_that_are_drawn(
	const kiln_asset *asset, const view_tree *tree, const view_level *levels)
{
	double areas[KILN_TREE_DEPTH_MAX] = {0}, sum = 0, whole = (double)tree->sah_cost;
	for (uint32_t k = 0; k < tree->depth; ++k)
	{
		view_lines lines = {0};
		view_tree_lines(&lines, asset, tree->mesh, KILN_TREE_OBB, k, k);
		for (uint32_t i = 0; i < lines.count; i += 12)
			areas[k] += area_of_box(lines.segments + i);
		sum += areas[k];
		view_lines_free(&lines);
	}
	for (uint32_t k = 0; k < tree->depth; ++k)
		assert_true(fabs(areas[k] / sum - (double)levels[k].sah / whole) <= 1e-4);
	if (tree->mesh == KILN_NONE)
		return;
	const float *min = asset->meshes[tree->mesh].bounds_min, *max = asset->meshes[tree->mesh].bounds_max;
	const double x = (double)max[0] - (double)min[0], y = (double)max[1] - (double)min[1];
	const double z = (double)max[2] - (double)min[2];
	assert_true(fabs(sum / (2 * (x * y + y * z + z * x)) - whole) <= 1e-4 * whole);
}

static void levels_of_trees_add_up(void **state)
{
	(void)state;
	uint64_t random = 3;
	compound c;
	compound_make(&c, &random,
		&(compound_plan){.hulls = 2,
			.grounds = 2,
			.copies = 2,
			.spread = 5,
			.trees = 1u << KILN_TREE_OBB | 1u << KILN_TREE_KDOP14 | 1u << KILN_TREE_KDOP18 | 1u << KILN_TREE_KDOP26 |
					 1u << KILN_TREE_SPHERE | 1u << KILN_TREE_RSS});
	const kiln_asset *asset = &c.scalar;
	const uint32_t count = view_trees(asset, NULL, 0);
	view_tree *trees = calloc(count, sizeof *trees);
	assert_int_equal(count, asset->mesh_count + 1 + asset->volume_tree_count);
	assert_int_equal(view_trees(asset, trees, count), count);
	for (uint32_t i = 0; i < count; ++i)
	{
		view_level levels[KILN_TREE_DEPTH_MAX];
		uint32_t nodes = 0, leaves = 0;
		double sah = 1;
		assert_int_equal(view_tree_levels(asset, trees[i].mesh, trees[i].kind, levels), trees[i].depth);
		for (uint32_t k = 0; k < trees[i].depth; ++k)
		{
			nodes += levels[k].nodes;
			leaves += levels[k].leaves;
			sah += (double)levels[k].sah;
		}
		assert_int_equal(nodes, trees[i].nodes);
		assert_int_equal(leaves, trees[i].leaves);
		// The cost of AABBs has the root itself.
		const double cost = (double)trees[i].sah_cost + (trees[i].kind == KILN_TREE_AABB ? 0 : 1);
		assert_true(fabs(sah - cost) <= 1e-5 * sah);
		if (trees[i].kind == KILN_TREE_OBB)
			shares_are_those_of_boxes_that_are_drawn(asset, &trees[i], levels);
		// Twelve lines draw a box: the children of every level are its nodes' children.
		view_lines lines = {0};
		view_tree_lines(&lines, asset, trees[i].mesh, trees[i].kind, 0, KILN_TREE_DEPTH_MAX);
		assert_true(lines.count > 0);
		if (trees[i].kind == KILN_TREE_AABB || trees[i].kind == KILN_TREE_OBB)
			assert_int_equal(lines.count, 12 * (nodes - 1 + leaves));
		view_lines_free(&lines);
	}
	view_level levels[KILN_TREE_DEPTH_MAX];
	assert_int_equal(view_tree_levels(asset, asset->mesh_count, KILN_TREE_AABB, levels), 0);
	assert_int_equal(view_tree_levels(asset, KILN_NONE, KILN_TREE_KIND_END, levels), 0);
	free(trees);
	compound_free(&c);
}

static void volumes_and_nodes_are_drawn_where_they_are(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	const kiln_asset *asset = &shapes.asset;
	for (uint32_t shape = 0; shape <= asset->shape_count; ++shape)
	{
		for (uint32_t kind = 0; kind <= VIEW_VOLUME_KDOP + 1; ++kind)
		{
			view_lines lines = {0};
			kiln_volumes volumes;
			view_volume_lines(&lines, asset, shape, false, kind);
			const bool has = kiln_shape_volumes(asset, shape, &volumes) && kind <= VIEW_VOLUME_KDOP;
			assert_int_equal(lines.count > 0, has);
			view_lines_free(&lines);
		}
	}
	view_lines lines = {0}, level = {0};
	uint32_t count = 0;
	for (; view_child_lines(&lines, asset, KILN_NONE, KILN_TREE_AABB, 0, count); ++count)
		assert_int_equal(lines.count, 12 * (count + 1));
	// Together they are the first level of the tree.
	view_tree_lines(&level, asset, KILN_NONE, KILN_TREE_AABB, 0, 0);
	assert_true(count > 0 && level.count == lines.count);
	assert_memory_equal(level.segments, lines.segments, lines.count * sizeof *lines.segments);
	view_lines_free(&level);
	assert_false(view_child_lines(&lines, asset, KILN_NONE, KILN_TREE_AABB, asset->scene->tree_count, 0));
	assert_false(view_child_lines(&lines, asset, asset->mesh_count, KILN_TREE_AABB, 0, 0));
	assert_false(view_child_lines(&lines, asset, 0, KILN_TREE_AABB, asset->meshes[0].tree_count, 0));
	assert_false(view_child_lines(&lines, asset, 0, KILN_TREE_KIND_END, 0, 0));
	assert_int_equal(lines.count, 12 * count);
	view_lines_free(&lines);
	shape_asset_free(&shapes);
}

static void questions_are_drawn_and_answered(void **state)
{
	(void)state;
	static const char *const lines[] = {"ray 0 50 0 0 -1 0", "rayall 0 50 0 0 -1 0 90", "closest 1 2 3",
		"sphere 0 0 0 20", "box 0 0 0 9 9 9", "capsule 0 0 0 1 2 3 5", "castsphere 0 50 0 1 0 -1 0",
		"castbox 0 50 0 1 1 1 0 -1 0", "castcapsule 0 50 0 1 50 0 1 0 -1 0", "contacts 0.1 0 0 0 0 0 1",
		"distance 900 0 0 0 0 0 1", "depth 0.1 0 0 0 0 0 1", "manifold 0.1 0 0 0 0 0 1",
		"toi 900 0 0 0 0 0 1 0 0 0 0 0 0 1"};
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	query_session *session = view_session_new(&shapes.asset, &shapes.asset, false, false, 0);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i)
	{
		view_lines question = {0}, answer = {0};
		assert_true(view_draw_line(&question, &answer, session, lines[i], strlen(lines[i]), 100, 1));
		assert_true(answer.count > 0);
		assert_true(question.count > 0 || strncmp(lines[i], "closest", 7) == 0);
		view_lines_free(&question);
		view_lines_free(&answer);
	}
	view_lines none = {0};
	assert_false(view_draw_line(&none, &none, session, "filter", 6, 1, 1));
	assert_false(view_draw_line(&none, &none, session, "ray 1", 5, 1, 1));
	assert_false(view_draw_line(&none, &none, session, "", 0, 1, 1));
	assert_int_equal(none.count, 0);
	view_session_end(session);
	shape_asset_free(&shapes);
}

static void entries_of_logs_are_replayed(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	_Alignas(8) uint8_t memory[8192];
	kiln_log *log;
	assert_int_equal(kiln_log_create(&log, memory, sizeof memory), KILN_OK);
	const kiln_ray ray = {.origin = {0, 50, 0}, .direction = {0, -1, 0}};
	kiln_log_add_ray(log, KILN_LOG_RAY_CLOSEST, &shapes.asset, KILN_NONE, &ray);
	kiln_log_add_ray(log, KILN_LOG_RAY_CLOSEST, &shapes.asset, 77, &ray);
	const kiln_log *opened;
	kiln_result result;
	uint32_t count;
	view_log_open(&result, &opened, &count, memory, sizeof memory);
	assert_int_equal(result.status, KILN_OK);
	assert_int_equal(count, 2);
	query_session *session = view_session_new(&shapes.asset, NULL, false, false, 0);
	view_log_summary summary;
	assert_true(view_log_entry(session, opened, 1, &summary));
	assert_true(summary.about_first && !summary.about_second && summary.number == 1 && summary.mesh == 77);
	assert_false(view_log_entry(session, opened, 2, &summary));
	char text[4096] = "";
	FILE *out = tmpfile();
	assert_non_null(out);
	for (uint32_t i = 0; i < 3; ++i)
		assert_true(view_replay(session, out, opened, i));
	rewind(out);
	(void)!fread(text, 1, sizeof text - 1, out);
	fclose(out);
	assert_non_null(strstr(text, "{\"number\":0,\"frame\":0,\"query\":\"ray-closest\",\"answer\":{\"hit\":"));
	assert_non_null(strstr(text, "{\"number\":1,\"frame\":0,\"query\":\"ray-closest\",\"error\":\"about a mesh"));
	view_lines question = {0}, answer = {0};
	assert_true(view_draw_replay(&question, &answer, session, opened, 0, 100, 1));
	assert_true(question.count > 0 && answer.count > 0);
	assert_false(view_draw_replay(&question, &answer, session, opened, 1, 100, 1));
	assert_false(view_draw_replay(&question, &answer, session, opened, 2, 100, 1));
	view_lines_free(&question);
	view_lines_free(&answer);
	memory[0] = 'x';
	view_log_open(&result, &opened, &count, memory, sizeof memory);
	assert_int_equal(result.status, KILN_E_NOT_KILN);
	assert_int_equal(count, 0);
	view_session_end(session);
	shape_asset_free(&shapes);
}

static void bodies_have_the_contacts_of_their_objects(void **state)
{
	(void)state;
	enum
	{
		ROOM = 512
	};
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	kiln_mesh_manifold *room = calloc(ROOM, sizeof *room), *expected = calloc(ROOM, sizeof *expected);
	view_touch *touches = calloc(ROOM, sizeof *touches);
	uint64_t random = 5;
	uint32_t found = 0;
	for (int trial = 0; trial < 60; ++trial)
	{
		const view_body body = {.kind = (view_body_kind)(trial % 3),
			.radius = 1.5f,
			.half_extents = {1, 2, 0.5f},
			.half_length = 2,
			.pose = {.translation = shape_point(&shapes, KILN_NONE, &random)}};
		const kiln_convex_shape own[3] = {{.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1.5f}},
			{.kind = KILN_CONVEX_AABB, .aabb = {{-1, -2, -0.5f}, {1, 2, 0.5f}}},
			{.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, -2, 0}, {0, 2, 0}, 1.5f}}};
		const kiln_convex_object object = {.shape = &own[trial % 3], .pose = body.pose};
		const kiln_mesh_contact_options options = {.skin = 0.1f, .both_sides = true};
		uint32_t count;
		assert_int_equal(kiln_scene_manifolds(&shapes.asset, &object, &options, expected, ROOM, &count), KILN_OK);
		assert_int_equal(view_body_manifolds(&shapes.asset, &body, 0.1f, room, touches, ROOM), count);
		for (uint32_t i = 0; i < count && i < ROOM; ++i)
		{
			assert_memory_equal(&touches[i].normal, &expected[i].manifold.normal, sizeof touches[i].normal);
			assert_int_equal(touches[i].count, expected[i].manifold.count);
			assert_int_equal(touches[i].triangle, expected[i].triangle);
			assert_int_equal(touches[i].node, expected[i].node);
		}
		found += count;
	}
	assert_true(found > 20);
	view_touch touch;
	view_body ball = {.kind = VIEW_BODY_SPHERE, .radius = 1}, other = ball;
	other.pose.translation.x = 1.5f;
	assert_true(view_body_pair(&ball, &other, 0, &touch));
	assert_true(touch.count == 1 && touch.normal.x < 0 && fabsf(touch.contacts[0].depth - 0.5f) < 1e-6f);
	other.pose.translation.x = 2.5f;
	assert_false(view_body_pair(&ball, &other, 0, &touch));
	other.radius = -1;
	assert_false(view_body_pair(&ball, &other, 0, &touch));
	free(room);
	free(expected);
	free(touches);
	shape_asset_free(&shapes);
}

static void boxes_have_an_index_until_they_are_removed(void **state)
{
	(void)state;
	const kiln_aabb box = {{0, 0, 0}, {1, 1, 1}}, empty = {{1, 0, 0}, {0, 1, 1}};
	kiln_broadphase *broadphase = view_broadphase_new(2, 1);
	assert_non_null(broadphase);
	assert_int_equal(view_broadphase_add(broadphase, &empty), KILN_NONE);
	const uint32_t first = view_broadphase_add(broadphase, &box), second = view_broadphase_add(broadphase, &box);
	assert_true(first != KILN_NONE && second != KILN_NONE && first != second);
	assert_int_equal(view_broadphase_add(broadphase, &box), KILN_NONE);
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
	assert_int_equal(pairs.count, 1);
	assert_false(view_broadphase_move(broadphase, first, &empty));
	assert_true(view_broadphase_move(broadphase, first, &(kiln_aabb){{5, 5, 5}, {6, 6, 6}}));
	assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
	assert_int_equal(pairs.count, 0);
	assert_true(view_broadphase_remove(broadphase, second));
	assert_false(view_broadphase_remove(broadphase, second));
	assert_false(view_broadphase_move(broadphase, 77, &box));
	free(broadphase);
	assert_null(view_broadphase_new(0, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bulk_triangles_are_those_of_single_calls),
		cmocka_unit_test(surfaces_of_solids_have_their_area_and_volume),
		cmocka_unit_test(edge_lines_are_the_sides_of_their_kinds),
		cmocka_unit_test(levels_of_trees_add_up),
		cmocka_unit_test(volumes_and_nodes_are_drawn_where_they_are),
		cmocka_unit_test(questions_are_drawn_and_answered),
		cmocka_unit_test(entries_of_logs_are_replayed),
		cmocka_unit_test(bodies_have_the_contacts_of_their_objects),
		cmocka_unit_test(boxes_have_an_index_until_they_are_removed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
