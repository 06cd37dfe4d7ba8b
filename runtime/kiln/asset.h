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

/// Instruction set of queries. Answers are the same with each, bit for bit.
typedef uint32_t kiln_isa;
enum kiln_isa_values
{
	KILN_ISA_AUTO = 0,	 ///< the widest that the machine has
	KILN_ISA_SCALAR = 1, ///< the target's baseline: SSE2 or NEON where the baseline has them
	KILN_ISA_SSE2 = 2,
	KILN_ISA_AVX2 = 3,
	KILN_ISA_NEON = 4,
};

/// Options of kiln_open and kiln_map. `{0}` is the default: the blob is proved.
typedef struct kiln_open_options
{
	/// Skips the proof: the runtime checks only the header and the section table. For bytes that were proved before and
	/// cannot have changed since. With other bytes every query is undefined behaviour.
	bool trust;
	/// kiln_map only: reads every page now, so that no query waits for the disk.
	bool prefault;
	/// KILN_ISA_AUTO, or a set that this machine has. Any other value selects the widest set.
	kiln_isa isa;
} kiln_open_options;

/// An opened blob. A kiln_asset owns nothing but the mapping that kiln_map made; copy a kiln_asset freely. The fields
/// are read-only, except `budget` and `filter`, which a caller may set in a copy.
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
	const uint8_t *sources; ///< source faces of all triangles, source_size bytes each: see kiln_triangle_source
	uint32_t source_size;
	const uint32_t *leaf_index;
	const kiln_format_provenance *provenance;
	const kiln_format_shape *shapes; ///< of the meshes, in their order, of the hulls, in theirs, then primitives
	uint32_t shape_count;
	const kiln_format_volumes *volumes;
	uint32_t volume_count;
	const kiln_format_hull *hulls;
	uint32_t hull_count;
	const uint8_t *hull_data;
	const kiln_format_volume_tree *volume_trees; ///< for pair queries, see kiln/pair.h
	uint32_t volume_tree_count;
	const uint8_t *volume_nodes;
	const uint32_t *vertices; ///< source vertex of every leaf vertex, where the cooker kept them
	uint64_t vertex_count;
	const uint32_t *layers; ///< names of the layers, see kiln_layer
	uint32_t layer_count;
	const kiln_format_surface *surfaces; ///< of the materials, see kiln_material_surface
	uint32_t surface_count;
	uint32_t body_count;
	const kiln_format_body *bodies; ///< rigid bodies of the art, for a physics engine
	const uint32_t *node_bodies;	///< see kiln_node_body
	uint32_t node_body_count;
	uint32_t metadata_count;
	const kiln_format_metadata *metadata; ///< see kiln/metadata.h
	const char *metadata_text;
	uint32_t metadata_text_size;
	uint32_t edge_size;
	const uint8_t *edges; ///< kinds of edge of each triangle's sides, edge_size bytes each: see kiln_triangle_edges
	const uint32_t *adjacency;		 ///< twins of the sides of all triangles, or NULL: see kiln_triangle_twin
	const kiln_format_level *levels; ///< coarser meshes of meshes, see kiln/level.h
	uint32_t level_count;
	uint64_t triangle_count; ///< triangles of all meshes, each counted once
	kiln_isa isa;			 ///< instruction set of queries, never KILN_ISA_AUTO
	void *mapping;			 ///< not NULL where kiln_map made the mapping
	/// Limits the work of queries of this one asset: rays, casts, overlaps, closest points, manifolds. NULL sets no
	/// limit: then a query's work is bounded by the number of the nodes times the nodes and leaves of the tree of each
	/// node's mesh. Such queries do not clear kiln_budget.ended, and do not call `cancel` when they begin: once
	/// kiln_budget.ended is set, each query ends at once. The answer of a query that ends early is true of the part
	/// that the query saw. Hits and overlaps that it reports are there. A closest point bounds the distance from above.
	/// An empty answer proves nothing. Whether a point is inside is unknown.
	kiln_budget *budget;
	/// Selects what queries see of this asset (kiln/filter.h): rays, casts, overlaps, closest points, points inside,
	/// manifolds, and pair queries. NULL: everything. The filter must stay at its address as long as the kiln_asset is
	/// used.
	const kiln_filter *filter;
	struct kiln_lazy *lazy; ///< proves what the queries of this one asset read, see kiln/lazy.h; NULL where all is proved
	uint64_t mapping_size;
} kiln_asset;

/// Opens a blob in memory. `data` is aligned to KILN_FORMAT_ALIGNMENT, does not change and outlives `asset`. The blob
/// may lie inside a larger file or a read-only mapping. `size` is the exact size of the blob; a larger size fails with
/// KILN_E_SIZE. Without options (NULL) one pass proves the whole blob: every offset, count and index that a query
/// follows is in range, trees are trees of bounded depth, floats are finite. On failure `asset` is unchanged.
KILN_API kiln_result kiln_open(kiln_asset *asset, const void *data, size_t size, const kiln_open_options *options);

