// SPDX-License-Identifier: MIT
#include "bench/rivals/instances.h"
#include "bench/bench.h"
#include "bench/figures/duel.h"

#include "common/message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RAYS 20000
#define OVERLAPS 20000
#define HITS 64
/// Share of the cube's volume that the balls around instances would fill.
#define FILL 0.2

const instance_library *instances_embree(void)
{
#ifdef KILN_BENCH_EMBREE
	return &instances_embree_adapter;
#else
	return NULL;
#endif
}

/// Instances of balls, bumpy spheres, cubes and hills of about one unit, placed anywhere in a cube, turned and scaled.
typedef struct stage
{
	bench_mesh meshes[INSTANCE_MESHES];
	instance_set set;
	double edge; ///< of the cube
	kilncook_blob blob;
	kiln_asset asset, scalar; ///< the blob with the widest and the scalar instruction set
	double cooked;			  ///< seconds
	kiln_ray *rays;
	rival_ray *rival_rays;
	kiln_sphere *balls;
	uint32_t ray_count, ball_count;
	instance_world *world;
	double built;
	float *ours, *theirs;
	uint64_t touched;
} stage;

/// Makes a random rotation (Shoemake 1992, by rejection), scaled and moved.
static void place(bench_random *random, double edge, double scale, const float center[3], double m[12])
{
	double q[4], length = 0;
	do
	{
		length = 0;
		for (int i = 0; i < 4; ++i)
		{
			q[i] = 2 * bench_random_unit(random) - 1;
			length += q[i] * q[i];
		}
	} while (length > 1 || length < 1e-3);
	double s = 2 / length, x = q[0], y = q[1], z = q[2], w = q[3];
	const double r[9] = {1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), s * (x * y + w * z),
		1 - s * (x * x + z * z), s * (y * z - w * x), s * (x * z - w * y), s * (y * z + w * x),
		1 - s * (x * x + y * y)};
	for (int row = 0; row < 3; ++row)
	{
		m[row * 4 + 3] = edge * (bench_random_unit(random) - 0.5);
		for (int k = 0; k < 3; ++k)
		{
			m[row * 4 + k] = scale * r[row * 3 + k];
			m[row * 4 + 3] -= m[row * 4 + k] * (double)center[k];
		}
	}
}

static bool make_set(stage *it, uint32_t count, uint64_t seed)
{
	static const mesh_spec specs[INSTANCE_MESHES] = {{"ball", MESH_BALL, 16, ""}, {"sphere", MESH_SPHERE, 24, ""},
		{"cube", MESH_CUBE, 0, ""}, {"terrain", MESH_TERRAIN, 20, ""}};
	bench_random random = bench_random_make(seed);
	for (int i = 0; i < INSTANCE_MESHES; ++i)
	{
		if (!bench_mesh_make(&it->meshes[i], &specs[i], seed))
			return false;
		it->set.meshes[i] = bench_mesh_rival(&it->meshes[i]);
	}
	it->edge = cbrt(count * 4.18879 / FILL);
	it->set.count = count;
	it->set.mesh = bench_memory(count, sizeof *it->set.mesh);
	it->set.place = bench_memory(count, sizeof *it->set.place);
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t mesh = it->set.mesh[i] = (uint32_t)(bench_random_unit(&random) * INSTANCE_MESHES);
		double scale = (0.5 + bench_random_unit(&random)) / (double)it->meshes[mesh].radius;
		place(&random, it->edge, scale, it->meshes[mesh].center, it->set.place[i]);
	}
	return true;
}

static bool cook(stage *it, bench_clock *clock)
{
	kilncook_context context = bench_context();
	kilncook_mesh meshes[INSTANCE_MESHES];
	static const uint32_t numbers[INSTANCE_MESHES] = {0, 1, 2, 3};
	kilncook_node *nodes = bench_memory(it->set.count, sizeof *nodes);
	for (int i = 0; i < INSTANCE_MESHES; ++i)
		meshes[i] = (kilncook_mesh){.positions = it->set.meshes[i].vertices,
			.vertex_count = it->set.meshes[i].vertex_count,
			.indices = it->set.meshes[i].triangles,
			.index_count = 3 * (uint64_t)it->set.meshes[i].triangle_count};
	for (uint32_t i = 0; i < it->set.count; ++i)
		nodes[i] = (kilncook_node){
			.to_asset = it->set.place[i], .meshes = &numbers[it->set.mesh[i]], .mesh_count = 1, .tag = i};
	kilncook_scene scene = {
		.meshes = meshes, .mesh_count = INSTANCE_MESHES, .nodes = nodes, .node_count = it->set.count};
	double start = clock();
	kilncook_status status = kilncook_cook_memory(&context, &scene, NULL, &it->blob, NULL);
	it->cooked = clock() - start;
	free(nodes);
	return status == KILNCOOK_OK && bench_blob_open(&it->blob, KILN_ISA_AUTO, &it->asset) &&
		   bench_blob_open(&it->blob, KILN_ISA_SCALAR, &it->scalar);
}

