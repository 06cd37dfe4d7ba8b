// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "bench/bench.h"

#include "bench/figures/apart.h"
#include "bench/scenes/art.h"
#include "bench/scenes/files.h"
#include "clean/adjacency.h"
#include "clean/clean.h"
#include "common/message.h"
#include "distances.h"
#include "import/import.h"
#include "simplify/simplify_mesh.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The searches and the measurements of meshoptimizer's results take minutes for larger meshes.
#define TRIANGLES_MOST 100000

/// Smaller meshes of art files are left out.
#define TRIANGLES_LEAST 200

/// Files of fewer triangles have a row of their own only where the aim is missed.
#define LARGE 20000

/// The shares of triangles that are left: the first one that Kiln reaches to a hundredth, or the last.
static const uint32_t shares[] = {10, 4, 2};

/// Borders move, or stay.
#define WAYS 2

/// Steps of the bisection for meshoptimizer's fewest triangles within a distance.
#define BISECTION 12

/// The aim: Kiln's distance over meshoptimizer's at the same number of triangles.
#define AIM 1.05

/// Distances below this share of the diagonal are rounding.
#define FLAT 1e-7

/// One of both.
typedef struct simplify_side
{
	uint32_t count;	 ///< of triangles, at the share
	uint32_t fewest; ///< of triangles, within meshoptimizer's distance
	double distance; ///< at the share: the certain upper bound, as a share of the diagonal
	double seconds;	 ///< to the share
} simplify_side;

/// What is found out about one mesh, perhaps by a child.
typedef struct simplify_outcome
{
	uint32_t triangles; ///< 0: nothing was measured
	bool borders_stay;
	simplify_side kiln, alone;
	double within_seconds; ///< of Kiln, to the fewest triangles
	bool lost;			   ///< meshoptimizer's result at the share does not keep the topology
	bool fewest_lost;	   ///< nor does the one of the fewest triangles
	uint32_t wrong;		   ///< Kiln's bounds that brute force contradicts, or that exceed the error which was asked for
} simplify_outcome;

static double diagonal_of(const clean_mesh *mesh)
{
	double square = 0;
	for (int k = 0; k < 3; ++k)
	{
		float low = mesh->vertices[0][k], high = low;
		for (uint32_t i = 1; i < mesh->vertex_count; ++i)
		{
			low = fminf(low, mesh->vertices[i][k]);
			high = fmaxf(high, mesh->vertices[i][k]);
		}
		square += ((double)high - (double)low) * ((double)high - (double)low);
	}
	return sqrt(square);
}

static hausdorff_surface with_triangles(const clean_mesh *mesh, uint32_t (*triangles)[3], uint32_t count)
{
	hausdorff_surface surface = distance_surface(mesh);
	surface.triangles = (const uint32_t(*)[3])triangles;
	surface.triangle_count = count;
	return surface;
}

/// Simplifies a copy of the mesh. Counts a bound that is wrong. Returns the seconds.
static double run_kiln(const clean_mesh *mesh, const simplify_mesh_options *asked, const bench_options *options,
	clean_mesh *made, simplify_outcome *out, double *distance)
{
	const kilncook_context context = bench_context();
	simplify_mesh_counts counts = {0};
	bench_art art;
	bench_art_make(&art, mesh);
	bool done = bench_art_clean(&context, &art, made);
	const double begin = options->clock();
	done = done && simplify_mesh(&context, asked, made, &counts) == KILNCOOK_OK;
	const double seconds = options->clock() - begin;
	bench_art_free(&art);
	*distance = counts.upper;
	if (done && counts.after < counts.before)
	{
		const hausdorff_surface from = distance_surface(mesh), to = distance_surface(made);
		hausdorff_result result = distance_measure(&from, &to);
		out->wrong += result.lower > counts.upper || result.upper < counts.lower;
		out->wrong += asked->error > 0 && result.lower > asked->error;
		out->wrong += distance_wrong(&from, &to, &result, options->seed);
	}
	out->wrong += !done;
	return seconds;
}

