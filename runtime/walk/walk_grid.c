// SPDX-License-Identifier: MIT
#include "kiln/walk.h"

#include "bounds/outward.h"
#include "grid_walk.h"

/// The most cells of a layer that are sorted; a ray touches at most four, unless rounding is as large as the cells.
#define ORDERED 16

typedef struct grid_ray
{
	double from[3], way[3], t_max;
} grid_ray;

/// A cell and its times in double.
typedef struct timed_cell
{
	int32_t at[3];
	double enter, leave;
} timed_cell;

typedef struct cell_walk
{
	kiln_grid_walk walk;
	const int32_t *first; ///< number of cell 0 of the walk
	kiln_visit_cell *visit;
	void *user;
	double t_max; ///< how far the ray still goes; negative: ended
	double next;  ///< when the next layer is entered: no cell of this layer is entered later
} cell_walk;

/// Narrows the walk's times to those of a cell, grown as the walk grows boxes. Returns false if the cell is not
/// touched.
static bool times_in(const kiln_grid_walk *walk, timed_cell *cell)
{
	cell->enter = walk->enter;
	cell->leave = walk->leave;
	for (int i = 0; i < 3; i++)
	{
		double low = (double)cell->at[i] - walk->half[i] - walk->from[i];
		double high = (double)cell->at[i] + 1 + walk->half[i] - walk->from[i];
		if (walk->way[i] == 0)
		{
			if (low > 0 || high < 0)
				return false;
			continue;
		}
		bool forth = walk->way[i] > 0;
		cell->enter = kiln_double_max(cell->enter, (forth ? low : high) / walk->way[i]);
		cell->leave = kiln_double_min(cell->leave, (forth ? high : low) / walk->way[i]);
	}
	return cell->enter <= cell->leave;
}

static void report(cell_walk *state, const timed_cell *cell)
{
	if (cell->enter > state->t_max)
		return;
	kiln_walk_cell reported = {.enter = kiln_tight_down(kiln_double_min(cell->enter, state->next)),
		.leave = kiln_tight_up(kiln_double_min(cell->leave, state->t_max))};
	for (int i = 0; i < 3; i++)
		reported.cell[i] = (int32_t)((int64_t)state->first[i] + cell->at[i]);
	double t_max = (double)state->visit(state->user, &reported);
	if (!(t_max >= state->t_max))
		state->t_max = t_max >= 0 ? t_max : -1;
}

static bool before(const timed_cell *a, const timed_cell *b)
{
	return a->enter < b->enter || (a->enter == b->enter && a->leave < b->leave);
}

/// Reports the cells of a layer, in order if they are few.
static void report_layer(cell_walk *state)
{
	const kiln_grid_walk *walk = &state->walk;
	timed_cell cells[ORDERED], cell;
	uint32_t count = 0;
	double across = 1;
	for (int i = 0; i < 3; i++)
		across *= (double)walk->max[i] - (double)walk->min[i] + 1;
	for (cell.at[2] = walk->min[2]; cell.at[2] <= walk->max[2] && state->t_max >= 0; cell.at[2]++)
		for (cell.at[1] = walk->min[1]; cell.at[1] <= walk->max[1] && state->t_max >= 0; cell.at[1]++)
			for (cell.at[0] = walk->min[0]; cell.at[0] <= walk->max[0] && state->t_max >= 0; cell.at[0]++)
			{
				if (!times_in(walk, &cell))
					continue;
				if (across > ORDERED)
				{
					cell.enter = walk->enter;
					report(state, &cell);
					continue;
				}
				uint32_t place = count++;
				for (; place > 0 && before(&cell, &cells[place - 1]); place--)
					cells[place] = cells[place - 1];
				cells[place] = cell;
			}
	for (uint32_t i = 0; i < count; i++)
		report(state, &cells[i]);
}