static void make_queries(stage *it, const bench_options *options)
{
	bench_random random = bench_random_make(options->seed + 1);
	it->ray_count = options->quick ? 500 : RAYS;
	it->ball_count = options->quick ? 500 : OVERLAPS;
	it->rays = bench_memory(it->ray_count, sizeof *it->rays);
	it->rival_rays = bench_memory(it->ray_count, sizeof *it->rival_rays);
	it->balls = bench_memory(it->ball_count, sizeof *it->balls);
	it->ours = bench_memory(it->ray_count, sizeof *it->ours);
	it->theirs = bench_memory(it->ray_count, sizeof *it->theirs);
	for (uint32_t i = 0; i < it->ray_count; ++i)
	{
		float from[3], way[3];
		for (int axis = 0; axis < 3; ++axis)
		{
			from[axis] = (float)(it->edge * (bench_random_unit(&random) - 0.5));
			way[axis] = (float)(it->edge * (bench_random_unit(&random) - 0.5)) - from[axis];
			it->rival_rays[i].origin[axis] = from[axis];
			it->rival_rays[i].direction[axis] = way[axis];
		}
		it->rays[i] = (kiln_ray){.origin = {from[0], from[1], from[2]}, .direction = {way[0], way[1], way[2]}};
	}
	for (uint32_t i = 0; i < it->ball_count; ++i)
	{
		float p[3];
		for (int axis = 0; axis < 3; ++axis)
			p[axis] = (float)(it->edge * (bench_random_unit(&random) - 0.5));
		it->balls[i] = (kiln_sphere){{p[0], p[1], p[2]}, 1};
	}
}

static void run_ours(void *user)
{
	stage *it = user;
	for (uint32_t i = 0; i < it->ray_count; ++i)
	{
		kiln_hit hit = kiln_scene_ray_closest(&it->asset, &it->rays[i]);
		it->ours[i] = hit.hit ? hit.t : -1;
	}
}

static void run_theirs(void *user)
{
	stage *it = user;
	instances_embree()->closest(it->world, it->rival_rays, it->ray_count, it->theirs);
}

static void run_overlaps(void *user)
{
	stage *it = user;
	kiln_overlap overlaps[HITS];
	it->touched = 0;
	for (uint32_t i = 0; i < it->ball_count; ++i)
		it->touched += kiln_scene_overlap_sphere(&it->asset, &it->balls[i], overlaps, HITS);
}

/// Casts along every ray: a ball, a box or a capsule of about a third of an instance.
static void cast_all(const stage *it, const kiln_asset *asset, int kind, float *answers)
{
	for (uint32_t i = 0; i < it->ray_count; ++i)
	{
		const kiln_vec3 at = it->rays[i].origin;
		const kiln_motion motion = {.direction = it->rays[i].direction};
		const kiln_sphere ball = {at, 0.3f};
		const kiln_box box = {at, {0.3f, 0.2f, 0.1f}, {0.5f, 0.1f, 0.2f, 0.8f}};
		const kiln_capsule capsule = {at, {at.x, at.y + 0.4f, at.z}, 0.2f};
		const kiln_hit hit = kind == 0	 ? kiln_scene_cast_sphere(asset, &ball, &motion)
							 : kind == 1 ? kiln_scene_cast_box(asset, &box, &motion)
										 : kiln_scene_cast_capsule(asset, &capsule, &motion);
		answers[i] = hit.hit ? hit.t : -1;
	}
}

static void cast_balls(void *user)
{
	const stage *it = user;
	cast_all(it, &it->asset, 0, it->ours);
}

static void cast_balls_scalar(void *user)
{
	const stage *it = user;
	cast_all(it, &it->scalar, 0, it->theirs);
}

static void cast_boxes(void *user)
{
	const stage *it = user;
	cast_all(it, &it->asset, 1, it->ours);
}

static void cast_boxes_scalar(void *user)
{
	const stage *it = user;
	cast_all(it, &it->scalar, 1, it->theirs);
}

static void cast_capsules(void *user)
{
	const stage *it = user;
	cast_all(it, &it->asset, 2, it->ours);
}

static void cast_capsules_scalar(void *user)
{
	const stage *it = user;
	cast_all(it, &it->scalar, 2, it->theirs);
}

static uint64_t casts_differ(void *user)
{
	const stage *it = user;
	uint64_t differ = 0;
	for (uint32_t i = 0; i < it->ray_count; ++i)
		differ += it->ours[i] != it->theirs[i];
	return differ;
}

static void measure_casts(stage *it, const bench_options *options, bench_table *table)
{
	char names[3][64];
	static const char *const shapes[3] = {"ball", "turned box", "capsule"};
	void (*const runs[3][2])(void *user) = {
		{cast_balls, cast_balls_scalar}, {cast_boxes, cast_boxes_scalar}, {cast_capsules, cast_capsules_scalar}};
	for (int i = 0; i < 3; ++i)
	{
		snprintf(names[i], sizeof names[i], "cast of a %s, %u instances", shapes[i], it->set.count);
		const bench_duel duel = {
			names[i], "scalar instructions", it->ray_count, runs[i][0], runs[i][1], casts_differ, it};
		bench_duel_run(&duel, bench_repetitions(options), options->clock, table);
	}
}

