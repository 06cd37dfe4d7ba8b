// SPDX-License-Identifier: MIT
#include "canonical.h"
#include "cutting.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Vertices by position, in a table with open addresses.
typedef struct places
{
	repair_mesh *mesh;
	uint32_t *slots; ///< vertices, or KILN_NONE
	uint32_t mask;
} places;

static uint32_t hash(const float at[3])
{
	uint32_t sum = 0;
	for (int i = 0; i < 3; ++i)
	{
		uint32_t bits;
		const float value = at[i] + 0.0f; // one zero
		memcpy(&bits, &value, sizeof bits);
		sum = (sum ^ bits) * 0x9e3779b1u;
		sum ^= sum >> 15;
	}
	return sum;
}

/// The slot of a position: that of the vertex there, or an empty one.
static uint32_t *find_place(const places *p, const float at[3])
{
	for (uint32_t i = hash(at);; ++i)
	{
		uint32_t *slot = &p->slots[i & p->mask];
		if (*slot == KILN_NONE || survey_compare_positions(p->mesh->vertices[*slot], at) == 0)
			return slot;
	}
}

/// Enters the vertices in use, of several at one position the first one.
static bool begin_places(const cutting *c, places *p)
{
	const repair_mesh *m = &c->w->mesh;
	uint64_t room = 64, wanted = 2 * ((uint64_t)m->vertex_count + c->points.count);
	while (room < wanted)
		room *= 2;
	if (room > (uint64_t)1 << 31)
		return false;
	p->mask = (uint32_t)(room - 1);
	p->slots = cook_alloc(c->w->context, (size_t)room, sizeof *p->slots);
	if (!p->slots)
		return false;
	memset(p->slots, 0xff, (size_t)room * sizeof *p->slots);
	for (uint32_t i = 0; i < 3 * m->count; ++i)
	{
		uint32_t vertex = m->corners[i / 3][i % 3], *slot = find_place(p, m->vertices[vertex]);
		*slot = *slot == KILN_NONE || vertex < *slot ? vertex : *slot;
	}
	return true;
}

/// The vertex of a point. False when out of memory.
static bool find_vertex(cutting *c, const places *p, const cut_piece *piece, int corner, uint32_t *vertex)
{
	repair_mesh *m = &c->w->mesh;
	const cut_point *point = &c->points.items[piece->points[corner]];
	*vertex = point->vertex;
	if (*vertex != KILN_NONE)
		return true;
	uint32_t *slot = find_place(p, point->snapped);
	if (*slot == KILN_NONE)
	{
		uint32_t like = m->corners[piece->triangle][0];
		if (!repair_add_vertex(c->w->context, m, like) || !repair_add_parent(c->w, like))
			return false;
		*slot = m->vertex_count - 1;
		memcpy(m->vertices[*slot], point->snapped, sizeof *m->vertices);
		m->moved[*slot] = cut_points_moved(&c->points, piece->points[corner]);
	}
	*vertex = *slot;
	return true;
}

/// Numbers the corners of the pieces before any triangle is replaced.
static bool number_pieces(cutting *c)
{
	places p = {.mesh = &c->w->mesh};
	bool done = begin_places(c, &p);
	for (uint32_t i = 0; i < c->pieces.count && done; ++i)
	{
		uint32_t corners[3];
		for (int k = 0; k < 3 && done; ++k)
			done = find_vertex(c, &p, &c->pieces.items[i], k, &corners[k]);
		memcpy(c->pieces.items[i].points, corners, sizeof corners);
	}
	cook_free(c->w->context, p.slots, (size_t)p.mask + 1, sizeof *p.slots);
	return done;
}

/// Drops the later ones of triangles with the same corners.
static bool drop_copies(cutting *c)
{
	repair_mesh *m = &c->w->mesh;
	repair_entry *entries = cook_alloc(c->w->context, m->count, sizeof *entries);
	if (!entries)
		return false;
	uint32_t count = 0;
	for (uint32_t t = 0; t < m->count; ++t)
		if (m->corners[t][0] != KILN_NONE)
			entries[count++] = repair_make_entry(m->corners[t], t);
	qsort(entries, count, sizeof *entries, repair_compare_entries);
	for (uint32_t i = 1; i < count; ++i)
		if (memcmp(entries[i].key, entries[i - 1].key, sizeof entries[i].key) == 0)
			m->corners[entries[i].triangle][0] = KILN_NONE;
	cook_free(c->w->context, entries, m->count, sizeof *entries);
	return true;
}

bool cutting_write(cutting *c)
{
	repair_work *w = c->w;
	repair_mesh *m = &w->mesh;
	uint32_t before = m->count;
	if (!number_pieces(c))
		return false;
	for (uint32_t t = 0; t < before; ++t)
		if (c->cut[t])
		{
			for (int k = 0; k < 3; ++k)
				repair_touch(w, repair_parent(w, m->corners[t][k]));
			m->drifts[t] += c->moved[t];
			c->row->distance = fmax(c->row->distance, m->drifts[t]);
			++c->row->changed;
		}
	for (uint32_t i = 0; i < c->pieces.count; ++i)
	{
		const cut_piece *piece = &c->pieces.items[i];
		if (!repair_add_triangle(w->context, m, piece->points, piece->triangle))
			return false;
	}
	for (uint32_t t = 0; t < before; ++t)
		if (c->cut[t])
			m->corners[t][0] = KILN_NONE;
	if (!drop_copies(c))
		return false;
	(void)repair_compact(m);
	c->row->made += m->count > before ? m->count - before : 0;
	c->row->dropped += m->count < before ? before - m->count : 0;
	return true;
}
