// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "common/message.h"
#include "kiln/deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Queries of one mesh other than rays, and refits, with the widest instruction set and the scalar one, whose answers
/// are compared to the bit.

enum
{
	OVERLAPS_MOST = 4096,
};

/// A query's place and size: each query reads what it needs.
typedef struct question
{
	kiln_vec3 at;
	kiln_vec3 way;
	kiln_quat turn;
	float radius;
} question;

typedef struct workload
{
	const kiln_asset *asset;
	const question *questions;
	uint32_t count;
	uint64_t *digests;
	kiln_overlap *overlaps;
	void (*ask)(const struct workload *work, const question *q, uint64_t *digest);
} workload;

static void ask_closest(const workload *work, const question *q, uint64_t *digest)
{
	const kiln_point_query query = {.point = q->at};
	const kiln_closest found = kiln_mesh_closest_point(work->asset, 0, &query);
	*digest = bench_digest(*digest, &found.distance, sizeof found.distance);
	*digest = bench_digest(*digest, &found.triangle, sizeof found.triangle);
}

static void ask_inside(const workload *work, const question *q, uint64_t *digest)
{
	const kiln_inside in = kiln_mesh_point_inside(work->asset, 0, q->at);
	*digest = bench_digest(*digest, &in, sizeof in);
}

static void digest_overlaps(const workload *work, uint32_t count, uint64_t *digest)
{
	const uint32_t listed = count < OVERLAPS_MOST ? count : OVERLAPS_MOST;
	*digest = bench_digest(*digest, work->overlaps, listed * sizeof *work->overlaps);
	*digest = bench_digest(*digest, &count, sizeof count);
}

static void ask_overlap_sphere(const workload *work, const question *q, uint64_t *digest)
{
	const kiln_sphere sphere = {q->at, q->radius};
	digest_overlaps(work, kiln_mesh_overlap_sphere(work->asset, 0, &sphere, work->overlaps, OVERLAPS_MOST), digest);
}

static void ask_overlap_box(const workload *work, const question *q, uint64_t *digest)
{
	const kiln_box box = {q->at, {q->radius, 0.5f * q->radius, 0.75f * q->radius}, q->turn};
	digest_overlaps(work, kiln_mesh_overlap_box(work->asset, 0, &box, work->overlaps, OVERLAPS_MOST), digest);
}

static void digest_hit(const kiln_hit *hit, uint64_t *digest)
{
	*digest = bench_digest(*digest, &hit->t, sizeof hit->t);
	*digest = bench_digest(*digest, &hit->triangle, sizeof hit->triangle);
}

static void ask_cast_sphere(const workload *work, const question *q, uint64_t *digest)
{
	const kiln_sphere sphere = {q->at, q->radius};
	const kiln_motion motion = {.direction = q->way};
	const kiln_hit hit = kiln_mesh_cast_sphere(work->asset, 0, &sphere, &motion);
	digest_hit(&hit, digest);
}

static void ask_cast_capsule(const workload *work, const question *q, uint64_t *digest)
{
	const kiln_capsule capsule = {q->at, {q->at.x, q->at.y + 2 * q->radius, q->at.z}, q->radius};
	const kiln_motion motion = {.direction = q->way};
	const kiln_hit hit = kiln_mesh_cast_capsule(work->asset, 0, &capsule, &motion);
	digest_hit(&hit, digest);
}

static void ask_cast_box(const workload *work, const question *q, uint64_t *digest)
{
	const kiln_box box = {q->at, {q->radius, 0.5f * q->radius, 0.75f * q->radius}, q->turn};
	const kiln_motion motion = {.direction = q->way};
	const kiln_hit hit = kiln_mesh_cast_box(work->asset, 0, &box, &motion);
	digest_hit(&hit, digest);
}

