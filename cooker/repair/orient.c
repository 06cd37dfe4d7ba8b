// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Rounding of a volume's terms and of their sum, over the sum of the terms' sizes, is below this (survey/measure.c).
#define VOLUME_ROUNDING 0x1p-47

/// A sum of numbers >= 0 in units of their own: it does not depend on their order.
typedef struct wide_sum
{
	uint64_t high, low;
} wide_sum;

static void wide_add(wide_sum *sum, uint64_t value)
{
	sum->low += value;
	sum->high += sum->low < value;
}

static int wide_compare(const wide_sum *a, const wide_sum *b)
{
	if (a->high != b->high)
		return a->high < b->high ? -1 : 1;
	return a->low < b->low ? -1 : a->low > b->low;
}

static double wide_value(const wide_sum *sum)
{
	return (double)sum->high * 0x1p64 + (double)sum->low;
}

/// Triangles that a walk over edges of an even number of triangles reaches.
typedef struct sheet
{
	uint32_t component; ///< connected part
	bool closed;		///< the walk met no other edge
	bool twisted;		///< the walk came to a triangle from both sides
	wide_sum area[2];	///< of triangles that keep their winding, and of those that turn
	wide_sum volume[2]; ///< six times: of tetrahedra that count as positive, and of those that count as negative
	wide_sum size;		///< of the terms of these volumes
	double most_area, most_size; ///< of one triangle: they choose the units of the sums
	uint32_t triangles[2];		 ///< that keep their winding, and that turn
	uint32_t lowest;			 ///< the triangle of lowest positions
	bool mixed;					 ///< some triangles turn and others do not
	bool turned;				 ///< the whole sheet turns, besides
	bool waits;					 ///< all triangles keep their windings for now
} sheet;

typedef struct orientation
{
	repair_work *w;
	uint32_t *next; ///< per side: the next one around its edge, or KILN_NONE
	uint32_t *sheet_of;
	uint8_t *turns; ///< per triangle
	uint32_t *queue;
	sheet *sheets;
	uint32_t sheet_count;
} orientation;

/// Links the sides around every edge of an even number of triangles. Around an edge, the inside and the outside of a closed
/// surface take turns, so that neighbours run the edge in opposite directions.
static bool link_sides(orientation *o, const uint8_t *apart)
{
	const clean_edges *edges = &o->w->s.adjacency.edges;
	uint32_t *around = NULL, room = 0;
	bool done = true;
	for (uint32_t e = 0; e < edges->edge_count && done; ++e)
	{
		const uint32_t *sides = edges->sides + edges->first[e];
		uint32_t count = edges->first[e + 1] - edges->first[e];
		bool walked = count == 2 || (count % 2 == 0 && !apart[sides[0] / 3]);
		if (walked && count > room)
		{
			cook_free(o->w->context, around, room, sizeof *around);
			room = count;
			around = cook_alloc(o->w->context, room, sizeof *around);
			done = around != NULL;
		}
		if (done && walked)
			memcpy(around, sides, count * sizeof *around);
		if (done && walked && count > 2)
			done = repair_sort_around(o->w->context, &o->w->mesh, around, count);
		for (uint32_t i = 0; i < count && done; ++i)
			o->next[walked ? around[i] : sides[i]] = walked ? around[(i + 1) % count] : KILN_NONE;
	}
	cook_free(o->w->context, around, around ? room : 0, sizeof *around);
	return done;
}

