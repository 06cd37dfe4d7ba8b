// SPDX-License-Identifier: MIT
#include "internal.h"

#include <math.h>
#include <string.h>

/// How far a hull sticks out of the art, certainly: its faces are cut into pieces until each is near one triangle, or away from all triangles
/// and inside of the solid. The distance from a triangle is convex, so that of a piece is that of a corner (hausdorff/hausdorff.h).

#define PIECES_MOST (1u << 17)
#define DEPTH_MOST 96
/// Bounds differ by this share.
#define GAP 1.1

typedef struct piece
{
	double at[3][3];
	uint32_t nearest;
	uint32_t depth;
} piece;

typedef struct search
{
	parts_body *body;
	double slack; ///< exceeds the rounding of any distance
	double enough;
	double lower;	///< some point outside is as far
	double settled; ///< no point of the pieces that are done is farther
	uint32_t pieces;
	bool decide;
	bool above; ///< the distance is above `enough`
	bool spent; ///< the work ended before the distance was known
} search;

static double distance(const double a[3], const double b[3])
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
		sum += (a[k] - b[k]) * (a[k] - b[k]);
	return sqrt(sum);
}

static bool is_inside(const search *s, const double point[3])
{
	static const int towards[3] = {1, 1, 1};
	return s->body->closed && parts_inside(s->body, point, towards);
}

/// Cuts a piece across its longest edge.
static void cut(const piece *p, piece parts[2])
{
	int longest = 0;
	double most = -1;
	for (int k = 0; k < 3; ++k)
	{
		double length = distance(p->at[k], p->at[(k + 1) % 3]);
		if (length > most)
		{
			most = length;
			longest = k;
		}
	}
	int a = longest, b = (longest + 1) % 3;
	parts[0] = parts[1] = *p;
	for (int i = 0; i < 3; ++i)
	{
		double middle = (p->at[a][i] + p->at[b][i]) / 2;
		parts[0].at[b][i] = middle;
		parts[1].at[a][i] = middle;
	}
	parts[0].depth = parts[1].depth = p->depth + 1;
}

/// Whether a piece needs no cut; else the search may know more of the distance.
static bool settle(search *s, piece *p)
{
	double centre[3], radius = 0, upper = 0;
	nearest_tree *tree = &s->body->tree;
	for (int k = 0; k < 3; ++k)
		centre[k] = (p->at[0][k] + p->at[1][k] + p->at[2][k]) / 3;
	double near = sqrt(nearest_find(tree, centre, &p->nearest));
	for (int k = 0; k < 3; ++k)
	{
		double corner = sqrt(nearest_triangle2(tree, p->nearest, p->at[k])), reach = distance(centre, p->at[k]);
		upper = corner > upper ? corner : upper;
		radius = reach > radius ? reach : radius;
	}
	upper = (near + radius < upper ? near + radius : upper) + s->slack;
	double least = s->decide ? s->enough : s->lower * GAP > s->enough ? s->lower * GAP : s->enough;
	bool spent = ++s->pieces > PIECES_MOST || p->depth >= DEPTH_MOST;
	s->spent |= spent && upper > least;
	if (upper <= least || (spent && !s->decide))
	{
		s->settled = upper > s->settled ? upper : s->settled;
		return true;
	}
	s->above |= spent;
	double certain = near > s->lower + s->slack || near > radius ? nearest_certain(tree, centre, near) - s->slack : 0;
	if (certain <= 0 || s->above)
		return s->above;
	if (is_inside(s, centre))
		// No point of the piece is on the surface.
		return certain > radius * (1 + 1e-9) + s->slack;
	s->lower = certain > s->lower ? certain : s->lower;
	s->above |= s->decide && s->lower > s->enough;
	return s->above;
}

static void run(search *s, const piece *first)
{
	piece stack[DEPTH_MOST + 2];
	uint32_t depth = 1;
	stack[0] = *first;
	while (depth > 0 && !s->above)
	{
		piece parts[2];
		if (settle(s, &stack[depth - 1]))
		{
			--depth;
			continue;
		}
		cut(&stack[depth - 1], parts);
		stack[depth - 1] = parts[0];
		stack[depth++] = parts[1];
	}
}

