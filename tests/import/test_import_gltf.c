// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "gltf_case.h"
#include "import_case.h"
#include "kiln_format.h"

static import_case test;

/// Offsets in `data.bin`, the only buffer of all files in these tests.
enum
{
	AT_FLOATS = 0,	   // four corners of a unit square
	AT_BYTES = 48,	   // 0 1 2 3
	AT_SHORTS = 52,	   // 0 1 2 0 2 3
	AT_WORDS = 64,	   // the same
	AT_SIGNED = 88,	   // the square in signed bytes, the last y -128; stride 4
	AT_UNSIGNED = 104, // the square in 16 bits; stride 8
	AT_SPARSE = 136,   // index 2
	AT_VALUE = 140,	   // 5 6 7
	AT_PLACES = 152,   // 10 0 0, 20 0 0
	AT_MATRIX = 176,   // moves by -1 -2 -3
	DATA_SIZE = 256,
};

static void put_floats(uint8_t *at, const float *values, size_t count)
{
	memcpy(at, values, count * sizeof *values);
}

static int begin(void **state)
{
	(void)state;
	static const float square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, value[3] = {5, 6, 7};
	static const float places[6] = {10, 0, 0, 20, 0, 0};
	static const float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, -2, -3, 1};
	static const uint8_t order[6] = {0, 1, 2, 0, 2, 3};
	uint8_t data[DATA_SIZE] = {0};
	if (!import_case_begin(&test))
		return -1;
	put_floats(data + AT_FLOATS, square, 12);
	put_floats(data + AT_VALUE, value, 3);
	put_floats(data + AT_PLACES, places, 6);
	put_floats(data + AT_MATRIX, matrix, 16);
	for (uint8_t i = 0; i < 6; ++i)
	{
		data[AT_BYTES + i % 4] = i % 4;
		data[AT_SHORTS + 2 * i] = data[AT_WORDS + 4 * i] = order[i];
	}
	for (int v = 0; v < 4; ++v)
		for (int k = 0; k < 3; ++k)
			if (square[3 * v + k] > 0.0f)
			{
				data[AT_SIGNED + 4 * v + k] = v == 3 ? 0x80 : 0x7f;
				data[AT_UNSIGNED + 8 * v + 2 * k] = data[AT_UNSIGNED + 8 * v + 2 * k + 1] = 0xff;
			}
	data[AT_SPARSE] = 2;
	import_case_write(&test, "data.bin", data, sizeof data);
	return 0;
}

static int end(void **state)
{
	(void)state;
	import_case_end(&test);
	return 0;
}

/// Accessors by number: floats, indices of 8, 16 and 32 bits, signed and unsigned normalised positions, sparse ones
/// over floats and over zeros, places, a matrix.
static const char common[] =
	"\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
	"{\"bufferView\":0,\"byteOffset\":48,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"},"
	"{\"bufferView\":0,\"byteOffset\":52,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"},"
	"{\"bufferView\":0,\"byteOffset\":64,\"componentType\":5125,\"count\":6,\"type\":\"SCALAR\"},"
	"{\"bufferView\":1,\"componentType\":5120,\"normalized\":true,\"count\":4,\"type\":\"VEC3\"},"
	"{\"bufferView\":2,\"componentType\":5123,\"normalized\":true,\"count\":4,\"type\":\"VEC3\"},"
	"{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":1,\"indices\":"
	"{\"bufferView\":0,\"byteOffset\":136,\"componentType\":5121},\"values\":{\"bufferView\":0,\"byteOffset\":140}}},"
	"{\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":1,\"indices\":"
	"{\"bufferView\":0,\"byteOffset\":136,\"componentType\":5121},\"values\":{\"bufferView\":0,\"byteOffset\":140}}},"
	"{\"bufferView\":0,\"byteOffset\":152,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},"
	"{\"bufferView\":0,\"byteOffset\":176,\"componentType\":5126,\"count\":1,\"type\":\"MAT4\"}],"
	"\"bufferViews\":[{\"buffer\":0,\"byteLength\":256},"
	"{\"buffer\":0,\"byteOffset\":88,\"byteLength\":16,\"byteStride\":4},"
	"{\"buffer\":0,\"byteOffset\":104,\"byteLength\":32,\"byteStride\":8}],"
	"\"buffers\":[{\"uri\":\"data.bin\",\"byteLength\":256}]";

