// SPDX-License-Identifier: MIT
#include "vclip.h"

#include "convex/shape/support_hull.h"
#include "shape/segment.h"
#include "vclip_feature.h"

#include <math.h>

/// The accuracy of the proof of a walk's result, as a share of the coordinates.
#define PROOF 0x1p-40
/// Vertices whose heights differ by less may be equally high.
#define NEAR 0x1p-44

typedef kiln_vclip_side side;
typedef kiln_vclip_range range;

typedef enum outcome
{
	CLOSEST, ///< neither feature changes: they are the closest
	MOVED,	 ///< one of the features was replaced
	INSIDE,	 ///< the polytopes have a common point
	LOST,	 ///< undecided because of rounding
} outcome;

static const range whole = {0, 1, KILN_NONE, KILN_NONE};

static kiln_d3 point_at(const side *edge, double t)
{
	return kiln_d3_along(edge->at, t, edge->along);
}

// --- Vertices ---------------------------------------------------------------------------------------------------------

/// Replaces the vertex by the edge whose plane a point is farthest beyond.
static bool leave_for_point(side *vertex, kiln_d3 x)
{
	uint32_t degree = kilni_vclip_degree(vertex->p, vertex->index), best = KILN_NONE;
	kiln_d3 way = kiln_d3_sub(x, vertex->at);
	double most = 0;
	for (uint32_t i = 0; i < degree; ++i)
	{
		uint32_t neighbour = kilni_vclip_neighbour(vertex->p, vertex->index, i);
		double beyond = kiln_d3_dot(way, kiln_d3_sub(kiln_polytope_vertex(vertex->p, neighbour), vertex->at));
		if (beyond > most)
		{
			most = beyond;
			best = neighbour;
		}
	}
	if (best == KILN_NONE)
		return false;
	kilni_vclip_set_spoke(vertex, vertex->index, best);
	return true;
}

/// The neighbour whose plane the walk crosses to come nearer to the edge; KILN_NONE if the vertex is nearest.
static uint32_t way_from_vertex(const side *vertex, const side *edge)
{
	range left = whole;
	uint32_t degree = kilni_vclip_degree(vertex->p, vertex->index);
	for (uint32_t i = 0; i < degree; ++i)
	{
		uint32_t neighbour = kilni_vclip_neighbour(vertex->p, vertex->index, i);
		kiln_d3 spoke = kiln_d3_sub(kiln_polytope_vertex(vertex->p, neighbour), vertex->at);
		double start = -kiln_d3_dot(kiln_d3_sub(edge->at, vertex->at), spoke);
		double end = -kiln_d3_dot(kiln_d3_sub(edge->end, vertex->at), spoke);
		if (!kilni_vclip_cut(&left, start, end, neighbour))
			return neighbour;
	}
	if (left.low_at != KILN_NONE && kiln_d3_dot(edge->along, kiln_d3_sub(point_at(edge, left.low), vertex->at)) > 0)
		return left.low_at;
	if (left.high_at != KILN_NONE && kiln_d3_dot(edge->along, kiln_d3_sub(point_at(edge, left.high), vertex->at)) < 0)
		return left.high_at;
	return KILN_NONE;
}

static outcome vertex_vertex(side *a, side *b)
{
	return leave_for_point(a, b->at) || leave_for_point(b, a->at) ? MOVED : CLOSEST;
}

/// Replaces an edge by an end or a face that a point is beyond.
static bool edge_leaves_for_point(side *edge, kiln_d3 x)
{
	kiln_d3 way = kiln_d3_sub(x, edge->at);
	if (kiln_d3_dot(way, edge->along) < 0)
	{
		kilni_vclip_set_vertex(edge, kilni_vclip_start(edge->p, edge->index));
		return true;
	}
	if (kiln_d3_dot(kiln_d3_sub(x, edge->end), kiln_d3_sub(edge->at, edge->end)) < 0)
	{
		kilni_vclip_set_vertex(edge, kilni_vclip_end(edge->p, edge->index));
		return true;
	}
	kiln_vclip_plane planes[2];
	uint32_t count = kilni_vclip_edge_planes(edge, planes);
	for (uint32_t i = 0; i < count; ++i)
		// By more than rounding, so that the face does not lead back.
		if (kiln_d3_dot(way, planes[i].normal) > planes[i].rounding * kiln_d3_largest(way))
		{
			kilni_vclip_set_face(edge, planes[i].face);
			return true;
		}
	return false;
}

