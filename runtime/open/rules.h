// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_RULES_H
#define KILN_OPEN_RULES_H

#include "kiln/base.h"

/// The rules of the format that kiln_open proves: RULE(name, status of a refusal, what its offset is that of, reason).
/// This table drives the proof. FORMAT.md lists the same rows, and tests/open/test_open_rules.c breaks every rule once.

// clang-format off

/// Header and section table, which every opening proves.
#define KILN_RULES_TABLE(RULE) \
	RULE(HEADER_TRUNCATED, TRUNCATED, "end of the bytes", "the bytes end inside the header") \
	RULE(MAGIC_TRANSFER, NOT_KILN, "header.magic", "a Kiln blob that was damaged by a text-mode or 7-bit transfer") \
	RULE(MAGIC, NOT_KILN, "header.magic", "the first bytes are not those of a Kiln blob") \
	RULE(ENDIAN, ENDIAN, "header.endian", \
		"blob and machine differ in byte order: a blob is little-endian, and so has to be the machine") \
	RULE(ENDIAN_MARK, NOT_KILN, "header.endian", "the endian mark is damaged: no Kiln blob") \
	RULE(VERSION_OLD, VERSION, "header.version_major", "an older format that this runtime no longer reads: recook") \
	RULE(VERSION_NEW, VERSION, "header.version_major", \
		"a newer format than this runtime reads: update the runtime, or recook with an older cooker") \
	RULE(SIZE_TRUNCATED, TRUNCATED, "end of the bytes", "the bytes end before the blob does") \
	RULE(SIZE_TRAILING, SIZE, "end of the blob", "bytes follow behind the blob's end") \
	RULE(SIZE_MULTIPLE, VALUE, "header.size", "the blob's size is no multiple of 64 bytes") \
	RULE(FEATURE, FEATURE, "header.required_features", \
		"the blob needs a feature that this runtime lacks: recook, or update the runtime") \
	RULE(TOOL_VERSION, VALUE, "header.tool_version[3]", "the fourth number of the tool version is not zero") \
	RULE(METRES_PER_UNIT, NUMBER, "header.metres_per_unit", "metres_per_unit is not a finite number above zero") \
	RULE(HEADER_RESERVED, VALUE, "header.reserved", "a reserved field of the header is not zero") \
	RULE(TABLE_RANGE, SECTION, "header.section_count", "the section table leads outside the blob") \
	RULE(SECTION_ORDER, SECTION, "section.kind", "section kinds do not increase, or one stands twice") \
	RULE(SECTION_ALIGNED, SECTION, "section.offset", "a section is not aligned to 64 bytes") \
	RULE(SECTION_OVERLAP, SECTION, "section.offset", "a section overlaps the one before it or the section table") \
	RULE(SECTION_RANGE, RANGE, "section.size", "a section leads outside the blob") \
	RULE(SECTION_GAP, SECTION, "section.offset", \
		"a section does not begin at the first multiple of 64 behind the section or table before") \
	RULE(SECTION_FLAGS, VALUE, "section.flags", "a section has an unknown flag") \
	RULE(SECTION_MANY, SECTION, "section.count", \
		"a section has more elements than can be numbered: 2^32 - 2, of NODES 2^31 - 1") \
	RULE(SECTION_COUNT, SECTION, "section.count", "a section's element count does not match its size") \
	RULE(SECTION_FEW, SECTION, "section.count", "a section is empty, or has more than its one element") \
	RULE(LEAVES_SIZE, SECTION, "section.size", "the leaf section is shorter than its tail, or no multiple of 8 bytes") \
	RULE(SECTION_KIND, FEATURE, "section.kind", \
		"a required section is of a kind that this runtime does not know: recook, or update the runtime") \
	RULE(SECTION_MISSING, SECTION, "header.section_count", "a section is missing") \
	RULE(SIZE_GAP, SECTION, "header.size", "the blob does not end at the first multiple of 64 behind its last section")

