// SPDX-License-Identifier: MIT
#include "bench/scenes/motion.h"
#include "bench/bench.h"
#include "fronts.h"
#include "pair_stage.h"

#include "common/message.h"

#include <stdlib.h>

/// Side of the box in radii, and the largest motion and turn of a frame. The box of 2003 is unknown; with this side the
/// hits a frame are closest to those of 2003.
#define BOX_SIDE 20
#define BODY_STEP 0.1
#define BODY_SPIN 0.05
/// Frames that are compared with every pair of triangles.
#define TRUE_FRAMES 10

/// A row of the experiment of 2003: mean of three runs of one minute (J. Rasku, tables 2 to 5), per frame.
typedef struct published_row
{
	uint32_t bodies;
	mesh_spec mesh;
	double tests;
	double hits;
	double ms; ///< additional time of a frame compared with no collision queries
} published_row;

static const published_row published[] = {
	{10, {"cube", MESH_CUBE, 0, ""}, 9.0, 1.45, 0.325},
	{20, {"cube", MESH_CUBE, 0, ""}, 24.5, 4.21, 1.400},
	{10, {"ball", MESH_BALL, 16, ""}, 174.6, 9.29, 0.799},
	{20, {"ball", MESH_BALL, 16, ""}, 350.9, 40.75, 4.384},
};

#define PUBLISHED (sizeof published / sizeof *published)

/// A contestant that runs all frames.
typedef struct motion_entry
{
	const motion_path *path;
	const kiln_asset *asset; ///< NULL: the rival
	const rival_pair_library *rival;
	const rival_pair_world *world;
	front_set *fronts;			  ///< NULL: without fronts
	kiln_pair_counters *counters; ///< NULL: no counting
	uint32_t *hits;				  ///< hits of each frame
	uint64_t candidates;
	rival_pair_work work; ///< the rival's work, where it is counted
} motion_entry;

static bool count_contact(void *user, const kiln_pair *pair)
{
	(void)user;
	(void)pair;
	return true;
}

static uint64_t query_pair(motion_entry *entry, const pair_pose *a, const pair_pose *b, uint32_t slot)
{
	if (!entry->asset)
	{
		rival_pose relative = motion_relative(a, b);
		return entry->rival->all(entry->world, &relative);
	}
	kiln_object first = kiln_object_from_shape(entry->asset, 0, &a->ours);
	kiln_object second = kiln_object_from_shape(entry->asset, 0, &b->ours);
	kiln_pair_options options = {.counters = entry->counters};
	options.front = entry->fronts ? &entry->fronts->fronts[slot] : NULL;
	uint32_t count = 0;
	kiln_pair_contacts_visit(&first, &second, &options, count_contact, NULL, &count);
	return count;
}

static void run_frames(void *user)
{
	motion_entry *entry = user;
	const motion_path *path = entry->path;
	entry->candidates = 0;
	for (uint32_t frame = 0; frame < path->frames; ++frame)
	{
		const pair_pose *poses = &path->poses[frame * path->bodies];
		motion_pair pairs[MOTION_PAIRS_MAX];
		uint32_t count = motion_candidates(path, frame, pairs);
		uint64_t hits = 0;
		for (uint32_t i = 0; i < count; ++i)
			hits += query_pair(entry, &poses[pairs[i].a], &poses[pairs[i].b], pairs[i].slot);
		entry->hits[frame] = (uint32_t)hits;
		entry->candidates += count;
	}
}

static void clear_fronts(void *user)
{
	motion_entry *entry = user;
	uint32_t bodies = entry->path->bodies;
	for (uint32_t i = 0; entry->fronts && i < bodies * (bodies - 1) / 2; ++i)
		kiln_front_clear(&entry->fronts->fronts[i]);
}

/// Counts the rival's tests of all frames.
static void count_rival(motion_entry *entry)
{
	const motion_path *path = entry->path;
	for (uint32_t frame = 0; frame < path->frames; ++frame)
	{
		const pair_pose *poses = &path->poses[frame * path->bodies];
		motion_pair pairs[MOTION_PAIRS_MAX];
		uint32_t count = motion_candidates(path, frame, pairs);
		for (uint32_t i = 0; i < count; ++i)
		{
			rival_pose relative = motion_relative(&poses[pairs[i].a], &poses[pairs[i].b]);
			rival_pair_work work = {0};
			entry->rival->count_all(entry->world, &relative, &work);
			entry->work.volume_tests += work.volume_tests;
			entry->work.leaf_tests += work.leaf_tests;
		}
	}
}

