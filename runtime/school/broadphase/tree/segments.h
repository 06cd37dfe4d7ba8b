// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SEGMENTS_H
#define KILN_BROADPHASE_SEGMENTS_H

#include "broadphase/broadphase.h"
#include "spread.h"

/// Segment tree over the units of a range (Bentley 1977; Preparata and Shamos 1985, 1.2.3.1): nodes in an array, the
/// root at 1, the children of n at 2 n and 2 n + 1, unit u at `leaves` + u. An interval is kept at the fewest nodes
/// that make it up.

#define KILN_SEGMENT_LEVELS 21
#define KILN_SEGMENT_LEAVES (1u << (KILN_SEGMENT_LEVELS - 1))
/// Most nodes that an interval is kept at. The fewest that make it up may be 2 (levels - 2): 18 of a tree of 11 levels.
/// Intervals of more than this are rounded out until they have no more, by an eighth of their length at most.
#define KILN_SEGMENT_COVER 8

/// A range of one axis in equal units. The first and the last have no end: they hold what left the range.
typedef struct kiln_units
{
	double origin;
	double scale; ///< units a length, > 0, finite
	uint32_t count;
} kiln_units;

/// The unit of a coordinate. It never falls as that rises, so intervals that touch have a unit in common, however it
/// rounds.
static inline uint32_t kiln_unit_of(const kiln_units *units, double x)
{
	double unit = (x - units->origin) * units->scale;
	if (!(unit > 0))
		return 0;
	return unit >= units->count - 1 ? units->count - 1 : (uint32_t)unit;
}

/// Units from first to last, both included.
typedef struct kiln_span
{
	uint32_t first, last;
} kiln_span;

/// Levels between a node and the root; node > 0.
static inline uint32_t kiln_level_of(uint32_t node)
{
#if defined(__GNUC__)
	return 31u - (uint32_t)__builtin_clz(node);
#else
	uint32_t level = 0;
	while (node >>= 1)
		++level;
	return level;
#endif
}

/// What a node stands for. `leaves` is a power of two.
static inline kiln_span kiln_span_of(uint32_t leaves, uint32_t node)
{
	uint32_t shift = kiln_level_of(leaves) - kiln_level_of(node);
	uint32_t first = (node << shift) - leaves;
	return (kiln_span){first, first + (1u << shift) - 1};
}

static inline uint32_t kiln_leaves_of(uint32_t units)
{
	uint32_t leaves = 1;
	while (leaves < units)
		leaves *= 2;
	return leaves;
}

/// The nodes that make up a span, rounded out where these would be more than KILN_SEGMENT_COVER. Returns how many; the
/// first is not the leftmost.
uint32_t kilni_segment_cover(uint32_t leaves, kiln_span *span, uint32_t nodes[KILN_SEGMENT_COVER]);

/// Whether a node is one of those that make up a span.
static inline bool kiln_segment_keeps(uint32_t leaves, kiln_span span, uint32_t node)
{
	kiln_span own = kiln_span_of(leaves, node);
	if (own.first < span.first || own.last > span.last)
		return false;
	kiln_span parent = node == 1 ? own : kiln_span_of(leaves, node / 2);
	return node == 1 || parent.first < span.first || parent.last > span.last;
}

/// Leftmost and rightmost of the nodes that make up a span.
static inline uint32_t kiln_segment_first(uint32_t leaves, kiln_span span)
{
	uint32_t node = leaves + span.first;
	for (uint32_t size = 1; node > 1 && node % 2 == 0 && span.first + 2 * size - 1 <= span.last; size *= 2)
		node /= 2;
	return node;
}

static inline uint32_t kiln_segment_last(uint32_t leaves, kiln_span span)
{
	uint32_t node = leaves + span.last;
	for (uint32_t size = 1; node > 1 && node % 2 == 1 && span.last + 1 >= span.first + 2 * size; size *= 2)
		node /= 2;
	return node;
}

/// The nodes that hold all that overlaps a span: some with everything below them, of others, which were passed, only
/// what they keep themselves. No node is named twice.
typedef struct kiln_segment_parts
{
	uint32_t whole[2 * KILN_SEGMENT_LEVELS];
	uint32_t whole_count;
	uint32_t passed[2 * KILN_SEGMENT_LEVELS];
	uint32_t passed_count;
	uint64_t total; ///< entries in all of them
} kiln_segment_parts;

/// Walks from the first and the last node of a span to the root. `own` and `below` are counts of entries by node,
/// without and with those of the nodes below it. Nodes without entries are left out.
void kilni_segment_walk(
	const uint32_t *own, const uint32_t *below, uint32_t first, uint32_t last, kiln_segment_parts *parts);

/// The node after `node` in the subtree of `top`, without those that have nothing in and below them; 0 behind the last.
static inline uint32_t kiln_segment_next(const uint32_t *below, uint32_t leaves, uint32_t top, uint32_t node)
{
	if (node < leaves && below[2 * node])
		return 2 * node;
	if (node < leaves && below[2 * node + 1])
		return 2 * node + 1;
	while (node != top)
	{
		if (node % 2 == 0 && below[node + 1])
			return node + 1;
		node /= 2;
	}
	return 0;
}

/// Counts entries at a node, or takes back as many.
static inline void kiln_segment_count(uint32_t *own, uint32_t *below, uint32_t node, uint32_t more)
{
	own[node] += more;
	for (; node; node /= 2)
		below[node] += more;
}

/// By what a tree is laid out.
typedef struct kiln_segment_layout
{
	kiln_spread spread;
	bool told;		  ///< the extent is the caller's
	bool counted;	  ///< so is the number of units
	bool laid;		  ///< there was something to lay out by
	uint32_t units;	  ///< most on an axis
	uint32_t changes; ///< since the boxes were looked at
} kiln_segment_layout;

/// Of options that name no number of units: some more for many boxes.
void kilni_segment_begin(kiln_segment_layout *layout, const kiln_broadphase_options *options);

/// Whether units should be others from here on, because boxes are elsewhere or of another size; removals don't count.
/// The boxes are those before the changes.
bool kilni_segment_look(
	kiln_segment_layout *layout, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);

/// Where the caller gives no number of units, they are half as long as most boxes at the least: with finer ones a box is kept
/// at more nodes, and overlaps hardly fewer.
kiln_units kilni_segment_units(const kiln_segment_layout *layout, int axis);

#endif
