// SPDX-License-Identifier: MIT

/// Metadata of art: extras of glTF, and what assimp's importers keep, of every type and within bounds.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import/common/import_metadata.h"
#include "import_case.h"
#include "kiln_format.h"

#if !defined(KILN_WITHOUT_ASSIMP)
#include "import/import_internal.h"

#include <assimp/metadata.h>
#endif

static import_case test;

static int begin(void **state)
{
	(void)state;
	static const float triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
	if (!import_case_begin(&test))
		return -1;
	test.metadata = true;
	import_case_write(&test, "data.bin", triangle, sizeof triangle);
	return 0;
}

static int end(void **state)
{
	(void)state;
	import_case_end(&test);
	return 0;
}

/// Imports a scene of one node; each argument is further members of an object, with a comma before them.
static kilncook_status read_file(
	const char *scene, const char *node, const char *material, const char *mesh, const char *primitive)
{
	static const char format[] =
		"{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]%s}],\"nodes\":[{\"mesh\":0%s}],"
		"\"materials\":[{\"name\":\"wood\"%s}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}%s}]%s}],"
		"\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
		"\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"uri\":\"data.bin\",\"byteLength\":36}]}";
	const size_t room =
		sizeof format + strlen(scene) + strlen(node) + strlen(material) + strlen(mesh) + strlen(primitive);
	char *text = malloc(room);
	assert_non_null(text);
	(void)snprintf(text, room, format, scene, node, material, primitive, mesh);
	const kilncook_status status = import_case_text(&test, "file.gltf", text);
	free(text);
	return status;
}

/// The value of an entry as text, after its type's letter; "" without an entry.
static const char *value_of(const art_scene *scene, uint32_t owner, uint32_t index, const char *path)
{
	static char text[256];
	const kiln_format_metadata *found = NULL;
	for (uint32_t i = 0; i < scene->metadata_count; ++i)
	{
		const kiln_format_metadata *entry = &scene->metadata[i];
		if (entry->owner == owner && entry->index == index && !strcmp(scene->metadata_text + entry->path, path))
			found = entry;
	}
	if (!found)
		return "";
	double number;
	memcpy(&number, &found->value, sizeof number);
	switch (found->type)
	{
	case KILN_METADATA_DOUBLE:
		(void)snprintf(text, sizeof text, "d%.17g", number);
		break;
	case KILN_METADATA_STRING:
		(void)snprintf(text, sizeof text, "s%s", scene->metadata_text + found->value);
		break;
	default:
		(void)snprintf(text, sizeof text, "%c%lld", "nbi"[found->type], (long long)found -> value);
		break;
	}
	return text;
}

