// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "clean/clean.h"
#include "import_case.h"
#include "kiln_format.h"

static import_case test;

static int begin(void **state)
{
	(void)state;
	return import_case_begin(&test) ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	import_case_end(&test);
	return 0;
}

static void read_ok(const char *name, const char *text)
{
	if (import_case_text(&test, name, text) != KILNCOOK_OK)
		fail_msg("%s: %s", name, test.last_text);
}

static void assert_refused(const char *name, const void *bytes, size_t size, const char *code, const char *words)
{
	import_case_write(&test, name, bytes, size);
	assert_int_equal(import_case_read(&test, name), KILNCOOK_REFUSED);
	assert_string_equal(test.memory.last_code, code);
	assert_int_equal(test.errors, 1);
	if (!strstr(test.last_text, words))
		fail_msg("`%s` does not say `%s`", test.last_text, words);
}

static void assert_corners(const art_mesh *mesh, uint32_t face, uint32_t count, const uint32_t *vertices)
{
	assert_int_equal(mesh->face_first[face + 1] - mesh->face_first[face], count);
	assert_memory_equal(mesh->corners + mesh->face_first[face], vertices, count * sizeof *vertices);
}

static void obj_corners_share_the_vertices_of_the_file(void **state)
{
	(void)state;
	read_ok("a.obj", "v 0 0 0\nv 1 0 0\nv 9 9 9\nv 0 1 0\nf 1/1/1 2//2 4/3\nf -4/-1 -3 -1\n");
	const art_mesh *mesh = &test.scene.meshes[0];
	assert_int_equal(mesh->vertex_count, 4);
	assert_corners(mesh, 0, 3, (const uint32_t[]){0, 1, 3});
	assert_corners(mesh, 1, 3, (const uint32_t[]){0, 1, 3});
	assert_string_equal(test.scene.importer, "kiln obj");
}

static void obj_meshes_hold_what_they_use_in_the_order_of_the_file(void **state)
{
	(void)state;
	read_ok("a.obj",
		"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\no one\nf 3 1 2\no two\nf 6 4 5\no one\nf 1 2 4\n");
	assert_int_equal(test.scene.node_count, 3);
	assert_int_equal(test.scene.nodes[1].mesh_count, 2);
	assert_int_equal(test.scene.nodes[2].mesh_count, 1);
	const art_mesh *two = &test.scene.meshes[test.scene.nodes[2].meshes[0]];
	assert_int_equal(two->vertex_count, 3);
	assert_true(two->positions[0][0] == 5.0f && two->positions[2][1] == 1.0f);
	assert_corners(two, 0, 3, (const uint32_t[]){2, 0, 1});
}

static void obj_lines_go_on_behind_a_backslash(void **state)
{
	(void)state;
	read_ok("a.obj", "v 0 0 \\\n0\nv 1 0 0\r\nv 0 1\\\r\n 0\rv 1 1 0\nf 1 2 \\\n\\\n 4 \\\n3 # all\nf 1 2 3");
	assert_int_equal(test.scene.meshes[0].vertex_count, 4);
	assert_corners(&test.scene.meshes[0], 0, 4, (const uint32_t[]){0, 1, 3, 2});
	assert_int_equal(test.scene.meshes[0].face_count, 2);
}

static void obj_statements_that_cannot_be_read_are_told_and_their_faces_dropped(void **state)
{
	(void)state;
	read_ok("a.obj", "v 0 0 0\nv 1,5 0 0\nv 0 1 0\nv 1 1\nv 1 0 0\nf 1 2 3\nf 1 4 3\nf 1 5 x\nf 1 5 3\nf\nf 1 0 -9\n");
	assert_string_equal(test.memory.last_code, "import-syntax");
	assert_string_equal(test.last_text, "line 2: 4 statements cannot be read; this is the first");
	kilncook_context context = {0};
	const clean_options options = {0};
	clean_mesh mesh;
	uint32_t first = 0;
	assert_int_equal(clean_build(&context, &test.scene, &first, 1, NULL, &options, &mesh), KILNCOOK_OK);
	assert_int_equal(mesh.triangle_count, 1);
	assert_int_equal(mesh.counts.invalid, 4);
	clean_mesh_free(&context, &mesh);
}

