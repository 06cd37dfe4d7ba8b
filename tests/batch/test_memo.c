// SPDX-License-Identifier: MIT
// mkdtemp is no part of C17.
#if defined(__linux__)
#define _GNU_SOURCE
#endif

/// The records of a batch come back as they were written; what is damaged counts as no record, and removes nothing outside.

#include "memo_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define HASH "000102030405060708090a0b0c0d0eff"
#define FIRST "R 1a 2b 3c 1 12.5 100 20 3\n"
#define RECORD FIRST "C weld 2\nF 5 " HASH " art/a.obj\nF 0 " HASH " art/a b.mtl\n"

static void take(memo_case *c, const char *text)
{
	memo_case_take(c, text, strlen(text));
	assert_false(c->b.out_of_memory);
}

static void a_record_has_what_its_lines_say(void **state)
{
	(void)state;
	memo_case c;
	memo_case_begin(&c);
	take(&c, "\nA a.kiln\n" RECORD ".\nA gone.kiln\n" RECORD ".\n");
	const batch_record *record = &c.jobs[0].record;
	assert_true(record->valid && record->cached);
	assert_int_equal(record->token, 0x1a);
	assert_int_equal(record->program, 0x2b);
	assert_int_equal(record->asset_stamp, 0x3c);
	assert_true(record->ms > 12.25 && record->ms < 12.75);
	assert_int_equal(record->bytes, 100);
	assert_int_equal(record->triangles, 20);
	assert_int_equal(record->warnings, 3);
	assert_int_equal(record->codes.count, 1);
	assert_string_equal(record->codes.items[0].name, "weld");
	assert_int_equal(record->codes.items[0].count, 2);
	assert_int_equal(record->file_count, 2);
	assert_string_equal(record->files[1].path, "art/a b.mtl");
	assert_int_equal(record->files[0].stamp, 5);
	assert_int_equal(record->files[0].hash.bytes[15], 255);
	assert_false(c.jobs[1].record.valid || c.jobs[2].record.valid);
	assert_int_equal(c.b.old_records, 2);
	assert_null(memo_case_fault(&c));
	memo_case_end(&c);
}

static void the_last_record_of_an_asset_counts(void **state)
{
	(void)state;
	memo_case c;
	memo_case_begin(&c);
	take(&c, "A a.kiln\n" RECORD ".\nA a.kiln\nR 9 2b 3c 0 1 1 1 0\n.\n");
	assert_int_equal(c.jobs[0].record.token, 9);
	take(&c, "A a.kiln\n" RECORD ".\nA a.kiln\nX\n.\n");
	assert_false(c.jobs[0].record.valid);
	take(&c, "A a.kiln\n" RECORD ".\nA a.kiln\n.\n");
	assert_false(c.jobs[0].record.valid);
	// A record that was cut does not count: the one before does.
	take(&c, "A a.kiln\n" RECORD ".\nA a.kiln\nR 9 2b 3c 0 1 1 1 0\n");
	assert_int_equal(c.jobs[0].record.token, 0x1a);
	take(&c, "A a.kiln\n" RECORD ".\nA a.kiln\nR 9 2b 3c 0 1 1 1 0\n.");
	assert_int_equal(c.jobs[0].record.token, 0x1a);
	memo_case_end(&c);
}

