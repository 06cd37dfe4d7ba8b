// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include "clean/duplicates.h"
#include "clean/weld.h"

#include <math.h>
#include <string.h>

/// Trials of a round. Every trial that fails takes back some of its welds.
#define TRIALS 12

/// A round of welding: where each vertex goes, and which vertices have to stay.
typedef struct welding
{
	repair_work *w;
	uint32_t *goals; ///< per vertex: the vertex that it becomes
	uint8_t *fixed;	 ///< per vertex: it keeps its place
	repair_mesh trial;
	uint32_t *trial_of; ///< per triangle: its number in the trial, or KILN_NONE
	uint32_t welded;
	bool refused; ///< a weld was taken back
} welding;

/// Finds for each end of a crack's sides the vertex that stands for all near ones (clean_weld_near).
static bool find_goals(welding *weld, uint32_t *ends, float (*points)[3], uint32_t *representatives)
{
	const repair_work *w = weld->w;
	const survey *s = &w->s;
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->boundary_count; ++i)
		if (s->cracks[i] != KILN_NONE)
			for (int k = 0; k < 2; ++k)
				ends[s->boundary_ends[i][k]] = 1;
	for (uint32_t v = 0; v < s->boundary_vertex_count; ++v)
		if (ends[v])
		{
			memcpy(points[count], w->mesh.vertices[s->boundary_vertices[v]], sizeof *points);
			ends[count++] = s->boundary_vertices[v];
		}
	// Without a tolerance, only vertices that were cut apart are near each other.
	if (count == 0 || !(w->tolerance > 0))
		return true;
	if (!clean_weld_near(w->context, (const float(*)[3])points, count, w->tolerance, representatives))
		return false;
	for (uint32_t i = 0; i < count; ++i)
		weld->goals[ends[i]] = ends[representatives[i]];
	return true;
}

/// Leaves vertices where they are when the move would be too far, counted from where their art vertices were.
static void limit_moves(welding *weld)
{
	const repair_mesh *m = &weld->w->mesh;
	weld->welded = 0;
	for (uint32_t v = 0; v < m->vertex_count; ++v)
	{
		double a[3], b[3];
		repair_point(m, v, a);
		repair_point(m, weld->goals[v], b);
		if (weld->fixed[v] || m->moved[v] + sqrt(repair_distance2(a, b)) > weld->w->tolerance)
			weld->goals[v] = v;
		weld->welded += weld->goals[v] != v;
	}
}

static void fix(welding *weld, uint32_t vertex)
{
	if (weld->goals[vertex] != vertex)
	{
		weld->fixed[vertex] = 1;
		weld->refused = true;
	}
}

/// Makes the trial: triangles of goals, without those that collapse. Fixes the corners of triangles that may not move.
static bool make_trial(welding *weld)
{
	const repair_work *w = weld->w;
	repair_free(w->context, &weld->trial);
	if (!repair_copy(w->context, &w->mesh, &weld->trial))
		return false;
	uint32_t next = 0;
	for (uint32_t t = 0; t < w->mesh.count; ++t)
	{
		uint32_t *c = weld->trial.corners[t];
		const uint32_t *before = w->mesh.corners[t];
		for (int k = 0; k < 3; ++k)
			c[k] = weld->goals[before[k]];
		bool collapses = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
		bool moves = memcmp(c, before, sizeof *weld->trial.corners) != 0;
		if (moves && !collapses && !repair_may_stand(&w->mesh, before, c))
			for (int k = 0; k < 3; ++k)
				fix(weld, before[k]);
		weld->trial_of[t] = collapses ? KILN_NONE : next++;
		if (collapses)
			c[0] = KILN_NONE;
	}
	(void)repair_compact(&weld->trial);
	return true;
}

