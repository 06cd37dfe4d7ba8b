// SPDX-License-Identifier: MIT
#include "held.h"

#include "math/bits.h"

void bound_held_make(bound_held *held)
{
	*held = (bound_held){.oldest = 0};
	held->lanes.x = held->columns[0];
	held->lanes.y = held->columns[1];
	held->lanes.z = held->columns[2];
	for (int i = 0; i < 4; ++i)
		held->lanes.spare[i] = held->columns[3 + i];
}

static void put(bound_held *held, const bound_lanes *lanes, uint32_t point, uint32_t slot)
{
	held->points[slot] = point;
	held->lanes.x[slot] = lanes->x[point];
	held->lanes.y[slot] = lanes->y[point];
	held->lanes.z[slot] = lanes->z[point];
}

static void take(bound_held *held, const bound_lanes *lanes, uint32_t point)
{
	// Copies of the last point fill its four up.
	if (point >= lanes->count)
		return;
	for (uint32_t i = 0; i < held->lanes.count; ++i)
		if (held->points[i] == point)
			return;
	// Copies of the first fill the slots up.
	for (uint32_t i = 0; i < BOUND_HELD && held->lanes.count == 0; ++i)
		put(held, lanes, point, i);
	held->lanes.count = BOUND_HELD;
	put(held, lanes, point, held->oldest);
	held->oldest = held->oldest + 1 < BOUND_HELD ? held->oldest + 1 : 0;
}

void bound_held_take(bound_held *held, const bound_lanes *lanes, uint32_t first, uint32_t bits)
{
	for (; bits != 0; bits &= bits - 1)
		take(held, lanes, first + kiln_lowest_bit(bits));
}
