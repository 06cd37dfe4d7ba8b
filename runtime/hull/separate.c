// SPDX-License-Identifier: MIT
#include "along.h"

#include <math.h>

/// Relative to the coordinates that take part: more than all rounding together.
#define SLACK 0x1p-40

/// A pose as a matrix: p' = shift + scale (turn . p).
typedef struct placement
{
	kiln_d3 turn[3]; ///< rows
	kiln_d3 shift;
	double scale;
} placement;

/// False for a pose that is none.
static bool place(const kiln_pose *pose, placement *p)
{
	double x = (double)pose->rotation.x, y = (double)pose->rotation.y, z = (double)pose->rotation.z;
	double w = (double)pose->rotation.w, length2 = x * x + y * y + z * z + w * w;
	if (length2 == 0)
		w = length2 = 1;
	// Dividing by the squared length needs no square root and keeps the identity exact.
	double s = 2 / length2;
	p->turn[0] = (kiln_d3){1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)};
	p->turn[1] = (kiln_d3){s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)};
	p->turn[2] = (kiln_d3){s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)};
	p->shift = kiln_d3_from(pose->translation);
	p->scale = pose->scale == 0 ? 1 : (double)pose->scale;
	double sum = length2 + kiln_d3_length2(p->shift) + p->scale;
	// Written so that NaN fails.
	return p->scale > 0 && sum <= 0x1p+300 && length2 >= 0x1p-300;
}

static kiln_d3 turn(const placement *p, kiln_d3 a)
{
	return (kiln_d3){kiln_d3_dot(p->turn[0], a), kiln_d3_dot(p->turn[1], a), kiln_d3_dot(p->turn[2], a)};
}

static kiln_d3 turn_back(const placement *p, kiln_d3 a)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(p->turn[0], a.x), a.y, p->turn[1]), a.z, p->turn[2]);
}

/// The sphere around a hull's box.
static double sphere_of(const kiln_hull *hull, kiln_d3 *center)
{
	kiln_d3 low = kiln_d3_from(hull->low), high = kiln_d3_from(hull->high);
	*center = kiln_d3_scale(kiln_d3_add(low, high), 0.5);
	return 0.5 * sqrt(kiln_d3_length2(kiln_d3_sub(high, low)));
}

static bool spheres_apart(const kiln_hull *a, const kiln_hull *b, const placement *p, double slack)
{
	kiln_d3 at_a, at_b;
	double reach = sphere_of(a, &at_a);
	reach += p->scale * sphere_of(b, &at_b) + slack;
	kiln_d3 way = kiln_d3_sub(kiln_d3_along(p->shift, p->scale, turn(p, at_b)), at_a);
	return kiln_d3_length2(way) > reach * reach * (1 + SLACK);
}

/// Height of a hull's lowest vertex along a direction.
static double lowest(const kiln_hull *hull, kiln_d3 direction, uint32_t *seed)
{
	uint32_t vertex = kiln_hull_extreme(hull, kiln_d3_scale(direction, -1), seed);
	return kiln_d3_dot(direction, kiln_hull_point(hull, vertex));
}

/// Whether a face of `a` has all of `b` in front of it. Neighbouring faces ask for neighbouring vertices.
static bool parted_by_face_of_a(const kiln_hull *a, const kiln_hull *b, const placement *p, double slack)
{
	uint32_t seed = KILN_NONE;
	for (uint32_t i = 0; i < a->face_count; ++i)
	{
		kiln_d3 normal = kiln_d3_from(kiln_hull_normal(a, i));
		double height = kiln_d3_dot(normal, p->shift) + p->scale * lowest(b, turn_back(p, normal), &seed);
		if (height > (double)a->d[i] + slack)
			return true;
	}
	return false;
}

static bool parted_by_face_of_b(const kiln_hull *a, const kiln_hull *b, const placement *p, double slack)
{
	uint32_t seed = KILN_NONE;
	for (uint32_t i = 0; i < b->face_count; ++i)
	{
		kiln_d3 normal = turn(p, kiln_d3_from(kiln_hull_normal(b, i)));
		if (lowest(a, normal, &seed) - kiln_d3_dot(normal, p->shift) > p->scale * (double)b->d[i] + slack)
			return true;
	}
	return false;
}

bool kiln_hull_planes_separate(const kiln_hull *a, const kiln_hull *b, const kiln_pose *pose)
{
	placement p;
	if (!place(pose, &p))
		return false;
	kiln_d3 shift = kiln_d3_abs(p.shift);
	double slack = SLACK * (shift.x + shift.y + shift.z + (double)a->reach + p.scale * (double)b->reach);
	return spheres_apart(a, b, &p, slack) || parted_by_face_of_a(a, b, &p, slack) ||
		   parted_by_face_of_b(a, b, &p, slack);
}
