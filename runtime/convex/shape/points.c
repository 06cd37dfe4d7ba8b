// SPDX-License-Identifier: MIT
#include "points.h"

#define KILN_BACKEND_BASE
#include "simd/simd8.h"
#include "support_hull.h"

static_assert(KILN_POINTS_MOST <= KILN_SUPPORT_SCAN_MOST, "hulls of so many vertices are scanned, and need no edges");

/// Copies points to columns, whose last block repeats the first point. `range` gets the greatest coordinates, and the greatest of those
/// times -1.
static void fill_columns(const kiln_convex_points *points, float at[3][KILN_POINTS_MOST], float range[6])
{
	const uint32_t count = points->count;
	const f8 minus = f8_set1(-1);
	f8 most[6], block[3];
	for (uint32_t k = 0; k < 6; ++k)
		most[k] = f8_set1(-HUGE_VALF);
	for (uint32_t i = 0; i < count; i += 8)
	{
		kiln_vec3 last[8];
		const kiln_vec3 *from = points->points + i;
		if (count - i < 8)
		{
			for (uint32_t k = 0; k < 8; ++k)
				last[k] = points->points[k < count - i ? i + k : 0];
			from = last;
		}
		f8_points(&from->x, block);
		for (uint32_t k = 0; k < 3; ++k)
		{
			f8_store(&at[k][i], block[k]);
			most[k] = f8_max(block[k], most[k]);
			most[k + 3] = f8_max(f8_mul(block[k], minus), most[k + 3]);
		}
	}
	for (uint32_t k = 0; k < 6; ++k)
		range[k] = f8_largest(most[k]);
}

/// Returns the object, or a hull of its points.
KILN_NEVER_INLINE static const kiln_convex_object *as_hull(const kiln_convex_object *object, kiln_points_room *room)
{
	if (!kiln_points_are(object))
		return object;
	const kiln_convex_points *points = &object->shape->points;
	const kiln_vec3 first = points->points[0];
	float range[6];
	fill_columns(points, room->at, range);
	const kiln_d3 from = kiln_d3_from(first), high = kiln_d3_from_floats(range);
	const kiln_d3 low = kiln_d3_scale(kiln_d3_from_floats(range + 3), -1);
	const kiln_d3 above = kiln_d3_sub(high, from), below = kiln_d3_sub(from, low);
	const kiln_d3 far = kiln_d3_max(above, below), most = kiln_d3_max(high, kiln_d3_scale(low, -1));
	room->reach = kiln_double_max(far.x, kiln_double_max(far.y, far.z));
	room->slack =
		kiln_support_slack_of(kiln_double_max(most.x, kiln_double_max(most.y, most.z)), kiln_d3_sub(high, low));
	// Sets only what supports read, because this must be quick.
	kiln_hull *hull = &room->hull;
	hull->isa = KILN_ISA_AUTO;
	hull->vertex_count = points->count;
	hull->edge_count = hull->level_count = 0;
	hull->reach = 0;
	hull->x = room->at[0];
	hull->y = room->at[1];
	hull->z = room->at[2];
	// Number by number: a copy by pairs would have to wait for these stores.
	hull->low.x = hull->high.x = first.x;
	hull->low.y = hull->high.y = first.y;
	hull->low.z = hull->high.z = first.z;
	room->shape.kind = KILN_CONVEX_HULL;
	room->shape.hull = hull;
	room->shape.margin = object->shape->margin;
	room->shape.plus = NULL;
	room->object.shape = &room->shape;
	room->object.pose = object->pose;
	return &room->object;
}

static void mark(const kiln_convex_object *object, const kiln_points_room *room, kiln_convex *convex)
{
	if (object != &room->object)
		return;
	convex->form = KILN_FORM_POINTS;
	convex->slack = room->slack;
	convex->reach = room->reach;
}

void kilni_points_pair_of(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_points_room room[2], kiln_convex_pair *pair)
{
	a = as_hull(a, &room[0]);
	b = as_hull(b, &room[1]);
	kilni_convex_pair_of(a, b, pair);
	mark(a, &room[0], pair->a);
	mark(b, &room[1], pair->b);
}
