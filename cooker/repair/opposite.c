// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <string.h>

/// Adds up the directions of every triangle and its copies; `balance` counts from 1 for the triangle alone.
static void balance_copies(const repair_work *w, int64_t *balance)
{
	for (uint32_t t = 0; t < w->mesh.count; ++t)
		balance[t] = 1;
	for (uint32_t i = 0; i < w->source->copy_count; ++i)
		balance[w->copies[i].original] += w->copies[i].opposite ? -1 : 1;
}

/// Marks of a set of opposite pairs.
enum
{
	OPENS = 1,	 ///< without the set, the other triangles at its border would be open, or odd in number
	BORDERS = 2, ///< the set has a border with other triangles
};

/// Joins the triangles of opposite pairs that share an edge into sets, and marks the sets.
static void find_patches(const repair_work *w, const int64_t *balance, uint32_t *sets, uint8_t *marks)
{
	const clean_edges *edges = &w->s.adjacency.edges;
	for (uint32_t e = 0; e < edges->edge_count; ++e)
	{
		const uint32_t *sides = edges->sides + edges->first[e];
		uint32_t count = edges->first[e + 1] - edges->first[e], first = KILN_NONE;
		for (uint32_t i = 0; i < count; ++i)
			if (balance[sides[i] / 3] == 0)
			{
				if (first != KILN_NONE)
					(void)repair_join(sets, first, sides[i] / 3);
				first = sides[i] / 3;
			}
	}
	for (uint32_t e = 0; e < edges->edge_count; ++e)
	{
		const uint32_t *sides = edges->sides + edges->first[e];
		uint32_t count = edges->first[e + 1] - edges->first[e], others = 0, one = KILN_NONE;
		for (uint32_t i = 0; i < count; ++i)
		{
			others += balance[sides[i] / 3] != 0;
			one = balance[sides[i] / 3] == 0 ? sides[i] / 3 : one;
		}
		bool open = others % 2 || (others == 0 && count == 1);
		if (one != KILN_NONE)
			marks[repair_root(sets, one)] |= (uint8_t)((open ? OPENS : 0) | (others ? BORDERS : 0));
	}
}

bool repair_opposite(repair_work *w, kilncook_repair_row *row)
{
	uint32_t count = w->mesh.count;
	if (row->changed || row->left || w->source->copy_count == 0)
		return true;
	int64_t *balance = cook_alloc(w->context, count, sizeof *balance);
	uint32_t *sets = cook_alloc(w->context, count, sizeof *sets);
	uint8_t *marks = cook_alloc_zero(w->context, count, sizeof *marks);
	bool done = balance && sets && marks;
	if (done)
	{
		balance_copies(w, balance);
		for (uint32_t t = 0; t < count; ++t)
			sets[t] = t;
		find_patches(w, balance, sets, marks);
		row->changed = w->source->copy_count;
		for (uint32_t t = 0; t < count; ++t)
		{
			uint32_t *c = w->mesh.corners[t], last = c[2];
			if (balance[t] == 0 && marks[repair_root(sets, t)] != BORDERS)
				++row->left;
			else if (balance[t] == 0)
				c[0] = KILN_NONE;
			else if (balance[t] < 0)
			{
				// More of the copies face the other way than this way.
				c[2] = c[1];
				c[1] = last;
			}
		}
		row->dropped = repair_compact(&w->mesh);
	}
	cook_free(w->context, balance, count, sizeof *balance);
	cook_free(w->context, sets, count, sizeof *sets);
	cook_free(w->context, marks, count, sizeof *marks);
	return done;
}
