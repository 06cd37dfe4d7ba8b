// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_MESH_H
#define KILN_FORMAT_MESH_H

#include "blob.h"

/// Meshes: the parts that a mesh was made from, the sides of its triangles, its coarser levels.

/// A run of a mesh's source faces that came from one mesh of the art file.
typedef struct kiln_format_part
{
	uint32_t name;		  ///< offset in NAMES or KILN_NONE: the source mesh's name
	uint32_t source_mesh; ///< index of the mesh in the art file
	uint32_t material;	  ///< index in MATERIALS
	uint32_t first_face;  ///< the part's first face in the mesh's own count of source faces
	uint32_t face_count;  ///< source faces, dropped ones included
	uint32_t
		volumes; ///< index in VOLUMES of the volumes around the part's own vertices; KILN_NONE when cleaning dropped the whole part
	uint32_t reserved[2];
} kiln_format_part;

/// Verdicts about a mesh's surface after cleaning (by vertex identity, not by position).
typedef uint32_t kiln_mesh_flags;
enum kiln_mesh_flags_values
{
	KILN_MESH_CLOSED = 1,	  ///< every edge has two or more, and an even number of, triangles
	KILN_MESH_MANIFOLD = 2,	  ///< no edge has more than two triangles
	KILN_MESH_ORIENTABLE = 4, ///< the triangles can be wound consistently
	KILN_MESH_WOUND = 8, ///< the triangles are wound consistently: every shared edge is used once in each direction
	KILN_MESH_FLAGS_KNOWN = 15,
};

typedef struct kiln_format_mesh
{
	float bounds_min[3]; ///< box of the vertices, exact
	float bounds_max[3];
	uint32_t name;	///< offset in NAMES or KILN_NONE
	uint32_t flags; ///< kiln_mesh_flags
	uint32_t part_first;
	uint32_t part_count;	   ///< > 0; the parts' faces are consecutive from 0
	uint32_t triangle_first;   ///< number of the mesh's first triangle in the asset, index in SOURCES
	uint32_t triangle_count;   ///< > 0
	uint32_t tree_first;	   ///< root in TREE; child_base counts from here
	uint32_t tree_count;	   ///< > 0
	uint32_t leaf_first;	   ///< first unit in LEAVES; leaf_base counts from here
	uint32_t leaf_units;	   ///< > 0
	uint32_t leaf_index_first; ///< in LEAF_INDEX
	uint32_t leaf_count;
	uint32_t depth;		   ///< levels of tree nodes, 1 .. KILN_TREE_DEPTH_MAX
	uint32_t vertex_count; ///< distinct vertices after welding
	uint32_t edge_count;
	uint32_t boundary_edges;	  ///< edges with one triangle
	uint32_t nonmanifold_edges;	  ///< edges with three or more triangles
	uint32_t inconsistent_edges;  ///< edges with two triangles that run the edge in the same direction
	uint32_t component_count;	  ///< parts that are connected by shared vertices
	int32_t euler_characteristic; ///< vertices - edges + triangles
	float sah_cost;				  ///< sum of the areas of the tree's nodes and leaves, divided by the root's area
	uint32_t pair_tree;	   ///< index in VOLUME_TREES of the tree that pair queries walk; KILN_NONE: the tree in TREE
	uint32_t choice;	   ///< offset in NAMES: counted costs of the candidate trees; KILN_NONE: there was no choice
	uint32_t vertex_first; ///< index in VERTICES of the first leaf vertex; KILN_NONE: source vertices were not kept
	uint32_t leaf_vertex_count;	  ///< vertices of all leaves
	uint32_t source_vertex_count; ///< vertices of the mesh's parts in the art, counted through the parts
} kiln_format_mesh;

/// A coarser mesh that can stand for another mesh. Both are meshes of MESHES.
typedef struct kiln_format_level
{
	uint32_t mesh;		 ///< the full mesh, in MESHES
	uint32_t level_mesh; ///< the coarser mesh, in MESHES
	/// No point of either surface is farther than this from the other surface, in mesh coordinates; >= 0.
	float distance;
} kiln_format_level;

/// The kind of edge at a triangle's side. EDGES holds the kind of side k, from corner k to the next, in bits 3 k to 3 k + 2.
/// Contacts read the kind, so that a flat or concave edge inside a surface adds no contact. Triangles share an edge by its
/// vertices, not by positions that cross or touch. Values are fixed.
typedef uint32_t kiln_edge_kind;
enum kiln_edge_kind_values
{
	KILN_EDGE_BOUNDARY = 0,	   ///< no other triangle has the edge
	KILN_EDGE_NONMANIFOLD = 1, ///< two or more other triangles have the edge
	KILN_EDGE_CONVEX = 2,	   ///< the other triangle lies behind the plane of this triangle, or is folded back onto it
	KILN_EDGE_CONCAVE = 3,	   ///< the other triangle lies in front of the plane of this triangle
	KILN_EDGE_FLAT =
		4, ///< the other triangle continues the plane, or differs from it by at most `flat_edge` of PROVENANCE
	KILN_EDGE_KIND_END = 5,
};

