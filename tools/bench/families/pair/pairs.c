// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "kiln/school.h"
#include "pair_stage.h"

#include "common/message.h"

#include <stdlib.h>
#include <string.h>

/// A query, its poses, and the target as a share of a rival's time.
typedef struct pair_case
{
	pair_question question;
	pair_pose_kind poses;
	double share;	///< share of the best time of these rivals; 0: no target
	uint32_t aimed; ///< bits 1 << contestant
} pair_case;

enum
{
	ANY_COLLIDING,
	ANY_NEAR,
	ANY_SEPARATED,
	ALL_COLLIDING,
	DISTANCE_NEAR,
	DISTANCE_SEPARATED,
	WITHIN_NEAR,
	CASES,
};

/// In the order of the printed tables.
enum
{
	PAIRS,
	FIRST,
	KINDS,
	WORK,
	DESCENTS,
	TABLES,
};

static const pair_case cases[CASES] = {
	{PAIR_ANY, PAIR_COLLIDING, 0.5, 1u << PAIR_FCL},
	{PAIR_ANY, PAIR_NEAR, 0.5, 1u << PAIR_FCL | 1u << PAIR_ODE},
	{PAIR_ANY, PAIR_SEPARATED, 0, 0},
	{PAIR_ALL, PAIR_COLLIDING, 0.5, 1u << PAIR_ODE},
	{PAIR_DISTANCE, PAIR_NEAR, 0.2, 1u << PAIR_FCL},
	{PAIR_DISTANCE, PAIR_SEPARATED, 0.2, 1u << PAIR_FCL},
	{PAIR_WITHIN, PAIR_NEAR, 0, 0},
};

/// All contestants' entries of all cases for one mesh.
typedef struct pair_results
{
	pair_task tasks[CASES];
	pair_entry entries[CASES][PAIR_CONTESTANTS];
} pair_results;

static table_cell micros(const pair_entry *entry)
{
	return entry->answered ? cell_time(&entry->samples, 1e6) : (table_cell){0};
}

static table_cell micros_first(const pair_entry *entry)
{
	return entry->answered ? cell_time(&entry->first, 1e6) : (table_cell){0};
}

/// Returns the time divided by the target: 1 or less reaches the target.
static table_cell of_aim(const pair_results *results, uint32_t at, uint32_t contestant)
{
	table_cell ours = micros(&results->entries[at][contestant]), best = {0};
	for (uint32_t i = PAIR_FCL; i < PAIR_CONTESTANTS; ++i)
	{
		table_cell time = micros(&results->entries[at][i]);
		if ((cases[at].aimed & 1u << i) && time.kind != CELL_NONE &&
			(best.kind == CELL_NONE || time.value < best.value))
			best = time;
	}
	table_cell cell = cell_ratio(&ours, &best);
	cell.value /= cases[at].share > 0 ? cases[at].share : 1;
	return cell;
}

/// The first columns of both tables of single cases.
enum
{
	FIRST_COLUMNS = 10,
};

static const table_column pairs_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"question", {"", "asked"}, "", 0},
	{"poses", {"", "poses"}, "", 0},
	{"kiln", {"Kiln", "us"}, "us", 2},
	{"fcl", {"FCL", "us"}, "us", 2},
	{"ode", {"ODE", "us"}, "us", 2},
	{"gimpact", {"GImpact", "us"}, "us", 2},
	{"kiln_over_fcl", {"Kiln/", "FCL"}, "x", 3},
	{"kiln_over_ode", {"Kiln/", "ODE"}, "x", 3},
	{"kiln_over_gimpact", {"Kiln/", "GImpact"}, "x", 3},
	{"kiln_over_aim", {"Kiln/", "aim"}, "x", 2},
	{"kiln_volume_tests", {"Kiln", "volumes"}, "1", 0},
	{"kiln_leaf_tests", {"Kiln", "triangles"}, "1", 0},
	{"fcl_volume_tests", {"FCL", "volumes"}, "1", 0},
	{"fcl_leaf_tests", {"FCL", "triangles"}, "1", 0},
	{"kiln_answer", {"Kiln", "answer"}, "1", 3},
	{"fcl_answer", {"FCL", "answer"}, "1", 3},
	{"ode_answer", {"ODE", "answer"}, "1", 0},
	{"gimpact_answer", {"GImpact", "answer"}, "1", 0},
	{"differ_fcl", {"differ", "FCL"}, "1", 0},
	{"differ_ode", {"differ", "ODE"}, "1", 0},
	{"differ_gimpact", {"differ", "GImpact"}, "1", 0},
};

static table_cell differing(const pair_results *results, uint32_t at, uint32_t contestant)
{
	const pair_entry *ours = &results->entries[at][PAIR_OURS], *theirs = &results->entries[at][contestant];
	if (!theirs->answered)
		return (table_cell){0};
	return cell_count(pair_differing(ours, theirs, &results->tasks[at], !theirs->rival->all_is_pairs));
}

