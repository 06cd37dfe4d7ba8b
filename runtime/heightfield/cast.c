// SPDX-License-Identifier: MIT
#include "hit.h"
#include "kiln/heightfield.h"
#include "line.h"
#include "math/budget.h"
#include "math/slab.h"
#include "scene/cast_shape.h"
#include "scene/hit_list.h"
#include "shape/triangle_point.h"

/// Casts: from cell to cell along the way of the shape's box, with the contacts that meshes have.

/// A triangle that the shape touches.
typedef struct cast_found
{
	uint32_t triangle; ///< KILN_NONE: none
	float t;
	kiln_solid_contact contact;
	kiln_vec3 corners[3];
	kiln_d3 seen[3]; ///< relative to the shape's center
} cast_found;

typedef struct cast_query
{
	kiln_field_line line;
	const kiln_cast_shape *shape;
	kiln_cast_course way;
	double from;  ///< time at which the walk begins
	float t;	  ///< of the best, or the limit, inclusive
	double limit; ///< larger times round to more than t
	cast_found best;
	kiln_visit_hit *visit; ///< receives every hit; or NULL
	void *user;
	bool ended; ///< by the visitor
} cast_query;

static void set_t(cast_query *query, float t)
{
	query->t = t;
	query->limit = kiln_cast_limit(&query->way, t);
	query->line.limit = query->limit - query->from + 0x1p-40 * (query->limit + query->from);
}

static kiln_hit answer(const cast_query *query, const cast_found *found)
{
	kiln_hit hit = {0};
	const kiln_cast_shape *shape = query->shape;
	const kiln_d3 *seen = found->seen;
	kiln_solid_contact contact = found->contact;
	if (found->triangle == KILN_NONE)
		return hit;
	kilni_cast_finish_triangle(shape, &query->way.path, seen, false, &contact);
	const kiln_d3 up = kiln_d3_cross(kiln_d3_sub(seen[1], seen[0]), kiln_d3_sub(seen[2], seen[0]));
	hit.hit = true;
	hit.back = -kiln_d3_dot(up, seen[0]) < 0;
	hit.t = found->t;
	hit.point = kiln_d3_to(kilni_triangle_settle(found->corners, kiln_d3_add(shape->center, contact.point)));
	hit.normal = kiln_d3_to(contact.normal);
	kiln_field_identify(found->triangle, kiln_heightfield_material(query->line.field, found->triangle / 2), &hit);
	return hit;
}

/// Calls the visitor.
static void report(cast_query *query, const cast_found *found)
{
	const kiln_hit hit = answer(query, found);
	const float most = query->visit(query->user, &hit);
	query->ended = !(most >= 0);
	if (most < query->t)
		set_t(query, most);
}

/// Stores a contact if its time is the first so far. Times are compared as they are reported, in float32.
static void consider(cast_query *query, const cast_found *found)
{
	if (found->t > query->t)
		return;
	if (query->visit)
		report(query, found);
	else if (found->t < query->t || found->triangle < query->best.triangle)
	{
		query->best = *found;
		set_t(query, found->t);
	}
}

/// Whether the shape's box meets that of a triangle up to the limit.
static bool passes(const cast_query *query, const kiln_d3 seen[3])
{
	const kiln_cast_shape *shape = query->shape;
	const kiln_d3 low = kiln_d3_min(kiln_d3_min(seen[0], seen[1]), seen[2]);
	const kiln_d3 high = kiln_d3_max(kiln_d3_max(seen[0], seen[1]), seen[2]);
	const kiln_d3 size = kiln_d3_add(kiln_d3_max(kiln_d3_abs(low), kiln_d3_abs(high)), kiln_d3_abs(shape->center));
	const kiln_d3 room = kiln_d3_along(shape->reach, 0x1p-40, size);
	kiln_span span = {0, query->limit};
	return kiln_span_clip_box(&span, kiln_d3_sub(low, room), kiln_d3_add(high, room), query->way.heading);
}

static bool meet_cell(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	cast_query *query = user;
	const kiln_heightfield *field = query->line.field;
	float at[4][3];
	kiln_field_corners(field, cell, column, row, at);
	for (uint32_t k = 0; k < 2 && !query->ended; ++k)
	{
		cast_found found;
		kiln_field_triangle_corners(field, cell, at, k, found.corners);
		for (int i = 0; i < 3; ++i)
			found.seen[i] = kiln_d3_sub(kiln_d3_from(found.corners[i]), query->shape->center);
		if (!passes(query, found.seen) ||
			!kilni_cast_meets_triangle(query->shape, &query->way.path, found.seen, query->limit, &found.contact))
			continue;
		const double t = found.contact.time / query->way.unit;
		if (!(t <= (double)FLT_MAX))
			continue;
		found.t = (float)t;
		found.triangle = 2 * kiln_field_cell_number(field, column, row) + k;
		consider(query, &found);
	}
	return !query->ended;
}