/// The topology of triangles.
typedef struct topology
{
	uint32_t flags, components;
	int64_t euler_characteristic;
	bool judged;
} topology;

static topology topology_of(const clean_mesh *mesh, uint32_t (*triangles)[3], uint32_t count)
{
	const kilncook_context context = bench_context();
	clean_verdict verdict = {.flags = 0};
	uint32_t used = 0;
	topology out = {.flags = 0};
	// A verdict needs vertices that are all used.
	uint32_t *numbers = bench_memory(mesh->vertex_count, sizeof *numbers);
	uint32_t(*compact)[3] = bench_memory((size_t)count + 1, sizeof *compact);
	memset(numbers, 0xff, mesh->vertex_count * sizeof *numbers);
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t *number = &numbers[triangles[i][k]];
			if (*number == KILN_NONE)
				*number = used++;
			compact[i][k] = *number;
		}
	out.judged = count > 0 &&
				 clean_judge_surface(&context, (const uint32_t(*)[3])compact, count, used, &verdict, &out.components);
	out.flags = verdict.flags;
	out.euler_characteristic = verdict.euler_characteristic;
	free(compact);
	free(numbers);
	return out;
}

/// Whether triangles of the mesh's vertices are as closed, manifold and wound as the mesh, with the same Euler characteristic and
/// as many connected parts.
static bool keeps_topology(const clean_mesh *mesh, uint32_t (*triangles)[3], uint32_t count)
{
	const topology was = topology_of(mesh, mesh->triangles, mesh->triangle_count);
	const topology is = topology_of(mesh, triangles, count);
	return was.judged && is.judged && (was.flags & ~is.flags) == 0 && was.components == is.components &&
		   was.euler_characteristic == is.euler_characteristic;
}

/// Finds the fewest triangles of meshoptimizer alone whose certain distance is at most this, by bisection of its own error.
static void find_fewest(const clean_mesh *mesh, double distance, uint32_t (*triangles)[3], simplify_outcome *out)
{
	const hausdorff_surface from = distance_surface(mesh);
	double low = 0, high = 1;
	for (int i = 0; i < BISECTION; ++i)
	{
		const double middle = (low + high) / 2;
		const uint32_t count = distance_meshoptimizer(mesh, 0, middle, out->borders_stay, triangles);
		const hausdorff_surface to = with_triangles(mesh, triangles, count);
		const bool within = count > 0 && distance_within(&from, &to, distance);
		if (within && count < out->alone.fewest)
		{
			out->alone.fewest = count;
			out->fewest_lost = !keeps_topology(mesh, triangles, count);
		}
		*(within ? &low : &high) = middle;
	}
}

static void measure_alone(const clean_mesh *mesh, double diagonal, const bench_options *options, simplify_outcome *out)
{
	uint32_t(*triangles)[3] = bench_memory(mesh->triangle_count, sizeof *triangles);
	const double begin = options->clock();
	out->alone.count = distance_meshoptimizer(mesh, out->kiln.count, 1e3, out->borders_stay, triangles);
	out->alone.seconds = options->clock() - begin;
	const hausdorff_surface from = distance_surface(mesh), to = with_triangles(mesh, triangles, out->alone.count);
	const double distance = distance_measure(&from, &to).upper;
	out->alone.distance = distance / diagonal;
	out->lost = out->fewest_lost = !keeps_topology(mesh, triangles, out->alone.count);
	out->alone.fewest = out->alone.count;
	find_fewest(mesh, distance, triangles, out);
	free(triangles);
}

