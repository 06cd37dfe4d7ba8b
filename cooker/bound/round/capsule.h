// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_CAPSULE_H
#define KILN_COOKER_BOUND_CAPSULE_H

#include "bound/obb/frame.h"

extern const bound_method bound_capsule_principal;
/// Never of more volume than the minimum sphere.
extern const bound_method bound_capsule_best;

extern const bound_method bound_capsule_fast;

/// bound_capsule_best's fit; `sphere` is the minimum sphere and `box` a small box, whose axes the search starts from, where
/// they are known already, else NULL.
kilncook_status bound_capsule_search(const kilncook_context *context, const obb_cloud *cloud, const kiln_sphere *sphere,
	const kiln_obb *box, bound_volume *volume);

/// bound_capsule_fast's fit: the best of the directions of a small box and of the surface's principal axes, without a
/// search. `sphere` and `box` as above.
kilncook_status bound_capsule_quick(const kilncook_context *context, const obb_cloud *cloud, const kiln_sphere *sphere,
	const kiln_obb *box, bound_volume *volume);

#endif
