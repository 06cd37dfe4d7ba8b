// SPDX-License-Identifier: MIT
#include "side.h"

#include "exact/exact.h"
#include "hausdorff/hausdorff.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// The first distance by which planes move, as a share of the distance between the surfaces; the factor by which it grows; how often.
#define REACH_FIRST 0x1p-4
#define REACH_GROWTH 1.6
#define ROUNDS 14
/// The least distance, as a share of the largest coordinate.
#define REACH_LEAST 0x1p-20

/// A vertex moves at most so many times the distance by which the planes of its triangles should move.
#define STRETCH 3.0

/// A result on its way to one side.
typedef struct side_work
{
	simplify_work *work;
	uint32_t (*triangles)[3]; ///< of vertices of the mesh
	uint32_t count;
	uint32_t *parts;	  ///< per triangle
	double (*normals)[3]; ///< per vertex: where it moves, for planes that move by 1
	double *reaches;	  ///< per vertex: by how much they move
	bool *touched;		  ///< per triangle
} side_work;

static uint32_t find_root(uint32_t *parents, uint32_t i)
{
	while (parents[i] != i)
	{
		parents[i] = parents[parents[i]];
		i = parents[i];
	}
	return i;
}

/// Numbers the parts that are connected by vertices. `parents` is per vertex.
static void number_parts(side_work *s, uint32_t *parents, uint32_t *numbers)
{
	uint32_t vertices = s->work->mesh->vertex_count, next = 0;
	for (uint32_t i = 0; i < vertices; ++i)
		parents[i] = i;
	for (uint32_t i = 0; i < s->count; ++i)
		for (int k = 1; k < 3; ++k)
		{
			uint32_t a = find_root(parents, s->triangles[i][0]), b = find_root(parents, s->triangles[i][k]);
			parents[a < b ? b : a] = a < b ? a : b;
		}
	memset(numbers, 0xff, vertices * sizeof *numbers);
	for (uint32_t i = 0; i < s->count; ++i)
	{
		uint32_t *number = &numbers[find_root(parents, s->triangles[i][0])];
		if (*number == KILN_NONE)
			*number = next++;
		s->parts[i] = *number;
	}
}

/// The unit normal of a triangle; false for one without area.
static bool normal_of(const side_work *s, uint32_t triangle, double n[3])
{
	const float(*at)[3] = (const float(*)[3])s->work->mesh->vertices;
	const uint32_t *t = s->triangles[triangle];
	double u[3], v[3], length2 = 0;
	for (int k = 0; k < 3; ++k)
	{
		u[k] = (double)at[t[1]][k] - (double)at[t[0]][k];
		v[k] = (double)at[t[2]][k] - (double)at[t[0]][k];
	}
	for (int k = 0; k < 3; ++k)
	{
		n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
		length2 += n[k] * n[k];
	}
	for (int k = 0; k < 3; ++k)
		n[k] /= length2 > 0 ? sqrt(length2) : 1;
	return length2 > 0;
}

/// Sums the normals at each vertex, then scales the sums so that every plane at the vertex moves by 1 or more, as far as STRETCH allows.
static void find_normals(side_work *s, double *least)
{
	uint32_t vertices = s->work->mesh->vertex_count;
	double n[3];
	memset(s->normals, 0, vertices * sizeof *s->normals);
	for (uint32_t i = 0; i < vertices; ++i)
		least[i] = 1;
	for (uint32_t i = 0; i < s->count; ++i)
		for (int k = 0; normal_of(s, i, n) && k < 3; ++k)
			for (int j = 0; j < 3; ++j)
				s->normals[s->triangles[i][k]][j] += n[j];
	for (uint32_t i = 0; i < vertices; ++i)
	{
		double *sum = s->normals[i], length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
		for (int j = 0; j < 3; ++j)
			sum[j] /= length > 0 ? length : 1;
	}
	for (uint32_t i = 0; i < s->count; ++i)
		for (int k = 0; normal_of(s, i, n) && k < 3; ++k)
		{
			const double *sum = s->normals[s->triangles[i][k]];
			double along = n[0] * sum[0] + n[1] * sum[1] + n[2] * sum[2];
			double *lowest = &least[s->triangles[i][k]];
			*lowest = along < *lowest ? along : *lowest;
		}
	for (uint32_t i = 0; i < vertices; ++i)
		for (int j = 0; j < 3; ++j)
			s->normals[i][j] *= least[i] > 1 / STRETCH ? 1 / least[i] : STRETCH;
}

/// Moves the vertices. False where a triangle loses its area, or a coordinate leaves the range.
static bool move(side_work *s)
{
	simplify_work *work = s->work;
	const clean_mesh *mesh = work->mesh;
	double sign = work->options->side == KILNCOOK_SIMPLIFY_OUTER ? 1 : -1;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double x = (double)mesh->vertices[i][k] + sign * s->reaches[i] * s->normals[i][k];
			if (!(fabs(x) < (double)KILN_COORDINATE_MAX))
				return false;
			work->moved[i][k] = (float)x + 0.0f; // no negative zero
		}
	for (uint32_t i = 0; i < s->count; ++i)
		if (exact_collinear(
				work->moved[s->triangles[i][0]], work->moved[s->triangles[i][1]], work->moved[s->triangles[i][2]]))
			return false;
	return true;
}

