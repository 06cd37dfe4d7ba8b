// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_CORE_H
#define KILN_BROADPHASE_CORE_H

#include "broadphase.h"
#include <math.h>

/// The core's own: what was asked for since the last update, and the pairs as they were reported.

/// Flags of the core's beside kiln_proxy_flags.
enum
{
	KILN_PROXY_LISTED = 16,	 ///< in the list of swept proxies
	KILN_PROXY_RENEWED = 32, ///< added since the pairs that are kept were found
	KILN_PROXY_GONE = 64,	 ///< removed, and its index not taken since
};

/// What is to become of an index at the next update.
typedef enum kiln_pending
{
	KILN_PENDING_NONE = 0,	  ///< nothing: it is free, or a proxy that stays as it is
	KILN_PENDING_ADDED = 1,	  ///< will be in the structure
	KILN_PENDING_MOVED = 2,	  ///< is in the structure, elsewhere
	KILN_PENDING_REMOVED = 3, ///< will no longer be in the structure
} kiln_pending;

typedef struct kiln_pending_list
{
	uint32_t *indices;
	uint32_t count;
} kiln_pending_list;

/// What calls about a proxy look at, within one line of the cache.
typedef struct kiln_slot
{
	uint32_t generation; ///< of the proxy that is there, or of the next; 0: never given out
	uint32_t place;		 ///< in its pending list
	uint32_t category, ignores;
	kiln_vec3 way;	 ///< of those added and moved: the displacement
	uint8_t pending; ///< kiln_pending
	bool there;		 ///< as the caller knows it
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
	kiln_allocator allocator; ///< of create_with
	size_t size;			  ///< of all memory

	// Proxies, by index.
	kiln_slot *slots;
	kiln_aabb *next;   ///< of those added and moved
	kiln_aabb *starts; ///< of swept ones: the box at time 0
	uint64_t *users;
	uint64_t *touched;			///< while updating, a bit an index: added, moved or removed
	kiln_pending_list lists[4]; ///< by kiln_pending; there is none of NONE
	uint32_t *freed;			///< indices to be given out again, the last one first
	uint32_t freed_count;
	uint32_t count;	   ///< proxies, as the caller knows them
	uint32_t ignoring; ///< of these, and of those removed since the last update: with anything to ignore
	uint32_t *swept;   ///< live ones with a displacement; while updating, also those that had one
	uint32_t swept_count;

	// Pairs.
	size_t room;				 ///< pairs that a list has room for: more than are kept, so that some may come twice
	kiln_proxy_pair *buffers[3]; ///< one is kept, one for those found, one for both joined
	uint32_t kept_buffer;
	kiln_pair_list kept;	 ///< what changes are reported against
	kiln_pair_list told;	 ///< what kiln_broadphase_last_pairs tells
	kiln_proxy_pair *events; ///< twice `room`: those added, then from `room` on those removed; while sorting, scratch
	size_t added_count;
	size_t removed_count;
	bool stale; ///< changes have taken effect since the kept pairs were found
} kiln_broadphase_core;

/// Whether a handle names something.
static inline bool kiln_proxy_is_there(const kiln_broadphase *broadphase, kiln_proxy proxy)
{
	if (proxy.index >= broadphase->end)
		return false;
	const kiln_slot *slot = &broadphase->core->slots[proxy.index];
	return slot->there && slot->generation == proxy.generation;
}

/// Whether a change waits for the next update: queries then know better than the structure.
static inline bool kiln_proxy_is_pending(const kiln_broadphase *broadphase, uint32_t index)
{
	return broadphase->core->slots[index].pending != KILN_PENDING_NONE;
}

/// Whether a box may be given: min <= max, and a finite part or one that reaches to infinity.
static inline bool kiln_box_usable(const kiln_aabb *box)
{
	const kiln_vec3 a = box->min, b = box->max;
	return a.x <= b.x && a.y <= b.y && a.z <= b.z && a.x < HUGE_VALF && a.y < HUGE_VALF && a.z < HUGE_VALF &&
		   b.x > -HUGE_VALF && b.y > -HUGE_VALF && b.z > -HUGE_VALF;
}

/// Takes what is pending into the structure, boxes, flags and `live`. False where nothing was. Flags CHANGED stay until
/// kilni_changes_done.
bool kilni_changes_apply(kiln_broadphase *broadphase);

/// Empties the lists of what is pending, and frees indices.
void kilni_changes_done(kiln_broadphase *broadphase);

/// The box around the whole way of one that is displaced.
kiln_aabb kilni_box_along(const kiln_aabb *box, kiln_vec3 way);

/// Whether two boxes that are displaced by their ways from time 0 to 1, both at once, touch at a time: never a false no.
bool kilni_boxes_meet(const kiln_aabb *a, kiln_vec3 way_a, const kiln_aabb *b, kiln_vec3 way_b);

/// A ray or motion as a sweep; false for what meets nothing.
bool kilni_sweep_of_ray(kiln_box_sweep *sweep, const kiln_ray *ray);
bool kilni_sweep_of_motion(kiln_box_sweep *sweep, const kiln_aabb *box, const kiln_motion *motion);

/// Sorts by a, then b, and drops what is there twice. Indices are below `end`; `scratch` has room for as many. Returns how
/// many are left.
size_t kilni_pairs_sort(kiln_proxy_pair *pairs, size_t count, uint32_t end, kiln_proxy_pair *scratch);

/// Sorts in place by increasing number.
void kilni_sort_indices(uint32_t *indices, size_t count);

/// Sorts in place by t, then index; t >= 0.
void kilni_sort_hits(kiln_proxy_hit *hits, size_t count);

#endif
