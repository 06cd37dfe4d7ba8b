// SPDX-License-Identifier: MIT
#include "hull/hull_internal.h"
#include "internal.h"
#include "math/jacobi.h"
#include "memory.h"
#include "sides_lanes.h"

void simplify_box(const convex_hull *h, double low[3], double high[3])
{
	hull_widen(h->vertices[0], low);
	hull_widen(h->vertices[0], high);
	for (uint32_t i = 1; i < h->vertex_count; ++i)
	{
		double p[3];
		hull_widen(h->vertices[i], p);
		for (int k = 0; k < 3; ++k)
		{
			low[k] = p[k] < low[k] ? p[k] : low[k];
			high[k] = p[k] > high[k] ? p[k] : high[k];
		}
	}
}

double simplify_longest(const convex_hull *a, const convex_hull *b)
{
	double low[2][3], high[2][3], longest = 0;
	simplify_box(a, low[0], high[0]);
	simplify_box(b, low[1], high[1]);
	for (int k = 0; k < 3; ++k)
	{
		double from = low[0][k] < low[1][k] ? low[0][k] : low[1][k];
		double to = high[0][k] > high[1][k] ? high[0][k] : high[1][k];
		longest = to - from > longest ? to - from : longest;
	}
	return longest;
}

/// Whether subtracting c from coordinate k never rounds, so that signs in the search are those of the input. (Two-sum:
/// Knuth.)
static bool is_exact_center(const convex_hull *h, int k, double c)
{
	for (uint32_t i = 0; i < h->vertex_count; ++i)
	{
		double p = (double)h->vertices[i][k], d = p - c, back = d - p;
		if ((p - (d - back)) + (-c - back) != 0)
			return false;
	}
	return true;
}

/// Chooses the origin of the search: the middle of the box if the subtraction is exact, as for hulls that are small and
/// far from the origin; else the input's origin. Also chooses the power of two that brings the longest side into (1/2,
/// 1].
static void choose_coordinates(simplify_body *body)
{
	double low[3], high[3], longest = simplify_longest(body->exact, body->exact);
	simplify_box(body->exact, low, high);
	for (int k = 0; k < 3; ++k)
	{
		body->center[k] = (double)(float)(low[k] + 0.5 * (high[k] - low[k]));
		if (!is_exact_center(body->exact, k, body->center[k]))
			body->center[k] = 0;
	}
	body->scale = 1;
	while (longest * body->scale > 1)
		body->scale *= 0.5;
	while (longest * body->scale <= 0.5)
		body->scale *= 2;
}

/// Cuts every polygon into a fan of triangles from its first corner; twins link the triangles.
static void make_surface(simplify_body *body, uint32_t *triangle_of)
{
	const convex_hull *h = body->exact;
	shell *s = &body->surface;
	uint32_t count = 0;
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		uint32_t first = h->face_first[f], end = h->face_first[f + 1];
		for (uint32_t e = first + 1; e + 1 < end; ++e, ++count)
		{
			shell_face *t = &s->faces[count];
			*t = (shell_face){.v = {h->origins[first], h->origins[e], h->origins[e + 1]}};
			t->n[0] = count - 1;
			t->n[2] = count + 1;
			shell_face_plane(s, t);
			s->sides[count] = shell_sides_of(s, t);
			for (int k = 0; k < 3; ++k)
				s->corner[t->v[k]] = count;
			triangle_of[e] = count;
		}
		triangle_of[first] = triangle_of[first + 1];
		triangle_of[end - 1] = count - 1;
	}
	for (uint32_t e = 0, f = 0; e < h->half_edge_count; ++e)
	{
		f += e == h->face_first[f + 1];
		uint32_t first = h->face_first[f], end = h->face_first[f + 1];
		s->faces[triangle_of[e]].n[e == first ? 0 : e == end - 1 ? 2 : 1] = triangle_of[h->twins[e]];
	}
	s->face_end = count;
	s->free_face = SHELL_NONE;
	s->any = 0;
}