static void a_line_that_no_batch_writes_ends_its_record(void **state)
{
	(void)state;
	static const char *const wrong[] = {"R 1 2 3 0 1 1 1\n", "R 1 2 3 0 -1 1 1 0\n", "R 1 2 3 0 nan 1 1 0\n",
		"R 1 2 3 0 inf 1 1 0\n", "R 1 2 3 0 1e999 1 1 0\n", "R 1 2 3 0 1 -1 1 0\n", "R 1 2 3 0 1 1 1 0 0\n",
		"R 11111111111111111 2 3 0 1 1 1 0\n", "R x 2 3 0 1 1 1 0\n", FIRST FIRST, FIRST "F 1 00 a\n",
		FIRST "F 1 " HASH "\n", FIRST "F 1 " HASH " \n", FIRST "F 1 " HASH "0 a\n", FIRST "F -1 " HASH " a\n",
		FIRST "F 1 000102030405060708090A0b0c0d0eff a\n", FIRST "C weld\n", FIRST "C  2\n", FIRST "C weld -2\n",
		FIRST "C a-code-with-a-name-of-more-than-thirty-one-bytes 2\n", FIRST "?\n", FIRST "\n", "F 1 " HASH " a\n",
		"C weld 2\n"};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
	{
		char text[512];
		memo_case c;
		memo_case_begin(&c);
		snprintf(text, sizeof text, "A a.kiln\n%s.\nA d.kiln\n" RECORD ".\n", wrong[i]);
		take(&c, text);
		if (c.jobs[0].record.valid)
			fail_msg("%s", wrong[i]);
		assert_true(c.jobs[2].record.valid);
		assert_null(memo_case_fault(&c));
		memo_case_end(&c);
	}
}

static void damaged_records_are_whole_or_none(void **state)
{
	(void)state;
	static const char seed_text[] = "A a.kiln\n" RECORD ".\nA b/c.kiln\nX\n.\nA d.kiln\nR 7 8 9 0 0.001 1 2 0\n.\n";
	static const char bytes[] = "\n. AFRCX0-9ae+x\xff";
	uint64_t seed = 4;
	for (int i = 0; i < 50000; ++i)
	{
		char text[sizeof seed_text];
		size_t size = sizeof seed_text - 1;
		memo_case c;
		memcpy(text, seed_text, sizeof text);
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		for (uint32_t k = 0; k <= (seed >> 60); ++k)
		{
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			text[(seed >> 33) % size] = bytes[(seed >> 20) % (sizeof bytes - 1)];
		}
		size -= seed >> 63 ? (size_t)(seed >> 40) % size : 0;
		memo_case_begin(&c);
		memo_case_take(&c, text, size);
		const char *fault = memo_case_fault(&c);
		if (fault)
			fail_msg("%s:\n%.*s", fault, (int)size, text);
		memo_case_end(&c);
	}
}

static void write_file(const char *path)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fclose(file), 0);
}

/// Only assets below the output folder are removed, whatever the records name.
static void records_remove_nothing_outside(void **state)
{
	(void)state;
	char folder[] = "/tmp/kiln-memo-XXXXXX", path[128], text[512];
	static const char *const files[] = {"/out/e.kiln", "/kept.kiln", "/out/kept.txt", "/out/a.kiln"};
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/out", folder);
	assert_int_equal(mkdir(path, 0777), 0);
	for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i)
	{
		snprintf(path, sizeof path, "%s%s", folder, files[i]);
		write_file(path);
	}
	memo_case c;
	memo_case_begin(&c);
	snprintf(path, sizeof path, "%s/out", folder);
	c.b.output = c.b.state = path;
	snprintf(text, sizeof text,
		"A e.kiln\nX\n.\nA ../kept.kiln\nX\n.\nA kept.txt\nX\n.\nA %s/kept.kiln\nX\n.\nA a.kiln\nX\n.\n", folder);
	batch_memo_take(&c.b, text, true);
	assert_int_equal(c.b.removed, 1);
	batch_memo_end(&c.b);
	memo_case_end(&c);
	for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i)
	{
		snprintf(path, sizeof path, "%s%s", folder, files[i]);
		assert_int_equal(access(path, F_OK) == 0, i > 0);
		unlink(path);
	}
	snprintf(text, sizeof text, "rm -r '%s'", folder);
	assert_int_equal(system(text), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_has_what_its_lines_say),
		cmocka_unit_test(the_last_record_of_an_asset_counts),
		cmocka_unit_test(a_line_that_no_batch_writes_ends_its_record),
		cmocka_unit_test(damaged_records_are_whole_or_none),
		cmocka_unit_test(records_remove_nothing_outside),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
