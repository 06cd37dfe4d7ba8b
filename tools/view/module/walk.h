// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_MODULE_WALK_H
#define KILN_VIEW_MODULE_WALK_H

#include "query/session.h"

/// The steps of a query: which nodes its walks tested, in which order, and which they left out. They need a runtime that
/// records (runtime/tree/record.h): that of the module for WebAssembly.

/// A step of a query about one asset. Limits and keys are t, or squared distances for closest points, in the units of
/// the walk: those of the query times a power of two, and counted from where the ray enters a mesh that is far away.
typedef struct view_step
{
	uint32_t kind; ///< kiln_walk_step
	uint32_t node; ///< node of the asset whose mesh is walked; KILN_NONE for the tree of the scene
	uint32_t mesh; ///< KILN_NONE for the tree of the scene
	uint32_t
		reference; ///< number of the tree's node; for a leaf its unit, or the node of the asset, with the highest bit
	float limit;   ///< where the walk ends by then
	uint32_t met;  ///< of a node: bits of the children that the walk keeps
	uint32_t children; ///< of a node: how many it has
	uint32_t units;	   ///< work of the query before this step, as kiln/budget.h counts it
	float keys[8];	   ///< of a node: where each child begins; of a subtree that is left out: keys[0]; else 0
} view_step;

/// One side of a step of a query about two assets.
typedef struct view_step_side
{
	uint32_t node;	///< of the asset whose shape is walked; KILN_NONE for the tree of the scene, and for a bare shape
	uint32_t mesh;	///< whose tree is walked; KILN_NONE for the tree of the scene, and for a solid
	uint32_t kind;	///< kiln_tree_kind of the tree; KILN_NONE for a solid
	uint32_t ref;	///< 8 times the number of a node of the tree plus the number of its child; KILN_NONE: all of it
	uint32_t under; ///< what this child is: a node of the tree; with the highest bit, a leaf as in view_step
} view_step_side;

/// A step of a query about two assets. Limits and keys are distances of the query.
typedef struct view_pair_step
{
	uint32_t kind; ///< kiln_pair_record_step
	view_step_side side[2];
	uint32_t opened;   ///< of a node: the side whose children are tested; the other side is the volume of its `ref`
	uint32_t place;	   ///< number of the view_pair_place
	float limit;	   ///< pairs beyond this distance do not matter; 0: only those that touch
	uint32_t met;	   ///< of a node: bits of the children that the walk keeps; of two volumes: 1 where it keeps them
	uint32_t children; ///< of a node: how many it has
	uint32_t units;
	uint32_t is_measured; ///< 1: `keys` are there
	float keys[8];		  ///< lower bounds of distances: of a node one for each child, else keys[0]
} view_pair_step;

/// How the second asset stands.
typedef struct view_pair_place
{
	float t;			///< of a time of impact: when; else 0
	float to_first[12]; ///< from its coordinates to those of the first, rows
} view_pair_place;

typedef struct view_steps
{
	view_step *at;
	uint32_t count, capacity;
	view_pair_step *pairs; ///< of queries about two assets, instead of `at`
	uint32_t pair_count, pair_capacity;
	view_pair_place *places;
	uint32_t place_count, place_capacity;
	uint32_t units; ///< work of the query
	bool lost;		///< memory ran out, or there are more steps than a page can show
	/// The same query without a recorder took the same work and gave the same answer, up to the order of lists; of two
	/// assets, the steps also have all tests that the counters count. Always true, unless steps are lost; a page may
	/// show it.
	bool same;
} view_steps;

/// Most steps of a query that are kept.
#define VIEW_STEPS_MAX (1u << 20)
#define VIEW_PAIR_STEPS_MAX (1u << 18)

/// Asks a line, and stores the steps instead of those in `steps`. Ends the query after `work` units. Counts no line.
/// Returns false for lines that ask nothing, for lines that are no query, and for those about a second asset that is
/// missing.
bool view_walk(view_steps *steps, query_session *session, const char *line, size_t length, uint64_t work);

void view_steps_free(view_steps *steps);

#endif
