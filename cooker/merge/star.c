// SPDX-License-Identifier: MIT
#include "star.h"

#include "memory.h"

#include <string.h>

static void free_corners(const kilncook_context *context, star_work *star)
{
	uint32_t capacity = star->corner_capacity;
	cook_free(context, star->corners, capacity, sizeof *star->corners);
	cook_free(context, star->outers, capacity, sizeof *star->outers);
	cook_free(context, star->prev, capacity, sizeof *star->prev);
	cook_free(context, star->next, capacity, sizeof *star->next);
	cook_free(context, star->sides, capacity, sizeof *star->sides);
	cook_free(context, star->triangles, capacity, sizeof *star->triangles);
	cook_free(context, star->mates, capacity, sizeof *star->mates);
	cook_free(context, star->added, capacity, sizeof *star->added);
}

void star_free(const kilncook_context *context, star_work *star)
{
	free_corners(context, star);
	cook_free(context, star->fans, star->fan_capacity, sizeof *star->fans);
	*star = (star_work){0};
}

void star_clear(star_work *star)
{
	star->fan_count = star->corner_count = star->triangle_count = star->added_count = 0;
}

/// Makes room for `more` corners. Plans begin only after all fans are collected: corners and outer sides are copied.
static bool reserve_corners(const kilncook_context *context, star_work *star, uint32_t more)
{
	if (star->corner_capacity - star->corner_count >= more)
		return true;
	uint64_t capacity = ((uint64_t)star->corner_count + more) * 3 / 2 + 64;
	star_work larger = {.corner_capacity = (uint32_t)capacity};
	if (capacity < STAR_NEW / 3)
	{
		larger.corners = cook_alloc(context, (size_t)capacity, sizeof *larger.corners);
		larger.outers = cook_alloc(context, (size_t)capacity, sizeof *larger.outers);
		larger.prev = cook_alloc(context, (size_t)capacity, sizeof *larger.prev);
		larger.next = cook_alloc(context, (size_t)capacity, sizeof *larger.next);
		larger.sides = cook_alloc(context, (size_t)capacity, sizeof *larger.sides);
		larger.triangles = cook_alloc(context, (size_t)capacity, sizeof *larger.triangles);
		larger.mates = cook_alloc(context, (size_t)capacity, sizeof *larger.mates);
		larger.added = cook_alloc(context, (size_t)capacity, sizeof *larger.added);
	}
	if (!larger.corners || !larger.outers || !larger.prev || !larger.next || !larger.sides || !larger.triangles ||
		!larger.mates || !larger.added)
	{
		free_corners(context, &larger);
		star->failed = true;
		return false;
	}
	if (star->corner_count)
	{
		memcpy(larger.corners, star->corners, star->corner_count * sizeof *star->corners);
		memcpy(larger.outers, star->outers, star->corner_count * sizeof *star->outers);
	}
	larger.fans = star->fans;
	larger.fan_count = star->fan_count;
	larger.fan_capacity = star->fan_capacity;
	larger.corner_count = star->corner_count;
	free_corners(context, star);
	*star = larger;
	return true;
}

static bool reserve_fan(const kilncook_context *context, star_work *star)
{
	if (star->fan_count < star->fan_capacity)
		return true;
	uint32_t capacity = star->fan_capacity * 2 + 4;
	star_fan *fans = cook_resize(context, star->fans, star->fan_capacity, capacity, sizeof *fans);
	if (!fans)
	{
		star->failed = true;
		return false;
	}
	star->fans = fans;
	star->fan_capacity = capacity;
	return true;
}

