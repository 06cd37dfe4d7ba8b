// SPDX-License-Identifier: MIT
#include "volume_fit.h"

#include <math.h>

/// A bound above the rounding error of p - c - s u - t v, as a share of the magnitudes of its terms.
#define OFFSET_ERROR 0x1p-50

enum
{
	/// Radii to try in a frame, above the radius that the points' heights need.
	RADII = 4,
};

/// A rectangle perpendicular to the third axis of a frame, about the middle of the points.
typedef struct lozenge
{
	double low[2];
	double high[2];
	double height;
	double radius;
	double area;
} lozenge;

/// Points in the coordinates of a frame.
typedef struct lozenge_view
{
	const volume_run *run;
	const double *middle;
	const double (*axes)[3];
	const double (*seen)[3]; ///< the coordinates of each point along the axes; NULL: not computed yet
} lozenge_view;

static inline void look(const lozenge_view *view, size_t i, double at[3])
{
	double p[3];
	if (view->seen)
	{
		for (int k = 0; k < 3; ++k)
			at[k] = view->seen[i][k];
		return;
	}
	volume_run_point(view->run, i, view->middle, p);
	for (int k = 0; k < 3; ++k)
		at[k] = obb_dot(p, view->axes[k]);
}

/// Half of the rounded edge's depth at a height above the rectangle's plane.
static inline double depth_at(const lozenge *l, double height)
{
	double depth2 = l->radius * l->radius - (height - l->height) * (height - l->height);
	return depth2 > 0 ? sqrt(depth2) : 0;
}

/// Moves each side inwards as far as its rounded edge allows.
static void set_sides(const lozenge_view *view, lozenge *l)
{
	for (int k = 0; k < 2; ++k)
	{
		l->low[k] = HUGE_VAL;
		l->high[k] = -HUGE_VAL;
	}
	for (size_t i = 0; i < view->run->count; ++i)
	{
		double at[3];
		look(view, i, at);
		double depth = depth_at(l, at[2]);
		for (int k = 0; k < 2; ++k)
		{
			l->low[k] = at[k] + depth < l->low[k] ? at[k] + depth : l->low[k];
			l->high[k] = at[k] - depth > l->high[k] ? at[k] - depth : l->high[k];
		}
	}
	for (int k = 0; k < 2; ++k)
		if (l->low[k] > l->high[k])
			l->low[k] = l->high[k] = 0.5 * (l->low[k] + l->high[k]);
}

/// Larsen et al. 1999: a point beyond two sides moves their corner outwards along its bisector until the ball about the
/// corner touches the point.
static void set_corners(const lozenge_view *view, lozenge *l)
{
	for (size_t i = 0; i < view->run->count; ++i)
	{
		double at[3], over[2];
		look(view, i, at);
		for (int k = 0; k < 2; ++k)
			over[k] = at[k] < l->low[k] ? l->low[k] - at[k] : at[k] - l->high[k];
		if (over[0] <= 0 || over[1] <= 0)
			continue;
		double depth = depth_at(l, at[2]);
		if (over[0] * over[0] + over[1] * over[1] <= depth * depth)
			continue;
		double gap = over[0] - over[1], root = 2 * depth * depth - gap * gap;
		double move = 0.5 * (over[0] + over[1] - sqrt(root > 0 ? root : 0));
		for (int k = 0; k < 2; ++k)
		{
			l->low[k] -= at[k] < l->low[k] ? move : 0;
			l->high[k] += at[k] > l->high[k] ? move : 0;
		}
	}
}

static void shape(const lozenge_view *view, double height, double radius, lozenge *l)
{
	l->height = height;
	l->radius = radius;
	set_sides(view, l);
	set_corners(view, l);
	l->area = volume_rss_area(l->high[0] - l->low[0], l->high[1] - l->low[1], radius);
}

/// Finds the best of some radii in a frame, with a sample: from the least radius to that of a ball around the two
/// longer sides. `*extra` gets the excess over the least radius.
static lozenge best_in(const lozenge_view *view, double *extra)
{
	double seen[VOLUME_SAMPLE_MAX][3], half[3];
	obb_extents e = volume_run_measure(view->run, view->middle, view->axes);
	lozenge_view by = *view;
	for (size_t i = 0; i < view->run->count; ++i)
		look(view, i, seen[i]);
	by.seen = (const double(*)[3])seen;
	for (int k = 0; k < 3; ++k)
		half[k] = 0.5 * (e.high[k] - e.low[k]);
	double shorter = half[0] < half[1] ? half[0] : half[1], height = 0.5 * (e.low[2] + e.high[2]);
	double most = shorter > half[2] ? sqrt(shorter * shorter + half[2] * half[2]) : half[2];
	lozenge best;
	shape(&by, height, half[2], &best);
	*extra = 0;
	for (int i = 1; i <= RADII && most > half[2]; ++i)
	{
		lozenge next;
		double share = (double)i / RADII, more = share * share * (most - half[2]);
		shape(&by, height, half[2] + more, &next);
		if (next.area >= best.area)
			continue;
		best = next;
		*extra = more;
	}
	return best;
}

