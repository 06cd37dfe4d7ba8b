// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_VOLUME_H
#define KILN_FORMAT_VOLUME_H

#include "blob.h"
#include "tree.h"

/// Bounding volumes, and trees of other volumes than boxes, for queries between two assets.

/// Axes of a k-DOP.
#define KILN_KDOP_AXES 13

/// Bounding volumes around the same points. The cooker proves that each contains all points. kiln/bounds.h describes the
/// volumes.
typedef struct kiln_format_volumes
{
	float aabb_min[3];
	float aabb_max[3];
	float sphere_center[3];
	float sphere_radius;
	float obb_center[3];
	float obb_axes[9]; ///< three unit vectors
	float obb_half_extents[3];
	float capsule_a[3];
	float capsule_b[3];
	float capsule_radius;
	float rss_origin[3];
	float rss_edges[6]; ///< two vectors
	float rss_radius;
	float kdop_min[KILN_KDOP_AXES];
	float kdop_max[KILN_KDOP_AXES];
	uint32_t reserved[4];
} kiln_format_volumes;

/// The bounding volumes that a tree is made of. Values are fixed.
typedef uint32_t kiln_tree_kind;
enum kiln_tree_kind_values
{
	KILN_TREE_AABB = 0,	  ///< kiln_format_tree_node in TREE; every mesh and the scene have one
	KILN_TREE_OBB = 1,	  ///< kiln_format_oriented_node in VOLUME_NODES
	KILN_TREE_KDOP14 = 2, ///< nodes in the layout of kiln_format_kdop_place_arrays
	KILN_TREE_KDOP18 = 3,
	KILN_TREE_KDOP26 = 4,
	KILN_TREE_SPHERE = 5, ///< kiln_format_sphere_node
	KILN_TREE_RSS = 6,	  ///< kiln_format_oriented_node
	KILN_TREE_KIND_END = 7,
};

/// A further tree over the leaves of a mesh, or over the nodes of the scene, for queries between two assets.
typedef struct kiln_format_volume_tree
{
	uint32_t kind;		 ///< kiln_tree_kind, not KILN_TREE_AABB
	uint32_t mesh;		 ///< index in MESHES; KILN_NONE: a tree of the scene
	uint64_t nodes;		 ///< bytes from the start of VOLUME_NODES; trees lie without a gap
	uint32_t node_count; ///< > 0; nodes lie in preorder
	uint32_t depth;		 ///< levels of nodes, 1 .. KILN_TREE_DEPTH_MAX
	uint32_t width;		 ///< most children of a node, 2 .. KILN_TREE_WIDTH
	uint32_t rule;		 ///< offset in NAMES: the rule that built the tree
	float sah_cost;		 ///< sum of the volumes' surface areas, divided by the area of the mesh's or scene's box
	float volume;		 ///< sum of the volumes, divided by the volume of the box; 0 for a flat box
	float overlap; ///< mean over the nodes: volume of the children's boxes, divided by that of the box around them
	uint32_t reserved[5];
} kiln_format_volume_tree;

/// Marks a child that is a leaf: the other bits are the unit of a mesh's leaf, counted from leaf_first, or an index in NODES.
/// A child without this bit is a node of the same tree.
#define KILN_VOLUME_LEAF 0x80000000u

/// The head of a volume tree's node. The first `count` slots hold the children; unused slots have the child KILN_NONE and
/// volumes of zero bytes. Inner children have greater numbers than their node.
typedef struct kiln_format_volume_head
{
	uint32_t count; ///< 1 .. width
	uint32_t reserved[3];
	uint32_t child[KILN_TREE_WIDTH];
} kiln_format_volume_head;

/// Spheres: a child is the set of points within `radius` of its centre.
typedef struct kiln_format_sphere_node
{
	kiln_format_volume_head head;
	float center[3][KILN_TREE_WIDTH];
	float radius[KILN_TREE_WIDTH]; ///< >= 0
} kiln_format_sphere_node;

