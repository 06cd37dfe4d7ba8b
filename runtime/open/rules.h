// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_RULES_H
#define KILN_OPEN_RULES_H

#include "kiln/base.h"

/// The rules of the format that kiln_open proves: RULE(name, status of a refusal, meaning of the refusal's offset,
/// reason). This table drives the proof. FORMAT.md lists the same rows, and tests/open/test_open_rules.c breaks every
/// rule once.

// clang-format off

/// Header and section table, which are proved at every opening.
#define KILN_RULES_TABLE(RULE) \
	RULE(HEADER_TRUNCATED, TRUNCATED, "end of the bytes", "the bytes end inside the header") \
	RULE(MAGIC_TRANSFER, NOT_KILN, "header.magic", "a text-mode or 7-bit transfer has damaged this Kiln blob") \
	RULE(MAGIC, NOT_KILN, "header.magic", "the first bytes are not those of a Kiln blob") \
	RULE(ENDIAN, ENDIAN, "header.endian", \
		"blob and machine differ in byte order: Kiln supports little-endian machines only") \
	RULE(ENDIAN_MARK, NOT_KILN, "header.endian", "the endian mark is damaged: these bytes are not a Kiln blob") \
	RULE(VERSION_OLD, VERSION, "header.version_major", "this runtime no longer reads the blob's older format: recook") \
	RULE(VERSION_NEW, VERSION, "header.version_major", \
		"the blob's format is newer than this runtime reads: update the runtime, or recook with an older cooker") \
	RULE(SIZE_TRUNCATED, TRUNCATED, "end of the bytes", "the bytes end before the end of the blob") \
	RULE(SIZE_TRAILING, SIZE, "end of the blob", "bytes follow the end of the blob") \
	RULE(SIZE_MULTIPLE, VALUE, "header.size", "the blob's size is not a multiple of 64 bytes") \
	RULE(FEATURE, FEATURE, "header.required_features", \
		"the blob needs a feature that this runtime lacks: recook, or update the runtime") \
	RULE(TOOL_VERSION, VALUE, "header.tool_version[3]", "the fourth number of the tool version is not zero") \
	RULE(METRES_PER_UNIT, NUMBER, "header.metres_per_unit", "metres_per_unit is not a finite number above zero") \
	RULE(HEADER_RESERVED, VALUE, "header.reserved", "a reserved field of the header is not zero") \
	RULE(TABLE_RANGE, SECTION, "header.section_count", "the section table leads outside the blob") \
	RULE(SECTION_ORDER, SECTION, "section.kind", "section kinds do not increase, or a kind occurs twice") \
	RULE(SECTION_ALIGNED, SECTION, "section.offset", "a section is not aligned to 64 bytes") \
	RULE(SECTION_OVERLAP, SECTION, "section.offset", "a section overlaps the previous section or the section table") \
	RULE(SECTION_RANGE, RANGE, "section.size", "a section leads outside the blob") \
	RULE(SECTION_GAP, SECTION, "section.offset", \
		"a section does not begin at the first multiple of 64 after the previous section or the table") \
	RULE(SECTION_FLAGS, VALUE, "section.flags", "a section has an unknown flag") \
	RULE(SECTION_MANY, SECTION, "section.count", \
		"a section has more elements than can be numbered: 2^32 - 2, of NODES 2^31 - 1") \
	RULE(SECTION_COUNT, SECTION, "section.count", "a section's element count does not match its size") \
	RULE(SECTION_FEW, SECTION, "section.count", "a section does not have exactly one element") \
	RULE(LEAVES_SIZE, SECTION, "section.size", "the leaf section is shorter than its tail, or its size is not a multiple of 8 bytes") \
	RULE(SECTION_KIND, FEATURE, "section.kind", \
		"this runtime does not know the kind of a required section: recook, or update the runtime") \
	RULE(SECTION_MISSING, SECTION, "header.section_count", "a section is missing") \
	RULE(SIZE_GAP, SECTION, "header.size", "the blob does not end at the first multiple of 64 after its last section")

