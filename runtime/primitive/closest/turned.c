// SPDX-License-Identifier: MIT
#include "shape/near.h"
#include "shape/usable.h"

/// Solids of revolution. A point relative to the first end of the axis, along the axis and perpendicular to it.
typedef struct seen
{
	kiln_d3 axis;  ///< unit
	double length; ///< of the axis
	double along;  ///< the point's place along the axis
	kiln_d3 across;
	double radius; ///< length of `across`
	double size;   ///< largest coordinate difference
} seen;

/// For ends that differ.
static seen see_from_axis(const kiln_vec3 *a, kiln_vec3 first, kiln_vec3 last)
{
	kiln_d3 from = kiln_d3_scale(kiln_near_see(first, a), -1), axis = kiln_near_see(last, &first);
	seen s = {.length = sqrt(kiln_d3_length2(axis))};
	s.axis = kiln_d3_scale(axis, 1 / s.length);
	s.along = kiln_d3_dot(from, s.axis);
	s.across = kiln_d3_along(from, -s.along, s.axis);
	s.radius = sqrt(kiln_d3_length2(s.across));
	s.size = kiln_double_max(kiln_d3_largest(from), kiln_d3_largest(axis));
	return s;
}

/// The answer whose nearest point has the place `along` and the distance `radius` from the axis, on the query point's
/// side.
static kiln_near answer_at(const seen *s, kiln_vec3 first, double along, double radius)
{
	double out = s->radius - radius, up = s->along - along;
	double share = s->radius > 0 ? radius / s->radius : 0;
	return (kiln_near){
		.distance = kiln_near_distance(sqrt(out * out + up * up), s->size),
		.on = kiln_d3_along(kiln_d3_along(kiln_d3_from(first), along, s->axis), share, s->across),
	};
}

/// The point's place, clamped to the ends.
static double on_axis(const seen *s)
{
	return kiln_double_max(0, kiln_double_min(s->along, s->length));
}

static bool same(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

kiln_near kilni_near_cylinder(const kiln_vec3 *a, const kiln_cylinder *b)
{
	if (same(b->a, b->b))
		return kilni_near_sphere(a, &(kiln_sphere){b->a, b->radius});
	seen s = see_from_axis(a, b->a, b->b);
	return answer_at(&s, b->a, on_axis(&s), kiln_double_min(s.radius, (double)b->radius));
}

kiln_near kilni_near_cone(const kiln_vec3 *a, const kiln_cone *b)
{
	if (same(b->apex, b->base))
		return kilni_near_sphere(a, &(kiln_sphere){b->apex, b->radius});
	seen s = see_from_axis(a, b->apex, b->base);
	double wide = (double)b->radius;
	// The half-plane through the axis and the point cuts the cone in a triangle with corners 0, 0; length, 0; length,
	// wide. For a point below the line of its long side, the nearest point is on the base or the point itself; above
	// this line it is on the long side.
	if (s.radius * s.length <= s.along * wide)
		return answer_at(&s, b->apex, on_axis(&s), kiln_double_min(s.radius, wide));
	double slant2 = s.length * s.length + wide * wide;
	double share = kiln_ratio01(s.along * s.length + s.radius * wide, slant2);
	return answer_at(&s, b->apex, share * s.length, share * wide);
}

kiln_closest_points kiln_closest_point_cylinder(const kiln_vec3 *a, const kiln_cylinder *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_cylinder(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_cylinder(a, b);
	return kiln_near_answer(a, &near);
}

kiln_closest_points kiln_closest_point_cone(const kiln_vec3 *a, const kiln_cone *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_cone(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_cone(a, b);
	return kiln_near_answer(a, &near);
}
