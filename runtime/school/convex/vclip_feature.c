// SPDX-License-Identifier: MIT
#include "vclip_feature.h"

#include "tree/layout.h"

// Uses the baseline of the target, as support_hull.h does.
#define KILN_BACKEND_BASE
#include "simd/simd8.h"

static bool is_segment(const kiln_polytope *p)
{
	return p->hull->dimension < 2;
}

uint32_t kilni_vclip_start(const kiln_polytope *p, uint32_t half_edge)
{
	return is_segment(p) ? half_edge : kiln_hull_origin(p->hull, half_edge);
}

uint32_t kilni_vclip_end(const kiln_polytope *p, uint32_t half_edge)
{
	return is_segment(p) ? 1 - half_edge : kiln_hull_origin(p->hull, kiln_hull_twin(p->hull, half_edge));
}

uint32_t kilni_vclip_degree(const kiln_polytope *p, uint32_t vertex)
{
	const kiln_hull *hull = p->hull;
	if (is_segment(p))
		return hull->dimension;
	return kiln_hull_index(hull, hull->vertex_first, vertex + 1) - kiln_hull_index(hull, hull->vertex_first, vertex);
}

uint32_t kilni_vclip_neighbour(const kiln_polytope *p, uint32_t vertex, uint32_t i)
{
	const kiln_hull *hull = p->hull;
	if (is_segment(p))
		return 1 - vertex;
	return kiln_hull_index(hull, hull->neighbours, kiln_hull_index(hull, hull->vertex_first, vertex) + i);
}

void kilni_vclip_set_vertex(kiln_vclip_side *side, uint32_t vertex)
{
	side->kind = KILN_FEATURE_VERTEX;
	side->index = vertex;
	side->at = kiln_polytope_vertex(side->p, vertex);
}

void kilni_vclip_set_edge(kiln_vclip_side *side, uint32_t half_edge)
{
	side->kind = half_edge == KILN_NONE ? KILN_FEATURE_NONE : KILN_FEATURE_EDGE;
	if (half_edge == KILN_NONE)
		return;
	side->index = half_edge;
	side->at = kiln_polytope_vertex(side->p, kilni_vclip_start(side->p, half_edge));
	side->end = kiln_polytope_vertex(side->p, kilni_vclip_end(side->p, half_edge));
	side->along = kiln_d3_sub(side->end, side->at);
}

void kilni_vclip_set_face(kiln_vclip_side *side, uint32_t face)
{
	const kiln_polytope *p = side->p;
	uint32_t count, first = kiln_hull_face(p->hull, face, &count);
	side->kind = KILN_FEATURE_FACE;
	side->index = face;
	// Corners far apart give an accurate normal of a face with many corners.
	side->at = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first));
	kiln_d3 second = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + count / 3));
	kiln_d3 third = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + 2 * count / 3));
	second = kiln_d3_sub(second, side->at);
	third = kiln_d3_sub(third, side->at);
	side->along = kiln_d3_cross(second, third);
	side->out = p->mirrored ? -1 : 1;
	side->thin = !(kiln_d3_length2(side->along) > 0x1p-20 * kiln_d3_length2(second) * kiln_d3_length2(third));
}

/// A half-edge that starts at a vertex. Faces begin with their lowest vertex and are in the order of these. So if the
/// faces around a vertex and its lowest neighbour are triangles, the search finds them at once; in any other order the
/// search reads more half-edges.
static uint32_t half_edge_from(const kiln_hull *hull, uint32_t vertex)
{
	uint32_t lowest = kiln_hull_index(hull, hull->neighbours, kiln_hull_index(hull, hull->vertex_first, vertex));
	uint32_t least = lowest < vertex ? lowest : vertex, low = 0, high = hull->face_count;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		if (kiln_hull_origin(hull, kiln_hull_index(hull, hull->face_first, middle)) < least)
			low = middle + 1;
		else
			high = middle;
	}
	uint32_t half_edges = 2 * hull->edge_count, begin = kiln_hull_index(hull, hull->face_first, low);
	for (uint32_t h = begin; h < half_edges; ++h)
		if (kiln_hull_origin(hull, h) == vertex)
			return h;
	for (uint32_t h = 0; h < begin; ++h)
		if (kiln_hull_origin(hull, h) == vertex)
			return h;
	return KILN_NONE;
}

void kilni_vclip_set_spoke(kiln_vclip_side *side, uint32_t vertex, uint32_t neighbour)
{
	const kiln_hull *hull = side->p->hull;
	if (is_segment(side->p))
	{
		kilni_vclip_set_edge(side, vertex);
		return;
	}
	uint32_t h = half_edge_from(hull, vertex), degree = kilni_vclip_degree(side->p, vertex), found = KILN_NONE;
	// Walks from spoke to spoke around the vertex.
	for (uint32_t i = 0; i < degree && h != KILN_NONE && found == KILN_NONE; ++i)
	{
		uint32_t twin = kiln_hull_twin(hull, h);
		if (kiln_hull_origin(hull, twin) == neighbour)
			found = h;
		h = kiln_hull_next(hull, twin);
	}
	kilni_vclip_set_edge(side, found);
}

