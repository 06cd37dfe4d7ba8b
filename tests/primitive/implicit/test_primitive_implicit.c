// SPDX-License-Identifier: MIT
#include "implicit/line.h"
#include "math/quaternion.h"
#include "primitive_implicit.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double scales[] = {1, 1, 1, 1, 1e-30, 1e-6, 1e6, 0x1p36};

/// A solid of the round's kind, shape and scale.
static kiln_implicit pick(uint64_t *random, uint64_t round, double *size)
{
	implicit_case shape = (implicit_case)(round % IMPLICIT_CASES);
	kiln_implicit_kind kind = (kiln_implicit_kind)(round / IMPLICIT_CASES % IMPLICIT_KINDS);
	*size = shape == IMPLICIT_LATTICE ? 1 : scales[round / 3 % 8];
	bool far = fixture_random(random) % 4 == 0;
	kiln_vec3 center = oracle_vector(random, *size * (far && *size < 1e6 ? 1e4 : 1));
	if (shape == IMPLICIT_LATTICE)
		center = oracle_integer_vector(random, 2);
	return implicit_random(random, kind, shape, center, *size);
}

/// Some point of the solid or near it.
static kiln_d3 middle_of(const kiln_implicit *solid)
{
	switch (solid->kind)
	{
	case KILN_IMPLICIT_HALFSPACE:
	{
		kiln_d3 normal = kiln_d3_from(solid->of.halfspace.normal);
		return kiln_d3_scale(normal, (double)solid->of.halfspace.d / kiln_d3_length2(normal));
	}
	case KILN_IMPLICIT_SPHERE:
		return kiln_d3_from(solid->of.sphere.center);
	case KILN_IMPLICIT_BOX:
		return kiln_d3_from(solid->of.box.center);
	case KILN_IMPLICIT_CYLINDER:
		return kiln_d3_from(solid->of.cylinder.a);
	case KILN_IMPLICIT_CONE:
		return kiln_d3_from(solid->of.cone.apex);
	case KILN_IMPLICIT_ELLIPSOID:
		return kiln_d3_from(solid->of.ellipsoid.center);
	default:
		return kiln_d3_from(solid->of.torus.center);
	}
}

static kiln_vec3 near_to(uint64_t *random, const kiln_implicit *solid, double size, bool whole)
{
	kiln_d3 by = kiln_d3_from(whole ? oracle_integer_vector(random, 3) : oracle_vector(random, 2 * size));
	return kiln_d3_to(kiln_d3_add(middle_of(solid), by));
}

static void sign_functions_are_right_to_rounding(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (uint64_t round = trials_random(20000); round > 0; --round)
	{
		double size;
		kiln_implicit solid = pick(&random, round, &size);
		kiln_vec3 p = near_to(&random, &solid, size, round % IMPLICIT_CASES == IMPLICIT_LATTICE);
		real height = implicit_height(&solid, real3_from(p));
		kiln_sign sign = kilni_implicit_sign(&solid, kiln_d3_from(p), 3);
		double exact = real_to(height), off = real_to(real_sub(real_from(sign.value), height));
		assert_true(fabs(off) <= sign.error);
		assert_true(sign.error <= 0x1p-44 * implicit_size(&solid, p));
		assert_true(sign.leaf == 3);
		if (sign.where != KILN_WHERE_BOUNDARY)
			assert_int_equal(sign.where, real_sign(height));
		else
			assert_true(fabs(exact) <= 2 * sign.error);
		kiln_implicit_sample sample = kiln_sample_point_implicit(&p, &solid);
		assert_true(sample.found && sample.where == sign.where && sample.value == (float)sign.value);
		assert_true(sample.leaf == 0 && kiln_where_point_implicit(&p, &solid) == sign.where);
		if (solid.kind == KILN_IMPLICIT_TORUS)
			assert_true(kiln_point_in_torus(&p, &solid.of.torus) == (sign.where != KILN_WHERE_OUTSIDE));
	}
}

