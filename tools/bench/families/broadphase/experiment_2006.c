// SPDX-License-Identifier: MIT
#include "experiment_2006.h"

#include "common/message.h"

#include <stdlib.h>
#include <string.h>

/// Repeats the experiment of 2006: moving cubes in a space of +-500, uniform or in one cluster with outliers, with the
/// four structures of 2006: A dense grid, B tree of cells, C set of segment trees, D range tree. The settings are those
/// of 2006, too: cells of 1000 / 17 for A and B, 1000 units for C and D. In 2006 "equal memory" did not mean equal
/// bytes, so A runs a second time with as many cells as fit into C's bytes, and B with its own choice of cells.
///
/// runtime/broadphase/README.md says where the ratios differ from the published ones, and why.

/// Size of the space and of the cubes.
#define SPACE 500.0
#define HALF_EDGE 1.0
#define CLUSTER 40.0 ///< half of the cluster's edge
/// Boxes outside the cluster of a clustered scene; the publication says "several".
#define OUTLIERS 10 ///< of one hundred
/// The largest motion in a frame on each axis: a twentieth of an edge, and ten edges.
#define CALM 0.1
#define FAST 20.0

#define CELLS 17
/// Kiln's dense grid rounds its number of cells up with a reserve of a quarter and three: with these settings its cells
/// are as wide as in 2006.
#define GRID_CELLS 24
/// The search widens cells until they fit.
#define CELLS_MOST 1024
#define UNITS 1000
#define SEEDS 5
#define FRAMES 5
#define QUICK_FRAMES 2
/// A slower method runs with one seed and one frame.
#define SECONDS_MOST 0.1

static const uint32_t counts[] = {250, 500, 750, 1000, 1250, 1500, 1750, 2000, 3000, 10000, 30000, 100000};
static const uint32_t quick_counts[] = {250, 1000};
#define COUNTS (sizeof counts / sizeof *counts)

// --- Scenes ----------------------------------------------------------------------------------------------------------

typedef struct cube
{
	double place[3];
	double home; ///< the cube turns back at +- this position
} cube;

typedef struct cubes
{
	cube *cubes;
	kiln_aabb *boxes;
	uint32_t count;
	double step;
	bench_random random;
} cubes;

static double within(bench_random *random, double most)
{
	return (2 * bench_random_unit(random) - 1) * most;
}

static void set_box(cubes *of, uint32_t i)
{
	float *min = &of->boxes[i].min.x, *max = &of->boxes[i].max.x;
	for (int axis = 0; axis < 3; ++axis)
	{
		min[axis] = (float)(of->cubes[i].place[axis] - HALF_EDGE);
		max[axis] = (float)(of->cubes[i].place[axis] + HALF_EDGE);
	}
}

static cubes cubes_make(const scene_2006 *scene, uint64_t seed)
{
	cubes made = {.count = scene->count, .step = scene->fast ? FAST : CALM, .random = bench_random_make(seed)};
	made.cubes = bench_memory(made.count, sizeof *made.cubes);
	made.boxes = bench_memory(made.count, sizeof *made.boxes);
	for (uint32_t i = 0; i < made.count; ++i)
	{
		bool inside = scene->clustered && i % 100 >= OUTLIERS;
		made.cubes[i].home = (inside ? CLUSTER : SPACE) - HALF_EDGE;
		for (int axis = 0; axis < 3; ++axis)
			made.cubes[i].place[axis] = within(&made.random, made.cubes[i].home);
		set_box(&made, i);
	}
	return made;
}

static void cubes_free(cubes *of)
{
	free(of->cubes);
	free(of->boxes);
}

/// Moves the cubes at random each frame, up to the walls.
static void cubes_move(cubes *of)
{
	for (uint32_t i = 0; i < of->count; ++i)
	{
		cube *one = &of->cubes[i];
		for (int axis = 0; axis < 3; ++axis)
		{
			double to = one->place[axis] + within(&of->random, of->step);
			to = to > one->home ? 2 * one->home - to : to;
			one->place[axis] = to < -one->home ? -2 * one->home - to : to;
		}
		set_box(of, i);
	}
}