#define ASSERT_VALUE(owner, index, path, expected)                                                                     \
	assert_string_equal(value_of(&test.scene, KILN_METADATA_##owner, (index), (path)), (expected))

static void extras_of_every_type_have_a_path(void **state)
{
	(void)state;
	assert_int_equal(
		read_file("",
			",\"extras\":{\"n\":null,\"t\":true,\"f\":false,\"i\":-9223372036854775808,\"d\":-0.5,\"whole\":3.0,"
			"\"s\":\"caf\\u00e9\\n\\\"\",\"\":\"\",\"list\":[1,[\"x\"],{\"a/b\":2}],\"~/\":7,\"new\\nline\":8}",
			"", "", ""),
		KILNCOOK_OK);
	assert_int_equal(test.memory.messages, 0);
	const uint32_t group = test.scene.nodes[0].metadata;
	assert_int_equal(group, 1);
	assert_int_equal(test.scene.metadata_count, 13);
	ASSERT_VALUE(NODE, group, "/extras/n", "n0");
	ASSERT_VALUE(NODE, group, "/extras/t", "b1");
	ASSERT_VALUE(NODE, group, "/extras/f", "b0");
	ASSERT_VALUE(NODE, group, "/extras/i", "i-9223372036854775808");
	ASSERT_VALUE(NODE, group, "/extras/d", "d-0.5");
	ASSERT_VALUE(NODE, group, "/extras/whole", "d3");
	ASSERT_VALUE(NODE, group, "/extras/s", "scaf\xc3\xa9\n\"");
	ASSERT_VALUE(NODE, group, "/extras/", "s");
	ASSERT_VALUE(NODE, group, "/extras/list/0", "i1");
	ASSERT_VALUE(NODE, group, "/extras/list/1/0", "sx");
	ASSERT_VALUE(NODE, group, "/extras/list/2/a~1b", "i2");
	ASSERT_VALUE(NODE, group, "/extras/~0~1", "i7");
	ASSERT_VALUE(NODE, group, "/extras/new\nline", "i8");
	assert_true(import_metadata_is_sound(&test.scene));
}

static void each_object_has_its_own_extras(void **state)
{
	(void)state;
	assert_int_equal(
		read_file(",\"extras\":1", ",\"extras\":2", ",\"extras\":3", ",\"extras\":4", ",\"extras\":5"), KILNCOOK_OK);
	assert_int_equal(test.scene.metadata_count, 5);
	ASSERT_VALUE(SCENE, 0, "/extras", "i1");
	ASSERT_VALUE(NODE, test.scene.nodes[0].metadata, "/extras", "i2");
	ASSERT_VALUE(MATERIAL, 0, "/extras", "i3");
	ASSERT_VALUE(PART, test.scene.meshes[0].metadata, "/extras", "i4");
	ASSERT_VALUE(PART, test.scene.meshes[0].metadata, "/primitive/extras", "i5");
	assert_int_equal(
		import_case_text(&test, "asset.gltf",
			"{\"asset\":{\"version\":\"2.0\",\"extras\":{\"by\":\"me\"}},\"scene\":-7,\"nodes\":[{\"mesh\":0}],"
			"\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,"
			"\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,"
			"\"byteLength\":36}],\"buffers\":[{\"uri\":\"data.bin\",\"byteLength\":36}]}"),
		KILNCOOK_OK);
	ASSERT_VALUE(SCENE, 0, "/asset/extras/by", "sme");
	assert_int_equal(test.scene.metadata_count, 1);
}

static void without_the_rule_nothing_is_kept_or_said(void **state)
{
	(void)state;
	test.metadata = false;
	assert_int_equal(read_file("", ",\"extras\":{\"a\":[]}", ",\"extras\":3", "", ""), KILNCOOK_OK);
	test.metadata = true;
	assert_int_equal(test.memory.messages, 0);
	assert_int_equal(test.scene.metadata_count, 0);
	assert_null(test.scene.metadata);
	assert_int_equal(test.scene.nodes[0].metadata, 0);
}

/// Instances and colliders are nodes of their own, with the extras of the node that has them.
static void instances_share_the_extras_of_their_node(void **state)
{
	(void)state;
	assert_int_equal(
		read_file("", ",\"extras\":2,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":0}}}",
			"", "", ""),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 4);
	for (uint32_t i = 0; i < 4; ++i)
		assert_int_equal(test.scene.nodes[i].metadata, 1);
	assert_int_equal(test.scene.metadata_count, 1);
}

static void assert_lost(uint32_t kept, const char *words)
{
	assert_string_equal(test.memory.last_code, "metadata-lost");
	assert_int_equal(test.memory.messages, 1);
	if (!strstr(test.last_text, words))
		fail_msg("not said: %s: %s", words, test.last_text);
	assert_int_equal(test.scene.metadata_count, kept);
	assert_true(import_metadata_is_sound(&test.scene));
}

static void what_has_no_type_is_left_out_and_said(void **state)
{
	(void)state;
	assert_int_equal(
		read_file("", ",\"extras\":{\"a\":1,\"b\\nc\":{},\"c\":[],\"d\":\"x\\u0000y\",\"e\":[[]]}", "", "", ""),
		KILNCOOK_OK);
	assert_lost(1, "4 values or groups of values are left out, as they are empty");
	assert_non_null(strstr(test.last_text, "the first is at '/extras/b?c'"));
}

