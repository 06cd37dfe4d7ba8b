// SPDX-License-Identifier: MIT
#include "area.h"
#include "convex/shape/polytope_views.h"

#include <math.h>

static void see_point(const kiln_convex *core, kiln_polytope *p)
{
	*p = (kiln_polytope){.hull = &kilni_view_point,
		.origin = core->center,
		.column = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		.normal = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		.scale = 1};
}

/// A shorter segment counts as a point, as in kilni_polytope_of_segment.
#define NOTHING 0x1p-150

/// Sets the segment from `a` to `b` without the columns and normals that an area does not need.
static void see_segment(const kiln_convex *core, kiln_d3 a, kiln_d3 b, kiln_polytope *p)
{
	const kiln_d3 way = kiln_d3_sub(b, a);
	see_point(core, p);
	p->origin = a;
	if (!(kiln_d3_length2(way) > NOTHING * NOTHING))
		return;
	p->hull = &kilni_view_segment;
	p->scale = 0;
	p->column[0] = way;
	p->column[1] = p->column[2] = (kiln_d3){0, 0, 0};
	p->corner[1] = 1;
}

void kilni_contact_body_complete(kiln_contact_body *body)
{
	kiln_polytope *p = &body->polytopes[0];
	if (p->hull == &kilni_view_segment && kiln_d3_largest(p->column[1]) == 0)
		kilni_polytope_of_segment(p->origin, kiln_d3_add(p->origin, p->column[0]), p);
}

/// The image of a point of the shape, relative to the eye.
static kiln_d3 place_of(const kiln_convex *core, const kiln_pose *pose, kiln_vec3 point, kiln_d3 eye)
{
	kiln_d3 at = kiln_d3_from(point);
	if (!core->turned)
		return kiln_d3_sub(at, eye);
	const kiln_d3 turned = kiln_d3_along(
		kiln_d3_along(kiln_d3_scale(core->column[0], at.x), at.y, core->column[1]), at.z, core->column[2]);
	return kiln_d3_sub(kiln_d3_add(turned, kiln_d3_from(pose->translation)), eye);
}

static void see_hull(const kiln_convex *core, kiln_polytope *p)
{
	p->hull = core->hull;
	p->from = core->from;
	p->origin = core->center;
	p->scale = 1;
	p->mirrored = false;
	for (int i = 0; i < 3; ++i)
		p->column[i] = p->normal[i] =
			core->turned ? core->column[i] : (kiln_d3){(double)(i == 0), (double)(i == 1), (double)(i == 2)};
}

/// Sets the polytope of a shape without scale by the work that the core has done. Returns false for shapes for which the
/// core does not help. The bits are those of kilni_polytope_of_object.
static bool see_core(const kiln_convex_object *object, kiln_d3 eye, const kiln_convex *core, kiln_polytope *p)
{
	const kiln_convex_shape *shape = object->shape;
	if (object->pose.scale != 0 && object->pose.scale != 1)
		return false;
	switch (shape->kind)
	{
	case KILN_CONVEX_HULL:
		see_hull(core, p);
		break;
	case KILN_CONVEX_AABB:
	case KILN_CONVEX_OBB:
		if (core->bar_count < 3)
			return false;
		kilni_polytope_of_box(core->center, core->bars, p);
		break;
	case KILN_CONVEX_SPHERE:
		see_point(core, p);
		break;
	case KILN_CONVEX_CAPSULE:
	{
		const kiln_d3 a = place_of(core, &object->pose, shape->capsule.a, eye);
		see_segment(core, a, core->bar_count > 0 ? kiln_d3_along(a, 2, core->bars[0]) : a, p);
		break;
	}
	default:
		return false;
	}
	p->margin = core->margin;
	return true;
}

/// Sets the terms of a sum, each alone.
static void set_sum(const kiln_convex_object *object, kiln_d3 eye, kiln_contact_body *body)
{
	for (const kiln_convex_shape *shape = object->shape; shape; shape = shape->plus)
	{
		uint32_t i = body->count++;
		// Terms are added as vectors: all but the first are relative to the placed origin of the shape.
		kiln_d3 from = i == 0 ? eye : kiln_d3_from(object->pose.translation);
		kiln_convex own[KILN_CONVEX_TERMS_MAX];
		body->alone[i] = *shape;
		body->alone[i].plus = NULL;
		body->parts[i] = *object;
		body->parts[i].shape = &body->alone[i];
		kilni_convex_of_object(&body->parts[i], from, own);
		body->own[i] = own[0];
		body->has_faces[i] = kilni_polytope_of_object(&body->parts[i], from, &body->rooms[i], &body->polytopes[i]);
	}
}

/// Sets what follows from the core of a shape that is no sum.
static void finish_single(const kiln_convex_object *object, kiln_d3 eye, kiln_contact_body *body)
{
	body->count = 1;
	body->has_faces[0] = see_core(object, eye, &body->terms[0], &body->polytopes[0]) ||
						 kilni_polytope_of_object(object, eye, &body->rooms[0], &body->polytopes[0]);
}

void kilni_contact_body_of(const kiln_convex_object *object, kiln_d3 eye, kiln_contact_body *body)
{
	body->count = 0;
	body->seed = KILN_NONE;
	kilni_convex_of_object(object, eye, body->terms);
	if (object->shape->plus)
		set_sum(object, eye, body);
	else
		finish_single(object, eye, body);
}

kiln_d3 kilni_contact_body_at_anchor(const kiln_convex_object *object, kiln_contact_body *body)
{
	const kiln_convex_shape *shape = object->shape;
	kiln_d3 eye = {0, 0, 0};
	if (shape->plus ||
		(shape->kind != KILN_CONVEX_HULL && shape->kind != KILN_CONVEX_OBB && shape->kind != KILN_CONVEX_SPHERE))
	{
		eye = kilni_convex_object_anchor(object);
		kilni_contact_body_of(object, eye, body);
		return eye;
	}
	// The center of these shapes is the anchor, which need not be placed twice.
	body->seed = KILN_NONE;
	kilni_convex_of_object(object, eye, body->terms);
	eye = body->terms[0].center;
	body->terms[0].center = (kiln_d3){0, 0, 0};
	finish_single(object, eye, body);
	return eye;
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