/// Rotates the order of the frame's axes by `steps`, so that each axis can be the rectangle's normal.
static obb_frame cycled(const obb_frame *frame, int steps)
{
	obb_frame turned;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			turned.axes[i][k] = frame->axes[(i + steps) % 3][k];
	return turned;
}

void volume_rss_witness(
	const float center[3], const double axes[3][3], const float size[3], const double point[3], double st[2])
{
	double away[3];
	for (int k = 0; k < 3; ++k)
		away[k] = point[k] - (double)center[k];
	for (int k = 0; k < 2; ++k)
	{
		double at = obb_dot(away, axes[k]), limit = (double)size[k];
		st[k] = (double)(float)(at > limit ? limit : at < -limit ? -limit : at);
	}
}

/// Returns the radius with which the lozenge certainly contains all points.
static float radius_of_all(const volume_run *run, const volume_body *body, const obb_frame *frame)
{
	double most = 0;
	for (size_t i = 0; i < run->count; ++i)
	{
		double p[3], st[2], sum = 0;
		for (int k = 0; k < 3; ++k)
			p[k] = (double)run->at[k][i];
		volume_rss_witness(body->center, (const double(*)[3])frame->axes, body->size, p, st);
		for (int k = 0; k < 3; ++k)
		{
			double away = p[k] - (double)body->center[k], s = st[0] * frame->axes[0][k], t = st[1] * frame->axes[1][k];
			double off = fabs(away - s - t) + OFFSET_ERROR * (fabs(away) + fabs(s) + fabs(t));
			sum += off * off;
		}
		most = sum > most ? sum : most;
	}
	// The relative error of the sum and its root is less than 2^-50.
	return volume_float_up(sqrt(most) * (1 + 0x1p-49));
}

/// Makes the lozenge in a frame around all points, with a radius that exceeds the need of their heights by `extra`.
static volume_body finish(const volume_run *run, const volume_middle *middle, const obb_frame *frame, double extra)
{
	volume_body body = {.rotation = volume_rotation_of(frame)};
	obb_frame axes = volume_rotation_axes(&body.rotation);
	lozenge_view view = {run, middle->at, (const double(*)[3])axes.axes, NULL};
	lozenge l;
	double low, high;
	volume_run_extent(run, middle->at, axes.axes[2], &low, &high);
	shape(&view, 0.5 * (low + high), 0.5 * (high - low) + extra, &l);
	const double at[3] = {0.5 * (l.low[0] + l.high[0]), 0.5 * (l.low[1] + l.high[1]), l.height};
	for (int k = 0; k < 3; ++k)
	{
		double sum = at[0] * axes.axes[0][k] + at[1] * axes.axes[1][k] + at[2] * axes.axes[2][k];
		body.center[k] = (float)(middle->at[k] + sum);
	}
	for (int k = 0; k < 2; ++k)
		body.size[k] = (float)(0.5 * (l.high[k] - l.low[k]));
	body.size[2] = radius_of_all(run, &body, &axes);
	return body;
}

volume_body volume_fit_rss(const volume_run *run)
{
	volume_middle middle = volume_run_middle(run);
	volume_sample sample;
	volume_sample_make(run, &middle, &sample);
	volume_run few = volume_sample_run(&sample);
	const obb_frame starts[2] = {volume_frame_fit(run, &middle), obb_frame_identity()};
	obb_frame best = starts[1];
	double least = HUGE_VAL, thicker = 0;
	for (int i = 0; i < 6; ++i)
	{
		double extra;
		obb_frame frame = cycled(&starts[i / 3], i % 3);
		lozenge_view view = {&few, middle.at, (const double(*)[3])frame.axes, NULL};
		lozenge l = best_in(&view, &extra);
		if (l.area >= least)
			continue;
		least = l.area;
		best = frame;
		thicker = extra;
	}
	volume_body turned = finish(run, &middle, &best, thicker), ball = volume_fit_sphere(run);
	if (volume_body_area(KILN_TREE_RSS, turned.size) <= volume_body_area(KILN_TREE_SPHERE, ball.size))
		return turned;
	ball.rotation = volume_rotation_of(&starts[1]);
	ball.size[2] = ball.size[0];
	ball.size[0] = 0;
	return ball;
}