/// Gaps, names, nodes and other plain arrays.
#define KILN_RULES_ARRAYS(RULE) \
	RULE(GAP, VALUE, "the byte", "a byte between two sections is not zero") \
	RULE(NAMES_END, VALUE, "last byte of NAMES", "the last name does not end with a NUL") \
	RULE(MATERIAL_NAME, RANGE, "material.name", "a material's name lies outside NAMES") \
	RULE(PART_NAME, RANGE, "part.name", "a part's name lies outside NAMES") \
	RULE(PART_MATERIAL, RANGE, "part.material", "a part's material is out of range") \
	RULE(PART_RESERVED, VALUE, "part.reserved", "a reserved field of a part is not zero") \
	RULE(NODE_TO_ASSET, NUMBER, "node.to_asset", "a node's transform is not finite, or its translation beyond 2^63") \
	RULE(NODE_TO_MESH, NUMBER, "node.to_mesh", "a node's inverse transform is not finite, or its translation beyond 2^126") \
	RULE(NODE_SCALE, NUMBER, "node.to_asset", "the largest entry of a node's transform is not from 2^-60 to 2^60") \
	RULE(NODE_CONDITION, NUMBER, "node.to_asset", "a node's transform is too close to a singular one") \
	RULE(NODE_INVERSE, NUMBER, "node.to_mesh", "a node's inverse transform is not the inverse of its transform") \
	RULE(NODE_BOX, NUMBER, "node.bounds_min", "a node's box is not finite, too large, or inside out") \
	RULE(NODE_MESH_RANGE, RANGE, "node.mesh", "a node's mesh is out of range") \
	RULE(NODE_NAME, RANGE, "node.name", "a node's name lies outside NAMES") \
	RULE(NODE_FLAGS, VALUE, "node.flags", "a node has an unknown flag") \
	RULE(NODE_IDENTITY, VALUE, "node.flags", "a node is flagged as the identity and has other transforms") \
	RULE(NODE_MIRRORED, VALUE, "node.flags", "a node's mirrored flag is not the sign of its transform's determinant") \
	RULE(NODE_RESERVED, VALUE, "node.reserved", "a reserved field of a node is not zero") \
	RULE(SCENE_BOX, NUMBER, "scene.bounds_min", "the scene's box is not finite, too large, or inside out") \
	RULE(SCENE_RESERVED, VALUE, "scene.reserved", "a reserved field of the scene is not zero") \
	RULE(PROVENANCE_NAME, RANGE, "provenance", "a name of the provenance lies outside NAMES") \
	RULE(PROVENANCE_UP, VALUE, "provenance.up_axis", "the provenance's up axis is none of x, y, z, unknown") \
	RULE(PROVENANCE_NUMBER, NUMBER, "provenance.unit", "a number of the provenance is not finite") \
	RULE(PROVENANCE_FLAT, NUMBER, "provenance.flat_edge", "the sine of a flat edge is not from 0 to 1") \
	RULE(PROVENANCE_RESERVED, VALUE, "provenance.reserved", "a reserved field of the provenance is not zero")