static table_cell answer(const pair_results *results, uint32_t at, uint32_t contestant)
{
	const pair_entry *entry = &results->entries[at][contestant];
	return entry->answered ? cell_value(pair_median_answer(entry, &results->tasks[at])) : (table_cell){0};
}

/// Begins a case's row: the query, Kiln's time, the rivals' times and the ratios of Kiln's time to them.
static table_cell *case_row(bench_table *table, const pair_stage *stage, const pair_results *results, uint32_t at,
	table_cell (*time)(const pair_entry *entry))
{
	table_cell *cell = table_row(table);
	cell[0] = cell_text(stage->mesh.name);
	cell[1] = cell_text(pair_question_name(cases[at].question));
	cell[2] = cell_text(pair_pose_name(cases[at].poses));
	cell[3] = time(&results->entries[at][PAIR_OURS]);
	for (uint32_t i = 0; i < 3; ++i)
	{
		cell[4 + i] = time(&results->entries[at][PAIR_FCL + i]);
		cell[7 + i] = cell_ratio(&cell[3], &cell[4 + i]);
	}
	return cell;
}

static void pairs_rows(bench_table *table, const pair_stage *stage, const pair_results *results)
{
	for (uint32_t at = 0; at < CASES; ++at)
	{
		const pair_entry *ours = &results->entries[at][PAIR_OURS], *fcl = &results->entries[at][PAIR_FCL];
		table_cell *cell = case_row(table, stage, results, at, micros);
		for (uint32_t i = 0; i < 3; ++i)
		{
			cell[16 + i] = answer(results, at, PAIR_FCL + i);
			cell[19 + i] = differing(results, at, PAIR_FCL + i);
		}
		cell[10] = of_aim(results, at, PAIR_OURS);
		cell[11] = cell_count(ours->volume_tests);
		cell[12] = cell_count(ours->leaf_tests);
		cell[13] = fcl->counted ? cell_count(fcl->volume_tests) : (table_cell){0};
		cell[14] = fcl->counted ? cell_count(fcl->leaf_tests) : (table_cell){0};
		cell[15] = answer(results, at, PAIR_OURS);
	}
}

static void first_rows(bench_table *table, const pair_stage *stage, const pair_results *results)
{
	for (uint32_t at = 0; at < CASES; ++at)
		case_row(table, stage, results, at, micros_first);
}

/// The cases with which trees are compared.
static const uint32_t compared[] = {
	ANY_COLLIDING, ANY_NEAR, ALL_COLLIDING, DISTANCE_NEAR, DISTANCE_SEPARATED, WITHIN_NEAR};

#define COMPARED (sizeof compared / sizeof *compared)

static const table_column kinds_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"tree", {"", "tree"}, "", 0},
	{"bytes", {"bytes a", "triangle"}, "1", 1},
	{"any_colliding", {"any", "colliding"}, "us", 2},
	{"any_near", {"any", "near"}, "us", 2},
	{"all_colliding", {"all", "colliding"}, "us", 1},
	{"distance_near", {"distance", "near"}, "us", 1},
	{"distance_separated", {"distance", "separated"}, "us", 1},
	{"within_near", {"within", "near"}, "us", 2},
	{"any_colliding_over_aim", {"colliding/", "aim"}, "x", 2},
	{"any_near_over_aim", {"near/", "aim"}, "x", 2},
	{"all_over_aim", {"all/", "aim"}, "x", 2},
	{"distance_near_over_aim", {"distance/", "aim, near"}, "x", 2},
	{"distance_separated_over_aim", {"distance/", "aim, sep."}, "x", 2},
	{"differ", {"differ", "from obb"}, "1", 0},
};

static void kinds_rows(bench_table *table, const pair_stage *stage, const pair_results *results)
{
	for (uint32_t who = 0; who < PAIR_CONTESTANTS; ++who)
	{
		if (who >= PAIR_FCL && !stage->rivals[who])
			continue;
		double bytes = pair_stage_bytes(stage, who, false);
		uint64_t differ = 0;
		table_cell *cell = table_row(table);
		cell[0] = cell_text(stage->mesh.name);
		cell[1] = cell_text(pair_contestant_name(who));
		cell[2] = bytes > 0 ? cell_value(bytes) : (table_cell){0};
		for (uint32_t i = 0; i < COMPARED; ++i)
			cell[3 + i] = micros(&results->entries[compared[i]][who]);
		for (uint32_t i = 0; i < 5 && who < PAIR_FCL; ++i)
			cell[9 + i] = of_aim(results, compared[i], who);
		for (uint32_t at = 0; at < CASES && who < PAIR_FCL; ++at)
			differ += pair_differing(
				&results->entries[at][PAIR_OURS], &results->entries[at][who], &results->tasks[at], false);
		cell[14] = who < PAIR_FCL ? cell_count(differ) : (table_cell){0};
	}
}

