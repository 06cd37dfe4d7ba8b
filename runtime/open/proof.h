// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_PROOF_H
#define KILN_OPEN_PROOF_H

#include "kiln/asset.h"
#include "math/ieee.h"
#include "rules.h"

/// The proof behind kiln_open: the rules for a blob's bytes under which no query can read outside, loop for ever or
/// overflow its stack. rules.h and FORMAT.md list the rules. Every function stops at the first rule that is broken.

/// A blob whose header and section table are valid.
typedef struct kiln_blob
{
	const uint8_t *data;
	uint64_t size;
	const kiln_format_header *header;
	const kiln_format_section *table;
	const kiln_format_section *section[KILN_SECTION_END]; ///< by kind; [0] is not used; NULL for one that is missing
} kiln_blob;

static inline kiln_result kiln_proved(void)
{
	return (kiln_result){KILN_OK, 0, "every rule holds"};
}

/// Start of a known section; NULL where the blob lacks it.
static inline const void *kiln_blob_section(const kiln_blob *blob, kiln_section_kind kind)
{
	return blob->section[kind] ? blob->data + blob->section[kind]->offset : NULL;
}

/// Elements of a known section; 0 where the blob lacks it.
static inline uint64_t kiln_blob_count(const kiln_blob *blob, kiln_section_kind kind)
{
	return blob->section[kind] ? blob->section[kind]->count : 0;
}

/// Whether the blob may have compact leaves, and then has small elements in SOURCES and EDGES.
static inline bool kiln_blob_compact(const kiln_blob *blob)
{
	return (blob->header->required_features & KILN_FEATURE_COMPACT) != 0;
}

/// Bytes of an element of SOURCES. The proof of the table has compared them with the section's size.
static inline uint32_t kiln_blob_source_size(const kiln_blob *blob)
{
	const kiln_format_section *sources = blob->section[KILN_SECTION_SOURCES];
	return kiln_blob_compact(blob) && sources->size == 3 * sources->count ? 3 : 4;
}

/// Bytes of an element of EDGES.
static inline uint32_t kiln_blob_edge_size(const kiln_blob *blob)
{
	return kiln_blob_compact(blob) ? 1 : 2;
}

/// Byte offset of an address inside the blob.
static inline uint64_t kiln_blob_offset(const kiln_blob *blob, const void *at)
{
	return (uint64_t)((const uint8_t *)at - blob->data);
}

/// The refusal of a blob at one of its fields.
static inline kiln_result kiln_refuse_field(const kiln_blob *blob, kiln_rule rule, const void *field)
{
	return kilni_refused(rule, kiln_blob_offset(blob, field));
}

/// Proves header, section table and the sizes of the known sections, and fills `blob`. Reads nothing behind the table.
kiln_result kilni_prove_table(const uint8_t *data, uint64_t size, kiln_blob *blob);

/// Fills `blob` with the sections of a blob whose header is proved.
void kilni_read_table(const uint8_t *data, uint64_t size, kiln_blob *blob);

/// Proves that the bytes between the sections, and behind the last, are zero.
kiln_result kilni_prove_gaps(const kiln_blob *blob);

/// Proves NAMES, MATERIALS, PARTS, SCENE and PROVENANCE.
kiln_result kilni_prove_arrays(const kiln_blob *blob);

/// Proves SURFACES, BODIES and NODE_BODIES. Needs the proof of the section table only.
kiln_result kilni_prove_bodies(const kiln_blob *blob);

/// Proves METADATA_TEXT and METADATA. Needs the proof of the section table only.
kiln_result kilni_prove_metadata(const kiln_blob *blob);

/// Proves NODES, except for the shapes that they place. Needs the proof of NAMES first.
kiln_result kilni_prove_nodes(const kiln_blob *blob);

/// Proves MESHES: that every mesh's ranges follow the one before and cover the sections. Then SOURCES and EDGES.
kiln_result kilni_prove_meshes(const kiln_blob *blob);

/// Proves MESHES and the number of edges as kilni_prove_meshes, but no source and no edge.
kiln_result kilni_prove_mesh_ranges(const kiln_blob *blob);

/// Proves the sources and edges of `count` triangles from triangle `first` of a mesh on. Needs the proof of PARTS and MESHES first.
kiln_result kilni_prove_mesh_triangles(
	const kiln_blob *blob, const kiln_format_mesh *mesh, uint32_t first, uint32_t count);

/// Proves LEVELS.
kiln_result kilni_prove_levels(const kiln_blob *blob);

/// Proves ADJACENCY and LEVELS. Needs the proof of MESHES first.
kiln_result kilni_prove_optional(const kiln_blob *blob);

/// Proves the trees of the scene and of every mesh, the leaves and LEAF_INDEX. Needs the other proofs first.
kiln_result kilni_prove_trees(const kiln_blob *blob);

/// Proves the tree of the scene alone.
kiln_result kilni_prove_scene_tree(const kiln_blob *blob);

/// Proves SHAPES and VOLUMES, and that parts and nodes refer to them. Needs the other proofs of arrays and of MESHES.
kiln_result kilni_prove_shapes(const kiln_blob *blob);

/// Proves HULLS and HULL_DATA: every array of every hull is in range, and half-edges, neighbours and the hierarchy's
/// levels agree. kiln-dump --verify proves convexity.
kiln_result kilni_prove_hulls(const kiln_blob *blob);

/// Proves VOLUME_TREES, VOLUME_NODES and VERTICES, and the trees that meshes and scene choose. Needs the other proofs
/// first.
kiln_result kilni_prove_volume_trees(const kiln_blob *blob);

/// Whether a name is KILN_NONE or starts inside NAMES.
static inline bool kiln_blob_has_name(const kiln_blob *blob, uint32_t name)
{
	return name == KILN_NONE || name < blob->section[KILN_SECTION_NAMES]->size;
}

/// Whether `count` floats are numbers with magnitudes of at most `limit`.
bool kilni_floats_within(const float *values, size_t count, float limit);

/// Whether the ends of `count` intervals min .. max are such numbers, and in order.
static inline bool kiln_intervals_within(const float *min, const float *max, size_t count, float limit)
{
	for (size_t i = 0; i < count; ++i)
		if (!(min[i] <= max[i]))
			return false;
	return kilni_floats_within(min, count, limit) && kilni_floats_within(max, count, limit);
}

/// Whether all bytes are zero.
bool kilni_bytes_zero(const void *bytes, size_t size);

#endif
