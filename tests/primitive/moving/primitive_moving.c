// SPDX-License-Identifier: MIT
#include "primitive_moving.h"

#include <math.h>
#include <stdio.h>

static real3 lerp_sides(real3 at, const real3 sides[3], int corner)
{
	for (int i = 0; i < 3; ++i)
		at = real3_along(at, real_from_int(corner >> i & 1 ? 1 : -1), sides[i]);
	return at;
}

moving_body moving_of_points(const kiln_vec3 *points, int count)
{
	moving_body body = {.count = count};
	for (int i = 0; i < count; ++i)
		body.points[i] = real3_from(points[i]);
	return body;
}

moving_body moving_of_sphere(const kiln_sphere *sphere)
{
	moving_body body = moving_of_points(&sphere->center, 1);
	body.radius = (double)sphere->radius;
	return body;
}

moving_body moving_of_capsule(const kiln_capsule *capsule)
{
	moving_body body = moving_of_points((kiln_vec3[]){capsule->a, capsule->b}, 2);
	body.radius = (double)capsule->radius;
	return body;
}

moving_body moving_of_aabb(const kiln_aabb *box)
{
	kiln_vec3 corners[8];
	for (int i = 0; i < 8; ++i)
		corners[i] = (kiln_vec3){
			i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y, i & 4 ? box->max.z : box->min.z};
	return moving_of_points(corners, 8);
}

moving_body moving_of_obb(const kiln_obb *box)
{
	moving_body body = {.count = 8};
	real3 sides[3];
	for (int i = 0; i < 3; ++i)
		sides[i] = real3_scale(real3_from(box->axes[i]), real_from((double)box->half_extents[i]));
	for (int i = 0; i < 8; ++i)
		body.points[i] = lerp_sides(real3_from(box->center), sides, i);
	return body;
}

// --- The point of least norm ------------------------------------------------------------------------------------------

/// Points of the difference a - b, as pairs of indices, with their weights.
typedef struct corral
{
	int count;
	int a[5], b[5];
	real3 w[5];
	real weight[5];
} corral;

static real3 difference(const moving_body *a, real3 way, const moving_body *b, int i, int j)
{
	return real3_sub(real3_add(a->points[i], way), b->points[j]);
}

static int extreme(const moving_body *body, real3 direction, bool most)
{
	int best = 0;
	real value = real3_dot(body->points[0], direction);
	for (int i = 1; i < body->count; ++i)
	{
		real here = real3_dot(body->points[i], direction);
		if (real_compare(here, value) == (most ? 1 : -1))
		{
			best = i;
			value = here;
		}
	}
	return best;
}

/// Computes weights of the point of least norm in the affine hull: (G + 1) w = 1, scaled to sum 1, by Gauss'
/// elimination. False for dependent points.
static bool affine(const corral *c, real weight[5])
{
	int n = c->count;
	real m[5][6], scale = real3_length2(c->w[0]);
	for (int i = 0; i < n; ++i)
		scale = real_max(scale, real3_length2(c->w[i]));
	for (int i = 0; i < n; ++i)
	{
		for (int j = 0; j < n; ++j)
			m[i][j] = real_add(real3_dot(c->w[i], c->w[j]), scale);
		m[i][n] = real_from_int(1);
	}
	real least = real_mul(scale, real_from(0x1p-180));
	for (int k = 0; k < n; ++k)
	{
		// The matrix is positive definite: pivots in order suffice, except for rounding.
		if (real_compare(m[k][k], least) <= 0)
			return false;
		for (int i = 0; i < n; ++i)
		{
			if (i == k || real_sign(m[i][k]) == 0)
				continue;
			real part = real_div(m[i][k], m[k][k]);
			for (int j = k; j <= n; ++j)
				m[i][j] = real_sub(m[i][j], real_mul(part, m[k][j]));
		}
	}
	real sum = real_from_int(0);
	for (int i = 0; i < n; ++i)
	{
		weight[i] = real_div(m[i][n], m[i][i]);
		sum = real_add(sum, weight[i]);
	}
	for (int i = 0; i < n; ++i)
		weight[i] = real_div(weight[i], sum);
	return true;
}

static real3 point_of(const corral *c)
{
	real3 x = real3_scale(c->w[0], c->weight[0]);
	for (int i = 1; i < c->count; ++i)
		x = real3_along(x, c->weight[i], c->w[i]);
	return x;
}

static void drop(corral *c, int which)
{
	--c->count;
	for (int i = which; i < c->count; ++i)
	{
		c->a[i] = c->a[i + 1];
		c->b[i] = c->b[i + 1];
		c->w[i] = c->w[i + 1];
		c->weight[i] = c->weight[i + 1];
	}
}

