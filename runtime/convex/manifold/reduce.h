// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_REDUCE_H
#define KILN_CONVEX_MANIFOLD_REDUCE_H

#include "kiln/convex/manifold.h"

/// The few of many contacts that hold a body as well.

/// A contact in its plane.
typedef struct kiln_pick_point
{
	double x, y;
	float depth;
	uint32_t number; ///< the caller's
	kiln_feature feature_a, feature_b;
} kiln_pick_point;

/// Brings points in an order of their own: deepest first, equally deep ones by their names, which are looked at so that
/// the objects may be swapped.
void kilni_pick_sort(kiln_pick_point *points, uint32_t count);

/// Of sorted points the four, or fewer, as kiln_contacts_reduce says: their places in `points`, in order.
uint32_t kilni_pick(const kiln_pick_point *points, uint32_t count, uint32_t picked[KILN_MANIFOLD_POINTS_MAX]);

#endif
