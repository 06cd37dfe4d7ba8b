// SPDX-License-Identifier: MIT
#include "cutting.h"
#include "memory.h"

#include "exact/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool add_item(cutting *c, uint32_t triangle, uint32_t a, uint32_t b)
{
	if (c->item_count == c->item_room)
	{
		uint32_t room = c->item_room + c->item_room / 2 + 256;
		cut_item *items =
			room < UINT32_MAX / 2 ? cook_resize(c->w->context, c->items, c->item_room, room, sizeof *items) : NULL;
		if (!items)
			return false;
		c->items = items;
		c->item_room = room;
	}
	c->items[c->item_count++] = (cut_item){KILN_NONE, triangle, {{a < b ? a : b, a < b ? b : a}}};
	return true;
}

/// Whether a contact can be cut without a cut of a frozen edge.
static bool is_free(const cutting *c, const cut_contact *contact)
{
	for (int t = 0; t < 2; ++t)
	{
		uint32_t triangle = contact->triangles[t];
		if (c->whole[triangle] || c->spared[triangle])
			return false;
		for (uint32_t k = 0; k < 3; ++k)
		{
			bool within = contact->coplanar;
			for (uint32_t i = 0; i < contact->count; ++i)
				within |= contact->sides[i][t] >> k & 1;
			if (within && c->frozen[c->edges[3 * triangle + k]])
				return false;
		}
	}
	return true;
}

/// Adds a contact to both triangles, and its points within sides to the other triangles at these sides.
static bool add_contact(cutting *c, const cut_contact *contact)
{
	const clean_edges *edges = &c->w->s.adjacency.edges;
	if (contact->coplanar)
		return (void)repair_join(c->groups, contact->triangles[0], contact->triangles[1]), true;
	for (int t = 0; t < 2; ++t)
	{
		uint32_t triangle = contact->triangles[t];
		if (!add_item(c, triangle, contact->points[0], contact->points[contact->count - 1]))
			return false;
		for (uint32_t i = 0; i < contact->count; ++i)
			for (uint32_t k = 0; k < 3; ++k)
			{
				uint32_t edge = c->edges[3 * triangle + k];
				if (!(contact->sides[i][t] >> k & 1))
					continue;
				for (uint32_t n = edges->first[edge]; n < edges->first[edge + 1]; ++n)
					if (edges->sides[n] / 3 != triangle &&
						!add_item(c, edges->sides[n] / 3, contact->points[i], contact->points[i]))
						return false;
			}
	}
	return true;
}

static int compare_items(const void *left, const void *right)
{
	const cut_item *a = left, *b = right;
	const uint32_t p[4] = {a->group, a->segment.ends[0], a->segment.ends[1], a->triangle};
	const uint32_t q[4] = {b->group, b->segment.ends[0], b->segment.ends[1], b->triangle};
	for (int i = 0; i < 4; ++i)
		if (p[i] != q[i])
			return p[i] < q[i] ? -1 : 1;
	return 0;
}

/// Lists what each set of triangles is cut at. A triangle of a set of several has an item without a point.
static bool list_items(cutting *c)
{
	uint32_t triangles = c->w->mesh.count;
	const clean_edges *edges = &c->w->s.adjacency.edges;
	memset(c->frozen, 0, edges->edge_count);
	for (uint32_t side = 0; side < 3 * triangles; ++side)
		c->frozen[c->edges[side]] |= c->whole[side / 3];
	for (uint32_t t = 0; t < triangles; ++t)
		c->groups[t] = t;
	c->item_count = 0;
	for (uint32_t i = 0; i < c->contact_count; ++i)
		if (is_free(c, &c->contacts[i]) && !add_contact(c, &c->contacts[i]))
			return false;
	for (uint32_t t = 0; t < triangles; ++t)
	{
		uint32_t root = repair_root(c->groups, t);
		if (root != t && !(add_item(c, t, KILN_NONE, KILN_NONE) && add_item(c, root, KILN_NONE, KILN_NONE)))
			return false;
	}
	for (uint32_t i = 0; i < c->item_count; ++i)
		c->items[i].group = repair_root(c->groups, c->items[i].triangle);
	if (c->item_count)
		qsort(c->items, c->item_count, sizeof *c->items, compare_items);
	return true;
}

/// Leaves a triangle out of the cuts, but for points on its sides; or as a whole, where these are too much for it.
static void keep_whole(cutting *c, uint32_t triangle)
{
	if (c->spared[triangle] || c->last)
		c->whole[triangle] = 1;
	c->spared[triangle] = 1;
	c->again = true;
}

static bool same_place(const cutting *c, uint32_t a, uint32_t b)
{
	const cut_point *p = &c->points.items[a], *q = &c->points.items[b];
	return p->snapped[0] == q->snapped[0] && p->snapped[1] == q->snapped[1] && p->snapped[2] == q->snapped[2];
}

/// Whether two corners of a piece were snapped to one place.
static bool is_gone(const cutting *c, const cut_piece *piece)
{
	const uint32_t *p = piece->points;
	return same_place(c, p[0], p[1]) || same_place(c, p[1], p[2]) || same_place(c, p[2], p[0]);
}

