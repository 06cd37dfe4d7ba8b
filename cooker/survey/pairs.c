// SPDX-License-Identifier: MIT
#include "curve.h"
#include "internal.h"
#include "memory.h"
#include "pyramid.h"
#include "triangles.h"

#include <stdlib.h>
#include <string.h>

/// Units of work for each triangle, and in all: a comparison of boxes takes one, one of triangles PAIR_WORK.
#define WORK_EACH 1024u
#define WORK_LEAST (1u << 22)
#define PAIR_WORK 16u
/// So few triangles need no order.
#define FEW 64u
/// Pairs that a survey keeps for each triangle, and in all; and a search of marked triangles.
#define PAIRS_EACH 4u
#define PAIRS_LEAST (1u << 18)
#define MARKED_PAIRS_EACH 16u
#define MARKED_PAIRS_LEAST (1u << 16)

/// A triangle in the order of the search.
typedef struct pair_entry
{
	uint32_t number;
	uint32_t vertices[3];
	float at[3][3];
} pair_entry;

typedef struct pair_search
{
	const survey_work *w;
	const pair_entry *entries; ///< in the order of the pyramid's boxes
	const uint8_t *flat; ///< per vertex: its triangles have nothing in common but what they share; NULL where unknown
	pyramid boxes;
	uint64_t work;
	uint64_t most; ///< pairs
	bool failed;   ///< out of memory
	survey_pairs found;
} pair_search;

static void load_corners(const survey_work *w, const uint32_t corners[3], survey_corners *out)
{
	for (int k = 0; k < 3; ++k)
	{
		out->vertices[k] = corners[k];
		const float *at = w->mesh->vertices[corners[k]];
		out->at[k] = (kiln_d3){(double)at[0], (double)at[1], (double)at[2]};
	}
}

static void load_ordered(const survey_work *w, uint32_t triangle, survey_corners *out)
{
	uint32_t corners[3];
	survey_order_corners(w, triangle, corners);
	load_corners(w, corners, out);
}

static bool keep(pair_search *p, uint32_t a, uint32_t b, kilncook_fault_kind kind)
{
	survey_pairs *f = &p->found;
	if (f->count == p->most)
		return false;
	if (f->count == f->capacity)
	{
		uint64_t capacity = f->capacity + f->capacity / 2 + 256;
		survey_pair *pairs = cook_resize(p->w->context, f->pairs, (size_t)f->capacity, (size_t)capacity, sizeof *pairs);
		if (!pairs)
		{
			p->failed = true;
			return false;
		}
		f->pairs = pairs;
		f->capacity = capacity;
	}
	f->pairs[f->count++] = a < b ? (survey_pair){a, b, kind} : (survey_pair){b, a, kind};
	return true;
}

static void load_entry(const pair_entry *entry, survey_corners *out)
{
	for (int k = 0; k < 3; ++k)
	{
		out->vertices[k] = entry->vertices[k];
		out->at[k] = (kiln_d3){(double)entry->at[k][0], (double)entry->at[k][1], (double)entry->at[k][2]};
	}
}

/// A vertex number that no triangle has.
#define NO_VERTEX 0xffffffffu

/// Whether a triangle has one of three vertices.
static inline bool has_any(const uint32_t vertices[3], const pair_entry *entry)
{
	uint32_t found = 0;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			found |= vertices[i] == entry->vertices[k];
	return found != 0;
}

/// Compares two triangles without a flat vertex in common. False when room or memory runs out.
static bool compare_two(
	pair_search *p, const survey_corners *a, const survey_plane *plane, uint32_t number, const pair_entry *other)
{
	survey_corners b;
	load_entry(other, &b);
	if (survey_apart(a, plane, &b))
		return true;
	kilncook_fault_kind kind = survey_meet(a, &b);
	return kind == KILNCOOK_FAULT_KIND_END || keep(p, number, other->number, kind);
}

