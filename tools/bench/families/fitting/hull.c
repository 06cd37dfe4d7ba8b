// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "bench/rivals/hull/capped_hull.h"
#include "bench/rivals/hull/rival_hull.h"
#include "common/message.h"
#include "hull/simplify/simplify.h"
#include "mass/mass.h"
#include "memory.h"
#include "support_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Work that takes longer is measured once.
#define SLOW 0.5

/// Meshes with more vertices skip Bullet's HullLibrary: for 435 545 vertices it takes a minute.
#define LIBRARY_POINTS 150000

/// Vertices of the budgeted hulls.
#define BUDGET 64

/// One library with one mesh's vertices.
typedef struct hull_entry
{
	hull_points points;
	const rival_hull_library *rival; ///< NULL: Kiln
	rival_hull *theirs;
	convex_hull ours;
	bool built;
} hull_entry;

static void run_ours(void *user)
{
	hull_entry *entry = user;
	kilncook_context context = bench_context();
	hull_free(&context, &entry->ours);
	entry->built = hull_build(&context, &entry->points, &entry->ours) == KILNCOOK_OK;
}

static void run_theirs(void *user)
{
	hull_entry *entry = user;
	entry->built = entry->theirs && entry->rival->build(entry->theirs, 0);
}

enum
{
	OURS,
	QHULL,
	BULLET,
	LIBRARIES
};

static const table_column build_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"points", {"", "points"}, "1", 0},
	{"kiln_vertices", {"Kiln", "vertices"}, "1", 0},
	{"qhull_vertices", {"Qhull", "vertices"}, "1", 0},
	{"bullet_vertices", {"Bullet", "vertices"}, "1", 0},
	{"kiln", {"", "Kiln"}, "ms", 2},
	{"qhull", {"", "Qhull"}, "ms", 2},
	{"bullet", {"", "Bullet"}, "ms", 2},
	{"kiln_over_qhull", {"Kiln/", "Qhull"}, "x", 2},
	{"kiln_over_bullet", {"Kiln/", "Bullet"}, "x", 2},
	{"qhull_volume", {"Qhull volume", "off, ppm"}, "ppm", 6},
	{"bullet_volume", {"Bullet volume", "off, ppm"}, "ppm", 6},
	{"kiln_verdict", {"Kiln", "check"}, "", 0},
	{"qhull_verdict", {"Qhull", "check"}, "", 0},
	{"bullet_verdict", {"Bullet", "check"}, "", 0},
};

static const table_column budget_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"vertices", {"hull", "vertices"}, "1", 0},
	{"outer_error", {"outer", "error"}, "permille", 3},
	{"inner_error", {"inner", "error"}, "permille", 3},
	{"capped_error", {"capped", "error"}, "permille", 3},
	{"bullet_error", {"Bullet", "error"}, "permille", 3},
	{"outer_outside", {"outer", "outside"}, "1", 0},
	{"capped_outside", {"capped", "outside"}, "1", 0},
	{"bullet_outside", {"Bullet", "outside"}, "1", 0},
	{"outer", {"outer", "ms"}, "ms", 1},
	{"inner", {"inner", "ms"}, "ms", 1},
	{"capped", {"capped", "ms"}, "ms", 2},
	{"bullet", {"Bullet", "ms"}, "ms", 2},
};

/// Judges the hull of a rival's vertices: its volume, and whether it contains all points, by exact signs.
static void judge(
	const convex_hull *h, const hull_points *points, double volume, table_cell *differs, table_cell *verdict)
{
	kilncook_context context = bench_context();
	*verdict = cell_text(hull_fault_name(hull_check(&context, h, points, NULL)));
	if (differs)
		*differs = cell_value(1e6 * fabs(mass_of_hull(h).volume / volume - 1));
}

