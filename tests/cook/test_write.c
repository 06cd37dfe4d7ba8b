// SPDX-License-Identifier: MIT
#include "cook/cook.h"
#include "job/text.h"
#include "platform/platform.h"
#include "scene/instance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static double random_between(uint32_t *seed, double low, double high)
{
	return low + (high - low) * (double)next_random(seed) / 16777216.0;
}

static void the_inverse_inverts_the_rounded_matrix(void **state)
{
	(void)state;
	uint32_t seed = 3;
	int instances = 0;
	for (int round = 0; round < 2000; ++round)
	{
		double m[12];
		double size = pow(10, random_between(&seed, -8, 8));
		for (int i = 0; i < 12; ++i)
			m[i] = random_between(&seed, -size, size);
		kiln_format_node node = {0};
		cook_place place = cook_place_node(m, &node);
		if (place != COOK_PLACE_INSTANCE)
			continue;
		++instances;
		double determinant = 0;
		for (int i = 0; i < 3; ++i)
		{
			int j = (i + 1) % 3, k = (i + 2) % 3;
			determinant += (double)node.to_asset[i] * ((double)node.to_asset[4 + j] * (double)node.to_asset[8 + k] -
														  (double)node.to_asset[4 + k] * (double)node.to_asset[8 + j]);
		}
		assert_int_equal(determinant < 0, (node.flags & KILN_NODE_MIRRORED) != 0);
		for (int row = 0; row < 3; ++row)
			for (int column = 0; column < 4; ++column)
			{
				double sum = column == 3 ? (double)node.to_mesh[row * 4 + 3] : 0, most = fabs(sum) + 1;
				for (int k = 0; k < 3; ++k)
				{
					double product = (double)node.to_mesh[row * 4 + k] * (double)node.to_asset[k * 4 + column];
					sum += product;
					most += fabs(product);
				}
				assert_true(fabs(sum - (row == column ? 1 : 0)) <= 1.2e-7 * most);
			}
	}
	assert_true(instances > 1900);
}

static void condition_not_scale_decides_about_baking(void **state)
{
	(void)state;
	const double sizes[] = {1e-17, 1e-6, 1, 1e6, 1e18};
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i)
	{
		double s = sizes[i];
		kiln_format_node node = {0};
		const double good[12] = {s, 0, 0, 0, 0, s * 1e-5, 0, 0, 0, 0, s, 0};
		const double thin[12] = {s, 0, 0, 0, 0, s * 1e-7, 0, 0, 0, 0, s, 0};
		const double same[12] = {s, s, 0, 0, s, s, 0, 0, 0, 0, s, 0};
		assert_int_equal(cook_place_node(good, &node), COOK_PLACE_INSTANCE);
		assert_int_equal(cook_place_node(thin, &node), COOK_PLACE_BAKE);
		assert_int_equal(node.flags, KILN_NODE_IDENTITY);
		assert_int_equal(cook_place_node(same, &node), COOK_PLACE_BAKE);
	}
	kiln_format_node node = {0};
	assert_int_equal(cook_place_node((const double[12]){0}, &node), COOK_PLACE_BAKE);
	for (int i = 0; i < 4; ++i)
	{
		const double ends[4] = {1e-42, 0x1.fffffep-61, 0x1.000002p60, 1e38}, s = ends[i];
		const double extreme[12] = {s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0};
		assert_int_equal(cook_place_node(extreme, &node), COOK_PLACE_BAKE);
	}
	const double nan[12] = {1, 0, 0, NAN, 0, 1, 0, 0, 0, 0, 1, 0};
	assert_int_equal(cook_place_node(nan, &node), COOK_PLACE_NOT_FINITE);
	const double huge[12] = {1, 0, 0, 1e39, 0, 1, 0, 0, 0, 0, 1, 0};
	assert_int_equal(cook_place_node(huge, &node), COOK_PLACE_OVERFLOW);
}