/// Kiln simplifies first, and meshoptimizer to the same number of triangles.
static void measure_way(const clean_mesh *mesh, bool borders_stay, const bench_options *options, simplify_outcome *out)
{
	const kilncook_context context = bench_context();
	const double diagonal = diagonal_of(mesh);
	simplify_mesh_options asked = {.borders_move = !borders_stay};
	clean_mesh made = {0};
	double distance;
	*out = (simplify_outcome){.borders_stay = borders_stay};
	for (size_t i = 0; i < sizeof shares / sizeof *shares; ++i)
	{
		asked.triangles = mesh->triangle_count / shares[i];
		out->kiln.seconds = run_kiln(mesh, &asked, options, &made, out, &distance);
		out->kiln.count = made.triangle_count;
		out->kiln.distance = distance / diagonal;
		clean_mesh_free(&context, &made);
		if (out->kiln.count <= asked.triangles + asked.triangles / 100)
			break;
	}
	measure_alone(mesh, diagonal, options, out);
	out->kiln.fewest = mesh->triangle_count;
	if (out->alone.distance > FLAT && isfinite(out->alone.distance))
	{
		asked = (simplify_mesh_options){.error = out->alone.distance * diagonal, .borders_move = !borders_stay};
		out->within_seconds = run_kiln(mesh, &asked, options, &made, out, &distance);
		out->kiln.fewest = made.triangle_count;
		clean_mesh_free(&context, &made);
	}
	out->triangles = mesh->triangle_count;
}

/// Measures both ways, where there are borders.
static void measure_mesh(const clean_mesh *mesh, const bench_options *options, simplify_outcome out[WAYS])
{
	for (int i = 0; i < (mesh->boundary_edges > 0 ? WAYS : 1); ++i)
		measure_way(mesh, i == 1, options, &out[i]);
}

/// An art file for a child.
typedef struct simplify_order
{
	const char *path;
	const bench_options *options;
} simplify_order;

/// Measures the largest mesh of a file.
static void run_order(void *user, void *result)
{
	const simplify_order *order = user;
	kilncook_context context = {0};
	art_scene scene = {0};
	clean_mesh largest = {0};
	// Broken art may make an importer speak.
	int nowhere = open("/dev/null", O_WRONLY);
	if (nowhere >= 0)
		(void)dup2(nowhere, STDERR_FILENO);
	if (art_import(&context, order->path, NULL, &scene) != KILNCOOK_OK)
		return;
	for (uint32_t i = 0; i < scene.mesh_count; ++i)
	{
		const clean_options options = {0};
		clean_mesh mesh = {0};
		if (clean_build(&context, &scene, &i, 1, NULL, &options, &mesh) != KILNCOOK_OK)
			continue;
		const bool larger = mesh.triangle_count > largest.triangle_count && mesh.triangle_count <= TRIANGLES_MOST;
		clean_mesh_free(&context, larger ? &largest : &mesh);
		if (larger)
			largest = mesh;
	}
	if (largest.triangle_count >= TRIANGLES_LEAST)
		measure_mesh(&largest, order->options, result);
}

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"alone", {"alone", "triangles"}, "1", 0},
	{"kiln", {"Kiln", "triangles"}, "1", 0},
	{"alone_distance", {"alone", "distance"}, "ppm", 1},
	{"kiln_distance", {"Kiln", "distance"}, "ppm", 1},
	{"kiln_over_alone", {"Kiln/", "alone"}, "x", 3},
	{"alone_fewest", {"within it", "alone"}, "1", 0},
	{"kiln_fewest", {"within it", "Kiln"}, "1", 0},
	{"fewest_over_alone", {"Kiln/", "alone"}, "x", 3},
	{"alone_ms", {"", "alone"}, "ms", 1},
	{"kiln_ms", {"Kiln to", "triangles"}, "ms", 0},
	{"kiln_within_ms", {"Kiln", "within"}, "ms", 0},
	{"alone_keeps", {"alone", "keeps"}, "", 0},
	{"fewest_keeps", {"within it", "keeps"}, "", 0},
	{"wrong", {"bounds", "wrong"}, "1", 0},
};

