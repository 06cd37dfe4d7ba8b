// SPDX-License-Identifier: MIT
#include "clean/adjacency.h"
#include "internal.h"
#include "kiln_format.h"
#include "math/diagonal.h"
#include "memory.h"

#include <string.h>

/// The surfaces that are cut on their own.

static uint32_t find_root(uint32_t *parents, uint32_t item)
{
	while (parents[item] != item)
	{
		parents[item] = parents[parents[item]];
		item = parents[item];
	}
	return item;
}

/// Computes box, tree and verdict of a body whose art is set.
static kilncook_status finish_body(const parts_job *job, parts_body *body)
{
	const parts_art *art = &body->art;
	clean_verdict verdict;
	uint32_t components;
	for (int k = 0; k < 3; ++k)
	{
		body->low[k] = (float)INFINITY;
		body->high[k] = -(float)INFINITY;
	}
	for (uint32_t i = 0; i < 3 * art->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			float x = art->vertices[art->triangles[i / 3][i % 3]][k];
			body->low[k] = x < body->low[k] ? x : body->low[k];
			body->high[k] = x > body->high[k] ? x : body->high[k];
		}
	if (!clean_judge_surface(
			job->context, art->triangles, art->triangle_count, art->vertex_count, &verdict, &components))
		return KILNCOOK_INTERNAL;
	body->closed = (verdict.flags & KILN_MESH_CLOSED) && (verdict.flags & KILN_MESH_WOUND);
	body->diagonal = box_diagonal(art->vertices, art->vertex_count);
	body->stamps = cook_alloc_zero(job->context, art->vertex_count, sizeof *body->stamps);
	if (!body->stamps)
		return KILNCOOK_INTERNAL;
	const hausdorff_surface surface = {art->vertices, art->triangles, art->vertex_count, art->triangle_count};
	return nearest_build(job->context, &surface, job->options->threads, &body->tree) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

/// Volume of the triangles, signed by their winding, relative to a corner of their box.
static double signed_volume(const parts_body *body)
{
	double sum = 0;
	for (uint32_t i = 0; i < body->art.triangle_count; ++i)
	{
		double p[3][3];
		for (int k = 0; k < 3; ++k)
			for (int axis = 0; axis < 3; ++axis)
				p[k][axis] = (double)body->art.vertices[body->art.triangles[i][k]][axis] - (double)body->low[axis];
		sum += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) + p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
			   p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
	}
	return sum / 6;
}

static void free_body(const kilncook_context *context, parts_body *body)
{
	nearest_free(context, &body->tree);
	cook_free(context, body->stamps, body->art.vertex_count, sizeof *body->stamps);
	cook_free(context, body->vertices, body->art.vertex_count, sizeof *body->vertices);
	cook_free(context, body->triangles, body->art.triangle_count, sizeof *body->triangles);
}

/// Copies the triangles of one component, which are given by number.
static kilncook_status copy_component(
	parts_job *job, const uint32_t *triangles, uint32_t count, uint32_t *places, parts_body *body)
{
	const parts_art *art = job->art;
	uint32_t vertex_count = 0;
	for (uint32_t i = 0; i < 3 * count; ++i)
	{
		uint32_t *place = &places[art->triangles[triangles[i / 3]][i % 3]];
		if (*place == KILN_NONE)
			*place = vertex_count++;
	}
	body->art.vertex_count = vertex_count;
	body->art.triangle_count = count;
	body->vertices = cook_alloc(job->context, vertex_count, sizeof *body->vertices);
	body->triangles = cook_alloc(job->context, count, sizeof *body->triangles);
	if (!body->vertices || !body->triangles)
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < 3 * count; ++i)
	{
		uint32_t vertex = art->triangles[triangles[i / 3]][i % 3];
		body->triangles[i / 3][i % 3] = places[vertex];
		memcpy(body->vertices[places[vertex]], art->vertices[vertex], sizeof *body->vertices);
	}
	body->art.vertices = (const float(*)[3])body->vertices;
	body->art.triangles = (const uint32_t(*)[3])body->triangles;
	return finish_body(job, body);
}

