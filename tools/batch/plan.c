// SPDX-License-Identifier: MIT
#include "batch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

bool batch_recipe_path(const batch_job *job, int which, char path[BATCH_PATH])
{
	const int folder = (int)(platform_base_name(job->art) - job->art);
	const int size = which ? snprintf(path, BATCH_PATH, "%.*skiln.recipe", folder, job->art)
						   : snprintf(path, BATCH_PATH, "%s.kiln", job->art);
	return size > 0 && size < BATCH_PATH;
}

uint64_t batch_recipe_stamp(const batch_job *job)
{
	char path[BATCH_PATH];
	uint64_t stamps[BATCH_RECIPES] = {0};
	for (int which = 0; which < BATCH_RECIPES; ++which)
		stamps[which] = batch_recipe_path(job, which, path) ? platform_file_stamp(path, NULL) : 0;
	return XXH3_64bits(stamps, sizeof stamps);
}

/// Hashes the program and its options, files of options included.
static uint64_t program_hash(const batch *b)
{
	const kilncook_context context = {.log = {0}};
	XXH3_state_t *state = XXH3_createState();
	cache_key key;
	if (!state)
		return 0;
	XXH3_64bits_reset(state);
	if (cache_hash_file(&context, b->cook, &key))
		XXH3_64bits_update(state, key.bytes, sizeof key.bytes);
	for (size_t i = 0; i < b->option_count; ++i)
	{
		const char *option = b->options[i];
		XXH3_64bits_update(state, option, strlen(option) + 1);
		if (option[0] == '@' && cache_hash_file(&context, option + 1, &key))
			XXH3_64bits_update(state, key.bytes, sizeof key.bytes);
	}
	const uint64_t hash = XXH3_64bits_digest(state);
	XXH3_freeState(state);
	return hash;
}

/// Prints a reason. Returns true, so that the caller can go on with it.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static bool
give(const batch_job *job, const batch_job *explain, const char *format, ...)
{
	if (job == explain)
	{
		char text[BATCH_PATH + 64];
		va_list arguments;
		va_start(arguments, format);
		vsnprintf(text, sizeof text, format, arguments);
		va_end(arguments);
		tool_text(stdout, text);
		putchar('\n');
	}
	return true;
}

/// Whether a file is not the one that the last cook read. Refreshes the stamp of a file that only looks changed.
static bool file_changed(const batch_job *job, const batch_job *explain, batch_file *file, bool *refreshed)
{
	const kilncook_context context = {.log = {0}};
	const uint64_t stamp = platform_file_stamp(file->path, NULL);
	cache_key hash;
	if (stamp == file->stamp)
		return false;
	if (file->stamp == BATCH_UNCLEAR)
		return give(job, explain, "%s cannot be checked: its name is no plain text", file->path);
	if (stamp == 0)
		return give(job, explain, "%s is gone", file->path);
	if (file->stamp == 0)
		return give(job, explain, "%s has appeared", file->path);
	if (!cache_hash_file(&context, file->path, &hash) || memcmp(&hash, &file->hash, sizeof hash) != 0)
		return give(job, explain, "%s has changed", file->path);
	file->stamp = stamp;
	*refreshed = true;
	return false;
}

static bool is_stale(const batch *b, batch_job *job, const batch_job *explain, bool *refreshed)
{
	batch_record *record = &job->record;
	bool stale = false;
	if (!record->valid)
		return give(job, explain, "it was never cooked, or its last cook failed");
	if (record->program != b->program)
		stale = give(job, explain, "kiln-cook or its options have changed");
	if (record->file_count == 0 || strcmp(record->files[0].path, job->art) != 0)
		stale = give(job, explain, "the art has another path");
	const uint64_t stamp = platform_file_stamp(job->asset, NULL);
	if (stamp != record->asset_stamp)
		stale = give(job, explain, stamp ? "%s was changed" : "%s is gone", job->asset);
	for (size_t i = 0; i < record->file_count && (!stale || explain == job); ++i)
		stale = file_changed(job, explain, &record->files[i], refreshed) || stale;
	return stale;
}

/// A number that no earlier command of the job had.
static uint64_t new_token(const batch *b, const batch_job *job)
{
	const uint64_t numbers[] = {job->token, job->record.token, b->program, platform_file_stamp(job->asset, NULL),
		platform_file_stamp(job->report, NULL), platform_file_stamp(job->art, NULL), job->rounds};
	return XXH3_64bits(numbers, sizeof numbers);
}

void batch_renew(const batch *b, batch_job *job)
{
	job->recipe_stamp = batch_recipe_stamp(job);
	job->token = new_token(b, job);
	job->status = BATCH_NOT_RUN;
}

void batch_plan(batch *b, const batch_job *explain)
{
	b->program = b->program ? b->program : program_hash(b);
	b->stale_count = 0;
	for (size_t i = 0; i < b->count; ++i)
	{
		batch_job *job = &b->jobs[i];
		bool refreshed = false;
		job->last_ms = job->record.ms;
		job->stale = is_stale(b, job, explain, &refreshed);
		if (job->stale)
		{
			batch_renew(b, job);
			++b->stale_count;
		}
		else if (refreshed && !b->dry && (b->memo || batch_memo_begin(b) == TOOL_DONE))
		{
			batch_note(b, job);
		}
	}
}
