// SPDX-License-Identifier: MIT
#include "kiln/draw.h"
#include "kiln/school.h"

#include "support/asset_fixture.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LINES_MAX 4000

/// The lines of the last drawing.
typedef struct canvas
{
	uint64_t line_count, triangle_count;
	kiln_vec3 lines[LINES_MAX][2];
	kiln_vec3 triangles[LINES_MAX][3];
	kiln_draw draw;
} canvas;

static void assert_finite(kiln_vec3 point)
{
	assert_true(isfinite(point.x) && isfinite(point.y) && isfinite(point.z));
}

static void take_line(void *user, kiln_vec3 a, kiln_vec3 b, uint32_t color)
{
	canvas *it = user;
	assert_int_equal(color, 0xABCDEF);
	assert_finite(a);
	assert_finite(b);
	if (it->line_count < LINES_MAX)
	{
		it->lines[it->line_count][0] = a;
		it->lines[it->line_count][1] = b;
	}
	++it->line_count;
}

static void take_triangle(void *user, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c, uint32_t color)
{
	canvas *it = user;
	const kiln_vec3 corners[3] = {a, b, c};
	assert_int_equal(color, 0xABCDEF);
	for (int i = 0; i < 3; ++i)
		assert_finite(corners[i]);
	if (it->triangle_count < LINES_MAX)
		memcpy(it->triangles[it->triangle_count], corners, sizeof corners);
	++it->triangle_count;
}

static canvas *canvas_clear(void)
{
	static canvas it;
	it.line_count = it.triangle_count = 0;
	it.draw = (kiln_draw){take_line, take_triangle, &it, 0xABCDEF};
	return &it;
}

static double distance(kiln_vec3 a, kiln_vec3 b)
{
	double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
	return sqrt(x * x + y * y + z * z);
}

static void box_is_drawn_by_its_twelve_edges(void **state)
{
	(void)state;
	canvas *it = canvas_clear();
	kiln_aabb box = {{-1, 2, 3}, {4, 6, 10}};
	kiln_draw_aabb(&it->draw, &box);
	assert_int_equal(it->line_count, 12);
	double sum = 0;
	for (uint32_t i = 0; i < 12; ++i)
	{
		const kiln_vec3 *l = it->lines[i];
		int differ = (l[0].x != l[1].x) + (l[0].y != l[1].y) + (l[0].z != l[1].z);
		assert_int_equal(differ, 1);
		sum += distance(l[0], l[1]);
		for (int end = 0; end < 2; ++end)
		{
			assert_true(l[end].x == -1 || l[end].x == 4);
			assert_true(l[end].y == 2 || l[end].y == 6);
			assert_true(l[end].z == 3 || l[end].z == 10);
		}
		for (uint32_t k = 0; k < i; ++k)
			assert_memory_not_equal(it->lines[i], it->lines[k], sizeof it->lines[i]);
	}
	assert_true(sum == 4 * (5 + 4 + 7));
}

static void ball_is_drawn_on_its_surface(void **state)
{
	(void)state;
	canvas *it = canvas_clear();
	kiln_sphere ball = {{1, 2, 3}, 5};
	kiln_draw_sphere(&it->draw, &ball);
	assert_int_equal(it->line_count, 3 * KILN_DRAW_CIRCLE);
	for (uint32_t i = 0; i < it->line_count; ++i)
	{
		assert_true(fabs(distance(it->lines[i][0], ball.center) - 5) < 1e-5);
		if (i % KILN_DRAW_CIRCLE > 0)
			assert_memory_equal(&it->lines[i][0], &it->lines[i - 1][1], sizeof(kiln_vec3));
	}
}

