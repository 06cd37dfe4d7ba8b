// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_ADVANCE_H
#define KILN_CONVEX_ADVANCE_H

#include "convex/distance/gjk.h"
#include "motion.h"

#include <math.h>

/// The time when two movers first come within a tolerance of each other. All methods only advance to times up to which a
/// bound proves the movers apart.

/// The most distances that are computed; the answer is then the time reached so far.
#define KILN_ADVANCE_STEPS 256

/// The result of a search.
typedef struct kiln_arrival
{
	bool hit;
	bool inside;	///< no plane between them was found at the start
	double time;	///< they are proved apart before it
	kiln_d3 axis;	///< unit, from a to b: of the last plane between them; zero if inside
	uint32_t steps; ///< number of distances that were computed
} kiln_arrival;

/// Two movers and bounds for both.
typedef struct kiln_advance
{
	const kiln_mover *mover[2];
	kiln_d3 start, way; ///< from a's center to b's: start + t way
	double margin;		///< the sum of both margins
	double slack;		///< bounds all rounding of positions and heights
	double tolerance;	///< of the distance at arrival; more than a few roundings
	kiln_simplex simplex;
} kiln_advance;

/// The vector from a's center to b's at t.
static inline kiln_d3 kiln_advance_between(const kiln_advance *advance, double t)
{
	return kiln_d3_along(advance->start, t, advance->way);
}

/// An upper bound of the centers' distance between two times.
static inline double kiln_advance_distance(const kiln_advance *advance, double from, double to)
{
	kiln_d3 first = kiln_advance_between(advance, from), last = kiln_advance_between(advance, to);
	return sqrt(kiln_double_max(kiln_d3_length2(first), kiln_d3_length2(last)));
}

/// `tolerance` 0 selects 2^-20 of the sum of both extents.
void kilni_advance_begin(kiln_advance *advance, const kiln_mover *a, const kiln_mover *b, double tolerance);

/// The gap at t, relative to b's center there. With `near`, contact, or a plane within 2^-6 of the distance, is enough.
void kilni_advance_measure(kiln_advance *advance, double t, bool near, kiln_gap *gap);

/// An upper bound of the approach along a plane's unit normal, from a to b, per unit of time after `from` (Mirtich
/// 1996: the speed of the centers and of rotation; here only the components along the normal).
double kilni_advance_closing(const kiln_advance *advance, kiln_d3 normal, double from);

/// A step of a search: advances *t to a time up to which the movers are proved apart, given their gap at *t. Returns true
/// if this reaches the end.
typedef bool kiln_advance_step(const kiln_advance *advance, const kiln_gap *gap, double *t);

/// Searches from the start by the steps of a method.
kiln_arrival kilni_advance(kiln_advance *advance, kiln_advance_step *go_on);

/// A step of conservative advancement (Mirtich 1996): as far as the plane between the movers proves at their
/// greatest speed.
bool kilni_advance_conservative(const kiln_advance *advance, const kiln_gap *gap, double *t);

/// A step of bilateral advancement (Catto 2013). A separating axis is kept while the movers advance, fixed in one of them
/// or in the world. False position and halving bracket the time at which it ceases to separate, between a time up to which
/// the separation is proved and a time for which it is not. The proof is a chord: along an axis that is fixed or turns
/// with a body, the separation of any two points has a bounded second derivative. So between two times, the least
/// separation is below the chord by at most what this bound allows.
bool kilni_advance_bilateral(const kiln_advance *advance, const kiln_gap *gap, double *t);

#endif
