// SPDX-License-Identifier: MIT
// Art that cooked to something else without a word: it cooks to what it is, is refused, or is warned about.

#include "import/import_case.h"
#include "import/import_unit.h"
#include "kiln.h"
#include "kilncook.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
// cmocka needs these first.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/// A cook of a file: its status, its report, and the codes of its messages.
typedef struct loss_case
{
	import_case files;
	kilncook_context context;
	kilncook_status status;
	kilncook_blob blob;
	kilncook_report report;
	char codes[512]; ///< codes of warnings and errors, each after a blank
	char text[512];	 ///< text of the last message
} loss_case;

static void hear(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	loss_case *c = user;
	(void)where;
	if (severity == KILNCOOK_NOTE)
		return;
	size_t size = strlen(c->codes);
	(void)snprintf(c->codes + size, sizeof c->codes - size, " %s", code);
	(void)snprintf(c->text, sizeof c->text, "%s", text);
}

static void forget(loss_case *c)
{
	kilncook_report_free(&c->context, &c->report);
	kilncook_blob_free(&c->context, &c->blob);
	c->codes[0] = c->text[0] = 0;
}

static void begin(loss_case *c)
{
	*c = (loss_case){.context = {.log = {hear, c}}};
	assert_true(import_case_begin(&c->files));
}

static void end(loss_case *c)
{
	forget(c);
	import_case_end(&c->files);
}

static void cook(loss_case *c, const char *name, const void *bytes, size_t size, const kilncook_options *options)
{
	char path[128];
	forget(c);
	import_case_write(&c->files, name, bytes, size);
	(void)snprintf(path, sizeof path, "%s/%s", c->files.folder, name);
	c->status = kilncook_cook_file(&c->context, path, options, &c->blob, &c->report);
}

static void cook_text(loss_case *c, const char *name, const char *text)
{
	cook(c, name, text, strlen(text), NULL);
}

static bool says(const loss_case *c, const char *code)
{
	const char *found = strstr(c->codes, code);
	return found && found[-1] == ' ' && (found[strlen(code)] == 0 || found[strlen(code)] == ' ');
}

static void check_side(const loss_case *c, int axis, double side)
{
	double actual = c->report.bounds_max_metres[axis] - c->report.bounds_min_metres[axis];
	assert_true(fabs(actual - side) <= 1e-5 * side);
}

/// A glTF of one triangle with 16-bit positions, which a node scales, followed by nodes and members of the root.
static const char *const quantized =
	"{\"asset\":{\"version\":\"2.0\"},%s"
	"\"buffers\":[{\"byteLength\":24,\"uri\":\"data:;base64,AAAAAAAAAAD/fwAAAAAAAAAA/38AAAAA\"}],"
	"\"bufferViews\":[{\"buffer\":0,\"byteLength\":24,\"byteStride\":8}],"
	"\"accessors\":[{\"bufferView\":0,\"componentType\":5122,\"normalized\":true,\"count\":3,\"type\":\"VEC3\"}],"
	"\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"scale\":[743,273,268]%s}],"
	"\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]%s}";

static void quantized_positions_keep_their_size(void **state)
{
	(void)state;
	loss_case c;
	char text[2048];
	begin(&c);
	(void)snprintf(text, sizeof text, quantized, "\"extensionsRequired\":[\"KHR_mesh_quantization\"],", "", "");
	cook_text(&c, "quantized.gltf", text);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.codes, "");
	check_side(&c, 0, 743);
	check_side(&c, 1, 273);
	end(&c);
}

static void a_required_extension_that_is_not_read_refuses_the_art(void **state)
{
	(void)state;
	loss_case c;
	char text[2048];
	begin(&c);
	(void)snprintf(text, sizeof text, quantized, "\"extensionsRequired\":[\"ACME_curved_space\"],", "", "");
	cook_text(&c, "unknown.gltf", text);
	assert_int_equal(c.status, KILNCOOK_REFUSED);
	assert_string_equal(c.codes, " import-extension");
	assert_non_null(strstr(c.text, "ACME_curved_space"));
	end(&c);
}