/// Gaps, names, nodes and other plain arrays.
#define KILN_RULES_ARRAYS(RULE) \
	RULE(GAP, VALUE, "the byte", "a byte between two sections is not zero") \
	RULE(NAMES_END, VALUE, "last byte of NAMES", "the last name does not end with a NUL") \
	RULE(MATERIAL_NAME, RANGE, "material.name", "a material's name lies outside NAMES") \
	RULE(MATERIAL_FLAGS, VALUE, "material.flags", "a material has an unknown flag") \
	RULE(MATERIAL_FRICTION, NUMBER, "material.friction", \
		"a material's friction is not a finite number from 0, or not 0 where it is not given") \
	RULE(MATERIAL_RESTITUTION, NUMBER, "material.restitution", \
		"a material's restitution is not from 0 to 1, or not 0 where it is not given") \
	RULE(MATERIAL_RESERVED, VALUE, "material.reserved", "a reserved field of a material is not zero") \
	RULE(LAYERS_MANY, VALUE, "LAYERS", "there are more than 64 layers") \
	RULE(LAYER_NAME, RANGE, "the layer", "a layer's name lies outside NAMES") \
	RULE(PART_NAME, RANGE, "part.name", "a part's name lies outside NAMES") \
	RULE(PART_MATERIAL, RANGE, "part.material", "a part's material is out of range") \
	RULE(PART_RESERVED, VALUE, "part.reserved", "a reserved field of a part is not zero") \
	RULE(NODE_TO_ASSET, NUMBER, "node.to_asset", "a node's transform is not finite, or its translation beyond 2^63") \
	RULE(NODE_TO_MESH, NUMBER, "node.to_mesh", "a node's inverse transform is not finite, or its translation beyond 2^126") \
	RULE(NODE_SCALE, NUMBER, "node.to_asset", "the largest entry of a node's transform is not from 2^-60 to 2^60") \
	RULE(NODE_CONDITION, NUMBER, "node.to_asset", "a node's transform is too close to a singular one") \
	RULE(NODE_INVERSE, NUMBER, "node.to_mesh", "a node's inverse transform is not the inverse of its transform") \
	RULE(NODE_BOX, NUMBER, "node.bounds_min", "a node's box is not finite, is too large, or has a minimum above its maximum") \
	RULE(NODE_MESH_RANGE, RANGE, "node.mesh", "a node's mesh is out of range") \
	RULE(NODE_NAME, RANGE, "node.name", "a node's name lies outside NAMES") \
	RULE(NODE_FLAGS, VALUE, "node.flags", "a node has an unknown flag") \
	RULE(NODE_IDENTITY, VALUE, "node.flags", "a node is flagged as the identity but has other transforms") \
	RULE(NODE_MIRRORED, VALUE, "node.flags", "a node's mirrored flag is not the sign of its transform's determinant") \
	RULE(NODE_LAYERS, VALUE, "node.layers", "a node is in no layer") \
	RULE(NODE_RESERVED, VALUE, "node.reserved", "a reserved field of a node is not zero") \
	RULE(SCENE_BOX, NUMBER, "scene.bounds_min", "the scene's box is not finite, is too large, or has a minimum above its maximum") \
	RULE(SCENE_RESERVED, VALUE, "scene.reserved", "a reserved field of the scene is not zero") \
	RULE(PROVENANCE_NAME, RANGE, "provenance", "a name of the provenance lies outside NAMES") \
	RULE(PROVENANCE_UP, VALUE, "provenance.up_axis", "the provenance's up axis is not x, y, z or unknown") \
	RULE(PROVENANCE_NUMBER, NUMBER, "provenance.unit", "a number of the provenance is not finite") \
	RULE(PROVENANCE_FLAT, NUMBER, "provenance.flat_edge", "the sine of a flat edge is not between 0 and 1") \
	RULE(PROVENANCE_RESERVED, VALUE, "provenance.reserved", "a reserved field of the provenance is not zero")

