// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_SDF_H
#define KILN_FORMAT_SDF_H

#include "blob.h"

/// Signed distance fields.

/// Samples along an edge of a block of a signed distance field, and cells between them.
#define KILN_SDF_SAMPLES 8
#define KILN_SDF_CELLS (KILN_SDF_SAMPLES - 1)
/// Most root cells along an axis of a field, and most levels below them.
#define KILN_SDF_ROOTS_MAX 64
#define KILN_SDF_DEPTH_MAX 12
/// Marks a cell with eight children: the other bits are the first child's number. A cell without this bit is a block.
#define KILN_SDF_INNER 0x80000000u
/// The share of its least distance that a block's error may have, far from the surface.
#define KILN_SDF_FAR 0.125f

/// A signed distance field of a closed mesh or a hull: negative inside. A grid of cubes covers the shape's box; each cube is a cell that has a
/// block of samples, or eight children of half its edge, x fastest. Cells are numbered from the field's first: the grid's, x fastest,
/// then groups of eight children; the children of a cell have greater numbers than the cell.
typedef struct kiln_format_sdf
{
	uint32_t shape;		 ///< in SHAPES: a mesh that is closed and consistently wound, or a hull of dimension 3
	float origin[3];	 ///< the least corner of the grid
	float edge;			 ///< of a cell of the grid; > 0
	uint32_t roots[3];	 ///< cells of the grid along each axis, 1 .. KILN_SDF_ROOTS_MAX
	uint32_t depth;		 ///< levels below the grid, at most KILN_SDF_DEPTH_MAX
	uint32_t cell_first; ///< in SDF_CELLS
	uint32_t cell_count;
	uint32_t block_first; ///< in SDF_BLOCKS
	uint32_t block_count;
	/// No block has a greater error than this, or than KILN_SDF_FAR times the least magnitude of its samples; >= 0.
	float error;
	uint32_t reserved[2];
} kiln_format_sdf;

/// Samples of a signed distance in a cubic cell, its corners included: sample (i, j, k) is base + step * samples[i + 8 j + 64 k] at
/// i / 7, j / 7, k / 7 of the cell's edges. Between samples the field is the trilinear interpolation.
typedef struct kiln_format_sdf_block
{
	float base;
	float step; ///< >= 0
	float
		error; ///< the field, as the runtime computes it, is nowhere in the cell farther than this from the exact distance; >= 0
	uint32_t reserved;
	uint16_t samples[KILN_SDF_SAMPLES * KILN_SDF_SAMPLES * KILN_SDF_SAMPLES];
} kiln_format_sdf_block;

KILN_FORMAT_LAYOUT(kiln_format_sdf, 64);
KILN_FORMAT_FIELD(kiln_format_sdf, shape, 0);
KILN_FORMAT_FIELD(kiln_format_sdf, origin, 4);
KILN_FORMAT_FIELD(kiln_format_sdf, edge, 16);
KILN_FORMAT_FIELD(kiln_format_sdf, roots, 20);
KILN_FORMAT_FIELD(kiln_format_sdf, depth, 32);
KILN_FORMAT_FIELD(kiln_format_sdf, cell_first, 36);
KILN_FORMAT_FIELD(kiln_format_sdf, cell_count, 40);
KILN_FORMAT_FIELD(kiln_format_sdf, block_first, 44);
KILN_FORMAT_FIELD(kiln_format_sdf, block_count, 48);
KILN_FORMAT_FIELD(kiln_format_sdf, error, 52);
KILN_FORMAT_FIELD(kiln_format_sdf, reserved, 56);

KILN_FORMAT_LAYOUT(kiln_format_sdf_block, 1040);
KILN_FORMAT_FIELD(kiln_format_sdf_block, base, 0);
KILN_FORMAT_FIELD(kiln_format_sdf_block, step, 4);
KILN_FORMAT_FIELD(kiln_format_sdf_block, error, 8);
KILN_FORMAT_FIELD(kiln_format_sdf_block, reserved, 12);
KILN_FORMAT_FIELD(kiln_format_sdf_block, samples, 16);

#endif