/// Maps a file read-only and opens the blob in it. kiln_unmap ends the mapping. The file must not change while it is
/// mapped. If the file becomes shorter, reading the missing part ends the process. If the file is rewritten in place,
/// its content is no longer proved: every query is undefined behaviour, and may end the process. To replace a file,
/// rename another file over it, as kiln-cook does.
KILN_API kiln_result kiln_map(kiln_asset *asset, const char *path, const kiln_open_options *options);

/// Ends a mapping and clears `asset`. An asset from kiln_open has no mapping: kiln_unmap only clears the asset.
KILN_API void kiln_unmap(kiln_asset *asset);

/// Returns the name at an offset of the NAMES section; "" for KILN_NONE and for offsets out of range.
KILN_API const char *kiln_name(const kiln_asset *asset, uint32_t name);

/// Returns the mask of the layer with this name: one bit. Returns 0 where the asset has no layer with this name, and
/// for NULL and "".
KILN_API uint64_t kiln_layer(const kiln_asset *asset, const char *name);

/// Returns the name of layer `layer`, which is bit `layer` of a mask; "" where the layer has no name.
KILN_API const char *kiln_layer_name(const kiln_asset *asset, uint32_t layer);

/// Matches the layers of two assets by name: layer i of `b` is layer map[i] of `a`. A layer that only `b` names gets the
/// lowest number that `a` does not name; then layers without a name get the numbers that are left, in their order. So
/// the map is one to one. Returns false, with the identity in `map`, where both assets together name more than
/// KILN_LAYERS_MAX layers, and for NULL.
KILN_API bool kiln_layer_map(const kiln_asset *a, const kiln_asset *b, uint8_t map[KILN_LAYERS_MAX]);

/// Returns the rigid body that node `node` moves with, as the art has it; NULL where the node has none, and out of
/// range. asset->bodies has all bodies, also those without nodes.
KILN_API const kiln_format_body *kiln_node_body(const kiln_asset *asset, uint32_t node);

/// Returns what the art says about the surface of material `material`; NULL where it says nothing, and out of range.
KILN_API const kiln_format_surface *kiln_material_surface(const kiln_asset *asset, uint32_t material);

/// Origin of a triangle in the art.
typedef struct kiln_source
{
	uint32_t mesh;	   ///< mesh in the art file
	uint32_t face;	   ///< face of that mesh
	uint32_t material; ///< index in the asset's materials
	uint32_t part;	   ///< index in the asset's parts
} kiln_source;

/// Returns the source of triangle `triangle` of mesh `mesh` (both numbers are the mesh's own). Out of range every field
/// is KILN_NONE.
KILN_API kiln_source kiln_triangle_source(const kiln_asset *asset, uint32_t mesh, uint32_t triangle);

/// Stores the corners of a triangle in mesh coordinates, bit for bit as cooked. Returns false out of range. The cost is
/// a few leaf heads.
KILN_API bool kiln_triangle_corners(const kiln_asset *asset, uint32_t mesh, uint32_t triangle, kiln_vec3 corners[3]);

/// Returns the kinds of the three edges of a triangle; kiln_format_edge_kind extracts one of them. Each kind is below
/// KILN_EDGE_KIND_END. The kinds hold in mesh coordinates, seen from the front of the triangle, where its corners run
/// counter-clockwise. A mirrored node does not change the kinds, because its fronts stay outside. Returns KILN_NONE out
/// of range.
KILN_API uint32_t kiln_triangle_edges(const kiln_asset *asset, uint32_t mesh, uint32_t triangle);

/// Returns the twin of side `side` (0, 1, 2) of a triangle: the only other side of the mesh on the same edge, as 3 times its
/// triangle plus its number. Side k leads from corner k to the next one. Where the winding is consistent, a twin runs the
/// other way. Returns KILN_NONE where one triangle has the edge, or three or more have it; out of range; and in every asset
/// that was cooked without --adjacency. The twin of the twin is the side itself. kiln/junction.h has the sides that continue a side
/// without a twin at T-junctions.
KILN_API uint32_t kiln_triangle_twin(const kiln_asset *asset, uint32_t mesh, uint32_t triangle, uint32_t side);

/// Returns the mesh that holds an asset-wide triangle number, and stores the triangle's number inside that mesh.
/// Returns KILN_NONE out of range.
KILN_API uint32_t kiln_triangle_mesh(const kiln_asset *asset, uint32_t asset_triangle, uint32_t *mesh_triangle);

#ifdef __cplusplus
}
#endif

#endif
