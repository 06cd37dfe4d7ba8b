// SPDX-License-Identifier: MIT
#include "sat_search.h"

#include "convex/distance/gjk.h"
#include "convex/shape/support_hull.h"

/// Edges whose squared sine is below this have no useful cross product.
#define PARALLEL2 0x1p-40

void kilni_sat_settle(const kiln_sat_search *search, kiln_sat_axis *axis)
{
	const kiln_polytope *p = search->side[axis->side].p, *other = search->side[1 - axis->side].p;
	uint32_t top = kilni_polytope_support(p, axis->outward, axis->vertex[0]);
	uint32_t bottom = axis->other[0];
	if (!axis->supported)
		bottom = kilni_polytope_support(other, kiln_d3_scale(axis->outward, -1), bottom);
	kiln_d3 way = kiln_d3_sub(kiln_polytope_vertex(p, top), kiln_polytope_vertex(other, bottom));
	axis->depth = kiln_d3_dot(axis->outward, way);
	if (axis->kind == KILN_SAT_FACE)
	{
		axis->vertex[0] = axis->vertex[1] = top;
		axis->other[0] = axis->other[1] = bottom;
	}
}

void kilni_sat_take(kiln_sat_search *search, kiln_sat_axis axis)
{
	const double between = axis.depth;
	if (!(between < search->best.depth))
		return;
	kilni_sat_settle(search, &axis);
	// Edges that lie below others along their axis prove the same bound, but are not a face of the difference.
	const bool touch = axis.kind == KILN_SAT_FACE || axis.depth <= between + search->shallow;
	if (!(axis.depth < search->best.depth) || !(touch || axis.depth < -search->rounding))
		return;
	search->best = axis;
	search->apart = axis.depth < -search->rounding;
}

void kilni_sat_try_edges(
	kiln_sat_search *search, int side, const uint32_t edge[2], const uint32_t other[2], kiln_d3 outward)
{
	const kiln_polytope *p = search->side[side].p, *q = search->side[1 - side].p;
	kiln_d3 on_p = kiln_polytope_vertex(p, edge[0]), on_q = kiln_polytope_vertex(q, other[0]);
	kiln_d3 along_p = kiln_polytope_between(p, edge[0], edge[1]);
	kiln_d3 along_q = kiln_polytope_between(q, other[0], other[1]);
	kiln_d3 cross = kiln_d3_cross(along_p, along_q);
	double length2 = kiln_d3_length2(cross);
	if (!(length2 > PARALLEL2 * kiln_d3_length2(along_p) * kiln_d3_length2(along_q)))
	{
		cross = outward;
		length2 = kiln_d3_length2(cross);
	}
	++search->axes;
	if (!(length2 > 0))
		return;
	double inverse = (kiln_d3_dot(cross, outward) < 0 ? -1 : 1) / sqrt(length2);
	kiln_sat_axis axis = {
		.kind = KILN_SAT_EDGES,
		.side = side,
		.vertex = {edge[0], edge[1]},
		.other = {other[0], other[1]},
		.outward = kiln_d3_scale(cross, inverse),
	};
	axis.depth = kiln_d3_dot(axis.outward, kiln_d3_sub(on_p, on_q));
	kilni_sat_take(search, axis);
}