/// Both ends must lie in all slabs, and on two of their planes.
static void check_edge(const kiln_kdop *kdop, uint32_t k, const kiln_vec3 line[2])
{
	static const float axes[13][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1},
		{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
	uint32_t on = 0;
	for (int axis = 0; axis < 13; ++axis)
	{
		bool wanted = axis < 3 || (axis < 7 ? k == 14 || k == 26 : k >= 18);
		float low = FLT_MAX, high = -FLT_MAX;
		for (int end = 0; end < 2; ++end)
		{
			float along = axes[axis][0] * line[end].x + axes[axis][1] * line[end].y + axes[axis][2] * line[end].z;
			low = fminf(low, along);
			high = fmaxf(high, along);
		}
		if (!wanted)
			continue;
		assert_true(low >= kdop->min[axis] - 1e-4f && high <= kdop->max[axis] + 1e-4f);
		on += fabsf(low - kdop->max[axis]) < 1e-4f && fabsf(high - kdop->max[axis]) < 1e-4f;
		on += fabsf(low - kdop->min[axis]) < 1e-4f && fabsf(high - kdop->min[axis]) < 1e-4f;
	}
	assert_true(on >= 2);
}

static void kdop_is_drawn_by_lines_on_two_of_its_planes(void **state)
{
	(void)state;
	static const uint32_t numbers[] = {6, 14, 18, 26};
	uint64_t random = 5;
	for (int trial = 0; trial < 200; ++trial)
	{
		uint32_t k = numbers[trial % 4];
		kiln_vec3 points[9];
		for (int i = 0; i < 9; ++i)
			points[i] = (kiln_vec3){fixture_random_unit(&random) * 4, fixture_random_unit(&random) * 3 - 1,
				fixture_random_unit(&random) * 2};
		kiln_kdop kdop = kiln_kdop_from_points(points, 9, 0, &(kiln_pose){0}, k);
		canvas *it = canvas_clear();
		kiln_draw_kdop(&it->draw, &kdop, k);
		assert_true(it->line_count >= 6);
		assert_true(k != 6 || it->line_count == 12);
		for (uint32_t i = 0; i < it->line_count; ++i)
			check_edge(&kdop, k, it->lines[i]);
	}
	kiln_kdop empty = {{1}, {0}};
	canvas *it = canvas_clear();
	kiln_draw_kdop(&it->draw, &empty, 14);
	kiln_draw_kdop(&it->draw, &empty, 15);
	assert_int_equal(it->line_count, 0);
}

static void asset_is_drawn_by_the_triangles_of_its_nodes(void **state)
{
	(void)state;
	fixture_blob blob;
	kiln_asset asset;
	assert_true(fixture_blob_small(&blob));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	kiln_pose pose = {.translation = {10, 20, 30}, .scale = 2};
	canvas *it = canvas_clear();
	kiln_draw_asset(&it->draw, &asset, &pose);
	uint64_t expected = 0;
	for (uint32_t n = 0; n < asset.node_count; ++n)
	{
		const kiln_format_node *node = &asset.nodes[n];
		const float *m = node->to_asset;
		for (uint32_t i = 0; i < asset.meshes[node->mesh].triangle_count; ++i, ++expected)
		{
			kiln_vec3 c[3];
			kiln_triangle_corners(&asset, node->mesh, i, c);
			for (int k = 0; k < 3 && expected < LINES_MAX; ++k)
			{
				// The last two corners of a mirrored node's triangles are exchanged back.
				int from = k > 0 && (node->flags & KILN_NODE_MIRRORED) ? 3 - k : k;
				kiln_vec3 p = c[from], to = it->triangles[expected][k];
				float x = 10 + 2 * (m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3]);
				float y = 20 + 2 * (m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7]);
				float z = 30 + 2 * (m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]);
				assert_true(distance(to, (kiln_vec3){x, y, z}) < 1e-4);
			}
		}
	}
	assert_int_equal(it->triangle_count, expected);
	assert_int_equal(it->line_count, 0);
	it = canvas_clear();
	it->draw.triangle = NULL;
	kiln_draw_asset(&it->draw, &asset, NULL);
	assert_int_equal(it->line_count, 3 * expected);
	it->draw.line = NULL;
	kiln_draw_asset(&it->draw, &asset, NULL);
	assert_int_equal(it->line_count, 3 * expected);
	fixture_blob_free(&blob);
}

