// SPDX-License-Identifier: MIT
#include "clip.h"

#include <math.h>

/// Nearly parallel segments pass each other if they are within this share of their roundness.
#define BESIDE 0.25

/// Places nearer than this share of the size are the same place.
#define TOUCHING 0x1p-30

/// Two segments along a line between them: their ends by distance along the line, the lower one first.
typedef struct passing
{
	const kiln_area *area[2];
	uint32_t low_end[2];	  ///< number of the lower end of each
	double low[2], high[2];	  ///< along the line
	double side[2], drift[2]; ///< distance beside the line at place 0, and its change along the line
	double x, y;			  ///< the line's direction
} passing;

static double length_of(const kiln_area *area, double *x, double *y)
{
	*x = area->spots[1].x - area->spots[0].x;
	*y = area->spots[1].y - area->spots[0].y;
	double length = sqrt(*x * *x + *y * *y);
	*x /= length;
	*y /= length;
	return length;
}

/// Returns false for segments that cross at more than the angle.
static bool pass(const kiln_area *a, const kiln_area *b, double tangent, passing *p)
{
	double ax, ay, bx, by;
	length_of(a, &ax, &ay);
	length_of(b, &bx, &by);
	double across = ax * by - ay * bx, along = ax * bx + ay * by;
	if (!(kiln_double_abs(across) <= tangent * kiln_double_abs(along)))
		return false;
	double turn = along < 0 ? -1 : 1, x = ax + turn * bx, y = ay + turn * by, length = sqrt(x * x + y * y);
	*p = (passing){.area = {a, b}, .x = x / length, .y = y / length};
	for (int i = 0; i < 2; ++i)
	{
		double at[2], side[2];
		for (int end = 0; end < 2; ++end)
		{
			const kiln_spot *spot = &p->area[i]->spots[end];
			at[end] = spot->x * p->x + spot->y * p->y;
			side[end] = spot->y * p->x - spot->x * p->y;
		}
		uint32_t first = at[1] < at[0];
		p->low_end[i] = first;
		p->low[i] = at[first];
		p->high[i] = at[!first];
		p->drift[i] = (side[!first] - side[first]) / (p->high[i] - p->low[i]);
		p->side[i] = side[first] - p->drift[i] * p->low[i];
	}
	return true;
}

/// Height of a segment's surface at a place along the line, `away` to the side of the segment.
static double height_beside(const passing *p, int i, double at, double away)
{
	const kiln_area *area = p->area[i];
	const kiln_spot *low = &area->spots[p->low_end[i]], *high = &area->spots[!p->low_end[i]];
	double t = kiln_ratio01(at - p->low[i], p->high[i] - p->low[i]), round = area->round;
	double rest = round * round - away * away;
	double drop = round > 0 && rest > 0 ? round - sqrt(rest) : 0;
	return low->height + t * (high->height - low->height) - area->side * drop;
}

static kiln_feature end_name(const passing *p, int i, bool high)
{
	return p->area[i]->spots[p->low_end[i] ^ (uint32_t)high].corner;
}

/// The contact at a place along the line, without names.
static kiln_clip_point passing_point(const passing *p, double at)
{
	double side[2], round = p->area[0]->round + p->area[1]->round;
	for (int i = 0; i < 2; ++i)
		side[i] = p->side[i] + p->drift[i] * at;
	double share = round > 0 ? p->area[0]->round / round : 0.5, middle = side[0] + share * (side[1] - side[0]);
	kiln_clip_point point = {.x = at * p->x - middle * p->y, .y = at * p->y + middle * p->x};
	point.height_a = height_beside(p, 0, at, middle - side[0]);
	point.height_b = height_beside(p, 1, at, middle - side[1]);
	return point;
}

/// The contact at an end of the common stretch. It is named after the segment that ends there, or after both if neither
/// ends there, so that it differs in name from the other end.
static kiln_clip_point end_point(const passing *p, double at, bool high, double near)
{
	kiln_clip_point point = passing_point(p, at);
	bool ends[2];
	for (int i = 0; i < 2; ++i)
		ends[i] = kiln_double_abs(at - (high ? p->high[i] : p->low[i])) <= near;
	point.feature_a = ends[0] || !ends[1] ? end_name(p, 0, high) : p->area[0]->inside;
	point.feature_b = ends[1] || !ends[0] ? end_name(p, 1, high) : p->area[1]->inside;
	return point;
}

