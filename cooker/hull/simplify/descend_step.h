// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_DESCEND_STEP_H
#define KILN_COOKER_HULL_SIMPLIFY_DESCEND_STEP_H

#include "outer.h"
#include "system_lanes.h"

/// The step of a descent of all vertices at once (descend.c).

/// The state of one descent.
typedef struct descent_run
{
	outer_work *work;
	descent *d;
	double level;
	double barrier;
	double level_side; ///< the right side, and the diagonal, of the level's own equation
	double level_pivot;
	double level_step;
	double worst; ///< the greatest distance where the step leads
	uint32_t constraints;
} descent_run;

static inline bool descent_is_face(const outer_work *work, uint32_t f)
{
	return work->hull.faces[f].v[0] != SHELL_NONE;
}

static inline double descent_room_below(const descent_level *l, const double x[3], double level)
{
	return level - (simplify_dot(l->plane, x) - l->plane[3]);
}

/// Computes the step of all vertices and of the level (Newton), and how much it changes each constraint. False when the system is singular.
bool descent_find_step(descent_run *run);

#endif
