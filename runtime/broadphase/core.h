// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_CORE_H
#define KILN_BROADPHASE_CORE_H

#include "broadphase.h"
#include <math.h>

/// The core's private data: the changes since the last update, and the reported pairs.

/// The core's flags, besides kiln_proxy_flags.
enum
{
	KILN_PROXY_LISTED = 16,	 ///< in the list of swept proxies
	KILN_PROXY_RENEWED = 32, ///< added since the kept pairs were found
	KILN_PROXY_GONE = 64,	 ///< removed, and its index not reused since
};

/// The change of an index at the next update.
typedef enum kiln_pending
{
	KILN_PENDING_NONE = 0,	  ///< none: the index is free, or its proxy stays as it is
	KILN_PENDING_ADDED = 1,	  ///< will be in the structure
	KILN_PENDING_MOVED = 2,	  ///< is in the structure, elsewhere
	KILN_PENDING_REMOVED = 3, ///< will no longer be in the structure
} kiln_pending;

typedef struct kiln_pending_list
{
	uint32_t *indices;
	uint32_t count;
} kiln_pending_list;

/// The data that calls about a proxy read, in half a cache line.
typedef struct kiln_slot
{
	uint32_t generation; ///< of the current proxy, or of the next one; 0: never given out
	uint32_t place;		 ///< in its pending list
	uint32_t category, ignores;
	kiln_vec3 way;	 ///< displacement of an added or moved proxy
	uint8_t pending; ///< kiln_pending
	bool there;		 ///< whether the caller has the proxy
} kiln_slot;

_Static_assert(sizeof(kiln_slot) == 32, "two in a line");

/// Pairs sorted by a, then b, each once.
typedef struct kiln_pair_list
{
	kiln_proxy_pair *pairs;
	size_t count;
} kiln_pair_list;

typedef struct kiln_broadphase_core
{
	kiln_allocator allocator; ///< of kiln_broadphase_create_with
	size_t size;			  ///< bytes of all memory

	// Proxies, by index.
	kiln_slot *slots;
	kiln_aabb *next;   ///< new boxes of added and moved proxies
	kiln_aabb *starts; ///< boxes of swept proxies at time 0
	uint64_t *users;
	uint64_t *touched;			///< during an update, one bit for each index: added, moved or removed
	kiln_pending_list lists[4]; ///< by kiln_pending; the list of NONE is unused
	uint32_t *freed;			///< indices that are reused, the last one first
	uint32_t freed_count;
	uint32_t count;	   ///< proxies that the caller has
	uint32_t ignoring; ///< proxies, and proxies removed since the last update, that ignore some category
	uint32_t *swept;   ///< live proxies with a displacement; during an update, also proxies that had one
	uint32_t swept_count;

	// Pairs.
	size_t room; ///< pairs that a list has room for: more than are kept, as methods may put a pair twice
	kiln_proxy_pair *buffers[3]; ///< the kept pairs, the found pairs, and both joined
	uint32_t kept_buffer;
	kiln_pair_list kept;	 ///< the pairs that the next update is compared with
	kiln_pair_list reported; ///< the pairs that kiln_broadphase_last_pairs reports
	kiln_proxy_pair *events; ///< twice `room`: added pairs, then from `room` on removed pairs; scratch during a sort
	size_t added_count;
	size_t removed_count;
	bool stale; ///< changes have taken effect since the kept pairs were found
} kiln_broadphase_core;

/// Whether a handle names a proxy.
static inline bool kiln_proxy_is_there(const kiln_broadphase *broadphase, kiln_proxy proxy)
{
	if (proxy.index >= broadphase->end)
		return false;
	const kiln_slot *slot = &broadphase->core->slots[proxy.index];
	return slot->there && slot->generation == proxy.generation;
}

/// Whether a change of the proxy waits for the next update: then the structure's box is out of date.
static inline bool kiln_proxy_is_pending(const kiln_broadphase *broadphase, uint32_t index)
{
	return broadphase->core->slots[index].pending != KILN_PENDING_NONE;
}

/// Whether a box is valid: min <= max on each axis, and no axis lies at infinity as a whole.
static inline bool kiln_box_usable(const kiln_aabb *box)
{
	const kiln_vec3 a = box->min, b = box->max;
	return a.x <= b.x && a.y <= b.y && a.z <= b.z && a.x < HUGE_VALF && a.y < HUGE_VALF && a.z < HUGE_VALF &&
		   b.x > -HUGE_VALF && b.y > -HUGE_VALF && b.z > -HUGE_VALF;
}

/// Applies all pending changes to the structure, boxes, flags and `live`. False when nothing was pending. Flags CHANGED stay
/// until kilni_changes_done.
bool kilni_changes_apply(kiln_broadphase *broadphase);

/// Empties the lists of pending changes, and frees indices.
void kilni_changes_done(kiln_broadphase *broadphase);

/// The box around the whole way of a box that is displaced.
kiln_aabb kilni_box_along(const kiln_aabb *box, kiln_vec3 way);

/// Whether two boxes that move by their ways from time 0 to 1 touch at one time. May report a touch wrongly, but misses none.
bool kilni_boxes_meet(const kiln_aabb *a, kiln_vec3 way_a, const kiln_aabb *b, kiln_vec3 way_b);

/// Converts a ray or motion to a sweep; false when the query is invalid and meets nothing.
bool kilni_sweep_of_ray(kiln_box_sweep *sweep, const kiln_ray *ray);
bool kilni_sweep_of_motion(kiln_box_sweep *sweep, const kiln_aabb *box, const kiln_motion *motion);

/// Sorts by a, then b, and drops repeated pairs. Indices are below `end`; `scratch` has room for as many. Returns how
/// many are left.
size_t kilni_pairs_sort(kiln_proxy_pair *pairs, size_t count, uint32_t end, kiln_proxy_pair *scratch);

/// Sorts in place by increasing number. Puts one more answer into an array that already received `count`. If they do
/// not all fit, the array keeps those that are first in the order of the sorted answers.
void kilni_keep_index(uint32_t *indices, uint32_t capacity, uint32_t count, uint32_t index);
void kilni_keep_hit(kiln_proxy_hit *hits, uint32_t capacity, uint32_t count, kiln_proxy_hit hit);

void kilni_sort_indices(uint32_t *indices, size_t count);

/// Sorts in place by t, then index; t >= 0.
void kilni_sort_hits(kiln_proxy_hit *hits, size_t count);

#endif
