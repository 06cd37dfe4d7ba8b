// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "bench/scenes/art.h"
#include "clean/clean.h"
#include "common/message.h"
#include "merge/merge.h"

#include <stdlib.h>
#include <string.h>

/// A wall of (2 n + 1)^2 cells with n^2 windows through it. Each side of a cell is cut into pieces^2 squares.
typedef struct wall
{
	uint32_t windows, pieces;
	clean_mesh mesh; ///< vertices and triangles only
} wall;

/// Adds a side of a cell: its low corner, and the two axes along it, which face outwards in their order.
static void add_side(wall *w, const uint32_t at[3], int u, int v)
{
	clean_mesh *mesh = &w->mesh;
	for (uint32_t i = 0; i < w->pieces; ++i)
		for (uint32_t k = 0; k < w->pieces; ++k)
		{
			const uint32_t first = mesh->vertex_count, turn = (i * 7 + k * 5 + at[0]) % 2;
			for (uint32_t corner = 0; corner < 4; ++corner)
			{
				uint32_t p[3];
				for (int axis = 0; axis < 3; ++axis)
					p[axis] = at[axis] * w->pieces;
				p[u] += i + (corner == 1 || corner == 2);
				p[v] += k + (corner >= 2);
				for (int axis = 0; axis < 3; ++axis)
					mesh->vertices[mesh->vertex_count][axis] = (float)p[axis];
				++mesh->vertex_count;
			}
			const uint32_t two[2][3] = {{turn, turn + 1, turn + 2}, {turn + 2, (turn + 3) % 4, turn}};
			for (int t = 0; t < 2; ++t, ++mesh->triangle_count)
				for (int c = 0; c < 3; ++c)
					mesh->triangles[mesh->triangle_count][c] = first + two[t][c];
		}
}

/// Whether a cell is part of the wall. Numbers below 0 wrap around, to where no wall is.
static bool is_wall(const wall *w, uint32_t x, uint32_t y)
{
	const uint32_t side = 2 * w->windows + 1;
	return x < side && y < side && !(x % 2 && y % 2);
}

static void make_wall(wall *w)
{
	const uint32_t side = 2 * w->windows + 1;
	const size_t squares = 6 * (size_t)side * side * w->pieces * w->pieces;
	w->mesh.vertices = bench_memory(4 * squares, sizeof *w->mesh.vertices);
	w->mesh.triangles = bench_memory(2 * squares, sizeof *w->mesh.triangles);
	for (uint32_t y = 0; y < side; ++y)
		for (uint32_t x = 0; x < side; ++x)
		{
			const uint32_t low[3] = {x, y, 0};
			if (!is_wall(w, x, y))
				continue;
			add_side(w, (const uint32_t[3]){x, y, 1}, 0, 1);
			add_side(w, low, 1, 0);
			if (!is_wall(w, x - 1, y))
				add_side(w, low, 2, 1);
			if (!is_wall(w, x + 1, y))
				add_side(w, (const uint32_t[3]){x + 1, y, 0}, 1, 2);
			if (!is_wall(w, x, y - 1))
				add_side(w, low, 0, 2);
			if (!is_wall(w, x, y + 1))
				add_side(w, (const uint32_t[3]){x, y + 1, 0}, 2, 0);
		}
}

/// A mesh that is cleaned again before each turn.
typedef struct merge_entry
{
	kilncook_context context;
	bench_art art;
	clean_mesh mesh;
	merge_counts counts;
	bool done;
} merge_entry;

static void clean_again(void *user)
{
	merge_entry *e = user;
	clean_mesh_free(&e->context, &e->mesh);
	e->done = bench_art_clean(&e->context, &e->art, &e->mesh);
}

static void run_merge(void *user)
{
	merge_entry *e = user;
	const merge_options options = {0};
	e->done = e->done && merge_build(&e->context, &options, &e->mesh, &e->counts) == KILNCOOK_OK;
}

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"merged", {"merged", "triangles"}, "1", 0},
	{"fewest", {"the", "fewest"}, "1", 0},
	{"kiln", {"", "Kiln"}, "ms", 0},
	{"wrong", {"more than", "the fewest"}, "1", 0},
};

/// The polygons of n corners and h holes have n + 2 h - 2 triangles: two walls with windows, four sides of each window, and
/// four sides of the wall.
int bench_merge(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "merge", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"coplanar triangles merged into polygons, and these into the fewest triangles");
	merge_entry e = {.context = bench_context()};
	wall w = {.windows = options->quick ? 3 : 10, .pieces = options->quick ? 3 : 10};
	make_wall(&w);
	bench_art_make(&e.art, &w.mesh);
	bench_contestant contestant = {.before = clean_again, .run = run_merge, .user = &e};
	bench_contest(&contestant, 1, bench_repetitions(options), options->clock);
	const uint32_t holes = w.windows * w.windows, fewest = 2 * (4 + 4 * holes + 2 * holes - 2) + 8 * holes + 8;
	table_cell *cell = table_row(table);
	cell[0] = cell_text("wall with windows");
	cell[1] = cell_count(e.counts.before);
	cell[2] = cell_count(e.counts.after);
	cell[3] = cell_count(fewest);
	cell[4] = cell_time(&contestant.samples, 1e3);
	cell[5] = cell_count(e.done ? e.counts.after - fewest : 1);
	clean_mesh_free(&e.context, &e.mesh);
	bench_art_free(&e.art);
	free(w.mesh.triangles);
	free(w.mesh.vertices);
	return e.done ? TOOL_DONE : TOOL_INTERNAL;
}