static outcome vertex_edge(side *vertex, side *edge)
{
	if (edge_leaves_for_point(edge, vertex->at))
		return MOVED;
	uint32_t neighbour = way_from_vertex(vertex, edge);
	if (neighbour == KILN_NONE)
		return CLOSEST;
	kilni_vclip_set_spoke(vertex, vertex->index, neighbour);
	return MOVED;
}

/// A vertex behind its face, inside the face's prism: the polytope's highest plane decides whether the vertex is
/// outside.
static outcome vertex_behind(const side *vertex, side *face)
{
	uint32_t highest;
	kiln_vclip_where where = kilni_vclip_locate(face->p, vertex->at, &highest);
	if (where == KILN_VCLIP_INSIDE)
		return INSIDE;
	if (where == KILN_VCLIP_UNKNOWN || highest == face->index)
		return LOST;
	kilni_vclip_set_face(face, highest);
	return MOVED;
}

static outcome vertex_face(side *vertex, side *face)
{
	uint32_t corners = kilni_vclip_corners(face), leave = KILN_NONE, half_edge;
	double least = 0;
	for (uint32_t i = 0; i < corners; ++i)
	{
		kiln_vclip_plane plane = kilni_vclip_face_plane(face, i, &half_edge);
		double height = kiln_d3_dot(plane.normal, kiln_d3_sub(vertex->at, plane.through));
		if (height < least)
		{
			least = height;
			leave = half_edge;
		}
	}
	if (leave != KILN_NONE)
	{
		kilni_vclip_set_edge(face, leave);
		return MOVED;
	}
	double height = face->out * kiln_d3_dot(face->along, kiln_d3_sub(vertex->at, face->at));
	if (!(height > 0))
		return vertex_behind(vertex, face);
	// Follows an edge down towards the face, if there is one.
	uint32_t degree = kilni_vclip_degree(vertex->p, vertex->index), best = KILN_NONE;
	double down = 0;
	for (uint32_t i = 0; i < degree; ++i)
	{
		uint32_t neighbour = kilni_vclip_neighbour(vertex->p, vertex->index, i);
		kiln_d3 spoke = kiln_d3_sub(kiln_polytope_vertex(vertex->p, neighbour), vertex->at);
		double fall = face->out * kiln_d3_dot(face->along, spoke);
		if (fall < down)
		{
			down = fall;
			best = neighbour;
		}
	}
	if (best == KILN_NONE)
		return CLOSEST;
	kilni_vclip_set_spoke(vertex, vertex->index, best);
	return MOVED;
}

// --- Edges ------------------------------------------------------------------------------------------------------------

/// Replaces an edge by the end that is nearer to another edge. `left` is the part of the other edge between both ends'
/// planes.
static bool leave_for_end(side *edge, const side *other, range *left)
{
	const kiln_polytope *p = edge->p;
	kiln_d3 back = kiln_d3_sub(edge->at, edge->end);
	uint32_t start = kilni_vclip_start(p, edge->index), end = kilni_vclip_end(p, edge->index), leave = KILN_NONE;
	if (!kilni_vclip_cut(left, kiln_d3_dot(kiln_d3_sub(other->at, edge->at), edge->along),
			kiln_d3_dot(kiln_d3_sub(other->end, edge->at), edge->along), start))
		leave = start;
	else if (!kilni_vclip_cut(left, kiln_d3_dot(kiln_d3_sub(other->at, edge->end), back),
				 kiln_d3_dot(kiln_d3_sub(other->end, edge->end), back), end))
		leave = end;
	else
	{
		kiln_d3 low = left->low_at == start ? edge->at : edge->end,
				high = left->high_at == start ? edge->at : edge->end;
		if (left->low_at != KILN_NONE && kiln_d3_dot(other->along, kiln_d3_sub(point_at(other, left->low), low)) > 0)
			leave = left->low_at;
		else if (left->high_at != KILN_NONE &&
				 kiln_d3_dot(other->along, kiln_d3_sub(point_at(other, left->high), high)) < 0)
			leave = left->high_at;
	}
	if (leave != KILN_NONE)
		kilni_vclip_set_vertex(edge, leave);
	return leave != KILN_NONE;
}

