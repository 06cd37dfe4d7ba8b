// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_H
#define KILN_BROADPHASE_GRID_H

#include "broadphase/broadphase.h"
#include "school/broadphase/marks.h"
#include "walk/grid_walk.h"

/// The layout of a grid's cells, and the rules for a new layout; shared by all grids.
///
/// Cells follow the boxes unless the caller gave an extent and a resolution. The width of a cell is a multiple of the
/// median of the longest edges. On each axis, the range holds nine tenths of the boxes, those beyond them by less than
/// as much again, and an eighth more. So a few boxes that are far away, huge or infinite do not make the range large.
/// Medians and bounds come from up to 256 boxes at equal steps through the list of boxes. The layout is checked again
/// after as many changes as there are boxes.

#define KILN_GRID_NONE UINT32_MAX
/// Flag of a proxy's place: the rest is a place in the list of boxes that no cell has room for.
#define KILN_GRID_OUTSIDE 0x80000000u

/// The properties of a layout that a method requires.
typedef struct kiln_grid_wishes
{
	double widths;		 ///< width of a cell in typical longest edges, > 0
	double cells_most;	 ///< total number of cells; infinite if cells cost nothing
	uint32_t axis_most;	 ///< cells an axis, up to 2^30
	uint32_t resolution; ///< from the options: cells along the longest side, at most axis_most; 0: not given
	kiln_aabb extent;	 ///< from the options; all zero if not given
	bool small;			 ///< the typical edge is short instead of median: few edges are shorter
	bool each_axis;		 ///< cells are blocks, with as many on each axis as needed, instead of cubes
} kiln_grid_wishes;

typedef struct kiln_grid_layout
{
	double origin[3];
	double inverse[3]; ///< 1 / width of a cell, finite and > 0
	int32_t count[3];  ///< cells on each axis; 0 while there is no layout
	double typical;	   ///< longest edge that the layout was made for; for points the space between them
	double low[3], high[3];
	uint32_t boxes;	  ///< number of boxes when it was made
	uint32_t changes; ///< changes since it was last checked
} kiln_grid_layout;

/// The cells from min to max on each axis, inclusive; no cells where min > max.
typedef struct kiln_cell_range
{
	int32_t min[3];
	int32_t max[3];
} kiln_cell_range;

/// The input of the decision whether the boxes, after the changes, need another layout.
typedef struct kiln_grid_question
{
	const kiln_broadphase *broadphase;
	const kiln_broadphase_changes *changes;
	const kiln_flags *changed; ///< moved and added proxies
	const uint32_t *place;	   ///< by proxy; KILN_GRID_NONE for removed ones
	uint32_t outside;		   ///< number of boxes without room in the current layout
} kiln_grid_question;

/// Records the changes, and chooses another layout if they require it. Returns false if the layout stays.
bool kilni_grid_lay_out(kiln_grid_layout *layout, const kiln_grid_wishes *wishes, const kiln_grid_question *question);

/// kilni_grid_lay_out for a grid that keeps its boxes in the order of space. Returns true if the grid must be rebuilt,
/// because of another layout, or after eight times as many changes as boxes since the last rebuild. `unsorted` counts
/// these changes; an added box counts four times.
bool kilni_grid_restart(
	kiln_grid_layout *layout, const kiln_grid_wishes *wishes, const kiln_grid_question *question, uint32_t *unsorted);

/// Records the proxies that an update moves and adds, in this order, in place of those of the last update.
static inline void kiln_grid_note(kiln_flags *changed, const kiln_broadphase_changes *changes)
{
	kiln_flags_clear(changed);
	for (uint32_t i = 0; i < changes->moved_count; i++)
		kiln_flags_mark(changed, changes->moved[i]);
	for (uint32_t i = 0; i < changes->added_count; i++)
		kiln_flags_mark(changed, changes->added[i]);
}

/// The number of boxes after the changes.
static inline uint32_t kiln_grid_total(const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	return broadphase->live_count - changes->removed_count + changes->added_count;
}

/// The place of a box's least cell along a Morton curve (Morton 1966) of 2^30 cells over the grid.
uint32_t kilni_grid_code(const kiln_grid_layout *layout, const kiln_cell_range *range);

/// Sorts by the high halves, which are such codes; stable. `other` is as long as `keys`.
void kilni_grid_sort(uint64_t *keys, uint64_t *other, uint32_t count);

