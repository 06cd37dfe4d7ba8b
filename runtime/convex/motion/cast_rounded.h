// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MOTION_CAST_ROUNDED_H
#define KILN_CONVEX_MOTION_CAST_ROUNDED_H

#include "kiln/convex/cast.h"

/// Casts a sphere against a sphere or capsule, or a capsule against a sphere, in closed form: a point against the ball or
/// capsule of both radii (Ericson 2005, 5.3.2 and 5.3.7). The answer is that of the search for any two objects, to
/// rounding. `motion` is usable.
///
/// Returns false, and sets nothing, for other objects, and where the search must decide: objects that touch at the
/// start; paths that graze, or pass by nearly as closely; contacts near an end of the capsule or near the limit; motion
/// nearly along the capsule.
bool kilni_cast_rounded(
	const kiln_convex_object *a, const kiln_motion *motion, const kiln_convex_object *b, kiln_convex_impact *impact);

#endif