/// Imports a file of these nodes and meshes, with more members if needed; node 0 is the scene.
static kilncook_status read_file(const char *nodes, const char *meshes, const char *more)
{
	static char text[8192];
	int size = snprintf(text, sizeof text,
		"{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[%s],\"meshes\":[%s],%s%"
		"s}",
		nodes, meshes, more, common);
	assert_true(size > 0 && (size_t)size < sizeof text);
	return import_case_text(&test, "file.gltf", text);
}

/// Imports one primitive, which must succeed.
static const art_mesh *read_primitive(const char *primitive)
{
	char mesh[512];
	(void)snprintf(mesh, sizeof mesh, "{\"primitives\":[%s]}", primitive);
	if (read_file("{\"mesh\":0}", mesh, "") != KILNCOOK_OK)
		fail_msg("%s: %s", primitive, test.last_text);
	return &test.scene.meshes[0];
}

static void assert_refused(kilncook_status status, const char *code, const char *words)
{
	assert_int_equal(status, KILNCOOK_REFUSED);
	assert_string_equal(test.memory.last_code, code);
	assert_int_equal(test.memory.messages, 1);
	if (!strstr(test.last_text, words))
		fail_msg("`%s` does not say `%s`", test.last_text, words);
}

static void assert_corner(const art_mesh *mesh, uint32_t face, uint32_t corner, float x, float y, float z)
{
	float p[3];
	import_case_corner(mesh, face, corner, p);
	if (p[0] != x || p[1] != y || p[2] != z)
		fail_msg("face %u, corner %u: %g %g %g", face, corner, (double)p[0], (double)p[1], (double)p[2]);
}

static void indices_of_every_type_make_the_same_triangles(void **state)
{
	(void)state;
	for (int accessor = 2; accessor <= 3; ++accessor)
	{
		char primitive[128];
		(void)snprintf(primitive, sizeof primitive, "{\"attributes\":{\"POSITION\":0},\"indices\":%d}", accessor);
		const art_mesh *mesh = read_primitive(primitive);
		assert_int_equal(mesh->face_count, 2);
		assert_corner(mesh, 1, 1, 1, 1, 0);
		assert_corner(mesh, 1, 2, 0, 1, 0);
	}
	assert_int_equal(read_primitive("{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":6}")->face_count, 2);
}

static void strips_and_fans_keep_the_side_that_they_show(void **state)
{
	(void)state;
	for (int mode = 5; mode <= 6; ++mode)
	{
		char primitive[128];
		(void)snprintf(primitive, sizeof primitive, "{\"attributes\":{\"POSITION\":0},\"mode\":%d}", mode);
		const art_mesh *mesh = read_primitive(primitive);
		assert_int_equal(mesh->face_count, 2);
		for (uint32_t f = 0; f < 2; ++f)
		{
			float a[3], b[3], c[3];
			import_case_corner(mesh, f, 0, a);
			import_case_corner(mesh, f, 1, b);
			import_case_corner(mesh, f, 2, c);
			float z = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
			// The square's second triangle folds back in a strip, which its orientation shows.
			assert_true(z == (mode == 5 && f == 1 ? -1.0f : 1.0f));
		}
	}
}

static void points_and_lines_stay_faces_of_one_and_two_corners(void **state)
{
	(void)state;
	static const uint32_t faces[4] = {4, 2, 4, 3};
	for (uint32_t mode = 0; mode < 4; ++mode)
	{
		char primitive[128];
		(void)snprintf(primitive, sizeof primitive, "{\"attributes\":{\"POSITION\":0},\"mode\":%u}", mode);
		const art_mesh *mesh = read_primitive(primitive);
		assert_int_equal(mesh->face_count, faces[mode]);
		assert_int_equal(mesh->face_first[1], mode ? 2 : 1);
	}
}

static void indices_left_over_are_told(void **state)
{
	(void)state;
	assert_int_equal(read_primitive("{\"attributes\":{\"POSITION\":0}}")->face_count, 1);
	assert_string_equal(test.memory.first_code, "import-incomplete");
	// The fourth vertex is unused.
	assert_string_equal(test.memory.last_code, "import-unused");
}

static void normalised_positions_are_divided_by_their_range(void **state)
{
	(void)state;
	const art_mesh *mesh = read_primitive("{\"attributes\":{\"POSITION\":4},\"indices\":3}");
	assert_corner(mesh, 0, 2, 1, 1, 0);
	assert_corner(mesh, 1, 2, 0, -1, 0);
	mesh = read_primitive("{\"attributes\":{\"POSITION\":5},\"indices\":3}");
	assert_corner(mesh, 1, 1, 1, 1, 0);
	assert_corner(mesh, 1, 2, 0, 1, 0);
}

static void sparse_elements_replace_those_below_them(void **state)
{
	(void)state;
	assert_corner(read_primitive("{\"attributes\":{\"POSITION\":6},\"indices\":3}"), 0, 1, 1, 0, 0);
	assert_corner(&test.scene.meshes[0], 0, 2, 5, 6, 7);
	assert_corner(read_primitive("{\"attributes\":{\"POSITION\":7},\"indices\":3}"), 0, 1, 0, 0, 0);
	assert_corner(&test.scene.meshes[0], 0, 2, 5, 6, 7);
}

static void compressed_views_give_what_was_compressed(void **state)
{
	(void)state;
	char json[2048];
	size_t size, total;
	uint8_t *bytes = gltf_case_compressed(json, sizeof json, &size);
	assert_non_null(bytes);
	uint8_t *file = gltf_case_binary(json, strlen(json), bytes, size, &total);
	assert_non_null(file);
	import_case_write(&test, "packed.glb", file, total);
	assert_int_equal(import_case_read(&test, "packed.glb"), KILNCOOK_OK);
	const art_mesh *mesh = &test.scene.meshes[0];
	assert_int_equal(mesh->vertex_count, 16);
	assert_int_equal(mesh->face_count, 18);
	double area = 0.0;
	for (uint32_t f = 0; f < 18; ++f)
	{
		float a[3], b[3], c[3];
		import_case_corner(mesh, f, 0, a);
		import_case_corner(mesh, f, 1, b);
		import_case_corner(mesh, f, 2, c);
		area += 0.5 * (double)((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
	}
	assert_true(area == 9e6);
	// A cut through the compressed bytes must fail, too.
	file[total - size / 2] ^= 0xff;
	file[total - size] ^= 0xff;
	import_case_write(&test, "packed.glb", file, total);
	assert_int_equal(import_case_read(&test, "packed.glb"), KILNCOOK_REFUSED);
	free(bytes);
	free(file);
}

static void instances_become_nodes_below_theirs(void **state)
{
	(void)state;
	assert_int_equal(read_file("{\"name\":\"tree\",\"mesh\":0,\"translation\":[0,1,0],\"scale\":[2,2,2],\"extensions\":"
							   "{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":8}}}}",
						 "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3}]}",
						 "\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"],"),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 3);
	assert_int_equal(test.scene.nodes[0].mesh_count, 0);
	for (uint32_t i = 1; i < 3; ++i)
	{
		assert_string_equal(test.scene.nodes[i].name, "tree");
		assert_int_equal(test.scene.nodes[i].parent, 0);
		assert_int_equal(test.scene.nodes[i].mesh_count, 1);
		assert_true(test.scene.nodes[i].to_root[3] == 20.0 * i && test.scene.nodes[i].to_root[7] == 1.0);
	}
}

