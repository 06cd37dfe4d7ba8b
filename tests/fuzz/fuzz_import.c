// SPDX-License-Identifier: MIT
#include "fuzz.h"
#include "import/common/import_files.h"
#include "import/common/import_metadata.h"
#include "import/gltf_case.h"
#include "import/import.h"
#include "import/import_reader.h"
#include "kiln_format.h"
#include "support/clean_memory.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: our own readers of art files. The first byte chooses the reader, the rest is the file. For CODE_SPLIT
/// the rest is the JSON of a .glb up to a NUL, then its binary chunk, so that damage to one does not affect the other.
/// A file without such a byte (from a collection of models) goes to the reader that its beginning suggests. An imported
/// scene must have the properties that scene.h states, and no memory may leak.

const char *fuzz_verdict = "";

typedef enum fuzz_code
{
	CODE_OBJ = 1,
	CODE_PLY,
	CODE_STL,
	CODE_GLTF,
	CODE_SPLIT,
	CODE_OFF,
	CODE_END,
} fuzz_code;

/// Memory for one input: larger requests fail.
#define MEMORY_MAX ((size_t)256 << 20)

static void check(bool condition)
{
	if (!condition)
		abort();
}

static void *limited_resize(void *user, void *block, size_t old_size, size_t new_size)
{
	counted_memory *memory = user;
	if (new_size > old_size && new_size - old_size > MEMORY_MAX - memory->live)
		return NULL;
	return counted_resize(user, block, old_size, new_size);
}

static void check_mesh(const art_scene *scene, const art_mesh *mesh)
{
	check(mesh->name && mesh->positions && mesh->face_first && mesh->corners);
	check(mesh->material < scene->material_count && mesh->face_first[0] == 0);
	for (uint32_t f = 0; f < mesh->face_count; ++f)
		check(mesh->face_first[f] <= mesh->face_first[f + 1]);
	uint32_t sum = 0;
	for (uint32_t c = 0; c < mesh->face_first[mesh->face_count]; ++c)
		sum += mesh->corners[c];
	for (uint32_t v = 0; v < mesh->vertex_count; ++v)
		sum += mesh->positions[v][0] > (float)sum;
	(void)sum;
}

static void check_scene(const art_scene *scene)
{
	check(scene->material_count > 0 && scene->mesh_count > 0 && scene->node_count > 0);
	for (uint32_t i = 0; i < scene->material_count; ++i)
		check(scene->materials[i] != NULL);
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
		check_mesh(scene, &scene->meshes[i]);
	for (uint32_t i = 0; i < scene->node_count; ++i)
	{
		const art_node *node = &scene->nodes[i];
		check(node->name && (i == 0 ? node->parent == KILN_NONE : node->parent < i));
		for (uint32_t k = 0; k < node->mesh_count; ++k)
			check(node->meshes[k] < scene->mesh_count);
	}
}

static const char *verdict_of(kilncook_status status, const counted_memory *memory)
{
	static const char *const codes[] = {
		"import-failed", "import-empty", "import-too-big", "import-extension", "import-outside", "out-of-memory"};
	if (status == KILNCOOK_OK)
		return memory->messages ? "read with warnings" : "read";
	for (size_t i = 0; i < sizeof codes / sizeof *codes; ++i)
		if (strcmp(memory->last_code, codes[i]) == 0)
			return codes[i];
	return "refused otherwise";
}