/// An array in an array, `depth` times, around a number.
static char *nested(size_t depth)
{
	static const char head[] = ",\"extras\":";
	char *text = malloc(sizeof head + 2 * depth + 2);
	assert_non_null(text);
	memcpy(text, head, sizeof head - 1);
	memset(text + sizeof head - 1, '[', depth);
	text[sizeof head - 1 + depth] = '1';
	memset(text + sizeof head + depth, ']', depth);
	text[sizeof head + 2 * depth] = 0;
	return text;
}

static void depth_is_bounded(void **state)
{
	(void)state;
	static const size_t depths[] = {KILNCOOK_METADATA_DEPTH_MAX - 1, KILNCOOK_METADATA_DEPTH_MAX, 1000};
	for (size_t i = 0; i < sizeof depths / sizeof *depths; ++i)
	{
		char *text = nested(depths[i]);
		assert_int_equal(read_file("", text, "", "", ""), KILNCOOK_OK);
		if (i > 0)
			assert_lost(0, "1 values or groups of values are left out, as they are nested too deep");
		else
			assert_int_equal(test.scene.metadata_count, 1);
		free(text);
	}
	// The parser of JSON has a limit of its own.
	char *text = nested(1000000);
	assert_int_equal(read_file("", text, "", "", ""), KILNCOOK_REFUSED);
	assert_string_equal(test.memory.last_code, "import-failed");
	free(text);
}

static void numbers_and_bytes_are_bounded(void **state)
{
	(void)state;
	const kilncook_context context = {.allocator = {counted_resize, &test.memory}};
	import_metadata metadata = {.context = &context};
	art_scene scene = {0};
	import_metadata_begin(&metadata, KILN_METADATA_SCENE, 0);
	assert_true(import_metadata_push(&metadata, "k", 1));
	for (uint32_t i = 0; i < KILNCOOK_METADATA_MAX + 5; ++i)
		import_metadata_int(&metadata, i);
	assert_int_equal(metadata.count, KILNCOOK_METADATA_MAX);
	assert_int_equal(metadata.lost[IMPORT_METADATA_FULL], 5);
	assert_false(import_metadata_push(&metadata, "more", 4));
	assert_int_equal(import_metadata_finish(&metadata, false, &scene), KILNCOOK_OK);
	assert_null(scene.metadata);

	const size_t half = KILNCOOK_METADATA_BYTES_MAX / 2;
	char *text = malloc(half);
	assert_non_null(text);
	memset(text, 'x', half);
	metadata = (import_metadata){.context = &context};
	import_metadata_begin(&metadata, KILN_METADATA_SCENE, 0);
	assert_true(import_metadata_push(&metadata, "k", 1));
	for (int i = 0; i < 3; ++i)
		import_metadata_string(&metadata, text, half);
	import_metadata_string(&metadata, text, 10);
	assert_int_equal(metadata.count, 2);
	assert_int_equal(metadata.lost[IMPORT_METADATA_FULL], 2);
	free(text);
	assert_int_equal(import_metadata_finish(&metadata, true, &scene), KILNCOOK_OK);
	assert_true(import_metadata_is_sound(&scene));
	art_scene_free(&context, &scene);
}

/// A mesh of many primitives with large extras: the work is bounded by bytes, not by their product.
static void shared_extras_cost_bounded_work(void **state)
{
	(void)state;
	enum
	{
		PRIMITIVES = 20000,
		KEY = 100000
	};
	char *key = malloc(KEY);
	assert_non_null(key);
	memset(key, 'k', KEY);
	const kilncook_context context = {.allocator = {counted_resize, &test.memory}};
	import_metadata metadata = {.context = &context};
	for (uint32_t i = 0; i < PRIMITIVES; ++i)
	{
		import_metadata_begin_group(&metadata, KILN_METADATA_PART);
		const size_t before = metadata.path_size;
		if (import_metadata_push(&metadata, key, KEY))
		{
			import_metadata_string(&metadata, key, KEY);
			import_metadata_pop(&metadata, before);
		}
		(void)import_metadata_end_group(&metadata);
	}
	assert_in_range(metadata.count, 300, 400);
	assert_int_equal(metadata.count + metadata.lost[IMPORT_METADATA_FULL], PRIMITIVES);
	art_scene scene = {0};
	assert_int_equal(import_metadata_finish(&metadata, false, &scene), KILNCOOK_OK);
	free(key);
}