bool kilni_vclip_set_feature(kiln_vclip_side *side, kiln_feature feature)
{
	const kiln_hull *hull = side->p->hull;
	switch (feature.kind)
	{
	case KILN_FEATURE_VERTEX:
		if (feature.index >= hull->vertex_count)
			return false;
		kilni_vclip_set_vertex(side, feature.index);
		return true;
	case KILN_FEATURE_EDGE:
		if (hull->dimension == 1 && feature.index == 0)
			kilni_vclip_set_edge(side, 0);
		else if (!is_segment(side->p) && feature.index < hull->edge_count)
			kilni_vclip_set_edge(side, kiln_hull_edge(hull, feature.index));
		else
			return false;
		return true;
	case KILN_FEATURE_FACE:
		if (feature.index >= hull->face_count)
			return false;
		kilni_vclip_set_face(side, feature.index);
		return true;
	default:
		return false;
	}
}

/// The number of the edge that contains a half-edge.
static uint32_t edge_of(const kiln_polytope *p, uint32_t half_edge)
{
	if (is_segment(p))
		return 0;
	const kiln_hull *hull = p->hull;
	uint32_t twin = kiln_hull_twin(hull, half_edge), half = half_edge < twin ? half_edge : twin;
	uint32_t low = 0, high = hull->edge_count - 1;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		if (kiln_hull_edge(hull, middle) < half)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

kiln_feature kilni_vclip_feature_of(const kiln_vclip_side *side)
{
	return (kiln_feature){side->kind, side->kind == KILN_FEATURE_EDGE ? edge_of(side->p, side->index) : side->index};
}

/// A corner of the face beside a half-edge that is far from the half-edge's line.
static uint32_t corner_across(const kiln_polytope *p, uint32_t half_edge, uint32_t face)
{
	uint32_t count, first = kiln_hull_face(p->hull, face, &count);
	uint32_t i = half_edge - first + 1 + count / 2;
	return kiln_hull_origin(p->hull, first + (i < count ? i : i - count));
}

uint32_t kilni_vclip_edge_corners(const kiln_vclip_side *edge, uint32_t corners[2])
{
	const kiln_polytope *p = edge->p;
	if (is_segment(p))
		return 0;
	uint32_t half_edge = edge->index;
	for (int i = 0; i < 2; ++i)
	{
		corners[i] = corner_across(p, half_edge, kiln_hull_face_of(p->hull, half_edge));
		half_edge = kiln_hull_twin(p->hull, half_edge);
	}
	return 2;
}

uint32_t kilni_vclip_edge_planes(const kiln_vclip_side *edge, kiln_vclip_plane planes[2])
{
	const kiln_polytope *p = edge->p;
	if (is_segment(p))
		return 0;
	double length2 = kiln_d3_length2(edge->along);
	uint32_t half_edge = edge->index;
	for (int i = 0; i < 2; ++i)
	{
		planes[i].face = kiln_hull_face_of(p->hull, half_edge);
		planes[i].through = edge->at;
		kiln_d3 into = kiln_d3_sub(kiln_polytope_vertex(p, corner_across(p, half_edge, planes[i].face)), edge->at);
		// The component perpendicular to the edge, times the edge's squared length.
		planes[i].normal =
			kiln_d3_sub(kiln_d3_scale(into, length2), kiln_d3_scale(edge->along, kiln_d3_dot(into, edge->along)));
		planes[i].rounding = 0x1p-47 * length2 * kiln_d3_largest(into);
		half_edge = kiln_hull_twin(p->hull, half_edge);
	}
	return 2;
}

uint32_t kilni_vclip_corners(const kiln_vclip_side *face)
{
	uint32_t count;
	(void)kiln_hull_face(face->p->hull, face->index, &count);
	return count;
}

kiln_vclip_plane kilni_vclip_face_plane(const kiln_vclip_side *face, uint32_t i, uint32_t *half_edge)
{
	const kiln_polytope *p = face->p;
	uint32_t count, first = kiln_hull_face(p->hull, face->index, &count);
	*half_edge = first + i;
	kiln_d3 start = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + i));
	kiln_d3 end = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + (i + 1 < count ? i + 1 : 0)));
	return (kiln_vclip_plane){start, kiln_d3_cross(face->along, kiln_d3_sub(end, start)), 0, face->index};
}

bool kilni_vclip_cut(kiln_vclip_range *range, double start, double end, uint32_t feature)
{
	if (start < 0 && end < 0)
		return false;
	if (start >= 0 && end >= 0)
		return true;
	double t = start / (start - end);
	if (start < 0 && t > range->low)
	{
		range->low = t;
		range->low_at = feature;
	}
	else if (end < 0 && t < range->high)
	{
		range->high = t;
		range->high_at = feature;
	}
	return true;
}

