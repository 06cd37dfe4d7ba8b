// SPDX-License-Identifier: MIT
#include "support_bench.h"

#include "common/message.h"
#include "hull/pack/internal.h"
#include "hull/view.h"
#include "simd/isa.h"

#include <math.h>
#include <stdlib.h>

/// Directions of the queries: random ones, and directions that turn by about a fiftieth of a radian each.
#define DIRECTIONS 4096
/// For hulls with more vertices, the scan runs with fewer directions.
#define SCAN_SHARE 5000

/// Hierarchies are built from this size on, so that the table shows where they become faster.
#define HIERARCHY_FROM 64

typedef struct support_entry
{
	kiln_hull view;	  ///< with a hierarchy from HIERARCHY_FROM vertices on
	kiln_hull cooked; ///< as the cooker packs it
	kiln_vec3 anywhere[DIRECTIONS];
	kiln_vec3 turning[DIRECTIONS];
	uint32_t scans;
	uint32_t sum; ///< sum of the answers, so that the compiler keeps the queries
} support_entry;

static void run_scan(void *user)
{
	support_entry *e = user;
	for (uint32_t i = 0; i < e->scans; ++i)
		e->sum += kiln_hull_support_scan(&e->view, e->anywhere[i]);
}

static void run_cold(void *user)
{
	support_entry *e = user;
	for (uint32_t i = 0; i < DIRECTIONS; ++i)
		e->sum += kiln_hull_support_climb(&e->view, e->anywhere[i], NULL);
}

static void run_warm(void *user)
{
	support_entry *e = user;
	uint32_t seed = KILN_NONE;
	for (uint32_t i = 0; i < DIRECTIONS; ++i)
		e->sum += kiln_hull_support_climb(&e->view, e->turning[i], &seed);
}

static void run_hierarchy(void *user)
{
	support_entry *e = user;
	for (uint32_t i = 0; i < DIRECTIONS; ++i)
		e->sum += kiln_hull_support_hierarchy(&e->view, e->anywhere[i]);
}

static void run_chosen(void *user)
{
	support_entry *e = user;
	for (uint32_t i = 0; i < DIRECTIONS; ++i)
		e->sum += kiln_hull_support(&e->cooked, e->anywhere[i], NULL);
}

enum
{
	SCAN,
	COLD,
	WARM,
	HIERARCHY,
	CHOSEN,
	WAYS
};

static const table_column columns[] = {
	{"hull", {"", "hull"}, "", 0},
	{"vertices", {"", "vertices"}, "1", 0},
	{"levels", {"", "levels"}, "1", 0},
	{"scan", {"", "scan"}, "ns", 1},
	{"cold", {"climb", "cold"}, "ns", 1},
	{"warm", {"climb", "warm"}, "ns", 1},
	{"hierarchy", {"", "hierarchy"}, "ns", 1},
	{"chosen", {"chosen", "cold"}, "ns", 1},
	{"hierarchy_over_cold", {"hierarchy/", "climb cold"}, "x", 2},
	{"answers", {"", "answers"}, "", 0},
};

static void fill_directions(support_entry *e, uint64_t seed)
{
	bench_random random = bench_random_make(seed);
	double x = 1, y = 0;
	for (uint32_t i = 0; i < DIRECTIONS; ++i)
	{
		double p[3], turn = 0.02 + 0.01 * bench_random_unit(&random), length = sqrt(1 + turn * turn);
		bench_random_ball(&random, p);
		e->anywhere[i] = (kiln_vec3){(float)p[0], (float)p[1], (float)p[2]};
		double turned = (x - turn * y) / length;
		y = (y + turn * x) / length;
		x = turned;
		e->turning[i] = (kiln_vec3){(float)x, (float)(0.8 * y), (float)(0.6 * y)};
	}
}

/// Whether all methods find vertices of the same height.
static bool answers_agree(const support_entry *e)
{
	for (uint32_t i = 0; i < e->scans; ++i)
	{
		kiln_vec3 d = e->anywhere[i];
		const uint32_t answers[4] = {kiln_hull_support_scan(&e->view, d), kiln_hull_support_climb(&e->view, d, NULL),
			kiln_hull_support_hierarchy(&e->view, d), kiln_hull_support(&e->view, d, NULL)};
		for (int k = 1; k < 4; ++k)
		{
			kiln_vec3 a = kiln_hull_vertex(&e->view, answers[0]), b = kiln_hull_vertex(&e->view, answers[k]);
			const float n[3] = {d.x, d.y, d.z}, of_a[3] = {a.x, a.y, a.z}, of_b[3] = {b.x, b.y, b.z};
			const hull_height height = hull_height_of(n, of_b);
			if (hull_compare_to(n, of_a, of_b, &height) != 0)
				return false;
		}
	}
	return true;
}

