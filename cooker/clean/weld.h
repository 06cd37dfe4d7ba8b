// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_WELD_H
#define KILN_COOKER_WELD_H

#include "kilncook.h"

/// Smallest relative tolerance above zero. Far below the precision of float, but it bounds the number of hash cells.
#define CLEAN_WELD_LEAST 1e-12

/// Collects distinct positions. Each position gets the number of the first equal one. Open addressing over the bits of
/// the coordinates; -0 is stored as +0.
typedef struct clean_weld
{
	float (*positions)[3]; ///< the distinct positions in the order of adding
	uint32_t count;
	uint32_t capacity;	 ///< most positions that can be added
	uint32_t *slots;	 ///< number of the position stored there or KILN_NONE
	uint32_t slot_count; ///< a power of two, at least 4/3 of the capacity
} clean_weld;

/// Makes room for `capacity` <= 2^31 positions; false when out of memory, with nothing to free.
bool clean_weld_begin(const kilncook_context *context, uint32_t capacity, clean_weld *weld);

/// Returns the number of this position.
uint32_t clean_weld_add(clean_weld *weld, const float position[3]);

/// A position that is ready to be added, and whose place in the table is on its way from memory.
typedef struct clean_weld_key
{
	float position[3]; ///< without -0
	uint32_t hash;
} clean_weld_key;

clean_weld_key clean_weld_prepare(const clean_weld *weld, const float position[3]);

/// Does what clean_weld_add does.
uint32_t clean_weld_add_key(clean_weld *weld, const clean_weld_key *key);

/// Frees the table and spare memory, but keeps the positions.
void clean_weld_end(const kilncook_context *context, clean_weld *weld);

/// Frees everything.
void clean_weld_free(const kilncook_context *context, clean_weld *weld);

/// Clusters distinct finite positions that are closer than `tolerance` > 0. `representative[i]` receives the number of
/// the position that replaces i. The tolerance is at least CLEAN_WELD_LEAST of the diagonal of the positions' box.
///
/// The clusters depend on the set of positions only. In lexicographic order, each position becomes a representative
/// unless one exists within the tolerance. Then every other position is assigned to its nearest representative, or to
/// the lexicographically first of equally near ones. So no position moves by more than the tolerance, representatives
/// are further apart than it, and chains of near positions do not collapse into one. False when out of memory.
bool clean_weld_near(const kilncook_context *context, const float (*positions)[3], uint32_t count, double tolerance,
	uint32_t *representative);

#endif
