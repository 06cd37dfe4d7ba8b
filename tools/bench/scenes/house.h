// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_HOUSE_H
#define KILN_BENCH_HOUSE_H

#include "scene.h"

/// A furnished house of boxes: four rooms with doors, windows and tables, 9 x 8 units of ground. Each box is a closed surface of its own.

#define HOUSE_OPENINGS_MOST 12

/// The way of a ball's centre through the middle of a door or window, from one side of the wall to the other.
typedef struct house_opening
{
	double from[3], to[3];
} house_opening;

/// The radius of a ball that passes all openings, which are 1 unit wide or high.
#define HOUSE_BALL 0.3

/// The radius of a ball whose space is kept free: it passes all openings, too, and three quarters of it are HOUSE_BALL.
#define HOUSE_CLEAR 0.4

/// Generates the house. Arrays come from malloc.
void generate_house(clean_mesh *mesh);

/// Returns the number of openings.
uint32_t house_openings(house_opening openings[HOUSE_OPENINGS_MOST]);

#endif
