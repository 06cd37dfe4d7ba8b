// SPDX-License-Identifier: MIT
#include "sat_search.h"
#include "tree/layout.h"

/// Up to so many vertices all are looked at as soon as there is a tie.
#define SCAN_MOST 64

/// An arc of the Gauss map of one side, from the normal of a face to that of the next over the edge between them, and
/// how far it has been followed on the map of the other.
typedef struct gauss_arc
{
	int side;
	uint32_t edge[2];
	kiln_d3 normal[2];			  ///< placed, where it begins and ends
	kiln_d3 down[2];			  ///< in the other hull's coordinates, where supports are lowest along them
	double top[2];				  ///< heights of the edge along them, over the other's origin
	double length2, mixed, last2; ///< squares of the normals and their product
	double lost;				  ///< more than rounding takes from two heights along the last
	uint32_t at;				  ///< vertex of the other that is lowest
} gauss_arc;

static double low(const gauss_arc *arc, const kiln_polytope *other, int end, uint32_t vertex)
{
	return kiln_d3_dot(arc->down[end], kiln_polytope_local(other, vertex));
}

/// Whether the axis where the arc leaves a vertex at `heights` below its two ends may be less deep than the best: by the
/// lengths along the arc, which the stored normals' rounding may move.
static bool worth_a_look(const kiln_sat_search *search, const gauss_arc *arc, double t, double from, double to)
{
	double s = 1 - t, depth = s * (arc->top[0] - from) + t * (arc->top[1] - to);
	double limit = search->best.depth + search->shallow;
	double length2 = s * s * arc->length2 + 2 * s * t * arc->mixed + t * t * arc->last2;
	return depth <= 0 || depth * depth < limit * limit * length2;
}

static void set_lengths(const kiln_sat_search *search, gauss_arc *arc)
{
	kiln_d3 size = kiln_d3_abs(arc->down[1]);
	arc->lost = 0x1p-49 * (size.x + size.y + size.z) * (double)search->side[1 - arc->side].p->hull->reach;
	arc->length2 = kiln_d3_length2(arc->normal[0]);
	arc->mixed = kiln_d3_dot(arc->normal[0], arc->normal[1]);
	arc->last2 = kiln_d3_length2(arc->normal[1]);
}

/// The vertices that one may be left for: its neighbours, or all.
typedef struct choice
{
	bool all;
	uint32_t first, end;
} choice;

static choice choice_of(const kiln_hull *hull, uint32_t vertex, bool all)
{
	if (all)
		return (choice){true, 0, hull->vertex_count};
	return (choice){false, kiln_hull_index(hull, hull->vertex_first, vertex),
		kiln_hull_index(hull, hull->vertex_first, vertex + 1)};
}

/// A vertex, its heights along both ends of an arc, and where the arc comes to it from the one before: at t = rise / run.
typedef struct station
{
	uint32_t vertex;
	double from, to;
	double rise, run;
} station;

/// The first that an arc leaves `at` for; `at` itself when there is none. `*tie`: one may have been lost to rounding.
static station next_station(const gauss_arc *arc, const kiln_polytope *other, const station *at, bool all, bool *tie)
{
	const choice near = choice_of(other->hull, at->vertex, all);
	const double lost = arc->lost;
	station next = *at;
	*tie = false;
	for (uint32_t i = near.first; i < near.end; ++i)
	{
		uint32_t vertex = near.all ? i : kiln_hull_index(other->hull, other->hull->neighbours, i);
		double to = low(arc, other, 1, vertex);
		*tie |= vertex != at->vertex && to <= at->to + lost && to >= at->to - lost;
		if (!(to < at->to))
			continue;
		double from = low(arc, other, 0, vertex), rise = kiln_double_max(from - at->from, 0),
			   run = rise + (at->to - to);
		if (next.vertex == at->vertex || rise * next.run < next.rise * run)
			next = (station){vertex, from, to, rise, run};
	}
	return next;
}

/// Follows an arc: where it leaves the vertices that are lowest along a direction for those along the next, it crosses the
/// arc of the edge between the two, and their cross product is a face of the difference. Which neighbour comes first is a
/// comparison of ratios; each step is strictly lower at the arc's end, so that no vertex comes twice. Where rounding
/// may have lost a step to a neighbour, all vertices are looked at.
static void follow(kiln_sat_search *search, gauss_arc *arc)
{
	set_lengths(search, arc);
	const kiln_polytope *other = search->side[1 - arc->side].p;
	// Of a segment, which has no edges, the other end.
	bool all = other->hull->edge_count == 0, tie;
	station at = {.vertex = arc->at, .from = low(arc, other, 0, arc->at), .to = low(arc, other, 1, arc->at)};
	while (!kiln_sat_over(search) && kiln_budget_take(search->budget, 1))
	{
		station next = next_station(arc, other, &at, all, &tie);
		if (tie && !all && other->hull->vertex_count <= SCAN_MOST)
		{
			all = true;
			next = next_station(arc, other, &at, all, &tie);
		}
		if (next.vertex == at.vertex)
		{
			if (all || !tie)
				break;
			all = true;
			continue;
		}
		double t = next.rise / next.run;
		if (worth_a_look(search, arc, t, at.from, at.to))
		{
			const uint32_t across[2] = {at.vertex, next.vertex};
			kiln_d3 outward = kiln_d3_along(kiln_d3_scale(arc->normal[0], 1 - t), t, arc->normal[1]);
			kilni_sat_try_edges(search, arc->side, arc->edge, across, outward);
		}
		at = next;
	}
	arc->at = at.vertex;
}

