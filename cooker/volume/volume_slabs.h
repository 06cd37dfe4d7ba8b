// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_SLABS_H
#define KILN_COOKER_VOLUME_SLABS_H

#include "kiln/bounds.h"
#include "kiln_format.h"

/// Measures many k-DOPs of one kind: everything that depends only on the directions is computed once.
/// bound_polytope_measure measures a single k-DOP.

enum
{
	VOLUME_PLANES_MAX = 2 * KILN_KDOP_AXES,
};

/// A plane's face, in coordinates of the plane: a polygon whose edges are perpendicular to a few directions. Each
/// direction belongs to one or more of the other planes.
typedef struct volume_slab_face
{
	double direction[VOLUME_PLANES_MAX][2]; ///< unit
	uint32_t directions;
	uint32_t planes;				   ///< number of other planes that are not parallel
	uint8_t plane[VOLUME_PLANES_MAX];  ///< number of each of these planes
	uint8_t edge[VOLUME_PLANES_MAX];   ///< index of its direction
	double own[VOLUME_PLANES_MAX];	   ///< an edge's distance from the middle is its plane's offset times `own` ...
	double of_face[VOLUME_PLANES_MAX]; ///< ... minus the face's offset times this
} volume_slab_face;

typedef struct volume_slab_plan
{
	uint32_t axes; ///< one bit each
	uint32_t count;
	uint32_t axis[VOLUME_PLANES_MAX]; ///< of each plane; even planes are the upper ones
	double length[KILN_KDOP_AXES];	  ///< of the axes
	volume_slab_face faces[VOLUME_PLANES_MAX];
} volume_slab_plan;

void volume_slab_plan_make(kiln_tree_kind kind, volume_slab_plan *plan);

/// Computes volume and surface of the solid between slabs, to rounding. A flat solid counts its area on both sides.
void volume_slab_measure(const volume_slab_plan *plan, const kiln_kdop *slabs, double *volume, double *area);

#endif