static void values_grow_no_faster_than_distances(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (uint64_t round = trials_random(20000); round > 0; --round)
	{
		double size;
		kiln_implicit solid = pick(&random, round, &size);
		kiln_vec3 p = near_to(&random, &solid, size, false), q = near_to(&random, &solid, size, false);
		kiln_sign a = kilni_implicit_sign(&solid, kiln_d3_from(p), 0),
				  b = kilni_implicit_sign(&solid, kiln_d3_from(q), 0);
		double apart = sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(p), kiln_d3_from(q))));
		// No boundary is nearer than the value.
		assert_true(fabs(a.value - b.value) <= apart * (1 + 0x1p-50) + a.error + b.error);
	}
}

static void normals_point_where_the_function_grows(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (uint64_t round = trials_random(4000); round > 0; --round)
	{
		double size;
		kiln_implicit solid = pick(&random, round, &size);
		kiln_vec3 p = near_to(&random, &solid, size, false);
		kiln_sign sign = kilni_implicit_sign(&solid, kiln_d3_from(p), 0);
		real3 at = real3_from(p);
		real step = real_from(size * 0x1p-60), here = implicit_height(&solid, at);
		double forward[3], back[3];
		for (int i = 0; i < 3; ++i)
		{
			real3 by = {real_from(i == 0), real_from(i == 1), real_from(i == 2)};
			forward[i] = real_to(real_div(real_sub(implicit_height(&solid, real3_along(at, step, by)), here), step));
			back[i] =
				real_to(real_div(real_sub(here, implicit_height(&solid, real3_along(at, real_neg(step), by))), step));
		}
		kiln_d3 g = {forward[0], forward[1], forward[2]}, h = {back[0], back[1], back[2]};
		// At edges and on axes there is no gradient.
		if (kiln_d3_length2(kiln_d3_sub(g, h)) > 1e-12 * kiln_d3_length2(g) || kiln_d3_length2(g) < 1e-20)
			continue;
		double length = sqrt(kiln_d3_length2(g)), along = kiln_d3_dot(g, sign.normal) / length;
		assert_true(fabs(along - 1) < 1e-6);
		assert_true(fabs(kiln_d3_length2(sign.normal) - 1) < 1e-9);
	}
}

/// Makes a line by a solid: from anywhere to a place inside, or nearly touching it.
static kiln_line any_line(uint64_t *random, uint64_t round, const kiln_implicit *solid, double size, bool touching)
{
	bool whole = round % IMPLICIT_CASES == IMPLICIT_LATTICE;
	kiln_vec3 from = near_to(random, solid, round % 9 ? 3 * size : 1e4 * size, whole);
	kiln_d3 to = kiln_d3_from(near_to(random, solid, 0.5 * size, whole));
	if (touching)
	{
		// Down to the surface along the gradient, then across.
		kiln_sign sign = {.value = 0};
		for (int i = 0; i < 20; ++i)
		{
			sign = kilni_implicit_sign(solid, to, 0);
			to = kiln_d3_along(to, -sign.value, sign.normal);
		}
		kiln_d3 across = kiln_d3_cross(sign.normal, kiln_d3_from(implicit_direction(random, IMPLICIT_GENERAL)));
		kiln_d3 start = kiln_d3_along(to, size * oracle_signed(random), across);
		return (kiln_line){kiln_d3_to(start), kiln_d3_to(across)};
	}
	kiln_line line = {from, kiln_d3_to(kiln_d3_sub(to, kiln_d3_from(from)))};
	if (whole)
		line.direction = implicit_direction(random, IMPLICIT_LATTICE);
	return line;
}

static real3 point_at(const kiln_line *line, double t)
{
	return real3_along(real3_from(line->point), real_from(t), real3_from(line->direction));
}

/// Points in a part are not outside, and points in no part are not inside, by more than rounding.
static void judge_time(
	const kiln_implicit *solid, const kiln_line *line, double t, const kiln_part *parts, uint32_t count)
{
	double length = sqrt(kiln_d3_length2(kiln_d3_from(line->direction)));
	double slack = 0x1p-42 * (implicit_size(solid, line->point) + fabs(t) * length);
	double height = real_to(implicit_height(solid, point_at(line, t)));
	bool in = false;
	for (uint32_t i = 0; i < count; ++i)
		in = in || (parts[i].enter.t <= t && t <= parts[i].leave.t);
	assert_true(in ? height <= slack : height >= -slack);
}

