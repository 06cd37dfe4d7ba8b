// SPDX-License-Identifier: MIT
#include "line.h"

#include "bounds/core.h"

#include <math.h>

/// The torus's own axes.
typedef struct torus_frame
{
	kiln_d3 x, y, z;
} torus_frame;

static torus_frame frame_of(const kiln_torus *torus)
{
	torus_frame frame = {.z = kilni_d3_unit(kiln_d3_from(torus->axis))};
	frame.x = kilni_d3_across(frame.z);
	frame.y = kiln_d3_cross(frame.z, frame.x);
	return frame;
}

static kiln_d3 turn(const torus_frame *frame, kiln_d3 v)
{
	return (kiln_d3){kiln_d3_dot(v, frame->x), kiln_d3_dot(v, frame->y), kiln_d3_dot(v, frame->z)};
}

/// The outward direction at a point in the torus's own axes: away from the nearest point of the circle. Zero on the
/// circle.
static kiln_d3 normal_at(const torus_frame *frame, kiln_d3 p, double ring)
{
	double around = sqrt(p.x * p.x + p.y * p.y);
	// On the axis no direction leads away from the axis; only the direction along it is left.
	double out = around > 0 ? (around - ring) / around : 0;
	kiln_d3 normal = kiln_d3_scale(frame->x, p.x * out);
	normal = kiln_d3_along(normal, p.y * out, frame->y);
	return kilni_d3_unit(kiln_d3_along(normal, p.z, frame->z));
}

kiln_sign kilni_torus_sign(const kiln_torus *torus, kiln_d3 point)
{
	torus_frame frame = frame_of(torus);
	kiln_d3 seen = kiln_d3_sub(point, kiln_d3_from(torus->center)), p = turn(&frame, seen);
	double ring = (double)torus->ring, radius = (double)torus->radius;
	double out = sqrt(p.x * p.x + p.y * p.y) - ring;
	kiln_sign sign = {.value = sqrt(out * out + p.z * p.z) - radius, .normal = normal_at(&frame, p, ring)};
	sign.error = kiln_implicit_grain(kiln_d3_largest(seen) + ring + radius);
	return sign;
}

/// A line in the torus's axes, in units of ring + radius: p + s u, with u of unit length and p nearest to the center.
typedef struct torus_line
{
	kiln_d3 p, u;
	double ring, radius;
	double reach; ///< the line is followed from -reach to reach, and both ends are outside
} torus_line;

static kiln_d3 point_at(const torus_line *line, double s)
{
	return kiln_d3_along(line->p, s, line->u);
}

/// How far the line's point is from the surface, positive outside.
static double height(const torus_line *line, double s)
{
	kiln_d3 p = point_at(line, s);
	double out = sqrt(p.x * p.x + p.y * p.y) - line->ring;
	return sqrt(out * out + p.z * p.z) - line->radius;
}

/// Half the slope of the squared distance from the circle.
static double slope(const torus_line *line, double s)
{
	kiln_d3 p = point_at(line, s);
	double around = sqrt(p.x * p.x + p.y * p.y);
	double away = around > 0 ? (p.x * line->u.x + p.y * line->u.y) / around : 0;
	return (around - line->ring) * away + p.z * line->u.z;
}

/// The place where a function changes that is above 0 at one of a < b and not above 0 at the other: regula falsi with
/// halved values (Illinois: Dowell and Jarratt 1971), every fourth step a bisection. At most some 250 steps, usually
/// about ten.
static double change_between(const torus_line *line, double (*value_at)(const torus_line *, double), double a, double b)
{
	double at_a = value_at(line, a), at_b = value_at(line, b);
	bool above = at_a > 0, moved_a = false, moved_b = false;
	double width = 0x1p-52 * line->reach;
	for (int step = 1; b - a > width; ++step)
	{
		double x = b - at_b * ((b - a) / (at_b - at_a));
		if (step % 4 == 0 || !(x > a && x < b))
			x = a + 0.5 * (b - a);
		double value = value_at(line, x);
		if ((value > 0) == above)
		{
			a = x;
			at_a = value;
			at_b *= moved_a ? 0.5 : 1;
			moved_a = true;
			moved_b = false;
		}
		else
		{
			b = x;
			at_b = value;
			at_a *= moved_b ? 0.5 : 1;
			moved_b = true;
			moved_a = false;
		}
	}
	return a + 0.5 * (b - a);
}

/// The cube root of k >= 0 to some digits, by square roots: 1/3 = 1/4 + 1/16 + .., then Newton's steps.
static double third_root(double k)
{
	double y = sqrt(sqrt(k * sqrt(sqrt(k * sqrt(sqrt(k))))));
	for (int i = 0; i < 8 && y > 0; ++i)
		y = (2 * y + k / (y * y)) / 3;
	return y;
}