static const table_column work_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"tree", {"", "tree"}, "", 0},
	{"any_colliding_volumes", {"any col.", "volumes"}, "1", 0},
	{"any_colliding_triangles", {"any col.", "triangles"}, "1", 0},
	{"any_near_volumes", {"any near", "volumes"}, "1", 0},
	{"any_near_triangles", {"any near", "triangles"}, "1", 0},
	{"all_volumes", {"all", "volumes"}, "1", 0},
	{"all_triangles", {"all", "triangles"}, "1", 0},
	{"distance_near_volumes", {"d. near", "volumes"}, "1", 0},
	{"distance_near_triangles", {"d. near", "triangles"}, "1", 0},
	{"distance_separated_volumes", {"d. sep.", "volumes"}, "1", 0},
	{"distance_separated_triangles", {"d. sep.", "triangles"}, "1", 0},
	{"within_near_volumes", {"w. near", "volumes"}, "1", 0},
	{"within_near_triangles", {"w. near", "triangles"}, "1", 0},
};

static void work_rows(bench_table *table, const pair_stage *stage, const pair_results *results)
{
	for (uint32_t who = 0; who < PAIR_CONTESTANTS; ++who)
	{
		bool counted = false;
		for (uint32_t i = 0; i < COMPARED; ++i)
			counted = counted || results->entries[compared[i]][who].counted;
		if (!counted)
			continue;
		table_cell *cell = table_row(table);
		cell[0] = cell_text(stage->mesh.name);
		cell[1] = cell_text(pair_contestant_name(who));
		for (uint32_t i = 0; i < COMPARED; ++i)
		{
			const pair_entry *entry = &results->entries[compared[i]][who];
			// GImpact reports triangles only; every walk tests at least one volume.
			cell[2 + 2 * i] = entry->counted && entry->volume_tests ? cell_count(entry->volume_tests) : (table_cell){0};
			cell[3 + 2 * i] = entry->counted ? cell_count(entry->leaf_tests) : (table_cell){0};
		}
	}
}

static const table_column descents_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"tree", {"", "tree"}, "", 0},
	{"descent", {"", "descent"}, "", 0},
	{"any_colliding", {"any", "colliding"}, "us", 2},
	{"any_near", {"any", "near"}, "us", 2},
	{"all_colliding", {"all", "colliding"}, "us", 1},
	{"distance_near", {"distance", "near"}, "us", 1},
	{"distance_separated", {"distance", "separated"}, "us", 1},
	{"within_near", {"within", "near"}, "us", 2},
	{"any_colliding_volumes", {"any col.", "volumes"}, "1", 0},
	{"any_near_volumes", {"any near", "volumes"}, "1", 0},
	{"all_volumes", {"all", "volumes"}, "1", 0},
	{"distance_near_volumes", {"d. near", "volumes"}, "1", 0},
	{"distance_separated_volumes", {"d. sep.", "volumes"}, "1", 0},
	{"within_near_volumes", {"w. near", "volumes"}, "1", 0},
	{"differ", {"", "differ"}, "1", 0},
};

static const uint32_t descended[] = {KILN_TREE_AABB, KILN_TREE_OBB, KILN_TREE_KDOP18, KILN_TREE_RSS};

#define DESCENDED (sizeof descended / sizeof *descended)

/// Measures every descent with one kind of tree; compares answers with those of the default descent.
static void descents_rows(bench_table *table, const pair_stage *stage, uint32_t kind, const bench_options *options)
{
	static const char *const names[KILN_SCHOOL_DESCENTS] = {
		"default", "larger", "a first", "alternate", "simultaneous", "informed", "leaf-direct"};
	pair_entry(*entries)[KILN_SCHOOL_DESCENTS] = bench_memory(COMPARED, sizeof *entries);
	uint64_t differ[KILN_SCHOOL_DESCENTS] = {0};
	for (uint32_t i = 0; i < COMPARED; ++i)
	{
		const pair_case *what = &cases[compared[i]];
		pair_task task = pair_stage_task(stage, what->question, what->poses);
		for (uint32_t k = 0; k < KILN_SCHOOL_DESCENTS; ++k)
		{
			entries[i][k] = pair_stage_entry(stage, kind);
			entries[i][k].descent = kiln_school_descent(k);
		}
		pair_race(entries[i], KILN_SCHOOL_DESCENTS, &task, options->quick ? 1 : 3, options->clock);
		for (uint32_t k = 0; k < KILN_SCHOOL_DESCENTS; ++k)
			differ[k] += pair_differing(&entries[i][0], &entries[i][k], &task, false);
	}
	for (uint32_t k = 0; k < KILN_SCHOOL_DESCENTS; ++k)
	{
		table_cell *cell = table_row(table);
		cell[0] = cell_text(stage->mesh.name);
		cell[1] = cell_text(pair_contestant_name(kind));
		cell[2] = cell_text(names[k]);
		for (uint32_t i = 0; i < COMPARED; ++i)
		{
			cell[3 + i] = micros(&entries[i][k]);
			cell[3 + COMPARED + i] = cell_count(entries[i][k].volume_tests);
		}
		cell[3 + 2 * COMPARED] = cell_count(differ[k]);
	}
	free(entries);
}

