// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_ADVANCE_H
#define KILN_CONVEX_ADVANCE_H

#include "convex/distance/gjk.h"
#include "motion.h"

#include <math.h>

/// When two movers first come within a tolerance of each other. Both ways only ever go to times up to which a bound proves
/// them apart.

/// More distances than this are not computed; where a search has come by then is answered.
#define KILN_ADVANCE_STEPS 256

/// The end of a search.
typedef struct kiln_arrival
{
	bool hit;
	bool inside;	///< no plane was found between them at the start
	double time;	///< they are proved apart before it
	kiln_d3 axis;	///< unit, from a to b: of the last plane between them; zero for inside
	uint32_t steps; ///< distances that were computed
} kiln_arrival;

/// Two movers and what is known of both.
typedef struct kiln_advance
{
	const kiln_mover *mover[2];
	kiln_d3 start, way; ///< from a's center to b's: start + t way
	double margin;		///< of both
	double slack;		///< bounds all rounding of positions and heights
	double tolerance;	///< of what is left when they arrive, more than some roundings
	kiln_simplex simplex;
} kiln_advance;

/// From a's center to b's.
static inline kiln_d3 kiln_advance_between(const kiln_advance *advance, double t)
{
	return kiln_d3_along(advance->start, t, advance->way);
}

/// Most that the centers are apart between two times.
static inline double kiln_advance_distance(const kiln_advance *advance, double from, double to)
{
	kiln_d3 first = kiln_advance_between(advance, from), last = kiln_advance_between(advance, to);
	return sqrt(kiln_double_max(kiln_d3_length2(first), kiln_d3_length2(last)));
}

/// `tolerance` is 0 for 2^-20 of the sum of both extents.
void kilni_advance_begin(kiln_advance *advance, const kiln_mover *a, const kiln_mover *b, double tolerance);

/// The gap at t, seen from b's center there; contact, and a plane within 2^-6 of the distance, is enough where `near`.
void kilni_advance_measure(kiln_advance *advance, double t, bool near, kiln_gap *gap);

/// What they come nearer along a plane's unit normal, from a to b, in a unit of time after `from`, at most (Mirtich 1996:
/// the speed of the centers and of rotation, here only of what moves along the normal).
double kilni_advance_closing(const kiln_advance *advance, kiln_d3 normal, double from);

/// Conservative advancement (Mirtich 1996).
kiln_arrival kilni_advance_conservative(kiln_advance *advance);

/// Bilateral advancement (Catto 2013). A separating axis is kept while the movers go on, in one of them or in the world;
/// how far it parts them is bracketed between a time at which it does, proved for all times before, and one for which
/// that isn't proved, by false position and halving. The proof is a chord: along an axis that stands or turns with a body
/// the separation of any two points has a bounded second derivative, so that the least of all, between two times, is no
/// farther below the chord than that bound allows.
kiln_arrival kilni_advance_bilateral(kiln_advance *advance);

#endif
