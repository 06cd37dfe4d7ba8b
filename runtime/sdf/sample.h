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
	float share[3];			 ///< 0 .. 1
	uint32_t level;			 ///< of the block's cell
} kiln_sdf_place;

/// A place on one axis, in cells of the grid, and in their 2^KILN_SDF_DEPTH_MAX parts.
typedef struct kiln_sdf_axis
{
	float place;
	uint32_t part;
} kiln_sdf_axis;

static inline kiln_sdf_axis kiln_sdf_axis_of(float place, uint32_t roots)
{
	// The place is in 0 .. roots, but for rounding at the end. The product is exact.
	const uint32_t part = (uint32_t)(int32_t)(place * (float)(1 << KILN_SDF_DEPTH_MAX));
	const uint32_t last = (roots << KILN_SDF_DEPTH_MAX) - 1;
	return (kiln_sdf_axis){place, part < last ? part : last};
}

/// The place in a block in units of its cells: the cell, and the share in it. All steps but one product are exact.
static inline uint32_t kiln_sdf_cell_of(const kiln_sdf_axis *axis, uint32_t level, float scale, float *share)
{
	const float place = axis->place * scale - (float)(int32_t)(axis->part >> (KILN_SDF_DEPTH_MAX - level));
	const float cells = place * KILN_SDF_CELLS;
	const int32_t cell = (int32_t)cells, last = KILN_SDF_CELLS - 1;
	const int32_t in = cell < last ? cell : last;
	const float rest = cells - (float)in;
	*share = rest < 1 ? rest : 1;
	return (uint32_t)in;
}

/// Finds the cell around a point in the grid, its surface included.
static inline kiln_sdf_place kiln_sdf_find(const kiln_sdf *sdf, kiln_vec3 p)
{
	const uint32_t *roots = sdf->head->roots;
	const kiln_sdf_axis x = kiln_sdf_axis_of((p.x - sdf->origin.x) * sdf->inverse_edge, roots[0]);
	const kiln_sdf_axis y = kiln_sdf_axis_of((p.y - sdf->origin.y) * sdf->inverse_edge, roots[1]);
	const kiln_sdf_axis z = kiln_sdf_axis_of((p.z - sdf->origin.z) * sdf->inverse_edge, roots[2]);
	uint32_t shift = KILN_SDF_DEPTH_MAX;
	uint32_t cell = sdf->cells[(x.part >> shift) + roots[0] * ((y.part >> shift) + roots[1] * (z.part >> shift))];
	while (cell & KILN_SDF_INNER)
	{
		--shift;
		const uint32_t child = (x.part >> shift & 1) | (y.part >> shift & 1) << 1 | (z.part >> shift & 1) << 2;
		cell = sdf->cells[(cell & ~KILN_SDF_INNER) + child];
	}
	kiln_sdf_place place = {.block = &sdf->blocks[cell], .level = KILN_SDF_DEPTH_MAX - shift};
	const float scale = (float)(1 << place.level);
	const uint32_t i = kiln_sdf_cell_of(&x, place.level, scale, &place.share[0]);
	const uint32_t j = kiln_sdf_cell_of(&y, place.level, scale, &place.share[1]);
	const uint32_t k = kiln_sdf_cell_of(&z, place.level, scale, &place.share[2]);
	place.samples = &place.block->samples[i + KILN_SDF_SAMPLES * (j + KILN_SDF_SAMPLES * k)];
	return place;
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
	float along[4];
	f4_store(along, f4_add(low, f4_mul(f4_sub(high, low), f4_set1(p->share[0]))));
	return p->block->base + p->block->step * kiln_sdf_mix(kiln_sdf_mix(along[0], along[1], p->share[1]),
												 kiln_sdf_mix(along[2], along[3], p->share[1]), p->share[2]);
}

/// Whether there is a field: not for NULL, and not for a kiln_sdf of zeros.
static inline bool kiln_sdf_is_open(const kiln_sdf *sdf)
{
	return sdf && sdf->head;
}

/// Whether the field's grid has the point; false for NaN.
static inline bool kiln_sdf_has(const kiln_sdf *sdf, kiln_vec3 p)
{
	return p.x >= sdf->origin.x && p.y >= sdf->origin.y && p.z >= sdf->origin.z && p.x <= sdf->end.x &&
		   p.y <= sdf->end.y && p.z <= sdf->end.z;
}

/// Returns the answer for a point outside the grid, and stores the nearest point of the grid.
kiln_sdf_sample kilni_sdf_outside(const kiln_sdf *sdf, kiln_vec3 point, kiln_vec3 *nearest);

#endif