static void hidden_nodes_keep_their_place_and_lose_their_meshes(void **state)
{
	(void)state;
	assert_int_equal(read_file("{\"mesh\":0,\"children\":[1]},{\"mesh\":0,\"children\":[2],\"extensions\":"
							   "{\"KHR_node_visibility\":{\"visible\":false}}},{\"mesh\":0}",
						 "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3}]}", ""),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 3);
	assert_int_equal(test.scene.nodes[0].mesh_count, 1);
	assert_int_equal(test.scene.nodes[1].mesh_count + test.scene.nodes[2].mesh_count, 0);
	assert_string_equal(test.memory.last_code, "import-hidden");
}

static void morph_targets_count_by_the_weights_at_rest(void **state)
{
	(void)state;
	static const char mesh[] = "{\"weights\":[0.5],\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3,"
							   "\"targets\":[{\"POSITION\":7}]}]}";
	assert_int_equal(
		read_file("{\"mesh\":0,\"children\":[1,2]},{\"mesh\":0,\"weights\":[2]},{\"mesh\":0}", mesh, ""), KILNCOOK_OK);
	assert_int_equal(test.scene.mesh_count, 2);
	assert_corner(&test.scene.meshes[test.scene.nodes[0].meshes[0]], 0, 2, 3.5f, 4, 3.5f);
	assert_corner(&test.scene.meshes[test.scene.nodes[1].meshes[0]], 0, 2, 11, 13, 14);
	assert_int_equal(test.scene.nodes[2].meshes[0], 0);
}

