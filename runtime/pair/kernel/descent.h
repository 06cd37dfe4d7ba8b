// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_DESCENT_H
#define KILN_PAIR_DESCENT_H

#include "kiln/pair.h"
#include "volume_local.h"

/// Two volumes that are not proved apart.
typedef struct kiln_pair_entry
{
	kiln_volume_ref ref[2];
	uint32_t under[2]; ///< kiln_volume_under of both
	float size[2];	   ///< in lengths of the query
	float key;		   ///< lower bound of the distance; 0 where not needed
	uint32_t turn;	   ///< side to open next; KILN_PAIR_FREE: either
} kiln_pair_entry;

#define KILN_PAIR_FREE 2u

struct kiln_pair_packs;
struct kiln_pair_run;

/// The operations of a descent. NULL stands for the default operation, which opens the larger volume.
struct kiln_descent
{
	uint32_t number; ///< in kiln_school_descent; stored in logs and fronts
	/// Returns the side whose volume a step opens if neither volume is a leaf's.
	uint32_t (*choose)(const kiln_pair_entry *entry);
	/// Returns the turn of the children of a pair whose `side` was opened.
	uint32_t (*turn)(const kiln_pair_entry *entry, uint32_t side);
	/// Computes the volume of one of a's leaves in b's frame from the leaf's triangles. NULL: the leaf's own volume is
	/// mapped.
	void (*transform_leaf)(
		struct kiln_pair_packs *packs, struct kiln_pair_run *run, uint32_t unit, struct kiln_pair_volume *volume);
	bool best_first; ///< a search for touching triangles opens the most promising pair first
};

static inline uint32_t kiln_descent_number(const kiln_descent *descent)
{
	return descent ? descent->number : 0;
}

/// The side of the larger volume.
static inline uint32_t kiln_pair_larger(const kiln_pair_entry *entry)
{
	return entry->size[1] > entry->size[0];
}

#endif
