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
	double stored[SDF_SAMPLE_COUNT];	///< what the block's samples stand for
	uint32_t nearest[SDF_SAMPLE_COUNT]; ///< triangles
	double target;						///< bounds below this need no smaller one
	double most;						///< a bound above this ends the search
	double bound;						///< of the error in the cells so far
} making;

static uint32_t sample_number(const uint32_t at[3])
{
	return at[0] + KILN_SDF_SAMPLES * (at[1] + KILN_SDF_SAMPLES * at[2]);
}

/// A place in a block, in cells from its least corner.
static void place_of(const making *m, const uint32_t at[3], double more, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = m->low[k] + m->step * (at[k] + more);
}

/// Cells of a block: from `low` to below `high` along each axis.
typedef struct range
{
	uint32_t low[3], high[3];
} range;

/// Cells that are visited together, with the front of their cube.
#define TOGETHER 2

typedef void visitor(making *m, const range *cells, const nearest_front *front, uint32_t triangle);

/// Visits cells, half by half, so that neighbours share the search for what is near. `triangle` is a guess at the nearest.
/// Cells come after those that are less or equal along all axes.
static void visit(making *m, const range *cells, const nearest_front *from, uint32_t triangle, visitor *call)
{
	nearest_front front;
	double center[3], half = 0;
	uint32_t cut[3];
	bool whole = true;
	for (int k = 0; k < 3; ++k)
	{
		const double side = m->step * (cells->high[k] - cells->low[k]);
		half = side > 2 * half ? side / 2 : half;
		center[k] = m->low[k] + m->step * 0.5 * (cells->low[k] + cells->high[k]);
		cut[k] = (cells->low[k] + cells->high[k] + 1) / 2;
		whole = whole && cells->high[k] - cells->low[k] <= TOGETHER;
	}
	const double distance = sdf_distance(m->work, from, center, &triangle);
	sdf_front(m->work, from, center, half, distance, &front);
	if (whole)
	{
		call(m, cells, &front, triangle);
		return;
	}
	for (uint32_t i = 0; i < 8 && m->bound <= m->most; ++i)
	{
		range part = *cells;
		bool empty = false;
		for (uint32_t k = 0; k < 3; ++k)
		{
			*(i >> k & 1 ? &part.low[k] : &part.high[k]) = cut[k];
			empty = empty || part.low[k] >= part.high[k];
		}
		if (!empty)
			visit(m, &part, &front, triangle, call);
	}
}