static const char *read_bytes(const import_reader *reader, uint8_t *bytes, size_t size)
{
	counted_memory memory = {0};
	const kilncook_context context = {.allocator = {limited_resize, &memory}, .log = {counted_message, &memory}};
	// The art has no folder, so that every other file is outside.
	import_files files = {.context = &context, .art = "art"};
	import_metadata metadata = {.context = &context};
	import_input input = {
		.context = &context, .path = "art", .files = &files, .metadata = &metadata, .exact = size % 2 != 0};
	// A reader may replace the bytes, so the reader's allocator allocates them.
	input.bytes = limited_resize(&memory, NULL, 0, size ? size : 1);
	check(input.bytes != NULL);
	memcpy(input.bytes, bytes, size);
	input.size = size;
	input.capacity = size ? size : 1;
	art_scene scene = {0};
	kilncook_status status = reader->read(&input, &scene);
	check(status == KILNCOOK_OK || status == KILNCOOK_REFUSED || status == KILNCOOK_INTERNAL);
	check(status == KILNCOOK_OK || input.passed || memory.messages > 0);
	if (import_metadata_finish(&metadata, status == KILNCOOK_OK, &scene) != KILNCOOK_OK)
		status = KILNCOOK_INTERNAL;
	if (status == KILNCOOK_OK)
	{
		check_scene(&scene);
		check(import_metadata_is_sound(&scene));
	}
	const char *verdict = input.passed ? "another format" : verdict_of(status, &memory);
	art_scene_free(&context, &scene);
	limited_resize(&memory, input.bytes, input.capacity, 0);
	import_files_take(&files, &scene);
	art_files_free(&context, scene.files, scene.file_count);
	art_files_free(&context, scene.missing, scene.missing_count);
	import_files_end(&files);
	check(memory.live == 0 && memory.wrong_size == 0);
	return verdict;
}

static const import_reader *reader_of(const uint8_t *data, size_t size)
{
	if (size >= 4 && (memcmp(data, "glTF", 4) == 0 || data[0] == '{'))
		return &import_reader_gltf;
	if (size >= 4 && memcmp(data, "ply", 3) == 0)
		return &import_reader_ply;
	if (size >= 3 && memcmp(data, "OFF", 3) == 0)
		return &import_reader_off;
	return size >= 5 && memcmp(data, "solid", 5) == 0 ? &import_reader_stl : &import_reader_obj;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const import_reader *const readers[CODE_END] = {[CODE_OBJ] = &import_reader_obj,
		[CODE_PLY] = &import_reader_ply,
		[CODE_STL] = &import_reader_stl,
		[CODE_GLTF] = &import_reader_gltf,
		[CODE_SPLIT] = &import_reader_gltf,
		[CODE_OFF] = &import_reader_off};
	bool coded = size > 0 && data[0] > 0 && data[0] < CODE_END;
	const import_reader *reader = coded ? readers[data[0]] : reader_of(data, size);
	const uint8_t *file = data + coded;
	size_t length = size - coded;
	const uint8_t *end = coded && data[0] == CODE_SPLIT ? memchr(file, 0, length) : NULL;
	uint8_t *made;
	if (end)
		made = gltf_case_binary(
			(const char *)file, (size_t)(end - file), end + 1, length - (size_t)(end + 1 - file), &length);
	else
	{
		made = malloc(length + 1);
		check(made != NULL);
		memcpy(made, file, length);
	}
	check(made != NULL);
	fuzz_verdict = read_bytes(reader, made, length);
	free(made);
	return 0;
}

static const char obj[] =
	"\1# obj\nmtllib a.mtl\no one\nv 0 0 0\nv 1 0 0\nv 1 1.5e-1 0\nv 0 1 .25 1\nvt 0 0\nvn 0 0 1\n"
	"usemtl wood\nf 1/1/1 2/1/1 3//1 4\nf -1 -2 \\\n -3\ng two\nusemtl iron\nf 1 2 3\nl 1 2 3\np 4\n";
static const char ply[] = "\2ply\nformat ascii 1.0\ncomment c\nelement vertex 4\nproperty float x\nproperty double y\n"
						  "property int z\nproperty uchar red\nelement face 2\nproperty list uchar int vertex_indices\n"
						  "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
						  "0 0 0 1\n1 0 0 2\n1 1 0 3\n0 1 1 4\n3 0 1 2\n4 0 1 2 3\n6 0 1 2 -1 3 1\n";
static const char ply_binary[] =
	"\2ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty short x\nproperty short y\nproperty char z\n"
	"element face 1\nproperty list uchar uchar vertex_index\nend_header\n\0\1\0\2\3\0\4\0\5\6\0\7\1\0\2\3\0\1\2";
