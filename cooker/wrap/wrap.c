// SPDX-License-Identifier: MIT
#include "wrap.h"
#include "kiln_format.h"

#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

// The method. A box around the art is cut into cells, tetrahedra that form a Delaunay triangulation, all of them inside at
// first. Cells are carved from the outside of the box inwards. A gate is a side between a cell inside and the outside through
// which a ball of the radius alpha, nearly half of the detail, fits without touching a vertex. The widest gate comes first:
//
// 1. where the segment between the centres of the two cells' spheres meets the offset surface, or
// 2. where the gate's ball is too near to the art, on the offset surface beside it, or
// 3. where the cell touches the art, on the offset surface beside the centre of its sphere,
//
// a vertex is inserted, which replaces the cells around it by new ones, inside. Otherwise the cell is carved. When no gate is
// left, the boundary of the cells inside is the wrap.
//
// Why this is right. Cells that touch the art, by exact signs, are never carved: the art is strictly inside. The wrap consists
// of sides of a triangulation: it does not cross itself. It is closed and wound because it bounds a set of cells; where it is not
// manifold, cells are filled. A side that is no gate lies in a ball of the radius alpha around which its corners are, so that
// all its points are within alpha of a vertex, which is within the offset of the art. A point where the centre of a ball of the
// radius alpha + offset passes a side without touching the art has no vertex within alpha: that side is a gate. So no such
// ball is ever stopped.
//
// Why this ends. Every new vertex keeps a distance from all others: in case 1 alpha, in cases 2 and 3 the offset, by the
// radius of the empty ball around its place. A box has room for a finite number of such vertices, and between two
// insertions cells only change from inside to outside.
//
// What can fail. Centres of spheres are computed in double: those of flat cells can be far off. Then a vertex may come too near to
// others and is left out, or a gate stays that has no vertex to insert; filling for manifoldness can cover more than
// the detail allows. The distance from the wrap to the art is computed at the end, and what is promised is verified; if it
// does not hold, a round with a smaller detail follows.
//
// Cost. The number of vertices is about the art's visible area divided by alpha^2, times two; each takes a Delaunay insertion and a
// few distance queries, O(log n) in the art's triangles. Memory is 96 bytes for a cell, of which a vertex has six or seven.

#define ROUNDS 6u
/// Detail of a round, as a share of the detail of the round before: somewhat less than what the distance of that round was
/// too large by, between these two.
#define ROUND_LEAST 0.5
#define ROUND_MOST 0.875
#define ROUND_CAUTION 0.9375
/// Balls and offsets are this much smaller than asked for: rounding to float32 moves vertices by up to 0.03 offsets.
#define ALPHA_SHARE 0.984375
#define OFFSET_SHARE 0.9375
/// Least detail and offset, as shares of the largest coordinate: 64 steps of float32 or more.
#define RANGE 0x1p-18
/// Cells for each triangle of the wrap, as a rule, and how many times more triangles than the fewest that have its area.
#define CELLS_EACH 3.2
#define TRIANGLES_RULE 2.5

/// The box around art and offset.
typedef struct wrap_box
{
	float low[3], high[3];
	double largest; ///< coordinate of the wrap, in magnitude
} wrap_box;

static wrap_box box_of(const wrap_soup *soup, const kilncook_wrap_options *options)
{
	wrap_box box = {.largest = 0};
	double margin = 4 * (options->offset + options->detail);
	for (int k = 0; k < 3; ++k)
	{
		double low = (double)soup->tree.nodes[0].box.min[k], high = (double)soup->tree.nodes[0].box.max[k];
		box.largest = fmax(box.largest, fmax(high + options->offset, options->offset - low));
		box.low[k] = (float)(low - margin);
		box.high[k] = (float)(high + margin);
	}
	return box;
}