/// Wolfe's minor cycle: moves to the point of least norm in the hull of the corral and drops unneeded points.
static void settle(corral *c)
{
	real goal[5];
	while (c->count > 1)
	{
		if (!affine(c, goal))
		{
			drop(c, c->count - 1);
			continue;
		}
		int out = -1;
		real share = real_from_int(1);
		for (int i = 0; i < c->count; ++i)
			if (real_sign(goal[i]) <= 0)
			{
				real here = real_div(c->weight[i], real_sub(c->weight[i], goal[i]));
				if (real_sign(c->weight[i]) == 0)
					here = real_from_int(0);
				if (out < 0 || real_compare(here, share) < 0)
				{
					share = here;
					out = i;
				}
			}
		for (int i = 0; i < c->count; ++i)
			c->weight[i] = real_add(c->weight[i], real_mul(share, real_sub(goal[i], c->weight[i])));
		if (out < 0)
			return;
		drop(c, out);
	}
	c->weight[0] = real_from_int(1);
}

/// Returns the vector from the nearest point of b to that of a, displaced by `way`. The corral starts where it ended
/// last time.
static real3 nearest(const moving_body *a, real3 way, const moving_body *b, corral *c)
{
	if (c->count == 0)
		*c = (corral){.count = 1, .weight = {real_from_int(1)}};
	for (int i = 0; i < c->count; ++i)
		c->w[i] = difference(a, way, b, c->a[i], c->b[i]);
	for (int step = 0; step < 200; ++step)
	{
		settle(c);
		real3 x = point_of(c);
		int i = extreme(a, x, false), j = extreme(b, x, true);
		real3 w = difference(a, way, b, i, j);
		real x2 = real3_length2(x), gain = real_sub(x2, real3_dot(x, w));
		bool known = false;
		for (int k = 0; k < c->count; ++k)
			known = known || (c->a[k] == i && c->b[k] == j);
		real scale = real_add(real3_length2(w), real3_length2(c->w[0]));
		if (known || real_compare(gain, real_mul(scale, real_from(0x1p-200))) <= 0)
			return x;
		c->a[c->count] = i;
		c->b[c->count] = j;
		c->w[c->count] = w;
		c->weight[c->count++] = real_from_int(0);
	}
	fprintf(stderr, "the oracle does not end\n");
	return (real3){real_from_int(0), real_from_int(0), real_from_int(0)};
}

// --- Gaps -------------------------------------------------------------------------------------------------------------

/// The gap between a and a part of b at a time, and its unit normal.
typedef struct gap_at
{
	real gap;
	real3 normal;
} gap_at;

static real half_space_height(const moving_question *q, int i, real time)
{
	real3 p = real3_along(q->a.points[i], time, real3_from(q->motion));
	return real_sub(real3_dot(real3_from(q->plane->normal), p), real_from((double)q->plane->d));
}

static gap_at plane_gap(const moving_question *q, real time)
{
	real length = real3_length(real3_from(q->plane->normal));
	real low = half_space_height(q, 0, time), high = low;
	for (int i = 1; i < q->a.count; ++i)
	{
		low = real_min(low, half_space_height(q, i, time));
		high = real_max(high, half_space_height(q, i, time));
	}
	real radius = real_from(q->a.radius);
	real above = real_sub(real_div(low, length), radius), below = real_sub(real_neg(real_div(high, length)), radius);
	real3 normal = real3_scale(real3_from(q->plane->normal), real_div(real_from_int(1), length));
	if (q->solid || real_compare(above, below) >= 0)
		return (gap_at){above, normal};
	return (gap_at){below, real3_scale(normal, real_from_int(-1))};
}

static gap_at part_gap(const moving_question *q, int part, real time, corral *c)
{
	if (q->plane)
		return plane_gap(q, time);
	real3 x = nearest(&q->a, real3_scale(real3_from(q->motion), time), &q->parts[part], c);
	real length = real3_length(x), radius = real_from(q->a.radius + q->parts[part].radius);
	gap_at answer = {real_sub(length, radius), x};
	if (real_sign(length))
		answer.normal = real3_scale(x, real_div(real_from_int(1), length));
	return answer;
}

/// Finds the first contact with a part by Newton's method from below: a plane that separates them does so until the
/// motion has used up the gap. False: no gap of at most `enough` from `from` to `limit`.
static bool first_contact(const moving_question *q, int part, real enough, real from, real limit, real *time)
{
	corral c = {.count = 0};
	real3 motion = real3_from(q->motion);
	real half = real_mul(enough, real_from(0.5));
	*time = from;
	for (int step = 0; step < 400; ++step)
	{
		gap_at at = part_gap(q, part, *time, &c);
		if (real_compare(at.gap, enough) <= 0)
			return true;
		real speed = real_neg(real3_dot(at.normal, motion));
		if (real_sign(speed) <= 0)
			return false;
		*time = real_add(*time, real_div(real_sub(at.gap, half), speed));
		if (real_compare(*time, limit) > 0)
			return false;
	}
	return true;
}

