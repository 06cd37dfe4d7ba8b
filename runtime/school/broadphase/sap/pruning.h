// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_PRUNING_H
#define KILN_BROADPHASE_PRUNING_H

#include "broadphase/broadphase.h"
#include "broadphase/room.h"

/// Sets of boxes, each sorted along an axis of its own: what multi-SAP has in each cell and multi-box pruning in each region.
///
/// A set is an array of whole boxes by increasing minimum, kept sorted from update to update by insertion, or again where too
/// much is out of order. Sweeping it forward from each box as far as the minima are below its maximum, with the other two
/// axes to prune, gives the pairs (Baraff 1992; "box pruning", Zomorodian and Edelsbrunner 2002). All sets lie one behind
/// the other in one pool, with gaps to grow into; where one is used up all are laid out again.
///
/// A box is in one set or several: whoever owns the sets says which, and which of them it is reported in. Its first set, the
/// one with the lowest number, is the one where it is reported where that must be once.

/// Boxes to a block: sets begin at multiples of it, and for each block it is known how far the boxes up to its end reach.
#define KILN_PRUNED_BLOCK 4u

/// Flags in `proxy` of a kiln_pruned_box; the rest is the index.
#define KILN_PRUNED_COPY (UINT32_C(1) << 31)	///< this set is not the box's first
#define KILN_PRUNED_SEVERAL (UINT32_C(1) << 30) ///< it is in other sets, too
#define KILN_PRUNED_NEW (UINT32_C(1) << 29)		///< put in by the update that is running: the box is yet to come
#define KILN_PRUNED_INDEX (KILN_BROADPHASE_PROXIES_MAX - 1)

typedef struct kiln_pruned_box
{
	float min[3];
	uint32_t proxy;
	float max[3];
	uint32_t stamp; ///< the update that changed it last
} kiln_pruned_box;

typedef struct kiln_pruned_set
{
	uint32_t first;	  ///< block
	uint32_t room;	  ///< blocks
	uint32_t count;	  ///< boxes
	uint32_t coming;  ///< boxes to be put in by the update that is running
	uint32_t touched; ///< the update that looked at it last
	uint8_t axis;	  ///< along which it is sorted
	bool leaving;	  ///< some are to be taken out
	kiln_aabb bounds; ///< of the boxes whose first set it is; min > max: there are none
} kiln_pruned_set;

typedef struct kiln_pruning
{
	kiln_pruned_set *sets;
	uint32_t set_count;
	kiln_pruned_box *boxes; ///< the pool
	float *reach;			///< by block: the greatest maximum of the set's boxes up to the block's end
	uint32_t block_count;
	uint32_t block_limit; ///< blocks that sets may need without gaps
	uint32_t block_used;  ///< blocks that they need, each one at least
	uint32_t *touched;	  ///< sets with a change in this update
	uint32_t touched_count;
	uint32_t *changed; ///< scratch: changed boxes of one set
	uint32_t *stamps;  ///< by proxy: the update that changed it last
	uint32_t *first;   ///< by proxy: its first set, and KILN_PRUNED_SEVERAL
	uint32_t capacity;
	uint32_t now; ///< number of the update that is running
} kiln_pruning;

/// Which of several sets tells a pair, and which sets a box is in.
typedef struct kiln_pruning_rule
{
	const void *owner;
	bool (*tells)(const void *owner, uint32_t set, const kiln_pruned_box *a,
		const kiln_pruned_box *b); ///< asked where both are in several sets
	bool (*holds)(const void *owner, uint32_t set, uint32_t proxy);
} kiln_pruning_rule;

/// Takes room for that many sets, of which one, the last, always has room for all boxes, and the others for about three
/// copies of each.
void kilni_pruning_place(kiln_pruning *pruning, kiln_room *room, uint32_t set_count, uint32_t capacity);

/// Empties all sets, of which there are now so many, at most as many as there was room taken for.
void kilni_pruning_clear(kiln_pruning *pruning, uint32_t set_count);

