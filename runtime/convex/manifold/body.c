// SPDX-License-Identifier: MIT
#include "area.h"

#include <math.h>

void kilni_contact_body_of(const kiln_convex_object *object, kiln_d3 eye, kiln_contact_body *body)
{
	bool sum = object->shape->plus != NULL;
	body->count = 0;
	body->seed = body->guess = KILN_NONE;
	kilni_convex_of_object(object, eye, body->terms);
	for (const kiln_convex_shape *shape = object->shape; shape; shape = shape->plus)
	{
		uint32_t i = body->count++;
		body->parts[i] = *object;
		// Terms are added as vectors: all but the first are relative to the placed origin of the shape.
		kiln_d3 from = i == 0 ? eye : kiln_d3_from(object->pose.translation);
		if (sum)
		{
			kiln_convex own[KILN_CONVEX_TERMS_MAX];
			body->alone[i] = *shape;
			body->alone[i].plus = NULL;
			body->parts[i].shape = &body->alone[i];
			kilni_convex_of_object(&body->parts[i], from, own);
			body->own[i] = own[0];
		}
		body->has_faces[i] = kilni_polytope_of_object(&body->parts[i], from, &body->rooms[i], &body->polytopes[i]);
	}
}

/// Supports of directions at the angle around the normal (Migdalskiy 2010), for a polytope with more vertices than fit.
/// They are corners of the area, to the eighth of a turn, and include the farthest ones.
static void sample(const kiln_polytope *p, const kiln_contact_frame *frame, uint32_t top, kiln_area *area)
{
	uint32_t found[17] = {top}, count = 1, seed = top;
	for (uint32_t i = 0; i < 16; ++i)
	{
		kiln_d3 along = kiln_d3_scale(frame->normal, area->side);
		along = kiln_d3_along(along, frame->tangent * kilni_sixteenth(i), frame->u);
		along = kiln_d3_along(along, frame->tangent * kilni_sixteenth(i + 12), frame->v);
		seed = kilni_polytope_support(p, along, seed);
		bool known = false;
		for (uint32_t k = 0; k < count; ++k)
			known |= found[k] == seed;
		if (!known)
			found[count++] = seed;
	}
	area->spot_count = 0;
	for (uint32_t i = 0; i < count; ++i)
		kilni_area_add(area, frame, kiln_polytope_vertex(p, found[i]), (kiln_feature){KILN_FEATURE_VERTEX, found[i]});
	kilni_area_close(area);
	kilni_area_name(area);
}

static void term_area(
	kiln_contact_body *body, uint32_t i, const kiln_contact_frame *frame, double side, kiln_area *area)
{
	area->side = side;
	area->spot_count = area->count = 0;
	area->flat = false;
	area->slope_x = area->slope_y = area->level = 0;
	area->round = 0;
	area->face = area->inside = (kiln_feature){KILN_FEATURE_NONE, 0};
	area->face_normal = (kiln_d3){0, 0, 0};
	if (!body->has_faces[i])
	{
		kilni_area_of_round(body->count > 1 ? &body->own[i] : &body->terms[0], frame, area);
		return;
	}
	const kiln_polytope *p = &body->polytopes[i];
	if (i == 0 && body->guess != KILN_NONE && kilni_area_top(p, frame, body->guess, area))
	{
		body->seed = body->guess;
		return;
	}
	uint32_t vertex = i == 0 ? body->seed : KILN_NONE;
	const bool fits = kilni_area_flood(p, frame, &vertex, area);
	if (i == 0)
		body->seed = vertex;
	if (!fits)
		sample(p, frame, vertex, area);
}

void kilni_area_of(kiln_contact_body *body, const kiln_contact_frame *frame, double side, kiln_area *area)
{
	term_area(body, 0, frame, side, area);
	for (uint32_t i = 1; i < body->count; ++i)
	{
		kiln_area other;
		term_area(body, i, frame, side, &other);
		kilni_area_sum(area, &other);
	}
	// Balls around segments make the segments round.
	area->round += body->terms[0].margin;
}
