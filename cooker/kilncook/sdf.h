// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_SDF_H
#define KILNCOOK_SDF_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The signed distance field of a mesh or hull (kilncook_options.sdf), in the shape's own units. 0 blocks: the shape has none.
typedef struct kilncook_sdf_row
{
	uint32_t blocks;
	uint32_t depth; ///< levels below the grid
	double error;	///< of blocks near the surface, proved
	double wanted;	///< the error that was asked for
	uint64_t bytes;
} kilncook_sdf_row;

#ifdef __cplusplus
}
#endif

#endif
