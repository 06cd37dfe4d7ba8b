// SPDX-License-Identifier: MIT
// What assimp logs becomes messages: each text once, with its count, of its own import only.

#include "import/import_assimp_log.h"
#include "import_case.h"
#include "kiln_format.h"
#include "platform/platform.h"

#include <setjmp.h>
#include <stdarg.h>
// cmocka needs these first.
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/// Every message of an import, as `code text`, one per line.
typedef struct heard
{
	char lines[4096];
	size_t size;
} heard;

static void hear(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	heard *h = user;
	(void)where;
	int size = snprintf(h->lines + h->size, sizeof h->lines - h->size, "%d %s %s\n", (int)severity, code, text);
	h->size += (size_t)size < sizeof h->lines - h->size ? (size_t)size : 0;
}

static void expect(const char *const *lines, const char *reason, const char *expected)
{
	assimp_log log;
	heard h = {.size = 0};
	const kilncook_context context = {.log = {hear, &h}};
	memset(&log, 0xa5, sizeof log);
	log.count = 0;
	log.more = 0;
	log.last = ASSIMP_LOG_LINES;
	for (; *lines; ++lines)
		import_assimp_log_take(&log, *lines);
	import_assimp_log_report(&context, &log, reason);
	assert_string_equal(h.lines, expected);
}

static void warnings_and_errors_are_said_and_the_rest_is_not(void **state)
{
	(void)state;
	expect((const char *[]){"Info,  T0: Load art.off\n", "Debug, T0: found: nothing\n", "Warn,  T17: careful\n",
			   "Error, T0: OFF: broken: badly\n", "Warnings are none\n", "Warn,  without a colon\n", "", NULL},
		NULL, "1 assimp-warning careful\n1 assimp-error OFF: broken: badly\n");
	// assimp calls it information that it leaves a part of the surface out.
	expect((const char *[]){"Info,  T0: This modifier is not supported, skipping: ArrayModifierData\n", NULL}, NULL,
		"1 assimp-warning This modifier is not supported, skipping: ArrayModifierData\n");
}

static void equal_lines_are_said_once_with_their_count(void **state)
{
	(void)state;
	expect((const char *[]){"Warn,  T0: a\n", "Warn,  T0: b\n", "Warn,  T0: a\n", "Error, T0: a\n", NULL}, NULL,
		"1 assimp-warning a (2 times)\n1 assimp-warning b\n1 assimp-error a\n");
	// assimp drops equal neighbouring lines itself, and does not report their number.
	expect((const char *[]){"Warn,  T0: a\n", "Skipping one or more lines with the same contents\n", "Info,  T0: b\n",
			   "Skipping one or more lines with the same contents\n", NULL},
		NULL, "1 assimp-warning a (2 times or more)\n");
}

static void the_reason_of_a_failure_is_not_said_twice(void **state)
{
	(void)state;
	expect((const char *[]){"Error, T0: no\n", "Error, T0: really no\n", NULL}, "no", "1 assimp-error really no\n");
}

static void controls_are_escaped_and_long_lines_end(void **state)
{
	(void)state;
	expect((const char *[]){"Warn,  T0: a\x1b[31m\xff\xe2\x80\xae\nb\n\r\n", NULL}, NULL,
		"1 assimp-warning a\\x1b[31m\\xff\\u202e\\x0ab\n");
	char line[3000] = "Warn,  T0: ";
	for (size_t i = strlen(line); i + 4 < sizeof line; i += 3)
		memcpy(line + i, "\xe2\x82\xac", 4);
	assimp_log log = {.last = ASSIMP_LOG_LINES};
	import_assimp_log_take(&log, line);
	size_t length = strlen(log.lines[0].text);
	assert_true(length < ASSIMP_LOG_BYTES && length > ASSIMP_LOG_BYTES - 8 && length % 3 == 0);
}