static void boxes_of_nodes_are_conservative_and_tight(void **state)
{
	(void)state;
	uint32_t seed = 11;
	for (int round = 0; round < 500; ++round)
	{
		double m[12];
		float v[20][3];
		double size = pow(10, random_between(&seed, -5, 5)), far = pow(10, random_between(&seed, -5, 5));
		for (int i = 0; i < 12; ++i)
			m[i] = i % 4 == 3 ? random_between(&seed, -far, far) : random_between(&seed, -size, size);
		for (int i = 0; i < 60; ++i)
			v[i / 3][i % 3] = (float)random_between(&seed, -far, far);
		kiln_format_node node = {0};
		if (cook_place_node(m, &node) != COOK_PLACE_INSTANCE)
			continue;
		assert_true(cook_place_bounds(&node, (const float(*)[3])v, 20));
		float min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY};
		for (int i = 0; i < 20; ++i)
		{
			kiln_vec3 p = kiln_transform_point(node.to_asset, (kiln_vec3){v[i][0], v[i][1], v[i][2]});
			const float q[3] = {p.x, p.y, p.z};
			for (int axis = 0; axis < 3; ++axis)
			{
				assert_true(q[axis] >= node.bounds_min[axis] && q[axis] <= node.bounds_max[axis]);
				min[axis] = q[axis] < min[axis] ? q[axis] : min[axis];
				max[axis] = q[axis] > max[axis] ? q[axis] : max[axis];
			}
		}
		// A well-conditioned node's box is wider only by the need of float32.
		float reach = 0;
		for (int axis = 0; axis < 3; ++axis)
			reach = fmaxf(reach, fmaxf(fabsf(node.bounds_min[axis]), fabsf(node.bounds_max[axis])));
		double condition = 0;
		for (int i = 0; i < 9; ++i)
			condition += fabs((double)node.to_asset[i / 3 * 4 + i % 3]) * fabs((double)node.to_mesh[i % 3 * 4 + i / 3]);
		if (condition < 10)
			for (int axis = 0; axis < 3; ++axis)
				assert_true(max[axis] - node.bounds_max[axis] >= -2e-4f * (reach + (float)(size * far)));
	}
}

static void an_identity_keeps_the_exact_box(void **state)
{
	(void)state;
	const float v[3][3] = {{-0.1f, 3, -0.0f}, {0.3f, 1e-40f, 0}, {0, 2, 1e12f}};
	kiln_format_node node = {0};
	const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	assert_int_equal(cook_place_node(identity, &node), COOK_PLACE_INSTANCE);
	assert_true(cook_place_bounds(&node, v, 3));
	assert_true(node.bounds_min[0] == -0.1f && node.bounds_max[0] == 0.3f);
	assert_true(node.bounds_min[1] == 1e-40f && node.bounds_max[1] == 3);
	assert_true(node.bounds_min[2] == 0 && !signbit(node.bounds_min[2]) && node.bounds_max[2] == 1e12f);
	const float far[1][3] = {{0, 0, 3e12f}};
	assert_false(cook_place_bounds(&node, far, 1));
}

static void names_stand_once_and_survive_growth(void **state)
{
	(void)state;
	const kilncook_context context = {0};
	cook_names names = {0};
	uint32_t offsets[3000];
	char name[32];
	assert_int_equal(cook_names_add(&context, &names, NULL), KILN_NONE);
	assert_int_equal(cook_names_add(&context, &names, ""), KILN_NONE);
	for (int i = 0; i < 3000; ++i)
	{
		snprintf(name, sizeof name, "name %d", i);
		offsets[i] = cook_names_add(&context, &names, name);
	}
	for (int i = 0; i < 3000; ++i)
	{
		snprintf(name, sizeof name, "name %d", i);
		assert_int_equal(cook_names_add(&context, &names, name), offsets[i]);
		assert_string_equal(cook_names_get(&names, offsets[i]), name);
	}
	assert_int_equal(names.count, 3000);
	assert_false(names.failed);
	assert_string_equal(cook_names_get(&names, KILN_NONE), "");
	cook_names_free(&context, &names);
}

static void text_grows_and_escapes(void **state)
{
	(void)state;
	const kilncook_context context = {0};
	cook_text text = {.context = &context};
	kilncook_blob blob;
	for (int i = 0; i < 1000; ++i)
		cook_text_print(&text, "%d,", i);
	cook_text_json(&text, "a\"b\\c\n\x7f\xc3\xa4");
	cook_text_json(&text, NULL);
	assert_int_equal(cook_text_finish(&text, &blob), KILNCOOK_OK);
	assert_non_null(strstr((const char *)blob.data, "998,999,\"a\\\"b\\\\c\\u000a\\u007f\xc3\xa4\"\"\""));
	assert_int_equal(strlen((const char *)blob.data), blob.size);
	kilncook_blob_free(&context, &blob);
}

