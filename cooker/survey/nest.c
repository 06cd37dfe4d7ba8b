// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"
#include "points.h"

#include "exact/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Units of work for each triangle and each connected part, and in all.
#define WORK_EACH 256u
#define WORK_LEAST (1u << 20)

/// Triangles of closed parts, one by one, against the vertices that stand for the parts. A part is inside a closed
/// one when the ray upwards from its highest vertex, moved by as little as can be, crosses an odd number of the
/// closed one's triangles: the vertex goes up by e, to x by e^2, to y by e^3 (H. Edelsbrunner, E. P. Mücke,
/// Simulation of Simplicity, 1990), so that no edge or vertex is ever hit.
typedef struct nest_search
{
	const survey_work *w;
	const float (*points)[3]; ///< per part: its highest vertex
	double corners[3][3];	  ///< of the triangle
	uint32_t component;		  ///< its part
	uint8_t *hosts;			  ///< per part: it is closed, and has room for another
	uint64_t *crossings;	  ///< part of the point << 32 | part of the triangle
	uint64_t count, capacity;
	bool failed; ///< out of memory
} nest_search;

/// Whether the closed part's box has room for the other part.
static bool has_room(const kilncook_component *closed, const kilncook_component *part)
{
	for (int i = 0; i < 3; ++i)
		if (part->bounds_min[i] < closed->bounds_min[i] || part->bounds_max[i] > closed->bounds_max[i])
			return false;
	return true;
}

/// Whether the point, seen along z, lies in the triangle.
static bool is_over(const double corners[3][3], const double p[3])
{
	bool in = false;
	for (int k = 0; k < 3; ++k)
	{
		const double *a = corners[k], *b = corners[(k + 1) % 3];
		if ((a[1] > p[1]) == (b[1] > p[1]))
			continue;
		const double *low = a[1] > p[1] ? b : a, *high = a[1] > p[1] ? a : b;
		// Whether the edge passes to the right of the point.
		in ^= exact_orient2d(low, high, p) > 0;
	}
	return in;
}

/// Whether the triangle, which the point's ray can hit, is above the point.
static bool is_above(const double corners[3][3], const double p[3])
{
	int turn = exact_orient2d(corners[0], corners[1], corners[2]);
	int side = exact_orient3d(corners[0], corners[1], corners[2], p);
	return turn * side < 0;
}

static bool visit(void *user, uint32_t part)
{
	nest_search *n = user;
	const kilncook_component *components = n->w->s->components;
	if (part == n->component || !has_room(&components[n->component], &components[part]))
		return true;
	const float *at = n->points[part];
	const double p[3] = {(double)at[0], (double)at[1], (double)at[2]};
	if (!is_over((const double(*)[3])n->corners, p) || !is_above((const double(*)[3])n->corners, p))
		return true;
	if (n->count == n->capacity)
	{
		uint64_t capacity = n->capacity + n->capacity / 2 + 64;
		uint64_t *grown =
			cook_resize(n->w->context, n->crossings, (size_t)n->capacity, (size_t)capacity, sizeof *grown);
		if (!grown)
		{
			n->failed = true;
			return false;
		}
		n->crossings = grown;
		n->capacity = capacity;
	}
	n->crossings[n->count++] = (uint64_t)part << 32 | n->component;
	return true;
}

/// Records that the closed part's box contains another part's box.
static bool visit_host(void *user, uint32_t part)
{
	nest_search *n = user;
	const kilncook_component *components = n->w->s->components;
	if (part == n->component || !has_room(&components[n->component], &components[part]))
		return true;
	n->hosts[n->component] = 1;
	return false;
}

/// Finds the closed parts whose box contains the box of another part. False when the work runs out.
static bool find_hosts(nest_search *n, const points_tree *tree, uint64_t *work)
{
	const survey *s = n->w->s;
	for (n->component = 0; n->component < s->adjacency.component_count; ++n->component)
	{
		const kilncook_component *c = &s->components[n->component];
		if (!(c->flags & KILN_MESH_CLOSED))
			continue;
		points_query query = {.box = true};
		for (int i = 0; i < 3; ++i)
		{
			query.a[i] = (double)c->bounds_min[i];
			query.b[i] = (double)c->bounds_max[i];
		}
		if (!points_visit(tree, &query, visit_host, n, work))
			return false;
	}
	return true;
}

/// Tests the triangles of these parts against the points. False when the work runs out.
static bool cross_triangles(nest_search *n, const points_tree *tree, uint64_t *work)
{
	const survey_work *w = n->w;
	for (uint32_t t = 0; t < w->mesh->triangle_count; ++t)
	{
		n->component = w->s->adjacency.components[t];
		if (!n->hosts[n->component])
			continue;
		points_query query = {.box = true};
		for (int k = 0; k < 3; ++k)
			survey_point(w, survey_triangle(w, t)[k], n->corners[k]);
		for (int i = 0; i < 3; ++i)
		{
			query.a[i] = fmin(n->corners[0][i], fmin(n->corners[1][i], n->corners[2][i]));
			query.b[i] = fmax(n->corners[0][i], fmax(n->corners[1][i], n->corners[2][i]));
		}
		query.a[2] = (double)w->s->components[n->component].bounds_min[2];
		if (!points_visit(tree, &query, visit, n, work))
			return false;
		if (n->failed)
			return true;
	}
	return true;
}

