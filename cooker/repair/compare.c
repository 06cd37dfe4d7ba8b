// SPDX-License-Identifier: MIT
#include "attempt.h"
#include "canonical.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define FAULT(kind) (1u << KILNCOOK_FAULT_##kind)

/// Kinds of faults that a step may find more of, since it makes a part closed, or cuts surfaces apart.
static const uint32_t may_raise[KILNCOOK_REPAIR_END] = {
	[KILNCOOK_REPAIR_OPPOSITE] = FAULT(INVERTED) | FAULT(INNER),
	[KILNCOOK_REPAIR_CRACKS] = FAULT(INVERTED) | FAULT(INNER),
	[KILNCOOK_REPAIR_T_JUNCTIONS] = FAULT(INVERTED) | FAULT(INNER),
	[KILNCOOK_REPAIR_ORIENT] = FAULT(INNER),
	[KILNCOOK_REPAIR_NON_MANIFOLD] = FAULT(INVERTED) | FAULT(INNER) | FAULT(HOLE) | FAULT(GAP),
	[KILNCOOK_REPAIR_HOLES] = FAULT(INVERTED) | FAULT(INNER),
	[KILNCOOK_REPAIR_INNER] = 0,
	[KILNCOOK_REPAIR_SLIVERS] = 0,
	[KILNCOOK_REPAIR_SELF_INTERSECTIONS] = FAULT(NONMANIFOLD_EDGE) | FAULT(NONMANIFOLD_VERTEX) | FAULT(SLIVER) |
										   FAULT(INVERTED) | FAULT(INNER) | FAULT(HOLE) | FAULT(GAP),
};

repair_verdict repair_judge(const survey *s)
{
	repair_verdict v = {.flags = KILN_MESH_FLAGS_KNOWN, .unfinished = s->unfinished};
	for (uint32_t i = 0; i < s->adjacency.component_count; ++i)
	{
		v.flags &= s->components[i].flags;
		v.twisted += !(s->components[i].flags & KILN_MESH_ORIENTABLE);
	}
	memcpy(v.counts, s->counts, sizeof v.counts);
	return v;
}

/// Whether the caller wants `orient` after the steps: windings are left to it.
static bool orient_follows(const repair_work *w, uint32_t set)
{
	return !(set >> KILNCOOK_REPAIR_ORIENT & 1) && w->options->steps >> KILNCOOK_REPAIR_ORIENT & 1;
}

uint32_t repair_lost_flags(
	const repair_work *w, const repair_verdict *before, const repair_verdict *after, uint32_t set)
{
	uint32_t lost = before->flags & ~after->flags & ~(orient_follows(w, set) ? (uint32_t)KILN_MESH_WOUND : 0);
	// Surfaces that cross meet at edges of four triangles when they are cut.
	if (set >> KILNCOOK_REPAIR_SELF_INTERSECTIONS & 1)
		lost &= ~(uint32_t)KILN_MESH_MANIFOLD;
	return lost | (after->twisted > before->twisted ? (uint32_t)KILN_MESH_ORIENTABLE : 0);
}

uint32_t repair_worse_kinds(
	const repair_work *w, const repair_verdict *before, const repair_verdict *after, uint32_t set)
{
	const uint32_t stitched = FAULT(CRACK) | FAULT(T_JUNCTION), open = FAULT(GAP) | FAULT(HOLE);
	uint32_t raised = orient_follows(w, set) ? FAULT(WINDING) : 0, worse = 0;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		raised |= set >> step & 1 ? may_raise[step] : 0;
	// One of the two steps alone can make a crack of a T-junction, or a T-junction of a crack: their sum is compared. A hole
	// that changes its shape can become a gap.
	bool apart = (set & REPAIR_STITCH) != 0 && set != REPAIR_STITCH;
	uint32_t summed = open | (apart ? stitched : 0), known = ~(before->unfinished | after->unfinished | raised);
	const uint64_t *b = before->counts, *a = after->counts;
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_CROSSING; ++kind)
		if ((known & ~summed) >> kind & 1 && a[kind] > b[kind])
			worse |= 1u << kind;
	if (apart && (known & stitched) == stitched &&
		a[KILNCOOK_FAULT_CRACK] + a[KILNCOOK_FAULT_T_JUNCTION] > b[KILNCOOK_FAULT_CRACK] + b[KILNCOOK_FAULT_T_JUNCTION])
		worse |= stitched;
	if (known & FAULT(HOLE) &&
		a[KILNCOOK_FAULT_GAP] + a[KILNCOOK_FAULT_HOLE] > b[KILNCOOK_FAULT_GAP] + b[KILNCOOK_FAULT_HOLE])
		worse |= open;
	return worse | (repair_lost_flags(w, before, after, set) ? REPAIR_LOST : 0);
}

