// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "bench/figures/duel.h"

#include "common/message.h"
#include "kiln/convex.h"
#include "kiln/primitive.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/// Solids by sign functions and their trees, and the time of contact by halving.

enum
{
	HOLES = 15, ///< taken out of a ball
	LEAVES = HOLES + 1,
	SPANS = 2 * LEAVES,
	SCRATCH = 65536,
};

/// A ball with holes along random axes: a torus, cylinders, boxes and balls. Points, rays, motions and answers.
typedef struct solid_stage
{
	kiln_implicit leaves[LEAVES];
	kiln_csg_node nodes[2 * LEAVES - 1];
	kiln_csg tree;
	uint8_t scratch[SCRATCH];
	kiln_ray *rays;
	kiln_vec3 *points;
	uint32_t count;
	float *ours, *theirs;
	uint32_t current; ///< the motion that is halved
} solid_stage;

static kiln_vec3 random_in(bench_random *random, double radius)
{
	double p[3];
	bench_random_ball(random, p);
	return (kiln_vec3){(float)(radius * p[0]), (float)(radius * p[1]), (float)(radius * p[2])};
}

static kiln_implicit random_hole(bench_random *random, uint32_t number)
{
	const kiln_vec3 at = random_in(random, 1), to = random_in(random, 1), axis = random_in(random, 1);
	const float size = (float)(0.1 + 0.2 * bench_random_unit(random));
	switch (number % 4)
	{
	case 0:
		return (kiln_implicit){
			.kind = KILN_IMPLICIT_TORUS, .of.torus = {.center = at, .axis = axis, .ring = size, .radius = size / 3}};
	case 1:
		return (kiln_implicit){.kind = KILN_IMPLICIT_CYLINDER, .of.cylinder = {at, to, size / 2}};
	case 2:
		return (kiln_implicit){.kind = KILN_IMPLICIT_BOX,
			.of.box = kiln_obb_from_box(&(kiln_box){at, {size, size, size / 2}, {axis.x, axis.y, axis.z, 1}})};
	default:
		return (kiln_implicit){.kind = KILN_IMPLICIT_SPHERE, .of.sphere = {at, size}};
	}
}

