// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SURVEY_PYRAMID_H
#define KILN_COOKER_SURVEY_PYRAMID_H

#include "kilncook.h"
#include "math/ieee.h"

/// Finds the boxes that overlap: each other, or a given box. Boxes stand in an order in which neighbours are near each other. Four of
/// them in a row have a common box, four common boxes in a row have one, and so on: no node and no index is stored. Building takes
/// no more than sorting; a search compares four boxes at once.

enum
{
	PYRAMID_LEVELS = 16,
};

/// Four boxes: the lowest x, y, z of each, then the highest ones. Boxes that fill a group up overlap none.
typedef struct pyramid_group
{
	float bounds[6][4];
} pyramid_group;

typedef struct pyramid
{
	pyramid_group *groups;			 ///< level by level; the groups of level 0 hold the boxes themselves
	uint32_t first[PYRAMID_LEVELS];	 ///< per level: its first group
	uint32_t counts[PYRAMID_LEVELS]; ///< per level: its boxes, each of which contains four of the level below
	uint32_t level_count;
	uint32_t group_count;
} pyramid;

/// Allocates groups for boxes, which pyramid_set sets one by one; pyramid_finish adds the levels above. False when out of memory,
/// with nothing to free.
bool pyramid_begin(const kilncook_context *context, uint32_t count, pyramid *p);
void pyramid_finish(pyramid *p);
void pyramid_free(const kilncook_context *context, pyramid *p);

static inline void pyramid_set(pyramid *p, uint32_t box, const float min[3], const float max[3])
{
	pyramid_group *group = &p->groups[box / 4];
	for (int k = 0; k < 3; ++k)
	{
		group->bounds[k][box % 4] = min[k];
		group->bounds[3 + k][box % 4] = max[k];
	}
}

/// What a search visits: the boxes `others`, which are four bits for the boxes from `first` on, overlap a box. Returns false to end
/// the search.
typedef bool pyramid_visit(void *user, uint32_t box, uint32_t first, uint32_t others);

/// Visits every pair of boxes that overlap once, touching included. The comparison of two groups takes a unit of `*work` for each
/// box of a group. False when the work runs out or a visit returns false.
bool pyramid_join(const pyramid *p, pyramid_visit *visit, void *user, uint64_t *work);

/// A segment with a distance around it. `share` is 1 over the segment's extent along an axis, or 0: the axis then excludes nothing.
typedef struct pyramid_segment
{
	double from[3], share[3];
	double reach;
} pyramid_segment;

/// A box to search, and a segment, or NULL. Common boxes that the segment does not reach are left out, too, but the boxes of level 0
/// are not compared with the segment.
typedef struct pyramid_region
{
	float min[3], max[3];
	const pyramid_segment *segment;
} pyramid_region;

/// Visits the boxes that overlap a region, which the visits get as the box `number`. Each group takes a unit of `*work`, a group of
/// level 0 another one for each of its boxes.
bool pyramid_query(
	const pyramid *p, const pyramid_region *region, uint32_t number, pyramid_visit *visit, void *user, uint64_t *work);

#endif