/// Marks the corners of a triangle of work->mesh, and suspects the triangle.
static void mark_triangle(const repair_work *w, uint32_t triangle, uint8_t *marks)
{
	const uint32_t origin = w->mesh.origins[triangle];
	for (int k = 0; k < 3; ++k)
		marks[repair_parent(w, w->mesh.corners[triangle][k])] = 1;
	if (w->vertices.suspects && origin != KILN_NONE)
		w->vertices.suspects[origin] = 1;
}

/// Marks the connected parts without properties that all parts had, and those that are not orientable.
static void mark_parts(const repair_work *w, const repair_before *before, uint8_t *marks)
{
	const repair_verdict old = repair_judge(&before->s);
	for (uint32_t t = 0; t < w->mesh.count; ++t)
		if (~w->s.components[w->s.adjacency.components[t]].flags & (old.flags | KILN_MESH_ORIENTABLE))
			mark_triangle(w, t, marks);
}

/// Marks the edges where a cut of self-intersections took a property from the surface: an odd number of triangles, or not the same
/// number in both directions. False when there are none.
static bool mark_odd_edges(const repair_work *w, const repair_before *before, uint8_t *marks)
{
	const clean_edges *edges = &w->s.adjacency.edges;
	bool closed = repair_judge(&before->s).flags & KILN_MESH_CLOSED, found = false;
	for (uint32_t e = 0; e < edges->edge_count; ++e)
	{
		uint32_t count = edges->first[e + 1] - edges->first[e], upwards = 0;
		const uint32_t *sides = edges->sides + edges->first[e];
		for (uint32_t i = 0; i < count; ++i)
			upwards += repair_from(&w->mesh, sides[i]) < repair_to(&w->mesh, sides[i]);
		if (count == 1 ? !closed : 2 * upwards == count)
			continue;
		found = true;
		for (uint32_t i = 0; i < count; ++i)
			mark_triangle(w, sides[i] / 3, marks);
	}
	return found;
}

/// Orders faults by kind and place.
static int compare_faults(const void *left, const void *right)
{
	const kilncook_fault *a = *(const kilncook_fault *const *)left, *b = *(const kilncook_fault *const *)right;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	for (int i = 0; i < 3; ++i)
		if (a->place[i] < b->place[i] || a->place[i] > b->place[i])
			return a->place[i] < b->place[i] ? -1 : 1;
	return 0;
}

/// Lists the faults of some kinds in their order.
static uint64_t list_faults(const survey *s, uint32_t kinds, const kilncook_fault **list)
{
	uint64_t count = 0;
	for (uint64_t i = 0; i < s->fault_count; ++i)
		if (kinds >> s->faults[i].kind & 1)
			list[count++] = &s->faults[i];
	if (count)
		qsort((void *)list, (size_t)count, sizeof *list, compare_faults);
	return count;
}

bool repair_mark_faults(const repair_work *w, const repair_before *before, uint32_t set, uint32_t kinds, uint8_t *marks)
{
	const survey *old = &before->s, *new = &w->s;
	bool self = set >> KILNCOOK_REPAIR_SELF_INTERSECTIONS & 1;
	bool marked = kinds & REPAIR_LOST && self && mark_odd_edges(w, before, marks);
	const kilncook_fault **olds = cook_alloc(w->context, (size_t)old->fault_count, sizeof *olds);
	const kilncook_fault **news = cook_alloc(w->context, (size_t) new->fault_count, sizeof *news);
	bool done = olds && news;
	if (done)
	{
		uint64_t old_count = list_faults(old, kinds & ~REPAIR_LOST, olds), k = 0;
		uint64_t new_count = list_faults(new, kinds & ~REPAIR_LOST, news);
		for (uint64_t i = 0; i < new_count; ++i)
		{
			while (k < old_count && compare_faults(&olds[k], &news[i]) < 0)
				++k;
			// Each fault from before explains one at its place.
			if (k < old_count && compare_faults(&olds[k], &news[i]) == 0)
			{
				++k;
				continue;
			}
			marked = true;
			if (news[i]->triangle != KILN_NONE)
				mark_triangle(w, news[i]->triangle, marks);
			if (news[i]->other_triangle != KILN_NONE)
				mark_triangle(w, news[i]->other_triangle, marks);
		}
	}
	// Faults say where a part lost a property, such as edges that are wound inconsistently. Without any, the whole part is marked.
	if (done && kinds & REPAIR_LOST && !marked)
		mark_parts(w, before, marks);
	cook_free(w->context, (void *)olds, (size_t)old->fault_count, sizeof *olds);
	cook_free(w->context, (void *)news, (size_t) new->fault_count, sizeof *news);
	return done;
}

