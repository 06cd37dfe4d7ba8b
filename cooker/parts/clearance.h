// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PARTS_CLEARANCE_H
#define KILN_COOKER_PARTS_CLEARANCE_H

#include "hausdorff/nearest.h"
#include "parts.h"

#include "convex/convex.h"

/// The space that a ball reaches among the triangles of a surface.
///
/// A ball is free where its centre is at least its radius from all triangles. A cube around the art is cut into eight cubes, and these again, until a cube
/// is certainly blocked (each point of the cube is nearer to the art than the radius, as the distance from its centre and its half diagonal say), certainly
/// free, or a cell: as small as a twelfth of the radius. What is not certainly blocked counts as free, so that the free cubes contain every free centre. A
/// flood from a free cube to the cubes that share a face with it reaches every centre that the ball can reach: where a path leaves a
/// cube through an edge or a corner, that point is free, and all cubes that have it are too. Passages narrower than the ball by less than
/// about a sixth may count as passable.
///
/// A convex set enters that space by the depth d: the centre of a ball that is reached is at least radius - d from the set. A ball of that
/// smaller radius passes the set wherever the larger one passes the art.

typedef struct clearance_cube clearance_cube;

typedef struct clearance
{
	nearest_tree *tree; ///< of the art
	double radius;
	double low[3];	 ///< corner of the cube around the art
	double edge;	 ///< of a cell
	double slack;	 ///< exceeds the rounding of any distance
	uint32_t levels; ///< the edge of the cube around the art is 2^levels cells
	clearance_cube *cubes;
	uint32_t cube_count;
	uint32_t capacity;
	uint32_t reached; ///< cubes that are free and reached, not cut
} clearance;

/// A convex set may enter the space by this share of the radius.
#define CLEARANCE_SHARE 0.25

/// Cubes at most: the limit of the work, and of 12 bytes of memory each.
#define CLEARANCE_CUBES_MOST (1u << 23)

/// Floods the space among the triangles of `tree`, which lie in the box, from the outside, or from `count` points. `step` is as for parts_build. KILNCOOK_REFUSED
/// with `parts-clear-work` for a radius so small that the cubes do not suffice. Call clearance_free in any case.
kilncook_status clearance_begin(const kilncook_context *context, nearest_tree *tree, const float low[3],
	const float high[3], const parts_options *options,
	kilncook_status (*step)(void *user, uint64_t done, uint64_t total), void *user, clearance *out);

void clearance_free(const kilncook_context *context, clearance *c);

/// Returns an upper bound of the depth by which a convex set enters the space, 0 .. radius. The bound is at most `enough`, or the depth of a cell, which may
/// exceed that of its free points by its diagonal. With `decide`, the search ends where the bound is above `enough`, which gives the radius.
/// Coordinates of the set are those of the art minus `eye`.
double clearance_depth(const clearance *c, const kiln_convex *set, kiln_d3 eye, double enough, bool decide);

/// clearance_depth of a hull.
double clearance_hull_depth(const clearance *c, const convex_hull *h, double enough, bool decide);

#endif
