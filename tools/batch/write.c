// SPDX-License-Identifier: MIT
#include "batch.h"

#include "job/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(cook_text *t, const char *string)
{
	cook_text_add(t, string, strlen(string));
}

/// Writes a path of a build statement; `$`, blank and colon have a meaning for Ninja.
static void put_path(cook_text *t, const char *path)
{
	for (const char *c = path; *c; ++c)
	{
		if (*c == '$' || *c == ' ' || *c == ':')
			cook_text_add(t, "$", 1);
		cook_text_add(t, c, 1);
	}
}

/// Writes the value of a variable as a word of the shell; Ninja reads `$` only.
static void put_word(cook_text *t, const char *word)
{
	cook_text_add(t, "'", 1);
	for (const char *c = word; *c; ++c)
	{
		if (*c == '\'')
		{
			say(t, "'\\''");
			continue;
		}
		if (*c == '$')
			cook_text_add(t, "$", 1);
		cook_text_add(t, c, 1);
	}
	cook_text_add(t, "'", 1);
}

/// Writes the command of a cook. Ninja itself works on several assets; a line names the exit code, which older versions of
/// Ninja do not print.
static void put_rule(cook_text *t, const batch *b)
{
	say(t, "# Written by " BATCH_NAME ".\nninja_required_version = 1.10\nbuilddir = ");
	put_path(t, b->state);
	say(t, "\nrule cook\n  command = ");
	put_word(t, b->cook);
	say(t, " -j 1 -o $asset --report $report");
	if (b->cache)
	{
		say(t, " --cache ");
		put_word(t, b->cache);
	}
	for (size_t i = 0; i < b->option_count; ++i)
	{
		cook_text_add(t, " ", 1);
		put_word(t, b->options[i]);
	}
	say(t, " -- $art; s=$$?; [ $$s = 0 ] || echo \"" BATCH_NAME ": exit $$s\"; exit $$s # $token\n"
		   "  description = $number\n");
}

/// Whether Ninja takes a path as it is: names with `.`, `..` or an empty part have another form for Ninja, and `|` has none.
static bool is_plain(const char *path)
{
	if (strchr(path, '|'))
		return false;
	for (const char *part = path + (path[0] == '/'); *part;)
	{
		const size_t size = strcspn(part, "/");
		if (size == 0 || (part[0] == '.' && (size == 1 || (size == 2 && part[1] == '.'))))
			return false;
		part += size + (part[size] == '/');
	}
	return true;
}

/// The input of a job as Ninja names it: number 0 is the art, others are files that the last cook read. NULL behind the last.
static const char *input_of(const batch_job *job, size_t i)
{
	const char *path = i == 0 ? job->art : i < job->record.file_count ? job->record.files[i].path : NULL;
	return path && strncmp(path, "./", 2) == 0 ? path + 2 : path;
}

static bool is_input(const batch_job *job, size_t i)
{
	return is_plain(input_of(job, i)) && (i == 0 || job->record.files[i].stamp > BATCH_UNCLEAR);
}

/// Names a job's target: its asset. One that Ninja cannot name gets a name that no file has.
static void put_target(cook_text *t, const batch_job *job, size_t i)
{
	if (strchr(job->asset, '|'))
	{
		cook_text_print(t, BATCH_STATE "-job-%zu", i);
		return;
	}
	put_path(t, job->asset);
}

static void put_job(cook_text *t, const batch *b, size_t i)
{
	const batch_job *job = &b->jobs[i];
	say(t, "build ");
	put_target(t, job, i);
	if (!strchr(job->asset, '|'))
	{
		say(t, " | ");
		put_path(t, job->report);
	}
	say(t, ": cook ");
	for (size_t k = 0; input_of(job, k); ++k)
	{
		if (is_input(job, k))
		{
			cook_text_add(t, " ", 1);
			put_path(t, input_of(job, k));
		}
	}
	say(t, "\n  asset = ");
	put_word(t, job->asset);
	say(t, "\n  report = ");
	put_word(t, job->report);
	say(t, "\n  art = ");
	put_word(t, job->art);
	cook_text_print(t, "\n  token = %016llx\n  number = %zu\n",
		(unsigned long long)(job->stale ? job->token : job->record.token), i);
}