static const char stl[] = "\3solid a b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
						  "endloop\nendfacet\nendsolid a b\nsolid\nendsolid\n";
static const char gltf[] =
	"\5{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"],\"scene\":0,"
	"\"scenes\":[{\"nodes\":[0,3]}],\"nodes\":[{\"mesh\":0,\"children\":[1,2],\"rotation\":[0,0.6,0,0.8]},"
	"{\"mesh\":0,\"weights\":[0.5],\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":0}}}},"
	"{\"mesh\":0,\"skin\":0,\"extensions\":{\"KHR_node_visibility\":{\"visible\":true}}},"
	"{\"name\":\"j\",\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]}],"
	"\"materials\":[{\"name\":\"m\"}],\"skins\":[{\"joints\":[3,0],\"inverseBindMatrices\":2}],"
	"\"meshes\":[{\"name\":\"a\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"material\":0,"
	"\"mode\":5,"
	"\"targets\":[{\"POSITION\":3}]},{\"attributes\":{\"POSITION\":0},\"mode\":6}]}],"
	"\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
	"{\"bufferView\":0,\"byteOffset\":2,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"},"
	"{\"componentType\":5126,\"count\":2,\"type\":\"MAT4\"},"
	"{\"componentType\":5120,\"normalized\":true,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
	"\"indices\":{\"bufferView\":0,\"byteOffset\":4,\"componentType\":5121},\"values\":{\"bufferView\":0}}}],"
	"\"bufferViews\":[{\"buffer\":0,\"byteLength\":48}],\"buffers\":[{\"byteLength\":48}]}\0"
	"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0\0\0\0\0\0\0\200\77\0\0\200\77\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0";
static const char gltf_text[] =
	"\4{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":"
	"{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
	"\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":"
	"\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}";

static const char off[] =
	"\6STCNOFF # a comment\n\n4 3 0\n0 0 0  0 0 1  1 0 0 1  0.5 0.5\n1e0 -0 +.5\n# a vertex of colours\n"
	"0 1 0 255 0 0\nnan 0 1\n3 0 1 2\n4 0 1 2 3 0.5 0.5 0.5\n2 1 3\n";

/// A binary STL of two facets.
static uint8_t *stl_seed(size_t *size)
{
	*size = 1 + 84 + 100;
	uint8_t *seed = calloc(1, *size);
	for (size_t i = 85; seed && i < *size; ++i)
		seed[i] = (uint8_t)(i * 37);
	if (seed)
	{
		seed[0] = CODE_STL;
		seed[81] = 2;
	}
	return seed;
}

static uint8_t *compressed_seed(size_t *size)
{
	char json[2048];
	size_t length;
	uint8_t *bytes = gltf_case_compressed(json, sizeof json, &length);
	size_t text = strlen(json) + 1;
	*size = 1 + text + length;
	uint8_t *seed = bytes ? malloc(*size) : NULL;
	if (seed)
	{
		seed[0] = CODE_SPLIT;
		memcpy(seed + 1, json, text);
		memcpy(seed + 1 + text, bytes, length);
	}
	free(bytes);
	return seed;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	static const struct
	{
		const char *bytes;
		size_t size;
	} seeds[] = {{obj, sizeof obj - 1}, {ply, sizeof ply - 1}, {ply_binary, sizeof ply_binary - 1},
		{stl, sizeof stl - 1}, {gltf, sizeof gltf - 1}, {gltf_text, sizeof gltf_text - 1}, {off, sizeof off - 1}};
	size_t count = sizeof seeds / sizeof *seeds;
	*size = 0;
	if (i == count)
		return stl_seed(size);
	if (i == count + 1)
		return compressed_seed(size);
	uint8_t *seed = i < count ? malloc(seeds[i].size) : NULL;
	if (seed)
	{
		memcpy(seed, seeds[i].bytes, seeds[i].size);
		*size = seeds[i].size;
	}
	return seed;
}
