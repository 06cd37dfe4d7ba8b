// SPDX-License-Identifier: MIT
#include "heightfield.h"
#include "kiln_format.h"
#include "math/rounding.h"
#include "memory.h"

#include <math.h>

/// Shares of the error that a step takes, and that remains for the rounding of stored heights to float32.
#define STEP_PER_ERROR 1.75

static kilncook_status wrong(const kilncook_context *context, const char *text)
{
	cook_message(context, KILNCOOK_ERROR, "", "usage", "height field: %s", text);
	return KILNCOOK_USAGE;
}

static bool is_positive(float x)
{
	return x > 0 && kiln_float_finite(x);
}

kilncook_status heightfield_check(const kilncook_context *context, const kilncook_heightfield *grid)
{
	const uint32_t counts[2] = {grid->columns, grid->rows};
	if (!grid->heights == !grid->levels)
		return wrong(context, "exactly one of heights and levels must be given");
	if (grid->columns < 2 || grid->rows < 2)
		return wrong(context, "a grid needs 2 samples or more on each side");
	if (grid->columns > KILN_HEIGHTFIELD_SIDE_MAX || grid->rows > KILN_HEIGHTFIELD_SIDE_MAX ||
		(uint64_t)(grid->columns - 1) * (grid->rows - 1) > KILN_HEIGHTFIELD_CELLS_MAX)
		return wrong(context, "a grid has at most 2000000000 cells, and 2097153 samples on a side");
	if (grid->up != KILNCOOK_AXIS_DEFAULT && grid->up != KILNCOOK_AXIS_Y && grid->up != KILNCOOK_AXIS_Z)
		return wrong(context, "the axis of heights is y or z");
	if (grid->levels ? !is_positive(grid->level_height) : !(grid->error >= 0 && kiln_float_finite(grid->error)))
		return wrong(context, "the height of a level must be above 0, and the error must not be negative");
	const double most = (double)KILN_COORDINATE_MAX / 2;
	if (!(fabs((double)grid->lowest) <= most && fabs((double)grid->highest) <= most && grid->lowest <= grid->highest))
		return wrong(context, "the heights of edits are out of range");
	const uint32_t up = heightfield_up(grid), axes[2] = {0, 3 - up};
	if (!(fabsf(grid->origin[up]) <= KILN_COORDINATE_MAX))
		return wrong(context, "the origin is out of range");
	for (int i = 0; i < 2; ++i)
	{
		const double low = (double)grid->origin[axes[i]];
		const double high = low + (double)grid->spacing[i] * (double)(counts[i] - 1);
		if (!is_positive(grid->spacing[i]) ||
			!(low >= -(double)KILN_COORDINATE_MAX && high <= (double)KILN_COORDINATE_MAX))
			return wrong(context, "origin or spacing is out of range");
		if ((double)grid->spacing[i] < fmax(fabs(low), fabs(high)) * 0x1p-20)
			return wrong(context,
				"the spacing is less than 2^-20 of the greatest coordinate: float32 does not keep samples apart");
	}
	return KILNCOOK_OK;
}

/// A height as the source has it, in double.
static double height_of(const kilncook_heightfield *grid, size_t i)
{
	const double origin = (double)grid->origin[heightfield_up(grid)];
	return grid->levels ? origin + (double)grid->level_height * grid->levels[i] : origin + (double)grid->heights[i];
}

/// Finds the range of heights.
static kilncook_status find_range(
	const kilncook_context *context, const kilncook_heightfield *grid, double *low, double *high)
{
	const size_t count = (size_t)grid->columns * grid->rows;
	*low = HUGE_VAL;
	*high = -HUGE_VAL;
	for (size_t i = 0; i < count; ++i)
	{
		const double height = height_of(grid, i);
		// NaN fails every comparison.
		if (!(fabs(height) <= (double)KILN_COORDINATE_MAX / 2))
		{
			cook_message(context, KILNCOOK_ERROR, "", "heightfield-sample",
				"the height of column %u, row %u is %g; give samples at holes a height, too",
				(unsigned)(i % grid->columns), (unsigned)(i / grid->columns), height);
			return KILNCOOK_REFUSED;
		}
		*low = height < *low ? height : *low;
		*high = height > *high ? height : *high;
	}
	return KILNCOOK_OK;
}

