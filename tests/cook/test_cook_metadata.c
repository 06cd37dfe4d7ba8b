// SPDX-License-Identifier: MIT

/// Metadata from the art to the asset: whose it is, in which order, and what is said of the rest.

#include "import/import_case.h"
#include "kiln/metadata.h"
#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const kilncook_options keep = {.threads = 1, .metadata = true};

/// Two boxes of one mesh, a plate of another, and an empty node; a material for each mesh.
typedef struct sample
{
	kilncook_mesh meshes[2];
	kilncook_node nodes[4];
	kilncook_material materials[2];
	kilncook_scene scene;
} sample;

static const uint32_t numbers[2] = {0, 1};
static const double places[2][12] = {{1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0}, {1, 0, 0, -9, 0, 1, 0, 0, 0, 0, 1, 0}};

static sample make_sample(const kilncook_metadata *metadata, uint32_t count)
{
	static float small[8][3];
	for (int i = 0; i < 24; ++i)
		small[i / 3][i % 3] = bench_cube_positions[i / 3][i % 3] / 2;
	sample s = {.meshes = {bench_cube(), bench_cube()},
		.nodes = {{.name = "empty"}, {.name = "left", .meshes = &numbers[0], .mesh_count = 1},
			{.name = "right", .meshes = &numbers[0], .mesh_count = 1, .to_asset = places[0]},
			{.name = "solid", .meshes = numbers, .mesh_count = 2, .to_asset = places[1], .shape = KILNCOOK_SHAPE_HULL}},
		.materials = {{.name = "wood"}, {.name = "stone"}}};
	s.meshes[1].material = 1;
	s.meshes[1].positions = small[0];
	s.scene = (kilncook_scene){.mesh_count = 2, .node_count = 4, .material_count = 2};
	s.scene.metadata = metadata;
	s.scene.metadata_count = count;
	return s;
}

static void cook(cooked *c, sample *s, const kilncook_options *options)
{
	s->scene.meshes = s->meshes;
	s->scene.nodes = s->nodes;
	s->scene.materials = s->materials;
	bench_cook(c, &s->scene, options);
}

/// The text of the only message of `metadata-lost`; "" without one.
static const char *said(const cooked *c)
{
	const char *text = "";
	for (uint64_t i = 0; i < c->report.message_count; ++i)
		if (strcmp(c->report.messages[i].code, "metadata-lost") == 0)
		{
			assert_string_equal(text, "");
			text = c->report.messages[i].text;
		}
	return text;
}

static uint32_t node_named(const kiln_asset *asset, const char *name)
{
	for (uint32_t i = 0; i < asset->node_count; ++i)
		if (strcmp(kiln_name(asset, asset->nodes[i].name), name) == 0)
			return i;
	return KILN_NONE;
}

#define METADATA(owner_, index_, path_, type_, ...)                                                                    \
	{                                                                                                                  \
		.owner = KILNCOOK_METADATA_##owner_, .index = (index_), .path = (path_), .type = KILNCOOK_METADATA_##type_,    \
		__VA_ARGS__                                                                                                    \
	}

static const kilncook_metadata several[] = {
	METADATA(MESH, 0, "/faces", INT, .integer = 6),
	METADATA(NODE, 3, "/zoo/1", STRING, .string = "caf\xc3\xa9\n"),
	METADATA(NODE, 3, "/zoo/0", STRING, .string = "/faces"),
	METADATA(NODE, 3, "/a~0~1", DOUBLE, .number = -0.5),
	METADATA(NODE, 2, "/zoo/0", BOOL, .boolean = true),
	METADATA(NODE, 0, "/lost", INT, .integer = 1),
	METADATA(MATERIAL, 1, "/z", NULL, .integer = 1),
	METADATA(SCENE, 0, "/s", STRING, .string = ""),
	METADATA(MESH, 1, "/faces", INT, .integer = INT64_MIN),
};

#define SEVERAL ((uint32_t)(sizeof several / sizeof *several))

