// SPDX-License-Identifier: MIT
#include "cast_shape.h"

#include "convex/depth/epa.h"
#include "convex/motion/cast.h"
#include "swept_core.h"

#include <math.h>

kiln_cast_shape kilni_cast_shape_of_solid(const kiln_solid *solid)
{
	return (kiln_cast_shape){.center = solid->center, .reach = solid->reach, .solid = solid, .round = HUGE_VAL};
}

/// The ends of the segment, or twice the point, that is the whole core of a sphere or capsule. Returns false for other objects.
static bool ends_of(const kiln_convex *convex, kiln_d3 ends[2])
{
	kiln_d3 third;
	if (!kilni_convex_vertex(convex, 0, &ends[0]) || kilni_convex_vertex(convex, 2, &third))
		return false;
	if (!kilni_convex_vertex(convex, 1, &ends[1]))
		ends[1] = ends[0];
	return true;
}

/// The box of an object's core.
static void box_of(const kiln_convex *convex, kiln_d3 *least, kiln_d3 *most)
{
	double low[3], high[3];
	uint32_t seed = KILN_NONE;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 axis = {i == 0, i == 1, i == 2};
		high[i] = kiln_d3_dot(axis, kilni_convex_support(convex, axis, &seed));
		low[i] = kiln_d3_dot(axis, kilni_convex_support(convex, kiln_d3_scale(axis, -1), &seed));
	}
	*least = (kiln_d3){low[0], low[1], low[2]};
	*most = (kiln_d3){high[0], high[1], high[2]};
}

kiln_cast_shape kilni_cast_shape_of_object(const kiln_convex_object *object, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	kiln_cast_shape shape = {.convex = terms, .round = HUGE_VAL};
	kiln_d3 eye = kilni_convex_object_anchor(object), least, most, ends[2];
	kilni_convex_of_object(object, eye, terms);
	double margin = terms[0].margin;
	if (ends_of(terms, ends))
	{
		least = kiln_d3_min(ends[0], ends[1]);
		most = kiln_d3_max(ends[0], ends[1]);
		shape.half = kiln_d3_scale(kiln_d3_sub(ends[1], ends[0]), 0.5);
		shape.round = margin;
	}
	else
		box_of(terms, &least, &most);
	kiln_d3 middle = kiln_d3_scale(kiln_d3_add(least, most), 0.5);
	kiln_d3 reach = kiln_d3_scale(kiln_d3_sub(most, least), 0.5);
	reach = kiln_d3_add(reach, (kiln_d3){margin, margin, margin});
	shape.center = kiln_d3_add(eye, middle);
	// Moves the object relative to the center after its own rounding.
	terms[0].center = kiln_d3_add(terms[0].center, kiln_d3_sub(eye, shape.center));
	kiln_d3 size = kiln_d3_add(kiln_d3_add(reach, kiln_d3_abs(shape.center)), kiln_d3_abs(middle));
	shape.reach = kiln_d3_along(reach, 0x1p-46, size);
	return shape;
}

bool kilni_cast_course_of(const kiln_motion *motion, kiln_cast_course *way)
{
	if (!motion || !(motion->t_max >= 0) || !kiln_float_finite(motion->direction.x) ||
		!kiln_float_finite(motion->direction.y) || !kiln_float_finite(motion->direction.z))
		return false;
	kiln_d3 direction = kiln_d3_from(motion->direction);
	way->unit = kiln_power_below(kiln_d3_largest(direction));
	bool moves = way->unit > 0;
	way->unit = moves ? way->unit : 1;
	way->path = kilni_path_along(kiln_d3_scale(direction, 1 / way->unit));
	way->heading = moves ? way->path.direction : (kiln_d3){1, 0, 0};
	float t_max = motion->t_max > 0 && motion->t_max <= FLT_MAX ? motion->t_max : FLT_MAX;
	way->t_max = moves ? t_max : 0;
	return true;
}

// --- Objects ----------------------------------------------------------------------------------------------------------

/// The first contact of an object with another body. `b` is relative to `eye`, which is relative to the object's
/// center.
static bool meets(const kiln_cast_shape *shape, const kiln_path *path, const kiln_convex *b, kiln_d3 eye, double limit,
	kiln_meeting *meeting)
{
	const kiln_d3 offset = kiln_d3_scale(eye, -1);
	if (!kilni_cast_from(kilni_cast_quickest, shape->convex, offset, offset, path->direction, limit, b, meeting))
		return false;
	meeting->point = kiln_d3_add(eye, meeting->point);
	return true;
}

