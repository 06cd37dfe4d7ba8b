// SPDX-License-Identifier: MIT
#include "bench/scenes/rayset.h"
#include "parts.h"

#include "kiln/convex/mesh.h"

#include <math.h>
#include <stdlib.h>

/// Queries against the triangles of a mesh, and against its convex parts, which contain the mesh.

enum
{
	ENTRIES_MOST = 1024,
};

/// The sides of a contest.
enum
{
	AS_MESH,
	AS_PARTS,
	SIDES,
};

typedef struct query_work
{
	const kiln_asset *asset;
	const ray_set *rays;
	const kiln_sphere *balls;
	const kiln_convex_object *boxes;
	uint32_t count;
	float *t;		   ///< of the first hit, -1 for none
	uint32_t *touched; ///< triangles and parts
	kiln_overlap *overlaps;
	kiln_mesh_manifold *manifolds;
} query_work;

static void run_rays(void *user)
{
	query_work *w = user;
	for (uint32_t i = 0; i < w->count; ++i)
	{
		const kiln_hit hit = kiln_scene_ray_closest(w->asset, &w->rays->rays[i]);
		w->t[i] = hit.hit ? hit.t : -1;
		w->touched[i] = hit.hit;
	}
}

static void run_overlaps(void *user)
{
	query_work *w = user;
	for (uint32_t i = 0; i < w->count; ++i)
		w->touched[i] = kiln_scene_overlap_sphere(w->asset, &w->balls[i], w->overlaps, ENTRIES_MOST);
}

static void run_contacts(void *user)
{
	query_work *w = user;
	for (uint32_t i = 0; i < w->count; ++i)
		(void)kiln_scene_manifolds(w->asset, &w->boxes[i], NULL, w->manifolds, ENTRIES_MOST, &w->touched[i]);
}

static const struct
{
	const char *name;
	void (*run)(void *user);
} kinds[] = {
	{"rays, first hit", run_rays},
	{"overlaps of a ball", run_overlaps},
	{"contacts of a box", run_contacts},
};

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"parts", {"", "parts"}, "1", 0},
	{"query", {"", "query"}, "", 0},
	{"as_mesh", {"us,", "mesh"}, "us", 3},
	{"as_parts", {"us,", "parts"}, "us", 3},
	{"ratio", {"parts /", "mesh"}, "x", 2},
	{"touch_mesh", {"% touch", "the mesh"}, "%", 1},
	{"touch_parts", {"% touch", "the parts"}, "%", 1},
	{"wrong", {"answers", "wrong"}, "1", 0},
};

bench_table *parts_query_table(bench_result *result)
{
	bench_table *table = bench_table_add(result, "parts_queries", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"queries of a mesh and of its convex parts, at most 64, microseconds each: incoherent rays through its "
		"bounding "
		"sphere, balls and turned boxes of a twentieth of its radius at random places of its triangles' corners; "
		"wrong: a "
		"query meets the mesh and no part, or a ray a part later than the mesh");
	return table;
}

/// Balls and boxes near the surface: around vertices, moved by up to two radii.
static void make_bodies(const bench_mesh *mesh, uint64_t seed, uint32_t count, kiln_convex_shape *shape,
	kiln_sphere *balls, kiln_convex_object *boxes)
{
	bench_random random = bench_random_make(seed);
	const float radius = 0.05f * mesh->radius;
	*shape = (kiln_convex_shape){.kind = KILN_CONVEX_AABB,
		.aabb = {{-radius, -0.75f * radius, -0.5f * radius}, {radius, 0.75f * radius, 0.5f * radius}}};
	for (uint32_t i = 0; i < count; ++i)
	{
		double offset[3], turn[3], at = bench_random_unit(&random) * mesh->clean.vertex_count;
		bench_random_ball(&random, offset);
		bench_random_ball(&random, turn);
		const float *v = mesh->clean.vertices[(uint32_t)at];
		const kiln_vec3 place = {v[0] + 2 * radius * (float)offset[0], v[1] + 2 * radius * (float)offset[1],
			v[2] + 2 * radius * (float)offset[2]};
		const double rest = 1 - turn[0] * turn[0] - turn[1] * turn[1] - turn[2] * turn[2];
		balls[i] = (kiln_sphere){place, radius};
		boxes[i] = (kiln_convex_object){.shape = shape,
			.pose = {.rotation = {(float)turn[0], (float)turn[1], (float)turn[2], (float)sqrt(rest)},
				.translation = place,
				.scale = 1}};
	}
}

