// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_DISTANCES_H
#define KILN_BENCH_DISTANCES_H

#include "bench/scenes/meshes.h"
#include "hausdorff/hausdorff.h"

/// Certain distances of surfaces, for the families that measure them, and what brute force says about them.

/// Random points on each surface whose distance brute force finds.
#define DISTANCE_POINTS 24

hausdorff_surface distance_surface(const clean_mesh *mesh);

/// Measures the two-sided distance. The upper bound is infinite where one of the surfaces has no triangle.
hausdorff_result distance_measure(const hausdorff_surface *a, const hausdorff_surface *b);

/// Whether the two-sided distance is certainly at most `limit`.
bool distance_within(const hausdorff_surface *a, const hausdorff_surface *b, double limit);

/// Counts how often brute force over all triangles contradicts a result: where the point that it names is not as far from the
/// other surface as its lower bound, or farther than its upper bound; where a random point of a surface is farther from the
/// other one than the upper bound. An unfinished result counts, too.
uint32_t distance_wrong(
	const hausdorff_surface *a, const hausdorff_surface *b, const hausdorff_result *result, uint64_t seed);

/// Collapses edges by meshoptimizer alone, which stops at `target` triangles or at the relative `error`. Returns the
/// number of triangles in `out`, which has room for all of the mesh's.
uint32_t distance_meshoptimizer(
	const clean_mesh *mesh, uint32_t target, double error, bool borders_stay, uint32_t (*out)[3]);

#endif
