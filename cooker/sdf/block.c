// SPDX-License-Identifier: MIT
#include "internal.h"

#include "math/rounding.h"

#include <math.h>
#include <string.h>

/// Samples a block, and bounds its error cell by cell.

/// Halvings of a cell in search of a bound.
#define DEPTH 3

/// The runtime's rounding, as shares of the grid's longest edge and of the block's largest value (runtime/sdf/sample.h).
#define PLACE_ROUNDING 0x1p-19
#define VALUE_ROUNDING 0x1p-19

/// Cells of a block: from `low` to below `high` along each axis.
typedef struct range
{
	uint32_t low[3], high[3];
} range;

/// Cells along an edge of a part, and parts of a block.
#define PART_CELLS 2
#define PARTS 64

/// Cells that are visited together, with the front of their cube.
typedef struct sdf_part
{
	range cells;
	nearest_front front;
	uint32_t triangle; ///< near the middle
} sdf_part;

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
	uint32_t part_count;
	sdf_part parts[PARTS];
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

/// The middle of some cells; returns half the longest side of their box.
static double middle_of_cells(const making *m, const range *cells, double center[3])
{
	double half = 0;
	for (int k = 0; k < 3; ++k)
	{
		const double side = m->step * (cells->high[k] - cells->low[k]);
		half = side > 2 * half ? side / 2 : half;
		center[k] = m->low[k] + m->step * 0.5 * (cells->low[k] + cells->high[k]);
	}
	return half;
}

/// An eighth of some cells.
static range eighth_of(const range *cells, uint32_t number)
{
	range part = *cells;
	for (uint32_t k = 0; k < 3; ++k)
		*(number >> k & 1 ? &part.low[k] : &part.high[k]) = (cells->low[k] + cells->high[k] + 1) / 2;
	return part;
}

/// Divides cells into parts, eighth by eighth, so that neighbours share the search for what is near. `distance` is at least that of the
/// middle, from `triangle`. Cells come after those that are less or equal along all axes.
static void divide(making *m, const range *cells, const nearest_front *from, double distance, uint32_t triangle)
{
	sdf_part *now = &m->parts[m->part_count];
	nearest_front front;
	nearest_group group;
	double center[3];
	const double half = middle_of_cells(m, cells, center);
	const bool whole = cells->high[0] - cells->low[0] <= PART_CELLS;
	sdf_front(m->work, from, center, half, distance, whole ? &now->front : &front);
	if (whole)
	{
		now->cells = *cells;
		now->triangle = triangle;
		++m->part_count;
		return;
	}
	for (uint32_t i = 0; i < NEAREST_GROUP; ++i)
	{
		const range eighth = eighth_of(cells, i);
		(void)middle_of_cells(m, &eighth, group.points[i]);
		group.triangles[i] = triangle;
	}
	// The distances only say how far the parts look.
	nearest_find_group(&m->work->near, &front, 0.125 * half, &group);
	for (uint32_t i = 0; i < NEAREST_GROUP; ++i)
	{
		const range eighth = eighth_of(cells, i);
		divide(m, &eighth, &front, group.distances[i], group.triangles[i]);
	}
}

