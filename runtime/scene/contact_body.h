// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_BODY_H
#define KILN_SCENE_CONTACT_BODY_H

#include "kiln/convex/manifold.h"
#include "placed_body.h"

/// The manifold of a usable object with a node's hull or primitive, under any invertible affine map, by the method of
/// kiln_convex_manifold. A flat map gives no contacts.
void kilni_body_manifold(const kiln_placed_body *placed, const kiln_convex_object *object,
	const kiln_manifold_options *options, kiln_manifold *manifold);

#endif
