// SPDX-License-Identifier: MIT
#include "points.h"

#define KILN_BACKEND_BASE
#include "simd/simd8.h"
#include "support_hull.h"

static_assert(KILN_POINTS_MOST <= KILN_SUPPORT_SCAN_MOST, "hulls of so many vertices are scanned, and need no edges");

/// The next eight points, as columns; behind the last point the first one.
static inline void next_columns(const kiln_convex_points *points, uint32_t i, f8 block[3])
{
	kiln_vec3 last[8];
	const kiln_vec3 *from = points->points + i;
	const uint32_t rest = points->count - i;
	if (rest < 8)
	{
		for (uint32_t k = 0; k < 8; ++k)
			last[k] = points->points[k < rest ? i + k : 0];
		from = last;
	}
	f8_points(&from->x, block);
}

/// Copies points to columns. Sets the box of the points.
static void fill_columns(const kiln_convex_points *points, float at[3][KILN_POINTS_MOST], kiln_d3 *low, kiln_d3 *high)
{
	f8 most_x = f8_set1(-HUGE_VALF), most_y = most_x, most_z = most_x;
	f8 least_x = f8_set1(HUGE_VALF), least_y = least_x, least_z = least_x;
	for (uint32_t i = 0; i < points->count; i += 8)
	{
		f8 block[3];
		next_columns(points, i, block);
		f8_store(&at[0][i], block[0]);
		f8_store(&at[1][i], block[1]);
		f8_store(&at[2][i], block[2]);
		most_x = f8_max(block[0], most_x);
		most_y = f8_max(block[1], most_y);
		most_z = f8_max(block[2], most_z);
		least_x = f8_min(block[0], least_x);
		least_y = f8_min(block[1], least_y);
		least_z = f8_min(block[2], least_z);
	}
	const f8 minus = f8_set1(-1);
	*high = (kiln_d3){(double)f8_largest(most_x), (double)f8_largest(most_y), (double)f8_largest(most_z)};
	*low = (kiln_d3){-(double)f8_largest(f8_mul(least_x, minus)), -(double)f8_largest(f8_mul(least_y, minus)),
		-(double)f8_largest(f8_mul(least_z, minus))};
}

/// Returns the object, or a hull of its points.
KILN_NEVER_INLINE static const kiln_convex_object *as_hull(const kiln_convex_object *object, kiln_points_room *room)
{
	if (!kiln_points_are(object))
		return object;
	const kiln_convex_points *points = &object->shape->points;
	const kiln_vec3 first = points->points[0];
	const kiln_d3 from = kiln_d3_from(first);
	kiln_d3 low, high;
	fill_columns(points, room->at, &low, &high);
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
	room->shape.plus = object->shape->plus;
	room->object.shape = &room->shape;
	room->object.pose = object->pose;
	return &room->object;
}

/// Adds to a hull of points what other hulls do not have.
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
