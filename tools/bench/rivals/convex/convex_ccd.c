// SPDX-License-Identifier: MIT
#include "bench/scenes/convex.h"

#include "bench/figures/timing.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <ccd/vec3.h>
#include <stdlib.h>

/// libccd: overlaps by Minkowski portal refinement, the faster of its two methods; depth by its GJK and EPA.

typedef struct body
{
	ccd_vec3_t *points;
	uint32_t count;
	ccd_vec3_t at;
	ccd_quat_t turned, back;
} body;

typedef struct scene
{
	const convex_set *set;
	body a, b;
	ccd_t overlap, depth;
} scene;

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point)
{
	const body *of = object;
	ccd_vec3_t own = *direction;
	ccdQuatRotVec(&own, &of->back);
	const ccd_vec3_t *best = of->points;
	ccd_real_t most = ccdVec3Dot(best, &own);
	for (uint32_t i = 1; i < of->count; ++i)
	{
		ccd_real_t reach = ccdVec3Dot(&of->points[i], &own);
		if (reach > most)
		{
			most = reach;
			best = &of->points[i];
		}
	}
	*point = *best;
	ccdQuatRotVec(point, &of->turned);
	ccdVec3Add(point, &of->at);
}

static void center(const void *object, ccd_vec3_t *point)
{
	*point = ((const body *)object)->at;
}

static void place(body *of, const kiln_pose *pose)
{
	ccdVec3Set(
		&of->at, (ccd_real_t)pose->translation.x, (ccd_real_t)pose->translation.y, (ccd_real_t)pose->translation.z);
	ccdQuatSet(&of->turned, (ccd_real_t)pose->rotation.x, (ccd_real_t)pose->rotation.y, (ccd_real_t)pose->rotation.z,
		(ccd_real_t)pose->rotation.w);
	ccdQuatInvert2(&of->back, &of->turned);
}

static body body_of(const kiln_hull *hull)
{
	body made = {.points = bench_memory(hull->vertex_count, sizeof *made.points), .count = hull->vertex_count};
	for (uint32_t i = 0; i < made.count; ++i)
		ccdVec3Set(&made.points[i], (ccd_real_t)hull->x[i], (ccd_real_t)hull->y[i], (ccd_real_t)hull->z[i]);
	return made;
}

static ccd_t settings(void)
{
	ccd_t ccd;
	CCD_INIT(&ccd);
	ccd.support1 = support;
	ccd.support2 = support;
	ccd.center1 = center;
	ccd.center2 = center;
	ccd.max_iterations = 200;
	ccd.mpr_tolerance = (ccd_real_t)1e-6;
	ccd.epa_tolerance = (ccd_real_t)1e-6;
	return ccd;
}

static void *prepare(const convex_set *set)
{
	scene *made = bench_memory(1, sizeof *made);
	*made = (scene){.set = set, .a = body_of(&set->a), .b = body_of(&set->b)};
	made->overlap = settings();
	made->depth = settings();
	place(&made->a, &set->pose_a);
	return made;
}

static void release(void *prepared)
{
	scene *of = prepared;
	free(of->a.points);
	free(of->b.points);
	free(of);
}

static void run_overlap(void *prepared, uint32_t frame, float *answers)
{
	scene *of = prepared;
	for (uint32_t i = 0; i < of->set->count; ++i)
	{
		place(&of->b, &of->set->frames[frame][i]);
		answers[i] = ccdMPRIntersect(&of->a, &of->b, &of->overlap) ? 1 : 0;
	}
}

static void run_depth(void *prepared, uint32_t frame, float *answers)
{
	scene *of = prepared;
	for (uint32_t i = 0; i < of->set->count; ++i)
	{
		ccd_real_t depth = 0;
		ccd_vec3_t normal, point;
		place(&of->b, &of->set->frames[frame][i]);
		answers[i] = ccdGJKPenetration(&of->a, &of->b, &of->depth, &depth, &normal, &point) == 0 ? (float)depth : 0;
	}
}

static convex_run *find(convex_task task)
{
	return task == CONVEX_TASK_OVERLAP ? run_overlap : task == CONVEX_TASK_DEPTH ? run_depth : NULL;
}

const convex_library *convex_ccd(void)
{
	static const convex_library library = {"ccd", "libccd", prepare, release, find};
	return &library;
}