/// Widens the range to the heights that edits may need.
static kilncook_status make_room(
	const kilncook_context *context, const kilncook_heightfield *grid, double *low, double *high)
{
	const bool given = grid->editable && (grid->lowest != 0 || grid->highest != 0);
	const double base = (double)grid->origin[heightfield_up(grid)];
	if (!given)
		return KILNCOOK_OK;
	// Within half a level, which is how exactly a level is stored anyway.
	const double level = grid->levels ? (double)grid->level_height : 0, top = base + level * KILN_HEIGHTFIELD_RANGE_MAX;
	if (grid->levels && ((double)grid->lowest < base - level / 2 || (double)grid->highest > top + level / 2))
		return wrong(context, "the heights of edits are not among those of 65536 levels");
	*low = fmin(*low, (double)grid->lowest);
	*high = fmax(*high, (double)grid->highest);
	return KILNCOOK_OK;
}

/// Refuses a range of heights that one block could not store.
static kilncook_status check_room(
	const kilncook_context *context, const kilncook_heightfield *grid, double low, double high, double step)
{
	if (!grid->editable || (high - low) / step <= KILN_HEIGHTFIELD_RANGE_MAX + 0.5)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "heightfield-steps",
		"a field with room for edits has 65535 steps between its lowest and highest height; an error of %g is possible",
		(high - low) / KILN_HEIGHTFIELD_RANGE_MAX / STEP_PER_ERROR);
	return KILNCOOK_REFUSED;
}

static kilncook_status too_fine(const kilncook_context *context, double possible)
{
	cook_message(context, KILNCOOK_ERROR, "", "heightfield-steps",
		"the error is too small for float32 and 2^24 steps between the lowest and the highest sample; %g is possible",
		possible);
	return KILNCOOK_REFUSED;
}

static void choose_step(const kilncook_heightfield *grid, double low, double high, heightfield_steps *out)
{
	const double range = high - low;
	if (grid->levels)
	{
		out->base = grid->origin[heightfield_up(grid)];
		out->step = grid->level_height;
		return;
	}
	out->base = (float)low;
	// Steps finer than float32 at these heights would only count rounding.
	const double finest = fmax(fabs(low), fabs(high)) * 0x1p-22;
	out->step =
		grid->error > 0 ? (float)((double)grid->error * STEP_PER_ERROR) : kiln_float_up(fmax(range / 65535, finest));
	// A flat field has one step of any height.
	if (range == 0 || !(out->step > 0))
		out->step = 1;
}

kilncook_status heightfield_quantise(
	const kilncook_context *context, const kilncook_heightfield *grid, heightfield_steps *out)
{
	const size_t count = (size_t)grid->columns * grid->rows;
	double low, high, worst = 0;
	kilncook_status status = find_range(context, grid, &low, &high);
	if (status == KILNCOOK_OK)
		status = make_room(context, grid, &low, &high);
	if (status != KILNCOOK_OK)
		return status;
	choose_step(grid, low, high, out);
	status = check_room(context, grid, low, high, (double)out->step);
	if (status != KILNCOOK_OK)
		return status;
	const double most = (high - (double)out->base) / (double)out->step;
	if (most > (double)KILN_HEIGHTFIELD_STEPS_MAX - 1)
		return too_fine(context, (high - low) / KILN_HEIGHTFIELD_STEPS_MAX);
	// The format keeps all heights that steps can count within the coordinates.
	if (!((double)out->base + (double)out->step * KILN_HEIGHTFIELD_STEPS_MAX <= (double)KILN_COORDINATE_MAX))
		return wrong(context, "2^24 steps of height lead beyond the largest coordinate, 2^40");
	out->steps = cook_alloc(context, count, sizeof *out->steps);
	if (!out->steps)
	{
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the heights of a field");
		return KILNCOOK_INTERNAL;
	}
	for (size_t i = 0; i < count; ++i)
	{
		const double height = height_of(grid, i);
		const double steps = (height - (double)out->base) / (double)out->step;
		out->steps[i] = grid->levels ? grid->levels[i] : steps > 0 ? (uint32_t)(steps + 0.5) : 0;
		const float stored = out->base + out->step * (float)out->steps[i];
		// A comparison: GCC 12 for aarch64 fails at a reduction by fmax here.
		const double away = fabs((double)stored - height);
		worst = away > worst ? away : worst;
	}
	out->error = worst > 0 ? kiln_float_up(worst) : 0;
	if (grid->heights && grid->error > 0 && worst > (double)grid->error)
		return too_fine(context, worst);
	return KILNCOOK_OK;
}
