// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_CUBIC_H
#define KILN_PRIMITIVE_DEFORMING_CUBIC_H

#include "bounds/core.h"

/// A vector that moves on a line from `from` at t = 0 to `to` at t = 1.
typedef struct kiln_track
{
	kiln_d3 from, to;
} kiln_track;

static inline kiln_track kiln_track_sub(const kiln_track *a, const kiln_track *b)
{
	return (kiln_track){kiln_d3_sub(a->from, b->from), kiln_d3_sub(a->to, b->to)};
}

/// The vector at t, within 2^-51 of the larger end's coordinates.
static inline kiln_d3 kiln_track_at(const kiln_track *track, double t)
{
	return kiln_d3_along(kiln_d3_scale(track->from, 1 - t), t, track->to);
}

/// The largest coordinate at either end, which also bounds the whole way.
static inline double kiln_track_size(const kiln_track *track)
{
	kiln_d3 most = kiln_d3_max(kiln_d3_sizes(track->from), kiln_d3_sizes(track->to));
	return kiln_double_max(most.x, kiln_double_max(most.y, most.z));
}

/// w . (e x f) over time. It is 0 where four points lie in a plane: w leads from one to another, e and f lead between
/// two other points each (Moore and Wilhelms 1988; Provot 1997). In Bernstein form over 0 <= t <= 1: no value exceeds
/// the largest coefficient or is below the least one.
typedef struct kiln_cubic
{
	double b[4];
	double error;	///< bound of a value's error; a larger value is *clear*: its sign is right
	double stop[3]; ///< ends of the pieces that are monotone within half the error; the last is 1
	int stops;
} kiln_cubic;

/// The coefficients, without stops. The tracks are differences of floats, rounded once.
kiln_cubic kilni_cubic_of(const kiln_track *w, const kiln_track *e, const kiln_track *f);

/// Whether the cubic is proven to have no root: all coefficients are clear and have one sign.
bool kilni_cubic_never_zero(const kiln_cubic *cubic);

/// Finds the stops: the derivative's roots.
void kilni_cubic_split(kiln_cubic *cubic);

/// A time from `t` on, as late as is proven without much effort, with no root between `t` and this time. `t` itself
/// where the value there is not clear; 2 where there is no root up to 1. `*side` is the sign of the value before this
/// time, or 0 where the value at `t` is not clear.
double kilni_cubic_next(const kiln_cubic *cubic, double t, int *side);

#endif