/// Counts hits against misses, and distances that differ by more than a thousandth of the smallest instances.
static uint64_t count_differences(const stage *it)
{
	uint64_t differ = 0;
	for (uint32_t i = 0; i < it->ray_count; ++i)
	{
		kiln_vec3 d = it->rays[i].direction;
		float length = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
		bool ours = it->ours[i] >= 0, theirs = it->theirs[i] >= 0;
		differ += ours != theirs || (ours && fabsf(it->ours[i] - it->theirs[i]) * length > 1e-3f);
	}
	return differ;
}

static const table_column columns[] = {
	{"instances", {"", "instances"}, "1", 0},
	{"triangles", {"triangles", "shown"}, "1", 0},
	{"cook", {"Kiln", "cook s"}, "s", 2},
	{"build", {"Embree", "build s"}, "s", 2},
	{"bytes", {"Kiln", "bytes"}, "1", 0},
	{"rival_bytes", {"Embree", "bytes"}, "1", 0},
	{"hits", {"rays", "that hit"}, "%", 1},
	{"ray", {"Kiln", "ns a ray"}, "ns", 0},
	{"rival_ray", {"Embree", "ns a ray"}, "ns", 0},
	{"ratio", {"Kiln/", "Embree"}, "x", 2},
	{"differ", {"rays", "differ"}, "1", 0},
	{"overlap", {"ball", "ns"}, "ns", 0},
	{"touched", {"triangles", "a ball"}, "1", 2},
};

static void measure(stage *it, const bench_options *options, bench_table *table)
{
	bench_contestant contestants[3] = {
		{.run = run_ours, .user = it}, {.run = run_overlaps, .user = it}, {.run = run_theirs, .user = it}};
	bench_contest(contestants, it->world ? 3 : 2, bench_repetitions(options), options->clock);
	table_cell *row = table_row(table);
	uint64_t triangles = 0, hits = 0;
	for (uint32_t i = 0; i < it->set.count; ++i)
		triangles += it->set.meshes[it->set.mesh[i]].triangle_count;
	for (uint32_t i = 0; i < it->ray_count; ++i)
		hits += it->ours[i] >= 0;
	row[0] = cell_count(it->set.count);
	row[1] = cell_count(triangles);
	row[2] = cell_value(it->cooked);
	row[4] = cell_count(it->blob.size);
	row[6] = cell_value(100.0 * (double)hits / it->ray_count);
	row[7] = cell_time(&contestants[0].samples, 1e9 / it->ray_count);
	row[11] = cell_time(&contestants[1].samples, 1e9 / it->ball_count);
	row[12] = cell_value((double)it->touched / it->ball_count);
	if (!it->world)
		return;
	row[3] = cell_value(it->built);
	row[5] = cell_count(instances_embree()->bytes(it->world));
	row[8] = cell_time(&contestants[2].samples, 1e9 / it->ray_count);
	row[9] = cell_ratio(&row[7], &row[8]);
	row[10] = cell_count(count_differences(it));
}

static void stage_free(stage *it)
{
	kilncook_context context = bench_context();
	kilncook_blob_free(&context, &it->blob);
	if (it->world)
		instances_embree()->release(it->world);
	for (int i = 0; i < INSTANCE_MESHES; ++i)
		bench_mesh_free(&it->meshes[i]);
	free(it->set.mesh);
	free(it->set.place);
	free(it->rays);
	free(it->rival_rays);
	free(it->balls);
	free(it->ours);
	free(it->theirs);
}

int bench_instances(const bench_options *options, bench_result *result)
{
	static const uint32_t counts[] = {1000, 10000, 100000};
	bench_table *table = bench_table_add(result, "instances", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"a cooked scene of instances: balls, bumpy spheres, cubes and hills, turned and scaled, that fill a fifth of a "
		"cube; "
		"rays between random points of it, and balls of radius 1, through the tree over instances");
	bench_table *casts = bench_duel_table(result, "instance_casts");
	snprintf(casts->title, sizeof casts->title,
		"casts along the same rays through the same scenes, nanoseconds each, to the first contact; the same bits");
	for (size_t i = 0; i < (options->quick ? 1 : sizeof counts / sizeof *counts); ++i)
	{
		stage it = {.edge = 0};
		bench_progress("instances", "cooking");
		bool made = make_set(&it, counts[i], options->seed) && cook(&it, options->clock);
		if (made)
		{
			make_queries(&it, options);
			it.world = instances_embree() ? instances_embree()->prepare(&it.set) : NULL;
			double start = options->clock();
			if (it.world)
				instances_embree()->build(it.world);
			it.built = options->clock() - start;
			measure(&it, options, table);
			measure_casts(&it, options, casts);
		}
		stage_free(&it);
		if (!made)
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
