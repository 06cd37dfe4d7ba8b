// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_BROADPHASE_2006_H
#define KILN_BENCH_BROADPHASE_2006_H

#include "bench/scenes/broadphase.h"

/// What was published in 2006 (M. Pokorný, Detekce kolizí vhodná pro pohybující se modely v oblasti VR, University of
/// West Bohemia; tables 2.3 to 2.7), and who is measured here beside it.

typedef enum method_2006
{
	METHOD_2006_GRID,								///< A: dense, as many cells an axis as then
	METHOD_2006_SPATIAL_TREE,						///< B: the same cells
	METHOD_2006_SEGMENT_TREES,						///< C: as many units as then
	METHOD_2006_RANGE_TREE,							///< D: the same units
	METHOD_2006_PUBLISHED,							///< from here on there are none to compare with
	METHOD_2006_GRID_BYTES = METHOD_2006_PUBLISHED, ///< A with as many cells as there are in C's bytes
	METHOD_2006_SPATIAL_OWN,						///< B with cells as large as it makes them itself
	METHOD_2006_DEFAULT,							///< ours of today
	METHOD_2006_COUNT,
} method_2006;

typedef struct scene_2006
{
	bool clustered;
	bool fast;
	uint32_t count;
} scene_2006;

/// Seconds that were published for creating a structure, or for a frame; 0 where there are none.
double published_2006_creation(const scene_2006 *scene, method_2006 method);
double published_2006_frame(const scene_2006 *scene, method_2006 method);

#endif
