// SPDX-License-Identifier: MIT
#include "core.h"
#include "outward.h"
#include "posing.h"

bool kiln_overlaps_sphere_sphere(const kiln_sphere *a, const kiln_sphere *b)
{
	kiln_d3 between = kiln_d3_sub(kiln_d3_from(b->center), kiln_d3_from(a->center));
	double radius = (double)a->radius + (double)b->radius;
	// The difference (twice), the square and two sums make 5 roundings of 2^-53 relative to the summands; the radii
	// make 3 more.
	bool apart = kiln_d3_length2(between) * (1 - 0x1p-49) > radius * radius;
	return !apart || !kilni_sound_sphere(a) || !kilni_sound_sphere(b);
}

kiln_distance kiln_distance_sphere_sphere(const kiln_sphere *a, const kiln_sphere *b)
{
	kiln_core first = kiln_core_of_sphere(a), second = kiln_core_of_sphere(b);
	kiln_core_pair pair = kiln_core_pair_of(&first, &second);
	kiln_core_nearest nearest = {.on_b = pair.between, .toward = pair.between};
	return kilni_core_measure(&pair, &nearest);
}

/// At least the distance of the two points plus `radius`.
static double reach_over(kiln_d3 from, kiln_d3 to, double radius)
{
	return (sqrt(kiln_d3_length2(kiln_d3_sub(to, from))) + radius) * (1 + 0x1p-49);
}

kiln_sphere kiln_sphere_merge(const kiln_sphere *a, const kiln_sphere *b)
{
	if (!kilni_sound_sphere(a) || !kilni_sound_sphere(b))
		return kilni_sound_sphere(a) ? *b : *a;
	const kiln_sphere *large = a->radius >= b->radius ? a : b, *small = large == a ? b : a;
	kiln_d3 from = kiln_d3_from(large->center), to = kiln_d3_from(small->center);
	double distance = sqrt(kiln_d3_length2(kiln_d3_sub(to, from)));
	double r = (double)large->radius, s = (double)small->radius;
	if (distance * (1 + 0x1p-50) <= r - s)
		return *large;
	// The diameter runs from the far side of one sphere to the far side of the other.
	double radius = (distance + r + s) / 2;
	kiln_d3 center = kiln_d3_along(from, (radius - r) / distance, kiln_d3_sub(to, from));
	kiln_sphere sphere = {.center = kiln_vec3_stored(center)};
	// The center is rounded, so the radius follows from it.
	center = kiln_d3_from(sphere.center);
	sphere.radius = kiln_tight_up(kiln_double_max(reach_over(center, from, r), reach_over(center, to, s)));
	return sphere;
}

kiln_sphere kiln_sphere_transform(const kiln_sphere *sphere, const kiln_pose *pose)
{
	if (kiln_pose_rests(pose))
		return *sphere;
	kiln_posing posing = kiln_posing_of(pose);
	kiln_d3 local = kiln_d3_from(sphere->center), exact = kiln_posing_point(&posing, local);
	kiln_sphere moved = {.center = kiln_vec3_stored(exact)};
	// Each coordinate may be off by the error: over three of them that is less than twice as much.
	double strayed = 2 * kiln_posing_point_error(&posing, local);
	double radius = (double)sphere->radius * posing.scale;
	moved.radius = kiln_tight_up(reach_over(kiln_d3_from(moved.center), exact, radius + strayed));
	return moved;
}