/// The contact of a stretch that is a single place: the choice of its lower end must not matter.
static kiln_clip_point only_point(const passing *p, double at, double near)
{
	kiln_clip_point point = passing_point(p, at);
	kiln_feature *const name[2] = {&point.feature_a, &point.feature_b};
	for (int i = 0; i < 2; ++i)
	{
		double low = kiln_double_abs(at - p->low[i]), high = kiln_double_abs(at - p->high[i]);
		*name[i] = kiln_double_min(low, high) <= near ? end_name(p, i, high < low) : p->area[i]->inside;
	}
	return point;
}

/// Narrows a stretch to the part where the segments are within `most` of each other; returns false if there is no such
/// part.
static bool narrow(const passing *p, double most, double *low, double *high)
{
	double side = p->side[1] - p->side[0], drift = p->drift[1] - p->drift[0];
	double first = side + drift * *low, last = side + drift * *high;
	if (kiln_double_min(first, last) > most || kiln_double_max(first, last) < -most)
		return false;
	double change = last - first, length = *high - *low, from = *low;
	for (int i = 0; i < 2; ++i)
	{
		double *end = i ? high : low, value = i ? last : first;
		double bound = value > most ? most : -most;
		if (kiln_double_abs(value) > most)
			*end = from + length * ((bound - first) / change);
	}
	return true;
}

/// The contact where two segments cross. Ends within `near` give their names.
static uint32_t cross(const kiln_area *a, const kiln_area *b, double near, kiln_clip_point *point)
{
	double ax, ay, bx, by, length_a = length_of(a, &ax, &ay), length_b = length_of(b, &bx, &by);
	double sine = ax * by - ay * bx;
	const kiln_spot *p = &a->spots[0], *q = &b->spots[0];
	double dx = q->x - p->x, dy = q->y - p->y, slack = TOUCHING * (length_a + length_b);
	double s = (dx * by - dy * bx) / sine, t = (dx * ay - dy * ax) / sine;
	if (!(s >= -slack && s <= length_a + slack && t >= -slack && t <= length_b + slack))
		return 0;
	s = kiln_double_max(0, kiln_double_min(s, length_a));
	t = kiln_double_max(0, kiln_double_min(t, length_b));
	*point = (kiln_clip_point){.x = p->x + s * ax, .y = p->y + s * ay, .feature_a = a->inside, .feature_b = b->inside};
	point->height_a = p->height + s / length_a * (a->spots[1].height - p->height);
	point->height_b = q->height + t / length_b * (b->spots[1].height - q->height);
	uint32_t corner_a = kilni_clip_corner(a, point->x, point->y, near);
	uint32_t corner_b = kilni_clip_corner(b, point->x, point->y, near);
	if (corner_a != KILN_NONE)
		point->feature_a = a->spots[corner_a].corner;
	if (corner_b != KILN_NONE)
		point->feature_b = b->spots[corner_b].corner;
	return 1;
}

uint32_t kilni_clip_segments(
	const kiln_area *a, const kiln_area *b, const kiln_contact_frame *frame, kiln_clip_point points[2])
{
	passing p;
	double near = kiln_clip_near(a, b);
	double most = kiln_double_max(BESIDE * (a->round + b->round), TOUCHING * kiln_double_max(a->size, b->size));
	if (!pass(a, b, frame->tangent, &p))
		return cross(a, b, near, points);
	double low = kiln_double_max(p.low[0], p.low[1]), high = kiln_double_min(p.high[0], p.high[1]);
	if (low > high + TOUCHING * kiln_double_max(a->size, b->size) || !narrow(&p, most, &low, &high))
		return 0;
	if (!(high - low > near))
	{
		points[0] = only_point(&p, low + 0.5 * (high - low), near);
		return 1;
	}
	points[0] = end_point(&p, low, false, near);
	points[1] = end_point(&p, high, true, near);
	return 2;
}