/// Begins the walk where the shape's box first meets the field's, so that the way there loses no precision.
static void walk_field(cast_query *query)
{
	const kiln_heightfield *field = query->line.field;
	const kiln_cast_shape *shape = query->shape;
	const kiln_d3 low = kiln_d3_from(field->min), high = kiln_d3_from(field->max), center = shape->center;
	const kiln_d3 size = kiln_d3_add(kiln_d3_max(kiln_d3_abs(low), kiln_d3_abs(high)), kiln_d3_abs(center));
	const kiln_d3 room = kiln_d3_along(shape->reach, 0x1p-40, size);
	kiln_span span = {0, query->limit};
	if (!kiln_span_clip_box(&span, kiln_d3_sub(kiln_d3_sub(low, room), center),
			kiln_d3_add(kiln_d3_sub(high, center), room), query->way.heading))
		return;
	const kiln_d3 start = kiln_d3_along(center, span.enter, query->way.heading), heading = query->way.heading;
	const double origin[3] = {start.x, start.y, start.z}, direction[3] = {heading.x, heading.y, heading.z};
	const double extents[3] = {room.x, room.y, room.z};
	query->from = span.enter;
	set_t(query, query->t);
	kilni_heightfield_walk_line(&query->line, origin, direction, extents);
}

/// Casts a shape; `visit` may be NULL.
static kiln_hit cast_shape(const kiln_heightfield *field, const kiln_cast_shape *shape, const kiln_motion *motion,
	kiln_visit_hit *visit, void *user)
{
	cast_query query = {.line = {.field = field, .visit = meet_cell},
		.shape = shape,
		.best = {.triangle = KILN_NONE},
		.visit = visit,
		.user = user};
	query.line.user = &query;
	if (!kilni_cast_course_of(motion, &query.way))
		return (kiln_hit){0};
	set_t(&query, query.way.t_max);
	walk_field(&query);
	return answer(&query, &query.best);
}

static kiln_hit cast_solid(
	const kiln_heightfield *field, bool valid, const kiln_solid *solid, const kiln_motion *motion)
{
	if (!kiln_field_is_open(field) || !valid)
		return (kiln_hit){0};
	const kiln_cast_shape shape = kilni_cast_shape_of_solid(solid);
	return cast_shape(field, &shape, motion, NULL, NULL);
}

kiln_hit kiln_heightfield_cast_sphere(
	const kiln_heightfield *field, const kiln_sphere *sphere, const kiln_motion *motion)
{
	kiln_solid solid;
	const bool valid = kilni_solid_from_sphere(&solid, sphere);
	return cast_solid(field, valid, &solid, motion);
}

kiln_hit kiln_heightfield_cast_box(const kiln_heightfield *field, const kiln_box *box, const kiln_motion *motion)
{
	kiln_solid solid;
	const bool valid = kilni_solid_from_box(&solid, box);
	return cast_solid(field, valid, &solid, motion);
}

kiln_hit kiln_heightfield_cast_capsule(
	const kiln_heightfield *field, const kiln_capsule *capsule, const kiln_motion *motion)
{
	kiln_solid solid;
	const bool valid = kilni_solid_from_capsule(&solid, capsule);
	return cast_solid(field, valid, &solid, motion);
}

static kiln_hit cast_object(const kiln_heightfield *field, const kiln_convex_object *object, const kiln_motion *motion,
	kiln_visit_hit *visit, void *user)
{
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	if (!kiln_field_is_open(field) || !kilni_convex_object_usable(object))
		return (kiln_hit){0};
	const kiln_cast_shape shape = kilni_cast_shape_of_object(object, terms);
	return cast_shape(field, &shape, motion, visit, user);
}

kiln_hit kiln_heightfield_cast_convex(
	const kiln_heightfield *field, const kiln_convex_object *object, const kiln_motion *motion)
{
	return cast_object(field, object, motion, NULL, NULL);
}

void kiln_heightfield_cast_convex_all_visit(const kiln_heightfield *field, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	if (visit)
		(void)cast_object(field, object, motion, visit, user);
}

uint32_t kiln_heightfield_cast_convex_all(const kiln_heightfield *field, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_hit *hits, uint32_t capacity)
{
	kiln_hit_list list = kiln_hit_list_begin(hits, capacity);
	(void)cast_object(field, object, motion, kilni_hit_list_add, &list);
	return kilni_hit_list_end(&list);
}