static void obj_materials_come_in_the_order_of_their_library(void **state)
{
	(void)state;
	static const char library[] = "newmtl  iron \nKd 1 1 1\nnewmtl old oak\nnewmtl iron\n";
	import_case_write(&test, "my lib.mtl", library, sizeof library - 1);
	import_case_write(&test, "b.mtl", "newmtl b", 8);
	read_ok("a.obj", "mtllib my lib.mtl\nmtllib none.mtl b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl old oak\n"
					 "f 1 2 3\nusemtl new\nf 1 2 3\n");
	static const char *const names[] = {"DefaultMaterial", "iron", "old oak", "b", "new"};
	assert_int_equal(test.scene.material_count, 5);
	for (uint32_t i = 0; i < 5; ++i)
		assert_string_equal(test.scene.materials[i], names[i]);
	assert_int_equal(test.scene.mesh_count, 3);
	assert_int_equal(test.scene.meshes[0].material, 0);
	assert_int_equal(test.scene.meshes[1].material, 2);
	assert_string_equal(test.scene.meshes[1].name, "old oak");
	assert_int_equal(test.scene.file_count, 2);
}

static void obj_in_utf16_is_read(void **state)
{
	(void)state;
	static const char text[] = "o \xc3\xa9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
	for (int big = 0; big < 2; ++big)
	{
		uint8_t bytes[2 * sizeof text];
		size_t size = 0;
		for (size_t i = 0; i < sizeof text; ++i)
		{
			// The byte order mark, then the text, in which two bytes are one letter.
			unsigned unit = i == 0 ? 0xfeff : (uint8_t)text[i - 1];
			if (i > 1 && (uint8_t)text[i - 2] == 0xc3)
				continue;
			unit = unit == 0xc3 ? 0xe9 : unit;
			bytes[size++] = (uint8_t)(big ? unit >> 8 : unit);
			bytes[size++] = (uint8_t)(big ? unit : unit >> 8);
		}
		import_case_write(&test, "wide.obj", bytes, size);
		assert_int_equal(import_case_read(&test, "wide.obj"), KILNCOOK_OK);
		assert_string_equal(test.scene.nodes[1].name, "\xc3\xa9");
	}
}

static void obj_without_faces_is_refused(void **state)
{
	(void)state;
	static const char points[] = "v 0 0 0\nv 1 0 0\n";
	assert_refused("a.obj", points, sizeof points - 1, "import-empty", "no face");
}

/// One triangle and a fan, in three encodings.
static void ply_reads_text_and_both_byte_orders_alike(void **state)
{
	(void)state;
	static const char elements[] =
		"element vertex 4\nproperty short x\nproperty uchar y\nproperty uchar red\n"
		"property char z\nelement face 2\nproperty list uchar ushort vertex_indices\nend_header\n";
	static const struct
	{
		const char *format;
		const char *data;
		size_t size;
	} files[] = {{"ascii", "0 0 7 0\n-3 0 7 0 300 2 7 -1\n0 1 7 0\n3 0 1 2\n4 0 1 2 3\n", 54},
		{"binary_little_endian", "\0\0\0\7\0\375\377\0\7\0\54\1\2\7\377\0\0\1\7\0\3\0\0\1\0\2\0\4\0\0\1\0\2\0\3\0", 36},
		{"binary_big_endian", "\0\0\0\7\0\377\375\0\7\0\1\54\2\7\377\0\0\1\7\0\3\0\0\0\1\0\2\4\0\0\0\1\0\2\0\3", 36}};
	for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
	{
		char text[512];
		int size = snprintf(text, sizeof text, "ply\nformat %s 1.0\n%s", files[i].format, elements);
		memcpy(text + size, files[i].data, files[i].size);
		import_case_write(&test, "a.ply", text, (size_t)size + files[i].size);
		assert_int_equal(import_case_read(&test, "a.ply"), KILNCOOK_OK);
		assert_int_equal(test.memory.messages, 0);
		const art_mesh *mesh = &test.scene.meshes[0];
		assert_int_equal(mesh->vertex_count, 4);
		assert_true(
			mesh->positions[1][0] == -3.0f && mesh->positions[2][0] == 300.0f && mesh->positions[2][2] == -1.0f);
		assert_corners(mesh, 1, 4, (const uint32_t[]){0, 1, 2, 3});
		// With one byte less the file is refused; one more is reported.
		import_case_write(&test, "a.ply", text, (size_t)size + files[i].size - 2);
		assert_int_equal(import_case_read(&test, "a.ply"), KILNCOOK_REFUSED);
		text[(size_t)size + files[i].size] = '5';
		import_case_write(&test, "a.ply", text, (size_t)size + files[i].size + 1);
		assert_int_equal(import_case_read(&test, "a.ply"), KILNCOOK_OK);
		assert_string_equal(test.memory.last_code, "import-trailing");
	}
}

