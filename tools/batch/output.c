// SPDX-License-Identifier: MIT
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void batch_count_code(batch_codes *codes, const char *name, size_t size, uint64_t count)
{
	for (size_t i = 0; i < codes->count; ++i)
	{
		if (strlen(codes->items[i].name) == size && memcmp(codes->items[i].name, name, size) == 0)
		{
			codes->items[i].count += count;
			return;
		}
	}
	batch_code *items = size < BATCH_CODE_SIZE ? realloc(codes->items, (codes->count + 1) * sizeof *items) : NULL;
	if (items)
	{
		codes->items = items;
		items[codes->count] = (batch_code){.count = count};
		memcpy(items[codes->count++].name, name, size);
	}
}

/// Draws or removes the progress bar, which a terminal shows on its last line.
static void draw_progress(const batch *b, bool show)
{
	if (b->quiet || !platform_terminal())
		return;
	fprintf(stderr, "\r\033[K");
	if (show && b->total > 0)
	{
		const double seconds = platform_seconds() - b->start;
		const uint64_t left = b->total - b->done;
		const double rest = b->done ? seconds / (double)b->done * (double)left : 0;
		char bar[25];
		const size_t full = (size_t)(b->done * (sizeof bar - 1) / b->total);
		memset(bar, '.', sizeof bar - 1);
		memset(bar, '#', full);
		bar[sizeof bar - 1] = 0;
		fprintf(stderr, "[%s] %llu of %llu, %llu failed, %.0f s left", bar, (unsigned long long)b->done,
			(unsigned long long)b->total, (unsigned long long)b->failed, rest);
	}
	fflush(stderr);
}

void batch_progress(batch *b, const batch_job *job)
{
	if (!b->quiet && !platform_terminal())
	{
		fprintf(stderr, "[%llu/%llu] ", (unsigned long long)b->done, (unsigned long long)b->total);
		tool_text(stderr, job->art);
		fputc('\n', stderr);
	}
	draw_progress(b, true);
}

void batch_progress_hide(const batch *b)
{
	draw_progress(b, false);
}

/// Counts the code at the end of an error.
static void count_error(batch *b, const char *line)
{
	const char *open = strrchr(line, '['), *close = open ? strchr(open, ']') : NULL;
	if (strstr(line, " error: ") && close && close[1] == 0)
		batch_count_code(&b->codes, open + 1, (size_t)(close - open) - 1, 1);
}

static bool ends_with(const char *line, const char *end)
{
	const size_t size = strlen(line), tail = strlen(end);
	return size >= tail && strcmp(line + size - tail, end) == 0;
}

void batch_take_output(batch *b, batch_job *job, const char *line)
{
	static const char code[] = BATCH_NAME ": exit ", cached[] = ", from the cache";
	const bool message = strstr(line, " warning: ") || strstr(line, " error: ");
	if (job && strncmp(line, code, sizeof code - 1) == 0)
	{
		job->code = atoi(line + sizeof code - 1);
		return;
	}
	const bool summary = strstr(line, " triangles, ") || strstr(line, ": height field of ");
	if (job && !message && summary && (ends_with(line, cached) || ends_with(line, " ms")))
	{
		job->cached = ends_with(line, cached);
		return;
	}
	if (strstr(line, ": note: "))
		return;
	draw_progress(b, false);
	tool_text(stderr, line);
	fputc('\n', stderr);
	count_error(b, line);
	draw_progress(b, true);
}
