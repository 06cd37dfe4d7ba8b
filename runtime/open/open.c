// SPDX-License-Identifier: MIT
#include "map.h"
#include "proof.h"
#include "proof_part.h"

#include "simd/isa.h"

static const kiln_open_options *defaults(const kiln_open_options *options)
{
	static const kiln_open_options none = {0};
	return options ? options : &none;
}

static bool isa_is_known(kiln_isa isa)
{
	switch (isa)
	{
	case KILN_ISA_AUTO:
	case KILN_ISA_SCALAR:
	case KILN_ISA_SSE2:
	case KILN_ISA_AVX2:
	case KILN_ISA_NEON:
		return true;
	}
	return false;
}

/// Failure of the call itself, before any byte of a blob is read.
static kiln_result call_failed(kiln_status status, const char *reason)
{
	return (kiln_result){status, 0, reason};
}

/// Proves everything behind the section table, cheapest first.
static kiln_result prove_contents(const kiln_blob *blob)
{
	kiln_result result = kilni_prove_gaps(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_arrays(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_nodes(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_bodies(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_metadata(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_meshes(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_optional(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_shapes(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_hulls(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_trees(blob);
	if (result.status == KILN_OK)
		result = kilni_prove_volume_trees(blob);
	return result;
}

/// Sets the asset's pointers and counts from the section table alone.
static kiln_asset describe(const kiln_blob *blob, kiln_isa isa)
{
	return (kiln_asset){
		.data = blob->data,
		.size = blob->size,
		.header = blob->header,
		.names = kiln_blob_section(blob, KILN_SECTION_NAMES),
		.names_size = kiln_blob_count(blob, KILN_SECTION_NAMES),
		.materials = kiln_blob_section(blob, KILN_SECTION_MATERIALS),
		.material_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_MATERIALS),
		.parts = kiln_blob_section(blob, KILN_SECTION_PARTS),
		.part_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_PARTS),
		.meshes = kiln_blob_section(blob, KILN_SECTION_MESHES),
		.mesh_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_MESHES),
		.nodes = kiln_blob_section(blob, KILN_SECTION_NODES),
		.node_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_NODES),
		.scene = kiln_blob_section(blob, KILN_SECTION_SCENE),
		.tree = kiln_blob_section(blob, KILN_SECTION_TREE),
		.leaves = kiln_blob_section(blob, KILN_SECTION_LEAVES),
		.sources = kiln_blob_section(blob, KILN_SECTION_SOURCES),
		.source_size = kiln_blob_source_size(blob),
		.leaf_index = kiln_blob_section(blob, KILN_SECTION_LEAF_INDEX),
		.provenance = kiln_blob_section(blob, KILN_SECTION_PROVENANCE),
		.shapes = kiln_blob_section(blob, KILN_SECTION_SHAPES),
		.shape_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_SHAPES),
		.volumes = kiln_blob_section(blob, KILN_SECTION_VOLUMES),
		.volume_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_VOLUMES),
		.hulls = kiln_blob_section(blob, KILN_SECTION_HULLS),
		.hull_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_HULLS),
		.hull_data = kiln_blob_section(blob, KILN_SECTION_HULL_DATA),
		.volume_trees = kiln_blob_section(blob, KILN_SECTION_VOLUME_TREES),
		.volume_tree_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_VOLUME_TREES),
		.volume_nodes = kiln_blob_section(blob, KILN_SECTION_VOLUME_NODES),
		.vertices = kiln_blob_section(blob, KILN_SECTION_VERTICES),
		.vertex_count = kiln_blob_count(blob, KILN_SECTION_VERTICES),
		.edges = kiln_blob_section(blob, KILN_SECTION_EDGES),
		.edge_size = kiln_blob_edge_size(blob),
		.adjacency = kiln_blob_section(blob, KILN_SECTION_ADJACENCY),
		.layers = kiln_blob_section(blob, KILN_SECTION_LAYERS),
		.layer_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_LAYERS),
		.surfaces = kiln_blob_section(blob, KILN_SECTION_SURFACES),
		.surface_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_SURFACES),
		.bodies = kiln_blob_section(blob, KILN_SECTION_BODIES),
		.body_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_BODIES),
		.node_bodies = kiln_blob_section(blob, KILN_SECTION_NODE_BODIES),
		.node_body_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_NODE_BODIES),
		.metadata = kiln_blob_section(blob, KILN_SECTION_METADATA),
		.metadata_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_METADATA),
		.metadata_text_size = (uint32_t)kiln_blob_count(blob, KILN_SECTION_METADATA_TEXT),
		.metadata_text = kiln_blob_section(blob, KILN_SECTION_METADATA_TEXT),
		.levels = kiln_blob_section(blob, KILN_SECTION_LEVELS),
		.level_count = (uint32_t)kiln_blob_count(blob, KILN_SECTION_LEVELS),
		.triangle_count = kiln_blob_count(blob, KILN_SECTION_SOURCES),
		.isa = isa,
	};
}

