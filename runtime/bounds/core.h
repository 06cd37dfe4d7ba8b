// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_CORE_H
#define KILN_BOUNDS_CORE_H

#include "kiln/bounds.h"
#include "math/double3.h"

#include <math.h>

/// kiln_d3_abs without a branch.
static inline kiln_d3 kiln_d3_sizes(kiln_d3 a)
{
	return (kiln_d3){fabs(a.x), fabs(a.y), fabs(a.z)};
}

/// The common form of spheres, capsules, lozenges and boxes: the points within `radius` of the core anchor + offset +
/// r[0] side[0] + r[1] side[1] + r[2] side[2], |r[i]| <= 1 (a zonotope).
///
/// One inequality along one direction, whose rounding is bounded, always decides whether two of these bodies are apart;
/// how that direction was found does not matter. So a closest pair that is slightly wrong can report one overlap too
/// many, but never lose an overlap.
typedef struct kiln_core
{
	kiln_d3 anchor; ///< a stored point, exact, so that a body far from the origin loses nothing
	kiln_d3 offset; ///< from anchor to center; each number within 2^-52 of its size of the exact one, as in `side`
	kiln_d3 side[3];
	int count; ///< of sides; the others are zero
	double radius;
} kiln_core;

static inline kiln_core kiln_core_of_sphere(const kiln_sphere *sphere)
{
	return (kiln_core){.anchor = kiln_d3_from(sphere->center), .radius = (double)sphere->radius};
}

static inline kiln_core kiln_core_of_capsule(const kiln_capsule *capsule)
{
	kiln_d3 a = kiln_d3_from(capsule->a);
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(capsule->b), a), 0.5);
	return (kiln_core){.anchor = a, .offset = half, .side = {half}, .count = 1, .radius = (double)capsule->radius};
}

static inline kiln_core kiln_core_of_rss(const kiln_rss *rss)
{
	kiln_core core = {.anchor = kiln_d3_from(rss->origin), .count = 2, .radius = (double)rss->radius};
	core.side[0] = kiln_d3_scale(kiln_d3_from(rss->edges[0]), 0.5);
	core.side[1] = kiln_d3_scale(kiln_d3_from(rss->edges[1]), 0.5);
	core.offset = kiln_d3_add(core.side[0], core.side[1]);
	return core;
}

static inline kiln_core kiln_core_of_aabb(const kiln_aabb *aabb)
{
	kiln_d3 min = kiln_d3_from(aabb->min);
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(aabb->max), min), 0.5);
	return (kiln_core){
		.anchor = min, .offset = half, .side = {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}, .count = 3};
}

static inline kiln_core kiln_core_of_obb(const kiln_obb *obb)
{
	kiln_core core = {.anchor = kiln_d3_from(obb->center), .count = 3};
	for (int i = 0; i < 3; ++i)
		core.side[i] = kiln_d3_scale(kiln_d3_from(obb->axes[i]), (double)obb->half_extents[i]);
	return core;
}

/// Whether all numbers are finite and no size is below zero; needed for an answer of `false`.
bool kilni_sound_sphere(const kiln_sphere *sphere);
bool kilni_sound_capsule(const kiln_capsule *capsule);
bool kilni_sound_rss(const kiln_rss *rss);
bool kilni_sound_aabb(const kiln_aabb *aabb);
bool kilni_sound_obb(const kiln_obb *obb);

/// Perpendicular unit directions, along the core's sides where it has sides, and the core's half lengths along them.
typedef struct kiln_frame
{
	kiln_d3 axis[3];
	double half[3];
} kiln_frame;

kiln_frame kilni_frame_of_core(const kiln_core *core);

static inline kiln_frame kiln_frame_of_obb(const kiln_obb *obb)
{
	kiln_frame frame;
	for (int i = 0; i < 3; ++i)
	{
		frame.axis[i] = kiln_d3_from(obb->axes[i]);
		frame.half[i] = (double)obb->half_extents[i];
	}
	return frame;
}

static inline kiln_frame kiln_frame_of_aabb(const kiln_aabb *aabb)
{
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(aabb->max), kiln_d3_from(aabb->min)), 0.5);
	return (kiln_frame){.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .half = {half.x, half.y, half.z}};
}

/// The query of two cores.
typedef struct kiln_core_pair
{
	const kiln_core *a, *b;
	kiln_d3 between; ///< from a's center to b's
	/// Per axis |between| plus the absolute sides of both: no sum along the axis is larger.
	kiln_d3 size;
	double radius; ///< sum of both
} kiln_core_pair;

static inline kiln_core_pair kiln_core_pair_of(const kiln_core *a, const kiln_core *b)
{
	kiln_core_pair pair = {.a = a, .b = b, .radius = a->radius + b->radius};
	pair.between = kiln_d3_add(kiln_d3_sub(b->anchor, a->anchor), kiln_d3_sub(b->offset, a->offset));
	pair.size = kiln_d3_sizes(pair.between);
	for (int i = 0; i < a->count; ++i)
		pair.size = kiln_d3_add(pair.size, kiln_d3_sizes(a->side[i]));
	for (int i = 0; i < b->count; ++i)
		pair.size = kiln_d3_add(pair.size, kiln_d3_sizes(b->side[i]));
	return pair;
}

