// SPDX-License-Identifier: MIT
#include "sat_search.h"
#include "tree/layout.h"

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

/// Follows an arc: where it leaves the vertices that are lowest along a direction for those along the next, it crosses the
/// arc of the edge between the two, and their cross product is a face of the difference. Which neighbour comes first is a
/// comparison of ratios; each step is strictly lower at the arc's end, so that no vertex comes twice.
static void follow(kiln_sat_search *search, gauss_arc *arc)
{
	const kiln_polytope *other = search->side[1 - arc->side].p;
	const kiln_hull *hull = other->hull;
	uint32_t at = arc->at;
	double from = low(arc, other, 0, at), to = low(arc, other, 1, at);
	for (;;)
	{
		// Neighbours of a segment's end: the other end.
		const bool joined = hull->edge_count > 0;
		uint32_t i = joined ? kiln_hull_index(hull, hull->vertex_first, at) : 0;
		uint32_t end = joined ? kiln_hull_index(hull, hull->vertex_first, at + 1) : hull->vertex_count;
		uint32_t next = at;
		double next_from = 0, next_to = 0, rise = 1, run = 0;
		for (; i < end; ++i)
		{
			uint32_t neighbour = joined ? kiln_hull_index(hull, hull->neighbours, i) : i;
			double there = low(arc, other, 1, neighbour);
			if (!(there < to))
				continue;
			double here = low(arc, other, 0, neighbour);
			double more = kiln_double_max(here - from, 0), whole = more + (to - there);
			// t = more / whole < rise / run, where run 0 stands for none yet
			if (next == at || more * run < rise * whole)
			{
				next = neighbour;
				next_from = here;
				next_to = there;
				rise = more;
				run = whole;
			}
		}
		if (next == at)
			break;
		double t = rise / run;
		if (worth_a_look(search, arc, t, from, to))
		{
			const uint32_t across[2] = {at, next};
			kiln_d3 outward = kiln_d3_along(kiln_d3_scale(arc->normal[0], 1 - t), t, arc->normal[1]);
			kiln_sat_try_edges(search, arc->side, arc->edge, across, outward);
			if (kiln_sat_over(search))
				break;
		}
		at = next;
		from = next_from;
		to = next_to;
	}
	arc->at = at;
}

/// Sets one end of an arc.
static void set_end(const kiln_sat_search *search, gauss_arc *arc, int end, kiln_d3 normal, kiln_d3 over)
{
	arc->normal[end] = normal;
	arc->down[end] = kiln_polytope_direction_back(search->side[1 - arc->side].p, normal);
	arc->top[end] = kiln_d3_dot(normal, over);
}

static void set_lengths(gauss_arc *arc)
{
	arc->length2 = kiln_d3_length2(arc->normal[0]);
	arc->mixed = kiln_d3_dot(arc->normal[0], arc->normal[1]);
	arc->last2 = kiln_d3_length2(arc->normal[1]);
}

/// The arc from a face's normal over one of its half-edges. Not followed where the vertex that is lowest for that face is
/// too far below the edge at the other end too: so it is in between.
static void try_arc(kiln_sat_search *search, int side, const kiln_sat_facing *facing, uint32_t half)
{
	const kiln_polytope *p = search->side[side].p, *other = search->side[1 - side].p;
	uint32_t twin = kiln_hull_twin(p->hull, half), beside = kiln_hull_face_of(p->hull, twin);
	gauss_arc arc = {
		.side = side, .edge = {kiln_hull_origin(p->hull, half), kiln_hull_origin(p->hull, twin)}, .at = facing->other};
	kiln_d3 over = kiln_d3_sub(kiln_polytope_vertex(p, arc.edge[0]), other->origin);
	kiln_d3 normal = kiln_polytope_normal_of(p, kiln_d3_from(kiln_hull_normal(p->hull, beside)));
	set_end(search, &arc, 1, normal, over);
	double depth = arc.top[1] - low(&arc, other, 1, arc.at);
	double limit = search->best.depth + search->shallow;
	if (depth > 0 && depth * depth >= limit * limit * kiln_d3_length2(normal))
		return;
	arc.normal[0] = facing->normal;
	arc.down[0] = facing->down;
	arc.top[0] = kiln_d3_dot(facing->normal, over);
	set_lengths(&arc);
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
	kiln_sat_facing facing;
	bool known = false;
	for (uint32_t half = first; half < first + count && !kiln_sat_over(search); ++half)
	{
		uint32_t beside = kiln_hull_face_of(hull, kiln_hull_twin(hull, half));
		if ((beside < face && kiln_sat_height(s, beside, low->middle) < low->limit) ||
			kiln_sat_both_high(s, face, beside, kiln_sat_limit(search, side)))
			continue;
		if (!known)
			facing = kiln_sat_face(search, side, face, *seed);
		known = true;
		*seed = facing.other;
		try_arc(search, side, &facing, half);
	}
}

