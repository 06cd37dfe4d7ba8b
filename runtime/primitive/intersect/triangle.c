// SPDX-License-Identifier: MIT
#include "triangle.h"

#include "bounds/core.h"
#include "math/orient_double.h"
#include "primitive/triangle/pair.h"
#include "shape/near.h"
#include "shape/normal.h"
#include "shape/usable.h"

#include <float.h>
#include <string.h>

/// Tests a line against a triangle by the volumes that the line makes with the edges (Ericson 2005, 5.3.4): the line
/// passes through the triangle if no two of the volumes have opposite signs. Where double cannot decide a sign, exact
/// arithmetic decides. So triangles that share an edge or a corner compute the same signs there, and no line passes
/// between them.

/// A path and a triangle, relative to the path's origin.
typedef struct pierced
{
	const kiln_path *path;
	kiln_d3 corner[3];
	kiln_d3 seen[3];
	double time[3]; ///< times at which the path is nearest to each corner
	double error;	///< of these times
} pierced;

/// direction . (p x q) for two corners relative to the origin; the sign is exact.
static double volume(const pierced *p, int i, int j)
{
	const kiln_path *path = p->path;
	if (path->segment)
		return kilni_orient3_value(&path->origin, &path->end, &p->corner[i], &p->corner[j]);
	return kilni_orient3_along(&path->origin, &path->direction, &p->corner[i], &p->corner[j]);
}

/// The component of direction x corner along an axis; the sign is exact.
static double turn(const pierced *p, int corner, int axis)
{
	const kiln_path *path = p->path;
	kiln_d2 o = kiln_d3_seen_along(path->origin, axis), q = kiln_d3_seen_along(p->corner[corner], axis);
	if (path->segment)
		return kilni_orient2_value(o, kiln_d3_seen_along(path->end, axis), q);
	// In the projection plane, the volume over it with height 1.
	kiln_d2 d = kiln_d3_seen_along(path->direction, axis);
	kiln_d3 base = {o.x, o.y, 0}, along = {d.x, d.y, 0}, to = {q.x, q.y, 0}, up = {o.x, o.y, 1};
	return kilni_orient3_along(&base, &along, &to, &up);
}

static pierced pierced_of(const kiln_path *path, const kiln_vec3 corners[3])
{
	pierced p = {.path = path};
	double length2 = kiln_d3_length2(path->direction), size = 0;
	for (int i = 0; i < 3; ++i)
	{
		p.corner[i] = kiln_d3_from(corners[i]);
		p.seen[i] = kiln_d3_sub(p.corner[i], path->origin);
		p.time[i] = kiln_d3_dot(p.seen[i], path->direction) / length2;
		size = kiln_double_max(size, kiln_path_size(p.seen[i]));
	}
	p.error = 0x1p-45 * size / sqrt(length2);
	return p;
}

/// Whether a time is neither before the path's beginning nor behind its end. A path that crosses the triangle's plane
/// is decided by the sides of the plane on which its ends lie.
static bool within(const pierced *p, double t, double side)
{
	const kiln_path *path = p->path;
	const kiln_d3 *c = p->corner;
	if (path->begins)
	{
		double before = kilni_orient3_sign(&c[0], &c[1], &c[2], &path->origin);
		if (before != 0 && (before > 0) == (side > 0))
			return false;
	}
	if (path->segment)
	{
		double behind = kilni_orient3_sign(&c[0], &c[1], &c[2], &path->end);
		return behind == 0 || (behind > 0) == (side > 0);
	}
	return t - p->error <= path->high;
}

/// The line passes through the inside, an edge or a corner of a triangle whose plane it crosses. The corners' weights
/// are the volumes' shares, and no sum cancels.
static kiln_pierce cross(const pierced *p, const double volumes[3])
{
	double sum = volumes[0] + volumes[1] + volumes[2];
	double v = volumes[1] / sum, w = volumes[2] / sum;
	double t = volumes[0] / sum * p->time[0] + v * p->time[1] + w * p->time[2];
	kiln_pierce pierce = {.line = true, .first = t, .last = t, .u = {v, v}, .v = {w, w}, .turn = sum};
	pierce.met = within(p, t, sum);
	return pierce;
}