static repair_entry *make_entries(const repair_work *w, const repair_mesh *m)
{
	repair_entry *entries = cook_alloc(w->context, m->count, sizeof *entries);
	if (!entries)
		return NULL;
	for (uint32_t t = 0; t < m->count; ++t)
		entries[t] = repair_make_entry(m->corners[t], t);
	qsort(entries, m->count, sizeof *entries, repair_compare_entries);
	return entries;
}

static int compare_keys_of(const repair_entry *a, const repair_entry *b)
{
	const repair_entry p = {{a->key[0], a->key[1], a->key[2]}, 0}, q = {{b->key[0], b->key[1], b->key[2]}, 0};
	return repair_compare_entries(&p, &q);
}

/// Flags the triangles of two meshes that only one of them has. Steps move no vertex: triangles of equal corners are equal.
static bool find_changed(const repair_work *w, const repair_mesh *a, const repair_mesh *b, uint8_t *of_a, uint8_t *of_b)
{
	repair_entry *in_a = make_entries(w, a), *in_b = make_entries(w, b);
	bool done = in_a && in_b;
	for (uint32_t i = 0, k = 0; done && (i < a->count || k < b->count);)
	{
		int order = i == a->count ? 1 : k == b->count ? -1 : compare_keys_of(&in_a[i], &in_b[k]);
		if (order < 0)
			of_a[in_a[i++].triangle] = 1;
		else if (order > 0)
			of_b[in_b[k++].triangle] = 1;
		else
			++i, ++k;
	}
	cook_free(w->context, in_a, a->count, sizeof *in_a);
	cook_free(w->context, in_b, b->count, sizeof *in_b);
	return done;
}

