// SPDX-License-Identifier: MIT
#include "verify_error.h"

#include "../export/solid_faces.h"

#include <math.h>
#include <string.h>

// About two seconds.
#define PIECES_MOST ((uint64_t)1 << 20)
#define DEPTH_MOST 96
// Pieces of fewer roundings are not halved: their distances are the limit, but for rounding.
#define ROUNDINGS_LEAST 8

typedef struct piece
{
	double at[3][3];
	uint32_t depth;
} piece;

error_search error_search_of(const kiln_asset *art, uint32_t mesh, double limit, double reach)
{
	const uint32_t needed = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	const kiln_format_mesh *head = &art->meshes[mesh];
	return (error_search){.art = art,
		.mesh = mesh,
		.closed = (head->flags & needed) == needed,
		.limit = limit,
		.slack = 0x1p-20 * reach,
		.pieces = PIECES_MOST};
}

static double distance_of(const double a[3], const double b[3])
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
		sum += (a[k] - b[k]) * (a[k] - b[k]);
	return sqrt(sum);
}

// Halves a piece across its longest edge.
static void halve(const piece *p, piece halves[2])
{
	int from = 0;
	double most = -1;
	for (int k = 0; k < 3; ++k)
	{
		double length = distance_of(p->at[k], p->at[(k + 1) % 3]);
		from = length > most ? k : from;
		most = length > most ? length : most;
	}
	int to = (from + 1) % 3;
	halves[0] = halves[1] = *p;
	for (int i = 0; i < 3; ++i)
		halves[0].at[to][i] = halves[1].at[from][i] = p->at[from][i] + (p->at[to][i] - p->at[from][i]) / 2;
	halves[0].depth = halves[1].depth = p->depth + 1;
}

// Whether all corners of a piece are near one triangle of the mesh. The distance from a triangle is convex, so that the piece is as near.
static bool is_near(const error_search *s, const piece *p, uint32_t asset_triangle)
{
	uint32_t triangle;
	kiln_triangle near;
	bool good = kiln_triangle_mesh(s->art, asset_triangle, &triangle) == s->mesh &&
				kiln_triangle_corners(s->art, s->mesh, triangle, near.corners);
	for (int k = 0; k < 3 && good; ++k)
	{
		const kiln_vec3 corner = {(float)p->at[k][0], (float)p->at[k][1], (float)p->at[k][2]};
		const kiln_closest_points found = kiln_closest_point_triangle(&corner, &near);
		good = found.found && (double)found.distance + s->slack <= s->limit;
	}
	return good;
}

// Decides about a piece, or ERROR_UNDECIDED; `*tiny` says that halves would not help.
static error_verdict judge(const error_search *s, const piece *p, bool *tiny)
{
	double middle[3], radius = 0;
	for (int k = 0; k < 3; ++k)
		// The point that is asked for is a float.
		middle[k] = (double)(float)((p->at[0][k] + p->at[1][k] + p->at[2][k]) / 3);
	for (int k = 0; k < 3; ++k)
	{
		double reach = distance_of(p->at[k], middle);
		radius = reach > radius ? reach : radius;
	}
	*tiny = radius < ROUNDINGS_LEAST * s->slack || p->depth >= DEPTH_MOST;
	const kiln_point_query query = {.point = {(float)middle[0], (float)middle[1], (float)middle[2]}};
	const kiln_closest closest = kiln_mesh_closest_point(s->art, s->mesh, &query);
	const double distance = closest.found ? (double)closest.distance : (double)INFINITY;
	if (distance + radius + s->slack <= s->limit ||
		(distance <= s->limit && closest.found && is_near(s, p, closest.triangle)))
		return ERROR_KEPT;
	const bool apart = distance > s->slack && (distance - s->slack > radius || distance - s->slack > s->limit);
	if (!apart)
		return ERROR_UNDECIDED;
	const bool inside = s->closed && kiln_mesh_point_inside(s->art, s->mesh, query.point) == KILN_INSIDE_YES;
	if (inside)
		return distance - s->slack > radius ? ERROR_KEPT : ERROR_UNDECIDED;
	// The middle may be off the surface of the solid by rounding.
	return distance - 2 * s->slack > s->limit ? ERROR_EXCEEDED : ERROR_UNDECIDED;
}

static error_verdict judge_triangle(error_search *s, const double corners[3][3])
{
	piece stack[DEPTH_MOST + 2];
	uint32_t count = 1;
	memcpy(stack[0].at, corners, sizeof stack[0].at);
	stack[0].depth = 0;
	while (count > 0)
	{
		piece halves[2];
		bool tiny = false;
		if (s->pieces == 0)
			return ERROR_UNDECIDED;
		--s->pieces;
		const error_verdict verdict = judge(s, &stack[count - 1], &tiny);
		if (verdict == ERROR_EXCEEDED)
			return verdict;
		s->vague = s->vague || (tiny && verdict == ERROR_UNDECIDED);
		if (tiny || verdict == ERROR_KEPT)
		{
			--count;
			continue;
		}
		halve(&stack[count - 1], halves);
		stack[count - 1] = halves[0];
		stack[count++] = halves[1];
	}
	return ERROR_KEPT;
}

error_verdict error_of_hull(error_search *search, const convex_hull *h)
{
	// Points and segments have no faces; both sides of a polygon are one.
	const uint32_t faces = h->dimension < 2 ? 0 : h->dimension < 3 ? 1 : h->face_count;
	error_verdict verdict = ERROR_KEPT;
	for (uint32_t f = 0; f < faces && verdict == ERROR_KEPT; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1] && verdict == ERROR_KEPT; ++i)
		{
			const uint32_t corners[3] = {h->origins[h->face_first[f]], h->origins[i - 1], h->origins[i]};
			double at[3][3];
			for (int k = 0; k < 9; ++k)
				at[k / 3][k % 3] = (double)h->vertices[corners[k / 3]][k % 3];
			verdict = judge_triangle(search, (const double(*)[3])at);
		}
	return verdict;
}

error_verdict error_of_box(error_search *search, const kiln_format_shape *shape)
{
	static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
	kiln_d3 at[8];
	solid_box_corners(shape->parameters, at);
	error_verdict verdict = ERROR_KEPT;
	for (int i = 0; i < 12 && verdict == ERROR_KEPT; ++i)
	{
		const int *face = faces[i / 2];
		double corners[3][3];
		for (int k = 0; k < 3; ++k)
		{
			const kiln_d3 corner = at[face[k > 0 ? i % 2 + k : 0]];
			memcpy(corners[k], (const double[3]){corner.x, corner.y, corner.z}, sizeof corners[k]);
		}
		verdict = judge_triangle(search, (const double(*)[3])corners);
	}
	return verdict;
}
