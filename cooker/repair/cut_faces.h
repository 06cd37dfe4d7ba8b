// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_CUT_FACES_H
#define KILN_COOKER_REPAIR_CUT_FACES_H

#include "cut_points.h"

/// Constrained triangulation of points of one plane, by exact signs.

typedef struct cut_faces
{
	cut_points *points;
	int u, v;				///< axes that the plane is seen along
	const uint32_t *nodes;	///< points, all different, by their coordinate u, then v
	uint32_t node_count;	///< 3 or more
	uint32_t (*corners)[3]; ///< nodes of triangles, counter-clockwise
	uint32_t (*mates)[3];	///< per side: 3 * triangle + side of the triangle behind, or KILN_NONE
	uint8_t (*fixed)[3];	///< per side: it is a part of a constraint
	uint32_t count, room;
	uint32_t *at;			 ///< per node: one of its triangles
	uint32_t *next, *before; ///< per node of the hull: its neighbours counter-clockwise
	uint32_t *outer;		 ///< per node of the hull: the side to the next one
	uint32_t *crossed;		 ///< triangles that a constraint crosses
	uint32_t *chains[2];	 ///< nodes to the left and to the right of the constraint
	uint32_t (*ranges)[2];	 ///< of a chain, to be triangulated
	uint8_t *marks;			 ///< per triangle: among those crossed
	struct cut_link *links;	 ///< sides to be joined
} cut_faces;

typedef enum cut_result
{
	CUT_DONE,
	CUT_REFUSED, ///< a limit of work, or the plane has no area
	CUT_MEMORY,
} cut_result;

/// Triangulates the convex hull of the nodes: every node is a corner, every constraint, a pair of nodes, is a side. Constraints meet
/// in nodes only, and pass through no node. Sides that are not constraints are then flipped to the Delaunay triangulation of the
/// snapped points, as far as this keeps all triangles in order, both before and after snapping. Free the result in every case.
cut_result cut_faces_build(cut_faces *f, const uint32_t (*constraints)[2], uint32_t count);

void cut_faces_free(cut_faces *f);

#endif