static const table_column total_columns[] = {
	{"meshes", {"", "meshes"}, "1", 0},
	{"kiln_over_alone", {"distance", "median"}, "x", 3},
	{"fewest_over_alone", {"fewest", "median"}, "x", 3},
	{"reached", {"aim", "reached"}, "1", 0},
	{"missed", {"aim", "missed"}, "1", 0},
	{"missed_lost", {"of these,", "alone lost"}, "1", 0},
	{"lost", {"alone", "lost"}, "1", 0},
	{"wrong", {"bounds", "wrong"}, "1", 0},
};

/// Sums over meshes, and their ratios.
typedef struct simplify_total
{
	double ratios[2][BENCH_FILES_MAX]; ///< of distances, of fewest triangles
	uint32_t meshes, reached, missed_lost, lost, wrong;
} simplify_total;

/// Whether both have about the same number of triangles.
static bool same_count(const simplify_outcome *o)
{
	return o->kiln.count <= o->alone.count + o->alone.count / 100;
}

/// Kiln's distance over meshoptimizer's; 1 where both are rounding, infinity where Kiln has more triangles.
static double distance_ratio(const simplify_outcome *o)
{
	if (!same_count(o))
		return (double)INFINITY;
	if (o->alone.distance <= FLAT && o->kiln.distance <= FLAT)
		return 1;
	return o->kiln.distance / o->alone.distance;
}

static double fewest_ratio(const simplify_outcome *o)
{
	return o->alone.distance <= FLAT ? 1 : (double)o->kiln.fewest / (double)o->alone.fewest;
}

/// The same number of triangles at little more distance, or fewer triangles within the same distance.
static bool has_reached(const simplify_outcome *o)
{
	return distance_ratio(o) <= AIM || (o->alone.distance > FLAT && o->kiln.fewest <= o->alone.fewest);
}

static void add_outcome(
	simplify_total *total, bench_table *table, const char *name, bool always, const simplify_outcome *o)
{
	const bool reached = has_reached(o);
	total->ratios[0][total->meshes] = distance_ratio(o);
	total->ratios[1][total->meshes] = fewest_ratio(o);
	++total->meshes;
	total->reached += reached;
	total->lost += o->lost;
	total->missed_lost += !reached && (o->lost || o->fewest_lost);
	total->wrong += o->wrong;
	if (!always && reached && !o->wrong && o->triangles < LARGE)
		return;
	table_cell *cell = table_row(table);
	char text[sizeof cell->text];
	snprintf(text, sizeof text, "%s%s", name, o->borders_stay ? ", borders stay" : "");
	cell[0] = cell_text(text);
	cell[1] = cell_count(o->triangles);
	cell[2] = cell_count(o->alone.count);
	cell[3] = cell_count(o->kiln.count);
	cell[4] = cell_value(1e6 * o->alone.distance);
	cell[5] = cell_value(1e6 * o->kiln.distance);
	cell[6] = same_count(o) ? cell_value(distance_ratio(o)) : (table_cell){.kind = CELL_NONE};
	cell[7] = cell_count(o->alone.fewest);
	cell[8] = cell_count(o->kiln.fewest);
	cell[9] = cell_value(fewest_ratio(o));
	cell[10] = cell_value(1e3 * o->alone.seconds);
	cell[11] = cell_value(1e3 * o->kiln.seconds);
	cell[12] = cell_value(1e3 * o->within_seconds);
	cell[13] = cell_text(o->lost ? "no" : "yes");
	cell[14] = cell_text(o->fewest_lost ? "no" : "yes");
	cell[15] = cell_count(o->wrong);
}

static int compare_ratios(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return a < b ? -1 : a > b;
}

