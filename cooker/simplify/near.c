// SPDX-License-Identifier: MIT
#include "near.h"

#include "memory.h"

#include <math.h>
#include <string.h>

/// Points in a strict triangle: its centroid and the middles of its sides.
#define INSIDE 4u

/// Most nodes that a search for the nearest triangle visits.
#define VISITS 4096u

static void add_inside(near_points *near, const clean_mesh *mesh, uint32_t triangle)
{
	for (uint32_t i = 0; i < INSIDE; ++i)
	{
		double *at = near->at[near->count];
		for (int k = 0; k < 3; ++k)
		{
			double sum = 0;
			for (uint32_t j = 0; j < 3; ++j)
				sum += i == j ? 0 : (double)mesh->vertices[mesh->triangles[triangle][j]][k];
			at[k] = sum / (i < 3 ? 2 : 3);
		}
		near->next[near->count] = near->first[triangle];
		near->first[triangle] = near->count++;
	}
}

bool near_begin(
	const kilncook_context *context, const clean_mesh *mesh, const bool *strict, uint32_t threads, near_points *out)
{
	size_t count = mesh->vertex_count;
	*out = (near_points){.triangle_count = mesh->triangle_count};
	for (uint32_t i = 0; strict && i < mesh->triangle_count; ++i)
		count += strict[i] ? INSIDE : 0;
	if (count >= KILN_NONE)
		return false;
	out->capacity = (uint32_t)count;
	out->at = cook_alloc(context, count, sizeof *out->at);
	out->next = cook_alloc(context, count, sizeof *out->next);
	out->gathered = cook_alloc(context, count, sizeof *out->gathered);
	out->first = cook_alloc(context, mesh->triangle_count, sizeof *out->first);
	if (!out->at || !out->next || !out->gathered || !out->first)
		return false;
	const hausdorff_surface surface = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
		mesh->vertex_count, mesh->triangle_count};
	if (!nearest_build(context, &surface, threads, &out->tree))
		return false;
	memset(out->first, 0xff, mesh->triangle_count * sizeof *out->first);
	for (; out->count < mesh->vertex_count; ++out->count)
		for (int k = 0; k < 3; ++k)
			out->at[out->count][k] = (double)mesh->vertices[out->count][k];
	for (uint32_t i = 0; strict && i < mesh->triangle_count; ++i)
		if (strict[i])
			add_inside(out, mesh, i);
	return true;
}

void near_end(const kilncook_context *context, near_points *near)
{
	cook_free(context, near->at, near->capacity, sizeof *near->at);
	cook_free(context, near->next, near->capacity, sizeof *near->next);
	cook_free(context, near->gathered, near->capacity, sizeof *near->gathered);
	cook_free(context, near->first, near->triangle_count, sizeof *near->first);
	if (near->tree.count)
		nearest_free(context, &near->tree);
	*near = (near_points){0};
}

void near_gather(near_points *near, const complex_star *star)
{
	near->gathered_count = 0;
	near->gathered[near->gathered_count++] = star->vertex;
	for (uint32_t i = 0; i < star->count; ++i)
		for (uint32_t p = near->first[star->triangles[i]]; p != KILN_NONE; p = near->next[p])
			near->gathered[near->gathered_count++] = p;
}

/// The triangles that a collapse leaves.
typedef struct patch
{
	uint32_t count;
	uint32_t triangles[COMPLEX_STAR_MOST];
	float corners[COMPLEX_STAR_MOST][3][3];
} patch;

/// Adds the triangles of a star that do not contain a vertex; those with the vertex `from` get `to` instead.
static void add_star(const complex_mesh *c, const clean_mesh *mesh, const complex_star *star, uint32_t without,
	uint32_t from, uint32_t to, patch *out)
{
	for (uint32_t i = 0; i < star->count; ++i)
	{
		const uint32_t *t = c->triangles[star->triangles[i]];
		if (star->ends[i][0] == without || star->ends[i][1] == without)
			continue;
		out->triangles[out->count] = star->triangles[i];
		for (int k = 0; k < 3; ++k)
			memcpy(out->corners[out->count][k], mesh->vertices[t[k] == from ? to : t[k]], sizeof out->corners[0][0]);
		++out->count;
	}
}

