// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_BROADPHASE_H
#define KILN_BROADPHASE_BROADPHASE_H

#include "kiln/broadphase.h"
#include "math/ieee.h"

/// The data that all broadphase methods share, and the interface of a method.
///
/// The core (broadphase.c) owns proxies, boxes, handles, categories, the filter, the changes since the last update, and the pairs:
/// it keeps, orders and reports them. A method owns a structure over the boxes of the last update, and finds the boxes that
/// overlap each other, a box or a sweep. A method never fails: boxes that its structure has no room for, such as boxes outside
/// its range or too large for a cell, go to a list that every query scans from end to end.

/// A buffer that a method fills with pairs. The core empties a full buffer.
typedef struct kiln_pair_sink
{
	const kiln_broadphase *broadphase;
	kiln_proxy_pair *pairs;
	size_t count;
	size_t capacity; ///< > 0
	/// Empties a full sink; false: the core wants no more pairs. Set by the core.
	bool (*flush)(struct kiln_pair_sink *sink);
	void *user;
	bool ended; ///< the core wants no more pairs
} kiln_pair_sink;

/// The changes since the last update. Each proxy is in at most one list; a proxy that was added and removed again is in no
/// list. An index that is in `removed` at one update is in `added` at the next one at the earliest.
typedef struct kiln_broadphase_changes
{
	const uint32_t *removed;
	uint32_t removed_count;
	const uint32_t *added;
	uint32_t added_count;
	const uint32_t *moved;
	uint32_t moved_count;
	const kiln_aabb *next; ///< by index: the new boxes of added and moved proxies
} kiln_broadphase_changes;

/// The data that the core and the methods share. Arrays of `capacity` entries are indexed by proxy.
struct kiln_broadphase
{
	const kiln_broadphase_method *ops;
	kiln_broadphase_options
		options;	  ///< NULL here for regions, and for all pointers that are valid during the call only
	void *state;	  ///< the method's memory, of the size from `size`, aligned to 64, all zero at `begin`
	kiln_aabb *boxes; ///< at the last update. While `apply` runs: at the update before
	uint8_t *flags;	  ///< kiln_proxy_flags
	uint32_t *live;	  ///< indices of the proxies of the last update, in any order
	uint32_t live_count;
	uint32_t *live_place;			   ///< the place of a proxy in `live`
	kiln_vec3 *ways;				   ///< displacements of swept boxes at the last update; zero for others
	uint32_t end;					   ///< above every index that was ever given out
	struct kiln_broadphase_core *core; ///< private to the core
};

typedef enum kiln_proxy_flags
{
	KILN_PROXY_LIVE = 1,	///< in the method's structure since the last update
	KILN_PROXY_CHANGED = 2, ///< added or moved by the running update: pairs of two proxies without this flag are known
	KILN_PROXY_SWEPT = 8,	///< has a displacement
} kiln_proxy_flags;

/// A sweep: the points from + t way, t from 0 to t_max, against boxes that are grown by `half` on each axis. Numbers are double,
/// so that no method misses a box that kilni_sweep_meets finds.
typedef struct kiln_box_sweep
{
	double from[3];
	double way[3];
	double inverse[3]; ///< 1 / way; infinite where way is 0
	double half[3];	   ///< >= 0; 0 for rays
	double t_max;	   ///< finite or infinite; becomes less as hits are accepted
	double slack[3];   ///< bound of the rounding error of half: boxes are grown by half + slack on each axis
} kiln_box_sweep;

/// Receives a found proxy; false ends the walk. Methods call it once for each box that overlaps the query's box: the core only
/// tests whether the proxy is pending.
typedef bool kiln_found_proxy(void *user, uint32_t index);
/// Receives a proxy that the sweep meets at t (kilni_sweep_meets), once each; may lower sweep->t_max. False ends the walk.
typedef bool kiln_found_hit(void *user, kiln_box_sweep *sweep, uint32_t index, double t);

struct kiln_broadphase_method
{
	const char *name;
	/// Returns the bytes of the method's state for options that the core has checked. SIZE_MAX when the size overflows, as
	/// capacity and resolution may be large.
	size_t (*size)(const kiln_broadphase_options *options);
	/// Makes an empty structure in broadphase->state, which is all zero. `options` still has the caller's regions.
	void (*begin)(kiln_broadphase *broadphase, const kiln_broadphase_options *options);
	/// Applies changes to the structure. During the call, broadphase->boxes has the old boxes of removed and moved proxies, and
	/// `live` the old proxies. The core updates boxes, live and flags after this call and before any other. So a method finds
	/// pairs in `fresh` and `all`, and reads new boxes from `changes` here.
	void (*apply)(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);
	/// Puts at least every pair that overlaps, has a proxy with KILN_PROXY_CHANGED and did not overlap before the update, once
	/// or more; other overlapping pairs are allowed. NULL: the core calls `all` instead. Called at most once after `apply`; the
	/// core calls `all` next time when it skips `fresh`.
	void (*fresh)(kiln_broadphase *broadphase, kiln_pair_sink *sink);
	/// Puts every overlapping pair once.
	void (*all)(kiln_broadphase *broadphase, kiln_pair_sink *sink);
	/// Finds every proxy in the structure whose box overlaps (kiln_boxes_overlap), once each. `box` has no NaN, min <= max.
	void (*box)(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
	/// Finds every proxy in the structure that the sweep meets, once each, nearer ones first where that is cheap.
	void (*sweep)(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);
	/// `fresh` puts every overlapping pair with a changed proxy, also pairs that overlapped before the update.
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

/// Puts a pair into a sink, in either order, unless categories or the filter exclude the pair. The boxes overlap; a != b. False:
/// the core wants no more pairs; return soon.
bool kilni_sink_pair(kiln_pair_sink *sink, uint32_t a, uint32_t b);

/// Whether a sweep meets a box, and the earliest t, from 0 to t_max. All methods decide by this test. The test also culls cells
/// and nodes: when a sweep meets a box, it meets everything that contains the box, and no later.
bool kilni_sweep_meets(const kiln_box_sweep *sweep, const kiln_aabb *box, double *t);

#endif
