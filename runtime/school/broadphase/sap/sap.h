// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_H
#define KILN_BROADPHASE_SAP_H

#include "broadphase/broadphase.h"
#include "broadphase/room.h"
#include "sap_prune.h"

#include <string.h>

/// Shared by the kinds of sweep and prune (Baraff 1992; Cohen, Lin, Manocha and Ponamgi 1995; Ericson 2005, 7.5): end
/// points as integers, ways to sort them, and the two ways in which new overlaps are found. A box that moved a little
/// meets another where a lower end passes an upper one during sorting: such pairs are tested on all axes with their
/// final boxes, and stored. Boxes that are new, or moved far, are set `apart`: `fresh` queries the structure for the
/// overlaps of each, or sweeps over all if they are many.

/// An end of a box on an axis: key of its coordinate, then 1 for an upper end, then the proxy's index. One comparison
/// of integers orders ends: by coordinate, lower before upper (closed boxes: touching is overlap), then by proxy. No
/// two ends are equal, so the order of a list does not depend on how the list was made.
typedef uint64_t kiln_sap_end;

#define KILN_SAP_UPPER 0x80000000u

/// An integer with the order of floats; both zeros are equal. Not for NaN.
static inline uint32_t kiln_sap_key(float coordinate)
{
	uint32_t bits = 0;
	memcpy(&bits, &coordinate, sizeof bits);
	if (bits == 0x80000000u)
		bits = 0;
	return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static inline float kiln_sap_component(const kiln_vec3 *v, uint32_t axis)
{
	return axis == 0 ? v->x : axis == 1 ? v->y : v->z;
}

static inline kiln_sap_end kiln_sap_lower(const kiln_aabb *box, uint32_t axis, uint32_t index)
{
	return (uint64_t)kiln_sap_key(kiln_sap_component(&box->min, axis)) << 32 | index;
}

static inline kiln_sap_end kiln_sap_upper(const kiln_aabb *box, uint32_t axis, uint32_t index)
{
	return (uint64_t)kiln_sap_key(kiln_sap_component(&box->max, axis)) << 32 | KILN_SAP_UPPER | index;
}

static inline kiln_sap_end kiln_sap_end_of(const kiln_aabb *box, uint32_t axis, uint32_t index, uint32_t upper)
{
	return upper ? kiln_sap_upper(box, axis, index) : kiln_sap_lower(box, axis, index);
}

static inline bool kiln_sap_is_upper(kiln_sap_end end)
{
	return ((uint32_t)end & KILN_SAP_UPPER) != 0;
}

static inline uint32_t kiln_sap_index(kiln_sap_end end)
{
	return (uint32_t)end & ~KILN_SAP_UPPER;
}

/// The effect of an update on a proxy.
enum
{
	KILN_SAP_MOVED = 1,
	KILN_SAP_REMOVED = 2,
	KILN_SAP_APART = 4, ///< swaps do not find its pairs
};

/// The limit of swaps on an axis, per end and update. Beyond it, sorting again is much cheaper, and boxes that jump
/// about in a heap would take time quadratic in their number.
#define KILN_SAP_SWAPS 256u

/// The first member of the state of each kind.
typedef struct kiln_sap
{
	kiln_sap_stream *stream;
	uint8_t *marks; ///< by proxy; cleared by the next update
	uint32_t *apart;
	uint32_t apart_count;
	kiln_proxy_pair *noted;
	uint32_t noted_count;
	uint32_t noted_capacity;
	bool lost;				///< not all new overlaps are stored: all changed boxes will be queried
	uint64_t swaps;			///< the swaps that are left for an axis
	const kiln_aabb *boxes; ///< the boxes during an update
	const kiln_aabb *next;
	kiln_sap_prune prune;
} kiln_sap;

/// Takes the memory of the shared part.
void kilni_sap_place(kiln_sap *sap, kiln_room *room, uint32_t capacity);

/// Drops the last update's pairs and marks, marks the boxes that this update removes and moves, and sets apart those
/// that it adds.
void kilni_sap_start(kiln_sap *sap, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);

/// Sets a proxy apart: its pairs must be searched. May be called several times.
void kilni_sap_set_apart(kiln_sap *sap, uint32_t index);

/// The box of a proxy of the structure after the running update.
static inline const kiln_aabb *kiln_sap_final(const kiln_sap *sap, uint32_t index)
{
	return (sap->marks[index] ? sap->next : sap->boxes) + index;
}

/// Stores a pair whose ends passed each other, a lower one and an upper one, if their boxes now overlap.
static inline void kiln_sap_note(kiln_sap *sap, const kiln_aabb *box, uint32_t index, uint32_t other)
{
	if (kiln_boxes_overlap(box, kiln_sap_final(sap, other)) && index != other)
	{
		if (sap->noted_count < sap->noted_capacity)
			sap->noted[sap->noted_count++] = (kiln_proxy_pair){index, other};
		else
			sap->lost = true;
	}
}

/// `fresh` and `all` of every kind.
void kilni_sap_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_sap_all(kiln_broadphase *broadphase, kiln_pair_sink *sink);

// --- Sorted arrays ----------------------------------------------------------------------------------------------------

/// Sorts by digits (radix), or a few ends by insertion. `spare` has room for as many.
void kilni_sap_sort(kiln_sap_end *ends, uint32_t count, kiln_sap_end *spare);

/// The number of ends before `end`.
uint32_t kilni_sap_find(const kiln_sap_end *ends, uint32_t count, kiln_sap_end end);

/// Removes a sorted batch, which is in the array, from a sorted array, or merges one into it, in one pass.
void kilni_sap_take_out(kiln_sap_end *ends, uint32_t count, const kiln_sap_end *batch, uint32_t batch_count);
void kilni_sap_merge_in(kiln_sap_end *ends, uint32_t count, const kiln_sap_end *batch, uint32_t batch_count);

/// Both ends of each of `indices` on an axis, sorted. `batch` and `spare` have room for 2 * count.
void kilni_sap_batch_of(kiln_sap_end *batch, const kiln_aabb *boxes, uint32_t axis, const uint32_t *indices,
	uint32_t count, kiln_sap_end *spare);

/// Moves the end at `place` to its sorted place, as `end`, and stores the pairs that it meets on its way. Returns false
/// if swaps ran out: then it is still on its way.
bool kilni_sap_shift(kiln_sap *sap, kiln_sap_end *ends, uint32_t count, uint32_t place, kiln_sap_end end);

/// Sorts all ends by insertion, and stores the pairs that meet. Returns false if swaps ran out: then the ends are not
/// yet in order.
bool kilni_sap_settle(kiln_sap *sap, kiln_sap_end *ends, uint32_t count);

/// Sets the new values of the ends of moved proxies, in place.
void kilni_sap_renew(const kiln_sap *sap, kiln_sap_end *ends, uint32_t count, uint32_t axis);

/// Moves the ends of the moved proxies to their places on an axis, and stores the pairs that meet. Moves few proxies
/// one by one, many by one pass of insertion over all; if swaps run out, sorts again.
void kilni_sap_move(kiln_sap *sap, kiln_sap_end *ends, uint32_t count, uint32_t axis,
	const kiln_broadphase_changes *changes, kiln_sap_end *spare);

#endif
