// SPDX-License-Identifier: MIT
#include "implicit/line.h"
#include "primitive_implicit.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/// A torus and a line; judged by their quartic in 256 bits and the number of its roots (Sturm 1829).
typedef struct trial
{
	kiln_torus torus;
	kiln_line line;
	double size;	 ///< of the torus
	double distance; ///< from its center to the line's point
} trial;

static trial make(kiln_torus torus, kiln_line line)
{
	kiln_d3 seen = kiln_d3_sub(kiln_d3_from(line.point), kiln_d3_from(torus.center));
	return (trial){torus, line, (double)torus.ring + (double)torus.radius, sqrt(kiln_d3_length2(seen))};
}

/// A polynomial and those that follow it in Sturm's chain; the coefficient of x^i is at [i].
typedef struct chain
{
	real p[5][5];
	int degree[5], count;
} chain;

static real value_at(const real *p, int degree, real x)
{
	real sum = p[degree];
	for (int i = degree - 1; i >= 0; --i)
		sum = real_add(real_mul(sum, x), p[i]);
	return sum;
}

/// p[k] = -(p[k - 2] mod p[k - 1]); false when the result is only rounding.
static bool next_link(chain *c)
{
	int k = c->count, n = c->degree[k - 2], m = c->degree[k - 1];
	real rest[5], least = real_from(0x1p-150);
	for (int i = 0; i <= n; ++i)
		rest[i] = c->p[k - 2][i];
	for (int i = n; i >= m; --i)
	{
		real factor = real_div(rest[i], c->p[k - 1][m]);
		for (int j = 0; j <= m; ++j)
			rest[i - m + j] = real_sub(rest[i - m + j], real_mul(factor, c->p[k - 1][j]));
	}
	int degree = m - 1;
	while (degree >= 0 && real_compare(real_abs(rest[degree]), least) < 0)
		--degree;
	if (degree < 0)
		return false;
	for (int i = 0; i <= degree; ++i)
		c->p[k][i] = real_neg(rest[i]);
	c->degree[k] = degree;
	c->count++;
	return true;
}

static chain chain_of(const real p[5])
{
	chain c = {.degree = {4, 3}, .count = 2};
	for (int i = 0; i < 5; ++i)
		c.p[0][i] = p[i];
	for (int i = 1; i < 5; ++i)
		c.p[1][i - 1] = real_mul(real_from_int(i), p[i]);
	while (c.degree[c.count - 1] > 0 && next_link(&c))
		continue;
	return c;
}

/// Counts changes of sign along the chain at x, or for x NULL at infinity times `end`.
static int changes(const chain *c, const real *x, int end)
{
	int last = 0, count = 0;
	for (int k = 0; k < c->count; ++k)
	{
		int degree = c->degree[k];
		int sign = x ? real_sign(value_at(c->p[k], degree, *x)) : real_sign(c->p[k][degree]) * (degree % 2 ? end : 1);
		if (sign == 0)
			continue;
		count += last != 0 && sign != last;
		last = sign;
	}
	return count;
}

