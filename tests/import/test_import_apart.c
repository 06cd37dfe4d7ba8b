// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "import/common/import_metadata.h"
#include "import/import_apart.h"
#include "import/import_wire.h"
#include "kiln_format.h"
#include "memory.h"
#include "platform/platform.h"
#include "support/clean_memory.h"

static char directory[] = "/tmp/kiln-apart-XXXXXX";
static counted_memory memory;

static int make_directory(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
	(void)state;
	return rmdir(directory);
}

/// The bytes of a scene between the processes.
typedef struct wire
{
	uint8_t bytes[4096];
	size_t size;
} wire;

static void collect(void *user, const void *bytes, size_t size)
{
	wire *w = user;
	assert_true(size <= sizeof w->bytes - w->size);
	memcpy(w->bytes + w->size, bytes, size);
	w->size += size;
}

static void finish(art_scene *scene)
{
	kilncook_context context = {.allocator = {counted_resize, &memory}};
	art_scene_free(&context, scene);
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

/// Two meshes, one of them empty, three nodes, a primitive, two materials, a file whose name is not text.
static wire sample_wire(void)
{
	static float positions[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, NAN}};
	static double exact[4][3] = {{0, 0, 0x1p-40}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1e300}};
	static uint32_t first[] = {0, 3, 7}, corners[] = {0, 1, 2, 3, 2, 1, 99}, none[] = {0}, placed[] = {0, 1, 0};
	static char *materials[] = {"", "oak"}, *files[] = {"a\xff\n.mtl"}, *layers[] = {"cars"};
	art_filter filter = {2, ~(uint64_t)1};
	kiln_format_body body = {.mass = 2,
		.gravity = 1,
		.center = {1, 2, 3},
		.kind = KILN_BODY_DYNAMIC,
		.flags = KILN_BODY_MASS | KILN_BODY_CENTER,
		.source_node = 1};
	art_surface surface = {0.5f, 0.25f, 2, ART_COMBINE_MAXIMUM, ART_COMBINE_MULTIPLY};
	art_physics solid = {ART_EXTENSION_OMI, KILNCOOK_SHAPE_SPHERE, true, 0, 0, 0, placed, 2};
	art_physics left_out = {
		.shape = KILNCOOK_SHAPE_NONE, .primitive = KILN_NONE, .filter = KILN_NONE, .surface = KILN_NONE};
	static uint32_t holes[] = {2, 5};
	static char text[] = "/extras/a\0caf\xc3\xa9";
	kiln_format_metadata metadata[] = {{KILN_METADATA_NODE, 1, 0, KILN_METADATA_STRING, 10},
		{KILN_METADATA_PART, 2, 0, KILN_METADATA_DOUBLE, 0x4009000000000000},
		{KILN_METADATA_MATERIAL, 1, 0, KILN_METADATA_BOOL, 1}};
	art_mesh meshes[2] = {
		{"quad", positions, exact, 4, first, corners, 2, holes, 2, 1, 2}, {.name = "", .face_first = none}};
	art_primitive ball = {"ball", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, 2}, 1};
	art_node nodes[3] = {{.name = "root", .parent = KILN_NONE, .meshes = placed, .mesh_count = 3, .physics = &left_out},
		{.name = "child", .parent = 0, .body = 1, .shape = KILNCOOK_SHAPE_HULL, .to_root = {1, 2, 3}, .metadata = 1},
		{.name = "ball", .parent = 0, .primitive = &ball, .physics = &solid}};
	art_scene scene = {.materials = materials,
		.material_count = 2,
		.meshes = meshes,
		.mesh_count = 2,
		.nodes = nodes,
		.node_count = 3,
		.primitives = &ball,
		.primitive_count = 1,
		.layers = layers,
		.layer_count = 1,
		.filters = &filter,
		.filter_count = 1,
		.surfaces = &surface,
		.surface_count = 1,
		.surface_first = 1,
		.bodies = &body,
		.body_count = 1,
		.metadata = metadata,
		.metadata_count = 3,
		.metadata_text = text,
		.metadata_text_size = sizeof text,
		.up_axis = 2,
		.unit = 0.01,
		.importer = "sample 1",
		.files = files,
		.file_count = 1};
	wire w = {.size = 0};
	import_wire_write(&scene, collect, &w);
	return w;
}

