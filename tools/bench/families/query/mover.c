// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "common/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Characters that walk through a large level, each with a cache and without one: hills, stairs everywhere, and corridors
/// between walls. A game of 60 moves a second has 16.7 us for each of 1 000 characters on one core. Results must have the same bits.

enum
{
	CHARACTERS = 1000,
	MOVES = 60,	 ///< of each character in one round: a second
	HEADING = 30 ///< moves until a character turns
};

#define SPEED 0.08 ///< metres a move: 4.8 a second
#define FALL 0.02  ///< metres a move

/// A level: a profile along x, extruded along z in cells.
typedef struct level_kind
{
	const char *name;
	double step, rise;	  ///< of the stairs; zero without
	double wall;		  ///< height; zero without
	double hill, spacing; ///< greatest height of hills, and length of a flat cell
} level_kind;

static const level_kind level_kinds[] = {
	{"hills", 0, 0, 0, 2, 0.3},
	{"stairs", 0.4, 0.2, 0, 0, 0},
	{"walls", 0, 0, 2, 0, 0.4},
};

#define STEPS 12	///< of a flight, which then leads down
#define CORRIDOR 10 ///< flat cells between two walls
#define CELL 0.4	///< along z

typedef struct walker
{
	kiln_vec3 at;
	bench_random random;
	kiln_vec3 way;
	kiln_mover_cache cache;
} walker;

typedef struct mover_stage
{
	const level_kind *kind;
	uint32_t rows, columns; ///< points of the profile, and points along z
	double size_x, size_z;
	kilncook_blob blob;
	kiln_asset asset;
	uint32_t walkers;
	walker *starts;
} mover_stage;

typedef struct workload
{
	const mover_stage *stage;
	walker *walkers;
	bool caches;
	uint64_t digest;
	uint64_t stands, stopped;
} workload;

/// Makes the next point of a profile from the number of the point before.
static void next_of_profile(const level_kind *kind, uint32_t i, double *x, double *y)
{
	if (kind->step > 0)
	{
		const bool riser = i % 2 == 1, up = i / 2 % (2 * STEPS) < STEPS;
		*x += riser ? 0 : kind->step;
		*y += riser ? (up ? kind->rise : -kind->rise) : 0;
		return;
	}
	const uint32_t in = i % (CORRIDOR + 3);
	if (kind->wall > 0 && in >= CORRIDOR)
	{
		*x += in == CORRIDOR + 1 ? kind->spacing : 0;
		*y += in == CORRIDOR ? kind->wall : in == CORRIDOR + 2 ? -kind->wall : 0;
		return;
	}
	*x += kind->spacing;
}

static double hill(const level_kind *kind, double x, double z)
{
	return kind->hill * sin(x / 9) * cos(z / 7) + kind->hill / 16 * sin(x * 2.1 + z * 1.7);
}

static void make_points(mover_stage *stage, float *points)
{
	double x = 0, y = 0;
	for (uint32_t i = 0; i < stage->rows; ++i)
	{
		for (uint32_t k = 0; k < stage->columns; ++k, points += 3)
		{
			const double z = k * CELL;
			points[0] = (float)x;
			points[1] = (float)(y + hill(stage->kind, x, z));
			points[2] = (float)z;
		}
		stage->size_x = x;
		next_of_profile(stage->kind, i, &x, &y);
	}
	stage->size_z = (stage->columns - 1) * CELL;
}

static bool cook_level(mover_stage *stage)
{
	const uint32_t cells = (stage->rows - 1) * (stage->columns - 1);
	float *points = bench_memory((size_t)stage->rows * stage->columns, 3 * sizeof *points);
	uint32_t(*corners)[3] = bench_memory(2 * (size_t)cells, sizeof *corners);
	uint32_t count = 0;
	make_points(stage, points);
	for (uint32_t i = 0; i + 1 < stage->rows; ++i)
		for (uint32_t k = 0; k + 1 < stage->columns; ++k)
		{
			const uint32_t a = i * stage->columns + k, b = a + stage->columns;
			memcpy(corners[count++], (uint32_t[3]){a, a + 1, b + 1}, sizeof *corners);
			memcpy(corners[count++], (uint32_t[3]){a, b + 1, b}, sizeof *corners);
		}
	const kilncook_mesh mesh = {.positions = points,
		.vertex_count = stage->rows * stage->columns,
		.indices = corners,
		.index_count = 3ull * count};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	const kilncook_options options = {.threads = 0};
	kilncook_context context = bench_context();
	const bool good = kilncook_cook_memory(&context, &scene, &options, &stage->blob, NULL) == KILNCOOK_OK &&
					  bench_blob_open(&stage->blob, KILN_ISA_AUTO, &stage->asset);
	free(corners);
	free(points);
	return good;
}

static const kiln_convex_shape capsule = {.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, 0.3f, 0}, {0, 1.5f, 0}, 0.3f}};

static void move(const mover_stage *stage, walker *w, kiln_vec3 way, bool cached, kiln_mover_result *result)
{
	const kiln_mover_options options = {
		.step_up = 0.3f, .step_down = 0.3f, .cache = cached ? &w->cache : NULL, .padding = 0.02f};
	const kiln_convex_object body = {.shape = &capsule, .pose = {.translation = w->at}};
	kiln_scene_mover_move(&stage->asset, &body, way, &options, result);
	w->at = result->position;
}

