// SPDX-License-Identifier: MIT
#include "volume_fit.h"

#include "bound/round/ball.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/// A bound above the rounding error of a sum of three products of rounded differences: a term has at most five
/// roundings, of 2^-53 each.
#define DOT_ERROR 0x1p-50

double volume_rss_area(double x, double y, double radius)
{
	return 2 * x * y + 2 * PI * radius * (x + y) + 4 * PI * radius * radius;
}

double volume_body_area(kiln_tree_kind kind, const float size[3])
{
	double x = 2 * (double)size[0], y = 2 * (double)size[1], z = 2 * (double)size[2];
	if (kind == KILN_TREE_OBB)
		return 2 * (x * y + y * z + z * x);
	return kind == KILN_TREE_RSS ? volume_rss_area(x, y, 0.5 * z) : volume_rss_area(0, 0, 0.5 * x);
}

double volume_body_volume(kiln_tree_kind kind, const float size[3])
{
	double x = 2 * (double)size[0], y = 2 * (double)size[1], z = 2 * (double)size[2];
	if (kind == KILN_TREE_OBB)
		return x * y * z;
	double r = kind == KILN_TREE_RSS ? 0.5 * z : 0.5 * x, ball = 4 * PI / 3 * r * r * r;
	return kind == KILN_TREE_RSS ? 2 * x * y * r + PI * r * r * (x + y) + ball : ball;
}

/// Computes the float32 point nearest to middle + sum of at[k] axes[k].
static void place(const volume_middle *middle, const obb_frame *axes, const double at[3], float center[3])
{
	for (int k = 0; k < 3; ++k)
	{
		double sum = at[0] * axes->axes[0][k] + at[1] * axes->axes[1][k] + at[2] * axes->axes[2][k];
		center[k] = (float)(middle->at[k] + sum);
	}
}

/// Computes half extents along three axes that certainly reach all points; they exceed the least ones only by rounding
/// of a double's last bit.
static void reach_all(const volume_run *run, const float center[3], const double axes[3][3], float reach[3])
{
	// Each product appears twice: in the sum and in the bound of its error. Differences of floats have a relative error
	// of 2^-53, and products of floats don't underflow.
	const d4 error = d4_set1(DOT_ERROR);
	d4 from[3], most[3];
	for (int k = 0; k < 3; ++k)
	{
		from[k] = d4_set1((double)center[k]);
		most[k] = d4_set1(0);
	}
	for (size_t i = 0; i < run->count; i += VOLUME_LANES)
	{
		// The last lanes repeat points.
		size_t at = i + VOLUME_LANES <= run->count ? i : run->count - VOLUME_LANES;
		float few[3][VOLUME_LANES];
		d4 p[3];
		for (int k = 0; k < 3; ++k)
		{
			for (size_t j = 0; j < VOLUME_LANES && run->count < VOLUME_LANES; ++j)
				few[k][j] = run->at[k][j < run->count ? j : 0];
			p[k] = d4_sub(lanes_widen(run->count < VOLUME_LANES ? few[k] : run->at[k] + at), from[k]);
		}
		for (int a = 0; a < 3; ++a)
		{
			const d4 x = d4_mul(p[0], d4_set1(axes[a][0])), y = d4_mul(p[1], d4_set1(axes[a][1]));
			const d4 z = d4_mul(p[2], d4_set1(axes[a][2]));
			const d4 sizes = d4_add(d4_add(d4_abs(x), d4_abs(y)), d4_abs(z));
			const d4 sum = d4_abs(d4_add(d4_add(x, y), z));
			most[a] = d4_max(d4_add(sum, d4_mul(error, sizes)), most[a]);
		}
	}
	for (int a = 0; a < 3; ++a)
		reach[a] = volume_float_up(lanes_most(most[a]));
}