static void divide_block(making *m)
{
	const range all = {.high = {KILN_SDF_CELLS, KILN_SDF_CELLS, KILN_SDF_CELLS}};
	nearest_front front;
	double center[3];
	uint32_t triangle = 0;
	(void)middle_of_cells(m, &all, center);
	nearest_front_all(&front);
	const double distance = sdf_distance(m->work, &front, center, &triangle);
	divide(m, &all, &front, distance, triangle);
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
static void sample(making *m, const sdf_part *p)
{
	const range *cells = &p->cells;
	uint32_t end[3], at[NEAREST_GROUP][3], count = 0;
	nearest_group group;
	for (int k = 0; k < 3; ++k)
		end[k] = cells->high[k] + (cells->high[k] == KILN_SDF_CELLS);
	for (uint32_t z = cells->low[2]; z < end[2]; ++z)
		for (uint32_t y = cells->low[1]; y < end[1]; ++y)
			for (uint32_t x = cells->low[0]; x < end[0]; ++x, ++count)
			{
				at[count][0] = x;
				at[count][1] = y;
				at[count][2] = z;
				place_of(m, at[count], 0, group.points[count]);
				group.triangles[count] = p->triangle;
			}
	nearest_find_group(&m->work->near, &p->front, 0, &group);
	for (uint32_t k = 0; k < count; ++k)
	{
		const uint32_t i = sample_number(at[k]);
		m->exact[i] = sign_at(m, at[k], group.distances[k], group.points[k]) * group.distances[k];
		m->nearest[i] = group.triangles[k];
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

/// The sign at a cube's centre.
static int side_of(const making *m, sdf_cube *cube)
{
	if (!cube->side)
		cube->side = sdf_sign(m->work, cube->center);
	return cube->side;
}

/// The bound that holds everywhere: the distance changes by no more than the way from the centre. `sign` is 0
/// where it is not known, and only used where no surface is in the cube. Infinite
/// unless `whole` where it cannot be within the target.
static double bound_by_centre(const making *m, sdf_cube *cube, int sign, double distance, bool whole)
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
		sign = side_of(m, cube);
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

static double bound_cube(const making *m, sdf_cube *cube, int sign, double distance, uint32_t triangle, uint32_t depth);

/// Takes the sign at a part's centre from a part before, where the balls around both, in which no surface is, meet.
static void share_side(const making *m, const nearest_group *group, sdf_cube *parts, uint32_t part)
{
	for (uint32_t i = 0; i < part && !parts[part].side; ++i)
	{
		double way2 = 0;
		for (int k = 0; k < 3; ++k)
		{
			const double way = group->points[part][k] - group->points[i][k];
			way2 += way * way;
		}
		const double free = group->distances[i] + group->distances[part] - 2 * m->work->excess - m->work->slack;
		if (free > 0 && free * free > way2)
			parts[part].side = parts[i].side;
	}
}

/// Bounds the error in the parts of a cube. The search ends above m->most.
static double bound_parts(
	const making *m, const sdf_cube *cube, int sign, double distance, uint32_t triangle, uint32_t depth)
{
	nearest_front front;
	nearest_group group;
	sdf_cube parts[NEAREST_GROUP];
	double most = 0;
	sdf_front(m->work, cube->front, cube->center, cube->half, distance, &front);
	for (uint32_t i = 0; i < NEAREST_GROUP; ++i)
	{
		parts[i] = part_of(cube, i);
		parts[i].front = &front;
		memcpy(group.points[i], parts[i].center, sizeof group.points[i]);
		group.triangles[i] = triangle;
	}
	nearest_find_group(&m->work->near, &front, 0, &group);
	for (uint32_t i = 0; i < NEAREST_GROUP && most <= m->most; ++i)
	{
		share_side(m, &group, parts, i);
		const double of_part = bound_cube(m, &parts[i], sign, group.distances[i], group.triangles[i], depth + 1);
		most = of_part > most ? of_part : most;
	}
	return most;
}

/// Bounds the error in a cube. `sign` is that of the distance there, 0 where it is not known; `distance` and `triangle` are of
/// the centre.
static double bound_cube(const making *m, sdf_cube *cube, int sign, double distance, uint32_t triangle, uint32_t depth)
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
			sign = side_of(m, cube);
		// Where the surface is in the cube after all, the sign of a part may differ.
		if (!sdf_bound_below(work, cube, sign, distance, m->bound, m->target, last, &below))
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

/// Bounds the error of the cells of a part. The search ends above m->most.
static void bound_part(making *m, const sdf_part *p)
{
	const range *cells = &p->cells;
	uint32_t at[3];
	for (at[2] = cells->low[2]; at[2] < cells->high[2]; ++at[2])
		for (at[1] = cells->low[1]; at[1] < cells->high[1]; ++at[1])
			for (at[0] = cells->low[0]; at[0] < cells->high[0] && m->bound <= m->most; ++at[0])
			{
				const double bound = bound_cell(m, at, &p->front);
				m->bound = bound > m->bound ? bound : m->bound;
				m->target = bound > m->target ? bound : m->target;
			}
}

/// How far the distance is from linear around the samples of a part: a guess at what the interpolation misses.
static double bend_of(const making *m, const sdf_part *p)
{
	double most = 0;
	uint32_t at[3];
	for (at[2] = p->cells.low[2]; at[2] < p->cells.high[2]; ++at[2])
		for (at[1] = p->cells.low[1]; at[1] < p->cells.high[1]; ++at[1])
			for (at[0] = p->cells.low[0]; at[0] < p->cells.high[0]; ++at[0])
			{
				const double *here = &m->exact[sample_number(at)];
				double bend = 0;
				for (uint32_t k = 0, stride = 1; k < 3; ++k, stride *= KILN_SDF_SAMPLES)
					if (at[k] > 0)
						bend += here[stride] - 2 * here[0] + here[-(int32_t)stride];
				most = fabs(bend) > most ? fabs(bend) : most;
			}
	return most;
}

/// Bounds the error of all cells. The parts that are most likely to end the search are first.
static void bound_parts_of(making *m)
{
	uint32_t order[PARTS];
	double bends[PARTS];
	for (uint32_t i = 0; i < m->part_count; ++i)
	{
		const double bend = bend_of(m, &m->parts[i]);
		uint32_t place = i;
		for (; place > 0 && bends[place - 1] < bend; --place)
		{
			bends[place] = bends[place - 1];
			order[place] = order[place - 1];
		}
		bends[place] = bend;
		order[place] = i;
	}
	for (uint32_t i = 0; i < m->part_count && m->bound <= m->most; ++i)
		bound_part(m, &m->parts[order[i]]);
}

bool sdf_block_make(sdf_work *work, const kiln_format_sdf *grid, const sdf_place *place, double error, bool may_refuse,
	kiln_format_sdf_block *block)
{
	making m;
	m.work = work;
	m.bound = 0;
	m.part_count = 0;
	const double edge = (double)grid->edge / (double)(1u << place->level);
	uint32_t roots = 0;
	m.step = edge / KILN_SDF_CELLS;
	for (int k = 0; k < 3; ++k)
	{
		m.low[k] = (double)grid->origin[k] + edge * place->at[k];
		roots = grid->roots[k] > roots ? grid->roots[k] : roots;
	}
	work->near.visits = UINT64_MAX;
	divide_block(&m);
	for (uint32_t i = 0; i < m.part_count; ++i)
		sample(&m, &m.parts[i]);
	const double greatest = quantise(&m, block);
	const double rounding = PLACE_ROUNDING * (double)grid->edge * roots + VALUE_ROUNDING * greatest + 2 * work->slack;
	const double tolerance = sdf_tolerance(error, sdf_least(block)) - rounding;
	m.target = tolerance;
	m.most = may_refuse ? tolerance : (double)INFINITY;
	bound_parts_of(&m);
	block->error = kiln_float_up(m.bound + rounding);
	return !may_refuse || m.bound <= tolerance;
}
