// SPDX-License-Identifier: MIT
#include "internal.h"

#include "math/rounding.h"

#include <math.h>

/// Samples a block, and bounds its error cell by cell.

/// Halvings of a cell in search of a bound.
#define DEPTH 3

/// The runtime's rounding, as shares of the grid's longest edge and of the block's largest value (runtime/sdf/sample.h).
#define PLACE_ROUNDING 0x1p-19
#define VALUE_ROUNDING 0x1p-19

/// A block in the making.
typedef struct making
{
	sdf_work *work;
	double low[3];						///< least corner of the block
	double step;						///< edge of a cell
	double exact[SDF_SAMPLE_COUNT];		///< signed distances
	uint32_t nearest[SDF_SAMPLE_COUNT]; ///< triangles
	double stored[SDF_SAMPLE_COUNT];	///< what the block's samples stand for
	double target;						///< bounds below this need no smaller one
	double most;						///< a bound above this ends the search
} making;

static uint32_t sample_number(const uint32_t at[3])
{
	return at[0] + KILN_SDF_SAMPLES * (at[1] + KILN_SDF_SAMPLES * at[2]);
}

static void place_of(const making *m, const uint32_t at[3], double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = m->low[k] + m->step * at[k];
}

/// The sign of a sample: that of a neighbour where the balls around both, in which no surface is, meet.
static int sign_at(const making *m, const uint32_t at[3], double distance, const double p[3])
{
	for (uint32_t k = 0, stride = 1; k < 3; ++k, stride *= KILN_SDF_SAMPLES)
	{
		const double other = at[k] > 0 ? m->exact[sample_number(at) - stride] : 0;
		if (at[k] > 0 && distance + fabs(other) > m->step + m->work->slack)
			return other < 0 ? -1 : 1;
	}
	return sdf_sign(m->work, p);
}

static void sample(making *m)
{
	uint32_t triangle = 0, i = 0, at[3];
	for (at[2] = 0; at[2] < KILN_SDF_SAMPLES; ++at[2])
		for (at[1] = 0; at[1] < KILN_SDF_SAMPLES; ++at[1])
			for (at[0] = 0; at[0] < KILN_SDF_SAMPLES; ++at[0], ++i)
			{
				double p[3];
				place_of(m, at, p);
				// Of the neighbours, the one that a row began with is nearer than the end of the last row.
				if (at[0] == 0 && i > 0)
					triangle = m->nearest[at[1] > 0 ? i - KILN_SDF_SAMPLES : i - KILN_SDF_SAMPLES * KILN_SDF_SAMPLES];
				const double distance = sdf_distance(m->work, p, &triangle);
				m->exact[i] = sign_at(m, at, distance, p) * distance;
				m->nearest[i] = triangle;
			}
}

/// Stores the samples in 16 bits. Returns the greatest magnitude of what they stand for.
static double quantise(making *m, kiln_format_sdf_block *block)
{
	double low = m->exact[0], high = low, greatest = 0;
	for (uint32_t i = 1; i < SDF_SAMPLE_COUNT; ++i)
	{
		low = m->exact[i] < low ? m->exact[i] : low;
		high = m->exact[i] > high ? m->exact[i] : high;
	}
	*block = (kiln_format_sdf_block){.base = (float)low, .step = (float)((high - low) / UINT16_MAX)};
	const double base = (double)block->base, step = (double)block->step;
	for (uint32_t i = 0; i < SDF_SAMPLE_COUNT; ++i)
	{
		const double steps = step > 0 ? (m->exact[i] - base) / step + 0.5 : 0;
		block->samples[i] = (uint16_t)(steps <= 0 ? 0 : steps >= UINT16_MAX ? UINT16_MAX : steps);
		m->stored[i] = base + step * block->samples[i];
		const double size = fabs(m->stored[i]);
		greatest = size > greatest ? size : greatest;
	}
	return greatest;
}

double sdf_least(const kiln_format_sdf_block *block)
{
	double least = (double)INFINITY;
	for (uint32_t i = 0; i < SDF_SAMPLE_COUNT; ++i)
	{
		const double size = fabs((double)block->base + (double)block->step * block->samples[i]);
		least = size < least ? size : least;
	}
	return least;
}

static sdf_cube cube_of(const making *m, const uint32_t at[3])
{
	sdf_cube cube = {.half = m->step / 2, .radius = m->step * (0.86602540378443865 + 0x1p-40)};
	const uint32_t first = sample_number(at);
	for (int k = 0; k < 3; ++k)
		cube.center[k] = m->low[k] + m->step * (at[k] + 0.5);
	for (uint32_t i = 0; i < 8; ++i)
		cube.at[i] = m->stored[first + (i & 1) + KILN_SDF_SAMPLES * ((i >> 1 & 1) + KILN_SDF_SAMPLES * (i >> 2))];
	return cube;
}

/// The interpolation in a cube, at shares of its edges.
static double interpolate(const sdf_cube *cube, const double share[3])
{
	double sum = 0;
	for (uint32_t i = 0; i < 8; ++i)
	{
		double weight = 1;
		for (uint32_t k = 0; k < 3; ++k)
			weight *= i >> k & 1 ? share[k] : 1 - share[k];
		sum += weight * cube->at[i];
	}
	return sum;
}

/// An eighth of a cube. Its corners have shares of 0, 1/2 and 1, at which the interpolation is exact to rounding.
static sdf_cube part_of(const sdf_cube *cube, uint32_t part)
{
	sdf_cube out = {.half = cube->half / 2, .radius = cube->radius / 2};
	for (uint32_t k = 0; k < 3; ++k)
		out.center[k] = cube->center[k] + (part >> k & 1 ? out.half : -out.half);
	for (uint32_t i = 0; i < 8; ++i)
	{
		double share[3];
		for (uint32_t k = 0; k < 3; ++k)
			share[k] = 0.5 * ((part >> k & 1) + (i >> k & 1));
		out.at[i] = interpolate(cube, share);
	}
	return out;
}

