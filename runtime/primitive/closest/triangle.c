// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"
#include "primitive/triangle/pair_signs.h"
#include "shape/near.h"
#include "shape/usable.h"

/// The numbers of the corners in lexical order.
static void sort_corners(const kiln_d3 corners[3], int order[3])
{
	order[0] = 0;
	for (int i = 1; i < 3; ++i)
	{
		int j = i;
		for (; j > 0 && kilni_lexically_less(&corners[i], &corners[order[j - 1]]); --j)
			order[j] = order[j - 1];
		order[j] = i;
	}
}

/// The point of the edge from corner i to j that is nearest to the origin, with its squared distance.
static kiln_near_triangle on_edge(const kiln_d3 corners[3], int i, int j)
{
	kiln_d3 edge = kiln_d3_sub(corners[j], corners[i]);
	double t = kiln_ratio01(-kiln_d3_dot(corners[i], edge), kiln_d3_length2(edge));
	kiln_near_triangle near = {.distance = kiln_d3_length2(kiln_d3_along(corners[i], t, edge))};
	near.weights[i] = 1 - t;
	near.weights[j] = t;
	return near;
}

/// The foot of the origin's perpendicular on the plane, if it is in the triangle: in coordinates along the longest side
/// and along the height on this side. The distance is squared. Also false for a triangle without height, within
/// rounding.
static bool on_face(const kiln_d3 corners[3], kiln_near_triangle *near)
{
	int i = 0;
	double length2[3];
	for (int k = 0; k < 3; ++k)
	{
		length2[k] = kiln_d3_length2(kiln_d3_sub(corners[(k + 1) % 3], corners[k]));
		i = length2[k] > length2[i] ? k : i;
	}
	int j = (i + 1) % 3, top = (i + 2) % 3;
	kiln_d3 base = kiln_d3_sub(corners[j], corners[i]), from = kiln_d3_scale(corners[i], -1);
	// Computing from the shorter side loses less.
	int end = length2[j] < length2[top] ? j : i;
	kiln_d3 side = kiln_d3_sub(corners[top], corners[end]);
	double foot = kiln_d3_dot(side, base) / length2[i];
	kiln_d3 height = kiln_d3_along(side, -foot, base);
	double height2 = kiln_d3_length2(height);
	if (!(height2 > 0x1p-100 * length2[i]))
		return false;
	foot += end == j ? 1 : 0;
	double s = kiln_d3_dot(from, base) / length2[i];
	from = kiln_d3_along(from, -s, base);
	double t = kiln_d3_dot(from, height) / height2;
	near->distance = kiln_d3_length2(kiln_d3_along(from, -t, height));
	near->weights[top] = t;
	near->weights[j] = s - t * foot;
	near->weights[i] = 1 - t - near->weights[j];
	return near->weights[0] >= 0 && near->weights[1] >= 0 && near->weights[2] >= 0;
}

kiln_near_triangle kilni_nearest_on_triangle(const kiln_d3 corners[3])
{
	int order[3];
	sort_corners(corners, order);
	const kiln_d3 sorted[3] = {corners[order[0]], corners[order[1]], corners[order[2]]};
	kiln_near_triangle near, best;
	if (!on_face(sorted, &best))
	{
		best = on_edge(sorted, 0, 1);
		near = on_edge(sorted, 1, 2);
		best = near.distance < best.distance ? near : best;
		near = on_edge(sorted, 0, 2);
		best = near.distance < best.distance ? near : best;
	}
	near.distance = sqrt(best.distance);
	for (int i = 0; i < 3; ++i)
		near.weights[order[i]] = best.weights[i];
	return near;
}

