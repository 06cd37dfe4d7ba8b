// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The search for the best plane across an axis: the box is cut into slabs at all planes that are tried, and the hulls of the lowest and of
/// the highest slabs grow slab by slab. Positions are those of floats; the points on them are rounded, which only the choice depends on.

#define FLATS_MOST 12
/// Bins of more points keep the corners of their hulls only.
#define BIN_FEW 48
#define PLANES_MOST (64 + FLATS_MOST)
/// Three for each plane: the slab below, and triangles in the plane whose normals point up, and down.
#define BINS_MOST (3 * PLANES_MOST + 1)

/// A coordinate that triangles lie at, and their area.
typedef struct flat
{
	float at;
	double area;
} flat;

typedef struct sweep
{
	const parts_job *job;
	parts_body *body;
	const parts_cell *cell;
	uint32_t axis;
	float planes[PLANES_MOST];
	uint32_t plane_count;
	parts_points bins[BINS_MOST];
	bool flats[PLANES_MOST];	///< triangles lie in it
	double sizes[2][BINS_MOST]; ///< of the hulls below and above each place between two bins
	parts_points scratch;
} sweep;

/// A triangle within the cell, but for rounding.
typedef struct polygon
{
	float at[10][3];
	uint32_t count;
} polygon;

static void keep_side(polygon *p, uint32_t axis, float at, bool above)
{
	polygon out = {.count = 0};
	for (uint32_t i = 0; i < p->count; ++i)
	{
		const float *a = p->at[i], *b = p->at[i + 1 < p->count ? i + 1 : 0];
		bool in = above ? a[axis] >= at : a[axis] <= at, next = above ? b[axis] >= at : b[axis] <= at;
		if (in)
			memcpy(out.at[out.count++], a, sizeof *out.at);
		if (in == next || a[axis] == at || b[axis] == at)
			continue;
		double share = ((double)at - (double)a[axis]) / ((double)b[axis] - (double)a[axis]);
		for (uint32_t k = 0; k < 3; ++k)
			out.at[out.count][k] =
				k == axis ? at : (float)((double)a[k] + share * ((double)b[k] - (double)a[k])) + 0.0f;
		++out.count;
	}
	*p = out;
}

/// The box of a triangle.
typedef struct extent
{
	float low[3], high[3];
} extent;

static extent extent_of(const sweep *s, uint32_t triangle)
{
	const uint32_t *t = s->body->art.triangles[triangle];
	const float *a = s->body->art.vertices[t[0]], *b = s->body->art.vertices[t[1]], *c = s->body->art.vertices[t[2]];
	extent e;
	for (int k = 0; k < 3; ++k)
	{
		e.low[k] = a[k] < b[k] ? a[k] : b[k];
		e.high[k] = a[k] > b[k] ? a[k] : b[k];
		e.low[k] = c[k] < e.low[k] ? c[k] : e.low[k];
		e.high[k] = c[k] > e.high[k] ? c[k] : e.high[k];
	}
	return e;
}

/// Whether a triangle needs no cut to be in the box of the cell.
static bool is_within(const sweep *s, const extent *e)
{
	for (int k = 0; k < 3; ++k)
		if (e->low[k] < s->cell->low[k] || e->high[k] > s->cell->high[k])
			return false;
	return true;
}

/// Cuts a triangle to the box of the cell; false where nothing is left.
static bool make_polygon(const sweep *s, uint32_t triangle, const extent *e, polygon *p)
{
	p->count = 3;
	for (int k = 0; k < 3; ++k)
		memcpy(p->at[k], s->body->art.vertices[s->body->art.triangles[triangle][k]], sizeof p->at[k]);
	for (uint32_t k = 0; k < 3 && p->count; ++k)
	{
		if (e->low[k] < s->cell->low[k])
			keep_side(p, k, s->cell->low[k], true);
		if (e->high[k] > s->cell->high[k])
			keep_side(p, k, s->cell->high[k], false);
	}
	return p->count > 0;
}

static void range_of(const polygon *p, uint32_t axis, float *low, float *high)
{
	*low = *high = p->at[0][axis];
	for (uint32_t i = 1; i < p->count; ++i)
	{
		*low = p->at[i][axis] < *low ? p->at[i][axis] : *low;
		*high = p->at[i][axis] > *high ? p->at[i][axis] : *high;
	}
}