static void lines_beyond_the_room_are_counted(void **state)
{
	(void)state;
	assimp_log log = {.last = ASSIMP_LOG_LINES};
	for (int i = 0; i < ASSIMP_LOG_LINES + 9; ++i)
	{
		char line[64];
		(void)snprintf(line, sizeof line, "Error, T0: number %d", i);
		import_assimp_log_take(&log, line);
	}
	assert_int_equal(log.count, ASSIMP_LOG_LINES);
	assert_int_equal(log.more, 9);
	// The previous line had no room: this line refers to no message.
	import_assimp_log_take(&log, "Skipping one or more lines with the same contents\n");
	heard h = {.size = 0};
	const kilncook_context context = {.log = {hear, &h}};
	import_assimp_log_report(&context, &log, NULL);
	assert_non_null(strstr(h.lines, "number 31\n1 assimp-warning 9 more lines\n"));
	assert_null(strstr(h.lines, "times"));
}

static void the_line_that_a_text_names_is_its_place(void **state)
{
	(void)state;
	static const char *const texts[][2] = {{"FBX-Parser unexpected token (line 3, col 5)", "3"},
		{"Line 12: Unexpected end of file", "12"}, {"ASE: line #7", "7"}, {"MD5 Line 40 ", "40"},
		{"line: 999999999", "999999999"}, {"line", ""}, {"line 0", ""}, {"line x", ""}, {"line5", ""},
		{"outline 5", ""}, {"Polyline 5", ""}, {"", ""}, {"line 12345678901", ""}, {"a line, then line 6", "6"},
		{"lines 5", ""}};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i)
	{
		char line[IMPORT_LINE];
		assert_string_equal(import_assimp_line(texts[i][0], line), texts[i][1]);
	}
}

#define THREADS 4
#define IMPORTS 48

typedef struct many
{
	char paths[2][128];
	heard heard[IMPORTS];
	kilncook_status status[IMPORTS];
} many;

static void import_one(void *user, uint32_t i)
{
	many *m = user;
	const kilncook_context context = {.log = {hear, &m->heard[i]}};
	art_scene scene;
	m->status[i] = art_import(&context, m->paths[i & 1], NULL, &scene);
	if (m->status[i] == KILNCOOK_OK)
		art_scene_free(&context, &scene);
}

/// Equal lines of different files belong to different imports: simultaneous imports receive their own lines.
static void imports_in_several_threads_hear_their_own_lines(void **state)
{
	(void)state;
	static const char *const texts[2] = {
		"xof 0303txt 0032\nMesh { 3; 0;0;0;, 1;0;0;, 0;1;0;;\n1; 3;0,1,2;;\nOdd {\n1;\n}\n}\n",
		"xof 0303txt 0032\nFrame a {\nMesh { 3; 0;0;0;, 1;0;0;, 0;1;0;;\n1; 3;0,1,2;;\n}\nOdd {\n1;\n}\n}\n"};
	import_case test;
	many m = {0};
	assert_true(import_case_begin(&test));
	for (int i = 0; i < 2; ++i)
	{
		char name[16];
		(void)snprintf(name, sizeof name, "%d.x", i);
		import_case_write(&test, name, texts[i], strlen(texts[i]));
		(void)snprintf(m.paths[i], sizeof m.paths[i], "%s/%s", test.folder, name);
	}
	platform_parallel(THREADS, IMPORTS, import_one, &m);
	for (int i = 0; i < IMPORTS; ++i)
	{
		const char *own = i & 1 ? "object in frame" : "object in mesh";
		const char *other = i & 1 ? "object in mesh" : "object in frame";
		const char *first = strstr(m.heard[i].lines, own);
		assert_non_null(first);
		assert_null(strstr(first + 1, own));
		assert_null(strstr(m.heard[i].lines, other));
	}
	import_case_end(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warnings_and_errors_are_said_and_the_rest_is_not),
		cmocka_unit_test(equal_lines_are_said_once_with_their_count),
		cmocka_unit_test(the_reason_of_a_failure_is_not_said_twice),
		cmocka_unit_test(controls_are_escaped_and_long_lines_end),
		cmocka_unit_test(lines_beyond_the_room_are_counted),
		cmocka_unit_test(the_line_that_a_text_names_is_its_place),
		cmocka_unit_test(imports_in_several_threads_hear_their_own_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
