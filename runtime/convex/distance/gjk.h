// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_GJK_H
#define KILN_CONVEX_GJK_H

#include "convex/convex.h"
#include "simplex.h"

/// Distances and motion of convex bodies by the method of Gilbert, Johnson and Keerthi (1988), with the stopping rules
/// of van den Bergen (1999, 2004) and the distance of simplices by Signed Volumes (Montanari, Petrinic, Barbieri 2017).
/// All in double, and bounded in time.

/// Points of a simplex, and one on trial.
#define KILN_SIMPLEX_ROOM 5

/// A simplex in the set of differences b - a of points of two cores, and where hulls were last asked: carried from one
/// call to the next, it makes the next one short. `{0}` starts afresh.
typedef struct kiln_simplex
{
	uint32_t count;				  ///< 0 .. 4
	kiln_d3 a[KILN_SIMPLEX_ROOM]; ///< points of the first core, not displaced
	kiln_d3 b[KILN_SIMPLEX_ROOM];
	uint32_t number_a[KILN_SIMPLEX_ROOM]; ///< which vertices they are, as kilni_convex_support tells
	uint32_t number_b[KILN_SIMPLEX_ROOM];
	double weight[4]; ///< of the point closest to the origin; they sum to 1
	bool seeded;
	uint32_t seed_a, seed_b;
	kiln_d3 first; ///< with count 0: direction of the first supports, from a to b; zero: from center to center
} kiln_simplex;

/// When a distance is known well enough.
typedef struct kiln_enough
{
	double near;  ///< cores at most this far apart
	double far;	  ///< or proved to be farther apart than this, by more than kiln_gap.rounding
	double part;  ///< or proved to be apart by this part of what is known at most; 0: does not count
	double floor; ///< both less this
} kiln_enough;

/// What is known of the distance of two cores: lower <= distance <= upper.
typedef struct kiln_gap
{
	double upper;		///< length of `between`
	kiln_d3 between;	///< from a point of the first core to one of the second; zero when they overlap
	double lower;		///< proved by a separating plane, rounding allowed for; 0 when none was found
	kiln_d3 axis;		///< that plane's unit normal, from the first to the second core; zero when none was found
	double rounding;	///< distances below this cannot be distinguished from touching
	kiln_d3 on_a, on_b; ///< the ends of `between`, the first as displaced
	uint32_t steps;		///< supports that were asked for, of each core
} kiln_gap;

/// Whether `between` leads along the shortest way: that it is known to rounding how long that is, and it is not mostly
/// rounding itself. If not, `axis` is a normal of a plane that is known to part the bodies; of needles the way between two
/// points may be far from one.
static inline bool kiln_gap_leads_across(const kiln_gap *gap)
{
	return gap->upper > 0x1p12 * gap->rounding && gap->upper - gap->lower <= 4 * gap->rounding;
}

/// Distance of core `a`, displaced by `offset`, from core `b`. Unless `enough` stops it earlier, it goes on until upper
/// and lower agree to 2^-46 of the coordinates. In simplices that are nearly flat, or small next to their distance,
/// rounding may end it before: at 2^-33 of the coordinates at worst for compact bodies, and 2^-28 for bodies up to
/// 60000 times as long as thin (measured on 200000 pairs each).
void kilni_gjk(const kiln_convex *a, kiln_d3 offset, const kiln_convex *b, kiln_enough enough, kiln_simplex *simplex,
	kiln_gap *distance);

/// The same with a solver of one's choice; NULL for kilni_gjk's own, which is Signed Volumes with a short way for the usual
/// step (simplex_quick.h), which also goes on where rounding stops the chosen one before the bounds meet.
void kilni_gjk_by(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset, const kiln_convex *b,
	const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance);

/// Whether bodies, cores with their margins, have a point in common: what is not proved to be apart by more than the
/// margins' rounding does. The steps of kilni_gjk, ended as soon as they tell; `gap` is what they left of the cores.
bool kilni_gjk_overlap(const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex, kiln_gap *gap);

/// First contact of a moving convex body with another.
typedef struct kiln_meeting
{
	double time;
	bool from_start; ///< they touch at the start; the other fields are not set
	kiln_d3 normal;	 ///< unit, from `b` to `a`
	kiln_d3 point;	 ///< on b's surface
} kiln_meeting;

/// Body `a`, displaced by offset + time * direction, against `b` for start <= time <= limit. The distance falls as a
/// convex function of time, and a plane that separates the bodies bounds it from below: going to the time at which the
/// plane is reached is a step of Newton's method that never passes the contact (conservative advancement, Mirtich 1996,
/// with the support plane's speed; as van den Bergen 2004 clips a ray). It ends within 2^-40 of the coordinates of
/// contact (2^-33 at worst, and 2^-28 of needles, see kilni_gjk), on the near side: the time is never too late, but for its own
/// rounding. False when a plane proves that they stay apart.
bool kilni_gjk_cast(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting);

#endif
