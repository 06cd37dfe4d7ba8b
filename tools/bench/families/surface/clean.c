// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "bench/figures/duel.h"

#include "clean/edge_kinds.h"
#include "clean/triangulate.h"
#include "clean/weld.h"
#include "common/message.h"
#include "mass/mass.h"

#include <meshoptimizer.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The steps of cleaning a mesh, and its mass, each alone.

typedef struct clean_stage
{
	kilncook_context context;
	const clean_mesh *mesh;
	float (*corners)[3]; ///< the mesh as triangles that share no vertex
	float (*shaken)[3];	 ///< the same, each corner moved by less than half the tolerance
	uint32_t corner_count;
	double tolerance;
	uint32_t *ours, *theirs; ///< the number of each corner's position
	uint32_t our_count, their_count;
	uint16_t *kinds;
	mass_properties mass;
	double volume;
	bool failed;
} clean_stage;

static void weld_equal(void *user)
{
	clean_stage *it = user;
	clean_weld weld;
	if (!clean_weld_begin(&it->context, it->corner_count, &weld))
	{
		it->failed = true;
		return;
	}
	for (uint32_t i = 0; i < it->corner_count; ++i)
		it->ours[i] = clean_weld_add(&weld, it->corners[i]);
	it->our_count = weld.count;
	clean_weld_free(&it->context, &weld);
}

static void remap(void *user)
{
	clean_stage *it = user;
	it->their_count = (uint32_t)meshopt_generateVertexRemap(
		it->theirs, NULL, it->corner_count, it->corners, it->corner_count, sizeof *it->corners);
}

/// Counts the corners with different numbers: both number positions by their first use.
static uint64_t numbers_differ(void *user)
{
	const clean_stage *it = user;
	uint64_t differ = it->our_count != it->their_count || it->failed;
	for (uint32_t i = 0; i < it->corner_count; ++i)
		differ += it->ours[i] != it->theirs[i];
	return differ;
}

static void weld_near(void *user)
{
	clean_stage *it = user;
	it->failed |= !clean_weld_near(&it->context, it->shaken, it->corner_count, it->tolerance, it->ours);
}

/// Counts the corners that moved by more than the tolerance, or whose representative is not its own.
static uint64_t far_moves(void *user)
{
	const clean_stage *it = user;
	uint64_t far = it->failed;
	for (uint32_t i = 0; i < it->corner_count; ++i)
	{
		double length = 0;
		for (int k = 0; k < 3; ++k)
		{
			const double d = (double)it->shaken[i][k] - (double)it->shaken[it->ours[i]][k];
			length += d * d;
		}
		far += sqrt(length) > it->tolerance || it->ours[it->ours[i]] != it->ours[i];
	}
	return far;
}

static void find_kinds(void *user)
{
	clean_stage *it = user;
	const clean_mesh *mesh = it->mesh;
	it->failed |= !clean_edge_kinds(&it->context, (const float(*)[3])mesh->vertices, mesh->vertex_count,
		(const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, 0, it->kinds);
}

/// Counts the sides whose kind contradicts that of another triangle's side from the same to the same vertex, in a sorted list.
typedef struct clean_side
{
	uint64_t edge;
	uint32_t kind;
} clean_side;

static int by_edge(const void *left, const void *right)
{
	const clean_side *a = left, *b = right;
	return (a->edge > b->edge) - (a->edge < b->edge);
}

static uint64_t kinds_differ(void *user)
{
	const clean_stage *it = user;
	const uint32_t count = 3 * it->mesh->triangle_count;
	clean_side *sides = bench_memory(count, sizeof *sides);
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint64_t a = it->mesh->triangles[i / 3][i % 3], b = it->mesh->triangles[i / 3][(i + 1) % 3];
		sides[i] = (clean_side){a < b ? a << 32 | b : b << 32 | a, (it->kinds[i / 3] >> (3 * (i % 3))) & 7u};
	}
	qsort(sides, count, sizeof *sides, by_edge);
	uint64_t differ = it->failed;
	for (uint32_t i = 1; i < count; ++i)
		differ += sides[i].edge == sides[i - 1].edge && sides[i].kind != sides[i - 1].kind;
	free(sides);
	return differ;
}

static void find_mass(void *user)
{
	clean_stage *it = user;
	const clean_mesh *mesh = it->mesh;
	it->mass = mass_of_triangles((const float(*)[3])mesh->vertices, mesh->vertex_count,
		(const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, true);
}

/// The volume alone, as plain sums of determinants in double.
static void sum_volumes(void *user)
{
	clean_stage *it = user;
	double volume = 0;
	for (uint32_t t = 0; t < it->mesh->triangle_count; ++t)
	{
		double p[3][3];
		for (int c = 0; c < 3; ++c)
			for (int k = 0; k < 3; ++k)
				p[c][k] = (double)it->mesh->vertices[it->mesh->triangles[t][c]][k];
		volume += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
				  p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) + p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
	}
	it->volume = volume / 6;
}

static uint64_t volumes_differ(void *user)
{
	const clean_stage *it = user;
	return !(fabs(it->mass.volume - it->volume) <= 1e-9 * fabs(it->volume));
}