static void ply_strips_become_triangles_that_face_one_way(void **state)
{
	(void)state;
	read_ok("a.ply",
		"ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
		"element tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n"
		"0 2 0\n1 2 0\n10 0 1 2 3 4 -1 3 5 4 -1\n");
	const art_mesh *mesh = &test.scene.meshes[0];
	assert_int_equal(mesh->face_count, 4);
	for (uint32_t f = 0; f < 4; ++f)
	{
		float a[3], b[3], c[3];
		import_case_corner(mesh, f, 0, a);
		import_case_corner(mesh, f, 1, b);
		import_case_corner(mesh, f, 2, c);
		assert_true((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) == 1.0f);
	}
}

/// What may stand between the words of a PLY, and how many lines it ends.
static const char *const ply_gaps[] = {" ", "\n", "\t", "\r\n", "  \n\n ", "\r", "                      "};
static const uint32_t ply_gap_lines[] = {0, 1, 0, 1, 2, 1, 0};

/// Appends a PLY with polygons of three to ten corners, whose numbers have `forms` forms and stand between `gaps` kinds of gaps. Word
/// number `broken` is an x, whose line is returned.
static uint32_t write_polygons(uint32_t forms, uint32_t gaps, uint32_t broken, char *text, size_t room)
{
	static const char *const form[] = {"%u", "%07u", "%08u", "+%u", "%012u"};
	size_t size = (size_t)snprintf(text, room,
		"ply\nformat ascii 1.0\nelement vertex 2000\nproperty float x\nproperty float y\nproperty float z\nelement "
		"face 200\n"
		"property list uchar int vertex_indices\nend_header\n");
	for (uint32_t i = 0; i < 2000; ++i, size += 6)
		memcpy(text + size, "0 0 0\n", 6);
	uint32_t word = 0, line = 2010, found = 0;
	for (uint32_t face = 0; face < 200; ++face)
		for (uint32_t k = 0; k <= 3 + face % 8; ++k, ++word)
		{
			const uint32_t number = k == 0 ? 3 + face % 8 : face * 104729u % 1990u + k - 1, how = number % forms;
			found = word == broken ? line : found;
			if (word == broken)
				text[size++] = 'x';
			else
				size += (size_t)snprintf(text + size, room - size, form[how], (unsigned)number);
			const uint32_t next = (word * 7 + face) % gaps;
			size += (size_t)snprintf(text + size, room - size, "%s", ply_gaps[next]);
			line += ply_gap_lines[next];
		}
	assert_true(size < room);
	return found;
}

static void ply_polygons_are_the_same_however_they_are_written(void **state)
{
	(void)state;
	static char text[1 << 17];
	for (uint32_t forms = 1; forms <= 5; ++forms)
		for (uint32_t gaps = 1; gaps <= 7; ++gaps)
		{
			write_polygons(forms, gaps, UINT32_MAX, text, sizeof text);
			read_ok("a.ply", text);
			const art_mesh *mesh = &test.scene.meshes[0];
			assert_int_equal(mesh->face_count, 200);
			for (uint32_t face = 0; face < 200; ++face)
			{
				const uint32_t first = mesh->face_first[face], count = mesh->face_first[face + 1] - first;
				assert_int_equal(count, 3 + face % 8);
				for (uint32_t k = 0; k < count; ++k)
					assert_int_equal(mesh->corners[first + k], face * 104729u % 1990u + k);
			}
		}
}

