// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clean/clean.h"
#include "import/import.h"
#include "import/import_internal.h"
#include "kiln_format.h"
#include "platform/platform.h"
#include "support/clean_memory.h"

#define CORPUS "/usr/share/assimp/models"

static char directory[] = "/tmp/kiln-import-XXXXXX";
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

/// Writes `text` to a file of that name, imports and removes the file.
static kilncook_status import_content(const char *name, const char *text, art_scene *scene)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	kilncook_context context = counted_context(&memory);
	kilncook_status status = art_import(&context, path, NULL, scene);
	remove(path);
	return status;
}

static void finish(art_scene *scene)
{
	kilncook_context context = {.allocator = {counted_resize, &memory}};
	art_scene_free(&context, scene);
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

static void refused(const char *name, const char *text, const char *code)
{
	art_scene scene;
	assert_int_equal(import_content(name, text, &scene), KILNCOOK_REFUSED);
	assert_string_equal(memory.last_code, code);
	assert_int_equal(memory.messages, 1);
	assert_int_equal(memory.live, 0);
}

static void what_cannot_be_read_is_an_io_error(void **state)
{
	(void)state;
	kilncook_context context = counted_context(&memory);
	art_scene scene;
	char path[256];
	snprintf(path, sizeof path, "%s/none.obj", directory);
	assert_int_equal(art_import(&context, path, NULL, &scene), KILNCOOK_IO);
	assert_string_equal(memory.last_code, "import-unreadable");
	memory.last_code[0] = 0;
	assert_int_equal(art_import(&context, directory, NULL, &scene), KILNCOOK_IO);
	assert_string_equal(memory.last_code, "import-unreadable");
	assert_int_equal(memory.messages, 2);
}

static void what_is_no_model_is_refused_with_a_reason(void **state)
{
	(void)state;
	refused("empty.obj", "", "import-empty");
	refused("some.kilntest", "v 0 0 0\n", "import-format");
	refused("broken.ply", "ply\nformat ascii 1.0\nelement vertex 3\nend_header\n", "import-failed");
	refused("broken.gltf", "{\"asset\":{\"version\":\"2.0\"},", "import-failed");
	refused("nothing.dae", "<?xml version=\"1.0\"?><COLLADA></COLLADA>", "import-failed");
}

static const char model[] = "o first\nv 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nv 0 0 3\n"
							"usemtl stone\nf 1 2 3 4 5\nf 1 2 6\nl 1 2\nusemtl wood\nf 2 3 6\np 1\n";

static void polygons_lines_points_and_materials_come_as_they_are(void **state)
{
	(void)state;
	art_scene scene;
	assert_int_equal(import_content("model.obj", model, &scene), KILNCOOK_OK);
	uint32_t sizes[8] = {0};
	for (uint32_t i = 0; i < scene.mesh_count; ++i)
	{
		const art_mesh *mesh = &scene.meshes[i];
		assert_true(mesh->material < scene.material_count);
		for (uint32_t f = 0; f < mesh->face_count; ++f)
			++sizes[mesh->face_first[f + 1] - mesh->face_first[f]];
	}
	assert_int_equal(sizes[5], 1);
	assert_int_equal(sizes[3], 2);
	assert_int_equal(sizes[2], 1);
	assert_int_equal(sizes[1], 1);
	bool stone = false, wood = false;
	for (uint32_t i = 0; i < scene.material_count; ++i)
	{
		stone |= strcmp(scene.materials[i], "stone") == 0;
		wood |= strcmp(scene.materials[i], "wood") == 0;
	}
	assert_true(stone && wood);
	assert_int_equal(scene.up_axis, KILN_NONE);
	assert_true(scene.unit == 0.0);
	assert_int_equal(scene.nodes[0].parent, KILN_NONE);
	finish(&scene);
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	char path[256];
	snprintf(path, sizeof path, "%s/model.obj", directory);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	fputs(model, file);
	fclose(file);
	kilncook_context context = counted_context(&memory);
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
	{
		memory.calls = memory.messages = 0;
		memory.fail_at = fail;
		art_scene scene;
		status = art_import(&context, path, NULL, &scene);
		if (status == KILNCOOK_OK)
			art_scene_free(&context, &scene);
		else
		{
			assert_int_equal(status, KILNCOOK_INTERNAL);
			assert_int_equal(memory.messages, 1);
		}
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
	}
	remove(path);
}

static void set_name(struct aiString *string, const char *text)
{
	string->length = (ai_uint32)strlen(text);
	memcpy(string->data, text, strlen(text) + 1);
}

static struct aiMatrix4x4 matrix(float a1, float b2, float c3, float x, float y, float z)
{
	struct aiMatrix4x4 m;
	memset(&m, 0, sizeof m);
	m.a1 = a1;
	m.b2 = b2;
	m.c3 = c3;
	m.d4 = 1.0f;
	m.a4 = x;
	m.b4 = y;
	m.c4 = z;
	return m;
}

/// Makes a scene with `count` empty meshes for nodes to use.
static void begin_scene(art_scene *scene, uint32_t count)
{
	kilncook_context context = counted_context(&memory);
	static struct aiScene source;
	static struct aiMesh *meshes[8];
	memset(&source, 0, sizeof source);
	source.mMeshes = meshes;
	source.mNumMeshes = count;
	*scene = (art_scene){0};
	assert_int_equal(import_materials(&context, &source, scene), KILNCOOK_OK);
	assert_int_equal(import_meshes(&context, &source, scene), KILNCOOK_OK);
	assert_int_equal(scene->material_count, 1);
	assert_int_equal(scene->meshes[0].face_count, 0);
}

static void nodes_come_depth_first_with_accumulated_transforms(void **state)
{
	(void)state;
	art_scene scene;
	begin_scene(&scene, 3);
	unsigned here[4] = {2, 99, 0, 3};
	struct aiNode nodes[4];
	memset(nodes, 0, sizeof nodes);
	struct aiNode *children[3] = {&nodes[1], NULL, &nodes[3]}, *grandchildren[1] = {&nodes[2]};
	const char *names[4] = {"root", "left", "leaf", "right"};
	for (int i = 0; i < 4; ++i)
		set_name(&nodes[i].mName, names[i]);
	nodes[0].mTransformation = matrix(2.0f, 2.0f, 2.0f, 1.0f, 0.0f, 0.0f);
	nodes[1].mTransformation = matrix(-1.0f, 1.0f, 1.0f, 0.0f, 5.0f, 0.0f);
	nodes[2].mTransformation = matrix(1.0f, 1.0f, 1.0f, 3.0f, 0.0f, 7.0f);
	nodes[3].mTransformation = matrix(1.0f, NAN, 1.0f, 0.0f, 0.0f, 0.0f);
	nodes[0].mChildren = children;
	nodes[0].mNumChildren = 3;
	nodes[1].mChildren = grandchildren;
	nodes[1].mNumChildren = 1;
	nodes[2].mMeshes = here;
	nodes[2].mNumMeshes = 4;
	nodes[3].mNumMeshes = 5; // but no list
	struct aiScene source;
	memset(&source, 0, sizeof source);
	source.mRootNode = &nodes[0];
	kilncook_context context = {.allocator = {counted_resize, &memory}, .log = {counted_message, &memory}};
	assert_int_equal(import_nodes(&context, &source, NULL, &scene), KILNCOOK_OK);
	assert_string_equal(memory.last_code, "import-reference");
	assert_int_equal(scene.node_count, 4);
	for (int i = 0; i < 4; ++i)
		assert_string_equal(scene.nodes[i].name, names[i]);
	assert_int_equal(scene.nodes[2].parent, 1);
	assert_int_equal(scene.nodes[3].parent, 0);
	const double leaf[12] = {-2, 0, 0, -5, 0, 2, 0, 10, 0, 0, 2, 14};
	for (int i = 0; i < 12; ++i)
		assert_true(scene.nodes[2].to_root[i] == leaf[i]);
	assert_true(scene.nodes[3].to_root[5] != scene.nodes[3].to_root[5]);
	assert_int_equal(scene.nodes[2].mesh_count, 2);
	assert_int_equal(scene.nodes[2].meshes[0], 2);
	assert_int_equal(scene.nodes[2].meshes[1], 0);
	assert_int_equal(scene.nodes[3].mesh_count, 0);
	finish(&scene);
}

static void a_very_deep_graph_does_not_overflow_the_stack(void **state)
{
	(void)state;
	enum
	{
		depth = 20000
	};
	art_scene scene;
	begin_scene(&scene, 1);
	struct aiNode *nodes = calloc(depth, sizeof *nodes);
	struct aiNode **children = calloc(depth, sizeof *children);
	assert_true(nodes && children);
	for (int i = 0; i < depth; ++i)
	{
		nodes[i].mTransformation = matrix(1.0f, 1.0f, 1.0f, 1.0f, 0.0f, 0.0f);
		children[i] = i + 1 < depth ? &nodes[i + 1] : NULL;
		nodes[i].mChildren = &children[i];
		nodes[i].mNumChildren = 1;
	}
	struct aiScene source;
	memset(&source, 0, sizeof source);
	source.mRootNode = nodes;
	kilncook_context context = {.allocator = {counted_resize, &memory}};
	assert_int_equal(import_nodes(&context, &source, NULL, &scene), KILNCOOK_OK);
	assert_int_equal(scene.node_count, depth);
	assert_true(scene.nodes[depth - 1].to_root[3] == depth);
	finish(&scene);
	free(nodes);
	free(children);
}

static void shared_nodes_are_counted_before_they_are_made(void **state)
{
	(void)state;
	enum
	{
		LEVELS = 40,
	};
	static struct aiNode nodes[LEVELS + 1];
	struct aiNode *children[LEVELS][2];
	memset(nodes, 0, sizeof nodes);
	for (int i = 0; i < LEVELS; ++i)
	{
		children[i][0] = children[i][1] = &nodes[i + 1];
		nodes[i].mChildren = children[i];
		nodes[i].mNumChildren = 2;
	}
	art_scene scene;
	begin_scene(&scene, 1);
	memory.peak = memory.live;
	size_t before = memory.live;
	struct aiScene source = {.mRootNode = &nodes[0]};
	kilncook_context context = {.allocator = {counted_resize, &memory}};
	assert_int_equal(import_nodes(&context, &source, NULL, &scene), KILNCOOK_REFUSED);
	assert_true(memory.peak - before < 10000);
	assert_null(scene.nodes);
	// 2^21 - 1 nodes are fewer than the limit.
	source.mRootNode = &nodes[LEVELS - 20];
	assert_int_equal(import_nodes(&context, &source, NULL, &scene), KILNCOOK_OK);
	assert_int_equal(scene.node_count, (1 << 21) - 1);
	finish(&scene);
}

static void meshes_without_a_graph_get_a_root(void **state)
{
	(void)state;
	art_scene scene;
	begin_scene(&scene, 2);
	struct aiScene source;
	memset(&source, 0, sizeof source);
	kilncook_context context = {.allocator = {counted_resize, &memory}, .log = {counted_message, &memory}};
	assert_int_equal(import_nodes(&context, &source, NULL, &scene), KILNCOOK_OK);
	assert_string_equal(memory.last_code, "import-graph");
	assert_int_equal(scene.node_count, 1);
	assert_int_equal(scene.nodes[0].mesh_count, 2);
	assert_true(scene.nodes[0].to_root[0] == 1.0 && scene.nodes[0].to_root[3] == 0.0);
	finish(&scene);
}

static void missing_arrays_and_materials_are_survived(void **state)
{
	(void)state;
	struct aiMesh mesh;
	memset(&mesh, 0, sizeof mesh);
	unsigned corners[3] = {0, 1, 7};
	struct aiFace faces[2];
	memset(faces, 0, sizeof faces);
	faces[0].mNumIndices = 3;
	faces[0].mIndices = corners;
	faces[1].mNumIndices = 4; // but no indices
	mesh.mFaces = faces;
	mesh.mNumFaces = 2;
	mesh.mNumVertices = 8; // but no positions
	mesh.mMaterialIndex = 5;
	mesh.mName.length = 0xffffffffu;
	memset(mesh.mName.data, 'x', sizeof mesh.mName.data);
	struct aiMesh *meshes[2] = {NULL, &mesh};
	struct aiMaterial *materials[1] = {NULL};
	struct aiScene source;
	memset(&source, 0, sizeof source);
	source.mMeshes = meshes;
	source.mNumMeshes = 2;
	source.mMaterials = materials;
	source.mNumMaterials = 1;
	art_scene scene = {0};
	kilncook_context context = counted_context(&memory);
	assert_int_equal(import_materials(&context, &source, &scene), KILNCOOK_OK);
	assert_int_equal(import_meshes(&context, &source, &scene), KILNCOOK_OK);
	assert_string_equal(memory.last_code, "import-material");
	assert_int_equal(scene.material_count, 2);
	assert_int_equal(scene.meshes[0].material, 0);
	assert_int_equal(scene.meshes[1].material, 1);
	assert_int_equal(scene.meshes[1].vertex_count, 0);
	assert_int_equal(scene.meshes[1].face_first[1], 3);
	assert_int_equal(scene.meshes[1].face_first[2], 3);
	assert_int_equal(strlen(scene.meshes[1].name), sizeof mesh.mName.data - 1);
	finish(&scene);
}

static void names_become_valid_utf8(void **state)
{
	(void)state;
	static const char *const cases[][2] = {{"plain", "plain"}, {"\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xa9"},
		{"a\nb\x7f", "a?b?"}, {"\xff\xc3", "??"}, {"\xc0\x80", "??"}, {"\xed\xa0\x80", "???"},
		{"\xf0\x9f\x98\x80!", "\xf0\x9f\x98\x80!"}, {"\xf4\x90\x80\x80", "????"}, {"\xe2\x82", "??"},
		{"\xe2\x82\xac", "\xe2\x82\xac"}, {"", ""}};
	kilncook_context context = counted_context(&memory);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		char *text = import_text(&context, cases[i][0], strlen(cases[i][0]));
		assert_string_equal(text, cases[i][1]);
		import_text_free(&context, text);
	}
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

static void the_importer_names_itself(void **state)
{
	(void)state;
	char text[32];
	art_importer_name(text, sizeof text);
	assert_memory_equal(text, "assimp ", 7);
	assert_true(text[7] >= '1' && text[7] <= '9');
}

/// Imports a model of assimp's collection; false when the collection is not installed.
static bool import_sample(const char *name, art_scene *scene)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", CORPUS, name);
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	fclose(file);
	kilncook_context context = counted_context(&memory);
	assert_int_equal(art_import(&context, path, NULL, scene), KILNCOOK_OK);
	return true;
}