/// Double the area of a polygon across an axis, signed as its normal.
static double area_across(const polygon *p, uint32_t axis)
{
	uint32_t u = (axis + 1) % 3, v = (axis + 2) % 3;
	double sum = 0;
	for (uint32_t i = 2; i < p->count; ++i)
		sum += ((double)p->at[i - 1][u] - (double)p->at[0][u]) * ((double)p->at[i][v] - (double)p->at[0][v]) -
			   ((double)p->at[i - 1][v] - (double)p->at[0][v]) * ((double)p->at[i][u] - (double)p->at[0][u]);
	return sum;
}

static int compare_flats(const void *left, const void *right)
{
	const flat *a = left, *b = right;
	return (a->at > b->at) - (a->at < b->at);
}

static int compare_areas(const void *left, const void *right)
{
	const flat *a = left, *b = right;
	if (a->area < b->area || a->area > b->area)
		return a->area < b->area ? 1 : -1;
	return compare_flats(left, right);
}

static int compare_floats(const void *left, const void *right)
{
	float a = *(const float *)left, b = *(const float *)right;
	return (a > b) - (a < b);
}

/// Adds the coordinates at which the most area of triangles lies.
static void add_flats(sweep *s, flat *flats)
{
	uint32_t count = 0, joined = 0;
	for (uint32_t i = 0; i < s->cell->count; ++i)
	{
		polygon p;
		extent e = extent_of(s, s->cell->triangles[i]);
		if (e.low[s->axis] >= e.high[s->axis] && make_polygon(s, s->cell->triangles[i], &e, &p))
			flats[count++] = (flat){e.low[s->axis], fabs(area_across(&p, s->axis))};
	}
	if (count)
		qsort(flats, count, sizeof *flats, compare_flats);
	for (uint32_t i = 0; i < count; ++i)
		if (joined && flats[joined - 1].at >= flats[i].at)
			flats[joined - 1].area += flats[i].area;
		else
			flats[joined++] = flats[i];
	if (joined)
		qsort(flats, joined, sizeof *flats, compare_areas);
	for (uint32_t i = 0; i < joined && i < FLATS_MOST; ++i)
		s->planes[s->plane_count++] = flats[i].at;
}

/// Chooses planes: evenly spaced over the cell's hull, and where triangles lie.
static bool choose_planes(sweep *s, uint32_t steps)
{
	const convex_hull *h = &s->cell->hull;
	float low = h->vertices[0][s->axis], high = low;
	for (uint32_t i = 1; i < h->vertex_count; ++i)
	{
		float x = h->vertices[i][s->axis];
		low = x < low ? x : low;
		high = x > high ? x : high;
	}
	flat *flats = cook_alloc(s->job->context, s->cell->count, sizeof *flats);
	if (!flats)
		return false;
	add_flats(s, flats);
	cook_free(s->job->context, flats, s->cell->count, sizeof *flats);
	for (uint32_t i = 1; i < steps; ++i)
	{
		float at = (float)((double)low + ((double)high - (double)low) * i / steps) + 0.0f;
		if (at > low && at < high)
			s->planes[s->plane_count++] = at;
	}
	if (s->plane_count)
		qsort(s->planes, s->plane_count, sizeof *s->planes, compare_floats);
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->plane_count; ++i)
		// A plane through the end of a solid cuts nothing off.
		if ((count == 0 || s->planes[i] > s->planes[count - 1]) &&
			((s->planes[i] > low && s->planes[i] < high) || !s->body->closed))
			s->planes[count++] = s->planes[i];
	s->plane_count = count;
	return true;
}

/// Puts the points of one polygon into the bins.
static bool deal_polygon(sweep *s, const polygon *p)
{
	float low, high;
	range_of(p, s->axis, &low, &high);
	uint32_t plane = 0;
	while (plane < s->plane_count && s->planes[plane] < low)
		++plane;
	if (low >= high && plane < s->plane_count && s->planes[plane] <= low)
	{
		uint32_t bin = 3 * plane + (area_across(p, s->axis) < 0 ? 2 : 1);
		s->flats[plane] = true;
		for (uint32_t i = 0; i < p->count; ++i)
			if (!parts_point(s->job->context, &s->bins[bin], p->at[i]))
				return false;
		return true;
	}
	if (plane < s->plane_count && s->planes[plane] <= low)
		++plane;
	for (;; ++plane)
	{
		polygon in = *p;
		if (plane > 0 && s->planes[plane - 1] > low)
			keep_side(&in, s->axis, s->planes[plane - 1], true);
		bool more = plane < s->plane_count && s->planes[plane] < high;
		if (more)
			keep_side(&in, s->axis, s->planes[plane], false);
		for (uint32_t i = 0; i < in.count; ++i)
			if (!parts_point(s->job->context, &s->bins[3 * plane], in.at[i]))
				return false;
		if (!more)
			return true;
	}
}

