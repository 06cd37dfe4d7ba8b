// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SEGMENTS_H
#define KILN_BROADPHASE_SEGMENTS_H

#include "broadphase/broadphase.h"
#include "spread.h"

/// Segment tree over the units of a range (Bentley 1977; Preparata and Shamos 1985, 1.2.3.1): nodes in an array, the
/// root at 1, the children of n at 2 n and 2 n + 1, unit u at `leaves` + u. An interval is stored at the fewest nodes
/// that cover it exactly.

#define KILN_SEGMENT_LEVELS 21
#define KILN_SEGMENT_LEAVES (1u << (KILN_SEGMENT_LEVELS - 1))
/// The most nodes that store an interval. The fewest that cover it exactly may be 2 (levels - 2): 18 for a tree of 11
/// levels. Longer covers are rounded outwards until they have no more nodes, by at most an eighth of their length.
#define KILN_SEGMENT_COVER 8

/// A range of one axis in equal units. The first and the last unit are unbounded: they hold everything outside the
/// range.
typedef struct kiln_units
{
	double origin;
	double scale; ///< units per length, > 0, finite
	uint32_t count;
} kiln_units;

/// The unit of a coordinate. Monotone: intervals that touch have a unit in common, however it rounds.
static inline uint32_t kiln_unit_of(const kiln_units *units, double x)
{
	double unit = (x - units->origin) * units->scale;
	if (!(unit > 0))
		return 0;
	return unit >= units->count - 1 ? units->count - 1 : (uint32_t)unit;
}

/// Units from first to last, inclusive.
typedef struct kiln_span
{
	uint32_t first, last;
} kiln_span;

/// The number of levels between a node and the root; node > 0.
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

/// The span of a node. `leaves` is a power of two.
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

/// The nodes that cover a span, which is rounded outwards if there would be more than KILN_SEGMENT_COVER. Returns how
/// many; the first is not the leftmost.
uint32_t kilni_segment_cover(uint32_t leaves, kiln_span *span, uint32_t nodes[KILN_SEGMENT_COVER]);

/// Whether a node is one of those that cover a span.
static inline bool kiln_segment_keeps(uint32_t leaves, kiln_span span, uint32_t node)
{
	kiln_span own = kiln_span_of(leaves, node);
	if (own.first < span.first || own.last > span.last)
		return false;
	kiln_span parent = node == 1 ? own : kiln_span_of(leaves, node / 2);
	return node == 1 || parent.first < span.first || parent.last > span.last;
}

/// The leftmost and the rightmost node of a span's cover.
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

/// The nodes that hold everything that overlaps a span: some with their whole subtrees; of others, which were passed on
/// the way, only their own entries. No node occurs twice.
typedef struct kiln_segment_parts
{
	uint32_t whole[2 * KILN_SEGMENT_LEVELS];
	uint32_t whole_count;
	uint32_t passed[2 * KILN_SEGMENT_LEVELS];
	uint32_t passed_count;
	uint64_t total; ///< entries in all of them
} kiln_segment_parts;

/// Walks from the first and the last node of a span to the root. `own` and `below` are the numbers of entries by node,
/// without and with those of the nodes below. Skips nodes without entries.
void kilni_segment_walk(
	const uint32_t *own, const uint32_t *below, uint32_t first, uint32_t last, kiln_segment_parts *parts);

/// The node after `node` in the subtree of `top`, without subtrees that have no entries; 0 behind the last.
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

/// Adds entries to the count of a node, or subtracts them.
static inline void kiln_segment_count(uint32_t *own, uint32_t *below, uint32_t node, uint32_t more)
{
	own[node] += more;
	for (; node; node /= 2)
		below[node] += more;
}

/// The input of a tree's layout.
typedef struct kiln_segment_layout
{
	kiln_spread spread;
	bool extent_given; ///< the caller gave the extent
	bool counted;	   ///< the caller gave the number of units
	bool laid;		   ///< there were boxes for the layout
	uint32_t units;	   ///< most units on an axis
	uint32_t changes;  ///< changes since the boxes were last sampled
} kiln_segment_layout;

/// Sets the layout from options. If these give no number of units, many boxes get some more.
void kilni_segment_begin(kiln_segment_layout *layout, const kiln_broadphase_options *options);

/// Whether the units must change from here on, because boxes are elsewhere or of another size; removals do not count.
/// The boxes are those before the changes.
bool kilni_segment_look(
	kiln_segment_layout *layout, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);

/// The units. If the caller gives no number, a unit is at least half as long as most boxes: finer units store a box at
/// more nodes, and hardly reduce overlaps.
kiln_units kilni_segment_units(const kiln_segment_layout *layout, int axis);

#endif
