// SPDX-License-Identifier: MIT
#include "contact_body.h"

#include "convex/manifold/placed.h"
#include "convex/manifold/search.h"

#include <string.h>

void kilni_body_manifold(const kiln_placed_body *placed, const kiln_convex_object *object,
	const kiln_manifold_options *options, kiln_manifold *manifold)
{
	kiln_contact_search search;
	memset(manifold, 0, sizeof *manifold);
	if (placed->place.flat)
		return;
	search.eye = kilni_convex_object_anchor(object);
	kilni_contact_body_of(object, search.eye, &search.a);
	kilni_contact_body_of_placed(&placed->body, &placed->place, search.eye, &search.b);
	kilni_contact_search_set(&search, options);
	if (kilni_contact_search_normal(&search, NULL))
		kilni_contact_search_manifold(&search, manifold);
}