static void skinned_meshes_stand_where_their_first_joint_puts_them(void **state)
{
	(void)state;
	static const char mesh[] = "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3}]}";
	static const char skin[] = "\"skins\":[{\"joints\":[1],\"inverseBindMatrices\":9}],";
	assert_int_equal(
		read_file("{\"mesh\":0,\"skin\":0,\"scale\":[9,9,9],\"children\":[1]},{\"translation\":[1,1,1]}", mesh, skin),
		KILNCOOK_OK);
	assert_string_equal(test.memory.last_code, "import-skin");
	const double *m = test.scene.nodes[0].to_root;
	// Nine times one, minus one: the joint is below the node, whose own transform has no effect of its own.
	assert_true(m[0] == 9.0 && m[3] == 0.0 && m[7] == -9.0 && m[11] == -18.0);
}

static void a_rotation_of_any_length_turns_and_does_not_shear(void **state)
{
	(void)state;
	static const char mesh[] = "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3}]}";
	assert_int_equal(read_file("{\"mesh\":0,\"rotation\":[0,0,3,4]}", mesh, ""), KILNCOOK_OK);
	const double *m = test.scene.nodes[0].to_root;
	assert_true(fabs(m[0] - 0.28) < 1e-15 && fabs(m[1] + 0.96) < 1e-15 && fabs(m[4] - 0.96) < 1e-15 && m[10] == 1.0);
	assert_refused(read_file("{\"mesh\":0,\"rotation\":[0,0,0,0]}", mesh, ""), "import-failed", "/nodes/0/rotation");
	assert_refused(read_file("{\"mesh\":0,\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}", mesh, ""), "import-failed",
		"/nodes/0/matrix");
}

static void unknown_required_extensions_are_refused_by_name(void **state)
{
	(void)state;
	static const char mesh[] = "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3}]}";
	assert_refused(read_file("{\"mesh\":0}", mesh, "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"),
		"import-extension", "KHR_draco_mesh_compression");
	assert_refused(read_file("{\"mesh\":0}", mesh, "\"extensionsRequired\":[7],"), "import-extension", "?");
	assert_int_equal(read_file("{\"mesh\":0}", mesh, "\"extensionsRequired\":[\"KHR_materials_unlit\"],"), KILNCOOK_OK);
}

static void nodes_with_two_parents_and_cycles_are_refused(void **state)
{
	(void)state;
	static const char mesh[] = "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3}]}";
	assert_refused(read_file("{\"children\":[1,2]},{\"children\":[3]},{\"children\":[3]},{\"mesh\":0}", mesh, ""),
		"import-failed", "/nodes/3: the child of two nodes");
	assert_refused(
		read_file("{\"mesh\":0},{\"children\":[2]},{\"children\":[1]}", mesh, ""), "import-failed", "its own ancestor");
	assert_refused(read_file("{\"mesh\":0,\"children\":[0]}", mesh, ""), "import-failed", "its own ancestor");
	assert_refused(read_file("{\"mesh\":0,\"children\":[1]}", mesh, ""), "import-failed",
		"/nodes/0/children/0: not the index of a node");
}

/// A short file of shared nodes can request 2^30 nodes: every level names the next one twice.
static void thirty_levels_of_shared_nodes_end_at_the_first(void **state)
{
	(void)state;
	char nodes[2048] = "";
	size_t size = 0;
	for (int i = 0; i < 30; ++i)
		size += (size_t)snprintf(nodes + size, sizeof nodes - size, "{\"children\":[%d,%d]},", i + 1, i + 1);
	(void)snprintf(nodes + size, sizeof nodes - size, "{\"mesh\":0}");
	assert_refused(read_file(nodes, "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3}]}", ""),
		"import-failed", "the child of two nodes");
	assert_true(test.memory.peak < 1 << 20);
}

static void a_chain_of_a_hundred_thousand_nodes_is_read(void **state)
{
	(void)state;
	enum
	{
		depth = 100000
	};
	static char text[depth * 32];
	size_t size = (size_t)snprintf(text, sizeof text,
		"{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"meshes\":[{\"primitives\":[{\"attributes\":"
		"{\"POSITION\":0},\"indices\":3}]}],%s,\"nodes\":[",
		common);
	for (int i = 1; i < depth; ++i)
		size += (size_t)snprintf(text + size, sizeof text - size, "{\"children\":[%d]},", i);
	(void)snprintf(text + size, sizeof text - size, "{\"mesh\":0}]}");
	assert_int_equal(import_case_text(&test, "deep.gltf", text), KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, depth);
}

