// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "hull/hull_internal.h"
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Flat hulls: polygons.
///
/// An inner polygon keeps some corners. An outer polygon keeps some edges, and its corners are the intersections of
/// their lines. Both cut the boundary into arcs, each with its own error. To find the fewest arcs within a given error,
/// the search starts at each corner of the first arc and makes every arc as long as possible; bisection finds the error
/// (Imai and Iri 1988). Float32 corners can lie exactly in the polygon's plane only where a coordinate is constant. Any
/// other outer polygon gets a thickness and is simplified as a solid.

#define ERROR_STEPS 32
#define STARTS_MOST 8
/// For polygons with more corners, a round pushes all corners that need it, so that few rounds suffice.
#define MANY_CORNERS 64
#define MANY_ROUNDS 64
/// Arcs with at most so many edges are measured edge by edge.
#define LONG_ARC 32

typedef struct flat_work
{
	const convex_hull *exact;
	uint32_t count;
	const uint32_t *loop; ///< corners counter-clockwise seen from one side
	bool inner;
	int axes[2]; ///< outer only: the coordinates in the plane, ordered so that the loop is counter-clockwise
	uint32_t *arcs;
	uint32_t *tried;
} flat_work;

static void corner_at(const flat_work *work, uint32_t i, double p[3])
{
	hull_widen(work->exact->vertices[work->loop[i % work->count]], p);
}

static double to_segment(const double p[3], const double a[3], const double b[3])
{
	double ab[3], ap[3], d[3];
	simplify_sub(b, a, ab);
	simplify_sub(p, a, ap);
	double along = simplify_dot(ab, ap), length = simplify_dot(ab, ab);
	double t = along <= 0 ? 0 : along >= length ? 1 : along / length;
	for (int k = 0; k < 3; ++k)
		d[k] = ap[k] - t * ab[k];
	return sqrt(simplify_dot(d, d));
}

/// Computes where the lines of edges i and j meet beyond the corners between them; false when they do not meet there.
static bool meet(const flat_work *work, uint32_t i, uint32_t j, double at[3])
{
	double a[3], b[3], c[3], d[3];
	int x = work->axes[0], y = work->axes[1];
	corner_at(work, i, a);
	corner_at(work, i + 1, b);
	corner_at(work, j, c);
	corner_at(work, j + 1, d);
	double ex = b[x] - a[x], ey = b[y] - a[y], fx = d[x] - c[x], fy = d[y] - c[y];
	double turn = ex * fy - ey * fx;
	if (!(turn > 0))
		return false;
	double t = ((c[x] - a[x]) * fy - (c[y] - a[y]) * fx) / turn;
	hull_widen(work->exact->vertices[work->loop[0]], at);
	at[x] = a[x] + t * ex;
	at[y] = a[y] + t * ey;
	return at[x] - at[x] == 0 && at[y] - at[y] == 0;
}

/// Distance of `p` to edge k; an arc that ends at edge k includes only its first corner.
static double to_edge(const flat_work *work, const double p[3], uint32_t k, uint32_t end)
{
	double a[3], b[3];
	corner_at(work, k, a);
	corner_at(work, k + 1 <= end ? k + 1 : k, b);
	return to_segment(p, a, b);
}

/// Distance of `p`, which lies beyond the corners from i + 1 to j, to the edges between. Starts in the middle and walks
/// while the distance decreases: along a convex chain the distance has one minimum.
static double to_long_arc(const flat_work *work, const double p[3], uint32_t i, uint32_t j)
{
	uint32_t at = i + 1 + (j - i) / 2;
	double error = to_edge(work, p, at, j), d;
	for (; at < j && (d = to_edge(work, p, at + 1, j)) < error; ++at)
		error = d;
	for (; at > i + 1 && (d = to_edge(work, p, at - 1, j)) < error; --at)
		error = d;
	return error;
}

