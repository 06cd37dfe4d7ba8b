// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_CUBIC_H
#define KILN_PRIMITIVE_DEFORMING_CUBIC_H

#include "bounds/core.h"

/// A vector that goes from `from` at t = 0 to `to` at t = 1 on a line.
typedef struct kiln_track
{
	kiln_d3 from, to;
} kiln_track;

static inline kiln_track kiln_track_sub(const kiln_track *a, const kiln_track *b)
{
	return (kiln_track){kiln_d3_sub(a->from, b->from), kiln_d3_sub(a->to, b->to)};
}

/// Within 2^-51 of the larger end's coordinates.
static inline kiln_d3 kiln_track_at(const kiln_track *track, double t)
{
	return kiln_d3_along(kiln_d3_scale(track->from, 1 - t), t, track->to);
}

/// Largest coordinate at either end, and so on the whole way.
static inline double kiln_track_size(const kiln_track *track)
{
	kiln_d3 most = kiln_d3_max(kiln_d3_sizes(track->from), kiln_d3_sizes(track->to));
	return kiln_double_max(most.x, kiln_double_max(most.y, most.z));
}

/// w . (e x f) over time: 0 where four points, from one of which w leads, and e and f between two others each, lie in a
/// plane (Moore and Wilhelms 1988; Provot 1997). In Bernstein form over 0 <= t <= 1: no value is beyond the largest and
/// the least coefficient.
typedef struct kiln_cubic
{
	double b[4];
	double error;	///< a value is off by less; it is *clear* when it is larger, and then its sign is right
	double stop[3]; ///< ends of the pieces that are monotone but for half the error, the last 1
	int stops;
} kiln_cubic;

/// The coefficients; no stops yet. The tracks are differences of floats, rounded once.
kiln_cubic kilni_cubic_of(const kiln_track *w, const kiln_track *e, const kiln_track *f);

/// Whether it is proven not to be 0 anywhere: all coefficients are clear and of one sign.
bool kilni_cubic_never_zero(const kiln_cubic *cubic);

/// Finds the stops, the derivative's roots.
void kilni_cubic_split(kiln_cubic *cubic);

/// A time from `t` on, with no root from `t` to there: as late as is proven without much effort; `t` itself where the value
/// there is not clear, and 2 where there is no root up to 1. `*side` is the sign of the value before that time, 0 where it
/// is `t` and not clear.
double kilni_cubic_next(const kiln_cubic *cubic, double t, int *side);

#endif