static void a_fault_in_a_ply_polygon_reports_its_line(void **state)
{
	(void)state;
	static char text[1 << 17];
	for (uint32_t broken = 0; broken < 1500; broken += 83)
		for (uint32_t gaps = 1; gaps <= 7; ++gaps)
		{
			char words[48];
			(void)snprintf(words, sizeof words, "line %u: element 1",
				(unsigned)write_polygons(1 + broken % 5, gaps, broken, text, sizeof text));
			assert_refused("a.ply", text, strlen(text), "import-failed", words);
		}
}

/// The coordinate of a vertex: with it, every form of the number below is exact.
static double ply_coordinate(uint32_t vertex, uint32_t axis)
{
	return ((double)(vertex * 7919u % 20011u) - 10000.0) / 8 + axis;
}

/// Writes a PLY of 300 vertices and a face like write_polygons.
static uint32_t write_vertices(uint32_t forms, uint32_t gaps, uint32_t broken, char *text, size_t room)
{
	static const char *const form[] = {"%.3f", "%.6f", "%.10e", "%+.9f", "%.20f"};
	size_t size = (size_t)snprintf(text, room,
		"ply\nformat ascii 1.0\nelement vertex 300\nproperty float x\nproperty double y\nproperty float nx\nproperty "
		"float z\n"
		"element face 1\nproperty list uchar int vertex_indices\nend_header\n");
	uint32_t line = 11, found = 0;
	for (uint32_t word = 0; word < 1200; ++word)
	{
		static const uint32_t axes[] = {0, 1, 7, 2};
		const uint32_t next = (word * 5 + word / 11) % gaps;
		found = word == broken ? line : found;
		size += (size_t)snprintf(
			text + size, room - size, form[(word * 3 + word / 7) % forms], ply_coordinate(word / 4, axes[word % 4]));
		size += (size_t)snprintf(text + size, room - size, "%s%s", word == broken ? "x" : "", ply_gaps[next]);
		line += ply_gap_lines[next];
	}
	(void)snprintf(text + size, room - size, "3 0 1 2\n");
	return found;
}

static void ply_vertices_are_the_same_however_they_are_written(void **state)
{
	(void)state;
	static char text[1 << 17];
	for (uint32_t forms = 1; forms <= 5; ++forms)
		for (uint32_t gaps = 1; gaps <= 7; ++gaps)
		{
			write_vertices(forms, gaps, UINT32_MAX, text, sizeof text);
			read_ok("a.ply", text);
			const art_mesh *mesh = &test.scene.meshes[0];
			assert_int_equal(mesh->vertex_count, 300);
			for (uint32_t i = 0; i < 900; ++i)
				assert_true((double)mesh->positions[i / 3][i % 3] == ply_coordinate(i / 3, i % 3));
		}
}

static void a_fault_in_a_ply_vertex_reports_its_line(void **state)
{
	(void)state;
	static char text[1 << 17];
	for (uint32_t broken = 0; broken < 1200; broken += 67)
		for (uint32_t gaps = 1; gaps <= 7; ++gaps)
		{
			char words[64];
			const uint32_t line = write_vertices(1 + broken % 5, gaps, broken, text, sizeof text);
			(void)snprintf(words, sizeof words, "line %u: element 0, number %u", (unsigned)line, (unsigned)broken / 4);
			assert_refused("a.ply", text, strlen(text), "import-failed", words);
		}
}

static void ply_counts_that_the_file_does_not_hold_are_refused(void **state)
{
	(void)state;
	static const struct
	{
		const char *text, *words;
	} files[] = {{"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
				  "z\nelement face 912\n"
				  "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
					 "declares more than the file holds"},
		{"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face "
		 "2\n"
		 "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1\n",
			"element 1, number 1 of 2"},
		{"ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\n"
		 "property float z\nend_header\n0123456789ab",
			"declares more than the file holds"},
		{"ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n99 0 1 2\n",
			"longer than the file"},
		{"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n",
			"without x, y and z"},
		{"ply\nformat ascii 2.0\nend_header\n", "version"},
		{"ply\nformat ascii 1.0\nelement vertex -1\n", "without a count"},
		{"ply\nformat ascii 1.0\nelement vertex 1\nproperty half x\n", "unknown type"},
		{"ply\nformat ascii 1.0\nelement face 1\nproperty list uchar float vertex_indices\nend_header\n1 1\n",
			"no integers"}};
	for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
		assert_refused("a.ply", files[i].text, strlen(files[i].text), "import-failed", files[i].words);
}

