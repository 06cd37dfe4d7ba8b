// SPDX-License-Identifier: MIT
#include "batch/memo_case.h"
#include "batch/pattern_oracle.h"
#include "fuzz.h"
#include "support/asset_fixture.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: a text that begins with `A` is the file of a batch's records, which are whole or none. Of any other text, the
/// first line is a pattern and the second a path; both methods agree whether they match.

const char *fuzz_verdict = "";

/// Most bytes of a pattern and of a path for the slow method.
#define MOST 24

static void check(bool condition)
{
	if (!condition)
		abort();
}

static void check_records(const uint8_t *data, size_t size)
{
	memo_case c;
	memo_case_begin(&c);
	memo_case_take(&c, (const char *)data, size);
	fuzz_verdict = c.jobs[0].record.valid ? "a record" : "no record";
	check(memo_case_fault(&c) == NULL);
	memo_case_end(&c);
}

static void check_pattern(const uint8_t *data, size_t size)
{
	const uint8_t *line = memchr(data, '\n', size);
	const size_t length = line ? (size_t)(line - data) : size, rest = line ? size - length - 1 : 0;
	char *pattern = calloc(length + 1, 1), *path = calloc(rest + 1, 1);
	check(pattern && path);
	memcpy(pattern, data, length);
	memcpy(path, data + size - rest, rest);
	const bool matches = batch_matches(pattern, path);
	fuzz_verdict = matches ? "a match" : "no match";
	// The C library reads classes such as [:alpha:], and bytes that are no ASCII by its locale.
	bool both = strlen(pattern) <= MOST && strlen(path) <= MOST && !strpbrk(pattern, ":=.");
	for (size_t i = 0; i < size; ++i)
		both = both && data[i] < 0x80;
	check(!both || pattern_oracle(pattern, path) == matches);
	free(pattern);
	free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	if (data[0] == 'A')
		check_records(data, size);
	else
		check_pattern(data, size);
	return 0;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	static const char records[] = "A a.kiln\nR 1a 2b 3c 1 12.5 100 20 3\nC weld 2\n"
								  "F 5 000102030405060708090a0b0c0d0eff art/a.obj\n.\nA d.kiln\nX\n.\n";
	static const char *const seeds[] = {records, "**/b*[a-c]?/**\na/bxa-/c", "a/*b*[!x]\na/bbbc", "**/a/**/a\na/b/a/a"};
	*size = i < sizeof seeds / sizeof seeds[0] ? strlen(seeds[i]) : 0;
	uint8_t *seed = *size > 0 ? fixture_memory(*size) : NULL;
	if (seed)
		memcpy(seed, seeds[i], *size);
	return seed;
}
