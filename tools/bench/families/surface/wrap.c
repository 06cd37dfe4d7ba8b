// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "bench/rivals/surface/rival_wrap.h"
#include "common/message.h"
#include "distances.h"

#include <math.h>
#include <stdlib.h>

/// Details as shares of the diagonal of the art's box, and the offset as a share of the detail.
static const double details[] = {0.05, 0.02, 0.01};
#define OFFSET_SHARE (1.0 / 15)

/// Larger meshes have the same number of cells, and take CGAL minutes.
#define TRIANGLES_MOST 100000
/// In a quick run, which may be slowed down by sanitizers.
#define TRIANGLES_QUICK 8000

/// One contestant's wrap.
typedef struct wrap_entry
{
	const clean_mesh *art;
	rival_mesh given; ///< the same
	double detail, offset;
	kilncook_context context;
	kilncook_wrap_surface ours;
	rival_wrap theirs;
	bool done;
} wrap_entry;

static void release(void *user)
{
	wrap_entry *e = user;
	kilncook_wrap_free(&e->context, &e->ours);
	free(e->theirs.vertices);
	free(e->theirs.triangles);
	e->theirs = (rival_wrap){0};
	e->ours = (kilncook_wrap_surface){0};
}

static void run_kiln(void *user)
{
	wrap_entry *e = user;
	const kilncook_wrap_art art = {(const float(*)[3])e->art->vertices, e->art->vertex_count,
		(const uint32_t(*)[3])e->art->triangles, e->art->triangle_count};
	const kilncook_wrap_options options = {.detail = e->detail, .offset = e->offset};
	e->done = kilncook_wrap_build(&e->context, &art, &options, &e->ours) == KILNCOOK_OK;
}

/// CGAL's balls get the radius at which a ball fits through an opening of the detail.
static void run_rival(void *user)
{
	wrap_entry *e = user;
	e->done = rival_wrap_cgal()->wrap(&e->given, e->detail / 2, e->offset, &e->theirs);
}

