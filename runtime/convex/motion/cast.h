// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CONVEX_CAST_H
#define KILN_CONVEX_CONVEX_CAST_H

#include "convex/distance/gjk.h"

/// Straight motion of convex bodies without rotation, by another method than kilni_gjk_cast.

/// Has the arguments and the result of kilni_gjk_cast, and casts a ray at the set of differences of both bodies (van
/// den Bergen 2004, "Ray casting against general convex objects with application to continuous collision detection").
/// Each support plane with the ray's start in front of it clips the ray. The search for the closest point continues
/// from there with its simplex, which is moved along. Each step takes one support, where kilni_gjk_cast finishes a
/// distance before it moves on. (Van den Bergen restarts the simplex; keeping it takes half as many steps.)
bool kilni_ray_cast(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting);

/// Uses the faster of both methods for the bodies.
bool kilni_cast_quickest(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting);

/// The type of kilni_gjk_cast and kilni_ray_cast.
typedef bool kiln_cast_way(const kiln_convex *a, kiln_d3 offset, kiln_d3 direction, double start, double limit,
	const kiln_convex *b, kiln_meeting *meeting);

/// The first contact of `a`, displaced by offset + time * direction, with `b` for 0 <= time <= limit, which may be
/// infinite. `away`: from b to a, as displaced by `offset`. Inside the method, times count from the time at which `a`
/// is nearest to b, so that intermediate numbers are as large as the bodies, and not as the way to them. The rounding
/// of this shift is subtracted: the time is never later because of it, and at most the limit.
bool kilni_cast_from(kiln_cast_way *way, const kiln_convex *a, kiln_d3 offset, kiln_d3 away, kiln_d3 direction,
	double limit, const kiln_convex *b, kiln_meeting *meeting);

#endif
