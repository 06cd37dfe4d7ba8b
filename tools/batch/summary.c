// SPDX-License-Identifier: MIT
#include "../common/json.h"
#include "batch.h"

#include <stdlib.h>
#include <string.h>

/// Assets that the summary lists as the slowest, and as the largest.
#define LISTED 3

static const char *const status_names[] = {"kept", "cooked", "failed", "not run"};

/// Lists the assets with most time, or most bytes.
static void list_most(const batch *b, const char *title, bool by_time)
{
	const batch_job *chosen[LISTED] = {NULL};
	for (size_t i = 0; i < b->count; ++i)
	{
		const batch_job *job = &b->jobs[i];
		for (int k = 0; k < LISTED && (by_time ? job->record.ms > 0 : job->record.bytes > 0); ++k)
		{
			if (!chosen[k] ||
				(by_time ? job->record.ms > chosen[k]->record.ms : job->record.bytes > chosen[k]->record.bytes))
			{
				memmove(&chosen[k + 1], &chosen[k], (size_t)(LISTED - 1 - k) * sizeof *chosen);
				chosen[k] = job;
				break;
			}
		}
	}
	for (int k = 0; k < LISTED && chosen[k]; ++k)
	{
		printf("%-8s ", k == 0 ? title : "");
		if (by_time)
			printf("%9.0f ms  ", chosen[k]->record.ms);
		else
			printf("%9.3f MB  ", 1e-6 * (double)chosen[k]->record.bytes);
		tool_text(stdout, chosen[k]->art);
		putchar('\n');
	}
}

static int by_count(const void *left, const void *right)
{
	const batch_code *a = left, *b = right;
	return a->count != b->count ? (a->count > b->count ? -1 : 1) : strcmp(a->name, b->name);
}

static size_t cache_hits(const batch *b)
{
	size_t hits = 0;
	for (size_t i = 0; i < b->count; ++i)
		hits += b->jobs[i].status == BATCH_COOKED && b->jobs[i].cached;
	return hits;
}

static void print_summary(const batch *b, const size_t counts[4], double seconds)
{
	uint64_t bytes = 0, triangles = 0;
	for (size_t i = 0; i < b->count; ++i)
	{
		bytes += b->jobs[i].record.bytes;
		triangles += b->jobs[i].record.triangles;
	}
	printf("assets   %zu: %zu cooked, %zu unchanged, %zu failed", b->count, counts[BATCH_COOKED], counts[BATCH_KEPT],
		counts[BATCH_FAILED]);
	if (counts[BATCH_NOT_RUN] > 0)
		printf(", %zu not run", counts[BATCH_NOT_RUN]);
	printf("; %.1f s\n", seconds);
	if (b->cache)
		printf("cache    %zu of %zu\n", cache_hits(b), counts[BATCH_COOKED]);
	printf("holds    %llu triangles, %.3f MB\n", (unsigned long long)triangles, 1e-6 * (double)bytes);
	list_most(b, "slowest", true);
	list_most(b, "largest", false);
	for (size_t i = 0; i < b->codes.count; ++i)
	{
		printf("%-8s %9llu  %s\n", i == 0 ? "codes" : "", (unsigned long long)b->codes.items[i].count,
			b->codes.items[i].name);
	}
	for (size_t i = 0; i < b->count; ++i)
	{
		if (b->jobs[i].status == BATCH_FAILED)
		{
			printf("failed   ");
			tool_text(stdout, b->jobs[i].art);
			printf(" (exit code %d)\n", b->jobs[i].code);
		}
	}
}

static void write_json(const batch *b, const size_t counts[4], double seconds, FILE *out)
{
	json_writer json = json_begin(out, true);
	json_object(&json);
	json_key(&json, "schema");
	json_text(&json, "kiln-batch-report/1");
	for (int status = 0; status < 4; ++status)
	{
		json_key(&json, status == BATCH_NOT_RUN ? "not_run" : status_names[status]);
		json_uint(&json, counts[status]);
	}
	json_key(&json, "cache_hits");
	json_uint(&json, cache_hits(b));
	json_key(&json, "seconds");
	json_double(&json, seconds);
	json_key(&json, "codes");
	json_object(&json);
	for (size_t i = 0; i < b->codes.count; ++i)
	{
		json_key(&json, b->codes.items[i].name);
		json_uint(&json, b->codes.items[i].count);
	}
	json_object_end(&json);
	json_key(&json, "assets");
	json_array(&json);
	for (size_t i = 0; i < b->count; ++i)
	{
		const batch_job *job = &b->jobs[i];
		json_object_inline(&json);
		json_key(&json, "art");
		json_text(&json, job->art);
		json_key(&json, "asset");
		json_text(&json, job->asset);
		json_key(&json, "status");
		json_text(&json, status_names[job->status]);
		json_key(&json, "exit_code");
		json_int(&json, job->status == BATCH_FAILED ? job->code : 0);
		json_key(&json, "ms");
		json_double(&json, job->record.ms);
		json_key(&json, "bytes");
		json_uint(&json, job->record.bytes);
		json_key(&json, "triangles");
		json_uint(&json, job->record.triangles);
		json_key(&json, "warnings");
		json_uint(&json, job->record.warnings);
		json_key(&json, "cached");
		json_bool(&json, job->status == BATCH_COOKED && job->cached);
		json_object_end(&json);
	}
	json_array_end(&json);
	json_object_end(&json);
	json_end(&json);
}

static int write_report(const batch *b, const size_t counts[4], double seconds)
{
	char reason[PLATFORM_REASON] = "";
	platform_output output;
	if (!platform_output_open(&output, b->report, reason))
	{
		tool_message(b->report, "error", "io", "cannot write: %s", reason);
		return TOOL_IO;
	}
	write_json(b, counts, seconds, output.file);
	if (platform_output_write(&output, "", 0, reason) && platform_output_commit(&output, reason))
		return TOOL_DONE;
	tool_message(b->report, "error", "io", "cannot write: %s", reason);
	platform_output_discard(&output);
	return TOOL_IO;
}

int batch_summarize(batch *b)
{
	size_t counts[4] = {0};
	const double seconds = platform_seconds() - b->start;
	for (size_t i = 0; i < b->count; ++i)
	{
		const batch_codes *codes = &b->jobs[i].record.codes;
		for (size_t k = 0; k < codes->count; ++k)
			batch_count_code(&b->codes, codes->items[k].name, strlen(codes->items[k].name), codes->items[k].count);
		++counts[b->jobs[i].status];
	}
	if (b->codes.count > 0)
		qsort(b->codes.items, b->codes.count, sizeof *b->codes.items, by_count);
	if (!b->quiet)
		print_summary(b, counts, seconds);
	return b->report ? write_report(b, counts, seconds) : TOOL_DONE;
}