/// Returns the most neighbours of all vertices together.
static size_t neighbor_room(const convex_hull *h)
{
	return (size_t)h->half_edge_count + h->vertex_count;
}

static void make_neighbors(simplify_body *body)
{
	const convex_hull *h = body->exact;
	for (uint32_t i = 0; i <= h->vertex_count; ++i)
		body->neighbor_first[i] = 0;
	for (uint32_t e = 0; e < h->half_edge_count; ++e)
		++body->neighbor_first[h->origins[e]];
	body->neighbor_first[0] = (body->neighbor_first[0] + 1) / 2 * 2;
	for (uint32_t i = 1; i <= h->vertex_count; ++i)
		body->neighbor_first[i] = body->neighbor_first[i - 1] + (body->neighbor_first[i] + 1) / 2 * 2;
	for (uint32_t e = h->half_edge_count; e-- > 0;)
		body->neighbors[--body->neighbor_first[h->origins[e]]] = h->origins[h->twins[e]];
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		if (body->neighbor_first[i] % 2)
		{
			uint32_t first = body->neighbors[body->neighbor_first[i]--];
			body->neighbors[body->neighbor_first[i]] = first;
		}
	for (uint32_t e = 0; e < body->neighbor_first[h->vertex_count]; ++e)
		for (int k = 0; k < 3; ++k)
			body->around[e / 2][k][e % 2] = body->points[body->neighbors[e]][k];
}

/// Computes the principal axes and the body's extents along them.
static void find_axes(simplify_body *body)
{
	double mean[3] = {0, 0, 0}, sums[6] = {0, 0, 0, 0, 0, 0}, values[3], d[3];
	for (uint32_t i = 0; i < body->count; ++i)
		for (int k = 0; k < 3; ++k)
			mean[k] += body->points[i][k] / body->count;
	for (uint32_t i = 0; i < body->count; ++i)
	{
		simplify_sub(body->points[i], mean, d);
		sums[0] += d[0] * d[0], sums[1] += d[1] * d[1], sums[2] += d[2] * d[2];
		sums[3] += d[0] * d[1], sums[4] += d[0] * d[2], sums[5] += d[1] * d[2];
	}
	jacobi_eigen(sums, values, body->axes);
	for (int k = 0; k < 3; ++k)
	{
		const double *axis = body->axes[k], back[3] = {-axis[0], -axis[1], -axis[2]};
		double high = simplify_dot(body->points[body_support(body, axis, 0)], axis);
		double low = simplify_dot(body->points[body_support(body, back, 0)], axis);
		body->half[k] = 0.5 * (high - low);
		for (int c = 0; c < 3; ++c)
			body->middle[c] += 0.5 * (high + low) * axis[c];
	}
}

void body_stretch(const simplify_body *body, const double p[3], double offset, double to[3])
{
	double d[3];
	simplify_sub(p, body->middle, d);
	for (int c = 0; c < 3; ++c)
		to[c] = p[c];
	for (int k = 0; k < 3; ++k)
	{
		double along = simplify_dot(d, body->axes[k]);
		for (int c = 0; c < 3 && body->half[k] > 0; ++c)
			to[c] += along * (offset / body->half[k]) * body->axes[k][c];
	}
}