/// Checks all properties of a scene that scene.h states.
static void check_scene(const art_scene *scene)
{
	assert_true(scene->material_count > 0 && scene->node_count > 0);
	assert_true(scene->up_axis < 3 || scene->up_axis == KILN_NONE);
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
	{
		const art_mesh *mesh = &scene->meshes[i];
		assert_true(mesh->material < scene->material_count && mesh->face_first[0] == 0);
		for (uint32_t f = 0; f < mesh->face_count; ++f)
			assert_true(mesh->face_first[f] <= mesh->face_first[f + 1]);
		for (uint32_t h = 0; h < mesh->hole_count; ++h)
		{
			assert_true(mesh->holes[h] < mesh->face_first[mesh->face_count]);
			assert_true(h == 0 || mesh->holes[h - 1] < mesh->holes[h]);
			for (uint32_t f = 0; f < mesh->face_count; ++f)
				assert_true(mesh->face_first[f] != mesh->holes[h] || mesh->face_first[f + 1] == mesh->holes[h]);
		}
	}
	assert_true(scene->layer_count < KILN_LAYERS_MAX);
	assert_true(import_metadata_is_sound(scene));
	for (uint32_t i = 0; i < scene->body_count; ++i)
		assert_true(scene->bodies[i].source_node < scene->node_count && scene->bodies[i].mass >= 0 &&
					scene->bodies[i].kind < KILN_BODY_KIND_END);
	assert_true(scene->surface_count == 0 || scene->surface_first + scene->surface_count <= scene->material_count);
	for (uint32_t i = 0; i < scene->node_count; ++i)
	{
		const art_node *node = &scene->nodes[i];
		assert_true(i == 0 ? node->parent == KILN_NONE : node->parent < i);
		assert_true((uint32_t)node->shape < KILNCOOK_SHAPE_END);
		assert_true(node->body <= scene->body_count);
		for (uint32_t k = 0; k < node->mesh_count; ++k)
			assert_true(node->meshes[k] < scene->mesh_count);
		if (node->primitive)
			assert_true(node->primitive->material < scene->material_count);
		if (!node->physics)
			continue;
		const art_physics *physics = node->physics;
		assert_true((uint32_t)physics->extension < ART_EXTENSION_END && physics->shape < KILNCOOK_SHAPE_END);
		assert_true(physics->filter == KILN_NONE || physics->filter < scene->filter_count);
		assert_true(physics->surface == KILN_NONE || physics->surface < scene->surface_count);
		assert_true(!node->primitive || node->primitive->shape == physics->shape);
		for (uint32_t k = 0; k < physics->render_count; ++k)
			assert_true(physics->render[k] < scene->mesh_count);
	}
}

static void a_scene_comes_through_the_wire_as_it_was(void **state)
{
	(void)state;
	wire sent = sample_wire(), again = {.size = 0};
	kilncook_context context = counted_context(&memory);
	art_scene scene;
	assert_int_equal(import_wire_read(&context, sent.bytes, sent.size, &scene), KILNCOOK_OK);
	check_scene(&scene);
	assert_string_equal(scene.meshes[0].name, "quad");
	assert_string_equal(scene.files[0], "a\xff\n.mtl");
	assert_string_equal(scene.importer, "sample 1");
	assert_int_equal(scene.meshes[0].corners[6], 99);
	assert_ptr_equal(scene.nodes[2].primitive, scene.primitives);
	assert_int_equal(scene.nodes[2].physics->extension, ART_EXTENSION_OMI);
	assert_true(scene.nodes[2].physics->trigger);
	assert_int_equal(scene.nodes[2].physics->render_count, 2);
	assert_null(scene.nodes[1].physics);
	assert_string_equal(scene.layers[0], "cars");
	import_wire_write(&scene, collect, &again);
	assert_int_equal(again.size, sent.size);
	assert_memory_equal(again.bytes, sent.bytes, sent.size);
	finish(&scene);
}

static void what_is_cut_off_is_no_scene(void **state)
{
	(void)state;
	wire sent = sample_wire();
	kilncook_context context = counted_context(&memory);
	for (size_t size = 0; size <= sent.size + 1; ++size)
	{
		if (size == sent.size)
			continue;
		// A separate block, so that a sanitizer finds reads beyond it.
		uint8_t *bytes = calloc(size + 1, 1);
		assert_non_null(bytes);
		memcpy(bytes, sent.bytes, size);
		art_scene scene;
		assert_int_equal(import_wire_read(&context, bytes, size, &scene), KILNCOOK_REFUSED);
		assert_int_equal(memory.live, 0);
		free(bytes);
	}
}