static void edges_of_solid(kiln_sat_search *search, int side)
{
	const kiln_sat_side *s = &search->side[side];
	// Where only touching matters, the ball would cost more than it saves.
	const bool deep = search->best.depth > 4 * search->shallow;
	const double inner = deep ? kiln_sat_inner(&search->side[1 - side]) : 0;
	const double limit = kiln_double_max(search->best.depth - inner, 0) + s->slack;
	const low_faces low = {&s->beyond, limit < 0x1p+100 ? (float)limit : HUGE_VALF};
	uint32_t seed = s->cuts[(s->cut_count - 1) % KILN_SAT_CUTS].vertex;
	for (uint32_t block = 0; block * KILN_HULL_BLOCK < s->p->hull->face_count; ++block)
		for (uint32_t bits = kiln_sat_low_faces(s, block, low.middle, low.limit); bits; bits &= bits - 1)
		{
			if (kiln_sat_over(search))
				return;
			edges_of_face(search, side, KILN_HULL_BLOCK * block + kiln_lowest_bit(bits), &low, &seed);
		}
}

/// The arcs of a flat polygon's edges are half circles, from one face over the edge's own direction outward to the other:
/// followed in two quarters.
static void edges_of_polygon(kiln_sat_search *search, int side)
{
	const kiln_polytope *p = search->side[side].p, *other = search->side[1 - side].p;
	const kiln_hull *hull = p->hull;
	const kiln_sat_facing front = kiln_sat_face(search, side, 0, KILN_NONE);
	uint32_t count, first = kiln_hull_face(hull, 0, &count);
	for (uint32_t half = first; half < first + count && !kiln_sat_over(search); ++half)
	{
		gauss_arc arc = {.side = side,
			.edge = {kiln_hull_origin(hull, half), kiln_hull_origin(hull, kiln_hull_next(hull, half))},
			.at = front.other};
		kiln_d3 start = kiln_polytope_vertex(p, arc.edge[0]), over = kiln_d3_sub(start, other->origin);
		kiln_d3 along = kiln_d3_sub(kiln_polytope_vertex(p, arc.edge[1]), start);
		kiln_d3 aside = kiln_d3_cross(along, front.normal);
		double length2 = kiln_d3_length2(aside);
		aside = length2 > 0 ? kiln_d3_scale(aside, (p->mirrored ? -1 : 1) / sqrt(length2)) : aside;
		kiln_d3 normal = kiln_d3_scale(front.normal, 1 / sqrt(kiln_d3_length2(front.normal)));
		set_end(search, &arc, 0, normal, over);
		set_end(search, &arc, 1, aside, over);
		set_lengths(&arc);
		follow(search, &arc);
		if (kiln_sat_over(search))
			return;
		set_end(search, &arc, 0, aside, over);
		set_end(search, &arc, 1, kiln_d3_scale(normal, -1), over);
		set_lengths(&arc);
		follow(search, &arc);
	}
}

void kiln_sat_edges(kiln_sat_search *search)
{
	const kiln_hull *a = search->side[0].p->hull, *b = search->side[1].p->hull;
	int side = a->edge_count == 0 || (b->edge_count > 0 && b->edge_count < a->edge_count);
	uint32_t dimension = search->side[side].p->hull->dimension;
	if (dimension == 3)
		edges_of_solid(search, side);
	else if (dimension == 2)
		edges_of_polygon(search, side);
}
