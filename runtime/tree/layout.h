// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_LAYOUT_H
#define KILN_TREE_LAYOUT_H

#include "kiln/lazy.h"
#include "math/bits.h"

#include <string.h>

/// Reads the tree's on-disk structures. All functions here trust a proved blob.

/// A tree to walk: a mesh's, or the scene's, whose leaves are node numbers.
typedef struct kiln_tree
{
	const kiln_format_tree_node *nodes; ///< the root
	const uint8_t *leaves;				///< first leaf record; NULL for the scene's tree
	const uint8_t *sources;				///< of the mesh's first triangle; NULL for the scene's tree
	uint32_t source_size;				///< in bytes
	kiln_budget *budget;				///< of the walks; may be NULL
	kiln_lazy *lazy;					///< proves nodes before they are read; NULL where the tree is proved
} kiln_tree;

static inline kiln_tree kiln_mesh_tree(const kiln_asset *asset, uint32_t mesh)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	return (kiln_tree){asset->tree + m->tree_first, asset->leaves + (uint64_t)m->leaf_first * KILN_LEAF_UNIT,
		asset->sources + (uint64_t)m->triangle_first * asset->source_size, asset->source_size, asset->budget,
		asset->lazy};
}

static inline kiln_tree kiln_scene_tree(const kiln_asset *asset)
{
	return (kiln_tree){asset->tree, NULL, NULL, 0, asset->budget, NULL};
}

static inline uint32_t kiln_node_child_count(const kiln_format_tree_node *node)
{
	return node->counts & 15u;
}

static inline uint32_t kiln_node_inner_count(const kiln_format_tree_node *node)
{
	return node->counts >> 4;
}

/// Set in a reference to a leaf.
#define KILN_LEAF_BIT 0x80000000u

/// Child `i` as a number that fits a stack: an inner node's number, or a leaf's unit (mesh) or node number (scene) with
/// KILN_LEAF_BIT.
static inline uint32_t kiln_node_child(const kiln_format_tree_node *node, uint32_t i)
{
	return i < kiln_node_inner_count(node) ? node->child_base + i
										   : KILN_LEAF_BIT | (node->leaf_base + node->leaf_offset[i]);
}

/// 2^(exponent - 127), exactly.
static inline float kiln_exponent_scale(uint8_t exponent)
{
	uint32_t bits = (uint32_t)exponent << 23;
	float scale;
	memcpy(&scale, &bits, sizeof scale);
	return scale;
}

// GCC assumes that a function that only prefetches has no effect and drops the calls, unless the function is inlined
// early.
#if defined(__GNUC__)
#define KILN_ALWAYS_INLINE __attribute__((always_inline)) static inline
#else
#define KILN_ALWAYS_INLINE static inline
#endif

// Keeps large functions of a header out of line if a source has several callers of them.
#if defined(__GNUC__)
#define KILN_NEVER_INLINE __attribute__((noinline, unused))
#else
#define KILN_NEVER_INLINE
#endif

// Keep a rare case a function of its own, so that the common case saves no registers and is not copied. KILN_RARE is compiled for
// size.
#if defined(__GNUC__)
#define KILN_APART __attribute__((noinline))
#define KILN_RARE __attribute__((noinline, cold))
#else
#define KILN_APART
#define KILN_RARE
#endif

/// Prefetches a cache line that will be needed soon; any address is allowed.
KILN_ALWAYS_INLINE void kiln_prefetch(const void *address)
{
#if defined(__GNUC__)
	__builtin_prefetch(address);
#else
	(void)address;
#endif
}

/// A leaf record, taken apart.
typedef struct kiln_leaf
{
	uint32_t triangle; ///< number of the leaf's first triangle in the mesh
	uint32_t triangle_count;
	uint32_t vertex_count;
	const uint16_t *corners;
	const float *x, *y, *z; ///< in a row, `vertex_count` floats each; sixteen of each can be read
} kiln_leaf;

/// Room for a compact leaf's record as an exact one, for as long as the leaf is in use.
typedef union kiln_leaf_room
{
	kiln_format_leaf head;
	float words[sizeof(kiln_format_leaf) / 4 + KILN_LEAF_TRIANGLES_MAX / 2 + 3 * KILN_LEAF_VERTICES_MAX];
} kiln_leaf_room;

/// Writes the record that an exact leaf of the same triangles and vertices has, but for padding and the form. Returns `room`.
const uint8_t *kilni_leaf_expand(const uint8_t *record, kiln_leaf_room *room);

static inline const kiln_format_leaf *kiln_leaf_head(const uint8_t *leaves, uint32_t unit)
{
	return (const kiln_format_leaf *)(const void *)(leaves + (uint64_t)unit * KILN_LEAF_UNIT);
}

/// Takes an exact leaf's record apart.
static inline kiln_leaf kiln_leaf_exact(const uint8_t *record)
{
	const kiln_format_leaf *head = (const kiln_format_leaf *)(const void *)record;
	kiln_leaf leaf;
	leaf.triangle = head->triangle;
	leaf.triangle_count = head->triangle_count;
	leaf.vertex_count = head->vertex_count;
	leaf.corners = (const uint16_t *)(const void *)(record + sizeof *head);
	leaf.x = (const float *)(const void *)(record + kiln_format_leaf_vertices_offset(head->triangle_count));
	leaf.y = leaf.x + head->vertex_count;
	leaf.z = leaf.y + head->vertex_count;
	return leaf;
}

/// Takes a leaf apart, which lies in the record, or in `room` if it is compact.
static inline kiln_leaf kiln_leaf_at(const uint8_t *leaves, uint32_t unit, kiln_leaf_room *room)
{
	const uint8_t *record = leaves + (uint64_t)unit * KILN_LEAF_UNIT;
	// Before all else: then no value waits through the call, and exact leaves cost one test.
	if (((const kiln_format_leaf *)(const void *)record)->planes)
		record = kilni_leaf_expand(record, room);
	return kiln_leaf_exact(record);
}

/// Corners of triangle `i` of a leaf.
static inline void kiln_leaf_triangle(const kiln_leaf *leaf, uint32_t i, kiln_vec3 corners[3])
{
	for (uint32_t k = 0; k < 3; ++k)
	{
		uint32_t vertex = (uint32_t)leaf->corners[i] >> (4 * k) & 15u;
		corners[k] = (kiln_vec3){leaf->x[vertex], leaf->y[vertex], leaf->z[vertex]};
	}
}

/// Entries of a traversal stack: every level leaves at most seven siblings behind.
#define KILN_TREE_STACK (KILN_TREE_DEPTH_MAX * (KILN_TREE_WIDTH - 1) + 1)

#endif