/// Prints the options' words, in 512 bytes.
static void describe_options(const kilncook_options *options, char *out)
{
	const kilncook_context context = {0};
	cook_text text = {.context = &context};
	kilncook_blob words;
	cook_options_text(options, &text);
	assert_int_equal(cook_text_finish(&text, &words), KILNCOOK_OK);
	assert_in_range(words.size, 1, 511);
	memcpy(out, words.data, words.size + 1);
	kilncook_blob_free(&context, &words);
}

static void equal_effects_have_equal_options(void **state)
{
	(void)state;
	const kilncook_context context = {0};
	const kilncook_options given[] = {{0}, {.scale = 1}, {.trees = 1u << KILNCOOK_TREE_AABB},
		{.split_axis = KILNCOOK_SPLIT_AXIS_VARIANCE}, {.tree_width = 8}, {.weld = -0.0}, {.shape = KILNCOOK_SHAPE_MESH},
		{.hull_error = -0.0}, {.flat_edge = -0.0}, {.flat_edge = KILNCOOK_FLAT_EDGE_DEFAULT}};
	kilncook_options effective;
	char first[512], text[512];
	assert_int_equal(cook_options_check(&context, NULL, &effective), KILNCOOK_OK);
	describe_options(&effective, first);
	for (size_t i = 0; i < sizeof given / sizeof given[0]; ++i)
	{
		assert_int_equal(cook_options_check(&context, &given[i], &effective), KILNCOOK_OK);
		describe_options(&effective, text);
		assert_string_equal(text, first);
	}
	const kilncook_options values = {.shape = KILNCOOK_SHAPE_CYLINDER, .weld = 0.25, .tag = 7, .material = "a, b"};
	const kilncook_rule rules[3] = {
		{KILNCOOK_RULE_NODE, "a b*", 1u << KILNCOOK_KEY_SHAPE | 1u << KILNCOOK_KEY_MATERIAL, &values, NULL, NULL},
		{KILNCOOK_RULE_NAME, "C_{mesh}", 0, &values, "unseen", NULL},
		{KILNCOOK_RULE_MATERIAL, "?=", 1u << KILNCOOK_KEY_TAG, &values, NULL, NULL}};
	const kilncook_options other = {.weld = 0.1,
		.shape = KILNCOOK_SHAPE_HULL,
		.rules = rules,
		.rule_count = 3,
		.names = KILNCOOK_NAMES_GODOT | KILNCOOK_NAMES_LOD,
		.names_win = true,
		.lod = KILNCOOK_LOD_LAST,
		.tag = 5,
		.hull_vertices = 64,
		.hull_faces = 4,
		.hull_error = 0.125,
		.hull_inner = true,
		.unit = 1e-12,
		.scale = 1.0 / 3,
		.up = KILNCOOK_AXIS_Z,
		.art_up = KILNCOOK_AXIS_X,
		.flip = true,
		.split = KILNCOOK_SPLIT_OBJECT_MEDIAN,
		.split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE,
		.leaf_size = 8,
		.optimize = 64,
		.rotate = 3,
		.tree_width = 3,
		.deformable = true,
		.flat_edge = KILNCOOK_FLAT_EDGE_EXACT};
	assert_int_equal(cook_options_check(&context, &other, &effective), KILNCOOK_OK);
	describe_options(&effective, text);
	assert_string_equal(text,
		"shape=hull hull-vertices=64 hull-faces=4 "
		"hull-error=0.125 hull-inner=1 tree=aabb weld=0.10000000000000001 unit=9.9999999999999998e-13 "
		"scale=0.33333333333333331 up=z art-up=x flip=1 build=top-down split=object-median "
		"axis=covariance rotate=3 optimize=64 leaf=8 width=3 deformable=1 flat-edge=0 names=godot,lod "
		"names-win=1 lod=last tag=5 node:a%20b*:shape=cylinder,material=a%2C%20b name:C_{mesh} material:?%3D:tag=7");
	const kilncook_options trees = {.trees = KILNCOOK_TREES_AUTO | 1u << KILNCOOK_TREE_OBB,
		.method = KILNCOOK_METHOD_PLOC,
		.split = KILNCOOK_SPLIT_MEAN};
	assert_int_equal(cook_options_check(&context, &trees, &effective), KILNCOOK_OK);
	describe_options(&effective, text);
	assert_non_null(strstr(text, " tree=obb,auto "));
	assert_non_null(strstr(text, " build=ploc split=sah axis=longest rotate=0 "));
}