/// Adds a common point of the line and of a triangle in whose plane the line lies.
static void take(kiln_pierce *pierce, double t, double v, double w)
{
	if (t < pierce->first)
	{
		pierce->first = t;
		pierce->u[0] = v;
		pierce->v[0] = w;
	}
	if (t > pierce->last)
	{
		pierce->last = t;
		pierce->u[1] = v;
		pierce->v[1] = w;
	}
}

/// A line in the triangle's plane, or one that meets or misses a triangle without area. The result runs from the first
/// to the last of the corners on the line and of the edges that cross it. The side of the line on which each corner
/// lies decides, in the projection along the axis that shows it best.
static kiln_pierce slide(const pierced *p)
{
	static const double v[3] = {0, 1, 0}, w[3] = {0, 0, 1};
	kiln_pierce pierce = {.first = HUGE_VAL, .last = -HUGE_VAL};
	double side[3] = {0, 0, 0}, best = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		double turns[3] = {turn(p, 0, axis), turn(p, 1, axis), turn(p, 2, axis)};
		for (int i = 0; i < 3; ++i)
			if (fabs(turns[i]) > best)
			{
				best = fabs(turns[i]);
				memcpy(side, turns, sizeof side);
			}
	}
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3;
		if (side[i] == 0)
			take(&pierce, p->time[i], v[i], w[i]);
		if ((side[i] < 0 && side[j] > 0) || (side[i] > 0 && side[j] < 0))
		{
			double s = side[i] / (side[i] - side[j]), r = 1 - s;
			take(&pierce, r * p->time[i] + s * p->time[j], r * v[i] + s * v[j], r * w[i] + s * w[j]);
		}
	}
	pierce.line = pierce.first <= pierce.last;
	if (!pierce.line)
		return (kiln_pierce){0};
	if (p->path->segment)
	{
		kiln_d3 segment[3] = {p->path->origin, p->path->end, p->path->end};
		pierce.met = kilni_triangles_touch(segment, p->corner);
	}
	else
		pierce.met = pierce.last + p->error >= p->path->low && pierce.first - p->error <= p->path->high;
	return pierce;
}

/// A path that is a point.
static kiln_pierce stand(const kiln_path *path, const kiln_vec3 corners[3])
{
	kiln_pierce pierce = {0};
	kiln_d3 point[3] = {path->origin, path->origin, path->origin}, corner[3], seen[3];
	for (int i = 0; i < 3; ++i)
	{
		corner[i] = kiln_d3_from(corners[i]);
		seen[i] = kiln_d3_sub(corner[i], path->origin);
	}
	if (!kilni_triangles_touch(point, corner))
		return pierce;
	kiln_near_triangle near = kilni_nearest_on_triangle(seen);
	pierce.line = pierce.met = true;
	pierce.u[0] = pierce.u[1] = near.weights[1];
	pierce.v[0] = pierce.v[1] = near.weights[2];
	return pierce;
}

/// Decides where double does not; a separate function, because this is rare.
static kiln_pierce pierce_exactly(const kiln_path *path, const kiln_vec3 corners[3])
{
	if (kiln_path_is_point(path))
		return stand(path, corners);
	pierced p = pierced_of(path, corners);
	double volumes[3] = {volume(&p, 1, 2), volume(&p, 2, 0), volume(&p, 0, 1)};
	bool above = volumes[0] > 0 || volumes[1] > 0 || volumes[2] > 0;
	bool below = volumes[0] < 0 || volumes[1] < 0 || volumes[2] < 0;
	if (above && below)
		return (kiln_pierce){0};
	return above || below ? cross(&p, volumes) : slide(&p);
}

typedef enum verdict
{
	MISSED,
	MET,
	IN_DOUBT
} verdict;

