// SPDX-License-Identifier: MIT
#ifndef KILN_PACKED_TREE_JOIN_H
#define KILN_PACKED_TREE_JOIN_H

#include "math/bits.h"
#include "packed_tree.h"
#include "simd/simd8.h"

/// Refitting and joining of the packed tree, eight lanes at a time.

/// The lanes of a node that overlap a lane of another node.
static inline uint32_t packed_meets(const kiln_packed_node *node, const kiln_packed_node *other, uint32_t lane)
{
	m8 m = m8_le(f8_load(node->min[0]), f8_set1(other->max[0][lane]));
	m = m8_and(m, m8_ge(f8_load(node->max[0]), f8_set1(other->min[0][lane])));
	m = m8_and(m, m8_le(f8_load(node->min[1]), f8_set1(other->max[1][lane])));
	m = m8_and(m, m8_ge(f8_load(node->max[1]), f8_set1(other->min[1][lane])));
	m = m8_and(m, m8_le(f8_load(node->min[2]), f8_set1(other->max[2][lane])));
	m = m8_and(m, m8_ge(f8_load(node->max[2]), f8_set1(other->min[2][lane])));
	return m8_bits(m);
}

/// Writes the least and greatest bounds of all lanes in use to a lane of the parent; NaN if no lane is in use.
static inline void packed_bound(const kiln_packed_node *node, kiln_packed_node *parent, uint32_t lane)
{
	const f8 infinite = f8_set1(INFINITY), sign = f8_set1(-0.0f);
	for (int axis = 0; axis < 3; ++axis)
	{
		// The second operand wins against NaN.
		float least = -f8_largest(f8_xor_sign(f8_min(f8_load(node->min[axis]), infinite), sign));
		float greatest = f8_largest(f8_max(f8_load(node->max[axis]), f8_xor_sign(infinite, sign)));
		parent->min[axis][lane] = least < INFINITY ? least : NAN;
		parent->max[axis][lane] = greatest > -INFINITY ? greatest : NAN;
	}
}

static void packed_refit(kiln_packed_tree *tree, uint32_t first, uint32_t end)
{
	for (uint32_t level = 1; level < tree->level_count; ++level)
	{
		uint32_t count = (uint32_t)(((uint64_t)tree->end + (UINT64_C(1) << (3 * level)) - 1) >> (3 * level));
		const kiln_packed_node *below = tree->nodes[level - 1];
		const uint8_t *changed_below = tree->changed[level - 1];
		kiln_packed_node *nodes = tree->nodes[level];
		uint8_t *changed = tree->changed[level];
		first /= 8;
		end = (end + 7) / 8;
		for (uint32_t i = 0; i < count; ++i)
		{
			if (!changed_below[i] && (i < first || i >= end))
				continue;
			packed_bound(&below[i], &nodes[i / 8], i % 8);
			if (changed_below[i])
				changed[i / 8] |= (uint8_t)(1u << i % 8);
		}
	}
}

/// Up to this many lanes of two blocks are compared one by one.
#define FEW_LANES 5

/// The state of a join.
typedef struct packed_joining
{
	const kiln_packed_tree *tree;
	kiln_pair_sink *sink;
	uint64_t steps; ///< number of pairs of blocks compared
	bool changed_only;
} packed_joining;

/// A pair of nodes of one level that are to be joined; both may be the same node.
typedef struct packed_couple
{
	uint32_t level, a, b;
} packed_couple;

/// For a node and itself: the pairs of lanes i < k, and those with i = k.
#define PACKED_ABOVE UINT64_C(0x0080c0e0f0f8fcfe)
#define PACKED_SAME UINT64_C(0x8040201008040201)

/// The lanes of one block that overlap lanes of another: bit 8 i + k for lane i of the first and k of the second.
/// Compares all: this takes less time than predicting which lanes need it.
static inline uint64_t packed_square(const kiln_packed_node *left, const kiln_packed_node *right)
{
	uint64_t found = 0;
	for (uint32_t i = 0; i < 8; ++i)
		found |= (uint64_t)packed_meets(right, left, i) << (8 * i);
	return found;
}