/// Walks from a triangle over the linked sides.
static void walk_sheet(orientation *o, uint32_t start, sheet *out)
{
	const repair_mesh *m = &o->w->mesh;
	uint32_t number = o->sheet_count - 1, from = 0, to = 0;
	*out = (sheet){.component = o->w->s.adjacency.components[start], .closed = true};
	o->sheet_of[start] = number;
	o->turns[start] = 0;
	o->queue[to++] = start;
	while (from < to)
	{
		uint32_t t = o->queue[from++];
		for (uint32_t side = 3 * t; side < 3 * t + 3; ++side)
		{
			uint32_t mate = o->next[side];
			if (mate == KILN_NONE)
			{
				out->closed = false;
				continue;
			}
			uint32_t other = mate / 3;
			uint8_t same = repair_from(m, side) == repair_from(m, mate);
			uint8_t turns = o->turns[t] ^ same;
			if (o->sheet_of[other] == KILN_NONE)
			{
				o->sheet_of[other] = number;
				o->turns[other] = turns;
				o->queue[to++] = other;
			}
			else if (o->turns[other] != turns)
				out->twisted = true;
		}
	}
}

static void walk_all(orientation *o)
{
	uint32_t count = o->w->mesh.count;
	memset(o->sheet_of, 0xff, count * sizeof *o->sheet_of);
	o->sheet_count = 0;
	for (uint32_t t = 0; t < count; ++t)
		if (o->sheet_of[t] == KILN_NONE)
		{
			++o->sheet_count;
			walk_sheet(o, t, &o->sheets[o->sheet_count - 1]);
		}
}

/// Walks again where a sheet is twisted, without the edges of more than two triangles there.
static bool find_sheets(orientation *o)
{
	uint32_t count = o->w->mesh.count;
	uint8_t *apart = cook_alloc_zero(o->w->context, count, 1);
	bool done = apart && link_sides(o, apart);
	if (done)
	{
		walk_all(o);
		bool again = false;
		for (uint32_t t = 0; t < count; ++t)
		{
			apart[t] = o->sheets[o->sheet_of[t]].twisted;
			again |= apart[t];
		}
		done = !again || link_sides(o, apart);
		if (done && again)
			walk_all(o);
	}
	cook_free(o->w->context, apart, count, 1);
	return done;
}

/// The areas and volumes of a triangle.
typedef struct triangle_measure
{
	double area; ///< twice the area
	double volume,
		size; ///< six times the volume of the tetrahedron from the middle of the part's box; of its terms' magnitudes
} triangle_measure;

/// Measures a triangle from its corner of lowest position on: where a triangle begins does not change the rounding.
static triangle_measure measure(const repair_work *w, uint32_t triangle)
{
	const repair_mesh *mesh = &w->mesh;
	const uint32_t *corners = mesh->corners[triangle];
	const kilncook_component *c = &w->s.components[w->s.adjacency.components[triangle]];
	triangle_measure out = {0};
	double p[3][3], normal[3];
	uint32_t low = 0;
	for (uint32_t k = 1; k < 3; ++k)
		if (survey_compare_positions(mesh->vertices[corners[k]], mesh->vertices[corners[low]]) < 0)
			low = k;
	for (uint32_t k = 0; k < 3; ++k)
	{
		repair_point(mesh, corners[(low + k) % 3], p[k]);
		for (int i = 0; i < 3; ++i)
			p[k][i] -= ((double)c->bounds_min[i] + (double)c->bounds_max[i]) / 2;
	}
	for (int i = 0; i < 3; ++i)
	{
		int m = (i + 1) % 3, n = (i + 2) % 3;
		out.volume += p[0][i] * (p[1][m] * p[2][n] - p[2][m] * p[1][n]);
		out.size += fabs(p[0][i]) * (fabs(p[1][m] * p[2][n]) + fabs(p[2][m] * p[1][n]));
	}
	repair_normal(p[0], p[1], p[2], normal);
	out.area = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
	return out;
}

/// Whether the corners of one triangle come before those of another by position, the lowest corner first.
static bool comes_before(const repair_mesh *m, uint32_t triangle, uint32_t other)
{
	const float *at[2][3];
	for (int side = 0; side < 2; ++side)
		for (int k = 0; k < 3; ++k)
		{
			int i = k;
			const float *v = m->vertices[m->corners[side ? other : triangle][k]];
			for (; i > 0 && survey_compare_positions(v, at[side][i - 1]) < 0; --i)
				at[side][i] = at[side][i - 1];
			at[side][i] = v;
		}
	int order = 0;
	for (int k = 0; k < 3 && order == 0; ++k)
		order = survey_compare_positions(at[0][k], at[1][k]);
	return order < 0;
}

