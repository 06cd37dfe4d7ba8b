// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"
#include "points.h"

#include <math.h>
#include <string.h>

/// Units of work of the searches: those that each boundary side adds when its turn comes, and those that are there before. Where sides
/// take more than they add, as in a soup of triangles that all span it, the search ends early, not after all that it may take.
#define WORK_SIDE 256u
#define WORK_LEAST (1u << 25)

/// A search around one boundary side.
typedef struct crack_search
{
	const survey_work *w;
	const survey *s;
	const float (*points)[3]; ///< of boundary vertices
	double tolerance2;
	uint64_t *work;
	uint32_t side;
	uint32_t begin, end;   ///< the side's ends
	double from[3], to[3]; ///< where they are
	bool falls;			   ///< the begin's position comes after the end's
	uint32_t corner;	   ///< the triangle's third vertex, which is not on the side
	uint32_t best;		   ///< the nearest side yet
	double best2[2];	   ///< squared distances of its ends, the larger one first
	double *junction2;	   ///< per boundary vertex: squared distance to its nearest side
} crack_search;

static void point_at(const crack_search *c, uint32_t vertex, double at[3])
{
	for (int i = 0; i < 3; ++i)
		at[i] = (double)c->points[vertex][i];
}

static double distance2(const crack_search *c, uint32_t a, uint32_t b)
{
	double p[3], q[3];
	point_at(c, a, p);
	point_at(c, b, q);
	return survey_distance2(p, q);
}

/// Whether a boundary side is longer than twice the tolerance. The search ignores shorter sides.
static bool is_long(const crack_search *c, uint32_t side)
{
	return distance2(c, c->s->boundary_ends[side][0], c->s->boundary_ends[side][1]) > 4 * c->tolerance2;
}

/// Whether a side is nearer to the searched side than the best one yet: the larger distance of their ends decides, then the smaller
/// one, then the position. Both sides of a pair compute the same distances, so that this is an order of pairs, and the first
/// pair of all is a crack for either side.
static bool is_nearer(const crack_search *c, uint32_t other, const double apart2[2])
{
	if (c->best == KILN_NONE)
		return true;
	for (int i = 0; i < 2; ++i)
		if (apart2[i] < c->best2[i] || apart2[i] > c->best2[i])
			return apart2[i] < c->best2[i];
	return survey_compare_sides(c->w, other, c->best) < 0;
}

/// Compares the sides at a vertex near the searched side's begin. False when the work ran out.
static bool match_sides(crack_search *c, uint32_t vertex, double near2)
{
	const survey *s = c->s;
	for (uint32_t i = s->vertex_sides_first[vertex]; i < s->vertex_sides_first[vertex + 1]; ++i)
	{
		uint32_t other = s->vertex_sides[i];
		if (*c->work == 0)
			return false;
		--*c->work;
		uint32_t far = s->boundary_ends[other][s->boundary_ends[other][0] == vertex];
		double far2 = distance2(c, far, c->end);
		const double apart2[2] = {fmax(near2, far2), fmin(near2, far2)};
		if (other == c->side || apart2[0] > c->tolerance2 || !is_long(c, other) || !is_nearer(c, other, apart2))
			continue;
		c->best = other;
		memcpy(c->best2, apart2, sizeof apart2);
	}
	return true;
}

/// Tests a vertex near the searched side: near its begin for cracks, near its inside for a T-junction.
static bool visit(void *user, uint32_t vertex)
{
	crack_search *c = user;
	double p[3];
	point_at(c, vertex, p);
	double near2 = survey_distance2(p, c->from);
	if (!(near2 > c->tolerance2))
		return match_sides(c, vertex, near2);
	if (vertex == c->end || c->s->boundary_vertices[vertex] == c->corner ||
		!(survey_distance2(p, c->to) > c->tolerance2))
		return true;
	// From the lower end on: the distance is the same for a side that leads the other way.
	double apart2 = survey_segment_distance2(p, c->falls ? c->to : c->from, c->falls ? c->from : c->to);
	uint32_t *side = &c->s->junctions[vertex];
	if (apart2 > c->tolerance2)
		return true;
	if (*side == KILN_NONE || apart2 < c->junction2[vertex] ||
		(!(apart2 > c->junction2[vertex]) && survey_compare_sides(c->w, c->side, *side) < 0))
	{
		*side = c->side;
		c->junction2[vertex] = apart2;
	}
	return true;
}