static void units_and_axes_come_from_the_file(void **state)
{
	(void)state;
	art_scene scene;
	if (!import_sample("FBX/spider.fbx", &scene))
		skip();
	assert_int_equal(scene.up_axis, 1);
	assert_true(scene.unit == 0.01);
	finish(&scene);
	if (import_sample("FBX/global_settings.fbx", &scene))
	{
		assert_true(scene.unit == 5.0);
		finish(&scene);
	}
	if (import_sample("glTF2/BoxTextured-glTF/BoxTextured.gltf", &scene))
	{
		assert_int_equal(scene.up_axis, 1);
		assert_true(scene.unit == 1.0);
		finish(&scene);
	}
	if (import_sample("IFC/AC14-FZK-Haus.ifc", &scene))
	{
		assert_int_equal(scene.up_axis, 1);
		assert_true(scene.unit == 1.0);
		finish(&scene);
	}
	if (import_sample("STL/Spider_binary.stl", &scene))
	{
		assert_int_equal(scene.up_axis, KILN_NONE);
		assert_true(scene.unit == 0.0);
		finish(&scene);
	}
}

/// Cleans the meshes of every node and checks the promises that later stages rely on.
static void clean_everything(const art_scene *scene)
{
	kilncook_context context = {.allocator = {counted_resize, &memory}};
	const clean_options options = {.weld_relative = 1e-6};
	for (uint32_t i = 0; i < scene->node_count; ++i)
	{
		const art_node *node = &scene->nodes[i];
		assert_true(i == 0 ? node->parent == KILN_NONE : node->parent < i);
		for (uint32_t k = 0; k < node->mesh_count; ++k)
			assert_true(node->meshes[k] < scene->mesh_count);
		clean_mesh mesh;
		assert_int_equal(
			clean_build(&context, scene, node->meshes, node->mesh_count, node->to_root, &options, &mesh), KILNCOOK_OK);
		for (uint32_t t = 0; t < mesh.triangle_count; ++t)
			for (int k = 0; k < 3; ++k)
				assert_true(mesh.triangles[t][k] < mesh.vertex_count && mesh.faces[t] < mesh.counts.faces);
		clean_mesh_free(&context, &mesh);
	}
}