/// Returns the error of the arc from i to j, i < j < i + count: the error of leaving out the corners, or the edges,
/// between.
static double arc_error(const flat_work *work, uint32_t i, uint32_t j)
{
	double a[3], b[3], p[3], error = work->inner ? 0 : 1e300;
	if (!work->inner && !meet(work, i, j, p))
		return j == i + 1 ? 0 : 1e300;
	if (!work->inner && j - i > LONG_ARC)
		return to_long_arc(work, p, i, j);
	if (work->inner)
		corner_at(work, i, a), corner_at(work, j, b);
	for (uint32_t k = i + 1; k < j + (work->inner ? 0 : 1); ++k)
	{
		double d;
		if (work->inner)
		{
			corner_at(work, k, p);
			d = to_segment(p, a, b);
			error = d > error ? d : error;
			continue;
		}
		d = to_edge(work, p, k, j);
		error = d < error ? d : error;
	}
	return error;
}

/// Returns the last place after i, at most `end`, that an arc from i can reach within the error.
static uint32_t reach(const flat_work *work, uint32_t i, uint32_t end, double error)
{
	uint32_t good = i + 1, step = 1;
	while (good + step <= end && arc_error(work, i, good + step) <= error)
		good += step, step *= 2;
	for (; step > 0; step /= 2)
		if (good + step <= end && arc_error(work, i, good + step) <= error)
			good += step;
	return good;
}

/// Makes arcs from `start` once around, at most `most`; returns their number, or 0 when `most` arcs do not suffice.
static uint32_t go_around(const flat_work *work, uint32_t start, double error, uint32_t most)
{
	uint32_t count = 0, at = start, last = start + work->count;
	for (; count < most && at < last; ++count)
	{
		work->tried[count] = at % work->count;
		// An arc that returned to its start would leave no polygon.
		uint32_t end = at + work->count - 2 < last ? at + work->count - 2 : last;
		at = reach(work, at, end, error);
	}
	if (at < last)
		return 0;
	if (count == 2 && work->inner)
	{
		// Two corners need a third to make a polygon, and any third corner decreases the error.
		uint32_t between = (work->tried[1] + work->count - start) % work->count;
		uint32_t third = between > 1 ? start + between / 2 : start + between + (work->count - between) / 2;
		work->tried[count++] = third % work->count;
	}
	return count;
}

/// Finds the fewest arcs within the error, in work->arcs; 0 when more than `most` are needed.
static uint32_t divide(const flat_work *work, double error, uint32_t most)
{
	uint32_t best = 0, starts = reach(work, 0, work->count - 1, error);
	starts = starts < STARTS_MOST ? starts : STARTS_MOST;
	for (uint32_t start = 0; start <= starts; ++start)
	{
		uint32_t count = go_around(work, start, error, best ? best - 1 : most);
		if (count >= 3)
		{
			best = count;
			memcpy(work->arcs, work->tried, count * sizeof *work->arcs);
		}
	}
	return best;
}

/// Bisects for the least error that `most` arcs allow.
static uint32_t divide_best(const flat_work *work, uint32_t most)
{
	double low = 0, high = 0;
	for (uint32_t i = 1; i < work->count; ++i)
	{
		double a[3], b[3];
		corner_at(work, 0, a);
		corner_at(work, i, b);
		double d = to_segment(b, a, a);
		high = d > high ? d : high;
	}
	high *= 2;
	uint32_t found = divide(work, high, most);
	for (uint32_t step = 0; step < ERROR_STEPS; ++step)
	{
		double middle = 0.5 * (low + high);
		if (divide(work, middle, most))
			high = middle;
		else
			low = middle;
	}
	return found ? divide(work, high, most) : 0;
}