/// Whether the distance from a face grows (1) or shrinks (-1) along an edge at t. 0: the edge passes through the plane
/// there, or runs along it.
static int growth(const side *face, const side *edge, double t)
{
	double height = kiln_d3_dot(face->along, kiln_d3_sub(point_at(edge, t), face->at));
	double more = kiln_d3_dot(face->along, edge->along) * height;
	return (more > 0) - (more < 0);
}

/// Replaces an edge by a face beside it that is nearer to another edge.
static bool leave_for_face(side *edge, const side *other, range left)
{
	kiln_vclip_plane planes[2];
	uint32_t count = kilni_vclip_edge_planes(edge, planes), leave = KILN_NONE;
	range across = left;
	across.low_at = across.high_at = KILN_NONE;
	for (uint32_t i = 0; i < count && leave == KILN_NONE; ++i)
	{
		kiln_d3 from = kiln_d3_sub(other->at, edge->at), to = kiln_d3_sub(other->end, edge->at);
		double rounding = planes[i].rounding * kiln_double_max(kiln_d3_largest(from), kiln_d3_largest(to));
		if (!kilni_vclip_cut(&across, rounding - kiln_d3_dot(from, planes[i].normal),
				rounding - kiln_d3_dot(to, planes[i].normal), planes[i].face))
			leave = planes[i].face;
	}
	side face = {.p = edge->p};
	if (leave == KILN_NONE && across.low_at != KILN_NONE)
	{
		kilni_vclip_set_face(&face, across.low_at);
		leave = growth(&face, other, across.low) > 0 ? across.low_at : KILN_NONE;
	}
	if (leave == KILN_NONE && across.high_at != KILN_NONE)
	{
		kilni_vclip_set_face(&face, across.high_at);
		leave = growth(&face, other, across.high) < 0 ? across.high_at : KILN_NONE;
	}
	if (leave != KILN_NONE)
		kilni_vclip_set_face(edge, leave);
	return leave != KILN_NONE;
}

static bool edge_leaves_for_edge(side *edge, const side *other)
{
	range left = whole;
	return leave_for_end(edge, other, &left) || leave_for_face(edge, other, left);
}

static outcome edge_edge(side *a, side *b)
{
	return edge_leaves_for_edge(a, b) || edge_leaves_for_edge(b, a) ? MOVED : CLOSEST;
}

/// Replaces a face, whose prism an edge misses, by the nearest part of the face's boundary.
static void leave_for_boundary(side *face, const side *edge)
{
	side border = {.p = face->p}, best = {.p = face->p};
	uint32_t corners = kilni_vclip_corners(face), half_edge;
	double least = HUGE_VAL;
	for (uint32_t i = 0; i < corners; ++i)
	{
		(void)kilni_vclip_face_plane(face, i, &half_edge);
		kilni_vclip_set_edge(&border, half_edge);
		kiln_nearest_pair pair = kilni_segment_segment(border.at, border.along, edge->at, edge->along);
		if (!(pair.distance2 < least))
			continue;
		least = pair.distance2;
		best = border;
		if (kiln_d3_largest(kiln_d3_sub(pair.first, border.at)) == 0)
			kilni_vclip_set_vertex(&best, kilni_vclip_start(face->p, half_edge));
		else if (kiln_d3_largest(kiln_d3_sub(pair.first, border.end)) == 0)
			kilni_vclip_set_vertex(&best, kilni_vclip_end(face->p, half_edge));
	}
	*face = best;
}