/// Counts how often the line crosses the surface of the torus with another radius; each point of touching counts once.
static int crossings(const trial *t, real radius)
{
	if (real_sign(radius) < 0)
		return 0;
	// In units of the torus, from about where the line is nearest.
	real size = real_from(t->size), one = real_from(1);
	real3 q = real3_sub(real3_from(t->line.point), real3_from(t->torus.center)), d = real3_from(t->line.direction);
	real3 w = real3_from(t->torus.axis);
	q = real3_along(q, real_neg(real_div(real3_dot(q, d), real3_length2(d))), d);
	q = real3_scale(q, real_div(one, size));
	d = real3_scale(d, real_div(one, real3_length(d)));
	w = real3_scale(w, real_div(one, real3_length(w)));
	real ring = real_div(real_from((double)t->torus.ring), size), r = real_div(radius, size);
	// a(x) = dd x^2 + 2 qd x + rest; F = a^2 - 4 ring^2 |q x w + x d x w|^2
	real dd = real3_length2(d), qd = real3_dot(q, d);
	real rest = real_add(real3_length2(q), real_sub(real_mul(ring, ring), real_mul(r, r)));
	real3 m = real3_cross(q, w), n = real3_cross(d, w);
	real four = real_mul(real_from_int(4), real_mul(ring, ring)), two = real_from_int(2);
	real p[5];
	p[4] = real_mul(dd, dd);
	p[3] = real_mul(real_from_int(4), real_mul(dd, qd));
	p[2] = real_add(real_mul(two, real_mul(dd, rest)), real_mul(real_from_int(4), real_mul(qd, qd)));
	p[2] = real_sub(p[2], real_mul(four, real3_length2(n)));
	p[1] = real_mul(real_from_int(4), real_mul(qd, rest));
	p[1] = real_sub(p[1], real_mul(four, real_mul(two, real3_dot(m, n))));
	p[0] = real_sub(real_mul(rest, rest), real_mul(four, real3_length2(m)));
	real square = real_sub(real_mul(qd, qd), real_mul(dd, rest));
	// Nearly along the axis, F is the square of a.
	if (real_compare(real_add(real3_length2(m), real3_length2(n)), real_from(0x1p-90)) < 0)
		return real_sign(square) + 1;
	chain c = chain_of(p);
	// Where a < 0 the other factor of F changes sign, inside of a spindle.
	if (real_sign(square) <= 0)
		return changes(&c, NULL, -1) - changes(&c, NULL, 1);
	real root = real_sqrt(square);
	real low = real_div(real_neg(real_add(qd, root)), dd), high = real_div(real_sub(root, qd), dd);
	return changes(&c, NULL, -1) - changes(&c, &low, 0) + changes(&c, &high, 0) - changes(&c, NULL, 1);
}

static real height_at(const trial *t, double time)
{
	kiln_implicit solid = {KILN_IMPLICIT_TORUS, {.torus = t->torus}};
	real3 o = real3_from(t->line.point), d = real3_from(t->line.direction);
	return implicit_height(&solid, real3_along(o, real_from(time), d));
}

/// Whether the surface is crossed within 4 units in the last place of float32 of the numbers in the time. `way` is 1
/// where the line leaves.
static bool accurate(const trial *t, double time, int way)
{
	double length = sqrt(kiln_d3_length2(kiln_d3_from(t->line.direction)));
	double allowed = 0x1p-21 * fmax(t->distance, t->size) / length;
	return real_sign(height_at(t, time - allowed)) == -way && real_sign(height_at(t, time + allowed)) == way;
}

/// 1 where the surface is hit steeply enough for float32 to decide, and far enough from the other ends.
static bool is_steep(const trial *t, const kiln_part_end *end)
{
	kiln_d3 unit =
		kiln_d3_scale(kiln_d3_from(t->line.direction), 1 / sqrt(kiln_d3_length2(kiln_d3_from(t->line.direction))));
	return fabs(kiln_d3_dot(end->normal, unit)) > 1e-2;
}

static void judge(const trial *t)
{
	const kiln_implicit solid = {KILN_IMPLICIT_TORUS, {.torus = t->torus}};
	kiln_path path = kilni_path_of_line(&t->line);
	kiln_implicit_span spans[2];
	kiln_part parts[2];
	assert_true(path.usable && kiln_implicit_is_usable(&solid));
	uint32_t count = kilni_implicit_parts(&solid, &path, 7, parts);
	assert_true(kiln_spans_line_implicit(&t->line, &solid, spans) == count);
	double slack = 0x1p-44 * (t->distance + t->size), length = sqrt(kiln_d3_length2(path.direction));
	// No crossing is missed, and each reported one is within rounding.
	real radius = real_from((double)t->torus.radius);
	int less = crossings(t, real_sub(radius, real_from(slack)));
	int exact = crossings(t, radius), more = crossings(t, real_add(radius, real_from(slack)));
	assert_true(count > 0 || exact == 0);
	assert_true(count == 0 || more > 0);
	if (less == more)
		assert_int_equal(2 * count, more);
	for (uint32_t i = 0; i < count; ++i)
	{
		const kiln_part_end *ends[2] = {&parts[i].enter, &parts[i].leave};
		assert_true(parts[i].enter.t <= parts[i].leave.t && (i == 0 || parts[i].enter.t > parts[0].leave.t));
		for (int j = 0; j < 2; ++j)
		{
			assert_true(ends[j]->surface && ends[j]->leaf == 7 && ends[j]->slack >= 0);
			assert_true(fabs(real_to(height_at(t, ends[j]->t))) <= slack);
			const kiln_implicit_end *answer = j ? &spans[i].leave : &spans[i].enter;
			assert_true(answer->t == (float)ends[j]->t && answer->surface && answer->leaf == 0);
			double room = (parts[i].leave.t - parts[i].enter.t) * length;
			if (count == 2)
				room = fmin(room, (parts[1].enter.t - parts[0].leave.t) * length);
			if (is_steep(t, ends[j]) && room > 0x1p-18 * fmax(t->distance, t->size))
			{
				assert_true(accurate(t, (double)answer->t, j ? 1 : -1));
				assert_true((kiln_d3_dot(ends[j]->normal, path.direction) > 0) == (j == 1));
			}
		}
	}
}

