// SPDX-License-Identifier: MIT
#include "parts_judge.h"

#include "bench/figures/timing.h"
#include "convex/distance/gjk.h"
#include "parts/cover.h"
#include "parts/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Parts with what distances from them need.
typedef struct judge
{
	const clean_mesh *mesh;
	const convex_hull *hulls;
	cover_solid *solids; ///< the hulls, with their boxes
	uint32_t count;
	double fine;  ///< distances below this are not worth more work
	double lower; ///< some point of the art is as far from the parts
	double upper; ///< no point of the triangles that are done is farther
	uint32_t pieces;
} judge;

/// A work limit for each triangle, and how often a piece is cut into four.
#define PIECES_MOST 20000
#define DEPTH_MOST 9

/// The distance of a segment from a hull, rounded up.
static double hull_distance(const convex_hull *h, const double from[3], const double to[3])
{
	const kiln_d3 eye = {(double)h->vertices[0][0], (double)h->vertices[0][1], (double)h->vertices[0][2]};
	const kiln_convex set = kilni_convex_of_points((const kiln_vec3 *)h->vertices, h->vertex_count, eye);
	const kiln_d3 a = {from[0] - eye.x, from[1] - eye.y, from[2] - eye.z};
	const kiln_d3 b = {to[0] - eye.x, to[1] - eye.y, to[2] - eye.z};
	const kiln_convex segment = kilni_convex_of_segment(a, b);
	const kiln_enough enough = {.far = (double)INFINITY};
	kiln_simplex simplex = {0};
	kiln_gap gap;
	kilni_gjk(&set, (kiln_d3){0, 0, 0}, &segment, enough, &simplex, &gap);
	return gap.upper + gap.rounding;
}

static double box_distance(const cover_solid *solid, const double p[3])
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double below = solid->low[k] - p[k], above = p[k] - solid->high[k], d = below > above ? below : above;
		sum += d > 0 ? d * d : 0;
	}
	return sqrt(sum);
}

/// The distance of a point from the nearest part, whose number `*nearest` gets; the search begins at that part.
static double point_distance(const judge *j, const double p[3], uint32_t *nearest)
{
	double best = hull_distance(&j->hulls[*nearest], p, p);
	for (uint32_t i = 0; i < j->count && best > 1e-3 * j->fine; ++i)
	{
		if (box_distance(&j->solids[i], p) >= best)
			continue;
		double d = hull_distance(&j->hulls[i], p, p);
		if (d < best)
		{
			best = d;
			*nearest = i;
		}
	}
	return best;
}

/// The distance from a part of that corner of a piece which is farthest from it.
static double farthest_corner(const convex_hull *h, const double corners[3][3])
{
	double most = 0;
	for (int k = 0; k < 3; ++k)
		most = fmax(most, hull_distance(h, corners[k], corners[k]));
	return most;
}

/// Bounds the distance of a piece of a triangle from the parts. The distance from a convex part is convex: that of the piece is that of a corner.
static void bound_piece(judge *j, const double corners[3][3], uint32_t nearest, uint32_t depth)
{
	double centre[3], upper = farthest_corner(&j->hulls[nearest], corners), part[3][3], middle[3][3];
	uint32_t parts[4];
	double enough = fmax(j->fine, 1.02 * j->lower);
	if (upper > enough && depth < DEPTH_MOST)
	{
		for (int k = 0; k < 3; ++k)
			centre[k] = (corners[0][k] + corners[1][k] + corners[2][k]) / 3;
		parts[3] = nearest;
		(void)point_distance(j, centre, &parts[3]);
		for (int k = 0; k < 3; ++k)
		{
			parts[k] = parts[3];
			double d = point_distance(j, corners[k], &parts[k]);
			j->lower = d > j->lower ? d : j->lower;
		}
		for (int i = 0; i < 4; ++i)
			upper = fmin(upper, farthest_corner(&j->hulls[parts[i]], corners));
	}
	if (upper <= enough || depth == DEPTH_MOST || ++j->pieces > PIECES_MOST)
	{
		j->upper = fmax(j->upper, upper);
		return;
	}
	for (int k = 0; k < 9; ++k)
		middle[k / 3][k % 3] = (corners[k / 3][k % 3] + corners[(k / 3 + 1) % 3][k % 3]) / 2;
	for (int k = 0; k < 3; ++k)
	{
		memcpy(part[0], corners[k], sizeof part[0]);
		memcpy(part[1], middle[k], sizeof part[1]);
		memcpy(part[2], middle[(k + 2) % 3], sizeof part[2]);
		bound_piece(j, (const double(*)[3])part, parts[k], depth + 1);
	}
	bound_piece(j, (const double(*)[3])middle, parts[3], depth + 1);
}

