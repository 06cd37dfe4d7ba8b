// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MOVER_TRACE_H
#define KILN_TESTS_MOVER_TRACE_H

#include "mover_oracle.h"

/// Moves of which every step is judged: the places that a body takes during one move, and the straight ways between
/// them.

/// Most steps of one move.
#define TRACE_PLACES 256

/// What is wrong with a move, or 0.
typedef enum trace_fault
{
	TRACE_RIGHT,
	TRACE_PASSED,  ///< a way between two places meets a surface that the body did not touch at first
	TRACE_CROSSED, ///< the body on a way is not proved to be apart from a surface that it did not touch at first
	TRACE_TOUCHES, ///< a place touches a surface that the place before did not touch
	TRACE_DIFFERS, ///< the function of the world or scene has another result than the move that was observed
	TRACE_ENDLESS, ///< more than TRACE_PLACES places
	TRACE_AWAY,	   ///< the result is no place of the move
} trace_fault;

typedef struct trace_judgement
{
	trace_fault fault;
	uint32_t places;
	bool started_free, ended_free;
	kiln_status status;
} trace_judgement;

/// What judges the steps of a move.
typedef struct trace_judge
{
	const mover_level *level;
	const oracle_pieces *pieces; ///< of the level, and
	const oracle_mover *body;	 ///< for oracle_unproved
} trace_judge;

/// Moves a body through the world of a level, or recovers it, and judges every step: by oracle_unproved, and with
/// kiln_world_cast_convex_all and kiln_world_overlap_convex of the body itself. `result` gets that of
/// kiln_world_mover_move.
trace_judgement trace_move(const trace_judge *by, const kiln_convex_object *body, kiln_vec3 displacement,
	const kiln_mover_options *options, bool recover, kiln_mover_result *result);

/// Number of pieces that a body touches.
uint32_t trace_touched(const mover_level *level, const kiln_convex_object *body);

#endif