/// The places where the squared distance from the circle has extrema, by increasing s; at most three. With the distance
/// from the axis a(s) = sqrt(k (s - middle)^2 + m^2), the squared distance is s^2 - 2 ring a(s) plus a linear part. Its
/// slope has extrema where a(s)^3 = ring k m^2, on both sides of `middle`. These places bound three parts in which the
/// slope is monotone. Where the line meets the axis, both places are one and the slope jumps; then a part of 2^-40
/// around `middle` keeps the two places apart.
static uint32_t extrema(const torus_line *line, double found[3])
{
	double k = line->u.x * line->u.x + line->u.y * line->u.y;
	double middle = 0, half = 0;
	if (k > 0)
	{
		double m2 = line->p.x * line->u.y - line->p.y * line->u.x;
		m2 = m2 * m2 / k;
		middle = -(line->p.x * line->u.x + line->p.y * line->u.y) / k;
		double a = third_root(line->ring * k * m2);
		half = sqrt(kiln_double_max(0, (a * a - m2) / k));
	}
	half = kiln_double_max(half, 0x1p-40);
	double ends[4] = {-line->reach, middle - half, middle + half, line->reach};
	uint32_t count = 0;
	for (int i = 0; i < 3; ++i)
	{
		double a = kiln_double_max(ends[i], -line->reach), b = kiln_double_min(ends[i + 1], line->reach);
		if (a < b && (slope(line, a) > 0) != (slope(line, b) > 0))
			found[count++] = change_between(line, slope, a, b);
	}
	return count;
}

/// The parts of the line in the torus, or above its surface by at most `grain`. The height is monotone between -reach,
/// the extrema and reach. There are at most two parts: four steps change sides at most four times. If rounding places
/// the line's begin inside, the fourth change enters a third part that never ends; `enter` has room for it.
static uint32_t follow(const torus_line *line, double grain, double enter[3], double leave[2])
{
	double s[5] = {-line->reach}, at[5];
	uint32_t points = 1 + extrema(line, s + 1), count = 0;
	s[points++] = line->reach;
	at[0] = height(line, s[0]);
	for (uint32_t i = 1; i < points; ++i)
	{
		at[i] = height(line, s[i]);
		bool before = at[i - 1] <= grain, after = at[i] <= grain;
		if (!before && after)
			enter[count] = at[i] > 0 ? s[i] : change_between(line, height, s[i - 1], s[i]);
		else if (before && !after)
			leave[count++] = at[i - 1] > 0 ? s[i - 1] : change_between(line, height, s[i - 1], s[i]);
	}
	return count;
}

/// An end at s, on a surface that is wrong by `grain`. A line that grazes the surface magnifies this error, up to 2^-20
/// of the size: even a line that only touches the surface has no larger error.
static kiln_part_end end_at(const torus_line *line, const torus_frame *frame, double s, double grain)
{
	// On a circle without radius, the direction away from the circle is only rounding.
	kiln_d3 p = point_at(line, s), normal = line->radius > 0 ? normal_at(frame, p, line->ring) : (kiln_d3){0, 0, 0};
	double out = sqrt(p.x * p.x + p.y * p.y) - line->ring, steep = kiln_double_abs(slope(line, s));
	// The slope is the product of the distance from the circle and the share of the line's speed that leads outward.
	double away = sqrt(out * out + p.z * p.z), most = kiln_double_max(grain, 0x1p-20);
	double slack = steep * most > grain * away ? grain * away / steep : most;
	return (kiln_part_end){.t = s, .slack = slack, .normal = normal, .surface = true};
}

uint32_t kilni_torus_parts(const kiln_torus *torus, const kiln_path *path, kiln_part *parts)
{
	double size = (double)torus->ring + (double)torus->radius, length = sqrt(kiln_d3_length2(path->direction));
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(torus->center)), unit = kilni_d3_unit(path->direction);
	double foot = -kiln_d3_dot(seen, unit);
	kiln_d3 near = kiln_d3_along(seen, foot, unit);

	torus_frame frame = frame_of(torus);
	torus_line line = {.p = kiln_d3_scale(turn(&frame, near), 1 / size), .u = turn(&frame, unit)};
	line.ring = (double)torus->ring / size;
	line.radius = (double)torus->radius / size;
	double grain = kiln_implicit_grain(kiln_d3_largest(seen) / size + 1);
	// A ball that holds the torus and stands off its surface by more than the grain.
	double ball = 1 + 0x1p-10 + 4 * grain, reach2 = ball * ball - kiln_d3_length2(line.p);
	if (!(reach2 > 0))
		return 0;
	line.reach = sqrt(reach2);

	double enter[3], leave[2];
	uint32_t count = follow(&line, grain, enter, leave);
	for (uint32_t i = 0; i < count; ++i)
	{
		parts[i].enter = end_at(&line, &frame, enter[i], grain);
		parts[i].leave = end_at(&line, &frame, leave[i], grain);
		kiln_part_end *ends[2] = {&parts[i].enter, &parts[i].leave};
		for (int j = 0; j < 2; ++j)
		{
			ends[j]->t = (foot + ends[j]->t * size) / length;
			ends[j]->slack *= size / length;
		}
	}
	return count;
}