kiln_result kilni_open_part(kiln_asset *asset, const void *data, size_t size, kiln_isa isa)
{
	if (!isa_is_known(isa))
		return call_failed(KILN_E_ARGUMENT, "the options name an unknown instruction set");
	if ((uintptr_t)data % KILN_FORMAT_ALIGNMENT)
		return call_failed(KILN_E_ALIGNMENT, "the data is not aligned to 64 bytes");
	// What the queries of an asset in parts need, cheapest first.
	static kiln_result (*const proofs[])(const kiln_blob *blob) = {kilni_prove_gaps, kilni_prove_arrays,
		kilni_prove_nodes, kilni_prove_bodies, kilni_prove_metadata, kilni_prove_mesh_ranges, kilni_prove_levels,
		kilni_prove_shapes, kilni_prove_hulls, kilni_prove_scene_tree};
	kiln_blob blob;
	kiln_result result = kilni_prove_table(data, size, &blob);
	for (size_t i = 0; i < sizeof proofs / sizeof *proofs && result.status == KILN_OK; ++i)
		result = proofs[i](&blob);
	if (result.status == KILN_OK)
		*asset = describe(&blob, kilni_isa_resolve(isa));
	return result;
}

kiln_result kiln_open(kiln_asset *asset, const void *data, size_t size, const kiln_open_options *options)
{
	options = defaults(options);
	if (!asset || !data)
		return call_failed(KILN_E_ARGUMENT, "the asset or the data is NULL");
	if (!isa_is_known(options->isa))
		return call_failed(KILN_E_ARGUMENT, "the options name an unknown instruction set");
	if ((uintptr_t)data % KILN_FORMAT_ALIGNMENT)
		return call_failed(KILN_E_ALIGNMENT, "the data is not aligned to 64 bytes");
	kiln_blob blob;
	kiln_result result = kilni_prove_table(data, size, &blob);
	if (result.status == KILN_OK && !options->trust)
		result = prove_contents(&blob);
	if (result.status == KILN_OK)
		*asset = describe(&blob, kilni_isa_resolve(options->isa));
	return result;
}

kiln_result kiln_map(kiln_asset *asset, const char *path, const kiln_open_options *options)
{
	if (!asset || !path)
		return call_failed(KILN_E_ARGUMENT, "the asset or the path is NULL");
	kiln_mapping mapping;
	kiln_result result = kilni_mapping_open(&mapping, path, defaults(options)->prefault);
	if (result.status != KILN_OK)
		return result;
	result = kiln_open(asset, mapping.address, mapping.size, options);
	if (result.status != KILN_OK)
	{
		kilni_mapping_close(&mapping);
		return result;
	}
	asset->mapping = mapping.address;
	asset->mapping_size = mapping.size;
	return result;
}

void kiln_unmap(kiln_asset *asset)
{
	if (!asset)
		return;
	if (asset->mapping)
		kilni_mapping_close(&(kiln_mapping){asset->mapping, (size_t)asset->mapping_size});
	*asset = (kiln_asset){0};
}