/// Copies our wrap for CGAL's judgement.
static void copy_ours(wrap_entry *e)
{
	e->theirs.vertex_count = e->ours.vertex_count;
	e->theirs.triangle_count = e->ours.triangle_count;
	e->theirs.vertices = bench_memory((size_t)e->ours.vertex_count + 1, sizeof *e->theirs.vertices);
	e->theirs.triangles = bench_memory((size_t)e->ours.triangle_count + 1, sizeof *e->theirs.triangles);
	for (uint32_t i = 0; i < e->ours.vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			e->theirs.vertices[i][k] = (double)e->ours.vertices[i][k];
	for (uint32_t i = 0; i < e->ours.triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
			e->theirs.triangles[i][k] = e->ours.triangles[i][k];
}

/// A certain upper bound of the distance from the wrap, its vertices rounded to float32, to the art.
static double distance_of(const wrap_entry *e)
{
	const rival_wrap *w = &e->theirs;
	float(*vertices)[3] = bench_memory((size_t)w->vertex_count + 1, sizeof *vertices);
	for (uint32_t i = 0; i < w->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			vertices[i][k] = (float)w->vertices[i][k];
	const hausdorff_surface from = {(const float(*)[3])vertices, (const uint32_t(*)[3])w->triangles, w->vertex_count,
								w->triangle_count},
							to = distance_surface(e->art);
	const hausdorff_options options = {.limit = -1};
	hausdorff_result result = {.upper = (double)INFINITY};
	if (hausdorff_one_sided(&e->context, &from, &to, &options, NULL, &result) != KILNCOOK_OK)
		result.upper = (double)INFINITY;
	free(vertices);
	return result.upper;
}

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"detail", {"detail /", "diagonal"}, "1", 3},
	{"kiln", {"", "Kiln"}, "ms", 0},
	{"cgal", {"", "CGAL"}, "ms", 0},
	{"kiln_over_cgal", {"Kiln/", "CGAL"}, "x", 2},
	{"kiln_triangles", {"Kiln", "triangles"}, "1", 0},
	{"cgal_triangles", {"CGAL", "triangles"}, "1", 0},
	{"kiln_distance", {"Kiln dist.", "/ stated"}, "1", 3},
	{"cgal_distance", {"CGAL dist.", "/ stated"}, "1", 3},
	{"kiln_sound", {"Kiln", "sound"}, "", 0},
	{"cgal_sound", {"CGAL", "sound"}, "", 0},
	{"cgal_outside", {"CGAL", "outside"}, "1", 0},
	{"wrong", {"Kiln", "wrong"}, "1", 0},
};

/// Fills the cells of a wrap, which is in `theirs`: 0 for Kiln's, 1 for CGAL's. Returns the number of things that are wrong:
/// a distance above the stated one, a surface that is not sound, vertices of the art that are outside.
static uint32_t fill_side(table_cell *cell, const wrap_entry *e, int side)
{
	const rival_wrap_library *rival = rival_wrap_cgal();
	const double share = distance_of(e) / (e->offset + e->detail / 2);
	uint32_t wrong = share > 1 + 1e-9;
	cell[6 + side] = cell_count(e->theirs.triangle_count);
	cell[8 + side] = cell_value(share);
	if (!rival)
		return wrong;
	const bool sound = rival->is_sound(&e->theirs);
	const uint32_t outside = rival->count_outside(&e->theirs, &e->given);
	cell[10 + side] = cell_text(sound ? "yes" : "no");
	if (side == 1)
		cell[12] = cell_count(outside);
	return wrong + !sound + outside;
}

static bool measure(bench_table *table, const bench_mesh *mesh, double share, const bench_options *options)
{
	const double detail = share * 2 * (double)mesh->radius;
	const wrap_entry entry = {.art = &mesh->clean,
		.given = bench_mesh_rival(mesh),
		.detail = detail,
		.offset = detail * OFFSET_SHARE,
		.context = bench_context()};
	wrap_entry entries[2] = {entry, entry};
	bench_contestant both[2] = {{.run = run_kiln, .after = release, .user = &entries[0]},
		{.run = run_rival, .after = release, .user = &entries[1]}};
	bench_contest(both, rival_wrap_cgal() ? 2 : 1, options->quick ? 1 : 3, options->clock);
	run_kiln(&entries[0]);
	if (!entries[0].done)
		return false;
	copy_ours(&entries[0]);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_count(mesh->clean.triangle_count);
	cell[2] = cell_value(share);
	cell[3] = cell_time(&both[0].samples, 1e3);
	cell[13] = cell_count(fill_side(cell, &entries[0], 0));
	if (rival_wrap_cgal())
	{
		run_rival(&entries[1]);
		if (entries[1].done)
			(void)fill_side(cell, &entries[1], 1);
		cell[4] = cell_time(&both[1].samples, 1e3);
		cell[5] = cell_ratio(&cell[3], &cell[4]);
	}
	release(&entries[0]);
	release(&entries[1]);
	return true;
}

int bench_wrap(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "wrap", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"closed surfaces around meshes, one thread, with an offset of a fifteenth of the detail; the radius of CGAL's "
		"balls (alpha) is half the detail: ms, triangles, the certain distance from the wrap to the art as a share of "
		"offset + detail / 2. CGAL judges both: sound means closed, manifold, without crossings; vertices of the art "
		"outside. Kiln's distance is stated, CGAL's is not");
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	const uint32_t most = options->quick ? TRIANGLES_QUICK : TRIANGLES_MOST;
	const uint32_t count = options->quick ? 1 : (uint32_t)(sizeof details / sizeof *details);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_mesh mesh;
		bool good = true;
		bench_progress("wrap", list.specs[i].name);
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		for (uint32_t k = 0; good && k < count && mesh.clean.triangle_count <= most; ++k)
			good = measure(table, &mesh, details[k], options);
		bench_mesh_free(&mesh);
		if (!good)
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