/// Surfaces and bodies.
#define KILN_RULES_BODIES(RULE) \
	RULE(SURFACES_COUNT, RANGE, "SURFACES", "SURFACES does not have one surface for each material") \
	RULE(SURFACE_GIVEN, VALUE, "surface.given", "a surface is neither given nor not given") \
	RULE(SURFACE_NUMBER, NUMBER, "surface", "a number of a surface is not finite and from 0, or not 0 where the surface is not given") \
	RULE(SURFACE_COMBINE, VALUE, "surface.friction_combine", "a surface has an unknown mode to combine, or one that is not given") \
	RULE(BODY_FLAGS, VALUE, "body.flags", "a body has an unknown flag") \
	RULE(BODY_PLACE, NUMBER, "body.to_asset", "a body's transform is not finite") \
	RULE(BODY_MASS, NUMBER, "body.mass", "a body's mass is not a finite number from 0, or not 0 where it is not given") \
	RULE(BODY_NUMBER, NUMBER, "body.gravity", "a body's gravity or centre of mass is not finite, or the centre is not 0 where it is not given") \
	RULE(BODY_INERTIA, NUMBER, "body.inertia", "a body's inertia is not finite and from 0, its axes are not from -1 to 1, or they are not 0 where they are not given") \
	RULE(BODY_VELOCITY, NUMBER, "body.linear_velocity", "a body's velocity is not finite") \
	RULE(BODY_KIND, VALUE, "body.kind", "a body is of an unknown kind") \
	RULE(BODY_NAME, RANGE, "body.name", "a body's name lies outside NAMES") \
	RULE(BODY_RESERVED, VALUE, "body.reserved", "a reserved field of a body is not zero") \
	RULE(NODE_BODIES_COUNT, RANGE, "NODE_BODIES", "NODE_BODIES does not have one entry for each node") \
	RULE(NODE_BODY, RANGE, "the entry of NODE_BODIES", "a node's body is out of range")

/// Metadata.
#define KILN_RULES_METADATA(RULE) \
	RULE(METADATA_TEXT_END, VALUE, "last byte of METADATA_TEXT", "the last string of METADATA_TEXT does not end with a NUL") \
	RULE(METADATA_TEXT_UTF8, VALUE, "the character", "a character of METADATA_TEXT is not UTF-8") \
	RULE(METADATA_TEXT_ORDER, VALUE, "the string", "the strings of METADATA_TEXT do not increase") \
	RULE(METADATA_OWNER, RANGE, "metadata.owner", "metadata belongs to nothing in the asset") \
	RULE(METADATA_PATH, RANGE, "metadata.path", "a path of metadata is no string of METADATA_TEXT that begins with /") \
	RULE(METADATA_TYPE, VALUE, "metadata.type", "metadata has an unknown type") \
	RULE(METADATA_VALUE, VALUE, "metadata.value", "a value of metadata is not of its type") \
	RULE(METADATA_ORDER, VALUE, "metadata", "owners, indices and paths of metadata do not increase")

