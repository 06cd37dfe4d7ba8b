// SPDX-License-Identifier: MIT
#include "hausdorff.h"

#include "memory.h"
#include "piece.h"
#include "same.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAP 0.01

/// Most pieces for each triangle, and in all; visits of nodes for each of them.
#define PIECES_EACH 64u
#define PIECES_LEAST (1u << 16)
#define VISITS_EACH 64u
/// Cuts of one triangle into smaller and smaller pieces.
#define DEPTH_MOST 128u

/// A triangle whose upper bound is above what is known to be reached.
typedef struct open_triangle
{
	double upper;
	uint32_t triangle;
} open_triangle;

/// One direction of a measurement.
typedef struct search
{
	const kilncook_context *context;
	const hausdorff_surface *from;
	nearest_tree *to;
	const uint32_t *order; ///< of the triangles of `from`, in which neighbours follow each other
	double gap, limit;	   ///< a negative limit: none
	double floor;		   ///< a lower bound of the distance that is known
	double slack;		   ///< exceeds the rounding error of any distance
	bool *far;

	bool *same;		   ///< per triangle of `from`: it is one of `to`
	double *distances; ///< per vertex of `from`; negative: not known yet
	uint32_t *nearest; ///< per vertex
	open_triangle *open;
	uint32_t open_count;
	piece *stack;	///< DEPTH_MOST + 2 pieces of one triangle
	double highest; ///< largest distance of a corner, but for rounding
	double highest_at[3];
	double settled; ///< largest upper bound of the pieces that are done
	double lower;	///< certain
	uint64_t pieces, most;
	bool measured; ///< there was a triangle that is not one of `to`
	bool exceeded; ///< the limit is
} search;

/// Whether no piece with this bound need be cut.
static bool is_settled(const search *s, double upper)
{
	if (s->limit >= 0)
		return upper <= s->limit - s->slack;
	double enough = (s->highest > s->floor ? s->highest : s->floor) * (1 + s->gap);
	return upper <= (enough > 4 * s->slack ? enough : 4 * s->slack);
}

static void settle(search *s, double upper)
{
	s->settled = upper > s->settled ? upper : s->settled;
}

/// Takes note of the distance of a point of a triangle.
static void raise(search *s, const double at[3], double distance, uint32_t owner)
{
	if (distance > s->highest)
	{
		s->highest = distance;
		memcpy(s->highest_at, at, sizeof s->highest_at);
	}
	// A distance so near the limit cannot be proved to be below.
	if (s->limit >= 0 && distance > s->limit * (1 - 1e-6) - s->slack)
	{
		s->exceeded = true;
		if (s->far)
			s->far[owner] = true;
	}
}

/// Whether the limit is exceeded so that nothing else is of interest: of the triangle, or at all.
static bool is_decided(const search *s, uint32_t owner)
{
	return s->exceeded && (!s->far || s->far[owner]);
}

static bool has_work(const search *s)
{
	return s->pieces < s->most && s->to->visits > 0;
}

/// Finds the distances of a triangle's corners. `guess` is a triangle near the one before.
static void measure_corners(search *s, uint32_t triangle, uint32_t *guess, piece *p)
{
	*p = (piece){.owner = triangle, .count = 3, .upper = (double)INFINITY};
	for (int k = 0; k < 3; ++k)
	{
		uint32_t v = s->from->triangles[triangle][k];
		piece_corner *corner = &p->corners[k];
		for (int i = 0; i < 3; ++i)
			corner->at[i] = (double)s->from->vertices[v][i];
		if (s->distances[v] < 0)
		{
			s->distances[v] = sqrt(nearest_find(s->to, corner->at, guess));
			s->nearest[v] = *guess;
		}
		*guess = s->nearest[v];
		corner->distance = s->distances[v];
		corner->nearest = *guess;
		raise(s, corner->at, corner->distance, triangle);
	}
	p->best = *guess;
}

/// Measures all vertices, which raises the lower bound, then bounds all triangles and keeps those that are not settled.
static void start(search *s)
{
	uint32_t guess = 0;
	piece p;
	for (int pass = 0; pass < 2; ++pass)
		for (uint32_t i = 0; i < s->from->triangle_count; ++i)
		{
			uint32_t triangle = s->order[i];
			if (s->same[triangle])
				continue;
			s->measured = true;
			measure_corners(s, triangle, &guess, &p);
			if (s->exceeded && !s->far)
				return;
			if (pass == 0 || is_decided(s, triangle))
				continue;
			++s->pieces;
			piece_bound(s->to, &p);
			if (is_settled(s, p.upper))
				settle(s, p.upper);
			else
				s->open[s->open_count++] = (open_triangle){p.upper, triangle};
		}
}