/// Whether every vertex of `exact` lies in the polygon `outer` in the same plane. If not, `*a` and `*b` are the ends of
/// an edge that has a vertex on its outer side.
static bool holds(const flat_work *work, const convex_hull *outer, uint32_t *a, uint32_t *b)
{
	double e[2][2], p[2];
	bool turned = false;
	for (uint32_t half = 0; half < outer->face_first[1]; ++half)
	{
		*a = outer->origins[half];
		*b = outer->origins[half + 1 < outer->face_first[1] ? half + 1 : 0];
		for (int k = 0; k < 2; ++k)
			e[0][k] = (double)outer->vertices[*a][work->axes[k]], e[1][k] = (double)outer->vertices[*b][work->axes[k]];
		if (half == 0)
		{
			uint32_t third = outer->origins[2];
			for (int k = 0; k < 2; ++k)
				p[k] = (double)outer->vertices[third][work->axes[k]];
			turned = exact_orient2d(e[0], e[1], p) < 0;
		}
		for (uint32_t i = 0; i < work->exact->vertex_count; ++i)
		{
			for (int k = 0; k < 2; ++k)
				p[k] = (double)work->exact->vertices[i][work->axes[k]];
			int sign = exact_orient2d(e[0], e[1], p);
			if (turned ? sign > 0 : sign < 0)
				return false;
		}
	}
	return true;
}

/// Returns an edge of the convex polygon `outer` that has `p` on its outer side, by its number, or SHELL_NONE. A binary
/// search in the fan from the first corner, by exact signs, finds the only candidate besides the first and the last
/// edge.
static uint32_t edge_passed(const flat_work *work, const convex_hull *outer, int turn, const double p[2])
{
	uint32_t count = outer->face_first[1], low = 1, high = count - 1;
	double e[2][2];
	for (uint32_t stage = 0; stage < 3 || high - low > 1;)
	{
		bool search = high - low > 1;
		uint32_t middle = low + (high - low) / 2;
		uint32_t from = search ? 0 : stage == 0 ? low : stage == 1 ? 0 : count - 1;
		uint32_t to = search ? middle : stage == 0 ? high : stage == 1 ? 1 : 0;
		for (int k = 0; k < 2; ++k)
		{
			e[0][k] = (double)outer->vertices[outer->origins[from]][work->axes[k]];
			e[1][k] = (double)outer->vertices[outer->origins[to]][work->axes[k]];
		}
		int sign = turn * exact_orient2d(e[0], e[1], p);
		if (search && sign >= 0)
			low = middle;
		else if (search)
			high = middle;
		else if (sign < 0)
			return from;
		else
			++stage;
	}
	return SHELL_NONE;
}

static double push_more(double push)
{
	return push > 0 ? 2 * push : 0x1p-24;
}

/// Does the same as holds; on failure, pushes the ends of all edges that have a vertex on their outer side, each end
/// once.
static bool push_passed(const flat_work *work, const convex_hull *outer, bool *passed, double *push)
{
	double corner[3][2], p[2];
	uint32_t count = outer->face_first[1];
	bool all = true;
	for (int c = 0; c < 3; ++c)
		for (int k = 0; k < 2; ++k)
			corner[c][k] = (double)outer->vertices[outer->origins[c]][work->axes[k]];
	int turn = exact_orient2d(corner[0], corner[1], corner[2]);
	memset(passed, 0, count * sizeof *passed);
	for (uint32_t i = 0; i < work->exact->vertex_count; ++i)
	{
		for (int k = 0; k < 2; ++k)
			p[k] = (double)work->exact->vertices[i][work->axes[k]];
		uint32_t edge = edge_passed(work, outer, turn, p);
		if (edge == SHELL_NONE)
			continue;
		all = false;
		passed[edge] = passed[edge + 1 < count ? edge + 1 : 0] = true;
	}
	for (uint32_t e = 0; e < count; ++e)
	{
		double *at = &push[outer->sources[outer->origins[e]]];
		*at = passed[e] ? push_more(*at) : *at;
	}
	return all;
}

