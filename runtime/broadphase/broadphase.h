// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_BROADPHASE_H
#define KILN_BROADPHASE_BROADPHASE_H

#include "kiln/broadphase.h"
#include "math/ieee.h"

/// What the methods of a broadphase share, and what each of them brings.
///
/// The core (broadphase.c) owns proxies, boxes, handles, categories, the filter, pairs as they are kept, reported and ordered, and
/// the changes since the last update. A method owns a structure over the boxes as they were at the last update, and says
/// which of them overlap, or meet a box or sweep. It never fails: what its structure has no room for, be it outside its
/// range, too large for a cell, or one link more than its pool holds, goes to a list that is looked at from end to end.

/// Room where a method puts pairs. It is emptied when full.
typedef struct kiln_pair_sink
{
	const kiln_broadphase *broadphase;
	kiln_proxy_pair *pairs;
	size_t count;
	size_t capacity; ///< > 0
	/// Empties a full sink; false: no more pairs are wanted. The core's.
	bool (*flush)(struct kiln_pair_sink *sink);
	void *user;
	bool ended; ///< no more are wanted
} kiln_pair_sink;

/// Changes since the last update, each proxy in one list at most: one that was added and removed again is in none. A proxy
/// whose index was freed comes back as `added` at the next update after that at the earliest.
typedef struct kiln_broadphase_changes
{
	const uint32_t *removed;
	uint32_t removed_count;
	const uint32_t *added;
	uint32_t added_count;
	const uint32_t *moved;
	uint32_t moved_count;
	const kiln_aabb *next; ///< by index: the boxes of those added and moved
} kiln_broadphase_changes;

/// All that the core and the methods know. By index are the arrays of `capacity` entries.
struct kiln_broadphase
{
	const kiln_broadphase_method *ops;
	kiln_broadphase_options
		options;	  ///< regions, and everything else that was the caller's for the call only, is NULL here
	void *state;	  ///< the method's, of the size it asked for, aligned to 64, all zero when begun
	kiln_aabb *boxes; ///< at the last update. While `apply` runs: at the update before
	uint8_t *flags;	  ///< kiln_proxy_flags
	uint32_t *live;	  ///< indices of the proxies of the last update, in no order that matters
	uint32_t live_count;
	uint32_t *live_place;			   ///< where in `live` a proxy is
	kiln_vec3 *ways;				   ///< displacements of swept boxes at the last update; zero for others
	uint32_t end;					   ///< no index that was ever given out is this great
	struct kiln_broadphase_core *core; ///< the core's own, which methods don't look at
};

typedef enum kiln_proxy_flags
{
	KILN_PROXY_LIVE = 1,	///< in the method's structure since the last update
	KILN_PROXY_CHANGED = 2, ///< added or moved by the update that is running: pairs without it are known already
	KILN_PROXY_SWEPT = 8,	///< has a displacement
} kiln_proxy_flags;

/// A sweep as methods walk it: the points from + t way, t from 0 to t_max, against boxes that grow by half on each axis. In
/// double, so that no method loses what the test of kilni_sweep_meets finds.
typedef struct kiln_box_sweep
{
	double from[3];
	double way[3];
	double inverse[3]; ///< 1 / way; infinite where that is 0
	double half[3];	   ///< >= 0; 0 for rays
	double t_max;	   ///< finite or infinite; becomes less as hits are accepted
	double slack[3];   ///< what rounding may take from half: boxes are tested as grown by half + slack, on each axis
} kiln_box_sweep;

/// Receives a proxy found; false ends the walk. The core tests nothing more than whether the proxy is pending: methods call it only
/// for boxes that overlap the query's, once each.
typedef bool kiln_found_proxy(void *user, uint32_t index);
/// Receives a proxy that the sweep meets at t (kilni_sweep_meets), once each; may lower sweep->t_max. False ends the walk.
typedef bool kiln_found_hit(void *user, kiln_box_sweep *sweep, uint32_t index, double t);

struct kiln_broadphase_method
{
	const char *name;
	/// Bytes of the method's state, for options that the core has found usable; capacity and resolution may be large: SIZE_MAX
	/// if there is no such size.
	size_t (*size)(const kiln_broadphase_options *options);
	/// Makes an empty structure in broadphase->state, which is all zero. `options` has the caller's regions still.
	void (*begin)(kiln_broadphase *broadphase, const kiln_broadphase_options *options);
	/// Takes changes into the structure. broadphase->boxes still has the old boxes of those removed and moved; what is in
	/// `live` is as before. The core brings boxes, live and flags up to date after that, before anything else is called:
	/// so find pairs in `fresh` and `all`, or read boxes from `changes` here.
	void (*apply)(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);
	/// Every overlapping pair that has a proxy with KILN_PROXY_CHANGED, and did not overlap before the update: at least these, each once at
	/// least; others that overlap may be among them. NULL: `all` is as good. Called once after `apply`, or not at all
	/// when more than pairs were lost, in which case `all` is called next time.
	void (*fresh)(kiln_broadphase *broadphase, kiln_pair_sink *sink);
	/// Every overlapping pair, once each.
	void (*all)(kiln_broadphase *broadphase, kiln_pair_sink *sink);
	/// Every proxy in the structure whose box overlaps (kiln_boxes_overlap), once each. `box` has no NaN, min <= max.
	void (*box)(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
	/// Every proxy in the structure that the sweep meets, once each, nearer ones first as far as that is cheap.
	void (*sweep)(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);
	/// `fresh` tells every overlapping pair with a changed proxy, also those that overlapped before.
	bool fresh_is_complete;
};

static inline bool kiln_boxes_overlap(const kiln_aabb *a, const kiln_aabb *b)
{
	return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
		   a->min.z <= b->max.z && b->min.z <= a->max.z;
}

/// Makes a box contain another. Either may be nothing (min > max).
static inline void kiln_boxes_grow(kiln_aabb *bounds, const kiln_aabb *by)
{
	bounds->min.x = by->min.x < bounds->min.x ? by->min.x : bounds->min.x;
	bounds->min.y = by->min.y < bounds->min.y ? by->min.y : bounds->min.y;
	bounds->min.z = by->min.z < bounds->min.z ? by->min.z : bounds->min.z;
	bounds->max.x = by->max.x > bounds->max.x ? by->max.x : bounds->max.x;
	bounds->max.y = by->max.y > bounds->max.y ? by->max.y : bounds->max.y;
	bounds->max.z = by->max.z > bounds->max.z ? by->max.z : bounds->max.z;
}

/// Puts a pair into a sink, in either order, unless categories or the filter are against it. The boxes overlap; a != b. False: no
/// more are wanted, return soon.
bool kilni_sink_pair(kiln_pair_sink *sink, uint32_t a, uint32_t b);

/// Whether, and from when at the earliest, a sweep meets a box: the test that decides, for every method. The t answered is at
/// least 0 and at most t_max. For culling by a cell or node the same function serves: whatever contains a box is met no
/// later and whenever the box is.
bool kilni_sweep_meets(const kiln_box_sweep *sweep, const kiln_aabb *box, double *t);

#endif
