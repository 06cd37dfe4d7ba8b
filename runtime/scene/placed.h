// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_PLACED_H
#define KILN_SCENE_PLACED_H

#include "instance.h"
#include "kiln/surface.h"
#include "math/double3.h"
#include "tree/filter.h"
#include "tree/kernels.h"

/// A mesh in a query: alone, in its own coordinates, or as a node of the asset. Triangles are tested in the query's
/// coordinates, so that a sphere stays a sphere under any scale. Only culling uses the mesh's coordinates, with bounds
/// that are valid for all node matrices and all float32 rounding.
typedef struct kiln_placed
{
	const kiln_asset *asset;
	uint32_t mesh;
	uint32_t node;				   ///< KILN_NONE: alone
	const kiln_format_node *moved; ///< NULL: the mesh's coordinates are the query's
	bool mirrored;				   ///< the winding is reversed
	kiln_filter_rest rest;		   ///< what the asset's filter leaves of it; of what has none, only this is set
	kiln_tree tree;
	const kiln_surface *surface; ///< in the place of the tree: a surface in its own coordinates; or NULL
	/// Per axis of the mesh: the greatest distance of a triangle's vertex from its image under kiln_transform_point and
	/// then to_mesh.
	kiln_d3 stray;
} kiln_placed;

/// Places a mesh of the asset in its own coordinates.
kiln_placed kilni_place_mesh(const kiln_asset *asset, uint32_t mesh);

/// Places a surface, for which an asset without triangles stands.
kiln_placed kilni_place_surface(const kiln_asset *asset, const kiln_surface *surface);

/// Places a node of the asset.
kiln_placed kilni_place_node(const kiln_asset *asset, uint32_t node);

/// A box of the mesh's coordinates that holds every vertex and triangle that may lie in center - reach .. center +
/// reach.
void kilni_placed_box(const kiln_placed *placed, kiln_d3 center, kiln_d3 reach, float min[3], float max[3]);

/// Whether the box of a node and the box min .. max are apart.
static inline bool kiln_node_apart(const kiln_format_node *node, const float min[3], const float max[3])
{
	for (int axis = 0; axis < 3; ++axis)
		if (node->bounds_min[axis] > max[axis] || node->bounds_max[axis] < min[axis])
			return true;
	return false;
}

/// A ball in the mesh's coordinates, for kilni_walk_nearest.
typedef struct kiln_placed_ball
{
	float point[3];
	double stretch; ///< greatest stretch of to_mesh
	double stray;
} kiln_placed_ball;

kiln_placed_ball kilni_placed_ball_at(const kiln_placed *placed, kiln_d3 point);

/// The squared radius that contains all triangles that are at most `distance` from the point.
float kilni_placed_ball_limit(const kiln_placed_ball *ball, double distance);

/// A moving box in a tree's coordinates, for kiln_kernels.walk_ray. The walk begins where the box first meets the
/// tree's bounds, so that the way there loses no precision.
typedef struct kiln_placed_sweep
{
	kiln_walk_ray walk;
	float extents[3];
	double from; ///< time at which the walk begins
	double unit; ///< time = from + the walk's t / unit
} kiln_placed_sweep;

/// Moves the box center - reach .. center + reach along `direction`, which is not zero, for 0 <= time <= limit. Returns
/// false when the box never meets bounds_min .. bounds_max.
bool kilni_sweep_over(kiln_placed_sweep *sweep, kiln_d3 center, kiln_d3 reach, kiln_d3 direction, double limit,
	const float bounds_min[3], const float bounds_max[3]);

/// kilni_sweep_over for a placed mesh's tree; center, reach and direction are in the query's coordinates.
bool kilni_placed_sweep_over(const kiln_placed *placed, kiln_placed_sweep *sweep, kiln_d3 center, kiln_d3 reach,
	kiln_d3 direction, double limit);

/// The walk's limit for a time.
float kilni_placed_sweep_limit(const kiln_placed_sweep *sweep, double time);

/// Whether the filter keeps triangle `triangle` of the mesh. Called where the filter keeps some triangles.
static inline bool kiln_placed_has(const kiln_placed *placed, uint32_t triangle)
{
	return placed->rest == KILN_FILTER_ALL || kiln_filter_triangle(placed->asset, placed->node, placed->mesh, triangle);
}

/// A triangle of one of the mesh's leaves in the query's coordinates.
static inline void kiln_placed_triangle(
	const kiln_placed *placed, const kiln_leaf *leaf, uint32_t i, kiln_vec3 corners[3])
{
	kiln_leaf_triangle(leaf, i, corners);
	for (int k = 0; placed->moved && k < 3; ++k)
		corners[k] = kiln_transform_point(placed->moved->to_asset, corners[k]);
}

#endif