enum
{
	PLAIN,
	FRONT,
	RIVAL,
	MOVERS,
};

typedef struct experiment
{
	bench_mesh mesh;
	kilncook_blob blob;
	kiln_asset asset;
	motion_path path;
	const rival_pair_library *rival;
	rival_pair_world *world;
	front_set fronts;
	motion_entry entries[MOVERS];
	bench_contestant contestants[MOVERS];
	kiln_pair_counters counters[2]; ///< plain, front
	uint64_t hits;
} experiment;

static bool experiment_make(experiment *it, const published_row *row, const bench_options *options)
{
	*it = (experiment){.rival = rival_fcl()};
	if (!bench_mesh_make(&it->mesh, &row->mesh, options->seed) ||
		!pair_cook(&it->mesh, &(kilncook_options){.trees = 1u << PAIR_OURS}, &it->blob, &it->asset))
		return false;
	motion_options way = {.bodies = row->bodies,
		.frames = options->quick ? 200 : 6000,
		.side = BOX_SIDE,
		.step = BODY_STEP,
		.spin = BODY_SPIN,
		.seed = options->seed};
	it->path = motion_make(&way, &it->mesh);
	it->fronts = fronts_make(row->bodies * (row->bodies - 1) / 2);
	rival_mesh given = bench_mesh_rival(&it->mesh);
	it->world = it->rival ? it->rival->prepare(&given) : NULL;
	if (it->world)
		it->rival->build(it->world);
	for (uint32_t i = 0; i < MOVERS; ++i)
	{
		it->entries[i] = (motion_entry){.path = &it->path, .asset = i == RIVAL ? NULL : &it->asset};
		it->entries[i].fronts = i == FRONT ? &it->fronts : NULL;
		it->entries[i].rival = it->rival;
		it->entries[i].world = it->world;
		it->entries[i].hits = bench_memory(it->path.frames, sizeof *it->entries[i].hits);
		it->contestants[i] = (bench_contestant){.before = clear_fronts, .run = run_frames, .user = &it->entries[i]};
	}
	return true;
}

static void experiment_run(experiment *it, const bench_options *options)
{
	uint32_t movers = it->world ? MOVERS : RIVAL;
	for (uint32_t i = 0; i < RIVAL; ++i)
	{
		it->entries[i].counters = &it->counters[i];
		run_frames(&it->entries[i]);
		it->entries[i].counters = NULL;
	}
	if (it->world)
		count_rival(&it->entries[RIVAL]);
	bench_contest(it->contestants, movers, options->quick ? 1 : 3, options->clock);
	for (uint32_t i = 0; i < it->path.frames; ++i)
		it->hits += it->entries[PLAIN].hits[i];
}

static void experiment_free(experiment *it)
{
	kilncook_context context = bench_context();
	kilncook_blob_free(&context, &it->blob);
	if (it->rival)
		it->rival->release(it->world);
	for (uint32_t i = 0; i < MOVERS; ++i)
		free(it->entries[i].hits);
	fronts_free(&it->fronts);
	motion_free(&it->path);
	bench_mesh_free(&it->mesh);
}

/// Counts the frames in which two contestants counted differently.
static uint64_t differing_frames(const experiment *it, uint32_t left, uint32_t right)
{
	uint64_t count = 0;
	for (uint32_t i = 0; i < it->path.frames; ++i)
		count += it->entries[left].hits[i] != it->entries[right].hits[i];
	return count;
}

/// Compares TRUE_FRAMES evenly spaced frames.
static uint64_t wrong_frames(const experiment *it)
{
	uint64_t count = 0;
	for (uint32_t i = 0; i < TRUE_FRAMES; ++i)
	{
		uint32_t frame = (uint32_t)((uint64_t)it->path.frames * i / TRUE_FRAMES);
		count += motion_truth(&it->path, frame, &it->mesh) != it->entries[PLAIN].hits[frame];
	}
	return count;
}