/// Meshes, sources and edges.
#define KILN_RULES_MESHES(RULE) \
	RULE(SCENE_TREE, RANGE, "scene.tree_count", "the scene's tree is empty, or leads outside TREE") \
	RULE(MESH_BOX, NUMBER, "mesh.bounds_min[axis]", "a mesh's box is not finite, too large, or inside out") \
	RULE(MESH_NAME, RANGE, "mesh.name", "a mesh's name lies outside NAMES") \
	RULE(MESH_FLAGS, VALUE, "mesh.flags", "a mesh has an unknown flag") \
	RULE(MESH_DEPTH, TREE, "mesh.depth", "a mesh's tree has no level, or too many") \
	RULE(MESH_COST, NUMBER, "mesh.sah_cost", "a mesh's tree cost is not a finite number from 0") \
	RULE(MESH_CHOICE, RANGE, "mesh.choice", "a mesh's choice lies outside NAMES") \
	RULE(MESH_PARTS, RANGE, "mesh.part_first", "a mesh's parts are none, or do not follow those of the mesh before") \
	RULE(MESH_TRIANGLES, RANGE, "mesh.triangle_first", \
		"a mesh's triangles are none, or do not follow those of the mesh before") \
	RULE(MESH_TREE, RANGE, "mesh.tree_first", "a mesh's tree nodes are none, too many, or do not follow those before") \
	RULE(MESH_LEAVES, RANGE, "mesh.leaf_first", \
		"a mesh's leaves are none, too many, or do not follow those of the mesh before") \
	RULE(MESH_INDEX, RANGE, "mesh.leaf_index_first", "a mesh's leaf index does not follow that of the mesh before") \
	RULE(MESH_PARTS_RANGE, RANGE, "mesh.part_count", "a mesh's parts lead outside PARTS") \
	RULE(MESH_TRIANGLES_RANGE, RANGE, "mesh.triangle_count", "a mesh's triangles lead outside SOURCES") \
	RULE(MESH_TREE_RANGE, RANGE, "mesh.tree_count", "a mesh's tree leads outside TREE") \
	RULE(MESH_LEAVES_RANGE, RANGE, "mesh.leaf_units", "a mesh's leaves lead outside LEAVES") \
	RULE(MESH_INDEX_RANGE, RANGE, "mesh.triangle_count", "a mesh's leaf index leads outside LEAF_INDEX") \
	RULE(PART_FIRST_FACE, RANGE, "part.first_face", \
		"a part's faces do not follow those of the part before in its mesh") \
	RULE(PART_FACES, RANGE, "part.face_count", "a mesh has more source faces than 32 bits can number") \
	RULE(SOURCE, RANGE, "the source", "a triangle's source face is not one of its mesh's parts") \
	RULE(MESHES_SOURCES, RANGE, "MESHES", "the meshes do not cover SOURCES") \
	RULE(MESHES_TREE, RANGE, "MESHES", "the meshes do not cover TREE") \
	RULE(MESHES_LEAVES, RANGE, "MESHES", "the meshes do not cover LEAVES up to its tail") \
	RULE(MESHES_INDEX, RANGE, "MESHES", "the meshes do not cover LEAF_INDEX") \
	RULE(MESHES_LEAF_COUNT, RANGE, "MESHES", "the meshes' leaves are not as many as LEAVES says") \
	RULE(EDGES_COUNT, RANGE, "EDGES", "EDGES has not one entry for each triangle") \
	RULE(EDGE_KIND, VALUE, "the entry of EDGES", "a side of a triangle is of no kind of edge")

