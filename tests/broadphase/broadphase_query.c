// SPDX-License-Identifier: MIT
#include "broadphase/core.h"
#include "broadphase_run.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares the answers of queries in a trial with a test of all boxes.

static bool see(void *user, uint32_t index)
{
	trial_run *run = user;
	trial_digest(run, index);
	CHECK(run, index < run->capacity && run->members[index].there);
	CHECK(run, run->left > 0);
	run->visits[index]++;
	return --run->left > 0;
}

static kiln_aabb query_box(trial_run *run)
{
	uint32_t kind = trial_random(&run->random) % 8;
	if (kind == 0)
		return (kiln_aabb){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
	if (kind < 4 && run->count > 0)
		return run->members[run->there[trial_random(&run->random) % run->count]].box;
	return trial_box(run->trial->boxes, &run->random);
}

/// Compares the returned indices with those of the members, in `expected` by index.
static void check_indices(const trial_run *run, uint32_t answered, uint32_t room, uint32_t expected_count)
{
	CHECK(run, answered == expected_count);
	uint32_t stored = answered < room ? answered : room;
	for (uint32_t i = 0; i < stored; i++)
	{
		CHECK(run, run->indices[i] < run->capacity && run->visits[run->indices[i]] == 1);
		CHECK(run, i == 0 || run->indices[i - 1] < run->indices[i]);
	}
}

static bool in_sphere(const kiln_sphere *sphere, const kiln_aabb *box)
{
	const float *center = &sphere->center.x, *min = &box->min.x, *max = &box->max.x;
	double sum = 0;
	for (unsigned i = 0; i < 3; i++)
	{
		double c = (double)center[i], d = fmax(fmax((double)min[i] - c, c - (double)max[i]), 0);
		sum += d * d;
	}
	return sum <= (double)sphere->radius * (double)sphere->radius;
}

void trial_query_region(trial_run *run, bool ball)
{
	kiln_aabb box = query_box(run);
	kiln_sphere sphere = {{box.min.x, box.max.y, box.min.z}, (box.max.x - box.min.x) * trial_unit(&run->random)};
	if (ball && !(isfinite(sphere.center.x) && isfinite(sphere.center.y) && isfinite(sphere.center.z) &&
					isfinite(sphere.radius)))
		sphere = (kiln_sphere){{1, 2, 3}, 50};
	const uint32_t room = trial_random(&run->random) % 4 == 0 ? run->count / 2 : run->capacity;
	uint32_t answered = ball ? kiln_broadphase_overlap_sphere(run->broadphase, &sphere, run->indices, room)
							 : kiln_broadphase_overlap_aabb(run->broadphase, &box, run->indices, room);
	memset(run->visits, 0, run->capacity * sizeof *run->visits);
	run->left = UINT32_MAX;
	if (ball)
		kiln_broadphase_overlap_sphere_visit(run->broadphase, &sphere, see, run);
	else
		kiln_broadphase_overlap_aabb_visit(run->broadphase, &box, see, run);
	uint32_t expected = 0;
	for (uint32_t i = 0; i < run->capacity; i++)
	{
		const trial_member *one = &run->members[i];
		bool inside = one->there && (ball ? in_sphere(&sphere, &one->box) : trial_overlap(&box, &one->box));
		CHECK(run, run->visits[i] == inside);
		expected += inside;
	}
	check_indices(run, answered, room, expected);
	if (expected == 0)
		return;
	const uint32_t some = 1 + trial_random(&run->random) % expected;
	run->left = some;
	memset(run->visits, 0, run->capacity * sizeof *run->visits);
	if (ball)
		kiln_broadphase_overlap_sphere_visit(run->broadphase, &sphere, see, run);
	else
		kiln_broadphase_overlap_aabb_visit(run->broadphase, &box, see, run);
	CHECK(run, run->left == 0);
}

typedef struct moving
{
	bool ray;
	kiln_ray line;
	kiln_aabb box;
	kiln_motion motion;
} moving;

static float direction_part(uint64_t *random)
{
	uint32_t kind = trial_random(random) % 4;
	return kind == 0 ? 0 : kind == 1 ? (float)(trial_random(random) % 5) - 2 : trial_within(random, -1, 1);
}

static moving query_motion(trial_run *run, bool ray)
{
	moving query = {.ray = ray};
	kiln_aabb from = query_box(run);
	if (!isfinite(from.min.x + from.min.y + from.min.z + from.max.x + from.max.y + from.max.z))
		from = trial_box(TRIAL_LATTICE, &run->random);
	kiln_vec3 way = {direction_part(&run->random), direction_part(&run->random), direction_part(&run->random)};
	if (trial_random(&run->random) % 4 == 0)
	{
		// Moves towards an existing box, from a corner of another one.
		kiln_aabb to = query_box(run);
		kiln_vec3 there = {to.min.x - from.min.x, to.max.y - from.min.y, to.min.z - from.min.z};
		if (isfinite(there.x + there.y + there.z))
			way = there;
	}
	float t_max = trial_random(&run->random) % 2 ? 0 : trial_unit(&run->random) * 100;
	query.line = (kiln_ray){.origin = from.min, .direction = way, .t_max = t_max};
	query.motion = (kiln_motion){.direction = way, .t_max = t_max};
	query.box = from;
	return query;
}

static uint32_t ask(trial_run *run, const moving *query, uint32_t room)
{
	return query->ray ? kiln_broadphase_ray_all(run->broadphase, &query->line, run->hits, room)
					  : kiln_broadphase_cast_aabb_all(run->broadphase, &query->box, &query->motion, run->hits, room);
}

typedef struct hit_visit
{
	trial_run *run;
	float nearest;
	bool shrinking;
} hit_visit;

static float see_hit(void *user, kiln_proxy_hit hit)
{
	hit_visit *visit = user;
	trial_run *run = visit->run;
	uint32_t t;
	memcpy(&t, &hit.t, sizeof t);
	trial_digest(run, (uint64_t)t << 32 | hit.index);
	CHECK(run, hit.index < run->capacity && run->members[hit.index].there);
	CHECK(run, run->left > 0);
	CHECK(run, !visit->shrinking || hit.t <= visit->nearest);
	run->visits[hit.index]++;
	if (hit.t < visit->nearest)
		visit->nearest = hit.t;
	if (--run->left == 0)
		return -1;
	return visit->shrinking ? hit.t : FLT_MAX;
}

static void visit_hits(trial_run *run, const moving *query, hit_visit *visit)
{
	memset(run->visits, 0, run->capacity * sizeof *run->visits);
	*visit = (hit_visit){.run = run, .nearest = INFINITY, .shrinking = visit->shrinking};
	if (query->ray)
		kiln_broadphase_ray_all_visit(run->broadphase, &query->line, see_hit, visit);
	else
		kiln_broadphase_cast_aabb_all_visit(run->broadphase, &query->box, &query->motion, see_hit, visit);
}

void trial_query_sweep(trial_run *run, bool ray)
{
	moving query = query_motion(run, ray);
	kiln_box_sweep sweep;
	bool usable =
		ray ? kilni_sweep_of_ray(&sweep, &query.line) : kilni_sweep_of_motion(&sweep, &query.box, &query.motion);
	uint32_t answered = ask(run, &query, run->capacity), expected = 0, nearest_count = 0;
	float nearest = INFINITY;
	hit_visit visit = {.shrinking = false};
	run->left = UINT32_MAX;
	visit_hits(run, &query, &visit);
	for (uint32_t i = 0; i < run->capacity; i++)
	{
		double t = 0;
		bool met = usable && run->members[i].there && kilni_sweep_meets(&sweep, &run->members[i].box, &t);
		CHECK(run, run->visits[i] == met);
		expected += met;
		if (!met)
			continue;
		nearest_count = (float)t < nearest ? 1 : nearest_count + ((float)t == nearest);
		nearest = (float)t < nearest ? (float)t : nearest;
	}
	CHECK(run, answered == expected);
	for (uint32_t i = 0; i < answered; i++)
	{
		double t = 0;
		kiln_proxy_hit hit = run->hits[i], *before = i > 0 ? &run->hits[i - 1] : NULL;
		CHECK(run, hit.index < run->capacity && run->members[hit.index].there);
		CHECK(run, kilni_sweep_meets(&sweep, &run->members[hit.index].box, &t) && hit.t == (float)t);
		CHECK(run, !before || before->t < hit.t || (before->t == hit.t && before->index < hit.index));
	}
	// Only the nearest: all boxes at the same distance are visited.
	visit.shrinking = true;
	visit_hits(run, &query, &visit);
	CHECK(run, visit.nearest == nearest);
	for (uint32_t i = 0; i < nearest_count; i++)
		CHECK(run, run->visits[run->hits[i].index] == 1);
	if (expected == 0)
		return;
	visit.shrinking = false;
	run->left = 1 + trial_random(&run->random) % expected;
	visit_hits(run, &query, &visit);
	CHECK(run, run->left == 0);
	uint32_t room = trial_random(&run->random) % expected;
	CHECK(run, ask(run, &query, room) == expected);
}