/// Begins an update: proxies added and moved are stamped.
void kilni_pruning_begin(kiln_pruning *pruning, const kiln_broadphase_changes *changes);

static inline bool kiln_pruning_changed(const kiln_pruning *pruning, uint32_t proxy)
{
	return pruning->stamps[proxy] == pruning->now;
}

/// A set is to be sorted again, and its boxes brought up to date.
static inline void kiln_pruning_touch(kiln_pruning *pruning, uint32_t set)
{
	if (pruning->sets[set].touched == pruning->now)
		return;
	pruning->sets[set].touched = pruning->now;
	pruning->touched[pruning->touched_count++] = set;
}

/// A set is to lose those that rule->holds denies.
static inline void kiln_pruning_leave(kiln_pruning *pruning, uint32_t set)
{
	kiln_pruning_touch(pruning, set);
	pruning->sets[set].leaving = true;
}

/// Takes out what leaves.
void kilni_pruning_expel(kiln_pruning *pruning, const kiln_pruning_rule *rule);

/// Whether there is room for one more box in each of these sets; if so it is kept for them.
bool kilni_pruning_reserve(kiln_pruning *pruning, const uint32_t *sets, uint32_t count);

/// Lays the sets out again where one is too small for what was reserved; before the first put.
void kilni_pruning_make_room(kiln_pruning *pruning);

/// Puts a proxy in a set, as reserved; the box comes with kilni_pruning_settle.
void kilni_pruning_put(kiln_pruning *pruning, uint32_t set, uint32_t proxy);

/// Makes room, and has those that moved and those that were added put in by their owner, as reserved.
typedef void kiln_pruning_enter(void *owner, uint32_t proxy);
void kilni_pruning_let_in(
	kiln_pruning *pruning, const kiln_broadphase_changes *changes, kiln_pruning_enter *enter, void *owner);

/// Brings those stamped in touched sets up to date, and sorts these: `next` has the boxes.
void kilni_pruning_settle(kiln_pruning *pruning, const kiln_aabb *next, const kiln_aabb *before);

/// Pairs within a set: all, or those with a box changed by this update.
void kilni_pruning_all(const kiln_pruning *pruning, uint32_t set, const kiln_pruning_rule *rule, kiln_pair_sink *sink);
void kilni_pruning_fresh(
	const kiln_pruning *pruning, uint32_t set, const kiln_pruning_rule *rule, kiln_pair_sink *sink);

/// The same of all sets, one after the other.
void kilni_pruning_all_sets(const kiln_pruning *pruning, const kiln_pruning_rule *rule, kiln_pair_sink *sink);
void kilni_pruning_fresh_sets(const kiln_pruning *pruning, const kiln_pruning_rule *rule, kiln_pair_sink *sink);

/// The same of boxes of one set that lie sorted elsewhere, none of which is KILN_PRUNED_SEVERAL; as many as there is capacity for.
typedef struct kiln_pruned_list
{
	const kiln_pruned_box *boxes;
	uint32_t count;
	uint32_t axis;
} kiln_pruned_list;

void kilni_pruning_sweep_all(const kiln_pruned_list *list, kiln_pair_sink *sink);
void kilni_pruning_sweep_fresh(const kiln_pruning *pruning, const kiln_pruned_list *list, kiln_pair_sink *sink);

/// Pairs of a box that isn't in the set with those that are: with all of them, or with those changed.
void kilni_pruning_against(const kiln_pruning *pruning, uint32_t set, const kiln_pruned_box *box, bool changed_only,
	const kiln_pruning_rule *rule, kiln_pair_sink *sink);

/// Which proxies of a set a query's box tells there: asked of those that are in several.
typedef bool kiln_pruning_asks(const void *query, uint32_t set, uint32_t proxy);

/// Proxies of a set whose boxes overlap. False: `found` wants no more.
bool kilni_pruning_box(const kiln_pruning *pruning, uint32_t set, const kiln_aabb *box, kiln_pruning_asks *asks,
	const void *query, kiln_found_proxy *found, void *user);

/// Proxies whose first set this is and that a sweep meets. False: `found` wants no more.
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
