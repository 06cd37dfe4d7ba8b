// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "primitive_batches.h"

#include "common/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS 1024
#define QUICK_PAIRS 64
/// Passes over all pairs in one turn.
#define ROUNDS 16

/// One library with one test.
typedef struct contest
{
	primitive_run *run;
	void *prepared;
	float *answers;
	uint32_t rounds;
	bench_contestant contestant;
} contest;

static void run_contest(void *user)
{
	contest *of = user;
	for (uint32_t i = 0; i < of->rounds; ++i)
		of->run(of->prepared, of->answers);
}

/// Distances and times of rivals are float32, or have the rival's own tolerance.
static bool same(primitive_kind kind, float a, float b)
{
	if (kind == PRIMITIVE_VERDICT)
		return a == b;
	return (a < 0) == (b < 0) && fabsf(a - b) <= 1e-3f;
}

static uint32_t count_differences(primitive_kind kind, const float *ours, const float *theirs, uint32_t count)
{
	uint32_t differ = 0;
	for (uint32_t i = 0; i < count; ++i)
		differ += !same(kind, ours[i], theirs[i]);
	return differ;
}

static const table_column columns[] = {
	{"test", {"", "test"}, "", 0},
	{"share", {"yes", "%"}, "%", 0},
	{"kiln", {"Kiln", "ns"}, "ns", 1},
	{"kiln_instructions", {"Kiln", "instr."}, "1", 0},
	{"fcl", {"FCL", "ns"}, "ns", 1},
	{"fcl_instructions", {"FCL", "instr."}, "1", 0},
	{"general", {"FCL GJK", "ns"}, "ns", 1},
	{"general_instructions", {"FCL GJK", "instr."}, "1", 0},
	{"bullet", {"Bullet", "ns"}, "ns", 1},
	{"bullet_instructions", {"Bullet", "instr."}, "1", 0},
	{"ode", {"ODE", "ns"}, "ns", 1},
	{"ode_instructions", {"ODE", "instr."}, "1", 0},
	{"ccd", {"libccd", "ns"}, "ns", 1},
	{"ccd_instructions", {"libccd", "instr."}, "1", 0},
	{"ratio", {"Kiln/", "best"}, "x", 2},
	{"differ", {"rivals'", "differ"}, "1", 0},
};

#define COLUMN_RATIO 14
#define COLUMN_DIFFER 15

const primitive_library *primitive_library_of(primitive_rival rival)
{
	switch (rival)
	{
	case PRIMITIVE_KILN:
		return primitive_kiln();
#ifdef KILN_BENCH_FCL
	case PRIMITIVE_FCL:
		return primitive_fcl();
	case PRIMITIVE_FCL_GENERAL:
		return primitive_fcl_general();
#endif
#ifdef KILN_BENCH_BULLET
	case PRIMITIVE_BULLET:
		return primitive_bullet();
#endif
#ifdef KILN_BENCH_ODE
	case PRIMITIVE_ODE:
		return primitive_ode();
#endif
#ifdef KILN_BENCH_CCD
	case PRIMITIVE_CCD:
		return primitive_ccd();
#endif
	default:
		return NULL;
	}
}

/// Returns the share of hits, overlaps or distances of zero among the answers.
static double share_of(primitive_kind kind, const float *answers, uint32_t count)
{
	uint32_t yes = 0;
	for (uint32_t i = 0; i < count; ++i)
		yes += kind == PRIMITIVE_VERDICT  ? answers[i] != 0
			   : kind == PRIMITIVE_NUMBER ? answers[i] == 0
										  : answers[i] >= 0;
	return 100.0 * yes / count;
}