/// The kinds of queries. `spread`: how far from the middle, in radii of the mesh.
static const struct
{
	const char *name;
	void (*ask)(const workload *work, const question *q, uint64_t *digest);
	double spread, size;
} kinds[] = {
	{"closest point, within the box", ask_closest, 0.6, 0},
	{"closest point, outside", ask_closest, 4, 0},
	{"point inside", ask_inside, 0.6, 0},
	{"overlap of a sphere", ask_overlap_sphere, 0.6, 0.05},
	{"overlap of a turned box", ask_overlap_box, 0.6, 0.05},
	{"cast of a sphere", ask_cast_sphere, 2, 0.02},
	{"cast of a capsule", ask_cast_capsule, 2, 0.02},
	{"cast of a turned box", ask_cast_box, 2, 0.02},
};

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "", 0},
	{"query", {"", "query"}, "", 0},
	{"kiln", {"us", "Kiln"}, "us", 3},
	{"scalar", {"us,", "scalar"}, "us", 3},
	{"ratio", {"Kiln /", "scalar"}, "x", 2},
	{"differ", {"answers", "differ"}, "", 0},
};

static const table_column refit_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "", 0},
	{"trees", {"", "trees"}, "", 0},
	{"move", {"ns a", "triangle"}, "ns", 2},
	{"asset", {"us, an", "asset of it"}, "us", 3},
};

static void run_workload(void *user)
{
	workload *work = user;
	for (uint32_t i = 0; i < work->count; ++i)
	{
		work->digests[i] = 0xcbf29ce484222325ull;
		work->ask(work, &work->questions[i], &work->digests[i]);
	}
}

static void make_questions(
	const bench_mesh *mesh, double spread, double size, uint64_t seed, uint32_t count, question *questions)
{
	bench_random random = bench_random_make(seed);
	for (uint32_t i = 0; i < count; ++i)
	{
		double at[3], to[3], turn[3];
		bench_random_ball(&random, at);
		bench_random_ball(&random, to);
		bench_random_ball(&random, turn);
		const double radius = (double)mesh->radius;
		const double from[3] = {(double)mesh->center[0] + spread * radius * at[0],
			(double)mesh->center[1] + spread * radius * at[1], (double)mesh->center[2] + spread * radius * at[2]};
		// Casts go through the middle of the mesh, about.
		questions[i] = (question){.at = {(float)from[0], (float)from[1], (float)from[2]},
			.way = {(float)((double)mesh->center[0] + 0.7 * radius * to[0] - from[0]),
				(float)((double)mesh->center[1] + 0.7 * radius * to[1] - from[1]),
				(float)((double)mesh->center[2] + 0.7 * radius * to[2] - from[2])},
			.radius = (float)(size * radius)};
		const double length = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2];
		questions[i].turn = (kiln_quat){(float)turn[0], (float)turn[1], (float)turn[2], (float)sqrt(1 - length)};
	}
}

static void measure_kind(
	const bench_options *options, const bench_mesh *mesh, const kiln_asset assets[2], uint32_t kind, bench_table *table)
{
	const uint32_t count = options->quick ? 200 : 5000;
	workload works[2];
	bench_contestant contestants[2];
	question *questions = bench_memory(count, sizeof *questions);
	kiln_overlap *overlaps = bench_memory(OVERLAPS_MOST, sizeof *overlaps);
	make_questions(mesh, kinds[kind].spread, kinds[kind].size, options->seed + kind, count, questions);
	for (int i = 0; i < 2; ++i)
	{
		works[i] =
			(workload){&assets[i], questions, count, bench_memory(count, sizeof(uint64_t)), overlaps, kinds[kind].ask};
		contestants[i] = (bench_contestant){.run = run_workload, .user = &works[i]};
	}
	bench_contest(contestants, 2, bench_repetitions(options), options->clock);
	uint32_t differ = 0;
	for (uint32_t i = 0; i < count; ++i)
		differ += works[0].digests[i] != works[1].digests[i];
	table_cell *row = table_row(table);
	row[0] = cell_text(mesh->name);
	row[1] = cell_count(assets[0].triangle_count);
	row[2] = cell_text(kinds[kind].name);
	row[3] = cell_time(&contestants[0].samples, 1e6 / count);
	row[4] = cell_time(&contestants[1].samples, 1e6 / count);
	row[5] = cell_ratio(&row[3], &row[4]);
	row[6] = cell_count(differ);
	for (int i = 0; i < 2; ++i)
		free(works[i].digests);
	free(overlaps);
	free(questions);
}

/// A mesh whose vertices swell and shrink in turn.
typedef struct refit_work
{
	kiln_deformed deformed;
	const bench_mesh *mesh;
	float (*positions)[3];
	bool swollen;
} refit_work;