/// Meshes, sources and edges.
#define KILN_RULES_MESHES(RULE) \
	RULE(SCENE_TREE, RANGE, "scene.tree_count", "the scene's tree is empty, or leads outside TREE") \
	RULE(MESH_BOX, NUMBER, "mesh.bounds_min[axis]", "a mesh's box is not finite, is too large, or has a minimum above its maximum") \
	RULE(MESH_NAME, RANGE, "mesh.name", "a mesh's name lies outside NAMES") \
	RULE(MESH_FLAGS, VALUE, "mesh.flags", "a mesh has an unknown flag") \
	RULE(MESH_DEPTH, TREE, "mesh.depth", "a mesh's tree has no level, or too many") \
	RULE(MESH_COST, NUMBER, "mesh.sah_cost", "a mesh's tree cost is negative or not finite") \
	RULE(MESH_CHOICE, RANGE, "mesh.choice", "a mesh's choice lies outside NAMES") \
	RULE(MESH_PARTS, RANGE, "mesh.part_first", "a mesh has no parts, or its parts do not follow those of the previous mesh") \
	RULE(MESH_TRIANGLES, RANGE, "mesh.triangle_first", \
		"a mesh has no triangles, or its triangles do not follow those of the previous mesh") \
	RULE(MESH_TREE, RANGE, "mesh.tree_first", "a mesh has no tree nodes, has too many, or its tree nodes do not follow the previous tree's") \
	RULE(MESH_LEAVES, RANGE, "mesh.leaf_first", \
		"a mesh has no leaves, has too many, or its leaves do not follow those of the previous mesh") \
	RULE(MESH_INDEX, RANGE, "mesh.leaf_index_first", "a mesh's leaf index does not follow that of the previous mesh") \
	RULE(MESH_PARTS_RANGE, RANGE, "mesh.part_count", "a mesh's parts lead outside PARTS") \
	RULE(MESH_TRIANGLES_RANGE, RANGE, "mesh.triangle_count", "a mesh's triangles lead outside SOURCES") \
	RULE(MESH_TREE_RANGE, RANGE, "mesh.tree_count", "a mesh's tree leads outside TREE") \
	RULE(MESH_LEAVES_RANGE, RANGE, "mesh.leaf_units", "a mesh's leaves lead outside LEAVES") \
	RULE(MESH_INDEX_RANGE, RANGE, "mesh.triangle_count", "a mesh's leaf index leads outside LEAF_INDEX") \
	RULE(PART_FIRST_FACE, RANGE, "part.first_face", \
		"a part's faces do not follow those of the previous part of its mesh") \
	RULE(PART_FACES, RANGE, "part.face_count", "a mesh has more source faces than 32 bits can number") \
	RULE(SOURCE, RANGE, "the source", "a triangle's source face lies outside its mesh's parts") \
	RULE(MESHES_SOURCES, RANGE, "MESHES", "the meshes do not cover SOURCES") \
	RULE(MESHES_TREE, RANGE, "MESHES", "the meshes do not cover TREE") \
	RULE(MESHES_LEAVES, RANGE, "MESHES", "the meshes do not cover LEAVES up to its tail") \
	RULE(MESHES_INDEX, RANGE, "MESHES", "the meshes do not cover LEAF_INDEX") \
	RULE(MESHES_LEAF_COUNT, RANGE, "MESHES", "the meshes have another number of leaves than LEAVES states") \
	RULE(EDGES_COUNT, RANGE, "EDGES", "EDGES does not have one entry for each triangle") \
	RULE(EDGE_KIND, VALUE, "the entry of EDGES", "a side of a triangle has an unknown kind of edge") \
	RULE(ADJACENCY_COUNT, RANGE, "ADJACENCY", "ADJACENCY does not have one entry for each triangle") \
	RULE(ADJACENCY_TWIN, RANGE, "the twin", "the twin of a side lies outside its mesh, or has another twin") \
	RULE(LEVEL_MESH, RANGE, "level.mesh", "a level or its mesh is out of range") \
	RULE(LEVEL_DISTANCE, NUMBER, "level.distance", "a level's distance is negative or not finite") \
	RULE(LEVEL_ORDER, VALUE, "level.mesh", "levels do not increase")

