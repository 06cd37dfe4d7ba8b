// SPDX-License-Identifier: MIT
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Adds the folder of a file, unless it is that of the file before.
static void watch_folder_of(platform_watch *watch, const char *path, char last[BATCH_PATH])
{
	const int size = (int)(platform_base_name(path) - path);
	char folder[BATCH_PATH];
	const int written = snprintf(folder, sizeof folder, "%.*s.", size, path);
	if (written > 0 && written < BATCH_PATH && strcmp(folder, last) != 0)
	{
		memcpy(last, folder, (size_t)written + 1);
		platform_watch_add(watch, folder, false, NULL);
	}
}

/// Adds what the inputs name. Folders that are new since the last call are added before anybody looks at their files.
static void watch_inputs(const batch *b, platform_watch *watch)
{
	char last[BATCH_PATH] = "";
	char *except = platform_resolve(b->output, NULL);
	for (size_t i = 0; i < b->input_count; ++i)
	{
		const char *input = b->inputs[i] + (b->inputs[i][0] == '@');
		const platform_kind kind = platform_file_kind(input, NULL, NULL);
		if (kind == PLATFORM_DIRECTORY)
		{
			platform_watch_add(watch, input, true, except);
		}
		else if (kind == PLATFORM_MISSING && batch_is_pattern(input))
		{
			char folder[BATCH_PATH];
			const int size = (int)batch_pattern_folder(input);
			snprintf(folder, sizeof folder, "%.*s", size > 0 ? size : 1,
				size > 0		  ? input
				: input[0] == '/' ? "/"
								  : ".");
			platform_watch_add(watch, folder, true, except);
		}
		else
		{
			watch_folder_of(watch, input, last);
		}
	}
	free(except);
}

/// Adds the folders of all files that the last cooks read, or looked for.
static void watch_files(const batch *b, platform_watch *watch)
{
	char last[BATCH_PATH] = "";
	for (size_t i = 0; i < b->count; ++i)
	{
		watch_folder_of(watch, b->jobs[i].art, last);
		for (size_t k = 0; k < b->jobs[i].record.file_count; ++k)
			watch_folder_of(watch, b->jobs[i].record.files[k].path, last);
	}
}

int batch_watch(batch *b, int (*work)(batch *b))
{
	platform_watch *watch = platform_watch_begin(b->watch_seconds);
	b->out_of_memory = !watch;
	for (bool more = watch != NULL; more && !b->out_of_memory; more = platform_watch_wait(watch))
	{
		batch_forget(b);
		watch_inputs(b, watch);
		work(b);
		watch_files(b, watch);
		fflush(stdout);
	}
	platform_watch_end(watch);
	return b->out_of_memory ? TOOL_INTERNAL : TOOL_DONE;
}
