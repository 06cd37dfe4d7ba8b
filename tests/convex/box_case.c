// SPDX-License-Identifier: MIT
#include "box_case.h"

#include "math/quaternion.h"
#include "support/asset_fixture.h"

static float grid(uint64_t *random, float size)
{
	return size * (float)((int)(fixture_random(random) % 17) - 8) / 8;
}

kiln_pose box_case_pose(uint64_t *random, float size)
{
	kiln_pose pose = {.scale = fixture_random(random) % 4 ? 0 : 2};
	if (fixture_random(random) % 4)
	{
		pose.rotation.x = (float)(fixture_random(random) % 5) - 2;
		pose.rotation.y = (float)(fixture_random(random) % 5) - 2;
		pose.rotation.z = (float)(fixture_random(random) % 5) - 2;
		pose.rotation.w = 1 + (float)(fixture_random(random) % 3);
	}
	pose.translation.x = grid(random, size);
	pose.translation.y = grid(random, size);
	pose.translation.z = grid(random, size);
	return pose;
}

static void set_axes(uint64_t *random, kiln_vec3 *axes, int count)
{
	kiln_d3 turned[3];
	kiln_quat_axes(box_case_pose(random, 1).rotation, turned);
	for (int i = 0; i < count; ++i)
		axes[i] = kiln_d3_to(turned[i]);
}

box_case box_case_of(uint64_t *random, int kind, float size, float longest, kiln_vec3 center)
{
	const float half[3] = {size * longest, size, size / 2};
	const kiln_vec3 end = {center.x + 2 * half[0], center.y + 2 * half[1], center.z + 2 * half[2]};
	box_case c = {.shape = {.margin = fixture_random(random) % 4 ? 0 : size / 16}, .extents = 3};
	kiln_convex_shape *shape = &c.shape;
	switch (kind)
	{
	case 0:
	case 1:
	case 2:
	case 3:
		// With three extents, and without one or two of them.
		shape->kind = KILN_CONVEX_OBB;
		shape->obb = (kiln_obb){.center = center, .half_extents = {half[0], half[1], half[2]}};
		set_axes(random, shape->obb.axes, 3);
		c.extents = 3 - (uint32_t)kind;
		for (uint32_t i = 0, first = (uint32_t)(fixture_random(random) % 3); i < (uint32_t)kind; ++i)
			shape->obb.half_extents[(first + i) % 3] = 0;
		break;
	case 4:
		shape->kind = KILN_CONVEX_AABB;
		shape->aabb = (kiln_aabb){center, end};
		break;
	case 5:
		shape->kind = KILN_CONVEX_AABB;
		shape->aabb = (kiln_aabb){center, {end.x, center.y, end.z}};
		c.extents = 2;
		break;
	case 6:
		shape->kind = KILN_CONVEX_RECTANGLE;
		shape->rectangle = (kiln_rectangle){.center = center, .half_extents = {half[0], half[1]}};
		set_axes(random, shape->rectangle.axes, 2);
		c.extents = 2;
		break;
	case 7:
		shape->kind = KILN_CONVEX_RSS;
		shape->rss =
			(kiln_rss){.origin = center, .edges = {{half[0], half[1], 0}, {0, half[1], half[2]}}, .radius = size / 8};
		c.extents = 2;
		break;
	case 8:
		// Parallel edges are a segment.
		shape->kind = KILN_CONVEX_RSS;
		shape->rss =
			(kiln_rss){.origin = center, .edges = {{half[0], half[1], 0}, {-half[0], -half[1], 0}}, .radius = size / 8};
		c.extents = 1;
		break;
	case 9:
		shape->kind = KILN_CONVEX_CAPSULE;
		shape->capsule = (kiln_capsule){center, end, size / 8};
		c.extents = 1;
		break;
	default:
		shape->kind = KILN_CONVEX_SPHERE;
		shape->sphere = (kiln_sphere){center, size / 2};
		c.extents = 0;
		break;
	}
	return c;
}
