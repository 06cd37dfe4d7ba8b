// SPDX-License-Identifier: MIT
#include "fronts.h"

#include "pair_stage.h"

#include "common/message.h"

#include <stdlib.h>
#include <string.h>

/// Capacity of a front in pairs of volumes.
#define FRONT_PAIRS 4096

front_set fronts_make(uint32_t count)
{
	front_set set = {.memory = NULL};
	size_t size = (kiln_front_size(FRONT_PAIRS) + 15) & ~(size_t)15;
	set.memory = bench_memory(count, size);
	for (uint32_t i = 0; i < count; ++i)
		kiln_front_init(&set.fronts[i], set.memory + i * size, size);
	return set;
}

void fronts_free(front_set *set)
{
	free(set->memory);
	set->memory = NULL;
}

/// Slow motion: a body's poses that differ little from frame to frame.
#define SLOW_TRACKS 8
#define SLOW_FRAMES 25
#define SLOW_POSES (SLOW_TRACKS * SLOW_FRAMES)

/// Each track starts at one of the first poses of a kind and moves by a tenth of a degree and a ten thousandth of the
/// radius in each frame.
static void slow_poses(pair_pose poses[SLOW_POSES], const pair_stage *stage, pair_pose_kind kind, uint64_t seed)
{
	bench_random random = bench_random_make(seed);
	for (uint32_t track = 0; track < SLOW_TRACKS; ++track)
	{
		const kiln_pose *start = &stage->poses[kind][track].ours;
		double q[4] = {
			(double)start->rotation.x, (double)start->rotation.y, (double)start->rotation.z, (double)start->rotation.w};
		double t[3] = {(double)start->translation.x, (double)start->translation.y, (double)start->translation.z};
		double way[3],
			middle[3] = {(double)stage->mesh.center[0], (double)stage->mesh.center[1], (double)stage->mesh.center[2]};
		bench_random_ball(&random, way);
		for (uint32_t frame = 0; frame < SLOW_FRAMES; ++frame)
		{
			poses[track * SLOW_FRAMES + frame] = pair_pose_of(q, t);
			// Turns about the middle of the body, by an angle of 2 * 0.00087.
			double before[3], after[3];
			pair_turn(q, middle, before);
			const double axis[3] = {way[1], way[2], way[0]}, p[4] = {q[0], q[1], q[2], q[3]};
			for (int i = 0; i < 3; ++i)
				q[i] += 0.00087 *
						(axis[i] * p[3] + axis[(i + 1) % 3] * p[(i + 2) % 3] - axis[(i + 2) % 3] * p[(i + 1) % 3]);
			q[3] -= 0.00087 * (axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]);
			pair_turn(q, middle, after);
			for (int i = 0; i < 3; ++i)
				t[i] += before[i] - after[i] + 1e-4 * (double)stage->mesh.radius * way[i];
		}
	}
}

/// Seconds and answer of each pose, with or without a front.
typedef struct slow_run
{
	double seconds[PAIR_ROUNDS_MAX][SLOW_POSES];
	double answers[SLOW_POSES];
	kiln_pair_counters counters;
} slow_run;

static void slow_round(slow_run *run, const kiln_asset *asset, const pair_task *task, kiln_front *front, uint32_t round,
	kiln_pair_counters *counters, bench_clock *clock)
{
	kiln_pair_options options = {.front = front, .counters = counters};
	for (uint32_t i = 0; i < SLOW_POSES; ++i)
	{
		kiln_object objects[2];
		if (front && i % SLOW_FRAMES == 0)
			kiln_front_clear(front);
		double begin = clock();
		pair_objects(objects, asset, &task->poses[i].ours);
		run->answers[i] = pair_query_kiln(objects, task, &options, NULL);
		run->seconds[round][i] = clock() - begin;
	}
}

static bench_samples slow_samples(const slow_run *run, uint32_t rounds)
{
	bench_samples all = {.count = 0};
	for (uint32_t i = 0; i < SLOW_POSES; ++i)
	{
		bench_samples of_pose = {.count = 0};
		for (uint32_t round = 0; round < rounds; ++round)
			samples_add(&of_pose, run->seconds[round][i]);
		samples_add(&all, samples_median(&of_pose));
	}
	return all;
}