/// Builds the hull of a rival's vertices. False when the rival has no hull.
static bool read_rival(const rival_hull_library *rival, const rival_hull *theirs, convex_hull *out)
{
	kilncook_context context = bench_context();
	uint32_t count = rival->vertex_count(theirs);
	float(*vertices)[3] = bench_memory(count ? count : 1, sizeof *vertices);
	rival->vertices(theirs, vertices);
	bool built = count && hull_build(&context, &(hull_points){vertices[0], 0, count}, out) == KILNCOOK_OK;
	free(vertices);
	return built;
}

/// Builds with every library, and keeps Kiln's hull.
static void measure_builds(bench_table *table, const char *name, hull_entry *ours, const bench_options *options)
{
	hull_entry entries[LIBRARIES] = {*ours, *ours, *ours};
	bench_contestant contestants[LIBRARIES], *of[LIBRARIES] = {0};
	uint32_t count = 0;
	entries[QHULL].rival = rival_qhull();
	entries[BULLET].rival = rival_bullet_computer();
	for (uint32_t i = 0; i < LIBRARIES; ++i)
	{
		if (i != OURS && !entries[i].rival)
			continue;
		if (entries[i].rival)
			entries[i].theirs = entries[i].rival->prepare(ours->points.positions, ours->points.count);
		of[i] = &contestants[count++];
		*of[i] = (bench_contestant){.run = i == OURS ? run_ours : run_theirs, .user = &entries[i]};
	}
	bench_contest(contestants, count, bench_repetitions(options), options->clock);
	table_cell *cell = table_row(table);
	double volume = mass_of_hull(&entries[OURS].ours).volume;
	cell[0] = cell_text(name);
	cell[1] = cell_count(ours->points.count);
	for (uint32_t i = 0; i < LIBRARIES; ++i)
	{
		convex_hull read = {0};
		kilncook_context context = bench_context();
		if (!of[i] || !entries[i].built || (i != OURS && !read_rival(entries[i].rival, entries[i].theirs, &read)))
			continue;
		const convex_hull *h = i == OURS ? &entries[OURS].ours : &read;
		cell[2 + i] = cell_count(h->vertex_count);
		cell[5 + i] = cell_time(&of[i]->samples, 1e3);
		judge(h, &ours->points, volume, i == OURS ? NULL : &cell[9 + i], &cell[12 + i]);
		hull_free(&context, &read);
		if (i != OURS)
			entries[i].rival->release(entries[i].theirs);
	}
	cell[8] = cell_ratio(&cell[5], &cell[6]);
	cell[9] = cell_ratio(&cell[5], &cell[7]);
	*ours = entries[OURS];
}

/// A method that makes a hull with few vertices.
typedef struct budget_entry
{
	const hull_entry *from;
	hull_budget budget;
	double distance;
	rival_hull *theirs;
	convex_hull made;
	bool built;
} budget_entry;

static void run_simplify(void *user)
{
	budget_entry *entry = user;
	kilncook_context context = bench_context();
	hull_free(&context, &entry->made);
	entry->built =
		hull_simplify(&context, &entry->from->ours, &entry->budget, &entry->made, &entry->distance) == KILNCOOK_OK;
}

static void run_capped(void *user)
{
	budget_entry *entry = user;
	kilncook_context context = bench_context();
	hull_free(&context, &entry->made);
	entry->built = capped_hull(&context, &entry->from->ours, BUDGET, &entry->made);
}

static void run_library(void *user)
{
	budget_entry *entry = user;
	entry->built = entry->theirs && rival_bullet_hull_library()->build(entry->theirs, BUDGET);
}

/// Measures once, and more often if that was fast.
static table_cell time_of(void (*run)(void *), budget_entry *entry, const bench_options *options)
{
	bench_contestant contestant = {.run = run, .user = entry};
	double start = options->clock();
	run(entry);
	samples_add(&contestant.samples, options->clock() - start);
	if (contestant.samples.seconds[0] < SLOW)
	{
		contestant.samples.count = 0;
		bench_contest(&contestant, 1, bench_repetitions(options), options->clock);
	}
	return cell_time(&contestant.samples, 1e3);
}

