// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_MESH_PAIR_H
#define KILN_PAIR_MESH_PAIR_H

#include "kiln/budget.h"
#include "kiln/front.h"
#include "kiln/pair.h"
#include "math/double3.h"
#include "pair/kernel/affine.h"
#include "pair/kernel/link.h"
#include "pair/kernel/volume.h"

/// One mesh against another, by a tree of each. Touching and distance are decided in a's shape coordinates: a's corners
/// are unchanged, b's are moved by b_to_a in double and rounded. The trees, the links and the descent only determine
/// which triangles are examined.

struct kiln_pair_sift;

/// The conversion of lengths from a's shape coordinates to the query's.
typedef struct kiln_pair_metric
{
	bool similar;		  ///< all lengths have the same factor
	double scale;		  ///< this factor
	kiln_affine to_query; ///< not similar: the map from a's shape coordinates to the query's
} kiln_pair_metric;

/// The AABBs of a mesh, whose leaves are in the order of the triangles.
typedef struct kiln_mesh_boxes
{
	kiln_pair_tree tree;
	uint32_t triangles; ///< of the mesh; 0: unknown, and a search for the nearest uses only the other tree
} kiln_mesh_boxes;

typedef struct kiln_mesh_pair
{
	kiln_pair_tree a, b;
	kiln_mesh_boxes boxes[2]; ///< of both, see settle.h
	kiln_pair_link links[2];  ///< from a's volumes to b's frame, and from b's to a's
	kiln_affine b_to_a;		  ///< from b's shape coordinates to a's
	kiln_pair_metric metric;
	kiln_isa isa; ///< of the asset of a
	const kiln_descent *descent;
	kiln_pair_counters *counters;	   ///< or NULL
	const struct kiln_pair_sift *sift; ///< excludes pairs of triangles; or NULL
	kiln_budget *budget;			   ///< or NULL; if it ends a walk, the result is the best found until then
	/// The state of the last frame; NULL: no state. The following fields are used only with a front.
	kiln_front *front;
	/// Identifies a's mesh and b's, and the nodes of the pair, by their content instead of their addresses.
	uint64_t identity[2];
	uint32_t node_count[2]; ///< of the two trees
	bool deformed[2];		///< vertices may have moved since the last frame
} kiln_mesh_pair;

/// Two triangles that touch: numbers in their meshes, and the corners that were compared, in a's shape coordinates.
typedef struct kiln_mesh_touch
{
	uint32_t triangle[2];
	kiln_d3 corner[2][3];
} kiln_mesh_touch;

/// Receives two triangles that touch; false ends the walk.
typedef bool kiln_visit_mesh_touch(void *user, const kiln_mesh_touch *touch);

/// Two triangles and their nearest points.
typedef struct kiln_mesh_nearest
{
	double distance; ///< in the query's lengths
	uint32_t triangle[2];
	kiln_d3 point[2]; ///< in a's shape coordinates
} kiln_mesh_nearest;

/// The identity of a mesh of an asset across frames, for kiln_mesh_pair.identity. `more` is anything else that matters,
/// such as a node's number.
uint64_t kilni_mesh_identity(const kiln_asset *asset, uint32_t mesh, uint64_t more);

/// Whether any two triangles touch; if so, stores such a pair.
bool kilni_mesh_pair_collide(const kiln_mesh_pair *pair, kiln_mesh_touch *touch);

/// Visits every pair of triangles that touches, each once, in an order that the trees, the poses and the descent
/// determine. Returns false when the visitor ended the walk.
bool kilni_mesh_pair_contacts(const kiln_mesh_pair *pair, kiln_visit_mesh_touch *visit, void *user);

/// Finds the nearest triangles that are at most `upper` apart: among equally near ones those with the lowest numbers,
/// a's first; at a distance of 0 any that touch. May report a pair at most `lower` apart although a nearer one exists.
/// Distances are compared by their keys (kiln_near_key). Returns false if there is no such pair.
bool kilni_mesh_pair_distance(const kiln_mesh_pair *pair, float lower, float upper, kiln_mesh_nearest *nearest);

/// Whether any two triangles are at most `distance` apart; 0 tests whether they touch.
bool kilni_mesh_pair_within(const kiln_mesh_pair *pair, float distance);

#endif
