// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "bench/scenes/rayset.h"
#include "common/message.h"
#include "distances.h"
#include "kiln/sdf.h"
#include "sdf/sample.h"
#include "sdf/sdf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Errors as shares of the diagonal of the mesh's box.
static const double errors[] = {0.01, 0.003};

/// Larger meshes are left out.
#define TRIANGLES_MOST 150000
#define TRIANGLES_QUICK 8000

/// Points and casts, few enough that what they read stays in the cache.
#define POINTS 2048
#define CASTS 512

/// A cloud of particles at the surface: SIDE to the third, in the order in which a simulation that sorts them has them.
#define SIDE 16
#define PARTICLES (SIDE * SIDE * SIDE)

#define SPHERE_SHARE 0.02f

/// The field of a mesh, its questions and their answers.
typedef struct sdf_workload
{
	kiln_asset asset;
	kiln_sdf field;
	kiln_vec3 points[POINTS];
	kiln_sdf_sample samples[POINTS];
	float exact[POINTS];
	kiln_vec3 particles[PARTICLES];
	kiln_sdf_sample particle_samples[PARTICLES];
	uint32_t particle_blocks; ///< that have a particle
	kiln_sphere spheres[CASTS];
	kiln_motion motions[CASTS];
	kiln_sdf_hit hits[CASTS];
	kiln_hit exact_hits[CASTS], sure_hits[CASTS];
} sdf_workload;

static void run_points(void *user)
{
	sdf_workload *w = user;
	for (uint32_t i = 0; i < POINTS; ++i)
		w->samples[i] = kiln_sdf_distance(&w->field, w->points[i]);
}

static void run_batch(void *user)
{
	sdf_workload *w = user;
	kiln_sdf_distance_batch(&w->field, w->points, POINTS, w->samples);
}

static void run_particles(void *user)
{
	sdf_workload *w = user;
	kiln_sdf_distance_batch(&w->field, w->particles, PARTICLES, w->particle_samples);
}

static void run_gradients(void *user)
{
	sdf_workload *w = user;
	kiln_vec3 gradient;
	for (uint32_t i = 0; i < POINTS; ++i)
		w->samples[i] = kiln_sdf_gradient(&w->field, w->points[i], &gradient);
}

static void run_exact(void *user)
{
	sdf_workload *w = user;
	for (uint32_t i = 0; i < POINTS; ++i)
	{
		const kiln_point_query query = {.point = w->points[i]};
		w->exact[i] = kiln_mesh_closest_point(&w->asset, 0, &query).distance;
	}
}

static void run_casts(void *user)
{
	sdf_workload *w = user;
	for (uint32_t i = 0; i < CASTS; ++i)
		w->hits[i] = kiln_sdf_cast_sphere(&w->field, &w->spheres[i], &w->motions[i]);
}

static void run_sure_casts(void *user)
{
	sdf_workload *w = user;
	for (uint32_t i = 0; i < CASTS; ++i)
		w->sure_hits[i] = kiln_sdf_cast_sphere_exact(&w->field, &w->asset, &w->spheres[i], &w->motions[i]);
}

static void run_exact_casts(void *user)
{
	sdf_workload *w = user;
	for (uint32_t i = 0; i < CASTS; ++i)
		w->exact_hits[i] = kiln_mesh_cast_sphere(&w->asset, 0, &w->spheres[i], &w->motions[i]);
}