// --- Contestants -----------------------------------------------------------------------------------------------------

typedef struct contestant
{
	kiln_broadphase_options options;
	kiln_broadphase *broadphase;
	void *memory;
	size_t bytes;
	kiln_proxy *proxies;
	broadphase_answer answer;
} contestant;

/// Results of one method in one kind of scene, over all seeds.
typedef struct findings
{
	bench_samples creation, update, pairs;
	size_t bytes;
	uint32_t differ; ///< frames
	double frame;	 ///< the longest
} findings;

static kiln_broadphase_options options_of(method_2006 method, uint32_t count)
{
	static const struct
	{
		const kiln_broadphase_method *method;
		uint32_t resolution;
	} made[METHOD_2006_COUNT] = {
		[METHOD_2006_GRID] = {&kiln_broadphase_grid_dense, GRID_CELLS},
		[METHOD_2006_SPATIAL_TREE] = {&kiln_broadphase_spatial_tree, CELLS},
		[METHOD_2006_SEGMENT_TREES] = {&kiln_broadphase_segment_trees, UNITS},
		[METHOD_2006_RANGE_TREE] = {&kiln_broadphase_range_tree, UNITS},
		[METHOD_2006_GRID_BYTES] = {&kiln_broadphase_grid_dense, CELLS_MOST},
		[METHOD_2006_SPATIAL_OWN] = {&kiln_broadphase_spatial_tree, 0},
		[METHOD_2006_DEFAULT] = {NULL, 0},
	};
	const float side = (float)SPACE;
	kiln_broadphase_options options = {
		.method = made[method].method, .capacity = count, .resolution = made[method].resolution};
	if (method != METHOD_2006_DEFAULT)
		options.extent = (kiln_aabb){{-side, -side, -side}, {side, side, side}};
	return options;
}

/// Returns the number of boxes with which a dense grid takes as many bytes as the segment trees: its cells are in
/// proportion.
static uint32_t grid_capacity(uint32_t count)
{
	kiln_broadphase_options trees = options_of(METHOD_2006_SEGMENT_TREES, count);
	kiln_broadphase_options grid = options_of(METHOD_2006_GRID_BYTES, count);
	size_t bytes = kiln_broadphase_size(&trees);
	uint32_t low = count, high = 16 * count;
	while (high - low > 1)
	{
		grid.capacity = (low + high) / 2;
		*(kiln_broadphase_size(&grid) <= bytes ? &low : &high) = grid.capacity;
	}
	return low;
}

static bool count_pair(void *user, kiln_proxy_pair pair)
{
	broadphase_count(user, pair.a, pair.b);
	return true;
}

static bool create(contestant *one, const cubes *scene)
{
	one->bytes = kiln_broadphase_size(&one->options);
	one->memory = one->bytes ? aligned_alloc(64, (one->bytes + 63) / 64 * 64) : NULL;
	if (!one->memory || kiln_broadphase_create(&one->broadphase, one->memory, one->bytes, &one->options) != KILN_OK)
		return false;
	for (uint32_t i = 0; i < scene->count; ++i)
		if (kiln_broadphase_add(one->broadphase, &scene->boxes[i], NULL, &one->proxies[i]) != KILN_OK)
			return false;
	return kiln_broadphase_update(one->broadphase, NULL) == KILN_OK;
}

/// Measures moves and pairs separately; reports the pairs that were found.
static void run_frame(contestant *one, const cubes *scene, bench_clock *clock, findings *into)
{
	double start = clock();
	for (uint32_t i = 0; i < scene->count; ++i)
		kiln_broadphase_move(one->broadphase, one->proxies[i], &scene->boxes[i]);
	kiln_broadphase_update(one->broadphase, NULL);
	double updated = clock();
	one->answer = (broadphase_answer){0};
	kiln_broadphase_pairs_visit(one->broadphase, count_pair, &one->answer);
	double end = clock();
	samples_add(&into->update, updated - start);
	samples_add(&into->pairs, end - updated);
	into->frame = end - start > into->frame ? end - start : into->frame;
}