/// A triangle that double can decide.
typedef struct quick
{
	kiln_d3 ab, ac;		 ///< edges from corner 0
	double height, v, w; ///< numerators; to be divided by `whole`
	double whole;		 ///< below 0 from behind
	double late;		 ///< error of the time, times size_d
	double size_ab, size_ac, size_d;
} quick;

/// The decision in double, with bounds of its rounding. The volumes use edges of the triangle in place of lines to its
/// corners (Moeller and Trumbore 1997); in exact arithmetic the numbers are equal.
static inline verdict decide_line(kiln_d3 origin, kiln_d3 d, const kiln_vec3 corners[3], quick *q)
{
	kiln_d3 a = kiln_d3_from(corners[0]), way = kiln_d3_sub(origin, a);
	q->ab = kiln_d3_sub(kiln_d3_from(corners[1]), a);
	q->ac = kiln_d3_sub(kiln_d3_from(corners[2]), a);
	kiln_d3 across = kiln_d3_cross(d, q->ac), turned = kiln_d3_cross(way, q->ab);
	double whole = kiln_d3_dot(q->ab, across), v = kiln_d3_dot(way, across), w = kiln_d3_dot(d, turned);
	double u = whole - v - w;
	// Differences, products and sums give each of the three an error of less than 2^-50 of the product of the vectors'
	// sizes.
	double size_ab = kiln_path_size(q->ab), size_ac = kiln_path_size(q->ac), size_way = kiln_path_size(way);
	double size_d = kiln_path_size(d), size = size_ab + size_ac + size_way, error = 0x1p-49 * size_d * size * size;
	double least = kiln_double_min(u, kiln_double_min(v, w)), most = kiln_double_max(u, kiln_double_max(v, w));
	if (least < -error && most > error)
		return MISSED;
	// Written so that NaN is left undecided.
	bool sure = (least > error || most < -error) && fabs(whole) > 0x1p-16 * size_d * size_ab * size_ac;
	q->whole = whole;
	q->height = kiln_d3_dot(q->ac, turned);
	q->v = v;
	q->w = w;
	q->late = 0x1p-32 * size;
	q->size_ab = size_ab;
	q->size_ac = size_ac;
	q->size_d = size_d;
	return sure ? MET : IN_DOUBT;
}

kiln_pierce kilni_path_pierce(const kiln_path *path, const kiln_vec3 corners[3])
{
	quick q;
	verdict line = decide_line(path->origin, path->direction, corners, &q);
	if (line == MISSED)
		return (kiln_pierce){0};
	if (line == IN_DOUBT)
		return pierce_exactly(path, corners);
	double t = q.height / q.whole, v = q.v / q.whole, w = q.w / q.whole, late = q.late / q.size_d;
	bool early = t<path->low + late, behind = t> path->high - late;
	if ((early && t > path->low - late) || (behind && t < path->high + late))
		return pierce_exactly(path, corners);
	return (kiln_pierce){true, !early && !behind, t, t, {v, v}, {w, w}, -q.whole};
}

kiln_d3 kilni_corners_normal(const kiln_vec3 corners[3])
{
	kiln_d3 a = kiln_d3_from(corners[0]), b = kiln_d3_from(corners[1]), c = kiln_d3_from(corners[2]);
	kiln_d3 ab = kiln_d3_sub(b, a), ac = kiln_d3_sub(c, a), normal = kiln_d3_cross(ab, ac);
	// For a needle, the rest after cancellation may be rounding.
	if (kiln_path_size(normal) > 0x1p-20 * kiln_path_size(ab) * kiln_path_size(ac))
		return normal;
	return kiln_exact_normal(a, b, c);
}