/// OBBs and rectangle swept spheres. kiln_format_axes gives the axes of a child from its quaternion. OBB: points
/// p with |axis k . (p - center)| <= size[k] for each k. RSS: points within size[2] of a point center + s axis 0 + t axis 1
/// with |s| <= size[0], |t| <= size[1].
typedef struct kiln_format_oriented_node
{
	kiln_format_volume_head head;
	float center[3][KILN_TREE_WIDTH];
	float size[3][KILN_TREE_WIDTH];		  ///< >= 0
	int16_t rotation[4][KILN_TREE_WIDTH]; ///< x, y, z, w of a quaternion: whole numbers, sum of squares >= 2^28
} kiln_format_oriented_node;

/// Computes the axes of a child's rotation by exactly these operations on float32, each rounded: axes[k] is column k of the
/// matrix. The axes are unit vectors and perpendicular, to rounding.
static inline void kiln_format_axes(float x, float y, float z, float w, float axes[3][3])
{
	float xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z, xw = x * w, yw = y * w, zw = z * w;
	float s = 2.0f / (xx + yy + (zz + w * w));
	axes[0][0] = 1.0f - s * (yy + zz);
	axes[0][1] = s * (xy + zw);
	axes[0][2] = s * (xz - yw);
	axes[1][0] = s * (xy - zw);
	axes[1][1] = 1.0f - s * (xx + zz);
	axes[1][2] = s * (yz + xw);
	axes[2][0] = s * (xz + yw);
	axes[2][1] = s * (yz - xw);
	axes[2][2] = 1.0f - s * (xx + yy);
}

/// Slabs of a k-DOP kind, and which of the KILN_KDOP_AXES axes they are: 14: 0 .. 6; 18: 0 .. 2, 7 .. 12; 26: all.
static inline uint32_t kiln_format_kdop_slabs(uint32_t kind)
{
	return kind == KILN_TREE_KDOP14 ? 7 : kind == KILN_TREE_KDOP18 ? 9 : kind == KILN_TREE_KDOP26 ? 13 : 0;
}

static inline uint32_t kiln_format_kdop_axis(uint32_t kind, uint32_t slab)
{
	return kind == KILN_TREE_KDOP18 && slab >= 3 ? slab + 4 : slab;
}

/// The offsets of a k-DOP node's arrays, in bytes from its kiln_format_volume_head. Slab s of child i reaches from
/// origin[s] + lo[s][i] * 2^(exponent[s] - 127) to origin[s] + hi[s][i] * 2^(exponent[s] - 127), along an axis that is
/// not normalised. Both planes are exact in float32; lo <= hi.
typedef struct kiln_format_kdop_layout
{
	uint32_t origin;   ///< float[slabs]
	uint32_t exponent; ///< uint8_t[slabs], 1 .. 254
	uint32_t lo;	   ///< uint8_t[slabs][KILN_TREE_WIDTH]
	uint32_t hi;
	uint32_t size; ///< bytes of a node, multiple of 16; zero bytes fill the gaps
} kiln_format_kdop_layout;

static inline kiln_format_kdop_layout kiln_format_kdop_place_arrays(uint32_t slabs)
{
	kiln_format_kdop_layout at;
	at.origin = (uint32_t)sizeof(kiln_format_volume_head);
	at.exponent = at.origin + 4 * slabs;
	at.lo = (at.exponent + slabs + 7) & ~7u;
	at.hi = at.lo + KILN_TREE_WIDTH * slabs;
	at.size = (at.hi + KILN_TREE_WIDTH * slabs + 15) & ~15u;
	return at;
}

/// Bytes of a node of a volume tree; 0 for kinds that have none.
static inline uint32_t kiln_format_volume_node_size(uint32_t kind)
{
	switch (kind)
	{
	case KILN_TREE_OBB:
	case KILN_TREE_RSS:
		return (uint32_t)sizeof(kiln_format_oriented_node);
	case KILN_TREE_SPHERE:
		return (uint32_t)sizeof(kiln_format_sphere_node);
	default:
		return kiln_format_kdop_slabs(kind) ? kiln_format_kdop_place_arrays(kiln_format_kdop_slabs(kind)).size : 0;
	}
}

