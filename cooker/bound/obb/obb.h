// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_H
#define KILN_COOKER_OBB_H

#include "frame.h"

/// Oriented boxes: the methods there are, from a covariance of the points to the least box of all.

/// In the order of what they cost, `obb-best` the last.
extern const bound_method *const bound_obb_methods[];
extern const uint32_t bound_obb_method_count;

/// What bound_obb_best takes for an effort of 0.
#define BOUND_OBB_EFFORT 4000000u

/// The share of the least volume that `obb-best` may lose. Hulls that this would cost much on are round: their boxes are
/// nearly alike.
#define BOUND_OBB_TOLERANCE 1e-6

/// The box of least volume that is found with about `effort` point projections (0: BOUND_OBB_EFFORT); counted, so that
/// every machine finds the same. It starts from the principal axes of the hull's surface, turns about each axis in turn
/// until no turn helps, and then looks for the exact least box around a few of the hull's vertices: no box around all
/// of them is smaller, so that it ends as soon as the best box is within the share `tolerance` of it, and otherwise takes in
/// the vertices that the smaller box has left out. KILNCOOK_INTERNAL when out of memory.
kilncook_status bound_obb_best(
	const kilncook_context *context, const obb_cloud *cloud, uint64_t effort, double tolerance, bound_volume *volume);

#endif
