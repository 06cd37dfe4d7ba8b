// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_WORLD_CASE_H
#define KILN_TESTS_WORLD_CASE_H

#include "kiln/school.h"
#include "support/compound_case.h"
#include "support/shape_assets.h"

/// Worlds for tests, and their members.

#define WORLD_MOST 80

typedef struct world_case
{
	kiln_world *world;
	void *memory;
} world_case;

/// Makes a world; fails the test if this is impossible. The caller calls free(memory).
world_case world_make(const kiln_world_options *options);
/// Returns options for so many members and all their pairs.
kiln_world_options world_room(uint32_t members);
/// Makes a world with a single member, whose answers are the reference.
world_case world_of_one(const kiln_member *member);

float world_between(uint64_t *random, float from, float to);
kiln_vec3 world_point_in(uint64_t *random, float size);
kiln_pose world_any_pose(uint64_t *random, float size);

/// Returns the place of a posed point, in double.
kiln_d3 world_carried(const kiln_pose *pose, kiln_vec3 point);
/// Returns a place near a corner of a triangle that is not far away.
kiln_vec3 world_near_a_triangle(const shape_asset *meshes, uint64_t *random);

/// Cooked scenes and shapes, and shapes in memory.
typedef struct population
{
	shape_asset meshes;
	compound solids;
	kiln_convex_shape shapes[6];
	kiln_vec3 points[12];
	kiln_member members[WORLD_MOST];
	uint32_t count;
	world_case all, alone[WORLD_MOST];
	kiln_proxy handles[WORLD_MOST];
	uint64_t random;
} population;

void population_make(population *p, uint64_t seed, uint32_t count);
void population_free(population *p);
/// Moves some members; about half of the time, the broadphase has not processed the changes yet.
void population_change(population *p);

#endif
