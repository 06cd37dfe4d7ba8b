// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_PLACED_H
#define KILN_CONVEX_MANIFOLD_PLACED_H

#include "area.h"

/// Shapes of an asset, prepared for contact areas.

/// A hull or primitive under an invertible map, relative to `eye`. Hulls and boxes have faces; for spheres and capsules
/// under similarities, so does the point or segment; all other shapes are curved. `placed` must last as long as the
/// result.
void kilni_contact_body_of_placed(
	const kiln_body *placed, const kiln_place *place, kiln_d3 eye, kiln_contact_body *body);

/// A triangle of corners relative to an eye; the triangle may be a segment or a point.
void kilni_contact_body_of_triangle(const kiln_d3 corner[3], kiln_contact_body *body);

#endif