static void levels_of_a_tree_add_up_to_all_of_it(void **state)
{
	(void)state;
	static const struct
	{
		kiln_tree_kind kind;
		uint32_t lines; ///< of a volume; 0: any number
	} kinds[] = {{KILN_TREE_AABB, 12}, {KILN_TREE_OBB, 12}, {KILN_TREE_KDOP14, 0}, {KILN_TREE_KDOP18, 0},
		{KILN_TREE_KDOP26, 0}, {KILN_TREE_SPHERE, 3 * KILN_DRAW_CIRCLE}, {KILN_TREE_RSS, 3 * KILN_DRAW_CIRCLE}};
	for (int scene = 0; scene < 2; ++scene)
	{
		fixture_blob blob;
		kiln_asset asset;
		assert_true(fixture_blob_deep_volumes(&blob, scene, FIXTURE_DEEP_LAST));
		assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
		{
			uint64_t sum = 0, levels = 0;
			for (uint32_t level = 0; level < KILN_TREE_DEPTH_MAX; ++level)
			{
				canvas *it = canvas_clear();
				kiln_draw_tree(&it->draw, &asset, scene ? KILN_NONE : 0, kinds[i].kind, level, level, NULL);
				sum += it->line_count;
				levels += it->line_count > 0;
				assert_true(kinds[i].lines == 0 || it->line_count % kinds[i].lines == 0);
			}
			canvas *it = canvas_clear();
			kiln_draw_tree(&it->draw, &asset, scene ? KILN_NONE : 0, kinds[i].kind, 0, UINT32_MAX, NULL);
			assert_int_equal(it->line_count, sum);
			assert_true(levels > 2);
			kiln_draw_tree(&it->draw, &asset, asset.mesh_count, kinds[i].kind, 0, UINT32_MAX, NULL);
			assert_int_equal(it->line_count, sum);
		}
		fixture_blob_free(&blob);
	}
}

static void boxes_of_the_last_level_hold_every_triangle(void **state)
{
	(void)state;
	fixture_blob blob;
	kiln_asset asset;
	assert_true(fixture_blob_small(&blob));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	canvas *it = canvas_clear();
	kiln_draw_tree(&it->draw, &asset, 0, KILN_TREE_AABB, 0, 0, NULL);
	for (uint32_t i = 0; i < asset.meshes[0].triangle_count; ++i)
	{
		kiln_vec3 c[3];
		bool held = false;
		kiln_triangle_corners(&asset, 0, i, c);
		for (uint64_t first = 0; first < it->line_count; first += 12)
		{
			float low[3] = {FLT_MAX, FLT_MAX, FLT_MAX}, high[3] = {-FLT_MAX, -FLT_MAX, -FLT_MAX};
			for (uint64_t l = first; l < first + 12; ++l)
				for (int axis = 0; axis < 3; ++axis)
				{
					low[axis] = fminf(low[axis], (&it->lines[l][0].x)[axis]);
					high[axis] = fmaxf(high[axis], (&it->lines[l][1].x)[axis]);
				}
			bool in = true;
			for (int k = 0; k < 3; ++k)
				for (int axis = 0; axis < 3; ++axis)
					in &= (&c[k].x)[axis] >= low[axis] && (&c[k].x)[axis] <= high[axis];
			held |= in;
		}
		assert_true(held);
	}
	fixture_blob_free(&blob);
}

