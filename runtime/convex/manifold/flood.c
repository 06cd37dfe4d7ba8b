// SPDX-License-Identifier: MIT
#include "flood.h"

#include "convex/shape/polytope_views.h"

#include <math.h>

// A direction's support is the vertex whose region of the Gauss map holds the direction. Starts at the region of the
// normal itself, and finds the regions that a disc around the normal meets by crossing the arcs within the disc: disc
// and regions are convex, so their common parts are connected.
//

#define FACE_TIE 0x1p-36
/// The most steps from a vertex that is the support within rounding to the support: rounding may make these steps a
/// cycle.
#define CLIMB_MOST 64

/// The next half-edge that begins at the same vertex.
static uint32_t turn_around(const kiln_hull *hull, uint32_t half)
{
	return kiln_hull_next(hull, kiln_hull_twin(hull, half));
}

bool kilni_flood_see_face(kiln_flood *f, uint32_t face)
{
	const kiln_d3 normal = kiln_flood_normal(f, face);
	const double height = kiln_d3_dot(normal, f->out), length2 = kiln_d3_length2(normal), height2 = height * height;
	if (!(height > 0) || !(height2 >= f->cosine2 * length2))
		return false;
	if (face == f->face)
		return true;
	f->faces = f->face != KILN_NONE;
	// Among faces that differ only by rounding, takes the lowest.
	double share = height2 / length2;
	if (share > f->face_height + FACE_TIE || (share >= f->face_height - FACE_TIE && face < f->face))
		f->face = face;
	f->face_height = kiln_double_max(f->face_height, share);
	return true;
}

bool kilni_flood_is_near(const kiln_flood *f, const kiln_d3 *along, double slope, uint32_t left, uint32_t right)
{
	// The nearest place of the arc's circle, perpendicular to the edge, must lie between the ends.
	if (slope * slope > f->sine2 * kiln_d3_length2(*along))
		return false;
	kiln_d3 across = kiln_d3_cross(f->out, *along);
	return f->turn * kiln_d3_dot(kiln_flood_normal(f, left), across) >= 0 &&
		   f->turn * kiln_d3_dot(kiln_flood_normal(f, right), across) <= 0;
}

static bool is_known(const kiln_flood *f, uint32_t vertex)
{
	for (uint32_t i = 0; i < f->count; ++i)
		if (kiln_hull_origin(f->hull, f->half[i]) == vertex)
			return true;
	return false;
}

/// An edge at a vertex that is not steep.
typedef struct spoke
{
	uint32_t place; ///< in the turn around the vertex
	uint32_t half;
	double slope;
	kiln_d3 along;
} spoke;

typedef struct spokes_around
{
	uint32_t edges, count;
	spoke spokes[KILN_AREA_MOST];
} spokes_around;

/// Lists the edges around a vertex that are not steep. Ends at an edge that leads out, if the flood climbs. Returns false
/// if there is no room.
static bool list_spokes(kiln_flood *f, uint32_t from, spokes_around *around)
{
	const kiln_hull *hull = f->hull;
	const uint32_t origin = kiln_hull_origin(hull, from);
	const double steep2 = f->exact ? f->steep * f->steep : HUGE_VAL;
	uint32_t half = from, edges = 0, count = 0;
	around->count = 0;
	// Counts the edges: only in a proved blob that no cooker wrote does the walk not return to its start.
	do
	{
		const uint32_t twin = kiln_hull_twin(hull, half), target = kiln_hull_origin(hull, twin);
		if (!f->has_tops || (f->tops >> (target & 63) & 1))
		{
			const kiln_d3 along = kiln_flood_between(f, origin, target);
			const double slope = kiln_d3_dot(along, f->out);
			if (f->climbs && slope > 0)
			{
				f->up = half;
				return true;
			}
			if (!(slope * slope > steep2 * kiln_d3_length2(along)))
			{
				if (count == KILN_AREA_MOST)
					return false;
				around->spokes[count++] = (spoke){edges, half, slope, along};
			}
		}
		half = kiln_hull_next(hull, twin);
		++edges;
	} while (half != from && edges < 2 * hull->edge_count);
	around->edges = edges;
	around->count = count;
	return true;
}

