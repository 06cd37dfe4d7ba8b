// SPDX-License-Identifier: MIT
#include "area.h"

#include "bounds/core.h"

#include <math.h>

/// Points nearer together than this share of an area's size are at the same place.
#define SAME_PLACE 0x1p-40
/// The error of places, as a share of their distance from the eye.
#define ROUNDING 0x1p-49

kiln_contact_frame kilni_contact_frame_of(kiln_d3 normal, double tangent)
{
	kiln_contact_frame frame = {.normal = normal, .tangent = tangent};
	frame.u = kilni_d3_across(normal);
	frame.v = kiln_d3_cross(normal, frame.u);
	frame.cosine = 1 / sqrt(1 + tangent * tangent);
	frame.sine = tangent * frame.cosine;
	return frame;
}

bool kilni_area_add(kiln_area *area, const kiln_contact_frame *frame, kiln_d3 point, kiln_feature corner)
{
	if (area->spot_count == KILN_AREA_MOST)
		return false;
	area->spots[area->spot_count++] = (kiln_spot){.x = kiln_d3_dot(frame->u, point),
		.y = kiln_d3_dot(frame->v, point),
		.height = kiln_d3_dot(frame->normal, point),
		.corner = corner,
		.edge = corner};
	return true;
}

/// Twice the area of a, b and (x, y): above zero when they run counterclockwise.
static double orient(const kiln_spot *a, const kiln_spot *b, double x, double y)
{
	return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/// Orders by x, then y; at equal places the farther out comes first, then the lower number.
static bool comes_before(const kiln_area *area, const kiln_spot *a, const kiln_spot *b)
{
	if (a->x != b->x)
		return a->x < b->x;
	if (a->y != b->y)
		return a->y < b->y;
	double out_a = area->side * a->height, out_b = area->side * b->height;
	if (out_a != out_b)
		return out_a > out_b;
	return a->corner.index < b->corner.index;
}

static void sort_spots(kiln_area *area)
{
	for (uint32_t i = 1; i < area->spot_count; ++i)
	{
		kiln_spot spot = area->spots[i];
		uint32_t j = i;
		for (; j > 0 && comes_before(area, &spot, &area->spots[j - 1]); --j)
			area->spots[j] = area->spots[j - 1];
		area->spots[j] = spot;
	}
}

static double extent_of(const kiln_area *area)
{
	double low_y = area->spots[0].y, high_y = low_y, low_x = area->spots[0].x, high_x = low_x;
	for (uint32_t i = 1; i < area->spot_count; ++i)
	{
		low_x = kiln_double_min(low_x, area->spots[i].x);
		high_x = kiln_double_max(high_x, area->spots[i].x);
		low_y = kiln_double_min(low_y, area->spots[i].y);
		high_y = kiln_double_max(high_y, area->spots[i].y);
	}
	return kiln_double_max(high_x - low_x, high_y - low_y);
}

/// The greatest distance of places that count as the same. For an area that is small relative to its distance from the
/// eye, this is the rounding, because edges that short may lead anywhere.
static double same_place(const kiln_area *area)
{
	double far = 0;
	for (uint32_t i = 0; i < area->spot_count; ++i)
	{
		const kiln_spot *spot = &area->spots[i];
		far = kiln_double_max(far, kiln_d3_largest((kiln_d3){spot->x, spot->y, spot->height}));
	}
	return kiln_double_max(SAME_PLACE * area->size, ROUNDING * far);
}

/// Leaves one spot at each place.
static void drop_equal(kiln_area *area, double near)
{
	uint32_t kept = 1;
	for (uint32_t i = 1; i < area->spot_count; ++i)
	{
		kiln_spot *last = &area->spots[kept - 1];
		const kiln_spot *spot = &area->spots[i];
		if (spot->x - last->x <= near && kiln_double_abs(spot->y - last->y) <= near)
		{
			if (area->side * spot->height > area->side * last->height)
				*last = *spot;
			continue;
		}
		area->spots[kept++] = *spot;
	}
	area->spot_count = kept;
}

/// Appends a chain of the polygon over sorted spots, in one direction along x, to `chain` (Andrew 1979).
static uint32_t add_chain(const kiln_area *area, double flat, uint32_t *chain, uint32_t count, bool back)
{
	uint32_t base = count, n = area->spot_count;
	for (uint32_t k = 0; k < n; ++k)
	{
		uint32_t i = back ? n - 1 - k : k;
		const kiln_spot *spot = &area->spots[i];
		while (count >= base + 2 &&
			   !(orient(&area->spots[chain[count - 2]], &area->spots[chain[count - 1]], spot->x, spot->y) > flat))
			--count;
		chain[count++] = i;
	}
	// The last spot begins the other chain.
	return count - 1;
}

void kilni_area_close(kiln_area *area)
{
	area->size = extent_of(area);
	double near = same_place(area), flat = near * area->size;
	sort_spots(area);
	drop_equal(area, near);
	if (area->spot_count <= 2)
	{
		area->count = area->spot_count;
		return;
	}
	uint32_t chain[2 * KILN_AREA_MOST + 2], n = area->spot_count;
	uint32_t count = add_chain(area, flat, chain, 0, false);
	count = add_chain(area, flat, chain, count, true);
	kiln_spot spots[KILN_AREA_MOST];
	bool taken[KILN_AREA_MOST] = {false};
	uint32_t made = 0;
	// Copies each spot once, so that there is room for all.
	for (uint32_t i = 0; i < count; ++i)
	{
		if (taken[chain[i]])
			continue;
		spots[made++] = area->spots[chain[i]];
		taken[chain[i]] = true;
	}
	area->count = made;
	for (uint32_t i = 0; i < n; ++i)
		if (!taken[i])
			spots[made++] = area->spots[i];
	for (uint32_t i = 0; i < made; ++i)
		area->spots[i] = spots[i];
	area->spot_count = made;
}

void kilni_area_name(kiln_area *area)
{
	for (uint32_t i = 0; i < area->count; ++i)
	{
		uint32_t a = area->spots[i].corner.index, b = area->spots[i + 1 < area->count ? i + 1 : 0].corner.index;
		area->spots[i].edge = (kiln_feature){KILN_FEATURE_NONE, a < b ? a << 16 ^ b : b << 16 ^ a};
	}
	area->inside = (kiln_feature){KILN_FEATURE_NONE, KILN_NONE};
	if (area->count == 2)
		area->inside = area->spots[0].edge;
	else if (area->count == 1)
		area->inside = area->spots[0].corner;
}

bool kilni_area_keep(kiln_area *area)
{
	area->size = extent_of(area);
	double near = same_place(area), whole = 0;
	for (uint32_t i = 0; i < area->spot_count; ++i)
	{
		const kiln_spot *p = &area->spots[i], *q = &area->spots[i + 1 < area->spot_count ? i + 1 : 0];
		double dx = q->x - p->x, dy = q->y - p->y;
		if (!(dx * dx + dy * dy > near * near))
			return false;
		whole += orient(&area->spots[0], p, q->x, q->y);
	}
	area->count = area->spot_count;
	return whole > near * area->size;
}

/// Uses triangles from the first corner (Newell's normal, which does not cancel for convex polygons). Stored normals
/// are rounded to float32, which is too inaccurate on wide faces.
void kilni_area_set_flat(kiln_area *area)
{
	const kiln_spot *o = &area->spots[0];
	kiln_d3 normal = {0, 0, 0};
	for (uint32_t i = 1; i + 1 < area->count; ++i)
	{
		const kiln_spot *p = &area->spots[i], *q = &area->spots[i + 1];
		kiln_d3 first = {p->x - o->x, p->y - o->y, p->height - o->height};
		kiln_d3 second = {q->x - o->x, q->y - o->y, q->height - o->height};
		normal = kiln_d3_add(normal, kiln_d3_cross(first, second));
	}
	area->flat = normal.z > 0;
	if (!area->flat)
		return;
	area->slope_x = -normal.x / normal.z;
	area->slope_y = -normal.y / normal.z;
	area->level = o->height - area->slope_x * o->x - area->slope_y * o->y;
}

/// The weights of (x, y) in the triangle of three spots; returns false for a triangle without area.
static bool shares_in(const kiln_spot *a, const kiln_spot *b, const kiln_spot *c, double x, double y, double share[3])
{
	double whole = orient(a, b, c->x, c->y);
	share[0] = orient(b, c, x, y) / whole;
	share[1] = orient(c, a, x, y) / whole;
	share[2] = orient(a, b, x, y) / whole;
	return whole != 0 && share[0] + share[1] + share[2] < HUGE_VAL;
}

static double least_of(const double share[3])
{
	return kiln_double_min(share[0], kiln_double_min(share[1], share[2]));
}

/// The triangle of the corners' fan that holds a place.
static void first_portal(const kiln_area *area, double x, double y, uint32_t portal[3])
{
	uint32_t i = 1;
	while (i + 2 < area->count && orient(&area->spots[0], &area->spots[i + 1], x, y) > 0)
		++i;
	portal[0] = 0;
	portal[1] = i;
	portal[2] = i + 1;
}

/// The height of a portal's plane at (x, y); within the portal where (x, y) is beside it by rounding.
static double portal_height(const kiln_area *area, const uint32_t portal[3], double x, double y)
{
	const kiln_spot *s = area->spots;
	double share[3], sum = 0, height = 0;
	if (!shares_in(&s[portal[0]], &s[portal[1]], &s[portal[2]], x, y, share))
		return s[portal[0]].height;
	for (int i = 0; i < 3; ++i)
	{
		share[i] = kiln_double_max(share[i], 0);
		sum += share[i];
		height += share[i] * s[portal[i]].height;
	}
	return height / sum;
}

/// The spot that is farthest above a portal's plane; KILN_NONE when no spot is.
static uint32_t beyond_portal(const kiln_area *area, const uint32_t portal[3])
{
	const kiln_spot *a = &area->spots[portal[0]], *b = &area->spots[portal[1]], *c = &area->spots[portal[2]];
	double most = 0x1p-44 * (area->size + kiln_double_abs(a->height));
	uint32_t best = KILN_NONE;
	for (uint32_t i = 0; i < area->spot_count; ++i)
	{
		const kiln_spot *spot = &area->spots[i];
		double share[3];
		if (!shares_in(a, b, c, spot->x, spot->y, share))
			return KILN_NONE;
		double plane = share[0] * a->height + share[1] * b->height + share[2] * c->height;
		double out = area->side * (spot->height - plane);
		if (out > most)
		{
			most = out;
			best = i;
		}
	}
	return best;
}

/// The surface over a polygon that is not flat is the hull of its spots. A portal under a place is raised there,
/// support by support, until it is on the surface.
static double surface_height(const kiln_area *area, double x, double y)
{
	uint32_t portal[3];
	first_portal(area, x, y, portal);
	for (uint32_t step = 0; step < 2 * KILN_AREA_MOST; ++step)
	{
		uint32_t out = beyond_portal(area, portal), best = 0;
		if (out == KILN_NONE || out == portal[0] || out == portal[1] || out == portal[2])
			break;
		double most = -HUGE_VAL;
		for (uint32_t i = 0; i < 3; ++i)
		{
			double share[3];
			const kiln_spot *s = area->spots;
			if (shares_in(&s[out], &s[portal[(i + 1) % 3]], &s[portal[(i + 2) % 3]], x, y, share) &&
				least_of(share) > most)
			{
				most = least_of(share);
				best = i;
			}
		}
		portal[best] = out;
	}
	return portal_height(area, portal, x, y);
}

double kilni_area_height(const kiln_area *area, double x, double y)
{
	const kiln_spot *a = &area->spots[0], *b = &area->spots[1];
	if (area->count == 1)
		return a->height;
	if (area->flat)
		return area->slope_x * x + area->slope_y * y + area->level;
	if (area->count > 2)
		return surface_height(area, x, y);
	double dx = b->x - a->x, dy = b->y - a->y;
	double t = kiln_ratio01((x - a->x) * dx + (y - a->y) * dy, dx * dx + dy * dy);
	return a->height + t * (b->height - a->height);
}

kiln_feature kilni_area_feature_at(const kiln_area *area, double x, double y, double near)
{
	double best = near * near;
	kiln_feature feature = area->inside;
	for (uint32_t i = 0; i < area->spot_count; ++i)
	{
		double dx = area->spots[i].x - x, dy = area->spots[i].y - y, distance2 = dx * dx + dy * dy;
		if (distance2 <= best)
		{
			best = distance2;
			feature = area->spots[i].corner;
		}
	}
	return feature;
}
