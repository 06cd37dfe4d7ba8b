// SPDX-License-Identifier: MIT
#include "bench/scenes/convex.h"
#include "kiln/school.h"

#include "bench/figures/timing.h"

#include <stdlib.h>
#include <string.h>

/// Kiln's own answers, and each of its methods.

/// Gap up to which manifolds have contacts.
#define MANIFOLD_SKIN 0.02f

typedef struct scene
{
	const convex_set *set;
	uint32_t count; ///< the number of measured poses
	kiln_convex_shape a, b;
	kiln_convex_cache *caches; ///< one for each pair
	kiln_lasting_manifold *lasting;
	kiln_vec3 *points[2]; ///< the vertices of both hulls
	uint8_t *memory[2];	  ///< of hulls that are built from the points, from the next multiple of 64 on
	kiln_hull built[2];
	uint64_t steps;
} scene;

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/// Builds both hulls of the points: of one less where a hull has one more vertex than kiln_hull_build takes.
static void build_hulls(scene *of)
{
	const kiln_hull *hulls[2] = {&of->set->a, &of->set->b};
	for (int k = 0; k < 2; ++k)
	{
		uint32_t count = least(hulls[k]->vertex_count, KILN_HULL_POINTS_MAX);
		size_t size = kiln_hull_build_size(count);
		uint8_t *memory = of->memory[k] + (64 - (uintptr_t)of->memory[k] % 64);
		kiln_hull_build(&of->built[k], of->points[k], count, hulls[k]->isa, memory, size);
	}
}

static void prepare_points(scene *of)
{
	const kiln_hull *hulls[2] = {&of->set->a, &of->set->b};
	for (int k = 0; k < 2; ++k)
	{
		uint32_t count = hulls[k]->vertex_count;
		size_t size = kiln_hull_build_size(least(count, KILN_HULL_POINTS_MAX));
		of->points[k] = bench_memory(count, sizeof *of->points[k]);
		of->memory[k] = bench_memory(size + 64, 1);
		for (uint32_t i = 0; i < count; ++i)
			of->points[k][i] = kiln_hull_vertex(hulls[k], i);
	}
	build_hulls(of);
}

static void *prepare(const convex_set *set)
{
	scene *made = bench_memory(1, sizeof *made);
	*made = (scene){.set = set,
		.count = set->count,
		.a = {.kind = KILN_CONVEX_HULL, .hull = &set->a},
		.b = {.kind = KILN_CONVEX_HULL, .hull = &set->b},
		.caches = bench_memory(set->count, sizeof *made->caches),
		.lasting = bench_memory(set->count, sizeof *made->lasting)};
	memset(made->caches, 0, set->count * sizeof *made->caches);
	memset(made->lasting, 0, set->count * sizeof *made->lasting);
	prepare_points(made);
	return made;
}

static void release(void *prepared)
{
	scene *of = prepared;
	free(of->lasting);
	free(of->caches);
	for (int k = 0; k < 2; ++k)
	{
		free(of->points[k]);
		free(of->memory[k]);
	}
	free(of);
}

void convex_kiln_query(void *prepared, uint32_t count)
{
	((scene *)prepared)->count = count;
}

uint64_t convex_kiln_steps(const void *prepared)
{
	return ((const scene *)prepared)->steps;
}

static kiln_convex_object first_of(const scene *of)
{
	return (kiln_convex_object){&of->a, of->set->pose_a};
}

static kiln_convex_object second_of(const scene *of, uint32_t frame, uint32_t i)
{
	return (kiln_convex_object){&of->b, of->set->frames[frame][i]};
}

static void run_distance(scene *of, uint32_t frame, const kiln_distance_options *options, bool warm, float *answers)
{
	const kiln_convex_object a = first_of(of);
	of->steps = 0;
	for (uint32_t i = 0; i < of->count; ++i)
	{
		kiln_convex_separation found;
		const kiln_convex_object b = second_of(of, frame, i);
		kiln_convex_distance(&a, &b, options, warm ? &of->caches[i] : NULL, &found);
		answers[i] = found.distance;
		of->steps += found.steps;
	}
}

