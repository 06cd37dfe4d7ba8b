// SPDX-License-Identifier: MIT
#include "internal.h"

#include "shape/triangle_point.h"

#include <math.h>

/// Pieces are cut until their bound is this close to the largest distance that was found, or DEPTH times, and no more than
/// PIECES for each triangle and PIECES_LEAST in all.
#define CLOSE (1 + 0x1p-7)
#define DEPTH 12
#define PIECES 64u
#define PIECES_LEAST (1u << 16)

/// A corner of a piece of the surface.
typedef struct piece_corner
{
	kiln_d3 at;
	double distance; ///< to the art
	uint32_t nearest;
} piece_corner;

typedef struct piece
{
	piece_corner corners[3];
	int depth;
} piece;

typedef struct bound_search
{
	const wrap_soup *soup;
	double found; ///< largest distance of any corner
	double bound; ///< of all pieces that are done
	uint64_t work;
} bound_search;

static piece_corner look(bound_search *b, kiln_d3 at)
{
	wrap_near near = wrap_soup_nearest(b->soup, at, (double)INFINITY);
	b->found = near.distance > b->found ? near.distance : b->found;
	return (piece_corner){at, near.distance, near.triangle};
}

/// The distance to one triangle of the art.
static double distance_to(const wrap_soup *soup, uint32_t triangle, kiln_d3 at)
{
	const kiln_d3 *t = soup->corners[triangle];
	const kiln_d3 shifted[3] = {kiln_d3_sub(t[0], at), kiln_d3_sub(t[1], at), kiln_d3_sub(t[2], at)};
	return sqrt(kiln_d3_length2(kilni_triangle_closest(shifted)));
}

/// An upper bound of the distance from a piece to the art. The distance to one convex set is convex, so that over the piece it
/// is largest at a corner. Besides, every point of the piece is within the radius of a circle of one of its corners.
static double bound_piece(const bound_search *b, const piece *p)
{
	double longest2 = 0, most = 0;
	for (int k = 0; k < 3; ++k)
	{
		longest2 = fmax(longest2, kiln_d3_length2(kiln_d3_sub(p->corners[k].at, p->corners[(k + 1) % 3].at)));
		most = fmax(most, p->corners[k].distance);
	}
	// A circle around an acute triangle has at most the radius of an equilateral one with its longest edge; in others each
	// point is nearer to a corner than half of the longest edge.
	double bound = most + sqrt(longest2 / 3);
	for (int k = 0; k < 3; ++k)
	{
		if ((k > 0 && p->corners[k].nearest == p->corners[0].nearest) ||
			(k > 1 && p->corners[k].nearest == p->corners[1].nearest))
			continue;
		double farthest = 0;
		for (int i = 0; i < 3; ++i)
			farthest = fmax(farthest,
				i == k ? p->corners[i].distance : distance_to(b->soup, p->corners[k].nearest, p->corners[i].at));
		bound = fmin(bound, farthest);
	}
	return bound;
}

/// Cuts a piece at the middles of its edges.
static void cut_piece(bound_search *b, const piece *p, piece out[4])
{
	piece_corner middles[3];
	for (int k = 0; k < 3; ++k)
		middles[k] = look(b, kiln_d3_scale(kiln_d3_add(p->corners[k].at, p->corners[(k + 1) % 3].at), 0.5));
	for (int k = 0; k < 3; ++k)
		out[k] = (piece){{p->corners[k], middles[k], middles[(k + 2) % 3]}, p->depth + 1};
	out[3] = (piece){{middles[0], middles[1], middles[2]}, p->depth + 1};
}

static void bound_triangle(bound_search *b, const piece *whole)
{
	piece stack[3 * DEPTH + 4];
	uint32_t count = 0;
	stack[count++] = *whole;
	while (count > 0)
	{
		piece p = stack[--count];
		double bound = bound_piece(b, &p);
		if (bound <= b->found * CLOSE || bound <= b->bound || p.depth == DEPTH || b->work == 0)
		{
			b->bound = fmax(b->bound, bound);
			continue;
		}
		--b->work;
		cut_piece(b, &p, &stack[count]);
		count += 4;
	}
}

static kiln_d3 vertex_of(const kilncook_wrap_surface *surface, uint32_t vertex)
{
	const float *v = surface->vertices[vertex];
	return (kiln_d3){(double)v[0], (double)v[1], (double)v[2]};
}

double wrap_bound_distance(const wrap_soup *soup, const kilncook_wrap_surface *surface)
{
	bound_search b = {.soup = soup, .work = (uint64_t)surface->triangle_count * PIECES + PIECES_LEAST};
	double size = 0;
	for (uint32_t i = 0; i < surface->vertex_count; ++i)
	{
		kiln_d3 at = vertex_of(surface, i);
		(void)look(&b, at);
		size = fmax(size, fmax(fabs(at.x), fmax(fabs(at.y), fabs(at.z))));
	}
	for (uint32_t i = 0; i < surface->triangle_count; ++i)
	{
		piece whole = {.depth = 0};
		for (int k = 0; k < 3; ++k)
			whole.corners[k] = look(&b, vertex_of(surface, surface->triangles[i][k]));
		bound_triangle(&b, &whole);
	}
	// Closest points lie on their triangles to 2^-50 of the coordinates, middles are rounded likewise.
	return fmax(b.bound, b.found) * (1 + 0x1p-40) + size * 0x1p-44;
}