/// Bounding volumes and shapes.
#define KILN_RULES_SHAPES(RULE) \
	RULE(VOLUMES_NUMBER, NUMBER, "volumes", "a number of a bounding volume is not finite, or is too large") \
	RULE(VOLUMES_BOX, NUMBER, "volumes.aabb_min", "a bounding box has a minimum above its maximum") \
	RULE(VOLUMES_KDOP, NUMBER, "volumes.kdop_min", "a bounding k-DOP has a minimum above its maximum") \
	RULE(VOLUMES_SPHERE, NUMBER, "volumes.sphere_radius", "a bounding sphere's radius is negative") \
	RULE(VOLUMES_OBB, NUMBER, "volumes.obb_half_extents", "an oriented bounding box has a negative half extent") \
	RULE(VOLUMES_CAPSULE, NUMBER, "volumes.capsule_radius", "a bounding capsule's radius is negative") \
	RULE(VOLUMES_RSS, NUMBER, "volumes.rss_radius", "a bounding lozenge's radius is negative") \
	RULE(VOLUMES_AXES, NUMBER, "volumes.obb_axes[3 axis]", "an axis of an oriented bounding box is not a unit vector") \
	RULE(VOLUMES_RESERVED, VALUE, "volumes.reserved", "a reserved field of bounding volumes is not zero") \
	RULE(PART_VOLUMES, RANGE, "part.volumes", "a part's volumes are out of range") \
	RULE(SHAPES_COUNT, RANGE, "SHAPES", "a mesh or hull has no shape") \
	RULE(SHAPE_KIND, VALUE, "shape.kind", "a shape's kind is unknown, or not in the order meshes, hulls, primitives") \
	RULE(SHAPE_INDEX, RANGE, "shape.index", "a shape's index is not the number of its mesh or hull, or a primitive's index is not 0") \
	RULE(SHAPE_NAME, RANGE, "shape.name", "a shape's name lies outside NAMES") \
	RULE(SHAPE_MATERIAL, RANGE, "shape.material", "a shape's material is out of range, or a mesh's shape has a material") \
	RULE(SHAPE_PARTS_RANGE, RANGE, "shape.part_first", "a shape's parts lead outside PARTS") \
	RULE(SHAPE_NO_PARTS, VALUE, "shape.part_first", "a shape without parts names a first part") \
	RULE(SHAPE_PARTS, RANGE, "shape.part_first", "a shape's parts are not those of its mesh") \
	RULE(SHAPE_VOLUMES, RANGE, "shape.volumes", "a shape's volumes are out of range, or a primitive has volumes") \
	RULE(SHAPE_PARAMETER, NUMBER, "shape.parameters", "a shape's parameter is not finite, or is too large") \
	RULE(SHAPE_SIZE, NUMBER, "the parameter", "a shape's radius or half extent is negative") \
	RULE(SHAPE_ROTATION, NUMBER, "the parameter", "a box's rotation is not a unit quaternion") \
	RULE(SHAPE_CAPS, NUMBER, "shape.parameters", "a cylinder's caps have the same centre") \
	RULE(SHAPE_UNUSED, VALUE, "the parameter", "an unused parameter of a shape is not zero") \
	RULE(SHAPE_FLAGS, VALUE, "shape.flags", "a shape has an unknown flag") \
	RULE(SHAPE_MASKED, VALUE, "shape.flags", "a shape's masked flag is not what its materials' masks say") \
	RULE(SHAPE_MASS, NUMBER, "shape.volume", "a number of a shape's mass is not finite") \
	RULE(SHAPE_RESERVED, VALUE, "shape.reserved", "a reserved field of a shape is not zero") \
	RULE(NODE_SHAPE, RANGE, "node.shape", "a node's shape is out of range") \
	RULE(NODE_MESH, RANGE, "node.mesh", "a node's mesh is not that of its shape")

