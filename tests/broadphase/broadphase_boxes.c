// SPDX-License-Identifier: MIT
#include "fuzz/broadphase_trial.h"
#include <math.h>

uint32_t trial_random(uint64_t *random)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*random >> 33);
}

float trial_unit(uint64_t *random)
{
	return (float)(trial_random(random) & 0xffffff) / 0x1p24f;
}

static float within(uint64_t *random, float from, float to)
{
	return from + (to - from) * trial_unit(random);
}

static float whole(uint64_t *random, uint32_t range)
{
	return (float)(trial_random(random) % range);
}

static kiln_aabb box_at(kiln_vec3 center, kiln_vec3 half)
{
	return (kiln_aabb){.min = {center.x - half.x, center.y - half.y, center.z - half.z},
		.max = {center.x + half.x, center.y + half.y, center.z + half.z}};
}

static kiln_vec3 anywhere(uint64_t *random, float size)
{
	return (kiln_vec3){within(random, -size, size), within(random, -size, size), within(random, -size, size)};
}

static kiln_aabb lattice_box(uint64_t *random, uint32_t size_range)
{
	kiln_aabb box = {.min = {whole(random, 8), whole(random, 8), whole(random, 8)}};
	box.max = (kiln_vec3){box.min.x + whole(random, size_range), box.min.y + whole(random, size_range),
		box.min.z + whole(random, size_range)};
	return box;
}

static kiln_aabb infinite_box(uint64_t *random)
{
	kiln_aabb box = box_at(anywhere(random, 100), (kiln_vec3){10, 10, 10});
	uint32_t sides = trial_random(random) % 8 == 0 ? 63 : trial_random(random) & trial_random(random) & 63;
	float *min = &box.min.x, *max = &box.max.x;
	for (unsigned i = 0; i < 3; i++)
	{
		if (sides >> i & 1)
			min[i] = -INFINITY;
		if (sides >> (i + 3) & 1)
			max[i] = INFINITY;
	}
	return box;
}

static kiln_aabb spread_box(uint64_t *random)
{
	float half = 0.05f;
	for (uint32_t doublings = trial_random(random) % 11; doublings > 0; doublings--)
		half *= 2;
	half *= within(random, 0.5f, 1);
	kiln_vec3 sides = {half, half * within(random, 0.3f, 1), half * within(random, 0.3f, 1)};
	return box_at(anywhere(random, 100), sides);
}

static kiln_aabb flat_box(uint64_t *random)
{
	kiln_vec3 half = {within(random, 0, 20), within(random, 0, 20), within(random, 0, 20)};
	uint32_t axis = trial_random(random);
	float *sides = &half.x;
	sides[axis % 3] = 0;
	if (axis & 8)
		sides[(axis + 1) % 3] = 0;
	kiln_vec3 center = anywhere(random, 50);
	center.x = floorf(center.x);
	center.y = floorf(center.y);
	return box_at(center, half);
}

kiln_aabb trial_box(trial_boxes kind, uint64_t *random)
{
	switch (kind)
	{
	case TRIAL_EQUAL:
		return box_at(anywhere(random, 100), (kiln_vec3){12, 12, 12});
	case TRIAL_SPREAD:
		return spread_box(random);
	case TRIAL_POINTS:
		return lattice_box(random, 1);
	case TRIAL_FLATS:
		return flat_box(random);
	case TRIAL_LATTICE:
		return lattice_box(random, 4);
	case TRIAL_CLUSTERS:
	{
		uint32_t crowd = trial_random(random) % 16;
		kiln_vec3 offset = anywhere(random, crowd == 0 ? 3000 : 10), center = {70, -20, 5};
		if (crowd & 1)
			center = (kiln_vec3){-60, 30, 90};
		center = (kiln_vec3){center.x + offset.x, center.y + offset.y, center.z + offset.z};
		return box_at(center, (kiln_vec3){2, 2, 2});
	}
	case TRIAL_IDENTICAL:
	{
		float place = 10 * whole(random, 2);
		return box_at((kiln_vec3){place, place, place}, (kiln_vec3){5, 5, 5});
	}
	case TRIAL_FAR:
	{
		uint32_t side = trial_random(random) % 4;
		float far = side == 0 ? 0 : side == 1 ? -1e9f : 1e9f;
		kiln_vec3 center = anywhere(random, 2000);
		return box_at((kiln_vec3){center.x + far, center.y, center.z - far}, (kiln_vec3){200, 300, 150});
	}
	case TRIAL_INFINITE:
		return infinite_box(random);
	case TRIAL_MIXED:
	case TRIAL_BOXES_COUNT:
		break;
	}
	return trial_box((trial_boxes)(trial_random(random) % TRIAL_MIXED), random);
}