/// Tests the features that separated the pair the last time, or those of another pair: any that exist.
static void try_cached(kiln_sat_search *search, const kiln_convex_cache *cache)
{
	const kiln_feature feature[2] = {cache->axis_a, cache->axis_b};
	uint32_t ends[2][2];
	for (int side = 0; side < 2; ++side)
		if (feature[side].kind == KILN_FEATURE_FACE && feature[side].index < search->side[side].p->hull->face_count)
		{
			const kiln_feature met = feature[1 - side];
			uint32_t seed = met.kind == KILN_FEATURE_VERTEX ? met.index : KILN_NONE;
			kilni_sat_try_face(search, side, feature[side].index, &seed);
			return;
		}
	for (int side = 0; side < 2; ++side)
		if (feature[side].kind != KILN_FEATURE_EDGE ||
			kilni_polytope_feature_vertices(search->side[side].p, feature[side], ends[side], 2) != 2)
			return;
	// Outward is the direction between the faces beside the edge, as long as the other body is on that side.
	const kiln_polytope *a = search->side[0].p;
	kiln_d3 outward = kiln_d3_sub(search->side[1].middle, search->side[0].middle);
	if (a->hull->dimension == 3)
	{
		kiln_polytope_edge edge = kiln_polytope_edge_of(a, feature[0].index);
		outward = kiln_d3_add(kiln_polytope_normal(a, edge.left), kiln_polytope_normal(a, edge.right));
	}
	kilni_sat_try_edges(search, 0, ends[0], ends[1], outward);
}

/// Tests all axes that could be less deep than the best.
static void search_all(kiln_sat_search *search)
{
	for (int side = 0; side < 2 && !kiln_sat_over(search); ++side)
		kilni_sat_faces(search, side);
	if (!kiln_sat_over(search))
		kilni_sat_edges(search);
}

static kiln_convex convex_of(const kiln_polytope *p)
{
	const kiln_hull *hull = p->hull;
	// The hull has no neighbours to climb to.
	if (hull->edge_count == 0)
		return kilni_convex_of_segment(kiln_polytope_vertex(p, 0), kiln_polytope_vertex(p, hull->vertex_count - 1));
	return (kiln_convex){
		.center = p->origin,
		.hull = hull,
		.from = p->from,
		.slack = kiln_support_slack(hull),
		.turned = true,
		.column = {p->column[0], p->column[1], p->column[2]},
	};
}

/// Measures the gap by a method that needs no faces.
static kiln_gap gap_of(const kiln_sat_search *search, kiln_d3 offset, kiln_enough enough)
{
	const kiln_convex a = convex_of(search->side[0].p), b = convex_of(search->side[1].p);
	kiln_simplex simplex = {0};
	kiln_gap gap;
	kilni_gjk(&a, offset, &b, enough, &simplex, &gap);
	return gap;
}

static kiln_d3 normal_of(const kiln_sat_search *search)
{
	return kiln_d3_scale(search->best.outward, search->best.side == 0 ? -1 : 1);
}

/// A normal for bodies whose difference is a point, a segment or a parallelogram through the origin: perpendicular to
/// the difference, on a's side.
static kiln_d3 normal_of_thin(const kiln_sat_search *search)
{
	kiln_d3 along[2];
	for (int i = 0; i < 2; ++i)
	{
		const kiln_polytope *p = search->side[i].p;
		along[i] = p->hull->dimension == 0 ? (kiln_d3){0, 0, 0} : kiln_polytope_between(p, 0, 1);
	}
	double first2 = kiln_d3_length2(along[0]), second2 = kiln_d3_length2(along[1]);
	kiln_d3 normal = kiln_d3_cross(along[0], along[1]), longer = first2 >= second2 ? along[0] : along[1];
	if (!(kiln_d3_length2(normal) > PARALLEL2 * first2 * second2))
	{
		kiln_d3 size = kiln_d3_abs(longer);
		bool x = size.x <= size.y && size.x <= size.z, y = !x && size.y <= size.z;
		normal = kiln_d3_cross(longer, (kiln_d3){x, y, !x && !y});
	}
	double length2 = kiln_d3_length2(normal);
	if (!(length2 > 0))
		return (kiln_d3){1, 0, 0};
	double side = kiln_d3_dot(normal, kiln_d3_sub(search->side[0].middle, search->side[1].middle));
	return kiln_d3_scale(normal, (side < 0 ? -1 : 1) / sqrt(length2));
}