/// Bounding volumes and shapes.
#define KILN_RULES_SHAPES(RULE) \
	RULE(VOLUMES_NUMBER, NUMBER, "volumes", "a number of a bounding volume is not finite, or too large") \
	RULE(VOLUMES_BOX, NUMBER, "volumes.aabb_min", "a bounding box is inside out") \
	RULE(VOLUMES_KDOP, NUMBER, "volumes.kdop_min", "a bounding k-DOP is inside out") \
	RULE(VOLUMES_SPHERE, NUMBER, "volumes.sphere_radius", "a bounding sphere's radius is negative") \
	RULE(VOLUMES_OBB, NUMBER, "volumes.obb_half_extents", "an oriented bounding box has a negative half extent") \
	RULE(VOLUMES_CAPSULE, NUMBER, "volumes.capsule_radius", "a bounding capsule's radius is negative") \
	RULE(VOLUMES_RSS, NUMBER, "volumes.rss_radius", "a bounding lozenge's radius is negative") \
	RULE(VOLUMES_AXES, NUMBER, "volumes.obb_axes[3 axis]", "an axis of an oriented bounding box is no unit vector") \
	RULE(VOLUMES_RESERVED, VALUE, "volumes.reserved", "a reserved field of bounding volumes is not zero") \
	RULE(PART_VOLUMES, RANGE, "part.volumes", "a part's volumes are out of range") \
	RULE(SHAPES_COUNT, RANGE, "SHAPES", "a mesh or hull has no shape") \
	RULE(SHAPE_KIND, VALUE, "shape.kind", "a shape's kind is unknown, or not in the order meshes, hulls, primitives") \
	RULE(SHAPE_INDEX, RANGE, "shape.index", "a shape's index is not that of its own mesh or hull, or not 0") \
	RULE(SHAPE_NAME, RANGE, "shape.name", "a shape's name lies outside NAMES") \
	RULE(SHAPE_MATERIAL, RANGE, "shape.material", "a shape's material is out of range, or a mesh has one of its own") \
	RULE(SHAPE_PARTS_RANGE, RANGE, "shape.part_first", "a shape's parts lead outside PARTS") \
	RULE(SHAPE_NO_PARTS, VALUE, "shape.part_first", "a shape without parts has a first one") \
	RULE(SHAPE_PARTS, RANGE, "shape.part_first", "a shape's parts are not those of its mesh") \
	RULE(SHAPE_VOLUMES, RANGE, "shape.volumes", "a shape's volumes are out of range, or a primitive has some") \
	RULE(SHAPE_PARAMETER, NUMBER, "shape.parameters", "a shape's parameter is not finite, or too large") \
	RULE(SHAPE_SIZE, NUMBER, "the parameter", "a shape's radius or half extent is negative") \
	RULE(SHAPE_ROTATION, NUMBER, "the parameter", "a box's rotation is no unit quaternion") \
	RULE(SHAPE_CAPS, NUMBER, "shape.parameters", "a cylinder's caps lie in one place") \
	RULE(SHAPE_UNUSED, VALUE, "the parameter", "an unused parameter of a shape is not zero") \
	RULE(SHAPE_FLAGS, VALUE, "shape.flags", "a shape has an unknown flag") \
	RULE(SHAPE_MASS, NUMBER, "shape.volume", "a number of a shape's mass is not finite") \
	RULE(SHAPE_RESERVED, VALUE, "shape.reserved", "a reserved field of a shape is not zero") \
	RULE(NODE_SHAPE, RANGE, "node.shape", "a node's shape is out of range") \
	RULE(NODE_MESH, RANGE, "node.mesh", "a node's mesh is not that of its shape")

