// SPDX-License-Identifier: MIT
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Stale jobs below which processes of their own are as fast.
#define HITS_LEAST 4
/// Most processes.
#define HITS_PROCESSES 64
/// What kiln-cook --each prints in front of a name and an exit code, when a cook has ended.
#define MARK "\x01"

/// Processes that take assets from the cache. The jobs that are stale at first are dealt to them in turn.
typedef struct hits
{
	batch *b;
	unsigned count;
	FILE *lists[HITS_PROCESSES];
	FILE *texts[HITS_PROCESSES]; ///< what each process prints, opened for reading
} hits;

static char *share_path(const hits *h, unsigned process, const char *end)
{
	return batch_text(h->b, "%s/hits-%u%s", h->b->state, process, end);
}

static void put_text(FILE *list, const char *text)
{
	fwrite(text, 1, strlen(text) + 1, list);
}

/// Writes the lists. A list that cannot be written ends early: what it lacks is cooked.
static void write_lists(hits *h)
{
	batch *b = h->b;
	for (unsigned k = 0; k < h->count; ++k)
	{
		char *list = share_path(h, k, ""), *text = share_path(h, k, ".text");
		FILE *empty = text ? fopen(text, "wb") : NULL;
		h->lists[k] = list ? fopen(list, "wb") : NULL;
		h->texts[k] = empty ? fopen(text, "rb") : NULL;
		if (empty)
			fclose(empty);
		free(text);
		free(list);
	}
	unsigned next = 0;
	for (size_t i = 0; i < b->count; ++i)
	{
		FILE *list = b->jobs[i].stale ? h->lists[next] : NULL;
		if (list)
		{
			fprintf(list, "%u %zu%c", next, i, 0);
			put_text(list, b->jobs[i].art);
			put_text(list, b->jobs[i].asset);
			put_text(list, b->jobs[i].report);
			batch_make_folders(b, &b->jobs[i]);
		}
		next = (next + b->jobs[i].stale) % h->count;
	}
	for (unsigned k = 0; k < h->count; ++k)
		if (h->lists[k])
			fclose(h->lists[k]);
}

/// Takes what a process printed about a job. Of a job that the cache does not have, only the warning of a damaged entry counts: the
/// cook reports the rest.
static void take_text(hits *h, unsigned process, batch_job *job, bool hit)
{
	static const char damaged[] = "[cache-damaged]";
	char line[16384];
	while (h->texts[process] && fgets(line, sizeof line, h->texts[process]) && line[0] != MARK[0])
	{
		line[strcspn(line, "\n")] = 0;
		const size_t size = strlen(line), tail = sizeof damaged - 1;
		if (hit || (size > tail && strcmp(line + size - tail, damaged) == 0))
			batch_take_output(h->b, hit ? job : NULL, line);
	}
}

/// Takes the line that a process prints when it has done with a job.
static void take_line(void *user, const char *line)
{
	hits *h = user;
	batch *b = h->b;
	unsigned process;
	size_t number;
	int code;
	if (sscanf(line, MARK "%u %zu %d", &process, &number, &code) != 3 || process >= h->count || number >= b->count)
		return;
	batch_job *job = &b->jobs[number];
	job->cached = false;
	take_text(h, process, job, code == TOOL_DONE);
	if (code != TOOL_DONE || !job->stale)
		return;
	job->status = BATCH_COOKED;
	b->done = ++b->taken;
	batch_progress(b, job);
	batch_collect(b, job);
}

static void put_word(batch *b, char **command, const char *word)
{
	char *quoted = platform_shell_word(word),
		 *longer = quoted && *command ? batch_text(b, "%s %s", *command, quoted) : NULL;
	b->out_of_memory = b->out_of_memory || !longer;
	free(quoted);
	free(*command);
	*command = longer;
}

/// Writes the command that runs the processes, and ends them when it ends.
static char *write_command(const hits *h)
{
	batch *b = h->b;
	char *command = batch_text(b, "trap 'kill $all; wait' TERM; all=;");
	for (unsigned k = 0; k < h->count; ++k)
	{
		char *list = share_path(h, k, ""), *text = share_path(h, k, ".text");
		put_word(b, &command, b->cook);
		const char *const words[] = {"-j", "1", "--cache-only", "--no-isolation", "--cache", b->cache, "--each", list};
		for (size_t i = 0; i < sizeof words / sizeof words[0] && words[i]; ++i)
			put_word(b, &command, words[i]);
		for (size_t i = 0; i < b->option_count; ++i)
			put_word(b, &command, b->options[i]);
		char *redirected = text ? platform_shell_word(text) : NULL;
		char *longer = redirected && command ? batch_text(b, "%s 2>%s & all=\"$all $!\";", command, redirected) : NULL;
		free(redirected);
		free(command);
		free(text);
		free(list);
		command = longer;
	}
	char *whole = command ? batch_text(b, "%s wait", command) : NULL;
	free(command);
	return whole;
}

void batch_take_hits(batch *b)
{
	if (!b->cache || b->stale_count < HITS_LEAST)
		return;
	const unsigned long threads = b->threads ? strtoul(b->threads, NULL, 10) : platform_processors();
	hits h = {.b = b, .count = threads > HITS_PROCESSES ? HITS_PROCESSES : threads ? (unsigned)threads : 1};
	b->total = b->stale_count;
	write_lists(&h);
	char *command = write_command(&h);
	if (command)
		platform_shell(command, take_line, &h);
	batch_progress_hide(b);
	free(command);
	b->stale_count = 0;
	for (size_t i = 0; i < b->count; ++i)
		b->stale_count += b->jobs[i].stale;
	for (unsigned k = 0; k < h.count; ++k)
	{
		char *list = share_path(&h, k, ""), *text = share_path(&h, k, ".text");
		if (h.texts[k])
			fclose(h.texts[k]);
		if (list)
			platform_file_remove(list);
		if (text)
			platform_file_remove(text);
		free(text);
		free(list);
	}
}