static bool file_holds(const char *path, const char *text)
{
	char bytes[64] = "";
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	bytes[fread(bytes, 1, sizeof bytes - 1, file)] = 0;
	fclose(file);
	return strcmp(bytes, text) == 0;
}

static void a_file_is_replaced_at_once_or_not_at_all(void **state)
{
	(void)state;
	const kilncook_context context = {0};
	char path[64], reason[PLATFORM_REASON];
	snprintf(path, sizeof path, "/tmp/kiln-test-write-%p", (void *)&path);
	assert_int_equal(kilncook_write_atomic(&context, path, "old", 3), KILNCOOK_OK);
	assert_true(file_holds(path, "old"));
	platform_output output;
	assert_true(platform_output_open(&output, path, reason));
	assert_true(platform_output_write(&output, "new and longer", 14, reason));
	assert_true(file_holds(path, "old"));
	// The file has no name, or a temporary name.
	char temporary[128];
	assert_true(output.unnamed == !output.temporary);
	snprintf(temporary, sizeof temporary, "%s", output.temporary ? output.temporary : "/nowhere");
	platform_output_discard(&output);
	platform_output_discard(&output);
	assert_true(file_holds(path, "old"));
	assert_int_equal(platform_file_kind(temporary, NULL, NULL), PLATFORM_MISSING);
	assert_int_equal(kilncook_write_atomic(&context, path, "new and longer", 14), KILNCOOK_OK);
	assert_true(file_holds(path, "new and longer"));
	char below[128];
	snprintf(below, sizeof below, "%s/under-a-file", path);
	assert_int_equal(kilncook_write_atomic(&context, below, "x", 1), KILNCOOK_IO);
	assert_int_equal(kilncook_write_atomic(&context, "/tmp", "x", 1), KILNCOOK_IO);
	assert_int_equal(kilncook_write_atomic(&context, "/tmp/", "x", 1), KILNCOOK_IO);
	assert_int_equal(kilncook_write_atomic(&context, "", "x", 1), KILNCOOK_IO);
	assert_int_equal(remove(path), 0);
}

/// The task of isolated work.
typedef struct task
{
	int kind;
	char line[64];
	int lines;
	size_t bytes; ///< bytes that arrived
	size_t most;  ///< bytes that are accepted
} task;

static int do_task(void *user, platform_channel *channel)
{
	task *t = user;
	platform_channel_send(channel, "begun");
	if (t->kind == 1)
		abort();
	if (t->kind == 2)
		for (double start = platform_seconds(); platform_seconds() < start + 30;)
			if (platform_channel_stop(channel))
				break;
	if (t->kind == 3)
		_Exit(0);
	if (t->kind == 4)
		for (int i = 0; i < 20000; ++i)
			platform_channel_send(channel, "a line that is long enough for the pipe to fill up");
	static const uint8_t block[5000];
	if (t->kind == 5)
		for (int i = 0; i < 400; ++i)
			platform_channel_data(channel, block, sizeof block);
	if (t->kind == 6)
	{
		char text[32];
		snprintf(text, sizeof text, "%llu", (unsigned long long)platform_memory_grant((uint64_t)t->most));
		platform_channel_send(channel, text);
	}
	return 42;
}

static bool count_data(void *user, const void *bytes, size_t size)
{
	task *t = user;
	(void)bytes;
	t->bytes += size;
	return t->bytes <= t->most;
}

static void count_line(void *user, const char *line)
{
	task *t = user;
	++t->lines;
	snprintf(t->line, sizeof t->line, "%s", line);
}

static platform_outcome run_task(task *t, int kind, double seconds, bool apart)
{
	*t = (task){.kind = kind};
	return platform_isolate(&(platform_job){
		.work = do_task, .line = count_line, .user = t, .limits = {.seconds = seconds}, .apart = apart});
}

