// SPDX-License-Identifier: MIT
#include "bench/scenes/primitives.h"

#include "bench/figures/timing.h"

#include <ccd/ccd.h>
#include <ccd/vec3.h>
#include <math.h>
#include <stdlib.h>

/// Minkowski portal refinement, the faster of libccd's two methods for overlaps of convex bodies.

/// A convex body: the sum of a centre, a ball, and either three segments or the hull of points.
typedef struct body
{
	ccd_vec3_t center;
	ccd_vec3_t bars[3];
	int bar_count;
	ccd_vec3_t axis; ///< axis of a disc that is added; zero: none
	double disc;
	ccd_vec3_t corners[3];
	int corner_count;
	double radius;
} body;

typedef struct sides
{
	body *sphere, *capsule, *cylinder, *obb, *aabb, *triangle;
} sides;

typedef struct scene
{
	uint32_t count;
	sides a, b;
	ccd_t ccd;
} scene;

static ccd_vec3_t vec(kiln_vec3 v)
{
	ccd_vec3_t made;
	ccdVec3Set(&made, (ccd_real_t)v.x, (ccd_real_t)v.y, (ccd_real_t)v.z);
	return made;
}

static ccd_vec3_t middle(kiln_vec3 a, kiln_vec3 b)
{
	ccd_vec3_t sum = vec(a), other = vec(b);
	ccdVec3Add(&sum, &other);
	ccdVec3Scale(&sum, (ccd_real_t)0.5);
	return sum;
}

static ccd_vec3_t half_way(kiln_vec3 a, kiln_vec3 b)
{
	ccd_vec3_t difference = vec(b), from = vec(a);
	ccdVec3Sub(&difference, &from);
	ccdVec3Scale(&difference, (ccd_real_t)0.5);
	return difference;
}

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point)
{
	const body *of = object;
	*point = of->center;
	for (int i = 0; i < of->bar_count; ++i)
	{
		ccd_vec3_t bar = of->bars[i];
		ccdVec3Scale(&bar, ccdVec3Dot(&bar, direction) < 0 ? -1 : 1);
		ccdVec3Add(point, &bar);
	}
	if (of->disc > 0)
	{
		ccd_vec3_t across = of->axis;
		ccdVec3Scale(&across, -ccdVec3Dot(&across, direction));
		ccdVec3Add(&across, direction);
		ccd_real_t length = CCD_SQRT(ccdVec3Len2(&across));
		ccdVec3Scale(&across, length > 0 ? (ccd_real_t)of->disc / length : 0);
		ccdVec3Add(point, &across);
	}
	if (of->corner_count)
	{
		int best = 0;
		for (int i = 1; i < of->corner_count; ++i)
			best = ccdVec3Dot(&of->corners[i], direction) > ccdVec3Dot(&of->corners[best], direction) ? i : best;
		*point = of->corners[best];
	}
	if (of->radius > 0)
	{
		ccd_vec3_t out = *direction;
		ccdVec3Scale(&out, (ccd_real_t)of->radius / CCD_SQRT(ccdVec3Len2(direction)));
		ccdVec3Add(point, &out);
	}
}

static void center(const void *object, ccd_vec3_t *point)
{
	const body *of = object;
	*point = of->center;
}

