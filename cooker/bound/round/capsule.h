// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_CAPSULE_H
#define KILN_COOKER_BOUND_CAPSULE_H

#include "bound/obb/frame.h"

extern const bound_method bound_capsule_principal;
/// Never of more volume than the minimum sphere.
extern const bound_method bound_capsule_best;

/// bound_capsule_best's fit; `sphere` is the minimum sphere where it is known already, else NULL.
kilncook_status bound_capsule_search(
	const kilncook_context *context, const obb_cloud *cloud, const kiln_sphere *sphere, bound_volume *volume);

#endif
