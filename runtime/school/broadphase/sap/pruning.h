// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_PRUNING_H
#define KILN_BROADPHASE_PRUNING_H

#include "broadphase/broadphase.h"
#include "broadphase/room.h"

/// Sets of boxes, each sorted along an axis of its own: multi-SAP has one in each cell, multi-box pruning one in each
/// region.
///
/// A set is an array of whole boxes by increasing minimum, kept sorted from update to update by insertion, or sorted
/// again where too many boxes are out of order. A sweep forward from each box, as far as the minima are below its
/// maximum, gives the pairs; the other two axes prune (Baraff 1992; "box pruning", Zomorodian and Edelsbrunner 2002).
/// All sets lie one behind the other in one pool, with gaps to grow into; when a gap is used up, all sets are laid out
/// again.
///
/// A box is in one or several sets. The owner of the sets decides in which, and which of them reports the box. If a box
/// must be reported once, its first set, the one with the lowest number, reports it.

/// Boxes per block. Sets begin at multiples of it, and each block stores how far the boxes up to its end reach.
#define KILN_PRUNED_BLOCK 4u

/// Flags in `proxy` of a kiln_pruned_box; the rest is the index.
#define KILN_PRUNED_COPY (UINT32_C(1) << 31)	///< this set is not the box's first
#define KILN_PRUNED_SEVERAL (UINT32_C(1) << 30) ///< in other sets, too
#define KILN_PRUNED_NEW (UINT32_C(1) << 29)		///< added by the running update: the box is not yet stored
#define KILN_PRUNED_INDEX (KILN_BROADPHASE_PROXIES_MAX - 1)

typedef struct kiln_pruned_box
{
	float min[3];
	uint32_t proxy;
	float max[3];
	uint32_t stamp; ///< the update that last changed it
} kiln_pruned_box;

typedef struct kiln_pruned_set
{
	uint32_t first;	  ///< block
	uint32_t room;	  ///< blocks
	uint32_t count;	  ///< boxes
	uint32_t coming;  ///< boxes that the running update adds
	uint32_t touched; ///< the update that last touched it
	uint8_t axis;	  ///< along which it is sorted
	bool leaving;	  ///< some boxes are to be removed
	kiln_aabb bounds; ///< of the boxes whose first set this is; min > max: no boxes
} kiln_pruned_set;

typedef struct kiln_pruning
{
	kiln_pruned_set *sets;
	uint32_t set_count;
	kiln_pruned_box *boxes; ///< the pool
	float *reach;			///< by block: the greatest maximum of the set's boxes up to the block's end
	uint32_t block_count;
	uint32_t block_limit; ///< blocks that sets may need without gaps
	uint32_t block_used;  ///< blocks that they need, at least one each
	uint32_t *touched;	  ///< sets with a change in this update
	uint32_t touched_count;
	uint32_t *changed; ///< scratch: changed boxes of one set
	uint32_t *stamps;  ///< by proxy: the update that last changed it
	uint32_t *first;   ///< by proxy: its first set, and KILN_PRUNED_SEVERAL
	uint32_t capacity;
	uint32_t now; ///< number of the running update
} kiln_pruning;

/// The rules of the owner: which of several sets reports a pair, and whether a set holds a box.
typedef struct kiln_pruning_rule
{
	const void *owner;
	bool (*reports)(const void *owner, uint32_t set, const kiln_pruned_box *a,
		const kiln_pruned_box *b); ///< called if both are in several sets
	bool (*holds)(const void *owner, uint32_t set, uint32_t proxy);
} kiln_pruning_rule;

/// Takes room for `set_count` sets. The last set always has room for all boxes, the others for about three copies of
/// each.
void kilni_pruning_place(kiln_pruning *pruning, kiln_room *room, uint32_t set_count, uint32_t capacity);

/// Empties all sets, and changes their number to at most the number for which room was taken.
void kilni_pruning_clear(kiln_pruning *pruning, uint32_t set_count);

/// Begins an update: stamps the added and moved proxies.
void kilni_pruning_begin(kiln_pruning *pruning, const kiln_broadphase_changes *changes);

static inline bool kiln_pruning_changed(const kiln_pruning *pruning, uint32_t proxy)
{
	return pruning->stamps[proxy] == pruning->now;
}

/// Marks a set to be sorted again, and its boxes to be updated.
static inline void kiln_pruning_touch(kiln_pruning *pruning, uint32_t set)
{
	if (pruning->sets[set].touched == pruning->now)
		return;
	pruning->sets[set].touched = pruning->now;
	pruning->touched[pruning->touched_count++] = set;
}

