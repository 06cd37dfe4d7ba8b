// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_REDUCE_H
#define KILN_CONVEX_MANIFOLD_REDUCE_H

#include "kiln/convex/manifold.h"

/// Selects the few of many contacts that support a body as well as all.

/// A contact in the plane of contact.
typedef struct kiln_pick_point
{
	double x, y;
	float depth;
	uint32_t number; ///< the caller's number
	kiln_feature feature_a, feature_b;
} kiln_pick_point;

/// Sorts points: deepest first, equally deep ones by their names. The comparison of names does not depend on the order
/// of the objects.
void kilni_pick_sort(kiln_pick_point *points, uint32_t count);

/// Selects up to four of the sorted points, as kiln_contacts_reduce defines: their places in `points`, in order.
uint32_t kilni_pick(const kiln_pick_point *points, uint32_t count, uint32_t picked[KILN_MANIFOLD_POINTS_MAX]);

#endif
