// SPDX-License-Identifier: MIT
#include "kiln/primitive/moving.h"
#include "math/ieee.h"

/// Times are whole multiples of 2^-24, which float32 represents exactly.
#define LEVELS 24
#define STEPS_USUAL 10000

/// A part of the time: from `from`, 2^-level long, without contact at its beginning.
typedef struct halving_work
{
	const kiln_halving *halving;
	uint32_t from;
	uint32_t level;
	uint32_t steps;			///< calls of `distance`
	float start;			///< distance at its beginning
	float ends[LEVELS + 1]; ///< distances at its end, and at the ends of the parts that contain it
} halving_work;

static float time_of(uint32_t ticks)
{
	return (float)ticks * 0x1p-24f;
}

static uint32_t length_of(uint32_t level)
{
	return 1u << (LEVELS - level);
}

static float distance_at(halving_work *work, uint32_t ticks)
{
	++work->steps;
	return work->halving->distance(work->halving->user, time_of(ticks));
}

/// Whether no time inside the part can be a contact. The distance there is at least that of either end minus the motion
/// from or to this end, and both motions are parts of one.
static bool is_free(const halving_work *work)
{
	const kiln_halving *halving = work->halving;
	float from = time_of(work->from), to = time_of(work->from + length_of(work->level));
	double motion = (double)halving->motion_bound(halving->user, from, to);
	return (double)work->start + (double)work->ends[work->level] - motion > 2 * (double)halving->tolerance;
}

/// Continues behind the current part: with the other half of the smallest part around it that has one left.
static void go_on(halving_work *work)
{
	work->start = work->ends[work->level];
	work->from += length_of(work->level);
	while (work->level > 0 && work->from % length_of(work->level - 1) == 0)
		--work->level;
	if (work->level > 0)
		work->ends[work->level] = work->ends[work->level - 1];
}

bool kiln_moving_halving(const kiln_halving *halving, float *t, bool *complete)
{
	bool ignored;
	complete = complete ? complete : &ignored;
	*complete = false;
	if (!t)
		return false;
	*t = 0;
	if (!halving || !halving->motion_bound || !halving->distance || !(halving->tolerance > 0))
		return false;
	uint32_t most = halving->steps_max ? halving->steps_max : STEPS_USUAL;
	halving_work work = {.halving = halving};
	work.start = distance_at(&work, 0);
	*complete = true;
	if (!(work.start > halving->tolerance))
		return true;
	bool known = work.steps < most;
	if (known)
		work.ends[0] = distance_at(&work, length_of(0));
	while (known && work.from < length_of(0) && work.start > halving->tolerance)
	{
		if (is_free(&work))
			go_on(&work);
		else if (work.level == LEVELS)
			break;
		else if (work.steps < most)
		{
			++work.level;
			work.ends[work.level] = distance_at(&work, work.from + length_of(work.level));
		}
		else
			known = false;
	}
	*complete = known;
	*t = time_of(work.from);
	return !known || work.from < length_of(0) || !(work.start > halving->tolerance);
}