/// The bound that holds everywhere: the distance changes by no more than the way from the centre. Infinite unless `whole` where it
/// cannot be within the target.
static double bound_by_centre(const making *m, const sdf_cube *cube, double distance, bool whole)
{
	double low = cube->at[0], high = low, from, to;
	for (int i = 1; i < 8; ++i)
	{
		low = cube->at[i] < low ? cube->at[i] : low;
		high = cube->at[i] > high ? cube->at[i] : high;
	}
	// At best, the interpolation is exact at the middle of its values.
	if (!whole && cube->radius + 0.5 * (high - low) > m->target)
		return (double)INFINITY;
	const double least = nearest_certain(&m->work->near, cube->center, distance);
	if (sdf_sign(m->work, cube->center) > 0)
	{
		from = least - cube->radius;
		to = distance + cube->radius;
	}
	else
	{
		from = -distance - cube->radius;
		to = -least + cube->radius;
	}
	return high - from > to - low ? high - from : to - low;
}

/// Bounds the error in a cube. `sign` is that of the distance there, 0 where it is not known.
static double bound_cube(const making *m, const sdf_cube *cube, int sign, uint32_t triangle, uint32_t depth)
{
	sdf_work *work = m->work;
	const double distance = sdf_distance(work, cube->center, &triangle);
	const bool last = depth == DEPTH;
	double bound = (double)INFINITY;
	if (distance > cube->radius + work->slack)
	{
		double below;
		if (sign == 0)
			sign = sdf_sign(work, cube->center);
		// Where the surface is in the cube after all, the sign of a part may differ.
		if (!sdf_bound_below(work, cube, sign, distance, m->target, last, &below))
			sign = 0;
		else
		{
			bound = sdf_bound_above(work, cube, sign, m->target, triangle);
			bound = below > bound ? below : bound;
		}
	}
	else
	{
		sign = 0;
		(void)sdf_bound_flat(work, cube, distance, triangle, m->target, &bound);
	}
	if (!(bound <= m->target))
	{
		const double by_centre = bound_by_centre(m, cube, distance, last);
		bound = by_centre < bound ? by_centre : bound;
	}
	if (last || bound <= m->target)
		return bound;
	double most = 0;
	for (uint32_t i = 0; i < 8 && most <= m->most; ++i)
	{
		const sdf_cube part = part_of(cube, i);
		const double of_part = bound_cube(m, &part, sign, triangle, depth + 1);
		most = of_part > most ? of_part : most;
	}
	return most < bound ? most : bound;
}

/// Whether the error at the centre of a cell exceeds a tolerance, which ends the search at little cost.
static bool fails_at_centre(const making *m, const uint32_t at[3], double tolerance)
{
	const sdf_cube cube = cube_of(m, at);
	const double middle[3] = {0.5, 0.5, 0.5};
	uint32_t triangle = m->nearest[sample_number(at)];
	const double distance = sdf_distance(m->work, cube.center, &triangle);
	return fabs(fabs(interpolate(&cube, middle)) - distance) > tolerance + m->work->slack;
}

static bool passes_centres(const making *m, double tolerance)
{
	uint32_t at[3];
	for (at[2] = 0; at[2] < KILN_SDF_CELLS; ++at[2])
		for (at[1] = 0; at[1] < KILN_SDF_CELLS; ++at[1])
			for (at[0] = 0; at[0] < KILN_SDF_CELLS; ++at[0])
				if (fails_at_centre(m, at, tolerance))
					return false;
	return true;
}

/// Bounds the error of all cells. The search ends above m->most.
static double bound_cells(making *m)
{
	double bound = 0;
	uint32_t at[3];
	for (at[2] = 0; at[2] < KILN_SDF_CELLS; ++at[2])
		for (at[1] = 0; at[1] < KILN_SDF_CELLS; ++at[1])
			for (at[0] = 0; at[0] < KILN_SDF_CELLS && bound <= m->most; ++at[0])
			{
				const uint32_t first = sample_number(at);
				const sdf_cube cube = cube_of(m, at);
				const double of_cell = bound_cube(m, &cube, m->exact[first] < 0 ? -1 : 1, m->nearest[first], 0);
				bound = of_cell > bound ? of_cell : bound;
				m->target = bound > m->target ? bound : m->target;
			}
	return bound;
}

bool sdf_block_make(sdf_work *work, const kiln_format_sdf *grid, const sdf_place *place, double error, bool may_refuse,
	kiln_format_sdf_block *block)
{
	making m = {.work = work};
	const double edge = (double)grid->edge / (double)(1u << place->level);
	uint32_t roots = 0;
	m.step = edge / KILN_SDF_CELLS;
	for (int k = 0; k < 3; ++k)
	{
		m.low[k] = (double)grid->origin[k] + edge * place->at[k];
		roots = grid->roots[k] > roots ? grid->roots[k] : roots;
	}
	work->near.visits = UINT64_MAX;
	sample(&m);
	const double greatest = quantise(&m, block);
	const double rounding = PLACE_ROUNDING * (double)grid->edge * roots + VALUE_ROUNDING * greatest + 2 * work->slack;
	const double tolerance = sdf_tolerance(error, sdf_least(block)) - rounding;
	m.target = tolerance;
	m.most = may_refuse ? tolerance : (double)INFINITY;
	if (may_refuse && !passes_centres(&m, tolerance))
		return false;
	const double bound = bound_cells(&m);
	block->error = kiln_float_up(bound + rounding);
	return !may_refuse || bound <= tolerance;
}