/// Numbers the components by their first triangle: per triangle, its component.
static uint32_t number_components(const parts_art *art, uint32_t *parents, uint32_t *numbers, uint32_t *components)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < art->vertex_count; ++i)
	{
		parents[i] = i;
		numbers[i] = KILN_NONE;
	}
	for (uint32_t i = 0; i < art->triangle_count; ++i)
		for (int k = 1; k < 3; ++k)
		{
			uint32_t a = find_root(parents, art->triangles[i][0]), b = find_root(parents, art->triangles[i][k]);
			parents[a > b ? a : b] = a > b ? b : a;
		}
	for (uint32_t i = 0; i < art->triangle_count; ++i)
	{
		uint32_t root = find_root(parents, art->triangles[i][0]);
		if (numbers[root] == KILN_NONE)
			numbers[root] = count++;
		components[i] = numbers[root];
	}
	return count;
}

/// Lists triangles by component and makes a body of each.
static kilncook_status make_bodies(
	parts_job *job, const uint32_t *components, uint32_t count, uint32_t *places, uint32_t *order, uint32_t *firsts)
{
	uint32_t triangles = job->art->triangle_count;
	job->bodies = cook_alloc_zero(job->context, count, sizeof *job->bodies);
	if (!job->bodies)
		return KILNCOOK_INTERNAL;
	job->body_count = count;
	for (uint32_t i = 0; i < triangles; ++i)
		++firsts[components[i] + 1];
	for (uint32_t i = 0; i < count; ++i)
		firsts[i + 1] += firsts[i];
	for (uint32_t i = 0; i < triangles; ++i)
		order[firsts[components[i]]++] = i;
	memset(places, 0xff, job->art->vertex_count * sizeof *places);
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0, first = 0; i < count && status == KILNCOOK_OK; ++i)
	{
		status = copy_component(job, order + first, firsts[i] - first, places, &job->bodies[i]);
		first = firsts[i];
	}
	return status;
}

static void free_bodies(parts_job *job)
{
	// The tree and the stamps of the whole belong to the whole.
	for (uint32_t i = 0; i < job->body_count; ++i)
		if (job->bodies[i].stamps != job->whole.stamps || !job->whole.stamps)
			free_body(job->context, &job->bodies[i]);
	cook_free(job->context, job->bodies, job->body_count, sizeof *job->bodies);
	job->bodies = NULL;
	job->body_count = 0;
}

/// Takes all of the art as one body.
static kilncook_status take_whole(parts_job *job)
{
	free_bodies(job);
	job->bodies = cook_alloc_zero(job->context, 1, sizeof *job->bodies);
	if (!job->bodies)
		return KILNCOOK_INTERNAL;
	job->body_count = 1;
	job->bodies[0] = job->whole;
	return KILNCOOK_OK;
}

kilncook_status parts_bodies_begin(parts_job *job)
{
	const kilncook_context *context = job->context;
	const parts_art *art = job->art;
	uint32_t *parents = cook_alloc(context, art->vertex_count, sizeof *parents);
	uint32_t *numbers = cook_alloc(context, art->vertex_count, sizeof *numbers);
	uint32_t *components = cook_alloc(context, art->triangle_count, sizeof *components);
	uint32_t *order = cook_alloc(context, art->triangle_count, sizeof *order);
	uint32_t *firsts = NULL;
	job->whole.art = *art;
	kilncook_status status = parents && numbers && components && order ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	if (status == KILNCOOK_OK)
		status = finish_body(job, &job->whole);
	uint32_t count = status == KILNCOOK_OK ? number_components(art, parents, numbers, components) : 0;
	bool apart = count > 1 && count <= job->options->most;
	if (status == KILNCOOK_OK && apart)
	{
		firsts = cook_alloc_zero(context, count + 1, sizeof *firsts);
		status = firsts ? make_bodies(job, components, count, numbers, order, firsts) : KILNCOOK_INTERNAL;
		cook_free(context, firsts, count + 1, sizeof *firsts);
	}
	for (uint32_t i = 0; i < job->body_count && status == KILNCOOK_OK && apart; ++i)
		apart = !(job->bodies[i].closed && signed_volume(&job->bodies[i]) < 0);
	if (status == KILNCOOK_OK && !apart)
		status = take_whole(job);
	cook_free(context, parents, art->vertex_count, sizeof *parents);
	cook_free(context, numbers, art->vertex_count, sizeof *numbers);
	cook_free(context, components, art->triangle_count, sizeof *components);
	cook_free(context, order, art->triangle_count, sizeof *order);
	return status;
}

void parts_bodies_free(parts_job *job)
{
	free_bodies(job);
	free_body(job->context, &job->whole);
}
