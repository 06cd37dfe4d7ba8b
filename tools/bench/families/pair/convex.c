// SPDX-License-Identifier: MIT
#include "bench/scenes/convex.h"
#include "bench/bench.h"

#include "common/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POSES 1000
#define QUICK_POSES 40
/// Passes over all poses in one turn: between two frames and back.
#define ROUNDS 8

/// One contestant with one task.
typedef struct contest
{
	convex_run *run;
	void *prepared;
	float *answers;
	uint32_t rounds;
} contest;

/// Ends on the first frame, so that the last answers of all contestants are for the same query.
static void run_contest(void *user)
{
	contest *of = user;
	for (uint32_t i = 0; i < of->rounds; ++i)
		of->run(of->prepared, (of->rounds - 1 - i) & 1, of->answers);
}

static const char *const task_names[CONVEX_TASK_COUNT] = {
	"distance", "distance, warm", "overlap", "depth", "manifold", "cast", "cast, turning"};

enum
{
	COLUMN_VERTICES,
	COLUMN_TASK,
	COLUMN_SHARE,
	COLUMN_LIBRARY,
	COLUMN_RATIO = COLUMN_LIBRARY + CONVEX_LIBRARY_COUNT,
	COLUMN_DIFFER, ///< one for each rival
	COLUMNS = COLUMN_DIFFER + CONVEX_LIBRARY_COUNT - 1
};

static const table_column columns[COLUMNS] = {
	{"vertices", {"", "vertices"}, "1", 0},
	{"task", {"", "query"}, "", 0},
	{"share", {"yes", "%"}, "%", 0},
	{"kiln", {"Kiln", "ns"}, "ns", 0},
	{"fcl", {"FCL", "ns"}, "ns", 0},
	{"fcl_ccd", {"FCL ccd", "ns"}, "ns", 0},
	{"bullet", {"Bullet", "ns"}, "ns", 0},
	{"ccd", {"libccd", "ns"}, "ns", 0},
	{"ratio", {"Kiln/", "best"}, "x", 2},
	{"fcl_differ", {"FCL", "differ"}, "1", 0},
	{"fcl_ccd_differ", {"FCL ccd", "differ"}, "1", 0},
	{"bullet_differ", {"Bullet", "differ"}, "1", 0},
	{"ccd_differ", {"libccd", "differ"}, "1", 0},
};

static const table_column method_columns[] = {
	{"vertices", {"", "vertices"}, "1", 0},
	{"task", {"", "query"}, "", 0},
	{"method", {"", "method"}, "", 0},
	{"time", {"", "ns"}, "ns", 0},
	{"steps", {"", "steps"}, "1", 1},
	{"ratio", {"time/", "default"}, "x", 2},
	{"differ", {"answers", "differ"}, "1", 0},
};

static const convex_library *library_of(convex_rival rival)
{
	switch (rival)
	{
	case CONVEX_KILN:
		return convex_kiln();
#ifdef KILN_BENCH_FCL
	case CONVEX_FCL:
		return convex_fcl();
	case CONVEX_FCL_CCD:
		return convex_fcl_ccd();
#endif
#ifdef KILN_BENCH_BULLET
	case CONVEX_BULLET:
		return convex_bullet();
#endif
#ifdef KILN_BENCH_CCD
	case CONVEX_CCD:
		return convex_ccd();
#endif
	default:
		return NULL;
	}
}

/// Compares numbers to a thousandth of the hulls' size, which is the rivals' tolerance; misses and hits separately.
static uint32_t count_differences(convex_task task, const float *ours, const float *theirs, uint32_t count)
{
	uint32_t differ = 0;
	for (uint32_t i = 0; i < count; ++i)
		differ += task == CONVEX_TASK_OVERLAP
					  ? ours[i] != theirs[i]
					  : (ours[i] < 0) != (theirs[i] < 0) || !(fabsf(ours[i] - theirs[i]) <= 1e-3f);
	return differ;
}

/// Counts overlaps, distances of 0, depths above 0, hits.
static double share_of(convex_task task, const float *answers, uint32_t count)
{
	uint32_t yes = 0;
	for (uint32_t i = 0; i < count; ++i)
		yes += task == CONVEX_TASK_DISTANCE || task == CONVEX_TASK_WARM ? answers[i] == 0
			   : task == CONVEX_TASK_CAST || task == CONVEX_TASK_SPIN	? answers[i] >= 0
																		: answers[i] > 0;
	return 100.0 * yes / count;
}