/// Counts queries that meet the mesh and no part, or a part later.
static uint32_t count_wrong(const query_work works[SIDES], bool rays)
{
	const query_work *mesh = &works[AS_MESH], *parts = &works[AS_PARTS];
	uint32_t wrong = 0;
	for (uint32_t i = 0; i < mesh->count; ++i)
	{
		const kiln_vec3 d = rays ? mesh->rays->rays[i].direction : (kiln_vec3){0, 0, 0};
		const float slack = rays ? mesh->rays->tolerance / sqrtf(d.x * d.x + d.y * d.y + d.z * d.z) : 0;
		wrong += mesh->touched[i] && (!parts->touched[i] || (rays && parts->t[i] > mesh->t[i] + slack));
	}
	return wrong;
}

static double share_touched(const query_work *w)
{
	uint32_t touched = 0;
	for (uint32_t i = 0; i < w->count; ++i)
		touched += w->touched[i] != 0;
	return 100.0 * touched / w->count;
}

static void measure_kind(
	const bench_options *options, const bench_mesh *mesh, query_work works[SIDES], uint32_t kind, bench_table *table)
{
	bench_contestant contestants[SIDES];
	for (int i = 0; i < SIDES; ++i)
		contestants[i] = (bench_contestant){.run = kinds[kind].run, .user = &works[i]};
	bench_contest(contestants, SIDES, bench_repetitions(options), options->clock);
	table_cell *row = table_row(table);
	row[0] = cell_text(mesh->name);
	row[1] = cell_count(mesh->clean.triangle_count);
	row[2] = cell_count(works[AS_PARTS].asset->node_count);
	row[3] = cell_text(kinds[kind].name);
	row[4] = cell_time(&contestants[AS_MESH].samples, 1e6 / works[0].count);
	row[5] = cell_time(&contestants[AS_PARTS].samples, 1e6 / works[0].count);
	row[6] = cell_ratio(&row[5], &row[4]);
	row[7] = cell_value(share_touched(&works[AS_MESH]));
	row[8] = cell_value(share_touched(&works[AS_PARTS]));
	row[9] = cell_count(count_wrong(works, kind == 0));
}

static void measure_assets(
	const bench_options *options, const bench_mesh *mesh, const kiln_asset assets[SIDES], bench_table *table)
{
	const uint32_t count = options->quick ? 500 : 5000;
	kiln_convex_shape shape;
	kiln_sphere *balls = bench_memory(count, sizeof *balls);
	kiln_convex_object *boxes = bench_memory(count, sizeof *boxes);
	kiln_overlap *overlaps = bench_memory(ENTRIES_MOST, sizeof *overlaps);
	kiln_mesh_manifold *manifolds = bench_memory(ENTRIES_MOST, sizeof *manifolds);
	ray_set rays = ray_set_make(mesh, count, options->seed);
	make_bodies(mesh, options->seed + 1, count, &shape, balls, boxes);
	query_work works[SIDES];
	for (int i = 0; i < SIDES; ++i)
		works[i] = (query_work){&assets[i], &rays, balls, boxes, count, bench_memory(count, sizeof(float)),
			bench_memory(count, sizeof(uint32_t)), overlaps, manifolds};
	for (uint32_t kind = 0; kind < sizeof kinds / sizeof *kinds; ++kind)
		measure_kind(options, mesh, works, kind, table);
	for (int i = 0; i < SIDES; ++i)
	{
		free(works[i].t);
		free(works[i].touched);
	}
	ray_set_free(&rays);
	free(manifolds);
	free(overlaps);
	free(boxes);
	free(balls);
}

bool parts_query_measure(const bench_options *options, const bench_mesh *mesh, bench_table *table)
{
	const kilncook_options cooked[SIDES] = {
		{0}, {.shape = KILNCOOK_SHAPE_PARTS,
				 .parts_max = options->quick ? 16 : 64,
				 .parts_quality = options->quick ? KILNCOOK_PARTS_FAST : KILNCOOK_PARTS_GOOD}};
	kilncook_blob blobs[SIDES] = {{0}, {0}};
	kiln_asset assets[SIDES];
	bool good = true;
	for (int i = 0; i < SIDES && good; ++i)
		good = bench_mesh_cook(mesh, &cooked[i], &blobs[i]) && bench_blob_open(&blobs[i], KILN_ISA_AUTO, &assets[i]);
	if (good)
		measure_assets(options, mesh, assets, table);
	kilncook_context context = bench_context();
	for (int i = 0; i < SIDES; ++i)
		kilncook_blob_free(&context, &blobs[i]);
	return good;
}