static void visit_block(making *m, visitor *call)
{
	const range all = {.high = {KILN_SDF_CELLS, KILN_SDF_CELLS, KILN_SDF_CELLS}};
	nearest_front front;
	nearest_front_all(&front);
	visit(m, &all, &front, 0, call);
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

/// Takes the samples at the least corners of cells, and at the greatest corners of the block's last cells.
static void sample(making *m, const range *cells, const nearest_front *front, uint32_t triangle)
{
	uint32_t end[3], at[3];
	double p[3];
	for (int k = 0; k < 3; ++k)
		end[k] = cells->high[k] + (cells->high[k] == KILN_SDF_CELLS);
	for (at[2] = cells->low[2]; at[2] < end[2]; ++at[2])
		for (at[1] = cells->low[1]; at[1] < end[1]; ++at[1])
			for (at[0] = cells->low[0]; at[0] < end[0]; ++at[0])
			{
				const uint32_t i = sample_number(at);
				place_of(m, at, 0, p);
				const double distance = sdf_distance(m->work, front, p, &triangle);
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

/// From the sample at a cell's least corner to that at another corner.
static uint32_t corner_offset(uint32_t corner)
{
	return (corner & 1) + KILN_SDF_SAMPLES * ((corner >> 1 & 1) + KILN_SDF_SAMPLES * (corner >> 2));
}

static sdf_cube cube_of(const making *m, const uint32_t at[3])
{
	sdf_cube cube = {.half = m->step / 2, .radius = m->step / 2 * SDF_DIAGONAL};
	const uint32_t first = sample_number(at);
	place_of(m, at, 0.5, cube.center);
	for (uint32_t i = 0; i < 8; ++i)
		cube.at[i] = m->stored[first + corner_offset(i)];
	return cube;
}

/// The interpolation at a cube's centre.
static double middle_of(const sdf_cube *cube)
{
	double sum = 0;
	for (uint32_t i = 0; i < 8; ++i)
		sum += cube->at[i];
	return sum / 8;
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

/// The bound that holds everywhere: the distance changes by no more than the way from the centre. `sign` is 0
/// where it is not known, and only used where no surface is in the cube. Infinite
/// unless `whole` where it cannot be within the target.
static double bound_by_centre(const making *m, const sdf_cube *cube, int sign, double distance, bool whole)
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
	const double wrong = m->work->excess + m->work->slack;
	const double least =
		wrong < 0.125 * m->target ? distance - wrong : nearest_certain(&m->work->near, cube->center, distance);
	if (sign == 0 || !(least > cube->radius))
		sign = sdf_sign(m->work, cube->center);
	if (sign > 0)
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

static double bound_cube(
	const making *m, const sdf_cube *cube, int sign, double distance, uint32_t triangle, uint32_t depth);

/// Bounds the error in the parts of a cube. The search ends above m->most.
static double bound_parts(
	const making *m, const sdf_cube *cube, int sign, double distance, uint32_t triangle, uint32_t depth)
{
	nearest_front front;
	double most = 0;
	sdf_front(m->work, cube->front, cube->center, cube->half, distance, &front);
	for (uint32_t i = 0; i < 8 && most <= m->most; ++i)
	{
		sdf_cube part = part_of(cube, i);
		part.front = &front;
		uint32_t nearest = triangle;
		const double middle = sdf_distance(m->work, &front, part.center, &nearest);
		const double of_part = bound_cube(m, &part, sign, middle, nearest, depth + 1);
		most = of_part > most ? of_part : most;
	}
	return most;
}

/// Bounds the error in a cube. `sign` is that of the distance there, 0 where it is not known; `distance` and `triangle` are of
/// the centre.
static double bound_cube(
	const making *m, const sdf_cube *cube, int sign, double distance, uint32_t triangle, uint32_t depth)
{
	sdf_work *work = m->work;
	const bool last = depth == DEPTH;
	double bound = (double)INFINITY;
	// An error that is certain ends the search at little cost.
	if (fabs(fabs(middle_of(cube)) - distance) > m->most + work->excess + work->slack)
		return bound;
	const bool far = distance > cube->radius + work->slack;
	if (!far)
		sign = 0;
	const double by_centre = bound_by_centre(m, cube, sign, distance, last);
	if (by_centre <= m->target)
		return by_centre;
	if (far)
	{
		double below;
		if (sign == 0)
			sign = sdf_sign(work, cube->center);
		// Where the surface is in the cube after all, the sign of a part may differ.
		if (!sdf_bound_below(work, cube, sign, distance, m->target, last, &below))
			sign = 0;
		else
		{
			bound = sdf_bound_above(work, cube, sign, m->target, triangle, NULL);
			bound = below > bound ? below : bound;
		}
	}
	else
		(void)sdf_bound_flat(work, cube, distance, triangle, m->target, &bound);
	bound = by_centre < bound ? by_centre : bound;
	if (last || bound <= m->target)
		return bound;
	const double most = bound_parts(m, cube, sign, distance, triangle, depth);
	return most < bound ? most : bound;
}

/// Bounds the error in a cell from its corners alone. False where this is more than the target.
static bool bound_corners(const making *m, const sdf_cube *cube, uint32_t first, int sign, double *bound)
{
	double exact[8], above;
	uint32_t nearest[8];
	for (uint32_t i = 0; i < 8; ++i)
	{
		exact[i] = m->exact[first + corner_offset(i)];
		nearest[i] = m->nearest[first + corner_offset(i)];
	}
	if (!sdf_bound_far(m->work, cube, sign, exact, bound) || *bound > m->target)
		return false;
	above = sdf_bound_above(m->work, cube, sign, m->target, nearest[0], nearest);
	*bound = above > *bound ? above : *bound;
	return *bound <= m->target;
}

/// Bounds the error in a cell. `from` is the front of cells around it.
static double bound_cell(const making *m, const uint32_t at[3], const nearest_front *from)
{
	const uint32_t first = sample_number(at);
	const int sign = m->exact[first] < 0 ? -1 : 1;
	sdf_cube cube = cube_of(m, at);
	double bound;
	if (bound_corners(m, &cube, first, sign, &bound))
		return bound;
	nearest_front front;
	uint32_t triangle = m->nearest[first];
	const double distance = sdf_distance(m->work, from, cube.center, &triangle);
	sdf_front(m->work, from, cube.center, cube.half, distance, &front);
	cube.front = &front;
	return bound_cube(m, &cube, sign, distance, triangle, 0);
}

/// Bounds the error of cells. The search ends above m->most.
static void bound_cells(making *m, const range *cells, const nearest_front *from, uint32_t triangle)
{
	uint32_t at[3];
	(void)triangle;
	for (at[2] = cells->low[2]; at[2] < cells->high[2]; ++at[2])
		for (at[1] = cells->low[1]; at[1] < cells->high[1]; ++at[1])
			for (at[0] = cells->low[0]; at[0] < cells->high[0] && m->bound <= m->most; ++at[0])
			{
				const double bound = bound_cell(m, at, from);
				m->bound = bound > m->bound ? bound : m->bound;
				m->target = bound > m->target ? bound : m->target;
			}
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
	visit_block(&m, sample);
	const double greatest = quantise(&m, block);
	const double rounding = PLACE_ROUNDING * (double)grid->edge * roots + VALUE_ROUNDING * greatest + 2 * work->slack;
	const double tolerance = sdf_tolerance(error, sdf_least(block)) - rounding;
	m.target = tolerance;
	m.most = may_refuse ? tolerance : (double)INFINITY;
	visit_block(&m, bound_cells);
	block->error = kiln_float_up(m.bound + rounding);
	return !may_refuse || m.bound <= tolerance;
}
