// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A vertex that is to cut a side of a triangle.
typedef struct cut
{
	uint32_t side; ///< 3 * triangle + corner
	uint32_t vertex;
	double along;	 ///< share of the way along the side
	double distance; ///< from the side
} cut;

static int compare_cuts(const void *left, const void *right)
{
	const cut *a = left, *b = right;
	if (a->side != b->side)
		return a->side < b->side ? -1 : 1;
	if (a->along < b->along || a->along > b->along)
		return a->along < b->along ? -1 : 1;
	return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

/// The squared distance of a vertex from a side.
static double distance2_from_side(const repair_work *w, uint32_t side, uint32_t vertex)
{
	double a[3], b[3], p[3], along = 0, foot[3];
	repair_point(&w->mesh, repair_from(&w->mesh, side), a);
	repair_point(&w->mesh, repair_to(&w->mesh, side), b);
	repair_point(&w->mesh, vertex, p);
	for (int i = 0; i < 3; ++i)
		along += (p[i] - a[i]) * (b[i] - a[i]);
	along = fmin(1, fmax(0, along / repair_distance2(a, b)));
	for (int i = 0; i < 3; ++i)
		foot[i] = a[i] + along * (b[i] - a[i]);
	return repair_distance2(p, foot);
}

/// Whether a cut joins a T-junction's side with more than one vertex of another surface: a boundary side at the vertex and the side run
/// along each other, or the vertex has more than two boundary sides, and is not manifold whatever is cut.
static bool is_worth_a_cut(const repair_work *w, uint32_t boundary_vertex)
{
	const survey *s = &w->s;
	uint32_t side = s->junctions[boundary_vertex];
	if (s->vertex_sides_first[boundary_vertex + 1] - s->vertex_sides_first[boundary_vertex] != 2)
		return true;
	for (uint32_t i = s->vertex_sides_first[boundary_vertex]; i < s->vertex_sides_first[boundary_vertex + 1]; ++i)
	{
		uint32_t own = s->boundary[s->vertex_sides[i]], across = s->boundary[side];
		const uint32_t *ends = s->boundary_ends[s->vertex_sides[i]];
		uint32_t other = s->boundary_vertices[ends[ends[0] == boundary_vertex]];
		if (distance2_from_side(w, across, other) <= w->tolerance * w->tolerance ||
			distance2_from_side(w, own, repair_from(&w->mesh, across)) <= w->tolerance * w->tolerance ||
			distance2_from_side(w, own, repair_to(&w->mesh, across)) <= w->tolerance * w->tolerance)
			return true;
	}
	return false;
}

static cut make_cut(const repair_work *w, uint32_t side, uint32_t vertex)
{
	double a[3], b[3], p[3], along = 0, foot[3];
	repair_point(&w->mesh, repair_from(&w->mesh, side), a);
	repair_point(&w->mesh, repair_to(&w->mesh, side), b);
	repair_point(&w->mesh, vertex, p);
	for (int i = 0; i < 3; ++i)
		along += (p[i] - a[i]) * (b[i] - a[i]);
	along /= repair_distance2(a, b);
	for (int i = 0; i < 3; ++i)
		foot[i] = a[i] + along * (b[i] - a[i]);
	return (cut){side, vertex, along, sqrt(repair_distance2(p, foot))};
}

/// Whether the vertex may cut the side behind the vertex `last`, where the side's rest begins.
static bool may_cut(const repair_work *w, const cut *c, uint32_t last)
{
	const uint32_t *whole = w->mesh.corners[c->side / 3];
	uint32_t end = repair_to(&w->mesh, c->side), apex = whole[(c->side % 3 + 2) % 3];
	return !repair_is_refused(w, c->vertex) && c->along > 0 && c->along < 1 &&
		   w->mesh.drifts[c->side / 3] + c->distance <= w->tolerance && repair_count_at_edge(w, apex, c->vertex) == 0 &&
		   repair_count_at_edge(w, last, c->vertex) <= 1 && repair_count_at_edge(w, c->vertex, end) <= 1 &&
		   repair_may_stand(&w->mesh, whole, (const uint32_t[3]){last, c->vertex, apex}) &&
		   repair_may_stand(&w->mesh, whole, (const uint32_t[3]){c->vertex, end, apex});
}

/// Cuts one side at its vertices, in their order along it.
static bool cut_side(repair_work *w, const cut *cuts, uint32_t count, kilncook_repair_row *row)
{
	uint32_t triangle = cuts->side / 3, k = cuts->side % 3;
	uint32_t whole[3];
	memcpy(whole, w->mesh.corners[triangle], sizeof whole);
	uint32_t last = whole[k], end = whole[(k + 1) % 3], apex = whole[(k + 2) % 3];
	double drift = w->mesh.drifts[triangle], most = drift;
	uint32_t first = w->mesh.count;
	for (uint32_t i = 0; i < count; ++i)
	{
		if (!may_cut(w, &cuts[i], last))
			continue;
		const uint32_t part[3] = {last, cuts[i].vertex, apex};
		if (!repair_add_triangle(w->context, &w->mesh, part, triangle))
			return false;
		most = fmax(most, drift + cuts[i].distance);
		last = cuts[i].vertex;
		repair_touch(w, last);
		++row->changed;
		++row->made;
	}
	if (w->mesh.count == first)
		return true;
	w->mesh.corners[triangle][0] = last;
	w->mesh.corners[triangle][1] = end;
	w->mesh.corners[triangle][2] = apex;
	w->mesh.drifts[triangle] = most;
	for (uint32_t t = first; t < w->mesh.count; ++t)
		w->mesh.drifts[t] = most;
	row->distance = fmax(row->distance, most);
	return true;
}

bool repair_junctions(repair_work *w, kilncook_repair_row *row)
{
	const survey *s = &w->s;
	uint32_t count = 0, room = s->boundary_vertex_count;
	if (s->counts[KILNCOOK_FAULT_T_JUNCTION] == 0)
		return true;
	cut *cuts = cook_alloc(w->context, room, sizeof *cuts);
	if (!cuts)
		return false;
	for (uint32_t v = 0; v < room; ++v)
		if (s->junctions[v] != KILN_NONE && is_worth_a_cut(w, v))
			cuts[count++] = make_cut(w, s->boundary[s->junctions[v]], s->boundary_vertices[v]);
	qsort(cuts, count, sizeof *cuts, compare_cuts);
	bool done = true;
	uint32_t busy = KILN_NONE;
	for (uint32_t i = 0, next; i < count && done; i = next)
	{
		for (next = i + 1; next < count && cuts[next].side == cuts[i].side; ++next)
			;
		// Other sides of a triangle that was cut wait for the next round.
		uint64_t before = row->changed;
		if (cuts[i].side / 3 != busy)
			done = cut_side(w, cuts + i, next - i, row);
		busy = row->changed > before ? cuts[i].side / 3 : busy;
	}
	cook_free(w->context, cuts, room, sizeof *cuts);
	return done;
}