/// Twice the area of a face along its normal, by Newell's sum over its corners relative to the first, in double; zero
/// for a face so thin that the stored normal is more accurate.
static kiln_d3 area_of(const kiln_polytope *p, uint32_t face)
{
	uint32_t count, first = kiln_hull_face(p->hull, face, &count);
	kiln_d3 start = kiln_polytope_local(p, kiln_hull_origin(p->hull, first)), area = {0, 0, 0};
	kiln_d3 before = {0, 0, 0};
	double longest2 = 0;
	for (uint32_t h = first + 1; h < first + count; ++h)
	{
		kiln_d3 corner = kiln_d3_sub(kiln_polytope_local(p, kiln_hull_origin(p->hull, h)), start);
		area = kiln_d3_add(area, kiln_d3_cross(before, corner));
		longest2 = kiln_double_max(longest2, kiln_d3_length2(corner));
		before = corner;
	}
	const kiln_d3 none = {0, 0, 0};
	return kiln_d3_length2(area) > 0x1p-40 * longest2 * longest2 ? area : none;
}

/// Computes the axis of a face again, with a more accurate normal than the stored one.
static void refine(kiln_sat_search *search)
{
	kiln_sat_axis axis = search->best;
	if (axis.kind != KILN_SAT_FACE)
		return;
	const kiln_polytope *p = search->side[axis.side].p;
	kiln_d3 normal = kiln_polytope_normal_of(p, area_of(p, axis.face));
	double length2 = kiln_d3_length2(normal);
	if (!(length2 > 0))
		return;
	axis.outward = kiln_d3_scale(normal, 1 / sqrt(length2));
	axis.supported = false;
	kilni_sat_settle(search, &axis);
	// The refined axis is a true axis, too; the stored one can only be better because of rounding.
	if (axis.depth <= search->best.depth + search->shallow)
		search->best = axis;
	search->apart = search->best.depth < -search->rounding;
}

/// Whether a point of a face's plane is in the face, within `shallow`.
static bool in_face(const kiln_sat_search *search, const kiln_sat_axis *axis, kiln_d3 point)
{
	const kiln_polytope *p = search->side[axis->side].p;
	uint32_t count, first = kiln_hull_face(p->hull, axis->face, &count);
	kiln_d3 before = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + count - 1));
	for (uint32_t h = first; h < first + count; ++h)
	{
		kiln_d3 corner = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, h));
		kiln_d3 aside = kiln_d3_cross(kiln_d3_sub(corner, before), axis->outward);
		double height = kiln_d3_dot(aside, kiln_d3_sub(point, corner)) * (p->mirrored ? -1 : 1);
		if (height > 0 && height * height > search->shallow * search->shallow * kiln_d3_length2(aside))
			return false;
		before = corner;
	}
	return true;
}

/// The point of the first edge nearest to the line of the other edge, if both are inside their edges within rounding.
static bool edges_meet(const kiln_sat_search *search, const kiln_sat_axis *axis, kiln_d3 *point)
{
	const kiln_polytope *p = search->side[axis->side].p, *q = search->side[1 - axis->side].p;
	kiln_d3 on_p = kiln_polytope_vertex(p, axis->vertex[0]), on_q = kiln_polytope_vertex(q, axis->other[0]);
	kiln_d3 e = kiln_polytope_between(p, axis->vertex[0], axis->vertex[1]);
	kiln_d3 f = kiln_polytope_between(q, axis->other[0], axis->other[1]), way = kiln_d3_sub(on_q, on_p);
	// By the normal of both (Ericson 2005, 5.1.8, for lines): subtracts no large squares.
	kiln_d3 cross = kiln_d3_cross(e, f);
	double length2 = kiln_d3_length2(cross);
	if (!(length2 > PARALLEL2 * kiln_d3_length2(e) * kiln_d3_length2(f)))
		return false;
	double s = kiln_d3_dot(cross, kiln_d3_cross(way, f)) / length2;
	double t = kiln_d3_dot(cross, kiln_d3_cross(way, e)) / length2;
	*point = kiln_d3_along(on_p, s, e);
	double off_p = kiln_double_max(-s, s - 1), off_q = kiln_double_max(-t, t - 1);
	// For nearly parallel edges, rounding may give points of both that do not coincide.
	kiln_d3 aside = kiln_d3_sub(kiln_d3_along(way, t, f), kiln_d3_scale(e, s));
	aside = kiln_d3_along(aside, -kiln_d3_dot(aside, axis->outward), axis->outward);
	if (kiln_d3_length2(aside) > search->shallow * search->shallow)
		return false;
	return !(off_p * sqrt(kiln_d3_length2(e)) > search->shallow) &&
		   !(off_q * sqrt(kiln_d3_length2(f)) > search->shallow);
}

