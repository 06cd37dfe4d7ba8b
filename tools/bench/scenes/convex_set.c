// SPDX-License-Identifier: MIT
#include "convex.h"

#include "bench/figures/timing.h"
#include "hull/pack/internal.h"
#include "hull/view.h"
#include "meshes.h"
#include "simd/isa.h"

#include <math.h>
#include <stdlib.h>

typedef struct hulls
{
	packed_hull packed[2];
} hulls;

/// Makes the hull of points on an ellipsoid, all of which are its corners. It has no symmetry, which would hide errors
/// of sign.
static bool cook_hull(bench_random *random, uint32_t vertices, packed_hull *packed, kiln_hull *view)
{
	static const double radii[3] = {1, 0.8, 0.65};
	kilncook_context context = bench_context();
	float(*points)[3] = bench_memory(vertices, sizeof *points);
	for (uint32_t i = 0; i < vertices; ++i)
	{
		double p[3], length;
		do
		{
			bench_random_ball(random, p);
			length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
		} while (length < 0.1);
		for (int axis = 0; axis < 3; ++axis)
			points[i][axis] = (float)(radii[axis] * p[axis] / length);
	}
	convex_hull h;
	bool made = hull_build(&context, &(hull_points){points[0], 0, vertices}, &h) == KILNCOOK_OK;
	free(points);
	if (!made)
		return false;
	made = hull_pack(&context, &h, true, packed) == KILNCOOK_OK;
	hull_free(&context, &h);
	if (made)
		kilni_hull_view_arrays(&packed->head, packed->data, kilni_isa_resolve(KILN_ISA_AUTO), view);
	return made;
}

static kiln_quat turn(bench_random *random, double amount)
{
	double p[3];
	bench_random_ball(random, p);
	double x = amount * p[0], y = amount * p[1], z = amount * p[2], s = 1 / sqrt(1 + x * x + y * y + z * z);
	return (kiln_quat){(float)(s * x), (float)(s * y), (float)(s * z), (float)s};
}

/// Returns one rotation followed by another.
static kiln_quat both(kiln_quat a, kiln_quat b)
{
	return (kiln_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
		a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static kiln_vec3 away(bench_random *random, double distance)
{
	double p[3];
	bench_random_ball(random, p);
	double s = distance / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
	return (kiln_vec3){(float)(s * p[0]), (float)(s * p[1]), (float)(s * p[2])};
}

static bool overlap(const convex_set *set, const kiln_pose *pose)
{
	const kiln_convex_shape a = {.kind = KILN_CONVEX_HULL, .hull = &set->a};
	const kiln_convex_shape b = {.kind = KILN_CONVEX_HULL, .hull = &set->b};
	const kiln_convex_object first = {&a, set->pose_a}, second = {&b, *pose};
	bool overlapping;
	return kiln_convex_collide(&first, &second, NULL, NULL, &overlapping) == KILN_OK && overlapping;
}

static void make_poses(bench_random *random, convex_set *set)
{
	for (uint32_t i = 0; i < set->count; ++i)
	{
		kiln_pose *pose = &set->frames[0][i];
		do
		{
			*pose = (kiln_pose){.rotation = turn(random, 8)};
			pose->translation = away(random, 0.3 + 2.2 * bench_random_unit(random));
		} while (overlap(set, pose) != (i % 2 == 0));
		set->frames[1][i] = *pose;
		kiln_vec3 step = away(random, 0.01);
		kiln_pose *next = &set->frames[1][i];
		next->translation.x += step.x;
		next->translation.y += step.y;
		next->translation.z += step.z;
		next->rotation = both(turn(random, 0.01), pose->rotation);
		// From beyond contact to a place near the middle of a, or past a.
		set->from[i] = (kiln_pose){.rotation = turn(random, 8), .translation = away(random, 2.5)};
		kiln_vec3 start = set->from[i].translation, aside = away(random, 1.5 * bench_random_unit(random));
		set->to[i] = (kiln_pose){.rotation = both(turn(random, 0.5), set->from[i].rotation),
			.translation = {aside.x - start.x, aside.y - start.y, aside.z - start.z}};
	}
}

bool convex_set_make(uint64_t seed, uint32_t vertices, uint32_t count, convex_set *set)
{
	bench_random random = bench_random_make(seed + vertices);
	hulls *owner = bench_memory(1, sizeof *owner);
	*owner = (hulls){0};
	*set = (convex_set){.count = count, .owner = owner};
	set->pose_a = (kiln_pose){.rotation = turn(&random, 1)};
	kiln_pose **poses[4] = {&set->frames[0], &set->frames[1], &set->from, &set->to};
	for (int i = 0; i < 4; ++i)
		*poses[i] = bench_memory(count, sizeof(kiln_pose));
	if (!cook_hull(&random, vertices, &owner->packed[0], &set->a) ||
		!cook_hull(&random, vertices, &owner->packed[1], &set->b))
	{
		convex_set_free(set);
		return false;
	}
	make_poses(&random, set);
	return true;
}

void convex_set_free(convex_set *set)
{
	kilncook_context context = bench_context();
	hulls *owner = set->owner;
	packed_hull_free(&context, &owner->packed[0]);
	packed_hull_free(&context, &owner->packed[1]);
	free(owner);
	free(set->frames[0]);
	free(set->frames[1]);
	free(set->from);
	free(set->to);
}