static void binary_stl_may_begin_with_solid(void **state)
{
	(void)state;
	uint8_t bytes[84 + 50 + 1] = "solid that is none";
	const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
	bytes[80] = 1;
	memcpy(bytes + 84 + 12, corners, sizeof corners);
	import_case_write(&test, "a.stl", bytes, 84 + 50);
	assert_int_equal(import_case_read(&test, "a.stl"), KILNCOOK_OK);
	assert_int_equal(test.memory.messages, 0);
	assert_int_equal(test.scene.meshes[0].face_count, 1);
	assert_memory_equal(test.scene.meshes[0].positions, corners, sizeof corners);
	bytes[0] = 'x';
	assert_refused("a.stl", bytes, 84 + 49, "import-failed", "133 bytes of 134");
	import_case_write(&test, "a.stl", bytes, sizeof bytes);
	assert_int_equal(import_case_read(&test, "a.stl"), KILNCOOK_OK);
	assert_string_equal(test.memory.last_code, "import-trailing");
}

static void off_comes_with_what_may_stand_in_it(void **state)
{
	(void)state;
	static const char *const same[] = {"OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3\n",
		"OFF 4 2\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3",
		"4 2 0\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n0 0 1\r\n3 0 1 2\r\n4 0 1 2 3\r\n",
		"# a\nOFF # b\n# c\n\n4 2 0 # d\n0 0 0 # e\n1 0 0\n# f\n\n0 1 0\n0 0 1\n3 0 1 2 # g\n4 0 1 2 3 255 0 0\n# h\n",
		"STCNOFF\n4 2 5\n0 0 0 0 0 1 9 9 9 0.5 0.5\n1 0 0 0 0 1\n0 1 0 1\n0 0 1\n3 0 1 2 0.1 0.2\n4 0 1 2 3\n"};
	for (size_t i = 0; i < sizeof same / sizeof *same; ++i)
	{
		read_ok("a.off", same[i]);
		assert_string_equal(test.scene.importer, "kiln off");
		assert_int_equal(test.memory.messages, 0);
		assert_int_equal(test.scene.mesh_count, 1);
		const art_mesh *mesh = test.scene.meshes;
		assert_int_equal(mesh->vertex_count, 4);
		assert_int_equal(mesh->face_count, 2);
		assert_int_equal(mesh->face_first[2], 7);
		for (int k = 0; k < 3; ++k)
			assert_true(mesh->positions[k + 1][k] == 1 && mesh->positions[0][k] == 0);
		for (uint32_t k = 0; k < 4; ++k)
			assert_int_equal(mesh->corners[3 + k], k);
	}
	read_ok("range.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 -1 3\n");
	assert_int_equal(test.scene.meshes->corners[1], KILN_NONE);
	assert_int_equal(test.scene.meshes->corners[2], KILN_NONE);
	read_ok("more.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n");
	assert_string_equal(test.memory.last_code, "import-trailing");
	static const struct
	{
		const char *text, *says;
	} broken[] = {{"OFF\n3 x 0\n", "line 2: no counts"}, {"OFF\n-3 1 0\n", "declares more"},
		{"OFF\n99999999 1 0\n0 0 0\n", "declares more"}, {"OFF\n1 99999999 0\n0 0 0\n", "declares more"},
		{"OFF\n2 1 0\n0 0 0\n0 0\n3 0 1 2\n", "line 4: a vertex"},
		{"OFF\n2 1 0\n0 0 0\n0 0 z\n3 0 1 2\n", "line 4: a vertex"},
		{"OFF\n1 2 0\n0 0 0\n3 0 0 0\n", "the file ends before its last face"},
		{"OFF\n1 1 0\n0 0 0\n3 0 0\n# 1\n", "line 4: a face with fewer"},
		{"OFF\n1 1 0\n0 0 0\n-3 0 0 0\n", "line 4: a face without"},
		{"OFF\n4 3 0\n0 0 0\n0 0 0\n0 0 0\n#234567890123456789\n", "before its last vertex"}};
	for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i)
		assert_refused("a.off", broken[i].text, strlen(broken[i].text), "import-failed", broken[i].says);
	assert_refused("a.off", "OFF\n1 0 0\n0 0 0\n", 16, "import-empty", "no face");
}

