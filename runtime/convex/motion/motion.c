// SPDX-License-Identifier: MIT
#include "motion.h"

#include "bounds/core.h"
#include "bounds/posing.h"
#include "shape/usable.h"

#include <math.h>

// --- Courses ----------------------------------------------------------------------------------------------------------

/// The unit quaternion of a pose.
static void unit_of(kiln_quat q, double unit[4])
{
	const double parts[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
	double length2 = 0;
	for (int i = 0; i < 4; ++i)
		length2 += parts[i] * parts[i];
	double length = sqrt(length2);
	for (int i = 0; i < 4; ++i)
		unit[i] = length > 0 ? parts[i] / length : i == 3;
}

static double scale_of(const kiln_pose *pose)
{
	return pose->scale == 0 ? 1 : (double)pose->scale;
}

static kiln_d3 center_of(const kiln_sweep *sweep, const kiln_pose *pose)
{
	const kiln_posing posing = kiln_posing_of(pose);
	return kiln_posing_point(&posing, kiln_d3_from(sweep->center));
}

static bool is_usable(const kiln_sweep *sweep)
{
	return sweep && kiln_pose_valid(&sweep->from) && kiln_pose_valid(&sweep->to) &&
		   kilni_usable_point(&sweep->from.translation) && kilni_usable_point(&sweep->to.translation) &&
		   kilni_usable_point(&sweep->center) && scale_of(&sweep->from) == scale_of(&sweep->to);
}

/// Sets axis and bend from the difference of the last and the first quaternion, which a small rotation leaves accurate.
static void set_turn(kiln_course *course)
{
	double *p = course->first, *q = course->last, dot = 0;
	for (int i = 0; i < 4; ++i)
		dot += p[i] * q[i];
	for (int i = 0; i < 4; ++i)
		q[i] = dot < 0 ? -q[i] : q[i];
	double d[4], apart2 = 0, sum2 = 0;
	for (int i = 0; i < 4; ++i)
	{
		d[i] = q[i] - p[i];
		apart2 += d[i] * d[i];
		sum2 += (q[i] + p[i]) * (q[i] + p[i]);
	}
	// The vector part of the difference times the conjugate of the first quaternion.
	const kiln_d3 u = {d[0], d[1], d[2]}, v = {-p[0], -p[1], -p[2]};
	kiln_d3 axis = kiln_d3_along(kiln_d3_along(kiln_d3_cross(u, v), p[3], u), d[3], v);
	double length = sqrt(kiln_d3_length2(axis));
	// Two quaternions of one rotation differ by their rounding.
	if (!(apart2 > 0x1p-100) || !(length > 0))
		return;
	course->axis = kiln_d3_scale(axis, 1 / length);
	course->bend = sqrt(apart2 / sum2);
}

bool kilni_course_of(const kiln_sweep *sweep, kiln_course *course)
{
	*course = (kiln_course){.scale = 1};
	if (!is_usable(sweep))
		return false;
	course->scale = scale_of(&sweep->from);
	unit_of(sweep->from.rotation, course->first);
	unit_of(sweep->to.rotation, course->last);
	set_turn(course);
	course->start = center_of(sweep, &sweep->from);
	course->way = kiln_d3_sub(center_of(sweep, &sweep->to), course->start);
	return true;
}

/// The columns of a quaternion of any length above zero (Shoemake 1985).
static void columns_of(const double q[4], kiln_d3 axes[3])
{
	double x = q[0], y = q[1], z = q[2], w = q[3];
	double s = 2 / (x * x + y * y + z * z + w * w);
	axes[0] = (kiln_d3){1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
	axes[1] = (kiln_d3){s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
	axes[2] = (kiln_d3){s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)};
}

static void mix(const kiln_course *course, double t, double q[4])
{
	for (int i = 0; i < 4; ++i)
		q[i] = course->bend > 0 ? (1 - t) * course->first[i] + t * course->last[i] : course->first[i];
}

void kilni_course_axes(const kiln_course *course, double t, kiln_d3 axes[3])
{
	double q[4];
	mix(course, t, q);
	columns_of(q, axes);
}

kiln_spin kilni_course_spin(const kiln_course *course, double from, double to)
{
	double low = 2 * from - 1, high = 2 * to - 1, bend = course->bend;
	double least = low > 0 ? low : high < 0 ? -high : 0;
	double most = kiln_double_max(kiln_double_abs(low), kiln_double_abs(high));
	double slow = 1 / (1 + least * least * bend * bend);
	double speed = 4 * bend * slow, change = 16 * bend * bend * bend * most * slow * slow;
	double square = speed * speed;
	return (kiln_spin){speed, sqrt(square * square + change * change)};
}

kiln_pose kiln_sweep_at(const kiln_sweep *sweep, float t)
{
	kiln_course course;
	if (!kilni_course_of(sweep, &course))
		return (kiln_pose){.scale = 0};
	if (!(t > 0))
		return sweep->from;
	if (t >= 1)
		return sweep->to;
	double q[4], length2 = 0;
	mix(&course, (double)t, q);
	for (int i = 0; i < 4; ++i)
		length2 += q[i] * q[i];
	double inverse = 1 / sqrt(length2);
	kiln_d3 axes[3], center = kiln_d3_scale(kiln_d3_from(sweep->center), course.scale);
	columns_of(q, axes);
	return (kiln_pose){
		.rotation = {(float)(q[0] * inverse), (float)(q[1] * inverse), (float)(q[2] * inverse),
			(float)(q[3] * inverse)},
		.translation = kiln_d3_to(kiln_d3_sub(kiln_course_center(&course, (double)t), kiln_turned(axes, center))),
		.scale = sweep->from.scale,
	};
}

// --- Shapes -----------------------------------------------------------------------------------------------------------

static void turn_term(kiln_convex *term, const kiln_d3 axes[3])
{
	term->center = kiln_turned(axes, term->center);
	for (uint32_t i = 0; i < 3; ++i)
	{
		term->bars[i] = kiln_turned(axes, term->bars[i]);
		term->rounds[i] = kiln_turned(axes, term->rounds[i]);
		term->column[i] = term->turned ? kiln_turned(axes, term->column[i]) : axes[i];
	}
	term->turned = true;
}

/// Copies terms, unchanged or linearly mapped; the margin stays.
static void copy_terms(const kiln_convex *from, const kiln_d3 *axes, kiln_convex *to)
{
	for (;; ++from, ++to)
	{
		*to = *from;
		if (axes)
			turn_term(to, axes);
		if (!from->plus)
			break;
		to->plus = to + 1;
	}
}

static double reach_along(const kiln_convex *terms, kiln_d3 direction, uint32_t *seed)
{
	return kiln_d3_dot(kilni_convex_support(terms, direction, seed), direction);
}

/// Half the sides of the box around the terms, and its farthest corner from the origin, both with room for rounding.
static void measure_box(const kiln_convex *terms, kiln_d3 *half, kiln_d3 *far)
{
	double size[3], most[3];
	uint32_t seed = KILN_NONE;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 axis = {i == 0, i == 1, i == 2};
		double high = reach_along(terms, axis, &seed), low = reach_along(terms, kiln_d3_scale(axis, -1), &seed);
		size[i] = 0.5 * (high + low);
		most[i] = kiln_double_max(kiln_double_abs(high), kiln_double_abs(low));
	}
	*half = (kiln_d3){size[0], size[1], size[2]};
	*far = (kiln_d3){most[0], most[1], most[2]};
}

/// 1 / cos(22.5 degrees), rounded up.
#define OCTAGON 1.0823922003

/// An upper bound of the terms' distance from an axis through the origin. Uses the octagon around the terms,
/// perpendicular to the axis, whose corners are OCTAGON times as far as its sides.
static double swing_of(const kiln_convex *terms, kiln_d3 axis)
{
	kiln_d3 e = kilni_d3_across(axis);
	kiln_d3 f = kiln_d3_cross(axis, e);
	const double half = sqrt(0.5);
	const kiln_d3 sides[4] = {e, kiln_d3_scale(kiln_d3_add(e, f), half), f, kiln_d3_scale(kiln_d3_sub(f, e), half)};
	double most = 0;
	uint32_t seed = KILN_NONE;
	for (int i = 0; i < 4; ++i)
	{
		most = kiln_double_max(most, reach_along(terms, sides[i], &seed));
		most = kiln_double_max(most, reach_along(terms, kiln_d3_scale(sides[i], -1), &seed));
	}
	return OCTAGON * most;
}

/// If nothing turns, moves the center into the shape, because only the center then determines how large coordinates
/// get.
static kiln_d3 settle(const kiln_convex_shape *shape, const kiln_sweep *sweep, kiln_course *course)
{
	kiln_d3 center = kiln_d3_from(sweep->center);
	if (course->bend > 0)
		return center;
	kiln_d3 anchor = kilni_convex_anchor(shape), axes[3];
	kilni_course_axes(course, 0, axes);
	const kiln_posing from = kiln_posing_of(&sweep->from);
	course->start = kiln_posing_point(&from, anchor);
	course->way = kiln_d3_sub(kiln_d3_from(sweep->to.translation), kiln_d3_from(sweep->from.translation));
	return anchor;
}

/// Sets reach and extent from the terms.
static void measure(kiln_mover *mover)
{
	kiln_d3 half, far;
	measure_box(mover->rest, &half, &far);
	mover->reach = sqrt(kiln_d3_length2(far)) * (1 + 0x1p-40);
	mover->extent = sqrt(kiln_d3_length2(half)) + mover->rest[0].margin;
	mover->swing = 0;
}

void kilni_mover_of_still(const kiln_convex *terms, kiln_d3 eye, kiln_mover *mover)
{
	mover->course = (kiln_course){.start = eye, .first = {0, 0, 0, 1}, .last = {0, 0, 0, 1}, .scale = 1};
	mover->center = eye;
	copy_terms(terms, NULL, mover->rest);
	measure(mover);
}

bool kilni_mover_of(const kiln_convex_shape *shape, const kiln_sweep *sweep, kiln_mover *mover)
{
	kiln_course *course = &mover->course;
	if (!kilni_course_of(sweep, course))
		return false;
	const kiln_convex_object ends[2] = {{shape, sweep->from}, {shape, sweep->to}};
	if (!kilni_convex_object_usable(&ends[0]) || !kilni_convex_object_usable(&ends[1]))
		return false;
	kiln_convex own[KILN_CONVEX_TERMS_MAX];
	kiln_d3 center = settle(shape, sweep, course);
	kilni_convex_of_shape(shape, center, own);
	kiln_d3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	if (!(course->bend > 0))
		kilni_course_axes(course, 0, axes);
	for (int i = 0; i < 3; ++i)
		axes[i] = kiln_d3_scale(axes[i], course->scale);
	bool same = course->scale == 1 && axes[0].x == 1 && axes[1].y == 1 && axes[2].z == 1;
	copy_terms(own, same ? NULL : axes, mover->rest);
	mover->center = kiln_turned(axes, center);
	mover->rest[0].margin *= course->scale;
	measure(mover);
	if (course->bend > 0)
	{
		kilni_course_axes(course, 0, axes);
		double swing = swing_of(mover->rest, kiln_turned_back(axes, course->axis));
		mover->swing = kiln_double_min(swing * (1 + 0x1p-40), mover->reach);
	}
	return true;
}

void kilni_mover_at(const kiln_mover *mover, double t, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	kiln_d3 axes[3];
	bool turns = mover->course.bend > 0;
	if (turns)
		kilni_course_axes(&mover->course, t, axes);
	copy_terms(mover->rest, turns ? axes : NULL, terms);
}

double kilni_mover_height(const kiln_mover *mover, double t, kiln_d3 direction, uint32_t *seed)
{
	if (mover->course.bend > 0)
	{
		kiln_d3 axes[3];
		kilni_course_axes(&mover->course, t, axes);
		direction = kiln_turned_back(axes, direction);
	}
	return reach_along(mover->rest, direction, seed);
}
