// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_PLACED_H
#define KILN_CONVEX_MANIFOLD_PLACED_H

#include "area.h"

/// What stands in an asset, as contact areas need it.

/// A hull or primitive where a map that has an inverse puts it, seen from `eye`. Hulls and boxes have faces, of spheres
/// and capsules under similarities the point or segment has; all else curves. `placed` must last as long as the answer.
void kilni_contact_body_of_placed(
	const kiln_body *placed, const kiln_place *place, kiln_d3 eye, kiln_contact_body *body);

/// A triangle of corners seen from an eye; it may be a segment or a point.
void kilni_contact_body_of_triangle(const kiln_d3 corner[3], kiln_contact_body *body);

#endif