static int by_text(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/// Says of all inputs that nothing makes them: Ninja would end at a file that has just vanished. The cook of that file reports
/// it.
static bool put_inputs(cook_text *t, const batch *b)
{
	size_t count = 0, most = 1;
	for (size_t i = 0; i < b->count; ++i)
		most += 1 + b->jobs[i].record.file_count;
	const char **paths = malloc(most * sizeof *paths);
	if (!paths)
		return false;
	for (size_t i = 0; i < b->count; ++i)
	{
		for (size_t k = 0; input_of(&b->jobs[i], k); ++k)
			if (is_input(&b->jobs[i], k))
				paths[count++] = input_of(&b->jobs[i], k);
	}
	qsort(paths, count, sizeof *paths, by_text);
	for (size_t i = 0; i < count; ++i)
	{
		if (i == 0 || strcmp(paths[i - 1], paths[i]) != 0)
		{
			say(t, "build ");
			put_path(t, paths[i]);
			say(t, ": phony\n");
		}
	}
	free(paths);
	return true;
}

/// Names what Ninja makes by default, the stale jobs; and a target of all jobs for those who run the file themselves.
static void put_targets(cook_text *t, const batch *b)
{
	say(t, "build all: phony");
	for (size_t i = 0; i < b->count; ++i)
	{
		cook_text_add(t, " ", 1);
		put_target(t, &b->jobs[i], i);
	}
	say(t, "\n");
	for (size_t i = 0; i < b->count; ++i)
	{
		if (b->jobs[i].stale)
		{
			say(t, "default ");
			put_target(t, &b->jobs[i], i);
			say(t, "\n");
		}
	}
}

/// Puts the bytes in place unless they are there.
static int put_file(const char *path, const kilncook_blob *blob)
{
	char reason[PLATFORM_REASON] = "";
	platform_output output;
	if (platform_file_holds(path, blob->data, blob->size))
		return TOOL_DONE;
	bool good = platform_output_open(&output, path, reason);
	if (good && !platform_output_write(&output, blob->data, blob->size, reason))
	{
		platform_output_discard(&output);
		good = false;
	}
	if (good && platform_output_commit(&output, reason))
		return TOOL_DONE;
	tool_message(path, "error", "io", "cannot write: %s", reason);
	return TOOL_IO;
}

/// Makes the folder of a file.
static void make_parent(batch *b, const char *path)
{
	char reason[PLATFORM_REASON];
	char *folder = batch_text(b, "%s", path), *end = folder ? strrchr(folder, '/') : NULL;
	if (end && end > folder)
	{
		*end = 0;
		platform_folder_make(folder, reason);
	}
	free(folder);
}

void batch_make_folders(batch *b, const batch_job *job)
{
	make_parent(b, job->asset);
	make_parent(b, job->report);
}

int batch_write(batch *b)
{
	const kilncook_context context = {.log = {0}};
	cook_text t = {.context = &context};
	kilncook_blob blob;
	put_rule(&t, b);
	for (size_t i = 0; i < b->count; ++i)
		put_job(&t, b, i);
	b->out_of_memory = b->out_of_memory || !put_inputs(&t, b);
	put_targets(&t, b);
	char *path = batch_text(b, "%s/build.ninja", b->state);
	b->out_of_memory = b->out_of_memory || cook_text_finish(&t, &blob) != KILNCOOK_OK;
	if (b->out_of_memory)
		return TOOL_INTERNAL;
	const int status = put_file(path, &blob);
	free(path);
	kilncook_blob_free(&context, &blob);
	return status;
}