static kilncook_status check_range(
	const kilncook_context *context, const char *where, const kilncook_wrap_options *options, const wrap_box *box)
{
	double least = RANGE * box->largest;
	if (options->detail >= least && options->offset >= least && box->largest <= (double)KILN_COORDINATE_MAX &&
		options->detail <= (double)KILN_COORDINATE_MAX)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, where, "wrap-range",
		"float32 cannot represent a wrap with detail %.9g and offset %.9g around coordinates up to %.9g: both must be "
		"at least "
		"%.9g, and the wrap within 2^40",
		options->detail, options->offset, box->largest, least);
	return KILNCOOK_REFUSED;
}

// --- Limits -----------------------------------------------------------------------------------------------------------

#define SHADOW 128
#define SHADOW_WORK (1u << 24)

/// The shadow of the art along an axis: which squares of a grid have their middle under a triangle.
typedef struct wrap_shadow
{
	uint8_t squares[SHADOW][SHADOW];
	double low[2], step[2];
	uint32_t work;
	uint32_t count;
} wrap_shadow;

static double turn(const double a[2], const double b[2], const double c[2])
{
	return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static void cast_triangle(wrap_shadow *shadow, const double t[3][2])
{
	int from[2], to[2];
	for (int k = 0; k < 2; ++k)
	{
		double low = fmin(t[0][k], fmin(t[1][k], t[2][k])), high = fmax(t[0][k], fmax(t[1][k], t[2][k]));
		from[k] = (int)((low - shadow->low[k]) / shadow->step[k]);
		to[k] = (int)((high - shadow->low[k]) / shadow->step[k]);
		to[k] = to[k] < SHADOW ? to[k] : SHADOW - 1;
	}
	double area = turn(t[0], t[1], t[2]);
	for (int y = from[1]; y <= to[1]; ++y)
		for (int x = from[0]; x <= to[0] && shadow->work > 0; ++x)
		{
			const double p[2] = {
				shadow->low[0] + (x + 0.5) * shadow->step[0], shadow->low[1] + (y + 0.5) * shadow->step[1]};
			--shadow->work;
			if (shadow->squares[y][x] || turn(t[0], t[1], p) * area < 0 || turn(t[1], t[2], p) * area < 0 ||
				turn(t[2], t[0], p) * area < 0 || !(area * area > 0))
				continue;
			shadow->squares[y][x] = 1;
			++shadow->count;
		}
}

/// The area of the art's shadow along an axis.
static double shadow_area(const wrap_soup *soup, int axis, wrap_shadow *shadow)
{
	const build_box *box = &soup->tree.nodes[0].box;
	const int axes[2] = {(axis + 1) % 3, (axis + 2) % 3};
	*shadow = (wrap_shadow){.work = SHADOW_WORK};
	for (int k = 0; k < 2; ++k)
	{
		shadow->low[k] = (double)box->min[axes[k]];
		shadow->step[k] = ((double)box->max[axes[k]] - (double)box->min[axes[k]]) / SHADOW;
		if (!(shadow->step[k] > 0))
			return 0;
	}
	for (uint32_t i = 0; i < soup->triangle_count; ++i)
	{
		double t[3][2];
		for (int k = 0; k < 3; ++k)
		{
			const kiln_d3 *c = &soup->corners[i][k];
			const double p[3] = {c->x, c->y, c->z};
			t[k][0] = p[axes[0]];
			t[k][1] = p[axes[1]];
		}
		cast_triangle(shadow, (const double(*)[2])t);
	}
	return shadow->count * shadow->step[0] * shadow->step[1];
}

/// The fewest triangles that a wrap has, nearly: a line through the art crosses the wrap twice, so that its area is twice that
/// of any shadow of the art, and a triangle in a circle of the radius alpha has an area of at most 1.3 alpha^2. Along an edge of
/// the art at least one for every two alpha.
static double fewest_triangles(const wrap_soup *soup, double alpha, wrap_shadow *shadow)
{
	double area = 0, edge2 = 0;
	for (int axis = 0; axis < 3; ++axis)
		area = fmax(area, shadow_area(soup, axis, shadow));
	for (uint32_t i = 0; i < soup->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
			edge2 = fmax(edge2, kiln_d3_length2(kiln_d3_sub(soup->corners[i][k], soup->corners[i][(k + 1) % 3])));
	return fmax(2 * area / (1.3 * alpha * alpha), sqrt(edge2) / (2 * alpha));
}

static kilncook_status refuse_limit(const kilncook_context *context, const char *where,
	const kilncook_wrap_options *options, double fewest, bool before)
{
	double usual = fewest * CELLS_EACH * TRIANGLES_RULE;
	double fits = options->detail * fmax(before ? 1 : 1.5, sqrt(usual / options->cells));
	cook_message(context, KILNCOOK_ERROR, where, "wrap-limit",
		"a wrap with detail %.9g needs more than %u cells%s; the smallest detail that fits is about %.3g%s",
		options->detail, options->cells, before ? "" : ", which it used up", fits,
		before ? "" : ", with an offset not far below it");
	return KILNCOOK_REFUSED;
}

static kilncook_status check_limit(const kilncook_context *context, const char *where, const wrap_soup *soup,
	const kilncook_wrap_options *options, double *fewest)
{
	wrap_shadow *shadow = cook_alloc(context, 1, sizeof *shadow);
	if (!shadow)
		return KILNCOOK_INTERNAL;
	*fewest = fewest_triangles(soup, options->detail / 2, shadow);
	cook_free(context, shadow, 1, sizeof *shadow);
	return *fewest > options->cells ? refuse_limit(context, where, options, *fewest, true) : KILNCOOK_OK;
}

// --- Rounds -----------------------------------------------------------------------------------------------------------

static wrap_end run_steps(wrap_work *work, const wrap_box *box, const kilncook_wrap_options *options,
	const uint32_t *order, kilncook_wrap_surface *out, bool *sound)
{
	if (!wrap_mesh_begin(work->context, box->low, box->high, options->cells, &work->mesh))
		return WRAP_MEMORY;
	wrap_end end = wrap_carve(work);
	if (end == WRAP_DONE)
		end = wrap_settle(work);
	if (end == WRAP_DONE)
		end = wrap_extract(work, order, out);
	if (end == WRAP_DONE)
		end = wrap_verify(work, out, sound);
	out->counts.cells = work->mesh.cell_count - work->mesh.free_count;
	out->counts.filled = work->filled;
	return end;
}

/// One round, with its own detail.
static wrap_end run_round(const kilncook_context *context, const wrap_soup *soup, const wrap_box *box,
	const kilncook_wrap_options *options, double share, kilncook_wrap_surface *out, bool *sound)
{
	wrap_work work = {.context = context,
		.soup = soup,
		.alpha = options->detail / 2 * share * ALPHA_SHARE,
		.offset = options->offset * OFFSET_SHARE};
	work.apart = fmin(work.offset, work.alpha) / 2;
	*sound = false;
	wrap_end end = run_steps(&work, box, options, soup->tree.order, out, sound);
	cook_free(context, work.gates, work.gate_capacity, sizeof *work.gates);
	if (work.mesh.context)
		wrap_mesh_end(&work.mesh);
	if (end == WRAP_DONE && *sound)
	{
		kilncook_wrap_counts *counts = &out->counts;
		counts->detail = options->detail;
		counts->offset = options->offset;
		counts->triangles = out->triangle_count;
		counts->stated = options->offset + options->detail / 2;
		counts->certain = wrap_bound_distance(soup, out);
		*sound = counts->certain <= counts->stated;
	}
	return end;
}

static kilncook_status run_rounds(const kilncook_context *context, const char *where, const wrap_soup *soup,
	const wrap_box *box, const kilncook_wrap_options *options, double fewest, kilncook_wrap_surface *out)
{
	double share = 1;
	for (uint32_t round = 1; round <= ROUNDS; ++round)
	{
		bool sound;
		wrap_end end = run_round(context, soup, box, options, share, out, &sound);
		out->counts.rounds = round;
		if (end == WRAP_DONE && sound)
			return KILNCOOK_OK;
		double excess = out->counts.stated / out->counts.certain * ROUND_CAUTION;
		share *= excess > ROUND_LEAST ? fmin(excess, ROUND_MOST) : ROUND_LEAST;
		kilncook_wrap_free(context, out);
		if (end == WRAP_CELLS)
			return refuse_limit(context, where, options, fewest, false);
		if (end == WRAP_MEMORY)
			return KILNCOOK_INTERNAL;
	}
	cook_message(context, KILNCOOK_ERROR, where, "wrap-limit",
		"a wrap with detail %.9g and offset %.9g is not within its distance of the art after %u rounds of finer "
		"detail; a larger "
		"offset may do",
		options->detail, options->offset, ROUNDS);
	return KILNCOOK_REFUSED;
}

void kilncook_wrap_free(const kilncook_context *context, kilncook_wrap_surface *surface)
{
	cook_free(context, surface->vertices, surface->vertex_count, sizeof *surface->vertices);
	cook_free(context, surface->triangles, surface->triangle_count, sizeof *surface->triangles);
	cook_free(context, surface->nearest, surface->triangle_count, sizeof *surface->nearest);
	*surface = (kilncook_wrap_surface){0};
}

static kilncook_status check_input(const kilncook_context *context, const char *where, const kilncook_wrap_art *art,
	const kilncook_wrap_options *options)
{
	const char *reason = NULL;
	if (!art->triangles || art->triangle_count == 0 || art->triangle_count > KILNCOOK_WRAP_TRIANGLES_MAX)
		reason = "a wrap takes 1 to 2^30 - 1 triangles";
	else if (!(options->detail > 0 && isfinite(options->detail)) || !(options->offset > 0 && isfinite(options->offset)))
		reason = "detail and offset of a wrap are finite and above 0";
	for (uint32_t i = 0; i < art->triangle_count && !reason; ++i)
		for (int k = 0; k < 3 && !reason; ++k)
		{
			uint32_t vertex = art->triangles[i][k];
			if (vertex >= art->vertex_count)
				reason = "a vertex number out of range in the triangles to wrap";
			for (int axis = 0; axis < 3 && !reason; ++axis)
				if (!(fabsf(art->vertices[vertex][axis]) <= KILN_COORDINATE_MAX))
					reason = "a coordinate of the triangles to wrap is not finite or beyond 2^40";
		}
	if (!reason)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, where, "usage", "%s", reason);
	return KILNCOOK_USAGE;
}

kilncook_status wrap_build(const kilncook_context *context, const char *where, const kilncook_wrap_art *art,
	const kilncook_wrap_options *options, kilncook_wrap_surface *out)
{
	kilncook_wrap_options used = *options;
	used.cells =
		options->cells > 0 && options->cells < KILNCOOK_WRAP_CELLS_MAX ? options->cells : KILNCOOK_WRAP_CELLS_MAX;
	wrap_soup soup;
	double fewest = 0;
	kilncook_wrap_surface surface = {0};
	kilncook_status status = check_input(context, where, art, options);
	if (status == KILNCOOK_OK)
		status = wrap_soup_build(context, art, options->threads, &soup);
	if (status == KILNCOOK_OK)
	{
		wrap_box box = box_of(&soup, &used);
		status = check_range(context, where, &used, &box);
		if (status == KILNCOOK_OK)
			status = check_limit(context, where, &soup, &used, &fewest);
		if (status == KILNCOOK_OK)
			status = run_rounds(context, where, &soup, &box, &used, fewest, &surface);
		wrap_soup_free(&soup);
	}
	if (status == KILNCOOK_OK)
		*out = surface;
	if (status == KILNCOOK_INTERNAL)
		cook_message(context, KILNCOOK_ERROR, where, "out-of-memory", "no memory to wrap a mesh");
	return status;
}

kilncook_status kilncook_wrap_build(const kilncook_context *context, const kilncook_wrap_art *art,
	const kilncook_wrap_options *options, kilncook_wrap_surface *out)
{
	return wrap_build(context, "", art, options, out);
}
