// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HAUSDORFF_NEAREST_GROUP_H
#define KILN_COOKER_HAUSDORFF_NEAREST_GROUP_H

#include "nearest.h"

/// Points near each other, which one walk of the tree serves.
#define NEAREST_GROUP 8

typedef struct nearest_group
{
	double points[NEAREST_GROUP][3];
	double distances[NEAREST_GROUP];   ///< from the triangles
	uint32_t triangles[NEAREST_GROUP]; ///< guesses before, the nearest after
} nearest_group;

/// Finds the triangle nearest to each point of a group, below the nodes of a front, from the guesses in `triangles` on. A distance
/// exceeds that of the nearest triangle by at most `slack`, and by nothing where `slack` is 0: then it is the square root of what
/// nearest_find_below returns. Boxes are tested in float, four points at a time, and kept in doubt.
/// (Packets of rays share walks like this: I. Wald et al., Interactive Rendering with Coherent Ray Tracing, 2001.)
void nearest_find_group(const nearest_tree *tree, const nearest_front *front, double slack, nearest_group *group);

#endif