static void what_lies_outside_of_its_bytes_is_refused_with_its_place(void **state)
{
	(void)state;
	static const struct
	{
		const char *from, *to, *words;
	} cases[] = {{"\"count\":4,\"type\":\"VEC3\"},", "\"count\":22,\"type\":\"VEC3\"},", "/accessors/0/count"},
		{"\"byteOffset\":64,", "\"byteOffset\":240,", "/accessors/3/count"},
		{"\"byteOffset\":64,", "\"byteOffset\":-4,", "/accessors/3/byteOffset"},
		{"\"byteOffset\":64,", "\"byteOffset\":9007199254740992,", "/accessors/3/byteOffset"},
		{"\"count\":6,\"type\":\"SCALAR\"},{\"bufferView\":1",
			"\"count\":4294967295,\"type\":\"SCALAR\"},{\"bufferView\":1", "/accessors/3/count"},
		{"\"byteLength\":256}]", "\"byteLength\":257}]", "/buffers/0/byteLength"},
		{"\"byteLength\":256},", "\"byteLength\":257},", "/bufferViews/0/byteLength"},
		{"\"buffer\":0,\"byteLength\":256", "\"buffer\":1,\"byteLength\":256", "/bufferViews/0/buffer"},
		{"data.bin", "none.bin", "/buffers/0/uri"}, {"data.bin", "http://a/b", "/buffers/0/uri"},
		{"data.bin", "data:;base64,A*AA", "/buffers/0/uri"},
		{"\"type\":\"VEC3\"},", "\"type\":\"VEC2\"},", "/accessors/0/type"},
		{"5125,\"count\":6", "5126,\"count\":6", "/accessors/3/componentType"}};
	static char whole[8192], text[8192];
	(void)snprintf(whole, sizeof whole,
		"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":"
		"{\"POSITION\":0},\"indices\":3}]}],%s}",
		common);
	assert_int_equal(import_case_text(&test, "file.gltf", whole), KILNCOOK_OK);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		const char *at = strstr(whole, cases[i].from);
		assert_non_null(at);
		(void)snprintf(
			text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, cases[i].to, at + strlen(cases[i].from));
		assert_refused(import_case_text(&test, "file.gltf", text), "import-failed", cases[i].words);
	}
}

static void messages_name_the_json_pointer_of_the_fault(void **state)
{
	(void)state;
	static const char node[] = "{\"mesh\":0}", plain[] = "{\"attributes\":{\"POSITION\":0},\"indices\":3}";
	static const struct
	{
		const char *nodes, *second, *top, *words; ///< `second`: a primitive behind a valid one
	} cases[] = {
		{node, "7", "", "/meshes/0/primitives/1: not an object"},
		{node, "{\"attributes\":7}", "", "/meshes/0/primitives/1/attributes: not an object"},
		{node, "{\"attributes\":{\"POSITION\":99}}", "", "/meshes/0/primitives/1/attributes/POSITION: not an integer"},
		{node, "{\"attributes\":{\"POSITION\":0},\"indices\":-1}", "", "/meshes/0/primitives/1/indices: not an"},
		{node, "{\"attributes\":{\"POSITION\":0},\"mode\":7}", "", "/meshes/0/primitives/1/mode: not an integer of 0"},
		{node, "{\"attributes\":{},\"extensions\":7}", "", "/meshes/0/primitives/1/extensions: not an object"},
		{node, "{\"attributes\":{},\"extensions\":{\"KHR_draco_mesh_compression\":{}}}", "",
			"/meshes/0/primitives/1/extensions/KHR_draco_mesh_compression: compressed"},
		{"{\"mesh\":0,\"weights\":[1,\"2\"]}", plain, "", "/nodes/0/weights/1: not a number"},
		{"{\"mesh\":0,\"children\":[1,9]},{}", plain, "", "/nodes/0/children/1: not the index of a node"},
		{"{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"SCALE\":99}}}}", plain, "",
			"/nodes/0/extensions/EXT_mesh_gpu_instancing/attributes/SCALE: not an integer"},
		{"{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":7}}", plain, "",
			"/nodes/0/extensions/EXT_mesh_gpu_instancing: not an object"},
		{node, plain, "\"materials\":{},", "/materials: not an array"},
		{node, plain, "\"extensions\":7,", "/extensions: not an object"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		char mesh[512];
		(void)snprintf(mesh, sizeof mesh, "{\"primitives\":[%s,%s]}", plain, cases[i].second);
		assert_refused(read_file(cases[i].nodes, mesh, cases[i].top), "import-failed", cases[i].words);
	}
	assert_refused(
		import_case_text(&test, "file.gltf", "{\"asset\":{\"version\":\"2.0\"},\"scene\":1,\"scenes\":[{}]}"),
		"import-failed", "/scene: not an integer of 0 to 0");
	assert_refused(import_case_text(&test, "file.gltf", "{\"asset\":{\"version\":\"3.0\"}}"), "import-failed",
		"/asset/version: not glTF 2.0");
}

