// SPDX-License-Identifier: MIT
#ifndef KILN_SDF_SAMPLE_H
#define KILN_SDF_SAMPLE_H

#include "kiln/sdf.h"

#include "math/ieee.h"

#include <math.h>

/// The interpolation in a field's grid. The cooker bounds its rounding (cooker/sdf/block.c): a place has an error of 2^-22 of
/// the grid's longest edge on each axis, the value one of 2^-19 of the block's largest value.

/// Eight samples around a point, and the point's place between them.
typedef struct kiln_sdf_corners
{
	const kiln_format_sdf_block *block;
	float at[8];	///< whole numbers; bit a of a corner's number is its side along axis a
	float share[3]; ///< 0 .. 1
	uint32_t level; ///< of the block's cell
} kiln_sdf_corners;

/// A place on one axis: the number of the grid's cell, and the place in it in units of its 2^KILN_SDF_DEPTH_MAX parts.
typedef struct kiln_sdf_axis
{
	uint32_t cell, part;
	float share; ///< in the cell, 0 .. 1
} kiln_sdf_axis;

static inline kiln_sdf_axis kiln_sdf_axis_of(float place, uint32_t roots)
{
	const uint32_t parts = 1u << KILN_SDF_DEPTH_MAX;
	kiln_sdf_axis axis;
	// The place is in 0 .. roots, but for rounding at the end.
	const uint32_t cell = (uint32_t)(int32_t)place;
	axis.cell = cell < roots ? cell : roots - 1;
	const float share = place - (float)(int32_t)axis.cell;
	axis.share = share < 1 ? share : 1;
	const uint32_t part = (uint32_t)(int32_t)(axis.share * (float)parts);
	axis.part = part < parts ? part : parts - 1;
	return axis;
}

/// The place in a block in units of its cells: the cell, and the share in it. All steps but one product are exact.
static inline uint32_t kiln_sdf_cell_of(const kiln_sdf_axis *axis, uint32_t level, float *share)
{
	const float place =
		axis->share * (float)(1 << level) - (float)(int32_t)(axis->part >> (KILN_SDF_DEPTH_MAX - level));
	const float cells = place * KILN_SDF_CELLS;
	const int32_t cell = (int32_t)cells, last = KILN_SDF_CELLS - 1;
	const int32_t in = cell < last ? cell : last;
	*share = cells - (float)in;
	return (uint32_t)in;
}

/// Finds the samples around a point in the grid, its surface included.
static inline kiln_sdf_corners kiln_sdf_find(const kiln_sdf *sdf, kiln_vec3 p)
{
	const uint32_t *roots = sdf->head->roots;
	const kiln_sdf_axis x = kiln_sdf_axis_of((p.x - sdf->origin.x) * sdf->inverse_edge, roots[0]);
	const kiln_sdf_axis y = kiln_sdf_axis_of((p.y - sdf->origin.y) * sdf->inverse_edge, roots[1]);
	const kiln_sdf_axis z = kiln_sdf_axis_of((p.z - sdf->origin.z) * sdf->inverse_edge, roots[2]);
	uint32_t cell = sdf->cells[x.cell + roots[0] * (y.cell + roots[1] * z.cell)];
	kiln_sdf_corners corners = {.level = 0};
	while (cell & KILN_SDF_INNER)
	{
		const uint32_t shift = KILN_SDF_DEPTH_MAX - ++corners.level;
		const uint32_t child = (x.part >> shift & 1) | (y.part >> shift & 1) << 1 | (z.part >> shift & 1) << 2;
		cell = sdf->cells[(cell & ~KILN_SDF_INNER) + child];
	}
	corners.block = &sdf->blocks[cell];
	const uint32_t i = kiln_sdf_cell_of(&x, corners.level, &corners.share[0]);
	const uint32_t j = kiln_sdf_cell_of(&y, corners.level, &corners.share[1]);
	const uint32_t k = kiln_sdf_cell_of(&z, corners.level, &corners.share[2]);
	const uint16_t *s = &corners.block->samples[i + KILN_SDF_SAMPLES * (j + KILN_SDF_SAMPLES * k)];
	// Written out, because the options that limit unrolling keep a loop.
	const uint32_t row = KILN_SDF_SAMPLES, layer = row * row;
	corners.at[0] = (float)s[0];
	corners.at[1] = (float)s[1];
	corners.at[2] = (float)s[row];
	corners.at[3] = (float)s[row + 1];
	corners.at[4] = (float)s[layer];
	corners.at[5] = (float)s[layer + 1];
	corners.at[6] = (float)s[layer + row];
	corners.at[7] = (float)s[layer + row + 1];
	return corners;
}

static inline float kiln_sdf_mix(float a, float b, float share)
{
	return a + (b - a) * share;
}

static inline float kiln_sdf_interpolate(const kiln_sdf_corners *c)
{
	const float low = kiln_sdf_mix(
		kiln_sdf_mix(c->at[0], c->at[1], c->share[0]), kiln_sdf_mix(c->at[2], c->at[3], c->share[0]), c->share[1]);
	const float high = kiln_sdf_mix(
		kiln_sdf_mix(c->at[4], c->at[5], c->share[0]), kiln_sdf_mix(c->at[6], c->at[7], c->share[0]), c->share[1]);
	return c->block->base + c->block->step * kiln_sdf_mix(low, high, c->share[2]);
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