static void convex_objects_are_drawn_by_edges_or_curves(void **state)
{
	(void)state;
	const struct
	{
		kiln_convex_shape shape;
		uint32_t lines;
	} cases[] = {
		{{.kind = KILN_CONVEX_POINT}, 3},
		{{.kind = KILN_CONVEX_SEGMENT, .segment = {{0, 0, 0}, {1, 0, 0}}}, 1},
		{{.kind = KILN_CONVEX_TRIANGLE, .triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}, 3},
		{{.kind = KILN_CONVEX_TETRAHEDRON, .tetrahedron = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}, 6},
		{{.kind = KILN_CONVEX_AABB, .aabb = {{0, 0, 0}, {1, 1, 1}}}, 12},
		{{.kind = KILN_CONVEX_AABB, .aabb = {{0, 0, 0}, {1, 1, 1}}, .margin = 0.5f}, 3 * KILN_DRAW_CIRCLE},
		{{.kind = KILN_CONVEX_POINT, .margin = 2}, 3 * KILN_DRAW_CIRCLE},
		{{.kind = KILN_CONVEX_RECTANGLE, .rectangle = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}}, {1, 2}}}, 4},
		{{.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, 0, 0}, {1, 0, 0}, 1}}, 3 * KILN_DRAW_CIRCLE},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		canvas *it = canvas_clear();
		kiln_convex_object object = {.shape = &cases[i].shape, .pose = {.translation = {100, 0, 0}}};
		kiln_draw_convex(&it->draw, &object, 1);
		assert_int_equal(it->line_count, cases[i].lines);
		for (uint32_t l = 0; l < it->line_count; ++l)
			assert_true(it->lines[l][0].x > 96 && it->lines[l][0].x < 104);
		object.pose.scale = NAN;
		kiln_draw_convex(&it->draw, &object, 1);
		assert_int_equal(it->line_count, cases[i].lines);
	}
}

static void queries_and_answers_are_drawn(void **state)
{
	(void)state;
	canvas *it = canvas_clear();
	kiln_ray ray = {.origin = {1, 0, 0}, .direction = {0, 2, 0}};
	kiln_hit hit = {.hit = true, .t = 3, .point = {1, 6, 0}, .normal = {0, -1, 0}};
	kiln_draw_ray(&it->draw, &ray, &hit, 50, 2);
	assert_int_equal(it->line_count, 2);
	assert_true(it->lines[0][1].y == 6 && it->lines[1][1].y == 4);
	it = canvas_clear();
	kiln_draw_ray(&it->draw, &ray, NULL, 50, 2);
	assert_true(it->line_count == 1 && it->lines[0][1].y == 50);
	kiln_convex_shape shape = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	kiln_convex_object object = {.shape = &shape};
	it = canvas_clear();
	kiln_draw_cast(&it->draw, &object, &(kiln_motion){{1, 0, 0}, 7}, NULL, 50, 1);
	assert_int_equal(it->line_count, 25);
	assert_true(it->lines[24][1].x == 7);
	it = canvas_clear();
	kiln_point_query point = {{0, 0, 0}, 0};
	kiln_closest closest = {.found = true, .point = {0, 0, 9}};
	kiln_draw_closest(&it->draw, &point, &closest, 1);
	assert_true(it->line_count == 4 && it->lines[3][1].z == 9);
	kiln_manifold manifold = {.normal = {0, 1, 0}, .count = 2};
	it = canvas_clear();
	kiln_draw_manifold(&it->draw, &manifold, 1);
	assert_int_equal(it->line_count, 2 * 7);
}

