// SPDX-License-Identifier: MIT
#include "core.h"
#include "outward.h"

bool kiln_overlaps_sphere_obb(const kiln_sphere *a, const kiln_obb *b)
{
	kiln_core first = kiln_core_of_sphere(a), second = kiln_core_of_obb(b);
	return kiln_core_point_touches(&first, &second) || !kilni_sound_sphere(a) || !kilni_sound_obb(b);
}

bool kiln_overlaps_sphere_capsule(const kiln_sphere *a, const kiln_capsule *b)
{
	kiln_core first = kiln_core_of_sphere(a), second = kiln_core_of_capsule(b);
	return kiln_core_point_touches(&first, &second) || !kilni_sound_sphere(a) || !kilni_sound_capsule(b);
}

bool kiln_overlaps_sphere_rss(const kiln_sphere *a, const kiln_rss *b)
{
	kiln_core first = kiln_core_of_sphere(a), second = kiln_core_of_rss(b);
	return kiln_core_point_touches(&first, &second) || !kilni_sound_sphere(a) || !kilni_sound_rss(b);
}

bool kiln_overlaps_capsule_aabb(const kiln_capsule *a, const kiln_aabb *b)
{
	kiln_core first = kiln_core_of_capsule(a), second = kiln_core_of_aabb(b);
	kiln_frame frame = kiln_frame_of_aabb(b);
	return kilni_core_touches(&first, &second, &frame) || !kilni_sound_capsule(a) || !kilni_sound_aabb(b);
}

bool kiln_overlaps_capsule_obb(const kiln_capsule *a, const kiln_obb *b)
{
	kiln_core first = kiln_core_of_capsule(a), second = kiln_core_of_obb(b);
	kiln_frame frame = kiln_frame_of_obb(b);
	return kilni_core_touches(&first, &second, &frame) || !kilni_sound_capsule(a) || !kilni_sound_obb(b);
}

bool kiln_overlaps_capsule_rss(const kiln_capsule *a, const kiln_rss *b)
{
	kiln_core first = kiln_core_of_capsule(a), second = kiln_core_of_rss(b);
	kiln_frame frame = kilni_frame_of_core(&second);
	return kilni_core_touches(&first, &second, &frame) || !kilni_sound_capsule(a) || !kilni_sound_rss(b);
}

/// How far x lies outside low .. high.
static double outside(double x, double low, double high)
{
	return x < low ? low - x : x > high ? x - high : 0;
}

bool kiln_overlaps_sphere_aabb(const kiln_sphere *a, const kiln_aabb *b)
{
	kiln_d3 distance = {outside((double)a->center.x, (double)b->min.x, (double)b->max.x),
		outside((double)a->center.y, (double)b->min.y, (double)b->max.y),
		outside((double)a->center.z, (double)b->min.z, (double)b->max.z)};
	double radius = (double)a->radius;
	// A difference, a square and two sums round 5 times by 2^-53, and the square of the radius once more.
	bool apart = kiln_d3_length2(distance) * (1 - 0x1p-50) > radius * radius;
	return !apart || !kilni_sound_sphere(a) || !kilni_sound_aabb(b);
}

/// The distance of a core with at most one side and a core with two.
static kiln_distance distance_of(const kiln_core *a, const kiln_core *b)
{
	kiln_core_pair pair = kiln_core_pair_of(a, b);
	kiln_frame frame = kilni_frame_of_core(b);
	kiln_core_nearest nearest = kilni_core_nearest_of(&pair, &frame);
	return kilni_core_measure(&pair, &nearest);
}

bool kiln_overlaps_layered(const kiln_layered *a, const kiln_layered *b)
{
	return kiln_overlaps_sphere_sphere(&a->sphere, &b->sphere) && kiln_overlaps_obb_obb(&a->obb, &b->obb);
}

kiln_distance kiln_distance_sphere_capsule(const kiln_sphere *a, const kiln_capsule *b)
{
	kiln_core first = kiln_core_of_sphere(a), second = kiln_core_of_capsule(b);
	return distance_of(&first, &second);
}

kiln_distance kiln_distance_sphere_rss(const kiln_sphere *a, const kiln_rss *b)
{
	kiln_core first = kiln_core_of_sphere(a), second = kiln_core_of_rss(b);
	return distance_of(&first, &second);
}

kiln_distance kiln_distance_capsule_rss(const kiln_capsule *a, const kiln_rss *b)
{
	kiln_core first = kiln_core_of_capsule(a), second = kiln_core_of_rss(b);
	return distance_of(&first, &second);
}
