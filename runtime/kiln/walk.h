// SPDX-License-Identifier: MIT
#ifndef KILN_WALK_H
#define KILN_WALK_H

#include "bounds.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Walks of rays and segments through subdivisions of space: which parts they touch, in order.

// --- Uniform grids ----------------------------------------------------------------------------------------------------

/// A cell that a ray touches: between numbers cell[i] and cell[i] + 1 of the grid on axis i, both included.
typedef struct kiln_walk_cell
{
	int32_t cell[3];
	/// Times when the ray is in the cell, in lengths of the given direction, rounded outwards: `enter` is never later
	/// than the ray enters, and `leave` never earlier than the ray leaves.
	float enter, leave;
} kiln_walk_cell;

/// Receives a cell, and returns how far the ray still goes. `leave` of the cell ends the ray there. A larger number,
/// such as the given t_max, leaves the ray as long as before. A negative number ends the walk.
typedef float kiln_visit_cell(void *user, const kiln_walk_cell *cell);

/// Visits those of the cells cells->min .. cells->max of a grid that a ray touches, by increasing enter, each once.
///
/// A ray through an edge or a corner touches all the cells there, and a ray along a face the cells on both sides.
/// Rounding never makes the walk miss a cell. The walk may also visit cells that the ray passes at a distance of less
/// than 2^-40 of the coordinates: those of the ray, of the grid's origin, and of the cells. Where that is more than a
/// cell, the order is only that of layers of cells.
///
/// The walk proceeds layer by layer, along the axis on which the ray passes most cells, and computes the times of each
/// layer from the start (after Amanatides and Woo 1987; Ericson 2005, 7.4.2). The time grows with the visited cells
/// only.
///
/// t_max 0 means no limit; flags are ignored. The walk visits nothing for a zero direction, for NaN or infinity
/// anywhere but in t_max, for a negative t_max, for a `cell` of the grid that is not > 0, for cells with min > max, and
/// for more than 2^30 cells on an axis.
KILN_API void kiln_walk_grid(
	const kiln_grid *grid, const kiln_aabb_int *cells, const kiln_ray *ray, kiln_visit_cell *visit, void *user);

/// Walks along the segment from a to b: t is the share of the way, from 0 to 1. Equal ends are a point, which touches
/// from 1 to 8 cells from 0 to 1.
KILN_API void kiln_walk_grid_segment(
	const kiln_grid *grid, const kiln_aabb_int *cells, kiln_vec3 a, kiln_vec3 b, kiln_visit_cell *visit, void *user);

// --- k-d trees --------------------------------------------------------------------------------------------------------

/// Value of `axis` of a leaf.
#define KILN_KD_LEAF 3u

/// A node of a k-d tree: a plane, and the nodes on its sides; or a leaf.
typedef struct kiln_kd_node
{
	float split;	///< the plane's coordinate; finite
	uint32_t axis;	///< 0 .. 2; KILN_KD_LEAF
	uint32_t child; ///< lower side's node, behind this one; the upper side's is the next. Leaves: the caller's
} kiln_kd_node;

/// A k-d tree in space. The root is the first node.
typedef struct kiln_kd_tree
{
	const kiln_kd_node *nodes;
	uint32_t node_count;
	kiln_aabb bounds; ///< cell of the root, may be infinite; every plane lies strictly inside its node's cell
} kiln_kd_tree;

/// Most levels of a tree: the walk has room for that many waiting levels.
#define KILN_KD_DEPTH_MAX 64u

/// A leaf that a ray touches.
typedef struct kiln_walk_leaf
{
	uint32_t node;
	/// Times when the ray is in the leaf's cell, in lengths of the given direction, rounded outwards as in
	/// kiln_walk_cell.
	float enter, leave;
} kiln_walk_leaf;

/// Receives a leaf, and returns how far the ray still goes, as in kiln_visit_cell.
typedef float kiln_visit_kd_leaf(void *user, const kiln_walk_leaf *leaf);

/// Visits the leaves whose closed cells a ray touches, by increasing enter, each once. A ray in a plane touches both
/// sides, and a ray through the crossing of planes touches all the cells there: no leaf is missed. The walk may also
/// visit leaves that the ray passes within the rounding of times: 2^-48 of the times.
///
/// Each side of a plane gets its part of the node's time (Kaplan 1985; Ericson 2005, 7.4.1), widened by rounding. For
/// axes where the direction is zero the walk only compares coordinates (Havran 2000). Nodes wait in the order of their
/// times of entry: at most eight a level, because no more cells than eight meet at a point.
///
/// Rays are as in kiln_walk_grid. A tree without nodes has no leaves. KILN_E_ARGUMENT for NULL, and for bounds that are
/// NaN or empty. KILN_E_TREE where a child is not behind its parent, has two parents, or is no node of the tree, and
/// for an invalid `axis` or `split`. KILN_E_CAPACITY where more nodes wait than there is room for: the tree is too
/// deep, or the ray begins so far away that rounding takes many of its cells for one place. The walk then ends there.
KILN_API kiln_status kiln_walk_kd(const kiln_kd_tree *tree, const kiln_ray *ray, kiln_visit_kd_leaf *visit, void *user);

/// Walks along the segment from a to b, as in kiln_walk_grid_segment.
KILN_API kiln_status kiln_walk_kd_segment(
	const kiln_kd_tree *tree, kiln_vec3 a, kiln_vec3 b, kiln_visit_kd_leaf *visit, void *user);

#ifdef __cplusplus
}
#endif

#endif
