// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_PARTS_H
#define KILNCOOK_PARTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How long a convex decomposition searches.
typedef uint32_t kilncook_parts_quality;
enum kilncook_parts_quality_values
{
	KILNCOOK_PARTS_GOOD = 0,
	KILNCOOK_PARTS_FAST = 1, ///< few planes, and no cuts beyond the number of parts
	KILNCOOK_PARTS_BEST = 2, ///< the best of four searches with fewer and more planes, of which one is that of GOOD
	KILNCOOK_PARTS_QUALITY_END = 3,
};

/// A stable word for a quality, such as `good`.
KILNCOOK_API const char *kilncook_parts_quality_name(kilncook_parts_quality quality);

#define KILNCOOK_PARTS_DEFAULT 64
#define KILNCOOK_PARTS_MAX 4096
#define KILNCOOK_PARTS_ERROR_DEFAULT 0.01

/// Figures of a convex decomposition. Lengths and volumes are in the mesh's own units.
typedef struct kilncook_parts_counts
{
	uint32_t parts;		 ///< 0: no decomposition was asked for
	uint32_t components; ///< connected surfaces that were decomposed on their own; 1: all together
	uint32_t cuts;
	uint32_t merges; ///< 0: the cuts alone were better
	double volume;	 ///< sum of the parts' volumes; where parts overlap, more than that of their union
	double art;		 ///< volume of the art, 0 where it is not closed and wound
	double
		error; ///< no point of a part's surface outside of the solid is farther from the art, certainly; infinity: not known
	double wanted; ///< the error that was asked for
} kilncook_parts_counts;

#ifdef __cplusplus
}
#endif

#endif