/// Makes the chain a - b - c - .. and what it is tried with.
static void make_stage(solid_stage *it, const bench_options *options)
{
	bench_random random = bench_random_make(options->seed);
	it->leaves[0] = (kiln_implicit){.kind = KILN_IMPLICIT_SPHERE, .of.sphere = {{0, 0, 0}, 1}};
	it->nodes[0] = (kiln_csg_node){KILN_CSG_LEAF, 0};
	for (uint32_t i = 1; i < LEAVES; ++i)
	{
		it->leaves[i] = random_hole(&random, i);
		it->nodes[2 * i - 1] = (kiln_csg_node){KILN_CSG_LEAF, i};
		it->nodes[2 * i] = (kiln_csg_node){KILN_CSG_DIFFERENCE, 0};
	}
	it->tree = (kiln_csg){it->nodes, 2 * LEAVES - 1, it->leaves, LEAVES};
	it->count = options->quick ? 100 : 2000;
	it->rays = bench_memory(it->count, sizeof *it->rays);
	it->points = bench_memory(it->count, sizeof *it->points);
	it->ours = bench_memory(it->count, sizeof *it->ours);
	it->theirs = bench_memory(it->count, sizeof *it->theirs);
	for (uint32_t i = 0; i < it->count; ++i)
	{
		const kiln_vec3 to = random_in(&random, 1);
		kiln_vec3 from = random_in(&random, 1);
		from.x += from.x < 0 ? -2 : 2;
		it->points[i] = random_in(&random, 1.2);
		it->rays[i] = (kiln_ray){.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
	}
}

static void free_stage(solid_stage *it)
{
	free(it->theirs);
	free(it->ours);
	free(it->points);
	free(it->rays);
}

static void where_tree(void *user)
{
	solid_stage *it = user;
	for (uint32_t i = 0; i < it->count; ++i)
		it->ours[i] = (float)kiln_where_point_csg(&it->points[i], &it->tree);
}

/// The ball without the holes, by comparing the sign of every leaf.
static void where_leaves(void *user)
{
	solid_stage *it = user;
	for (uint32_t i = 0; i < it->count; ++i)
	{
		kiln_where where = kiln_where_point_implicit(&it->points[i], &it->leaves[0]);
		for (uint32_t leaf = 1; leaf < LEAVES; ++leaf)
		{
			const kiln_where hole = -kiln_where_point_implicit(&it->points[i], &it->leaves[leaf]);
			where = hole > where ? hole : where;
		}
		it->theirs[i] = (float)where;
	}
}

static uint64_t numbers_differ(void *user)
{
	const solid_stage *it = user;
	uint64_t differ = 0;
	for (uint32_t i = 0; i < it->count; ++i)
		differ += it->ours[i] != it->theirs[i];
	return differ;
}

static void spans_tree(void *user)
{
	solid_stage *it = user;
	kiln_implicit_span spans[SPANS];
	for (uint32_t i = 0; i < it->count; ++i)
	{
		const uint32_t count =
			kiln_spans_ray_csg(&it->rays[i], &it->tree, it->scratch, sizeof it->scratch, spans, SPANS);
		it->ours[i] = count ? spans[0].enter.t : -1;
	}
}

/// The same first point by sphere tracing (Hart 1996), to a millionth.
static void trace_tree(void *user)
{
	solid_stage *it = user;
	for (uint32_t i = 0; i < it->count; ++i)
	{
		const kiln_vec3 from = it->rays[i].origin, way = it->rays[i].direction;
		const float length = sqrtf(way.x * way.x + way.y * way.y + way.z * way.z);
		float t = 0;
		it->theirs[i] = -1;
		while (t * length < 8)
		{
			const kiln_vec3 at = {from.x + t * way.x, from.y + t * way.y, from.z + t * way.z};
			const float value = kiln_sample_point_csg(&at, &it->tree).value;
			if (value < 1e-6f)
			{
				it->theirs[i] = t;
				break;
			}
			t += value / length;
		}
	}
}

/// Counts hits against misses, and hits that are farther apart than tracing may stop before or beside the surface.
static uint64_t hits_differ(void *user)
{
	const solid_stage *it = user;
	uint64_t differ = 0;
	for (uint32_t i = 0; i < it->count; ++i)
		differ += (it->ours[i] < 0) != (it->theirs[i] < 0) || fabsf(it->ours[i] - it->theirs[i]) > 1e-2f;
	return differ;
}

/// A ball of radius 0.1 that moves along a ray, in a curve, towards a ball of radius 1 at the origin.
static kiln_vec3 curve_at(const kiln_ray *ray, float t)
{
	const float bend = 0.3f * t * (1 - t);
	return (kiln_vec3){ray->origin.x + t * ray->direction.x, ray->origin.y + t * ray->direction.y + bend,
		ray->origin.z + t * ray->direction.z};
}

static float curve_bound(void *user, float t0, float t1)
{
	const solid_stage *it = user;
	const kiln_vec3 d = it->rays[it->current].direction;
	return (t1 - t0) * (sqrtf(d.x * d.x + d.y * d.y + d.z * d.z) * 1.0001f + 0.3f);
}

static float curve_distance(void *user, float t)
{
	const solid_stage *it = user;
	const kiln_vec3 p = curve_at(&it->rays[it->current], t);
	return sqrtf(p.x * p.x + p.y * p.y + p.z * p.z) - 1.1f;
}

static void halve(void *user)
{
	solid_stage *it = user;
	const kiln_halving halving = {curve_bound, curve_distance, it, 1e-4f, 0};
	for (it->current = 0; it->current < it->count; ++it->current)
	{
		float t;
		it->ours[it->current] = kiln_moving_halving(&halving, &t, NULL) ? t : -1;
	}
}

/// The same in steps of a 4096th.
static void step(void *user)
{
	solid_stage *it = user;
	for (it->current = 0; it->current < it->count; ++it->current)
	{
		it->theirs[it->current] = -1;
		for (int i = 0; i <= 4096 && it->theirs[it->current] < 0; ++i)
			if (curve_distance(it, (float)i / 4096) <= 0)
				it->theirs[it->current] = (float)i / 4096;
	}
}

/// Counts contacts that halving missed, or found later than the steps.
static uint64_t contacts_missed(void *user)
{
	const solid_stage *it = user;
	uint64_t missed = 0;
	for (uint32_t i = 0; i < it->count; ++i)
		missed += it->theirs[i] >= 0 && !(it->ours[i] >= 0 && it->ours[i] <= it->theirs[i]);
	return missed;
}

int bench_solids(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_duel_table(result, "solids");
	snprintf(table->title, sizeof table->title,
		"a ball less %d solids as a tree, and a ball on a curve, nanoseconds a point, ray or motion; rays that tracing "
		"answers otherwise by more than a hundredth, and contacts that halving misses, differ",
		HOLES);
	solid_stage *it = bench_memory(1, sizeof *it);
	make_stage(it, options);
	const bench_duel duels[] = {
		{"sign of a tree at a point", "sign of every leaf", it->count, where_tree, where_leaves, numbers_differ, it},
		{"parts of a ray in a tree", "sphere tracing, first hit", it->count, spans_tree, trace_tree, hits_differ, it},
		{"contact by halving", "4 096 steps", it->count, halve, step, contacts_missed, it},
	};
	for (size_t i = 0; i < sizeof duels / sizeof *duels; ++i)
	{
		bench_progress("solids", duels[i].work);
		bench_duel_run(&duels[i], bench_repetitions(options), options->clock, table);
	}
	free_stage(it);
	free(it);
	return TOOL_DONE;
}
