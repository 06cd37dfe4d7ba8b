// SPDX-License-Identifier: MIT
#include "clip.h"

#include <math.h>

/// A point outside by less than this share of the size counts as touching.
#define TOUCHING 0x1p-30

/// A corner of a polygon that is being clipped, and the edge that leads on from it: for an edge of `a` its number, for
/// one of `b` its number plus KILN_AREA_MOST.
typedef struct loop_corner
{
	double x, y;
	uint32_t edge;
} loop_corner;

typedef struct loop
{
	uint32_t count;
	loop_corner corner[KILN_CLIP_MOST];
} loop;

uint32_t kilni_clip_corner(const kiln_area *area, double x, double y, double near)
{
	double best = near * near;
	uint32_t found = KILN_NONE;
	for (uint32_t i = 0; i < area->count; ++i)
	{
		double dx = area->spots[i].x - x, dy = area->spots[i].y - y, distance2 = dx * dx + dy * dy;
		if (distance2 <= best && (found == KILN_NONE || distance2 < best))
		{
			best = distance2;
			found = i;
		}
	}
	return found;
}

static const kiln_spot *after(const kiln_area *area, uint32_t i)
{
	return &area->spots[i + 1 < area->count ? i + 1 : 0];
}

/// The distance of a place to the left of an edge.
static double left_of(const kiln_area *area, uint32_t edge, double x, double y)
{
	const kiln_spot *p = &area->spots[edge], *q = after(area, edge);
	double dx = q->x - p->x, dy = q->y - p->y, length = sqrt(dx * dx + dy * dy);
	return length > 0 ? (dx * (y - p->y) - dy * (x - p->x)) / length : 0;
}

static void add_corner(loop *to, double x, double y, uint32_t edge)
{
	if (to->count < KILN_CLIP_MOST)
		to->corner[to->count++] = (loop_corner){x, y, edge};
}

/// Clips a polygon to the part left of an edge of `b`. Returns false, and sets nothing, if it is all to the left.
static bool clip_by(const kiln_area *b, uint32_t edge, double slack, const loop *from, loop *to)
{
	const kiln_spot *start = &b->spots[edge], *end = after(b, edge);
	const double dx = end->x - start->x, dy = end->y - start->y, length = sqrt(dx * dx + dy * dy);
	double left[KILN_CLIP_MOST];
	bool cut = false;
	if (!(length > 0))
		return false;
	for (uint32_t i = 0; i < from->count; ++i)
	{
		const loop_corner *p = &from->corner[i];
		left[i] = (dx * (p->y - start->y) - dy * (p->x - start->x)) / length;
		cut |= !(left[i] >= -slack);
	}
	if (!cut)
		return false;
	to->count = 0;
	for (uint32_t i = 0; i < from->count; ++i)
	{
		const uint32_t next = i + 1 < from->count ? i + 1 : 0;
		const loop_corner *p = &from->corner[i], *q = &from->corner[next];
		const bool in = left[i] >= -slack, next_in = left[next] >= -slack;
		if (in)
			add_corner(to, p->x, p->y, p->edge);
		if (in != next_in)
		{
			double t = left[i] / (left[i] - left[next]);
			t = kiln_double_max(0, kiln_double_min(t, 1));
			add_corner(to, p->x + t * (q->x - p->x), p->y + t * (q->y - p->y), in ? edge + KILN_AREA_MOST : p->edge);
		}
	}
	return true;
}

/// Along an edge of the polygon the surface is straight.
static double edge_height(const kiln_area *area, uint32_t edge, double x, double y)
{
	const kiln_spot *p = &area->spots[edge], *q = after(area, edge);
	double dx = q->x - p->x, dy = q->y - p->y;
	double t = kiln_ratio01((x - p->x) * dx + (y - p->y) * dy, dx * dx + dy * dy);
	return p->height + t * (q->height - p->height);
}

/// The feature of one area at a place: a corner, an edge, or the inside. The others are KILN_NONE.
typedef struct place_on
{
	uint32_t corner, edge;
} place_on;

static double height_at(const kiln_area *area, place_on on, double x, double y)
{
	if (on.corner != KILN_NONE && area->spots[on.corner].x == x && area->spots[on.corner].y == y)
		return area->spots[on.corner].height;
	return on.edge != KILN_NONE ? edge_height(area, on.edge, x, y) : kilni_area_height(area, x, y);
}

static bool is_corner(place_on on)
{
	return on.corner != KILN_NONE;
}