static void damaged_bytes_are_refused_or_a_sound_scene(void **state)
{
	(void)state;
	wire sent = sample_wire();
	kilncook_context context = counted_context(&memory);
	uint32_t refused = 0, accepted = 0;
	for (size_t at = 0; at < sent.size; ++at)
		for (int value = 0; value < 256; value += value < 3 ? 1 : 18)
		{
			wire damaged = sent;
			art_scene scene;
			damaged.bytes[at] = (uint8_t)(damaged.bytes[at] + value);
			memory.peak = 0;
			if (import_wire_read(&context, damaged.bytes, damaged.size, &scene) == KILNCOOK_OK)
			{
				check_scene(&scene);
				art_scene_free(&context, &scene);
				++accepted;
			}
			else
				++refused;
			// A count without matching bytes must not allocate memory.
			assert_true(memory.peak < 8 * sent.size);
			assert_int_equal(memory.live, 0);
			assert_int_equal(memory.wrong_size, 0);
		}
	assert_true(refused > 100 && accepted > 100);
}

static void no_memory_on_the_way_leaks_nothing(void **state)
{
	(void)state;
	wire sent = sample_wire();
	kilncook_context context = counted_context(&memory);
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t at = 1; status != KILNCOOK_OK; ++at)
	{
		art_scene scene;
		memory.calls = 0;
		memory.fail_at = at;
		status = import_wire_read(&context, sent.bytes, sent.size, &scene);
		if (status == KILNCOOK_OK)
			art_scene_free(&context, &scene);
		else
			assert_int_equal(status, KILNCOOK_INTERNAL);
		assert_int_equal(memory.live, 0);
	}
}

static kilncook_status import_apart(const char *name, const char *text, bool apart, wire *made)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	kilncook_context context = counted_context(&memory);
	art_scene scene;
	kilncook_status status = apart ? art_import_apart(&context, path, NULL, &(art_import_limits){60, 60, 0}, &scene)
								   : art_import(&context, path, NULL, &scene);
	remove(path);
	made->size = 0;
	if (status == KILNCOOK_OK)
	{
		import_wire_write(&scene, collect, made);
		art_scene_free(&context, &scene);
	}
	assert_int_equal(memory.live, 0);
	return status;
}

static void an_import_apart_is_the_import_here(void **state)
{
	(void)state;
	static const struct
	{
		const char *name, *text;
	} arts[] = {
		{"model.obj", "o a\nv 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nusemtl oak\nf 1 2 3 4\nusemtl ash\nf 1 2 3\n"},
		{"empty.obj", ""},
		{"broken.ply", "ply\nformat ascii 1.0\nelement vertex 3\nend_header\n"},
		{"some.kilntest", "v 0 0 0\n"},
	};
	for (size_t i = 0; i < sizeof arts / sizeof *arts; ++i)
	{
		wire here, apart;
		kilncook_status status = import_apart(arts[i].name, arts[i].text, false, &here);
		counted_memory before = memory;
		assert_int_equal(import_apart(arts[i].name, arts[i].text, true, &apart), status);
		assert_string_equal(memory.last_code, before.last_code);
		assert_int_equal(memory.messages, before.messages);
		assert_int_equal(apart.size, here.size);
		assert_memory_equal(apart.bytes, here.bytes, here.size);
	}
	wire none;
	assert_int_equal(import_apart("model.obj", arts[0].text, true, &none), KILNCOOK_OK);
}

/// What this process does meanwhile.
typedef struct errand
{
	const kilncook_context *context;
	kilncook_status status;
	uint32_t calls;
} errand;

static kilncook_status run_errand(void *user)
{
	errand *e = user;
	++e->calls;
	if (e->status != KILNCOOK_OK)
		cook_message(e->context, KILNCOOK_ERROR, "", "import-unreadable", "the errand failed");
	return e->status;
}