/// Points of both that touch when a is moved out. If a feature of several vertices lies on the face, the vertex that
/// was found may be beside the face: then finds a common point of the moved bodies.
static void set_points(const kiln_sat_search *search, kiln_sat_result *result)
{
	const kiln_sat_axis *axis = &search->best;
	const kiln_polytope *other = search->side[1 - axis->side].p;
	kiln_d3 point = {0, 0, 0}, normal = result->normal;
	bool found;
	if (axis->kind == KILN_SAT_FACE)
	{
		point = kiln_d3_along(kiln_polytope_vertex(other, axis->other[0]), axis->depth, axis->outward);
		found = in_face(search, axis, point);
	}
	else
		found = edges_meet(search, axis, &point);
	if (found)
		result->on_a = axis->side == 0 ? point : kiln_d3_along(point, -axis->depth, axis->outward);
	else
	{
		const kiln_enough enough = {.near = 0x1p-10 * search->shallow, .far = HUGE_VAL};
		kiln_gap gap = gap_of(search, kiln_d3_scale(normal, result->depth), enough);
		result->on_a = kiln_d3_along(gap.on_b, -result->depth, normal);
	}
	result->on_b = kiln_d3_along(result->on_a, result->depth, normal);
}

/// The feature of a side whose points are as far along a direction as a vertex, within rounding.
static kiln_feature lying_feature(const kiln_sat_search *search, int side, uint32_t vertex, kiln_d3 direction)
{
	const kiln_polytope *p = search->side[side].p;
	const kiln_hull *hull = p->hull;
	kiln_d3 local = kiln_polytope_direction_back(p, direction);
	double height = kiln_d3_dot(local, kiln_polytope_local(p, vertex)) - 4 * search->rounding;
	uint32_t vertices[4] = {vertex, 0, 0, 0}, count = 1;
	const bool joined = hull->edge_count > 0;
	uint32_t i = joined ? kiln_hull_index(hull, hull->vertex_first, vertex) : 0;
	uint32_t end = joined ? kiln_hull_index(hull, hull->vertex_first, vertex + 1) : hull->vertex_count;
	for (; i < end && count < 4; ++i)
	{
		uint32_t neighbour = joined ? kiln_hull_index(hull, hull->neighbours, i) : i;
		if (kiln_d3_dot(local, kiln_polytope_local(p, neighbour)) >= height)
			vertices[count++] = neighbour;
	}
	kiln_feature feature = kilni_polytope_feature(p, vertices, count);
	return feature.kind == KILN_FEATURE_NONE ? kilni_polytope_feature(p, vertices, 1) : feature;
}

static void set_features(const kiln_sat_search *search, kiln_sat_result *result)
{
	const kiln_sat_axis *axis = &search->best;
	kiln_feature feature[2] = {{KILN_FEATURE_FACE, axis->face}, {KILN_FEATURE_NONE, 0}};
	if (axis->kind == KILN_SAT_EDGES)
	{
		feature[0] = kilni_polytope_feature(search->side[axis->side].p, axis->vertex, 2);
		feature[1] = kilni_polytope_feature(search->side[1 - axis->side].p, axis->other, 2);
	}
	else
		feature[1] = lying_feature(search, 1 - axis->side, axis->other[0], kiln_d3_scale(axis->outward, -1));
	result->feature_a = feature[axis->side];
	result->feature_b = feature[1 - axis->side];
}