static void judge_line(uint64_t *random, const kiln_implicit *solid, const kiln_line *line)
{
	kiln_path path = kilni_path_of_line(line);
	kiln_part parts[KILN_IMPLICIT_SPANS_MAX];
	kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX];
	if (!path.usable)
		return;
	uint32_t count = kilni_implicit_parts(solid, &path, 5, parts);
	assert_int_equal(kiln_spans_line_implicit(line, solid, spans), count);
	double length = sqrt(kiln_d3_length2(path.direction)), size = implicit_size(solid, line->point) / length;
	double near = kiln_path_nearest(&path, kiln_d3_sub(path.origin, middle_of(solid)));
	for (int i = 0; i < 3; ++i)
		judge_time(solid, line, near + size * oracle_signed(random), parts, count);
	for (uint32_t i = 0; i < 2 * count; ++i)
	{
		const kiln_part_end *end = i % 2 ? &parts[i / 2].leave : &parts[i / 2].enter;
		const kiln_implicit_end *answer = i % 2 ? &spans[i / 2].leave : &spans[i / 2].enter;
		assert_true(answer->surface == end->surface && end->leaf == 5);
		if (!end->surface)
			continue;
		assert_true(answer->t == (float)end->t && answer->leaf == 0 && end->slack >= 0);
		judge_time(solid, line, end->t - 0x1p-30 * size, parts, count);
		judge_time(solid, line, end->t + 0x1p-30 * size, parts, count);
		judge_time(solid, line, end->t, parts, count);
	}
	kiln_intersection met = kiln_intersect_line_implicit(line, solid);
	assert_true(met.hit == (count > 0) && !met.inside && !met.back && met.face == 0);
	if (count > 0)
		assert_true(met.t == spans[0].enter.t && met.leave == spans[count - 1].leave.t);
}

static void lines_are_in_a_solid_where_its_function_says(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (uint64_t round = trials_random(12000); round > 0; --round)
	{
		double size;
		kiln_implicit solid = pick(&random, round, &size);
		kiln_line line = any_line(&random, round, &solid, size, false);
		judge_line(&random, &solid, &line);
	}
}

static void lines_that_all_but_touch_a_solid_too(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (uint64_t round = trials_near(6000); round > 0; --round)
	{
		double size;
		kiln_implicit solid = pick(&random, round, &size);
		kiln_line line = any_line(&random, round, &solid, size, true);
		judge_line(&random, &solid, &line);
	}
}

/// After the three bools, whose padding is undefined, there are only numbers.
static bool same(const kiln_intersection *a, const kiln_intersection *b)
{
	return a->hit == b->hit && a->inside == b->inside && a->back == b->back &&
		   memcmp(&a->t, &b->t, sizeof *a - offsetof(kiln_intersection, t)) == 0;
}

static void rays_and_segments_begin_inside_where_their_first_point_is(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (uint64_t round = trials_random(12000); round > 0; --round)
	{
		double size;
		kiln_implicit solid = pick(&random, round, &size);
		kiln_line line = any_line(&random, round, &solid, size, round % 2);
		kiln_ray ray = {line.point, line.direction, round % 3 ? 0 : 0.5f, 0};
		kiln_segment segment = {line.point, near_to(&random, &solid, size, false)};
		kiln_implicit_span whole[2], spans[2];
		if (!kilni_path_of_ray(&ray).usable || !kilni_path_of_segment(&segment).usable)
			continue;
		bool inside = kiln_where_point_implicit(&line.point, &solid) != KILN_WHERE_OUTSIDE;
		uint32_t all = kiln_spans_line_implicit(&line, &solid, whole);
		uint32_t count = kiln_spans_ray_implicit(&ray, &solid, spans);
		kiln_intersection met = kiln_intersect_ray_implicit(&ray, &solid);
		assert_true(met.inside == inside && met.hit == (inside || count > 0) && count <= all);
		assert_true(!inside || (met.t == 0 && memcmp(&met.point, &line.point, sizeof met.point) == 0));
		for (uint32_t i = 0; i < count; ++i)
		{
			// The same ends, or the ray's own.
			const kiln_implicit_end *enter = &spans[i].enter, *leave = &spans[i].leave;
			const kiln_implicit_span *of = whole + (all - count == 1 && whole[0].leave.t <= 0 ? i + 1 : i);
			assert_true(enter->surface ? enter->t == of->enter.t : enter->t == 0 && enter->leaf == KILN_NONE);
			assert_true(leave->surface || leave->t == (ray.t_max > 0 ? 0.5f : FLT_MAX));
		}
		met = kiln_intersect_segment_implicit(&segment, &solid);
		count = kiln_spans_segment_implicit(&segment, &solid, spans);
		assert_true(met.inside == inside && met.hit == (inside || count > 0));
		// The last point is in the solid where a span extends to the end, within float32's precision.
		kiln_sign last = kilni_implicit_sign(&solid, kiln_d3_from(segment.b), 0);
		if (last.value < -0x1p-20 * implicit_size(&solid, segment.a))
			assert_true(count > 0 && spans[count - 1].leave.t == 1 && !spans[count - 1].leave.surface);
		if (solid.kind != KILN_IMPLICIT_TORUS)
			continue;
		kiln_intersection other = kiln_intersect_segment_torus(&segment, &solid.of.torus);
		assert_true(same(&met, &other));
		met = kiln_intersect_ray_implicit(&ray, &solid);
		other = kiln_intersect_ray_torus(&ray, &solid.of.torus);
		assert_true(same(&met, &other));
	}
}

