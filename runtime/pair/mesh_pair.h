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

/// One mesh against another, through a tree of each. Which triangles touch, and how far apart they are, is decided in
/// a's shape coordinates: a's corners as they are, b's moved by b_to_a in double and rounded. The trees, the links and
/// the descent decide only what is looked at.

struct kiln_pair_kernels;

/// How lengths in a's shape coordinates become lengths of the query.
typedef struct kiln_pair_metric
{
	bool similar;		  ///< all by the same factor
	double scale;		  ///< that factor
	kiln_affine to_query; ///< not similar: a's shape coordinates into those of the query
} kiln_pair_metric;

/// The AABBs of a mesh, whose leaves stand in the order of the triangles.
typedef struct kiln_mesh_boxes
{
	kiln_pair_tree tree;
	uint32_t triangles; ///< of the mesh; 0: it is not known, and a search for the nearest keeps to the other tree
} kiln_mesh_boxes;

typedef struct kiln_mesh_pair
{
	kiln_pair_tree a, b;
	kiln_mesh_boxes boxes[2]; ///< of both, see settle.h
	kiln_pair_link links[2];  ///< of a's volumes into b's frame, of b's into a's
	kiln_affine b_to_a;		  ///< b's shape coordinates into a's
	kiln_pair_metric metric;
	const struct kiln_pair_kernels *kernels; ///< of the asset of a
	kiln_descent descent;
	kiln_pair_counters *counters; ///< or NULL
	kiln_budget *budget;		  ///< or NULL; where it ends a walk, what was found until then is the answer
	/// What the last frame left; NULL: nothing. The rest is looked at only with a front.
	kiln_front *front;
	/// Whatever tells a's mesh and b's, and the nodes of the pair, from others: contents, not addresses.
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

/// Receives them; false ends the walk.
typedef bool kiln_visit_mesh_touch(void *user, const kiln_mesh_touch *touch);

/// Two triangles and where they are nearest to each other.
typedef struct kiln_mesh_nearest
{
	double distance; ///< in the query's lengths
	uint32_t triangle[2];
	kiln_d3 point[2]; ///< in a's shape coordinates
} kiln_mesh_nearest;

/// What identifies a mesh of an asset across frames, for kiln_mesh_pair.identity. `more` is anything else that matters:
/// a node's number, say.
uint64_t kilni_mesh_identity(const kiln_asset *asset, uint32_t mesh, uint64_t more);

/// Whether any two triangles touch; if so, which.
bool kilni_mesh_pair_collide(const kiln_mesh_pair *pair, kiln_mesh_touch *touch);

/// Every pair of triangles that touches, each once, in an order that the trees, the poses and the descent determine.
/// False when the visitor ended it.
bool kilni_mesh_pair_contacts(const kiln_mesh_pair *pair, kiln_visit_mesh_touch *visit, void *user);

/// The nearest triangles that are at most `upper` apart, of equally near ones those with the lowest numbers, a's first;
/// with a distance of 0 whichever were found to touch. A pair at most `lower` apart may be answered though a nearer one exists.
/// Distances are compared by their keys (kiln_near_key). False: none.
bool kilni_mesh_pair_distance(const kiln_mesh_pair *pair, float lower, float upper, kiln_mesh_nearest *nearest);

/// Whether any two triangles are at most `distance` apart; 0 asks whether they touch.
bool kilni_mesh_pair_within(const kiln_mesh_pair *pair, float distance);

#endif