/// `closed`: whether the mesh has a volume.
static void measure_mesh(const bench_options *options, const bench_mesh *mesh, bool closed, bench_table *table)
{
	clean_stage it = {.context = bench_context(), .mesh = &mesh->clean, .corner_count = 3 * mesh->clean.triangle_count};
	it.tolerance = 1e-6 * (double)mesh->radius;
	it.corners = bench_memory(it.corner_count, sizeof *it.corners);
	it.shaken = bench_memory(it.corner_count, sizeof *it.shaken);
	it.ours = bench_memory(it.corner_count, sizeof *it.ours);
	it.theirs = bench_memory(it.corner_count, sizeof *it.theirs);
	it.kinds = bench_memory(mesh->clean.triangle_count, sizeof *it.kinds);
	bench_random random = bench_random_make(options->seed);
	for (uint32_t i = 0; i < it.corner_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			it.corners[i][k] = mesh->clean.vertices[mesh->clean.triangles[i / 3][i % 3]][k];
			it.shaken[i][k] = it.corners[i][k] + (float)(0.25 * it.tolerance * (2 * bench_random_unit(&random) - 1));
		}
	char names[4][64];
	static const char *const works[4] = {"equal corners welded", "near corners welded", "kinds of edges", "mass"};
	for (int i = 0; i < 4; ++i)
		snprintf(names[i], sizeof names[i], "%s, %.30s", works[i], mesh->name);
	const uint32_t repetitions = bench_repetitions(options), triangles = mesh->clean.triangle_count;
	const bench_duel duels[] = {
		{names[0], "meshoptimizer", it.corner_count, weld_equal, remap, numbers_differ, &it},
		{names[1], NULL, it.corner_count, weld_near, NULL, far_moves, &it},
		{names[2], NULL, triangles, find_kinds, NULL, kinds_differ, &it},
		{names[3], "the volume alone, plain", triangles, find_mass, sum_volumes, volumes_differ, &it},
	};
	for (size_t i = 0; i < (closed ? 4 : 3); ++i)
		bench_duel_run(&duels[i], repetitions, options->clock, table);
	free(it.kinds);
	free(it.theirs);
	free(it.ours);
	free(it.shaken);
	free(it.corners);
}

/// A disc of a wavy outline with round holes in rows.
typedef struct disc
{
	kilncook_context context;
	float (*points)[3];
	uint32_t *corners, *ends;
	uint32_t corner_count, contours;
	clean_triangulation cut;
	double area;
	bool failed;
} disc;

static void add_circle(disc *it, double x, double y, double radius, double waves, uint32_t count, bool reverse)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		const double turn = 6.283185307179586 * (reverse ? count - i : i) / count,
					 r = radius * (1 + 0.1 * sin(waves * turn));
		const uint32_t at = it->corner_count++;
		it->points[at][0] = (float)(x + r * cos(turn));
		it->points[at][1] = (float)(y + r * sin(turn));
		it->points[at][2] = 0;
		it->corners[at] = at;
	}
	it->ends[it->contours++] = it->corner_count;
}

static void cut_disc(void *user)
{
	disc *it = user;
	it->failed |=
		!clean_triangulate(&it->context, &it->cut, (const float(*)[3])it->points, it->corners, it->ends, it->contours);
}

static double cross_of(const float a[3], const float b[3])
{
	return 0.5 * ((double)a[0] * (double)b[1] - (double)a[1] * (double)b[0]);
}

/// Compares the number of triangles with the only possible one, and their area with that of the contours.
static uint64_t cuts_differ(void *user)
{
	const disc *it = user;
	double area = 0, sum = 0;
	for (uint32_t c = 0, first = 0; c < it->contours; first = it->ends[c++])
		for (uint32_t i = first; i < it->ends[c]; ++i)
			area += cross_of(it->points[i], it->points[i + 1 < it->ends[c] ? i + 1 : first]);
	for (uint32_t t = 0; t < it->cut.triangle_count; ++t)
		for (int k = 0; k < 3; ++k)
			sum += cross_of(it->points[it->cut.triangles[t][k]], it->points[it->cut.triangles[t][(k + 1) % 3]]);
	return (uint64_t)it->failed + it->cut.forced +
		   (it->cut.triangle_count != it->corner_count + 2 * (it->contours - 1) - 2) +
		   !(fabs(area - sum) <= 1e-9 * fabs(area));
}

static void measure_disc(const bench_options *options, uint32_t side, bench_table *table)
{
	const uint32_t outer = side * 100, each = 24, most = outer + side * side * each;
	disc it = {.context = bench_context(),
		.points = bench_memory(most, sizeof *it.points),
		.corners = bench_memory(most, sizeof *it.corners),
		.ends = bench_memory((size_t)side * side + 1, sizeof *it.ends)};
	add_circle(&it, 0, 0, side, 40, outer, false);
	for (uint32_t i = 0; i < side * side; ++i)
		add_circle(&it, i % side - (side - 1) / 2.0, i / side - (side - 1) / 2.0, 0.3, 3, each, true);
	char name[64];
	snprintf(name, sizeof name, "polygon with %u holes cut", it.contours - 1);
	const bench_duel duel = {name, NULL, it.corner_count, cut_disc, NULL, cuts_differ, &it};
	bench_duel_run(&duel, bench_repetitions(options), options->clock, table);
	clean_triangulation_free(&it.context, &it.cut);
	free(it.ends);
	free(it.corners);
	free(it.points);
}

int bench_clean(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_duel_table(result, "clean");
	snprintf(table->title, sizeof table->title,
		"steps of cleaning, nanoseconds a corner, a triangle (edges, mass), or a corner of a polygon; what differs "
		"from "
		"meshoptimizer's numbers or breaks the step's promise");
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_mesh mesh;
		bench_progress("clean", list.specs[i].name);
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		const bool closed = list.specs[i].shape == MESH_SPHERE || (mesh.clean.flags & KILN_MESH_CLOSED) != 0;
		measure_mesh(options, &mesh, closed, table);
		bench_mesh_free(&mesh);
	}
	for (uint32_t side = 4; side <= (options->quick ? 4 : 64); side *= 4)
		measure_disc(options, side, table);
	return TOOL_DONE;
}