/// Finds the slab of a triangle that no plane touches but at the ends of the slab; plane_count + 1 where planes cut, or
/// the triangle lies in one.
static uint32_t slab_of(const sweep *s, const extent *e)
{
	float low = e->low[s->axis], high = e->high[s->axis];
	uint32_t first = 0, end = s->plane_count;
	while (first < end)
	{
		uint32_t middle = (first + end) / 2;
		if (s->planes[middle] <= low)
			first = middle + 1;
		else
			end = middle;
	}
	bool is_flat = low >= high && first > 0 && s->planes[first - 1] >= low;
	return is_flat || (first < s->plane_count && s->planes[first] < high) ? s->plane_count + 1 : first;
}

/// Puts the points of one triangle into the bins.
static bool deal(sweep *s, uint32_t triangle, uint32_t lists)
{
	polygon p;
	extent e = extent_of(s, triangle);
	uint32_t slab = is_within(s, &e) ? slab_of(s, &e) : s->plane_count + 1;
	if (slab > s->plane_count)
		return !make_polygon(s, triangle, &e, &p) || deal_polygon(s, &p);
	for (int k = 0; k < 3; ++k)
		if (!parts_vertex(
				s->job->context, s->body, s->body->art.triangles[triangle][k], lists + slab, &s->bins[3 * slab]))
			return false;
	return true;
}

/// Leaves the corners of the hull of each large bin.
static kilncook_status thin_out(sweep *s)
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < 3 * s->plane_count + 1 && status == KILNCOOK_OK; ++i)
	{
		parts_points *bin = &s->bins[i];
		convex_hull h;
		if (bin->count <= BIN_FEW)
			continue;
		status = parts_hull(s->job->context, bin, &h);
		if (status != KILNCOOK_OK)
			break;
		memcpy(bin->at, h.vertices, h.vertex_count * sizeof *bin->at);
		bin->count = h.vertex_count;
		hull_free(s->job->context, &h);
	}
	return status;
}

/// Adds the corners of a side of the cell that are in the solid; `above`: of the part above the side.
static bool add_side(sweep *s, float at, bool above, parts_points *points)
{
	uint32_t u = (s->axis + 1) % 3, v = (s->axis + 2) % 3;
	for (uint32_t i = 0; i < 4 && s->body->closed; ++i)
	{
		float corner[3];
		double point[3];
		int towards[3];
		corner[s->axis] = at;
		corner[u] = i & 1 ? s->cell->high[u] : s->cell->low[u];
		corner[v] = i & 2 ? s->cell->high[v] : s->cell->low[v];
		towards[s->axis] = above ? 1 : -1;
		towards[u] = i & 1 ? -1 : 1;
		towards[v] = i & 2 ? -1 : 1;
		for (int k = 0; k < 3; ++k)
			point[k] = (double)corner[k];
		if (parts_inside(s->body, point, towards) && !parts_point(s->job->context, points, corner))
			return false;
	}
	return true;
}

static bool append_hull(sweep *s, const convex_hull *h)
{
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		if (!parts_point(s->job->context, &s->scratch, h->vertices[i]))
			return false;
	return true;
}

/// Measures a hull with the corners of the plane that ends it.
static kilncook_status measure(sweep *s, const convex_hull *h, float at, bool above, double *size)
{
	const kilncook_context *context = s->job->context;
	s->scratch.count = 0;
	if (!add_side(s, at, above, &s->scratch))
		return KILNCOOK_INTERNAL;
	if (s->scratch.count == 0)
	{
		// A plane that leaves a side empty does not cut.
		*size = h->vertex_count ? parts_size(h, s->job->flatness) : (double)INFINITY;
		return KILNCOOK_OK;
	}
	convex_hull more;
	if (!append_hull(s, h))
		return KILNCOOK_INTERNAL;
	kilncook_status status = parts_hull(context, &s->scratch, &more);
	*size = parts_size(&more, s->job->flatness);
	hull_free(context, &more);
	return status;
}