/// Compares a triangle with others, whose boxes overlap its box. False when work, room or memory runs out.
static bool compare(pair_search *p, const pair_entry *one, uint32_t first, uint32_t others)
{
	survey_corners a;
	survey_plane plane = {{0, 0, 0}, {0, 0, 0}};
	uint32_t flat[3];
	bool loaded = false;
	for (int i = 0; i < 3; ++i)
		flat[i] = p->flat && p->flat[one->vertices[i]] ? one->vertices[i] : NO_VERTEX;
	for (const pair_entry *other = &p->entries[first]; others; others >>= 1, ++other)
	{
		if (!(others & 1))
			continue;
		if (p->work < PAIR_WORK)
			return false;
		p->work -= PAIR_WORK;
		if (has_any(flat, other))
			continue;
		if (!loaded)
		{
			load_entry(one, &a);
			plane = survey_plane_of(&a);
			loaded = true;
		}
		if (!compare_two(p, &a, &plane, one->number, other))
			return false;
	}
	return true;
}

static bool visit_pair(void *user, uint32_t box, uint32_t first, uint32_t others)
{
	pair_search *p = user;
	return compare(p, &p->entries[box], first, others);
}

/// A triangle that is not in the pyramid.
typedef struct other_triangle
{
	pair_search *search;
	pair_entry entry;
} other_triangle;

static bool visit_other(void *user, uint32_t box, uint32_t first, uint32_t others)
{
	(void)box;
	const other_triangle *other = user;
	return compare(other->search, &other->entry, first, others);
}

static int compare_pairs(const void *left, const void *right)
{
	const survey_pair *a = left, *b = right;
	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	return a->b < b->b ? -1 : a->b > b->b;
}