/// Area of a triangle's small triangles whose centres are far from the parts.
static double far_area(const judge *j, const double c[3][3], double step, double far)
{
	double longest = 0, e[3], f[3], n[3], square = 0;
	for (int k = 0; k < 3; ++k)
	{
		const double *a = c[k], *b = c[(k + 1) % 3];
		longest = fmax(longest, hypot(hypot(b[0] - a[0], b[1] - a[1]), b[2] - a[2]));
		e[k] = c[1][k] - c[0][k];
		f[k] = c[2][k] - c[0][k];
	}
	for (int k = 0; k < 3; ++k)
	{
		n[k] = e[(k + 1) % 3] * f[(k + 2) % 3] - e[(k + 2) % 3] * f[(k + 1) % 3];
		square += n[k] * n[k];
	}
	uint32_t rows = (uint32_t)fmin(64, ceil(longest / step)), count = 0, nearest = 0;
	rows = rows ? rows : 1;
	for (uint32_t y = 0; y < rows; ++y)
		for (uint32_t x = 0; x < 2 * (rows - y) - 1; ++x)
		{
			double s = (x / 2 + (x % 2 ? 2.0 : 1.0) / 3) / rows, t = (y + (x % 2 ? 2.0 : 1.0) / 3) / rows, p[3];
			for (int k = 0; k < 3; ++k)
				p[k] = c[0][k] + s * e[k] + t * f[k];
			count += point_distance(j, p, &nearest) > far;
		}
	return sqrt(square) / 2 * count / ((double)rows * rows);
}

static double diagonal_of(const clean_mesh *mesh)
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = (double)mesh->vertices[0][k], high = low;
		for (uint32_t i = 1; i < mesh->vertex_count; ++i)
		{
			low = fmin(low, (double)mesh->vertices[i][k]);
			high = fmax(high, (double)mesh->vertices[i][k]);
		}
		sum += (high - low) * (high - low);
	}
	return sqrt(sum);
}

static void corners_of(const clean_mesh *mesh, uint32_t triangle, float corners[3][3], double wide[3][3])
{
	for (int k = 0; k < 9; ++k)
	{
		corners[k / 3][k % 3] = mesh->vertices[mesh->triangles[triangle][k / 3]][k % 3];
		wide[k / 3][k % 3] = (double)corners[k / 3][k % 3];
	}
}

/// Decides which triangles are not in the union. False when out of memory.
static bool find_gaps(judge *j, bool *gaps, parts_loss *out)
{
	const kilncook_context context = {0};
	for (uint32_t t = 0; t < j->mesh->triangle_count; ++t)
	{
		float corners[3][3];
		double wide[3][3];
		uint32_t nearest = 0;
		corners_of(j->mesh, t, corners, wide);
		cover_verdict verdict = cover_triangle(&context, (const float(*)[3])corners, j->solids, j->count);
		if (verdict == COVER_NO_MEMORY)
			return false;
		out->gaps += verdict == COVER_GAP;
		out->undecided += verdict == COVER_UNDECIDED;
		gaps[t] = verdict != COVER_WHOLE && j->count;
		for (int k = 0; k < 3 && gaps[t]; ++k)
			j->lower = fmax(j->lower, point_distance(j, wide[k], &nearest));
	}
	return true;
}

bool parts_loss_find(const clean_mesh *mesh, const convex_hull *hulls, uint32_t count, parts_loss *out)
{
	double diagonal = diagonal_of(mesh);
	judge j = {.mesh = mesh, .hulls = hulls, .count = count, .fine = diagonal * 1e-4};
	bool *gaps = bench_memory(mesh->triangle_count, sizeof *gaps);
	j.solids = bench_memory(count + 1, sizeof *j.solids);
	for (uint32_t i = 0; i < count; ++i)
	{
		j.solids[i] = (cover_solid){.hull = &hulls[i]};
		cover_bound(&j.solids[i]);
	}
	*out = (parts_loss){.gaps = 0};
	bool good = find_gaps(&j, gaps, out);
	for (uint32_t t = 0; t < mesh->triangle_count && good; ++t)
	{
		float corners[3][3];
		double wide[3][3];
		if (!gaps[t])
			continue;
		corners_of(mesh, t, corners, wide);
		j.pieces = 0;
		bound_piece(&j, (const double(*)[3])wide, 0, 0);
		out->area += far_area(&j, (const double(*)[3])wide, diagonal / 64, PARTS_LOSS_FAR * diagonal);
	}
	out->distance = count ? j.upper : (double)INFINITY;
	free(j.solids);
	free(gaps);
	return good;
}

bool parts_reach_find(
	const clean_mesh *mesh, const convex_hull *hulls, uint32_t count, double diagonal, double *reach, bool *closed)
{
	const kilncook_context context = {0};
	const parts_art art = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles, mesh->vertex_count,
		mesh->triangle_count};
	double most = diagonal / 1024;
	*reach = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		double error;
		uint32_t undecided = 0;
		for (;;)
		{
			if (parts_hull_error(&context, &art, &hulls[i], most, 1, &error, closed, &undecided) != KILNCOOK_OK)
				return false;
			if (error <= most || most > 4 * diagonal)
				break;
			most *= 1.5;
		}
		*reach = fmax(*reach, error);
	}
	return true;
}

uint32_t parts_passed(const convex_hull *hulls, uint32_t count, const house_opening *openings, uint32_t opening_count,
	double scale, double radius)
{
	uint32_t passed = 0;
	for (uint32_t i = 0; i < opening_count; ++i)
	{
		double from[3], to[3];
		bool free_way = true;
		for (int k = 0; k < 3; ++k)
		{
			from[k] = scale * openings[i].from[k];
			to[k] = scale * openings[i].to[k];
		}
		for (uint32_t h = 0; h < count && free_way; ++h)
			free_way = hull_distance(&hulls[h], from, to) > scale * radius;
		passed += free_way;
	}
	return passed;
}