/// Diagonal of the box of a hull.
static double diameter_of(const convex_hull *h)
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = (double)h->vertices[0][k], high = low;
		for (uint32_t i = 1; i < h->vertex_count; ++i)
		{
			double x = (double)h->vertices[i][k];
			low = x < low ? x : low;
			high = x > high ? x : high;
		}
		sum += (high - low) * (high - low);
	}
	return sqrt(sum);
}

/// Returns a length that exceeds the rounding of any distance of a hull from a body.
static double slack_of(const parts_body *body, const convex_hull *h)
{
	double reach = 0;
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			reach = fabs((double)h->vertices[i][k]) > reach ? fabs((double)h->vertices[i][k]) : reach;
	for (int k = 0; k < 3; ++k)
	{
		reach = fabs((double)body->low[k]) > reach ? fabs((double)body->low[k]) : reach;
		reach = fabs((double)body->high[k]) > reach ? fabs((double)body->high[k]) : reach;
	}
	return 0x1p-44 * reach;
}

static piece piece_of(const convex_hull *h, uint32_t face, uint32_t last, uint32_t nearest)
{
	const uint32_t corners[3] = {h->origins[h->face_first[face]], h->origins[last - 1], h->origins[last]};
	piece p = {.nearest = nearest};
	for (int k = 0; k < 3; ++k)
		for (int axis = 0; axis < 3; ++axis)
			p.at[k][axis] = (double)h->vertices[corners[k]][axis];
	return p;
}

/// Raises the distance that is certain by that of the middle of each triangle of the hull's faces.
static void probe(search *s, const convex_hull *h)
{
	uint32_t nearest = 0, faces = h->dimension < 3 ? 1 : h->face_count;
	nearest_tree *tree = &s->body->tree;
	for (uint32_t f = 0; f < faces && h->dimension > 1 && !s->above; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1] && !s->above; ++i)
		{
			piece p = piece_of(h, f, i, nearest);
			double centre[3];
			for (int k = 0; k < 3; ++k)
				centre[k] = (p.at[0][k] + p.at[1][k] + p.at[2][k]) / 3;
			double near = sqrt(nearest_find(tree, centre, &nearest));
			if (near <= s->lower + s->slack || is_inside(s, centre))
				continue;
			double certain = nearest_certain(tree, centre, near) - s->slack;
			s->lower = certain > s->lower ? certain : s->lower;
			s->above |= s->decide && s->lower > s->enough;
		}
}

double parts_reach(parts_body *body, const convex_hull *h)
{
	search s = {.body = body, .slack = slack_of(body, h)};
	body->tree.visits = UINT64_MAX;
	probe(&s, h);
	return s.lower;
}

static double search_once(parts_body *body, const convex_hull *h, double enough, bool decide, bool *spent)
{
	search s = {.body = body, .slack = slack_of(body, h), .enough = enough, .decide = decide};
	uint32_t nearest = 0;
	body->tree.visits = UINT64_MAX;
	probe(&s, h);
	uint32_t faces = h->dimension < 3 ? 1 : h->face_count;
	for (uint32_t f = 0; f < faces && h->dimension > 1 && !s.above; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1]; ++i)
		{
			piece p = piece_of(h, f, i, nearest);
			run(&s, &p);
			nearest = p.nearest;
		}
	*spent = s.spent;
	return s.above ? (double)INFINITY : s.settled;
}

double parts_error(parts_body *body, const convex_hull *h, double enough, bool decide)
{
	bool spent = false;
	double error = search_once(body, h, enough, decide, &spent);
	body->undecided += spent;
	// The work went into the first faces: coarser bounds of all faces are better, and each takes half the work of the next.
	double coarse = diameter_of(h) / 4;
	while (spent && !decide && coarse > enough)
	{
		bool ended = false;
		double bound = search_once(body, h, coarse, false, &ended);
		if (ended)
			break;
		error = bound < error ? bound : error;
		coarse /= 2;
	}
	return error;
}