static void running_out_of_memory_is_reported(void **state)
{
	(void)state;
	kilncook_status status = KILNCOOK_INTERNAL;
	size_t fail = 1;
	for (; status != KILNCOOK_OK && fail < 2000; ++fail)
	{
		test.memory.calls = 0;
		test.memory.fail_at = fail;
		status = read_file(",\"extras\":1", ",\"extras\":{\"a\":[1,\"x\"],\"b\":{}}", "", ",\"extras\":\"m\"", "");
		if (status == KILNCOOK_OK)
			break;
		assert_int_equal(status, KILNCOOK_INTERNAL);
		assert_string_equal(test.memory.last_code, "out-of-memory");
	}
	test.memory.fail_at = 0;
	assert_int_equal(status, KILNCOOK_OK);
	assert_in_range(fail, 20, 1000);
}

#if !defined(KILN_WITHOUT_ASSIMP)

static struct aiString string_of(const char *text, size_t length)
{
	struct aiString string = {.length = (ai_uint32)length};
	memcpy(string.data, text, length);
	return string;
}

/// Metadata of assimp with each of its types.
static void every_type_of_assimp_has_its_value(void **state)
{
	(void)state;
	bool yes = true;
	int32_t narrow = -5;
	uint64_t wide = INT64_MAX, wider = UINT64_MAX, even = (uint64_t)1 << 63;
	float single = 0.5f;
	double real = 0.1, nan = NAN, infinite = -INFINITY;
	struct aiVector3D vector = {1, 2, INFINITY};
	struct aiString text = string_of("tilde ~ \n", 9), latin = string_of("caf\xe9", 4), nul = string_of("a\0b", 3);
	struct aiString inner_key = string_of("in/side", 7);
	struct aiMetadataEntry inner_value = {AI_INT32, &narrow};
	struct aiMetadata inner = {1, &inner_key, &inner_value}, none = {0}, odd = {3, NULL, NULL};
	struct aiMetadataEntry values[] = {{AI_BOOL, &yes}, {AI_INT32, &narrow}, {AI_UINT64, &wide}, {AI_UINT64, &wider},
		{AI_UINT64, &even}, {AI_FLOAT, &single}, {AI_DOUBLE, &real}, {AI_DOUBLE, &nan}, {AI_DOUBLE, &infinite},
		{AI_AISTRING, &text}, {AI_AISTRING, &latin}, {AI_AISTRING, &nul}, {AI_AIVECTOR3D, &vector},
		{AI_AIMETADATA, &inner}, {AI_AIMETADATA, &none}, {AI_AIMETADATA, &odd}, {AI_META_MAX, &real}, {AI_DOUBLE, NULL},
		{AI_INT32, &narrow}};
	enum
	{
		COUNT = sizeof values / sizeof *values
	};
	struct aiString keys[COUNT];
	for (int i = 0; i < COUNT; ++i)
		keys[i] = string_of(&"abcdefghijklmnopqrs"[i], 1);
	keys[COUNT - 1].length = 5000;
	memset(keys[COUNT - 1].data, 's', sizeof keys[COUNT - 1].data);
	const struct aiMetadata all = {COUNT, keys, values};
	const kilncook_context context = {.allocator = {counted_resize, &test.memory}};
	import_metadata metadata = {.context = &context};
	art_scene made = {0};
	assert_int_equal(import_node_metadata(&metadata, NULL), 0);
	assert_int_equal(import_node_metadata(NULL, &all), 0);
	assert_int_equal(import_node_metadata(&metadata, &none), 0);
	assert_int_equal(import_node_metadata(&metadata, &all), 1);
	import_scene_metadata(&metadata, &all);
	assert_int_equal(metadata.lost[IMPORT_METADATA_TYPE], 2 * 9);
	assert_int_equal(import_metadata_finish(&metadata, true, &made), KILNCOOK_OK);
	assert_int_equal(made.metadata_count, 2 * 12);
	assert_true(import_metadata_is_sound(&made));
	static const char *const expected[][2] = {{"/a", "b1"}, {"/b", "i-5"}, {"/c", "i9223372036854775807"}, {"/d", ""},
		{"/e", "d9.2233720368547758e+18"}, {"/f", "d0.5"}, {"/g", "d0.10000000000000001"}, {"/h", ""}, {"/i", ""},
		{"/j", "stilde ~ \n"}, {"/k", ""}, {"/l", ""}, {"/m/0", "d1"}, {"/m/1", "d2"}, {"/m/2", ""},
		{"/n/in~1side", "i-5"}, {"/o", ""}, {"/p", ""}, {"/q", ""}, {"/r", "n0"}};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i)
	{
		assert_string_equal(value_of(&made, KILN_METADATA_NODE, 1, expected[i][0]), expected[i][1]);
		assert_string_equal(value_of(&made, KILN_METADATA_SCENE, 0, expected[i][0]), expected[i][1]);
	}
	art_scene_free(&context, &made);
}

