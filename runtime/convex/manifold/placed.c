// SPDX-License-Identifier: MIT
#include "placed.h"

static bool see_faces(
	const kiln_body *placed, const kiln_place *place, kiln_d3 eye, const kiln_convex *seen, kiln_polytope *polytope)
{
	kiln_d3 half[3], axis = kiln_place_vector(place, placed->axis);
	switch (placed->kind)
	{
	case KILN_SHAPE_HULL:
		return kilni_polytope_of_hull(&placed->hull, place, eye, polytope);
	case KILN_SHAPE_BOX:
		half[0] = kiln_place_vector(place, kiln_d3_scale(placed->side[0], placed->half.x));
		half[1] = kiln_place_vector(place, kiln_d3_scale(placed->side[1], placed->half.y));
		half[2] = kiln_place_vector(place, kiln_d3_scale(placed->side[2], placed->half.z));
		kilni_polytope_of_box(seen->center, half, polytope);
		return true;
	case KILN_SHAPE_SPHERE:
	case KILN_SHAPE_CAPSULE:
		// A map that is not a similarity gives no margin to remove.
		if (seen->round_count > 0)
			return false;
		kilni_polytope_of_segment(kiln_d3_sub(seen->center, axis), kiln_d3_add(seen->center, axis), polytope);
		return true;
	default:
		return false;
	}
}

void kilni_contact_body_of_placed(
	const kiln_body *placed, const kiln_place *place, kiln_d3 eye, kiln_contact_body *body)
{
	body->count = 1;
	body->seed = KILN_NONE;
	body->terms[0] = kilni_convex_of(placed, place, eye);
	body->has_faces[0] = see_faces(placed, place, eye, &body->terms[0], &body->polytopes[0]);
}

void kilni_contact_body_of_triangle(const kiln_d3 corner[3], kiln_contact_body *body)
{
	body->count = 1;
	body->seed = KILN_NONE;
	body->terms[0] = kilni_convex_of_triangle(corner);
	body->has_faces[0] = true;
	kilni_polytope_of_triangle(corner, &body->polytopes[0]);
}