static void measure(
	bench_table *table, const char *name, const convex_hull *h, support_entry *e, const bench_options *options)
{
	static void (*const runs[WAYS])(void *) = {run_scan, run_cold, run_warm, run_hierarchy, run_chosen};
	kilncook_context context = bench_context();
	packed_hull packed = {0}, cooked = {0};
	if (hull_pack_from(&context, h, HIERARCHY_FROM, &packed) != KILNCOOK_OK ||
		hull_pack(&context, h, true, &cooked) != KILNCOOK_OK)
	{
		packed_hull_free(&context, &packed);
		return;
	}
	kilni_hull_view_arrays(&packed.head, packed.data, kilni_isa_resolve(KILN_ISA_AUTO), &e->view);
	kilni_hull_view_arrays(&cooked.head, cooked.data, kilni_isa_resolve(KILN_ISA_AUTO), &e->cooked);
	e->scans = h->vertex_count > SCAN_SHARE ? DIRECTIONS / 16 : DIRECTIONS;
	bench_contestant contestants[WAYS];
	for (uint32_t i = 0; i < WAYS; ++i)
		contestants[i] = (bench_contestant){.run = runs[i], .user = e};
	bench_contest(contestants, WAYS, bench_repetitions(options), options->clock);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(name);
	cell[1] = cell_count(h->vertex_count);
	cell[2] = cell_count(e->view.level_count);
	for (uint32_t i = 0; i < WAYS; ++i)
		cell[3 + i] = cell_time(&contestants[i].samples, 1e9 / (i == SCAN ? e->scans : DIRECTIONS));
	if (e->view.level_count)
		cell[8] = cell_ratio(&cell[6], &cell[4]);
	else
		cell[6] = (table_cell){.kind = CELL_NONE};
	cell[9] = cell_text(answers_agree(e) ? "equal" : "DIFFER");
	packed_hull_free(&context, &packed);
	packed_hull_free(&context, &cooked);
}

/// Makes `count` points on an ellipsoid.
static bool ellipsoid(uint32_t count, uint64_t seed, convex_hull *out)
{
	kilncook_context context = bench_context();
	bench_random random = bench_random_make(seed);
	float(*points)[3] = bench_memory(count, sizeof *points);
	for (uint32_t i = 0; i < count; ++i)
	{
		double p[3], length;
		do
		{
			bench_random_ball(&random, p);
			length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
		} while (length < 0.1);
		for (int axis = 0; axis < 3; ++axis)
			points[i][axis] = (float)((3 - axis) * p[axis] / length);
	}
	bool built = hull_build(&context, &(hull_points){points[0], 0, count}, out) == KILNCOOK_OK;
	free(points);
	return built;
}

void support_bench(const bench_options *options, bench_result *result, const convex_hull *last)
{
	static const uint32_t counts[] = {16, 64, 256, 1024, 4096, 8192, 16384, 32768, 100000, 300000};
	bench_table *table = bench_table_add(result, "supports", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"support mappings of hulls: ns a query, median of %u; random directions, and for the warm climb turning ones; "
		"hierarchies from %u vertices on, cooked and chosen from %u on",
		bench_repetitions(options), (unsigned)HIERARCHY_FROM, (unsigned)HULL_HIERARCHY_FROM);
	support_entry *entry = bench_memory(1, sizeof *entry);
	entry->sum = 0;
	fill_directions(entry, options->seed);
	for (size_t i = 0; i < (options->quick ? 5 : sizeof counts / sizeof *counts); ++i)
	{
		convex_hull h;
		kilncook_context context = bench_context();
		bench_progress("hull", "supports");
		if (!ellipsoid(counts[i], options->seed, &h))
			continue;
		measure(table, "ellipsoid", &h, entry, options);
		hull_free(&context, &h);
	}
	if (last->dimension == 3)
		measure(table, "the last mesh's", last, entry, options);
	free(entry);
}
