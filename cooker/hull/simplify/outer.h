// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_OUTER_H
#define KILN_COOKER_HULL_SIMPLIFY_OUTER_H

#include "descend.h"

/// The search for an outer hull: the data and functions that outer.c, which makes starts and moves vertices, shares
/// with relax.c, which moves vertices close to the hull.

#define SWEEPS_MOST 120
#define SETTLE_SWEEPS 8

typedef struct outer_cut
{
	double normal[3];
	double offset; ///< normal . v >= offset
} outer_cut;

typedef struct outer_state
{
	uint32_t count;
	double (*x)[3];
	double *distance;
	uint32_t *near; ///< face of the body
	double error;
} outer_state;

typedef struct outer_work
{
	const simplify_body *body;
	uint32_t capacity;
	outer_state now, best;
	shell hull;		  ///< the hull of now.x
	outer_state held; ///< where trials start, and its hull
	shell held_hull;
	outer_cut *cuts;
	uint32_t cut_capacity;
	uint32_t cut_count;
	double level;
	double (*push)[3];
	double (*need)[3]; ///< per corner of a face of `hull`
	uint32_t *seed;
	uint32_t *sample_first; ///< per vertex of the hull: where its faces begin in `samples`; set for hubs only
	uint32_t *samples;		///< for each hub, some of the faces of `hull` around it, then SHELL_NONE
	descent descent;		///< without room for many vertices
	uint32_t effort;		///< the remaining moves of single vertices
	uint64_t looked;		///< the body's looks when effort was last subtracted
} outer_work;

/// Vertices and faces of the body that one move may visit. Most moves visit some hundreds. Where supports and nearest
/// points take more visits, a move counts as several moves.
#define LOOKS_A_MOVE 4096

/// When a vertex is pushed for one face, at most so many of the faces around it are tested; of more faces, a sample of
/// about this size.
#define OUTER_SAMPLES 64

/// Room in `samples` for `vertices` vertices, which have fewer than six times as many faces around them in total.
static inline size_t outer_sample_room(uint32_t vertices)
{
	return 6 * (size_t)vertices + 8;
}

/// Subtracts `moves` from the effort, or more if they took many looks.
static inline void outer_spend(outer_work *work, uint32_t moves)
{
	uint64_t looks = (*work->body->looks - work->looked) / LOOKS_A_MOVE;
	uint32_t cost = looks > moves ? (uint32_t)(looks < UINT32_MAX ? looks : UINT32_MAX) : moves;
	work->looked = *work->body->looks;
	work->effort -= cost < work->effort && !body_is_spent(work->body) ? cost : work->effort;
}

/// Computes the distances of all vertices, and the greatest.
void outer_measure(outer_work *work);
/// Builds the hull of the vertices at their current places. False when they are in one plane.
bool outer_rebuild(outer_work *work);
/// Keeps the current state if it is the best.
bool outer_keep(outer_work *work);
/// Restores the best state so far.
bool outer_restore(outer_work *work);
/// Returns how far the body extends beyond the plane of a face; negative when it stays behind.
double outer_stand_out(const outer_work *work, shell_face *face);
/// Moves the corners of every face beyond which the body extends, until there is no such face; false when this does not
/// end.
bool outer_repair(outer_work *work, double least);
/// Moves all vertices together for at most `steps` steps, and keeps the best place; ends when the error has settled, or
/// is not going to be the best. The start must contain the body. False when it touches the body.
bool outer_descend(outer_work *work, uint32_t steps);
/// Descends, or sweeps, until the error has settled, or is not going to be the best. The start must contain the body.
bool outer_relax(outer_work *work, uint32_t sweeps);

#endif
