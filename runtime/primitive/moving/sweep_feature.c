// SPDX-License-Identifier: MIT
#include "sweep_feature.h"

#include <math.h>

/// How far outside a face or beyond an edge's end a contact still counts, in sides. This is more than the rounding of
/// the weights, so that no path slips through between two features.
#define WEIGHT_MARGIN 1e-12

static bool sooner(const kiln_ball_sweep *sweep, double time)
{
	return time >= sweep->start && (sweep->met ? time < sweep->best : time <= sweep->best);
}

static void take(kiln_ball_sweep *sweep, double time, kiln_d3 normal)
{
	sweep->met = true;
	sweep->best = time;
	sweep->normal = normal;
}

void kilni_ball_face(kiln_ball_sweep *sweep, kiln_d3 origin, kiln_d3 e, kiln_d3 f, bool four)
{
	kiln_d3 up = kiln_d3_cross(e, f);
	double area2 = kiln_d3_length2(up);
	// The rest of a needle's normal may be rounding; the needle's edges are tested in any case.
	if (!(area2 > 1e-24 * kiln_d3_length2(e) * kiln_d3_length2(f)))
		return;
	// From the side on which the sphere starts, it must approach.
	double side = sweep->start * kiln_d3_dot(up, sweep->direction) < kiln_d3_dot(up, origin) ? -1 : 1;
	kiln_d3 normal = kiln_d3_scale(up, side / sqrt(area2));
	double speed = kiln_d3_dot(normal, sweep->direction);
	if (!(speed < 0))
		return;
	double time = (kiln_d3_dot(normal, origin) + sweep->radius) / speed;
	if (!sooner(sweep, time))
		return;
	kiln_d3 foot = kiln_d3_along(kiln_d3_scale(sweep->direction, time), -sweep->radius, normal);
	kiln_d3 from = kiln_d3_sub(foot, origin);
	double v = kiln_d3_dot(kiln_d3_cross(from, f), up) / area2;
	double w = kiln_d3_dot(kiln_d3_cross(e, from), up) / area2;
	double most = four ? kiln_double_max(v, w) : v + w;
	if (v >= -WEIGHT_MARGIN && w >= -WEIGHT_MARGIN && most <= 1 + WEIGHT_MARGIN)
		take(sweep, time, normal);
}

/// The square root of the squared radius minus the squared distance at which a line passes; negative when the line
/// misses. A line that passes at the radius within rounding grazes.
///
/// `pass2` is |m x d|^2 for m from the center to the line, `reach2` radius^2 |d|^2, `product2` the product of the
/// squared lengths from which pass2 was computed. The error of sqrt(pass2) is at most a few 2^-52 of sqrt(product2).
static double half_chord(double pass2, double reach2, double product2)
{
	double rest = reach2 - pass2;
	if (rest >= 0)
		return sqrt(rest);
	if (pass2 > 1.001 * reach2 + 0x1p-90 * product2)
		return -1;
	return sqrt(pass2) <= sqrt(reach2) + 0x1p-48 * sqrt(product2) ? 0 : -1;
}

void kilni_ball_edge(kiln_ball_sweep *sweep, kiln_d3 origin, kiln_d3 e)
{
	// Projects everything along the edge by the cross product with it: lengths grow by the edge's length.
	double length2 = kiln_d3_length2(e);
	kiln_d3 m = kiln_d3_cross(e, origin);
	kiln_d3 d = kiln_d3_cross(sweep->direction, e);
	double speed2 = kiln_d3_length2(d);
	// A sphere that moves along the edge meets an end first.
	if (!(speed2 > 1e-28 * length2 * sweep->length2))
		return;
	double chord = half_chord(kiln_d3_length2(kiln_d3_cross(m, d)), speed2 * sweep->radius * sweep->radius * length2,
		length2 * kiln_d3_length2(origin) * speed2);
	if (chord < 0)
		return;
	double time = (-kiln_d3_dot(m, d) - chord) / speed2;
	if (!sooner(sweep, time))
		return;
	double along = kiln_d3_dot(e, kiln_d3_sub(kiln_d3_scale(sweep->direction, time), origin));
	if (along >= -WEIGHT_MARGIN * length2 && along <= (1 + WEIGHT_MARGIN) * length2)
		take(sweep, time, (kiln_d3){0, 0, 0});
}

void kilni_ball_corner(kiln_ball_sweep *sweep, kiln_d3 corner)
{
	double pass2 = kiln_d3_length2(kiln_d3_cross(corner, sweep->direction));
	double chord =
		half_chord(pass2, sweep->length2 * sweep->radius * sweep->radius, kiln_d3_length2(corner) * sweep->length2);
	if (chord < 0)
		return;
	double time = (kiln_d3_dot(corner, sweep->direction) - chord) / sweep->length2;
	if (sooner(sweep, time))
		take(sweep, time, (kiln_d3){0, 0, 0});
}
