// SPDX-License-Identifier: MIT
#include "contact_body.h"

#include "convex/manifold/placed.h"
#include "convex/manifold/search.h"

#include <string.h>

void kiln_body_manifold(const kiln_placed_body *placed, const kiln_convex_object *object,
	const kiln_manifold_options *options, kiln_manifold *manifold)
{
	kiln_contact_search search;
	memset(manifold, 0, sizeof *manifold);
	if (placed->place.flat)
		return;
	search.eye = kiln_convex_object_anchor(object);
	kiln_contact_body_of(object, search.eye, &search.a);
	kiln_contact_body_of_placed(&placed->body, &placed->place, search.eye, &search.b);
	kiln_contact_search_set(&search, options);
	if (kiln_contact_search_normal(&search, NULL))
		kiln_contact_search_manifold(&search, manifold);
}