/// `*through`: where the edge passes through the face, if it does.
static outcome edge_face(side *edge, side *face, double *through)
{
	range left = whole;
	uint32_t corners = kilni_vclip_corners(face), half_edge;
	bool misses = false;
	for (uint32_t i = 0; i < corners && !misses; ++i)
	{
		kiln_vclip_plane plane = kilni_vclip_face_plane(face, i, &half_edge);
		misses = !kilni_vclip_cut(&left, kiln_d3_dot(plane.normal, kiln_d3_sub(edge->at, plane.through)),
			kiln_d3_dot(plane.normal, kiln_d3_sub(edge->end, plane.through)), half_edge);
	}
	if (misses || left.low > left.high)
	{
		leave_for_boundary(face, edge);
		return MOVED;
	}
	double low = kiln_d3_dot(face->along, kiln_d3_sub(point_at(edge, left.low), face->at));
	double high = kiln_d3_dot(face->along, kiln_d3_sub(point_at(edge, left.high), face->at));
	if ((low <= 0 && high >= 0) || (low >= 0 && high <= 0))
	{
		*through = low == high ? left.low : left.low + low / (low - high) * (left.high - left.low);
		return INSIDE;
	}
	// The end nearer to the plane: an end of the edge, or the place where the edge leaves the prism.
	bool first = (kiln_d3_dot(face->along, edge->along) >= 0) == (low > 0);
	uint32_t leave = first ? left.low_at : left.high_at;
	if (leave != KILN_NONE)
		kilni_vclip_set_edge(face, leave);
	else
		kilni_vclip_set_vertex(
			edge, first ? kilni_vclip_start(edge->p, edge->index) : kilni_vclip_end(edge->p, edge->index));
	return MOVED;
}

// --- The walk ---------------------------------------------------------------------------------------------------------

static outcome step(side *a, side *b, double *through)
{
	// The feature of lower dimension first.
	side *low = a->kind <= b->kind ? a : b, *high = a->kind <= b->kind ? b : a;
	outcome found;
	if (low->kind == KILN_FEATURE_NONE || low->kind == KILN_FEATURE_FACE)
		return LOST;
	if (low->kind == KILN_FEATURE_VERTEX)
		found = high->kind == KILN_FEATURE_VERTEX ? vertex_vertex(a, b)
				: high->kind == KILN_FEATURE_EDGE ? vertex_edge(low, high)
												  : vertex_face(low, high);
	else
		found = high->kind == KILN_FEATURE_EDGE ? edge_edge(a, b) : edge_face(low, high, through);
	return found;
}

/// Sets the start of the walk: the features of the last call if they form a pair that the steps handle, else vertices
/// that face each other.
static void begin(side *a, side *b, kiln_feature start_a, kiln_feature start_b)
{
	bool faces = start_a.kind == KILN_FEATURE_FACE && start_b.kind == KILN_FEATURE_FACE;
	if (!faces && kilni_vclip_set_feature(a, start_a) && kilni_vclip_set_feature(b, start_b))
		return;
	kiln_d3 way = kiln_d3_sub(b->p->origin, a->p->origin);
	kilni_vclip_set_vertex(a, kilni_polytope_support(a->p, way, KILN_NONE));
	kilni_vclip_set_vertex(b, kilni_polytope_support(b->p, kiln_d3_scale(way, -1), KILN_NONE));
}

