// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_LINKED_H
#define KILN_BROADPHASE_SAP_LINKED_H

#include "sap.h"
#include "sap_reach.h"

/// An end in a list. Its number is 2 proxy + upper, so only the lists are stored, and an end is found without a search.
typedef struct kiln_sap_node
{
	kiln_sap_end end;
	uint32_t previous, next;
} kiln_sap_node;

/// The state. Each list has fences among its ends, evenly spaced as long as boxes stay near their places. Fences are
/// lower ends without a proxy, with numbers from `capacity` on. No end lies before the first or behind the last fence.
typedef struct kiln_sap_linked
{
	kiln_sap sap;
	kiln_sap_node *nodes[3];
	uint32_t capacity;
	uint32_t fences;
	uint32_t fenced;  ///< number of boxes when the fences were placed
	uint64_t changes; ///< since then
	kiln_sap_end *batch, *spare;
	kiln_sap_reaches reaches;
} kiln_sap_linked;

static inline uint32_t kiln_sap_node_of(kiln_sap_end end)
{
	return 2 * kiln_sap_index(end) + kiln_sap_is_upper(end);
}

static inline uint32_t kiln_sap_fence(const kiln_sap_linked *linked, uint32_t number)
{
	return 2 * (linked->capacity + number);
}

/// The number of the last fence before an end. Another fence follows.
uint32_t kilni_sap_fence_before(const kiln_sap_linked *linked, uint32_t axis, kiln_sap_end end);

void kilni_sap_linked_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_sap_linked_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
