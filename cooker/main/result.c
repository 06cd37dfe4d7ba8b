// SPDX-License-Identifier: MIT
#include "result.h"

#include "job/text.h"
#include "memory.h"
#include "platform/platform.h"

#include <stdio.h>
#include <string.h>

/// Separates the fields of a message.
#define FIELD '\x1f'

/// A log that keeps the messages on their way.
typedef struct recorder
{
	const kilncook_context *context;
	cook_text lines;
} recorder;

static void record(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	recorder *r = user;
	const char severity_field[] = {(char)('0' + severity), 0};
	const char *const fields[] = {severity_field, where, code, text};
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i)
	{
		for (const char *c = fields[i]; *c; ++c)
			cook_text_add(&r->lines, (unsigned char)*c < 0x20 ? " " : c, 1);
		cook_text_add(&r->lines, (const char[]){i < 3 ? FIELD : '\n'}, 1);
	}
	r->context->log.message(r->context->log.user, severity, where, code, text);
}

/// Logs the messages of a stored cook.
static void repeat(const kilncook_context *context, const cache_bytes *messages)
{
	const char *at = messages->data, *const end = at + messages->size;
	for (const char *stop; at < end && (stop = memchr(at, '\n', (size_t)(end - at))) != NULL; at = stop + 1)
	{
		char line[8192], *fields[4] = {line};
		uint32_t count = 1;
		snprintf(line, sizeof line, "%.*s", (int)(stop - at), at);
		for (char *c = line; *c; ++c)
			if (*c == FIELD && count < 4)
			{
				*c = 0;
				fields[count++] = c + 1;
			}
		if (count == 4 && *fields[0] >= '0' && *fields[0] <= '2')
			context->log.message(
				context->log.user, (kilncook_severity)(*fields[0] - '0'), fields[1], fields[2], fields[3]);
	}
}

/// Writes `, count word` unless the count is zero; returns the number of bytes.
static int add_count(char *text, size_t size, uint32_t count, const char *one, const char *many)
{
	return count ? snprintf(text, size, ", %u %s", count, count == 1 ? one : many) : 0;
}

static void summarize(const kilncook_report *report, char *text, size_t size)
{
	int at = snprintf(text, size, "%llu triangles, %llu bytes", (unsigned long long)report->triangles,
		(unsigned long long)report->bytes);
	if (report->triangles)
		at += snprintf(
			text + at, size - (size_t)at, " (%.1f a triangle)", (double)report->bytes / (double)report->triangles);
	at += add_count(text + at, size - (size_t)at, report->meshes, "mesh", "meshes");
	at += add_count(text + at, size - (size_t)at, report->hulls, "hull", "hulls");
	at += add_count(text + at, size - (size_t)at, report->primitives, "primitive", "primitives");
	at += add_count(text + at, size - (size_t)at, report->nodes, "node", "nodes");
	at += add_count(text + at, size - (size_t)at, report->nodes_by_name, "by its name", "by their names");
	at +=
		add_count(text + at, size - (size_t)at, report->nodes_by_extension, "by its extension", "by their extensions");
	add_count(text + at, size - (size_t)at, report->nodes_left_out, "left out", "left out");
}

static cache_bytes bytes_of(const kilncook_blob *blob)
{
	return (cache_bytes){blob->data, blob->size};
}

void cli_result_free(const kilncook_context *context, cli_result *result)
{
	kilncook_report_free(context, &result->report);
	kilncook_heightfield_report_free(context, &result->field_report);
	kilncook_blob_free(context, &result->asset);
	kilncook_blob_free(context, &result->json);
	kilncook_blob_free(context, &result->text);
	kilncook_blob_free(context, &result->messages);
	cache_entry_free(context, &result->entry);
	*result = (cli_result){.cached = false};
}

bool cli_is_image(const cli_settings *settings)
{
	return settings->field.raw_columns || kilncook_heightfield_is_image(settings->input);
}

/// Cooks meshes, and writes the reports that are wanted or stored.
static kilncook_status cook_art(const cli_settings *settings, const kilncook_context *context,
	const kilncook_context *recording, const kilncook_options *options, cli_result *result)
{
	kilncook_report *report = &result->report;
	kilncook_status status = kilncook_cook_file(recording, settings->input, options, &result->asset, report);
	if (status == KILNCOOK_OK && (settings->report || settings->cache))
		status = kilncook_report_json(context, report, &result->json);
	if (status == KILNCOOK_OK && (settings->verbosity > 0 || settings->cache))
		status = kilncook_report_text(context, report, &result->text);
	if (status != KILNCOOK_OK)
		return status;
	summarize(report, result->summary, sizeof result->summary);
	result->files =
		(cache_files){report->side_files, report->side_file_count, report->missing_files, report->missing_file_count};
	result->file_stamp = report->side_file_stamp;
	result->ms = report->ms_total;
	return KILNCOOK_OK;
}