/// Marks a set to lose the boxes that rule->holds denies.
static inline void kiln_pruning_leave(kiln_pruning *pruning, uint32_t set)
{
	kiln_pruning_touch(pruning, set);
	pruning->sets[set].leaving = true;
}

/// Removes the boxes that leave.
void kilni_pruning_expel(kiln_pruning *pruning, const kiln_pruning_rule *rule);

/// Whether there is room for one more box in each of these sets; if so, reserves it.
bool kilni_pruning_reserve(kiln_pruning *pruning, const uint32_t *sets, uint32_t count);

/// Lays out the sets again if one is too small for the reservations; call before the first put.
void kilni_pruning_make_room(kiln_pruning *pruning);

/// Adds a proxy to a set, as reserved; kilni_pruning_settle stores the box.
void kilni_pruning_put(kiln_pruning *pruning, uint32_t set, uint32_t proxy);

/// Makes room, and calls the owner to add the moved and the added proxies, as reserved.
typedef void kiln_pruning_enter(void *owner, uint32_t proxy);
void kilni_pruning_let_in(
	kiln_pruning *pruning, const kiln_broadphase_changes *changes, kiln_pruning_enter *enter, void *owner);

/// Updates the stamped boxes in touched sets, and sorts these sets: `next` has the boxes.
void kilni_pruning_settle(kiln_pruning *pruning, const kiln_aabb *next, const kiln_aabb *before);

/// Pairs within a set: all, or those with a box changed by this update.
void kilni_pruning_all(const kiln_pruning *pruning, uint32_t set, const kiln_pruning_rule *rule, kiln_pair_sink *sink);
void kilni_pruning_fresh(
	const kiln_pruning *pruning, uint32_t set, const kiln_pruning_rule *rule, kiln_pair_sink *sink);

/// kilni_pruning_all for all sets, one after the other.
void kilni_pruning_all_sets(const kiln_pruning *pruning, const kiln_pruning_rule *rule, kiln_pair_sink *sink);
void kilni_pruning_fresh_sets(const kiln_pruning *pruning, const kiln_pruning_rule *rule, kiln_pair_sink *sink);

/// Boxes of one set, sorted in a separate array. None is KILN_PRUNED_SEVERAL; there may be as many as the capacity.
typedef struct kiln_pruned_list
{
	const kiln_pruned_box *boxes;
	uint32_t count;
	uint32_t axis;
} kiln_pruned_list;

void kilni_pruning_sweep_all(const kiln_pruned_list *list, kiln_pair_sink *sink);
void kilni_pruning_sweep_fresh(const kiln_pruning *pruning, const kiln_pruned_list *list, kiln_pair_sink *sink);

/// Pairs of a box that is not in the set with the boxes that are: with all of them, or with the changed ones.
void kilni_pruning_against(const kiln_pruning *pruning, uint32_t set, const kiln_pruned_box *box, bool changed_only,
	const kiln_pruning_rule *rule, kiln_pair_sink *sink);

/// Whether a set reports a proxy to a box query; called for proxies in several sets.
typedef bool kiln_pruning_accepts(const void *query, uint32_t set, uint32_t proxy);

/// Finds proxies of a set whose boxes overlap. Returns false if `found` wants no more.
bool kilni_pruning_box(const kiln_pruning *pruning, uint32_t set, const kiln_aabb *box, kiln_pruning_accepts *accepts,
	const void *query, kiln_found_proxy *found, void *user);

/// Finds proxies whose first set this is and that a sweep meets. Returns false if `found` wants no more.
bool kilni_pruning_sweep(
	const kiln_pruning *pruning, uint32_t set, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

static inline kiln_pruned_box *kiln_pruned_boxes(const kiln_pruning *pruning, uint32_t set)
{
	return pruning->boxes + (size_t)pruning->sets[set].first * KILN_PRUNED_BLOCK;
}

static inline kiln_aabb kiln_pruned_aabb(const kiln_pruned_box *box)
{
	return (kiln_aabb){{box->min[0], box->min[1], box->min[2]}, {box->max[0], box->max[1], box->max[2]}};
}

static inline float kiln_box_low(const kiln_aabb *box, uint32_t axis)
{
	return axis == 0 ? box->min.x : axis == 1 ? box->min.y : box->min.z;
}

static inline float kiln_box_high(const kiln_aabb *box, uint32_t axis)
{
	return axis == 0 ? box->max.x : axis == 1 ? box->max.y : box->max.z;
}

#endif