static int compare_crossings(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

/// Keeps the pairs of parts with an odd number of crossings, each once.
static void count_depths(nest_search *n)
{
	uint64_t kept = 0;
	qsort(n->crossings, (size_t)n->count, sizeof *n->crossings, compare_crossings);
	for (uint64_t i = 0, next; i < n->count; i = next)
	{
		for (next = i; next < n->count && n->crossings[next] == n->crossings[i]; ++next)
			;
		if ((next - i) % 2 == 0)
			continue;
		++n->w->s->components[n->crossings[i] >> 32].depth;
		n->crossings[kept++] = n->crossings[i];
	}
	n->count = kept;
}

/// Finds the highest vertex of every part, the one of lowest position among equally high ones.
static void find_tops(const survey_work *w, float (*points)[3])
{
	for (uint32_t i = 0; i < w->s->adjacency.component_count; ++i)
		points[i][0] = points[i][1] = points[i][2] = -INFINITY;
	for (uint32_t t = 0; t < w->mesh->triangle_count; ++t)
		for (int k = 0; k < 3; ++k)
		{
			float *top = points[w->s->adjacency.components[t]];
			const float *at = w->mesh->vertices[survey_triangle(w, t)[k]];
			if (at[2] > top[2] || (!(at[2] < top[2]) && survey_compare_positions(at, top) < 0))
				memcpy(top, at, sizeof *points);
		}
}

static bool find_depths(survey_work *w)
{
	uint32_t count = w->s->adjacency.component_count;
	uint64_t work = ((uint64_t)w->mesh->triangle_count + count) * WORK_EACH + WORK_LEAST;
	float(*points)[3] = cook_alloc(w->context, count, sizeof *points);
	points_tree tree = {0};
	nest_search n = {.w = w, .points = (const float(*)[3])points};
	n.hosts = cook_alloc_zero(w->context, count, sizeof *n.hosts);
	bool done = points && n.hosts;
	if (done)
	{
		find_tops(w, points);
		done = points_build(w->context, n.points, count, &tree);
	}
	if (done && find_hosts(&n, &tree, &work) && cross_triangles(&n, &tree, &work))
	{
		done = !n.failed;
		if (done && n.count)
			count_depths(&n);
		w->s->nests = n.crossings;
		w->s->nest_count = n.count;
		w->s->nest_capacity = n.capacity;
		n.crossings = NULL;
	}
	else if (done)
	{
		w->s->unfinished |= 1u << KILNCOOK_FAULT_INVERTED | 1u << KILNCOOK_FAULT_INNER;
		for (uint32_t i = 0; i < count; ++i)
			w->s->components[i].depth = KILN_NONE;
	}
	points_free(w->context, &tree);
	cook_free(w->context, points, count, sizeof *points);
	cook_free(w->context, n.hosts, count, sizeof *n.hosts);
	cook_free(w->context, n.crossings, (size_t)n.capacity, sizeof *n.crossings);
	return done;
}

/// Adds a fault of a whole part, at the middle of its box. `first` is its first triangle.
static bool add_component(survey_work *w, kilncook_fault_kind kind, uint32_t component, uint32_t first)
{
	const kilncook_component *c = &w->s->components[component];
	double middle[3];
	for (int i = 0; i < 3; ++i)
		middle[i] = ((double)c->bounds_min[i] + (double)c->bounds_max[i]) / 2;
	kilncook_fault fault = survey_fault(kind, first, KILN_NONE, middle);
	fault.count = kind == KILNCOOK_FAULT_INNER ? c->depth : 0;
	return survey_add(w, &fault);
}

bool survey_nest(survey_work *w)
{
	const clean_adjacency *adjacency = &w->s->adjacency;
	uint32_t closed = 0, next = 0;
	for (uint32_t i = 0; i < adjacency->component_count; ++i)
		closed += (w->s->components[i].flags & KILN_MESH_CLOSED) != 0;
	w->s->surveyed |= 1u << KILNCOOK_FAULT_INVERTED | 1u << KILNCOOK_FAULT_INNER;
	if (closed > 0 && adjacency->component_count > 1 && !find_depths(w))
		return false;
	bool done = true;
	for (uint32_t t = 0; t < w->mesh->triangle_count && done; ++t)
	{
		if (adjacency->components[t] != next)
			continue;
		const kilncook_component *c = &w->s->components[next++];
		bool known = c->depth != KILN_NONE, cavity = known && c->depth % 2 && c->volume < 0;
		if (known && c->volume < 0 && !cavity)
			done = add_component(w, KILNCOOK_FAULT_INVERTED, next - 1, t);
		if (known && c->depth > 0 && !cavity)
			done = done && add_component(w, KILNCOOK_FAULT_INNER, next - 1, t);
	}
	return done;
}
