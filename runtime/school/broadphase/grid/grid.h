// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_H
#define KILN_BROADPHASE_GRID_H

#include "broadphase/broadphase.h"
#include "school/broadphase/marks.h"
#include "walk/grid_walk.h"

/// Where the cells of a grid are, and when they are laid out again; shared by all the grids.
///
/// Cells follow the boxes unless the caller named an extent and a resolution: a cell is some times as wide as the
/// median of the longest edges. The range is that of nine tenths of the boxes on each axis, and of those that are
/// beyond by less than as much again, and an eighth more: so a few boxes far away, or huge, or infinite do not blow it
/// up. Medians and bounds are those of up to 256 boxes at equal steps through the list of them, which is looked at
/// again after as many changes as there are boxes.

#define KILN_GRID_NONE UINT32_MAX
/// Of a proxy's place: the rest is a place in the list of those that no cell has room for.
#define KILN_GRID_OUTSIDE 0x80000000u

/// What a method asks of its layout.
typedef struct kiln_grid_wishes
{
	double widths;		 ///< width of a cell in typical longest edges, > 0
	double cells_most;	 ///< cells altogether; infinite where they cost nothing
	uint32_t axis_most;	 ///< cells an axis, up to 2^30
	uint32_t resolution; ///< of the options: cells along the longest side, at most axis_most are taken; or 0
	kiln_aabb extent;	 ///< of the options; all zero for none
	bool small;			 ///< the typical edge is one that few are shorter than, not the median
	bool each_axis;		 ///< cells are blocks, as many on each axis as it takes, not cubes
} kiln_grid_wishes;

typedef struct kiln_grid_layout
{
	double origin[3];
	double inverse[3]; ///< 1 / width of a cell, finite and > 0
	int32_t count[3];  ///< cells on each axis; 0 as long as there is no layout
	double typical;	   ///< longest edge that it was made for; of points the space between them
	double low[3], high[3];
	uint32_t boxes;	  ///< that there were
	uint32_t changes; ///< since it was last looked at
} kiln_grid_layout;

/// Cells from min to max on each axis, both included; none where min > max.
typedef struct kiln_cell_range
{
	int32_t min[3];
	int32_t max[3];
} kiln_cell_range;

/// What is asked whether the boxes, as they will be after the changes, need another layout.
typedef struct kiln_grid_question
{
	const kiln_broadphase *broadphase;
	const kiln_broadphase_changes *changes;
	const kiln_flags *changed; ///< those moved and added
	const uint32_t *place;	   ///< by proxy, KILN_GRID_NONE for those removed
	uint32_t outside;		   ///< how many found no room in the layout there is
} kiln_grid_question;

/// Takes note of the changes, and chooses another layout where they ask for it. False: the layout stays.
bool kilni_grid_lay_out(kiln_grid_layout *layout, const kiln_grid_wishes *wishes, const kiln_grid_question *question);

/// The same of a grid that has its boxes in the order of space. True: it is to be rebuilt, either of another layout or
/// because of as many changes as eight times the boxes since that was done last. Those are counted in `unsorted`, each box
/// that is added four times.
bool kilni_grid_restart(
	kiln_grid_layout *layout, const kiln_grid_wishes *wishes, const kiln_grid_question *question, uint32_t *unsorted);

/// Notes those that an update moves and adds, in this order, in place of those of the last.
static inline void kiln_grid_note(kiln_flags *changed, const kiln_broadphase_changes *changes)
{
	kiln_flags_clear(changed);
	for (uint32_t i = 0; i < changes->moved_count; i++)
		kiln_flags_mark(changed, changes->moved[i]);
	for (uint32_t i = 0; i < changes->added_count; i++)
		kiln_flags_mark(changed, changes->added[i]);
}

/// How many boxes there are after the changes.
static inline uint32_t kiln_grid_total(const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	return broadphase->live_count - changes->removed_count + changes->added_count;
}

/// Where along a Morton curve (Morton 1966) of 2^30 cells over the grid a box begins.
uint32_t kilni_grid_code(const kiln_grid_layout *layout, const kiln_cell_range *range);

/// Sorts by the high halves, which are such codes; stable. `other` is as long as `keys`.
void kilni_grid_sort(uint64_t *keys, uint64_t *other, uint32_t count);

/// The cell of a coordinate: -1 below the range, count above it. Monotone, as rounding is: of two numbers the greater
/// is never in the lesser cell. So boxes that overlap share a cell, whatever rounding does, and no tolerance is needed.
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

/// Whether all of it is inside the grid; never as long as there is no layout, when infinite coordinates make no sense.
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

/// How many cells a range has; 0 for none.
static inline double kiln_grid_range_size(const kiln_cell_range *range)
{
	double size = 1;
	for (int i = 0; i < 3; i++)
		size *= range->max[i] < range->min[i] ? 0.0 : (double)range->max[i] - (double)range->min[i] + 1.0;
	return size;
}

/// Begins a walk of what a sweep may meet.
void kilni_grid_walk_sweep(kiln_grid_walk *walk, const kiln_grid_layout *layout, const kiln_box_sweep *sweep);

/// kiln_boxes_overlap without branches: few of the boxes in a cell do, and which side tells is a toss-up.
static inline bool kiln_boxes_overlap_flat(const kiln_aabb *a, const kiln_aabb *b)
{
	return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y) &
		   (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
}

/// Pairs of one proxy with those that are found: the user of kiln_grid_pair_all, which is a kiln_found_proxy.
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

/// What one of the grids finds in its cells, or altogether. False: ended.
typedef bool kiln_grid_find(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);

/// Pairs of those that changed.
void kilni_grid_pairs_of_changed(const kiln_flags *changed, kiln_grid_find *everywhere, kiln_pair_sink *sink);

/// Those that no cell has room for, looked at from end to end.
typedef struct kiln_grid_outside
{
	uint32_t *proxies;
	uint32_t count;
} kiln_grid_outside;

/// `place` is by proxy: KILN_GRID_OUTSIDE and where it is in the list; KILN_GRID_NONE for one that has left.
void kilni_grid_put_outside(kiln_grid_outside *outside, uint32_t *place, uint32_t index);
void kilni_grid_leave_outside(kiln_grid_outside *outside, uint32_t *place, uint32_t index);

/// Those outside that a box overlaps. False: ended.
bool kilni_grid_outside_box(const kiln_grid_outside *outside, const kiln_broadphase *broadphase, const kiln_aabb *box,
	kiln_found_proxy *found, void *user);

/// Pairs of those outside with those in cells and with each other.
void kilni_grid_outside_pairs(const kiln_grid_outside *outside, kiln_grid_find *in_cells, kiln_pair_sink *sink);

static inline int32_t kiln_int_max(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

#endif
