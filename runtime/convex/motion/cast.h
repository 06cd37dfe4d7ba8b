// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CONVEX_CAST_H
#define KILN_CONVEX_CONVEX_CAST_H

#include "convex/distance/gjk.h"

/// Straight motion of convex bodies without rotation, by another way than kilni_gjk_cast.

/// The same question and answer as kilni_gjk_cast's, by a ray that is cast at the set of differences of both bodies (van den
/// Bergen 2004, "Ray casting against general convex objects with application to continuous collision detection"): each
/// support plane that has the ray's start in front of it clips the ray, and the search for the closest point goes on from
/// there with the simplex it has, moved along. One support a step, where kilni_gjk_cast finishes a distance before it goes
/// on. (He restarts the simplex; kept, it takes half as many steps.)
bool kilni_ray_cast(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting);

/// By the way that is the faster for the bodies.
bool kilni_cast_quickest(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting);

/// kilni_gjk_cast and its like.
typedef bool kiln_cast_way(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting);

/// First contact of `a`, displaced by offset + time * direction, with `b` for 0 <= time <= limit, which may be infinite.
/// `away`: from b to a, as displaced by `offset`. For the way itself times count from where `a` is nearest to b, so that what
/// is computed there is as large as the bodies and not as the way to them. What rounding makes of adding and subtracting so
/// much is taken off: the time is not later for it, and at most the limit.
bool kilni_cast_from(kiln_cast_way *way, const kiln_convex *a, kiln_d3 offset, kiln_d3 away, kiln_d3 direction,
	double limit, const kiln_convex *b, kiln_meeting *meeting);

#endif
