// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "import/import_sib.h"
#include "import/import_xml.h"
#include "import_case.h"
#include "support/trials.h"

#if TRIALS_SANITIZED
#include <sanitizer/lsan_interface.h>
#endif

/// Content that assimp loses silently: a warning reports it, or the file is refused.

static import_case test;

static int make_case(void **state)
{
	(void)state;
	return import_case_begin(&test) ? 0 : -1;
}

static int end_case(void **state)
{
	(void)state;
	import_case_end(&test);
	return 0;
}

/// Reads a text; with `words`, the last message must be `import-lost` and contain them; without, there must be no
/// message.
static void assert_lost(const char *name, const char *text, kilncook_status status, const char *words)
{
	kilncook_status got = import_case_text(&test, name, text);
	if (got != status || (words ? strcmp(test.memory.last_code, "import-lost") != 0 || !strstr(test.last_text, words)
								: test.memory.messages > 0))
		fail_msg("%s: status %u, %s: %s", text, got, test.memory.last_code, test.last_text);
}

static void all_volumes_of_amf_arrive_or_it_is_said(void **state)
{
	(void)state;
	static const char vertices[] = "<vertices><vertex><coordinates><x>0</x><y>0</y><z>0</z></coordinates></vertex>"
								   "<vertex><coordinates><x>10</x><y>0</y><z>0</z></coordinates></vertex>"
								   "<vertex><coordinates><x>0</x><y>10</y><z>0</z></coordinates></vertex>"
								   "<vertex><coordinates><x>0</x><y>0</y><z>10</z></coordinates></vertex></vertices>";
	static const char first[] = "<volume><triangle><v1>0</v1><v2>1</v2><v3>2</v3></triangle></volume>";
	static const char second[] =
		"<volume><!-- <triangle> --><triangle><v1>0</v1><v2>1</v2><v3>3</v3></triangle></volume>";
	char text[2048];
	for (int volumes = 1; volumes <= 2; ++volumes)
	{
		(void)snprintf(text, sizeof text,
			"<?xml version=\"1.0\"?>\n<amf><object id=\"1\"><mesh>%s%s%s</mesh></object></amf>", vertices, first,
			volumes == 2 ? second : "");
		assert_lost("box.amf", text, KILNCOOK_OK, volumes == 2 ? "has 2 triangles, and 1 arrived" : NULL);
	}
}

static void meshes_that_the_importer_places_nowhere_are_said(void **state)
{
	(void)state;
	assert_lost("one.raw", "one\n0.5 0 0 0 1 0 0 0 1\n", KILNCOOK_OK, NULL);
	// assimp's reader loses a mesh of memory for each further group (5.2.5), which is not a leak of the cooker.
#if TRIALS_SANITIZED
	__lsan_disable();
#endif
	assert_lost("two.raw", "one\n0.5 0 0 0 1 0 0 0 1\ntwo\n0.5 0 0 0 1 0 0 0 3\n", KILNCOOK_OK,
		"places 1 of 2 meshes nowhere; their 1 faces");
#if TRIALS_SANITIZED
	__lsan_enable();
#endif
}

/// Appends a chunk of Silo's format; returns its end.
static size_t add_chunk(uint8_t *file, size_t at, const char *tag, const void *contents, size_t size)
{
	for (size_t i = 0; i < 4; ++i)
	{
		file[at + i] = (uint8_t)tag[i];
		file[at + 4 + i] = (uint8_t)(size >> (8 * i));
	}
	if (contents)
		memcpy(file + at + 8, contents, size);
	return at + 8 + size;
}