/// For an object that touches `b`, relative to the object's center: the shortest way out, and the point of b's surface
/// where they then touch.
static void part(const kiln_convex *a, const kiln_convex *b, kiln_d3 *normal, kiln_d3 *point)
{
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kilni_gjk(a, (kiln_d3){0, 0, 0}, b, (kiln_enough){0, HUGE_VAL, 0, 0}, &simplex, &gap);
	if (gap.lower > 0)
	{
		*normal = kiln_d3_scale(gap.axis, -1);
		*point = kiln_d3_along(gap.on_b, b->margin, *normal);
		return;
	}
	kiln_epa_answer answer;
	kilni_epa(a, b, &simplex, &answer);
	*normal = answer.normal;
	*point = kiln_d3_along(answer.on_a, answer.upper + b->margin, answer.normal);
}

// --- Triangles --------------------------------------------------------------------------------------------------------

/// A triangle relative to one of its corners.
static kiln_convex triangle_at(const kiln_d3 seen[3], kiln_d3 eye)
{
	const kiln_d3 own[3] = {kiln_d3_sub(seen[0], eye), kiln_d3_sub(seen[1], eye), kiln_d3_sub(seen[2], eye)};
	return kilni_convex_of_triangle(own);
}

bool kilni_cast_meets_triangle(const kiln_cast_shape *shape, const kiln_path *path, const kiln_d3 seen[3], double limit,
	kiln_solid_contact *contact)
{
	if (shape->solid)
		return kilni_solid_sweep(shape->solid, path, seen, limit, contact);
	const kiln_d3 way = kiln_d3_scale(path->direction, limit / 2);
	const kiln_swept_core core = {way, shape->half, way, shape->round};
	if (kilni_swept_core_apart(&core, seen))
		return false;
	const kiln_convex triangle = triangle_at(seen, seen[0]);
	kiln_meeting meeting;
	if (!meets(shape, path, &triangle, seen[0], limit, &meeting))
		return false;
	*contact = (kiln_solid_contact){.time = meeting.time};
	if (!meeting.from_start)
	{
		contact->normal = meeting.normal;
		contact->point = meeting.point;
	}
	return true;
}

void kilni_cast_finish_triangle(const kiln_cast_shape *shape, const kiln_path *path, const kiln_d3 seen[3],
	bool mirrored, kiln_solid_contact *contact)
{
	if (shape->solid)
	{
		kilni_contact_finish(shape->solid, path, seen, mirrored, contact);
		return;
	}
	if (kiln_d3_length2(contact->normal) > 0)
		return;
	const kiln_convex triangle = triangle_at(seen, (kiln_d3){0, 0, 0});
	part(shape->convex, &triangle, &contact->normal, &contact->point);
}

// --- Bodies -----------------------------------------------------------------------------------------------------------

bool kilni_cast_meets_body(const kiln_cast_shape *shape, const kiln_placed_body *placed, const kiln_path *path,
	double limit, kiln_body_contact *contact)
{
	if (shape->solid)
		return kilni_body_sweep(placed, shape->solid, path, limit, contact);
	const kiln_d3 eye = kiln_body_eye(placed);
	const kiln_convex body = kilni_convex_of(&placed->body, &placed->place, eye);
	kiln_meeting meeting;
	if (!meets(shape, path, &body, kiln_d3_sub(eye, shape->center), limit, &meeting))
		return false;
	*contact = (kiln_body_contact){.from_start = meeting.from_start, .time = meeting.time};
	if (!meeting.from_start)
	{
		contact->normal = meeting.normal;
		contact->point = kiln_d3_add(shape->center, meeting.point);
	}
	return true;
}

void kilni_cast_finish_body(const kiln_cast_shape *shape, const kiln_placed_body *placed, kiln_body_contact *contact)
{
	if (shape->solid)
	{
		kilni_body_contact_finish(placed, shape->solid, contact);
		return;
	}
	contact->back = kilni_body_has(placed, shape->center);
	if (!contact->from_start)
		return;
	const kiln_convex body = kilni_convex_of(&placed->body, &placed->place, shape->center);
	kiln_d3 point;
	part(shape->convex, &body, &contact->normal, &point);
	contact->point = kiln_d3_add(shape->center, point);
}
