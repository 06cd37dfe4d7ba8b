// SPDX-License-Identifier: MIT
#include "contact_body.h"

#include "convex/manifold_search.h"
#include "convex/polytope_views.h"

#include <string.h>

/// Where a cube of half extents 1 is to be placed to be the box. False for a flat one.
static bool place_cube(const kiln_placed_body *placed, kiln_place *cube)
{
	const kiln_body *body = &placed->body;
	const double half[3] = {body->half.x, body->half.y, body->half.z};
	*cube = (kiln_place){.moved = true, .origin = kiln_place_point(&placed->place, body->center)};
	for (int k = 0; k < 3; ++k)
	{
		if (!(half[k] > 0))
			return false;
		cube->column[k] = kiln_place_vector(&placed->place, kiln_d3_scale(body->side[k], half[k]));
	}
	return true;
}

/// A placed body's faces, if it has any.
static bool see_faces(const kiln_placed_body *placed, kiln_d3 eye, kiln_polytope *polytope)
{
	kiln_place cube;
	if (placed->body.kind == KILN_SHAPE_HULL)
		return kiln_polytope_of_hull(&placed->body.hull, &placed->place, eye, polytope);
	return placed->body.kind == KILN_SHAPE_BOX && place_cube(placed, &cube) &&
		   kiln_polytope_of_hull(&kiln_view_cube, &cube, eye, polytope);
}

/// A placed body as contact areas need it: hulls and boxes by their faces, all else by what its support mapping is made of.
static void see_body(const kiln_placed_body *placed, kiln_d3 eye, kiln_contact_body *out)
{
	out->terms[0] = kiln_convex_of(&placed->body, &placed->place, eye);
	out->count = 1;
	out->seed = KILN_NONE;
	out->has_faces[0] = see_faces(placed, eye, &out->polytopes[0]);
}

uint32_t kiln_body_contacts(const kiln_placed_body *placed, const kiln_convex_object *object,
	const kiln_manifold_options *options, kiln_contact contacts[KILN_CONTACTS_MOST], kiln_vec3 *normal)
{
	const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT};
	const kiln_convex_object here = {.shape = &point};
	kiln_contact_search search;
	kiln_clip_point points[KILN_CLIP_MOST];
	*normal = (kiln_vec3){0, 0, 0};
	if (placed->place.flat || !kiln_contact_search_begin(object, &here, options, &search))
		return 0;
	see_body(placed, search.eye, &search.b);
	search.margin_b = search.b.terms[0].margin;
	if (!kiln_contact_search_normal(&search, NULL))
		return 0;
	kiln_contact_search_look(&search, search.normal);
	uint32_t found = kiln_area_clip(&search.area_a, &search.area_b, &search.frame, points), count = 0;
	for (uint32_t i = 0; i < found; ++i)
	{
		contacts[count] = kiln_contact_search_finish(&search, &points[i]);
		count += (double)contacts[count].depth >= -search.skin;
	}
	*normal = kiln_d3_to(search.normal);
	return count;
}