/// Whether the snapped piece faces the way of its triangle.
static bool is_in_order(const cutting *c, const cut_piece *piece)
{
	const cut_point *items = c->points.items;
	const float *p[3] = {
		items[piece->points[0]].snapped, items[piece->points[1]].snapped, items[piece->points[2]].snapped};
	double old[3][3], new[3][3], old_normal[3], new_normal[3];
	for (int k = 0; k < 3; ++k)
	{
		repair_point(&c->w->mesh, c->w->mesh.corners[piece->triangle][k], old[k]);
		for (int i = 0; i < 3; ++i)
			new[k][i] = (double)p[k][i];
	}
	repair_normal(old[0], old[1], old[2], old_normal);
	repair_normal(new[0], new[1], new[2], new_normal);
	double along = old_normal[0] * new_normal[0] + old_normal[1] * new_normal[1] + old_normal[2] * new_normal[2];
	return along > 0 && !exact_collinear(p[0], p[1], p[2]);
}

/// Checks the pieces from `first` on after snapping. Drops the pieces that are gone.
static void check_pieces(cutting *c, uint32_t first)
{
	uint32_t kept = first;
	for (uint32_t i = first; i < c->pieces.count; ++i)
	{
		cut_piece piece = c->pieces.items[i];
		double *moved = &c->moved[piece.triangle];
		for (int k = 0; k < 3; ++k)
			*moved = fmax(*moved, cut_points_moved(&c->points, piece.points[k]));
		if (!is_gone(c, &piece))
		{
			if (!is_in_order(c, &piece))
				keep_whole(c, piece.triangle);
			c->pieces.items[kept++] = piece;
		}
		if (c->w->mesh.drifts[piece.triangle] + *moved > c->w->tolerance)
			keep_whole(c, piece.triangle);
	}
	c->pieces.count = kept;
}

/// The triangles and the segments of one set.
typedef struct cut_set
{
	uint32_t (*corners)[3];
	uint32_t *triangles;
	uint32_t triangle_count;
	cut_segment *segments;
	uint32_t segment_count, room;
} cut_set;

static int compare_numbers(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	return a < b ? -1 : a > b;
}

static bool read_set(cutting *c, const cut_item *items, uint32_t count, cut_set *set)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const cut_segment *s = &items[i].segment;
		set->triangles[set->triangle_count++] = items[i].triangle;
		if (s->ends[0] != KILN_NONE &&
			(set->segment_count == 0 || memcmp(&set->segments[set->segment_count - 1], s, sizeof *s) != 0))
			set->segments[set->segment_count++] = *s;
	}
	qsort(set->triangles, set->triangle_count, sizeof *set->triangles, compare_numbers);
	for (uint32_t i = 0; i < count; ++i)
		if (kept == 0 || set->triangles[kept - 1] != set->triangles[i])
			set->triangles[kept++] = set->triangles[i];
	set->triangle_count = kept;
	for (uint32_t i = 0; i < kept; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t vertex = c->w->mesh.corners[set->triangles[i]][k];
			set->corners[i][k] = cut_vertex_point(&c->points, &c->w->mesh, c->vertex_points, vertex);
			if (set->corners[i][k] == KILN_NONE)
				return false;
		}
	return true;
}

/// Cuts the triangles of one set. The pieces of triangles that can't be cut are dropped with the others of this choice.
static bool divide_set(cutting *c, const cut_item *items, uint32_t count)
{
	const kilncook_context *context = c->w->context;
	cut_set set = {.corners = cook_alloc(context, count, sizeof *set.corners),
		.triangles = cook_alloc(context, count, sizeof *set.triangles),
		.segments = cook_alloc(context, count, sizeof *set.segments)};
	uint32_t first = c->pieces.count;
	bool done = set.corners && set.triangles && set.segments && read_set(c, items, count, &set);
	for (uint32_t i = 0; i < set.triangle_count && done; ++i)
		c->moved[set.triangles[i]] = 0;
	if (done)
	{
		const cut_plane plane = {
			(const uint32_t(*)[3])set.corners, set.triangles, set.triangle_count, set.segments, set.segment_count};
		cut_result result = cut_plane_divide(&c->points, &plane, &c->pieces);
		done = result != CUT_MEMORY;
		for (uint32_t i = 0; i < set.triangle_count && result == CUT_REFUSED; ++i)
			keep_whole(c, set.triangles[i]);
		// One piece is the triangle itself.
		if (result == CUT_DONE && set.triangle_count == 1 && c->pieces.count == first + 1)
			c->pieces.count = first;
		check_pieces(c, first);
		// All triangles of the set are in it, also those without pieces of their own.
		for (uint32_t i = 0; i < set.triangle_count && done && c->pieces.count > first; ++i)
			c->cut[set.triangles[i]] = 1;
	}
	cook_free(context, set.corners, count, sizeof *set.corners);
	cook_free(context, set.triangles, count, sizeof *set.triangles);
	cook_free(context, set.segments, count, sizeof *set.segments);
	return done;
}

bool cutting_divide(cutting *c)
{
	c->again = false;
	c->pieces.count = 0;
	memset(c->cut, 0, c->w->mesh.count);
	if (!list_items(c))
		return false;
	for (uint32_t i = 0, next; i < c->item_count; i = next)
	{
		for (next = i + 1; next < c->item_count && c->items[next].group == c->items[i].group; ++next)
			;
		if (!divide_set(c, c->items + i, next - i))
			return false;
	}
	return true;
}
