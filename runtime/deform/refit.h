// SPDX-License-Identifier: MIT
#ifndef KILN_DEFORM_REFIT_H
#define KILN_DEFORM_REFIT_H

#include "tree/layout.h"

/// Fits the volumes of a tree to vertices that have moved (van den Bergen 1997). The topology stays. Volumes are
/// computed from the bottom up, in one pass over the nodes from the last to the first, because children lie behind
/// their parent. Each walk over a subtree's points is bounded, so the cost is linear; nothing is allocated.

/// A tree to refit, in the caller's memory.
typedef struct kiln_refit
{
	const uint8_t *leaves;
	uint8_t *nodes; ///< the root
	uint32_t node_count;
	uint32_t kind; ///< kiln_tree_kind
	void *scratch; ///< kilni_refit_scratch bytes per node, aligned to 16
} kiln_refit;

/// A box of floats, exact.
typedef struct kiln_refit_box
{
	float min[3];
	float max[3];
} kiln_refit_box;

/// Bytes of scratch per node of a tree of this kind.
uint32_t kilni_refit_scratch(uint32_t kind);

/// Fits a tree of AABBs, quantized as the cooker does: the same points give the same bits. `bounds` gets the box of all
/// points. Returns the sum of the surfaces of all children's boxes.
double kilni_refit_boxes(const kiln_refit *refit, kiln_refit_box *bounds);

/// Fits a k-DOP tree. Slabs are those of the points, rounded outwards to float32 where they are not exact, and then to
/// the node's planes. Returns the sum of the surfaces of the boxes that the first three slabs make.
double kilni_refit_slabs(const kiln_refit *refit);

/// Fits a tree of spheres, OBBs or RSS. Oriented volumes keep their rotations. Returns the sum of the surfaces.
double kilni_refit_round(const kiln_refit *refit);

/// The box of a leaf's vertices.
static inline kiln_refit_box kiln_refit_leaf_box(const kiln_leaf *leaf)
{
	kiln_refit_box box;
	const float *rows[3] = {leaf->x, leaf->y, leaf->z};
	for (int axis = 0; axis < 3; ++axis)
	{
		float min = rows[axis][0], max = min;
		for (uint32_t i = 1; i < leaf->vertex_count; ++i)
		{
			min = rows[axis][i] < min ? rows[axis][i] : min;
			max = rows[axis][i] > max ? rows[axis][i] : max;
		}
		box.min[axis] = min;
		box.max[axis] = max;
	}
	return box;
}

static inline void kiln_refit_box_join(kiln_refit_box *box, const kiln_refit_box *other)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		box->min[axis] = other->min[axis] < box->min[axis] ? other->min[axis] : box->min[axis];
		box->max[axis] = other->max[axis] > box->max[axis] ? other->max[axis] : box->max[axis];
	}
}

static inline double kiln_refit_box_surface(double x, double y, double z)
{
	return 2 * (x * y + y * z + z * x);
}

#endif
