// SPDX-License-Identifier: MIT
// open_memstream is no part of C17.
#define _POSIX_C_SOURCE 200809L
#include "memo_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void memo_case_begin(memo_case *c)
{
	static const char *const names[MEMO_CASE_JOBS] = {"a.kiln", "b/c.kiln", "d.kiln"};
	*c = (memo_case){.b = {.output = "out", .count = MEMO_CASE_JOBS}};
	for (int i = 0; i < MEMO_CASE_JOBS; ++i)
		c->jobs[i].name = names[i];
	c->b.jobs = c->jobs;
}

static void forget(memo_case *c)
{
	for (int i = 0; i < MEMO_CASE_JOBS; ++i)
		batch_record_free(&c->jobs[i].record);
}

void memo_case_take(memo_case *c, const char *text, size_t size)
{
	char *copy = malloc(size + 1);
	if (!copy)
		abort();
	memcpy(copy, text, size);
	copy[size] = 0;
	forget(c);
	batch_memo_take(&c->b, copy, false);
	free(copy);
}

char *memo_case_write(memo_case *c, size_t *size)
{
	char *text = NULL;
	c->b.memo = open_memstream(&text, size);
	if (!c->b.memo)
		abort();
	for (int i = 0; i < MEMO_CASE_JOBS; ++i)
		batch_note(&c->b, &c->jobs[i]);
	fclose(c->b.memo);
	c->b.memo = NULL;
	return text;
}

static const char *fault_of(const batch_record *record)
{
	if (!record->valid)
		return record->files || record->codes.items ? "a record that is not valid keeps files or codes" : NULL;
	if (!(record->ms >= 0) || !isfinite(record->ms))
		return "a time is not finite, or negative";
	for (size_t i = 0; i < record->file_count; ++i)
		if (!*record->files[i].path || strchr(record->files[i].path, '\n'))
			return "a file has no path, or one of two lines";
	for (size_t i = 0; i < record->codes.count; ++i)
		if (!record->codes.items[i].name[0] || strchr(record->codes.items[i].name, ' '))
			return "a code has no name, or one of two words";
	return NULL;
}

const char *memo_case_fault(memo_case *c)
{
	const char *fault = NULL;
	for (int i = 0; i < MEMO_CASE_JOBS && !fault; ++i)
		fault = fault_of(&c->jobs[i].record);
	size_t sizes[2];
	char *texts[2];
	texts[0] = memo_case_write(c, &sizes[0]);
	memo_case_take(c, texts[0], sizes[0]);
	texts[1] = memo_case_write(c, &sizes[1]);
	if (!fault && (sizes[0] != sizes[1] || memcmp(texts[0], texts[1], sizes[0]) != 0))
		fault = "the records that were written are not those that are read";
	free(texts[0]);
	free(texts[1]);
	return fault;
}

void memo_case_end(memo_case *c)
{
	forget(c);
}