static void short_files_cannot_ask_for_more_than_the_limits(void **state)
{
	(void)state;
	// Instances without bytes, and primitives that repeat the same accessor of zeros.
	assert_refused(
		import_case_text(&test, "many.gltf",
			"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":"
			"{\"attributes\":{\"TRANSLATION\":1}}}}],\"meshes\":[{\"primitives\":[{\"attributes\":"
			"{\"POSITION\":0}}]}],\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
			"{\"componentType\":5126,\"count\":200000000,\"type\":\"VEC3\"}]}"),
		"import-too-big", "2^22 nodes");
	assert_refused(
		import_case_text(&test, "many.gltf",
			"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":"
			"{\"POSITION\":0},\"indices\":1}]}],\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
			"{\"componentType\":5125,\"count\":200000000,\"type\":\"SCALAR\"}]}"),
		"import-too-big", "2^28 corners");
	assert_true(test.memory.peak < 1 << 24);
}

static void shared_positions_are_split_among_the_primitives(void **state)
{
	(void)state;
	assert_int_equal(
		read_file("{\"mesh\":0}",
			"{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3},{\"attributes\":{\"POSITION\":0}}]}", ""),
		KILNCOOK_OK);
	assert_int_equal(test.scene.meshes[0].vertex_count, 4);
	assert_int_equal(test.scene.meshes[1].vertex_count, 3);
	assert_corner(&test.scene.meshes[1], 0, 2, 1, 1, 0);
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	static const char mesh[] = "{\"weights\":[0.5],\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3,"
							   "\"targets\":[{\"POSITION\":7}]},{\"attributes\":{\"POSITION\":0}}]}";
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
	{
		test.memory.calls = 0;
		test.memory.fail_at = fail;
		status = read_file("{\"mesh\":0,\"children\":[1]},{\"mesh\":0,\"weights\":[2],\"skin\":0,\"extensions\":"
						   "{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":8}}}}",
			mesh, "\"skins\":[{\"joints\":[1],\"inverseBindMatrices\":9}],");
		assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
		assert_true(status == KILNCOOK_OK || test.errors == 1);
		assert_true(status == KILNCOOK_OK || test.memory.live == 0);
		assert_int_equal(test.memory.wrong_size, 0);
	}
	test.memory.fail_at = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(indices_of_every_type_make_the_same_triangles),
		cmocka_unit_test(strips_and_fans_keep_the_side_that_they_show),
		cmocka_unit_test(points_and_lines_stay_faces_of_one_and_two_corners),
		cmocka_unit_test(indices_left_over_are_told),
		cmocka_unit_test(normalised_positions_are_divided_by_their_range),
		cmocka_unit_test(sparse_elements_replace_those_below_them),
		cmocka_unit_test(compressed_views_give_what_was_compressed),
		cmocka_unit_test(instances_become_nodes_below_theirs),
		cmocka_unit_test(hidden_nodes_keep_their_place_and_lose_their_meshes),
		cmocka_unit_test(morph_targets_count_by_the_weights_at_rest),
		cmocka_unit_test(skinned_meshes_stand_where_their_first_joint_puts_them),
		cmocka_unit_test(a_rotation_of_any_length_turns_and_does_not_shear),
		cmocka_unit_test(unknown_required_extensions_are_refused_by_name),
		cmocka_unit_test(nodes_with_two_parents_and_cycles_are_refused),
		cmocka_unit_test(thirty_levels_of_shared_nodes_end_at_the_first),
		cmocka_unit_test(a_chain_of_a_hundred_thousand_nodes_is_read),
		cmocka_unit_test(what_lies_outside_of_its_bytes_is_refused_with_its_place),
		cmocka_unit_test(messages_name_the_json_pointer_of_the_fault),
		cmocka_unit_test(short_files_cannot_ask_for_more_than_the_limits),
		cmocka_unit_test(shared_positions_are_split_among_the_primitives),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
