// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MERGE_PLANE_H
#define KILN_COOKER_MERGE_PLANE_H

#include "surface.h"

/// The planes of regions that grow within a tolerance.

/// An interval, with rounding included.
typedef struct merge_range
{
	double low, high;
} merge_range;

/// Returns how far a vertex lies above the region's plane, along the axis w.
merge_range merge_plane_deviation(const merge_surface *surface, const merge_region *region, uint32_t vertex);

/// Returns the distance of a vertex from the segment ab, all three moved along w into the region's plane, rounded up.
double merge_plane_distance(
	const merge_surface *surface, const merge_region *region, uint32_t vertex, uint32_t a, uint32_t b);

/// Sets the axes of a region and its plane, through `vertex` with this normal, which is not zero along the axes' w.
/// Components below 2^-100 of the largest count as zero.
void merge_plane_set(const double normal[3], uint32_t vertex, merge_region *region);

#endif
