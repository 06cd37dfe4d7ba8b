// SPDX-License-Identifier: MIT
#include "convex/depth/boxes.h"
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

/// A height below this share of a box's width has no sure sign.
#define LEAST_HEIGHT 0x1p-30

/// A segment is inclined if its slope is above the tolerance's sine by this factor.
#define INCLINED (1 + 0x1p-10)

/// The end of a point or segment above a face of a box.
typedef struct box_below
{
	uint32_t face, vertex;
	kiln_d3 out, foot;
	double height;
} box_below;

static bool is_box(const kiln_contact_body *body)
{
	return body->count == 1 && body->has_faces[0] && kilni_is_box(&body->polytopes[0]);
}

/// Whether a point or a segment is inclined to the plane of contact, so that only one end is in reach.
static bool is_inclined(const kiln_contact_search *search, const kiln_polytope *p)
{
	if (p->hull == &kilni_view_point)
		return true;
	const double slope = kiln_d3_dot(p->column[0], search->normal), tangent2 = search->tangent * search->tangent;
	return slope * slope * (1 + tangent2) > INCLINED * tangent2 * kiln_d3_length2(p->column[0]);
}

static bool is_thin(const kiln_contact_body *body)
{
	const kiln_hull *hull = body->polytopes[0].hull;
	return body->count == 1 && body->has_faces[0] && (hull == &kilni_view_point || hull == &kilni_view_segment);
}

/// Whether only one vertex of a body is in reach.
static bool is_single(
	const kiln_contact_search *search, const kiln_contact_body *body, const uint32_t numbers[3], uint32_t *vertex)
{
	const kiln_polytope *p = &body->polytopes[0];
	*vertex = 0;
	if (!is_thin(body))
		return false;
	if (p->hull == &kilni_view_point)
		return true;
	*vertex = numbers[0];
	return numbers[1] == numbers[0] && numbers[2] == numbers[0] && is_inclined(search, p);
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

/// Sets the points and the depth of the contact of the closest points.
static void finish(const kiln_contact_search *search, kiln_contact *contact)
{
	const double height_b = search->depth + search->margin_b;
	const kiln_d3 surface_a = kiln_d3_along(search->on_a, -search->margin_a, search->normal);
	const kiln_d3 surface_b = kiln_d3_along(search->on_a, height_b, search->normal);
	contact->on_a = kiln_near_vec3(kiln_d3_add(search->eye, surface_a));
	contact->on_b = kiln_near_vec3(kiln_d3_add(search->eye, surface_b));
	contact->depth = kiln_near_float(height_b + search->margin_a);
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
	finish(search, contact);
	return true;
}

/// The face of a box that faces away from `way`, or towards it, along axis `i`.
static uint32_t box_face(uint32_t i, double side)
{
	return 2 * i + (side > 0);
}

/// Whether a foot is inside a face along axis `i`, and not near its edges.
static bool is_inside(const kiln_polytope *p, uint32_t i, kiln_d3 foot)
{
	for (uint32_t k = 1; k < 3; ++k)
	{
		const kiln_d3 *along = &p->normal[(i + k) % 3];
		const double reach = fabs(kiln_d3_dot(p->column[(i + k) % 3], *along));
		if (!(fabs(kiln_d3_dot(kiln_d3_sub(foot, p->origin), *along)) <= (1 - LEAST_WEIGHT) * reach))
			return false;
	}
	return true;
}

/// Finds the face of a box that the nearer end of a point or segment is above, if it is above the inside of one.
static bool find_below(const kiln_polytope *box, const kiln_polytope *thin, box_below *below)
{
	const uint32_t ends = thin->hull->vertex_count;
	const kiln_d3 first = kiln_polytope_vertex(thin, 0), last = kiln_polytope_vertex(thin, ends - 1);
	const kiln_d3 from = kiln_d3_sub(first, box->origin), to = kiln_d3_sub(last, box->origin);
	for (uint32_t i = 0; i < 3; ++i)
	{
		const kiln_d3 *along = &box->normal[i];
		const double reach = fabs(kiln_d3_dot(box->column[i], *along));
		const double low = kiln_d3_dot(from, *along), high = kiln_d3_dot(to, *along), side = low < 0 ? -1 : 1;
		const bool swap = side * high < side * low;
		const double above = (swap ? side * high : side * low) - reach;
		if (!(above > LEAST_HEIGHT * reach))
			continue;
		const double inverse = 1 / sqrt(kiln_d3_length2(*along));
		below->face = box_face(i, side);
		below->vertex = swap;
		below->out = kiln_d3_scale(*along, side * inverse);
		below->height = above * inverse;
		below->foot = kiln_d3_along(swap ? last : first, -below->height, below->out);
		if (is_inside(box, i, below->foot))
			return true;
	}
	return false;
}

bool kilni_contact_search_point_on_box(kiln_contact_search *search, kiln_contact *contact)
{
	const bool first = is_box(&search->a) && is_thin(&search->b);
	if (!(search->tangent > LEAST_TANGENT) || !(first || (is_box(&search->b) && is_thin(&search->a))))
		return false;
	const kiln_polytope *box = first ? &search->a.polytopes[0] : &search->b.polytopes[0];
	const kiln_polytope *thin = first ? &search->b.polytopes[0] : &search->a.polytopes[0];
	box_below below;
	if (!find_below(box, thin, &below) ||
		!(below.height <= (search->margin_a + search->margin_b + search->skin) * (1 - 0x1p-30)))
		return false;
	search->normal = first ? kiln_d3_scale(below.out, -1) : below.out;
	search->depth = -below.height;
	search->on_a = first ? below.foot : kiln_d3_along(below.foot, below.height, below.out);
	if (!is_inclined(search, thin) || !is_plain(box, below.face, below.foot, below.out))
		return false;
	const kiln_feature face = {KILN_FEATURE_FACE, below.face}, vertex = {KILN_FEATURE_VERTEX, below.vertex};
	contact->feature_a = first ? face : vertex;
	contact->feature_b = first ? vertex : face;
	finish(search, contact);
	return true;
}