/// Runs all methods through the frames of one scene, in turns. Slow methods have one seed and frame.
static bool run_seed(const bench_options *options, const scene_2006 *scene, uint64_t seed, bool first,
	findings found[METHOD_2006_COUNT], uint64_t *pairs)
{
	cubes moving = cubes_make(scene, seed);
	contestant who[METHOD_2006_COUNT];
	memset(who, 0, sizeof who);
	bool made = true;
	for (method_2006 m = 0; m < METHOD_2006_COUNT && made; ++m)
	{
		if (!first && found[m].frame > SECONDS_MOST)
			continue;
		who[m].options = options_of(m, scene->count);
		if (m == METHOD_2006_GRID_BYTES)
			who[m].options.capacity = grid_capacity(scene->count);
		who[m].proxies = bench_memory(scene->count, sizeof *who[m].proxies);
		double start = options->clock();
		made = create(&who[m], &moving);
		samples_add(&found[m].creation, options->clock() - start);
		found[m].bytes = who[m].bytes;
	}
	uint32_t frames = options->quick ? QUICK_FRAMES : FRAMES;
	for (uint32_t frame = 0; frame < frames && made; ++frame)
	{
		cubes_move(&moving);
		for (method_2006 m = METHOD_2006_COUNT; m-- > 0;)
		{
			if (!who[m].broadphase || (frame > 0 && found[m].frame > SECONDS_MOST))
				continue;
			run_frame(&who[m], &moving, options->clock, &found[m]);
			found[m].differ += memcmp(&who[m].answer, &who[METHOD_2006_DEFAULT].answer, sizeof who[m].answer) != 0;
		}
		*pairs = who[METHOD_2006_DEFAULT].answer.pairs;
	}
	for (method_2006 m = 0; m < METHOD_2006_COUNT; ++m)
	{
		kiln_broadphase_destroy(who[m].broadphase);
		free(who[m].memory);
		free(who[m].proxies);
	}
	cubes_free(&moving);
	return made;
}

// --- Tables ----------------------------------------------------------------------------------------------------------

static const table_column creation_columns[] = {
	{"scene", {"", "scene"}, "", 0},
	{"boxes", {"", "boxes"}, "1", 0},
	{"grid", {"A grid", "ms"}, "ms", 3},
	{"spatial_tree", {"B cells", "ms"}, "ms", 3},
	{"segment_trees", {"C segm.", "ms"}, "ms", 3},
	{"range_tree", {"D range", "ms"}, "ms", 3},
	{"grid_bytes", {"A bytes", "ms"}, "ms", 3},
	{"spatial_own", {"B own", "ms"}, "ms", 3},
	{"default", {"default", "ms"}, "ms", 3},
	{"spatial_ratio", {"", "B/A"}, "x", 3},
	{"spatial_then", {"B/A", "2006"}, "x", 3},
	{"segment_ratio", {"", "C/A"}, "x", 3},
	{"segment_then", {"C/A", "2006"}, "x", 3},
	{"range_ratio", {"", "D/A"}, "x", 3},
	{"range_then", {"D/A", "2006"}, "x", 3},
};

static const table_column frame_columns[] = {
	{"scene", {"", "scene"}, "", 0},
	{"motion", {"", "motion"}, "", 0},
	{"boxes", {"", "boxes"}, "1", 0},
	{"pairs", {"", "pairs"}, "1", 0},
	{"grid_update", {"A ms", "update"}, "ms", 3},
	{"grid_pairs", {"", "pairs"}, "ms", 3},
	{"spatial_tree_update", {"B ms", "update"}, "ms", 3},
	{"spatial_tree_pairs", {"", "pairs"}, "ms", 3},
	{"segment_trees_update", {"C ms", "update"}, "ms", 3},
	{"segment_trees_pairs", {"", "pairs"}, "ms", 3},
	{"range_tree_update", {"D ms", "update"}, "ms", 3},
	{"range_tree_pairs", {"", "pairs"}, "ms", 3},
	{"grid_bytes_update", {"A bytes", "update"}, "ms", 3},
	{"grid_bytes_pairs", {"", "pairs"}, "ms", 3},
	{"spatial_own_update", {"B own", "update"}, "ms", 3},
	{"spatial_own_pairs", {"", "pairs"}, "ms", 3},
	{"default_update", {"default", "update"}, "ms", 3},
	{"default_pairs", {"", "pairs"}, "ms", 3},
	{"differ", {"frames", "differ"}, "1", 0},
};

