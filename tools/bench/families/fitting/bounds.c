// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "bound/bound.h"
#include "common/message.h"
#include "mass/mass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define METHODS_MAX 96

/// Work that takes longer is measured once.
#define SLOW 0.1

/// Hulls with more vertices skip the exact minimum box: for a round hull it takes minutes.
#define EXACT_VERTICES 3000

/// One method on one mesh.
typedef struct fit_entry
{
	const bound_method *method;
	const bound_input *input;
	bound_volume volume;
	bool fitted;
	bool proved;
	bench_contestant contestant;
} fit_entry;

static void run_fit(void *user)
{
	fit_entry *entry = user;
	kilncook_context context = bench_context();
	entry->fitted = bound_fit(&context, entry->method, entry->input, &entry->volume) == KILNCOOK_OK;
	if (!entry->fitted)
		tool_message("kiln-bench", "error", "fit", "%s failed", entry->method->name);
}

/// Builds the hull that the methods get as input.
typedef struct hull_entry
{
	hull_points points;
	convex_hull hull;
	bool keep; ///< set before the last repetition
} hull_entry;

static void run_hull(void *user)
{
	hull_entry *entry = user;
	kilncook_context context = bench_context();
	if (hull_build(&context, &entry->points, &entry->hull) != KILNCOOK_OK)
		entry->hull = (convex_hull){0};
}

static void free_hull(void *user)
{
	hull_entry *entry = user;
	kilncook_context context = bench_context();
	if (!entry->keep)
		hull_free(&context, &entry->hull);
}

enum
{
	METHODS,
	HULLS,
	BOXES,
	SPHERES,
	TABLES
};

static const table_column method_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"method", {"", "method"}, "", 0},
	{"volume", {"volume/", "best"}, "x", 4},
	{"area", {"area/", "best"}, "x", 4},
	{"volume_over_hull", {"volume/", "hull"}, "x", 3},
	{"time", {"", "ms"}, "ms", 3},
	{"proved", {"all", "inside"}, "", 0},
};

static const table_column hull_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"points", {"", "points"}, "1", 0},
	{"vertices", {"hull", "vertices"}, "1", 0},
	{"faces", {"hull", "faces"}, "1", 0},
	{"time", {"hull", "ms"}, "ms", 3},
	{"mass", {"mass", "us"}, "us", 1},
};

static const table_column box_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"vertices", {"hull", "vertices"}, "1", 0},
	{"best_over_exact", {"best/", "exact"}, "x", 7},
	{"search_over_exact", {"search/", "exact"}, "x", 7},
	{"surface_over_exact", {"surface/", "exact"}, "x", 4},
	{"exact", {"exact", "ms"}, "ms", 2},
	{"best", {"best", "ms"}, "ms", 2},
	{"proved", {"all", "inside"}, "", 0},
};

static const table_column sphere_columns[] = {
	{"points", {"", "points"}, "", 0},
	{"count", {"", "count"}, "1", 0},
	{"minimum", {"minimum", "ms"}, "ms", 2},
	{"pass", {"a pass", "ms"}, "ms", 3},
	{"passes", {"", "passes"}, "x", 1},
	{"differ", {"hull's", "differs"}, "1", 0},
};

/// Lists all methods, grouped by kind.
static uint32_t gather(fit_entry *entries, const bound_input *input)
{
	uint32_t count = 0;
	for (bound_kind kind = BOUND_AABB; kind < BOUND_KIND_COUNT; ++kind)
	{
		uint32_t methods;
		const bound_method *const *of_kind = bound_methods(kind, &methods);
		for (uint32_t i = 0; i < methods && count < METHODS_MAX; ++i)
		{
			if (strcmp(of_kind[i]->name, "obb-exact") == 0 && input->hull->vertex_count > EXACT_VERTICES)
				continue;
			entries[count] = (fit_entry){.method = of_kind[i], .input = input};
			entries[count].contestant = (bench_contestant){.run = run_fit, .user = &entries[count]};
			++count;
		}
	}
	return count;
}