static void race_cases(pair_results *results, const pair_stage *stage, const bench_options *options)
{
	for (uint32_t at = 0; at < CASES; ++at)
	{
		results->tasks[at] = pair_stage_task(stage, cases[at].question, cases[at].poses);
		for (uint32_t who = 0; who < PAIR_CONTESTANTS; ++who)
			results->entries[at][who] = pair_stage_entry(stage, who);
		pair_race(results->entries[at], PAIR_CONTESTANTS, &results->tasks[at], options->quick ? 1 : 3, options->clock);
	}
}

/// Descents are measured on one mesh of each sort.
static bool descends(const bench_options *options, const char *name)
{
	return options->quick || strcmp(name, "sphere 70k") == 0 || strcmp(name, "dragon 48k") == 0;
}

static int measure(bench_table *tables[TABLES], const mesh_spec *spec, const bench_options *options)
{
	pair_stage stage;
	int code = pair_stage_make(&stage, spec, PAIR_ALL_CONTESTANTS, options->quick ? 20 : 200, options);
	if (code != TOOL_DONE)
		return code;
	pair_results *results = bench_memory(1, sizeof *results);
	race_cases(results, &stage, options);
	pairs_rows(tables[PAIRS], &stage, results);
	kinds_rows(tables[KINDS], &stage, results);
	work_rows(tables[WORK], &stage, results);
	first_rows(tables[FIRST], &stage, results);
	for (uint32_t i = 0; i < DESCENDED && descends(options, spec->name); ++i)
		descents_rows(tables[DESCENTS], &stage, descended[i], options);
	free(results);
	pair_stage_free(&stage);
	return TOOL_DONE;
}

static void describe(bench_table *tables[TABLES], const bench_options *options)
{
	snprintf(tables[PAIRS]->title, sizeof tables[PAIRS]->title,
		"a mesh against itself, trees of OBBs: us, the same pose asked again and again, median of %d poses. c, r: "
		"middle and radius of its box; colliding: "
		"%s; "
		"near: %s; separated: %s. within: r/200. aim: share of the rival's "
		"time. Answers: medians; ODE counts points, GImpact also pairs that are only near: of them verdicts are "
		"compared",
		options->quick ? 20 : 200, pair_pose_formula(PAIR_COLLIDING), pair_pose_formula(PAIR_NEAR),
		pair_pose_formula(PAIR_SEPARATED));
	snprintf(tables[FIRST]->title, sizeof tables[FIRST]->title,
		"the same asked for the first time after all other poses, with the caches full of those: us, median of the "
		"poses");
	snprintf(tables[KINDS]->title, sizeof tables[KINDS]->title,
		"the same by kind of tree: us; bytes of the whole blob; aims: any in half of FCL's time, near in half of the "
		"best "
		"rival's, all in half of ODE's, distance in a fifth of FCL's (over aim: 1 or less reaches it)");
	snprintf(tables[WORK]->title, sizeof tables[WORK]->title,
		"the same: tests of two volumes and of two triangles, median over the poses");
	snprintf(tables[DESCENTS]->title, sizeof tables[DESCENTS]->title,
		"the same by descent: us, tests of two volumes, and answers that are not those of the default descent");
}

int bench_pairs(const bench_options *options, bench_result *result)
{
	bench_table *tables[TABLES] = {
		bench_table_add(result, "pairs", pairs_columns, sizeof pairs_columns / sizeof *pairs_columns),
		bench_table_add(result, "first", pairs_columns, FIRST_COLUMNS),
		bench_table_add(result, "kinds", kinds_columns, sizeof kinds_columns / sizeof *kinds_columns),
		bench_table_add(result, "work", work_columns, sizeof work_columns / sizeof *work_columns),
		bench_table_add(result, "descents", descents_columns, sizeof descents_columns / sizeof *descents_columns),
	};
	describe(tables, options);
	mesh_list list = pair_meshes(options);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_progress("pairs", list.specs[i].name);
		int code = measure(tables, &list.specs[i], options);
		if (code != TOOL_DONE)
			return code;
	}
	return TOOL_DONE;
}
