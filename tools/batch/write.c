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
		{
			cook_text_add(t, "$", 1);
		}
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
		{
			cook_text_add(t, "$", 1);
		}
		cook_text_add(t, c, 1);
	}
	cook_text_add(t, "'", 1);
}

static void put_rule(cook_text *t, const batch *b)
{
	say(t, "# Written by " BATCH_NAME ".\nninja_required_version = 1.10\nbuilddir = ");
	put_path(t, b->state);
	// Ninja removes what it built before and no statement names any more by its log in this folder.
	say(t, "\nrule cook\n  command = ");
	put_word(t, b->cook);
	// Ninja itself works on several assets; a line names the exit code, which older versions of Ninja do not print.
	say(t, " -q -j 1 -o $asset --depfile $dep_word --report $report_word");
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
	say(t, " -- $in; s=$$?; [ $$s = 0 ] || echo \"" BATCH_NAME ": exit $$s\"; exit $$s $sidecars\n"
		   "  depfile = $dep\n  deps = gcc\n  restat = 1\n  description = $number\n");
}

/// Adds the recipes beside the art: to the inputs, and in a comment of the command, so that a recipe that comes or goes
/// cooks again, whatever its time is.
static void put_sidecars(cook_text *t, const batch_job *job, bool comment)
{
	const char *art = job->art;
	const int folder = (int)(platform_base_name(art) - art);
	char path[8192];
	for (int which = 0; which < 2; ++which)
	{
		const int size = which ? snprintf(path, sizeof path, "%.*skiln.recipe", folder, art)
							   : snprintf(path, sizeof path, "%s.kiln", art);
		if (size <= 0 || size >= (int)sizeof path || platform_file_kind(path, NULL, NULL) != PLATFORM_REGULAR)
		{
			continue;
		}
		cook_text_add(t, " ", 1);
		if (comment)
		{
			put_word(t, path);
		}
		else
		{
			put_path(t, path);
		}
	}
}

static void put_job(cook_text *t, const batch *b, size_t i)
{
	const batch_job *job = &b->jobs[i];
	say(t, "build ");
	put_path(t, job->asset);
	say(t, " | ");
	put_path(t, job->report);
	say(t, ": cook ");
	put_path(t, job->art);
	say(t, " | ");
	put_path(t, b->cook);
	put_sidecars(t, job, false);
	say(t, "\n  asset = ");
	put_word(t, job->asset);
	say(t, "\n  report_word = ");
	put_word(t, job->report);
	say(t, "\n  dep_word = ");
	put_word(t, job->depfile);
	say(t, "\n  dep = ");
	// A value, in which only `$` has a meaning.
	for (const char *c = job->depfile; *c; ++c)
	{
		cook_text_add(t, "$$", *c == '$' ? 2 : 0);
		cook_text_add(t, c, *c != '$');
	}
	cook_text sidecars = {.context = t->context};
	put_sidecars(&sidecars, job, true);
	if (sidecars.size > 0)
	{
		say(t, "\n  sidecars = #");
		cook_text_add(t, sidecars.bytes, sidecars.size);
	}
	kilncook_blob taken;
	if (cook_text_finish(&sidecars, &taken) == KILNCOOK_OK)
	{
		kilncook_blob_free(t->context, &taken);
	}
	t->failed = t->failed || sidecars.failed;
	cook_text_print(t, "\n  number = %zu\n", i);
}

/// Puts the bytes in place unless they are there.
static int put_file(const char *path, const kilncook_blob *blob)
{
	char reason[PLATFORM_REASON] = "";
	platform_output output;
	if (platform_file_holds(path, blob->data, blob->size))
	{
		return TOOL_DONE;
	}
	bool good = platform_output_open(&output, path, reason);
	if (good && !platform_output_write(&output, blob->data, blob->size, reason))
	{
		platform_output_discard(&output);
		good = false;
	}
	if (good && platform_output_commit(&output, reason))
	{
		return TOOL_DONE;
	}
	tool_message(path, "error", "io", "cannot write: %s", reason);
	return TOOL_IO;
}

int batch_write(batch *b)
{
	const kilncook_context context = {.log = {0}};
	cook_text t = {.context = &context};
	kilncook_blob blob;
	put_rule(&t, b);
	for (size_t i = 0; i < b->count; ++i)
	{
		put_job(&t, b, i);
	}
	char *path = batch_text(b, "%s/build.ninja", b->state);
	b->out_of_memory = b->out_of_memory || cook_text_finish(&t, &blob) != KILNCOOK_OK;
	if (b->out_of_memory)
	{
		return TOOL_INTERNAL;
	}
	const int status = put_file(path, &blob);
	free(path);
	kilncook_blob_free(&context, &blob);
	return status;
}