static void metadata_belongs_to_what_the_art_gave_it(void **state)
{
	(void)state;
	cooked c = {0};
	sample s = make_sample(several, SEVERAL);
	cook(&c, &s, &keep);
	assert_int_equal(c.status, KILNCOOK_OK);
	const kiln_asset *a = &c.asset;
	const uint32_t solid = node_named(a, "solid"), right = node_named(a, "right"), left = node_named(a, "left");
	uint32_t count;
	assert_int_equal(a->node_count, 3);
	const kiln_format_metadata *list = kiln_metadata_list(a, KILN_METADATA_NODE, solid, &count);
	assert_int_equal(count, 3);
	assert_string_equal(kiln_metadata_path(a, &list[0]), "/a~0~1");
	assert_string_equal(kiln_metadata_string(a, &list[1], NULL), "/faces");
	assert_string_equal(kiln_metadata_string(a, &list[2], NULL), "caf\xc3\xa9\n");
	assert_true(kiln_metadata_double(&list[0], 0) == -0.5);
	assert_true(kiln_metadata_bool(kiln_metadata_find(a, KILN_METADATA_NODE, right, "/zoo/0"), false));
	assert_null(kiln_metadata_list(a, KILN_METADATA_NODE, left, NULL));
	assert_string_equal(kiln_metadata_string(a, kiln_metadata_find(a, KILN_METADATA_SCENE, 0, "/s"), NULL), "");
	const kiln_format_metadata *null = kiln_metadata_find(a, KILN_METADATA_MATERIAL, 1, "/z");
	assert_true(null && null->type == KILN_METADATA_NULL && null->value == 0);
	// The mesh of the boxes, and both meshes of the hull.
	assert_int_equal(a->part_count, 3);
	for (uint32_t i = 0; i < 3; ++i)
		assert_int_equal(kiln_metadata_int(kiln_metadata_find(a, KILN_METADATA_PART, i, "/faces"), 0),
			a->parts[i].source_mesh ? INT64_MIN : 6);
	assert_int_equal(a->metadata_count, 9);
	assert_int_equal(c.report.metadata, 9);
	assert_string_equal(said(&c), "1 values belong to nodes and meshes that are not in the asset");
	assert_int_equal(c.bench.warnings, 0);
	bench_release(&c);
}

static void parts_have_the_mass_of_all_of_them(void **state)
{
	(void)state;
	static const kilncook_metadata given[] = {
		METADATA(NODE, 1, "/zoo", INT, .integer = 7),
		METADATA(NODE, 1, "/a", INT, .integer = 8),
		METADATA(NODE, 1, "/kiln/parts/volume", INT, .integer = 9),
	};
	// Two cubes that are connected by nothing: two parts; one is placed twice.
	for (uint32_t k = 0; k < 2; ++k)
	{
		cooked c = {0};
		sample s = make_sample(given, 3);
		kilncook_options options = {.threads = 1, .metadata = k == 1, .shape = KILNCOOK_SHAPE_PARTS, .parts_max = 4};
		for (int i = 0; i < 4; ++i)
			s.nodes[i].shape = KILNCOOK_SHAPE_PARTS;
		cook(&c, &s, &options);
		assert_int_equal(c.status, KILNCOOK_OK);
		const kiln_asset *a = &c.asset;
		for (uint32_t n = 0; n < 2; ++n)
		{
			const uint32_t node = node_named(a, n ? "right" : "left");
			uint32_t count;
			kiln_metadata_list(a, KILN_METADATA_NODE, node, &count);
			assert_int_equal(count, k == 1 && n == 0 ? 13 : 11);
			const kiln_format_metadata *volume = kiln_metadata_find(a, KILN_METADATA_NODE, node, "/kiln/parts/volume");
			assert_true(fabs(kiln_metadata_double(volume, 0) - 8) < 1e-12);
			const kiln_format_metadata *of = kiln_metadata_find(a, KILN_METADATA_NODE, node, "/kiln/parts/of");
			assert_string_equal(kiln_metadata_string(a, of, ""), "art");
			const kiln_format_metadata *inertia =
				kiln_metadata_find(a, KILN_METADATA_NODE, node, "/kiln/parts/inertia/0");
			assert_true(fabs(kiln_metadata_double(inertia, 0) - 8.0 * 8 / 12) < 1e-12);
		}
		assert_int_equal(c.report.metadata, k == 1 ? 2 : 0);
		assert_string_equal(said(&c), "");
		assert_int_equal(c.bench.warnings, 0);
		bench_release(&c);
	}
}