KILN_FORMAT_LAYOUT(kiln_format_volume_tree, 64);
KILN_FORMAT_FIELD(kiln_format_volume_tree, kind, 0);
KILN_FORMAT_FIELD(kiln_format_volume_tree, mesh, 4);
KILN_FORMAT_FIELD(kiln_format_volume_tree, nodes, 8);
KILN_FORMAT_FIELD(kiln_format_volume_tree, node_count, 16);
KILN_FORMAT_FIELD(kiln_format_volume_tree, depth, 20);
KILN_FORMAT_FIELD(kiln_format_volume_tree, width, 24);
KILN_FORMAT_FIELD(kiln_format_volume_tree, rule, 28);
KILN_FORMAT_FIELD(kiln_format_volume_tree, sah_cost, 32);
KILN_FORMAT_FIELD(kiln_format_volume_tree, volume, 36);
KILN_FORMAT_FIELD(kiln_format_volume_tree, overlap, 40);
KILN_FORMAT_FIELD(kiln_format_volume_tree, reserved, 44);

KILN_FORMAT_LAYOUT(kiln_format_volume_head, 48);
KILN_FORMAT_FIELD(kiln_format_volume_head, count, 0);
KILN_FORMAT_FIELD(kiln_format_volume_head, reserved, 4);
KILN_FORMAT_FIELD(kiln_format_volume_head, child, 16);

KILN_FORMAT_LAYOUT(kiln_format_sphere_node, 176);
KILN_FORMAT_FIELD(kiln_format_sphere_node, head, 0);
KILN_FORMAT_FIELD(kiln_format_sphere_node, center, 48);
KILN_FORMAT_FIELD(kiln_format_sphere_node, radius, 144);

KILN_FORMAT_LAYOUT(kiln_format_oriented_node, 304);
KILN_FORMAT_FIELD(kiln_format_oriented_node, head, 0);
KILN_FORMAT_FIELD(kiln_format_oriented_node, center, 48);
KILN_FORMAT_FIELD(kiln_format_oriented_node, size, 144);
KILN_FORMAT_FIELD(kiln_format_oriented_node, rotation, 240);

KILN_FORMAT_LAYOUT(kiln_format_volumes, 288);
KILN_FORMAT_FIELD(kiln_format_volumes, aabb_min, 0);
KILN_FORMAT_FIELD(kiln_format_volumes, aabb_max, 12);
KILN_FORMAT_FIELD(kiln_format_volumes, sphere_center, 24);
KILN_FORMAT_FIELD(kiln_format_volumes, sphere_radius, 36);
KILN_FORMAT_FIELD(kiln_format_volumes, obb_center, 40);
KILN_FORMAT_FIELD(kiln_format_volumes, obb_axes, 52);
KILN_FORMAT_FIELD(kiln_format_volumes, obb_half_extents, 88);
KILN_FORMAT_FIELD(kiln_format_volumes, capsule_a, 100);
KILN_FORMAT_FIELD(kiln_format_volumes, capsule_b, 112);
KILN_FORMAT_FIELD(kiln_format_volumes, capsule_radius, 124);
KILN_FORMAT_FIELD(kiln_format_volumes, rss_origin, 128);
KILN_FORMAT_FIELD(kiln_format_volumes, rss_edges, 140);
KILN_FORMAT_FIELD(kiln_format_volumes, rss_radius, 164);
KILN_FORMAT_FIELD(kiln_format_volumes, kdop_min, 168);
KILN_FORMAT_FIELD(kiln_format_volumes, kdop_max, 220);
KILN_FORMAT_FIELD(kiln_format_volumes, reserved, 272);

#endif