/// Hulls and their arrays.
#define KILN_RULES_HULLS(RULE) \
	RULE(HULL_DATA_COUNT, RANGE, "section.count", "HULL_DATA does not have one element for each hull") \
	RULE(HULL_DATA_FIRST, RANGE, "hull.data", "a hull's arrays do not follow those of the previous hull") \
	RULE(HULL_DIMENSION, VALUE, "hull.dimension", "a hull has more than three dimensions") \
	RULE(HULL_COUNTS, RANGE, "hull.vertex_count", \
		"a hull's numbers of vertices, edges and faces contradict its dimension") \
	RULE(HULL_INDEX_SIZE, VALUE, "hull.index_size", "a hull's indices do not have the size that its counts need") \
	RULE(HULL_LEVELS, RANGE, "hull.level_count", "a hull's hierarchy has too many levels, or a flat hull has a hierarchy") \
	RULE(HULL_ERROR, NUMBER, "hull.error", "a hull's error is negative or not finite") \
	RULE(HULL_FLAGS, VALUE, "hull.flags", "a hull has an unknown flag") \
	RULE(HULL_RESERVED, VALUE, "hull.reserved", "a reserved field of a hull is not zero") \
	RULE(HULL_SIZE, RANGE, "hull.size", "the size of a hull's arrays contradicts its counts") \
	RULE(HULL_RANGE, RANGE, "hull.size", "a hull's arrays lead outside HULL_DATA") \
	RULE(HULL_VERTEX, NUMBER, "the number", "a vertex of a hull is not finite, or out of range") \
	RULE(HULL_REPEAT, VALUE, "the element", "an element after the last one of a hull's array does not repeat the first") \
	RULE(HULL_PLANE, NUMBER, "the number", "a plane of a hull is not finite, or out of range") \
	RULE(HULL_NORMAL, NUMBER, "the normal's x", "a plane's normal does not have unit length") \
	RULE(HULL_FACE_START, RANGE, "face_first[0]", "a hull's faces do not begin at its first half-edge") \
	RULE(HULL_FACE, RANGE, "face_first[face + 1]", \
		"a face has fewer than three half-edges, or leads outside the half-edges of its hull") \
	RULE(HULL_HALF_FACE, RANGE, "faces[half]", "a half-edge does not name its own face") \
	RULE(HULL_FACES, RANGE, "face_first[F]", "a hull's faces do not cover its half-edges") \
	RULE(HULL_ORIGIN, RANGE, "origins[half]", "a half-edge's origin is not a vertex of its hull") \
	RULE(HULL_TWIN, RANGE, "twins[half]", "a half-edge is not the twin of its twin") \
	RULE(HULL_OPPOSITE, RANGE, "twins[half]", "a half-edge and its twin do not run in opposite directions") \
	RULE(HULL_EDGES, RANGE, "edges[edge]", "a hull's edges do not list the first half-edges in order") \
	RULE(HULL_EDGE_NORMAL, VALUE, "the number", "an edge's normal differs from its face's normal") \
	RULE(HULL_NEIGHBOUR_FIRST, RANGE, "vertex_first[vertex]", \
		"a vertex's neighbours do not follow those of the previous vertex") \
	RULE(HULL_NEIGHBOUR, RANGE, "neighbours[i]", "a vertex's neighbours are out of range, or do not increase") \
	RULE(HULL_FEW_NEIGHBOURS, RANGE, "vertex_first[vertex]", "a vertex of a hull has too few neighbours") \
	RULE(HULL_NEIGHBOURS, RANGE, "vertex_first[V]", "a hull has another number of neighbours than of half-edges") \
	RULE(HULL_JOINED, RANGE, "neighbours[i]", "an edge joins two vertices that are not listed as neighbours") \
	RULE(HULL_SEED, RANGE, "seeds[i]", "a seed is not a vertex of its hull") \
	RULE(HULL_SEED_END, VALUE, "seeds[i]", "a seed along an axis is not an extreme vertex") \
	RULE(HULL_LEVEL, RANGE, "level_sizes[level]", "a level of a hull's hierarchy is not larger than the previous level, or has all vertices") \
	RULE(HULL_LINK_COUNT, RANGE, "hull.link_first_count", \
		"a hull does not have one first link for each vertex of each level, and one more") \
	RULE(HULL_LINK_FIRST, RANGE, "link_first[i]", "a vertex's links do not follow those of the previous vertex") \
	RULE(HULL_LINK, RANGE, "links[i]", \
		"a link does not lead to a vertex that the next level adds, or links do not increase") \
	RULE(HULL_LINKS, RANGE, "links", "a hull's levels do not cover its links") \
	RULE(HULL_PADDING, VALUE, "the padding", "the padding of a hull's array is not zero") \
	RULE(HULLS_COVER, RANGE, "end of the hulls", "the hulls do not cover HULL_DATA")