static void logged_convex_object_is_drawn_as_the_object(void **state)
{
	(void)state;
	static kiln_vec3 expected[LINES_MAX][2];
	_Alignas(8) uint8_t memory[2048];
	kiln_log *log = NULL;
	assert_int_equal(kiln_log_create(&log, memory, sizeof memory), KILN_OK);
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_CONE, .cone = {{0, 1, 0}, {0, -1, 0}, 0.5f}, .margin = 0.1f};
	const kiln_convex_object object = {.shape = &shape, .pose = {{0, 0, 0.6f, 0.8f}, {3, 4, 5}, 2}};
	const kiln_motion motion = {{1, 2, 3}, 4};
	for (int moves = 0; moves < 2; ++moves)
	{
		canvas *it = canvas_clear();
		if (moves)
			kiln_draw_cast(&it->draw, &object, &motion, NULL, 10, 1);
		else
			kiln_draw_convex(&it->draw, &object, 1);
		uint64_t count = it->line_count;
		assert_in_range(count, 1, LINES_MAX);
		memcpy(expected, it->lines, sizeof expected);
		kiln_log_add_convex(log, NULL, KILN_NONE, &object, moves ? &motion : NULL);
		it = canvas_clear();
		kiln_draw_log_entry(&it->draw, kiln_log_at(log, (uint32_t)moves), NULL, NULL, 10, 1);
		assert_int_equal(it->line_count, count);
		assert_memory_equal(it->lines, expected, count * sizeof *expected);
	}
	// A kind that no log has.
	kiln_log_entry odd = *kiln_log_at(log, 0);
	odd.arguments.convex.kind = KILN_CONVEX_POINTS;
	canvas *it = canvas_clear();
	kiln_draw_log_entry(&it->draw, &odd, NULL, NULL, 10, 1);
	assert_int_equal(it->line_count, 0);
}

static void every_kind_of_logged_query_is_drawn(void **state)
{
	(void)state;
	fixture_blob blob;
	kiln_asset asset;
	assert_true(fixture_blob_small(&blob));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	for (uint32_t kind = KILN_LOG_RAY_CLOSEST; kind < KILN_LOG_KIND_END; ++kind)
	{
		canvas *it = canvas_clear();
		kiln_log_entry entry = {.kind = kind};
		// Eight valid numbers for each kind: ones, with sizes and a rotation among them.
		for (int i = 0; i < 16; ++i)
			memcpy(entry.arguments.bytes + 4 * i, &(float){1}, sizeof(float));
		if (kind >= KILN_LOG_PAIR_COLLIDE)
			entry.arguments.pair = (kiln_log_pair){.shape_a = KILN_NONE};
		kiln_draw_log_entry(&it->draw, &entry, &asset, &asset, 10, 1);
		assert_true(it->line_count > 0);
	}
	fixture_blob_free(&blob);
}

static void whatever_is_drawn_is_finite(void **state)
{
	(void)state;
	static const float odd[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0, 1, FLT_TRUE_MIN};
	uint64_t random = 11;
	fixture_blob blob;
	kiln_asset asset;
	assert_true(fixture_blob_small(&blob));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	for (int trial = 0; trial < 4000; ++trial)
	{
		// One unusual number among ones, or all of them unusual, or all bits set: every drawn number must be finite.
		canvas *it = canvas_clear();
		kiln_log_entry entry = {
			.kind = KILN_LOG_RAY_CLOSEST + (uint32_t)trial % (KILN_LOG_KIND_END - KILN_LOG_RAY_CLOSEST)};
		const size_t count = sizeof entry.arguments / sizeof(float);
		const size_t one = fixture_random(&random) % count;
		for (size_t i = 0; i < count; ++i)
		{
			float number = i == one || trial % 3 == 0 ? odd[fixture_random(&random) % 8] : 1;
			memcpy((uint8_t *)&entry.arguments + i * sizeof number, &number, sizeof number);
		}
		if (trial % 50 == 49)
			memset(&entry.arguments, 0xFF, sizeof entry.arguments);
		kiln_draw_log_entry(&it->draw, &entry, &asset, &asset, trial % 7 ? 10 : INFINITY, trial % 5 ? 1 : NAN);
		float numbers[6];
		for (int i = 0; i < 6; ++i)
			numbers[i] = odd[fixture_random(&random) % 8];
		const kiln_aabb box = {{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}};
		const kiln_sphere ball = {box.min, numbers[3]};
		const kiln_obb turned = {
			.center = box.max, .axes = {box.min, {0, 1, 0}, {0, 0, 1}}, .half_extents = {1, numbers[0], 1}};
		const kiln_pose pose = {.translation = box.min, .scale = numbers[5]};
		kiln_kdop kdop = {{0}, {0}};
		for (int i = 0; i < 13; ++i)
		{
			kdop.min[i] = -1;
			kdop.max[i] = i < 6 ? numbers[i] : 1;
		}
		kiln_draw_aabb(&it->draw, &box);
		kiln_draw_sphere(&it->draw, &ball);
		kiln_draw_obb(&it->draw, &turned);
		kiln_draw_kdop(&it->draw, &kdop, 14);
		if (trial % 100 == 0)
			kiln_draw_asset(&it->draw, &asset, &pose);
	}
	fixture_blob_free(&blob);
}

