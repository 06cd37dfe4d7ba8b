// SPDX-License-Identifier: MIT
#include "convex/shape/polytope_views.h"
#include "search.h"
#include "shape/near.h"

#include <math.h>

// A point above the inside of a face: the closest points are the contact.

/// The least weight of a face's corners at the foot. It keeps rounding from choosing the face.
#define LEAST_WEIGHT 0x1p-12

/// A corner this near to the foot, as a share of the body's size, may give its name: names change at
/// KILN_CLIP_NEAR_POINT of the area's size, which is less than the body's.
#define NEAR_CORNER (2 * KILN_CLIP_NEAR_POINT)

/// Two normals are the same, and surely not the same, if the cosine between them is above and below these numbers.
#define SAME_NORMAL (1 - 0x1p-41)
#define OTHER_NORMAL (1 - 0x1p-34)

/// A narrower tolerance may leave out a face whose normal is rounded.
#define LEAST_TANGENT 0x1p-18

/// A segment is inclined if its slope is above the tolerance's sine by this factor.
#define INCLINED (1 + 0x1p-10)

/// Whether only one vertex of a body is in reach: of a point, or of a segment that is inclined.
static bool is_single(
	const kiln_contact_search *search, const kiln_contact_body *body, const uint32_t numbers[3], uint32_t *vertex)
{
	const kiln_polytope *p = &body->polytopes[0];
	if (body->count != 1 || !body->has_faces[0])
		return false;
	*vertex = 0;
	if (p->hull == &kilni_view_point)
		return true;
	if (p->hull != &kilni_view_segment || numbers[1] != numbers[0] || numbers[2] != numbers[0])
		return false;
	const double slope = kiln_d3_dot(p->column[0], search->normal), tangent2 = search->tangent * search->tangent;
	*vertex = numbers[0];
	return slope * slope * (1 + tangent2) > INCLINED * tangent2 * kiln_d3_length2(p->column[0]);
}

static double size_of(const kiln_polytope *p)
{
	const kiln_d3 wide = kiln_d3_sub(kiln_d3_from(p->hull->high), kiln_d3_from(p->hull->low));
	return wide.x * sqrt(kiln_d3_length2(p->column[0])) + wide.y * sqrt(kiln_d3_length2(p->column[1])) +
		   wide.z * sqrt(kiln_d3_length2(p->column[2]));
}

/// Whether a point of a face is beside all its corners, and the normal `out` surely that of this face and of no neighbour.
static bool is_plain(const kiln_polytope *p, uint32_t face, kiln_d3 foot, kiln_d3 out)
{
	const kiln_hull *hull = p->hull;
	const double near = NEAR_CORNER * size_of(p);
	uint32_t count, first = kiln_hull_face(hull, face, &count);
	if (!(kiln_d3_dot(kiln_polytope_normal(p, face), out) > SAME_NORMAL))
		return false;
	for (uint32_t half = first; half < first + count; ++half)
	{
		const kiln_d3 corner = kiln_polytope_vertex(p, kiln_hull_origin(hull, half));
		const kiln_d3 beside = kiln_polytope_normal(p, kiln_hull_face_of(hull, kiln_hull_twin(hull, half)));
		if (!(kiln_d3_length2(kiln_d3_sub(corner, foot)) > near * near) || !(kiln_d3_dot(beside, out) < OTHER_NORMAL))
			return false;
	}
	return true;
}

/// The face that a body has at the closest points; KILN_NONE if this is not certain.
static uint32_t face_of(
	const kiln_contact_body *body, const uint32_t numbers[3], const double weight[3], kiln_d3 foot, kiln_d3 out)
{
	const kiln_polytope *p = &body->polytopes[0];
	if (body->count != 1 || !body->has_faces[0] || p->hull->dimension != 3)
		return KILN_NONE;
	// Other maps multiply the rounding of stored normals. Areas of more vertices may be sampled, and then have no face.
	if ((p->scale == 0 && p->hull != &kilni_view_cube) || p->hull->vertex_count > KILN_AREA_MOST)
		return KILN_NONE;
	for (int i = 0; i < 3; ++i)
		if (!(weight[i] > LEAST_WEIGHT) || numbers[i] == numbers[(i + 1) % 3] || numbers[i] >= p->hull->vertex_count)
			return KILN_NONE;
	const kiln_feature feature = kilni_polytope_feature_of(p->hull, numbers, 3);
	return feature.kind == KILN_FEATURE_FACE && is_plain(p, feature.index, foot, out) ? feature.index : KILN_NONE;
}

bool kilni_contact_search_point_on_face(
	const kiln_contact_search *search, const kiln_simplex *simplex, kiln_contact *contact)
{
	if (simplex->count != 3 || !(search->tangent > LEAST_TANGENT))
		return false;
	const kiln_d3 on_a = search->on_a, on_b = kiln_d3_along(on_a, search->depth, search->normal);
	const kiln_d3 out = kiln_d3_scale(search->normal, -1);
	uint32_t vertex, face;
	if (is_single(search, &search->b, simplex->number_b, &vertex))
	{
		face = face_of(&search->a, simplex->number_a, simplex->weight, on_a, out);
		contact->feature_a = (kiln_feature){KILN_FEATURE_FACE, face};
		contact->feature_b = (kiln_feature){KILN_FEATURE_VERTEX, vertex};
	}
	else if (is_single(search, &search->a, simplex->number_a, &vertex))
	{
		face = face_of(&search->b, simplex->number_b, simplex->weight, on_b, search->normal);
		contact->feature_a = (kiln_feature){KILN_FEATURE_VERTEX, vertex};
		contact->feature_b = (kiln_feature){KILN_FEATURE_FACE, face};
	}
	else
		return false;
	if (face == KILN_NONE)
		return false;
	const kiln_d3 surface_a = kiln_d3_along(on_a, -search->margin_a, search->normal);
	const kiln_d3 surface_b = kiln_d3_along(on_b, search->margin_b, search->normal);
	contact->on_a = kiln_near_vec3(kiln_d3_add(search->eye, surface_a));
	contact->on_b = kiln_near_vec3(kiln_d3_add(search->eye, surface_b));
	contact->depth = kiln_near_float(search->depth + search->margin_a + search->margin_b);
	return true;
}