/// packed_square for a few lanes of each block only: only pairs with one of these lanes.
static inline uint64_t packed_square_of(
	const kiln_packed_node *left, uint32_t lanes, const kiln_packed_node *right, uint32_t others)
{
	uint64_t found = 0;
	for (; lanes; lanes &= lanes - 1)
	{
		uint32_t i = kiln_lowest_bit(lanes);
		found |= (uint64_t)packed_meets(right, left, i) << (8 * i);
	}
	for (; others; others &= others - 1)
	{
		uint32_t k = kiln_lowest_bit(others);
		for (uint32_t hits = packed_meets(left, right, k); hits; hits &= hits - 1)
			found |= UINT64_C(1) << (8 * kiln_lowest_bit(hits) + k);
	}
	return found;
}

/// Eight bits per lane of the first block: all ones for the given lanes.
static inline uint64_t packed_rows(uint32_t lanes)
{
	uint64_t rows = 0;
	for (uint32_t i = 0; i < 8; ++i)
		rows |= (lanes >> i & 1 ? UINT64_C(0xff) : 0) << (8 * i);
	return rows;
}

/// Those of the pairs that have at least one of the given lanes.
static inline uint64_t packed_square_with(
	const kiln_packed_node *left, uint32_t lanes, const kiln_packed_node *right, uint32_t others)
{
	if (kiln_bit_count(lanes) + kiln_bit_count(others) <= FEW_LANES)
		return packed_square_of(left, lanes, right, others);
	return packed_square(left, right) & (packed_rows(lanes) | UINT64_C(0x0101010101010101) * others);
}

/// The lanes of two nodes that are to be joined.
static inline uint64_t packed_found(const packed_joining *it, uint32_t level, uint32_t a, uint32_t b)
{
	const kiln_packed_tree *tree = it->tree;
	const kiln_packed_node *left = &tree->nodes[level][a], *right = &tree->nodes[level][b];
	if (!it->changed_only)
		return packed_square(left, right);
	uint32_t lanes = tree->changed[level][a], others = tree->changed[level][b];
	uint64_t found = packed_square_with(left, lanes, right, others);
	if (level == 0 && found)
		found &= ~packed_square_with(&tree->before[a], lanes, &tree->before[b], others);
	return found;
}

static inline bool packed_join_blocks(packed_joining *it, uint32_t a, uint32_t b)
{
	uint64_t found = packed_found(it, 0, a, b);
	const uint32_t *left = &it->tree->proxies[a * 8], *right = &it->tree->proxies[b * 8];
	++it->steps;
	for (found &= a == b ? PACKED_ABOVE : UINT64_MAX; found; found &= found - 1)
	{
		uint32_t i = kiln_lowest_bit64(found);
		if (!kilni_sink_pair(it->sink, left[i / 8], right[i % 8]))
			return false;
	}
	return true;
}

/// Joins the subtrees of two nodes, or of a node with itself. Couples that are to be joined are pushed on the stack;
/// blocks are joined at once.
static inline bool packed_join_nodes(packed_joining *it, packed_couple at, packed_couple *stack, uint32_t *depth)
{
	uint64_t found = packed_found(it, at.level, at.a, at.b);
	for (found &= at.a == at.b ? PACKED_ABOVE | PACKED_SAME : UINT64_MAX; found; found &= found - 1)
	{
		uint32_t i = kiln_lowest_bit64(found);
		packed_couple next = {at.level - 1, at.a * 8 + i / 8, at.b * 8 + i % 8};
		if (at.level > 1)
			stack[(*depth)++] = next;
		else if (!packed_join_blocks(it, next.a, next.b))
			return false;
	}
	return true;
}