/// Hulls and their arrays.
#define KILN_RULES_HULLS(RULE) \
	RULE(HULL_DATA_COUNT, RANGE, "section.count", "HULL_DATA has not one element for every hull") \
	RULE(HULL_DATA_FIRST, RANGE, "hull.data", "a hull's arrays do not follow those of the hull before") \
	RULE(HULL_DIMENSION, VALUE, "hull.dimension", "a hull has more than three dimensions") \
	RULE(HULL_COUNTS, RANGE, "hull.vertex_count", \
		"a hull's vertices, edges and faces are not as many as belong together in its dimension") \
	RULE(HULL_INDEX_SIZE, VALUE, "hull.index_size", "a hull's indices have not the size they need") \
	RULE(HULL_LEVELS, RANGE, "hull.level_count", "a hull's hierarchy has too many levels, or stands on a flat hull") \
	RULE(HULL_ERROR, NUMBER, "hull.error", "a hull's error is not a finite number from 0") \
	RULE(HULL_FLAGS, VALUE, "hull.flags", "a hull has an unknown flag") \
	RULE(HULL_RESERVED, VALUE, "hull.reserved", "a reserved field of a hull is not zero") \
	RULE(HULL_SIZE, RANGE, "hull.size", "a hull's arrays are not as large as its counts say") \
	RULE(HULL_RANGE, RANGE, "hull.size", "a hull's arrays lead outside HULL_DATA") \
	RULE(HULL_VERTEX, NUMBER, "the number", "a vertex of a hull is not finite, or out of range") \
	RULE(HULL_REPEAT, VALUE, "the element", "an element behind the last of a hull's array does not repeat the first") \
	RULE(HULL_PLANE, NUMBER, "the number", "a plane of a hull is not finite, or out of range") \
	RULE(HULL_NORMAL, NUMBER, "the normal's x", "a plane's normal is not of unit length") \
	RULE(HULL_FACE_START, RANGE, "face_first[0]", "a hull's faces do not begin at its first half-edge") \
	RULE(HULL_FACE, RANGE, "face_first[face + 1]", \
		"a face has less than three half-edges, or leads outside its hull's") \
	RULE(HULL_HALF_FACE, RANGE, "faces[half]", "a half-edge does not name its own face") \
	RULE(HULL_FACES, RANGE, "face_first[F]", "a hull's faces do not cover its half-edges") \
	RULE(HULL_ORIGIN, RANGE, "origins[half]", "a half-edge's origin is no vertex of its hull") \
	RULE(HULL_TWIN, RANGE, "twins[half]", "a half-edge is not the twin of its twin") \
	RULE(HULL_OPPOSITE, RANGE, "twins[half]", "a half-edge and its twin do not run opposite ways") \
	RULE(HULL_EDGES, RANGE, "edges[edge]", "a hull's edges are not the first halves in their order") \
	RULE(HULL_EDGE_NORMAL, VALUE, "the number", "an edge's normal is not that of its face") \
	RULE(HULL_NEIGHBOUR_FIRST, RANGE, "vertex_first[vertex]", \
		"a vertex's neighbours do not follow those of the vertex before") \
	RULE(HULL_NEIGHBOUR, RANGE, "neighbours[i]", "a vertex's neighbours are out of range, or do not increase") \
	RULE(HULL_FEW_NEIGHBOURS, RANGE, "vertex_first[vertex]", "a vertex of a hull has too few neighbours") \
	RULE(HULL_NEIGHBOURS, RANGE, "vertex_first[V]", "a hull's neighbours are not as many as its half-edges") \
	RULE(HULL_JOINED, RANGE, "neighbours[i]", "an edge joins two vertices that are no neighbours") \
	RULE(HULL_SEED, RANGE, "seeds[i]", "a seed is no vertex of its hull") \
	RULE(HULL_SEED_END, VALUE, "seeds[i]", "a seed along an axis is not extreme") \
	RULE(HULL_LEVEL, RANGE, "level_sizes[level]", "a level of a hull's hierarchy does not grow below the whole") \
	RULE(HULL_LINK_COUNT, RANGE, "hull.link_first_count", \
		"a hull's first links are not one a vertex of each level, and one more") \
	RULE(HULL_LINK_FIRST, RANGE, "link_first[i]", "a vertex's links do not follow those of the vertex before") \
	RULE(HULL_LINK, RANGE, "links[i]", \
		"a link does not lead to a vertex that the next level adds, or links do not increase") \
	RULE(HULL_LINKS, RANGE, "links", "a hull's levels do not cover its links") \
	RULE(HULL_PADDING, VALUE, "the padding", "the padding of a hull's array is not zero") \
	RULE(HULLS_COVER, RANGE, "end of the hulls", "the hulls do not cover HULL_DATA")

