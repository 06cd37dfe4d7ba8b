// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_KDOP_AXES_H
#define KILN_BOUNDS_KDOP_AXES_H

#include "kiln/bounds.h"
#include "outward.h"

/// Numbers of the axes of each k, as two runs.
typedef struct kiln_kdop_slots
{
	int first, first_end, second, second_end;
} kiln_kdop_slots;

/// Returns false for a number that is not a valid k.
static inline bool kiln_kdop_slots_of(uint32_t k, kiln_kdop_slots *slots)
{
	switch (k)
	{
	case 6:
		*slots = (kiln_kdop_slots){0, 3, 0, 0};
		return true;
	case 8:
		*slots = (kiln_kdop_slots){3, 7, 0, 0};
		return true;
	case 12:
		*slots = (kiln_kdop_slots){7, 13, 0, 0};
		return true;
	case 14:
		*slots = (kiln_kdop_slots){0, 7, 0, 0};
		return true;
	case 18:
		*slots = (kiln_kdop_slots){0, 3, 7, 13};
		return true;
	case 20:
		*slots = (kiln_kdop_slots){3, 13, 0, 0};
		return true;
	case 24:
		*slots = (kiln_kdop_slots){0, 6, 7, 13};
		return true;
	case 26:
		*slots = (kiln_kdop_slots){0, 13, 0, 0};
		return true;
	default:
		return false;
	}
}

/// Lists the numbers; returns how many there are.
static inline int kiln_kdop_list(const kiln_kdop_slots *slots, int list[KILN_KDOP_AXES])
{
	int count = 0;
	for (int i = slots->first; i < slots->first_end; ++i)
		list[count++] = i;
	for (int i = slots->second; i < slots->second_end; ++i)
		list[count++] = i;
	return count;
}

static const signed char kiln_kdop_axis[KILN_KDOP_AXES][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1},
	{1, -1, 1}, {-1, 1, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

/// axis . p + start, with its error. Products with 1, 0 and -1 are exact.
static inline kiln_sum kiln_kdop_along(int axis, kiln_d3 p, double start)
{
	const signed char *n = kiln_kdop_axis[axis];
	kiln_sum sum = {start, 0};
	sum = kiln_sum_add(sum, n[0] * p.x);
	sum = kiln_sum_add(sum, n[1] * p.y);
	return kiln_sum_add(sum, n[2] * p.z);
}

/// At least the axis's length: 1, the square root of 3, or that of 2.
static inline double kiln_kdop_length(int axis)
{
	return axis < 3 ? 1 : axis < 7 ? 1.7320508075688776 : 1.4142135623730954;
}

/// Whether all numbers of its k axes are finite and no interval is empty.
bool kilni_sound_kdop(const kiln_kdop *kdop, const kiln_kdop_slots *slots);

/// The empty k-DOP, to which the first point is added.
kiln_kdop kilni_kdop_nothing(void);

#endif