static double largest_of(real3 v)
{
	return kiln_d3_largest(real3_to(v));
}

/// Bounds coordinates relative to a, radii and, for planes and polygons, world coordinates.
static double size_of(const moving_question *q)
{
	double size = q->a.radius;
	for (int i = 0; i < q->a.count; ++i)
		size = fmax(size, q->a.radius + largest_of(real3_sub(q->a.points[i], q->a.points[0])));
	if (q->plane)
	{
		real3 normal = real3_from(q->plane->normal);
		double length = real_to(real3_length(normal));
		for (int i = 0; i < q->a.count; ++i)
			size = fmax(size, q->a.radius + 3 * largest_of(q->a.points[i]));
		return fmax(size, fabs((double)q->plane->d) / length);
	}
	for (int part = 0; part < q->part_count; ++part)
		for (int i = 0; i < q->parts[part].count; ++i)
			size = fmax(size,
				q->a.radius + q->parts[part].radius + largest_of(real3_sub(q->parts[part].points[i], q->a.points[0])));
	if (q->part_count > 1)
		size = fmax(size, 0x1p-6 * largest_of(q->a.points[0]));
	return size;
}

static real least_gap(const moving_question *q, real time, real3 *normal)
{
	gap_at best = {.gap = real_from_int(0)};
	for (int part = 0; part < q->part_count; ++part)
	{
		corral c = {.count = 0};
		gap_at at = part_gap(q, part, time, &c);
		if (part == 0 || real_compare(at.gap, best.gap) < 0)
			best = at;
	}
	*normal = best.normal;
	return best.gap;
}

// --- Judgement --------------------------------------------------------------------------------------------------------

static bool wrong(const char *what, const kiln_impact *impact)
{
	fprintf(stderr, "%s: hit %d inside %d t %.9g normal %.9g %.9g %.9g point %.9g %.9g %.9g\n", what, impact->hit,
		impact->inside, (double)impact->t, (double)impact->normal.x, (double)impact->normal.y, (double)impact->normal.z,
		(double)impact->point.x, (double)impact->point.y, (double)impact->point.z);
	return false;
}

static double support(const moving_body *body, kiln_d3 way, kiln_d3 direction)
{
	double best = -HUGE_VAL;
	for (int i = 0; i < body->count; ++i)
		best = fmax(best, kiln_d3_dot(direction, kiln_d3_add(real3_to(body->points[i]), way)));
	return best + body->radius * sqrt(kiln_d3_length2(direction));
}

/// Returns how far a must move along a unit direction until it is separate from b.
static double depth_along(const moving_question *q, kiln_d3 direction)
{
	kiln_d3 none = {0, 0, 0};
	double reach = support(&q->a, none, kiln_d3_scale(direction, -1));
	if (!q->plane)
		return reach + support(&q->parts[0], none, direction);
	double length = sqrt(kiln_d3_length2(kiln_d3_from(q->plane->normal)));
	double along = kiln_d3_dot(direction, kiln_d3_from(q->plane->normal)) / length;
	return along > 1 - 1e-6					? reach + (double)q->plane->d / length
		   : along < -1 + 1e-6 && !q->solid ? reach - (double)q->plane->d / length
											: HUGE_VAL;
}

static bool parts_soonest(const moving_question *q, const kiln_impact *impact, double size)
{
	double depth = depth_along(q, kiln_d3_from(impact->normal));
	moving_random random = {.state = 12345, .factor = 1};
	// Only the normal and its opposite lead away from a plane.
	for (int i = 0; i < 40 && !q->plane; ++i)
	{
		kiln_d3 direction = {i == 0, i == 1, i == 2};
		if (i > 2)
			direction = kiln_d3_sub(kiln_d3_from(moving_point(&random)), kiln_d3_from(moving_point(&random)));
		double length = sqrt(kiln_d3_length2(direction));
		if (length > 0 && depth_along(q, kiln_d3_scale(direction, 1 / length)) < depth - 1e-5 * size)
			return false;
	}
	if (q->plane && depth_along(q, kiln_d3_scale(kiln_d3_from(impact->normal), -1)) < depth - 1e-5 * size)
		return false;
	return depth >= -1e-5 * size;
}