static void work_that_fails_meanwhile_ends_an_import(void **state)
{
	(void)state;
	static const char *const texts[] = {"v 0 0 0\nv 4 0 0\nv 4 4 0\nf 1 2 3\n", "v 0 0 0\nv 1 0 0\n"};
	for (uint32_t i = 0; i < 8; ++i)
	{
		char path[256];
		snprintf(path, sizeof path, "%s/tri.obj", directory);
		FILE *file = fopen(path, "wb");
		assert_non_null(file);
		fputs(texts[i & 1], file);
		fclose(file);
		kilncook_context context = counted_context(&memory);
		errand e = {&context, i & 2 ? KILNCOOK_IO : KILNCOOK_OK, 0};
		const art_import_rules rules = {.meanwhile = run_errand, .meanwhile_user = &e};
		art_scene scene;
		const kilncook_status status =
			i & 4 ? art_import_apart(&context, path, &rules, &(art_import_limits){60, 60, 0}, &scene)
				  : art_import(&context, path, &rules, &scene);
		remove(path);
		assert_int_equal(e.calls, 1);
		// The message of the art, if it has any, is not said beside that of the work.
		assert_int_equal(status, i & 2 ? KILNCOOK_IO : i & 1 ? KILNCOOK_REFUSED : KILNCOOK_OK);
		if (i & 2)
			assert_int_equal(memory.messages, 1);
		if (status == KILNCOOK_OK)
			art_scene_free(&context, &scene);
		assert_int_equal(memory.live, 0);
	}
}

static kilncook_status cook(const char *path, const kilncook_options *options, kilncook_blob *blob)
{
	kilncook_context context = counted_context(&memory);
	return kilncook_cook_file(&context, path, options, blob, NULL);
}

static void a_library_cooks_apart_by_choice(void **state)
{
	(void)state;
	char path[256], above[300];
	snprintf(path, sizeof path, "%s/tri.obj", directory);
	snprintf(above, sizeof above, "%s.mtl", directory);
	FILE *file = fopen(path, "wb"), *library = fopen(above, "wb");
	assert_true(file && library);
	fprintf(file, "mtllib ..%s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", strrchr(above, '/'));
	fputs("newmtl oak\n", library);
	fclose(file);
	fclose(library);
	const char *folders[] = {"/tmp"};
	kilncook_blob here = {0}, apart = {0};
	kilncook_options options = {.allow_outside = folders, .allow_outside_count = 1};
	assert_int_equal(cook(path, &options, &here), KILNCOOK_OK);
	options.isolate_import = true;
	assert_int_equal(cook(path, &options, &apart), KILNCOOK_OK);
	assert_int_equal(here.size, apart.size);
	assert_memory_equal(here.data, apart.data, here.size);
	kilncook_context context = {.allocator = {counted_resize, &memory}};
	kilncook_blob_free(&context, &apart);
	counted_context(&memory);
	memory.live += here.block_size;
	kilncook_blob_free(&context, &here);
	// An isolated import refuses the same names.
	options.allow_outside_count = 0;
	assert_int_equal(cook(path, &options, &apart), KILNCOOK_REFUSED);
	assert_string_equal(memory.last_code, "import-outside");
	options.isolate_import = false;
	assert_int_equal(cook(path, &options, &apart), KILNCOOK_REFUSED);
	folders[0] = "/nowhere/at/all";
	options.allow_outside_count = 1;
	options.isolate_import = true;
	assert_int_equal(cook(path, &options, &apart), KILNCOOK_USAGE);
	assert_string_equal(memory.last_code, "import-allow");
	options = (kilncook_options){.import_seconds = -1};
	assert_int_equal(cook(path, &options, &apart), KILNCOOK_USAGE);
	options = (kilncook_options){.allow_outside_count = 1};
	assert_int_equal(cook(path, &options, &apart), KILNCOOK_USAGE);
	assert_int_equal(remove(path) | remove(above), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_scene_comes_through_the_wire_as_it_was),
		cmocka_unit_test(what_is_cut_off_is_no_scene),
		cmocka_unit_test(damaged_bytes_are_refused_or_a_sound_scene),
		cmocka_unit_test(no_memory_on_the_way_leaks_nothing),
		cmocka_unit_test(an_import_apart_is_the_import_here),
		cmocka_unit_test(work_that_fails_meanwhile_ends_an_import),
		cmocka_unit_test(a_library_cooks_apart_by_choice),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