/// A factor that makes the largest of some numbers less than 2^62.
static double unit_of(double most)
{
	return most > 0 ? ldexp(1, 61 - ilogb(most)) : 0;
}

/// Adds up areas and volumes, as they are after the turns. Each number is rounded to a share of 2^-61 of the sheet's largest one, and
/// the sums are exact.
static void measure_sheets(orientation *o)
{
	const repair_work *w = o->w;
	for (uint32_t t = 0; t < w->mesh.count; ++t)
	{
		sheet *s = &o->sheets[o->sheet_of[t]];
		triangle_measure m = measure(w, t);
		bool first = s->triangles[0] + s->triangles[1] == 0;
		s->most_area = fmax(s->most_area, m.area);
		s->most_size = fmax(s->most_size, m.size);
		s->lowest = first || comes_before(&w->mesh, t, s->lowest) ? t : s->lowest;
		++s->triangles[o->turns[t]];
	}
	for (uint32_t t = 0; t < w->mesh.count; ++t)
	{
		sheet *s = &o->sheets[o->sheet_of[t]];
		triangle_measure m = measure(w, t);
		double area_unit = unit_of(s->most_area), size_unit = unit_of(s->most_size);
		bool negative = (m.volume < 0) != o->turns[t];
		wide_add(&s->area[o->turns[t]], (uint64_t)(m.area * area_unit));
		wide_add(&s->volume[negative], (uint64_t)(fabs(m.volume) * size_unit));
		wide_add(&s->size, (uint64_t)(m.size * size_unit));
	}
}

/// Whether the triangles that turn are the larger area. Of equal areas, the one without the triangle of lowest positions turns.
static bool turns_more(const orientation *o, const sheet *h)
{
	int order = wide_compare(&h->area[1], &h->area[0]);
	return order != 0 ? order > 0 : o->turns[h->lowest];
}

/// Whether a closed sheet holds a volume beyond rounding; `negative` receives its sign. The sums lack less than a unit for each
/// triangle.
static bool has_volume(const sheet *h, bool *negative)
{
	*negative = wide_compare(&h->volume[0], &h->volume[1]) < 0;
	wide_sum volume = h->volume[*negative];
	const wide_sum *less = &h->volume[!*negative];
	volume.high -= less->high + (volume.low < less->low);
	volume.low -= less->low;
	double lacking = (double)h->triangles[0] + (double)h->triangles[1];
	return wide_value(&volume) > VOLUME_ROUNDING * wide_value(&h->size) + lacking;
}

typedef struct sheet_order
{
	uint32_t depth, sheet;
} sheet_order;

static int compare_orders(const void *left, const void *right)
{
	const sheet_order *a = left, *b = right;
	if (a->depth != b->depth)
		return a->depth < b->depth ? -1 : 1;
	return a->sheet < b->sheet ? -1 : a->sheet > b->sheet;
}

/// Whether the closed part directly around a part turned as a whole.
static bool outer_turned(const survey *s, const uint8_t *part_turned, uint32_t component)
{
	uint64_t low = 0, high = s->nest_count;
	while (low < high)
	{
		uint64_t middle = low + (high - low) / 2;
		if (s->nests[middle] >> 32 < component)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < s->nest_count && s->nests[low] >> 32 == component; ++low)
	{
		uint32_t outer = (uint32_t)s->nests[low];
		if (s->components[outer].depth + 1 == s->components[component].depth)
			return part_turned[outer];
	}
	return false;
}