/// Checks that the contact's point is on both, the normal's length, and that its plane separates them.
static bool contact_right(const moving_question *q, const kiln_impact *impact, double size)
{
	kiln_d3 normal = kiln_d3_from(impact->normal), motion = kiln_d3_from(q->motion);
	double world = fmax(kiln_d3_largest(kiln_d3_from(impact->point)), largest_of(q->a.points[0]));
	// At the contact of a point, the direction of the normal has few correct digits.
	double radius = q->a.radius + (q->plane ? 0 : q->parts[0].radius);
	double loose = radius > 1e-4 * size ? 1e-5 : 0x1p-8;
	double slack = 1e-5 * size + 1e-6 * (world + (double)impact->t * kiln_d3_largest(motion));
	if (!(fabs(kiln_d3_length2(normal) - 1) < 1e-5))
		return wrong("the normal is not unit", impact);
	moving_question at = {
		.part_count = 1, .a = moving_of_points(&impact->point, 1), .plane = q->plane, .solid = q->solid};
	real3 ignored;
	bool on_b = false, between = q->plane != NULL;
	kiln_d3 way = kiln_d3_scale(motion, (double)impact->t);
	for (int part = 0; part < q->part_count; ++part)
	{
		at.parts = q->parts ? q->parts + part : NULL;
		on_b = on_b || real_to(least_gap(&at, real_from_int(0), &ignored)) <= slack;
		if (!q->plane)
			between = between || -support(&q->a, way, kiln_d3_scale(normal, -1)) >=
									 support(&q->parts[part], (kiln_d3){0, 0, 0}, normal) - slack - loose * size;
	}
	if (!on_b)
		return wrong("the point is off b", impact);
	kiln_vec3 back = kiln_d3_to(kiln_d3_scale(way, -1));
	at = (moving_question){.part_count = 1, .a = at.a, .parts = &q->a, .motion = back};
	if (!(real_to(least_gap(&at, real_from_int(1), &ignored)) <= slack))
		return wrong("the point is off a", impact);
	return impact->inside || between || wrong("the normal is none of a plane between", impact);
}

/// Returns one over the sine of the least angle of the triangles among the parts: the factor by which their planes are
/// less accurate in double. 0 for segments.
static double narrowness(const moving_question *q)
{
	double most = 0;
	for (int part = 0; q->parts && part < q->part_count; ++part)
	{
		const moving_body *body = &q->parts[part];
		if (body->count != 3)
			continue;
		real3 sides[3];
		for (int i = 0; i < 3; ++i)
			sides[i] = real3_sub(body->points[(i + 1) % 3], body->points[i]);
		double a = real_to(real3_length(sides[0])), b = real_to(real3_length(sides[1])),
			   c = real_to(real3_length(sides[2]));
		double shortest = fmin(a, fmin(b, c)), area = real_to(real3_length(real3_cross(sides[0], sides[1])));
		if (shortest > 0 && area > 0)
			most = fmax(most, a / shortest * b * c / area);
	}
	return most;
}

bool moving_check(const moving_question *q, const kiln_impact *impact)
{
	double size = size_of(q);
	// Includes the motion up to the contact, which is rounded, too.
	double way = (double)impact->t * kiln_d3_largest(kiln_d3_from(q->motion));
	real enough = real_from(0x1p-75 * size),
		 tolerance = real_from(0x1p-38 * (size + way) + fmin(0x1p-50 * narrowness(q), 0x1p-10) * size);
	real first = real_from_int(2), time;
	for (int part = 0; part < q->part_count; ++part)
		if (first_contact(q, part, enough, real_from_int(0), real_from_int(1), &time))
			first = real_min(first, time);
	bool meets = real_compare(first, real_from_int(1)) <= 0;
	if (impact->inside != q->overlap || (impact->inside && (!impact->hit || impact->t != 0)))
		return wrong("inside is not overlap", impact);
	if (!impact->hit)
		return !(meets && (real_sign(first) > 0 || kiln_d3_largest(kiln_d3_from(q->motion)) > 0)) ||
			   wrong("missed", impact);
	if (!(impact->t >= 0 && impact->t <= 1) || (meets && real_compare(real_from((double)impact->t), first) > 0))
		return wrong("too late", impact);
	// Between the answer and the next float32 there must be contact, or nearly.
	real from = real_from((double)impact->t), latest = real_from(fmin(1, (double)nextafterf(impact->t, 2)));
	bool near = meets && real_compare(latest, first) >= 0;
	for (int part = 0; part < q->part_count && !near; ++part)
		near = first_contact(q, part, tolerance, from, latest, &time);
	if (!near)
		return wrong("too early", impact);
	if (impact->inside && q->parts_soonest && !parts_soonest(q, impact, size))
		return wrong("there is a shorter way out", impact);
	return !q->closely || contact_right(q, impact, size);
}