/// The foot of a vertex on a feature of the other polytope, or both feet of two edges.
static void set_points(const side *a, const side *b, kiln_gap *gap)
{
	gap->on_a = a->at;
	gap->on_b = b->at;
	if (a->kind == KILN_FEATURE_EDGE && b->kind == KILN_FEATURE_EDGE)
	{
		kiln_nearest_pair pair = kilni_segment_segment(a->at, a->along, b->at, b->along);
		gap->on_a = pair.first;
		gap->on_b = pair.second;
	}
	else if (a->kind != KILN_FEATURE_VERTEX || b->kind != KILN_FEATURE_VERTEX)
	{
		const side *high = a->kind == KILN_FEATURE_VERTEX ? b : a, *vertex = high == a ? b : a;
		kiln_d3 way = kiln_d3_sub(vertex->at, high->at);
		double share = kiln_d3_dot(way, high->along) / kiln_d3_length2(high->along);
		kiln_d3 foot = high->kind == KILN_FEATURE_EDGE ? point_at(high, kiln_double_min(kiln_double_max(share, 0), 1))
													   : kiln_d3_along(vertex->at, -share, high->along);
		*(high == a ? &gap->on_a : &gap->on_b) = foot;
	}
	gap->between = kiln_d3_sub(gap->on_b, gap->on_a);
	gap->upper = sqrt(kiln_d3_length2(gap->between));
}

/// Whether the vertices of a feature are the only ones that are highest along `axis`, to `near`. The vertices to which
/// an edge, or a face beside it, leads are lower; then so are all others of a convex body. (The vertices above any
/// height are connected by edges among them.) For a face the axis is the normal: nothing is beyond the face.
static bool is_highest(const side *s, kiln_d3 axis, double near)
{
	kiln_d3 own = kiln_polytope_direction_back(s->p, axis);
	uint32_t others[2], count = 0;
	if (s->kind == KILN_FEATURE_FACE)
		return !s->thin;
	if (s->kind == KILN_FEATURE_EDGE)
	{
		double height = kiln_d3_dot(kiln_polytope_local(s->p, kilni_vclip_start(s->p, s->index)), own);
		count = kilni_vclip_edge_corners(s, others);
		for (uint32_t i = 0; i < count; ++i)
			if (!(kiln_d3_dot(kiln_polytope_local(s->p, others[i]), own) < height - near))
				return false;
		return true;
	}
	double height = kiln_d3_dot(kiln_polytope_local(s->p, s->index), own);
	count = kilni_vclip_degree(s->p, s->index);
	for (uint32_t i = 0; i < count; ++i)
		if (!(kiln_d3_dot(kiln_polytope_local(s->p, kilni_vclip_neighbour(s->p, s->index, i)), own) < height - near))
			return false;
	return true;
}

/// A vertex that is highest along `axis`: of the feature where it certainly has one, else of all vertices.
static kiln_d3 highest(const side *s, kiln_d3 axis, double near)
{
	if (is_highest(s, axis, near))
		return s->kind == KILN_FEATURE_EDGE && kiln_d3_dot(s->along, axis) > 0 ? s->end : s->at;
	kiln_d3 own = kiln_polytope_direction_back(s->p, axis);
	uint32_t best = 0;
	double most = -HUGE_VAL;
	for (uint32_t i = 0; i < s->p->hull->vertex_count; ++i)
	{
		double height = kiln_d3_dot(kiln_polytope_local(s->p, i), own);
		if (height > most)
		{
			most = height;
			best = i;
		}
	}
	return kiln_polytope_vertex(s->p, best);
}

