// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_OUTER_H
#define KILN_COOKER_HULL_SIMPLIFY_OUTER_H

#include "internal.h"

/// The search for an outer hull: what outer.c, which starts and moves vertices about, needs of simplify_relax.c,
/// which brings them near.

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
	shell hull; ///< of now.x
	outer_cut *cuts;
	uint32_t cut_capacity;
	uint32_t cut_count;
	double level;
	double (*push)[3];
	double (*need)[3]; ///< per corner of a face of `hull`
	uint32_t *seed;
	uint32_t *sample_first; ///< per vertex of the hull: where its faces begin in `samples`; only of hubs
	uint32_t *samples;		///< faces of `hull`, some of those around each hub, and SHELL_NONE
	uint32_t effort;		///< moves of single vertices that may still be made
	uint64_t looked;		///< the body's looks when effort was last spent
} outer_work;

/// Vertices and faces of the body that a move may look at. Most moves look at some hundreds; those of bodies with which
/// supports and nearest points take more count as several.
#define LOOKS_A_MOVE 4096

/// Faces around a vertex that are all looked at where it is pushed for one of them; of more, about as many.
#define OUTER_SAMPLES 64

/// Numbers in `samples` for `vertices` vertices, around which less than six times as many faces stand in all.
static inline size_t outer_sample_room(uint32_t vertices)
{
	return 6 * (size_t)vertices + 8;
}

/// Takes `moves` from the effort, or more where they were long.
static inline void outer_spend(outer_work *work, uint32_t moves)
{
	uint64_t looks = (*work->body->looks - work->looked) / LOOKS_A_MOVE;
	uint32_t cost = looks > moves ? (uint32_t)(looks < UINT32_MAX ? looks : UINT32_MAX) : moves;
	work->looked = *work->body->looks;
	work->effort -= cost < work->effort && !body_is_spent(work->body) ? cost : work->effort;
}

/// Distances of all vertices, and the greatest.
void outer_measure(outer_work *work);
/// The hull of the vertices as they are now. False when they are in one plane.
bool outer_rebuild(outer_work *work);
/// Takes what is now as the best, if it is.
bool outer_keep(outer_work *work);
/// Brings back the best so far.
bool outer_restore(outer_work *work);
/// How far the body stands out of the plane of a face; negative when it stays behind.
double outer_stand_out(const outer_work *work, shell_face *face);
/// Moves the corners of every face that the body stands out of, until it does so nowhere; false when that does not end.
bool outer_repair(outer_work *work, double least);
/// Sweeps until the error has settled, or is not going to be the best. The start contains the body.
bool outer_relax(outer_work *work, uint32_t sweeps);

#endif