/// A lower bound of the cores' distance, measured along `direction` (any length and error). A positive value proves
/// that the cores are apart, by that many lengths of the direction.
static inline double kiln_core_gap(const kiln_core_pair *pair, kiln_d3 direction)
{
	double sides = 0;
	for (int i = 0; i < pair->a->count; ++i)
		sides += fabs(kiln_d3_dot(pair->a->side[i], direction));
	for (int i = 0; i < pair->b->count; ++i)
		sides += fabs(kiln_d3_dot(pair->b->side[i], direction));
	// With u = 2^-53: `between` is off by 6 u of `size`, a side by 2 u of itself; a dot product adds 3 u, the sums
	// at most 8 u more. All of it is relative to the terms, which add up to |direction| . size, and less than 2^-48.
	double slack = 0x1p-48 * kiln_d3_dot(kiln_d3_sizes(direction), pair->size);
	return fabs(kiln_d3_dot(pair->between, direction)) - sides - slack;
}

/// Whether the cores' boxes, grown by the radii, are apart on x, y or z. Cheap, and a proof.
static inline bool kiln_core_boxes_apart(const kiln_core_pair *pair)
{
	// 2 |between| - size = |between| - sides. The slack of kiln_core_gap and the sum of the radii join the other side.
	kiln_d3 distance = kiln_d3_sizes(pair->between);
	double radius = pair->radius * (1 + 0x1p-50);
	return 2 * distance.x - pair->size.x * (1 + 0x1p-48) > radius ||
		   2 * distance.y - pair->size.y * (1 + 0x1p-48) > radius ||
		   2 * distance.z - pair->size.z * (1 + 0x1p-48) > radius;
}

/// Whether the bodies are proven apart along the direction.
static inline bool kiln_core_apart_along(const kiln_core_pair *pair, kiln_d3 direction)
{
	double gap = kiln_core_gap(pair, direction);
	if (!(gap > 0) || pair->radius == 0)
		return gap > 0;
	// Squares, three products and two sums: 10 roundings of 2^-53.
	return gap * gap * (1 - 0x1p-49) > pair->radius * pair->radius * kiln_d3_length2(direction);
}

/// Whether the bodies are proven apart along `toward`, which should lead from one closest point to the other. If
/// rounding spoiled `toward`, tries its substitutes: `toward` made perpendicular to a side, or the normal of two sides.
bool kilni_core_apart(const kiln_core_pair *pair, kiln_d3 toward);

/// A lower bound of the cores' distance, at least 0: along `toward`, the difference of closest points. If this proves
/// much less than the length of `toward`, the best bound along the same substitutes.
double kilni_core_distance(const kiln_core_pair *pair, kiln_d3 toward);

/// A closest pair of points of two cores, within rounding.
typedef struct kiln_core_nearest
{
	kiln_d3 on_a, on_b; ///< from a's center
	kiln_d3 toward;		///< on_b - on_a
	double distance2;
} kiln_core_nearest;

/// For a core `a` with at most one side, and `b` with its frame.
kiln_core_nearest kilni_core_nearest_of(const kiln_core_pair *pair, const kiln_frame *frame);

/// For any two cores of two sides.
kiln_core_nearest kilni_core_nearest_flat(
	const kiln_core_pair *pair, const kiln_frame *frame_a, const kiln_frame *frame_b);

/// The answer of a distance function: a lower bound of the bodies' distance, and where the cores are closest.
kiln_distance kilni_core_measure(const kiln_core_pair *pair, const kiln_core_nearest *nearest);

/// The whole decision for a point or segment against a core with its frame.
bool kilni_core_touches(const kiln_core *a, const kiln_core *b, const kiln_frame *frame);

static inline double kiln_double_clamp(double x, double most)
{
	return kiln_double_max(-most, kiln_double_min(x, most));
}

/// The place on side `i` of b, -1 to 1, that is nearest to the point a, a core without sides.
static inline double kiln_core_foot(const kiln_core_pair *pair, int i)
{
	kiln_d3 side = pair->b->side[i];
	double length2 = kiln_d3_length2(side);
	return length2 > 0 ? kiln_double_clamp(-kiln_d3_dot(pair->between, side) / length2, 1) : 0;
}

/// The slow path of kiln_core_point_touches, where its first test does not decide.
bool kilni_core_point_settles(const kiln_core_pair *pair);

/// The whole decision for a core without sides. The sides of the other core are perpendicular within rounding, so its
/// nearest point needs no frame.
static inline bool kiln_core_point_touches(const kiln_core *point, const kiln_core *b)
{
	kiln_core_pair pair = kiln_core_pair_of(point, b);
	kiln_d3 toward = pair.between;
	for (int i = 0; i < b->count; ++i)
		toward = kiln_d3_along(toward, kiln_core_foot(&pair, i), b->side[i]);
	if (kiln_d3_length2(toward) <= pair.radius * pair.radius)
		return true;
	return !kiln_core_apart_along(&pair, toward) && kilni_core_point_settles(&pair);
}

/// kilni_core_touches for two cores of two sides.
bool kilni_core_touches_flat(const kiln_core_pair *pair, const kiln_frame *frame_a, const kiln_frame *frame_b);

/// A unit vector perpendicular to a unit vector.
kiln_d3 kilni_d3_across(kiln_d3 unit);

/// `v` divided by its length; zero stays.
kiln_d3 kilni_d3_unit(kiln_d3 v);

#endif
