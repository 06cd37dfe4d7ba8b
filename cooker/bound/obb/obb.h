// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_H
#define KILN_COOKER_OBB_H

#include "frame.h"

/// The methods that fit oriented boxes, from a covariance of the points to the least box.

/// By increasing cost; `obb-best` is last.
extern const bound_method *const bound_obb_methods[];
extern const uint32_t bound_obb_method_count;

/// The effort that bound_obb_best uses when the effort is 0.
#define BOUND_OBB_EFFORT 4000000u

/// The share of the least volume that `obb-best` may lose. Hulls that would need much more work are round: their boxes
/// are nearly alike.
#define BOUND_OBB_TOLERANCE 1e-6

/// Fits the box of least volume that about `effort` point projections find (0: BOUND_OBB_EFFORT). The work is counted,
/// so that every machine finds the same box. The search turns boxes around a few of the hull's vertices from a dozen
/// starts, each about its axes until no turn helps, whatever the effort. Then it finds the exact least box around these
/// vertices. No box around all vertices is smaller, so the search ends when the best box is within the share `tolerance` of that
/// least box; otherwise it adds the vertices outside the least box. KILNCOOK_INTERNAL when out of memory.
kilncook_status bound_obb_best(
	const kilncook_context *context, const obb_cloud *cloud, uint64_t effort, double tolerance, bound_volume *volume);

/// A small box without a search: the best of three frames, turned about its axes until no turn helps. KILNCOOK_INTERNAL
/// when out of memory.
kilncook_status bound_obb_fast(const kilncook_context *context, const obb_cloud *cloud, bound_volume *volume);

#endif
