// SPDX-License-Identifier: MIT
#include "figures.h"

#include "bench/figures/table.h"
#include "common/message.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

enum
{
	COLUMN_TABLE,
	COLUMN_ROW,
	COLUMN_FIGURE,
	COLUMN_UNIT,
	COLUMN_OLD,
	COLUMN_NEW,
	COLUMN_RATIO,
	COLUMN_LOW,
	COLUMN_HIGH,
	COLUMN_VERDICT,
	COLUMNS,
};

static const table_column columns[COLUMNS] = {
	[COLUMN_TABLE] = {"table", {"", "table"}, "", 0},
	[COLUMN_ROW] = {"row", {"", "row"}, "", 0},
	[COLUMN_FIGURE] = {"figure", {"", "figure"}, "", 0},
	[COLUMN_UNIT] = {"unit", {"", "unit"}, "", 0},
	[COLUMN_OLD] = {"old", {"", "old"}, "", 3},
	[COLUMN_NEW] = {"new", {"", "new"}, "", 3},
	[COLUMN_RATIO] = {"ratio", {"time,", "new / old"}, "x", 3},
	[COLUMN_LOW] = {"low", {"99 %", "from"}, "x", 3},
	[COLUMN_HIGH] = {"high", {"", "to"}, "x", 3},
	[COLUMN_VERDICT] = {"verdict", {"", ""}, "", 0},
};

/// What a build prints.
typedef struct output
{
	char *text;
	size_t size, capacity;
	bool out_of_memory;
} output;

static void take_line(void *user, const char *line)
{
	output *o = user;
	const size_t length = strlen(line);
	if (o->size + length + 2 > o->capacity)
	{
		const size_t capacity = 2 * o->capacity + length + 2;
		char *text = realloc(o->text, capacity);
		o->out_of_memory |= !text;
		if (!text)
			return;
		o->text = text;
		o->capacity = capacity;
	}
	memcpy(o->text + o->size, line, length);
	o->size += length;
	o->text[o->size++] = '\n';
}

/// Runs a build once.
static int run_build(const compare_plan *plan, int build, compare_figures *figures)
{
	output o = {0};
	char *program = platform_shell_word(plan->build[build]);
	const size_t size = program ? strlen(program) + strlen(plan->words) + 32 : 0;
	char *command = program ? malloc(size) : NULL;
	if (command)
		snprintf(command, size, "exec %s --json %s", program, plan->words);
	const int code = command ? platform_shell(command, take_line, &o) : -1;
	int status = TOOL_DONE;
	if (!command || o.out_of_memory)
		status = TOOL_INTERNAL;
	else if (code != 0)
	{
		tool_message(plan->build[build], "error", "bench-failed", "does not run: exit code %d", code);
		status = TOOL_REFUSED;
	}
	else if (!compare_figures_read(figures, build, o.text, o.size))
	{
		tool_message(plan->build[build], "error", "bench-failed", "does not print the figures of kiln-bench");
		status = TOOL_REFUSED;
	}
	free(o.text);
	free(command);
	free(program);
	return figures->out_of_memory ? TOOL_INTERNAL : status;
}

static double median_of(const compare_figure *figure, int build, uint32_t rounds)
{
	double values[COMPARE_ROUNDS_MOST];
	memcpy(values, figure->value[build], rounds * sizeof *values);
	return compare_interval_of(values, rounds).median;
}

/// How many figures got which verdict.
typedef struct verdicts
{
	uint32_t slower, faster, same, single;
} verdicts;

static void judge(const compare_plan *plan, const compare_figure *figure, bench_table *table, verdicts *sums)
{
	double ratios[COMPARE_ROUNDS_MOST];
	if (figure->count[0] != plan->rounds || figure->count[1] != plan->rounds)
	{
		++sums->single;
		return;
	}
	for (uint32_t i = 0; i < plan->rounds; ++i)
		ratios[i] =
			figure->rate ? figure->value[0][i] / figure->value[1][i] : figure->value[1][i] / figure->value[0][i];
	const compare_interval interval = compare_interval_of(ratios, plan->rounds);
	const bool slower = interval.low > 1 + plan->allowed, faster = interval.high * (1 + plan->allowed) < 1;
	sums->slower += slower;
	sums->faster += faster;
	sums->same += !slower && !faster;
	if (!plan->json && !slower && !faster)
		return;
	table_cell *row = table_row(table);
	row[COLUMN_TABLE] = cell_text(figure->table);
	row[COLUMN_ROW] = cell_text(figure->row);
	row[COLUMN_FIGURE] = cell_text(figure->column);
	row[COLUMN_UNIT] = cell_text(figure->unit);
	row[COLUMN_OLD] = cell_value(median_of(figure, 0, plan->rounds));
	row[COLUMN_NEW] = cell_value(median_of(figure, 1, plan->rounds));
	row[COLUMN_RATIO] = cell_value(interval.median);
	row[COLUMN_LOW] = cell_value(interval.low);
	row[COLUMN_HIGH] = cell_value(interval.high);
	row[COLUMN_VERDICT] = cell_text(slower ? "slower" : faster ? "faster" : "same");
}

static void print(const compare_plan *plan, bench_table *table, const verdicts *sums)
{
	if (plan->json)
	{
		json_writer json = json_begin(stdout, true);
		json_object(&json);
		json_key(&json, "schema");
		json_text(&json, "kiln-bench-compare/1");
		json_key(&json, "old");
		json_text(&json, plan->build[0]);
		json_key(&json, "new");
		json_text(&json, plan->build[1]);
		json_key(&json, "rounds");
		json_uint(&json, plan->rounds);
		json_key(&json, "allowed");
		json_double(&json, plan->allowed);
		json_key(&json, "slower");
		json_uint(&json, sums->slower);
		json_key(&json, "faster");
		json_uint(&json, sums->faster);
		json_key(&json, "same");
		json_uint(&json, sums->same);
		json_key(&json, "single");
		json_uint(&json, sums->single);
		json_key(&json, "table");
		table_json(table, &json);
		json_object_end(&json);
		json_end(&json);
		return;
	}
	if (table->row_count > 0)
		table_print(table, stdout);
	printf("%u slower, %u faster, %u the same; %u only in one build\n", sums->slower, sums->faster, sums->same,
		sums->single);
}

int bench_compare(const compare_plan *plan)
{
	compare_figures figures = {0};
	int status = TOOL_DONE;
	for (uint32_t i = 0; i < 2 * plan->rounds && status == TOOL_DONE; ++i)
	{
		char what[32];
		snprintf(what, sizeof what, "round %u of %u", i / 2 + 1, plan->rounds);
		bench_progress("compare", what);
		// Old, new, new, old: what drifts favours neither.
		status = run_build(plan, (int)((i + 1) / 2 % 2), &figures);
	}
	if (status == TOOL_DONE)
	{
		verdicts sums = {0};
		bench_table table = table_make("compare", columns, COLUMNS);
		snprintf(table.title, sizeof table.title,
			"%s against %s, medians of %u rounds, time as a share of the old time", plan->build[1], plan->build[0],
			plan->rounds);
		for (size_t i = 0; i < figures.count; ++i)
			judge(plan, &figures.all[i], &table, &sums);
		print(plan, &table, &sums);
		table_free(&table);
		if (sums.slower + sums.faster + sums.same == 0)
		{
			tool_message("kiln-bench", "error", "bench-failed", "the builds have no figure in common");
			status = TOOL_REFUSED;
		}
		else if (sums.slower > 0)
			status = TOOL_REFUSED;
	}
	compare_figures_free(&figures);
	return status;
}