static void work_apart_may_crash_hang_leave_or_talk(void **state)
{
	(void)state;
	task t;
	platform_outcome outcome = run_task(&t, 0, 0, true);
	assert_int_equal(outcome.end, PLATFORM_END_DONE);
	assert_int_equal(outcome.code, 42);
	assert_int_equal(t.lines, 1);
	assert_string_equal(t.line, "begun");
	outcome = run_task(&t, 1, 0, true);
	assert_int_equal(outcome.end, PLATFORM_END_CRASHED);
	assert_true(outcome.code > 0);
	double start = platform_seconds();
	assert_int_equal(run_task(&t, 2, 0.2, true).end, PLATFORM_END_TIME);
	assert_int_equal(run_task(&t, 2, 0.2, false).end, PLATFORM_END_TIME);
	assert_true(platform_seconds() - start < 10);
	outcome = run_task(&t, 3, 0, true);
	assert_int_equal(outcome.end, PLATFORM_END_CRASHED);
	assert_int_equal(outcome.code, 0);
	outcome = run_task(&t, 4, 0, true);
	assert_int_equal(outcome.end, PLATFORM_END_DONE);
	assert_int_equal(t.lines, 20001);
	assert_int_equal(run_task(&t, 0, 0, false).code, 42);
	assert_string_equal(t.line, "begun");
}

static void data_come_whole_or_stop_the_work(void **state)
{
	(void)state;
	for (int apart = 0; apart < 2; ++apart)
	{
		task t = {.kind = 5, .most = 2000000};
		platform_job job = {.work = do_task, .line = count_line, .data = count_data, .user = &t, .apart = apart != 0};
		platform_outcome outcome = platform_isolate(&job);
		assert_int_equal(outcome.end, PLATFORM_END_DONE);
		assert_int_equal(outcome.code, 42);
		assert_int_equal(t.bytes, 2000000);
		assert_int_equal(t.lines, 1);
		t = (task){.kind = 5, .most = 1000000};
		assert_int_equal(platform_isolate(&job).end, PLATFORM_END_REJECTED);
		assert_true(t.bytes < 1100000);
	}
}

/// Returns the memory limit of isolated work after a grant; 0 when no limit holds.
static unsigned long long granted(uint64_t memory, uint64_t most, size_t grant)
{
	task t = {.kind = 6, .most = grant};
	platform_limits limits = {.memory = memory, .memory_most = most};
	platform_job job = {.work = do_task, .line = count_line, .user = &t, .limits = limits, .apart = true};
	assert_int_equal(platform_isolate(&job).end, PLATFORM_END_DONE);
	return strtoull(t.line, NULL, 10);
}

static void memory_is_granted_up_to_the_most(void **state)
{
	(void)state;
	const uint64_t gigabyte = (uint64_t)1 << 30;
	unsigned long long first = granted(2 * gigabyte, 4 * gigabyte, 0);
	// Sanitized builds have no such limit, and a machine may have a lower one.
	if (first != 2 * gigabyte)
		skip();
	assert_int_equal(granted(2 * gigabyte, 4 * gigabyte, 1 << 20), 2 * gigabyte + (1 << 20));
	assert_int_equal(granted(2 * gigabyte, 4 * gigabyte, (size_t)5 << 30), 4 * gigabyte);
	assert_int_equal(granted(2 * gigabyte, 0, 1 << 20), 2 * gigabyte);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_inverse_inverts_the_rounded_matrix),
		cmocka_unit_test(condition_not_scale_decides_about_baking),
		cmocka_unit_test(boxes_of_nodes_are_conservative_and_tight),
		cmocka_unit_test(an_identity_keeps_the_exact_box),
		cmocka_unit_test(names_stand_once_and_survive_growth),
		cmocka_unit_test(text_grows_and_escapes),
		cmocka_unit_test(equal_effects_have_equal_options),
		cmocka_unit_test(a_file_is_replaced_at_once_or_not_at_all),
		cmocka_unit_test(work_apart_may_crash_hang_leave_or_talk),
		cmocka_unit_test(data_come_whole_or_stop_the_work),
		cmocka_unit_test(memory_is_granted_up_to_the_most),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