static sides sides_make(const primitive_side *given, uint32_t count)
{
	sides made = {bench_memory(count, sizeof(body)), bench_memory(count, sizeof(body)),
		bench_memory(count, sizeof(body)), bench_memory(count, sizeof(body)), bench_memory(count, sizeof(body)),
		bench_memory(count, sizeof(body))};
	for (uint32_t i = 0; i < count; ++i)
	{
		const kiln_capsule *capsule = &given->capsule[i];
		const kiln_cylinder *cylinder = &given->cylinder[i];
		const kiln_obb *obb = &given->obb[i];
		const kiln_aabb *aabb = &given->aabb[i];
		made.sphere[i] = (body){.center = vec(given->sphere[i].center), .radius = (double)given->sphere[i].radius};
		made.capsule[i] = (body){.center = middle(capsule->a, capsule->b),
			.bars = {half_way(capsule->a, capsule->b)},
			.bar_count = 1,
			.radius = (double)capsule->radius};
		made.cylinder[i] = (body){.center = middle(cylinder->a, cylinder->b),
			.bars = {half_way(cylinder->a, cylinder->b)},
			.bar_count = 1,
			.disc = (double)cylinder->radius};
		made.cylinder[i].axis = made.cylinder[i].bars[0];
		ccdVec3Normalize(&made.cylinder[i].axis);
		made.obb[i] = (body){.center = vec(obb->center), .bar_count = 3};
		for (int j = 0; j < 3; ++j)
		{
			made.obb[i].bars[j] = vec(obb->axes[j]);
			ccdVec3Scale(&made.obb[i].bars[j], (ccd_real_t)obb->half_extents[j]);
		}
		made.aabb[i] = (body){.center = middle(aabb->min, aabb->max), .bar_count = 3};
		ccd_vec3_t half = half_way(aabb->min, aabb->max);
		for (int j = 0; j < 3; ++j)
			made.aabb[i].bars[j].v[j] = half.v[j];
		made.triangle[i] = (body){.corner_count = 3};
		for (int j = 0; j < 3; ++j)
		{
			made.triangle[i].corners[j] = vec(given->triangle[i].corners[j]);
			ccdVec3Add(&made.triangle[i].center, &made.triangle[i].corners[j]);
		}
		ccdVec3Scale(&made.triangle[i].center, (ccd_real_t)(1.0 / 3));
	}
	return made;
}

static void sides_free(sides *of)
{
	free(of->sphere);
	free(of->capsule);
	free(of->cylinder);
	free(of->obb);
	free(of->aabb);
	free(of->triangle);
}

static void *prepare(const primitive_set *set)
{
	scene *made = bench_memory(1, sizeof *made);
	*made = (scene){.count = set->count, .a = sides_make(&set->a, set->count), .b = sides_make(&set->b, set->count)};
	CCD_INIT(&made->ccd);
	made->ccd.support1 = made->ccd.support2 = support;
	made->ccd.center1 = made->ccd.center2 = center;
	made->ccd.max_iterations = 100;
	return made;
}

static void release(void *prepared)
{
	scene *made = prepared;
	sides_free(&made->a);
	sides_free(&made->b);
	free(made);
}

#define BODIES(BODY)                                                                                                   \
	BODY(sphere, sphere)                                                                                               \
	BODY(sphere, capsule)                                                                                              \
	BODY(sphere, aabb)                                                                                                 \
	BODY(sphere, obb)                                                                                                  \
	BODY(sphere, triangle)                                                                                             \
	BODY(sphere, cylinder)                                                                                             \
	BODY(capsule, capsule)                                                                                             \
	BODY(capsule, obb)                                                                                                 \
	BODY(capsule, triangle)                                                                                            \
	BODY(aabb, aabb)                                                                                                   \
	BODY(aabb, triangle)                                                                                               \
	BODY(obb, obb)                                                                                                     \
	BODY(obb, triangle)                                                                                                \
	BODY(cylinder, cylinder)                                                                                           \
	BODY(triangle, triangle)

#define BODY(x, y)                                                                                                     \
	static void run_##x##_##y(void *prepared, float *answers)                                                          \
	{                                                                                                                  \
		const scene *s = prepared;                                                                                     \
		for (uint32_t i = 0; i < s->count; ++i)                                                                        \
			answers[i] = ccdMPRIntersect(&s->a.x[i], &s->b.y[i], &s->ccd) ? 1 : 0;                                     \
	}
BODIES(BODY)
#undef BODY

static primitive_run *find(primitive_test test)
{
#define BODY(x, y)                                                                                                     \
	case PRIMITIVE_overlaps_##x##_##y:                                                                                 \
		return run_##x##_##y;
	switch (test)
	{
		BODIES(BODY)
	default:
		return NULL;
	}
#undef BODY
}

const primitive_library *primitive_ccd(void)
{
	static const primitive_library library = {"libccd", prepare, release, find};
	return &library;
}