/// The weights of the nearest point, by signs of products (Ericson 2005, 5.1.5). Does not set the distance.
static void weigh_plainly(kiln_d3 a, kiln_d3 b, kiln_d3 ab, kiln_d3 ac, kiln_d3 c, double weights[3])
{
	double d1 = -kiln_d3_dot(ab, a), d2 = -kiln_d3_dot(ac, a);
	double d3 = -kiln_d3_dot(ab, b), d4 = -kiln_d3_dot(ac, b);
	double d5 = -kiln_d3_dot(ab, c), d6 = -kiln_d3_dot(ac, c);
	double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
	double at_b = 0, at_c = 0;
	if (d1 <= 0 && d2 <= 0)
		at_b = 0;
	else if (d3 >= 0 && d4 <= d3)
		at_b = 1;
	else if (d6 >= 0 && d5 <= d6)
		at_c = 1;
	else if (vc <= 0 && d1 >= 0 && d3 <= 0)
		at_b = d1 / (d1 - d3);
	// Beyond the second edge, but before its start, the first edge or a corner is nearest; the third edge is treated
	// likewise.
	else if (vb <= 0 && d6 <= 0)
		at_c = kiln_ratio01(d2, d2 - d6);
	else if (va <= 0)
	{
		at_c = kiln_ratio01(d4 - d3, (d4 - d3) + (d5 - d6));
		at_b = 1 - at_c;
	}
	else
	{
		double sum = va + vb + vc;
		at_b = kiln_ratio01(vb, sum);
		at_c = kiln_ratio01(vc, sum);
	}
	weights[0] = 1 - at_b - at_c;
	weights[1] = at_b;
	weights[2] = at_c;
}

bool kilni_nearest_on_plain_triangle(const kiln_d3 corners[3], kiln_near_triangle *near)
{
	kiln_d3 a = corners[0], ab = kiln_d3_sub(corners[1], a), ac = kiln_d3_sub(corners[2], a);
	// The products are areas times the normal's length, with an error of 2^-50 of the squared lengths that enter. Where
	// the normal's square is at least 2^-18 of these, weights are right to 2^-31.
	double side2 = kiln_double_max(kiln_d3_length2(ab), kiln_d3_length2(ac));
	double area2 = kiln_d3_length2(kiln_d3_cross(ab, ac));
	if (!((kiln_d3_length2(a) + side2) * side2 < 0x1p18 * area2))
		return false;
	weigh_plainly(a, corners[1], ab, ac, corners[2], near->weights);
	kiln_d3 on = kiln_d3_along(kiln_d3_along(a, near->weights[1], ab), near->weights[2], ac);
	near->distance = sqrt(kiln_d3_length2(on));
	return true;
}

/// The point of a triangle with the given weights, computed from the corner of the greatest weight.
static kiln_d3 point_at(const kiln_vec3 corners[3], const double weights[3])
{
	int i = weights[1] > weights[0] ? 1 : 0;
	i = weights[2] > weights[i] ? 2 : i;
	int j = (i + 1) % 3, k = (i + 2) % 3;
	kiln_d3 from = kiln_d3_from(corners[i]);
	kiln_d3 on = kiln_d3_along(from, weights[j], kiln_d3_sub(kiln_d3_from(corners[j]), from));
	return kiln_d3_along(on, weights[k], kiln_d3_sub(kiln_d3_from(corners[k]), from));
}

/// The nearest point of the surface; its distance is not rounded to touching.
static kiln_near near_corners(const kiln_vec3 *a, const kiln_vec3 corners[3], double *size)
{
	kiln_d3 seen[3];
	for (int i = 0; i < 3; ++i)
	{
		seen[i] = kiln_near_see(corners[i], a);
		*size = kiln_double_max(*size, kiln_d3_largest(seen[i]));
	}
	kiln_near_triangle near;
	// Only the careful method decides which distances are 0.
	if (!kilni_nearest_on_plain_triangle(seen, &near) || near.distance < KILN_NEAR_PLAIN * *size)
		near = kilni_nearest_on_triangle(seen);
	return (kiln_near){
		.distance = near.distance,
		.on = point_at(corners, near.weights),
		.at = {near.weights[1], near.weights[2]},
	};
}

