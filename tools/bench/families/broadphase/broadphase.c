// SPDX-License-Identifier: MIT
#include "bench/figures/plot.h"
#include "kiln/school.h"
#include "long.h"
#include "race.h"

#include "common/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t counts[] = {1000, 10000, 100000, 1000000};
/// Larger scenes do not run every method.
#define METHODS_COUNTS 3
#define QUICK_COUNTS 1
/// Seconds of a frame.
#define RIVAL_LIMIT 1.5
#define METHOD_LIMIT 0.4
#define RIVAL_MADE_LIMIT 60
#define METHOD_MADE_LIMIT 8

enum
{
	COLUMN_SCENE,
	COLUMN_BOXES,
	COLUMN_CHANGED,
	COLUMN_PAIRS,
	COLUMN_KILN,
	COLUMN_RATIO = COLUMN_KILN + 8,
	COLUMN_DIFFER,
	COLUMNS
};

/// The columns between Kiln's and the ratio have the rivals' keys.
static const table_column columns[COLUMNS] = {
	{"scene", {"", "scene"}, "", 0},
	{"boxes", {"", "boxes"}, "1", 0},
	{"changed", {"changed", "a frame"}, "1", 0},
	{"pairs", {"", "pairs"}, "1", 0},
	{"kiln", {"Kiln", "ms"}, "ms", 3},
	{"bullet_dbvt", {"Bullet", "dbvt"}, "ms", 3},
	{"bullet_sweep", {"Bullet", "sweep"}, "ms", 3},
	{"fcl_tree", {"FCL", "tree"}, "ms", 3},
	{"fcl_sap", {"FCL", "SaP"}, "ms", 3},
	{"fcl_ssap", {"FCL", "SSaP"}, "ms", 3},
	{"ode_hash", {"ODE", "hash"}, "ms", 3},
	{"ode_sap", {"ODE", "sap"}, "ms", 3},
	{"ratio", {"Kiln/", "best"}, "x", 2},
	{"differ", {"rivals'", "differ"}, "1", 0},
};

#define METHOD_COLUMNS 16

/// The columns after the first four are scenes, in their order.
static const table_column method_columns[METHOD_COLUMNS] = {
	{"boxes", {"", "boxes"}, "1", 0},
	{"method", {"", "method"}, "", 0},
	{"bytes", {"bytes", "a box"}, "1", 0},
	{"differ", {"answers", "differ"}, "1", 0},
	{"uniform-1", {"uniform", "1 %"}, "ms", 3},
	{"uniform-10", {"uniform", "10 %"}, "ms", 3},
	{"uniform-100", {"uniform", "all"}, "ms", 3},
	{"clustered-1", {"cluster", "1 %"}, "ms", 3},
	{"clustered-10", {"cluster", "10 %"}, "ms", 3},
	{"clustered-100", {"cluster", "all"}, "ms", 3},
	{"spread-1", {"1:1000", "1 %"}, "ms", 3},
	{"spread-10", {"1:1000", "10 %"}, "ms", 3},
	{"spread-100", {"1:1000", "all"}, "ms", 3},
	{"spread-clustered-100", {"cluster", "1:1000"}, "ms", 3},
	{"teleport", {"uniform", "tele"}, "ms", 3},
	{"teleport-clustered", {"cluster", "tele"}, "ms", 3},
};

static void enter_rivals(race *it)
{
	(void)it;
#ifdef KILN_BENCH_BULLET
	for (uint32_t i = 0; broadphase_bullet(i); ++i)
		race_enter(it, broadphase_bullet(i));
#endif
#ifdef KILN_BENCH_FCL
	for (uint32_t i = 0; broadphase_fcl(i); ++i)
		race_enter(it, broadphase_fcl(i));
#endif
#ifdef KILN_BENCH_ODE
	for (uint32_t i = 0; broadphase_ode(i); ++i)
		race_enter(it, broadphase_ode(i));
#endif
}

/// Returns the column with that key; 0, which is never a library's column, when no column has it.
static uint32_t column_of(const table_column *of, uint32_t count, const char *key)
{
	for (uint32_t i = 0; i < count; ++i)
		if (strcmp(of[i].key, key) == 0)
			return i;
	return 0;
}

static void add_points(plot *picture, const race *run, uint32_t boxes, bool rivals)
{
	for (uint32_t i = 0; i < run->count; ++i)
	{
		plot_curve *curve = plot_curve_of(picture, run->racers[i].library->name);
		if (!curve || (!rivals && i == 0))
			continue;
		curve->bold = rivals && i == 0;
		curve->thin = !rivals;
		plot_add(curve, boxes, 1e3 * racer_frame(&run->racers[i]));
	}
}

static void add_race(bench_table *table, const broadphase_kind *kind, uint32_t boxes, const race *run)
{
	table_cell *row = table_row(table), best = {.kind = CELL_NONE};
	uint32_t differ = 0;
	row[COLUMN_SCENE] = cell_text(kind->name);
	row[COLUMN_BOXES] = cell_count(boxes);
	row[COLUMN_CHANGED] = cell_count(run->changed);
	row[COLUMN_PAIRS] = cell_count(run->pairs);
	for (uint32_t i = 0; i < run->count; ++i)
	{
		const racer *one = &run->racers[i];
		if (!one->ran)
			continue;
		table_cell *cell = &row[column_of(columns, COLUMNS, one->library->key)];
		*cell = cell_time(&one->frames, 1e3);
		differ += one->differ > 0;
		if (i > 0 && (best.kind == CELL_NONE || cell->value < best.value))
			best = *cell;
	}
	row[COLUMN_RATIO] = cell_ratio(&row[COLUMN_KILN], &best);
	row[COLUMN_DIFFER] = cell_count(differ);
}

