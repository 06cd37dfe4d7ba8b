// SPDX-License-Identifier: MIT
#include "piece.h"

#include <math.h>
#include <string.h>

/// Steps of the search for the point of an edge that is equally far from two triangles.
#define STEPS 24

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void sub(const double a[3], const double b[3], double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = a[k] - b[k];
}

static void cross(const double a[3], const double b[3], double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static double distance2(const double a[3], const double b[3])
{
	double d[3];
	sub(a, b, d);
	return dot(d, d);
}

void piece_try(const nearest_tree *to, piece *p, uint32_t triangle)
{
	double farthest = 0;
	for (uint32_t k = 0; k < p->count; ++k)
	{
		const piece_corner *c = &p->corners[k];
		double d = c->nearest == triangle ? c->distance : sqrt(nearest_triangle2(to, triangle, c->at));
		farthest = d > farthest ? d : farthest;
		if (farthest > p->upper)
			return;
	}
	p->upper = farthest;
	p->best = triangle;
}

void piece_bound(const nearest_tree *to, piece *p)
{
	double wide2 = 0, highest = 0, centre[3];
	piece_centre(p, centre);
	for (uint32_t k = 0; k < p->count; ++k)
	{
		double side2 = distance2(p->corners[k].at, centre);
		wide2 = side2 > wide2 ? side2 : wide2;
		highest = p->corners[k].distance > highest ? p->corners[k].distance : highest;
	}
	// Every point lies in a triangle of the centre and two corners, and is no farther from one of these corners than the
	// centre's distance from the farthest corner.
	double loose = highest + sqrt(wide2) * (1 + 0x1p-40);
	p->upper = loose < p->upper ? loose : p->upper;
	piece_try(to, p, p->best);
	for (uint32_t k = 0; k < p->count; ++k)
	{
		bool known = p->corners[k].nearest == p->best;
		for (uint32_t i = 0; i < k && !known; ++i)
			known = p->corners[i].nearest == p->corners[k].nearest;
		if (!known)
			piece_try(to, p, p->corners[k].nearest);
	}
}

void piece_centre(const piece *p, double out[3])
{
	for (int k = 0; k < 3; ++k)
	{
		out[k] = 0;
		for (uint32_t i = 0; i < p->count; ++i)
			out[k] += p->corners[i].at[k];
		out[k] /= (double)p->count;
	}
}

/// How evenly a plane divides the corners: the smaller one of the largest distances on both sides, times the length of the normal.
static double balance_of(const piece *p, const piece_plane *plane)
{
	double low = 0, high = 0;
	for (uint32_t i = 0; i < p->count; ++i)
	{
		double d[3];
		sub(p->corners[i].at, plane->at, d);
		double side = dot(d, plane->normal);
		low = side < low ? side : low;
		high = side > high ? side : high;
	}
	return high < -low ? high : -low;
}

static void widen(const float from[3], double to[3])
{
	for (int k = 0; k < 3; ++k)
		to[k] = (double)from[k];
}

/// Tries the planes along the edges of a triangle. Keeps the best, and how evenly it divides.
static void try_edges(const nearest_tree *to, const piece *p, uint32_t triangle, double *best, piece_plane *plane)
{
	double corners[3][3], ab[3], ac[3], n[3];
	for (int k = 0; k < 3; ++k)
		widen(to->corners[triangle][k], corners[k]);
	sub(corners[1], corners[0], ab);
	sub(corners[2], corners[0], ac);
	cross(ab, ac, n);
	for (int k = 0; k < 3; ++k)
	{
		piece_plane try;
		double edge[3];
		sub(corners[(k + 1) % 3], corners[k], edge);
		memcpy(try.at, corners[k], sizeof try.at);
		cross(n, edge, try.normal);
		double length = sqrt(dot(try.normal, try.normal)), even = length > 0 ? balance_of(p, &try) / length : 0;
		if (even > *best)
		{
			*best = even;
			*plane = try;
		}
	}
}

static void between(const double a[3], const double b[3], double t, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = t >= 1 ? b[k] : a[k] + t * (b[k] - a[k]);
}

/// Finds the point between two corners that is equally far from the nearest triangles of both, by false positions (Illinois
/// rule). False where there is none.
static bool find_balance(
	const nearest_tree *to, const piece_corner *a, const piece_corner *b, double rounding, double x[3])
{
	double low = 0, high = 1, t = 0;
	double at_low = a->distance - sqrt(nearest_triangle2(to, b->nearest, a->at));
	double at_high = sqrt(nearest_triangle2(to, a->nearest, b->at)) - b->distance;
	if (!(at_low < 0) || !(at_high > 0))
		return false;
	for (int step = 0, kept = 0; step < STEPS; ++step)
	{
		t = low + (high - low) * (at_low / (at_low - at_high));
		between(a->at, b->at, t, x);
		double f = sqrt(nearest_triangle2(to, a->nearest, x)) - sqrt(nearest_triangle2(to, b->nearest, x));
		if (fabs(f) <= rounding)
			break;
		if (f < 0)
		{
			low = t;
			at_low = f;
			at_high *= kept < 0 ? 0.5 : 1;
			kept = -1;
		}
		else
		{
			high = t;
			at_high = f;
			at_low *= kept > 0 ? 0.5 : 1;
			kept = 1;
		}
	}
	return t > 1e-10 && t < 1 - 1e-10;
}

/// The two corners that are farthest apart, of those with different nearest triangles or of all. False where there are none.
static bool find_span(const piece *p, bool different, uint32_t ends[2])
{
	double longest2 = 0;
	for (uint32_t i = 0; i < p->count; ++i)
		for (uint32_t k = i + 1; k < p->count; ++k)
		{
			double side2 = distance2(p->corners[i].at, p->corners[k].at);
			if (side2 <= longest2 || (different && p->corners[i].nearest == p->corners[k].nearest))
				continue;
			longest2 = side2;
			ends[0] = i;
			ends[1] = k;
		}
	return longest2 > 0;
}

void piece_cross(const piece *p, piece_plane *plane)
{
	uint32_t ends[2] = {0, 1};
	(void)find_span(p, false, ends);
	const piece_corner *a = &p->corners[ends[0]], *b = &p->corners[ends[1]];
	sub(b->at, a->at, plane->normal);
	between(a->at, b->at, 0.5, plane->at);
}

void piece_choose_plane(const nearest_tree *to, const piece *p, uint32_t central, double rounding, piece_plane *plane)
{
	uint32_t ends[2] = {0, 1};
	double best = 2 * rounding;
	*plane = (piece_plane){{0}, {0}};
	if (p->depth % 4 != 3)
	{
		try_edges(to, p, central, &best, plane);
		if (!(best > 2 * rounding))
			try_edges(to, p, p->best, &best, plane);
		if (best > 2 * rounding)
			return;
		if (find_span(p, true, ends))
		{
			const piece_corner *a = &p->corners[ends[0]], *b = &p->corners[ends[1]];
			sub(b->at, a->at, plane->normal);
			if (find_balance(to, a, b, rounding, plane->at))
				return;
		}
	}
	piece_cross(p, plane);
}

static void add_corner(piece *part, const piece_corner *corner)
{
	part->corners[part->count++] = *corner;
}

/// Divides a piece of too many corners along a diagonal.
static void cut_diagonal(const piece *p, piece parts[2])
{
	for (uint32_t i = 0; i < p->count; ++i)
	{
		if (i <= p->count / 2)
			add_corner(&parts[0], &p->corners[i]);
		if (i == 0 || i >= p->count / 2)
			add_corner(&parts[1], &p->corners[i]);
	}
}

/// Adds a point of the cut to both parts.
static void add_fresh(const piece_corner *made, piece parts[2], uint32_t fresh[2][2], uint32_t cuts)
{
	for (int k = 0; k < 2; ++k)
	{
		fresh[k][cuts] = parts[k].count;
		add_corner(&parts[k], made);
	}
}

bool piece_cut(const piece *p, const piece_plane *plane, piece parts[2], uint32_t fresh[2][2])
{
	double sides[PIECE_CORNERS_MOST];
	uint32_t cuts = 0;
	bool low = false, high = false;
	for (int k = 0; k < 2; ++k)
	{
		parts[k] = (piece){.best = p->best, .owner = p->owner, .depth = p->depth + 1, .upper = p->upper};
		fresh[k][0] = fresh[k][1] = PIECE_CORNERS_MOST;
	}
	if (p->count == PIECE_CORNERS_MOST)
	{
		cut_diagonal(p, parts);
		return true;
	}
	for (uint32_t i = 0; i < p->count; ++i)
	{
		double d[3];
		sub(p->corners[i].at, plane->at, d);
		sides[i] = dot(d, plane->normal);
		low |= sides[i] < 0;
		high |= sides[i] > 0;
	}
	for (uint32_t i = 0; i < p->count && low && high; ++i)
	{
		uint32_t next = i + 1 < p->count ? i + 1 : 0;
		if (sides[i] <= 0)
			add_corner(&parts[0], &p->corners[i]);
		if (sides[i] >= 0)
			add_corner(&parts[1], &p->corners[i]);
		if (!((sides[i] < 0 && sides[next] > 0) || (sides[i] > 0 && sides[next] < 0)))
			continue;
		piece_corner made = {.nearest = p->corners[i].nearest};
		between(p->corners[i].at, p->corners[next].at, sides[i] / (sides[i] - sides[next]), made.at);
		if (cuts == 2)
			return false; // rounding bent the outline
		add_fresh(&made, parts, fresh, cuts++);
	}
	return parts[0].count >= 3 && parts[1].count >= 3;
}