static uint64_t packed_join(const kiln_packed_tree *tree, bool changed_only, kiln_pair_sink *sink)
{
	packed_joining it = {tree, sink, 0, changed_only};
	packed_couple stack[KILN_PACKED_LEVELS * 64];
	uint32_t depth = 0;
	if (tree->level_count == 1)
		packed_join_blocks(&it, 0, 0);
	else if (tree->level_count > 1)
		stack[depth++] = (packed_couple){tree->level_count - 1, 0, 0};
	while (depth)
	{
		packed_couple at = stack[--depth];
		if (!packed_join_nodes(&it, at, stack, &depth))
			break;
	}
	return it.steps;
}

// --- Queries for few changed lanes
// ------------------------------------------------------------------------------------

/// One box in all lanes.
typedef struct packed_one
{
	f8 min[3], max[3];
} packed_one;

static inline uint32_t packed_meets_one(const kiln_packed_node *node, const packed_one *one)
{
	m8 m = m8_and(m8_le(f8_load(node->min[0]), one->max[0]), m8_ge(f8_load(node->max[0]), one->min[0]));
	m = m8_and(m, m8_and(m8_le(f8_load(node->min[1]), one->max[1]), m8_ge(f8_load(node->max[1]), one->min[1])));
	m = m8_and(m, m8_and(m8_le(f8_load(node->min[2]), one->max[2]), m8_ge(f8_load(node->max[2]), one->min[2])));
	return m8_bits(m);
}

/// Reports the new pairs of one changed lane with a block. Pairs of two changed lanes are reported once, by the earlier
/// lane.
static inline bool packed_report_one(
	const packed_joining *it, const packed_one *one, uint32_t block, uint32_t lane, uint32_t other)
{
	const kiln_packed_tree *tree = it->tree;
	uint32_t hits = packed_meets_one(&tree->nodes[0][other], one);
	if (other < block)
		hits &= ~(uint32_t)tree->changed[0][other];
	else if (other == block)
		hits &= ~(tree->changed[0][block] & ((2u << lane) - 1));
	if (hits)
		hits &= ~packed_meets(&tree->before[other], &tree->before[block], lane);
	for (; hits; hits &= hits - 1)
		if (!kilni_sink_pair(
				it->sink, tree->proxies[block * 8 + lane], tree->proxies[other * 8 + kiln_lowest_bit(hits)]))
			return false;
	return true;
}

static bool packed_query_one(packed_joining *it, uint32_t block, uint32_t lane)
{
	const kiln_packed_tree *tree = it->tree;
	const kiln_packed_node *home = &tree->nodes[0][block];
	packed_one one;
	uint64_t stack[KILN_PACKED_LEVELS * 8]; // level and node
	uint32_t depth = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		one.min[axis] = f8_set1(home->min[axis][lane]);
		one.max[axis] = f8_set1(home->max[axis][lane]);
	}
	stack[depth++] = (uint64_t)(tree->level_count - 1) << 32;
	while (depth)
	{
		uint32_t level = (uint32_t)(stack[--depth] >> 32), node = (uint32_t)stack[depth];
		uint32_t lanes = packed_meets_one(&tree->nodes[level][node], &one);
		it->steps += level == 1 ? kiln_bit_count(lanes) : 0;
		for (; lanes; lanes &= lanes - 1)
		{
			uint32_t next = node * 8 + kiln_lowest_bit(lanes);
			if (level > 1)
				stack[depth++] = (uint64_t)(level - 1) << 32 | next;
			else if (!packed_report_one(it, &one, block, lane, next))
				return false;
		}
	}
	return true;
}

/// Reports the pairs that packed_join reports for changed lanes, by a query for each of them: less work if they are
/// few.
static uint64_t packed_query(const kiln_packed_tree *tree, kiln_pair_sink *sink)
{
	packed_joining it = {tree, sink, 0, true};
	if (tree->level_count < 2)
		return packed_join(tree, true, sink);
	for (uint32_t block = 0; block < tree->end / 8; ++block)
		for (uint32_t lanes = tree->changed[0][block]; lanes; lanes &= lanes - 1)
		{
			uint32_t lane = kiln_lowest_bit(lanes);
			if (tree->proxies[block * 8 + lane] != KILN_PACKED_NONE && !packed_query_one(&it, block, lane))
				return it.steps;
		}
	return it.steps;
}

#endif
