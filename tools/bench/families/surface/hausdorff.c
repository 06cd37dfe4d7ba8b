// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "bench/rivals/surface/rival_distance.h"
#include "common/message.h"
#include "distances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Brute force over larger meshes takes minutes.
#define TRIANGLES_MOST 300000

/// CGAL takes minutes for the distance of larger surfaces.
#define RIVAL_TRIANGLES_MOST 20000
/// In a quick run, which may be slowed down by sanitizers.
#define RIVAL_TRIANGLES_QUICK 8000

/// How far vertices are strewn, as a share of half the diagonal.
#define STREWN 1e-3

/// The share of the lower bound within which Kiln's bounds agree, and CGAL's error.
#define GAP 0.01

/// Two surfaces whose distance is measured.
typedef struct distance_entry
{
	hausdorff_surface from, to;
	hausdorff_result found;
	const rival_distance_library *rival;
	rival_distance *theirs;
	double their_distance, error;
} distance_entry;

static void run_kiln(void *user)
{
	distance_entry *e = user;
	e->found = distance_measure(&e->from, &e->to);
}

static void run_rival(void *user)
{
	distance_entry *e = user;
	e->their_distance = e->rival->measure(e->theirs, e->error);
}

static rival_mesh given(const hausdorff_surface *surface)
{
	return (rival_mesh){surface->vertices[0], surface->vertex_count, surface->triangles[0], surface->triangle_count};
}

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"other", {"other", "surface"}, "", 0},
	{"other_triangles", {"other", "triangles"}, "1", 0},
	{"kiln", {"", "Kiln"}, "ms", 0},
	{"cgal", {"", "CGAL"}, "ms", 0},
	{"kiln_over_cgal", {"Kiln/", "CGAL"}, "x", 3},
	{"lower", {"", "lower"}, "ppm", 2},
	{"upper", {"", "upper"}, "ppm", 2},
	{"cgal_distance", {"CGAL's", "distance"}, "ppm", 2},
	{"pieces", {"pieces a", "triangle"}, "1", 2},
	{"wrong", {"brute force", "wrong"}, "1", 0},
	{"differ", {"CGAL", "differs"}, "1", 0},
};

/// Measures the other library, which may be wrong by as much as Kiln's bounds may differ.
static void add_rival(table_cell *cell, distance_entry *e, double ppm, const bench_options *options)
{
	const rival_mesh meshes[2] = {given(&e->from), given(&e->to)};
	e->rival = rival_distance_cgal();
	e->error = GAP * e->found.lower;
	const uint32_t most = options->quick ? RIVAL_TRIANGLES_QUICK : RIVAL_TRIANGLES_MOST;
	if (!e->rival || !(e->error > 0) || meshes[0].triangle_count > most)
		return;
	e->theirs = e->rival->prepare(&meshes[0], &meshes[1]);
	if (!e->theirs)
		return;
	bench_contestant contestant = {.run = run_rival, .user = e};
	bench_contest(&contestant, 1, 1, options->clock);
	e->rival->release(e->theirs);
	if (e->their_distance < 0)
		return;
	const double room = e->error * (1 + 1e-6);
	cell[5] = cell_time(&contestant.samples, 1e3);
	cell[6] = cell_ratio(&cell[4], &cell[5]);
	cell[9] = cell_value(e->their_distance * ppm);
	cell[12] = cell_count(e->their_distance < e->found.lower - room || e->their_distance > e->found.upper + room);
}

static void add_row(
	bench_table *table, distance_entry *e, const bench_mesh *mesh, const char *name, const bench_options *options)
{
	bench_contestant contestant = {.run = run_kiln, .user = e};
	bench_contest(&contestant, 1, options->quick ? 1 : 3, options->clock);
	const double ppm = 1e6 / (2 * (double)mesh->radius);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_count(e->from.triangle_count);
	cell[2] = cell_text(name);
	cell[3] = cell_count(e->to.triangle_count);
	cell[4] = cell_time(&contestant.samples, 1e3);
	cell[7] = cell_value(e->found.lower * ppm);
	cell[8] = cell_value(e->found.upper * ppm);
	cell[10] = cell_value((double)e->found.pieces / ((double)e->from.triangle_count + e->to.triangle_count));
	cell[11] = cell_count(distance_wrong(&e->from, &e->to, &e->found, options->seed));
	add_rival(cell, e, ppm, options);
}

/// The distance from the same triangles with strewn vertices, and from a tenth of the triangles.
static void measure(bench_table *table, const bench_mesh *mesh, const bench_options *options)
{
	const clean_mesh *clean = &mesh->clean;
	distance_entry e = {.from = distance_surface(clean), .to = distance_surface(clean)};
	float(*moved)[3] = bench_memory(clean->vertex_count, sizeof *moved);
	uint32_t(*fewer)[3] = bench_memory(clean->triangle_count, sizeof *fewer);
	bench_random random = bench_random_make(options->seed);
	for (uint32_t i = 0; i < clean->vertex_count; ++i)
	{
		double by[3];
		bench_random_ball(&random, by);
		for (int k = 0; k < 3; ++k)
			moved[i][k] = (float)((double)clean->vertices[i][k] + STREWN * (double)mesh->radius * by[k]);
	}
	e.to.vertices = (const float(*)[3])moved;
	add_row(table, &e, mesh, "strewn", options);
	e.to = distance_surface(clean);
	e.to.triangles = (const uint32_t(*)[3])fewer;
	e.to.triangle_count = distance_meshoptimizer(clean, clean->triangle_count / 10, 1e3, false, fewer);
	if (e.to.triangle_count > 0)
		add_row(table, &e, mesh, "a tenth", options);
	free(fewer);
	free(moved);
}

/// Adds a mesh of about 100 000 triangles, of which the aim speaks.
static void add_sphere(mesh_list *list, const bench_options *options)
{
	const mesh_spec sphere = {.name = "sphere 100k", .shape = MESH_SPHERE, .size = 159};
	if (!options->quick && (!options->only || strstr(sphere.name, options->only)))
		list->specs[list->count++] = sphere;
}

int bench_hausdorff(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "hausdorff", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"certain two-sided Hausdorff distances within %g of each other, one thread, in millionths of the diagonal: "
		"from "
		"strewn vertices, and from a tenth of the triangles (meshoptimizer); CGAL's bounded_error_symmetric_Hausdorff_"
		"distance with the same error, up to %d triangles; brute force over all triangles at the farthest point and at "
		"%d others",
		GAP, RIVAL_TRIANGLES_MOST, 2 * DISTANCE_POINTS);
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	add_sphere(&list, options);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_mesh mesh;
		bench_progress("hausdorff", list.specs[i].name);
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		// Triangles of a soup share no edge to collapse.
		if (list.specs[i].shape != MESH_SOUP && mesh.clean.triangle_count <= TRIANGLES_MOST)
			measure(table, &mesh, options);
		bench_mesh_free(&mesh);
	}
	return TOOL_DONE;
}
