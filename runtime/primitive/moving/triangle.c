// SPDX-License-Identifier: MIT
#include "answer.h"
#include "kiln/primitive/overlaps.h"
#include "primitive/triangle/pair.h"
#include "primitive/triangle/pair_signs.h"
#include "shape/segment.h"
#include "shape/usable.h"
#include "sweep.h"

uint32_t kilni_triangle_feature(const kiln_d3 corner[3], kiln_d3 point, double reach)
{
	for (uint32_t i = 0; i < 3; ++i)
		if (kiln_d3_length2(kiln_d3_sub(point, corner[i])) <= reach * reach)
			return i;
	for (uint32_t i = 0; i < 3; ++i)
	{
		kiln_d3 edge = kiln_d3_sub(corner[(i + 1) % 3], corner[i]), from = kiln_d3_sub(point, corner[i]);
		double along = kiln_ratio01(kiln_d3_dot(edge, from), kiln_d3_length2(edge));
		if (kiln_d3_length2(kiln_d3_along(from, -along, edge)) <= reach * reach)
			return 3 + i;
	}
	return 6;
}

/// Drops a contact's normal that does not belong to a plane between both shapes: where a capsule's end meets a corner,
/// the edges there may seem to be met from behind.
static void check_normal(
	const kiln_solid *grown, const kiln_path *path, const kiln_d3 seen[3], kiln_solid_contact *contact)
{
	double most = -HUGE_VAL;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 corner = kiln_d3_along(seen[i], -contact->time, path->direction);
		most = kiln_double_max(most, kiln_d3_dot(contact->normal, corner));
	}
	double reach = kiln_double_abs(kiln_d3_dot(contact->normal, grown->axis)) + grown->radius;
	if (most + reach > 0x1p-30 * kiln_d3_length2(contact->normal))
		contact->normal = (kiln_d3){0, 0, 0};
}

/// The normal at the start: the triangle's own normal, towards the shape, where shape and triangle are so close that
/// the direction between them may be rounding. Else zero, which selects that direction. Sizes are about 1.
static kiln_d3 start_normal(const kiln_solid *grown, const kiln_d3 seen[3])
{
	kiln_nearest_pair pair =
		kilni_segment_triangle(kiln_d3_scale(grown->axis, -1), kiln_d3_scale(grown->axis, 2), seen);
	kiln_d3 own = kiln_d3_cross(kiln_d3_sub(seen[1], seen[0]), kiln_d3_sub(seen[2], seen[0]));
	double side = kiln_d3_dot(own, kiln_d3_sub(pair.first, pair.second)) < 0 ? -1 : 1;
	return kiln_d3_scale(own, pair.distance2 <= 0x1p-52 ? side : 0);
}

/// Swaps two corners if the second is less; returns whether it did.
static bool put_less_first(kiln_d3 *first, kiln_d3 *second)
{
	bool swap = kilni_lexically_less(second, first);
	kiln_d3 kept = *first;
	*first = swap ? *second : kept;
	*second = swap ? kept : *second;
	return swap;
}

/// Sorts the corners, so that their numbering changes no answer. Returns whether the winding is then reversed.
static bool sort_corners(kiln_d3 corner[3])
{
	bool turned = put_less_first(&corner[0], &corner[1]);
	turned ^= put_less_first(&corner[1], &corner[2]);
	return turned ^ put_less_first(&corner[0], &corner[1]);
}