/// Runs all libraries with one test, in turns.
static void race(const bench_options *options, const primitive_set *set, primitive_test test,
	contest of[PRIMITIVE_LIBRARY_COUNT], const double *counts, bench_table *table)
{
	bench_contestant contestants[PRIMITIVE_LIBRARY_COUNT];
	primitive_rival who[PRIMITIVE_LIBRARY_COUNT];
	uint32_t entered = 0;
	for (primitive_rival l = 0; l < PRIMITIVE_LIBRARY_COUNT; ++l)
		if (of[l].run)
		{
			who[entered] = l;
			contestants[entered++] = (bench_contestant){.run = run_contest, .user = &of[l]};
		}
	bench_contest(contestants, entered, bench_repetitions(options), options->clock);
	primitive_title title = primitive_title_of(test);
	table_cell *row = table_row(table), best = {.kind = CELL_NONE};
	uint32_t differ = 0;
	row[0] = cell_text(title.name);
	row[1] = cell_value(share_of(title.kind, of[PRIMITIVE_KILN].answers, set->count));
	for (uint32_t i = 0; i < entered; ++i)
	{
		primitive_rival l = who[i];
		table_cell cell = cell_time(&contestants[i].samples, 1e9 / ((double)set->count * of[l].rounds));
		row[2 + 2 * l] = cell;
		double instructions = counts[l * PRIMITIVE_TEST_COUNT + test];
		if (instructions > 0)
			row[3 + 2 * l] = cell_value(instructions);
		if (l == PRIMITIVE_KILN || l == PRIMITIVE_FCL_GENERAL)
			continue;
		if (best.kind == CELL_NONE || cell.value < best.value)
			best = cell;
		differ += count_differences(title.kind, of[PRIMITIVE_KILN].answers, of[l].answers, set->count);
	}
	row[COLUMN_RATIO] = cell_ratio(&row[2], &best);
	if (entered > 1)
		row[COLUMN_DIFFER] = cell_count(differ);
}

int bench_primitives(const bench_options *options, bench_result *result)
{
	uint32_t count = options->quick ? QUICK_PAIRS : PAIRS;
	primitive_set set = primitive_set_make(options->seed, count);
	double *counts = bench_memory(PRIMITIVE_LIBRARY_COUNT * PRIMITIVE_TEST_COUNT, sizeof *counts);
	memset(counts, 0, PRIMITIVE_LIBRARY_COUNT * PRIMITIVE_TEST_COUNT * sizeof *counts);
	bench_progress("primitives", "instructions");
	if (!options->quick)
		primitive_count(options->seed, counts);
	contest of[PRIMITIVE_LIBRARY_COUNT] = {{0}};
	for (primitive_rival l = 0; l < PRIMITIVE_LIBRARY_COUNT; ++l)
	{
		of[l].prepared = primitive_library_of(l) ? primitive_library_of(l)->prepare(&set) : NULL;
		of[l].answers = bench_memory(count, sizeof *of[l].answers);
		of[l].rounds = options->quick ? 1 : ROUNDS;
	}
	bench_table *table = bench_table_add(result, "primitives", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"primitive tests: nanoseconds and instructions (callgrind) a call, over %u seeded pairs of about unit size; "
		"\"yes\" the share that overlap or are hit; \"differ\" answers of rivals that are not ours",
		count);
	for (primitive_test test = 0; test < PRIMITIVE_TEST_COUNT; ++test)
	{
		primitive_title title = primitive_title_of(test);
		if (options->only && !strstr(title.name, options->only))
			continue;
		bench_progress("primitives", title.name);
		for (primitive_rival l = 0; l < PRIMITIVE_LIBRARY_COUNT; ++l)
			of[l].run = of[l].prepared ? primitive_library_of(l)->find(test) : NULL;
		race(options, &set, test, of, counts, table);
	}
	for (primitive_rival l = 0; l < PRIMITIVE_LIBRARY_COUNT; ++l)
	{
		if (of[l].prepared)
			primitive_library_of(l)->release(of[l].prepared);
		free(of[l].answers);
	}
	if (!options->only)
		primitive_race_batches(options, &set, options->quick ? 1 : ROUNDS, result);
	free(counts);
	primitive_set_free(&set);
	return TOOL_DONE;
}