/// Fixes the corners of triangles that would become copies of others.
static bool fix_copies(welding *weld)
{
	const repair_work *w = weld->w;
	const repair_mesh *m = &weld->trial;
	uint32_t *originals = cook_alloc(w->context, m->count, sizeof *originals);
	uint8_t *copied = cook_alloc_zero(w->context, m->count, sizeof *copied);
	bool done =
		originals && copied &&
		clean_find_duplicates(w->context, (const uint32_t(*)[3])m->corners, m->count, m->vertex_count, originals);
	for (uint32_t t = 0; done && t < m->count; ++t)
		if (originals[t] != t)
			copied[t] = copied[originals[t]] = 1;
	for (uint32_t t = 0; done && t < w->mesh.count; ++t)
		if (weld->trial_of[t] != KILN_NONE && copied[weld->trial_of[t]])
			for (int k = 0; k < 3; ++k)
				fix(weld, w->mesh.corners[t][k]);
	cook_free(w->context, originals, m->count, sizeof *originals);
	cook_free(w->context, copied, m->count, sizeof *copied);
	return done;
}

/// Marks the vertices of edges and vertices that are not manifold.
static void mark_nonmanifold(const repair_mesh *m, const survey *s, uint8_t *marks)
{
	const clean_edges *edges = &s->adjacency.edges;
	for (uint32_t e = 0; e < edges->edge_count; ++e)
		if (edges->first[e + 1] - edges->first[e] > 2)
			marks[repair_from(m, edges->sides[edges->first[e]])] = marks[repair_to(m, edges->sides[edges->first[e]])] =
				1;
	for (uint64_t i = 0; i < s->fault_count; ++i)
	{
		const kilncook_fault *f = &s->faults[i];
		if (f->kind != KILNCOOK_FAULT_NONMANIFOLD_VERTEX)
			continue;
		for (int k = 0; k < 3; ++k)
		{
			const float *at = m->vertices[m->corners[f->triangle][k]];
			if (memcmp(at, f->place, sizeof f->place) == 0)
				marks[m->corners[f->triangle][k]] = 1;
		}
	}
}

/// Whether a triangle of the trial has all the goals of a triangle that collapsed. `after` is the survey of the trial.
static bool is_covered(const welding *weld, const survey *after, uint32_t triangle)
{
	const uint32_t *before = weld->w->mesh.corners[triangle];
	const uint32_t goals[3] = {weld->goals[before[0]], weld->goals[before[1]], weld->goals[before[2]]};
	const clean_adjacency *a = &after->adjacency;
	for (uint32_t i = a->vertex_first[goals[0]]; i < a->vertex_first[goals[0] + 1]; ++i)
	{
		const uint32_t *c = weld->trial.corners[a->vertex_triangles[i]];
		bool covered = true;
		for (int k = 1; k < 3; ++k)
			covered = covered && (c[0] == goals[k] || c[1] == goals[k] || c[2] == goals[k]);
		if (covered)
			return true;
	}
	return false;
}

/// Fixes the corners of triangles that collapse onto an edge or a vertex that no triangle has then: the surface there would be lost.
static void fix_lost(welding *weld, const survey *after)
{
	const repair_mesh *m = &weld->w->mesh;
	for (uint32_t t = 0; t < m->count; ++t)
		if (weld->trial_of[t] == KILN_NONE && !is_covered(weld, after, t))
			for (int k = 0; k < 3; ++k)
				fix(weld, m->corners[t][k]);
}

/// Fixes the vertices whose welds lose surface, or make the surface less manifold than it was.
static bool fix_worse(welding *weld)
{
	const repair_work *w = weld->w;
	uint32_t count = w->mesh.vertex_count;
	survey before = {0}, after = {0};
	uint8_t *old = cook_alloc_zero(w->context, count, 1), *new = cook_alloc_zero(w->context, count, 1);
	bool done = old && new &&repair_survey(w, &weld->trial, false, KILN_NONE, &after);
	if (done)
		fix_lost(weld, &after);
	const uint64_t *b = w->s.counts, *a = after.counts;
	bool worse = done && !weld->refused &&
				 (a[KILNCOOK_FAULT_NONMANIFOLD_EDGE] > b[KILNCOOK_FAULT_NONMANIFOLD_EDGE] ||
					 a[KILNCOOK_FAULT_NONMANIFOLD_VERTEX] > b[KILNCOOK_FAULT_NONMANIFOLD_VERTEX]);
	if (worse)
		done = repair_survey(w, &w->mesh, false, KILN_NONE, &before);
	if (done && worse)
	{
		mark_nonmanifold(&w->mesh, &before, old);
		mark_nonmanifold(&weld->trial, &after, new);
		// Welds onto a vertex that is not manifold now, and of which every part was, are taken back.
		for (uint32_t v = 0; v < count; ++v)
			if (new[weld->goals[v]] && !old[v])
				fix(weld, v);
		for (uint32_t v = 0; v < count && !weld->refused; ++v)
			if (new[weld->goals[v]])
				fix(weld, v);
	}
	survey_free(w->context, &before);
	survey_free(w->context, &after);
	cook_free(w->context, old, count, 1);
	cook_free(w->context, new, count, 1);
	return done;
}

