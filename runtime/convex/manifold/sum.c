// SPDX-License-Identifier: MIT
#include "area.h"

/// The name of a corner or edge of both: the name from the area that is more than a point, or a number made of both.
static kiln_feature name_of(kiln_feature first, kiln_feature other, const kiln_area *a, const kiln_area *b)
{
	if (b->count == 1)
		return first;
	if (a->count == 1)
		return other;
	return (kiln_feature){KILN_FEATURE_NONE, (first.index << 16) ^ (other.index + ((uint32_t)other.kind << 14))};
}

static void shift(kiln_area *area, const kiln_spot *by)
{
	for (uint32_t i = 0; i < area->spot_count; ++i)
	{
		area->spots[i].x += by->x;
		area->spots[i].y += by->y;
		area->spots[i].height += by->height;
	}
	area->level += by->height - area->slope_x * by->x - area->slope_y * by->y;
}

/// The lowest corner in y, and among equals in x: the first that a sweep of edge directions from x onwards meets.
static uint32_t lowest(const kiln_area *area)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < area->count; ++i)
	{
		const kiln_spot *a = &area->spots[i], *b = &area->spots[best];
		if (a->y < b->y || (a->y == b->y && a->x < b->x))
			best = i;
	}
	return best;
}

static const kiln_spot *corner(const kiln_area *area, uint32_t i)
{
	return &area->spots[i % area->count];
}

/// The cross product of the edges that lead on from both corners; above zero when the first turns less.
static double turn_of(const kiln_area *a, uint32_t i, const kiln_area *b, uint32_t j)
{
	const kiln_spot *p = corner(a, i), *q = corner(a, i + 1), *r = corner(b, j), *s = corner(b, j + 1);
	return (q->x - p->x) * (s->y - r->y) - (q->y - p->y) * (s->x - r->x);
}

/// Merges both boundaries by the direction of their edges (de Berg et al. 2008, 13.3). If there are too many corners,
/// drops some evenly.
static void merge(const kiln_area *a, const kiln_area *b, kiln_area *sum)
{
	uint32_t first = lowest(a), second = lowest(b), i = 0, j = 0, total = a->count + b->count;
	uint32_t every = 1 + total / (KILN_AREA_MOST + 1);
	sum->spot_count = 0;
	for (uint32_t step = 0; step < total; ++step)
	{
		const kiln_spot *p = corner(a, first + i), *q = corner(b, second + j);
		bool on_a = j == b->count || (i < a->count && turn_of(a, first + i, b, second + j) >= 0);
		if (step % every == 0)
			sum->spots[sum->spot_count++] = (kiln_spot){.x = p->x + q->x,
				.y = p->y + q->y,
				.height = p->height + q->height,
				.corner = name_of(p->corner, q->corner, a, b),
				.edge = on_a ? name_of(p->edge, q->corner, a, b) : name_of(p->corner, q->edge, a, b)};
		i += on_a;
		j += !on_a;
	}
}

void kilni_area_sum(kiln_area *area, const kiln_area *other)
{
	kiln_area first = *area;
	if (other->count == 1)
	{
		shift(area, &other->spots[0]);
		area->round += other->round;
		return;
	}
	if (first.count == 1)
	{
		*area = *other;
		shift(area, &first.spots[0]);
		area->round += first.round;
		return;
	}
	merge(&first, other, area);
	area->flat = false;
	area->face = (kiln_feature){KILN_FEATURE_NONE, 0};
	area->face_normal = (kiln_d3){0, 0, 0};
	area->inside = name_of(first.inside, other->inside, &first, other);
	area->round = 0;
	kilni_area_close(area);
}