/// Particles in a cube around a point of the surface, a quarter as wide as a root cell: few blocks, which stay in the cache. Each is
/// somewhere in its own cell of the cube.
static bool make_particles(sdf_workload *w, uint64_t seed)
{
	bench_random random = bench_random_make(seed);
	kiln_vec3 corners[3];
	const kiln_sdf_grid grid = kiln_sdf_grid_of(&w->field);
	const float step = w->field.head->edge / 4 / SIDE;
	if (!kiln_triangle_corners(&w->asset, 0, 0, corners))
		return false;
	bool *seen = bench_memory(w->field.head->block_count, sizeof *seen);
	memset(seen, 0, w->field.head->block_count * sizeof *seen);
	w->particle_blocks = 0;
	for (uint32_t i = 0; i < PARTICLES; ++i)
	{
		const uint32_t at[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
		float place[3];
		for (int k = 0; k < 3; ++k)
			place[k] = step * ((float)at[k] + (float)bench_random_unit(&random) - SIDE / 2);
		w->particles[i] = (kiln_vec3){corners[0].x + place[0], corners[0].y + place[1], corners[0].z + place[2]};
		const f4 p = kiln_sdf_lanes(w->particles[i]);
		bool *block = kiln_sdf_has(&grid, p) ? &seen[kiln_sdf_find(&grid, p).block - w->field.blocks] : NULL;
		w->particle_blocks += block && !*block;
		if (block)
			*block = true;
	}
	free(seen);
	return true;
}

/// Points in the field's grid, and spheres that start outside of it and move through the ball around the mesh.
static void make_questions(sdf_workload *w, const bench_mesh *mesh, uint64_t seed)
{
	bench_random random = bench_random_make(seed);
	const kiln_sdf *f = &w->field;
	for (uint32_t i = 0; i < POINTS; ++i)
	{
		const float x = (float)bench_random_unit(&random), y = (float)bench_random_unit(&random),
					z = (float)bench_random_unit(&random);
		w->points[i] = (kiln_vec3){f->origin.x + x * (f->end.x - f->origin.x),
			f->origin.y + y * (f->end.y - f->origin.y), f->origin.z + z * (f->end.z - f->origin.z)};
	}
	ray_set rays = ray_set_make(mesh, CASTS, seed);
	for (uint32_t i = 0; i < CASTS; ++i)
	{
		w->spheres[i] = (kiln_sphere){rays.rays[i].origin, SPHERE_SHARE * mesh->radius};
		w->motions[i] = (kiln_motion){.direction = rays.rays[i].direction};
	}
	ray_set_free(&rays);
}

/// Counts points farther from the exact distance than the error says, particles whose answer is not that of the single call, and casts that pass a contact or that are not exact on request.
static uint64_t count_wrong(const sdf_workload *w)
{
	uint64_t wrong = 0;
	for (uint32_t i = 0; i < POINTS; ++i)
	{
		const kiln_sdf_sample *s = &w->samples[i];
		const float off = fabsf(fabsf(s->distance) - w->exact[i]);
		wrong += !(off <= s->error + 0x1p-20f * w->exact[i]);
	}
	for (uint32_t i = 0; i < PARTICLES; ++i)
	{
		const kiln_sdf_sample one = kiln_sdf_distance(&w->field, w->particles[i]);
		wrong += memcmp(&one, &w->particle_samples[i], sizeof one) != 0;
	}
	for (uint32_t i = 0; i < CASTS; ++i)
	{
		const kiln_hit *exact = &w->exact_hits[i], *sure = &w->sure_hits[i];
		wrong += exact->hit && !(w->hits[i].hit && w->hits[i].t <= exact->t * (1 + 0x1p-18f));
		wrong += exact->hit != sure->hit || exact->t < sure->t || exact->t > sure->t;
	}
	return wrong;
}

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"error", {"error /", "diagonal"}, "1", 3},
	{"build", {"", "build"}, "s", 2},
	{"blocks", {"", "blocks"}, "1", 0},
	{"bytes", {"", "bytes"}, "B", 0},
	{"point", {"", "point"}, "ns", 1},
	{"batch", {"point", "in batch"}, "ns", 1},
	{"particle", {"particle", "of a cloud"}, "ns", 1},
	{"gradient", {"", "gradient"}, "ns", 1},
	{"closest", {"closest", "point"}, "ns", 0},
	{"cast", {"", "cast"}, "ns", 0},
	{"sure_cast", {"cast, exact", "on request"}, "ns", 0},
	{"exact_cast", {"cast of", "the mesh"}, "ns", 0},
	{"particle_blocks", {"blocks of", "the cloud"}, "1", 0},
	{"wrong", {"", "wrong"}, "1", 0},
};