static kiln_torus any_torus(uint64_t *random, implicit_case shape, double size)
{
	kiln_vec3 center = oracle_vector(random, size * (fixture_random(random) % 4 ? 1 : 1e6));
	if (shape == IMPLICIT_LATTICE)
		center = oracle_integer_vector(random, 2);
	return implicit_random(random, KILN_IMPLICIT_TORUS, shape, center, size).of.torus;
}

static kiln_vec3 to_vec3(kiln_d3 v)
{
	return kiln_d3_to(v);
}

static void lines_meet_a_torus_as_often_as_its_quartic_has_roots(void **state)
{
	(void)state;
	static const double scales[] = {1, 1, 1, 1, 1e-30, 1e-6, 1e6, 0x1p38};
	uint64_t random = 1;
	for (uint64_t round = trials_random(12000); round > 0; --round)
	{
		double size = scales[round % 8], far = round % 5 ? 3 : 1e5;
		implicit_case shape = (implicit_case)(round % IMPLICIT_CASES);
		size = shape == IMPLICIT_LATTICE ? 1 : size;
		kiln_torus torus = any_torus(&random, shape, size);
		// From anywhere to about a point near the tube.
		kiln_d3 toward = kiln_d3_from(oracle_vector(&random, (double)torus.ring + (double)torus.radius));
		kiln_d3 center = kiln_d3_from(torus.center), from = kiln_d3_from(oracle_vector(&random, size * far));
		kiln_line line = {to_vec3(kiln_d3_add(center, from)), {0, 0, 0}};
		kiln_d3 way = kiln_d3_sub(kiln_d3_add(center, toward), kiln_d3_from(line.point));
		line.direction = shape == IMPLICIT_LATTICE ? implicit_direction(&random, shape) : to_vec3(way);
		if (shape == IMPLICIT_LATTICE)
			line.point = oracle_integer_vector(&random, 4);
		kiln_implicit solid = {KILN_IMPLICIT_TORUS, {.torus = torus}};
		if (!kiln_implicit_is_usable(&solid) || !kilni_path_of_line(&line).usable)
			continue;
		trial t = make(torus, line);
		judge(&t);
	}
}

/// A point of the surface and its normal.
static void surface_point(uint64_t *random, const kiln_torus *torus, kiln_d3 *point, kiln_d3 *normal)
{
	kiln_d3 w = kiln_d3_from(torus->axis);
	w = kiln_d3_scale(w, 1 / sqrt(kiln_d3_length2(w)));
	kiln_d3 out = kiln_d3_cross(w, kiln_d3_from(implicit_direction(random, IMPLICIT_GENERAL)));
	out = kiln_d3_scale(out, 1 / sqrt(kiln_d3_length2(out)));
	double angle = 3.14159265358979 * oracle_signed(random);
	static const double special[] = {0, 3.14159265358979, 1.5707963267949, -1.5707963267949};
	if (fixture_random(random) % 2)
		angle = special[fixture_random(random) % 4];
	*normal = kiln_d3_along(kiln_d3_scale(out, cos(angle)), sin(angle), w);
	*point = kiln_d3_along(kiln_d3_scale(out, (double)torus->ring), (double)torus->radius, *normal);
	*point = kiln_d3_add(*point, kiln_d3_from(torus->center));
}

