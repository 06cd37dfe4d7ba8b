// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <stdlib.h>

static int compare_keys(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

/// Lists the pairs of connected parts that have a point in common, inner << 32 | outer, both ways, increasing.
static uint64_t list_touching(const survey *s, uint64_t *list)
{
	uint64_t count = 0;
	for (uint64_t i = 0; i < s->pair_count; ++i)
	{
		uint32_t a = s->adjacency.components[s->pairs[i].a], b = s->adjacency.components[s->pairs[i].b];
		if (a == b)
			continue;
		list[count++] = (uint64_t)a << 32 | b;
		list[count++] = (uint64_t)b << 32 | a;
	}
	if (count)
		qsort(list, (size_t)count, sizeof *list, compare_keys);
	return count;
}

static bool is_cavity(const kilncook_component *c)
{
	return c->depth % 2 == 1 && c->volume < 0;
}

/// Marks the parts that nothing outside can reach: a closed part that faces outwards is around them and has no point in common
/// with them. A way in from outside would cross that part. A cavity goes with the part whose cavity it is.
static void mark_inner(const survey *s, const uint64_t *touching, uint64_t count, uint8_t *drops)
{
	for (uint64_t i = 0; i < s->nest_count; ++i)
	{
		const kilncook_component *inner = &s->components[s->nests[i] >> 32];
		const kilncook_component *outer = &s->components[(uint32_t)s->nests[i]];
		bool apart = count == 0 || !bsearch(&s->nests[i], touching, (size_t)count, sizeof *touching, compare_keys);
		if (!is_cavity(inner) && outer->volume > 0 && apart)
			drops[s->nests[i] >> 32] = 1;
	}
	for (uint64_t i = 0; i < s->nest_count; ++i)
	{
		uint32_t inner = (uint32_t)(s->nests[i] >> 32), outer = (uint32_t)s->nests[i];
		if (is_cavity(&s->components[inner]) && s->components[outer].depth + 1 == s->components[inner].depth &&
			drops[outer])
			drops[inner] = 1;
	}
}

bool repair_inner(repair_work *w, kilncook_repair_row *row)
{
	survey s;
	if (w->s.counts[KILNCOOK_FAULT_INNER] == 0)
		return true;
	if (!repair_survey(w, &w->mesh, true, 0, &s))
		return false;
	uint64_t room = 2 * s.pair_count;
	uint32_t parts = s.adjacency.component_count;
	uint64_t *touching = cook_alloc(w->context, (size_t)room, sizeof *touching);
	uint8_t *drops = cook_alloc_zero(w->context, parts, 1);
	bool done = touching && drops;
	// A search of pairs that was given up does not know which parts touch.
	if (done && s.unfinished == 0)
	{
		mark_inner(&s, touching, list_touching(&s, touching), drops);
		for (uint32_t t = 0; t < w->mesh.count; ++t)
			if (drops[s.adjacency.components[t]])
				w->mesh.corners[t][0] = KILN_NONE;
		for (uint32_t i = 0; i < parts; ++i)
			row->changed += drops[i];
		row->dropped += repair_compact(&w->mesh);
	}
	cook_free(w->context, touching, (size_t)room, sizeof *touching);
	cook_free(w->context, drops, parts, 1);
	survey_free(w->context, &s);
	return done;
}
