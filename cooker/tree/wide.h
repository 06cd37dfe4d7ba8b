// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_WIDE_H
#define KILN_COOKER_TREE_WIDE_H

#include "kiln_format.h"
#include "tree/build/build.h"

/// The choice of which nodes of a binary tree become wide nodes, and which become leaves: the choice with the least SAH
/// cost among all cuts (Ylitie, Karras, Laine 2017, section 3.1, a dynamic programme over "at most i roots for this
/// subtree").
typedef struct wide_plan
{
	const build_tree *tree;
	/// [0]: wide_kind; [i - 1]: roots of the left child when i are allowed; the last one: how many children of a wide
	/// node here belong to the left child.
	uint8_t (*choice)[KILN_TREE_WIDTH];
	uint32_t width; ///< most children of a wide node
} wide_plan;

typedef enum wide_kind
{
	WIDE_INNER = 0,
	WIDE_LEAF = 1,
} wide_kind;

/// Limits and costs of a leaf.
typedef struct wide_rules
{
	uint32_t leaf_max;				///< primitives
	const uint32_t (*triangles)[3]; ///< vertex numbers, for the limit of distinct vertices; NULL: no limit
	float leaf_cost;				///< of a visit to a leaf, where a visit to a wide node costs 1
	float primitive_cost;			///< added for each primitive
	uint32_t width;					///< most children of a wide node, 2 .. KILN_TREE_WIDTH; 0: KILN_TREE_WIDTH
	const float *areas; ///< for each node of the tree, the area of its future volume; NULL: half of the area of its box
} wide_rules;

/// Computes the plan. Every leaf of `tree` must keep the limits by itself. Cost: O(nodes). KILNCOOK_INTERNAL when out
/// of memory.
kilncook_status wide_plan_make(
	const kilncook_context *context, const build_tree *tree, const wide_rules *rules, wide_plan *plan);

void wide_plan_free(const kilncook_context *context, wide_plan *plan);

/// Lists the binary nodes that are the children of the wide node at binary node `root`; returns their number.
uint32_t wide_children(const wide_plan *plan, uint32_t root, uint32_t children[KILN_TREE_WIDTH]);

/// Collects the primitives below a binary node into `primitives`, at most `capacity`; returns how many exist.
uint32_t wide_collect(const build_tree *tree, uint32_t root, uint32_t *primitives, uint32_t capacity);

/// Numbers the distinct vertices of at most KILN_LEAF_TRIANGLES_MAX triangles by their first use: the vertices into
/// `vertices`, which has room for 3 a triangle, and each corner's number into `corners`. Returns the number of
/// vertices.
uint32_t wide_number_vertices(const uint32_t (*triangles)[3], const uint32_t *primitives, uint32_t count,
	uint32_t *vertices, uint8_t (*corners)[3]);

/// Counts the distinct vertices of some triangles; lists them by first use in `vertices` unless NULL (room for 3 a
/// triangle).
uint32_t wide_distinct_vertices(
	const uint32_t (*triangles)[3], const uint32_t *primitives, uint32_t count, uint32_t *vertices);

#endif
