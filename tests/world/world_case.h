// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_WORLD_CASE_H
#define KILN_TESTS_WORLD_CASE_H

#include "kiln/school.h"
#include "support/compound_case.h"
#include "support/shape_assets.h"

/// Worlds for tests, and what is put into them.

#define WORLD_MOST 80

typedef struct world_case
{
	kiln_world *world;
	void *memory;
} world_case;

/// Tests fail where one cannot be made; to be freed by free(memory).
world_case world_make(const kiln_world_options *options);
/// Options for so many members and all their pairs.
kiln_world_options world_room(uint32_t members);
/// A world of one member: what the member alone answers.
world_case world_of_one(const kiln_member *member);

float world_between(uint64_t *random, float from, float to);
kiln_vec3 world_point_in(uint64_t *random, float size);
kiln_pose world_any_pose(uint64_t *random, float size);

/// Where a pose puts a point, in double.
kiln_d3 world_carried(const kiln_pose *pose, kiln_vec3 point);
/// Beside a corner of a triangle that is not far away.
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
/// Some are elsewhere; as often as not the broadphase does not know yet.
void population_change(population *p);

#endif