/// Writes the same solid in another form.
static kiln_implicit relabelled(const kiln_implicit *solid)
{
	kiln_implicit other = *solid;
	switch (solid->kind)
	{
	case KILN_IMPLICIT_BOX:
		for (int i = 0; i < 3; ++i)
		{
			const kiln_vec3 *axis = &solid->of.box.axes[(i + 1) % 3];
			other.of.box.axes[i] = i < 2 ? (kiln_vec3){-axis->x, -axis->y, -axis->z} : *axis;
			other.of.box.half_extents[i] = solid->of.box.half_extents[(i + 1) % 3];
		}
		break;
	case KILN_IMPLICIT_ELLIPSOID:
		for (int i = 0; i < 3; ++i)
		{
			other.of.ellipsoid.axes[i] = solid->of.ellipsoid.axes[(i + 1) % 3];
			other.of.ellipsoid.radii[i] = solid->of.ellipsoid.radii[(i + 1) % 3];
		}
		break;
	case KILN_IMPLICIT_CYLINDER:
		other.of.cylinder.a = solid->of.cylinder.b;
		other.of.cylinder.b = solid->of.cylinder.a;
		break;
	case KILN_IMPLICIT_TORUS:
		other.of.torus.axis.x *= -2;
		other.of.torus.axis.y *= -2;
		other.of.torus.axis.z *= -2;
		break;
	default:
		break;
	}
	return other;
}

static void names_of_axes_and_ends_do_not_matter(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (uint64_t round = trials_random(10000); round > 0; --round)
	{
		double size;
		kiln_implicit solid = pick(&random, round, &size), other = relabelled(&solid);
		kiln_vec3 p = near_to(&random, &solid, size, round % IMPLICIT_CASES == IMPLICIT_LATTICE);
		kiln_sign a = kilni_implicit_sign(&solid, kiln_d3_from(p), 0),
				  b = kilni_implicit_sign(&other, kiln_d3_from(p), 0);
		assert_true(fabs(a.value - b.value) <= a.error + b.error);
		assert_true(a.where == b.where || fabs(a.value) <= 2 * a.error + b.error);
		kiln_line line = any_line(&random, round, &solid, size, false);
		kiln_implicit_span first[2], second[2];
		uint32_t count = kiln_spans_line_implicit(&line, &solid, first);
		if (kiln_spans_line_implicit(&line, &other, second) != count)
		{
			// Either answer is correct only for points that nearly touch.
			kiln_part parts[2];
			kiln_path path = kilni_path_of_line(&line);
			const kiln_implicit *of = count ? &solid : &other;
			assert_int_equal(kilni_implicit_parts(of, &path, 0, parts), 1);
			assert_true(parts[0].leave.t - parts[0].enter.t <= 2 * (parts[0].enter.slack + parts[0].leave.slack));
			continue;
		}
		for (uint32_t i = 0; i < count; ++i)
		{
			double steep = fabs(kiln_d3_dot(kiln_d3_from(first[i].enter.normal), kiln_d3_from(line.direction))) /
						   sqrt(kiln_d3_length2(kiln_d3_from(line.direction)));
			double off = fabs((double)first[i].enter.t - (double)second[i].enter.t);
			assert_true(steep < 1e-2 || off <= 0x1p-22 * fabs((double)first[i].enter.t) ||
						off * sqrt(kiln_d3_length2(kiln_d3_from(line.direction))) <=
							0x1p-30 * implicit_size(&solid, line.point));
		}
	}
}