static double diagonal_of(const convex_hull *h)
{
	double square = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		double low = (double)h->vertices[0][axis], high = low;
		for (uint32_t i = 1; i < h->vertex_count; ++i)
		{
			low = fmin(low, (double)h->vertices[i][axis]);
			high = fmax(high, (double)h->vertices[i][axis]);
		}
		square += (high - low) * (high - low);
	}
	return sqrt(square);
}

static void measure_budget(bench_table *table, const char *name, const hull_entry *ours, const bench_options *options)
{
	enum
	{
		OUTER,
		INNER,
		CAPPED,
		LIBRARY,
		WAYS
	};
	static void (*const runs[WAYS])(void *) = {run_simplify, run_simplify, run_capped, run_library};
	kilncook_context context = bench_context();
	double permille = 1e3 / diagonal_of(&ours->ours);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(name);
	cell[1] = cell_count(ours->ours.vertex_count);
	for (uint32_t i = 0; i < WAYS; ++i)
	{
		const rival_hull_library *rival = rival_bullet_hull_library();
		budget_entry entry = {.from = ours, .budget = {.vertices = BUDGET, .inner = i == INNER}};
		if (i == LIBRARY && (!rival || ours->points.count > LIBRARY_POINTS))
			continue;
		if (i == LIBRARY)
			entry.theirs = rival->prepare(ours->points.positions, ours->points.count);
		cell[9 + i] = time_of(runs[i], &entry, options);
		if (i == LIBRARY && entry.built)
			entry.built = read_rival(rival, entry.theirs, &entry.made);
		if (entry.built)
		{
			double error = i <= INNER ? entry.distance : hull_distance(&ours->ours, &entry.made);
			cell[2 + i] = cell_value(permille * error);
			uint32_t place = i == OUTER ? 6 : 5 + i;
			if (i != INNER)
				cell[place] = cell_count(capped_hull_outside(&entry.made, &ours->points));
		}
		hull_free(&context, &entry.made);
		if (i == LIBRARY)
			rival->release(entry.theirs);
	}
}

static int measure_meshes(const bench_options *options, bench_table *builds, bench_table *budgets, convex_hull *last)
{
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	kilncook_context context = bench_context();
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_progress("hull", list.specs[i].name);
		bench_mesh mesh;
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		hull_entry ours = {.points = {mesh.clean.vertices[0], 0, mesh.clean.vertex_count}};
		measure_builds(builds, mesh.name, &ours, options);
		if (ours.built)
			measure_budget(budgets, mesh.name, &ours, options);
		hull_free(&context, last);
		*last = ours.ours;
		bench_mesh_free(&mesh);
	}
	return TOOL_DONE;
}

int bench_hull(const bench_options *options, bench_result *result)
{
	kilncook_context context = bench_context();
	bench_table *builds = bench_table_add(result, "hulls", build_columns, sizeof build_columns / sizeof *build_columns);
	snprintf(builds->title, sizeof builds->title,
		"convex hulls of all vertices: ms, median of %u; ratios of times, below 1 is faster; whether exact signs find "
		"a "
		"point outside the hull of the vertices",
		bench_repetitions(options));
	bench_table *budgets =
		bench_table_add(result, "budgets", budget_columns, sizeof budget_columns / sizeof *budget_columns);
	snprintf(budgets->title, sizeof budgets->title,
		"at most %u vertices: Kiln's outer and inner hull, Quickhull that stops there, Bullet's HullLibrary: largest "
		"distance in thousandths of the box's diagonal, points left outside, ms",
		(unsigned)BUDGET);
	convex_hull last = {0};
	int code = measure_meshes(options, builds, budgets, &last);
	if (code == TOOL_DONE)
		support_bench(options, result, &last);
	hull_free(&context, &last);
	return code;
}