kiln_intersection kilni_path_meets_pierce(const kiln_path *path, const kiln_vec3 corners[3], const kiln_pierce *pierce)
{
	kiln_intersection result = {0};
	double t = kiln_double_min(kiln_double_max(pierce->first, path->low), path->high);
	if (!pierce->met || fabs(t) > (double)FLT_MAX)
		return result;
	double length = pierce->last - pierce->first;
	double share = length > 0 ? kiln_ratio01(t - pierce->first, length) : 0;
	double last = kiln_double_max(kiln_double_min(pierce->last, path->high), t);
	result.hit = true;
	result.back = pierce->turn > 0;
	result.t = (float)t;
	result.leave = (float)kiln_double_min(last, (double)FLT_MAX);
	result.point = kiln_d3_to(kilni_path_at(path, t));
	result.normal = kilni_path_normal(path, kilni_corners_normal(corners));
	result.u = (float)(pierce->u[0] + share * (pierce->u[1] - pierce->u[0]));
	result.v = (float)(pierce->v[0] + share * (pierce->v[1] - pierce->v[0]));
	return result;
}

static kiln_intersection meet_triangle(const kiln_path *path, const kiln_triangle *b)
{
	if (!path->usable || !kilni_usable_triangle(b))
		return (kiln_intersection){0};
	kiln_pierce pierce = kilni_path_pierce(path, b->corners);
	return kilni_path_meets_pierce(path, b->corners, &pierce);
}

/// Decides a path from `low` to `high` where double decides every test: whether the path hits, and whether the triangle
/// is a needle. Sums the shapes' numbers to check their range at once; if the sum is out of range, each number is
/// tested.
static inline verdict hit_quickly(
	kiln_d3 o, kiln_d3 d, double low, double high, const kiln_vec3 c[3], kiln_intersection *result)
{
	quick q;
	verdict line = decide_line(o, d, c, &q);
	if (line != MET)
		return line;
	kiln_d3 normal = kiln_d3_cross(q.ab, q.ac);
	double share = 1 / q.whole, t = q.height * share, length = sqrt(kiln_d3_length2(normal));
	double after = (t - low) * q.size_d, before = (high - t) * q.size_d;
	double range = kiln_path_size(o) + q.size_d + kiln_path_size(kiln_d3_from(c[0])) + q.size_ab + q.size_ac;
	if (!(range <= (double)KILN_COORDINATE_MAX && after >= q.late && before >= q.late))
		return after < -q.late || before < -q.late ? MISSED : IN_DOUBT;
	result->hit = true;
	result->back = q.whole < 0;
	result->t = result->leave = (float)t;
	result->point = kiln_d3_to(kiln_d3_along(o, t, d));
	result->normal = kiln_d3_to(kiln_d3_scale(normal, 1 / length));
	result->u = (float)(q.v * share);
	result->v = (float)(q.w * share);
	return MET;
}

kiln_intersection kiln_intersect_ray_triangle(const kiln_ray *a, const kiln_triangle *b)
{
	kiln_intersection result = {0};
	if (!a || !b)
		return result;
	// A t_max below 0 or NaN ends the path before any time.
	double high = a->t_max == 0 ? (double)FLT_MAX : kiln_double_min((double)FLT_MAX, (double)a->t_max);
	if (hit_quickly(kiln_d3_from(a->origin), kiln_d3_from(a->direction), 0, high, b->corners, &result) != IN_DOUBT)
		return result;
	kiln_path path = kilni_path_of_ray(a);
	return meet_triangle(&path, b);
}

kiln_intersection kiln_intersect_line_triangle(const kiln_line *a, const kiln_triangle *b)
{
	const double end = (double)FLT_MAX;
	kiln_intersection result = {0};
	if (!a || !b)
		return result;
	if (hit_quickly(kiln_d3_from(a->point), kiln_d3_from(a->direction), -end, end, b->corners, &result) != IN_DOUBT)
		return result;
	kiln_path path = kilni_path_of_line(a);
	return meet_triangle(&path, b);
}

kiln_intersection kiln_intersect_segment_triangle(const kiln_segment *a, const kiln_triangle *b)
{
	kiln_intersection result = {0};
	if (!a || !b)
		return result;
	kiln_d3 from = kiln_d3_from(a->a);
	if (hit_quickly(from, kiln_d3_sub(kiln_d3_from(a->b), from), 0, 1, b->corners, &result) != IN_DOUBT)
		return result;
	kiln_path path = kilni_path_of_segment(a);
	return meet_triangle(&path, b);
}