/// `v` without its component along an edge of length 1.
static kiln_d3 perpendicular_part(kiln_d3 v, kiln_d3 along)
{
	v = kiln_d3_along(v, -kiln_d3_dot(v, along) / kiln_d3_length2(along), along);
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

/// The unit vector from a's closest point to b's. Between points that nearly meet, this is mostly rounding. So for
/// edges it is made perpendicular to them, and for a face the face's normal is used.
static kiln_d3 axis_of(const side *a, const side *b, const kiln_gap *gap)
{
	kiln_d3 axis = kiln_d3_scale(gap->between, 1 / gap->upper);
	const side *high = a->kind >= b->kind ? a : b, *low = high == a ? b : a;
	if (high->kind == KILN_FEATURE_FACE)
	{
		double length = sqrt(kiln_d3_length2(high->along));
		return kiln_d3_scale(high->along, (high == a ? 1 : -1) * high->out / length);
	}
	if (high->kind == KILN_FEATURE_VERTEX)
		return axis;
	if (low->kind == KILN_FEATURE_VERTEX)
		return perpendicular_part(axis, high->along);
	kiln_d3 normal = kiln_d3_cross(a->along, b->along);
	double length2 = kiln_d3_length2(normal);
	// For nearly parallel edges the vector is perpendicular to one, and so to both.
	if (!(length2 > 0x1p-40 * kiln_d3_length2(a->along) * kiln_d3_length2(b->along)))
		return perpendicular_part(axis, a->along);
	return kiln_d3_scale(normal, (kiln_d3_dot(normal, axis) < 0 ? -1 : 1) / sqrt(length2));
}

/// Whether the closest points of two features are proved to be those of the polytopes. False leaves this undecided.
static bool prove_distance(const side *a, const side *b, kiln_gap *gap)
{
	set_points(a, b, gap);
	double size = kiln_d3_largest(gap->on_a) + kiln_d3_largest(gap->on_b);
	gap->rounding = 0x1p-47 * size;
	if (!(gap->upper > gap->rounding))
		return true;
	kiln_d3 axis = axis_of(a, b, gap);
	kiln_d3 top = highest(a, axis, NEAR * size), bottom = highest(b, kiln_d3_scale(axis, -1), NEAR * size);
	size = kiln_double_max(size, kiln_d3_largest(top) + kiln_d3_largest(bottom));
	gap->rounding = 0x1p-47 * size;
	double lower = kiln_d3_dot(kiln_d3_sub(bottom, top), axis);
	if (!(gap->upper - lower <= PROOF * size))
		return false;
	gap->lower = kiln_double_max(kiln_double_min(lower, gap->upper) - 0x1p-49 * size, 0);
	if (gap->lower > 0)
		gap->axis = axis;
	return true;
}

/// Whether both polytopes have the point where an edge passes through a face; a vertex inside is already proved.
static bool prove_overlap(const side *a, const side *b, double through, kiln_gap *gap)
{
	const side *edge = a->kind == KILN_FEATURE_FACE ? b : a, *face = edge == a ? b : a;
	kiln_d3 point = edge->at;
	if (edge->kind == KILN_FEATURE_EDGE)
	{
		point = point_at(edge, through);
		double size = kiln_d3_largest(edge->at) + kiln_d3_largest(edge->end) + kiln_d3_largest(face->at);
		if (!kilni_vclip_face_holds(face, point, 0x1p-46 * size))
			return false;
	}
	gap->on_a = gap->on_b = point;
	return true;
}

static kiln_convex convex_of(const kiln_polytope *p)
{
	return (kiln_convex){.center = p->origin,
		.hull = p->hull,
		.from = p->from,
		.slack = kiln_support_slack(p->hull),
		.turned = true,
		.column = {p->column[0], p->column[1], p->column[2]}};
}

kiln_vclip kilni_vclip_distance(
	const kiln_polytope *a, const kiln_polytope *b, kiln_feature start_a, kiln_feature start_b)
{
	side at_a = {.p = a}, at_b = {.p = b};
	kiln_vclip found = {.steps = 0};
	double through = 0;
	outcome so_far = MOVED;
	for (begin(&at_a, &at_b, start_a, start_b); so_far == MOVED && found.steps < KILN_VCLIP_STEPS; ++found.steps)
		so_far = step(&at_a, &at_b, &through);
	if ((so_far == CLOSEST && prove_distance(&at_a, &at_b, &found.gap)) ||
		(so_far == INSIDE && prove_overlap(&at_a, &at_b, through, &found.gap)))
	{
		found.feature_a = kilni_vclip_feature_of(&at_a);
		found.feature_b = kilni_vclip_feature_of(&at_b);
		return found;
	}
	const kiln_convex first = convex_of(a), second = convex_of(b);
	kiln_simplex simplex = {.count = 0};
	kilni_gjk(&first, (kiln_d3){0, 0, 0}, &second, (kiln_enough){0, HUGE_VAL, 0, 0}, &simplex, &found.gap);
	found.by_gjk = true;
	return found;
}
