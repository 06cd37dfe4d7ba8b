// SPDX-License-Identifier: MIT
#include "batch.h"

#include <jansson.h>
#include <string.h>

static uint64_t whole(const json_t *object, const char *key)
{
	const json_int_t value = json_integer_value(json_object_get(object, key));
	return value > 0 ? (uint64_t)value : 0;
}

void batch_read_report(batch *b, batch_job *job)
{
	json_t *report = json_load_file(job->report, JSON_REJECT_DUPLICATES, NULL);
	const json_t *asset = json_object_get(report, "asset"), *row;
	size_t i;
	if (!report)
	{
		job->status = job->status == BATCH_KEPT ? BATCH_NOT_RUN : job->status;
		return;
	}
	job->bytes = whole(asset, "bytes");
	job->triangles = whole(asset, "triangles");
	job->ms = json_number_value(json_object_get(json_object_get(report, "ms"), "all"));
	job->warnings = whole(report, "warnings");
	json_array_foreach(json_object_get(report, "messages"), i, row)
	{
		const char *code = json_string_value(json_object_get(row, "code"));
		const char *severity = json_string_value(json_object_get(row, "severity"));
		if (code && severity && strcmp(severity, "warning") == 0)
		{
			batch_count_code(b, code, strlen(code), whole(row, "count"));
		}
	}
	json_decref(report);
}
