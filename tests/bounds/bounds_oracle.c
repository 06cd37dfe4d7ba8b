// SPDX-License-Identifier: MIT
#include "bounds_oracle.h"

#include <float.h>
#include <math.h>

oracle3 oracle3_of(kiln_vec3 v)
{
	return (oracle3){{v.x, v.y, v.z}};
}

oracle3 oracle3_along(oracle3 a, long double s, oracle3 b)
{
	return (oracle3){{a.v[0] + s * b.v[0], a.v[1] + s * b.v[1], a.v[2] + s * b.v[2]}};
}

long double oracle3_dot(oracle3 a, oracle3 b)
{
	return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

oracle3 oracle3_cross(oracle3 a, oracle3 b)
{
	return (oracle3){
		{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}

long double oracle3_length(oracle3 a)
{
	return sqrtl(oracle3_dot(a, a));
}

static oracle3 scaled(oracle3 a, long double s)
{
	return (oracle3){{s * a.v[0], s * a.v[1], s * a.v[2]}};
}

oracle_body oracle_body_of(const oracle_volume *volume)
{
	oracle_body body = {.count = 0};
	oracle3 b;
	switch (volume->kind)
	{
	case ORACLE_SPHERE:
		body.anchor = oracle3_of(volume->sphere.center);
		body.radius = volume->sphere.radius;
		break;
	case ORACLE_CAPSULE:
		body.anchor = oracle3_of(volume->capsule.a);
		b = oracle3_of(volume->capsule.b);
		body.side[body.count++] = scaled(oracle3_along(b, -1, body.anchor), 0.5L);
		body.center = body.side[0];
		body.radius = volume->capsule.radius;
		break;
	case ORACLE_RSS:
		body.anchor = oracle3_of(volume->rss.origin);
		for (int i = 0; i < 2; ++i)
		{
			body.side[body.count++] = scaled(oracle3_of(volume->rss.edges[i]), 0.5L);
			body.center = oracle3_along(body.center, 1, body.side[i]);
		}
		body.radius = volume->rss.radius;
		break;
	case ORACLE_AABB:
		body.anchor = oracle3_of(volume->aabb.min);
		b = oracle3_of(volume->aabb.max);
		for (int i = 0; i < 3; ++i)
		{
			body.center.v[i] = (b.v[i] - body.anchor.v[i]) / 2;
			body.side[body.count++].v[i] = body.center.v[i];
		}
		break;
	default:
		body.anchor = oracle3_of(volume->obb.center);
		for (int i = 0; i < 3; ++i)
			body.side[body.count++] = scaled(oracle3_of(volume->obb.axes[i]), volume->obb.half_extents[i]);
	}
	return body;
}

oracle3 oracle_between(const oracle_body *a, const oracle_body *b)
{
	return oracle3_along(oracle3_along(b->anchor, -1, a->anchor), 1, oracle3_along(b->center, -1, a->center));
}

#define MOST_SIDES 6

/// Finds the point start + sum of places[i] side[i] nearest to 0 in the free places; false when their sides are
/// dependent or the solution lies outside -1 .. 1.
static bool solve(
	oracle3 start, const oracle3 *side, const int *free_sides, int free_count, long double *places, oracle3 *rest)
{
	// Gram and Schmidt, then back substitution.
	oracle3 unit[3];
	long double r[3][3], y[3];
	*rest = start;
	for (int i = 0; i < free_count; ++i)
	{
		oracle3 v = side[free_sides[i]];
		long double whole = oracle3_length(v);
		for (int pass = 0; pass < 2; ++pass)
			for (int j = 0; j < i; ++j)
			{
				long double part = oracle3_dot(unit[j], v);
				r[j][i] = pass ? r[j][i] + part : part;
				v = oracle3_along(v, -part, unit[j]);
			}
		r[i][i] = oracle3_length(v);
		if (!(r[i][i] > 1e-17L * whole))
			return false;
		unit[i] = scaled(v, 1 / r[i][i]);
		y[i] = -oracle3_dot(unit[i], *rest);
		*rest = oracle3_along(*rest, y[i], unit[i]);
	}
	*rest = start;
	for (int i = free_count - 1; i >= 0; --i)
	{
		long double x = y[i];
		for (int j = i + 1; j < free_count; ++j)
			x -= r[i][j] * places[free_sides[j]];
		x /= r[i][i];
		if (!(fabsl(x) <= 1 + 1e-12L))
			return false;
		places[free_sides[i]] = x < -1 ? -1 : x > 1 ? 1 : x;
		*rest = oracle3_along(*rest, places[free_sides[i]], side[free_sides[i]]);
	}
	return true;
}

/// Lower bound along a direction.
static long double gap_along(oracle3 between, const oracle3 *side, int count, oracle3 direction)
{
	long double length = oracle3_length(direction), gap = fabsl(oracle3_dot(between, direction));
	for (int i = 0; i < count; ++i)
		gap -= fabsl(oracle3_dot(side[i], direction));
	return length > 0 ? gap / length : 0;
}

oracle_range oracle_core_distance(const oracle_body *a, const oracle_body *b)
{
	oracle3 side[MOST_SIDES], between = oracle_between(a, b), nearest = between;
	int count = 0, ways = 1;
	for (int i = 0; i < a->count; ++i)
		side[count++] = a->side[i];
	for (int i = 0; i < b->count; ++i)
		side[count++] = b->side[i];
	for (int i = 0; i < count; ++i)
		ways *= 3;
	long double best = oracle3_length(between);
	for (int way = 0; way < ways; ++way)
	{
		long double places[MOST_SIDES];
		int free_sides[MOST_SIDES], free_count = 0, rest_of_way = way;
		oracle3 start = between, rest;
		for (int i = 0; i < count; ++i, rest_of_way /= 3)
			if (rest_of_way % 3 == 2)
				free_sides[free_count++] = i;
			else
				start = oracle3_along(start, rest_of_way % 3 ? 1 : -1, side[i]);
		if (free_count > 3 || !solve(start, side, free_sides, free_count, places, &rest))
			continue;
		long double length = oracle3_length(rest);
		if (length < best)
		{
			best = length;
			nearest = rest;
		}
	}
	oracle_range range = {gap_along(between, side, count, nearest), best};
	// Where the points are so close that their difference has no direction, a normal of sides may give one.
	for (int i = 0; i < count; ++i)
		for (int j = i + 1; j < count; ++j)
		{
			long double gap = gap_along(between, side, count, oracle3_cross(side[i], side[j]));
			range.low = gap > range.low ? gap : range.low;
		}
	range.low = range.low > 0 ? range.low : 0;
	return range;
}

long double oracle_scale(const oracle_body *a, const oracle_body *b)
{
	long double scale = oracle3_length(oracle_between(a, b)) + a->radius + b->radius;
	for (int i = 0; i < a->count; ++i)
		scale += oracle3_length(a->side[i]);
	for (int i = 0; i < b->count; ++i)
		scale += oracle3_length(b->side[i]);
	return scale;
}

long double oracle_sticks_out(const oracle_body *inner, const oracle_body *outer)
{
	long double most = -HUGE_VALL;
	for (int corner = 0; corner < 1 << inner->count; ++corner)
	{
		oracle_body point = {.anchor = inner->anchor, .center = inner->center};
		for (int i = 0; i < inner->count; ++i)
			point.center = oracle3_along(point.center, corner >> i & 1 ? 1 : -1, inner->side[i]);
		long double out = oracle_core_distance(&point, outer).high + inner->radius - outer->radius;
		most = out > most ? out : most;
	}
	return most;
}

oracle3 oracle_point_of(uint64_t *random, const oracle_body *body, bool corner)
{
	oracle3 p = oracle3_along(body->anchor, 1, body->center);
	for (int i = 0; i < body->count; ++i)
	{
		long double place = oracle_signed(random);
		p = oracle3_along(p, corner ? (place < 0 ? -1 : 1) : place, body->side[i]);
	}
	return p;
}

static float pick_half(uint64_t *random, double size)
{
	switch (fixture_random(random) % 8)
	{
	case 0:
		return 0;
	case 1:
		return (float)(size * 1e-5 * (double)fixture_random_unit(random));
	case 2:
		return (float)(size * (double)(1 + fixture_random(random) % 4));
	default:
		return (float)(size * (double)fixture_random_unit(random));
	}
}

static void pick_axes(uint64_t *random, kiln_vec3 axes[3])
{
	const kiln_vec3 units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	kiln_quat q = oracle_rotation(random);
	kiln_pose pose = {.rotation = q};
	for (int i = 0; i < 3; ++i)
	{
		oracle3 turned = oracle_posed(&pose, oracle3_of(units[i]));
		axes[i] = (kiln_vec3){(float)turned.v[0], (float)turned.v[1], (float)turned.v[2]};
	}
	if (fixture_random(random) % 4 == 0)
	{
		int first = (int)(fixture_random(random) % 3);
		for (int i = 0; i < 3; ++i)
			axes[i] = units[(first + i) % 3];
	}
}

static kiln_vec3 times(kiln_vec3 v, float s)
{
	return (kiln_vec3){v.x * s, v.y * s, v.z * s};
}

static kiln_vec3 plus(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

/// A volume with given axes.
static oracle_volume volume_along(
	uint64_t *random, oracle_kind kind, kiln_vec3 center, double size, const kiln_vec3 axes[3])
{
	oracle_volume volume = {.kind = kind};
	float x = pick_half(random, size), y = pick_half(random, size), z = pick_half(random, size);
	kiln_vec3 half = {x, y, z};
	switch (kind)
	{
	case ORACLE_SPHERE:
		volume.sphere = (kiln_sphere){center, x};
		break;
	case ORACLE_CAPSULE:
		volume.capsule = (kiln_capsule){plus(center, times(axes[0], -y)), plus(center, times(axes[0], y)), x};
		break;
	case ORACLE_RSS:
		volume.rss = (kiln_rss){center, {times(axes[0], x), times(axes[1], y)}, z};
		break;
	case ORACLE_AABB:
		volume.aabb = (kiln_aabb){plus(center, times(half, -1)), plus(center, half)};
		break;
	default:
		volume.obb = (kiln_obb){center, {axes[0], axes[1], axes[2]}, {x, y, z}};
	}
	return volume;
}

oracle_volume oracle_volume_random(uint64_t *random, oracle_kind kind, kiln_vec3 center, double size)
{
	kiln_vec3 axes[3];
	pick_axes(random, axes);
	return volume_along(random, kind, center, size, axes);
}

static kiln_vec3 shifted(kiln_vec3 p, oracle3 offset)
{
	return (kiln_vec3){(float)(p.x + offset.v[0]), (float)(p.y + offset.v[1]), (float)(p.z + offset.v[2])};
}

void oracle_volume_shift(oracle_volume *volume, oracle3 offset)
{
	switch (volume->kind)
	{
	case ORACLE_SPHERE:
		volume->sphere.center = shifted(volume->sphere.center, offset);
		break;
	case ORACLE_CAPSULE:
		volume->capsule.a = shifted(volume->capsule.a, offset);
		volume->capsule.b = shifted(volume->capsule.b, offset);
		break;
	case ORACLE_RSS:
		volume->rss.origin = shifted(volume->rss.origin, offset);
		break;
	case ORACLE_AABB:
		volume->aabb.min = shifted(volume->aabb.min, offset);
		volume->aabb.max = shifted(volume->aabb.max, offset);
		break;
	default:
		volume->obb.center = shifted(volume->obb.center, offset);
	}
}

void oracle_pair_random(uint64_t *random, oracle_kind a, oracle_kind b, oracle_volume pair[2])
{
	static const double sizes[] = {1, 1, 1, 1e-6, 1e6, 1e-25, 1e20, 1e-40};
	static const double ratios[] = {1, 1, 1, 1e-5, 1e5, 1e-12};
	double size = sizes[fixture_random(random) % 8], other = size * ratios[fixture_random(random) % 6];
	double away = size * (fixture_random(random) % 4 == 0 ? 1e6 : 2);
	kiln_vec3 axes[2][3], centers[2];
	pick_axes(random, axes[0]);
	pick_axes(random, axes[1]);
	// Parallel, off by rounding (also from perpendicular), or turned slightly.
	uint64_t angle = fixture_random(random) % 6;
	kiln_pose tilt = {.rotation = {(float)oracle_signed(random), (float)oracle_signed(random), 1, 1e4f}};
	for (int i = 0; angle < 3 && i < 3; ++i)
	{
		oracle3 turned = oracle_posed(&tilt, oracle3_of(axes[0][i]));
		axes[1][i] = angle == 0 ? axes[0][i] : plus(axes[0][i], oracle_vector(random, 1e-7));
		if (angle == 2)
			axes[1][i] = (kiln_vec3){(float)turned.v[0], (float)turned.v[1], (float)turned.v[2]};
	}
	centers[0] = oracle_vector(random, away);
	centers[1] = plus(centers[0], oracle_vector(random, 2 * (size + other)));
	if (fixture_random(random) % 5 == 0 && size == 1)
	{
		centers[0] = oracle_integer_vector(random, 3);
		centers[1] = oracle_integer_vector(random, 3);
	}
	pair[0] = volume_along(random, a, centers[0], size, axes[0]);
	pair[1] = volume_along(random, b, centers[1], other, axes[1]);
	uint64_t relation = fixture_random(random) % 4;
	if (relation == 0)
		return;
	// Moves two points of the cores together, or as far apart as the radii: the bodies touch if the points are corners
	// and the bodies lie on different sides.
	oracle_body first = oracle_body_of(&pair[0]), second = oracle_body_of(&pair[1]);
	oracle3 p = oracle_point_of(random, &first, relation > 1), q = oracle_point_of(random, &second, relation > 2);
	oracle3 way = oracle3_of(oracle_vector(random, 1));
	if (fixture_random(random) % 2)
		way = oracle3_along(oracle3_along(p, -1, first.anchor), -1, first.center);
	long double length = oracle3_length(way), reach = first.radius + second.radius;
	oracle3 offset = oracle3_along(p, -1, q);
	if (length > 0)
		offset = oracle3_along(offset, reach / length, way);
	oracle_volume_shift(&pair[1], offset);
}

oracle3 oracle_posed(const kiln_pose *pose, oracle3 p)
{
	// v + 2 (w u x v + u x (u x v)) / |q|^2, with the quaternion not normalised.
	oracle3 u = {{pose->rotation.x, pose->rotation.y, pose->rotation.z}};
	long double w = pose->rotation.w, length2 = oracle3_dot(u, u) + w * w;
	oracle3 once = oracle3_cross(u, p), twice = oracle3_cross(u, once);
	if (length2 > 0)
		p = oracle3_along(oracle3_along(p, 2 * w / length2, once), 2 / length2, twice);
	return oracle3_along(oracle3_of(pose->translation), pose->scale == 0 ? 1 : pose->scale, p);
}

kiln_pose oracle_pose_random(uint64_t *random)
{
	static const float scales[] = {0, 1, 2.5f, 1e-3f, 1e3f};
	kiln_pose pose = {.rotation = oracle_rotation(random), .scale = scales[fixture_random(random) % 5]};
	pose.translation = oracle_vector(random, fixture_random(random) % 3 ? 3 : 1e5);
	if (fixture_random(random) % 5 == 0)
		pose.rotation = (kiln_quat){0, 0, 0, 0};
	return pose;
}