static int compare_keys(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

/// The faces of a pair of triangles. A triangle that is cut makes more pairs of triangles, but no more of faces.
static uint64_t faces_of(const repair_mesh *m, const survey_pair *pair)
{
	uint32_t a = m->faces[pair->a], b = m->faces[pair->b];
	return (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
}

/// Finds pairs of a mesh that cross or are coplanar, of which one triangle at least is flagged. Drops those that touch.
static bool find_crossings(const repair_work *w, const repair_mesh *m, const uint8_t *flags, survey_pairs *out)
{
	const clean_mesh view = repair_view(w, m);
	if (!survey_pairs_of(w->context, &view, flags, out))
		return false;
	uint64_t kept = 0;
	for (uint64_t i = 0; i < out->count; ++i)
		if (out->pairs[i].kind != KILNCOOK_FAULT_TOUCHING)
			out->pairs[kept++] = out->pairs[i];
	out->count = kept;
	return true;
}

/// Marks pairs whose faces are not among those of the pairs from before; after cuts of self-intersections also pairs of which both
/// triangles are flagged.
static bool mark_new_pairs(const repair_work *w, const repair_before *before, const survey_pairs *old,
	const survey_pairs *new, const uint8_t *flags, bool self, uint8_t *marks, bool *found)
{
	uint64_t *keys = cook_alloc(w->context, (size_t)old->count, sizeof *keys);
	if (!keys)
		return false;
	for (uint64_t i = 0; i < old->count; ++i)
		keys[i] = faces_of(&before->mesh, &old->pairs[i]);
	if (old->count)
		qsort(keys, (size_t)old->count, sizeof *keys, compare_keys);
	for (uint64_t i = 0; i < new->count; ++i)
	{
		uint64_t key = faces_of(&w->mesh, &new->pairs[i]);
		// Where both triangles were cut, they are not to meet any more, unless they were spared from each other.
		const uint32_t a = new->pairs[i].a, b = new->pairs[i].b;
		bool cut = self && flags[a] && flags[b] && !repair_spared(w, a) && !repair_spared(w, b);
		if (!cut && old->count && bsearch(&key, keys, (size_t)old->count, sizeof *keys, compare_keys))
			continue;
		*found = true;
		// One of the two changed at least; the other one may have corners that changed for other reasons.
		if (flags[new->pairs[i].a])
			mark_triangle(w, new->pairs[i].a, marks);
		if (flags[new->pairs[i].b])
			mark_triangle(w, new->pairs[i].b, marks);
	}
	cook_free(w->context, keys, (size_t)old->count, sizeof *keys);
	return true;
}

bool repair_mark_crossings(const repair_work *w, const repair_before *before, uint32_t set, uint8_t *marks, bool *found)
{
	const repair_mesh *old = &before->mesh, *new = &w->mesh;
	survey_pairs of_old = {0}, of_new = {0};
	uint8_t *old_flags = cook_alloc_zero(w->context, old->count, 1);
	uint8_t *new_flags = cook_alloc_zero(w->context, new->count, 1);
	*found = false;
	bool done = old_flags && new_flags && find_changed(w, old, new, old_flags, new_flags) &&
				find_crossings(w, new, new_flags, &of_new);
	if (done && of_new.count > 0 && !of_new.unfinished)
	{
		done = find_crossings(w, old, old_flags, &of_old);
		if (done && !of_old.unfinished)
			done = mark_new_pairs(
				w, before, &of_old, &of_new, new_flags, set >> KILNCOOK_REPAIR_SELF_INTERSECTIONS & 1, marks, found);
	}
	survey_pairs_free(w->context, &of_old);
	survey_pairs_free(w->context, &of_new);
	cook_free(w->context, old_flags, old->count, 1);
	cook_free(w->context, new_flags, new->count, 1);
	return done;
}

/// Marks all corners of triangles that have a marked corner.
static bool mark_ring(const repair_work *w, uint8_t *marks)
{
	uint8_t *chosen = cook_alloc_zero(w->context, w->mesh.count, 1);
	if (!chosen)
		return false;
	for (uint32_t t = 0; t < w->mesh.count; ++t)
		for (int k = 0; k < 3; ++k)
			chosen[t] |= marks[repair_parent(w, w->mesh.corners[t][k])];
	for (uint32_t t = 0; t < w->mesh.count; ++t)
		if (chosen[t])
			mark_triangle(w, t, marks);
	cook_free(w->context, chosen, w->mesh.count, 1);
	return true;
}

/// Marks the connected parts that have a marked corner.
static bool mark_whole_parts(const repair_work *w, uint8_t *marks)
{
	uint32_t count = w->s.adjacency.component_count;
	uint8_t *chosen = cook_alloc_zero(w->context, count, 1);
	if (!chosen)
		return false;
	for (uint32_t t = 0; t < w->mesh.count; ++t)
		for (int k = 0; k < 3; ++k)
			chosen[w->s.adjacency.components[t]] |= marks[repair_parent(w, w->mesh.corners[t][k])];
	for (uint32_t t = 0; t < w->mesh.count; ++t)
		if (chosen[w->s.adjacency.components[t]])
			mark_triangle(w, t, marks);
	cook_free(w->context, chosen, count, 1);
	return true;
}

/// Refuses the marked vertices that a step changed, or that were welded onto a marked one.
static bool refuse_marked(repair_vertices *v, const uint8_t *marks)
{
	bool more = false;
	for (uint32_t i = 0; i < v->count; ++i)
	{
		uint32_t goal = i;
		while (goal < v->count && v->goals[goal] != goal)
			goal = v->goals[goal];
		if (v->refused[i] || !v->touched[i] || !(marks[i] || (goal < v->count && marks[goal])))
			continue;
		v->refused[i] = 1;
		more = true;
	}
	return more;
}

/// Rings around the marks that a refusal tries before whole parts.
#define RINGS 3

bool repair_refuse(repair_work *w, uint32_t trial, uint8_t *marks, bool *more)
{
	*more = false;
	for (uint32_t ring = 0; ring <= RINGS && !*more; ++ring)
	{
		bool whole = ring == RINGS || trial > RINGS;
		if (whole && !mark_whole_parts(w, marks))
			return false;
		if (!whole && ring + trial > 0 && !mark_ring(w, marks))
			return false;
		*more = refuse_marked(&w->vertices, marks);
	}
	return true;
}
