// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "bench/bench.h"

#include "bench/figures/apart.h"
#include "bench/rivals/surface/rival_surface.h"
#include "bench/scenes/art.h"
#include "bench/scenes/files.h"
#include "clean/clean.h"
#include "common/message.h"
#include "import/import.h"
#include "repair/repair.h"
#include "survey/survey.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The tolerance of the survey, as kiln-cook has it.
#define TOLERANCE 1e-4

/// Files of fewer triangles have no row of their own.
#define LARGE 20000

enum
{
	STAGE_SURVEY, ///< without pairs of triangles
	STAGE_PAIRS,  ///< Kiln: a whole survey with pairs; CGAL: the pairs alone
	STAGE_REPAIR,
	STAGES,
};

/// What a child finds out about one file: sums over its meshes.
typedef struct survey_outcome
{
	double seconds[STAGES][2]; ///< Kiln, CGAL
	uint64_t triangles, pairs;
	uint64_t differ_pairs;	  ///< pairs that one of both has only
	uint32_t meshes, failed;  ///< failed: CGAL gave up, or Kiln reached a limit of work
	uint32_t differ_verdicts; ///< meshes
	uint32_t better, worse;	  ///< repaired meshes, by CGAL's verdict
	uint32_t other;			  ///< repaired meshes that are better in one respect and worse in another
} survey_outcome;

/// A mesh in turns.
typedef struct survey_entry
{
	const kilncook_context *context;
	const art_scene *scene;
	uint32_t number;
	clean_mesh mesh, repaired;
	survey found;
	bool pairs;
	const rival_surface_library *rival;
	rival_surface *theirs;
	double diagonal;
	bool done[STAGES];
	kilncook_repair_row rows[KILNCOOK_REPAIR_END];
} survey_entry;

static bool make_mesh(const survey_entry *e, clean_mesh *mesh)
{
	const clean_options options = {0};
	return clean_build(e->context, e->scene, &e->number, 1, NULL, &options, mesh) == KILNCOOK_OK;
}

static void run_survey(void *user)
{
	survey_entry *e = user;
	const survey_options options = {.tolerance = TOLERANCE, .listed = 16, .pairs = e->pairs};
	survey_free(e->context, &e->found);
	(void)survey_build(e->context, &e->mesh, &options, &e->found);
}

static void before_repair(void *user)
{
	survey_entry *e = user;
	clean_mesh_free(e->context, &e->repaired);
	(void)make_mesh(e, &e->repaired);
}

static void run_repair(void *user)
{
	survey_entry *e = user;
	const repair_options options = {KILNCOOK_REPAIR_ALL, TOLERANCE, KILNCOOK_HOLE_SIZE_DEFAULT};
	(void)repair_run(e->context, &options, &e->repaired, e->rows);
}

static void run_their_survey(void *user)
{
	survey_entry *e = user;
	e->done[STAGE_SURVEY] = e->rival->survey(e->theirs);
}

static void run_their_pairs(void *user)
{
	survey_entry *e = user;
	e->done[STAGE_PAIRS] = e->rival->intersect(e->theirs);
}

static void run_their_repair(void *user)
{
	survey_entry *e = user;
	e->done[STAGE_REPAIR] = e->rival->repair(e->theirs, KILNCOOK_HOLE_SIZE_DEFAULT * e->diagonal);
}

static rival_mesh given(const clean_mesh *mesh)
{
	return (rival_mesh){&mesh->vertices[0][0], mesh->vertex_count, &mesh->triangles[0][0], mesh->triangle_count};
}

