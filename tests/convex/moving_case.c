// SPDX-License-Identifier: MIT
#include "moving_case.h"

#include "support/asset_fixture.h"
#include "support/shape_oracle.h"

#include <math.h>

static float size_of(uint64_t *random, double size)
{
	return (float)(size * (0.2 + 0.8 * (double)fixture_random_unit(random)));
}

static kiln_convex_shape box_of(uint64_t *random, double x, double y, double z)
{
	kiln_convex_shape shape = {.kind = KILN_CONVEX_OBB};
	kiln_box box = {.center = oracle_vector(random, 0.2 * x), .rotation = oracle_rotation(random)};
	box.half_extents = (kiln_vec3){size_of(random, x), size_of(random, y), size_of(random, z)};
	shape.obb = kiln_obb_from_box(&box);
	return shape;
}

static kiln_convex_shape shape_of(moving_case *c, uint64_t *random, moving_kind kind, double size)
{
	kiln_convex_shape shape = {.kind = KILN_CONVEX_POINTS};
	kiln_vec3 a = oracle_vector(random, size), b = oracle_vector(random, size);
	switch (kind)
	{
	case MOVING_POINTS:
		for (int i = 0; i < MOVING_POINTS_MOST; ++i)
			c->points[i] = oracle_vector(random, size);
		shape.points.points = c->points;
		shape.points.count = 4 + (uint32_t)(fixture_random(random) % (MOVING_POINTS_MOST - 3));
		return shape;
	case MOVING_BOX:
		return box_of(random, size, 0.5 * size, 0.3 * size);
	case MOVING_NEEDLE:
		return box_of(random, size, 0.001 * size, 0.001 * size);
	case MOVING_PLATE:
		return box_of(random, size, size, 0.001 * size);
	case MOVING_CAPSULE:
		return (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {a, b, size_of(random, 0.3 * size)}};
	case MOVING_CYLINDER:
		return (kiln_convex_shape){.kind = KILN_CONVEX_CYLINDER, .cylinder = {a, b, size_of(random, 0.5 * size)}};
	case MOVING_SPHERE:
		return (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = {a, size_of(random, size)}};
	default:
		c->plus = (kiln_convex_shape){.kind = KILN_CONVEX_SEGMENT, .segment = {b, oracle_vector(random, size)}};
		shape.kind = KILN_CONVEX_TRIANGLE;
		shape.triangle = (kiln_triangle){{a, b, oracle_vector(random, size)}};
		shape.margin = size_of(random, 0.1 * size);
		shape.plus = &c->plus;
		return shape;
	}
}

void moving_case_shape(moving_case *c, uint64_t *random, moving_kind kind, double size)
{
	*c = (moving_case){.sweep = {.center = oracle_vector(random, 0.3 * size)}};
	c->shape = shape_of(c, random, kind, size);
}

static kiln_vec3 around(uint64_t *random, kiln_vec3 near, double way)
{
	kiln_vec3 by = oracle_vector(random, way);
	return (kiln_vec3){near.x + by.x, near.y + by.y, near.z + by.z};
}

void moving_case_sweep(moving_case *c, uint64_t *random, kiln_vec3 near, double way, double turn)
{
	kiln_quat q = oracle_rotation(random), r = oracle_rotation(random);
	kiln_vec3 first = around(random, near, way), last = around(random, near, way);
	float part = (float)turn;
	kiln_quat to = turn < 1 ? (kiln_quat){q.x + part * r.x, q.y + part * r.y, q.z + part * r.z, q.w + part * r.w} : r;
	c->sweep.from = (kiln_pose){q, first, 1};
	c->sweep.to = (kiln_pose){to, last, 1};
}

// --- Where they are ---------------------------------------------------------------------------------------------------

static void unit_of(kiln_quat q, long double unit[4])
{
	const long double parts[4] = {(long double)q.x, (long double)q.y, (long double)q.z, (long double)q.w};
	long double length2 = 0;
	for (int i = 0; i < 4; ++i)
		length2 += parts[i] * parts[i];
	for (int i = 0; i < 4; ++i)
		unit[i] = length2 > 0 ? parts[i] / sqrtl(length2) : i == 3;
}

