// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SDF_H
#define KILN_COOKER_SDF_H

#include "hausdorff/hausdorff.h"
#include "kiln_format.h"

/// Signed distance fields of closed surfaces, in the layout of the blob, with a proved bound of their error.
///
/// A grid of cubes around the surface is refined as an octree until each block of samples is exact enough. certify.c bounds the
/// difference between the trilinear interpolation and the exact distance over whole cells, not at samples. The sign is that of the
/// winding number, by exact predicates.
/// (Adaptively sampled fields: S. Frisken et al., Adaptively Sampled Distance Fields, 2000. They test the error at points.)

/// Nodes of the tree, and triangles, that a bound of one cube may look at.
#define SDF_LOOKS_MAX 4096u

typedef struct sdf_options
{
	double error;	  ///< of blocks at the surface, in the mesh's own units; > 0
	uint32_t blocks;  ///< most blocks, at least those of the grid of root cells
	uint32_t threads; ///< of no effect on the result; 0 means 1
} sdf_options;

/// A field. `head` counts cells and blocks from the field's own start.
typedef struct sdf_field
{
	kiln_format_sdf head;
	uint32_t *cells;
	kiln_format_sdf_block *blocks;
	double wanted;		  ///< the error that was asked for
	bool short_of_blocks; ///< some blocks have a larger error: there were no more blocks, or no more levels
} sdf_field;

/// Builds the field of a closed, consistently wound surface. KILNCOOK_INTERNAL when out of memory, with nothing to free.
kilncook_status sdf_build(
	const kilncook_context *context, const hausdorff_surface *surface, const sdf_options *options, sdf_field *out);

/// Returns the bytes of a field in the blob; 0 without blocks.
static inline uint64_t sdf_bytes(const sdf_field *field)
{
	if (!field->head.block_count)
		return 0;
	return sizeof field->head + field->head.cell_count * sizeof *field->cells +
		   field->head.block_count * sizeof *field->blocks;
}

void sdf_free(const kilncook_context *context, sdf_field *field);

#endif