/// Takes the trial, and counts.
static void accept(welding *weld, kilncook_repair_row *row)
{
	repair_work *w = weld->w;
	repair_mesh *m = &weld->trial;
	for (uint32_t v = 0; v < w->mesh.vertex_count; ++v)
	{
		double a[3], b[3];
		uint32_t goal = weld->goals[v];
		if (goal == v)
			continue;
		repair_touch(w, v);
		// A vertex that was cut off in this attempt is refused with its parent.
		if (v < w->vertices.count)
			w->vertices.goals[v] = goal;
		repair_point(m, v, a);
		repair_point(m, goal, b);
		double moved = w->mesh.moved[v] + sqrt(repair_distance2(a, b));
		m->moved[goal] = fmax(m->moved[goal], moved);
		m->sources[goal] = m->sources[v] < m->sources[goal] ? m->sources[v] : m->sources[goal];
		row->distance = fmax(row->distance, moved);
		++row->changed;
	}
	row->dropped += w->mesh.count - m->count;
	repair_free(w->context, &w->mesh);
	w->mesh = *m;
	weld->trial = (repair_mesh){0};
}

/// Tries welds until none has to be taken back.
static bool try_welds(welding *weld, kilncook_repair_row *row)
{
	for (int i = 0; i < TRIALS; ++i)
	{
		limit_moves(weld);
		if (weld->welded == 0)
			return true;
		weld->refused = false;
		if (!make_trial(weld))
			return false;
		if (weld->trial.count == 0)
			return true;
		if (!weld->refused && !fix_copies(weld))
			return false;
		if (!weld->refused && !fix_worse(weld))
			return false;
		if (!weld->refused)
		{
			accept(weld, row);
			return true;
		}
	}
	return true;
}

bool repair_cracks(repair_work *w, kilncook_repair_row *row)
{
	const survey *s = &w->s;
	uint32_t vertices = w->mesh.vertex_count, triangles = w->mesh.count, ends_count = s->boundary_vertex_count;
	if (s->counts[KILNCOOK_FAULT_CRACK] == 0)
		return true;
	welding weld = {.w = w};
	weld.goals = cook_alloc(w->context, vertices, sizeof *weld.goals);
	weld.fixed = cook_alloc_zero(w->context, vertices, sizeof *weld.fixed);
	weld.trial_of = cook_alloc(w->context, triangles, sizeof *weld.trial_of);
	uint32_t *ends = cook_alloc_zero(w->context, ends_count, sizeof *ends);
	uint32_t *representatives = cook_alloc(w->context, ends_count, sizeof *representatives);
	float(*points)[3] = cook_alloc(w->context, ends_count, sizeof *points);
	bool done = weld.goals && weld.fixed && weld.trial_of && ends && representatives && points;
	for (uint32_t v = 0; done && v < vertices; ++v)
	{
		weld.goals[v] = v;
		weld.fixed[v] = repair_is_refused(w, v);
	}
	done = done && find_goals(&weld, ends, points, representatives) && try_welds(&weld, row);
	repair_free(w->context, &weld.trial);
	cook_free(w->context, weld.goals, vertices, sizeof *weld.goals);
	cook_free(w->context, weld.fixed, vertices, sizeof *weld.fixed);
	cook_free(w->context, weld.trial_of, triangles, sizeof *weld.trial_of);
	cook_free(w->context, ends, ends_count, sizeof *ends);
	cook_free(w->context, representatives, ends_count, sizeof *representatives);
	cook_free(w->context, points, ends_count, sizeof *points);
	return done;
}
