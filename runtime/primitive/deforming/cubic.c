// SPDX-License-Identifier: MIT
#include "cubic.h"

#include <math.h>

kiln_cubic kilni_cubic_of(const kiln_track *w, const kiln_track *e, const kiln_track *f)
{
	kiln_d3 first = kiln_d3_cross(e->from, f->from), last = kiln_d3_cross(e->to, f->to);
	kiln_d3 mixed = kiln_d3_add(kiln_d3_cross(e->from, f->to), kiln_d3_cross(e->to, f->from));
	kiln_cubic cubic = {.stops = 0};
	cubic.b[0] = kiln_d3_dot(w->from, first);
	cubic.b[1] = (kiln_d3_dot(w->from, mixed) + kiln_d3_dot(w->to, first)) / 3;
	cubic.b[2] = (kiln_d3_dot(w->to, mixed) + kiln_d3_dot(w->from, last)) / 3;
	cubic.b[3] = kiln_d3_dot(w->to, last);
	// A coefficient is a mean of determinants, each of six products of at most this size. With u = 2^-53, coefficients
	// have an error of 60 u of this size. Values computed from them add 54 u. Values between stops add 66 u, because
	// the stops are not exactly where the derivative is 0.
	cubic.error = 0x1p-45 * (kiln_track_size(w) * kiln_track_size(e) * kiln_track_size(f));
	return cubic;
}

bool kilni_cubic_never_zero(const kiln_cubic *cubic)
{
	const double *b = cubic->b;
	double least = kiln_double_min(kiln_double_min(b[0], b[1]), kiln_double_min(b[2], b[3]));
	double most = kiln_double_max(kiln_double_max(b[0], b[1]), kiln_double_max(b[2], b[3]));
	return least > cubic->error || most < -cubic->error;
}

static void add_stop(kiln_cubic *cubic, double t)
{
	if (t > 0 && t < 1)
		cubic->stop[cubic->stops++] = t;
}

void kilni_cubic_split(kiln_cubic *cubic)
{
	// A third of the derivative: p (1 - t)^2 + 2 q t (1 - t) + r t^2.
	const double *b = cubic->b;
	double p = b[1] - b[0], q = b[2] - b[1], r = b[3] - b[2];
	double square = (p - q) + (r - q), half = q - p, rest = half * half - square * p;
	cubic->stops = 0;
	if (rest > 0)
	{
		// Adds two numbers of one sign, and gets the other root from the roots' product (Press et al. 1992, 5.6).
		double sum = half < 0 ? sqrt(rest) - half : -sqrt(rest) - half;
		double one = sum / square, other = p / sum;
		add_stop(cubic, kiln_double_min(one, other));
		add_stop(cubic, kiln_double_max(one, other));
	}
	cubic->stop[cubic->stops++] = 1;
}

static double value_at(const kiln_cubic *cubic, double t)
{
	const double *b = cubic->b;
	double s = 1 - t;
	return ((b[0] * s + 3 * b[1] * t) * s + 3 * b[2] * (t * t)) * s + b[3] * (t * t * t);
}

/// The most evaluations in one piece. A simple root takes six to nine; if the limit is reached, the answer is early.
#define TRIES 24

/// A late time up to which a monotone piece stays clear. At `low`, sign * value is `value` and clear; at `high` it is
/// not clear. Uses false position with the "Illinois" weights (Dowell and Jarratt 1971), aimed at a value that is only
/// just clear.
static double last_clear(const kiln_cubic *cubic, double sign, double low, double value, double high)
{
	double aim = 1.5 * cubic->error, good = 0.5 * cubic->error;
	double below = value - aim, above = sign * value_at(cubic, high) - aim;
	int moved = 0;
	for (int i = 0; i < TRIES && below > good; ++i)
	{
		double t = low + (high - low) * (below / (below - above));
		double found = sign * value_at(cubic, t) - aim;
		if (found > -good)
		{
			// An end that stays twice counts half, so that it moves sooner.
			above *= moved > 0 ? 0.5 : 1;
			low = t;
			below = found;
			moved = 1;
		}
		else
		{
			below *= moved < 0 ? 0.5 : 1;
			high = t;
			above = found;
			moved = -1;
		}
	}
	return low;
}

double kilni_cubic_next(const kiln_cubic *cubic, double t, int *side)
{
	double value = value_at(cubic, t);
	*side = value > cubic->error ? 1 : value < -cubic->error ? -1 : 0;
	if (*side == 0)
		return t;
	for (int i = 0; i < cubic->stops; ++i)
		if (cubic->stop[i] > t)
		{
			double end = value_at(cubic, cubic->stop[i]);
			if (!(*side * end > cubic->error))
				return last_clear(cubic, *side, t, *side * value, cubic->stop[i]);
			t = cubic->stop[i];
			value = end;
		}
	return 2;
}
