// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_MODULE_VIEW_H
#define KILN_VIEW_MODULE_VIEW_H

#include "kiln.h"
#include "math/ieee.h"

/// What a page that shows an asset needs besides the runtime: geometry in bulk, volumes and answers as lines, figures of
/// trees, and kiln-query's language. `make view_wasm` compiles these functions for WebAssembly; view.mjs calls them.
/// Everything that grows belongs to one of the lists below. `lost` becomes true where memory runs out; the list then
/// keeps what it has.

/// Segments: two ends each.
typedef struct view_lines
{
	float (*segments)[6];
	uint32_t count, capacity;
	bool lost;
} view_lines;

/// Triangles of solids, each with the number of its face.
typedef struct view_solid
{
	float (*triangles)[9];
	uint32_t *faces;
	uint32_t count, capacity;
	bool lost;
} view_solid;

void view_lines_free(view_lines *lines);
void view_solid_free(view_solid *solid);

/// A sink that appends lines. The outlines of triangles become lines, too.
kiln_draw view_lines_draw(view_lines *lines);

// --- Geometry ---------------------------------------------------------------------------------------------------------

/// The numbers of a triangle in `records`.
#define VIEW_TRIANGLE_RECORD 4

/// Stores the corners (nine numbers each, mesh coordinates) and the records (source face, part, material, edges as in
/// EDGES) of the triangles first .. first + count - 1 of a mesh. Returns how many there are, which is less than `count`
/// at the end of the mesh.
uint32_t view_triangles(const kiln_asset *asset, uint32_t mesh, uint32_t first, uint32_t count, float (*corners)[9],
	uint32_t (*records)[VIEW_TRIANGLE_RECORD]);

/// Appends the surface of a hull or primitive, in its own coordinates, as kiln-dump --obj writes it. Faces are those of
/// the hull; those of primitives are numbered as they come. Appends nothing for meshes and out of range.
void view_solid_triangles(view_solid *solid, const kiln_asset *asset, uint32_t shape);

/// Appends the sides of a mesh's triangles whose kind is in `kinds`, a set of bits 1 << kiln_edge_kind. A side that
/// several triangles have is appended for each of them.
void view_edge_lines(view_lines *lines, const kiln_asset *asset, uint32_t mesh, uint32_t kinds);

/// The volumes of kiln_volumes.
typedef uint32_t view_volume_kind;
enum view_volume_kind_values
{
	VIEW_VOLUME_AABB = 0,
	VIEW_VOLUME_SPHERE = 1,
	VIEW_VOLUME_OBB = 2,
	VIEW_VOLUME_CAPSULE = 3,
	VIEW_VOLUME_RSS = 4,
	VIEW_VOLUME_KDOP = 5,
};

/// Appends a volume around a shape, or around a part, in the coordinates of the shape. Appends nothing where the asset
/// has no such volume.
void view_volume_lines(view_lines *lines, const kiln_asset *asset, uint32_t index, bool is_part, view_volume_kind kind);

/// Appends the volumes of a tree as kiln_draw_tree draws them.
void view_tree_lines(
	view_lines *lines, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, uint32_t first, uint32_t last);

/// Appends the volume of a child of a node of a tree, as kiln_draw_tree draws it; `mesh` KILN_NONE is the tree of the
/// scene. Returns false, and appends nothing, where there is no such child.
bool view_child_lines(
	view_lines *lines, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, uint32_t node, uint32_t child);

// --- Height fields ----------------------------------------------------------------------------------------------------

/// What a page shows of a height field besides its surface.
typedef struct view_field_figures
{
	uint32_t columns, rows; ///< of samples
	uint32_t materials;		///< every material is below
	float min[3], max[3];
} view_field_figures;

/// Opens a height field like kiln_heightfield_open. The field is the caller's, by free(); NULL where it is refused, or without memory.
void view_field_open(
	kiln_result *result, const kiln_heightfield **field, view_field_figures *figures, const void *data, size_t size);

/// The surface of a height field by squares of `stride` x `stride` cells, those at the ends smaller, row by row: two triangles
/// between the samples at the corners of each square. A square with a hole is left out, so that no hole gets lost; a square
/// has the material of its first cell. With stride 1 the triangles are the field's, with its diagonals. Stores corners and
/// records (cell, 0, material, edges: sides at the end of the surface are open, others flat) of the squares
/// first .. first + count - 1: room for twice as many. Returns the number of triangles.
uint32_t view_field_triangles(const kiln_heightfield *field, uint32_t stride, uint32_t first, uint32_t count,
	float (*corners)[9], uint32_t (*records)[VIEW_TRIANGLE_RECORD]);

// --- Trees ------------------------------------------------------------------------------------------------------------

/// A tree of the scene or of a mesh.
typedef struct view_tree
{
	uint32_t mesh; ///< KILN_NONE: the scene
	uint32_t kind; ///< kiln_tree_kind
	uint32_t nodes;
	uint32_t leaves;
	uint32_t depth; ///< levels of nodes
	uint32_t pair;	///< 1: pair queries take this tree
	uint32_t rule;	///< name of the rule that built it; KILN_NONE for AABBs
	float sah_cost; ///< as kiln-dump prints it
} view_tree;

/// A level of a tree. Level 0 holds the root.
typedef struct view_level
{
	uint32_t nodes;
	uint32_t leaves; ///< of its nodes
	/// Areas of the volumes of its nodes' children, divided by the area of the box around the mesh or scene; for other
	/// trees of the scene than AABBs, of the box that the cooker puts around the nodes. Where the box has no area, a volume
	/// counts 1; a box of AABBs counts 0 there. The levels add up to the tree's cost, those of AABBs to its cost less 1.
	float sah;
} view_level;

/// Returns the number of trees. Stores the first `capacity` of them: those of the scene, then those of each mesh; its
/// AABBs first.
uint32_t view_trees(const kiln_asset *asset, view_tree *trees, uint32_t capacity);

/// Stores the levels of a tree. Returns how many there are; 0 where the asset has no such tree.
uint32_t view_tree_levels(
	const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, view_level levels[KILN_TREE_DEPTH_MAX]);

#endif