static bool build(table_cell *cell, const bench_mesh *mesh, double share, bench_clock *now)
{
	const kilncook_context context = bench_context();
	const hausdorff_surface surface = distance_surface(&mesh->clean);
	const sdf_options options = {.error = share * 2 * (double)mesh->radius, .blocks = KILNCOOK_SDF_BLOCKS_DEFAULT};
	bench_samples samples = {.count = 0};
	sdf_field field;
	const double start = now();
	if (sdf_build(&context, &surface, &options, &field) != KILNCOOK_OK)
		return false;
	samples_add(&samples, now() - start);
	cell[3] = cell_time(&samples, 1);
	cell[4] = cell_count(field.head.block_count);
	cell[5] = cell_count(sdf_bytes(&field));
	sdf_free(&context, &field);
	return true;
}

static bool measure(bench_table *table, const bench_mesh *mesh, double share, const bench_options *options)
{
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_count(mesh->clean.triangle_count);
	cell[2] = cell_value(share);
	kilncook_blob blob;
	const kilncook_options cook = {.sdf = share};
	if (!build(cell, mesh, share, options->clock) || !bench_mesh_cook(mesh, &cook, &blob))
		return false;
	sdf_workload *w = bench_memory(1, sizeof *w);
	bool good =
		bench_blob_open(&blob, KILN_ISA_AUTO, &w->asset) && kiln_sdf_open(&w->field, &w->asset, 0).status == KILN_OK;
	if (good)
		good = make_particles(w, options->seed);
	if (good)
	{
		make_questions(w, mesh, options->seed);
		bench_contestant all[] = {{.run = run_points, .user = w}, {.run = run_batch, .user = w},
			{.run = run_particles, .user = w}, {.run = run_gradients, .user = w}, {.run = run_exact, .user = w},
			{.run = run_casts, .user = w}, {.run = run_sure_casts, .user = w}, {.run = run_exact_casts, .user = w}};
		static const uint32_t answers[] = {POINTS, POINTS, PARTICLES, POINTS, POINTS, CASTS, CASTS, CASTS};
		const uint32_t count = sizeof all / sizeof *all;
		bench_contest(all, count, bench_repetitions(options), options->clock);
		for (uint32_t i = 0; i < count; ++i)
			cell[6 + i] = cell_time(&all[i].samples, 1e9 / answers[i]);
		cell[14] = cell_count(w->particle_blocks);
		cell[15] = cell_count(count_wrong(w));
	}
	free(w);
	const kilncook_context context = bench_context();
	kilncook_blob_free(&context, &blob);
	return good;
}

int bench_sdf(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "sdf", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"signed distance fields, one thread: seconds to build, bytes, ns a point of the grid, a particle of a cloud in "
		"a few blocks, a cast of a sphere of %g of the mesh's radius; beside the mesh's exact answers. Wrong: beyond "
		"the "
		"certified error, or past a contact",
		(double)SPHERE_SHARE);
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	const uint32_t most = options->quick ? TRIANGLES_QUICK : TRIANGLES_MOST;
	const uint32_t need = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_mesh mesh;
		bool good = true;
		bench_progress("sdf", list.specs[i].name);
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		// The flags of generated meshes are not computed.
		const bool solid = list.specs[i].shape == MESH_SPHERE || (mesh.clean.flags & need) == need;
		const bool fits = mesh.clean.triangle_count <= most && solid;
		for (uint32_t k = 0; good && fits && k < (options->quick ? 1 : sizeof errors / sizeof *errors); ++k)
			good = measure(table, &mesh, errors[k], options);
		bench_mesh_free(&mesh);
		if (!good)
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