/// Adds a fault of two triangles at the middle of the segment that they share.
static bool add_pair(survey_work *w, const survey_pair *pair, kilncook_fault_kind kind, uint32_t count)
{
	if (!survey_lists(w, kind))
		return survey_count(w, kind), true;
	survey_corners a, b;
	kiln_d3 ends[2] = {{0, 0, 0}, {0, 0, 0}};
	bool coplanar;
	bool turned = survey_compare_triangles(w, pair->a, pair->b) > 0;
	load_ordered(w, turned ? pair->b : pair->a, &a);
	load_ordered(w, turned ? pair->a : pair->b, &b);
	(void)kilni_triangles_contact(a.at, b.at, ends, &coplanar);
	const double middle[3] = {(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2, (ends[0].z + ends[1].z) / 2};
	kilncook_fault fault = survey_fault(kind, pair->a, pair->b, middle);
	fault.count = count;
	return survey_add(w, &fault);
}

/// A pair of connected parts, and a pair of their triangles.
typedef struct component_pair
{
	uint64_t components; ///< lower << 32 | higher
	uint64_t pair;
} component_pair;

static int compare_component_pairs(const void *left, const void *right)
{
	const component_pair *a = left, *b = right;
	if (a->components != b->components)
		return a->components < b->components ? -1 : 1;
	return a->pair < b->pair ? -1 : a->pair > b->pair;
}

static uint64_t list_component_pairs(const survey *s, component_pair *list)
{
	uint64_t count = 0;
	for (uint64_t i = 0; i < s->pair_count; ++i)
	{
		uint32_t a = s->adjacency.components[s->pairs[i].a], b = s->adjacency.components[s->pairs[i].b];
		if (a != b && s->pairs[i].kind != KILNCOOK_FAULT_TOUCHING)
			list[count++] = (component_pair){(uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a), i};
	}
	qsort(list, (size_t)count, sizeof *list, compare_component_pairs);
	return count;
}

/// Orders pairs of triangles by the positions of their corners.
static int compare_places(const survey_work *w, const survey_pair *p, const survey_pair *q)
{
	bool p_turned = survey_compare_triangles(w, p->a, p->b) > 0, q_turned = survey_compare_triangles(w, q->a, q->b) > 0;
	int order = survey_compare_triangles(w, p_turned ? p->b : p->a, q_turned ? q->b : q->a);
	return order ? order : survey_compare_triangles(w, p_turned ? p->a : p->b, q_turned ? q->a : q->b);
}

static bool add_overlapping(survey_work *w)
{
	survey *s = w->s;
	if (s->pair_count == 0)
		return true;
	component_pair *list = cook_alloc(w->context, (size_t)s->pair_count, sizeof *list);
	if (!list)
		return false;
	uint64_t count = list_component_pairs(s, list);
	bool done = true;
	for (uint64_t i = 0, next; i < count && done; i = next)
	{
		const survey_pair *first = &s->pairs[list[i].pair];
		bool listed = survey_lists(w, KILNCOOK_FAULT_OVERLAPPING);
		for (next = i + 1; next < count && list[next].components == list[i].components; ++next)
			if (listed && compare_places(w, &s->pairs[list[next].pair], first) < 0)
				first = &s->pairs[list[next].pair];
		uint64_t pairs = next - i;
		done = add_pair(w, first, KILNCOOK_FAULT_OVERLAPPING, pairs < KILN_NONE ? (uint32_t)pairs : KILN_NONE - 1);
	}
	cook_free(w->context, list, (size_t)s->pair_count, sizeof *list);
	return done;
}

static void fill_entry(const survey_work *w, uint32_t triangle, pair_entry *entry)
{
	entry->number = triangle;
	for (int k = 0; k < 3; ++k)
	{
		entry->vertices[k] = survey_triangle(w, triangle)[k];
		memcpy(entry->at[k], w->mesh->vertices[entry->vertices[k]], sizeof entry->at[k]);
	}
}

static void fit_box(const pair_entry *entry, float min[3], float max[3])
{
	const float(*v)[3] = entry->at;
	for (int k = 0; k < 3; ++k)
	{
		float low = v[0][k] < v[1][k] ? v[0][k] : v[1][k], high = v[0][k] < v[1][k] ? v[1][k] : v[0][k];
		min[k] = v[2][k] < low ? v[2][k] : low;
		max[k] = v[2][k] > high ? v[2][k] : high;
	}
}

/// Puts triangles in an order in which neighbours are near each other.
static bool sort_triangles(const survey_work *w, uint32_t *triangles, uint32_t count)
{
	float(*middles)[3] = cook_alloc(w->context, count, sizeof *middles);
	uint32_t *order = cook_alloc(w->context, count, sizeof *order);
	bool done = middles && order;
	for (uint32_t i = 0; i < count && done; ++i)
	{
		pair_entry entry;
		float min[3], max[3];
		fill_entry(w, triangles[i], &entry);
		fit_box(&entry, min, max);
		for (int k = 0; k < 3; ++k)
			middles[i][k] = min[k] / 2 + max[k] / 2;
	}
	done = done && curve_order(w->context, (const float(*)[3])middles, count, order);
	for (uint32_t i = 0; i < count && done; ++i)
		order[i] = triangles[order[i]];
	if (done)
		memcpy(triangles, order, (size_t)count * sizeof *order);
	cook_free(w->context, middles, count, sizeof *middles);
	cook_free(w->context, order, count, sizeof *order);
	return done;
}

/// Compares marked triangles with each other, then all others with them. False when work, room or memory runs out.
static bool compare_all(pair_search *p, const uint8_t *marked)
{
	if (!pyramid_join(&p->boxes, visit_pair, p, &p->work))
		return false;
	for (uint32_t t = 0; t < p->w->mesh->triangle_count && marked; ++t)
	{
		other_triangle other = {.search = p};
		pyramid_region region = {.segment = NULL};
		if (marked[t])
			continue;
		fill_entry(p->w, t, &other.entry);
		fit_box(&other.entry, region.min, region.max);
		if (!pyramid_query(&p->boxes, &region, 0, visit_other, &other, &p->work))
			return false;
	}
	return true;
}

/// Lists the triangles that are marked, or all.
static void list_marked(const survey_work *w, const uint8_t *marked, uint32_t *list)
{
	for (uint32_t t = 0, next = 0; t < w->mesh->triangle_count; ++t)
		if (!marked || marked[t])
			list[next++] = t;
}

/// Finds the pairs of which at least one triangle is marked, or all pairs. `flat` may be NULL. False when out of memory, with nothing to free.
static bool search(const survey_work *w, const uint8_t *marked, uint32_t count, const uint8_t *flat, survey_pairs *out)
{
	uint64_t triangles = w->mesh->triangle_count;
	pair_search p = {.w = w, .flat = flat, .work = triangles * WORK_EACH + WORK_LEAST};
	p.most = marked ? triangles * MARKED_PAIRS_EACH + MARKED_PAIRS_LEAST : triangles * PAIRS_EACH + PAIRS_LEAST;
	uint32_t *list = cook_alloc(w->context, count, sizeof *list);
	pair_entry *entries = cook_alloc_whole(w->context, count, sizeof *entries);
	bool done = list && entries && pyramid_begin(w->context, count, &p.boxes);
	if (done)
	{
		list_marked(w, marked, list);
		done = count <= FEW || sort_triangles(w, list, count);
	}
	if (done)
	{
		p.entries = entries;
		for (uint32_t i = 0; i < count; ++i)
		{
			float min[3], max[3];
			fill_entry(w, list[i], &entries[i]);
			fit_box(&entries[i], min, max);
			pyramid_set(&p.boxes, i, min, max);
		}
		pyramid_finish(&p.boxes);
		p.found.unfinished = !compare_all(&p, marked);
		done = !p.failed;
	}
	pyramid_free(w->context, &p.boxes);
	cook_free(w->context, list, count, sizeof *list);
	cook_free(w->context, entries, count, sizeof *entries);
	if (!done)
		survey_pairs_free(w->context, &p.found);
	if (p.found.count)
		qsort(p.found.pairs, (size_t)p.found.count, sizeof *p.found.pairs, compare_pairs);
	*out = p.found;
	return done;
}

bool survey_find_pairs(survey_work *w)
{
	const uint32_t kinds = 1u << KILNCOOK_FAULT_CROSSING | 1u << KILNCOOK_FAULT_COPLANAR |
						   1u << KILNCOOK_FAULT_TOUCHING | 1u << KILNCOOK_FAULT_OVERLAPPING;
	survey *s = w->s;
	survey_pairs found = {0};
	uint8_t *flat = cook_alloc(w->context, w->mesh->vertex_count, sizeof *flat);
	bool done = flat && survey_flat_vertices(w, flat) && search(w, NULL, w->mesh->triangle_count, flat, &found);
	cook_free(w->context, flat, w->mesh->vertex_count, sizeof *flat);
	s->surveyed |= kinds;
	s->unfinished |= found.unfinished ? kinds : 0;
	s->pairs = found.pairs;
	s->pair_count = found.count;
	s->pair_capacity = found.capacity;
	for (uint64_t i = 0; i < s->pair_count && done; ++i)
		done = add_pair(w, &s->pairs[i], s->pairs[i].kind, 0);
	return done && add_overlapping(w);
}

bool survey_pairs_of(const kilncook_context *context, const clean_mesh *mesh, const uint8_t *marked, survey_pairs *out)
{
	const survey_work w = {.context = context, .mesh = mesh};
	uint32_t count = 0;
	*out = (survey_pairs){0};
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
		count += marked[t];
	return count == 0 || search(&w, marked, count, NULL, out);
}

void survey_pairs_free(const kilncook_context *context, survey_pairs *pairs)
{
	cook_free(context, pairs->pairs, (size_t)pairs->capacity, sizeof *pairs->pairs);
	*pairs = (survey_pairs){0};
}