/// Searches around every side. The order of the tree keeps the nodes that the search needs in the cache. False when the
/// work runs out.
static bool search(survey_work *w, const points_tree *tree, crack_search *c)
{
	survey *s = w->s;
	for (uint32_t place = 0; place < tree->count; ++place)
	{
		c->begin = tree->order[place];
		for (uint32_t k = s->vertex_sides_first[c->begin]; k < s->vertex_sides_first[c->begin + 1]; ++k)
		{
			c->side = s->vertex_sides[k];
			c->end = s->boundary_ends[c->side][1];
			if (s->boundary_ends[c->side][0] != c->begin || !is_long(c, c->side))
				continue;
			c->corner = survey_triangle(w, s->boundary[c->side] / 3)[(s->boundary[c->side] % 3 + 2) % 3];
			c->best = KILN_NONE;
			point_at(c, c->begin, c->from);
			point_at(c, c->end, c->to);
			c->falls = survey_compare_positions(c->points[c->end], c->points[c->begin]) < 0;
			points_query query = {.reach = s->tolerance};
			memcpy(query.a, c->from, sizeof query.a);
			memcpy(query.b, c->to, sizeof query.b);
			*c->work += WORK_SIDE;
			if (!points_visit(tree, &query, visit, c, c->work) || *c->work == 0)
				return false;
			s->cracks[c->side] = c->best;
		}
	}
	return true;
}

/// Returns the larger distance between matched ends of the two sides of a crack.
static double crack_width(const crack_search *c, uint32_t a, uint32_t b)
{
	const uint32_t *p = c->s->boundary_ends[a], *q = c->s->boundary_ends[b];
	double same = fmax(distance2(c, p[0], q[0]), distance2(c, p[1], q[1]));
	double turned = fmax(distance2(c, p[0], q[1]), distance2(c, p[1], q[0]));
	return sqrt(fmin(same, turned));
}

static bool add_cracks(survey_work *w, const crack_search *c)
{
	const survey *s = w->s;
	bool done = true;
	for (uint32_t i = 0; i < s->boundary_count && done; ++i)
	{
		uint32_t other = s->cracks[i];
		// Sides that are each other's nearest make one crack, at the first one by position.
		if (other == KILN_NONE || (s->cracks[other] == i && survey_compare_sides(w, other, i) < 0))
			continue;
		double a[3], b[3];
		point_at(c, s->boundary_ends[i][0], a);
		point_at(c, s->boundary_ends[i][1], b);
		const double middle[3] = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
		kilncook_fault fault = survey_fault(KILNCOOK_FAULT_CRACK, s->boundary[i] / 3, s->boundary[other] / 3, middle);
		fault.length = (float)sqrt(survey_distance2(a, b));
		fault.distance = (float)crack_width(c, i, other);
		done = survey_add(w, &fault);
	}
	return done;
}

static bool add_junctions(survey_work *w, const crack_search *c)
{
	const survey *s = w->s;
	bool done = true;
	for (uint32_t v = 0; v < s->boundary_vertex_count && done; ++v)
	{
		if (s->junctions[v] == KILN_NONE)
			continue;
		uint32_t own = s->boundary[s->vertex_sides[s->vertex_sides_first[v]]];
		double at[3];
		point_at(c, v, at);
		kilncook_fault fault = survey_fault(KILNCOOK_FAULT_T_JUNCTION, own / 3, s->boundary[s->junctions[v]] / 3, at);
		fault.distance = (float)sqrt(c->junction2[v]);
		done = survey_add(w, &fault);
	}
	return done;
}

bool survey_cracks(survey_work *w)
{
	const uint32_t kinds = 1u << KILNCOOK_FAULT_CRACK | 1u << KILNCOOK_FAULT_T_JUNCTION;
	survey *s = w->s;
	uint32_t count = s->boundary_vertex_count;
	s->surveyed |= kinds;
	if (count == 0)
		return true;
	points_tree tree = {0};
	uint64_t work = WORK_LEAST;
	float(*points)[3] = cook_alloc(w->context, count, sizeof *points);
	crack_search c = {
		.w = w, .s = s, .points = (const float(*)[3])points, .tolerance2 = s->tolerance * s->tolerance, .work = &work};
	c.junction2 = cook_alloc(w->context, count, sizeof *c.junction2);
	s->cracks = cook_alloc(w->context, s->boundary_count, sizeof *s->cracks);
	s->junctions = cook_alloc(w->context, count, sizeof *s->junctions);
	bool done = points && c.junction2 && s->cracks && s->junctions;
	if (done)
	{
		for (uint32_t v = 0; v < count; ++v)
			memcpy(points[v], w->mesh->vertices[s->boundary_vertices[v]], sizeof points[v]);
		memset(s->cracks, 0xff, (size_t)s->boundary_count * sizeof *s->cracks);
		memset(s->junctions, 0xff, (size_t)count * sizeof *s->junctions);
		done = points_build(w->context, c.points, count, &tree);
	}
	if (done)
	{
		if (!search(w, &tree, &c))
			s->unfinished |= kinds;
		done = add_cracks(w, &c) && add_junctions(w, &c);
	}
	points_free(w->context, &tree);
	cook_free(w->context, points, count, sizeof *points);
	cook_free(w->context, c.junction2, count, sizeof *c.junction2);
	return done;
}