static void solids_of_a_text_stl_become_nodes(void **state)
{
	(void)state;
	read_ok("a.stl",
		"solid first one\nFACET NORMAL nan 0 0 OUTER LOOP VERTEX 0 0 0 VERTEX 1 0 0 VERTEX 0 1 0 ENDLOOP ENDFACET\n"
		"endsolid first one\nsolid\nfacet\nouter loop\nvertex 1e-3 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0.5 0\n"
		"endloop\nendfacet\nendsolid\n");
	assert_int_equal(test.scene.node_count, 3);
	assert_string_equal(test.scene.nodes[1].name, "first one");
	assert_int_equal(test.scene.meshes[0].vertex_count, 3);
	assert_corners(&test.scene.meshes[1], 0, 4, (const uint32_t[]){0, 1, 2, 3});
	static const char cut[] = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n";
	assert_refused("a.stl", cut, sizeof cut - 1, "import-failed", "ends within a facet");
	static const char word[] = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 zero\n";
	assert_refused("a.stl", word, sizeof word - 1, "import-failed", "line 4");
}

static void content_tells_ply_and_glb_whatever_the_name(void **state)
{
	(void)state;
	read_ok("a.dat",
		"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
		"element face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
	assert_string_equal(test.scene.importer, "kiln ply");
	assert_refused("b.dat", "glTF\2\0\0\0\x10\0\0\0\0\0\0\0", 16, "import-failed", "no JSON");
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	static const struct
	{
		const char *name, *text;
	} files[] = {{"m.obj", "mtllib b.mtl\no a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl x\ng b\nf 3 2 1\n"},
		{"m.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
				  "element face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"},
		{"m.stl",
			"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
			"endsolid\nsolid b\nendsolid\n"}};
	for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
	{
		kilncook_status status = KILNCOOK_INTERNAL;
		for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
		{
			test.memory.calls = 0;
			test.memory.fail_at = fail;
			status = import_case_text(&test, files[i].name, files[i].text);
			assert_true(status == KILNCOOK_OK || (status == KILNCOOK_INTERNAL && test.errors == 1));
			assert_true(status == KILNCOOK_OK || test.memory.live == 0);
			assert_int_equal(test.memory.wrong_size, 0);
		}
		test.memory.fail_at = 0;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(obj_corners_share_the_vertices_of_the_file),
		cmocka_unit_test(obj_meshes_hold_what_they_use_in_the_order_of_the_file),
		cmocka_unit_test(obj_lines_go_on_behind_a_backslash),
		cmocka_unit_test(obj_statements_that_cannot_be_read_are_told_and_their_faces_dropped),
		cmocka_unit_test(obj_materials_come_in_the_order_of_their_library),
		cmocka_unit_test(obj_in_utf16_is_read),
		cmocka_unit_test(obj_without_faces_is_refused),
		cmocka_unit_test(ply_reads_text_and_both_byte_orders_alike),
		cmocka_unit_test(ply_strips_become_triangles_that_face_one_way),
		cmocka_unit_test(ply_polygons_are_the_same_however_they_are_written),
		cmocka_unit_test(a_fault_in_a_ply_polygon_reports_its_line),
		cmocka_unit_test(ply_vertices_are_the_same_however_they_are_written),
		cmocka_unit_test(a_fault_in_a_ply_vertex_reports_its_line),
		cmocka_unit_test(ply_counts_that_the_file_does_not_hold_are_refused),
		cmocka_unit_test(binary_stl_may_begin_with_solid),
		cmocka_unit_test(off_comes_with_what_may_stand_in_it),
		cmocka_unit_test(solids_of_a_text_stl_become_nodes),
		cmocka_unit_test(content_tells_ply_and_glb_whatever_the_name),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