/// Moves the vertices and tries the proof. `*proved`: the result is on the side, whatever its distance.
static bool try_move(side_work *s, bool *proved)
{
	simplify_work *work = s->work;
	const clean_mesh *mesh = work->mesh;
	const side_surface art = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
						   work->adjacency.components, mesh->triangle_count},
					   made = {(const float(*)[3])work->moved, (const uint32_t(*)[3])s->triangles, s->parts, s->count};
	bool outer = work->options->side == KILNCOOK_SIMPLIFY_OUTER;
	*proved = false;
	if (!move(s))
		return true;
	return side_prove(
		work->context, outer ? &art : &made, outer ? &made : &art, work->options->threads, &made, s->touched, proved);
}

/// Bounds the distance of the moved result.
static bool measure_moved(side_work *s, simplify_trial *trial)
{
	const simplify_work *work = s->work;
	const clean_mesh *mesh = work->mesh;
	const hausdorff_surface whole = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
								mesh->vertex_count, mesh->triangle_count},
							part = {(const float(*)[3])work->moved, (const uint32_t(*)[3])s->triangles,
								mesh->vertex_count, s->count};
	const hausdorff_options options = {.limit = -1, .threads = work->options->threads};
	hausdorff_result result;
	if (hausdorff_measure(work->context, &whole, &part, &options, &result) != KILNCOOK_OK)
		return false;
	trial->lower = result.lower;
	trial->upper = result.upper;
	return true;
}

/// Lets the vertices of touching triangles move farther. `next` is scratch, per vertex.
static bool grow_reaches(side_work *s, bool *next)
{
	bool any = false;
	memset(next, 0, s->work->mesh->vertex_count * sizeof *next);
	for (uint32_t i = 0; i < s->count; ++i)
		for (int k = 0; k < 3 && s->touched[i]; ++k)
			any = next[s->triangles[i][k]] = true;
	for (uint32_t i = 0; i < s->work->mesh->vertex_count; ++i)
		s->reaches[i] *= next[i] ? REACH_GROWTH : 1;
	return any;
}

static double least_reach(const clean_mesh *mesh)
{
	double reach = 0;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			reach = fmax(reach, fabs((double)mesh->vertices[i][k]));
	return reach * REACH_LEAST;
}

static bool try_moves(side_work *s, simplify_trial *trial, double error, bool *next, bool *proved)
{
	const clean_mesh *mesh = s->work->mesh;
	double least = least_reach(mesh), first = REACH_FIRST * trial->upper;
	bool any = true;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		s->reaches[i] = first > least ? first : least;
	memset(s->touched, 0, s->count * sizeof *s->touched);
	for (int round = 0; round < ROUNDS && any && !*proved; ++round)
	{
		if (!try_move(s, proved))
			return false;
		any = *proved || grow_reaches(s, next);
	}
	if (*proved && !measure_moved(s, trial))
		return false;
	*proved = *proved && (!(error > 0) || trial->upper <= error);
	return true;
}

bool simplify_to_side(simplify_work *work, simplify_trial *trial, double error, bool *proved)
{
	const kilncook_context *context = work->context;
	size_t vertices = work->mesh->vertex_count, count = trial->count;
	side_work s = {.work = work, .count = trial->count};
	*proved = false;
	s.triangles = cook_alloc(context, count, sizeof *s.triangles);
	s.parts = cook_alloc(context, count, sizeof *s.parts);
	s.normals = cook_alloc(context, vertices, sizeof *s.normals);
	s.reaches = cook_alloc(context, vertices, sizeof *s.reaches);
	s.touched = cook_alloc(context, count, sizeof *s.touched);
	bool *next = cook_alloc(context, vertices, sizeof *next);
	double *least = cook_alloc(context, vertices, sizeof *least);
	uint32_t *parents = cook_alloc(context, vertices, sizeof *parents);
	uint32_t *numbers = cook_alloc(context, vertices, sizeof *numbers);
	if (!work->moved)
		work->moved = cook_alloc(context, vertices, sizeof *work->moved);
	bool done = s.triangles && s.parts && s.normals && s.reaches && s.touched && next && least && parents && numbers &&
				work->moved;
	if (done)
	{
		for (size_t i = 0; i < count; ++i)
			for (int k = 0; k < 3; ++k)
				s.triangles[i][k] = trial->triangles[i][k];
		number_parts(&s, parents, numbers);
		find_normals(&s, least);
		done = try_moves(&s, trial, error, next, proved);
	}
	cook_free(context, s.triangles, count, sizeof *s.triangles);
	cook_free(context, s.parts, count, sizeof *s.parts);
	cook_free(context, s.normals, vertices, sizeof *s.normals);
	cook_free(context, s.reaches, vertices, sizeof *s.reaches);
	cook_free(context, s.touched, count, sizeof *s.touched);
	cook_free(context, next, vertices, sizeof *next);
	cook_free(context, least, vertices, sizeof *least);
	cook_free(context, parents, vertices, sizeof *parents);
	cook_free(context, numbers, vertices, sizeof *numbers);
	return done;
}