static void race(
	const bench_options *options, const convex_set *set, convex_task task, void *prepared[], bench_table *table)
{
	contest of[CONVEX_LIBRARY_COUNT];
	bench_contestant contestants[CONVEX_LIBRARY_COUNT];
	convex_rival who[CONVEX_LIBRARY_COUNT];
	uint32_t entered = 0;
	for (convex_rival l = 0; l < CONVEX_LIBRARY_COUNT; ++l)
	{
		convex_run *run = prepared[l] ? library_of(l)->find(task) : NULL;
		if (!run)
			continue;
		who[entered] = l;
		of[entered] = (contest){run, prepared[l], bench_memory(set->count, sizeof(float)), options->quick ? 2 : ROUNDS};
		contestants[entered] = (bench_contestant){.run = run_contest, .user = &of[entered]};
		++entered;
	}
	bench_contest(contestants, entered, bench_repetitions(options), options->clock);
	table_cell *row = table_row(table), best = {.kind = CELL_NONE};
	row[COLUMN_VERTICES] = cell_count(set->a.vertex_count);
	row[COLUMN_TASK] = cell_text(task_names[task]);
	row[COLUMN_SHARE] = cell_value(share_of(task, of[0].answers, set->count));
	for (uint32_t i = 0; i < entered; ++i)
	{
		table_cell cell = cell_time(&contestants[i].samples, 1e9 / ((double)set->count * of[i].rounds));
		row[COLUMN_LIBRARY + who[i]] = cell;
		if (who[i] == CONVEX_KILN)
			continue;
		// A faster method with different answers does not do the same work.
		uint32_t differ = count_differences(task, of[0].answers, of[i].answers, set->count);
		row[COLUMN_DIFFER + who[i] - 1] = cell_count(differ);
		if (differ * 50 <= set->count && (best.kind == CELL_NONE || cell.value < best.value))
			best = cell;
	}
	row[COLUMN_RATIO] = cell_ratio(&row[COLUMN_LIBRARY], &best);
	for (uint32_t i = 0; i < entered; ++i)
		free(of[i].answers);
}

/// Measures a method in turns with the default method of its task.
static void race_method(const bench_options *options, const convex_set *set, const convex_method *method,
	void *prepared, bench_table *table)
{
	uint32_t count = set->count / method->share > 1 ? set->count / method->share : 1;
	contest of[2];
	bench_contestant contestants[2];
	convex_kiln_query(prepared, count);
	for (int j = 0; j < 2; ++j)
	{
		of[j] = (contest){j ? method->run : convex_kiln()->find(method->answers), prepared,
			bench_memory(set->count, sizeof(float)), 2};
		contestants[j] = (bench_contestant){.run = run_contest, .user = &of[j]};
	}
	bench_contest(contestants, 2, bench_repetitions(options), options->clock);
	table_cell *row = table_row(table);
	table_cell chosen = cell_time(&contestants[0].samples, 1e9 / (2.0 * count));
	row[0] = cell_count(set->a.vertex_count);
	row[1] = cell_text(method->task);
	row[2] = cell_text(method->name);
	row[3] = cell_time(&contestants[1].samples, 1e9 / (2.0 * count));
	if (convex_kiln_steps(prepared))
		row[4] = cell_value((double)convex_kiln_steps(prepared) / count);
	row[5] = cell_ratio(&row[3], &chosen);
	row[6] = cell_count(count_differences(method->answers, of[0].answers, of[1].answers, count));
	convex_kiln_query(prepared, set->count);
	free(of[0].answers);
	free(of[1].answers);
}

static bool measure(const bench_options *options, uint32_t vertices, bench_table *rivals, bench_table *methods)
{
	convex_set set;
	if (!convex_set_make(options->seed, vertices, options->quick ? QUICK_POSES : POSES, &set))
		return false;
	void *prepared[CONVEX_LIBRARY_COUNT];
	for (convex_rival l = 0; l < CONVEX_LIBRARY_COUNT; ++l)
		prepared[l] = library_of(l) ? library_of(l)->prepare(&set) : NULL;
	for (convex_task task = 0; task < CONVEX_TASK_COUNT; ++task)
	{
		bench_progress("convex", task_names[task]);
		race(options, &set, task, prepared, rivals);
	}
	const convex_method *method;
	for (uint32_t i = 0; (method = convex_methods(i)) != NULL; ++i)
	{
		bench_progress("convex", method->name);
		if (vertices <= method->most)
			race_method(options, &set, method, prepared[CONVEX_KILN], methods);
	}
	for (convex_rival l = 0; l < CONVEX_LIBRARY_COUNT; ++l)
		if (prepared[l])
			library_of(l)->release(prepared[l]);
	convex_set_free(&set);
	return true;
}

int bench_convex(const bench_options *options, bench_result *result)
{
	static const uint32_t vertices[] = {16, 32, 64, 128, 256};
	uint32_t poses = options->quick ? QUICK_POSES : POSES;
	bench_table *rivals = bench_table_add(result, "convex", columns, COLUMNS);
	bench_table *methods =
		bench_table_add(result, "convex_methods", method_columns, sizeof method_columns / sizeof *method_columns);
	snprintf(rivals->title, sizeof rivals->title,
		"two hulls: nanoseconds a query, median of %u, over %u seeded poses of which half overlap, and as many a step "
		"away; \"yes\" the share that overlap or meet; \"differ\" answers that are not ours to a thousandth; \"best\" "
		"the fastest "
		"rival of which at most 2 %% differ",
		bench_repetitions(options), poses);
	snprintf(methods->title, sizeof methods->title,
		"the methods behind one query: nanoseconds and steps; \"differ\" answers that are not the default's");
	for (size_t i = 0; i < (options->quick ? 2 : sizeof vertices / sizeof *vertices); ++i)
		if (!measure(options, vertices[i], rivals, methods))
		{
			tool_message("kiln-bench", "error", "memory", "no memory for hulls");
			return TOOL_INTERNAL;
		}
	return TOOL_DONE;
}