/// Runs each method once; the fast ones then take turns.
static void contest(fit_entry *entries, uint32_t count, const bench_options *options)
{
	bench_contestant *quick = bench_memory(count, sizeof *quick);
	uint32_t quick_count = 0, *place = bench_memory(count, sizeof *place);
	for (uint32_t i = 0; i < count; ++i)
	{
		double start = options->clock();
		run_fit(&entries[i]);
		double seconds = options->clock() - start;
		samples_add(&entries[i].contestant.samples, seconds);
		if (seconds > SLOW || options->quick)
			continue;
		place[quick_count] = i;
		quick[quick_count++] = (bench_contestant){.run = run_fit, .user = &entries[i]};
	}
	bench_contest(quick, quick_count, options->quick ? 0 : bench_repetitions(options), options->clock);
	for (uint32_t i = 0; i < quick_count; ++i)
		if (quick[i].samples.count > 0)
			entries[place[i]].contestant.samples = quick[i].samples;
	free(quick);
	free(place);
}

/// Returns the least volume or area of this entry's kind; k-DOPs with any k are one kind.
static double least_of_kind(
	const fit_entry *entries, uint32_t count, const fit_entry *entry, double measure(const bound_volume *volume))
{
	double least = (double)INFINITY;
	for (uint32_t i = 0; i < count; ++i)
		if (entries[i].fitted && entries[i].method->kind == entry->method->kind && measure(&entries[i].volume) < least)
			least = measure(&entries[i].volume);
	return least;
}

static table_cell cell_share(double value, double of)
{
	return of > 0 ? cell_value(value / of) : (table_cell){0};
}

static void method_row(bench_table *table, const bench_mesh *mesh, const fit_entry *entries, uint32_t count,
	const fit_entry *entry, double hull_volume)
{
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_text(entry->method->name);
	if (!entry->fitted)
		return;
	double volume = bound_volume_of(&entry->volume), area = bound_area_of(&entry->volume);
	cell[2] = cell_share(volume, least_of_kind(entries, count, entry, bound_volume_of));
	cell[3] = cell_share(area, least_of_kind(entries, count, entry, bound_area_of));
	cell[4] = cell_share(volume, hull_volume);
	cell[5] = cell_time(&entry->contestant.samples, 1e3);
	cell[6] = cell_text(entry->proved ? "yes" : "no");
}

/// Computes the integrals over a hull.
typedef struct mass_entry
{
	const convex_hull *hull;
	mass_properties mass;
} mass_entry;

static void run_mass(void *user)
{
	mass_entry *entry = user;
	entry->mass = mass_of_hull(entry->hull);
}

/// Builds the hull and keeps it.
static bool measure_hull(bench_table *table, const bench_mesh *mesh, const bench_options *options, hull_entry *entry)
{
	*entry = (hull_entry){.points = {.positions = &mesh->clean.vertices[0][0], .count = mesh->clean.vertex_count}};
	bench_contestant builder = {.run = run_hull, .after = free_hull, .user = entry};
	bench_contest(&builder, 1, options->quick ? 1 : bench_repetitions(options), options->clock);
	entry->keep = true;
	run_hull(entry);
	if (entry->hull.vertex_count == 0)
		return false;
	mass_entry mass = {.hull = &entry->hull};
	bench_contestant integrator = {.run = run_mass, .user = &mass};
	bench_contest(&integrator, 1, bench_repetitions(options), options->clock);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_count(mesh->clean.vertex_count);
	cell[2] = cell_count(entry->hull.vertex_count);
	cell[3] = cell_count(entry->hull.face_count);
	cell[4] = cell_time(&builder.samples, 1e3);
	cell[5] = cell_time(&integrator.samples, 1e6);
	return true;
}

static void measure_methods(
	bench_table *table, const bench_mesh *mesh, const bench_options *options, const bound_input *input)
{
	fit_entry *entries = bench_memory(METHODS_MAX, sizeof *entries);
	uint32_t count = gather(entries, input);
	contest(entries, count, options);
	double hull_volume = mass_of_hull(input->hull).volume;
	for (uint32_t i = 0; i < count; ++i)
		entries[i].proved = entries[i].fitted && bound_prove(&entries[i].volume, input->points, input->count, NULL);
	for (uint32_t i = 0; i < count; ++i)
		method_row(table, mesh, entries, count, &entries[i], hull_volume);
	free(entries);
}