/// Where all triangles of a star vanish, those around the other vertex are left. No triangles: the points have nowhere to go.
static void make_patch(complex_mesh *c, const clean_mesh *mesh, const complex_star *star, uint32_t to, patch *out)
{
	complex_star other;
	out->count = 0;
	add_star(c, mesh, star, to, star->vertex, to, out);
	if (out->count == 0 && complex_look(c, to, &other))
		add_star(c, mesh, &other, star->vertex, to, to, out);
}

/// The squared distance of a point from the nearest triangle of a patch, which begins the search for the next point.
static double find_nearest(const patch *p, const double at[3], double enough, uint32_t *nearest)
{
	uint32_t guess = *nearest;
	double least = nearest_corners2((const float(*)[3])p->corners[guess], at);
	for (uint32_t i = 0; i < p->count && least > enough; ++i)
	{
		double d = i == guess ? least : nearest_corners2((const float(*)[3])p->corners[i], at);
		if (d < least)
		{
			least = d;
			*nearest = i;
		}
	}
	return least;
}

double near_measure(
	near_points *near, complex_mesh *c, const clean_mesh *mesh, const complex_star *star, uint32_t to, double most)
{
	patch p;
	uint32_t nearest = 0;
	double farthest = 0;
	make_patch(c, mesh, star, to, &p);
	if (p.count == 0)
		return (double)INFINITY;
	for (uint32_t i = 0; i < near->gathered_count; ++i)
	{
		// A point that is not farther than another one does not count.
		double d = find_nearest(&p, near->at[near->gathered[i]], farthest, &nearest);
		if (d <= farthest)
			continue;
		farthest = d;
		// Likely the farthest point of the next trial, too.
		uint32_t swap = near->gathered[0];
		near->gathered[0] = near->gathered[i];
		near->gathered[i] = swap;
		if (farthest >= most)
			break;
	}
	return farthest;
}

/// The larger of a squared distance and that of a point, half or a third of a sum, from the first surface.
static double farther(near_points *near, const double sum[3], double share, uint32_t *guess, double least)
{
	const double at[3] = {sum[0] * share, sum[1] * share, sum[2] * share};
	near->tree.visits = VISITS;
	double d = nearest_find(&near->tree, at, guess);
	return d > least ? d : least;
}

double near_measure_back(
	near_points *near, const clean_mesh *mesh, const complex_star *star, uint32_t to, double least, double most)
{
	for (uint32_t i = 0; i < star->count && least < most; ++i)
	{
		const uint32_t *ends = star->ends[i];
		uint32_t guess = near->tree.numbers[star->triangles[i]];
		double sum[3];
		if (ends[0] == to || ends[1] == to)
			continue;
		// Each new edge belongs to two triangles, for one of which its other end is the second one.
		for (int k = 0; k < 3; ++k)
			sum[k] = (double)mesh->vertices[to][k] + (double)mesh->vertices[ends[1]][k];
		least = farther(near, sum, 1.0 / 2, &guess, least);
		for (int k = 0; k < 3; ++k)
			sum[k] += (double)mesh->vertices[ends[0]][k];
		least = least < most ? farther(near, sum, 1.0 / 3, &guess, least) : least;
	}
	return least;
}

void near_move(near_points *near, complex_mesh *c, const clean_mesh *mesh, const complex_star *star, uint32_t to)
{
	patch p;
	uint32_t nearest = 0;
	make_patch(c, mesh, star, to, &p);
	for (uint32_t i = 0; i < star->count; ++i)
		near->first[star->triangles[i]] = KILN_NONE;
	for (uint32_t i = 0; i < near->gathered_count; ++i)
	{
		uint32_t point = near->gathered[i];
		(void)find_nearest(&p, near->at[point], 0, &nearest);
		near->next[point] = near->first[p.triangles[nearest]];
		near->first[p.triangles[nearest]] = point;
	}
}
