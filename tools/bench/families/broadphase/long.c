// SPDX-License-Identifier: MIT
#include "long.h"

#include <stdio.h>
#include <string.h>

/// The default method occasionally sorts all boxes again, which a median alone would not show.

#define BOXES 100000
#define FRAMES 100
#define QUICK_BOXES 1000
#define QUICK_FRAMES 20

static const table_column columns[] = {
	{"scene", {"", "scene"}, "", 0},
	{"boxes", {"", "boxes"}, "1", 0},
	{"median", {"median", "ms"}, "ms", 3},
	{"mean", {"mean", "ms"}, "ms", 3},
	{"slowest", {"slowest", "ms"}, "ms", 3},
};
#define COLUMNS (sizeof columns / sizeof *columns)

/// The first frame is not counted, as in the races.
static void run_kind(bench_table *table, const broadphase_kind *kind, const bench_options *options)
{
	const broadphase_library *library = broadphase_kiln(0);
	const uint32_t frames = options->quick ? QUICK_FRAMES : FRAMES;
	broadphase_scene scene =
		broadphase_scene_make(kind, options->quick ? QUICK_BOXES : BOXES, frames + 1, options->seed);
	bench_samples samples = {0};
	double sum = 0;
	void *made = library->make(&scene);
	for (uint32_t i = 0; i < scene.frame_count && made; ++i)
	{
		double start = options->clock();
		library->frame(made, &scene.frames[i]);
		double seconds = options->clock() - start;
		if (i == 0)
			continue;
		samples_add(&samples, seconds);
		sum += seconds;
	}
	table_cell *row = table_row(table);
	row[0] = cell_text(kind->name);
	row[1] = cell_count(scene.count);
	if (made)
	{
		row[2] = cell_time(&samples, 1e3);
		row[3] = cell_value(1e3 * sum / frames);
		row[4] = cell_value(1e3 * samples_most(&samples));
		library->release(made);
	}
	broadphase_scene_free(&scene);
}

void bench_broadphase_long(const bench_options *options, bench_result *result)
{
	uint32_t kind_count;
	const broadphase_kind *kinds = broadphase_kinds(&kind_count);
	bench_table *table = bench_table_add(result, "broadphase_long", columns, COLUMNS);
	snprintf(table->title, sizeof table->title,
		"Kiln's default, milliseconds a frame over many frames: the slowest are those that put all boxes in order "
		"again");
	for (uint32_t i = 0; i < kind_count; ++i)
	{
		if (options->only && !strstr(kinds[i].key, options->only))
			continue;
		bench_progress("many frames", kinds[i].name);
		run_kind(table, &kinds[i], options);
	}
}