/// Runs the distances with other shapes of the same bodies.
static void run_shapes(scene *of, uint32_t frame, const kiln_convex_shape shapes[2], float *answers)
{
	const kiln_convex_shape own[2] = {of->a, of->b};
	of->a = shapes[0];
	of->b = shapes[1];
	run_distance(of, frame, NULL, false, answers);
	of->a = own[0];
	of->b = own[1];
}

static void distance_points(void *prepared, uint32_t frame, float *answers)
{
	scene *of = prepared;
	const kiln_convex_shape shapes[2] = {
		{.kind = KILN_CONVEX_POINTS, .points = {of->points[0], of->set->a.vertex_count}},
		{.kind = KILN_CONVEX_POINTS, .points = {of->points[1], of->set->b.vertex_count}}};
	run_shapes(of, frame, shapes, answers);
}

static void distance_built(void *prepared, uint32_t frame, float *answers)
{
	scene *of = prepared;
	const kiln_convex_shape shapes[2] = {
		{.kind = KILN_CONVEX_HULL, .hull = &of->built[0]}, {.kind = KILN_CONVEX_HULL, .hull = &of->built[1]}};
	run_shapes(of, frame, shapes, answers);
}

/// Builds both hulls before each query.
static void distance_building(void *prepared, uint32_t frame, float *answers)
{
	scene *of = prepared;
	for (uint32_t i = 0; i < of->count; ++i)
		build_hulls(of);
	distance_built(prepared, frame, answers);
}

static void run_overlap(scene *of, uint32_t frame, const kiln_collide_method *method, bool warm, float *answers)
{
	const kiln_convex_object a = first_of(of);
	of->steps = 0;
	for (uint32_t i = 0; i < of->count; ++i)
	{
		bool overlapping = false;
		const kiln_convex_object b = second_of(of, frame, i);
		kiln_convex_collide(&a, &b, method, warm ? &of->caches[i] : NULL, &overlapping);
		answers[i] = overlapping ? 1 : 0;
	}
}

static void run_depth(scene *of, uint32_t frame, const kiln_penetration_method *method, bool warm, float *answers)
{
	const kiln_convex_object a = first_of(of);
	of->steps = 0;
	for (uint32_t i = 0; i < of->count; ++i)
	{
		kiln_convex_depth found;
		const kiln_convex_object b = second_of(of, frame, i);
		kiln_convex_penetration(&a, &b, method, warm ? &of->caches[i] : NULL, &found);
		answers[i] = found.depth;
		of->steps += found.steps;
	}
}

static void run_spin(scene *of, const kiln_time_of_impact_method *method, bool turning, float *answers)
{
	const kiln_sweep still = {.from = of->set->pose_a, .to = of->set->pose_a};
	of->steps = 0;
	for (uint32_t i = 0; i < of->count; ++i)
	{
		kiln_sweep sweep = {.from = of->set->from[i], .to = of->set->to[i]};
		if (!turning)
			sweep.to.rotation = sweep.from.rotation;
		kiln_convex_impact found;
		kiln_convex_time_of_impact(&of->b, &sweep, &of->a, &still, 0, method, &found);
		answers[i] = found.hit ? found.t : -1;
		of->steps += found.steps;
	}
}

static void run_cast(scene *of, const kiln_cast_method *method, float *answers)
{
	const kiln_convex_object a = first_of(of);
	of->steps = 0;
	for (uint32_t i = 0; i < of->count; ++i)
	{
		const kiln_pose *from = &of->set->from[i], *to = &of->set->to[i];
		const kiln_convex_object b = {&of->b, *from};
		kiln_motion motion = {.direction = {to->translation.x - from->translation.x,
								  to->translation.y - from->translation.y, to->translation.z - from->translation.z},
			.t_max = 1};
		kiln_convex_impact found;
		kiln_convex_cast(&b, &motion, &a, method, &found);
		answers[i] = found.hit ? found.t : -1;
	}
}

#define WAY(name, call)                                                                                                \
	static void name(void *prepared, uint32_t frame, float *answers)                                                   \
	{                                                                                                                  \
		scene *of = prepared;                                                                                          \
		(void)frame;                                                                                                   \
		call;                                                                                                          \
	}

#define SOLVER(which) (&(const kiln_distance_options){.solver = which})
#define METHOD(which) (&(const kiln_distance_options){.method = which})

