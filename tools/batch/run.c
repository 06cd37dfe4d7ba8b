// SPDX-License-Identifier: MIT
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What Ninja prints when a command has ended: MARK, finished and all commands, MARK, the number of the job. What the
// command printed follows.
#define MARK "\x01"
/// The exit code of a shell that does not find a program.
#define NOT_FOUND 127

/// Collects the job whose output has ended.
static void finish_current(batch *b)
{
	if (b->current < b->count)
		batch_collect(b, &b->jobs[b->current]);
	b->current = b->count;
}

/// Reads the line that says which command has ended.
static void take_mark(batch *b, const char *line)
{
	unsigned long long done = 0, total = 0, number = 0;
	finish_current(b);
	if (sscanf(line, MARK "%llu %llu" MARK "%llu", &done, &total, &number) != 3 || number >= b->count)
		return;
	b->done = b->taken + done;
	b->total = b->taken + total;
	b->current = (size_t)number;
	b->jobs[number].status = BATCH_COOKED;
	b->jobs[number].cached = false;
	batch_progress(b, &b->jobs[number]);
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
	else if (strncmp(line, "ninja: build stopped", 20) != 0 && strncmp(line, "ninja: no work to do", 20) != 0)
	{
		batch_take_output(b, job, line);
	}
}

/// Runs Ninja; its exit code.
static int run_ninja(batch *b)
{
	char *file = batch_text(b, "%s/build.ninja", b->state), *word = file ? platform_shell_word(file) : NULL;
	char *command =
		word ? batch_text(b, "exec env NINJA_STATUS='" MARK "%%f %%t" MARK "' TERM=dumb ninja -f %s -k 0%s%s 2>&1",
				   word, b->threads ? " -j " : "", b->threads ? b->threads : "")
			 : NULL;
	b->current = b->count;
	b->out_of_memory = b->out_of_memory || !command;
	const int code = command ? platform_shell(command, take_line, b) : -1;
	finish_current(b);
	batch_progress_hide(b);
	free(command);
	free(word);
	free(file);
	return code;
}

/// Notes the time by the clock of the output folder.
static void start_round(batch *b)
{
	platform_file_touch(b->lock.path);
	platform_file_stamp(b->lock.path, &b->round_start);
}

/// Prepares the jobs whose art changed meanwhile for another round; their number.
static size_t plan_round(batch *b)
{
	b->stale_count = 0;
	for (size_t i = 0; i < b->count; ++i)
	{
		if (b->jobs[i].stale)
		{
			batch_renew(b, &b->jobs[i]);
			++b->stale_count;
		}
	}
	return b->stale_count;
}

/// The worst exit code of the failed cooks.
static int worst_code(const batch *b)
{
	int worst = TOOL_DONE;
	for (size_t i = 0; i < b->count; ++i)
		if (b->jobs[i].status == BATCH_FAILED && b->jobs[i].code > worst)
			worst = b->jobs[i].code;
	return worst;
}

int batch_run(batch *b)
{
	int code = 0;
	start_round(b);
	batch_take_hits(b);
	if (b->stale_count == 0)
		return batch_write(b);
	for (size_t left = b->stale_count; left > 0 && code == 0 && !platform_interrupted(); left = plan_round(b))
	{
		start_round(b);
		const int status = batch_write(b);
		if (status != TOOL_DONE)
			return status;
		code = run_ninja(b);
		code = code > 0 && worst_code(b) != TOOL_DONE ? 0 : code;
		// What failed has been tried; what Ninja left out would be left out again.
		for (size_t i = 0; i < b->count; ++i)
			b->jobs[i].stale = b->jobs[i].stale && b->jobs[i].status == BATCH_COOKED;
	}
	if (platform_interrupted() || code == 0)
		return worst_code(b);
	if (code == NOT_FOUND)
	{
		tool_message(BATCH_NAME, "error", "io", "cannot run ninja: install it (Debian: ninja-build)");
		return TOOL_IO;
	}
	tool_message(BATCH_NAME, "error", "internal", "Ninja ended with %d", code);
	return TOOL_INTERNAL;
}