static const table_column front_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"question", {"", "asked"}, "", 0},
	{"poses", {"", "from"}, "", 0},
	{"plain", {"without", "us"}, "us", 2},
	{"front", {"front", "us"}, "us", 2},
	{"plain_over_front", {"without/", "front"}, "x", 2},
	{"plain_volume_tests", {"without", "volumes"}, "1", 1},
	{"front_volume_tests", {"front", "volumes"}, "1", 1},
	{"plain_leaf_tests", {"without", "triangles"}, "1", 1},
	{"front_leaf_tests", {"front", "triangles"}, "1", 1},
	{"differ", {"", "differ"}, "1", 0},
};

static void front_row(bench_table *table, const pair_stage *stage, pair_question question, pair_pose_kind kind,
	const bench_options *options)
{
	pair_pose *poses = bench_memory(SLOW_POSES, sizeof *poses);
	slow_poses(poses, stage, kind, options->seed);
	pair_task task = pair_stage_task(stage, question, kind);
	task.poses = poses;
	task.pose_count = SLOW_POSES;
	slow_run *runs = bench_memory(2, sizeof *runs);
	memset(runs, 0, 2 * sizeof *runs);
	front_set set = fronts_make(1);
	uint32_t rounds = options->quick ? 1 : 5;
	for (uint32_t i = 0; i < 2; ++i)
		slow_round(&runs[i], &stage->assets[PAIR_OURS], &task, i ? &set.fronts[0] : NULL, 0, &runs[i].counters,
			options->clock);
	for (uint32_t round = 0; round < rounds; ++round)
		for (uint32_t i = 0; i < 2; ++i)
			slow_round(
				&runs[i], &stage->assets[PAIR_OURS], &task, i ? &set.fronts[0] : NULL, round, NULL, options->clock);
	bench_samples plain = slow_samples(&runs[0], rounds), front = slow_samples(&runs[1], rounds);
	uint64_t differ = 0;
	for (uint32_t i = 0; i < SLOW_POSES; ++i)
		differ += !(runs[0].answers[i] == runs[1].answers[i]);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(stage->mesh.name);
	cell[1] = cell_text(pair_question_name(question));
	cell[2] = cell_text(pair_pose_name(kind));
	cell[3] = cell_time(&plain, 1e6);
	cell[4] = cell_time(&front, 1e6);
	cell[5] = cell_ratio(&cell[3], &cell[4]);
	for (uint32_t i = 0; i < 2; ++i)
	{
		cell[6 + i] = cell_value((double)runs[i].counters.volume_tests / SLOW_POSES);
		cell[8 + i] = cell_value((double)runs[i].counters.triangle_tests / SLOW_POSES);
	}
	cell[10] = cell_count(differ);
	fronts_free(&set);
	free(runs);
	free(poses);
}

int bench_fronts(const bench_options *options, bench_result *result)
{
	static const struct
	{
		pair_question question;
		pair_pose_kind kind;
	} questions[] = {
		{PAIR_ANY, PAIR_NEAR},
		{PAIR_ANY, PAIR_COLLIDING},
		{PAIR_ALL, PAIR_COLLIDING},
		{PAIR_DISTANCE, PAIR_NEAR},
		{PAIR_DISTANCE, PAIR_SEPARATED},
		{PAIR_WITHIN, PAIR_NEAR},
	};
	bench_table *table = bench_table_add(result, "fronts", front_columns, sizeof front_columns / sizeof *front_columns);
	snprintf(table->title, sizeof table->title,
		"front tracking where a mesh moves slowly against itself, trees of OBBs: %d tracks of %d frames from the first "
		"poses "
		"of family pairs, each frame up to 0.1 degrees and 0.0001 radii on; us, median; mean counts; answers that "
		"differ",
		SLOW_TRACKS, SLOW_FRAMES);
	mesh_list list = pair_meshes(options);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_progress("fronts", list.specs[i].name);
		pair_stage stage;
		int code = pair_stage_make(&stage, &list.specs[i], 1u << PAIR_OURS, SLOW_TRACKS, options);
		if (code != TOOL_DONE)
			return code;
		for (size_t k = 0; k < sizeof questions / sizeof *questions; ++k)
			front_row(table, &stage, questions[k].question, questions[k].kind, options);
		pair_stage_free(&stage);
	}
	return TOOL_DONE;
}
