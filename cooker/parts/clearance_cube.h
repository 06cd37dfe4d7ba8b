// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PARTS_CLEARANCE_CUBE_H
#define KILN_COOKER_PARTS_CLEARANCE_CUBE_H

#include "clearance.h"

#include <math.h>

/// The cubes of a clearance.

typedef enum clearance_kind
{
	CUBE_UNKNOWN, ///< the flood did not come here
	CUBE_BLOCKED, ///< no centre in the cube is free
	CUBE_FREE,	  ///< some may be
	CUBE_CUT,	  ///< into eight
} clearance_kind;

struct clearance_cube
{
	uint32_t first;	  ///< of its eight parts
	uint32_t nearest; ///< a triangle that is near
	uint8_t kind;
	bool reached; ///< or, of a cube that is cut, some part of it
};

/// Where a cube is: its corner, in cells, and its edge, 2^level cells.
typedef struct clearance_place
{
	uint32_t at[3];
	uint32_t level;
} clearance_place;

/// The place of one of the eight parts of a cube, by the bits of its number.
static inline clearance_place clearance_part(const clearance_place *place, uint32_t part)
{
	clearance_place p = {.level = place->level - 1};
	for (uint32_t k = 0; k < 3; ++k)
		p.at[k] = place->at[k] + ((part >> k & 1) << p.level);
	return p;
}

/// Computes the centre of a cube. Returns half of its diagonal, rounded up.
static inline double clearance_centre(const clearance *c, const clearance_place *place, double centre[3])
{
	// Half of the square root of 3.
	const double share = 0.86602540378443871;
	double size = ldexp(1, (int)place->level);
	for (int k = 0; k < 3; ++k)
		centre[k] = c->low[k] + c->edge * (place->at[k] + size / 2);
	return c->edge * size * share + c->slack;
}

#endif
