// SPDX-License-Identifier: MIT
#include "internal.h"

#include "complex.h"
#include "exact/exact.h"
#include "memory.h"
#include "near.h"

#include <math.h>
#include <string.h>

/// No triangle turns by an angle of a smaller cosine.
#define TURN_COSINE 0.2

/// The share of the squared length of the edge that counts beside the squared distance, so that of collapses that move the surface by little the
/// shorter one is first. Of 0.03, 0.01, 0.001 and 0.0001, this one left the fewest triangles on most of the dragons, Wuson and an
/// engine.
#define LENGTH_SHARE 0.01

/// The best collapse of a vertex.
typedef struct candidate
{
	double cost;
	uint32_t to; ///< KILN_NONE: none
	bool stale;	 ///< something around has changed since
} candidate;

/// Collapses on their way.
typedef struct reduction
{
	simplify_work *work;
	complex_mesh complex;
	near_points near;
	complex_star star;
	candidate *candidates; ///< per vertex
	uint32_t *heap;		   ///< of vertices, the least cost first, then the lowest number
	uint32_t *place;	   ///< per vertex: in the heap, or KILN_NONE
	uint32_t heap_count;
	double limit2; ///< of squared distances
} reduction;

static bool comes_before(const reduction *r, uint32_t a, uint32_t b)
{
	double x = r->candidates[a].cost, y = r->candidates[b].cost;
	return x < y || (!(y < x) && a < b);
}

static void put(reduction *r, uint32_t place, uint32_t vertex)
{
	r->heap[place] = vertex;
	r->place[vertex] = place;
}

static void sift_up(reduction *r, uint32_t place)
{
	uint32_t vertex = r->heap[place];
	for (; place > 0 && comes_before(r, vertex, r->heap[(place - 1) / 2]); place = (place - 1) / 2)
		put(r, place, r->heap[(place - 1) / 2]);
	put(r, place, vertex);
}

static void sift_down(reduction *r, uint32_t place)
{
	uint32_t vertex = r->heap[place];
	for (uint32_t child = 2 * place + 1; child < r->heap_count; child = 2 * place + 1)
	{
		child += child + 1 < r->heap_count && comes_before(r, r->heap[child + 1], r->heap[child]);
		if (!comes_before(r, r->heap[child], vertex))
			break;
		put(r, place, r->heap[child]);
		place = child;
	}
	put(r, place, vertex);
}

static void drop_first(reduction *r)
{
	r->place[r->heap[0]] = KILN_NONE;
	--r->heap_count;
	if (r->heap_count == 0)
		return;
	put(r, 0, r->heap[r->heap_count]);
	sift_down(r, 0);
}

static void add(reduction *r, uint32_t vertex)
{
	put(r, r->heap_count, vertex);
	sift_up(r, r->heap_count++);
}

static void normal_of(const float (*at)[3], uint32_t a, uint32_t b, uint32_t c, double n[3])
{
	double u[3], v[3];
	for (int k = 0; k < 3; ++k)
	{
		u[k] = (double)at[b][k] - (double)at[a][k];
		v[k] = (double)at[c][k] - (double)at[a][k];
	}
	for (int k = 0; k < 3; ++k)
		n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Whether the triangles that a collapse leaves have an area, and turn by little.
static bool keeps_shape(const reduction *r, uint32_t to)
{
	const float(*at)[3] = (const float(*)[3])r->work->mesh->vertices;
	const complex_star *star = &r->star;
	for (uint32_t i = 0; i < star->count; ++i)
	{
		const uint32_t *ends = star->ends[i];
		double before[3], after[3];
		if (ends[0] == to || ends[1] == to)
			continue;
		normal_of(at, star->vertex, ends[0], ends[1], before);
		normal_of(at, to, ends[0], ends[1], after);
		double along = dot(before, after);
		if (!(along > 0) || along * along < TURN_COSINE * TURN_COSINE * dot(before, before) * dot(after, after) ||
			exact_collinear(at[to], at[ends[0]], at[ends[1]]))
			return false;
	}
	return true;
}

static double length2(const reduction *r, uint32_t a, uint32_t b)
{
	const float(*at)[3] = (const float(*)[3])r->work->mesh->vertices;
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double d = (double)at[a][k] - (double)at[b][k];
		sum += d * d;
	}
	return sum;
}

