// SPDX-License-Identifier: MIT
#include "job/text.h"
#include "kiln/base.h"
#include "kilncook.h"
#include "math/ieee.h"

/// Reports of cooked height fields.

static double bytes_a_sample(const kilncook_heightfield_report *report)
{
	return (double)report->bytes / ((double)report->columns * (double)report->rows);
}

static char up_of(const kilncook_heightfield_report *report)
{
	return report->up == KILNCOOK_AXIS_Z ? 'z' : 'y';
}

static void add_texts(cook_text *to, const char *name, char *const *texts, uint32_t count)
{
	cook_text_print(to, "\"%s\": [", name);
	for (uint32_t i = 0; i < count; ++i)
	{
		cook_text_print(to, "%s", i ? ", " : "");
		cook_text_json(to, texts[i]);
	}
	cook_text_print(to, "]");
}

/// Adds what the reports of all cooks have, under the same names.
static void add_source(cook_text *to, const kilncook_heightfield_report *report)
{
	const uint64_t cells = (uint64_t)(report->columns - 1) * (report->rows - 1);
	cook_text_print(to, "  \"source\": {\"name\": ");
	cook_text_json(to, report->source_names ? report->source_names[0] : "");
	cook_text_print(
		to, ", \"bytes\": %llu, \"hash\": \"%s\"},\n", (unsigned long long)report->source_bytes, report->source_hash);
	cook_text_print(to, "  \"asset\": {\"bytes\": %llu, \"triangles\": %llu},\n", (unsigned long long)report->bytes,
		(unsigned long long)(2 * (cells - report->holes)));
}

static void add_message(cook_text *to, const kilncook_message_row *row, bool first)
{
	static const char *const severities[] = {"note", "warning", "error"};
	cook_text_print(to, "%s\n    {\"severity\": \"%s\", \"code\": \"%s\", \"where\": ", first ? "" : ",",
		severities[row->severity], row->code);
	cook_text_json(to, row->where);
	cook_text_print(to, ", \"text\": ");
	cook_text_json(to, row->text);
	cook_text_print(to, ", \"count\": %llu}", (unsigned long long)row->count);
}

kilncook_status kilncook_heightfield_report_json(
	const kilncook_context *context, const kilncook_heightfield_report *report, kilncook_blob *text)
{
	cook_text to = {.context = context};
	cook_text_print(&to, "{\n  \"tool\": \"kiln-cook %s\",\n  \"kind\": \"heightfield\",\n", kiln_version());
	add_source(&to, report);
	cook_text_print(&to,
		"  \"columns\": %u,\n  \"rows\": %u,\n  \"samples\": %llu,\n  \"holes\": %llu,\n  \"turned\": %llu,\n",
		(unsigned)report->columns, (unsigned)report->rows,
		(unsigned long long)report->columns * (unsigned long long)report->rows, (unsigned long long)report->holes,
		(unsigned long long)report->turned);
	cook_text_print(&to, "  \"materials\": %u,\n  \"bytes\": %llu,\n  \"bytes_a_sample\": %.4g,\n",
		(unsigned)report->material_count, (unsigned long long)report->bytes, bytes_a_sample(report));
	cook_text_print(&to,
		"  \"error\": %.9g,\n  \"step\": %.9g,\n  \"low\": %.9g,\n  \"high\": %.9g,\n  \"up\": \"%c\",\n",
		report->error, (double)report->step, (double)report->low, (double)report->high, up_of(report));
	cook_text_print(&to, "  \"origin\": [%.9g, %.9g, %.9g],\n  \"spacing\": [%.9g, %.9g],\n", (double)report->origin[0],
		(double)report->origin[1], (double)report->origin[2], (double)report->spacing[0], (double)report->spacing[1]);
	if (report->tile_columns)
		cook_text_print(&to,
			"  \"tile\": {\"column\": %u, \"row\": %u, \"columns\": %u, \"rows\": %u, \"of_columns\": %u, \"of_rows\": "
			"%u},\n",
			(unsigned)report->tile[0], (unsigned)report->tile[1], (unsigned)report->tile_columns,
			(unsigned)report->tile_rows, (unsigned)report->whole_columns, (unsigned)report->whole_rows);
	cook_text_print(&to, "  ");
	add_texts(&to, "material_names", report->material_names, report->material_name_count);
	cook_text_print(&to, ",\n");
	cook_text_print(&to, "  \"files\": {");
	add_texts(&to, "read", report->side_files, report->side_file_count);
	cook_text_print(&to, ", \"missing\": []},\n  \"messages\": [");
	for (uint64_t i = 0; i < report->message_count; ++i)
		add_message(&to, &report->messages[i], i == 0);
	// As text: JSON numbers are doubles to many readers.
	cook_text_print(&to,
		"],\n  \"warnings\": %llu,\n  \"ms\": {\"all\": %.3f},\n  \"side_file_stamp\": \"%016llx\"\n}\n",
		(unsigned long long)report->warnings, report->ms, (unsigned long long)report->side_file_stamp);
	return cook_text_finish(&to, text);
}

kilncook_status kilncook_heightfield_report_text(
	const kilncook_context *context, const kilncook_heightfield_report *report, kilncook_blob *text)
{
	cook_text to = {.context = context};
	cook_text_print(&to, "height field  %u x %u samples, %.9g x %.9g apart, up %c\n", (unsigned)report->columns,
		(unsigned)report->rows, (double)report->spacing[0], (double)report->spacing[1], up_of(report));
	cook_text_print(&to, "heights       %.9g to %.9g, in steps of %.9g, error at most %.9g\n", (double)report->low,
		(double)report->high, (double)report->step, report->error);
	cook_text_print(&to, "cells         %llu holes, %llu turned, %u materials\n", (unsigned long long)report->holes,
		(unsigned long long)report->turned, (unsigned)report->material_count);
	if (report->tile_columns)
		cook_text_print(&to, "tile          column %u, row %u of %u x %u tiles of %u x %u samples\n",
			(unsigned)report->tile[0], (unsigned)report->tile[1], (unsigned)report->tile_columns,
			(unsigned)report->tile_rows, (unsigned)report->whole_columns, (unsigned)report->whole_rows);
	cook_text_print(
		&to, "bytes         %llu, %.3g a sample\n", (unsigned long long)report->bytes, bytes_a_sample(report));
	return cook_text_finish(&to, text);
}