/// A new direction: any, or to the middle from places near the border.
static void turn(const mover_stage *stage, walker *w)
{
	double way[3] = {0, 0, 0}, length = 0;
	const double x = (double)w->at.x / stage->size_x, z = (double)w->at.z / stage->size_z;
	while (length < 0.01)
	{
		bench_random_ball(&w->random, way);
		length = sqrt(way[0] * way[0] + way[2] * way[2]);
	}
	way[0] = x < 0.1 ? fabs(way[0]) : x > 0.9 ? -fabs(way[0]) : way[0];
	way[2] = z < 0.1 ? fabs(way[2]) : z > 0.9 ? -fabs(way[2]) : way[2];
	w->way = (kiln_vec3){(float)(SPEED / length * way[0]), (float)-FALL, (float)(SPEED / length * way[2])};
}

/// Puts characters on the ground.
static void place_walkers(mover_stage *stage, uint64_t seed)
{
	bench_random random = bench_random_make(seed);
	stage->starts = bench_memory(stage->walkers, sizeof *stage->starts);
	for (uint32_t i = 0; i < stage->walkers; ++i)
	{
		walker *w = &stage->starts[i];
		kiln_mover_result result;
		memset(w, 0, sizeof *w);
		w->random = bench_random_make(seed + 1 + i);
		w->at.x = (float)(stage->size_x * (0.1 + 0.8 * bench_random_unit(&random)));
		w->at.y = 10;
		w->at.z = (float)(stage->size_z * (0.1 + 0.8 * bench_random_unit(&random)));
		move(stage, w, (kiln_vec3){0, -30, 0}, false, &result);
	}
}

static void reset(void *user)
{
	workload *work = user;
	memcpy(work->walkers, work->stage->starts, work->stage->walkers * sizeof *work->walkers);
	work->digest = work->stands = work->stopped = 0;
}

static void run_workload(void *user)
{
	workload *work = user;
	const mover_stage *stage = work->stage;
	for (uint32_t m = 0; m < MOVES; ++m)
		for (uint32_t i = 0; i < stage->walkers; ++i)
		{
			walker *w = &work->walkers[i];
			kiln_mover_result result;
			if (m % HEADING == 0)
				turn(stage, w);
			move(stage, w, w->way, work->caches, &result);
			work->stands += result.ground == KILN_MOVER_STANDS;
			work->stopped += result.count > 0;
			work->digest = bench_digest(work->digest, &result.position, sizeof result.position);
			work->digest = bench_digest(work->digest, &result.gap, sizeof result.gap);
		}
}

static const table_column columns[] = {
	{"level", {"", "level"}, "", 0},
	{"triangles", {"", "triangles"}, "", 0},
	{"moves", {"", "moves"}, "", 0},
	{"cached", {"us a move", "with caches"}, "us", 2},
	{"plain", {"us a move", "without"}, "us", 2},
	{"rate", {"1000 moves", "a second"}, "", 1},
	{"stands", {"on ground", "per cent"}, "", 1},
	{"stopped", {"stopped", "per cent"}, "", 1},
	{"differ", {"answers", "differ"}, "", 0},
};

static bool measure(const bench_options *options, const level_kind *kind, bench_table *table)
{
	mover_stage stage = {.kind = kind,
		.rows = options->quick ? 60 : 1001,
		.columns = options->quick ? 50 : 501,
		.walkers = options->quick ? 20 : CHARACTERS};
	workload works[2];
	bench_contestant contestants[2];
	const bool good = cook_level(&stage);
	if (good)
	{
		place_walkers(&stage, options->seed);
		const uint64_t moves = (uint64_t)stage.walkers * MOVES;
		for (int i = 0; i < 2; ++i)
		{
			works[i] =
				(workload){.stage = &stage, .walkers = bench_memory(stage.walkers, sizeof(walker)), .caches = i == 0};
			contestants[i] = (bench_contestant){.before = reset, .run = run_workload, .user = &works[i]};
		}
		bench_contest(contestants, 2, bench_repetitions(options), options->clock);
		table_cell *row = table_row(table);
		row[0] = cell_text(kind->name);
		row[1] = cell_count(stage.asset.meshes[0].triangle_count);
		row[2] = cell_count(moves);
		row[3] = cell_time(&contestants[0].samples, 1e6 / (double)moves);
		row[4] = cell_time(&contestants[1].samples, 1e6 / (double)moves);
		row[5] = cell_rate(&contestants[0].samples, (double)moves / 1e3);
		row[6] = cell_value(100 * (double)works[0].stands / (double)moves);
		row[7] = cell_value(100 * (double)works[0].stopped / (double)moves);
		row[8] = cell_count(works[0].digest != works[1].digest);
		for (int i = 0; i < 2; ++i)
			free(works[i].walkers);
	}
	free(stage.starts);
	kilncook_context context = bench_context();
	kilncook_blob_free(&context, &stage.blob);
	return good;
}

int bench_mover(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "mover", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"capsules of 1.8 m that walk through a level at 4.8 m a second, 60 moves a second, steps up and down of 0.3 m");
	for (uint32_t i = 0; i < sizeof level_kinds / sizeof *level_kinds; ++i)
	{
		if (options->only && !strstr(level_kinds[i].name, options->only))
			continue;
		bench_progress("mover", level_kinds[i].name);
		if (!measure(options, &level_kinds[i], table))
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
