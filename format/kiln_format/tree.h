// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_TREE_H
#define KILN_FORMAT_TREE_H

#include "blob.h"

/// Trees of boxes in TREE, and the leaves of meshes in LEAVES.

/// Most children of a tree node.
#define KILN_TREE_WIDTH 8
/// Most levels of tree nodes from a root down to a leaf; bounds every traversal stack.
#define KILN_TREE_DEPTH_MAX 40
/// Most tree nodes of a tree: a node's number and a slot share 32 bits of a traversal stack.
#define KILN_TREE_NODES_MAX (1u << 28)
/// Most triangles and most distinct vertices of a leaf.
#define KILN_LEAF_TRIANGLES_MAX 8
#define KILN_LEAF_VERTICES_MAX 16
/// Set in `planes` of a compact leaf.
#define KILN_LEAF_COMPACT 8u
/// Bytes of the least steps of a compact leaf along the three axes.
#define KILN_LEAF_LEAST_SIZE 9u
/// They are at least minus this number, and below it.
#define KILN_LEAF_LEAST_MAX 0x800000
/// The largest exponent of the steps of a compact leaf: 2^24 steps are KILN_COORDINATE_MAX.
#define KILN_LEAF_EXPONENT_MAX 143u
/// Leaves are addressed in units of this many bytes.
#define KILN_LEAF_UNIT 8
/// Zero bytes at the end of the leaf section, so that wide loads of the last leaf stay inside the section.
#define KILN_LEAF_TAIL 64
/// Consecutive triangles that one entry of the leaf index covers.
#define KILN_LEAF_INDEX_STEP 16

/// A wide node. Child i's box on axis a is origin[a] + lo[a][i] * s .. origin[a] + hi[a][i] * s, s = 2^(exponent[a] -
/// 127); the cooker chooses origin and exponent so that both planes are exact in float32. Child i below the number of
/// inner children is node child_base + i; every other child is the leaf at leaf_base + leaf_offset[i]. Unused slots have lo 255, hi 0,
/// offset 0.
typedef struct kiln_format_tree_node
{
	float origin[3];
	uint8_t exponent[3]; ///< 1 .. 254
	uint8_t counts;		 ///< low four bits: children, 1 .. 8; high four bits: inner children
	uint32_t child_base; ///< greater than this node's own number; 0 without inner children
	uint32_t leaf_base;	 ///< mesh: unit from leaf_first; scene: index in NODES; 0 without leaves
	uint8_t leaf_offset[8];
	uint8_t lo[3][8];
	uint8_t hi[3][8];
} kiln_format_tree_node;

/// Head of a leaf. uint16_t corners[triangle_count] follow. A triangle's three corners are vertex numbers of four bits
/// each: corners & 15, corners >> 4 & 15, corners >> 8 & 15; the top four bits are zero. In an exact leaf follow padding
/// to 4 bytes, then the vertices as float x[vertex_count], y[vertex_count], z[vertex_count]. In a compact leaf follow
/// three whole numbers of three bytes, signed, the least steps along x, y and z; then the low bytes of the steps above
/// them, uint8_t x[vertex_count], y[vertex_count], z[vertex_count], then the high bytes in the same way, of the axes in
/// `planes` only. A coordinate is (least + low + 256 * high) * 2^(exponent - 127), exactly. Both end with padding to 8 bytes.
/// In preorder (a node's own leaves first, then its inner children) leaves follow each other without a gap.
typedef struct kiln_format_leaf
{
	uint32_t triangle;		///< number of the first triangle in the mesh; the leaf's other triangles follow
	uint8_t triangle_count; ///< 1 .. KILN_LEAF_TRIANGLES_MAX
	uint8_t vertex_count;	///< 3 .. KILN_LEAF_VERTICES_MAX
	uint8_t planes;			///< 0: exact; else KILN_LEAF_COMPACT, and bit `axis` where the axis has high bytes
	uint8_t exponent;		///< compact: 1 .. KILN_LEAF_EXPONENT_MAX; exact: 0
} kiln_format_leaf;

/// Returns the offset of a leaf's vertices, in bytes from its head.
static inline uint32_t kiln_format_leaf_vertices_offset(uint32_t triangle_count)
{
	return (uint32_t)sizeof(kiln_format_leaf) + ((triangle_count * 2u + 3u) & ~3u);
}

/// Returns the bytes of an exact leaf.
static inline uint32_t kiln_format_leaf_size(uint32_t triangle_count, uint32_t vertex_count)
{
	uint32_t size = kiln_format_leaf_vertices_offset(triangle_count) + vertex_count * 12u;
	return (size + (KILN_LEAF_UNIT - 1)) & ~(uint32_t)(KILN_LEAF_UNIT - 1);
}

/// Returns where the padding of a compact leaf begins, in bytes from its head.
static inline uint32_t kiln_format_leaf_compact_end(uint32_t triangle_count, uint32_t vertex_count, uint32_t planes)
{
	uint32_t axes = 3 + (planes & 1u) + (planes >> 1 & 1u) + (planes >> 2 & 1u);
	return (uint32_t)sizeof(kiln_format_leaf) + triangle_count * 2u + KILN_LEAF_LEAST_SIZE + vertex_count * axes;
}

/// Returns the units of a leaf, exact or compact.
static inline uint32_t kiln_format_leaf_units(const kiln_format_leaf *head)
{
	uint32_t size = head->planes ? kiln_format_leaf_compact_end(head->triangle_count, head->vertex_count, head->planes)
								 : kiln_format_leaf_vertices_offset(head->triangle_count) + head->vertex_count * 12u;
	return (size + (KILN_LEAF_UNIT - 1)) / KILN_LEAF_UNIT;
}

KILN_FORMAT_LAYOUT(kiln_format_tree_node, 80);
KILN_FORMAT_FIELD(kiln_format_tree_node, origin, 0);
KILN_FORMAT_FIELD(kiln_format_tree_node, exponent, 12);
KILN_FORMAT_FIELD(kiln_format_tree_node, counts, 15);
KILN_FORMAT_FIELD(kiln_format_tree_node, child_base, 16);
KILN_FORMAT_FIELD(kiln_format_tree_node, leaf_base, 20);
KILN_FORMAT_FIELD(kiln_format_tree_node, leaf_offset, 24);
KILN_FORMAT_FIELD(kiln_format_tree_node, lo, 32);
KILN_FORMAT_FIELD(kiln_format_tree_node, hi, 56);

KILN_FORMAT_LAYOUT(kiln_format_leaf, 8);
KILN_FORMAT_FIELD(kiln_format_leaf, triangle, 0);
KILN_FORMAT_FIELD(kiln_format_leaf, triangle_count, 4);
KILN_FORMAT_FIELD(kiln_format_leaf, vertex_count, 5);
KILN_FORMAT_FIELD(kiln_format_leaf, planes, 6);
KILN_FORMAT_FIELD(kiln_format_leaf, exponent, 7);

#endif