/// Continues from a vertex that was reached; returns false if there is no more room.
static bool spread(kiln_flood *f, uint32_t from)
{
	const kiln_hull *hull = f->hull;
	spokes_around around;
	if (!list_spokes(f, from, &around))
		return false;
	if (f->up != KILN_NONE || around.count == 0)
		return true;
	// A face is seen if neither of its edges at the vertex is steep.
	const spoke *edge = &around.spokes[around.count - 1];
	const spoke *const first = &around.spokes[0];
	bool left_near = first->place == 0 && edge->place + 1 == around.edges &&
					 kilni_flood_see_face(f, kiln_hull_face_of(hull, first->half));
	const bool first_near = left_near;
	for (uint32_t i = 0; i < around.count; ++i)
	{
		edge = &around.spokes[i];
		const uint32_t twin = kiln_hull_twin(hull, edge->half), target = kiln_hull_origin(hull, twin);
		const uint32_t left = kiln_hull_face_of(hull, edge->half), right = kiln_hull_face_of(hull, twin);
		bool right_near = i + 1 == around.count && first_near;
		if (i + 1 < around.count && edge[1].place == edge->place + 1)
			right_near = kilni_flood_see_face(f, right);
		if ((left_near || right_near || kilni_flood_is_near(f, &edge->along, edge->slope, left, right)) &&
			!is_known(f, target))
		{
			if (f->count == KILN_AREA_MOST)
				return false;
			f->half[f->count++] = twin;
		}
		left_near = right_near && i + 1 < around.count;
	}
	return true;
}

/// The edge of a half-edge.
static kiln_feature edge_of(const kiln_hull *hull, uint32_t half)
{
	static const uint8_t cube[24] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 9, 0, 2, 10, 5, 11, 3, 11, 4, 8, 9, 6, 10, 1};
	return (kiln_feature){
		KILN_FEATURE_EDGE, hull == &kilni_view_cube ? cube[half] : kilni_polytope_edge_number(hull, half)};
}

static kiln_feature vertex_of(uint32_t vertex)
{
	return (kiln_feature){KILN_FEATURE_VERTEX, vertex};
}

/// Among the half-edges at a corner, finds the one that leads to the next corner; its edge names the area's edge.
static void name_edges(const kiln_flood *f, kiln_area *area)
{
	const kiln_hull *hull = f->hull;
	kilni_area_name(area);
	for (uint32_t i = 0; i < area->count; ++i)
	{
		kiln_spot *spot = &area->spots[i];
		uint32_t next = area->spots[i + 1 < area->count ? i + 1 : 0].corner.index, at = 0;
		while (at + 1 < f->count && kiln_hull_origin(hull, f->half[at]) != spot->corner.index)
			++at;
		uint32_t half = f->half[at];
		for (uint32_t turn = 0; turn < 2 * hull->edge_count; ++turn)
		{
			if (kiln_hull_origin(hull, kiln_hull_twin(hull, half)) == next)
			{
				spot->edge = edge_of(hull, half);
				break;
			}
			half = turn_around(hull, half);
			if (half == f->half[at])
				break;
		}
	}
}

/// Takes one face as the area; returns false if the face is too narrow for that.
static bool take_face(const kiln_contact_frame *frame, const kiln_flood *f, kiln_area *area)
{
	uint32_t count, first = kiln_hull_face(f->hull, f->face, &count);
	// From inside, the loop runs backwards, and each half-edge leads to the corner at which its edge begins.
	bool forth = (area->side > 0) != f->p->mirrored;
	for (uint32_t k = 0; k < count; ++k)
	{
		uint32_t half = forth ? first + k : first + count - 1 - k;
		uint32_t vertex = kiln_hull_origin(f->hull, forth ? half : kiln_hull_next(f->hull, half));
		kilni_area_add(area, frame, kiln_polytope_vertex(f->p, vertex), vertex_of(vertex));
		area->spots[k].edge = edge_of(f->hull, half);
	}
	return kilni_area_keep(area);
}

static bool is_one_face(const kiln_flood *f)
{
	uint32_t count = 0;
	if (f->face == KILN_NONE || f->faces)
		return false;
	kiln_hull_face(f->hull, f->face, &count);
	return count == f->count;
}

/// Names what is inside the corners.
static void name_inside(const kiln_flood *f, bool one, kiln_area *area)
{
	if (area->count == 2)
		area->inside = area->spots[0].edge;
	if (f->face == KILN_NONE)
		return;
	area->inside = area->face = (kiln_feature){KILN_FEATURE_FACE, f->face};
	area->face_normal = kiln_polytope_normal(f->p, f->face);
	if (one && area->count > 2)
		kilni_area_set_flat(area);
}

bool kilni_flood_gather_face(const kiln_contact_frame *frame, const kiln_flood *f, kiln_area *area)
{
	if (!take_face(frame, f, area))
	{
		area->spot_count = 0;
		return false;
	}
	name_inside(f, true, area);
	return true;
}

void kilni_flood_gather(const kiln_contact_frame *frame, const kiln_flood *f, kiln_area *area)
{
	if (is_one_face(f) && kilni_flood_gather_face(frame, f, area))
		return;
	for (uint32_t i = 0; i < f->count; ++i)
	{
		uint32_t vertex = kiln_hull_origin(f->hull, f->half[i]);
		kilni_area_add(area, frame, kiln_polytope_vertex(f->p, vertex), vertex_of(vertex));
	}
	kilni_area_close(area);
	name_edges(f, area);
	name_inside(f, false, area);
}

