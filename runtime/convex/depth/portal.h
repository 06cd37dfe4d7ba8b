// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_PORTAL_H
#define KILN_CONVEX_PORTAL_H

#include "convex/distance/gjk.h"

/// Minkowski portal refinement (Snethen 2008, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7), on
/// support mappings of any kind.
///
/// Of the set of differences b - a one point far inside is known: that of two inner points of the bodies. The bodies have a
/// point in common where the set holds the origin. A line leads from the inner point through the origin; a portal is a
/// triangle of points of the set that the line passes through. Supports across the portal bring it outwards, until the
/// origin is behind it, and so in the set, or a support's plane is short of the origin, which then is not.
///
/// Both answers are proved as they are given, whatever way led to them: `apart` by a plane that lies between the bodies by
/// more than what rounding can have done, 2^-49 of the coordinates; `overlapping` by four points of the set whose weighted
/// mean is the origin to 2^-46 of them. What is nearer to touching than that, sets of differences that are flat, round bodies
/// that nearly touch, and whatever isn't decided after KILN_PORTAL_STEPS supports, GJK decides.

/// Most supports of a portal, of each of its passes.
#define KILN_PORTAL_STEPS 48

/// Whether two bodies have a point in common; touching counts.
typedef struct kiln_portal
{
	bool overlapping;
	bool by_gjk;	///< the portal could not tell
	kiln_d3 axis;	///< where they are apart: a normal of a plane between them, from b to a, of any length
	uint32_t steps; ///< supports of each body, without GJK's
} kiln_portal;

/// Bodies with their margins. `axis` is asked first: one that kept them apart before, or any; zero or NaN: the one between
/// their centers. Of `simplex` only the seeds are looked at and set, unless GJK has to decide.
kiln_portal kilni_portal_overlap(const kiln_convex *a, const kiln_convex *b, kiln_d3 axis, kiln_simplex *simplex);

/// How far two bodies are in each other at most.
typedef struct kiln_portal_depth
{
	bool touching; ///< false: they are apart, and nothing else is set but `steps` and `by_gjk`
	bool by_gjk;
	double depth;		///< a's way along `normal` until they only touch: never too small but for rounding
	kiln_d3 normal;		///< unit, from b to a
	kiln_d3 on_a, on_b; ///< on_b = on_a + depth normal
	/// The corners of the last portal: hulls' and points' vertices that bound the contact, as the supports' seeds tell them.
	uint32_t vertex_a[3], vertex_b[3];
	uint32_t count; ///< of those: 1 to 3; 0 where none is known
	uint32_t steps;
} kiln_portal_depth;

/// Depth by portals: the first is refined to the surface of the set of differences; then from the origin along the normal
/// that was found, and again, as long as that makes the way shorter, at most KILN_PORTAL_PASSES times. The way out along any
/// direction is at least the depth, so the answer is never below it, but for 2^-46 of the coordinates; it is a local minimum
/// over directions, mostly. Cores that are apart, but by less than the margins, are measured by GJK, exactly.
kiln_portal_depth kilni_portal_penetration(const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex);

#define KILN_PORTAL_PASSES 6

/// Largest size of a component, without a branch: signs of coordinates are as good as random.
static inline double kiln_portal_extent(kiln_d3 v)
{
	double x = kiln_double_max(v.x, -v.x), y = kiln_double_max(v.y, -v.y), z = kiln_double_max(v.z, -v.z);
	return kiln_double_max(x, kiln_double_max(y, z));
}

/// Whether the weighted mean of four points, with weights that are not negative, is the origin to `slack`: that it lies in
/// their tetrahedron, or so near that rounding could have it there. Flat ones count as holding nothing.
bool kilni_portal_holds(const kiln_d3 w[4], double slack);

#endif