/// Finds the extreme vertices in random directions.
static uint32_t reduce(const convex_hull *h, uint32_t directions, uint64_t seed, float (*out)[3])
{
	bench_random random = bench_random_make(seed);
	for (uint32_t n = 0; n < directions; ++n)
	{
		double direction[3], most = -(double)INFINITY;
		bench_random_ball(&random, direction);
		for (uint32_t i = 0; i < h->vertex_count; ++i)
		{
			double d = 0;
			for (uint32_t k = 0; k < 3; ++k)
				d += (double)h->vertices[i][k] * direction[k];
			if (d > most)
				memcpy(out[n], h->vertices[i], sizeof *out);
			most = d > most ? d : most;
		}
	}
	return directions;
}

/// Measures the least box and other boxes around a few hundred of the hull's vertices.
static void measure_boxes(
	bench_table *table, const bench_mesh *mesh, const bench_options *options, const convex_hull *full)
{
	enum
	{
		EXACT,
		BEST,
		SEARCH,
		SURFACE,
		CHOSEN
	};
	static const char *const names[CHOSEN] = {"obb-exact", "obb-best", "obb-search", "obb-surface-covariance"};
	float points[400][3];
	convex_hull few;
	hull_points given = {.positions = points[0], .count = reduce(full, 400, options->seed, points)};
	kilncook_context context = bench_context();
	if (hull_build(&context, &given, &few) != KILNCOOK_OK)
		return;
	bound_input input = {.points = (const float(*)[3])points, .count = given.count, .hull = &few};
	fit_entry entries[CHOSEN];
	bench_contestant contestants[CHOSEN];
	bool proved = true;
	for (uint32_t i = 0; i < CHOSEN; ++i)
	{
		entries[i] = (fit_entry){.method = bound_method_named(names[i]), .input = &input};
		contestants[i] = (bench_contestant){.run = run_fit, .user = &entries[i]};
	}
	bench_contest(contestants, CHOSEN, options->quick ? 1 : 3, options->clock);
	double volumes[CHOSEN];
	for (uint32_t i = 0; i < CHOSEN; ++i)
	{
		volumes[i] = bound_volume_of(&entries[i].volume);
		proved = proved && entries[i].fitted && bound_prove(&entries[i].volume, input.points, input.count, NULL);
	}
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_count(few.vertex_count);
	for (uint32_t i = 0; i < 3; ++i)
		cell[2 + i] = cell_share(volumes[BEST + i], volumes[EXACT]);
	cell[5] = cell_time(&contestants[EXACT].samples, 1e3);
	cell[6] = cell_time(&contestants[BEST].samples, 1e3);
	cell[7] = cell_text(proved ? "yes" : "no");
	hull_free(&context, &few);
}

/// Finds the farthest point from the origin: every fit of a sphere needs at least one such pass.
typedef struct pass_entry
{
	const float (*points)[3];
	uint32_t count;
	double farthest;
} pass_entry;

static void run_pass(void *user)
{
	pass_entry *entry = user;
	double most = 0;
	for (uint32_t i = 0; i < entry->count; ++i)
	{
		double x = (double)entry->points[i][0], y = (double)entry->points[i][1], z = (double)entry->points[i][2];
		double d = x * x + y * y + z * z;
		most = d > most ? d : most;
	}
	entry->farthest = most;
}

/// Distributes points uniformly in the unit ball (0), on its surface (1), or in the unit cube (2).
static void strew(float (*points)[3], uint32_t count, int shape, uint64_t seed)
{
	bench_random random = bench_random_make(seed);
	for (uint32_t i = 0; i < count; ++i)
	{
		double p[3];
		bench_random_ball(&random, p);
		double length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
		for (uint32_t k = 0; k < 3; ++k)
			points[i][k] = (float)(shape == 0 ? p[k] : shape == 1 ? p[k] / length : bench_random_unit(&random));
	}
}