static void an_infinite_box_is_drawn_where_it_is_seen(void **state)
{
	(void)state;
	const float most = KILN_COORDINATE_MAX;
	canvas *it = canvas_clear();
	kiln_draw_aabb(&it->draw, &(kiln_aabb){{-INFINITY, 2, -INFINITY}, {1, INFINITY, INFINITY}});
	assert_int_equal(it->line_count, 12);
	for (uint32_t i = 0; i < 12; ++i)
		for (int end = 0; end < 2; ++end)
		{
			const kiln_vec3 p = it->lines[i][end];
			assert_true((p.x == -most || p.x == 1) && (p.y == 2 || p.y == most) && (p.z == -most || p.z == most));
		}
	// Beyond this limit it is flat.
	it = canvas_clear();
	kiln_draw_aabb(&it->draw, &(kiln_aabb){{4 * most, 0, 0}, {INFINITY, 1, 1}});
	assert_int_equal(it->line_count, 12);
	for (uint32_t i = 0; i < 12; ++i)
		assert_true(it->lines[i][0].x == 4 * most && it->lines[i][1].x == 4 * most);
}

static void broadphase_is_drawn_by_the_boxes_of_its_proxies(void **state)
{
	(void)state;
	kiln_broadphase_options options = {.method = &kiln_broadphase_brute_force, .capacity = 10};
	size_t size = kiln_broadphase_size(&options);
	void *memory = fixture_memory(size);
	kiln_broadphase *broadphase;
	assert_int_equal(kiln_broadphase_create(&broadphase, memory, size, &options), KILN_OK);
	kiln_proxy proxies[6];
	for (int i = 0; i < 6; ++i)
		assert_int_equal(
			kiln_broadphase_add(broadphase, &(kiln_aabb){{(float)i, 0, 0}, {(float)i + 1, 1, 1}}, NULL, &proxies[i]),
			KILN_OK);
	kiln_broadphase_update(broadphase, NULL);
	kiln_broadphase_remove(broadphase, proxies[0]);
	kiln_broadphase_remove(broadphase, proxies[3]);
	canvas *it = canvas_clear();
	kiln_draw_broadphase(&it->draw, broadphase);
	assert_int_equal(it->line_count, 4 * 12);
	assert_true(it->lines[0][0].x == 1);
	free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(box_is_drawn_by_its_twelve_edges),
		cmocka_unit_test(ball_is_drawn_on_its_surface),
		cmocka_unit_test(kdop_is_drawn_by_lines_on_two_of_its_planes),
		cmocka_unit_test(asset_is_drawn_by_the_triangles_of_its_nodes),
		cmocka_unit_test(levels_of_a_tree_add_up_to_all_of_it),
		cmocka_unit_test(boxes_of_the_last_level_hold_every_triangle),
		cmocka_unit_test(convex_objects_are_drawn_by_edges_or_curves),
		cmocka_unit_test(queries_and_answers_are_drawn),
		cmocka_unit_test(logged_convex_object_is_drawn_as_the_object),
		cmocka_unit_test(every_kind_of_logged_query_is_drawn),
		cmocka_unit_test(broadphase_is_drawn_by_the_boxes_of_its_proxies),
		cmocka_unit_test(whatever_is_drawn_is_finite),
		cmocka_unit_test(an_infinite_box_is_drawn_where_it_is_seen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