static const table_column ratio_columns[] = {
	{"scene", {"", "scene"}, "", 0},
	{"motion", {"", "motion"}, "", 0},
	{"boxes", {"", "boxes"}, "1", 0},
	{"spatial_ratio", {"", "B/A"}, "x", 2},
	{"spatial_then", {"B/A", "2006"}, "x", 2},
	{"segment_ratio", {"", "C/A"}, "x", 2},
	{"segment_then", {"C/A", "2006"}, "x", 2},
	{"range_ratio", {"", "D/A"}, "x", 2},
	{"range_then", {"D/A", "2006"}, "x", 2},
	{"segment_bytes_ratio", {"C/A", "bytes"}, "x", 2},
	{"default_ratio", {"default", "/A"}, "x", 2},
	{"grid_size", {"A", "KiB"}, "KiB", 0},
	{"spatial_tree_size", {"B", "KiB"}, "KiB", 0},
	{"segment_trees_size", {"C", "KiB"}, "KiB", 0},
	{"range_tree_size", {"D", "KiB"}, "KiB", 0},
	{"grid_bytes_size", {"A bytes", "KiB"}, "KiB", 0},
	{"default_size", {"default", "KiB"}, "KiB", 0},
};

#define COLUMNS(of) (sizeof(of) / sizeof *(of))

static table_cell ratio_of(double over, double under)
{
	return over > 0 && under > 0 ? cell_value(over / under) : (table_cell){.kind = CELL_NONE};
}

static double frame_of(const findings *found)
{
	return samples_median(&found->update) + samples_median(&found->pairs);
}

static void add_creation(bench_table *table, const scene_2006 *scene, const findings found[METHOD_2006_COUNT])
{
	table_cell *row = table_row(table);
	row[0] = cell_text(scene->clustered ? "clustered" : "uniform");
	row[1] = cell_count(scene->count);
	for (method_2006 m = 0; m < METHOD_2006_COUNT; ++m)
		row[2 + m] = cell_time(&found[m].creation, 1e3);
	for (method_2006 m = METHOD_2006_SPATIAL_TREE; m < METHOD_2006_PUBLISHED; ++m)
	{
		row[7 + 2 * m] = cell_ratio(&row[2 + m], &row[2]);
		row[8 + 2 * m] = ratio_of(published_2006_creation(scene, m), published_2006_creation(scene, METHOD_2006_GRID));
	}
}

static void add_scene(table_cell *row, const scene_2006 *scene)
{
	row[0] = cell_text(scene->clustered ? "clustered" : "uniform");
	row[1] = cell_text(scene->fast ? "fast" : "calm");
	row[2] = cell_count(scene->count);
}

static void add_frame(
	bench_table *table, const scene_2006 *scene, const findings found[METHOD_2006_COUNT], uint64_t pairs)
{
	table_cell *row = table_row(table);
	uint32_t differ = 0;
	add_scene(row, scene);
	row[3] = cell_count(pairs);
	for (method_2006 m = 0; m < METHOD_2006_COUNT; ++m)
	{
		row[4 + 2 * m] = cell_time(&found[m].update, 1e3);
		row[5 + 2 * m] = cell_time(&found[m].pairs, 1e3);
		differ += found[m].differ;
	}
	row[4 + 2 * METHOD_2006_COUNT] = cell_count(differ);
}