static uint32_t import_folder(const char *folder)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", CORPUS, folder);
	DIR *entries = opendir(path);
	uint32_t done = 0;
	for (struct dirent *entry; entries && (entry = readdir(entries));)
	{
		snprintf(path, sizeof path, "%s/%s/%.200s", CORPUS, folder, entry->d_name);
		struct stat status;
		if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
			continue;
		kilncook_context context = counted_context(&memory);
		art_scene scene;
		kilncook_status result = art_import(&context, path, NULL, &scene);
		assert_true(result == KILNCOOK_OK || result == KILNCOOK_REFUSED);
		assert_true(result == KILNCOOK_OK || memory.messages > 0);
		if (result != KILNCOOK_OK)
			continue;
		clean_everything(&scene);
		finish(&scene);
		++done;
	}
	if (entries)
		closedir(entries);
	return done;
}

static void real_models_are_imported_and_cleaned(void **state)
{
	(void)state;
	static const char *const folders[] = {"OBJ", "PLY", "STL", "FBX", "3DS", "Collada", "OFF", "X"};
	uint32_t done = 0;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
		done += import_folder(folders[i]);
	if (done == 0)
		skip();
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/// Returns what a reader gets for a name in art: the number of bytes, or the negative status.
static int read_named(import_files *files, const char *from, const char *reference)
{
	import_bytes bytes = {0};
	char reason[PLATFORM_REASON] = "";
	kilncook_status status = import_files_read(files, from, reference, &bytes, reason);
	int size = (int)bytes.size;
	assert_true(status == KILNCOOK_OK ? bytes.data[size] == 0 : reason[0] != 0);
	import_bytes_free(files->context, &bytes);
	return status == KILNCOOK_OK ? size : -(int)status;
}

static void art_names_files_in_its_folder_and_in_allowed_ones(void **state)
{
	(void)state;
	char inside[256], outside[256], art[300], path[300];
	snprintf(inside, sizeof inside, "%s/in", directory);
	snprintf(outside, sizeof outside, "%s/in-out", directory);
	assert_int_equal(mkdir(inside, 0777) | mkdir(outside, 0777), 0);
	snprintf(art, sizeof art, "%s/a.obj", inside);
	write_file(art, "12345");
	snprintf(path, sizeof path, "%s/b", outside);
	write_file(path, "123");
	kilncook_context context = counted_context(&memory);
	import_files files;
	assert_int_equal(import_files_begin(&files, &context, art, NULL), KILNCOOK_OK);
	assert_int_equal(read_named(&files, NULL, art), 5);
	assert_int_equal(files.read.count, 0);
	assert_int_equal(read_named(&files, art, "../in/a.obj"), 5);
	assert_int_equal(read_named(&files, art, "b"), -KILNCOOK_IO);
	assert_int_equal(read_named(&files, art, "."), -KILNCOOK_IO);
	assert_int_equal(read_named(&files, art, ".."), -KILNCOOK_IO);
	assert_int_equal(memory.messages, 0);
	for (int again = 0; again < 2; ++again)
	{
		assert_int_equal(read_named(&files, art, "../in-out/b"), -KILNCOOK_REFUSED);
		assert_int_equal(read_named(&files, art, path), -KILNCOOK_REFUSED);
	}
	assert_string_equal(memory.last_code, "import-outside");
	assert_int_equal(memory.messages, 1);
	assert_int_equal(files.read.count, 0);
	import_files_end(&files);
	const char *allowed[] = {outside};
	assert_int_equal(import_files_begin(&files, &context, art,
						 &(art_import_rules){.allow_outside = allowed, .allow_outside_count = 1}),
		KILNCOOK_OK);
	assert_int_equal(read_named(&files, art, "../in-out/b"), 3);
	assert_int_equal(read_named(&files, art, "../in-out/b"), 3);
	assert_int_equal(files.read.count, 1);
	import_files_end(&files);
	allowed[0] = "/nowhere/at/all";
	assert_int_equal(import_files_begin(&files, &context, art,
						 &(art_import_rules){.allow_outside = allowed, .allow_outside_count = 1}),
		KILNCOOK_USAGE);
	import_files_end(&files);
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
	assert_int_equal(remove(path) | remove(art) | rmdir(inside) | rmdir(outside), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cannot_be_read_is_an_io_error),
		cmocka_unit_test(what_is_no_model_is_refused_with_a_reason),
		cmocka_unit_test(polygons_lines_points_and_materials_come_as_they_are),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
		cmocka_unit_test(nodes_come_depth_first_with_accumulated_transforms),
		cmocka_unit_test(a_very_deep_graph_does_not_overflow_the_stack),
		cmocka_unit_test(shared_nodes_are_counted_before_they_are_made),
		cmocka_unit_test(meshes_without_a_graph_get_a_root),
		cmocka_unit_test(missing_arrays_and_materials_are_survived),
		cmocka_unit_test(names_become_valid_utf8),
		cmocka_unit_test(the_importer_names_itself),
		cmocka_unit_test(units_and_axes_come_from_the_file),
		cmocka_unit_test(art_names_files_in_its_folder_and_in_allowed_ones),
		cmocka_unit_test(real_models_are_imported_and_cleaned),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