static void fill_total(bench_table *table, simplify_total *total)
{
	table_cell *cell = table_row(table);
	cell[0] = cell_count(total->meshes);
	for (int i = 0; i < 2 && total->meshes > 0; ++i)
	{
		qsort(total->ratios[i], total->meshes, sizeof *total->ratios[i], compare_ratios);
		cell[1 + i] = cell_value(total->ratios[i][total->meshes / 2]);
	}
	cell[3] = cell_count(total->reached);
	cell[4] = cell_count(total->meshes - total->reached);
	cell[5] = cell_count(total->missed_lost);
	cell[6] = cell_count(total->lost);
	cell[7] = cell_count(total->wrong);
}

/// Measures the meshes of every family, but soups, whose triangles share no edge to collapse.
static bool measure_list(const bench_options *options, bench_table *table, simplify_total *total)
{
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_mesh mesh;
		simplify_outcome outcomes[WAYS] = {{.triangles = 0}};
		bench_progress("simplify", list.specs[i].name);
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return false;
		if (list.specs[i].shape != MESH_SOUP && mesh.clean.triangle_count <= TRIANGLES_MOST)
			measure_mesh(&mesh.clean, options, outcomes);
		bench_mesh_free(&mesh);
		for (int k = 0; k < WAYS; ++k)
			if (outcomes[k].triangles > 0)
				add_outcome(total, table, list.specs[i].name, true, &outcomes[k]);
	}
	return true;
}

static bool is_dragon(const char *name)
{
	return strncmp(name, "dragon_vrip", 11) == 0;
}

static void measure_files(const bench_options *options, bench_table *table, simplify_total *total)
{
	bench_files *files = bench_memory(1, sizeof *files);
	files->count = 0;
	if (!options->quick)
		bench_files_list(options->models, files);
	const size_t skip = strlen(options->models) + 1;
	for (uint32_t i = 0; i < files->count; ++i)
	{
		const char *path = files->paths[i], *name = path + skip;
		simplify_order order = {path, options};
		simplify_outcome outcomes[WAYS] = {{.triangles = 0}};
		const bench_apart apart = {run_order, &order, sizeof outcomes};
		// The dragons are among the meshes of every family.
		if (is_dragon(name) || total->meshes + WAYS > BENCH_FILES_MAX ||
			(options->only && !strstr(path, options->only)))
			continue;
		bench_progress("simplify", name);
		if (!bench_run_apart(&apart, outcomes))
			continue;
		for (int k = 0; k < WAYS; ++k)
			if (outcomes[k].triangles > 0)
				add_outcome(total, table, name, false, &outcomes[k]);
	}
	bench_files_free(files);
	free(files);
}

int bench_simplify(const bench_options *options, bench_result *result)
{
	bench_table *tables[2] = {bench_table_add(result, "simplify", columns, sizeof columns / sizeof *columns),
		bench_table_add(result, "simplify_total", total_columns, sizeof total_columns / sizeof *total_columns)};
	snprintf(tables[0]->title, sizeof tables[0]->title,
		"simplified to a tenth, a quarter or a half, the first that Kiln reaches, beside meshoptimizer alone at the "
		"same number of triangles: certain two-sided "
		"Hausdorff "
		"distances, in millionths of the diagonal; then the fewest triangles within meshoptimizer's distance; Kiln "
		"keeps topology, and both keep borders where these stay. Of files: the largest mesh, if it has %d triangles or "
		"the aim is missed",
		LARGE);
	snprintf(tables[1]->title, sizeof tables[1]->title,
		"all of them: medians of ratios; meshes with at most %g of meshoptimizer's distance, or no more triangles "
		"within "
		"it, and the others; meshes whose topology meshoptimizer's result does not keep: closed, manifold, wound, "
		"Euler characteristic, parts",
		AIM);
	simplify_total *total = bench_memory(1, sizeof *total);
	*total = (simplify_total){.meshes = 0};
	const bool good = measure_list(options, tables[0], total);
	if (good)
		measure_files(options, tables[0], total);
	fill_total(tables[1], total);
	free(total);
	return good ? TOOL_DONE : TOOL_REFUSED;
}