static void every_instance_is_cooked(void **state)
{
	(void)state;
	loss_case c;
	char text[4096], many[2048];
	float places[67][3];
	begin(&c);
	for (int i = 0; i < 67; ++i)
		for (int k = 0; k < 3; ++k)
			places[i][k] = k == 0 ? (float)i / 100 : 0;
	import_case_write(&c.files, "places.bin", places, sizeof places);
	(void)snprintf(
		many, sizeof many, ",\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":1}}}");
	(void)snprintf(text, sizeof text, quantized, "\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"],", many, "");
	// A second buffer, view and accessor after the first ones.
	char whole[6144];
	const char *at = text;
	size_t size = 0;
	const struct
	{
		const char *behind, *what;
	} adds[] = {{"AAAA\"}", ",{\"byteLength\":804,\"uri\":\"places.bin\"}"},
		{"\"byteStride\":8}", ",{\"buffer\":1,\"byteLength\":804}"},
		{"\"VEC3\"}", ",{\"bufferView\":1,\"componentType\":5126,\"count\":67,\"type\":\"VEC3\"}"}};
	for (size_t i = 0; i < 3; ++i)
	{
		const char *found = strstr(at, adds[i].behind);
		assert_non_null(found);
		found += strlen(adds[i].behind);
		size += (size_t)snprintf(whole + size, sizeof whole - size, "%.*s%s", (int)(found - at), at, adds[i].what);
		at = found;
	}
	(void)snprintf(whole + size, sizeof whole - size, "%s", at);
	cook_text(&c, "instances.gltf", whole);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.codes, "");
	assert_int_equal(c.report.nodes, 67);
	check_side(&c, 0, 743.0 * 1.66);
	end(&c);
}

/// A PLY of one strip around `count` vertices.
static void triangle_strips_of_ply_are_all_triangles(void **state)
{
	(void)state;
	enum
	{
		VERTICES = 5806
	};
	loss_case c;
	char *text = malloc(VERTICES * 64);
	size_t size;
	begin(&c);
	assert_non_null(text);
	size = (size_t)sprintf(text,
		"ply\nformat ascii 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"
		"element tristrips 1\nproperty list int int vertex_indices\nend_header\n",
		VERTICES);
	for (int i = 0; i < VERTICES; ++i)
		size += (size_t)sprintf(text + size, "%d %d 0\n", i, i & 1);
	size += (size_t)sprintf(text + size, "%d", VERTICES);
	for (int i = 0; i < VERTICES; ++i)
		size += (size_t)sprintf(text + size, " %d", i);
	cook(&c, "strips.ply", text, size, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.report.triangles, VERTICES - 2);
	free(text);
	end(&c);
}

/// Files of 12 faces over 8 vertices that are cut off at each line or element.
static void what_a_header_declares_must_be_there(void **state)
{
	(void)state;
	loss_case c;
	begin(&c);
	char ply[2048], off[2048];
	size_t ply_size = (size_t)snprintf(ply, sizeof ply,
			   "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
			   "element face 12\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n"),
		   off_size = (size_t)snprintf(off, sizeof off, "OFF # three\n3 12 0\n0 0 0\n1 0 0\n# and\n0 1 0\n");
	size_t ply_head = ply_size, off_head = off_size;
	for (int i = 0; i < 12; ++i)
	{
		ply_size += (size_t)snprintf(ply + ply_size, sizeof ply - ply_size, "3 0 1 2\n");
		off_size += (size_t)snprintf(off + off_size, sizeof off - off_size, "3 0 1 2 200 0 0\n");
	}
	uint8_t stl[84 + 50 * 12] = {[80] = 12};
	for (int i = 0; i < 12; ++i)
	{
		const float facet[12] = {0, 0, 1, 0, 0, (float)i, 1, 0, (float)i, 0, 1, (float)i};
		memcpy(stl + 84 + 50 * i, facet, sizeof facet);
	}
	for (int whole = 12; whole >= 0; --whole)
	{
		kilncook_status expected = whole == 12 ? KILNCOOK_OK : KILNCOOK_REFUSED;
		cook(&c, "a.ply", ply, ply_head + 8 * (size_t)whole, NULL);
		assert_int_equal(c.status, expected);
		assert_true(whole == 12 || says(&c, "import-failed"));
		cook(&c, "a.off", off, off_head + 16 * (size_t)whole, NULL);
		assert_int_equal(c.status, expected);
		assert_true(whole == 12 || says(&c, "import-failed"));
		cook(&c, "a.stl", stl, 84 + 50 * (size_t)whole, NULL);
		assert_int_equal(c.status, expected);
		assert_true(whole == 12 || says(&c, "import-failed"));
	}
	end(&c);
}