/// Sets one end of an arc.
static void set_end(const kiln_sat_search *search, gauss_arc *arc, int end, kiln_d3 normal, kiln_d3 over)
{
	arc->normal[end] = normal;
	arc->down[end] = kiln_polytope_direction_back(search->side[1 - arc->side].p, normal);
	arc->top[end] = kiln_d3_dot(normal, over);
}

/// Normals that lead so far apart, by their product over their lengths, may be so opposite that the way between them is
/// lost in their rounding; those of a flat polygon are.
#define OPPOSITE -0.875

/// The arc from a face's normal over one of its half-edges. Not followed where the vertex that is lowest for that face is
/// too far below the edge at the other end too: so it is in between. A long arc is followed in two parts, over the
/// direction halfway, which the edge itself tells.
static void try_arc(kiln_sat_search *search, int side, const kiln_sat_facing *facing, uint32_t half)
{
	const kiln_polytope *p = search->side[side].p, *other = search->side[1 - side].p;
	uint32_t twin = kiln_hull_twin(p->hull, half), beside = kiln_hull_face_of(p->hull, twin);
	gauss_arc arc = {
		.side = side, .edge = {kiln_hull_origin(p->hull, half), kiln_hull_origin(p->hull, twin)}, .at = facing->other};
	kiln_d3 start = kiln_polytope_vertex(p, arc.edge[0]), over = kiln_d3_sub(start, other->origin);
	kiln_d3 normal = kiln_polytope_normal_of(p, kiln_d3_from(kiln_hull_normal(p->hull, beside)));
	double length2 = kiln_d3_length2(normal), first2 = kiln_d3_length2(facing->normal);
	set_end(search, &arc, 1, normal, over);
	double depth = arc.top[1] - low(&arc, other, 1, arc.at);
	double limit = search->best.depth + search->shallow, mixed = kiln_d3_dot(normal, facing->normal);
	if (depth > 0 && depth * depth >= limit * limit * length2)
		return;
	set_end(search, &arc, 0, facing->normal, over);
	if (mixed < 0 && mixed * mixed > OPPOSITE * OPPOSITE * first2 * length2)
	{
		kiln_d3 way = kiln_d3_scale(facing->normal, 1 / sqrt(first2));
		way = kiln_d3_along(way, -1 / sqrt(length2), normal);
		way = kiln_d3_cross(kiln_polytope_between(p, arc.edge[0], arc.edge[1]), way);
		// As long as the others, so that heights along all three are alike.
		double scale = sqrt(length2 / kiln_d3_length2(way));
		way = kiln_d3_scale(way, p->mirrored ? -scale : scale);
		set_end(search, &arc, 1, way, over);
		follow(search, &arc);
		set_end(search, &arc, 0, way, over);
		set_end(search, &arc, 1, normal, over);
	}
	follow(search, &arc);
}

/// Faces that may be beside an edge whose arc has an axis less deep than the best: those less high than `limit` over the
/// other's middle. A ball around it reaches the rest of the way.
typedef struct low_faces
{
	const kiln_sat_cut *middle;
	float limit;
} low_faces;

/// The arcs over the edges of a low face, but for those that come with another. Both ends of an arc high over the same cut:
/// so is all between.
static void edges_of_face(kiln_sat_search *search, int side, uint32_t face, const low_faces *low, uint32_t *seed)
{
	const kiln_sat_side *s = &search->side[side];
	const kiln_hull *hull = s->p->hull;
	uint32_t count, first = kiln_hull_face(hull, face, &count);
	kiln_sat_facing facing = {.vertex = KILN_NONE};
	for (uint32_t half = first; half < first + count && !kiln_sat_over(search); ++half)
	{
		kiln_budget_take(search->budget, 1);
		uint32_t beside = kiln_hull_face_of(hull, kiln_hull_twin(hull, half));
		if ((beside < face && kilni_sat_height(s, beside, low->middle) < low->limit) ||
			kilni_sat_both_high(s, face, beside, kiln_sat_limit(search, side)))
			continue;
		if (facing.vertex == KILN_NONE)
			facing = kilni_sat_face(search, side, face, *seed);
		*seed = facing.other;
		try_arc(search, side, &facing, half);
	}
}

static void edges_of(kiln_sat_search *search, int side)
{
	const kiln_sat_side *s = &search->side[side];
	// Where only touching matters, the ball would cost more than it saves.
	const bool deep = search->best.depth > 4 * search->shallow;
	const double inner = deep ? kilni_sat_inner(&search->side[1 - side]) : 0;
	const double limit = kiln_double_max(search->best.depth - inner, 0) + s->slack;
	const low_faces low = {&s->beyond, limit < 0x1p+100 ? (float)limit : HUGE_VALF};
	uint32_t seed = s->cuts[(s->cut_count - 1) % KILN_SAT_CUTS].vertex;
	for (uint32_t block = 0; block * KILN_HULL_BLOCK < s->p->hull->face_count; ++block)
		for (uint32_t bits = kilni_sat_low_faces(s, block, low.middle, low.limit); bits; bits &= bits - 1)
		{
			if (kiln_sat_over(search))
				return;
			edges_of_face(search, side, KILN_HULL_BLOCK * block + kiln_lowest_bit(bits), &low, &seed);
		}
}

void kilni_sat_edges(kiln_sat_search *search)
{
	const kiln_hull *a = search->side[0].p->hull, *b = search->side[1].p->hull;
	int side = a->edge_count == 0 || (b->edge_count > 0 && b->edge_count < a->edge_count);
	if (search->side[side].p->hull->edge_count > 0)
		edges_of(search, side);
}