static void user_properties_of_fbx_are_metadata_of_their_node(void **state)
{
	(void)state;
	assert_int_equal(
		import_case_text(&test, "art.fbx",
			"; FBX 7.3.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\nFBXVersion: 7300\n}\n"
			"GlobalSettings:  {\nVersion: 1000\nProperties70:  {\n"
			"P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",1\n}\n}\nObjects:  {\n"
			"Geometry: 1, \"Geometry::\", \"Mesh\" {\nVertices: *9 {\na: 0,0,0,1,0,0,0,2,0\n}\n"
			"PolygonVertexIndex: *3 {\na: 0,1,-3\n}\n}\n"
			"Model: 3, \"Model::a\", \"Mesh\" {\nProperties70:  {\n"
			"P: \"Health\", \"int\", \"Integer\", \"U\",75\n"
			"P: \"Label\", \"KString\", \"\", \"U\",\"a/b~c\"\n"
			"P: \"Weight\", \"double\", \"Number\", \"U\",2.5\n}\n}\n}\n"
			"Connections:  {\nC: \"OO\",3,0\nC: \"OO\",1,3\n}\n"),
		KILNCOOK_OK);
	uint32_t group = 0;
	for (uint32_t i = 0; i < test.scene.node_count; ++i)
		if (strcmp(test.scene.nodes[i].name, "a") == 0)
			group = test.scene.nodes[i].metadata;
	assert_true(group > 0);
	ASSERT_VALUE(NODE, group, "/Health", "i75");
	ASSERT_VALUE(NODE, group, "/Label", "sa/b~c");
	assert_true(import_metadata_is_sound(&test.scene));
}

#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(extras_of_every_type_have_a_path),
		cmocka_unit_test(each_object_has_its_own_extras),
		cmocka_unit_test(without_the_rule_nothing_is_kept_or_said),
		cmocka_unit_test(instances_share_the_extras_of_their_node),
		cmocka_unit_test(what_has_no_type_is_left_out_and_said),
		cmocka_unit_test(depth_is_bounded),
		cmocka_unit_test(numbers_and_bytes_are_bounded),
		cmocka_unit_test(shared_extras_cost_bounded_work),
		cmocka_unit_test(running_out_of_memory_is_reported),
#if !defined(KILN_WITHOUT_ASSIMP)
		cmocka_unit_test(every_type_of_assimp_has_its_value),
		cmocka_unit_test(user_properties_of_fbx_are_metadata_of_their_node),
#endif
	};
	return cmocka_run_group_tests(tests, begin, end);
}
