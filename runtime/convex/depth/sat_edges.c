// SPDX-License-Identifier: MIT
#include "sat_search.h"
#include "tree/layout.h"

/// Up to this many vertices, a tie is settled by a scan of all vertices.
#define SCAN_MOST 64

/// An arc of one side's Gauss map, from the normal of a face to the normal of the next face over the edge between them;
/// and how far it has been followed on the other side's map.
typedef struct gauss_arc
{
	int side;
	uint32_t edge[2];
	kiln_d3 normal[2];			  ///< placed, at the arc's begin and end
	kiln_d3 down[2];			  ///< in the other hull's coordinates: supports are lowest along these
	double top[2];				  ///< heights of the edge along them, relative to the other's origin
	double length2, mixed, last2; ///< squared lengths of the normals and their dot product
	double lost;				  ///< more than the rounding of two heights along the last normal
	uint32_t at;				  ///< the other's lowest vertex
} gauss_arc;

static double low(const gauss_arc *arc, const kiln_polytope *other, int end, uint32_t vertex)
{
	return kiln_d3_dot(arc->down[end], kiln_polytope_local(other, vertex));
}

/// Whether the axis where the arc leaves a vertex may be less deep than the best. The vertex is at `heights` below the
/// arc's two ends. Uses the lengths along the arc, which the stored normals' rounding may change.
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

/// The candidates for the next vertex: the neighbours of a vertex, or all vertices.
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

/// A vertex, its heights along both ends of an arc, and the parameter t = rise / run at which the arc passes to it from
/// the vertex before.
typedef struct station
{
	uint32_t vertex;
	double from, to;
	double rise, run;
} station;

/// The first vertex to which an arc passes from `at`; `at` itself when no arc leaves it. `*tie`: rounding may have hidden
/// one.
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

/// Follows an arc. The arc passes from the vertices that are lowest along one direction to those along the next; there
/// it crosses the arc of the edge between the two, and the edges' cross product is a face of the difference. The first
/// neighbour is found by comparing ratios. Each step is strictly lower at the arc's end, so that no vertex is visited
/// twice. Where rounding may have hidden a step to a neighbour, all vertices are scanned.
static void follow(kiln_sat_search *search, gauss_arc *arc)
{
	set_lengths(search, arc);
	const kiln_polytope *other = search->side[1 - arc->side].p;
	// A segment has no edges; its only candidate is the other end.
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

/// Normals with a lower cosine may be so nearly opposite that the arc between them is lost in their rounding; those of
/// a flat polygon are.
#define OPPOSITE -0.875

/// Follows the arc from a face's normal over one of its half-edges. Skips the arc if the vertex that is lowest for the
/// face is also too far below the edge at the arc's other end: then it is so in between, too. A long arc is followed in
/// two parts, over the direction halfway, which the edge determines.
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
		// Gives it the length of the others, so that heights along all three are comparable.
		double scale = sqrt(length2 / kiln_d3_length2(way));
		way = kiln_d3_scale(way, p->mirrored ? -scale : scale);
		set_end(search, &arc, 1, way, over);
		follow(search, &arc);
		set_end(search, &arc, 0, way, over);
		set_end(search, &arc, 1, normal, over);
	}
	follow(search, &arc);
}

/// The faces that may be beside an edge whose arc has an axis less deep than the best: those whose height over the
/// other's middle is less than `limit`. A ball around the middle covers the rest.
typedef struct low_faces
{
	const kiln_sat_cut *middle;
	float limit;
} low_faces;

/// Follows the arcs over the edges of a low face, except those that belong to another face. If both ends of an arc are
/// high over the same cut, the whole arc is.
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