/// Makes a strip of `good` triangles and `flat` triangles without area, as OBJ.
static char *strip_of(int good, int flat)
{
	char *text = malloc((size_t)(good + 3) * 96 + (size_t)flat * 32);
	size_t size = 0;
	assert_non_null(text);
	for (int i = 0; i < good + 2; ++i)
		size += (size_t)sprintf(text + size, "v %d %d 0\n", i, i & 1);
	for (int i = 1; i <= good; ++i)
		size += (size_t)sprintf(text + size, "f %d %d %d\n", i, i + 1, i + 2);
	for (int i = 1; i <= flat; ++i)
		size += (size_t)sprintf(text + size, "f %d %d %d\n", i, i + 2, i + 2);
	return text;
}

static void more_than_one_triangle_in_a_hundred_is_not_dropped_without_a_word(void **state)
{
	(void)state;
	static const struct
	{
		int good, flat;
		bool said;
	} cases[] = {{990, 10, false}, {989, 11, true}, {900, 100, true}, {1000, 0, false}};
	loss_case c;
	begin(&c);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		char *text = strip_of(cases[i].good, cases[i].flat);
		cook_text(&c, "strip.obj", text);
		assert_int_equal(c.status, KILNCOOK_OK);
		assert_int_equal(c.report.triangles, cases[i].good);
		assert_string_equal(c.codes, cases[i].said ? " clean-dropped" : "");
		free(text);
	}
	end(&c);
}

static void faces_of_other_vertices_than_there_are_are_said(void **state)
{
	(void)state;
	loss_case c;
	begin(&c);
	cook_text(&c, "range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\n");
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_true(says(&c, "clean-invalid"));
	assert_non_null(strstr(c.text, "1 of 2 faces dropped: 1 name vertices that are not there, 0 have"));
	cook_text(&c, "range.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 3\n");
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.report.triangles, 1);
	assert_true(says(&c, "clean-invalid"));
	end(&c);
}

static void vertices_that_no_face_uses_are_said(void **state)
{
	(void)state;
	loss_case c;
	begin(&c);
	// Two objects, each with vertices of its own, and one vertex in six that neither uses.
	cook_text(
		&c, "stray.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 9 9 9\nv 1 1 1\no a\nf 1 2 3\no b\nf 1 2 4\nl 1 6\n");
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.codes, " import-unused");
	assert_non_null(strstr(c.text, "1 of 6 vertices"));
	// One vertex in a hundred and one needs no warning.
	char *text = strip_of(198, 0);
	char *more = malloc(strlen(text) + 64);
	assert_non_null(more);
	(void)sprintf(more, "%sv 0 0 9\nv 0 0 8\n", text);
	cook_text(&c, "few.obj", more);
	assert_string_equal(c.codes, "");
	free(text);
	free(more);
	end(&c);
}

// --- Units ---

/// An archive that grows: the files, then their directory.
typedef struct archive
{
	uint8_t bytes[8192];
	size_t size;
	uint8_t directory[1024];
	size_t directory_size;
	uint16_t count;
} archive;

static void put(uint8_t *bytes, size_t *size, const void *more, size_t more_size)
{
	memcpy(bytes + *size, more, more_size);
	*size += more_size;
}

/// Puts a file into the archive, stored or deflated.
static void archive_add(archive *zip, const char *name, const char *text, bool deflated)
{
	uint8_t packed[4096];
	uint32_t size = (uint32_t)strlen(text), packed_size = size, crc = (uint32_t)crc32(0, (const Bytef *)text, size);
	uint32_t at = (uint32_t)zip->size;
	uint16_t length = (uint16_t)strlen(name);
	z_stream stream = {
		.next_in = (Bytef *)(uintptr_t)text, .avail_in = size, .next_out = packed, .avail_out = sizeof packed};
	assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
	if (deflated)
		packed_size = (uint32_t)stream.total_out;
	deflateEnd(&stream);
	uint8_t local[30] = {'P', 'K', 3, 4, 20, 0, 0, 0, deflated ? 8 : 0};
	uint8_t entry[46] = {'P', 'K', 1, 2, 20, 0, 20, 0, 0, 0, deflated ? 8 : 0};
	memcpy(local + 14, &crc, 4);
	memcpy(local + 18, &packed_size, 4);
	memcpy(local + 22, &size, 4);
	memcpy(local + 26, &length, 2);
	memcpy(entry + 16, local + 14, 14);
	memcpy(entry + 42, &at, 4);
	put(zip->bytes, &zip->size, local, sizeof local);
	put(zip->bytes, &zip->size, name, length);
	put(zip->bytes, &zip->size, deflated ? packed : (const uint8_t *)text, packed_size);
	put(zip->directory, &zip->directory_size, entry, sizeof entry);
	put(zip->directory, &zip->directory_size, name, length);
	++zip->count;
}