static kiln_d3 turned(const long double q[4], kiln_d3 v)
{
	// v + 2 w (u x v) + 2 u x (u x v)
	const long double p[3] = {v.x, v.y, v.z};
	long double c[3], d[3];
	for (int i = 0; i < 3; ++i)
		c[i] = q[(i + 1) % 3] * p[(i + 2) % 3] - q[(i + 2) % 3] * p[(i + 1) % 3];
	for (int i = 0; i < 3; ++i)
		d[i] = q[(i + 1) % 3] * c[(i + 2) % 3] - q[(i + 2) % 3] * c[(i + 1) % 3];
	return (kiln_d3){(double)(p[0] + 2 * (q[3] * c[0] + d[0])), (double)(p[1] + 2 * (q[3] * c[1] + d[1])),
		(double)(p[2] + 2 * (q[3] * c[2] + d[2]))};
}

static kiln_d3 center_of(const moving_case *c, const kiln_pose *pose)
{
	long double q[4];
	double scale = pose->scale == 0 ? 1 : (double)pose->scale;
	unit_of(pose->rotation, q);
	kiln_d3 center = kiln_d3_scale(turned(q, kiln_d3_from(c->sweep.center)), scale);
	return kiln_d3_add(center, kiln_d3_from(pose->translation));
}

/// Computes the shape at time t, relative to `eye`.
static void place(const moving_case *c, double t, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	long double q[4], r[4], dot = 0, length2 = 0;
	unit_of(c->sweep.from.rotation, q);
	unit_of(c->sweep.to.rotation, r);
	for (int i = 0; i < 4; ++i)
		dot += q[i] * r[i];
	for (int i = 0; i < 4; ++i)
	{
		q[i] = (1 - (long double)t) * q[i] + (dot < 0 ? -1 : 1) * (long double)t * r[i];
		length2 += q[i] * q[i];
	}
	for (int i = 0; i < 4; ++i)
		q[i] /= sqrtl(length2);
	double scale = c->sweep.from.scale == 0 ? 1 : (double)c->sweep.from.scale;
	kiln_d3 first = kiln_d3_sub(center_of(c, &c->sweep.from), eye);
	kiln_d3 last = kiln_d3_sub(center_of(c, &c->sweep.to), eye);
	kiln_d3 center = kiln_d3_add(kiln_d3_scale(first, 1 - t), kiln_d3_scale(last, t));
	kilni_convex_of_shape(&c->shape, kiln_d3_from(c->sweep.center), terms);
	for (int i = 0; i < KILN_CONVEX_TERMS_MAX; ++i)
	{
		kiln_convex *term = &terms[i];
		bool more = term->plus != NULL;
		term->center = kiln_d3_scale(turned(q, term->center), scale);
		for (int k = 0; k < 3; ++k)
		{
			term->bars[k] = kiln_d3_scale(turned(q, term->bars[k]), scale);
			term->rounds[k] = kiln_d3_scale(turned(q, term->rounds[k]), scale);
			term->column[k] = kiln_d3_scale(turned(q, (kiln_d3){k == 0, k == 1, k == 2}), scale);
		}
		term->turned = true;
		term->margin *= scale;
		if (!more)
			break;
	}
	terms[0].center = kiln_d3_add(terms[0].center, center);
}

moving_gap moving_case_gap(const moving_case *a, const moving_case *b, double t)
{
	kiln_convex terms[2][KILN_CONVEX_TERMS_MAX];
	kiln_d3 eye = center_of(b, &b->sweep.from);
	place(a, t, eye, terms[0]);
	place(b, t, eye, terms[1]);
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kilni_gjk(terms[0], (kiln_d3){0, 0, 0}, terms[1], (kiln_enough){0, HUGE_VAL, 0, 0}, &simplex, &gap);
	double margin = terms[0][0].margin + terms[1][0].margin;
	return (moving_gap){gap.lower - margin, gap.upper - margin};
}

double moving_case_first(const moving_case *a, const moving_case *b, int count)
{
	for (int i = 0; i <= count; ++i)
	{
		double high = (double)i / count, low = i ? (double)(i - 1) / count : 0;
		if (moving_case_gap(a, b, high).lower > 0)
			continue;
		for (int k = 0; k < 40 && i; ++k)
		{
			double middle = 0.5 * (low + high);
			if (moving_case_gap(a, b, middle).lower > 0)
				low = middle;
			else
				high = middle;
		}
		return high;
	}
	return 2;
}
