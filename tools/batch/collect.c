// SPDX-License-Identifier: MIT
#include "batch.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Cooks of one asset in a batch, while its art keeps changing.
#define ROUNDS 4

static uint64_t whole(const json_t *object, const char *key)
{
	const json_int_t value = json_integer_value(json_object_get(object, key));
	return value > 0 ? (uint64_t)value : 0;
}

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

/// Adds a file that a cook read; `missing`: that it looked for. False when the file is no longer as the cook found it, as far as
/// the file itself tells.
static bool add_file(batch *b, batch_record *record, const char *path, bool missing)
{
	const kilncook_context context = {.log = {0}};
	batch_file *files = realloc(record->files, (record->file_count + 1) * sizeof *files);
	char *copy = batch_text(b, "%s", path);
	b->out_of_memory = b->out_of_memory || !files || !copy;
	record->files = files ? files : record->files;
	if (!files || !copy)
	{
		free(copy);
		return false;
	}
	batch_file *file = &files[record->file_count++];
	*file = (batch_file){.path = copy, .stamp = platform_file_stamp(path, NULL)};
	if (missing || file->stamp == 0)
		return missing && file->stamp == 0;
	return cache_hash_file(&context, path, &file->hash) && platform_file_stamp(path, NULL) == file->stamp;
}

/// Whether the art has the hash that the report names.
static bool is_art(const cache_key *hash, const char *text)
{
	char name[2 * sizeof hash->bytes + 1];
	for (size_t i = 0; i < sizeof hash->bytes; ++i)
		snprintf(name + 2 * i, 3, "%02x", hash->bytes[i]);
	return strcmp(name, text) == 0;
}

/// Adds a file whose name the report or the memo cannot hold to the byte. Each batch cooks its asset again.
static bool add_unclear(batch *b, batch_record *record, const char *path)
{
	const bool added = add_file(b, record, path, true);
	(void)added;
	if (b->out_of_memory)
		return false;
	batch_file *file = &record->files[record->file_count - 1];
	file->stamp = BATCH_UNCLEAR;
	for (char *c = file->path; *c; ++c)
		*c = (unsigned char)*c < 0x20 ? '?' : *c;
	return true;
}

/// Whether a report and the memo hold a name to the byte. A report has U+FFFD in place of what is no UTF-8.
static bool is_clear(const char *path)
{
	for (const char *c = path; *c; ++c)
		if ((unsigned char)*c < 0x20)
			return false;
	return !strstr(path, "\xef\xbf\xbd");
}

/// Adds the files besides the art. The stamp in the report is the sum of those that the files had when they were opened; that
/// in a report of the cache belongs to another cook, whose files had the same contents.
static bool add_side_files(batch *b, const batch_job *job, batch_record *record, const json_t *report)
{
	const json_t *files = json_object_get(report, "files"), *row;
	uint64_t sum = 0;
	bool good = json_is_object(files), old = true, clear = true;
	size_t i;
	for (int missing = 0; missing < 2; ++missing)
	{
		json_array_foreach(json_object_get(files, missing ? "missing" : "read"), i, row)
		{
			const char *path = json_string_value(row) ? json_string_value(row) : "";
			int64_t changed = 0;
			if (!is_clear(path))
			{
				clear = clear && missing;
				good = add_unclear(b, record, path) && good;
				continue;
			}
			good = add_file(b, record, path, missing) && good;
			sum += missing ? 0 : platform_file_stamp(path, &changed);
			old = old && changed < b->round_start;
		}
	}
	return good && (job->cached ? old : !clear || sum == strtoull(text_of(report, "side_file_stamp"), NULL, 16));
}

/// Makes the record of a cook. False when a file changed meanwhile.
static bool make_record(batch *b, const batch_job *job, batch_record *record, const json_t *report)
{
	const json_t *asset = json_object_get(report, "asset"), *row;
	char path[BATCH_PATH];
	size_t i;
	*record = (batch_record){
		.valid = true,
		.cached = job->cached,
		.token = job->token,
		.program = b->program,
		.asset_stamp = platform_file_stamp(job->asset, NULL),
		.ms = json_number_value(json_object_get(json_object_get(report, "ms"), "all")),
		.bytes = whole(asset, "bytes"),
		.triangles = whole(asset, "triangles"),
		.warnings = whole(report, "warnings"),
	};
	json_array_foreach(json_object_get(report, "messages"), i, row)
	{
		const char *code = text_of(row, "code");
		if (strcmp(text_of(row, "severity"), "warning") == 0)
			batch_count_code(&record->codes, code, strlen(code), whole(row, "count"));
	}
	bool good = record->asset_stamp != 0 && add_file(b, record, job->art, false) &&
				is_art(&record->files[0].hash, text_of(json_object_get(report, "source"), "hash"));
	good = add_side_files(b, job, record, report) && good;
	for (int which = 0; which < BATCH_RECIPES; ++which)
	{
		const bool named = batch_recipe_path(job, which, path);
		good = named && add_file(b, record, path, platform_file_stamp(path, NULL) == 0) && good;
	}
	return good && batch_recipe_stamp(job) == job->recipe_stamp;
}

void batch_collect(batch *b, batch_job *job)
{
	json_t *report = job->status == BATCH_COOKED ? json_load_file(job->report, JSON_REJECT_DUPLICATES, NULL) : NULL;
	batch_record record = {.valid = false};
	const bool same = report && make_record(b, job, &record, report);
	++job->rounds;
	job->stale = job->status == BATCH_COOKED && !same && job->rounds < ROUNDS;
	if (job->status == BATCH_COOKED && !same && !job->stale)
	{
		tool_message(job->art, "error", "art-changing", "a file of the art changed during each of %d cooks", ROUNDS);
		batch_count_code(&b->codes, "art-changing", 12, 1);
		job->status = BATCH_FAILED;
		job->code = TOOL_IO;
		++b->failed;
	}
	if (!same)
		batch_record_free(&record);
	batch_record_free(&job->record);
	job->record = record;
	batch_note(b, job);
	json_decref(report);
}