static void archive_end(archive *zip)
{
	uint8_t last[22] = {'P', 'K', 5, 6};
	memcpy(last + 8, &zip->count, 2);
	memcpy(last + 10, &zip->count, 2);
	memcpy(last + 12, &(uint32_t){(uint32_t)zip->directory_size}, 4);
	memcpy(last + 16, &(uint32_t){(uint32_t)zip->size}, 4);
	put(zip->bytes, &zip->size, zip->directory, zip->directory_size);
	put(zip->bytes, &zip->size, last, sizeof last);
}

/// A 3MF package's model: a tetrahedron of 10 units.
static void model_of(const char *unit, char *text, size_t room)
{
	(void)snprintf(text, room,
		"<?xml version=\"1.0\"?>\n<!-- <model unit=\"meter\"> -->\n<model %s xml:lang=\"en\" "
		"xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"><resources><object id=\"1\" "
		"type=\"model\"><mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"10\" y=\"0\" z=\"0\"/><vertex "
		"x=\"0\" "
		"y=\"10\" z=\"0\"/><vertex x=\"0\" y=\"0\" z=\"10\"/></vertices><triangles><triangle v1=\"0\" v2=\"2\" "
		"v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/><triangle v1=\"0\" v2=\"3\" v3=\"2\"/><triangle v1=\"1\" "
		"v2=\"2\" v3=\"3\"/></triangles></mesh></object></resources><build><item objectid=\"1\"/></build></model>",
		unit);
}

static const struct
{
	const char *attribute;
	double metres;
} units[] = {{"unit=\"millimeter\"", 1e-3}, {"", 1e-3}, {"unit='inch'", 0.0254}, {"unit = \"meter\"", 1},
	{"unit=\"micron\"", 1e-6}, {"unit=\"centimeter\"", 0.01}, {"unit=\"foot\"", 0.3048}};

/// A 3MF package.
static void make_package(archive *zip, const char *unit, bool deflated)
{
	char text[2048];
	model_of(unit, text, sizeof text);
	archive_add(zip, "_rels/.rels",
		"<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship "
		"Target=\"/3D/3dmodel.model\" Id=\"rel0\" "
		"Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>",
		deflated);
	archive_add(zip, "3D/3dmodel.model", text, deflated);
	archive_end(zip);
}

static void the_unit_of_3mf_counts(void **state)
{
	(void)state;
	loss_case c;
	begin(&c);
	for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
		for (int deflated = 0; deflated < 2; ++deflated)
		{
			archive zip = {.size = 0};
			make_package(&zip, units[i].attribute, deflated);
			cook(&c, "box.3mf", zip.bytes, zip.size, NULL);
			assert_int_equal(c.status, KILNCOOK_OK);
			assert_true(c.report.unit_known);
			assert_true(fabs(c.report.unit - units[i].metres) <= 1e-15);
			check_side(&c, 0, 10 * units[i].metres);
		}
	end(&c);
}

/// assimp itself may fail on such files; the search for the unit must not.
static void a_damaged_archive_has_a_unit_or_none(void **state)
{
	(void)state;
	loss_case c;
	char path[128];
	begin(&c);
	(void)snprintf(path, sizeof path, "%s/damaged.3mf", c.files.folder);
	for (int deflated = 0; deflated < 2; ++deflated)
	{
		archive zip = {.size = 0};
		make_package(&zip, "unit=\"inch\"", deflated);
		for (size_t k = 0; k < 2 * zip.size; ++k)
		{
			size_t at = k % zip.size, size = k < zip.size ? zip.size : at;
			uint8_t kept = zip.bytes[at];
			zip.bytes[at] ^= k < zip.size ? 0xff : 0;
			import_case_write(&c.files, "damaged.3mf", zip.bytes, size);
			double unit = import_unit_of_file(&c.context, path).metres;
			bool known = unit == 0;
			for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
				known = known || fabs(unit - units[i].metres) <= 1e-15;
			assert_true(known);
			zip.bytes[at] = kept;
		}
	}
	end(&c);
}

static void the_unit_of_amf_counts(void **state)
{
	(void)state;
	loss_case c;
	begin(&c);
	// The last two are not units of AMF: assimp refuses them.
	for (size_t i = 0; i < sizeof units / sizeof *units - 2; ++i)
	{
		char text[2048];
		(void)snprintf(text, sizeof text,
			"<?xml version=\"1.0\"?>\n<amf %s><object id=\"1\"><mesh><vertices>"
			"<vertex><coordinates><x>0</x><y>0</y><z>0</z></coordinates></vertex>"
			"<vertex><coordinates><x>10</x><y>0</y><z>0</z></coordinates></vertex>"
			"<vertex><coordinates><x>0</x><y>10</y><z>0</z></coordinates></vertex></vertices>"
			"<volume><triangle><v1>0</v1><v2>1</v2><v3>2</v3></triangle></volume></mesh></object></amf>",
			units[i].attribute);
		cook_text(&c, "box.amf", text);
		assert_int_equal(c.status, KILNCOOK_OK);
		check_side(&c, 0, 10 * units[i].metres);
	}
	end(&c);
}

