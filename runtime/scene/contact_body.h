// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_BODY_H
#define KILN_SCENE_CONTACT_BODY_H

#include "kiln/convex/manifold.h"
#include "placed_body.h"

/// Contacts of a usable object with a node's hull or primitive, under any affine map that has an inverse: deepest first.
/// The normal is that of the shortest way out, or between the closest points. Returns how many, none for a flat map.
uint32_t kiln_body_contacts(const kiln_placed_body *placed, const kiln_convex_object *object,
	const kiln_manifold_options *options, kiln_contact contacts[KILN_CONTACTS_MOST], kiln_vec3 *normal);

#endif