static int compare_keys(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

static uint64_t key_of(uint32_t a, uint32_t b)
{
	return (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
}

/// Compares the sets of pairs, but for pairs of triangles that CGAL cut apart.
static void compare_pairs(const survey_entry *e, survey_outcome *out)
{
	uint64_t ours_count = 0, theirs_count = 0, i = 0, k = 0, all = e->rival->pair_count(e->theirs);
	uint64_t *ours = bench_memory((size_t)e->found.pair_count + 1, sizeof *ours);
	uint64_t *theirs = bench_memory((size_t)all + 1, sizeof *theirs);
	for (uint64_t n = 0; n < e->found.pair_count; ++n)
		if (e->rival->keeps_shared(e->theirs, e->found.pairs[n].a, e->found.pairs[n].b))
			ours[ours_count++] = key_of(e->found.pairs[n].a, e->found.pairs[n].b);
	for (uint64_t n = 0; n < all; ++n)
	{
		uint32_t pair[2];
		e->rival->pair(e->theirs, n, pair);
		if (e->rival->keeps_shared(e->theirs, pair[0], pair[1]))
			theirs[theirs_count++] = key_of(pair[0], pair[1]);
	}
	qsort(ours, (size_t)ours_count, sizeof *ours, compare_keys);
	qsort(theirs, (size_t)theirs_count, sizeof *theirs, compare_keys);
	while (i < ours_count || k < theirs_count)
	{
		int order = i == ours_count ? 1 : k == theirs_count ? -1 : compare_keys(&ours[i], &theirs[k]);
		out->differ_pairs += order != 0;
		i += order <= 0;
		k += order >= 0;
	}
	out->pairs += ours_count;
	free(ours);
	free(theirs);
}

/// Our verdict in CGAL's terms.
static rival_surface_verdict our_verdict(const survey *s)
{
	const uint64_t *n = s->counts;
	bool manifold =
		!n[KILNCOOK_FAULT_NONMANIFOLD_EDGE] && !n[KILNCOOK_FAULT_NONMANIFOLD_VERTEX] && !n[KILNCOOK_FAULT_WINDING];
	return (rival_surface_verdict){manifold, manifold && s->boundary_count == 0, manifold ? s->boundary_count : 0, 0};
}

/// Whether a repaired surface is as good as another in all respects that CGAL judges.
static bool is_as_good(const rival_surface_verdict *a, const rival_surface_verdict *b)
{
	if (a->manifold != b->manifold)
		return a->manifold;
	return a->closed >= b->closed && a->borders <= b->borders && a->pairs <= b->pairs;
}

/// Compares repaired surfaces. CGAL judges both.
static void compare_repairs(const survey_entry *e, survey_outcome *out)
{
	const rival_mesh mesh = given(&e->repaired);
	rival_surface *ours = e->rival->prepare(&mesh);
	if (!ours)
		return;
	const rival_surface_verdict a = e->rival->judge(ours, true), b = e->rival->judge_repaired(e->theirs);
	bool as_good = is_as_good(&a, &b), no_better = is_as_good(&b, &a);
	out->better += as_good && !no_better;
	out->worse += no_better && !as_good;
	out->other += !as_good && !no_better;
	e->rival->release(ours);
}

static void contest(survey_entry *e, int stage, bench_contestant ours, bench_contestant theirs,
	const bench_options *options, survey_outcome *out)
{
	bench_contestant both[2] = {ours, theirs};
	uint32_t repetitions = e->mesh.triangle_count > LARGE ? 3 : 5;
	bench_contest(both, e->rival ? 2 : 1, repetitions, options->clock);
	for (int k = 0; k < 2; ++k)
		out->seconds[stage][k] += samples_median(&both[k].samples);
}

static void measure_mesh(survey_entry *e, const bench_options *options, survey_outcome *out)
{
	const rival_mesh mesh = given(&e->mesh);
	double size2 = 0;
	for (int i = 0; i < 3; ++i)
	{
		float low = e->mesh.vertices[0][i], high = low;
		for (uint32_t v = 1; v < e->mesh.vertex_count; ++v)
		{
			low = fminf(low, e->mesh.vertices[v][i]);
			high = fmaxf(high, e->mesh.vertices[v][i]);
		}
		size2 += ((double)high - (double)low) * ((double)high - (double)low);
	}
	e->diagonal = sqrt(size2);
	e->theirs = e->rival ? e->rival->prepare(&mesh) : NULL;
	contest(e, STAGE_SURVEY, (bench_contestant){.run = run_survey, .user = e},
		(bench_contestant){.run = run_their_survey, .user = e}, options, out);
	const rival_surface_verdict ours = our_verdict(&e->found);
	e->pairs = true;
	contest(e, STAGE_PAIRS, (bench_contestant){.run = run_survey, .user = e},
		(bench_contestant){.run = run_their_pairs, .user = e}, options, out);
	contest(e, STAGE_REPAIR, (bench_contestant){.before = before_repair, .run = run_repair, .user = e},
		(bench_contestant){.run = run_their_repair, .user = e}, options, out);
	++out->meshes;
	out->triangles += e->mesh.triangle_count;
	if (!e->rival)
		return;
	if (!e->done[STAGE_SURVEY] || !e->done[STAGE_PAIRS] || !e->done[STAGE_REPAIR] || e->found.unfinished)
	{
		++out->failed;
		return;
	}
	const rival_surface_verdict theirs = e->rival->judge(e->theirs, false);
	out->differ_verdicts +=
		ours.manifold != theirs.manifold || ours.closed != theirs.closed || ours.borders != theirs.borders;
	compare_pairs(e, out);
	compare_repairs(e, out);
}

/// What a child measures: an art file, or a generated mesh.
typedef struct survey_order
{
	const char *path; ///< NULL: the mesh
	const mesh_spec *spec;
	const bench_options *options;
} survey_order;

static void measure_scene(const art_scene *scene, const bench_options *options, survey_outcome *out)
{
	kilncook_context context = {0};
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
	{
		survey_entry e = {.context = &context, .scene = scene, .number = i, .rival = rival_cgal()};
		if (!make_mesh(&e, &e.mesh))
			continue;
		if (e.mesh.triangle_count > 0)
			measure_mesh(&e, options, out);
		survey_free(&context, &e.found);
		clean_mesh_free(&context, &e.mesh);
		clean_mesh_free(&context, &e.repaired);
		if (e.rival)
			e.rival->release(e.theirs);
	}
}

static void measure_generated(const mesh_spec *spec, const bench_options *options, survey_outcome *out)
{
	bench_mesh mesh;
	if (!bench_mesh_make(&mesh, spec, options->seed))
		return;
	bench_art art;
	bench_art_make(&art, &mesh.clean);
	measure_scene(&art.scene, options, out);
	bench_art_free(&art);
	bench_mesh_free(&mesh);
}

static void run_order(void *user, void *result)
{
	const survey_order *order = user;
	kilncook_context context = {0};
	art_scene scene = {0};
	if (!order->path)
		measure_generated(order->spec, order->options, result);
	else
	{
		// Broken art may make an importer speak.
		int nowhere = open("/dev/null", O_WRONLY);
		if (nowhere >= 0)
			(void)dup2(nowhere, STDERR_FILENO);
		if (art_import(&context, order->path, NULL, &scene) == KILNCOOK_OK)
			measure_scene(&scene, order->options, result);
	}
}

static const table_column columns[] = {
	{"file", {"", "file"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"kiln_survey", {"Kiln", "survey"}, "ms", 2},
	{"cgal_survey", {"CGAL", "surface"}, "ms", 2},
	{"kiln_pairs", {"Kiln", "with pairs"}, "ms", 2},
	{"cgal_pairs", {"CGAL", "pairs"}, "ms", 2},
	{"kiln_repair", {"Kiln", "repair"}, "ms", 2},
	{"cgal_repair", {"CGAL", "repair"}, "ms", 2},
	{"survey_over_cgal", {"survey", "Kiln/CGAL"}, "x", 2},
	{"pairs_over_cgal", {"pairs", "Kiln/CGAL"}, "x", 2},
	{"pairs_over_both", {"pairs", "over both"}, "x", 2},
	{"repair_over_cgal", {"repair", "Kiln/CGAL"}, "x", 2},
	{"pairs", {"", "pairs"}, "1", 0},
	{"differ_pairs", {"pairs", "differ"}, "1", 0},
	{"differ_verdicts", {"verdicts", "differ"}, "1", 0},
	{"repair_better", {"repair", "better"}, "1", 0},
	{"repair_worse", {"repair", "worse"}, "1", 0},
	{"repair_other", {"repair", "either"}, "1", 0},
};

static const table_column total_columns[] = {
	{"files", {"", "files"}, "1", 0},
	{"meshes", {"", "meshes"}, "1", 0},
	{"left_out", {"left", "out"}, "1", 0},
	{"survey_over_cgal", {"survey", "median"}, "x", 3},
	{"pairs_over_cgal", {"pairs", "median"}, "x", 3},
	{"pairs_over_both", {"over both", "median"}, "x", 3},
	{"repair_over_cgal", {"repair", "median"}, "x", 3},
	{"pairs", {"", "pairs"}, "1", 0},
	{"differ_pairs", {"pairs", "differ"}, "1", 0},
	{"differ_verdicts", {"verdicts", "differ"}, "1", 0},
	{"repair_better", {"repair", "better"}, "1", 0},
	{"repair_worse", {"repair", "worse"}, "1", 0},
	{"repair_other", {"repair", "either"}, "1", 0},
};

/// Ratios of Kiln's time and CGAL's: of the stages, and of Kiln's survey with pairs over the sum of CGAL's surface and pairs, which
/// its search for pairs needs.
enum
{
	RATIO_SURVEY,
	RATIO_PAIRS,
	RATIO_BOTH,
	RATIO_REPAIR,
	RATIOS,
};

/// Sums over files, and their ratios.
typedef struct survey_total
{
	survey_outcome sum;
	double ratios[RATIOS][BENCH_FILES_MAX];
	uint32_t files;
} survey_total;

static table_cell value_of(double seconds)
{
	return seconds > 0 ? cell_value(1e3 * seconds) : (table_cell){.kind = CELL_NONE};
}

/// The ratios of a file; 0 where CGAL was not measured.
static void compare_times(const survey_outcome *o, double ratios[RATIOS])
{
	const double(*t)[2] = o->seconds;
	ratios[RATIO_SURVEY] = t[STAGE_SURVEY][1] > 0 ? t[STAGE_SURVEY][0] / t[STAGE_SURVEY][1] : 0;
	ratios[RATIO_PAIRS] = t[STAGE_PAIRS][1] > 0 ? t[STAGE_PAIRS][0] / t[STAGE_PAIRS][1] : 0;
	ratios[RATIO_BOTH] = t[STAGE_PAIRS][1] > 0 ? t[STAGE_PAIRS][0] / (t[STAGE_SURVEY][1] + t[STAGE_PAIRS][1]) : 0;
	ratios[RATIO_REPAIR] = t[STAGE_REPAIR][1] > 0 ? t[STAGE_REPAIR][0] / t[STAGE_REPAIR][1] : 0;
}

static table_cell ratio_of(double ratio)
{
	return ratio > 0 ? cell_value(ratio) : (table_cell){.kind = CELL_NONE};
}

static void add_outcome(survey_total *total, bench_table *table, const char *name, bool large, const survey_outcome *o)
{
	double ratios[RATIOS];
	compare_times(o, ratios);
	for (int i = 0; i < RATIOS; ++i)
		total->ratios[i][total->files] = ratios[i];
	++total->files;
	total->sum.meshes += o->meshes;
	total->sum.failed += o->failed;
	total->sum.pairs += o->pairs;
	total->sum.differ_pairs += o->differ_pairs;
	total->sum.differ_verdicts += o->differ_verdicts;
	total->sum.better += o->better;
	total->sum.worse += o->worse;
	total->sum.other += o->other;
	if (!large && !o->differ_pairs && !o->differ_verdicts && !o->worse)
		return;
	table_cell *cell = table_row(table);
	cell[0] = cell_text(name);
	cell[1] = cell_count(o->triangles);
	for (int stage = 0; stage < STAGES; ++stage)
	{
		cell[2 + 2 * stage] = value_of(o->seconds[stage][0]);
		cell[3 + 2 * stage] = value_of(o->seconds[stage][1]);
	}
	for (int i = 0; i < RATIOS; ++i)
		cell[8 + i] = ratio_of(ratios[i]);
	cell[12] = cell_count(o->pairs);
	cell[13] = cell_count(o->differ_pairs);
	cell[14] = cell_count(o->differ_verdicts);
	cell[15] = cell_count(o->better);
	cell[16] = cell_count(o->worse);
	cell[17] = cell_count(o->other);
}

static int compare_ratios(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return a < b ? -1 : a > b;
}

static void fill_total(bench_table *table, survey_total *total)
{
	const survey_outcome *o = &total->sum;
	table_cell *cell = table_row(table);
	cell[0] = cell_count(total->files);
	cell[1] = cell_count(o->meshes);
	cell[2] = cell_count(o->failed);
	for (int i = 0; i < RATIOS && total->files; ++i)
	{
		qsort(total->ratios[i], total->files, sizeof *total->ratios[i], compare_ratios);
		cell[3 + i] = ratio_of(total->ratios[i][total->files / 2]);
	}
	cell[7] = cell_count(o->pairs);
	cell[8] = cell_count(o->differ_pairs);
	cell[9] = cell_count(o->differ_verdicts);
	cell[10] = cell_count(o->better);
	cell[11] = cell_count(o->worse);
	cell[12] = cell_count(o->other);
}

static bool measure(const survey_order *order, const char *name, bool large, bench_table *table, survey_total *total)
{
	survey_outcome outcome = {.meshes = 0};
	const bench_apart apart = {run_order, (void *)(uintptr_t)order, sizeof outcome};
	bench_progress("survey", name);
	if (!bench_run_apart(&apart, &outcome) || outcome.meshes == 0)
		return false;
	add_outcome(total, table, name, large || outcome.triangles >= LARGE, &outcome);
	return true;
}

int bench_survey(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "survey", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"surveys, crossing triangles and repairs, one thread: ms, median of 3 or 5; Kiln's pairs include its survey; "
		"files of "
		"%u triangles and more, and those of which verdicts differ",
		LARGE);
	survey_total *total = bench_memory(1, sizeof *total);
	*total = (survey_total){.files = 0};
	mesh_list list = mesh_list_make("", options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
		(void)measure(&(survey_order){NULL, &list.specs[i], options}, list.specs[i].name, true, table, total);
	bench_files *files = bench_memory(1, sizeof *files);
	files->count = 0;
	if (!options->quick)
		bench_files_list(options->models, files);
	const size_t skip = strlen(options->models) + 1;
	for (uint32_t i = 0; i < files->count; ++i)
	{
		const char *path = files->paths[i];
		if (total->files < BENCH_FILES_MAX && (!options->only || strstr(path, options->only)))
			(void)measure(&(survey_order){path, NULL, options}, path + skip, false, table, total);
	}
	bench_files_free(files);
	free(files);
	bench_table *totals =
		bench_table_add(result, "survey_total", total_columns, sizeof total_columns / sizeof *total_columns);
	snprintf(totals->title, sizeof totals->title,
		"all of them: medians of ratios of times; pairs and verdicts that differ, and meshes whose repair is better or "
		"worse than "
		"CGAL's: manifold, closed, borders");
	fill_total(totals, total);
	free(total);
	return TOOL_DONE;
}