/// Compares a collapse with the best one.
static void try_neighbour(reduction *r, uint32_t to, candidate *best)
{
	const clean_mesh *mesh = r->work->mesh;
	const double extra = LENGTH_SHARE * length2(r, r->star.vertex, to);
	const double left = best->cost - extra, most = left < r->limit2 ? left : r->limit2;
	if (!(most > 0) || !keeps_shape(r, to) || !complex_may_collapse(&r->complex, &r->star, to))
		return;
	double d = near_measure(&r->near, &r->complex, mesh, &r->star, to, most);
	if (d < most)
		d = near_measure_back(&r->near, mesh, &r->star, to, d, most);
	if (d < most)
		*best = (candidate){.cost = d + extra, .to = to};
}

/// Finds the neighbour onto which a vertex moves at the least cost.
static void evaluate(reduction *r, uint32_t vertex)
{
	candidate best = {.cost = (double)INFINITY, .to = KILN_NONE};
	if (complex_look(&r->complex, vertex, &r->star))
	{
		near_gather(&r->near, &r->star);
		for (uint32_t i = 0; i < r->star.around_count; ++i)
			try_neighbour(r, r->star.around[i].vertex, &best);
	}
	r->candidates[vertex] = best;
}

/// Notes that a vertex has other triangles. Its cost is found only when it comes first.
static void touch(reduction *r, uint32_t vertex)
{
	if (r->work->locked[vertex])
		return;
	r->candidates[vertex].stale = true;
	if (r->place[vertex] == KILN_NONE)
	{
		r->candidates[vertex].cost = 0;
		add(r, vertex);
	}
}

static void collapse(reduction *r, uint32_t vertex)
{
	simplify_work *work = r->work;
	uint32_t to = r->candidates[vertex].to;
	drop_first(r);
	complex_look(&r->complex, vertex, &r->star);
	near_gather(&r->near, &r->star);
	near_move(&r->near, &r->complex, work->mesh, &r->star, to);
	complex_collapse(&r->complex, &r->star, to);
	work->collapses[work->collapse_count++] = (simplify_collapse){vertex, to};
	for (uint32_t i = 0; i < r->star.around_count; ++i)
		touch(r, r->star.around[i].vertex);
}

static void run(reduction *r, uint32_t target)
{
	r->work->collapse_count = 0;
	while (r->heap_count > 0 && r->complex.count > target)
	{
		uint32_t vertex = r->heap[0];
		if (r->candidates[vertex].stale)
		{
			evaluate(r, vertex);
			if (r->candidates[vertex].to == KILN_NONE)
				drop_first(r);
			else
				sift_down(r, 0);
			continue;
		}
		complex_look(&r->complex, vertex, &r->star);
		if (complex_may_collapse(&r->complex, &r->star, r->candidates[vertex].to))
			collapse(r, vertex);
		else
			r->candidates[vertex].stale = true;
	}
}

bool simplify_reduce(simplify_work *work, const bool *strict, double limit, uint32_t target)
{
	const kilncook_context *context = work->context;
	const clean_mesh *mesh = work->mesh;
	reduction r = {.work = work, .limit2 = limit > 0 ? limit * limit : (double)INFINITY};
	++work->trials;
	r.candidates = cook_alloc(context, mesh->vertex_count, sizeof *r.candidates);
	r.heap = cook_alloc(context, mesh->vertex_count, sizeof *r.heap);
	r.place = cook_alloc(context, mesh->vertex_count, sizeof *r.place);
	bool done = r.candidates && r.heap && r.place && complex_begin(context, mesh, &work->kinds, &r.complex) &&
				near_begin(context, mesh, strict, work->options->threads, &r.near);
	r.complex.borders_move = work->options->borders_move;
	if (done)
	{
		memset(r.place, 0xff, mesh->vertex_count * sizeof *r.place);
		for (uint32_t i = 0; i < mesh->vertex_count; ++i)
			touch(&r, i);
		run(&r, target);
	}
	near_end(context, &r.near);
	complex_end(context, &r.complex);
	cook_free(context, r.candidates, mesh->vertex_count, sizeof *r.candidates);
	cook_free(context, r.heap, mesh->vertex_count, sizeof *r.heap);
	cook_free(context, r.place, mesh->vertex_count, sizeof *r.place);
	return done;
}
