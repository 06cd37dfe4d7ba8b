// SPDX-License-Identifier: MIT
#include "area.h"

#include <math.h>

// A direction's support is the vertex whose region of the Gauss map holds the direction. Starts at the region of the
// normal itself, and finds the regions that a disc around the normal meets by crossing the arcs within the disc: disc
// and regions are convex, so their common parts are connected.
//
// A similarity changes no angle and no ratio of lengths. Under a similarity all vectors are therefore the hull's own, which
// need no map; the direction is mapped back once.

#define FACE_TIE 0x1p-36
/// The most steps from a vertex that is the support within rounding to the support: rounding may make these steps a
/// cycle.
#define CLIMB_MOST 64

typedef struct flood
{
	const kiln_polytope *p;
	const kiln_hull *hull;
	bool own;	 ///< vectors are in the hull's coordinates, else placed
	kiln_d3 out; ///< unit
	double turn; ///< -1 where faces are clockwise from outside
	double cosine2, sine2;
	uint32_t count;
	uint32_t half[KILN_AREA_MOST]; ///< a half-edge that begins at each vertex that was reached
	uint32_t face;				   ///< the best of those within the angle, or KILN_NONE
	double face_height;			   ///< square of the cosine of its normal
	bool faces;					   ///< more than one face is within the angle
} flood;

uint32_t kilni_area_edge_of(const kiln_hull *hull, uint32_t half)
{
	uint32_t twin = kiln_hull_twin(hull, half), first = half < twin ? half : twin;
	uint32_t low = 0, high = hull->edge_count;
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		if (kiln_hull_edge(hull, middle) <= first)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/// The next half-edge that begins at the same vertex.
static uint32_t turn_around(const kiln_hull *hull, uint32_t half)
{
	return kiln_hull_next(hull, kiln_hull_twin(hull, half));
}

static uint32_t some_half_of(const kiln_hull *hull, uint32_t vertex)
{
	uint32_t half = 0;
	while (half + 1 < 2 * hull->edge_count && kiln_hull_origin(hull, half) != vertex)
		++half;
	return half;
}

/// Tests whether a face's normal is within the angle; `height` is the normal's component along the direction. Returns
/// true if it is.
static bool see_face(flood *f, uint32_t face, kiln_d3 normal, double height)
{
	double length2 = kiln_d3_length2(normal), height2 = height * height;
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

/// The vector between two vertices.
static kiln_d3 between(const flood *f, uint32_t from, uint32_t to)
{
	const kiln_d3 way = kiln_d3_sub(kiln_hull_point(f->hull, to), kiln_hull_point(f->hull, from));
	return f->own ? way : kiln_polytope_vector(f->p, way);
}

/// A face beside an edge: its normal, and whether it is within the angle.
typedef struct seen_face
{
	kiln_d3 normal;
	bool near;
} seen_face;

static seen_face look_at(flood *f, uint32_t face)
{
	const kiln_d3 stored = kiln_d3_from(kiln_hull_normal(f->hull, face));
	const kiln_d3 normal = f->own ? stored : kiln_polytope_normal_of(f->p, stored);
	return (seen_face){normal, see_face(f, face, normal, kiln_d3_dot(normal, f->out))};
}

/// Whether the arc of an edge between two faces is within the angle of the direction.
static bool is_near(const flood *f, kiln_d3 along, const seen_face *left, const seen_face *right)
{
	if (left->near || right->near)
		return true;
	// Else the nearest place of the arc's circle, perpendicular to the edge, must lie between the ends.
	double slope = kiln_d3_dot(along, f->out);
	if (slope * slope > f->sine2 * kiln_d3_length2(along))
		return false;
	kiln_d3 across = kiln_d3_cross(f->out, along);
	return f->turn * kiln_d3_dot(left->normal, across) >= 0 && f->turn * kiln_d3_dot(right->normal, across) <= 0;
}

static bool is_known(const flood *f, uint32_t vertex)
{
	for (uint32_t i = 0; i < f->count; ++i)
		if (kiln_hull_origin(f->hull, f->half[i]) == vertex)
			return true;
	return false;
}

/// Continues from a vertex that was reached; returns false if there is no more room.
static bool spread(flood *f, uint32_t from)
{
	const kiln_hull *hull = f->hull;
	const uint32_t origin = kiln_hull_origin(hull, from);
	uint32_t half = from;
	seen_face left = look_at(f, kiln_hull_face_of(hull, half));
	// Counts the turns: only in a proved blob that no cooker wrote does the walk not return to its start.
	for (uint32_t turn = 0; turn < 2 * hull->edge_count; ++turn)
	{
		const uint32_t twin = kiln_hull_twin(hull, half), target = kiln_hull_origin(hull, twin);
		// The next half-edge at the vertex has this face on its left.
		const seen_face right = look_at(f, kiln_hull_face_of(hull, twin));
		if (is_near(f, between(f, origin, target), &left, &right) && !is_known(f, target))
		{
			if (f->count == KILN_AREA_MOST)
				return false;
			f->half[f->count++] = twin;
		}
		left = right;
		half = kiln_hull_next(hull, twin);
		if (half == from)
			break;
	}
	return true;
}

static kiln_feature vertex_of(uint32_t vertex)
{
	return (kiln_feature){KILN_FEATURE_VERTEX, vertex};
}

/// Among the half-edges at a corner, finds the one that leads to the next corner; its edge names the area's edge.
static void name_edges(const flood *f, kiln_area *area)
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
				spot->edge = (kiln_feature){KILN_FEATURE_EDGE, kilni_area_edge_of(hull, half)};
				break;
			}
			half = turn_around(hull, half);
			if (half == f->half[at])
				break;
		}
	}
}