/// A narrow triangle: in double, a path through it may have missed its face, and its edges by more than the margin. An
/// exact test decides whether a path of one of the solid's ends passes through it; the contact is then as early before
/// this crossing as the solid may touch.
static bool pierce_needle(
	const kiln_solid *grown, const kiln_path *path, const kiln_d3 seen[3], kiln_solid_contact *contact)
{
	kiln_d3 e = kiln_d3_sub(seen[1], seen[0]), f = kiln_d3_sub(seen[2], seen[0]), up = kiln_d3_cross(e, f);
	double area2 = kiln_d3_length2(up), speed = kiln_double_abs(kiln_d3_dot(up, path->direction)), first = HUGE_VAL;
	if (!(area2 <= 0x1p-16 * kiln_d3_length2(e) * kiln_d3_length2(f)) || !(speed > 0))
		return false;
	for (int end = -1; end <= 1; end += 2)
	{
		kiln_d3 from = kiln_d3_scale(grown->axis, end), to = kiln_d3_add(from, path->direction), common[2];
		const kiln_d3 way[3] = {from, to, to};
		bool coplanar;
		if (kilni_triangles_contact(way, seen, common, &coplanar))
			first = kiln_double_min(first, kiln_d3_dot(kiln_d3_sub(common[0], from), path->direction) / path->length2);
	}
	*contact = (kiln_solid_contact){.time = kiln_double_max(first - grown->radius * sqrt(area2) / speed, 0)};
	return first < HUGE_VAL;
}

/// A sphere or capsule with center, axis and radius, against a triangle. The shape is grown by more than the rounding
/// of kilni_solid_sweep, which also treats needles with an angle below 2^-39 as their edges. The unit is a power of
/// two, which changes no digit and keeps the squares of any sizes in range.
static kiln_impact move(const kiln_solid *shape, kiln_d3 motion, const kiln_triangle *triangle, bool overlap)
{
	kiln_d3 seen[3];
	kiln_solid_see(shape, triangle->corners, seen);
	double size = kiln_d3_largest(shape->axis) + shape->radius, sides = 0;
	for (int i = 0; i < 3; ++i)
	{
		size = kiln_double_max(size, kiln_d3_largest(shape->axis) + shape->radius + kiln_d3_largest(seen[i]));
		sides = kiln_double_max(sides, kiln_d3_largest(kiln_d3_sub(seen[(i + 1) % 3], seen[i])));
	}
	double unit = size > 0 ? 1 / kiln_power_below(size) : 1, margin = 0x1p-45 * size + 0x1p-40 * sides;
	double radius = (shape->radius + margin) * unit;
	kiln_solid grown = {.kind = shape->kind, .radius = radius, .axis = kiln_d3_scale(shape->axis, unit)};
	grown.reach = kiln_d3_add(kiln_d3_abs(grown.axis), (kiln_d3){radius, radius, radius});
	kiln_d3 given[3];
	for (int i = 0; i < 3; ++i)
		given[i] = seen[i] = kiln_d3_scale(seen[i], unit);
	bool mirrored = sort_corners(seen);
	kiln_path path = kilni_path_along(kiln_d3_scale(motion, unit));
	kiln_solid_contact contact = {0};
	if (!overlap && (kiln_stands_still(motion) || (!kilni_solid_sweep(&grown, &path, seen, 1, &contact) &&
													  !pierce_needle(&grown, &path, seen, &contact))))
		return (kiln_impact){0};
	if (contact.time > 0)
		check_normal(&grown, &path, seen, &contact);
	else
		contact.normal = start_normal(&grown, given);
	kilni_contact_finish(&grown, &path, seen, mirrored, &contact);
	kiln_d3 point = kiln_d3_along(shape->center, 1 / unit, contact.point);
	kiln_impact impact = kiln_impact_at(contact.time, point, contact.normal);
	impact.inside = overlap;
	impact.feature_b = kilni_triangle_feature(given, contact.point, margin * unit);
	return impact;
}

kiln_impact kiln_moving_sphere_triangle(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_triangle *b)
{
	kiln_solid shape;
	if (!kilni_usable_sphere(a) || !kilni_usable_point(motion) || !kilni_usable_triangle(b))
		return (kiln_impact){0};
	kilni_solid_from_sphere(&shape, a);
	return move(&shape, kiln_d3_from(*motion), b, kiln_overlaps_sphere_triangle(a, b));
}

kiln_impact kiln_moving_capsule_triangle(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_triangle *b)
{
	kiln_solid shape;
	if (!kilni_usable_capsule(a) || !kilni_usable_point(motion) || !kilni_usable_triangle(b))
		return (kiln_impact){0};
	kilni_solid_from_capsule(&shape, a);
	return move(&shape, kiln_d3_from(*motion), b, kiln_overlaps_capsule_triangle(a, b));
}