/// Adds the points of a bin to a hull.
static kilncook_status grow(sweep *s, convex_hull *h, const parts_points *bin)
{
	convex_hull larger;
	if (bin->count == 0)
		return KILNCOOK_OK;
	s->scratch.count = 0;
	if (!append_hull(s, h))
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < bin->count; ++i)
		if (!parts_point(s->job->context, &s->scratch, bin->at[i]))
			return KILNCOOK_INTERNAL;
	kilncook_status status = parts_hull(s->job->context, &s->scratch, &larger);
	if (status != KILNCOOK_OK)
		return status;
	hull_free(s->job->context, h);
	*h = larger;
	return KILNCOOK_OK;
}

/// Whether a place behind a bin is a cut: a solid is cut so that each triangle in the plane is the end of its side.
static bool is_place(const sweep *s, uint32_t bin)
{
	if (bin >= 3 * s->plane_count)
		return false;
	bool by_normal = bin % 3 == 1;
	return s->body->closed || !s->flats[bin / 3] ? by_normal : !by_normal;
}

/// Measures the hulls of all bins up to each place, from below or from above.
static kilncook_status grow_all(sweep *s, bool above)
{
	convex_hull h = {0};
	uint32_t bins = 3 * s->plane_count + 1;
	float start = above ? s->cell->high[s->axis] : s->cell->low[s->axis];
	kilncook_status status =
		add_side(s, start, !above, &s->bins[above ? bins - 1 : 0]) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i + 1 < bins && status == KILNCOOK_OK; ++i)
	{
		uint32_t bin = above ? bins - 1 - i : i, place = above ? bin - 1 : bin;
		status = grow(s, &h, &s->bins[bin]);
		if (status == KILNCOOK_OK && is_place(s, place))
			status = measure(s, &h, s->planes[place / 3], above, &s->sizes[above ? 1 : 0][place]);
		else
			s->sizes[above ? 1 : 0][place] = 0;
	}
	hull_free(s->job->context, &h);
	return status;
}

static kilncook_status run(sweep *s, uint32_t steps, parts_cut *best)
{
	if (!choose_planes(s, steps))
		return KILNCOOK_INTERNAL;
	uint32_t lists = s->body->stamp + 1;
	s->body->stamp += s->plane_count + 1;
	for (uint32_t i = 0; i < s->cell->count; ++i)
		if (!deal(s, s->cell->triangles[i], lists))
			return KILNCOOK_INTERNAL;
	kilncook_status status = thin_out(s);
	if (status == KILNCOOK_OK)
		status = grow_all(s, false);
	if (status == KILNCOOK_OK)
		status = grow_all(s, true);
	for (uint32_t i = 0; i < 3 * s->plane_count && status == KILNCOOK_OK; ++i)
	{
		if (!is_place(s, i))
			continue;
		double below = s->sizes[0][i], above = s->sizes[1][i], size = below + above;
		// Of cuts that are as good, the one with the more even halves.
		size += 1e-6 * fabs(below - above);
		if (size < best->size)
			*best = (parts_cut){s->axis, s->planes[i / 3], (int)(i % 3) - 1, size};
	}
	return status;
}

kilncook_status parts_sweep(
	const parts_job *job, const parts_cell *cell, uint32_t steps, uint32_t axes, parts_cut *best)
{
	kilncook_status status = KILNCOOK_OK;
	sweep *s = cook_alloc(job->context, 1, sizeof *s);
	if (!s)
		return KILNCOOK_INTERNAL;
	for (uint32_t axis = 0; axis < 3 && status == KILNCOOK_OK; ++axis)
	{
		if (!(axes >> axis & 1))
			continue;
		memset(s, 0, sizeof *s);
		s->job = job;
		s->body = &job->bodies[cell->body];
		s->cell = cell;
		s->axis = axis;
		status = run(s, steps, best);
		for (uint32_t i = 0; i < BINS_MOST; ++i)
			cook_free(job->context, s->bins[i].at, s->bins[i].capacity, sizeof *s->bins[i].at);
		cook_free(job->context, s->scratch.at, s->scratch.capacity, sizeof *s->scratch.at);
	}
	cook_free(job->context, s, 1, sizeof *s);
	return status;
}
