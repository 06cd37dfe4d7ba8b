// SPDX-License-Identifier: MIT
#include "extreme.h"

#include "bounds/posing.h"

#include <math.h>

/// Relative to the coordinates that take part; more than all their roundings together.
#define SLACK 0x1p-40

/// The sphere around a hull's box.
static double sphere_of(const kiln_hull *hull, kiln_d3 *center)
{
	kiln_d3 low = kiln_d3_from(hull->low), high = kiln_d3_from(hull->high);
	*center = kiln_d3_scale(kiln_d3_add(low, high), 0.5);
	return 0.5 * sqrt(kiln_d3_length2(kiln_d3_sub(high, low)));
}

static bool spheres_apart(const kiln_hull *a, const kiln_hull *b, const kiln_posing *p, double slack)
{
	kiln_d3 at_a, at_b;
	double reach = sphere_of(a, &at_a);
	reach += p->scale * sphere_of(b, &at_b) + slack;
	kiln_d3 way = kiln_d3_sub(kiln_posing_point(p, at_b), at_a);
	return kiln_d3_length2(way) > reach * reach * (1 + SLACK);
}

/// The height of a hull's lowest vertex along a direction.
static double lowest(const kiln_hull *hull, kiln_d3 direction, uint32_t *seed)
{
	uint32_t vertex = kilni_hull_extreme(hull, kiln_d3_scale(direction, -1), seed);
	return kiln_d3_dot(direction, kiln_hull_point(hull, vertex));
}

/// Whether one face of `a` has all of `b` in front of it. Neighbouring faces have neighbouring support vertices, so
/// each search starts at the last vertex.
static bool parted_by_face_of_a(const kiln_hull *a, const kiln_hull *b, const kiln_posing *p, double slack)
{
	uint32_t seed = KILN_NONE;
	for (uint32_t i = 0; i < a->face_count; ++i)
	{
		kiln_d3 normal = kiln_d3_from(kiln_hull_normal(a, i));
		double height =
			kiln_d3_dot(normal, p->translation) + p->scale * lowest(b, kiln_posing_rotate_back(p, normal), &seed);
		if (height > (double)a->d[i] + slack)
			return true;
	}
	return false;
}

static bool parted_by_face_of_b(const kiln_hull *a, const kiln_hull *b, const kiln_posing *p, double slack)
{
	uint32_t seed = KILN_NONE;
	for (uint32_t i = 0; i < b->face_count; ++i)
	{
		kiln_d3 normal = kiln_posing_rotate(p, kiln_d3_from(kiln_hull_normal(b, i)));
		if (lowest(a, normal, &seed) - kiln_d3_dot(normal, p->translation) > p->scale * (double)b->d[i] + slack)
			return true;
	}
	return false;
}

bool kiln_hull_planes_separate(const kiln_hull *a, const kiln_hull *b, const kiln_pose *pose)
{
	if (!kiln_pose_valid(pose))
		return false;
	kiln_posing p = kiln_posing_of(pose);
	kiln_d3 shift = kiln_d3_abs(p.translation);
	double slack = SLACK * (shift.x + shift.y + shift.z + (double)a->reach + p.scale * (double)b->reach);
	return spheres_apart(a, b, &p, slack) || parted_by_face_of_a(a, b, &p, slack) ||
		   parted_by_face_of_b(a, b, &p, slack);
}