WAY(distance_gjk, run_distance(of, frame, NULL, false, answers))
WAY(distance_johnson, run_distance(of, frame, SOLVER(&kiln_simplex_johnson), false, answers))
WAY(distance_brute, run_distance(of, frame, SOLVER(&kiln_simplex_brute), false, answers))
WAY(distance_vclip, run_distance(of, frame, METHOD(&kiln_distance_vclip), false, answers))
WAY(distance_quadratic, run_distance(of, frame, METHOD(&kiln_distance_qp), false, answers))
WAY(warm_gjk, run_distance(of, frame, NULL, true, answers))
WAY(warm_vclip, run_distance(of, frame, METHOD(&kiln_distance_vclip), true, answers))
WAY(overlap_gjk, run_overlap(of, frame, NULL, false, answers))
WAY(overlap_portal, run_overlap(of, frame, &kiln_collide_mpr, false, answers))
WAY(overlap_chung_wang, run_overlap(of, frame, &kiln_collide_chung_wang, false, answers))
WAY(overlap_seidel, run_overlap(of, frame, &kiln_collide_seidel, false, answers))
WAY(overlap_sat, run_overlap(of, frame, &kiln_collide_sat, false, answers))
WAY(again_gjk, run_overlap(of, frame, NULL, true, answers))
WAY(again_chung_wang, run_overlap(of, frame, &kiln_collide_chung_wang, true, answers))
WAY(again_sat, run_overlap(of, frame, &kiln_collide_sat, true, answers))
WAY(depth_auto, run_depth(of, frame, NULL, false, answers))
WAY(depth_epa, run_depth(of, frame, NULL, false, answers))
WAY(depth_sat, run_depth(of, frame, &kiln_penetration_sat, false, answers))
WAY(depth_sat_brute, run_depth(of, frame, &kiln_penetration_sat_brute, false, answers))
WAY(depth_portal, run_depth(of, frame, &kiln_penetration_mpr, false, answers))
WAY(depth_warm, run_depth(of, frame, NULL, true, answers))
WAY(cast_auto, run_cast(of, NULL, answers))
WAY(cast_ray, run_cast(of, &kiln_cast_gjk_ray, answers))
WAY(cast_conservative, run_cast(of, &kiln_cast_conservative, answers))
WAY(cast_sweep, run_spin(of, NULL, false, answers))
WAY(spin_bilateral, run_spin(of, NULL, true, answers))
WAY(spin_conservative, run_spin(of, &kiln_time_of_impact_conservative, true, answers))

/// Runs whole manifolds, from the last answer for the pair or without.
static void run_manifold(scene *of, uint32_t frame, bool warm, float *answers)
{
	const kiln_convex_object a = first_of(of);
	const kiln_manifold_options options = {.skin = MANIFOLD_SKIN};
	for (uint32_t i = 0; i < of->count; ++i)
	{
		kiln_manifold found;
		const kiln_convex_object b = second_of(of, frame, i);
		kiln_convex_manifold(&a, &b, &options, warm ? &of->caches[i] : NULL, &found);
		answers[i] = found.count > 0 && found.contacts[0].depth > 0 ? found.contacts[0].depth : 0;
	}
}

static void manifold(void *prepared, uint32_t frame, float *answers)
{
	run_manifold(prepared, frame, false, answers);
}

static void manifold_warm(void *prepared, uint32_t frame, float *answers)
{
	run_manifold(prepared, frame, true, answers);
}

/// Adds one contact to the manifold of the last frame.
static void manifold_lasting(void *prepared, uint32_t frame, float *answers)
{
	scene *of = prepared;
	const kiln_convex_object a = first_of(of);
	const kiln_manifold_options options = {.skin = MANIFOLD_SKIN};
	of->steps = 0;
	for (uint32_t i = 0; i < of->count; ++i)
	{
		kiln_lasting_manifold *lasting = &of->lasting[i];
		const kiln_convex_object b = second_of(of, frame, i);
		kiln_convex_manifold_update(lasting, &a, &b, &options);
		answers[i] =
			lasting->count > 0 && lasting->contacts[0].contact.depth > 0 ? lasting->contacts[0].contact.depth : 0;
	}
}