static void lines_that_all_but_touch_a_torus_are_judged_right(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (uint64_t round = trials_near(6000); round > 0; --round)
	{
		implicit_case shape = (implicit_case)(round % IMPLICIT_CASES);
		kiln_torus torus = any_torus(&random, shape, 1);
		kiln_d3 point, normal, back = {0, 0, 0};
		surface_point(&random, &torus, &point, &normal);
		kiln_d3 across = kiln_d3_cross(normal, kiln_d3_from(implicit_direction(&random, shape)));
		// In a plane that touches, or through the axis where the surface of a spindle has its points.
		if (round % 7 == 0)
			across = kiln_d3_cross(normal, kiln_d3_from(torus.axis));
		if (round % 11 == 0)
			across = kiln_d3_from(torus.axis);
		if (round % 3 == 0)
			back = kiln_d3_scale(across, 10 * oracle_signed(&random));
		kiln_line line = {to_vec3(kiln_d3_add(point, back)), to_vec3(across)};
		if (!(kiln_d3_length2(kiln_d3_from(line.direction)) > 1e-12))
			continue;
		trial t = make(torus, line);
		judge(&t);
	}
}

static void lines_by_a_torus_s_axis_are_judged_right(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (uint64_t round = trials_near(6000); round > 0; --round)
	{
		kiln_torus torus = any_torus(&random, round % 2 ? IMPLICIT_GENERAL : IMPLICIT_LATTICE, 1);
		torus.center = (kiln_vec3){0, 0, 0};
		torus.axis = (kiln_vec3){0, 0, 1};
		// The distance from the axis nearly has a kink where the line passes the axis.
		float near = round % 5 ? powf(10, -25 * fixture_random_unit(&random)) : 0;
		kiln_vec3 v = implicit_direction(&random, round % 3 ? IMPLICIT_GENERAL : IMPLICIT_LATTICE);
		float flat = round % 4 ? 1 : powf(10, -20 * fixture_random_unit(&random));
		kiln_line line = {{near, 0, (float)oracle_signed(&random)}, {v.x * near, v.y * flat, v.z}};
		if (v.y == 0 && v.z == 0)
			continue;
		trial t = make(torus, line);
		judge(&t);
	}
}

static void rings_that_are_threads_or_points_are_judged_right(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (uint64_t round = trials_near(3000); round > 0; --round)
	{
		kiln_torus torus = any_torus(&random, IMPLICIT_GENERAL, 1);
		float *less = round % 2 ? &torus.ring : &torus.radius;
		*less *= powf(10, -15 * fixture_random_unit(&random));
		kiln_d3 point, normal;
		surface_point(&random, &torus, &point, &normal);
		kiln_vec3 from = oracle_vector(&random, 3), by = oracle_vector(&random, round % 3 ? 0 : (double)*less);
		kiln_d3 to = kiln_d3_add(point, kiln_d3_from(by));
		kiln_line line = {from, to_vec3(kiln_d3_sub(to, kiln_d3_from(from)))};
		trial t = make(torus, line);
		judge(&t);
	}
}

static kiln_intersection at_once(kiln_torus torus, kiln_vec3 point, kiln_vec3 direction)
{
	kiln_line line = {point, direction};
	return kiln_intersect_line_torus(&line, &torus);
}

static void touching_a_torus_exactly_is_a_hit(void **state)
{
	(void)state;
	const kiln_torus torus = {{0, 0, 0}, {0, 0, 1}, 3, 1};
	// Outside, over the top circle in two points, along the top from within, in the hole, by the hole's wall.
	assert_true(at_once(torus, (kiln_vec3){4, -9, 0}, (kiln_vec3){0, 1, 0}).hit);
	kiln_intersection top = at_once(torus, (kiln_vec3){-9, 0, 1}, (kiln_vec3){1, 0, 0});
	assert_true(top.hit && top.t == 6 && top.leave == 12 && top.normal.z == 1 && top.point.x == -3);
	// A point of the fourth order, which is as wide as the fourth root of rounding.
	kiln_intersection along = at_once(torus, (kiln_vec3){3, -9, 1}, (kiln_vec3){0, 3, 0});
	assert_true(along.hit && fabs((double)along.t - 3) < 0x1p-10 && fabs((double)along.leave - 3) < 0x1p-10);
	assert_true(at_once(torus, (kiln_vec3){2, 0, -5}, (kiln_vec3){0, 0, 1}).t == 5);
	assert_false(at_once(torus, (kiln_vec3){1.9999999f, 0, -5}, (kiln_vec3){0, 0, 1}).hit);
	assert_false(at_once(torus, (kiln_vec3){0, 0, -5}, (kiln_vec3){0, 0, 1}).hit);
	assert_false(at_once(torus, (kiln_vec3){0, 0, 1.0000001f}, (kiln_vec3){1, 1, 0}).hit);
	assert_false(at_once(torus, (kiln_vec3){9, 9, 9}, (kiln_vec3){1, -1, 0}).hit);
	// All four crossings.
	kiln_implicit solid = {KILN_IMPLICIT_TORUS, {.torus = torus}};
	kiln_implicit_span spans[2];
	kiln_line line = {{-10, 0, 0}, {2, 0, 0}};
	assert_int_equal(kiln_spans_line_implicit(&line, &solid, spans), 2);
	assert_true(spans[0].enter.t == 3 && spans[0].leave.t == 4 && spans[1].enter.t == 6 && spans[1].leave.t == 7);
	assert_true(spans[0].enter.normal.x == -1 && spans[0].leave.normal.x == 1 && spans[1].enter.normal.x == -1);
}

