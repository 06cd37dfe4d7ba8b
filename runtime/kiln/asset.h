// SPDX-License-Identifier: MIT
#ifndef KILN_ASSET_H
#define KILN_ASSET_H

#include "base.h"
#include "budget.h"
#include "filter.h"
#include "kiln_format.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which instruction set queries use. All give the same answers, bit for bit.
typedef uint32_t kiln_isa;
enum kiln_isa_values
{
	KILN_ISA_AUTO = 0,	 ///< the widest that the machine has
	KILN_ISA_SCALAR = 1, ///< none; SSE2 or NEON where that is the baseline
	KILN_ISA_SSE2 = 2,
	KILN_ISA_AVX2 = 3,
	KILN_ISA_NEON = 4,
};

typedef struct kiln_open_options
{
	/// Skip the proof: only header and section table are checked. For bytes that were proved before and can't have
	/// changed since; with any others every query is undefined behaviour.
	bool trust;
	/// kiln_map only: touch every page now, so that no query waits for the disk.
	bool prefault;
	/// KILN_ISA_AUTO or one that this machine has; others fall back to the widest.
	kiln_isa isa;
} kiln_open_options;

/// An opened blob. It owns nothing but the mapping, if kiln_map made it; copy it freely. The fields are for reading, but for
/// `budget` and `filter`, which may be set in a copy.
typedef struct kiln_asset
{
	const uint8_t *data;
	uint64_t size;
	const kiln_format_header *header;
	const char *names;
	uint64_t names_size;
	const kiln_format_material *materials;
	uint32_t material_count;
	const kiln_format_part *parts;
	uint32_t part_count;
	const kiln_format_mesh *meshes;
	uint32_t mesh_count;
	const kiln_format_node *nodes;
	uint32_t node_count;
	const kiln_format_scene *scene;
	const kiln_format_tree_node *tree;
	const uint8_t *leaves;
	const uint32_t *sources;
	const uint32_t *leaf_index;
	const kiln_format_provenance *provenance;
	const kiln_format_shape *shapes; ///< of the meshes in their order, of the hulls in theirs, then primitives
	uint32_t shape_count;
	const kiln_format_volumes *volumes;
	uint32_t volume_count;
	const kiln_format_hull *hulls;
	uint32_t hull_count;
	const uint8_t *hull_data;
	const kiln_format_volume_tree *volume_trees; ///< for pair queries, see kiln/pair.h
	uint32_t volume_tree_count;
	const uint8_t *volume_nodes;
	const uint32_t *vertices; ///< source vertex of every leaf vertex, where they were kept
	uint64_t vertex_count;
	const uint32_t *layers; ///< names of the layers, see kiln_layer
	uint32_t layer_count;
	const uint16_t *edges;	 ///< per triangle of all meshes: what kind of edge each side is, see kiln_triangle_edges
	uint64_t triangle_count; ///< of all meshes, each counted once
	const struct kiln_kernels *kernels;
	kiln_isa isa;  ///< the instruction set of queries: never KILN_ISA_AUTO
	void *mapping; ///< not NULL when kiln_map made it
	/// Of the work of the queries of this one asset (rays, casts, overlaps, closest points, manifolds); NULL: none. Without
	/// one such a query is bounded by its nodes times the nodes and leaves of the tree of the mesh that each places. Such queries
	/// do not clear kiln_budget.ended, nor call `cancel` at their beginning: once it is set each ends at once. What they
	/// answer then is true of the part that they saw: hits and overlaps are there, a closest point bounds the distance from
	/// above, nothing says nothing; whether a point is inside is unknown.
	kiln_budget *budget;
	/// What the queries of this one asset see (kiln/filter.h): rays, casts, overlaps, closest points, points inside, manifolds.
	/// NULL: everything. Pair queries do not look at the filter. The filter has to stay where it is as long as the handle is
	/// used.
	const kiln_filter *filter;
	uint64_t mapping_size;
} kiln_asset;

/// Opens a blob in memory. `data` is aligned to KILN_FORMAT_ALIGNMENT, stays unchanged and outlives `asset`; it may lie
/// inside a bigger file or a read-only mapping. `size` is the blob's exact size, or larger with KILN_E_SIZE as the
/// answer. Without options (NULL) the whole blob is proved in one pass: every offset, count and index that a query
/// follows is in range, trees are trees of bounded depth, floats are finite. `asset` is untouched on failure.
KILN_API kiln_result kiln_open(kiln_asset *asset, const void *data, size_t size, const kiln_open_options *options);

/// Maps a file read-only and opens it. kiln_unmap ends it. The file must not be changed while it is mapped. Reading what a
/// shorter file no longer has ends the process. A file rewritten in place is not what was proved: every query of it is
/// undefined behaviour, and may end the process. Replace a file by renaming another one over it, as kiln-cook does.
KILN_API kiln_result kiln_map(kiln_asset *asset, const char *path, const kiln_open_options *options);

/// Ends a mapping and clears `asset`. Does nothing to an asset from kiln_open but clear it.
KILN_API void kiln_unmap(kiln_asset *asset);

/// The name at a NAMES offset; "" for KILN_NONE and for offsets out of range.
KILN_API const char *kiln_name(const kiln_asset *asset, uint32_t name);

/// The mask of the layer of this name: one bit. 0 where the asset has no layer of this name, and for NULL and "".
KILN_API uint64_t kiln_layer(const kiln_asset *asset, const char *name);

/// The name of layer `layer`, which is bit `layer` of a mask; "" where the layer has no name.
KILN_API const char *kiln_layer_name(const kiln_asset *asset, uint32_t layer);

/// Where a triangle came from.
typedef struct kiln_source
{
	uint32_t mesh;	   ///< mesh in the art file
	uint32_t face;	   ///< face of that mesh
	uint32_t material; ///< index in the asset's materials
	uint32_t part;	   ///< index in the asset's parts
} kiln_source;

/// Source of triangle `triangle` of mesh `mesh` (numbers inside the mesh). All KILN_NONE out of range.
KILN_API kiln_source kiln_triangle_source(const kiln_asset *asset, uint32_t mesh, uint32_t triangle);

/// Corners of a triangle in mesh coordinates, to the bit as cooked; false out of range. Cost: a few leaf heads.
KILN_API bool kiln_triangle_corners(const kiln_asset *asset, uint32_t mesh, uint32_t triangle, kiln_vec3 corners[3]);

/// What kinds of edge the sides of a triangle are (kiln_format_edge_kind tells one of them apart), in mesh coordinates
/// seen from the triangle's front, where its corners run counter-clockwise: a mirrored node does not change them, as
/// its fronts stay outside. Each side has a kind below KILN_EDGE_KIND_END. KILN_NONE out of range.
KILN_API uint32_t kiln_triangle_edges(const kiln_asset *asset, uint32_t mesh, uint32_t triangle);

/// The mesh that holds the asset-wide triangle number, and its number inside that mesh; KILN_NONE out of range.
KILN_API uint32_t kiln_triangle_mesh(const kiln_asset *asset, uint32_t asset_triangle, uint32_t *mesh_triangle);

#ifdef __cplusplus
}
#endif

#endif