/// Appends a shape of one triangle, or an instance of the first shape, with a name of UTF-16 units.
static size_t add_object(uint8_t *file, size_t at, bool shape, const uint16_t *name, size_t units, bool mirrored)
{
	static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
	static const float axis[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
	static const uint32_t face[4] = {3, 0, 1, 2}, none[2] = {0, UINT32_MAX}, first[1] = {0};
	const uint32_t mirror[2] = {0, mirrored};
	uint8_t part[512];
	size_t size = add_chunk(part, 0, "SNAM", name, units * sizeof *name);
	size = add_chunk(part, size, "AXIS", axis, sizeof axis);
	if (shape)
	{
		size = add_chunk(part, size, "IMRP", mirror, sizeof mirror);
		size = add_chunk(part, size, "VRTS", corners, sizeof corners);
		size = add_chunk(part, size, "FACS", face, sizeof face);
		size = add_chunk(part, size, "FAMA", none, sizeof none);
	}
	else
		size = add_chunk(part, size, "INSI", first, sizeof first);
	return add_chunk(file, at, shape ? "SHAP" : "INST", part, size);
}

static void names_of_silo_are_whole_and_mirrored_instances_are_said(void **state)
{
	(void)state;
	static const uint16_t wall[] = {'W', 'a', 'l', 'l', '-', 'c', 'o', 'l'}, snow[] = {'a', 0xd83d, 0xde00};
	static const uint32_t version = 2;
	for (int mirrored = 0; mirrored < 2; ++mirrored)
	{
		uint8_t file[2048];
		size_t size = add_chunk(file, 0, "HEAD", &version, sizeof version);
		// assimp places shapes first, wherever they are in the file.
		size = add_object(file, size, true, wall, 8, false);
		size = add_object(file, size, false, snow, 3, false);
		size = add_object(file, size, true, wall, 4, mirrored);
		import_case_write(&test, "a.sib", file, size);
		test.memory.messages = 0;
		assert_int_equal(import_case_read(&test, "a.sib"), KILNCOOK_OK);
		assert_int_equal(test.scene.node_count, 4);
		assert_string_equal(test.scene.nodes[1].name, "Wall-col");
		assert_string_equal(test.scene.meshes[test.scene.nodes[1].meshes[0]].name, "Wall-col");
		assert_string_equal(test.scene.nodes[2].name, "Wall");
		assert_string_equal(test.scene.nodes[3].name, "a\xf0\x9f\x98\x80");
		assert_int_equal(test.memory.messages, mirrored);
		if (mirrored)
			assert_string_equal(test.last_text, "1 shapes have a mirrored instance, which the importer leaves out");
	}
}

static void damaged_files_of_silo_end(void **state)
{
	(void)state;
	static const uint16_t wall[] = {'W', 'a', 'l', 'l'};
	static const uint32_t version = 2;
	uint8_t file[2048], damaged[2048];
	char path[256];
	const kilncook_context context = counted_context(&test.memory);
	size_t size = add_chunk(file, 0, "HEAD", &version, sizeof version);
	size = add_object(file, size, true, wall, 4, true);
	import_case_write(&test, "a.sib", file, size);
	assert_int_equal(import_case_read(&test, "a.sib"), KILNCOOK_OK);
	(void)snprintf(path, sizeof path, "%s/a.sib", test.folder);
	// assimp reads the whole file; the repair then reads every damaged one.
	for (size_t i = 0; i < 4 * size; ++i)
	{
		static const uint8_t marks[] = {0, 1, 0x7f, 0xff};
		memcpy(damaged, file, size);
		damaged[i / 4] = marks[i % 4];
		import_case_write(&test, "a.sib", damaged, i % 2 ? size : i / 4);
		assert_int_equal(import_sib_repair(&context, path, &test.scene), KILNCOOK_OK);
		assert_int_equal(test.scene.nodes[1].name[0], 'W');
	}
}

static void a_name_of_silo_that_finds_no_memory_is_said(void **state)
{
	(void)state;
	static const uint16_t wall[] = {'W', 'a', 'l', 'l'};
	static const uint32_t version = 2;
	uint8_t file[2048];
	size_t size = add_chunk(file, 0, "HEAD", &version, sizeof version);
	size = add_object(file, size, true, wall, 4, true);
	import_case_write(&test, "a.sib", file, size);
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
	{
		test.memory.calls = 0;
		test.memory.fail_at = fail;
		status = import_case_read(&test, "a.sib");
		assert_true(status == KILNCOOK_OK || (test.errors == 1 && test.memory.live == 0));
		assert_int_equal(test.memory.wrong_size, 0);
	}
	test.memory.fail_at = 0;
}

#define SHAPE "<Shape DEF='S'><Box size='1 1 1'/></Shape>"
#define AGAIN "<Shape USE='S'/>"
#define X3D(scene) "<?xml version='1.0'?><X3D version='3.0'><Scene>" scene "</Scene></X3D>"

static void surfaces_of_x3d_arrive_or_it_is_said(void **state)
{
	(void)state;
	assert_lost("a.x3d", X3D("<Transform translation='5 0 0'>" SHAPE "</Transform><Group>" AGAIN "</Group>"),
		KILNCOOK_OK, NULL);
	assert_lost("a.x3d", X3D(SHAPE "<Switch whichChoice='1'>" AGAIN AGAIN AGAIN "</Switch><Switch>" AGAIN "</Switch>"),
		KILNCOOK_OK, NULL);
	assert_lost(
		"a.x3d", X3D("<Shape><PointSet><Coordinate point='0 0 0'/></PointSet></Shape>" SHAPE), KILNCOOK_OK, NULL);
	assert_lost("a.x3d", X3D(SHAPE "<LOD>" AGAIN "<Group DEF='G'>" AGAIN "</Group></LOD>"), KILNCOOK_OK,
		"places 3 surfaces, and 1 arrived");
	assert_lost("a.x3d", X3D(SHAPE "<Anchor>" AGAIN "</Anchor>"), KILNCOOK_OK, "places 2 surfaces, and 1 arrived");
}

static void groups_of_x3d_that_assimp_confuses_refuse_the_file(void **state)
{
	(void)state;
	assert_lost("a.x3d", X3D(SHAPE "\n<Group DEF='G'>" AGAIN "</Group><Group USE='G'/>"), KILNCOOK_REFUSED,
		"line 2: a group without children");
	assert_lost("a.x3d", X3D("<Transform translation='5 0 0'><Group> </Group>" SHAPE "</Transform>"), KILNCOOK_REFUSED,
		"line 1: a group without children");
}

/// Each name of the chain doubles the count of the previous one.
static void counts_of_x3d_that_double_seventy_times_end(void **state)
{
	(void)state;
	static char text[8192];
	size_t size = (size_t)snprintf(
		text, sizeof text, "<X3D version='3.0'><Scene><Shape><Box/></Shape><LOD DEF='N0'><Shape><Box/></Shape></LOD>");
	for (int i = 1; i <= 70; ++i)
		size += (size_t)snprintf(
			text + size, sizeof text - size, "<LOD DEF='N%d'><LOD USE='N%d'/><LOD USE='N%d'/></LOD>", i, i - 1, i - 1);
	(void)snprintf(text + size, sizeof text - size, "</Scene></X3D>");
	assert_lost("a.x3d", text, KILNCOOK_OK, "places 4611686018427387904 surfaces, and 1 arrived");
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
	{
		test.memory.calls = 0;
		test.memory.fail_at = fail;
		status = import_case_text(&test, "a.x3d", X3D("<Group DEF='G'>" SHAPE "</Group><Anchor>" AGAIN "</Anchor>"));
		assert_true(status == KILNCOOK_OK || test.errors == 1);
		assert_true(status == KILNCOOK_OK || test.memory.live == 0);
		assert_int_equal(test.memory.wrong_size, 0);
	}
	test.memory.fail_at = 0;
}

/// Lists the tags of a text in `seen`, each with its marks, name and value of `a`.
static void list_tags(const char *text, char *seen, size_t room)
{
	char path[256];
	const kilncook_context context = counted_context(&test.memory);
	size_t used = 0;
	import_case_write(&test, "tags", text, strlen(text));
	(void)snprintf(path, sizeof path, "%s/tags", test.folder);
	import_xml *xml = import_xml_begin(&context, path);
	assert_non_null(xml);
	for (*seen = 0; import_xml_next(xml);)
	{
		size_t length = 0;
		const char *a = import_xml_attribute(&xml->tag, "a", &length);
		used += (size_t)snprintf(seen + used, room - used, "%llu%s%s%s%.*s ", (unsigned long long)xml->tag.line,
			xml->tag.starts ? "+" : "", xml->tag.ends ? "-" : "", xml->tag.name, (int)length, a ? a : "");
	}
	import_xml_end(&context, xml);
	assert_int_equal(test.memory.live, 0);
}

static void tags_are_found_among_what_is_none(void **state)
{
	(void)state;
	char seen[256];
	list_tags(
		"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y '>'>]>\n<!-- <no/> --><p:x a='1' b=\"2\"><![CDATA[<no/>]]>\n"
		"<y ba='3' a = \">/\"/></p:x >",
		seen, sizeof seen);
	assert_string_equal(seen, "2+x1 3+-y>/ 3-x ");
	list_tags("<x b a='1'/><y/ ><z", seen, sizeof seen);
	assert_string_equal(seen, "1+-x1 1+y ");
	list_tags("no tag", seen, sizeof seen);
	assert_string_equal(seen, "");
	list_tags("<!-- <x/>", seen, sizeof seen);
	assert_string_equal(seen, "");
	// Files that are not XML are not searched to their end.
	for (size_t before = IMPORT_XML_BEFORE; before < IMPORT_XML_BEFORE + 2; ++before)
	{
		static char text[3 * IMPORT_XML_BEFORE];
		memset(text, '-', before);
		(void)snprintf(text + before, sizeof text - before, "<x/>%*s<y/>", IMPORT_XML_BEFORE + 1, "");
		list_tags(text, seen, sizeof seen);
		assert_string_equal(seen, before == IMPORT_XML_BEFORE ? "1+-x 1+-y " : "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_volumes_of_amf_arrive_or_it_is_said, make_case, end_case),
		cmocka_unit_test_setup_teardown(meshes_that_the_importer_places_nowhere_are_said, make_case, end_case),
		cmocka_unit_test_setup_teardown(names_of_silo_are_whole_and_mirrored_instances_are_said, make_case, end_case),
		cmocka_unit_test_setup_teardown(damaged_files_of_silo_end, make_case, end_case),
		cmocka_unit_test_setup_teardown(a_name_of_silo_that_finds_no_memory_is_said, make_case, end_case),
		cmocka_unit_test_setup_teardown(surfaces_of_x3d_arrive_or_it_is_said, make_case, end_case),
		cmocka_unit_test_setup_teardown(groups_of_x3d_that_assimp_confuses_refuse_the_file, make_case, end_case),
		cmocka_unit_test_setup_teardown(counts_of_x3d_that_double_seventy_times_end, make_case, end_case),
		cmocka_unit_test_setup_teardown(no_memory_is_reported_and_nothing_leaks, make_case, end_case),
		cmocka_unit_test_setup_teardown(tags_are_found_among_what_is_none, make_case, end_case),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