/// The cell of a coordinate: -1 below the range, `count` above it. Monotone, because rounding is: the greater of two
/// numbers is never in the lesser cell. So boxes that overlap share a cell in spite of rounding, and no tolerance is
/// needed.
static inline int32_t kiln_grid_cell(const kiln_grid_layout *layout, int axis, float x)
{
	double cell = ((double)x - layout->origin[axis]) * layout->inverse[axis];
	if (!(cell >= 0))
		return -1;
	return cell < (double)layout->count[axis] ? (int32_t)cell : layout->count[axis];
}

static inline kiln_cell_range kiln_grid_range(const kiln_grid_layout *layout, const kiln_aabb *box)
{
	return (kiln_cell_range){
		.min = {kiln_grid_cell(layout, 0, box->min.x), kiln_grid_cell(layout, 1, box->min.y),
			kiln_grid_cell(layout, 2, box->min.z)},
		.max = {kiln_grid_cell(layout, 0, box->max.x), kiln_grid_cell(layout, 1, box->max.y),
			kiln_grid_cell(layout, 2, box->max.z)},
	};
}

/// Whether a whole range is inside the grid; false while there is no layout, when infinite coordinates have no cells.
static inline bool kiln_grid_inside(const kiln_grid_layout *layout, const kiln_cell_range *range)
{
	return layout->count[0] > 0 && range->min[0] >= 0 && range->min[1] >= 0 && range->min[2] >= 0 &&
		   range->max[0] < layout->count[0] && range->max[1] < layout->count[1] && range->max[2] < layout->count[2];
}

/// The part of a range that is inside the grid.
static inline void kiln_grid_clip(const kiln_grid_layout *layout, kiln_cell_range *range)
{
	for (int i = 0; i < 3; i++)
	{
		range->min[i] = range->min[i] < 0 ? 0 : range->min[i];
		range->max[i] = range->max[i] < layout->count[i] ? range->max[i] : layout->count[i] - 1;
	}
}

/// The number of cells of a range; 0 for an empty range.
static inline double kiln_grid_range_size(const kiln_cell_range *range)
{
	double size = 1;
	for (int i = 0; i < 3; i++)
		size *= range->max[i] < range->min[i] ? 0.0 : (double)range->max[i] - (double)range->min[i] + 1.0;
	return size;
}

/// Begins a walk of the cells that a sweep may meet.
void kilni_grid_walk_sweep(kiln_grid_walk *walk, const kiln_grid_layout *layout, const kiln_box_sweep *sweep);

/// kiln_boxes_overlap without branches: few boxes of a cell overlap, and the deciding side is unpredictable.
static inline bool kiln_boxes_overlap_flat(const kiln_aabb *a, const kiln_aabb *b)
{
	return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y) &
		   (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
}

/// Pairs one proxy with the proxies that a query finds: the `user` of kiln_grid_pair_all, which is a kiln_found_proxy.
typedef struct kiln_grid_pairing
{
	kiln_pair_sink *sink;
	uint32_t index;
} kiln_grid_pairing;

static inline bool kiln_grid_pair_all(void *user, uint32_t index)
{
	const kiln_grid_pairing *with = (const kiln_grid_pairing *)user;
	return kilni_sink_pair(with->sink, with->index, index);
}

/// A query of a grid's cells, or of the whole grid. Returns false if the query was ended.
typedef bool kiln_grid_find(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);

/// Reports the pairs of the changed proxies.
void kilni_grid_pairs_of_changed(const kiln_flags *changed, kiln_grid_find *everywhere, kiln_pair_sink *sink);

/// The boxes that no cell has room for; every query scans them.
typedef struct kiln_grid_outside
{
	uint32_t *proxies;
	uint32_t count;
} kiln_grid_outside;

/// Adds a box. `place` is by proxy: KILN_GRID_OUTSIDE and the place in the list; KILN_GRID_NONE for a proxy that has
/// left.
void kilni_grid_put_outside(kiln_grid_outside *outside, uint32_t *place, uint32_t index);
void kilni_grid_leave_outside(kiln_grid_outside *outside, uint32_t *place, uint32_t index);

/// Reports the boxes outside that overlap a box. Returns false if the query was ended.
bool kilni_grid_outside_box(const kiln_grid_outside *outside, const kiln_broadphase *broadphase, const kiln_aabb *box,
	kiln_found_proxy *found, void *user);

/// Reports the pairs of boxes outside with those in cells and with each other.
void kilni_grid_outside_pairs(const kiln_grid_outside *outside, kiln_grid_find *in_cells, kiln_pair_sink *sink);

static inline int32_t kiln_int_max(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

#endif