/// Takes one face as the area; returns false if the face is too narrow for that.
static bool take_face(const kiln_contact_frame *frame, const flood *f, kiln_area *area)
{
	uint32_t count, first = kiln_hull_face(f->hull, f->face, &count);
	// From inside, the loop runs backwards, and each half-edge leads to the corner at which its edge begins.
	bool forth = (area->side > 0) != f->p->mirrored;
	for (uint32_t k = 0; k < count; ++k)
	{
		uint32_t half = forth ? first + k : first + count - 1 - k;
		uint32_t vertex = kiln_hull_origin(f->hull, forth ? half : kiln_hull_next(f->hull, half));
		kilni_area_add(area, frame, kiln_polytope_vertex(f->p, vertex), vertex_of(vertex));
		area->spots[k].edge = (kiln_feature){KILN_FEATURE_EDGE, kilni_area_edge_of(f->hull, half)};
	}
	return kilni_area_keep(area);
}

static bool is_one_face(const flood *f)
{
	uint32_t count = 0;
	if (f->face == KILN_NONE || f->faces)
		return false;
	kiln_hull_face(f->hull, f->face, &count);
	return count == f->count;
}

static void gather(const kiln_contact_frame *frame, const flood *f, kiln_area *area)
{
	bool one = is_one_face(f) && take_face(frame, f, area);
	if (!one)
	{
		area->spot_count = 0;
		for (uint32_t i = 0; i < f->count; ++i)
		{
			uint32_t vertex = kiln_hull_origin(f->hull, f->half[i]);
			kilni_area_add(area, frame, kiln_polytope_vertex(f->p, vertex), vertex_of(vertex));
		}
		kilni_area_close(area);
		name_edges(f, area);
	}
	if (area->count == 2)
		area->inside = area->spots[0].edge;
	if (f->face == KILN_NONE)
		return;
	area->inside = area->face = (kiln_feature){KILN_FEATURE_FACE, f->face};
	area->face_normal = kiln_polytope_normal(f->p, f->face);
	if (one && area->count > 2)
		kilni_area_set_flat(area);
}

/// Hulls without edges: a point, or a segment, both of whose ends are near the support when the segment is
/// perpendicular to the normal.
static void gather_ends(const kiln_contact_frame *frame, const flood *f, uint32_t vertex, kiln_area *area)
{
	kiln_d3 point = kiln_polytope_vertex(f->p, vertex);
	kilni_area_add(area, frame, point, vertex_of(vertex));
	if (f->hull->vertex_count > 1)
	{
		uint32_t other = vertex == 0;
		const kiln_d3 end = kiln_polytope_vertex(f->p, other), along = between(f, vertex, other);
		double slope = kiln_d3_dot(along, f->out);
		if (slope * slope <= f->sine2 * kiln_d3_length2(along))
			kilni_area_add(area, frame, end, vertex_of(other));
	}
	kilni_area_close(area);
	area->inside = area->spots[0].corner;
	if (area->count == 2)
		area->inside = area->spots[0].edge = area->spots[1].edge = (kiln_feature){KILN_FEATURE_EDGE, 0};
}

/// A half-edge at a vertex that leads farther out; KILN_NONE if none leads farther.
static uint32_t way_out(const flood *f, uint32_t from)
{
	const uint32_t origin = kiln_hull_origin(f->hull, from);
	uint32_t half = from;
	for (uint32_t turn = 0; turn < 2 * f->hull->edge_count; ++turn)
	{
		uint32_t target = kiln_hull_origin(f->hull, kiln_hull_twin(f->hull, half));
		if (kiln_d3_dot(between(f, origin, target), f->out) > 0)
			return half;
		half = turn_around(f->hull, half);
		if (half == from)
			break;
	}
	return KILN_NONE;
}

/// The support is accurate only to the rounding of heights, and within this rounding a thin body has two faces. The
/// directions of its edges decide on which one the flood starts.
static uint32_t climb(const flood *f, uint32_t half)
{
	for (uint32_t step = 0; step < CLIMB_MOST; ++step)
	{
		uint32_t out = way_out(f, half);
		if (out == KILN_NONE)
			break;
		half = kiln_hull_twin(f->hull, out);
	}
	return half;
}

/// Sets all but what a search finds.
static void begin(flood *f, const kiln_polytope *p, const kiln_contact_frame *frame, double side)
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
	f->count = 0;
	f->face = KILN_NONE;
	f->face_height = 0;
	f->faces = false;
}

bool kilni_area_flood(const kiln_polytope *p, const kiln_contact_frame *frame, uint32_t vertex, kiln_area *area)
{
	// Not cleared: most of the room stays unused.
	flood f;
	begin(&f, p, frame, area->side);
	if (p->hull->edge_count == 0)
	{
		gather_ends(frame, &f, vertex, area);
		return true;
	}
	f.half[f.count++] = climb(&f, some_half_of(p->hull, vertex));
	for (uint32_t i = 0; i < f.count; ++i)
		if (!spread(&f, f.half[i]))
			return false;
	gather(frame, &f, area);
	return true;
}
