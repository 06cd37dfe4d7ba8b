// SPDX-License-Identifier: MIT
#ifndef KILN_WALK_H
#define KILN_WALK_H

#include "bounds.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Walks of rays and segments through what divides space: which parts they touch, in order.

// --- Uniform grids ----------------------------------------------------------------------------------------------------

/// A cell that a ray touches: between numbers cell[i] and cell[i] + 1 of the grid on axis i, both included.
typedef struct kiln_walk_cell
{
	int32_t cell[3];
	/// When the ray is in it, in lengths of the direction as given. Never later than it enters, and never earlier than
	/// it leaves: rounded outwards.
	float enter, leave;
} kiln_walk_cell;

/// Receives a cell, and answers how far the ray still goes: `leave` of the cell ends it there, a larger number, such as
/// the t_max given, lets it go on as far as before, a negative one ends it.
typedef float kiln_visit_cell(void *user, const kiln_walk_cell *cell);

/// Visits those of the cells cells->min .. cells->max of a grid that a ray touches, by increasing enter, each once. A
/// ray through an edge or a corner touches all the cells there, and one along a face those on both sides: none is
/// missed, whatever rounding does. Visited as well may be cells that the ray passes at a distance of less than 2^-40 of
/// the coordinates: of the ray, the grid's origin, and the cells. Where that is more than a cell, order is by layers of
/// cells only.
///
/// Layer by layer across the axis along which the ray passes most cells, with times that are computed anew for each
/// (after Amanatides and Woo 1987; Ericson 2005, 7.4.2), in time of the cells visited, whatever their number.
///
/// t_max 0 means no limit, flags are not looked at. Nothing is visited for a zero direction, a NaN or infinity anywhere
/// but in t_max, a negative t_max, a `cell` of the grid that is not > 0, cells with min > max, or more than 2^30 of
/// them on an axis.
KILN_API void kiln_walk_grid(
	const kiln_grid *grid, const kiln_aabb_int *cells, const kiln_ray *ray, kiln_visit_cell *visit, void *user);

/// The same for the points from a to b: t is the share of the way, from 0 to 1. Equal ends are a point, which touches
/// from 1 to 8 cells from 0 to 1.
KILN_API void kiln_walk_grid_segment(
	const kiln_grid *grid, const kiln_aabb_int *cells, kiln_vec3 a, kiln_vec3 b, kiln_visit_cell *visit, void *user);

// --- k-d trees --------------------------------------------------------------------------------------------------------

/// What `axis` of a leaf is.
#define KILN_KD_LEAF 3u

/// A node of a k-d tree: a plane, and what lies on its sides.
typedef struct kiln_kd_node
{
	float split;   ///< the plane's coordinate; finite
	uint32_t axis; ///< 0 .. 2; KILN_KD_LEAF
	uint32_t
		child; ///< the lower side's node, behind this one; the upper side's is the next. Of leaves the caller's own
} kiln_kd_node;

/// A k-d tree in space, the root first.
typedef struct kiln_kd_tree
{
	const kiln_kd_node *nodes;
	uint32_t node_count;
	kiln_aabb bounds; ///< the root's cell, which may be infinite; every plane lies strictly inside its node's cell
} kiln_kd_tree;

/// Most levels of a tree, so that a walk finds room for what waits.
#define KILN_KD_DEPTH_MAX 64u

/// A leaf that a ray touches.
typedef struct kiln_walk_leaf
{
	uint32_t node;
	/// When the ray is in its cell, in lengths of the direction as given: rounded outwards, as of kiln_walk_cell.
	float enter, leave;
} kiln_walk_leaf;

/// Receives a leaf, and answers how far the ray still goes, as of kiln_visit_cell.
typedef float kiln_visit_kd_leaf(void *user, const kiln_walk_leaf *leaf);

/// Visits the leaves whose closed cells a ray touches, by increasing enter, each once. A ray in a plane touches both
/// sides, and one that passes where planes cross touches all the cells there: none is missed. Visited as well may be
/// leaves that the ray passes by what rounding makes of times: 2^-48 of them.
///
/// Each side of a plane has its part of the node's time (Kaplan 1985; Ericson 2005, 7.4.1), widened by what rounding
/// may take; a direction's zeros are told apart by comparing coordinates only (Havran 2000). Nodes wait sorted by when
/// they are entered: at most eight a level, for no more cells than that meet at a point.
///
/// Rays are as of kiln_walk_grid. KILN_E_ARGUMENT for NULL, and bounds that are NaN or empty; KILN_E_TREE where a child
/// isn't behind its parent, is another's too or no node of the tree, and for an `axis` or `split` that is none; KILN_E_CAPACITY where
/// more nodes wait than there is room for: the tree is too deep, or the ray begins so far away that rounding takes many
/// of its cells for one place. Then the walk ends there. A tree without nodes has no leaves.
KILN_API kiln_status kiln_walk_kd(const kiln_kd_tree *tree, const kiln_ray *ray, kiln_visit_kd_leaf *visit, void *user);

/// The same for the points from a to b, as of kiln_walk_grid_segment.
KILN_API kiln_status kiln_walk_kd_segment(
	const kiln_kd_tree *tree, kiln_vec3 a, kiln_vec3 b, kiln_visit_kd_leaf *visit, void *user);

#ifdef __cplusplus
}
#endif

#endif
