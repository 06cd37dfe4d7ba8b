// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_GJK_H
#define KILN_CONVEX_GJK_H

#include "convex/convex.h"
#include "simplex.h"

/// Distances and motion of convex bodies by the method of Gilbert, Johnson and Keerthi (1988), with the stopping rules
/// of van den Bergen (1999, 2004) and the distance of simplices by Signed Volumes (Montanari, Petrinic, Barbieri 2017).
/// All in double, and bounded in time.

/// The points of a simplex, and one trial point.
#define KILN_SIMPLEX_ROOM 5

/// A simplex in the set of differences b - a of points of two cores, and the last supports on hulls. Carried from one
/// call to the next, it makes the next call short. `{0}` starts without any knowledge.
typedef struct kiln_simplex
{
	uint32_t count;				  ///< 0 .. 4
	kiln_d3 a[KILN_SIMPLEX_ROOM]; ///< points of the first core, without the displacement
	kiln_d3 b[KILN_SIMPLEX_ROOM];
	uint32_t number_a[KILN_SIMPLEX_ROOM]; ///< their vertex numbers, as kilni_convex_support reports
	uint32_t number_b[KILN_SIMPLEX_ROOM];
	double weight[4]; ///< of the point closest to the origin; they sum to 1
	bool seeded;
	uint32_t seed_a, seed_b;
	kiln_d3 first; ///< with count 0: direction of the first supports, from a to b; zero: from center to center
} kiln_simplex;

/// The stopping conditions of a distance.
typedef struct kiln_enough
{
	double near;  ///< stop: the cores are at most this far apart
	double far;	  ///< stop: proved farther apart than this, by more than kiln_gap.rounding
	double part;  ///< stop: proved apart by this share of the upper bound; 0: not used
	double floor; ///< subtracted from both
} kiln_enough;

/// The bounds of the distance of two cores: lower <= distance <= upper.
typedef struct kiln_gap
{
	double upper;		///< length of `between`
	kiln_d3 between;	///< from a point of the first core to one of the second; zero when they overlap
	double lower;		///< proved by a separating plane, with room for rounding; 0 when none was found
	kiln_d3 axis;		///< that plane's unit normal, from the first to the second core; zero when none was found
	double rounding;	///< distances below this cannot be distinguished from touching
	kiln_d3 on_a, on_b; ///< the ends of `between`, the first as displaced
	uint32_t steps;		///< number of supports of each core
} kiln_gap;

/// Whether `between` has the direction of the shortest way: its length is known within rounding, and is not mostly
/// rounding itself. If not, `axis` is the normal of a plane that is known to separate the bodies; for needles, the
/// direction between two points may be far from a normal.
static inline bool kiln_gap_leads_across(const kiln_gap *gap)
{
	return gap->upper > 0x1p12 * gap->rounding && gap->upper - gap->lower <= 4 * gap->rounding;
}

/// The distance of core `a`, displaced by `offset`, from core `b`. Unless `enough` stops it earlier, it continues until
/// upper and lower bound agree to 2^-46 of the coordinates. In simplices that are nearly flat, or small relative to
/// their distance, rounding may end it before: at worst at 2^-33 of the coordinates for compact bodies, and 2^-28 for
/// bodies up to 60000 times as long as thin (measured on 200000 pairs each).
void kilni_gjk(const kiln_convex *a, kiln_d3 offset, const kiln_convex *b, kiln_enough enough, kiln_simplex *simplex,
	kiln_gap *distance);

/// kilni_gjk with a given solver. NULL selects kilni_gjk's own, which is Signed Volumes with a short way for the usual
/// step (simplex_quick.h). This solver also continues where rounding stops the given one before the bounds meet.
void kilni_gjk_by(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset, const kiln_convex *b,
	const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance);

/// Whether bodies, cores with their margins, have a common point. Bodies count as touching unless they are proved apart
/// by more than the rounding of the margins. Makes the steps of kilni_gjk, and ends as soon as they decide; `gap` gets
/// the bounds so far for the cores.
bool kilni_gjk_overlap(const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex, kiln_gap *gap);

/// The first contact of a moving convex body with another.
typedef struct kiln_meeting
{
	double time;
	bool from_start; ///< they touch at the start; the other fields are not set
	kiln_d3 normal;	 ///< unit, from `b` to `a`
	kiln_d3 point;	 ///< on b's surface
} kiln_meeting;

/// Body `a`, displaced by offset + time * direction, against `b` for start <= time <= limit. The distance is a convex
/// decreasing function of time until contact, and a plane that separates the bodies is a lower bound. A step to the
/// time at which the plane is reached is a step of Newton's method that never passes the contact (conservative
/// advancement, Mirtich 1996, with the support plane's speed; as van den Bergen 2004 clips a ray). The search ends
/// within 2^-40 of the coordinates of contact (2^-33 at worst, and 2^-28 for needles, see kilni_gjk), on the near side:
/// the time is never too late, except for its own rounding. Returns false when a plane proves that the bodies stay
/// apart.
bool kilni_gjk_cast(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting);

#endif