bool body_create(
	const kilncook_context *context, const convex_hull *exact, uint64_t *looks, uint64_t *steps, simplify_body *body)
{
	uint32_t count = exact->vertex_count;
	*body = (simplify_body){.exact = exact, .count = count, .looks = looks, .steps = steps, .limit = UINT64_MAX};
	choose_coordinates(body);
	body->points = cook_alloc(context, count, sizeof *body->points);
	body->neighbor_first = cook_alloc(context, (size_t)count + 1, sizeof *body->neighbor_first);
	body->neighbors = cook_alloc(context, neighbor_room(exact), sizeof *body->neighbors);
	body->around = cook_alloc(context, neighbor_room(exact) / 2, sizeof *body->around);
	uint32_t *triangle_of = cook_alloc(context, exact->half_edge_count, sizeof *triangle_of);
	bool ok = body->points && body->neighbor_first && body->neighbors && body->around && triangle_of;
	ok = ok && shell_create(context, (const double(*)[3])body->points, count, count, true, &body->surface);
	for (uint32_t i = 0; i < count && ok; ++i)
		for (int k = 0; k < 3; ++k)
			body->points[i][k] = ((double)exact->vertices[i][k] - body->center[k]) * body->scale;
	if (ok && count >= SIMPLIFY_TREE_LEAST)
		ok = simplify_tree_create(context, (const double(*)[3])body->points, count, looks, &body->tree);
	if (ok)
	{
		make_surface(body, triangle_of);
		body->surface.looks = looks;
		body->surface.tree = body->tree.boxes ? &body->tree : NULL;
		make_neighbors(body);
		find_axes(body);
	}
	cook_free(context, triangle_of, exact->half_edge_count, sizeof *triangle_of);
	if (!ok)
		body_free(context, body);
	return ok;
}

void body_free(const kilncook_context *context, simplify_body *body)
{
	shell_free(context, &body->surface);
	simplify_tree_free(context, &body->tree);
	cook_free(context, body->points, body->count, sizeof *body->points);
	cook_free(context, body->neighbor_first, (size_t)body->count + 1, sizeof *body->neighbor_first);
	cook_free(context, body->neighbors, neighbor_room(body->exact), sizeof *body->neighbors);
	cook_free(context, body->around, neighbor_room(body->exact) / 2, sizeof *body->around);
	*body = (simplify_body){0};
}

uint32_t body_support(const simplify_body *body, const double direction[3], uint32_t start)
{
	uint32_t at = start < body->count ? start : 0, looks = 0;
	double best = simplify_dot(body->points[at], direction);
	for (uint32_t from = SHELL_NONE; from != at;)
	{
		from = at;
		looks += body->neighbor_first[from + 1] - body->neighbor_first[from];
		if (looks > SIMPLIFY_LOOKS && body->tree.boxes)
			return simplify_tree_support(&body->tree, direction, at);
		for (uint32_t e = body->neighbor_first[from]; e < body->neighbor_first[from + 1]; e += 2)
		{
			double values[2];
			if (!pair_exceeds(body->around[e / 2], direction, best, values))
				continue;
			for (uint32_t k = 0; k < 2; ++k)
				if (values[k] > best)
					best = values[k], at = body->neighbors[e + k];
		}
	}
	*body->looks += looks;
	return at;
}

uint32_t body_nearest(const simplify_body *body, const double target[3], uint32_t start)
{
	double d[3];
	uint32_t at = start;
	simplify_sub(body->points[at], target, d);
	double best = simplify_dot(d, d);
	for (uint32_t from = SHELL_NONE; from != at;)
	{
		from = at;
		for (uint32_t e = body->neighbor_first[from]; e < body->neighbor_first[from + 1]; ++e)
		{
			simplify_sub(body->points[body->neighbors[e]], target, d);
			double value = simplify_dot(d, d);
			if (value < best)
				best = value, at = body->neighbors[e];
		}
	}
	return at;
}

/// Returns pseudo-random numbers, the same on every machine.
static double next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (double)(*state >> 8) * 0x1p-23 - 1;
}

void body_scatter(const simplify_body *body, uint32_t count, uint32_t *list, uint32_t *random)
{
	for (uint32_t i = 0; i < count; ++i)
		for (int tries = 0; tries < 20; ++tries)
		{
			double d[3] = {next_random(random), next_random(random), next_random(random)};
			uint32_t v = body_support(body, d, 0), at = 0;
			while (at < i && list[at] != v)
				++at;
			list[i] = v;
			if (at == i)
				break;
		}
}