star_fan *star_collect(const merge_surface *surface, star_work *star, uint32_t side)
{
	const kilncook_context *context = surface->context;
	uint32_t vertex = merge_from(surface, side), first = side;
	// A fan has at most all triangles of the vertex; an open one has one corner more.
	if (!reserve_fan(context, star) || !reserve_corners(context, star, surface->degree[vertex] + 1))
		return NULL;
	while (!merge_is_border(surface, side))
	{
		side = merge_next(surface->links[side]);
		if (side == first)
			break;
	}
	first = side;
	star_fan *fan = &star->fans[star->fan_count++];
	*fan = (star_fan){surface->region_of[side / 3], star->corner_count, 0, 0, !merge_is_border(surface, side)};
	for (;;)
	{
		star->corners[star->corner_count] = merge_from(surface, merge_next(side));
		star->outers[star->corner_count++] = merge_next(side);
		uint32_t last = merge_prev(side);
		if (merge_is_border(surface, last))
		{
			star->corners[star->corner_count] = merge_from(surface, last);
			star->outers[star->corner_count++] = KILN_NONE;
			break;
		}
		side = surface->links[last];
		if (side == first)
			break;
	}
	fan->count = star->corner_count - fan->first;
	return fan;
}

/// Adds an edge to the surface's set, and to the list of the plan. False when it is there already.
static bool claim(merge_surface *surface, star_work *star, uint32_t a, uint32_t b)
{
	if (surface->kinds[a] == MERGE_INNER || surface->kinds[b] == MERGE_INNER)
		return true;
	if (edge_set_find(&surface->edges, a, b))
		return false;
	if (!edge_set_add(surface->context, &surface->edges, a, b, KILN_NONE))
	{
		star->failed = true;
		return false;
	}
	star->added[star->added_count][0] = a;
	star->added[star->added_count++][1] = b;
	return true;
}

void star_revert(merge_surface *surface, star_work *star)
{
	for (uint32_t i = 0; i < star->added_count; ++i)
		edge_set_remove(&surface->edges, star->added[i][0], star->added[i][1]);
	star->added_count = 0;
}

/// Whether the triangle at corner `i` of the outline can be cut off. The wedge between its neighbours, seen from the
/// vertex, holds no other corner.
static bool is_ear(
	const merge_surface *surface, const star_work *star, const merge_region *region, uint32_t vertex, uint32_t i)
{
	uint32_t a = star->corners[star->prev[i]], b = star->corners[i], c = star->corners[star->next[i]];
	return a != c && merge_orient(surface, region, a, b, c) > 0 && merge_orient(surface, region, vertex, a, c) >= 0;
}

/// Plans the triangle at corner `i`.
static uint32_t add_triangle(star_work *star, uint32_t i)
{
	uint32_t p = star->prev[i], n = star->next[i], number = star->triangle_count++;
	star->triangles[number][0] = p;
	star->triangles[number][1] = i;
	star->triangles[number][2] = n;
	star->mates[number][0] = star->sides[p];
	star->mates[number][1] = star->sides[i];
	star->mates[number][2] = star->sides[n];
	return number;
}

/// Whether another triangle of the same three vertices exists, where a fan becomes a single triangle. All its sides are
/// borders then.
static bool is_copy(const merge_surface *surface, const star_work *star, const star_fan *fan)
{
	const uint32_t *t = star->triangles[fan->triangle_first];
	for (int k = 0; k < 3; ++k)
	{
		uint32_t outer = star->outers[t[k]];
		if (outer == KILN_NONE)
			continue;
		if (!merge_is_border(surface, outer))
			return false;
		uint32_t apex = star->corners[t[(k + 2) % 3]];
		for (uint32_t side = surface->links[outer] & ~MERGE_BORDER; side != outer;
			 side = surface->links[side] & ~MERGE_BORDER)
			if (merge_from(surface, merge_prev(side)) == apex)
				return true;
	}
	// Other fans of the same vertex may become the same triangle.
	uint32_t apex = star->corners[fan->first + 1];
	for (const star_fan *other = star->fans; other < fan; ++other)
		if (other->count == 3 && star->corners[other->first + 1] == apex)
			return true;
	return false;
}