/// Trees and leaves.
#define KILN_RULES_TREES(RULE) \
	RULE(TREE_CHILDREN, TREE, "tree_node.counts", "a tree node has no child, or more than eight") \
	RULE(TREE_CHILD_BASE, TREE, "tree_node.child_base", "a tree node's children do not follow the node in its tree") \
	RULE(TREE_LEAF_BASE, TREE, "tree_node.leaf_base", "a tree node without leaves has a leaf base other than 0") \
	RULE(TREE_FRAME, NUMBER, "tree_node.origin[axis]", \
		"a tree node's planes are not finite, are out of range, or are not exact in float32") \
	RULE(TREE_SLOT, TREE, "tree_node.leaf_offset", \
		"a tree node has a box with a minimum above its maximum, or an unused slot that is not empty") \
	RULE(TREE_LEAF, TREE, "tree_node.leaf_offset[slot]", \
		"a leaf is not the next leaf in preorder: leaves are shared, left out, or out of order") \
	RULE(TREE_MORE_LEAVES, TREE, "tree_node.leaf_offset[slot]", "a tree has more leaves than its mesh or scene") \
	RULE(TREE_LEVELS, TREE, "tree_node", "a tree has too many levels") \
	RULE(TREE_NODES, TREE, "root", "a tree does not reach all of its nodes") \
	RULE(TREE_DEPTH, TREE, "mesh.depth or scene.depth", "a tree's stored depth is wrong") \
	RULE(TREE_LEAVES, TREE, "root", "a tree does not reach all of its leaves") \
	RULE(TREE_TRIANGLES, RANGE, "mesh.triangle_count", \
		"a mesh's leaves hold another number of triangles than the mesh states") \
	RULE(TREE_LEAF_COUNT, RANGE, "mesh.leaf_count", "a mesh has another number of leaves than it states") \
	RULE(TREE_VERTICES, RANGE, "mesh.leaf_vertex_count", \
		"a mesh's leaves have another number of vertices than the mesh states") \
	RULE(LEAF_FIRST, RANGE, "leaf.triangle", "a leaf's triangles do not follow those of the previous leaf") \
	RULE(LEAF_TRIANGLES, RANGE, "leaf.triangle_count", "a leaf has no triangle, or more than eight") \
	RULE(LEAF_VERTICES, RANGE, "leaf.vertex_count", "a leaf has fewer than three vertices, or more than sixteen") \
	RULE(LEAF_PLANES, VALUE, "leaf.planes", "a leaf is neither exact nor compact, or compact in a deformable mesh or in a blob without the feature") \
	RULE(LEAF_EXPONENT, VALUE, "leaf.exponent", \
		"the exponent of a compact leaf is not from 1 to 143, or that of an exact leaf is not zero") \
	RULE(LEAF_RANGE, RANGE, "leaf", "a leaf leads outside its mesh's leaves") \
	RULE(LEAF_CORNER_BITS, VALUE, "the corners", "the top bits of a leaf's corners are not zero") \
	RULE(LEAF_CORNER, RANGE, "the corners", "a triangle's corner is not a vertex of its leaf") \
	RULE(LEAF_VERTEX, NUMBER, "the number", "a vertex of a leaf is not finite, or out of range") \
	RULE(LEAF_PADDING, VALUE, "the padding", "a leaf's padding is not zero") \
	RULE(LEAF_NO_INDEX, RANGE, "leaf", "a mesh has more triangles than its leaf index covers") \
	RULE(LEAF_INDEX, RANGE, "the entry of LEAF_INDEX", "an entry of the leaf index does not name its triangle's leaf") \
	RULE(LEAVES_TAIL, VALUE, "the tail", "the tail of the leaf section is not zero")

