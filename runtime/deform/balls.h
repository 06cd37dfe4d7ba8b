// SPDX-License-Identifier: MIT
#ifndef KILN_DEFORM_BALLS_H
#define KILN_DEFORM_BALLS_H

#include "bounds/outward.h"

/// The contents of a volume as balls whose convex hull contains them, and functions that fit a volume around the balls.
///
/// All positions are relative to a point near by, `from`, a float3: differences of floats are rounded by at most 2^-53
/// of themselves in double. Let M be the largest |x| + |y| + |z| + radius of the balls plus that of the volume's own
/// centre. Distances and dot products with axes no longer than 1 + 2^-17 are each some ten rounded operations on
/// numbers of at most 2 M, so they are within 2^-48 M of the exact values. This error is added to each bound, which is
/// then rounded up to float32.
#define KILN_FIT_SLACK 0x1p-48

/// The most balls that one fit examines; a larger subtree is represented by its children's volumes.
#define KILN_FIT_BALLS 512

typedef struct kiln_fit_ball
{
	kiln_d3 center; ///< relative to kiln_fit_set.from
	double radius;
} kiln_fit_ball;

typedef struct kiln_fit_set
{
	kiln_vec3 from;
	uint32_t count; ///< > 0
	double largest; ///< M without the volume's centre
	kiln_fit_ball balls[KILN_FIT_BALLS];
} kiln_fit_set;

/// One volume. `size` is a sphere's radius in size[0], an OBB's half sizes, or an RSS's sizes as in
/// kiln_format_oriented_node.
typedef struct kiln_fit_volume
{
	kiln_vec3 center;
	float size[3];
	double surface;
} kiln_fit_volume;

/// Fits a sphere: moves from the middle towards the farthest ball in ever smaller steps (Badoiu and Clarkson 2003) and
/// keeps the best.
kiln_fit_volume kilni_fit_sphere(const kiln_fit_set *set);

/// Fits an OBB with axes as kiln_format_axes gives them.
kiln_fit_volume kilni_fit_obb(const kiln_fit_set *set, const kiln_d3 axes[3]);

/// Fits an RSS. Its rectangle is perpendicular to axes[2], in the middle of the set, and as small as a radius allows
/// (Larsen, Gottschalk, Lin and Manocha 1999). The final radius then reaches to the ball that is farthest from the
/// rectangle. Tries some radii from the least on and takes the least surface.
kiln_fit_volume kilni_fit_rss(const kiln_fit_set *set, const kiln_d3 axes[3]);

static inline void kiln_fit_add(kiln_fit_set *set, kiln_d3 center, double radius)
{
	kiln_d3 size = kiln_d3_abs(center);
	double reach = size.x + size.y + size.z + radius;
	set->largest = reach > set->largest ? reach : set->largest;
	set->balls[set->count++] = (kiln_fit_ball){center, radius};
}

#endif
