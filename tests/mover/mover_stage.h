// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MOVER_STAGE_H
#define KILN_TESTS_MOVER_STAGE_H

#include "mover_level.h"

/// One body in one level, for tests of movers.

typedef struct mover_stage
{
	mover_level level;
	kiln_vec3 points[LEVEL_POINTS];
	kiln_convex_shape shape;
	kiln_convex_object body;
	kiln_mover_options options;
	kiln_mover_result result; ///< of the last move
	float foot;				  ///< distance of the body's lowest point below its place
	float wide;				  ///< half width of the body
	float padding;			  ///< by default
} mover_stage;

/// Begins with an empty level and a body of level_body at the origin. The caller adds surfaces, then calls
/// level_finish(&stage->level), and at last level_free.
void stage_begin(mover_stage *stage, uint32_t kind);

/// Moves the body; fails the test where the status is not KILN_OK, or where the body then overlaps something.
void stage_move(mover_stage *stage, float x, float y, float z);
void stage_move_times(mover_stage *stage, int times, float x, float y, float z);

void stage_put(mover_stage *stage, float x, float y, float z);

#endif