static convex_run *find(convex_task task)
{
	static convex_run *const runs[CONVEX_TASK_COUNT] = {[CONVEX_TASK_DISTANCE] = distance_gjk,
		[CONVEX_TASK_WARM] = warm_gjk,
		[CONVEX_TASK_OVERLAP] = overlap_gjk,
		[CONVEX_TASK_DEPTH] = depth_auto,
		[CONVEX_TASK_MANIFOLD] = manifold,
		[CONVEX_TASK_CAST] = cast_auto,
		[CONVEX_TASK_SPIN] = spin_bilateral};
	return runs[task];
}

const convex_library *convex_kiln(void)
{
	static const convex_library library = {"kiln", "Kiln", prepare, release, find};
	return &library;
}

const convex_method *convex_methods(uint32_t index)
{
	static const convex_method methods[] = {
		{"distance", "GJK, Signed Volumes", CONVEX_TASK_DISTANCE, distance_gjk, 1, 256},
		{"distance", "GJK, Johnson", CONVEX_TASK_DISTANCE, distance_johnson, 1, 256},
		{"distance", "GJK, brute force", CONVEX_TASK_DISTANCE, distance_brute, 1, 256},
		{"distance", "V-Clip", CONVEX_TASK_DISTANCE, distance_vclip, 1, 256},
		{"distance", "quadratic programme", CONVEX_TASK_DISTANCE, distance_quadratic, 1, 256},
		{"distance", "of bare points", CONVEX_TASK_DISTANCE, distance_points, 1, 256},
		{"distance", "of hulls built from the points", CONVEX_TASK_DISTANCE, distance_built, 1, 256},
		{"distance", "and both hulls are built", CONVEX_TASK_DISTANCE, distance_building, 10, 256},
		{"distance, warm", "GJK", CONVEX_TASK_DISTANCE, warm_gjk, 1, 256},
		{"distance, warm", "V-Clip", CONVEX_TASK_DISTANCE, warm_vclip, 1, 256},
		{"overlap", "GJK", CONVEX_TASK_OVERLAP, overlap_gjk, 1, 256},
		{"overlap", "Minkowski portal", CONVEX_TASK_OVERLAP, overlap_portal, 1, 256},
		{"overlap", "Chung-Wang", CONVEX_TASK_OVERLAP, overlap_chung_wang, 1, 256},
		{"overlap", "Seidel", CONVEX_TASK_OVERLAP, overlap_seidel, 1, 256},
		{"overlap", "separating axes", CONVEX_TASK_OVERLAP, overlap_sat, 1, 256},
		{"overlap, warm", "GJK", CONVEX_TASK_OVERLAP, again_gjk, 1, 256},
		{"overlap, warm", "Chung-Wang", CONVEX_TASK_OVERLAP, again_chung_wang, 1, 256},
		{"overlap, warm", "separating axes", CONVEX_TASK_OVERLAP, again_sat, 1, 256},
		{"depth", "EPA", CONVEX_TASK_DEPTH, depth_epa, 1, 256},
		{"depth", "separating axes", CONVEX_TASK_DEPTH, depth_sat, 1, 256},
		{"depth", "all axes", CONVEX_TASK_DEPTH, depth_sat_brute, 100, 32},
		{"depth", "Minkowski portal", CONVEX_TASK_DEPTH, depth_portal, 1, 256},
		{"depth, warm", "as chosen", CONVEX_TASK_DEPTH, depth_warm, 1, 256},
		{"manifold, warm", "whole", CONVEX_TASK_MANIFOLD, manifold_warm, 1, 256},
		{"manifold, warm", "one contact added", CONVEX_TASK_MANIFOLD, manifold_lasting, 1, 256},
		{"cast", "GJK ray cast", CONVEX_TASK_CAST, cast_ray, 1, 256},
		{"cast", "conservative", CONVEX_TASK_CAST, cast_conservative, 1, 256},
		{"cast", "as a sweep, bilateral", CONVEX_TASK_CAST, cast_sweep, 1, 256},
		{"cast, turning", "bilateral", CONVEX_TASK_SPIN, spin_bilateral, 1, 256},
		{"cast, turning", "conservative", CONVEX_TASK_SPIN, spin_conservative, 1, 256},
	};
	return index < sizeof methods / sizeof *methods ? &methods[index] : NULL;
}