/// Trees and leaves.
#define KILN_RULES_TREES(RULE) \
	RULE(TREE_CHILDREN, TREE, "tree_node.counts", "a tree node has no child, or more than eight") \
	RULE(TREE_CHILD_BASE, TREE, "tree_node.child_base", "a tree node's children do not stand behind it in its tree") \
	RULE(TREE_LEAF_BASE, TREE, "tree_node.leaf_base", "a tree node without leaves has a leaf base other than 0") \
	RULE(TREE_FRAME, NUMBER, "tree_node.origin[axis]", \
		"a tree node's planes are not finite, out of range, or not exact in float32") \
	RULE(TREE_SLOT, TREE, "tree_node.leaf_offset", \
		"a tree node has a box inside out, or an unused slot that is not empty") \
	RULE(TREE_LEAF, TREE, "tree_node.leaf_offset[slot]", \
		"a leaf is not the one that follows in preorder: shared, left out, or out of order") \
	RULE(TREE_MORE_LEAVES, TREE, "tree_node.leaf_offset[slot]", "a tree has more leaves than its mesh or scene") \
	RULE(TREE_LEVELS, TREE, "tree_node", "a tree has too many levels") \
	RULE(TREE_NODES, TREE, "root", "a tree does not reach all of its nodes") \
	RULE(TREE_DEPTH, TREE, "mesh.depth or scene.depth", "a tree's stored depth is wrong") \
	RULE(TREE_LEAVES, TREE, "root", "a tree does not reach all of its leaves") \
	RULE(TREE_TRIANGLES, RANGE, "mesh.triangle_count", \
		"a mesh's leaves hold another number of triangles than it says") \
	RULE(TREE_LEAF_COUNT, RANGE, "mesh.leaf_count", "a mesh has another number of leaves than it says") \
	RULE(TREE_VERTICES, RANGE, "mesh.leaf_vertex_count", \
		"a mesh's leaves have another number of vertices than it says") \
	RULE(LEAF_FIRST, RANGE, "leaf.triangle", "a leaf's triangles do not follow those of the leaf before") \
	RULE(LEAF_TRIANGLES, RANGE, "leaf.triangle_count", "a leaf has no triangle, or more than eight") \
	RULE(LEAF_VERTICES, RANGE, "leaf.vertex_count", "a leaf has less than three vertices, or more than sixteen") \
	RULE(LEAF_RESERVED, VALUE, "leaf.reserved", "a leaf's reserved field is not zero") \
	RULE(LEAF_RANGE, RANGE, "leaf", "a leaf leads outside its mesh's leaves") \
	RULE(LEAF_CORNER_BITS, VALUE, "the corners", "the top bits of a leaf's corners are not zero") \
	RULE(LEAF_CORNER, RANGE, "the corners", "a triangle's corner is no vertex of its leaf") \
	RULE(LEAF_VERTEX, NUMBER, "the number", "a vertex of a leaf is not finite, or out of range") \
	RULE(LEAF_PADDING, VALUE, "the padding", "a leaf's padding is not zero") \
	RULE(LEAF_NO_INDEX, RANGE, "leaf", "a mesh has more triangles than its leaf index answers for") \
	RULE(LEAF_INDEX, RANGE, "the entry of LEAF_INDEX", "a leaf index entry is not its triangle's leaf") \
	RULE(LEAVES_TAIL, VALUE, "the tail", "the tail of the leaf section is not zero")