bool star_plan(merge_surface *surface, star_work *star, star_fan *fan, uint32_t vertex)
{
	const merge_region *region = &surface->regions[fan->region];
	uint32_t first = fan->first, end = first + fan->count, left = fan->count;
	fan->triangle_first = star->triangle_count;
	if (left < 3)
		return false;
	for (uint32_t i = first; i < end; ++i)
	{
		star->prev[i] = i == first ? end - 1 : i - 1;
		star->next[i] = i + 1 == end ? first : i + 1;
		star->sides[i] = i;
	}
	if (!fan->closed)
		star->sides[end - 1] = STAR_BORDER;
	// Graham's scan: after a cut, only the two neighbours can have become ears. The `missed` corners before i are no ears.
	bool again = false;
	for (uint32_t i = first, missed = 0; left > 3;)
	{
		bool pinned = !fan->closed && (i == first || i == end - 1);
		uint32_t p = star->prev[i], n = star->next[i];
		if (!pinned && is_ear(surface, star, region, vertex, i) &&
			claim(surface, star, star->corners[p], star->corners[n]))
		{
			uint32_t number = add_triangle(star, i);
			star->mates[number][2] = STAR_LATER;
			star->sides[p] = STAR_NEW | (3 * number + 2);
			star->next[p] = n;
			star->prev[n] = p;
			i = p;
			--left;
			missed = missed ? missed - 1 : 0;
			again = false;
			continue;
		}
		if (star->failed)
			return false;
		i = n;
		if (++missed < left)
			continue;
		if (again)
			return false;
		again = true;
		missed = 0;
	}
	uint32_t last = fan->closed ? first : end - 1;
	// The first corner of a closed fan may have been cut off.
	if (fan->closed && star->triangle_count > fan->triangle_first)
		last = star->triangles[star->triangle_count - 1][0];
	uint32_t a = star->corners[star->prev[last]], b = star->corners[last], c = star->corners[star->next[last]];
	if (a == c || merge_orient(surface, region, a, b, c) <= 0)
		return false;
	add_triangle(star, last);
	return fan->count > 3 || !is_copy(surface, star, fan);
}

/// Links the sides of a planned triangle in slot `slots[i]`. Returns its side at the new border, or KILN_NONE.
static uint32_t link_planned(merge_surface *surface, const star_work *star, const uint32_t *slots, uint32_t i)
{
	uint32_t border = KILN_NONE;
	for (uint32_t k = 0; k < 3; ++k)
	{
		uint32_t mate = star->mates[i][k], side = 3 * slots[i] + k;
		if (mate == STAR_LATER)
			continue;
		if (mate == STAR_BORDER)
			border = side;
		else if (!(mate & STAR_NEW))
			merge_replace_side(surface, star->outers[mate], side);
		else
		{
			// The other side is the third one of its triangle, which is planned earlier, and waits for this one.
			uint32_t number = (mate & ~STAR_NEW) / 3, other = 3 * slots[number] + 2;
			surface->links[side] = other;
			surface->links[other] = side;
		}
	}
	return border;
}

bool star_commit(merge_surface *surface, star_work *star)
{
	if (!merge_reserve(surface, star->triangle_count))
	{
		star->failed = true;
		return false;
	}
	uint32_t first = KILN_NONE, *slots = star->prev; // not needed any more
	for (uint32_t f = 0; f < star->fan_count; ++f)
	{
		const star_fan *fan = &star->fans[f];
		uint32_t end = f + 1 < star->fan_count ? star->fans[f + 1].triangle_first : star->triangle_count;
		for (uint32_t i = fan->triangle_first; i < end; ++i)
		{
			const uint32_t *t = star->triangles[i];
			slots[i] =
				merge_add_triangle(surface, fan->region, star->corners[t[0]], star->corners[t[1]], star->corners[t[2]]);
		}
		surface->regions[fan->region].reduced = true;
		for (uint32_t i = fan->triangle_first; i < end; ++i)
		{
			uint32_t border = link_planned(surface, star, slots, i);
			if (border == KILN_NONE)
				continue;
			surface->links[border] = (first == KILN_NONE ? border : first) | MERGE_BORDER;
			if (first != KILN_NONE)
			{
				surface->links[border] = surface->links[first];
				surface->links[first] = border | MERGE_BORDER;
			}
			else
				first = border;
		}
	}
	for (uint32_t f = 0; f < star->fan_count; ++f)
		for (uint32_t i = 0; i < star->fans[f].count; ++i)
			if (star->outers[star->fans[f].first + i] != KILN_NONE)
				merge_free_triangle(surface, star->outers[star->fans[f].first + i] / 3);
	return true;
}
