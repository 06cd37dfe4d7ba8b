// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HAUSDORFF_NEAREST_H
#define KILN_COOKER_HAUSDORFF_NEAREST_H

#include "hausdorff.h"
#include "tree/build/build.h"

/// A tree over the triangles of a surface, for the triangle that is nearest to a point. Triangles are numbered in the order of
/// the tree.
typedef struct nearest_tree
{
	build_tree tree;
	float (*corners)[3][3]; ///< by number
	uint32_t *numbers;		///< by the surface's own number
	uint32_t count;
	uint64_t visits; ///< of nodes that queries may still make
} nearest_tree;

/// False when out of memory, with nothing to free.
bool nearest_build(
	const kilncook_context *context, const hausdorff_surface *surface, uint32_t threads, nearest_tree *out);

void nearest_free(const kilncook_context *context, nearest_tree *tree);

/// Squared distance of a point from a point of the triangle that is nearest but for rounding: an upper bound of the squared
/// distance from the triangle.
double nearest_corners2(const float corners[3][3], const double p[3]);

/// The same, for a triangle of a tree.
double nearest_triangle2(const nearest_tree *tree, uint32_t triangle, const double p[3]);

/// Finds the triangle nearest to a point, from the guess `*triangle` on. Returns the squared distance from it, as
/// nearest_triangle2. When the visits run out, the best triangle so far.
double nearest_find(nearest_tree *tree, const double p[3], uint32_t *triangle);

/// What a triangle adds to the winding number around a point, such as exact_crossing.
typedef int nearest_crossing(const float corners[3][3], const double p[3], const void *user);

/// The winding number of the surface around a point: what the triangles add that a ray upwards from the point may meet.
int64_t nearest_winding(const nearest_tree *tree, const double p[3], nearest_crossing *crossing, const void *user);

/// Nodes in which all triangles near some place are: searches that begin there skip the levels above and what is far away.
/// (Traversal order as in ray tracing's shared entry points: A. Reshetov et al., Multi-Level Ray Tracing Algorithm, 2005.)
#define NEAREST_FRONT_MAX 64
typedef struct nearest_front
{
	uint32_t nodes[NEAREST_FRONT_MAX];
	uint32_t count;
} nearest_front;

/// Fills `front` with the root, below which all triangles are.
void nearest_front_all(nearest_front *front);

/// Fills `front` with nodes below those of `from`, in which all triangles of `from` within `reach` of the point are. Divides nodes that
/// are longer than `size`, while there is room.
void nearest_front_near(const nearest_tree *tree, const nearest_front *from, const double p[3], double reach,
	double size, nearest_front *front);

/// Finds the nearest triangle below the nodes of a front, as nearest_find.
double nearest_find_below(nearest_tree *tree, const nearest_front *front, const double p[3], uint32_t *triangle);

/// Returns the most by which the distance of nearest_find exceeds the true one, for points within `reach` of all triangles' first corners. Large
/// for surfaces with very flat triangles.
double nearest_excess(const nearest_tree *tree, double reach);

/// Returns a lower bound of the distance of a point from the surface, but for 2^-46 of the largest coordinate. Allows for the
/// rounding of ill-conditioned triangles; `distance` is an upper bound. 0 when the visits run out.
double nearest_certain(nearest_tree *tree, const double p[3], double distance);

#endif
