// SPDX-License-Identifier: MIT
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What Ninja prints when a command has ended: MARK, finished and all commands, MARK, the number of the job. What the
// command printed follows.
#define MARK "\x01"

void batch_count_code(batch *b, const char *name, size_t size, uint64_t count)
{
	for (size_t i = 0; i < b->code_count; ++i)
	{
		if (strlen(b->codes[i].name) == size && memcmp(b->codes[i].name, name, size) == 0)
		{
			b->codes[i].count += count;
			return;
		}
	}
	batch_code *codes = size < sizeof codes->name ? realloc(b->codes, (b->code_count + 1) * sizeof *codes) : NULL;
	if (codes)
	{
		b->codes = codes;
		codes[b->code_count] = (batch_code){.count = count};
		memcpy(codes[b->code_count++].name, name, size);
	}
}

/// Draws or removes the progress bar, which a terminal shows on its last line.
static void draw_progress(const batch *b, bool show)
{
	if (b->quiet || !platform_terminal())
	{
		return;
	}
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

/// Reads the line that says which command has ended.
static void take_mark(batch *b, const char *line)
{
	unsigned long long done = 0, total = 0, number = 0;
	if (sscanf(line, MARK "%llu %llu" MARK "%llu", &done, &total, &number) != 3 || number >= b->count)
	{
		return;
	}
	b->done = done;
	b->total = total;
	b->current = (size_t)number;
	b->jobs[number].status = BATCH_COOKED;
	if (!b->quiet && !platform_terminal())
	{
		fprintf(stderr, "[%llu/%llu] ", done, total);
		tool_text(stderr, b->jobs[number].art);
		fputc('\n', stderr);
	}
}

/// Counts the code at the end of an error.
static void count_error(batch *b, const char *line)
{
	const char *open = strrchr(line, '['), *close = open ? strchr(open, ']') : NULL;
	if (strstr(line, " error: ") && close && close[1] == 0)
	{
		batch_count_code(b, open + 1, (size_t)(close - open) - 1, 1);
	}
}

/// Takes a line of Ninja, or of a command of it.
static void take_line(void *user, const char *line)
{
	batch *b = user;
	batch_job *job = b->current < b->count ? &b->jobs[b->current] : NULL;
	if (b->skip)
	{
		b->skip = false;
	}
	else if (line[0] == MARK[0])
	{
		take_mark(b, line);
	}
	else if (strncmp(line, "FAILED: ", 8) == 0)
	{
		b->skip = true;
		b->failed += job != NULL;
		if (job)
		{
			job->status = BATCH_FAILED;
			job->code = TOOL_INTERNAL;
		}
	}
	else if (job && strncmp(line, BATCH_NAME ": exit ", sizeof BATCH_NAME ": exit " - 1) == 0)
	{
		job->code = atoi(line + sizeof BATCH_NAME ": exit " - 1);
	}
	else if (strncmp(line, "ninja: build stopped", 20) != 0 && strncmp(line, "ninja: no work to do", 20) != 0)
	{
		draw_progress(b, false);
		tool_text(stderr, line);
		fputc('\n', stderr);
		count_error(b, line);
	}
	draw_progress(b, true);
}

/// Prints what would be cooked.
static void print_plan(void *user, const char *line)
{
	batch *b = user;
	unsigned long long number = 0;
	if (sscanf(line, MARK "%*u %*u" MARK "%llu", &number) == 1 && number < b->count)
	{
		printf("cook ");
		tool_text(stdout, b->jobs[number].art);
		printf(" -> ");
		tool_text(stdout, b->jobs[number].asset);
		putchar('\n');
	}
}

/// Prints the reasons that Ninja names for one asset.
static void print_why(void *user, const char *line)
{
	batch *b = user;
	static const char prefix[] = "ninja explain: ";
	if (strncmp(line, prefix, sizeof prefix - 1) == 0)
	{
		tool_text(stdout, line + sizeof prefix - 1);
		putchar('\n');
		++b->total;
	}
}

static void drop_line(void *user, const char *line)
{
	(void)user, (void)line;
}

/// A word of the shell, which the caller frees.
static char *quote(batch *b, const char *word)
{
	char *quoted = malloc(strlen(word) * 4 + 3), *at = quoted;
	b->out_of_memory = b->out_of_memory || !quoted;
	if (!quoted)
	{
		return NULL;
	}
	*at++ = '\'';
	for (const char *c = word; *c; ++c)
	{
		if (*c == '\'')
		{
			memcpy(at, "'\\''", 4);
			at += 4;
		}
		else
		{
			*at++ = *c;
		}
	}
	*at++ = '\'';
	*at = 0;
	return quoted;
}

/// Runs Ninja with arguments; its exit code.
static int run_ninja(batch *b, const char *arguments, const char *target, platform_line *line)
{
	char *file = batch_text(b, "%s/build.ninja", b->state);
	char *quoted = file ? quote(b, file) : NULL, *name = target ? quote(b, target) : NULL;
	char *command = quoted ? batch_text(b, "NINJA_STATUS='" MARK "%%f %%t" MARK "' TERM=dumb ninja -f %s %s %s 2>&1",
								 quoted, arguments, name ? name : "")
						   : NULL;
	const int code = command ? platform_shell(command, line, b) : -1;
	free(command);
	free(name);
	free(quoted);
	free(file);
	return code;
}

/// The worst exit code of the failed cooks.
static int worst_code(const batch *b)
{
	int worst = TOOL_DONE;
	for (size_t i = 0; i < b->count; ++i)
	{
		if (b->jobs[i].status == BATCH_FAILED && b->jobs[i].code > worst)
		{
			worst = b->jobs[i].code;
		}
	}
	return worst;
}

/// The asset of art, or of an asset, that the user names.
static const char *asset_of(const batch *b, const char *name)
{
	for (size_t i = 0; i < b->count; ++i)
	{
		if (strcmp(b->jobs[i].art, name) == 0 || strcmp(b->jobs[i].asset, name) == 0)
		{
			return b->jobs[i].asset;
		}
	}
	return NULL;
}

static int explain(batch *b)
{
	const char *asset = asset_of(b, b->why);
	if (!asset)
	{
		tool_message(b->why, "error", "usage", "no art and no asset of this batch");
		return TOOL_USAGE;
	}
	const int code = run_ninja(b, "-n -d explain", asset, print_why);
	if (code == 0 && b->total == 0)
	{
		puts("nothing has changed");
	}
	return code == 0 ? TOOL_DONE : TOOL_INTERNAL;
}

int batch_run(batch *b)
{
	char arguments[64];
	b->current = b->count;
	b->start = platform_seconds();
	if (run_ninja(b, "--version", NULL, drop_line) != 0)
	{
		tool_message(BATCH_NAME, "error", "io", "cannot run ninja: install it (Debian: ninja-build)");
		return TOOL_IO;
	}
	if (b->why)
	{
		return explain(b);
	}
	if (b->dry)
	{
		return run_ninja(b, "-n", NULL, print_plan) == 0 ? TOOL_DONE : TOOL_INTERNAL;
	}
	if (run_ninja(b, "-t cleandead", NULL, drop_line) != 0)
	{
		tool_message(BATCH_NAME, "warning", "io", "Ninja could not remove assets without art");
	}
	snprintf(arguments, sizeof arguments, "-k 0%s%s", b->threads ? " -j " : "", b->threads ? b->threads : "");
	const int code = run_ninja(b, arguments, NULL, take_line);
	draw_progress(b, false);
	const int worst = worst_code(b);
	if (worst != TOOL_DONE || code == 0)
	{
		return worst;
	}
	tool_message(BATCH_NAME, "error", "internal", "Ninja ended with %d", code);
	return TOOL_INTERNAL;
}
