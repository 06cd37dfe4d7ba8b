// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_BROADPHASE_EXPERIMENT_2006_H
#define KILN_BENCH_BROADPHASE_EXPERIMENT_2006_H

#include "bench/scenes/broadphase.h"

/// The results published in 2006 (M. Pokorný, Detekce kolizí vhodná pro pohybující se modely v oblasti VR, University
/// of West Bohemia; tables 2.3 to 2.7), and the methods that are measured beside them.

typedef enum method_2006
{
	METHOD_2006_GRID,								///< A: dense, with as many cells an axis as in 2006
	METHOD_2006_SPATIAL_TREE,						///< B: the same cells
	METHOD_2006_SEGMENT_TREES,						///< C: with as many units as in 2006
	METHOD_2006_RANGE_TREE,							///< D: the same units
	METHOD_2006_PUBLISHED,							///< methods from here on have no published results
	METHOD_2006_GRID_BYTES = METHOD_2006_PUBLISHED, ///< A with as many cells as fit into C's bytes
	METHOD_2006_SPATIAL_OWN,						///< B with its own choice of cells
	METHOD_2006_DEFAULT,							///< Kiln's default method
	METHOD_2006_COUNT,
} method_2006;

typedef struct scene_2006
{
	bool clustered;
	bool fast;
	uint32_t count;
} scene_2006;

/// Return the published seconds for creating a structure, or for a frame; 0 where none were published.
double published_2006_creation(const scene_2006 *scene, method_2006 method);
double published_2006_frame(const scene_2006 *scene, method_2006 method);

#endif