static void measure_sphere(bench_table *table, const char *name, int shape, const bench_options *options)
{
	uint32_t count = options->quick ? 50000 : 1000000;
	float(*points)[3] = bench_memory(count, sizeof *points);
	strew(points, count, shape, options->seed);
	bound_input input = {.points = (const float(*)[3])points, .count = count};
	fit_entry fit = {.method = bound_method_named("sphere-minimum"), .input = &input};
	pass_entry pass = {.points = input.points, .count = count};
	bench_contestant contestants[2] = {{.run = run_fit, .user = &fit}, {.run = run_pass, .user = &pass}};
	bench_contest(contestants, 2, bench_repetitions(options), options->clock);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(name);
	cell[1] = cell_count(count);
	cell[2] = cell_time(&contestants[0].samples, 1e3);
	cell[3] = cell_time(&contestants[1].samples, 1e3);
	cell[4] = cell_ratio(&cell[2], &cell[3]);
	kilncook_context context = bench_context();
	convex_hull h;
	if (hull_build(&context, &(hull_points){.positions = points[0], .count = count}, &h) == KILNCOOK_OK)
	{
		bound_input corners = {.points = (const float(*)[3])h.vertices, .count = h.vertex_count, .hull = &h};
		fit_entry on_hull = {.method = fit.method, .input = &corners};
		run_fit(&on_hull);
		bool same = fit.fitted && on_hull.fitted && fit.volume.sphere.radius == on_hull.volume.sphere.radius;
		cell[5] = cell_count(!same);
		hull_free(&context, &h);
	}
	free(points);
}

static bool measure_mesh(bench_result *result, const bench_mesh *mesh, const bench_options *options)
{
	hull_entry entry;
	if (!measure_hull(&result->tables[HULLS], mesh, options, &entry))
		return false;
	bound_input input = {
		.points = (const float(*)[3])mesh->clean.vertices, .count = mesh->clean.vertex_count, .hull = &entry.hull};
	measure_methods(&result->tables[METHODS], mesh, options, &input);
	measure_boxes(&result->tables[BOXES], mesh, options, &entry.hull);
	kilncook_context context = bench_context();
	hull_free(&context, &entry.hull);
	return true;
}

static void add_tables(bench_result *result, const bench_options *options)
{
	bench_table *tables[TABLES] = {
		bench_table_add(result, "bounds", method_columns, sizeof method_columns / sizeof *method_columns),
		bench_table_add(result, "hulls", hull_columns, sizeof hull_columns / sizeof *hull_columns),
		bench_table_add(result, "least_boxes", box_columns, sizeof box_columns / sizeof *box_columns),
		bench_table_add(result, "minimum_spheres", sphere_columns, sizeof sphere_columns / sizeof *sphere_columns),
	};
	snprintf(tables[METHODS]->title, sizeof tables[METHODS]->title,
		"volumes fitted to the hull, beside the best of their kind and beside the hull: median of %u, once from %.1f s "
		"on; every point of the mesh proved inside",
		options->quick ? 1 : bench_repetitions(options), SLOW);
	snprintf(tables[HULLS]->title, sizeof tables[HULLS]->title, "the hulls of all vertices, and integrals over them");
	snprintf(tables[BOXES]->title, sizeof tables[BOXES]->title,
		"boxes around the extreme vertices in 400 directions: volumes beside the exact minimum");
	snprintf(tables[SPHERES]->title, sizeof tables[SPHERES]->title,
		"the exact minimum sphere of points without a hull, in passes over them; beside that of the hull");
}

int bench_bounds(const bench_options *options, bench_result *result)
{
	add_tables(result, options);
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_progress("bounds", list.specs[i].name);
		bench_mesh mesh;
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		bool measured = measure_mesh(result, &mesh, options);
		bench_mesh_free(&mesh);
		if (!measured)
			return TOOL_INTERNAL;
	}
	static const char *const shapes[] = {"in a ball", "on a sphere", "in a cube"};
	for (int i = 0; i < 3 && !options->only; ++i)
	{
		bench_progress("bounds", shapes[i]);
		measure_sphere(&result->tables[SPHERES], shapes[i], i, options);
	}
	return TOOL_DONE;
}
