// SPDX-License-Identifier: MIT
#include "shape/near.h"
#include "shape/usable.h"
#include "span.h"

/// The ball of radius `radius` around a core's nearest point `on`; `seen` is that point relative to the query point.
static kiln_near ball_around(kiln_d3 on, kiln_d3 seen, double radius, double size)
{
	double length = sqrt(kiln_d3_length2(seen)), distance = kiln_near_distance(length - radius, size);
	return (kiln_near){
		.distance = distance,
		.on = distance > 0 ? kiln_d3_along(on, -radius / length, seen) : on,
	};
}

kiln_near kilni_near_sphere(const kiln_vec3 *a, const kiln_sphere *b)
{
	kiln_d3 seen = kiln_near_see(b->center, a);
	return ball_around(kiln_d3_from(b->center), seen, (double)b->radius, kiln_d3_largest(seen));
}

kiln_near kilni_near_capsule(const kiln_vec3 *a, const kiln_capsule *b)
{
	kiln_span axis = kiln_span_of_segment(&(kiln_segment){b->a, b->b});
	kiln_d3 first = kiln_d3_sub(axis.point, kiln_d3_from(*a));
	double t = kiln_span_foot(&axis, kiln_d3_from(*a));
	kiln_d3 seen = kiln_d3_along(first, t, axis.direction);
	double size = kiln_double_max(kiln_d3_largest(first), kiln_d3_largest(axis.direction));
	return ball_around(kiln_span_at(&axis, t), seen, (double)b->radius, size);
}

kiln_near kilni_near_rss(const kiln_vec3 *a, const kiln_rss *b)
{
	// Splits the rectangle into two triangles, so that any angle between its edges works.
	kiln_d3 origin = kiln_d3_from(b->origin), edges[2] = {kiln_d3_from(b->edges[0]), kiln_d3_from(b->edges[1])};
	kiln_d3 seen[4] = {kiln_near_see(b->origin, a)};
	seen[1] = kiln_d3_add(seen[0], edges[0]);
	seen[2] = kiln_d3_add(seen[1], edges[1]);
	seen[3] = kiln_d3_add(seen[0], edges[1]);
	kiln_near_triangle low = kilni_nearest_on_triangle((kiln_d3[]){seen[0], seen[1], seen[2]});
	kiln_near_triangle high = kilni_nearest_on_triangle((kiln_d3[]){seen[0], seen[2], seen[3]});
	bool lower = low.distance <= high.distance;
	double s = lower ? low.weights[1] + low.weights[2] : high.weights[1];
	double t = lower ? low.weights[2] : high.weights[1] + high.weights[2];
	kiln_d3 on = kiln_d3_along(kiln_d3_along(origin, s, edges[0]), t, edges[1]);
	double size = 0;
	for (int i = 0; i < 4; ++i)
		size = kiln_double_max(size, kiln_d3_largest(seen[i]));
	kiln_d3 toward = kiln_d3_along(kiln_d3_along(seen[0], s, edges[0]), t, edges[1]);
	return ball_around(on, toward, (double)b->radius, size);
}

kiln_closest_points kiln_closest_point_sphere(const kiln_vec3 *a, const kiln_sphere *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_sphere(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_sphere(a, b);
	return kiln_near_answer(a, &near);
}

kiln_closest_points kiln_closest_point_capsule(const kiln_vec3 *a, const kiln_capsule *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_capsule(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_capsule(a, b);
	return kiln_near_answer(a, &near);
}

kiln_closest_points kiln_closest_point_rss(const kiln_vec3 *a, const kiln_rss *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_rss(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_rss(a, b);
	return kiln_near_answer(a, &near);
}