/// The first scene makes the rows of methods; the other scenes fill their columns.
static void add_methods(
	bench_table *table, const broadphase_kind *kind, uint32_t boxes, const race *run, uint32_t first_row)
{
	uint32_t column = column_of(method_columns, METHOD_COLUMNS, kind->key);
	while (table->row_count < first_row + run->count)
	{
		const racer *one = &run->racers[table->row_count - first_row];
		table_cell *row = table_row(table);
		row[0] = cell_count(boxes);
		row[1] = cell_text(one->library->name);
		row[3] = cell_count(0);
	}
	for (uint32_t i = 0; i < run->count; ++i)
	{
		table_cell *row = &table->cells[(size_t)(first_row + i) * METHOD_COLUMNS];
		if (!run->racers[i].ran)
			continue;
		row[column] = cell_time(&run->racers[i].frames, 1e3);
		row[2] = cell_value((double)run->racers[i].bytes / boxes);
		row[3].count += run->racers[i].differ > 0;
	}
}

static bool kind_wanted(const broadphase_kind *kind, const bench_options *options)
{
	return !options->only || strstr(kind->key, options->only) != NULL;
}

/// Runs the kinds for each count of boxes, so that one run fills a method's row.
static void run_kinds(const bench_options *options, bench_result *result, plot *pictures)
{
	uint32_t kind_count, sizes = options->quick ? QUICK_COUNTS : sizeof counts / sizeof *counts;
	const broadphase_kind *kinds = broadphase_kinds(&kind_count);
	bench_table *rivals = bench_table_add(result, "broadphase", columns, COLUMNS);
	bench_table *methods = bench_table_add(result, "broadphase_methods", method_columns, METHOD_COLUMNS);
	race *against = bench_memory(2 * kind_count, sizeof *against), *among = against + kind_count;
	memset(against, 0, 2 * kind_count * sizeof *against);
	snprintf(rivals->title, sizeof rivals->title,
		"milliseconds a frame, medians: boxes are moved, the structure is updated, all pairs are visited; Kiln's "
		"default keeps "
		"them sorted and tells what is new and gone; \"best\" of the rivals; \"differ\": rivals that found other pairs "
		"in a "
		"frame");
	snprintf(methods->title, sizeof methods->title,
		"the same for every method, which are given the extent; n/a: not asked, as a smaller scene took too long; "
		"\"differ\": "
		"scenes with other pairs than the default's");
	for (uint32_t i = 0; i < kind_count; ++i)
	{
		against[i].limit = RIVAL_LIMIT;
		against[i].made_limit = RIVAL_MADE_LIMIT;
		among[i].limit = METHOD_LIMIT;
		among[i].made_limit = METHOD_MADE_LIMIT;
		race_enter(&against[i], broadphase_kiln(0));
		enter_rivals(&against[i]);
		for (uint32_t m = 0; m < KILN_SCHOOL_BROADPHASES; ++m)
			race_enter(&among[i], broadphase_kiln(m));
	}
	for (uint32_t size = 0; size < sizes; ++size)
	{
		uint32_t first_row = methods->row_count;
		for (uint32_t i = 0; i < kind_count; ++i)
		{
			if (!kind_wanted(&kinds[i], options))
				continue;
			bench_progress("broadphase", kinds[i].name);
			race_run(&against[i], &kinds[i], counts[size], options);
			add_race(rivals, &kinds[i], counts[size], &against[i]);
			add_points(&pictures[i], &against[i], counts[size], true);
			if (size >= METHODS_COUNTS)
				continue;
			race_run(&among[i], &kinds[i], counts[size], options);
			add_methods(methods, &kinds[i], counts[size], &among[i], first_row);
			add_points(&pictures[i], &among[i], counts[size], false);
		}
	}
	free(against);
}

static int write_plots(const bench_options *options, plot *pictures)
{
	uint32_t kind_count;
	const broadphase_kind *kinds = broadphase_kinds(&kind_count);
	for (uint32_t i = 0; i < kind_count && options->plots; ++i)
	{
		char path[4096];
		snprintf(path, sizeof path, "%s/broadphase-%s.svg", options->plots, kinds[i].key);
		snprintf(pictures[i].title, sizeof pictures[i].title, "A frame of moving boxes: %s", kinds[i].name);
		pictures[i].x_name = "boxes";
		pictures[i].y_name = "milliseconds a frame";
		if (!plot_write(&pictures[i], path))
		{
			tool_message(path, "error", "write", "cannot write: %s", strerror(errno));
			return TOOL_IO;
		}
	}
	return TOOL_DONE;
}

int bench_broadphase(const bench_options *options, bench_result *result)
{
	uint32_t kind_count;
	broadphase_kinds(&kind_count);
	plot *pictures = bench_memory(kind_count, sizeof *pictures);
	memset(pictures, 0, kind_count * sizeof *pictures);
	run_kinds(options, result, pictures);
	bench_broadphase_long(options, result);
	int code = write_plots(options, pictures);
	free(pictures);
	if (code != TOOL_DONE || (options->only && strstr("2006", options->only) == NULL))
		return code;
	bench_progress("broadphase", "the experiment of 2006");
	return bench_broadphase_2006(options, result);
}