/// v turned by columns, rounded.
static kiln_vec3 turned(const kiln_d3 columns[3], kiln_vec3 v)
{
	kiln_d3 sum = kiln_d3_scale(columns[0], (double)v.x);
	return kiln_d3_to(kiln_d3_along(kiln_d3_along(sum, (double)v.y, columns[1]), (double)v.z, columns[2]));
}

static void turning_all_turns_the_answer(void **state)
{
	(void)state;
	uint64_t random = 9;
	for (uint64_t round = trials_random(5000); round > 0; --round)
	{
		kiln_d3 columns[3];
		kiln_quat_axes(oracle_rotation(&random), columns);
		kiln_implicit_kind kind = (kiln_implicit_kind)(round % IMPLICIT_KINDS);
		kiln_implicit solid = implicit_random(&random, kind, IMPLICIT_GENERAL, oracle_vector(&random, 1), 1);
		kiln_implicit other = solid;
		// Every vector of a solid, in order.
		static const int vectors[] = {1, 1, 4, 2, 2, 4, 2};
		for (int i = 0; i < vectors[kind]; ++i)
		{
			kiln_vec3 v;
			memcpy(&v, (char *)&solid.of + (size_t)i * sizeof v, sizeof v);
			v = turned(columns, v);
			memcpy((char *)&other.of + (size_t)i * sizeof v, &v, sizeof v);
		}
		kiln_line line = any_line(&random, 1, &solid, 1, false);
		kiln_line way = {turned(columns, line.point), turned(columns, line.direction)};
		kiln_intersection a = kiln_intersect_line_implicit(&line, &solid),
						  b = kiln_intersect_line_implicit(&way, &other);
		double length = sqrt(kiln_d3_length2(kiln_d3_from(line.direction)));
		if (a.hit && (a.leave - a.t > 0.1f || a.leave - a.t > 0.1f / (float)length))
		{
			assert_true(b.hit);
			double steep = fabs(kiln_d3_dot(kiln_d3_from(a.normal), kiln_d3_from(line.direction))) / length;
			assert_true(steep < 0.1 || fabs((double)(a.t - b.t)) <= 1e-4 * fmax(1, fabs((double)a.t)));
		}
		kiln_vec3 p = oracle_vector(&random, 2), q = turned(columns, p);
		kiln_implicit_sample first = kiln_sample_point_implicit(&p, &solid);
		kiln_implicit_sample second = kiln_sample_point_implicit(&q, &other);
		assert_true(fabs((double)(first.value - second.value)) <= 1e-5);
	}
}