kiln_closest_points kiln_closest_point_triangle(const kiln_vec3 *a, const kiln_triangle *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_triangle(b))
		return (kiln_closest_points){0};
	double size = 0;
	kiln_near near = near_corners(a, b->corners, &size);
	near.distance = kiln_near_distance(near.distance, size);
	return kiln_near_answer(a, &near);
}

kiln_closest_points kiln_closest_point_quad(const kiln_vec3 *a, const kiln_quad *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_quad(b))
		return (kiln_closest_points){0};
	const kiln_vec3 *c = b->corners;
	double size = 0;
	kiln_near near = near_corners(a, c, &size);
	kiln_near other = near_corners(a, (const kiln_vec3[]){c[0], c[2], c[3]}, &size);
	near = other.distance < near.distance ? other : near;
	near.distance = kiln_near_distance(near.distance, size);
	near.at[0] = near.at[1] = 0;
	return kiln_near_answer(a, &near);
}

/// A point that an exact rule puts outside a solid stays apart from its surface.
static kiln_closest_points apart(const kiln_vec3 *a, kiln_near near)
{
	near.distance = kiln_double_max(near.distance, DBL_MIN);
	near.at[0] = near.at[1] = 0;
	return kiln_near_answer(a, &near);
}

kiln_closest_points kiln_closest_point_tetrahedron(const kiln_vec3 *a, const kiln_tetrahedron *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_tetrahedron(b))
		return (kiln_closest_points){0};
	kiln_d3 point = kiln_d3_from(*a), corners[4];
	for (int i = 0; i < 4; ++i)
		corners[i] = kiln_d3_from(b->corners[i]);
	kiln_near near = {0}, other;
	// The point's side of each face relative to the fourth corner: above 0 behind the face. Exact.
	double size = 0, side[4], volume = kilni_orient3_sign(&corners[0], &corners[1], &corners[2], &corners[3]);
	bool in = volume != 0;
	for (int i = 0; i < 4; ++i)
	{
		side[i] = kilni_orient3_sign(&corners[i], &corners[(i + 1) & 3], &corners[(i + 2) & 3], &point);
		side[i] *= (volume > 0) == !(i & 1) ? 1 : -1;
		in &= side[i] >= 0;
	}
	if (in || (volume == 0 && kiln_point_in_tetrahedron(a, b)))
		return kiln_near_answer(a, &near);
	near.distance = HUGE_VAL;
	for (int i = 0; i < 4; ++i)
	{
		// A face that has the point behind it does not hold the nearest point.
		if (volume != 0 && side[i] > 0)
			continue;
		other = near_corners(
			a, (const kiln_vec3[]){b->corners[i], b->corners[(i + 1) & 3], b->corners[(i + 2) & 3]}, &size);
		near = other.distance < near.distance ? other : near;
	}
	return apart(a, near);
}

kiln_closest_points kiln_closest_point_polyhedron(const kiln_vec3 *a, const kiln_polyhedron *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_polyhedron(b))
		return (kiln_closest_points){0};
	kiln_near near = {0}, other;
	if (kiln_point_in_polyhedron(a, b))
		return kiln_near_answer(a, &near);
	double size = 0;
	near.distance = HUGE_VAL;
	// Each face is a fan of triangles. Faces are convex, and where rounding bends them the fan leaves no gap.
	for (uint32_t i = 0; i < b->face_count; ++i)
		for (uint32_t j = b->face_first[i] + 2; j < b->face_first[i + 1]; ++j)
		{
			const uint32_t *first = &b->face_vertices[b->face_first[i]], *last = &b->face_vertices[j];
			kiln_vec3 triangle[3] = {b->vertices[*first], b->vertices[last[-1]], b->vertices[*last]};
			other = near_corners(a, triangle, &size);
			near = other.distance < near.distance ? other : near;
		}
	return apart(a, near);
}