/// Transforms a point to the hull's own coordinates. Up to a factor, the transpose of the map of normals is the inverse
/// of the map of points.
static kiln_d3 own_point(const kiln_polytope *p, kiln_d3 point)
{
	kiln_d3 seen = kiln_d3_sub(point, p->origin);
	double factor = 1 / kiln_d3_dot(p->normal[0], p->column[0]);
	kiln_d3 own = {kiln_d3_dot(p->normal[0], seen), kiln_d3_dot(p->normal[1], seen), kiln_d3_dot(p->normal[2], seen)};
	return kiln_d3_along(p->from, factor, own);
}

static inline f8 plane_heights(const kiln_hull *hull, uint32_t i, const f8 point[3])
{
	f8 height = f8_add(f8_mul(f8_load(hull->nx + i), point[0]), f8_mul(f8_load(hull->ny + i), point[1]));
	return f8_sub(f8_add(height, f8_mul(f8_load(hull->nz + i), point[2])), f8_load(hull->d + i));
}

/// The greatest height over a stored plane.
static float greatest_height(const kiln_hull *hull, const f8 point[3])
{
	f8 most = plane_heights(hull, 0, point);
	for (uint32_t i = KILN_HULL_BLOCK; i < hull->face_count; i += KILN_HULL_BLOCK)
		most = f8_max(plane_heights(hull, i, point), most);
	float lanes[KILN_HULL_BLOCK];
	f8_store(lanes, most);
	for (int i = 1; i < KILN_HULL_BLOCK; ++i)
		lanes[0] = lanes[i] > lanes[0] ? lanes[i] : lanes[0];
	return lanes[0];
}

/// The greatest height over a face's plane, computed from placed corners. Sets `*thin` where a plane is not accurate
/// enough.
static double exact_height(const kiln_polytope *p, uint32_t face, kiln_d3 point, bool *thin)
{
	kiln_vclip_side side = {.p = p};
	kilni_vclip_set_face(&side, face);
	*thin = *thin || side.thin;
	return side.out * kiln_d3_dot(side.along, kiln_d3_sub(point, side.at)) / sqrt(kiln_d3_length2(side.along));
}

kiln_vclip_where kilni_vclip_locate(const kiln_polytope *p, kiln_d3 point, uint32_t *face)
{
	const kiln_hull *hull = p->hull;
	kiln_d3 own = own_point(p, point);
	const f8 wide[3] = {f8_set1((float)own.x), f8_set1((float)own.y), f8_set1((float)own.z)};
	// The stored planes are rounded by 2^-23 of the reach, these heights by little more.
	double most = (double)greatest_height(hull, wide),
		   rounding = 0x1p-20 * ((double)hull->reach + kiln_d3_largest(own));
	if (most < -rounding)
		return KILN_VCLIP_INSIDE;
	// Takes the first of the planes that may be the highest; where the choice matters, decides by their corners.
	bool close = !(most > rounding), thin = false;
	f8 least = f8_set1((float)(close ? most - 2 * rounding : most));
	double best = -HUGE_VAL;
	*face = KILN_NONE;
	for (uint32_t i = 0; i < hull->face_count; i += KILN_HULL_BLOCK)
		for (uint32_t bits = m8_bits(m8_ge(plane_heights(hull, i, wide), least)); bits; bits &= bits - 1)
		{
			uint32_t candidate = i + kiln_lowest_bit(bits);
			if (candidate >= hull->face_count)
				break;
			double height = close ? exact_height(p, candidate, point, &thin) : 1;
			if (height > best)
			{
				best = height;
				*face = candidate;
			}
			if (!close)
				return KILN_VCLIP_OUTSIDE;
		}
	if (thin || *face == KILN_NONE)
		return KILN_VCLIP_UNKNOWN;
	// A corner is as far from the plane as a point on the plane may seem to be.
	double slack = 0x1p-46 * (kiln_d3_largest(point) + kiln_d3_largest(p->origin));
	return best > slack ? KILN_VCLIP_OUTSIDE : KILN_VCLIP_INSIDE;
}

/// Whether the mean of a triangle's corners, weighted by the areas that the origin spans with the others, is the origin.
static bool triangle_holds(const kiln_d3 w[3], kiln_d3 normal, double slack)
{
	kiln_d3 mean = {0, 0, 0};
	double sum = 0;
	for (int i = 0; i < 3; ++i)
	{
		double area = kiln_d3_dot(normal, kiln_d3_cross(w[(i + 1) % 3], w[(i + 2) % 3]));
		area = kiln_double_max(area, 0);
		mean = kiln_d3_along(mean, area, w[i]);
		sum += area;
	}
	return sum > 0 && kiln_d3_largest(mean) <= slack * sum;
}

bool kilni_vclip_face_holds(const kiln_vclip_side *face, kiln_d3 point, double slack)
{
	const kiln_polytope *p = face->p;
	uint32_t count, first = kiln_hull_face(p->hull, face->index, &count);
	kiln_d3 w[3];
	w[0] = kiln_d3_sub(kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first)), point);
	w[2] = kiln_d3_sub(kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + 1)), point);
	for (uint32_t i = 2; i < count; ++i)
	{
		w[1] = w[2];
		w[2] = kiln_d3_sub(kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + i)), point);
		if (triangle_holds(w, face->along, slack))
			return true;
	}
	return false;
}