static void add_ratios(bench_table *table, const scene_2006 *scene, const findings found[METHOD_2006_COUNT])
{
	static const method_2006 sized[] = {METHOD_2006_GRID, METHOD_2006_SPATIAL_TREE, METHOD_2006_SEGMENT_TREES,
		METHOD_2006_RANGE_TREE, METHOD_2006_GRID_BYTES, METHOD_2006_DEFAULT};
	table_cell *row = table_row(table);
	double grid = frame_of(&found[METHOD_2006_GRID]);
	add_scene(row, scene);
	for (method_2006 m = METHOD_2006_SPATIAL_TREE; m < METHOD_2006_PUBLISHED; ++m)
	{
		row[1 + 2 * m] = ratio_of(frame_of(&found[m]), grid);
		row[2 + 2 * m] = ratio_of(published_2006_frame(scene, m), published_2006_frame(scene, METHOD_2006_GRID));
	}
	row[9] = ratio_of(frame_of(&found[METHOD_2006_SEGMENT_TREES]), frame_of(&found[METHOD_2006_GRID_BYTES]));
	row[10] = ratio_of(frame_of(&found[METHOD_2006_DEFAULT]), grid);
	for (size_t i = 0; i < sizeof sized / sizeof *sized; ++i)
		row[11 + i] = cell_value((double)found[sized[i]].bytes / 1024);
}

static void add_titles(const bench_options *options, bench_table *creation, bench_table *frames, bench_table *ratios)
{
	int seeds = options->quick ? 1 : SEEDS, each = options->quick ? QUICK_FRAMES : FRAMES;
	snprintf(creation->title, sizeof creation->title,
		"the experiment of 2006, creation with the first update: cubes of edge 2 in +-500, uniform or %d %% in a "
		"cluster "
		"of edge 80; A dense grid and B tree of cells, %d cells an axis, C segment trees and D range tree, %d units; "
		"\"A bytes\": with as many cells as there are in C's bytes; \"B own\": cells as wide as it finds right; "
		"medians "
		"of %d seeds; 2006: published ratios",
		100 - OUTLIERS, CELLS, UNITS, seeds);
	snprintf(frames->title, sizeof frames->title,
		"the same, a frame in which all move, calmly (up to %.1f an axis) or fast (up to %.0f): moves and update, then "
		"all pairs; medians of %d seeds of %d frames, of methods that take longer than %.1f s one frame; \"pairs\" of "
		"the "
		"last frame; \"differ\": frames in which a method's pairs were not the default's",
		CALM, FAST, seeds, each, SECONDS_MOST);
	snprintf(ratios->title, sizeof ratios->title,
		"the same, frames: update and pairs together over those of A, beside the published ratios; C over A of as many "
		"bytes; all bytes that each takes");
}

/// Measures one kind of scene at one size, with all seeds.
static bool measure(const bench_options *options, const scene_2006 *scene, bench_table *tables[3])
{
	findings *found = bench_memory(METHOD_2006_COUNT, sizeof *found);
	memset(found, 0, METHOD_2006_COUNT * sizeof *found);
	uint64_t pairs = 0;
	bool made = true;
	for (uint32_t s = 0; s < (options->quick ? 1 : SEEDS) && made; ++s)
		made = run_seed(options, scene, options->seed + s, s == 0, found, &pairs);
	if (made && !scene->fast)
		add_creation(tables[0], scene, found);
	if (made)
	{
		add_frame(tables[1], scene, found, pairs);
		add_ratios(tables[2], scene, found);
	}
	free(found);
	return made;
}

int bench_broadphase_2006(const bench_options *options, bench_result *result)
{
	bench_table *tables[3] = {
		bench_table_add(result, "broadphase_2006_creation", creation_columns, COLUMNS(creation_columns)),
		bench_table_add(result, "broadphase_2006_frames", frame_columns, COLUMNS(frame_columns)),
		bench_table_add(result, "broadphase_2006_ratios", ratio_columns, COLUMNS(ratio_columns)),
	};
	add_titles(options, tables[0], tables[1], tables[2]);
	const uint32_t *sizes = options->quick ? quick_counts : counts;
	size_t size_count = options->quick ? sizeof quick_counts / sizeof *quick_counts : COUNTS;
	for (int kind = 0; kind < 4; ++kind)
		for (size_t i = 0; i < size_count; ++i)
		{
			scene_2006 scene = {.clustered = kind & 1, .fast = kind >> 1, .count = sizes[i]};
			bench_progress("broadphase", scene.clustered ? "2006, clustered" : "2006, uniform");
			if (!measure(options, &scene, tables))
			{
				tool_message("kiln-bench", "error", "memory", "no memory for a broadphase");
				return TOOL_INTERNAL;
			}
		}
	return TOOL_DONE;
}