static double half_area(const double side[3])
{
	return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

/// Orders and orients the axes of a frame so that its rotation is as small as possible: a frame that is turned about a
/// coordinate axis alone then keeps this axis exactly when its rotation is rounded.
static obb_frame settled(const obb_frame *frame)
{
	obb_frame out;
	bool used[3] = {false, false, false}, filled[3] = {false, false, false};
	for (int round = 0; round < 3; ++round)
	{
		int from = -1, to = -1;
		for (int i = 0; i < 9; ++i)
			if (!used[i / 3] && !filled[i % 3] &&
				(from < 0 || fabs(frame->axes[i / 3][i % 3]) > fabs(frame->axes[from][to])))
			{
				from = i / 3;
				to = i % 3;
			}
		used[from] = filled[to] = true;
		double sign = frame->axes[from][to] < 0 ? -1 : 1;
		for (int k = 0; k < 3; ++k)
			out.axes[to][k] = sign * frame->axes[from][k];
	}
	double normal[3];
	obb_cross(out.axes[0], out.axes[1], normal);
	if (obb_dot(normal, out.axes[2]) < 0)
		for (int k = 0; k < 3; ++k)
			out.axes[2][k] = -out.axes[2][k];
	return out;
}

volume_body volume_fit_obb(const volume_run *run)
{
	volume_middle middle = volume_run_middle(run);
	obb_frame straight = obb_frame_identity(), best = volume_frame_fit(run, &middle), fitted = settled(&best);
	volume_body body = {.rotation = volume_rotation_of(&fitted)};
	obb_frame axes = volume_rotation_axes(&body.rotation);
	obb_extents e = volume_run_measure(run, middle.at, (const double(*)[3])axes.axes);
	double turned[3], at[3];
	for (int k = 0; k < 3; ++k)
		turned[k] = 0.5 * (e.high[k] - e.low[k]);
	if (half_area(middle.half) <= half_area(turned))
	{
		body.rotation = volume_rotation_of(&straight);
		axes = straight;
		for (int k = 0; k < 3; ++k)
			at[k] = 0;
	}
	else
		for (int k = 0; k < 3; ++k)
			at[k] = 0.5 * (e.low[k] + e.high[k]);
	place(&middle, &axes, at, body.center);
	reach_all(run, body.center, (const double(*)[3])axes.axes, body.size);
	return body;
}

/// Returns the largest squared distance from a centre, and its point.
static double farthest(const volume_run *run, const double center[3], size_t *which)
{
	double most = -1;
	for (size_t i = 0; i < run->count; ++i)
	{
		double x = (double)run->at[0][i] - center[0], y = (double)run->at[1][i] - center[1];
		double z = (double)run->at[2][i] - center[2], distance2 = x * x + y * y + z * z;
		*which = distance2 > most ? i : *which;
		most = distance2 > most ? distance2 : most;
	}
	return most;
}

/// Lets the farthest point join the ball's support until no point is outside. The ball grows each time, so the loop
/// ends.
static void pivot(const volume_run *run, bound_support *support)
{
	for (;;)
	{
		const kiln_d3 c = support->around.center;
		const double center[3] = {c.x, c.y, c.z};
		size_t far = 0;
		double distance2 = farthest(run, center, &far);
		if (distance2 <= support->around.radius * support->around.radius)
			return;
		kiln_d3 point = {(double)run->at[0][far], (double)run->at[1][far], (double)run->at[2][far]};
		if (!bound_support_add(support, (bound_ball){point, 0}))
			return;
	}
}

volume_body volume_fit_sphere(const volume_run *run)
{
	volume_middle middle = volume_run_middle(run);
	volume_sample sample;
	volume_sample_make(run, &middle, &sample);
	volume_run few = volume_sample_run(&sample);
	size_t far = 0;
	farthest(&few, middle.at, &far);
	kiln_d3 first = {(double)few.at[0][far], (double)few.at[1][far], (double)few.at[2][far]};
	bound_support support = bound_support_of((bound_ball){first, 0});
	pivot(&few, &support);
	if (!sample.whole)
		pivot(run, &support);
	volume_body body = {
		.center = {(float)support.around.center.x, (float)support.around.center.y, (float)support.around.center.z}};
	const double center[3] = {(double)body.center[0], (double)body.center[1], (double)body.center[2]};
	// The relative error of a sum of three squares is at most 2^-50, because no term is negative; that of the root
	// 2^-53.
	double radius = sqrt(farthest(run, center, &far)) * (1 + 0x1p-49);
	body.size[0] = volume_float_up(radius);
	return body;
}