/// Cooks a height field likewise.
static kilncook_status cook_heightfield(const cli_settings *settings, const kilncook_context *context,
	const kilncook_context *recording, const kilncook_options *options, cli_result *result)
{
	kilncook_heightfield_report *report = &result->field_report;
	if (options->origin != KILNCOOK_ORIGIN_ZERO || options->snap > 0)
	{
		cook_message(context, KILNCOOK_ERROR, "", "usage",
			"a height field takes no --origin and no --snap: --field-origin X,Y,Z places the first sample of an image, "
			"and a "
			"world places the field");
		return KILNCOOK_USAGE;
	}
	kilncook_status status =
		kilncook_heightfield_file(recording, settings->input, options, &settings->field, &result->asset, report);
	if (status == KILNCOOK_OK && (settings->report || settings->cache))
		status = kilncook_heightfield_report_json(context, report, &result->json);
	if (status == KILNCOOK_OK && (settings->verbosity > 0 || settings->cache))
		status = kilncook_heightfield_report_text(context, report, &result->text);
	if (status != KILNCOOK_OK)
		return status;
	snprintf(result->summary, sizeof result->summary, "height field of %u x %u samples, %llu bytes (%.2f a sample)",
		(unsigned)report->columns, (unsigned)report->rows, (unsigned long long)report->bytes,
		(double)report->bytes / ((double)report->columns * (double)report->rows));
	result->files = (cache_files){.read = report->side_files, .read_count = report->side_file_count};
	result->file_stamp = report->side_file_stamp;
	result->ms = report->ms;
	return KILNCOOK_OK;
}

static kilncook_status cook(
	const cli_settings *settings, const kilncook_context *context, const kilncook_options *options, cli_result *result)
{
	recorder r = {context, {.context = context}};
	kilncook_context recording = *context;
	if (settings->cache)
		recording.log = (kilncook_log){record, &r};
	*result = (cli_result){.cached = false};
	kilncook_status status = (settings->field.mesh || cli_is_image(settings) ? cook_heightfield : cook_art)(
		settings, context, &recording, options, result);
	kilncook_status kept = cook_text_finish(&r.lines, &result->messages);
	status = status == KILNCOOK_OK ? kept : status;
	if (status != KILNCOOK_OK)
	{
		cli_result_free(context, result);
		return status;
	}
	result->parts[CACHE_ASSET] = bytes_of(&result->asset);
	result->parts[CACHE_REPORT] = bytes_of(&result->json);
	result->parts[CACHE_TEXT] = bytes_of(&result->text);
	result->parts[CACHE_MESSAGES] = bytes_of(&result->messages);
	result->parts[CACHE_SUMMARY] = (cache_bytes){result->summary, strlen(result->summary)};
	return KILNCOOK_OK;
}

/// The stamp of a file now; 0 when it cannot be opened.
static uint64_t stamp_of(const char *path)
{
	FILE *file = platform_input_open(path, NULL, NULL);
	const uint64_t stamp = file ? platform_stream_stamp(file) : 0;
	if (file)
		fclose(file);
	return stamp;
}

/// What the cook of a file read.
typedef struct read_files
{
	const cli_settings *settings;
	const cli_result *result;
	uint64_t art_stamp;
} read_files;

/// Whether the art and its side files are still those that the cook read.
static bool is_unchanged(const void *user)
{
	const read_files *files = user;
	uint64_t stamp = 0;
	for (uint32_t i = 0; i < files->result->files.read_count; ++i)
		stamp += stamp_of(files->result->files.read[i]);
	return stamp == files->result->file_stamp && stamp_of(files->settings->input) == files->art_stamp;
}

static void warn_unusable(const kilncook_context *context, const cook_cache *cache, const char *reason)
{
	cook_message(context, KILNCOOK_WARNING, "", "cache-unusable", "the cache %s does not keep this cook: %s",
		cache->folder, reason);
}

/// Cooks and stores. A cook whose files change meanwhile is not stored.
static kilncook_status cook_and_store(const cli_settings *settings, const kilncook_context *context,
	const kilncook_options *options, const cook_cache *cache, const cache_key *key, uint64_t art_stamp,
	cli_result *result)
{
	char reason[PLATFORM_REASON] = "";
	kilncook_status status = cook(settings, context, options, result);
	if (status != KILNCOOK_OK)
		return status;
	const read_files files = {settings, result, art_stamp};
	if (!cache_store(cache, key, &result->files, &(cache_check){is_unchanged, &files}, result->parts, reason))
		warn_unusable(context, cache, reason);
	return KILNCOOK_OK;
}

kilncook_status cli_result_make(
	const cli_settings *settings, const kilncook_context *context, const kilncook_options *options, cli_result *result)
{
	if (!settings->cache)
		return cook(settings, context, options, result);
	const cook_cache cache = {context, settings->cache, settings->cache_limit, settings->peeks};
	cache_key key;
	const uint64_t art_stamp = stamp_of(settings->input);
	*result = (cli_result){.cached = true};
	const bool known = cli_cache_key(settings, context, &key);
	const cache_answer answer = known ? cache_take(&cache, &key, &result->entry) : CACHE_MISS;
	if (answer == CACHE_HIT)
	{
		memcpy(result->parts, result->entry.parts, sizeof result->parts);
		result->files = result->entry.files;
		repeat(context, &result->parts[CACHE_MESSAGES]);
		return KILNCOOK_OK;
	}
	if (answer == CACHE_DAMAGED)
		cook_message(context, KILNCOOK_WARNING, "", "cache-damaged",
			"a file of the cache %s was damaged, and has been removed", cache.folder);
	if (settings->cache_only)
	{
		cook_message(
			context, KILNCOOK_ERROR, "", "cache-missing", "the cache %s does not have this cook", cache.folder);
		return KILNCOOK_IO;
	}
	if (known)
		return cook_and_store(settings, context, options, &cache, &key, art_stamp, result);
	warn_unusable(context, &cache, "the art, a recipe or the program itself cannot be read");
	return cook(settings, context, options, result);
}