static void solids_without_sizes_are_what_is_left_of_them(void **state)
{
	(void)state;
	const kiln_vec3 at = {1, 2, 3}, beside = {1, 2, 3.0000002f};
	const kiln_obb point_box = {at, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
	const kiln_ellipsoid point = {at, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
	const kiln_implicit points[] = {
		{KILN_IMPLICIT_SPHERE, {.sphere = {at, 0}}},
		{KILN_IMPLICIT_BOX, {.box = point_box}},
		{KILN_IMPLICIT_CYLINDER, {.cylinder = {at, at, 0}}},
		{KILN_IMPLICIT_CONE, {.cone = {at, at, 0}}},
		{KILN_IMPLICIT_ELLIPSOID, {.ellipsoid = point}},
	};
	for (size_t i = 0; i < sizeof points / sizeof *points; ++i)
	{
		const kiln_line through = {{1, -2, 3}, {0, 2, 0}}, past = {{1, -2, 3.0000002f}, {0, 2, 0}};
		kiln_intersection met = kiln_intersect_line_implicit(&through, &points[i]);
		assert_true(met.hit && met.t == 2 && met.leave == 2 && met.normal.y == -1);
		assert_false(kiln_intersect_line_implicit(&past, &points[i]).hit);
		assert_int_equal(kiln_where_point_implicit(&at, &points[i]), KILN_WHERE_BOUNDARY);
		assert_int_equal(kiln_where_point_implicit(&beside, &points[i]), KILN_WHERE_OUTSIDE);
	}
	// A disc, and a cone or cylinder without radius, which is a segment.
	kiln_implicit disc = {KILN_IMPLICIT_ELLIPSOID, {.ellipsoid = point}};
	disc.of.ellipsoid.radii[0] = disc.of.ellipsoid.radii[2] = 2;
	const kiln_vec3 on = {2, 2, 4}, above = {2, 2.0001f, 4}, outside = {3.5f, 2, 3};
	assert_int_equal(kiln_where_point_implicit(&on, &disc), KILN_WHERE_BOUNDARY);
	assert_int_equal(kiln_where_point_implicit(&above, &disc), KILN_WHERE_OUTSIDE);
	assert_int_equal(kiln_where_point_implicit(&outside, &disc), KILN_WHERE_OUTSIDE);
	const kiln_implicit spike = {KILN_IMPLICIT_CONE, {.cone = {at, {1, 2, 7}, 0}}};
	const kiln_vec3 below = {1, 2, 2}, along = {1, 2, 5};
	assert_int_equal(kiln_where_point_implicit(&below, &spike), KILN_WHERE_OUTSIDE);
	assert_int_equal(kiln_where_point_implicit(&along, &spike), KILN_WHERE_BOUNDARY);
	// A segment that is a point.
	const kiln_implicit ball = {KILN_IMPLICIT_SPHERE, {.sphere = {at, 1}}};
	kiln_segment segment = {on, on};
	kiln_implicit_span spans[2];
	assert_false(kiln_intersect_segment_implicit(&segment, &ball).hit);
	assert_int_equal(kiln_spans_segment_implicit(&segment, &ball, spans), 0);
	segment = (kiln_segment){at, at};
	kiln_intersection met = kiln_intersect_segment_implicit(&segment, &ball);
	assert_true(met.hit && met.inside && met.t == 0 && met.leave == 0 && met.point.z == 3);
	assert_int_equal(kiln_spans_segment_implicit(&segment, &ball, spans), 1);
	assert_true(spans[0].leave.t == 0 && !spans[0].leave.surface && spans[0].leave.normal.x == 0);
}

static void half_spaces_go_on_for_ever(void **state)
{
	(void)state;
	const kiln_implicit below = {KILN_IMPLICIT_HALFSPACE, {.halfspace = {{0, 0, 2}, 4}}};
	const kiln_line up = {{0, 0, 0}, {0, 0, 1}}, down = {{0, 0, 0}, {0, 0, -1}}, level = {{0, 0, 2}, {1, 0, 0}};
	const kiln_line above = {{0, 0, 2.0000002f}, {1, 0, 0}};
	kiln_intersection met = kiln_intersect_line_implicit(&up, &below);
	assert_true(met.hit && met.t == -FLT_MAX && met.leave == 2 && met.normal.z == -1 && !met.inside);
	met = kiln_intersect_line_implicit(&down, &below);
	assert_true(met.hit && met.t == -2 && met.leave == FLT_MAX && met.normal.z == 1);
	assert_true(kiln_intersect_line_implicit(&level, &below).hit);
	assert_false(kiln_intersect_line_implicit(&above, &below).hit);
	// What lies beyond the range of t is not met.
	const kiln_line slow = {{0, 0, 0x1p40f}, {0, 0, -0x1p-140f}};
	assert_false(kiln_intersect_line_implicit(&slow, &below).hit);
	const kiln_line away = {{0, 0, 0x1p40f}, {0, 0, 0x1p-140f}};
	assert_false(kiln_intersect_line_implicit(&away, &below).hit);
	kiln_ray ray = {{0, 0, 5}, {0, 0, -1}, HUGE_VALF, 0};
	met = kiln_intersect_ray_implicit(&ray, &below);
	assert_true(met.hit && met.t == 3 && met.leave == FLT_MAX);
	ray.t_max = 2.5f;
	assert_false(kiln_intersect_ray_implicit(&ray, &below).hit);
}

static void check_refused(const kiln_implicit *solid)
{
	const kiln_vec3 p = {0, 0, 0};
	const kiln_line line = {{0, 0, 0}, {1, 0, 0}};
	const kiln_ray ray = {{0, 0, 0}, {1, 0, 0}, 0, 0};
	const kiln_segment segment = {{0, 0, 0}, {0, 0, 0}};
	kiln_implicit_span spans[2];
	assert_false(kiln_implicit_is_usable(solid));
	kiln_implicit_sample sample = kiln_sample_point_implicit(&p, solid);
	assert_true(!sample.found && sample.where == KILN_WHERE_OUTSIDE && sample.value == 0 && sample.leaf == 0);
	assert_int_equal(kiln_where_point_implicit(&p, solid), KILN_WHERE_OUTSIDE);
	assert_false(kiln_intersect_line_implicit(&line, solid).hit);
	assert_false(kiln_intersect_ray_implicit(&ray, solid).hit);
	assert_false(kiln_intersect_segment_implicit(&segment, solid).hit);
	assert_int_equal(kiln_spans_line_implicit(&line, solid, spans), 0);
	assert_int_equal(kiln_spans_ray_implicit(&ray, solid, spans), 0);
	assert_int_equal(kiln_spans_segment_implicit(&segment, solid, spans), 0);
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	static const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF, 0x1p41f, -0x1p41f};
	const kiln_vec3 zero = {0, 0, 0};
	check_refused(NULL);
	kiln_implicit unknown = {.kind = (kiln_implicit_kind)7};
	check_refused(&unknown);
	uint64_t random = 7;
	for (int kind = 0; kind < IMPLICIT_KINDS; ++kind)
	{
		const kiln_implicit good =
			implicit_random(&random, (kiln_implicit_kind)kind, IMPLICIT_GENERAL, (kiln_vec3){1, 2, 3}, 1);
		static const size_t sizes[] = {sizeof(kiln_plane), sizeof(kiln_sphere), sizeof(kiln_obb), sizeof(kiln_cylinder),
			sizeof(kiln_cone), sizeof(kiln_ellipsoid), sizeof(kiln_torus)};
		assert_true(kiln_implicit_is_usable(&good));
		// Every number of it in turn; the d of a plane may be large.
		for (size_t i = 0; i < sizes[kind] / sizeof(float); ++i)
			for (size_t j = 0; j < (kind == KILN_IMPLICIT_HALFSPACE && i == 3 ? 3 : sizeof bad / sizeof *bad); ++j)
			{
				kiln_implicit worse = good;
				memcpy((char *)&worse.of + i * sizeof(float), &bad[j], sizeof(float));
				check_refused(&worse);
			}
		// Lines, and points.
		kiln_line line = {zero, zero};
		kiln_vec3 p = {0, NAN, 0};
		kiln_ray ray = {zero, {1, 0, 0}, -1, 0};
		assert_false(kiln_intersect_line_implicit(&line, &good).hit);
		assert_false(kiln_intersect_line_implicit(NULL, &good).hit);
		assert_false(kiln_intersect_ray_implicit(&ray, &good).hit);
		assert_false(kiln_intersect_segment_implicit(NULL, &good).hit);
		assert_false(kiln_sample_point_implicit(&p, &good).found);
		assert_false(kiln_sample_point_implicit(NULL, &good).found);
	}
	kiln_torus torus = {zero, {0, 0, 1}, 0, 1};
	kiln_implicit no_ring = {KILN_IMPLICIT_TORUS, {.torus = torus}};
	check_refused(&no_ring);
	no_ring.of.torus = (kiln_torus){zero, zero, 1, 1};
	check_refused(&no_ring);
	const kiln_line line = {{-9, 0, 0}, {1, 0, 0}};
	assert_false(kiln_intersect_line_torus(&line, NULL).hit);
	assert_false(kiln_point_in_torus(&zero, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sign_functions_are_right_to_rounding),
		cmocka_unit_test(values_grow_no_faster_than_distances),
		cmocka_unit_test(normals_point_where_the_function_grows),
		cmocka_unit_test(lines_are_in_a_solid_where_its_function_says),
		cmocka_unit_test(lines_that_all_but_touch_a_solid_too),
		cmocka_unit_test(rays_and_segments_begin_inside_where_their_first_point_is),
		cmocka_unit_test(names_of_axes_and_ends_do_not_matter),
		cmocka_unit_test(turning_all_turns_the_answer),
		cmocka_unit_test(solids_without_sizes_are_what_is_left_of_them),
		cmocka_unit_test(half_spaces_go_on_for_ever),
		cmocka_unit_test(what_is_not_usable_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