/// Bits of a triangle in EDGES that are used.
#define KILN_EDGE_BITS 0x1ffu

/// Returns the kiln_edge_kind of side `side` (0, 1, 2) from a triangle's entry in EDGES.
static inline uint32_t kiln_format_edge_kind(uint32_t edges, uint32_t side)
{
	return edges >> 3 * side & 7u;
}

/// Numbers that a byte of EDGES has in a blob with KILN_FEATURE_COMPACT: all kinds of three sides.
#define KILN_EDGES_COMPACT (KILN_EDGE_KIND_END * KILN_EDGE_KIND_END * KILN_EDGE_KIND_END)

/// Returns a triangle's byte in EDGES of a blob with KILN_FEATURE_COMPACT: the kinds of its sides as digits to the base of
/// KILN_EDGE_KIND_END, side 0 lowest.
static inline uint8_t kiln_format_edges_compact(uint32_t edges)
{
	return (uint8_t)(kiln_format_edge_kind(edges, 0) + KILN_EDGE_KIND_END * kiln_format_edge_kind(edges, 1) +
					 KILN_EDGE_KIND_END * KILN_EDGE_KIND_END * kiln_format_edge_kind(edges, 2));
}

/// Returns the entry in EDGES of other blobs that a byte stands for.
static inline uint32_t kiln_format_edges_of(uint8_t byte)
{
	const uint32_t end = KILN_EDGE_KIND_END;
	return byte % end | byte / end % end << 3 | byte / (end * end) << 6;
}

KILN_FORMAT_LAYOUT(kiln_format_part, 32);
KILN_FORMAT_FIELD(kiln_format_part, name, 0);
KILN_FORMAT_FIELD(kiln_format_part, source_mesh, 4);
KILN_FORMAT_FIELD(kiln_format_part, material, 8);
KILN_FORMAT_FIELD(kiln_format_part, first_face, 12);
KILN_FORMAT_FIELD(kiln_format_part, face_count, 16);
KILN_FORMAT_FIELD(kiln_format_part, volumes, 20);
KILN_FORMAT_FIELD(kiln_format_part, reserved, 24);

KILN_FORMAT_LAYOUT(kiln_format_mesh, 128);
KILN_FORMAT_FIELD(kiln_format_mesh, bounds_min, 0);
KILN_FORMAT_FIELD(kiln_format_mesh, bounds_max, 12);
KILN_FORMAT_FIELD(kiln_format_mesh, name, 24);
KILN_FORMAT_FIELD(kiln_format_mesh, flags, 28);
KILN_FORMAT_FIELD(kiln_format_mesh, part_first, 32);
KILN_FORMAT_FIELD(kiln_format_mesh, part_count, 36);
KILN_FORMAT_FIELD(kiln_format_mesh, triangle_first, 40);
KILN_FORMAT_FIELD(kiln_format_mesh, triangle_count, 44);
KILN_FORMAT_FIELD(kiln_format_mesh, tree_first, 48);
KILN_FORMAT_FIELD(kiln_format_mesh, tree_count, 52);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_first, 56);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_units, 60);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_index_first, 64);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_count, 68);
KILN_FORMAT_FIELD(kiln_format_mesh, depth, 72);
KILN_FORMAT_FIELD(kiln_format_mesh, vertex_count, 76);
KILN_FORMAT_FIELD(kiln_format_mesh, edge_count, 80);
KILN_FORMAT_FIELD(kiln_format_mesh, boundary_edges, 84);
KILN_FORMAT_FIELD(kiln_format_mesh, nonmanifold_edges, 88);
KILN_FORMAT_FIELD(kiln_format_mesh, inconsistent_edges, 92);
KILN_FORMAT_FIELD(kiln_format_mesh, component_count, 96);
KILN_FORMAT_FIELD(kiln_format_mesh, euler_characteristic, 100);
KILN_FORMAT_FIELD(kiln_format_mesh, sah_cost, 104);
KILN_FORMAT_FIELD(kiln_format_mesh, pair_tree, 108);
KILN_FORMAT_FIELD(kiln_format_mesh, choice, 112);
KILN_FORMAT_FIELD(kiln_format_mesh, vertex_first, 116);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_vertex_count, 120);
KILN_FORMAT_FIELD(kiln_format_mesh, source_vertex_count, 124);

KILN_FORMAT_LAYOUT(kiln_format_level, 12);
KILN_FORMAT_FIELD(kiln_format_level, mesh, 0);
KILN_FORMAT_FIELD(kiln_format_level, level_mesh, 4);
KILN_FORMAT_FIELD(kiln_format_level, distance, 8);

#endif