/// Rounds the corners between the kept edges. Pushes both ends of each edge that has a vertex on its outer side away
/// from the polygon's middle, until all vertices are inside.
static kilncook_status round_corners(const kilncook_context *context, const flat_work *work, uint32_t count,
	float (*corners)[3], double *push, bool *passed, convex_hull *out)
{
	double middle[3] = {0, 0, 0}, limit = simplify_limit(work->exact);
	for (uint32_t i = 0; i < work->count; ++i)
	{
		double p[3];
		corner_at(work, i, p);
		for (int k = 0; k < 3; ++k)
			middle[k] += p[k] / work->count;
	}
	bool many = count > MANY_CORNERS;
	for (uint32_t round = 0; round < (many ? MANY_ROUNDS : 24 * count); ++round)
	{
		for (uint32_t i = 0; i < count; ++i)
		{
			double p[3];
			uint32_t from = work->arcs[i], to = work->arcs[i + 1 < count ? i + 1 : 0];
			if (!meet(work, from, to > from ? to : to + work->count, p))
				return KILNCOOK_REFUSED;
			for (int k = 0; k < 3; ++k)
			{
				double x = k == work->axes[0] || k == work->axes[1] ? p[k] + push[i] * (p[k] - middle[k]) : p[k];
				if (!(x <= limit && x >= -limit))
					return KILNCOOK_REFUSED;
				corners[i][k] = (float)x;
			}
		}
		convex_hull h;
		uint32_t a = 0, b = 0;
		kilncook_status status = hull_build(context, &(hull_points){.positions = corners[0], .count = count}, &h);
		if (status != KILNCOOK_OK)
			return status;
		if (h.dimension == 2 && (many ? push_passed(work, &h, passed, push) : holds(work, &h, &a, &b)))
		{
			*out = h;
			return KILNCOOK_OK;
		}
		if (h.dimension == 2 && !many)
		{
			a = h.sources[a], b = h.sources[b];
			push[a] = push_more(push[a]);
			push[b] = push_more(push[b]);
		}
		hull_free(context, &h);
	}
	return KILNCOOK_REFUSED;
}

/// Makes the box of a polygon whose third coordinate, other than the two axes, is constant.
static kilncook_status make_rectangle(const kilncook_context *context, const flat_work *work, convex_hull *out)
{
	float corners[4][3];
	int x = work->axes[0], y = work->axes[1];
	for (int i = 0; i < 4; ++i)
		memcpy(corners[i], work->exact->vertices[0], sizeof corners[i]);
	for (uint32_t v = 0; v < work->exact->vertex_count; ++v)
	{
		const float *p = work->exact->vertices[v];
		for (int i = 0; i < 4; ++i)
		{
			if (i & 1 ? p[x] > corners[i][x] : p[x] < corners[i][x])
				corners[i][x] = p[x];
			if (i & 2 ? p[y] > corners[i][y] : p[y] < corners[i][y])
				corners[i][y] = p[y];
		}
	}
	return hull_build(context, &(hull_points){.positions = corners[0], .count = 4}, out);
}

static kilncook_status build_polygon(
	const kilncook_context *context, const flat_work *work, uint32_t most, convex_hull *out, double *distance)
{
	const convex_hull *exact = work->exact;
	float(*corners)[3] = cook_alloc(context, most, sizeof *corners);
	double *push = cook_alloc_zero(context, most, sizeof *push);
	bool *passed = cook_alloc(context, most, sizeof *passed);
	kilncook_status status = KILNCOOK_INTERNAL;
	if (corners && push && passed)
	{
		uint32_t count = divide_best(work, most);
		status = KILNCOOK_REFUSED;
		if (count && !work->inner)
			status = round_corners(context, work, count, corners, push, passed, out);
		else if (count)
		{
			for (uint32_t i = 0; i < count; ++i)
				memcpy(corners[i], exact->vertices[work->loop[work->arcs[i]]], sizeof corners[i]);
			status = hull_build(context, &(hull_points){.positions = corners[0], .count = count}, out);
			for (uint32_t i = 0; status == KILNCOOK_OK && i < out->vertex_count; ++i)
				out->sources[i] = exact->sources[work->loop[work->arcs[out->sources[i]]]];
		}
		if (status == KILNCOOK_REFUSED && !work->inner)
			status = make_rectangle(context, work, out);
		if (status == KILNCOOK_OK)
			*distance = work->inner ? hull_distance(exact, out) : hull_distance(out, exact);
	}
	cook_free(context, corners, most, sizeof *corners);
	cook_free(context, push, most, sizeof *push);
	cook_free(context, passed, most, sizeof *passed);
	return status;
}

