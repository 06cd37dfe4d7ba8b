// SPDX-License-Identifier: MIT
#include "sap_reach.h"
#include <math.h>

/// The number of boxes that are sampled for the limits.
#define SAMPLE 256u

void kilni_sap_reaches_place(kiln_sap_reaches *reaches, kiln_room *room, uint32_t capacity)
{
	for (int axis = 0; axis < 3; axis++)
	{
		kiln_sap_reach *reach = &reaches->axes[axis];
		reach->wide = kiln_room_take(room, capacity, sizeof *reach->wide);
		reach->place = kiln_room_take(room, capacity, sizeof *reach->place);
	}
}

static inline double length_of(const kiln_aabb *box, uint32_t axis)
{
	return (double)kiln_sap_component(&box->max, axis) - (double)kiln_sap_component(&box->min, axis);
}

/// Records a box that is added or replaced.
static inline void take(kiln_sap_reach *reach, uint32_t index, double length)
{
	if (length <= reach->limit)
	{
		reach->longest = length > reach->longest ? length : reach->longest;
		if (reach->place[index] > 0)
		{
			const uint32_t last = reach->wide[--reach->wide_count];
			reach->wide[reach->place[index] - 1] = last;
			reach->place[last] = reach->place[index];
			reach->place[index] = 0;
		}
	}
	else if (reach->place[index] == 0)
	{
		reach->wide[reach->wide_count++] = index;
		reach->place[index] = reach->wide_count;
	}
}

static void sort_numbers(double *numbers, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
	{
		const double number = numbers[i];
		uint32_t j = i;
		for (; j > 0 && numbers[j - 1] > number; j--)
			numbers[j] = numbers[j - 1];
		numbers[j] = number;
	}
}

/// The length limit with the least cost: the number of boxes that begin within this length of a point, plus the number
/// of longer boxes.
static double limit_of(double *lengths, double *begins, uint32_t count)
{
	sort_numbers(lengths, count);
	sort_numbers(begins, count);
	// Three quarters of the boxes begin in this interval.
	const double middle = begins[count - 1 - count / 8] - begins[count / 8];
	double best = HUGE_VAL, limit = 0;
	for (uint32_t i = 0; i < count && lengths[i] < HUGE_VAL; i++)
	{
		const double within = lengths[i] < middle ? 0.75 * (lengths[i] / middle) : 1;
		const double cost = within + (double)(count - 1 - i) / (double)count;
		if (cost <= best)
		{
			best = cost;
			limit = lengths[i];
		}
	}
	return limit * 1.0625;
}

/// Sets the limits. `changes` has the new boxes.
static void lay(kiln_sap_reaches *reaches, const kiln_sap *sap, const kiln_broadphase *broadphase,
	const kiln_broadphase_changes *changes, uint32_t count)
{
	const uint32_t all = broadphase->live_count + changes->added_count;
	const uint32_t step = all / SAMPLE + 1;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		double lengths[SAMPLE], begins[SAMPLE];
		uint32_t taken = 0;
		for (uint32_t i = 0; i < all && taken < SAMPLE; i += step)
		{
			const uint32_t index =
				i < broadphase->live_count ? broadphase->live[i] : changes->added[i - broadphase->live_count];
			const kiln_aabb *box = kiln_sap_final(sap, index);
			const double begin = (double)kiln_sap_component(&box->min, axis);
			if (begin > -HUGE_VAL && !(sap->marks[index] & KILN_SAP_REMOVED))
			{
				lengths[taken] = length_of(box, axis);
				begins[taken++] = begin;
			}
		}
		kiln_sap_reach *reach = &reaches->axes[axis];
		reach->limit = taken > 0 ? limit_of(lengths, begins, taken) : 0;
		reach->longest = 0;
		for (uint32_t i = 0; i < all; i++)
		{
			const uint32_t index =
				i < broadphase->live_count ? broadphase->live[i] : changes->added[i - broadphase->live_count];
			if (!(sap->marks[index] & KILN_SAP_REMOVED))
				take(reach, index, length_of(kiln_sap_final(sap, index), axis));
		}
		reach->laid_wide = reach->wide_count;
	}
	reaches->laid_count = count;
	reaches->changes = 0;
}

