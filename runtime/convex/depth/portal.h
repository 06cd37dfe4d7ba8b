// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_PORTAL_H
#define KILN_CONVEX_PORTAL_H

#include "convex/distance/gjk.h"

/// Minkowski portal refinement (Snethen 2008, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7),
/// on support mappings of any kind.
///
/// One point far inside the set of differences b - a is known: the difference of two inner points of the bodies. The
/// bodies have a common point if the set holds the origin. A line leads from the inner point through the origin. A
/// portal is a triangle of points of the set through which the line passes. Supports along the portal's normal move it
/// outwards. The search ends when the origin is behind the portal, and so in the set, or when a support's plane does
/// not reach the origin, which is then outside.
///
/// Both answers are proved, whatever steps led to them. `apart` is proved by a plane between the bodies with more room
/// than the rounding, 2^-49 of the coordinates. `overlapping` is proved by four points of the set whose weighted mean
/// is the origin to 2^-46 of the coordinates. GJK decides the rest: pairs nearer to touching, flat sets of differences,
/// round bodies that nearly touch, and pairs without a decision after KILN_PORTAL_STEPS supports.

/// The most supports in each pass of a portal.
#define KILN_PORTAL_STEPS 48

/// Whether two bodies have a common point; touching counts.
typedef struct kiln_portal
{
	bool overlapping;
	bool by_gjk;	///< the portal could not decide
	kiln_d3 axis;	///< if apart: a normal of a plane between them, from b to a, of any length
	uint32_t steps; ///< supports of each body, without GJK's
} kiln_portal;

/// Tests bodies with their margins. The first support is along `axis`: one that separated them before, or any; for zero
/// or NaN the direction between their centers. Of `simplex` only the seeds are read and set, unless GJK has to decide.
kiln_portal kilni_portal_overlap(const kiln_convex *a, const kiln_convex *b, kiln_d3 axis, kiln_simplex *simplex);

/// An upper bound of the depth of two bodies.
typedef struct kiln_portal_depth
{
	bool touching; ///< false: they are apart, and only `steps` and `by_gjk` are set
	bool by_gjk;
	double depth;		///< a's way along `normal` until they only touch; never too small except for rounding
	kiln_d3 normal;		///< unit, from b to a
	kiln_d3 on_a, on_b; ///< on_b = on_a + depth normal
	/// The corners of the last portal: the numbers of the vertices of hulls and points that bound the contact, from the
	/// supports' seeds.
	uint32_t vertex_a[3], vertex_b[3];
	uint32_t count; ///< number of these corners: 1 to 3; 0 if none is known
	uint32_t steps;
} kiln_portal_depth;

/// Depth by portals. The first portal is refined to the surface of the set of differences; then again from the origin
/// along the normal that was found, as long as this shortens the way, at most KILN_PORTAL_PASSES times. The way out
/// along any direction is at least the depth. So the answer is never below the depth, except for 2^-46 of the
/// coordinates; mostly it is a local minimum over directions. GJK measures exactly cores that are apart by less than
/// the margins.
kiln_portal_depth kilni_portal_penetration(const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex);

#define KILN_PORTAL_PASSES 6

/// The largest magnitude of a component, without a branch: signs of coordinates are as good as random.
static inline double kiln_portal_extent(kiln_d3 v)
{
	double x = kiln_double_max(v.x, -v.x), y = kiln_double_max(v.y, -v.y), z = kiln_double_max(v.z, -v.z);
	return kiln_double_max(x, kiln_double_max(y, z));
}

/// Whether the weighted mean of four points, with weights that are not negative, is the origin to `slack`: the origin
/// is in their tetrahedron, or so near that rounding could place it there. A flat tetrahedron holds nothing.
bool kilni_portal_holds(const kiln_d3 w[4], double slack);

#endif
