// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_HELD_H
#define KILN_COOKER_BOUND_HELD_H

#include "bound/obb/lanes.h"

/// The points that held a search's last volumes. They often hold the next, similar volume too, so that a volume around them
/// alone shows that most trials fail.

/// So many points; the oldest leave.
#define BOUND_HELD 8

typedef struct bound_held
{
	bound_lanes lanes; ///< no points before the first is taken
	double columns[7][BOUND_HELD];
	uint32_t points[BOUND_HELD];
	uint32_t oldest;
} bound_held;

/// Starts without points. The struct must not move in memory.
void bound_held_make(bound_held *held);

/// Takes the points of the lanes from `first` on whose bits are set.
void bound_held_take(bound_held *held, const bound_lanes *lanes, uint32_t first, uint32_t bits);

#endif