static int compare(const kilncook_blob *a, const kilncook_blob *b)
{
	return a->size == b->size ? memcmp(a->data, b->data, a->size) : 1;
}

static void without_the_option_metadata_changes_no_byte(void **state)
{
	(void)state;
	cooked plain = {0}, ignored = {0}, first = {0}, second = {0};
	const kilncook_options options = {.threads = 1};
	sample bare = make_sample(NULL, 0), full = make_sample(several, SEVERAL);
	cook(&plain, &bare, &options);
	cook(&ignored, &full, &options);
	cook(&first, &full, &keep);
	cook(&second, &full, &keep);
	assert_int_equal(compare(&plain.blob, &ignored.blob), 0);
	assert_int_equal(compare(&first.blob, &second.blob), 0);
	assert_int_not_equal(compare(&plain.blob, &first.blob), 0);
	assert_int_equal(ignored.asset.metadata_count, 0);
	assert_int_equal(ignored.asset.header->section_count, KILN_SECTION_KIND_END - 1);
	assert_int_equal(first.asset.header->section_count, KILN_SECTION_KIND_END + 1);
	// Readers of older formats skip both sections.
	const kiln_format_section *table = (const kiln_format_section *)(const void *)(first.asset.header + 1);
	for (uint32_t i = 0; i < 2; ++i)
	{
		assert_int_equal(table[KILN_SECTION_KIND_END - 1 + i].kind, KILN_SECTION_METADATA + i);
		assert_int_equal(table[KILN_SECTION_KIND_END - 1 + i].flags, 0);
	}
	// With the option, but without metadata, only the options' own text differs.
	cooked none = {0};
	cook(&none, &bare, &keep);
	assert_int_equal(none.asset.header->section_count, KILN_SECTION_KIND_END - 1);
	bench_release(&none);
	bench_release(&plain);
	bench_release(&ignored);
	bench_release(&first);
	bench_release(&second);
}

/// The order in which the caller lists metadata changes the source's hash, and no other byte.
static void the_order_of_the_art_does_not_matter(void **state)
{
	(void)state;
	kilncook_metadata turned[SEVERAL];
	const uint32_t count = SEVERAL;
	for (uint32_t i = 0; i < count; ++i)
		turned[i] = several[count - 1 - i];
	cooked a = {0}, b = {0};
	sample s = make_sample(several, count), t = make_sample(turned, count);
	cook(&a, &s, &keep);
	cook(&b, &t, &keep);
	assert_int_equal(a.asset.metadata_count, b.asset.metadata_count);
	assert_memory_equal(a.asset.metadata, b.asset.metadata, a.asset.metadata_count * sizeof *a.asset.metadata);
	assert_int_equal(a.asset.metadata_text_size, b.asset.metadata_text_size);
	assert_memory_equal(a.asset.metadata_text, b.asset.metadata_text, a.asset.metadata_text_size);
	bench_release(&a);
	bench_release(&b);
}

static void of_two_values_under_one_path_the_first_is_kept(void **state)
{
	(void)state;
	const kilncook_metadata rows[] = {METADATA(NODE, 1, "/b", INT, .integer = 5),
		METADATA(NODE, 1, "/a\n", INT, .integer = 1), METADATA(NODE, 1, "/a\n", INT, .integer = 2),
		METADATA(NODE, 2, "/a\n", INT, .integer = 3), METADATA(NODE, 1, "/a\n", NULL, .integer = 4)};
	cooked c = {0};
	sample s = make_sample(rows, 5);
	cook(&c, &s, &keep);
	const kiln_asset *a = &c.asset;
	assert_int_equal(kiln_metadata_int(kiln_metadata_find(a, KILN_METADATA_NODE, node_named(a, "left"), "/a\n"), 0), 1);
	assert_int_equal(
		kiln_metadata_int(kiln_metadata_find(a, KILN_METADATA_NODE, node_named(a, "right"), "/a\n"), 0), 3);
	assert_int_equal(a->metadata_count, 3);
	assert_string_equal(c.bench.code, "metadata-lost");
	assert_string_equal(
		c.bench.text, "2 values are left out, as their owner has others under the same paths; the first is at '/a?'");
	bench_release(&c);
}