void kilni_flood_gather_point(const kiln_contact_frame *frame, const kiln_polytope *p, uint32_t vertex, kiln_area *area)
{
	kilni_area_add(area, frame, kiln_polytope_vertex(p, vertex), vertex_of(vertex));
	area->count = 1;
	area->size = 0;
	kilni_area_name(area);
}

/// Hulls without edges: a point, or a segment, both of whose ends are near the support when the segment is
/// perpendicular to the normal.
static void gather_ends(const kiln_contact_frame *frame, const kiln_polytope *p, uint32_t *vertex, kiln_area *area)
{
	if (p->hull->vertex_count == 1)
	{
		*vertex = 0;
		kilni_area_add(area, frame, kiln_polytope_vertex(p, 0), vertex_of(0));
		area->count = 1;
		area->size = 0;
		area->inside = area->spots[0].corner;
		return;
	}
	const kiln_d3 out = kiln_d3_scale(frame->normal, area->side);
	*vertex = kilni_polytope_support(p, out, *vertex);
	const uint32_t other = *vertex == 0;
	const kiln_d3 along = kiln_polytope_between(p, *vertex, other);
	const double slope = kiln_d3_dot(along, out);
	kilni_area_add(area, frame, kiln_polytope_vertex(p, *vertex), vertex_of(*vertex));
	if (slope * slope <= frame->sine * frame->sine * kiln_d3_length2(along))
		kilni_area_add(area, frame, kiln_polytope_vertex(p, other), vertex_of(other));
	kilni_area_close(area);
	area->inside = area->spots[0].corner;
	if (area->count == 2)
		area->inside = area->spots[0].edge = area->spots[1].edge = (kiln_feature){KILN_FEATURE_EDGE, 0};
}

void kilni_flood_begin(kiln_flood *f, const kiln_polytope *p, const kiln_contact_frame *frame, double side)
{
	const kiln_d3 out = kiln_d3_scale(frame->normal, side);
	f->p = p;
	f->hull = p->hull;
	f->own = p->scale != 0;
	f->out = f->own ? kiln_d3_scale(kiln_polytope_direction_back(p, out), 1 / p->scale) : out;
	// The map that mirrors a hull mirrors what is measured in placed vectors only.
	f->turn = p->mirrored && !f->own ? -1 : 1;
	f->cosine2 = frame->cosine * frame->cosine;
	f->sine2 = frame->sine * frame->sine;
	f->steep = KILN_FLOOD_STEEP * frame->sine + KILN_FLOOD_STEEP_LEAST;
	// A map that is not a similarity multiplies the rounding of stored normals, but the cube's are not rounded.
	f->exact = f->own || f->hull == &kilni_view_cube;
	f->has_tops = f->climbs = false;
	f->count = 0;
	f->face = KILN_NONE;
	f->face_height = 0;
	f->faces = false;
}

/// Floods from the vertex where a half-edge begins; returns false if there is no more room.
static bool flood_from(kiln_flood *f, uint32_t half)
{
	f->count = 0;
	f->face = KILN_NONE;
	f->face_height = 0;
	f->faces = false;
	f->up = KILN_NONE;
	f->half[f->count++] = half;
	for (uint32_t i = 0; i < f->count && f->up == KILN_NONE; ++i)
	{
		if (!spread(f, f->half[i]))
			return false;
		f->climbs = false;
	}
	return true;
}

bool kilni_area_flood(const kiln_polytope *p, const kiln_contact_frame *frame, uint32_t *vertex, kiln_area *area)
{
	if (p->hull->edge_count == 0)
	{
		gather_ends(frame, p, vertex, area);
		return true;
	}
	// Not cleared: most of the room stays unused.
	kiln_flood f;
	uint32_t highest;
	kilni_flood_begin(&f, p, frame, area->side);
	if (kilni_flood_find_tops(&f, &highest))
	{
		if (kilni_flood_few(frame, &f, highest, area))
			return true;
		*vertex = highest;
	}
	else
		*vertex = kilni_polytope_support(p, kiln_d3_scale(frame->normal, area->side), *vertex);
	// The support is accurate only to the rounding of heights, and within this rounding a thin body has two faces. The
	// directions of its edges decide on which one the flood starts.
	uint32_t half = kilni_polytope_half_from(p->hull, 0, *vertex);
	for (uint32_t step = 0; step <= CLIMB_MOST; ++step)
	{
		f.climbs = step < CLIMB_MOST;
		if (!flood_from(&f, half))
			return false;
		if (f.up == KILN_NONE)
			break;
		half = kiln_hull_twin(p->hull, f.up);
	}
	kilni_flood_gather(frame, &f, area);
	return true;
}