/// A corner of the common part, with its heights and names; `at_a` and `at_b` get the corners that are near.
static kiln_clip_point make_point(
	const kiln_area *a, const kiln_area *b, double near, double x, double y, place_on *at_a, place_on *at_b)
{
	kiln_clip_point point = {.x = x, .y = y};
	place_on on_a = *at_a, on_b = *at_b;
	uint32_t corner_a = kilni_clip_corner(a, x, y, near), corner_b = kilni_clip_corner(b, x, y, near);
	on_a.corner = corner_a != KILN_NONE ? corner_a : on_a.corner;
	on_b.corner = corner_b != KILN_NONE ? corner_b : on_b.corner;
	point.height_a = height_at(a, on_a, x, y);
	point.height_b = height_at(b, on_b, x, y);
	point.feature_a = a->inside;
	point.feature_b = b->inside;
	if (is_corner(on_a))
		point.feature_a = a->spots[on_a.corner].corner;
	if (is_corner(on_b))
		point.feature_b = b->spots[on_b.corner].corner;
	// A corner that slips over an edge of the other area keeps its name: edges name only crossings.
	if (!is_corner(on_a) && !is_corner(on_b))
	{
		point.feature_a = on_a.edge != KILN_NONE ? a->spots[on_a.edge].edge : a->inside;
		point.feature_b = on_b.edge != KILN_NONE ? b->spots[on_b.edge].edge : b->inside;
	}
	*at_a = on_a;
	*at_b = on_b;
	return point;
}

static bool same_feature(kiln_feature a, kiln_feature b)
{
	return a.kind == b.kind && a.index == b.index;
}

/// Adds a point. If an existing point has one of its names, and both are the same place, the existing point is moved to
/// the deeper one.
static uint32_t take_point(kiln_clip_point *points, uint32_t count, kiln_clip_point point, double near)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_clip_point *other = &points[i];
		if (!same_feature(other->feature_a, point.feature_a) || !same_feature(other->feature_b, point.feature_b))
			continue;
		double dx = other->x - point.x, dy = other->y - point.y;
		if (dx * dx + dy * dy <= 16 * near * near)
		{
			if (point.height_b - point.height_a > other->height_b - other->height_a)
				*other = point;
			return count;
		}
		// Numbers made of two may coincide.
		point.feature_a = (kiln_feature){KILN_FEATURE_NONE, (1U << 30) + count};
	}
	points[count] = point;
	return count + 1;
}

static place_on on_loop(uint32_t in, uint32_t out, bool second)
{
	uint32_t base = second ? KILN_AREA_MOST : 0;
	bool own_in = (in >= KILN_AREA_MOST) == second, own_out = (out >= KILN_AREA_MOST) == second;
	place_on on = {KILN_NONE, KILN_NONE};
	if (own_in && own_out)
		on.corner = out - base;
	else if (own_in || own_out)
		on.edge = (own_in ? in : out) - base;
	return on;
}

/// Crossings this many times `near` apart are independent of each other.
#define FAR_CROSSING 32

/// The corners of the clipped polygon, with their names.
typedef struct named_loop
{
	uint32_t count;
	bool has_corner[KILN_CLIP_MOST]; ///< true: at a corner of either area; false: where two edges cross
	kiln_clip_point points[KILN_CLIP_MOST];
} named_loop;

static void name_corners(const kiln_area *a, const kiln_area *b, const loop *made, double near, named_loop *named)
{
	named->count = made->count;
	for (uint32_t i = 0; i < made->count; ++i)
	{
		const loop_corner *corner = &made->corner[i], *last = &made->corner[i > 0 ? i - 1 : made->count - 1];
		place_on on_a = on_loop(last->edge, corner->edge, false), on_b = on_loop(last->edge, corner->edge, true);
		named->points[i] = make_point(a, b, near, corner->x, corner->y, &on_a, &on_b);
		named->has_corner[i] = is_corner(on_a) || is_corner(on_b);
	}
}

/// Whether a neighbour of a crossing stays, independently of the crossing: of two crossings on a blunted corner,
/// neither may be dropped because of the other.
static bool is_firm(const named_loop *named, uint32_t i, uint32_t neighbour, double near)
{
	const kiln_clip_point *p = &named->points[i], *q = &named->points[neighbour];
	double x = p->x - q->x, y = p->y - q->y, far = FAR_CROSSING * near;
	return named->has_corner[neighbour] || x * x + y * y > far * far;
}

/// Whether a crossing is within `near` of the line between its neighbours.
static bool is_between(const named_loop *named, uint32_t i, double near)
{
	uint32_t before = i > 0 ? i - 1 : named->count - 1, after_it = i + 1 < named->count ? i + 1 : 0;
	const kiln_clip_point *p = &named->points[i], *from = &named->points[before], *to = &named->points[after_it];
	double dx = to->x - from->x, dy = to->y - from->y;
	double cross = dx * (p->y - from->y) - dy * (p->x - from->x);
	return cross * cross <= near * near * (dx * dx + dy * dy) && is_firm(named, i, before, near) &&
		   is_firm(named, i, after_it, near);
}

/// Edges that run along each other may cross anywhere. Such a crossing is not a corner if it only lies on the way from
/// one corner to another.
static uint32_t take_corners(const named_loop *named, double near, kiln_clip_point *points)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < named->count; ++i)
		if (named->has_corner[i] || !is_between(named, i, near))
			count = take_point(points, count, named->points[i], near);
	return count;
}