/// The largest bound first.
static int compare_open(const void *left, const void *right)
{
	const open_triangle *a = left, *b = right;
	if (a->upper < b->upper || a->upper > b->upper)
		return a->upper < b->upper ? 1 : -1;
	return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

/// Cuts the piece. False if no plane cuts it.
static bool cut_piece(search *s, const piece *p, piece parts[2])
{
	piece_plane plane;
	uint32_t fresh[2][2], central = p->best;
	double centre[3];
	piece_centre(p, centre);
	double distance = sqrt(nearest_find(s->to, centre, &central));
	raise(s, centre, distance, p->owner);
	piece_choose_plane(s->to, p, central, s->slack / 4, &plane);
	if (!piece_cut(p, &plane, parts, fresh))
	{
		piece_cross(p, &plane);
		if (!piece_cut(p, &plane, parts, fresh))
			return false;
	}
	for (int i = 0; i < 2 && fresh[0][i] < PIECE_CORNERS_MOST; ++i)
	{
		piece_corner *made = &parts[0].corners[fresh[0][i]];
		made->nearest = central;
		made->distance = sqrt(nearest_find(s->to, made->at, &made->nearest));
		raise(s, made->at, made->distance, p->owner);
		parts[1].corners[fresh[1][i]] = *made;
	}
	for (int i = 0; i < 2; ++i)
	{
		++s->pieces;
		piece_try(s->to, &parts[i], central);
		piece_bound(s->to, &parts[i]);
	}
	return true;
}

/// Cuts one triangle until all pieces are settled, it is decided, or the work runs out.
static void cut_triangle(search *s, uint32_t triangle)
{
	uint32_t depth = 1, guess = s->nearest[s->from->triangles[triangle][0]];
	measure_corners(s, triangle, &guess, &s->stack[0]);
	piece_bound(s->to, &s->stack[0]);
	while (depth > 0 && !is_decided(s, triangle))
	{
		piece parts[2];
		const piece *top = &s->stack[depth - 1];
		bool done = is_settled(s, top->upper);
		if (!done && (!has_work(s) || top->depth >= DEPTH_MOST || !cut_piece(s, top, parts)))
		{
			done = true;
			if (s->far && s->limit >= 0)
				s->far[triangle] = true;
		}
		if (done)
		{
			settle(s, top->upper);
			--depth;
			continue;
		}
		bool swap = parts[0].upper > parts[1].upper;
		s->stack[depth - 1] = parts[swap ? 1 : 0];
		s->stack[depth++] = parts[swap ? 0 : 1];
	}
}

static void run(search *s)
{
	start(s);
	if (s->exceeded && !s->far)
		return;
	qsort(s->open, s->open_count, sizeof *s->open, compare_open);
	for (uint32_t i = 0; i < s->open_count && !(s->exceeded && !s->far); ++i)
	{
		uint32_t triangle = s->open[i].triangle;
		if (is_settled(s, s->open[i].upper))
			settle(s, s->open[i].upper);
		else if (!is_decided(s, triangle))
			cut_triangle(s, triangle);
	}
}

static void fill_result(search *s, hausdorff_result *out)
{
	*out = (hausdorff_result){.pieces = s->pieces};
	memcpy(out->at, s->highest_at, sizeof out->at);
	if (s->measured)
	{
		double certain = nearest_certain(s->to, s->highest_at, s->highest) - s->slack;
		out->lower = certain > 0 ? certain : 0;
		out->upper = s->exceeded ? (double)INFINITY : s->settled + s->slack;
	}
	double least = out->lower > s->floor ? out->lower : s->floor;
	out->finished =
		s->limit >= 0 ? s->exceeded || out->upper <= s->limit : out->upper <= least * (1 + s->gap) + 8 * s->slack;
}

/// The largest coordinate of both surfaces, as a double.
static double reach_of(const hausdorff_surface *a, const hausdorff_surface *b)
{
	double reach = 0;
	for (int side = 0; side < 2; ++side)
	{
		const hausdorff_surface *surface = side ? b : a;
		for (uint32_t i = 0; i < surface->triangle_count; ++i)
			for (int k = 0; k < 3; ++k)
				for (int axis = 0; axis < 3; ++axis)
				{
					double x = fabs((double)surface->vertices[surface->triangles[i][k]][axis]);
					reach = x > reach ? x : reach;
				}
	}
	return reach;
}

static bool measure(const kilncook_context *context, const hausdorff_surface *from, const hausdorff_surface *to,
	const uint32_t *order, nearest_tree *tree, const hausdorff_options *options, double floor, bool *far,
	hausdorff_result *result)
{
	search s = {.context = context,
		.from = from,
		.to = tree,
		.order = order,
		.limit = options->limit,
		.floor = floor,
		.far = far};
	uint64_t both = (uint64_t)from->triangle_count + to->triangle_count;
	s.gap = options->gap > 0 ? options->gap : GAP;
	s.slack = 0x1p-45 * reach_of(from, to);
	s.most = both * PIECES_EACH + PIECES_LEAST;
	tree->visits = s.most * VISITS_EACH;
	s.same = cook_alloc_zero(context, from->triangle_count, sizeof *s.same);
	s.distances = cook_alloc(context, from->vertex_count, sizeof *s.distances);
	s.nearest = cook_alloc(context, from->vertex_count, sizeof *s.nearest);
	s.open = cook_alloc(context, from->triangle_count, sizeof *s.open);
	s.stack = cook_alloc(context, DEPTH_MOST + 2, sizeof *s.stack);
	bool done = s.same && s.distances && s.nearest && s.open && s.stack && same_find(context, from, to, s.same);
	for (uint32_t i = 0; i < from->vertex_count && done; ++i)
		s.distances[i] = -1;
	if (done)
	{
		run(&s);
		fill_result(&s, result);
	}
	cook_free(context, s.same, from->triangle_count, sizeof *s.same);
	cook_free(context, s.distances, from->vertex_count, sizeof *s.distances);
	cook_free(context, s.nearest, from->vertex_count, sizeof *s.nearest);
	cook_free(context, s.open, from->triangle_count, sizeof *s.open);
	cook_free(context, s.stack, DEPTH_MOST + 2, sizeof *s.stack);
	return done;
}

static kilncook_status no_memory(const kilncook_context *context)
{
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to measure the distance of two surfaces");
	return KILNCOOK_INTERNAL;
}

kilncook_status hausdorff_one_sided(const kilncook_context *context, const hausdorff_surface *from,
	const hausdorff_surface *to, const hausdorff_options *options, bool *far, hausdorff_result *result)
{
	nearest_tree trees[2] = {0};
	bool done = nearest_build(context, from, options->threads, &trees[0]) &&
				nearest_build(context, to, options->threads, &trees[1]);
	if (far)
		memset(far, 0, from->triangle_count * sizeof *far);
	done = done && measure(context, from, to, trees[0].tree.order, &trees[1], options, 0, far, result);
	nearest_free(context, &trees[0]);
	nearest_free(context, &trees[1]);
	return done ? KILNCOOK_OK : no_memory(context);
}

/// Joins both directions.
static void join(const hausdorff_options *options, const hausdorff_result sides[2], hausdorff_result *result)
{
	const hausdorff_result *far = sides[1].lower > sides[0].lower ? &sides[1] : &sides[0];
	*result = *far;
	result->upper = sides[0].upper > sides[1].upper ? sides[0].upper : sides[1].upper;
	result->pieces = sides[0].pieces + sides[1].pieces;
	// What one direction left open does not matter where the other one is certainly farther.
	const double gap = options->gap > 0 ? options->gap : GAP;
	result->finished = (sides[0].finished && sides[1].finished) || result->upper <= result->lower * (1 + gap);
	if (options->limit >= 0)
		result->finished |= (sides[0].finished && sides[0].upper > options->limit) ||
							(sides[1].finished && sides[1].upper > options->limit);
}

kilncook_status hausdorff_measure(const kilncook_context *context, const hausdorff_surface *a,
	const hausdorff_surface *b, const hausdorff_options *options, hausdorff_result *result)
{
	nearest_tree trees[2] = {0};
	hausdorff_result sides[2] = {{0}};
	bool done = nearest_build(context, a, options->threads, &trees[0]) &&
				nearest_build(context, b, options->threads, &trees[1]);
	done = done && measure(context, b, a, trees[1].tree.order, &trees[0], options, 0, NULL, &sides[0]);
	// A limit that one direction exceeds decides; without a limit, what one direction reaches settles pieces of the other.
	bool decided = done && options->limit >= 0 && sides[0].upper > options->limit;
	if (done && !decided)
		done = measure(context, a, b, trees[0].tree.order, &trees[1], options, sides[0].lower, NULL, &sides[1]);
	if (done)
		join(options, sides, result);
	nearest_free(context, &trees[0]);
	nearest_free(context, &trees[1]);
	return done ? KILNCOOK_OK : no_memory(context);
}