static void numbers_that_are_not_finite_are_left_out(void **state)
{
	(void)state;
	const kilncook_metadata rows[] = {METADATA(SCENE, 0, "/nan", DOUBLE, .number = NAN),
		METADATA(SCENE, 0, "/inf", DOUBLE, .number = INFINITY), METADATA(SCENE, 0, "/one", DOUBLE, .number = 1)};
	cooked c = {0};
	sample s = make_sample(rows, 3);
	cook(&c, &s, &keep);
	assert_int_equal(c.asset.metadata_count, 1);
	assert_non_null(strstr(said(&c), "2 values"));
	assert_non_null(strstr(said(&c), "'/nan'"));
	bench_release(&c);
}

static void metadata_that_contradicts_itself_is_a_usage_error(void **state)
{
	(void)state;
	const kilncook_metadata rows[] = {METADATA(SCENE, 1, "/a", NULL, .integer = 0),
		METADATA(NODE, 4, "/a", NULL, .integer = 0), METADATA(MATERIAL, 2, "/a", NULL, .integer = 0),
		METADATA(MESH, 2, "/a", NULL, .integer = 0), METADATA(OWNER_END, 0, "/a", NULL, .integer = 0),
		METADATA(SCENE, 0, NULL, NULL, .integer = 0), METADATA(SCENE, 0, "", NULL, .integer = 0),
		METADATA(SCENE, 0, "a", NULL, .integer = 0), METADATA(SCENE, 0, "/a~", NULL, .integer = 0),
		METADATA(SCENE, 0, "/a~2", NULL, .integer = 0), METADATA(SCENE, 0, "/\xff", NULL, .integer = 0),
		METADATA(SCENE, 0, "/a", TYPE_END, .integer = 0), METADATA(SCENE, 0, "/a", STRING, .string = NULL),
		METADATA(SCENE, 0, "/a", STRING, .string = "\xed\xa0\x80")};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
	{
		cooked c = {0};
		sample s = make_sample(&rows[i], 1);
		cook(&c, &s, &keep);
		assert_int_equal(c.status, KILNCOOK_USAGE);
		assert_string_equal(c.bench.code, "usage");
		bench_release(&c);
	}
	cooked c = {0};
	sample s = make_sample(NULL, 1);
	cook(&c, &s, &keep);
	assert_int_equal(c.status, KILNCOOK_USAGE);
	bench_release(&c);
}

/// The same values for a node of many instances in a file of glTF.
static void instances_have_the_metadata_of_their_node(void **state)
{
	(void)state;
	import_case files;
	cooked c = {.status = KILNCOOK_INTERNAL};
	char path[128];
	static const float triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
	static const char text[] =
		"{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":[{\"name\":\"many\",\"mesh\":0,"
		"\"extras\":"
		"{\"n\":7},\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":0}}}},{\"name\":"
		"\"one\","
		"\"mesh\":0}],\"meshes\":[{\"extras\":{\"m\":8},\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
		"\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"bufferViews\":[{"
		"\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"uri\":\"data.bin\",\"byteLength\":36}]}";
	assert_true(import_case_begin(&files));
	import_case_write(&files, "data.bin", triangle, sizeof triangle);
	import_case_write(&files, "file.gltf", text, sizeof text - 1);
	(void)snprintf(path, sizeof path, "%s/file.gltf", files.folder);
	c.context = bench_context(&c.bench);
	for (int isolated = 0; isolated < 2; ++isolated)
	{
		kilncook_options options = keep;
		options.isolate_import = isolated != 0;
		c.status = kilncook_cook_file(&c.context, path, &options, &c.blob, &c.report);
		assert_int_equal(c.status, KILNCOOK_OK);
		assert_int_equal(kiln_open(&c.asset, c.blob.data, c.blob.size, NULL).status, KILN_OK);
		const kiln_asset *a = &c.asset;
		assert_int_equal(a->node_count, 4);
		for (uint32_t i = 0; i < a->node_count; ++i)
		{
			const bool many = strcmp(kiln_name(a, a->nodes[i].name), "many") == 0;
			const kiln_format_metadata *found = kiln_metadata_find(a, KILN_METADATA_NODE, i, "/extras/n");
			assert_int_equal(kiln_metadata_int(found, 0), many ? 7 : 0);
		}
		assert_int_equal(kiln_metadata_int(kiln_metadata_find(a, KILN_METADATA_PART, 0, "/extras/m"), 0), 8);
		assert_int_equal(a->metadata_count, 4);
		kilncook_blob_free(&c.context, &c.blob);
		kilncook_report_free(&c.context, &c.report);
	}
	assert_int_equal(c.bench.blocks, 0);
	import_case_end(&files);
}

