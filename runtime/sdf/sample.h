// SPDX-License-Identifier: MIT
#ifndef KILN_SDF_SAMPLE_H
#define KILN_SDF_SAMPLE_H

#include "kiln/sdf.h"

#include "math/ieee.h"

#define KILN_BACKEND_BASE
#include "simd/simd4.h"

#include <math.h>

/// The interpolation in a field's grid. The cooker bounds its rounding (cooker/sdf/block.c): a place has an error of 2^-22 of
/// the grid's longest edge on each axis, the value one of 2^-19 of the block's largest value.

/// The cell of a block around a point, and the point's place in it.
typedef struct kiln_sdf_place
{
	const kiln_format_sdf_block *block;
	const uint16_t *samples; ///< that at the cell's least corner
	f4 share;				 ///< 0 .. 1 along x, y, z
	uint32_t level;			 ///< of the block's cell
} kiln_sdf_place;

/// The first three lanes; the last is 0.
static inline f4 kiln_sdf_lanes(kiln_vec3 v)
{
	return f4_from3(v.x, v.y, v.z);
}

/// What a search reads of a field, in lanes. A batch keeps a copy in registers.
typedef struct kiln_sdf_grid
{
	f4 origin, end, inverse_edge;
	f4 last_part; ///< along each axis: number of the last of the parts
	u4 strides;	  ///< from a root cell to the next along x, y and z
	const uint32_t *cells;
	const kiln_format_sdf_block *blocks;
} kiln_sdf_grid;

static inline kiln_sdf_grid kiln_sdf_grid_of(const kiln_sdf *sdf)
{
	const uint32_t *roots = sdf->head->roots;
	const f4 parts = f4_mul(f4_from_u4(u4_from3(roots[0], roots[1], roots[2])), f4_set1(1 << KILN_SDF_DEPTH_MAX));
	return (kiln_sdf_grid){.origin = kiln_sdf_lanes(sdf->origin),
		.end = kiln_sdf_lanes(sdf->end),
		.inverse_edge = f4_set1(sdf->inverse_edge),
		.last_part = f4_sub(parts, f4_from3(1, 1, 1)),
		.strides = u4_from3(1, roots[0], roots[0] * roots[1]),
		.cells = sdf->cells,
		.blocks = sdf->blocks};
}

/// Whether the grid has the point; false for NaN.
static inline bool kiln_sdf_has(const kiln_sdf_grid *grid, f4 p)
{
	return m4_bits(m4_and(m4_le(grid->origin, p), m4_le(p, grid->end))) == 15;
}

/// Finds the cell around a point in the grid, its surface included. All axes at a time, one in each lane.
static inline kiln_sdf_place kiln_sdf_find(const kiln_sdf_grid *grid, f4 p)
{
	const u4 strides = u4_from3(1, KILN_SDF_SAMPLES, KILN_SDF_SAMPLES * KILN_SDF_SAMPLES);
	// In root cells, from 0 to their number, but for rounding at the end; then in their 2^KILN_SDF_DEPTH_MAX parts. The product is exact.
	f4 place = f4_mul(f4_sub(p, grid->origin), grid->inverse_edge);
	const u4 part = u4_from_f4(f4_min(f4_mul(place, f4_set1(1 << KILN_SDF_DEPTH_MAX)), grid->last_part));
	uint32_t cell = grid->cells[u4_dot(u4_right(part, KILN_SDF_DEPTH_MAX), grid->strides)], level = 0;
	u4 rest = u4_left(part, 32 - KILN_SDF_DEPTH_MAX);
	while (cell & KILN_SDF_INNER)
	{
		cell = grid->cells[(cell & ~KILN_SDF_INNER) + u4_tops(rest)];
		rest = u4_left(rest, 1);
		place = f4_add(place, place);
		++level;
	}
	// The place in the block in units of its cells: the cell, and the share in it. All steps but one product are exact.
	const f4 from = f4_from_u4(u4_right(part, KILN_SDF_DEPTH_MAX - level));
	const f4 cells = f4_mul(f4_sub(place, from), f4_set1(KILN_SDF_CELLS));
	const u4 in = u4_from_f4(f4_min(cells, f4_set1(KILN_SDF_CELLS - 1)));
	const kiln_format_sdf_block *block = &grid->blocks[cell];
	return (kiln_sdf_place){.block = block,
		.samples = &block->samples[u4_dot(in, strides)],
		.share = f4_min(f4_sub(cells, f4_from_u4(in)), f4_set1(1)),
		.level = level};
}

/// The samples at a cell's least sides along x, and at the greatest; bit 0 of a lane is its side along y, bit 1 along z.
static inline f4 kiln_sdf_samples(const kiln_sdf_place *p, f4 *high)
{
	const uint32_t row = KILN_SDF_SAMPLES, layer = row * row;
	return f4_pairs(p->samples, p->samples + row, p->samples + layer, p->samples + layer + row, high);
}

static inline float kiln_sdf_mix(float a, float b, float share)
{
	return a + (b - a) * share;
}

static inline float kiln_sdf_interpolate(const kiln_sdf_place *p)
{
	f4 high;
	const f4 low = kiln_sdf_samples(p, &high);
	float along[4], share[4];
	f4_store(share, p->share);
	f4_store(along, f4_add(low, f4_mul(f4_sub(high, low), f4_set1(share[0]))));
	return p->block->base + p->block->step * kiln_sdf_mix(kiln_sdf_mix(along[0], along[1], share[1]),
												 kiln_sdf_mix(along[2], along[3], share[1]), share[2]);
}

/// Whether there is a field: not for NULL, and not for a kiln_sdf of zeros.
static inline bool kiln_sdf_is_open(const kiln_sdf *sdf)
{
	return sdf && sdf->head;
}

/// Returns the answer for a point outside the grid, and stores the nearest point of the grid.
kiln_sdf_sample kilni_sdf_outside(const kiln_sdf *sdf, kiln_vec3 point, kiln_vec3 *nearest);

#endif