/// Sets the answer of polytopes that are apart: a plane perpendicular to the axis, and the vertices that it separates.
static void set_apart(const kiln_sat_search *search, kiln_sat_result *result)
{
	const kiln_sat_axis *axis = &search->best;
	const kiln_polytope *p = search->side[axis->side].p, *other = search->side[1 - axis->side].p;
	kiln_d3 point[2] = {kiln_polytope_vertex(p, axis->vertex[0]), kiln_polytope_vertex(other, axis->other[0])};
	result->apart = true;
	result->depth = axis->depth;
	result->on_a = point[axis->side];
	result->on_b = point[1 - axis->side];
}

/// Nearly touching, or without faces: uses the answer of kilni_gjk. Returns true when the answer is complete.
static bool settle_by_distance(const kiln_sat_search *search, kiln_sat_result *result)
{
	const kiln_d3 none = {0, 0, 0};
	// Either a common point, or the proof that no common point exists.
	const kiln_enough enough = {.near = 0, .far = 0};
	kiln_gap gap = gap_of(search, none, enough);
	result->on_a = gap.on_a;
	result->on_b = gap.on_b;
	if (gap.lower > 0)
	{
		result->apart = true;
		result->depth = -gap.lower;
		result->normal = kiln_d3_scale(gap.axis, -1);
		return true;
	}
	if (search->best.kind != KILN_SAT_NOTHING)
		return false;
	result->normal = normal_of_thin(search);
	result->on_b = gap.on_a;
	return true;
}

void kilni_sat_finish(kiln_sat_search *search, kiln_convex_cache *cache, kiln_sat_result *result)
{
	*result = (kiln_sat_result){.axes = search->axes};
	if (!search->apart)
		refine(search);
	const bool thin = search->best.kind == KILN_SAT_NOTHING;
	if (!thin)
		result->normal = normal_of(search);
	if (!search->apart && (thin || search->best.depth < search->shallow) && settle_by_distance(search, result))
		return;
	set_features(search, result);
	if (search->apart)
		set_apart(search, result);
	else
	{
		result->depth = search->best.depth = kiln_double_max(search->best.depth, 0);
		set_points(search, result);
	}
	if (cache)
	{
		cache->axis_a = result->feature_a;
		cache->axis_b = result->feature_b;
	}
}

static void find(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_budget *budget,
	kiln_sat_result *result)
{
	kiln_sat_search search;
	kilni_sat_begin(&search, a, b);
	search.budget = budget;
	if (cache)
		try_cached(&search, cache);
	if (!kiln_sat_over(&search))
		search_all(&search);
	kilni_sat_finish(&search, cache, result);
}

void kilni_sat(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_sat_result *result)
{
	find(a, b, cache, NULL, result);
}

void kilni_sat_within(const kiln_polytope *a, const kiln_polytope *b, kiln_budget *budget, kiln_sat_result *result)
{
	find(a, b, NULL, budget, result);
}

bool kilni_sat_overlap(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache)
{
	kiln_sat_search search;
	kiln_sat_result result = {0};
	kilni_sat_begin(&search, a, b);
	if (cache)
		try_cached(&search, cache);
	// Only axes that could separate, or nearly separate, matter.
	const bool faces = a->hull->edge_count + b->hull->edge_count > 0;
	const double enough = 2 * search.shallow;
	if (faces && search.best.depth > enough)
		search.best = (kiln_sat_axis){.kind = KILN_SAT_NOTHING, .depth = enough};
	if (!kiln_sat_over(&search))
		search_all(&search);
	if (!search.apart && faces && search.best.kind == KILN_SAT_NOTHING)
		return true;
	kilni_sat_finish(&search, search.apart ? cache : NULL, &result);
	return !result.apart;
}