/// Decides whether a sheet turns as a whole. A sheet of both windings keeps the winding of the larger area, a closed one at an
/// even depth faces outwards. Of equal areas, that of the triangle of lowest positions stays. At an odd depth, a sheet of one winding keeps its sense with regard to the part around it, since
/// it can be a cavity or a part of its own; a sheet of both windings becomes a cavity, as the parity of rays has it. While a part is open whose holes are closed
/// next, no closed one turns: it may be a cavity of that part.
static void decide(const orientation *o, sheet *h, bool waits, uint8_t *part_turned)
{
	const kilncook_component *c = &o->w->s.components[h->component];
	bool negative, certain = has_volume(h, &negative) && h->closed && c->depth != KILN_NONE;
	h->mixed = h->triangles[0] > 0 && h->triangles[1] > 0;
	h->waits = waits && certain && c->depth % 2 == 0;
	if (!certain)
		h->turned = turns_more(o, h);
	else if (c->depth % 2 == 0)
		h->turned = negative;
	else if (h->mixed)
		h->turned = !negative;
	else
		h->turned = outer_turned(&o->w->s, part_turned, h->component);
	if (!h->mixed && h->turned && !h->waits)
		part_turned[h->component] = 1;
}

static bool decide_all(orientation *o)
{
	const survey *s = &o->w->s;
	sheet_order *order = cook_alloc(o->w->context, o->sheet_count, sizeof *order);
	uint8_t *part_turned = cook_alloc_zero(o->w->context, s->adjacency.component_count, 1);
	bool done = order && part_turned;
	for (uint32_t i = 0; i < o->sheet_count && done; ++i)
		order[i] = (sheet_order){s->components[o->sheets[i].component].depth, i};
	if (done)
		qsort(order, o->sheet_count, sizeof *order, compare_orders);
	bool waits = false;
	for (uint32_t i = 0; i < s->adjacency.component_count && o->w->holes_follow; ++i)
		waits |= !(s->components[i].flags & KILN_MESH_CLOSED);
	for (uint32_t i = 0; i < o->sheet_count && done; ++i)
		decide(o, &o->sheets[order[i].sheet], waits, part_turned);
	cook_free(o->w->context, order, o->sheet_count, sizeof *order);
	cook_free(o->w->context, part_turned, s->adjacency.component_count, 1);
	return done;
}

static void turn(orientation *o, kilncook_repair_row *row)
{
	for (uint32_t t = 0; t < o->w->mesh.count; ++t)
	{
		const sheet *h = &o->sheets[o->sheet_of[t]];
		if (h->twisted || h->waits || o->turns[t] == (h->turned ? 1 : 0))
			continue;
		uint32_t *c = o->w->mesh.corners[t], last = c[2];
		c[2] = c[1];
		c[1] = last;
		++row->changed;
	}
}

bool repair_orient(repair_work *w, kilncook_repair_row *row)
{
	uint32_t count = w->mesh.count;
	orientation o = {
		.w = w,
		.next = cook_alloc(w->context, 3 * (size_t)count, sizeof *o.next),
		.sheet_of = cook_alloc(w->context, count, sizeof *o.sheet_of),
		.turns = cook_alloc(w->context, count, sizeof *o.turns),
		.queue = cook_alloc(w->context, count, sizeof *o.queue),
		.sheets = cook_alloc(w->context, count, sizeof *o.sheets),
	};
	bool done = o.next && o.sheet_of && o.turns && o.queue && o.sheets && find_sheets(&o);
	if (done)
	{
		measure_sheets(&o);
		done = decide_all(&o);
	}
	if (done)
		turn(&o, row);
	cook_free(w->context, o.next, 3 * (size_t)count, sizeof *o.next);
	cook_free(w->context, o.sheet_of, count, sizeof *o.sheet_of);
	cook_free(w->context, o.turns, count, sizeof *o.turns);
	cook_free(w->context, o.queue, count, sizeof *o.queue);
	cook_free(w->context, o.sheets, count, sizeof *o.sheets);
	return done;
}