static void a_ring_without_radius_is_met_where_it_is(void **state)
{
	(void)state;
	const kiln_torus ring = {{1, 2, 3}, {0, 2, 0}, 4, 0};
	kiln_intersection met = at_once(ring, (kiln_vec3){5, -7, 3}, (kiln_vec3){0, 3, 0});
	assert_true(met.hit && met.t == 3 && met.leave == 3 && met.point.x == 5 && met.point.y == 2);
	assert_true(met.normal.y == -1);
	met = at_once(ring, (kiln_vec3){-9, 2, 3}, (kiln_vec3){1, 0, 0});
	assert_true(met.hit && met.t == 6 && met.leave == 14);
	assert_false(at_once(ring, (kiln_vec3){5, -7, 3.001f}, (kiln_vec3){0, 3, 0}).hit);
}

static void a_spindle_is_full(void **state)
{
	(void)state;
	const kiln_torus spindle = {{0, 0, 0}, {1, 0, 0}, 3, 5};
	// Its points on the axis are 4 from the center, and the line between them is inside.
	kiln_intersection met = at_once(spindle, (kiln_vec3){-8, 0, 0}, (kiln_vec3){1, 0, 0});
	assert_true(met.hit && met.t == 4 && met.leave == 12 && met.normal.x == -1);
	met = at_once(spindle, (kiln_vec3){0, -16, 0}, (kiln_vec3){0, 1, 0});
	assert_true(met.hit && met.t == 8 && met.leave == 24);
	const kiln_vec3 center = {0, 0, 0}, pole = {4, 0, 0}, above = {4.001f, 0, 0};
	assert_true(kiln_point_in_torus(&center, &spindle) && kiln_point_in_torus(&pole, &spindle));
	assert_false(kiln_point_in_torus(&above, &spindle));
	// A ring as large as the radius: the hole is one point.
	const kiln_torus horn = {{0, 0, 0}, {1, 0, 0}, 5, 5};
	kiln_implicit solid = {KILN_IMPLICIT_TORUS, {.torus = horn}};
	assert_true(kiln_where_point_implicit(&center, &solid) == KILN_WHERE_BOUNDARY);
	kiln_line axis = {{-3, 0, 0}, {1, 0, 0}};
	met = kiln_intersect_line_torus(&axis, &horn);
	assert_true(met.hit && met.t == 3 && met.leave == 3);
}

static void a_far_origin_costs_a_torus_nothing(void **state)
{
	(void)state;
	const kiln_torus torus = {{0, 0, 0}, {0, 0, 1}, 3, 1};
	kiln_intersection met = at_once(torus, (kiln_vec3){-0x1p20f, 0, 0}, (kiln_vec3){1, 0, 0});
	assert_true(met.hit && met.t == 0x1p20f - 4 && met.leave == 0x1p20f + 4 && met.point.x == -4);
	met = at_once(torus, (kiln_vec3){-0x1p40f, 2.5f, 0}, (kiln_vec3){1, 0, 0});
	assert_true(met.hit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_meet_a_torus_as_often_as_its_quartic_has_roots),
		cmocka_unit_test(lines_that_all_but_touch_a_torus_are_judged_right),
		cmocka_unit_test(lines_by_a_torus_s_axis_are_judged_right),
		cmocka_unit_test(rings_that_are_threads_or_points_are_judged_right),
		cmocka_unit_test(touching_a_torus_exactly_is_a_hit),
		cmocka_unit_test(a_ring_without_radius_is_met_where_it_is),
		cmocka_unit_test(a_spindle_is_full),
		cmocka_unit_test(a_far_origin_costs_a_torus_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