/// Volume trees and source vertices.
#define KILN_RULES_VOLUME_TREES(RULE) \
	RULE(VOLUME_KIND, VALUE, "volume_tree.kind", "a volume tree has an unknown kind") \
	RULE(VOLUME_MESH, RANGE, "volume_tree.mesh", "a volume tree's mesh is out of range") \
	RULE(VOLUME_NODE_COUNT, RANGE, "volume_tree.node_count", "a volume tree has no node, or too many") \
	RULE(VOLUME_WIDTH, VALUE, "volume_tree.width", "a volume tree's width is not from 2 to 8") \
	RULE(VOLUME_RULE, RANGE, "volume_tree.rule", "a volume tree's rule lies outside NAMES") \
	RULE(VOLUME_FIGURE, NUMBER, "volume_tree.sah_cost", "a figure of a volume tree is negative or not finite") \
	RULE(VOLUME_RESERVED, VALUE, "volume_tree.reserved", "a reserved field of a volume tree is not zero") \
	RULE(VOLUME_ORDER, VALUE, "volume_tree", "volume trees are not in order, or a tree occurs twice") \
	RULE(VOLUME_NODES, RANGE, "volume_tree.nodes", "a volume tree's nodes do not follow those of the previous tree") \
	RULE(VOLUME_NODES_RANGE, RANGE, "volume_tree.node_count", "a volume tree's nodes lead outside VOLUME_NODES") \
	RULE(VOLUME_CHILDREN, TREE, "volume_head.count", "a volume node has no child, or more than its tree's width") \
	RULE(VOLUME_HEAD_RESERVED, VALUE, "volume_head.reserved", "a reserved field of a volume node is not zero") \
	RULE(VOLUME_UNUSED_CHILD, TREE, "volume_head.child[slot]", "an unused slot of a volume node has a child") \
	RULE(VOLUME_SPHERE, NUMBER, "the number", \
		"a sphere of a volume tree is not finite, is too large or negative, or an unused sphere is not zero") \
	RULE(VOLUME_ORIENTED, NUMBER, "the number", \
		"an oriented volume is not finite, is too large or negative, or an unused volume is not zero") \
	RULE(VOLUME_ROTATION, NUMBER, "rotation[0][slot]", \
		"the rotation of a volume is too short, or the rotation of an unused volume is not zero") \
	RULE(VOLUME_PLANES, NUMBER, "origin[slab]", \
		"the planes of a slab are not finite, are out of range, or are not exact in float32") \
	RULE(VOLUME_SLAB, TREE, "lo[slab][slot]", "a slab has a minimum above its maximum, or a slab of an unused volume is not zero") \
	RULE(VOLUME_PADDING, VALUE, "the padding", "the padding of a volume node is not zero") \
	RULE(VOLUME_LEAF, TREE, "volume_head.child[slot]", \
		"a volume tree leads to something other than a leaf of its mesh or a node of the scene") \
	RULE(VOLUME_CHILD, TREE, "volume_head.child[slot]", "a volume node is not the next node in preorder") \
	RULE(VOLUME_LEVELS, TREE, "volume_head.child[slot]", "a volume tree has too many levels") \
	RULE(VOLUME_REACHED, TREE, "volume_tree.node_count", "a volume tree does not reach all of its nodes") \
	RULE(VOLUME_DEPTH, TREE, "volume_tree.depth", "a volume tree's stored depth is wrong") \
	RULE(VOLUME_LEAVES, TREE, "volume_tree", "a volume tree has another number of leaves than its mesh or scene") \
	RULE(VOLUMES_COVER, RANGE, "VOLUME_NODES", "the volume trees do not cover VOLUME_NODES") \
	RULE(PAIR_TREE, RANGE, "mesh.pair_tree or scene.pair_tree", \
		"the tree for pair queries is not one of the mesh's or scene's own trees") \
	RULE(VERTICES_FIRST, RANGE, "mesh.vertex_first", \
		"a mesh's source vertices do not follow those of the previous mesh") \
	RULE(VERTICES_RANGE, RANGE, "mesh.leaf_vertex_count", "a mesh's source vertices lead outside VERTICES") \
	RULE(SOURCE_VERTEX, RANGE, "the source vertex", "a source vertex lies outside its mesh's parts") \
	RULE(VERTICES_COVER, RANGE, "MESHES", "the meshes do not cover VERTICES")

#define KILN_RULES(RULE) \
	KILN_RULES_TABLE(RULE) \
	KILN_RULES_ARRAYS(RULE) \
	KILN_RULES_BODIES(RULE) \
	KILN_RULES_METADATA(RULE) \
	KILN_RULES_MESHES(RULE) \
	KILN_RULES_SHAPES(RULE) \
	KILN_RULES_HULLS(RULE) \
	KILN_RULES_TREES(RULE) \
	KILN_RULES_VOLUME_TREES(RULE)

// clang-format on

#define KILN_RULE_NAME(name, status, where, reason) KILN_RULE_##name,
/// A rule that a blob can break: KILN_RULE_ and the rule's name in the table.
typedef enum kiln_rule
{
	KILN_RULES(KILN_RULE_NAME) KILN_RULE_COUNT,
} kiln_rule;
#undef KILN_RULE_NAME

/// The refusal of a blob that breaks a rule at a byte.
kiln_result kilni_refused(kiln_rule rule, uint64_t offset);

#endif