/// Volume trees and source vertices.
#define KILN_RULES_VOLUME_TREES(RULE) \
	RULE(VOLUME_KIND, VALUE, "volume_tree.kind", "a volume tree is of an unknown kind") \
	RULE(VOLUME_MESH, RANGE, "volume_tree.mesh", "a volume tree's mesh is out of range") \
	RULE(VOLUME_NODE_COUNT, RANGE, "volume_tree.node_count", "a volume tree has no node, or too many") \
	RULE(VOLUME_WIDTH, VALUE, "volume_tree.width", "a volume tree's width is none of 2 to 8") \
	RULE(VOLUME_RULE, RANGE, "volume_tree.rule", "a volume tree's rule lies outside NAMES") \
	RULE(VOLUME_FIGURE, NUMBER, "volume_tree.sah_cost", "a figure of a volume tree is not a finite number from 0") \
	RULE(VOLUME_RESERVED, VALUE, "volume_tree.reserved", "a reserved field of a volume tree is not zero") \
	RULE(VOLUME_ORDER, VALUE, "volume_tree", "volume trees are not in order, or one stands twice") \
	RULE(VOLUME_NODES, RANGE, "volume_tree.nodes", "a volume tree's nodes do not follow those of the tree before") \
	RULE(VOLUME_NODES_RANGE, RANGE, "volume_tree.node_count", "a volume tree's nodes lead outside VOLUME_NODES") \
	RULE(VOLUME_CHILDREN, TREE, "volume_head.count", "a volume node has no child, or more than its tree's width") \
	RULE(VOLUME_HEAD_RESERVED, VALUE, "volume_head.reserved", "a reserved field of a volume node is not zero") \
	RULE(VOLUME_UNUSED_CHILD, TREE, "volume_head.child[slot]", "an unused slot of a volume node has a child") \
	RULE(VOLUME_SPHERE, NUMBER, "the number", \
		"a sphere of a volume tree is not finite, too large, or negative, or an unused one not zero") \
	RULE(VOLUME_ORIENTED, NUMBER, "the number", \
		"an oriented volume is not finite, too large, or negative, or an unused one not zero") \
	RULE(VOLUME_ROTATION, NUMBER, "rotation[0][slot]", \
		"the rotation of a volume is too short, or that of an unused one not zero") \
	RULE(VOLUME_PLANES, NUMBER, "origin[slab]", \
		"the planes of a slab are not finite, out of range, or not exact in float32") \
	RULE(VOLUME_SLAB, TREE, "lo[slab][slot]", "a slab is inside out, or that of an unused volume not zero") \
	RULE(VOLUME_PADDING, VALUE, "the padding", "the padding of a volume node is not zero") \
	RULE(VOLUME_LEAF, TREE, "volume_head.child[slot]", \
		"a volume tree leads to no leaf of its mesh or node of the scene") \
	RULE(VOLUME_CHILD, TREE, "volume_head.child[slot]", "a volume node is not the one that follows in preorder") \
	RULE(VOLUME_LEVELS, TREE, "volume_head.child[slot]", "a volume tree has too many levels") \
	RULE(VOLUME_REACHED, TREE, "volume_tree.node_count", "a volume tree does not reach all of its nodes") \
	RULE(VOLUME_DEPTH, TREE, "volume_tree.depth", "a volume tree's stored depth is wrong") \
	RULE(VOLUME_LEAVES, TREE, "volume_tree", "a volume tree has another number of leaves than its mesh or scene") \
	RULE(VOLUMES_COVER, RANGE, "VOLUME_NODES", "the volume trees do not cover VOLUME_NODES") \
	RULE(PAIR_TREE, RANGE, "mesh.pair_tree or scene.pair_tree", \
		"the tree for pair queries is none of the mesh's or scene's own") \
	RULE(VERTICES_FIRST, RANGE, "mesh.vertex_first", \
		"a mesh's source vertices do not follow those of the mesh before") \
	RULE(VERTICES_RANGE, RANGE, "mesh.leaf_vertex_count", "a mesh's source vertices lead outside VERTICES") \
	RULE(SOURCE_VERTEX, RANGE, "the source vertex", "a source vertex is not one of its mesh's parts") \
	RULE(VERTICES_COVER, RANGE, "MESHES", "the meshes do not cover VERTICES")

#define KILN_RULES(RULE) \
	KILN_RULES_TABLE(RULE) \
	KILN_RULES_ARRAYS(RULE) \
	KILN_RULES_MESHES(RULE) \
	KILN_RULES_SHAPES(RULE) \
	KILN_RULES_HULLS(RULE) \
	KILN_RULES_TREES(RULE) \
	KILN_RULES_VOLUME_TREES(RULE)

// clang-format on

#define KILN_RULE_NAME(name, status, where, reason) KILN_RULE_##name,
/// A rule that a blob can break, KILN_RULE_ and its name in the table.
typedef enum kiln_rule
{
	KILN_RULES(KILN_RULE_NAME) KILN_RULE_COUNT,
} kiln_rule;
#undef KILN_RULE_NAME

/// The refusal of a blob that breaks a rule at a byte.
kiln_result kilni_refused(kiln_rule rule, uint64_t offset);

#endif