static uint32_t clip_polygons(const kiln_area *a, const kiln_area *b, double near, kiln_clip_point *points)
{
	loop loops[2];
	double slack = TOUCHING * kiln_double_min(a->size, b->size);
	loops[0].count = a->count;
	for (uint32_t i = 0; i < a->count; ++i)
		loops[0].corner[i] = (loop_corner){a->spots[i].x, a->spots[i].y, i};
	uint32_t now = 0;
	for (uint32_t i = 0; i < b->count; ++i)
		now ^= clip_by(b, i, slack, &loops[now], &loops[now ^ 1]);
	named_loop named;
	name_corners(a, b, &loops[now], near, &named);
	return take_corners(&named, near, points);
}

/// The part of a segment inside a polygon, in the segment's parameter, and the edges that end it.
typedef struct stretch
{
	double from, to;
	uint32_t from_edge, to_edge; ///< KILN_NONE at the segment's own ends
} stretch;

static bool cut_segment(const kiln_area *segment, const kiln_area *polygon, stretch *s)
{
	const kiln_spot *p = &segment->spots[0], *q = &segment->spots[1];
	double slack = TOUCHING * kiln_double_min(segment->size, polygon->size);
	*s = (stretch){0, 1, KILN_NONE, KILN_NONE};
	for (uint32_t i = 0; i < polygon->count; ++i)
	{
		double here = left_of(polygon, i, p->x, p->y), there = left_of(polygon, i, q->x, q->y);
		if (here < -slack && there < -slack)
			return false;
		if (here >= -slack && there >= -slack)
			continue;
		double t = here / (here - there);
		if (here < there && t > s->from)
		{
			s->from = t;
			s->from_edge = i;
		}
		else if (here > there && t < s->to)
		{
			s->to = t;
			s->to_edge = i;
		}
	}
	return s->from <= s->to + TOUCHING;
}

static uint32_t clip_segment(
	const kiln_area *segment, const kiln_area *polygon, bool swapped, double near, kiln_clip_point *points)
{
	stretch s;
	if (!cut_segment(segment, polygon, &s))
		return 0;
	const kiln_spot *p = &segment->spots[0], *q = &segment->spots[1];
	uint32_t count = 0;
	for (uint32_t i = 0; i < 2; ++i)
	{
		double t = i ? s.to : s.from;
		uint32_t edge = i ? s.to_edge : s.from_edge;
		place_on on = {edge == KILN_NONE ? i : KILN_NONE, 0}, other = {KILN_NONE, edge};
		double x = p->x + t * (q->x - p->x), y = p->y + t * (q->y - p->y);
		if (edge == KILN_NONE)
		{
			x = segment->spots[i].x;
			y = segment->spots[i].y;
		}
		kiln_clip_point point = swapped ? make_point(polygon, segment, near, x, y, &other, &on)
										: make_point(segment, polygon, near, x, y, &on, &other);
		count = take_point(points, count, point, near);
	}
	return count;
}

/// Whether an area contains a place, to `slack`.
static bool has_place(const kiln_area *area, double x, double y, double slack)
{
	if (area->count > 2)
	{
		for (uint32_t i = 0; i < area->count; ++i)
			if (left_of(area, i, x, y) < -slack)
				return false;
		return true;
	}
	const kiln_spot *p = &area->spots[0], *q = after(area, 0);
	double dx = q->x - p->x, dy = q->y - p->y;
	double t = kiln_ratio01((x - p->x) * dx + (y - p->y) * dy, dx * dx + dy * dy);
	dx = p->x + t * dx - x;
	dy = p->y + t * dy - y;
	return dx * dx + dy * dy <= slack * slack;
}

static uint32_t clip_point(const kiln_area *a, const kiln_area *b, kiln_clip_point *points)
{
	const kiln_area *point = a->count == 1 ? a : b, *other = a->count == 1 ? b : a;
	double x = point->spots[0].x, y = point->spots[0].y;
	double slack = TOUCHING * kiln_double_max(other->size, kiln_double_max(a->round, b->round));
	if (!has_place(other, x, y, slack))
		return 0;
	place_on corner = {0, KILN_NONE}, inside = {KILN_NONE, KILN_NONE};
	points[0] =
		make_point(a, b, kiln_clip_near(a, b), x, y, point == a ? &corner : &inside, point == a ? &inside : &corner);
	return 1;
}

uint32_t kilni_area_clip(
	const kiln_area *a, const kiln_area *b, const kiln_contact_frame *frame, kiln_clip_point points[KILN_CLIP_MOST])
{
	if (a->count == 1 || b->count == 1)
		return clip_point(a, b, points);
	double near = kiln_clip_near(a, b);
	if (a->count == 2 && b->count == 2)
		return kilni_clip_segments(a, b, frame, points);
	if (a->count == 2)
		return clip_segment(a, b, false, near, points);
	if (b->count == 2)
		return clip_segment(b, a, true, near, points);
	return clip_polygons(a, b, near, points);
}
