// SPDX-License-Identifier: MIT
#ifndef KILN_PACKED_TREE_JOIN_H
#define KILN_PACKED_TREE_JOIN_H

#include "packed_tree.h"
#include "simd/simd8.h"

/// Refitting and joining of the packed tree, eight lanes at a time.

static inline uint32_t packed_lowest(uint32_t bits)
{
#if defined(__GNUC__)
	return (uint32_t)__builtin_ctz(bits);
#else
	uint32_t i = 0;
	while (!(bits >> i & 1))
		++i;
	return i;
#endif
}

/// Which lanes of a node overlap a lane of another.
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

/// The least and greatest of all lanes that hold something, to a lane of the parent; NaN when none does.
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

/// A join that is under way.
typedef struct packed_joining
{
	const kiln_packed_tree *tree;
	kiln_pair_sink *sink;
	uint64_t steps; ///< pairs of blocks looked at
	bool changed_only;
} packed_joining;

/// Pairs of two nodes that are to be joined, of one level; of a node with itself.
typedef struct packed_couple
{
	uint32_t level, a, b;
} packed_couple;

static inline uint32_t packed_changed(const packed_joining *it, uint32_t level, uint32_t node)
{
	return it->changed_only ? it->tree->changed[level][node] : 0xff;
}

/// Pairs of a lane of one block with lanes of another. False: no more are wanted.
static inline bool packed_tell(const packed_joining *it, uint32_t one, uint32_t block, uint32_t lanes)
{
	for (; lanes; lanes &= lanes - 1)
		if (!kiln_sink_pair(it->sink, one, it->tree->proxies[block * 8 + packed_lowest(lanes)]))
			return false;
	return true;
}

static inline bool packed_join_block(packed_joining *it, uint32_t a)
{
	const kiln_packed_node *node = &it->tree->nodes[0][a];
	uint32_t changed = packed_changed(it, 0, a);
	++it->steps;
	for (uint32_t i = 0; i < 7; ++i)
	{
		uint32_t hits = packed_meets(node, node, i) & (0xfeu << i) & (changed >> i & 1 ? 0xff : changed);
		if (hits && it->changed_only)
			hits &= ~packed_meets(&it->tree->before[a], &it->tree->before[a], i);
		if (hits && !packed_tell(it, it->tree->proxies[a * 8 + i], a, hits))
			return false;
	}
	return true;
}

static inline bool packed_join_blocks(packed_joining *it, uint32_t a, uint32_t b)
{
	const kiln_packed_tree *tree = it->tree;
	const kiln_packed_node *left = &tree->nodes[0][a], *right = &tree->nodes[0][b];
	uint32_t changed_a = packed_changed(it, 0, a), changed_b = packed_changed(it, 0, b);
	++it->steps;
	// Lanes of a that meet the bounds of b.
	uint32_t lanes = packed_meets(left, &tree->nodes[1][b / 8], b % 8);
	if (!changed_b)
		lanes &= changed_a;
	for (; lanes; lanes &= lanes - 1)
	{
		uint32_t i = packed_lowest(lanes);
		uint32_t hits = packed_meets(right, left, i) & (changed_a >> i & 1 ? 0xff : changed_b);
		if (hits && it->changed_only)
			hits &= ~packed_meets(&tree->before[b], &tree->before[a], i);
		if (hits && !packed_tell(it, tree->proxies[a * 8 + i], b, hits))
			return false;
	}
	return true;
}

/// Joins what is below a node with itself. Couples that are to be joined are stacked, or joined at once where they are
/// blocks.
static inline bool packed_join_node(packed_joining *it, packed_couple at, packed_couple *stack, uint32_t *depth)
{
	const kiln_packed_node *node = &it->tree->nodes[at.level][at.a];
	uint32_t changed = packed_changed(it, at.level, at.a);
	for (uint32_t i = 0; i < 8; ++i)
	{
		uint32_t hits = packed_meets(node, node, i) & (0xffu << i & 0xff);
		if (!(changed >> i & 1))
			hits &= changed;
		for (; hits; hits &= hits - 1)
		{
			uint32_t k = packed_lowest(hits);
			packed_couple next = {at.level - 1, at.a * 8 + i, at.a * 8 + k};
			if (at.level > 1)
				stack[(*depth)++] = next;
			else if (!(i == k ? packed_join_block(it, next.a) : packed_join_blocks(it, next.a, next.b)))
				return false;
		}
	}
	return true;
}

static inline bool packed_join_nodes(packed_joining *it, packed_couple at, packed_couple *stack, uint32_t *depth)
{
	const kiln_packed_tree *tree = it->tree;
	const kiln_packed_node *left = &tree->nodes[at.level][at.a], *right = &tree->nodes[at.level][at.b];
	uint32_t changed_a = packed_changed(it, at.level, at.a), changed_b = packed_changed(it, at.level, at.b);
	uint32_t lanes = packed_meets(left, &tree->nodes[at.level + 1][at.b / 8], at.b % 8);
	if (!changed_b)
		lanes &= changed_a;
	for (; lanes; lanes &= lanes - 1)
	{
		uint32_t i = packed_lowest(lanes);
		uint32_t hits = packed_meets(right, left, i) & (changed_a >> i & 1 ? 0xff : changed_b);
		for (; hits; hits &= hits - 1)
		{
			packed_couple next = {at.level - 1, at.a * 8 + i, at.b * 8 + packed_lowest(hits)};
			if (at.level > 1)
				stack[(*depth)++] = next;
			else if (!packed_join_blocks(it, next.a, next.b))
				return false;
		}
	}
	return true;
}

static uint64_t packed_join(const kiln_packed_tree *tree, bool changed_only, kiln_pair_sink *sink)
{
	packed_joining it = {tree, sink, 0, changed_only};
	packed_couple stack[KILN_PACKED_LEVELS * 64];
	uint32_t depth = 0;
	if (tree->level_count == 1)
		packed_join_block(&it, 0);
	else if (tree->level_count > 1)
		stack[depth++] = (packed_couple){tree->level_count - 1, 0, 0};
	while (depth)
	{
		packed_couple at = stack[--depth];
		if (!(at.a == at.b ? packed_join_node(&it, at, stack, &depth) : packed_join_nodes(&it, at, stack, &depth)))
			break;
	}
	return it.steps;
}

#endif