static bool usable(const kiln_grid *grid, const kiln_aabb_int *cells)
{
	if (!kiln_float_finite(grid->origin.x) || !kiln_float_finite(grid->origin.y) ||
		!kiln_float_finite(grid->origin.z) || !kiln_float_finite(grid->cell) || !(grid->cell > 0))
		return false;
	for (int i = 0; i < 3; i++)
		if (cells->min[i] > cells->max[i] || (int64_t)cells->max[i] - cells->min[i] >= 1 << 30)
			return false;
	return true;
}

/// The first time of the next layer, as the walk computes it; infinite where nothing moves.
static double next_layer(const kiln_grid_walk *walk)
{
	int axis = walk->axis;
	double way = walk->way[axis], layer = (double)walk->layer;
	if (way == 0)
		return HUGE_VAL;
	double near = way > 0 ? layer - walk->half[axis] : layer + 1 + walk->half[axis];
	return kiln_double_max((near - walk->from[axis]) / way, 0);
}

static void walk_cells(const kiln_grid *grid, const kiln_aabb_int *cells, const grid_ray *ray, cell_walk *state)
{
	const double origin[3] = {(double)grid->origin.x, (double)grid->origin.y, (double)grid->origin.z};
	double from[3], way[3], half[3];
	int32_t count[3];
	for (int i = 0; i < 3; i++)
	{
		double number = (ray->from[i] - origin[i]) / (double)grid->cell;
		count[i] = cells->max[i] - cells->min[i] + 1;
		from[i] = number - (double)cells->min[i];
		way[i] = ray->way[i] / (double)grid->cell;
		// A number has an error of up to 2^-52 of itself, which counts more after the subtraction of the least cell.
		half[i] = (kiln_double_abs(number) + kiln_double_abs((double)cells->min[i])) * 0x1p-50;
	}
	state->first = cells->min;
	state->t_max = ray->t_max;
	kilni_grid_walk_begin(&state->walk, from, way, half, count, ray->t_max);
	while (state->t_max >= 0 && kilni_grid_walk_next(&state->walk, state->t_max))
	{
		state->next = next_layer(&state->walk);
		report_layer(state);
	}
}

void kiln_walk_grid(
	const kiln_grid *grid, const kiln_aabb_int *cells, const kiln_ray *ray, kiln_visit_cell *visit, void *user)
{
	if (!grid || !cells || !ray || !visit)
		return;
	const float from[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
	const float way[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
	bool moves = false;
	grid_ray walked = {.t_max = (double)FLT_MAX};
	for (int i = 0; i < 3; i++)
	{
		if (!kiln_float_finite(from[i]) || !kiln_float_finite(way[i]))
			return;
		walked.from[i] = (double)from[i];
		walked.way[i] = (double)way[i];
		moves |= way[i] != 0;
	}
	if (!moves || !(ray->t_max >= 0) || !usable(grid, cells))
		return;
	if (ray->t_max > 0 && ray->t_max < FLT_MAX)
		walked.t_max = (double)ray->t_max;
	cell_walk state = {.visit = visit, .user = user};
	walk_cells(grid, cells, &walked, &state);
}

void kiln_walk_grid_segment(
	const kiln_grid *grid, const kiln_aabb_int *cells, kiln_vec3 a, kiln_vec3 b, kiln_visit_cell *visit, void *user)
{
	if (!grid || !cells || !visit)
		return;
	const float from[3] = {a.x, a.y, a.z}, to[3] = {b.x, b.y, b.z};
	grid_ray walked = {.t_max = 1};
	for (int i = 0; i < 3; i++)
	{
		if (!kiln_float_finite(from[i]) || !kiln_float_finite(to[i]))
			return;
		walked.from[i] = (double)from[i];
		walked.way[i] = (double)to[i] - (double)from[i];
	}
	if (!usable(grid, cells))
		return;
	cell_walk state = {.visit = visit, .user = user};
	walk_cells(grid, cells, &walked, &state);
}