static void collada_counts_in_its_own_unit(void **state)
{
	(void)state;
	static const char text[] =
		"<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
		"<asset><unit name=\"inch\" meter=\"0.0254\"/><up_axis>Y_UP</up_axis></asset><library_geometries>"
		"<geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"f\" count=\"9\">0 0 0 10 0 0 0 10 0</float_array>"
		"<technique_common><accessor source=\"#f\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
		"<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
		"<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"1\">"
		"<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry>"
		"</library_geometries><library_visual_scenes><visual_scene id=\"s\"><node><instance_geometry "
		"url=\"#g\"/></node>"
		"</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";
	loss_case c;
	begin(&c);
	cook_text(&c, "box.dae", text);
	assert_int_equal(c.status, KILNCOOK_OK);
	check_side(&c, 0, 0.254);
	end(&c);
}

static void an_option_that_overrides_the_files_unit_is_said(void **state)
{
	(void)state;
	loss_case c;
	char text[2048];
	begin(&c);
	(void)snprintf(text, sizeof text, quantized, "", "", "");
	cook(&c, "a.gltf", text, strlen(text), &(kilncook_options){.unit = 0.01});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.codes, " unit-override");
	check_side(&c, 0, 7.43);
	cook(&c, "a.gltf", text, strlen(text), &(kilncook_options){.unit = 1});
	assert_string_equal(c.codes, "");
	// A file that states no unit has nothing to override.
	cook(&c, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 33, &(kilncook_options){.unit = 0.01});
	assert_string_equal(c.codes, "");
	end(&c);
}

static void an_odd_size_is_said_with_a_guess(void **state)
{
	(void)state;
	static const struct
	{
		const char *text;
		kilncook_options options;
		const char *guess; ///< NULL: no message
	} cases[] = {
		{"v 0 0 0\nv 25000 0 0\nv 0 1 0\nf 1 2 3\n", {.threads = 1}, "With --unit cm the side would be 250 metres"},
		{"v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n", {.unit = 1e-6}, "is --unit of 1e-06 metres wrong? With --unit m the"},
		{"v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n", {.threads = 1}, NULL},
		{"v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n", {.scale = 1e6}, "is --scale 1000000 wrong?"},
		{"v 0 0 0\nv 1e9 0 0\nv 0 1 0\nf 1 2 3\n", {.threads = 1}, "is a scale in the art wrong, or the assumed unit"},
		{"o house\nv 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\no stray\nv 90000 0 0\nv 90001 0 0\nv 90000 1 0\nf 4 5 6\n",
			{.threads = 1}, "is the node 'stray' out of place, with 1 metres around it?"},
	};
	loss_case c;
	begin(&c);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		cook(&c, "size.obj", cases[i].text, strlen(cases[i].text), &cases[i].options);
		assert_int_equal(c.status, KILNCOOK_OK);
		assert_string_equal(c.codes, cases[i].guess ? " bounds-size" : "");
		if (cases[i].guess && !strstr(c.text, cases[i].guess))
			fail_msg("%s", c.text);
	}
	end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantized_positions_keep_their_size),
		cmocka_unit_test(a_required_extension_that_is_not_read_refuses_the_art),
		cmocka_unit_test(every_instance_is_cooked),
		cmocka_unit_test(triangle_strips_of_ply_are_all_triangles),
		cmocka_unit_test(what_a_header_declares_must_be_there),
		cmocka_unit_test(more_than_one_triangle_in_a_hundred_is_not_dropped_without_a_word),
		cmocka_unit_test(faces_of_other_vertices_than_there_are_are_said),
		cmocka_unit_test(vertices_that_no_face_uses_are_said),
		cmocka_unit_test(the_unit_of_3mf_counts),
		cmocka_unit_test(a_damaged_archive_has_a_unit_or_none),
		cmocka_unit_test(the_unit_of_amf_counts),
		cmocka_unit_test(collada_counts_in_its_own_unit),
		cmocka_unit_test(an_option_that_overrides_the_files_unit_is_said),
		cmocka_unit_test(an_odd_size_is_said_with_a_guess),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
