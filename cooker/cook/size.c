// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <math.h>
#include <stdio.h>

#define SIZE_LEAST 1e-3
#define SIZE_MOST 1e4
/// The usual range of sizes: a guessed cause must lead into this range.
#define USUAL_LEAST 0.05
#define USUAL_MOST 1000

static double largest_side(const double min[3], const double max[3])
{
	double largest = 0;
	for (uint32_t axis = 0; axis < 3; ++axis)
		largest = fmax(largest, max[axis] - min[axis]);
	return largest;
}

/// The largest side of a node's box.
static double side_of(const cook_placed *placed)
{
	double min[3], max[3];
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		min[axis] = (double)placed->node.bounds_min[axis];
		max[axis] = (double)placed->node.bounds_max[axis];
	}
	return largest_side(min, max);
}

/// Returns the node without which the asset would be much smaller: a node that is larger than all others together, or
/// far from them. KILN_NONE when there is no such node, or only one node.
static uint32_t odd_node(const cook_job *job, double largest)
{
	uint32_t odd = KILN_NONE, kept = 0;
	double low[3][2], high[3][2];
	uint32_t at_low[3] = {0}, at_high[3] = {0};
	for (uint32_t i = 0; i < job->placed_count; ++i)
	{
		const cook_placed *placed = &job->placed[i];
		for (uint32_t axis = 0; placed->kept && axis < 3; ++axis)
		{
			double min = (double)placed->node.bounds_min[axis], max = (double)placed->node.bounds_max[axis];
			bool lower = kept == 0 || min < low[axis][0], higher = kept == 0 || max > high[axis][0];
			low[axis][1] = kept == 0 ? HUGE_VAL : lower ? low[axis][0] : fmin(low[axis][1], min);
			high[axis][1] = kept == 0 ? -HUGE_VAL : higher ? high[axis][0] : fmax(high[axis][1], max);
			low[axis][0] = lower ? min : low[axis][0];
			high[axis][0] = higher ? max : high[axis][0];
			at_low[axis] = lower ? i : at_low[axis];
			at_high[axis] = higher ? i : at_high[axis];
		}
		kept += placed->kept;
	}
	for (uint32_t axis = 0; kept > 1 && axis < 3; ++axis)
	{
		double side = high[axis][0] - low[axis][0];
		if (side < 0.99 * largest)
			continue;
		bool one = at_low[axis] == at_high[axis];
		bool without_low = (one ? high[axis][1] - low[axis][1] : high[axis][0] - low[axis][1]) * 100 < side;
		bool without_high = !one && (high[axis][1] - low[axis][0]) * 100 < side;
		// Of two nodes that are far apart, choose the node that is farther from the origin.
		bool farther = -low[axis][0] > high[axis][0];
		if (without_low && (farther || !without_high))
			odd = at_low[axis];
		else if (without_high)
			odd = at_high[axis];
	}
	return odd;
}

/// Returns the unit with which the asset would have a usual size; NULL when no unit does. `*size` gets this size.
static const char *likely_unit(double units, double *size)
{
	static const struct
	{
		const char *word;
		double metres;
	} tried[] = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}};
	for (size_t i = 0; i < sizeof tried / sizeof *tried; ++i)
	{
		*size = units * tried[i].metres;
		if (*size >= USUAL_LEAST && *size <= USUAL_MOST)
			return tried[i].word;
	}
	return NULL;
}

/// Describes the likely cause of an odd size.
static void guess(const cook_job *job, double largest, char *text, size_t size)
{
	const kilncook_report *report = &job->report;
	double likely = 0;
	uint32_t odd = largest > SIZE_MOST ? odd_node(job, largest) : KILN_NONE;
	const char *unit = likely_unit(largest / report->unit, &likely);
	bool other = unit && fabs(likely - largest) > 0.5 * likely;
	const char *from = job->options.unit > 0 ? "--unit" : report->unit_known ? "the file's unit" : "the assumed unit";
	if (odd != KILN_NONE)
		(void)snprintf(text, size, "is the node '%.64s' out of place, with %.9g metres around it?",
			cook_names_get(&job->names, job->placed[odd].node.name), side_of(&job->placed[odd]));
	else if (other)
		(void)snprintf(text, size, "is %s of %.9g metres wrong? With --unit %s the side would be %.3g metres", from,
			report->unit, unit, likely);
	else if (report->scale != 1)
		(void)snprintf(text, size, "is --scale %.9g wrong?", report->scale);
	else
		(void)snprintf(text, size, "is a scale in the art wrong, or %s of %.9g metres?", from, report->unit);
}

void cook_judge_size(cook_job *job)
{
	double largest = largest_side(job->report.bounds_min_metres, job->report.bounds_max_metres);
	if (largest >= SIZE_LEAST && largest <= SIZE_MOST)
		return;
	char cause[256];
	guess(job, largest, cause, sizeof cause);
	cook_message(&job->context, KILNCOOK_WARNING, "", "bounds-size",
		"the asset's largest side is %.9g metres, outside 1 mm .. 10 km: %s", largest, cause);
}