static const table_column experiment_columns[] = {
	{"bodies", {"", "bodies"}, "1", 0},
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"tri-", "angles"}, "1", 0},
	{"pairs", {"pairs", "a frame"}, "1", 2},
	{"hits", {"hits", "a frame"}, "1", 2},
	{"volume_tests", {"Kiln", "volumes"}, "1", 1},
	{"leaf_tests", {"Kiln", "triangles"}, "1", 1},
	{"kiln", {"Kiln", "ms"}, "ms", 4},
	{"front_volume_tests", {"front", "volumes"}, "1", 1},
	{"front", {"front", "ms"}, "ms", 4},
	{"fcl_volume_tests", {"FCL", "volumes"}, "1", 1},
	{"fcl_leaf_tests", {"FCL", "triangles"}, "1", 1},
	{"fcl", {"FCL", "ms"}, "ms", 4},
	{"kiln_over_fcl", {"Kiln/", "FCL"}, "x", 3},
	{"published_tests", {"2003", "tests"}, "1", 1},
	{"published_hits", {"2003", "hits"}, "1", 2},
	{"published_ms", {"2003", "ms"}, "ms", 3},
	{"differ_front", {"differ", "front"}, "1", 0},
	{"differ_fcl", {"differ", "FCL"}, "1", 0},
	{"wrong", {"", "wrong"}, "1", 0},
};

static void experiment_row(bench_table *table, const experiment *it, const published_row *row)
{
	double frames = it->path.frames;
	const motion_entry *rival = &it->entries[RIVAL];
	table_cell *cell = table_row(table);
	cell[0] = cell_count(row->bodies);
	cell[1] = cell_text(row->mesh.name);
	cell[2] = cell_count(it->mesh.clean.triangle_count);
	cell[3] = cell_value((double)it->entries[PLAIN].candidates / frames);
	cell[4] = cell_value((double)it->hits / frames);
	cell[5] = cell_value((double)it->counters[PLAIN].volume_tests / frames);
	cell[6] = cell_value((double)it->counters[PLAIN].triangle_tests / frames);
	cell[7] = cell_time(&it->contestants[PLAIN].samples, 1e3 / frames);
	cell[8] = cell_value((double)it->counters[FRONT].volume_tests / frames);
	cell[9] = cell_time(&it->contestants[FRONT].samples, 1e3 / frames);
	if (it->world)
	{
		cell[10] = cell_value((double)rival->work.volume_tests / frames);
		cell[11] = cell_value((double)rival->work.leaf_tests / frames);
		cell[12] = cell_time(&it->contestants[RIVAL].samples, 1e3 / frames);
		cell[13] = cell_ratio(&cell[7], &cell[12]);
		cell[18] = cell_count(differing_frames(it, PLAIN, RIVAL));
	}
	cell[14] = cell_value(row->tests);
	cell[15] = cell_value(row->hits);
	cell[16] = cell_value(row->ms);
	cell[17] = cell_count(differing_frames(it, PLAIN, FRONT));
	cell[19] = cell_count(wrong_frames(it));
}

int bench_motion(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(
		result, "experiment", experiment_columns, sizeof experiment_columns / sizeof *experiment_columns);
	snprintf(table->title, sizeof table->title,
		"bodies that move at random in a box of %d radii, up to %.2f radii and %.2f radians a frame, pairs whose "
		"rotation-proof cubes overlap asked for all triangles that touch: per frame, of %d frames, with trees of OBBs; "
		"front: "
		"with front tracking; 2003: J. Rasku's figures (box unknown; tests of his OBB trees and triangles); differ: "
		"frames; "
		"wrong: of %d frames, by every pair of triangles",
		BOX_SIDE, BODY_STEP, BODY_SPIN, options->quick ? 200 : 6000, TRUE_FRAMES);
	for (uint32_t i = 0; i < PUBLISHED; ++i)
	{
		bench_progress("motion", published[i].mesh.name);
		experiment it;
		bool made = experiment_make(&it, &published[i], options);
		if (made)
		{
			experiment_run(&it, options);
			experiment_row(table, &it, &published[i]);
		}
		experiment_free(&it);
		if (!made)
			return TOOL_INTERNAL;
	}
	return bench_fronts(options, result);
}