void kilni_sap_reaches_update(kiln_sap_reaches *reaches, const kiln_sap *sap, const kiln_broadphase *broadphase,
	const kiln_broadphase_changes *changes)
{
	const uint32_t count = broadphase->live_count - changes->removed_count + changes->added_count;
	bool many = false;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		kiln_sap_reach *reach = &reaches->axes[axis];
		for (uint32_t i = 0; i < changes->removed_count; i++)
			take(reach, changes->removed[i], -1);
		for (uint32_t i = 0; i < changes->moved_count; i++)
		{
			const uint32_t index = changes->moved[i];
			take(reach, index, length_of(&changes->next[index], axis));
		}
		for (uint32_t i = 0; i < changes->added_count; i++)
		{
			const uint32_t index = changes->added[i];
			take(reach, index, length_of(&changes->next[index], axis));
		}
		many |= reach->wide_count > 2 * (uint64_t)reach->laid_wide + reaches->laid_count / 16 + 64;
	}
	reaches->changes += changes->moved_count;
	if (many || count > 2 * (uint64_t)reaches->laid_count || count < reaches->laid_count / 2 ||
		reaches->changes > 16 * (uint64_t)count)
		lay(reaches, sap, broadphase, changes, count);
}

// --- Stretches --------------------------------------------------------------------------------------------------------

/// Keys that are certainly not above, or not below, a number's key.
static uint32_t key_below(double number)
{
	const uint32_t lowest = kiln_sap_key(-HUGE_VALF);
	if (!(number > -3e38))
		return lowest;
	return kiln_sap_key(number < 3.4e38 ? (float)number : 3.4e38f) - 1;
}

static uint32_t key_above(double number)
{
	const uint32_t highest = kiln_sap_key(HUGE_VALF);
	if (!(number < 3e38))
		return highest;
	return kiln_sap_key(number > -3.4e38 ? (float)number : -3.4e38f) + 1;
}

/// The first key at which boxes no longer than `longest` begin that reach `low`.
static uint32_t first_key(double longest, double low)
{
	if (!(fabs(low) < HUGE_VAL))
		return low > 0 ? key_below(3e38) : key_below(low);
	return key_below(low - longest - (fabs(low) + longest) * 0x1p-48);
}

kiln_sap_stretch kilni_sap_stretch_of_box(const kiln_sap_reaches *reaches, const kiln_aabb *box, uint32_t axis)
{
	return (kiln_sap_stretch){
		.first = first_key(reaches->axes[axis].longest, (double)kiln_sap_component(&box->min, axis)),
		.last = kiln_sap_key(kiln_sap_component(&box->max, axis)),
	};
}

kiln_sap_stretch kilni_sap_stretch_of_sweep(const kiln_sap_reaches *reaches, const kiln_box_sweep *sweep, uint32_t axis)
{
	const double from = sweep->from[axis], way = sweep->way[axis];
	const double whole = way == 0 ? 0 : way * sweep->t_max;
	const double grown = sweep->half[axis] + sweep->slack[axis];
	// The error of the doubles is far below 2^-40, which separates a float from its neighbours.
	const double low = from + (whole < 0 ? whole : 0) - grown, high = from + (whole > 0 ? whole : 0) + grown;
	return (kiln_sap_stretch){
		.first = first_key(reaches ? reaches->axes[axis].longest : 0, low - (fabs(from) + fabs(low)) * 0x1p-40),
		.last = key_above(high + (fabs(from) + fabs(high)) * 0x1p-40),
	};
}

// --- Wide boxes -------------------------------------------------------------------------------------------------------

bool kilni_sap_wide_box(const kiln_sap_reaches *reaches, const kiln_broadphase *broadphase, uint32_t axis,
	const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_sap_reach *reach = &reaches->axes[axis];
	for (uint32_t i = 0; i < reach->wide_count; i++)
	{
		const uint32_t index = reach->wide[i];
		if (kiln_boxes_overlap(box, &broadphase->boxes[index]) && !found(user, index))
			return false;
	}
	return true;
}

bool kilni_sap_wide_sweep(const kiln_sap_reaches *reaches, const kiln_broadphase *broadphase, uint32_t axis,
	kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_sap_reach *reach = &reaches->axes[axis];
	for (uint32_t i = 0; i < reach->wide_count; i++)
	{
		const uint32_t index = reach->wide[i];
		double t = 0;
		if (kilni_sweep_meets(sweep, &broadphase->boxes[index], &t) && !found(user, sweep, index, t))
			return false;
	}
	return true;
}