static void run_move(void *user)
{
	refit_work *work = user;
	kiln_deformed_move(&work->deformed, work->positions[0], 0, work->mesh->clean.vertex_count);
}

static void swell(void *user)
{
	refit_work *work = user;
	const clean_mesh *clean = &work->mesh->clean;
	work->swollen = !work->swollen;
	for (uint32_t i = 0; i < clean->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			work->positions[i][k] = clean->vertices[i][k] * (work->swollen ? 1.25f : 1);
}

enum
{
	VIEWS = 1000,
};

static void run_asset(void *user)
{
	refit_work *work = user;
	kiln_asset asset;
	for (uint32_t i = 0; i < VIEWS; ++i)
		kiln_deformed_asset(&work->deformed, KILN_NONE, &asset);
}

static void measure_refit(
	const bench_options *options, const bench_mesh *mesh, const kiln_asset *asset, uint32_t trees, bench_table *table)
{
	const size_t size = kiln_deformed_size(asset, 0, trees);
	void *memory = size ? bench_memory((size + 15) / 16, 16) : NULL;
	refit_work work = {.mesh = mesh, .positions = bench_memory(mesh->clean.vertex_count, sizeof *work.positions)};
	if (memory && asset->meshes[0].source_vertex_count == mesh->clean.vertex_count &&
		kiln_deformed_init(&work.deformed, asset, 0, trees, memory, size) == KILN_OK)
	{
		bench_contestant contestants[2] = {
			{.before = swell, .run = run_move, .user = &work}, {.run = run_asset, .user = &work}};
		bench_contest(contestants, 2, bench_repetitions(options), options->clock);
		table_cell *row = table_row(table);
		row[0] = cell_text(mesh->name);
		row[1] = cell_count(asset->triangle_count);
		row[2] = cell_text(trees ? "AABB, OBB" : "AABB");
		row[3] = cell_time(&contestants[0].samples, 1e9 / (double)asset->triangle_count);
		row[4] = cell_time(&contestants[1].samples, 1e6 / VIEWS);
	}
	free(work.positions);
	free(memory);
}

/// Measures a mesh. False with a message.
static bool measure_mesh(
	const bench_options *options, const bench_mesh *mesh, bench_table *queries, bench_table *refits)
{
	const kilncook_options plain = {0}, moving = {.deformable = true, .trees = 1u << KILNCOOK_TREE_OBB};
	kilncook_blob blobs[2] = {{0}, {0}};
	kiln_asset assets[3];
	const bool good = bench_mesh_cook(mesh, &plain, &blobs[0]) && bench_mesh_cook(mesh, &moving, &blobs[1]) &&
					  bench_blob_open(&blobs[0], KILN_ISA_AUTO, &assets[0]) &&
					  bench_blob_open(&blobs[0], KILN_ISA_SCALAR, &assets[1]) &&
					  bench_blob_open(&blobs[1], KILN_ISA_AUTO, &assets[2]);
	for (uint32_t kind = 0; good && kind < sizeof kinds / sizeof *kinds; ++kind)
		measure_kind(options, mesh, assets, kind, queries);
	for (uint32_t i = 0; good && i < 2; ++i)
		measure_refit(options, mesh, &assets[2], i << KILN_TREE_OBB, refits);
	kilncook_context context = bench_context();
	kilncook_blob_free(&context, &blobs[1]);
	kilncook_blob_free(&context, &blobs[0]);
	return good;
}

int bench_queries(const bench_options *options, bench_result *result)
{
	bench_table *queries = bench_table_add(result, "queries", columns, sizeof columns / sizeof *columns);
	bench_table *refits =
		bench_table_add(result, "refits", refit_columns, sizeof refit_columns / sizeof *refit_columns);
	snprintf(queries->title, sizeof queries->title,
		"queries of one mesh, microseconds each, beside the same with the scalar instruction set");
	snprintf(refits->title, sizeof refits->title,
		"moving all vertices of a deformable mesh and fitting its trees, and the asset that every query then takes");
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_mesh mesh;
		bench_progress("queries", list.specs[i].name);
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		const bool good = measure_mesh(options, &mesh, queries, refits);
		bench_mesh_free(&mesh);
		if (!good)
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
