// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_ATTEMPT_H
#define KILN_COOKER_REPAIR_ATTEMPT_H

#include "internal.h"

/// Tries steps, compares the mesh before and after them, and takes back what makes a verdict worse.

typedef enum repair_outcome
{
	REPAIR_KEPT,   ///< nothing was taken back
	REPAIR_PARTLY, ///< changes at some vertices were taken back, the others stay
	REPAIR_UNDONE, ///< everything was taken back
} repair_outcome;

/// A set of steps, as bits.
typedef bool (*repair_runner)(repair_work *work, uint32_t set, bool *changed);

/// Bits of steps that are judged together: each can make what the others repair.
#define REPAIR_STITCH (1u << KILNCOOK_REPAIR_T_JUNCTIONS | 1u << KILNCOOK_REPAIR_CRACKS)

/// What steps compare: properties and counts of faults.
typedef struct repair_verdict
{
	uint32_t flags;	  ///< kiln_mesh_flags that all connected parts have
	uint32_t twisted; ///< connected parts that are not orientable
	uint64_t counts[KILNCOOK_FAULT_KIND_END];
	uint32_t unfinished;
} repair_verdict;

/// In repair_worse_kinds: connected parts lost a property of their surface.
#define REPAIR_LOST (1u << 31)

repair_verdict repair_judge(const survey *s);

/// Returns the properties that connected parts lost, as bits of kiln_mesh_flags.
uint32_t repair_lost_flags(
	const repair_work *work, const repair_verdict *before, const repair_verdict *after, uint32_t set);

/// Returns the kinds of faults of which the steps may not find more and did, as bits, with REPAIR_LOST. Pairs of triangles are
/// left to repair_mark_crossings.
uint32_t repair_worse_kinds(
	const repair_work *work, const repair_verdict *before, const repair_verdict *after, uint32_t set);

/// A mesh and its survey before the steps.
typedef struct repair_before
{
	repair_mesh mesh;
	survey s;
} repair_before;

/// Marks the vertices of the mesh before at whose triangles work->mesh has faults of the kinds that the mesh before does not
/// have there. `marks` has an entry for each vertex of the mesh before. False when out of memory.
bool repair_mark_faults(
	const repair_work *work, const repair_before *before, uint32_t set, uint32_t kinds, uint8_t *marks);

/// Marks the vertices of triangles that cross or overlap others, whose faces did not before, or that the step `self-intersections`
/// cut both; `found` receives whether any do.
/// Searches the triangles that the steps changed only. False when out of memory.
bool repair_mark_crossings(
	const repair_work *work, const repair_before *before, uint32_t set, uint8_t *marks, bool *found);

/// Refuses changes at the marked vertices in the next trial; if no step changed anything there, at vertices around them. Later
/// trials refuse more around the marks. `more` receives whether any vertex is new among the refused ones. False when out of memory.
bool repair_refuse(repair_work *work, uint32_t trial, uint8_t *marks, bool *more);

/// Runs steps with a counted number of trials. `changed` receives whether the mesh changed. Work: each trial takes a run of the
/// steps, and a survey. False when out of memory.
bool repair_attempt(repair_work *work, uint32_t set, repair_runner run, repair_outcome *outcome, bool *changed);

#endif