/// A mesh with many values, placed by hulls and boxes: more entries than an asset may have.
static void instances_are_bounded(void **state)
{
	(void)state;
	enum
	{
		VALUES = 1 << 15,
		NODES = 40
	};
	static kilncook_node nodes[NODES];
	static double apart[NODES][12];
	static char paths[VALUES][8];
	kilncook_metadata *rows = calloc((size_t)VALUES, sizeof *rows);
	kilncook_mesh cube = bench_cube();
	assert_non_null(rows);
	for (uint32_t i = 0; i < NODES; ++i)
	{
		// Transforms without an inverse: each node gets a mesh, and a part, of its own.
		memcpy(apart[i], places[0], sizeof apart[i]);
		apart[i][3] = 3.0 * i;
		apart[i][10] = 1e-8;
		nodes[i] = (kilncook_node){.name = "n", .meshes = numbers, .mesh_count = 1, .to_asset = apart[i]};
	}
	for (uint32_t i = 0; i < VALUES; ++i)
	{
		(void)snprintf(paths[i], sizeof paths[i], "/%u", (unsigned)i);
		rows[i] = (kilncook_metadata)METADATA(MESH, 0, paths[i], INT, .integer = i);
	}
	const kilncook_scene scene = {.meshes = &cube,
		.mesh_count = 1,
		.nodes = nodes,
		.node_count = NODES,
		.metadata = rows,
		.metadata_count = VALUES};
	cooked c = {0};
	bench_cook(&c, &scene, &keep);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.part_count, NODES);
	assert_int_equal(c.asset.metadata_count, KILNCOOK_METADATA_MAX);
	assert_non_null(strstr(said(&c), "262144 values are left out"));
	assert_int_equal(kiln_metadata_int(kiln_metadata_find(&c.asset, KILN_METADATA_PART, 31, "/32767"), 0), VALUES - 1);
	assert_null(kiln_metadata_list(&c.asset, KILN_METADATA_PART, 32, NULL));
	free(rows);
	bench_release(&c);
}

static void running_out_of_memory_leaks_nothing(void **state)
{
	(void)state;
	cooked whole = {0};
	sample s = make_sample(several, SEVERAL);
	cook(&whole, &s, &keep);
	assert_in_range(whole.bench.allocations, 50, 5000);
	uint32_t failed = 0;
	for (uint64_t i = 1; i <= whole.bench.allocations; ++i)
	{
		cooked c = {.bench = {.refuse_at = i}};
		c.context = bench_context(&c.bench);
		c.status = kilncook_cook_memory(&c.context, &s.scene, &keep, &c.blob, NULL);
		// Shrinking a block may fail without harm.
		if (c.status == KILNCOOK_OK)
			assert_int_equal(compare(&c.blob, &whole.blob), 0);
		else
			assert_string_equal(c.bench.code, "out-of-memory");
		failed += c.status == KILNCOOK_INTERNAL;
		kilncook_blob_free(&c.context, &c.blob);
		assert_int_equal(c.bench.blocks, 0);
	}
	assert_true(failed > 50);
	bench_release(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(metadata_belongs_to_what_the_art_gave_it),
		cmocka_unit_test(parts_have_the_mass_of_all_of_them),
		cmocka_unit_test(without_the_option_metadata_changes_no_byte),
		cmocka_unit_test(the_order_of_the_art_does_not_matter),
		cmocka_unit_test(of_two_values_under_one_path_the_first_is_kept),
		cmocka_unit_test(numbers_that_are_not_finite_are_left_out),
		cmocka_unit_test(metadata_that_contradicts_itself_is_a_usage_error),
		cmocka_unit_test(instances_have_the_metadata_of_their_node),
		cmocka_unit_test(instances_are_bounded),
		cmocka_unit_test(running_out_of_memory_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