int simplify_constant_axis(const convex_hull *exact)
{
	for (int k = 0; k < 3; ++k)
	{
		bool constant = true;
		for (uint32_t i = 1; i < exact->vertex_count && constant; ++i)
			constant = exact->vertices[i][k] == exact->vertices[0][k];
		if (constant)
			return k;
	}
	return -1;
}

kilncook_status simplify_flat(const kilncook_context *context, const convex_hull *exact, uint32_t most, bool inner,
	convex_hull *out, double *distance)
{
	uint32_t count = exact->vertex_count;
	int k = simplify_constant_axis(exact);
	flat_work work = {.exact = exact, .count = count, .loop = exact->origins, .inner = inner};
	work.axes[0] = (k + 1) % 3;
	work.axes[1] = (k + 2) % 3;
	if (!inner)
	{
		double p[3][2];
		for (int i = 0; i < 3; ++i)
			for (int j = 0; j < 2; ++j)
				p[i][j] = (double)exact->vertices[exact->origins[i]][work.axes[j]];
		if (exact_orient2d(p[0], p[1], p[2]) < 0)
		{
			int other = work.axes[0];
			work.axes[0] = work.axes[1];
			work.axes[1] = other;
		}
	}
	work.arcs = cook_alloc(context, count, sizeof *work.arcs);
	work.tried = cook_alloc(context, count, sizeof *work.tried);
	kilncook_status status = KILNCOOK_INTERNAL;
	if (work.arcs && work.tried)
		status = build_polygon(context, &work, most, out, distance);
	cook_free(context, work.arcs, count, sizeof *work.arcs);
	cook_free(context, work.tried, count, sizeof *work.tried);
	return status;
}

/// Makes both sides of the polygon, enlarged by a share of its size and moved apart by the same share of `longest`.
static kilncook_status build_slab(const kilncook_context *context, const convex_hull *exact, const double normal[3],
	double longest, double share, float (*corners)[3], convex_hull *out)
{
	double low[3], high[3];
	simplify_box(exact, low, high);
	for (uint32_t i = 0; i < exact->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double middle = low[k] + 0.5 * (high[k] - low[k]), x = (double)exact->vertices[i][k];
			x += share * (x - middle);
			corners[2 * i][k] = (float)(x + share * longest * normal[k]);
			corners[2 * i + 1][k] = (float)(x - share * longest * normal[k]);
		}
	return simplify_hull_around(context, (const float(*)[3])corners, 2 * exact->vertex_count, exact, out);
}

kilncook_status simplify_thicken(const kilncook_context *context, const convex_hull *exact, convex_hull *out)
{
	double normal[3] = {0, 0, 0}, a[3], b[3], c[3], ab[3], ac[3], n[3], longest = 0;
	hull_widen(exact->vertices[exact->origins[0]], a);
	for (uint32_t i = 1; i + 1 < exact->vertex_count; ++i)
	{
		hull_widen(exact->vertices[exact->origins[i]], b);
		hull_widen(exact->vertices[exact->origins[i + 1]], c);
		simplify_sub(b, a, ab);
		simplify_sub(c, a, ac);
		simplify_cross(ab, ac, n);
		for (int k = 0; k < 3; ++k)
		{
			normal[k] += n[k];
			double side = ac[k] < 0 ? -ac[k] : ac[k];
			longest = side > longest ? side : longest;
		}
	}
	double length = sqrt(simplify_dot(normal, normal));
	if (!(length > 0))
		return KILNCOOK_REFUSED;
	for (int k = 0; k < 3; ++k)
		normal[k] /= length;
	float(*corners)[3] = cook_alloc(context, 2 * (size_t)exact->vertex_count, sizeof *corners);
	if (!corners)
		return KILNCOOK_INTERNAL;
	kilncook_status status = KILNCOOK_REFUSED;
	for (double share = 0x1p-24; share < 1 && status == KILNCOOK_REFUSED; share *= 2)
		status = build_slab(context, exact, normal, longest, share, corners, out);
	cook_free(context, corners, 2 * (size_t)exact->vertex_count, sizeof *corners);
	return status;
}
