// SPDX-License-Identifier: MIT
#include "math/bits.h"
#include "proof.h"
#include "tree/filter.h"
#include "tree/layout.h"

#include <float.h>
#include <string.h>

/// The required starts of the next mesh's ranges.
typedef struct mesh_cursor
{
	uint64_t part, triangle, tree, unit, index, leaf;
} mesh_cursor;

/// Proves counts and first elements. Sums have 64 bits and 32-bit terms, and MESHES has less than 2^32 entries: no sum
/// overflows.
static kiln_result prove_ranges(const kiln_blob *blob, const kiln_format_mesh *mesh, mesh_cursor *cursor)
{
	if (mesh->part_first != cursor->part || mesh->part_count == 0)
		return kiln_refuse_field(blob, KILN_RULE_MESH_PARTS, &mesh->part_first);
	if (mesh->triangle_first != cursor->triangle || mesh->triangle_count == 0)
		return kiln_refuse_field(blob, KILN_RULE_MESH_TRIANGLES, &mesh->triangle_first);
	if (mesh->tree_first != cursor->tree || mesh->tree_count == 0 || mesh->tree_count > KILN_TREE_NODES_MAX)
		return kiln_refuse_field(blob, KILN_RULE_MESH_TREE, &mesh->tree_first);
	if (mesh->leaf_first != cursor->unit || mesh->leaf_units == 0 || mesh->leaf_units > INT32_MAX)
		return kiln_refuse_field(blob, KILN_RULE_MESH_LEAVES, &mesh->leaf_first);
	if (mesh->leaf_index_first != cursor->index)
		return kiln_refuse_field(blob, KILN_RULE_MESH_INDEX, &mesh->leaf_index_first);
	cursor->part += mesh->part_count;
	cursor->triangle += mesh->triangle_count;
	cursor->tree += mesh->tree_count;
	cursor->unit += mesh->leaf_units;
	cursor->index += ((uint64_t)mesh->triangle_count + KILN_LEAF_INDEX_STEP - 1) / KILN_LEAF_INDEX_STEP;
	cursor->leaf += mesh->leaf_count;
	if (cursor->part > kiln_blob_count(blob, KILN_SECTION_PARTS))
		return kiln_refuse_field(blob, KILN_RULE_MESH_PARTS_RANGE, &mesh->part_count);
	if (cursor->triangle > kiln_blob_count(blob, KILN_SECTION_SOURCES))
		return kiln_refuse_field(blob, KILN_RULE_MESH_TRIANGLES_RANGE, &mesh->triangle_count);
	if (cursor->tree > kiln_blob_count(blob, KILN_SECTION_TREE))
		return kiln_refuse_field(blob, KILN_RULE_MESH_TREE_RANGE, &mesh->tree_count);
	if (cursor->unit * KILN_LEAF_UNIT > blob->section[KILN_SECTION_LEAVES]->size - KILN_LEAF_TAIL)
		return kiln_refuse_field(blob, KILN_RULE_MESH_LEAVES_RANGE, &mesh->leaf_units);
	if (cursor->index > kiln_blob_count(blob, KILN_SECTION_LEAF_INDEX))
		return kiln_refuse_field(blob, KILN_RULE_MESH_INDEX_RANGE, &mesh->triangle_count);
	return kiln_proved();
}

static kiln_result prove_values(const kiln_blob *blob, const kiln_format_mesh *mesh)
{
	for (int axis = 0; axis < 3; ++axis)
		if (!kiln_intervals_within(&mesh->bounds_min[axis], &mesh->bounds_max[axis], 1, KILN_COORDINATE_MAX))
			return kiln_refuse_field(blob, KILN_RULE_MESH_BOX, &mesh->bounds_min[axis]);
	if (!kiln_blob_has_name(blob, mesh->name))
		return kiln_refuse_field(blob, KILN_RULE_MESH_NAME, &mesh->name);
	if (mesh->flags & ~(uint32_t)KILN_MESH_FLAGS_KNOWN)
		return kiln_refuse_field(blob, KILN_RULE_MESH_FLAGS, &mesh->flags);
	if (mesh->depth == 0 || mesh->depth > KILN_TREE_DEPTH_MAX)
		return kiln_refuse_field(blob, KILN_RULE_MESH_DEPTH, &mesh->depth);
	if (!(mesh->sah_cost >= 0 && mesh->sah_cost <= FLT_MAX))
		return kiln_refuse_field(blob, KILN_RULE_MESH_COST, &mesh->sah_cost);
	if (!kiln_blob_has_name(blob, mesh->choice))
		return kiln_refuse_field(blob, KILN_RULE_MESH_CHOICE, &mesh->choice);
	return kiln_proved();
}

/// Proves that the mesh's parts follow each other from face 0. Computes the number of faces.
static kiln_result prove_faces(const kiln_blob *blob, const kiln_format_mesh *mesh, uint64_t *faces)
{
	const kiln_format_part *parts = kiln_blob_section(blob, KILN_SECTION_PARTS);
	uint64_t next = 0;
	for (uint32_t i = 0; i < mesh->part_count; ++i)
	{
		const kiln_format_part *part = &parts[mesh->part_first + i];
		if (part->first_face != next)
			return kiln_refuse_field(blob, KILN_RULE_PART_FIRST_FACE, &part->first_face);
		next += part->face_count;
		if (next > KILN_NONE)
			return kiln_refuse_field(blob, KILN_RULE_PART_FACES, &part->face_count);
	}
	*faces = next;
	return kiln_proved();
}

/// Whether a value in `sources` is not below `limit`, for limits from 1 to 2^31. Tests both halves of a word at once: the high
/// bit of a half of 2^31 + (limit - 1) - value is set where the value fits. A half borrows from the next one only if the value has a
/// high bit itself.
static bool any_beyond(const uint32_t *sources, size_t count, uint32_t limit)
{
	const uint64_t high = 0x8000000080000000u;
	const uint64_t bound = high | ((uint64_t)(limit - 1) << 32) | (limit - 1);
	uint64_t large = 0, fit = high;
	size_t i = 0;
	for (; i + 4 <= count; i += 4)
	{
		uint64_t pair[2];
		memcpy(pair, sources + i, sizeof pair);
		large |= pair[0] | pair[1];
		fit &= (bound - pair[0]) & (bound - pair[1]);
	}
	bool beyond = fit != high || (large & high);
	for (; i < count; ++i)
		beyond |= sources[i] >= limit;
	return beyond;
}

/// Proves some consecutive sources of a mesh.
static kiln_result prove_sources(const kiln_blob *blob, uint64_t first, uint32_t count, uint64_t faces)
{
	const uint32_t size = kiln_blob_source_size(blob);
	const uint8_t *sources = (const uint8_t *)kiln_blob_section(blob, KILN_SECTION_SOURCES) + first * size;
	bool simple = size == 4 && faces > 0 && faces <= (uint64_t)INT32_MAX + 1;
	if (simple && !any_beyond((const uint32_t *)(const void *)sources, count, (uint32_t)faces))
		return kiln_proved();
	for (uint32_t i = 0; i < count; ++i, sources += size)
		if (kiln_bytes_number(sources, size) >= faces)
			return kiln_refuse_field(blob, KILN_RULE_SOURCE, sources);
	return kiln_proved();
}

/// Bits of the sides of some triangles.
typedef struct side_bits
{
	uint64_t any;	///< bits that any of them has
	uint64_t large; ///< the high bits of sides whose kind is 5 or more: those that have another bit, too
} side_bits;

/// Adds the sides of four triangles, two bytes each, or of eight triangles, one byte each. Shifts stay inside a triangle's two
/// bytes as long as no bit is set that belongs to no side. A byte that is not below the bound has its high bit set, alone or with
/// 128 - bound added.
KILN_ALWAYS_INLINE void add_sides(side_bits *bits, uint64_t word, bool bytes)
{
	const uint64_t each = 0x0101010101010101u, low = 127 * each;
	bits->any |= word;
	bits->large |= bytes ? (word & low) + (128 - KILN_EDGES_COMPACT) * each : word & (word << 1 | word << 2);
}

/// Whether bits belong to no side, or a side to no kind.
static inline bool are_bad(const side_bits *bits, bool bytes)
{
	const uint64_t each = 0x0001000100010001u;
	const uint64_t none = bytes ? 0x8080 : 0xffff ^ KILN_EDGE_BITS, high = bytes ? 0x8080 : 0x124;
	return ((bits->any & none * each) | (bits->large & high * each)) != 0;
}

/// Refuses the first triangle with a side that has no kind, if there is one.
KILN_RARE static kiln_result refuse_edges(const kiln_blob *blob, const uint8_t *edges, uint64_t count, uint32_t size)
{
	for (uint64_t i = 0; i < count; ++i, edges += size)
	{
		side_bits one = {0, 0};
		uint64_t word = 0;
		memcpy(&word, edges, size);
		add_sides(&one, word, size == 1);
		if (are_bad(&one, size == 1))
			return kiln_refuse_field(blob, KILN_RULE_EDGE_KIND, edges);
	}
	return kiln_proved();
}

/// Proves the edges of some consecutive triangles.
static kiln_result prove_edges(const kiln_blob *blob, uint64_t first, uint64_t count)
{
	const uint32_t size = kiln_blob_edge_size(blob);
	const uint8_t *edges = (const uint8_t *)kiln_blob_section(blob, KILN_SECTION_EDGES) + first * size;
	const uint64_t end = count * size;
	side_bits bits = {0, 0};
	uint64_t word, at = 0;
	for (; size == 1 && at + sizeof word <= end; at += sizeof word)
	{
		memcpy(&word, edges + at, sizeof word);
		add_sides(&bits, word, true);
	}
	for (; size != 1 && at + sizeof word <= end; at += sizeof word)
	{
		memcpy(&word, edges + at, sizeof word);
		add_sides(&bits, word, false);
	}
	word = 0;
	memcpy(&word, edges + at, (size_t)(end - at));
	add_sides(&bits, word, size == 1);
	return are_bad(&bits, size == 1) ? refuse_edges(blob, edges, count, size) : kiln_proved();
}

/// Proves MESHES and, if asked to, the sources of each.
static kiln_result prove_all(const kiln_blob *blob, bool sources)
{
	const kiln_format_mesh *meshes = kiln_blob_section(blob, KILN_SECTION_MESHES);
	const kiln_format_scene *scene = kiln_blob_section(blob, KILN_SECTION_SCENE);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_MESHES);
	if (scene->tree_count == 0 || scene->tree_count > KILN_TREE_NODES_MAX ||
		scene->tree_count > kiln_blob_count(blob, KILN_SECTION_TREE))
		return kiln_refuse_field(blob, KILN_RULE_SCENE_TREE, &scene->tree_count);
	mesh_cursor cursor = {.tree = scene->tree_count};
	for (uint64_t i = 0; i < count; ++i)
	{
		uint64_t faces = 0;
		kiln_result result = prove_values(blob, &meshes[i]);
		if (result.status == KILN_OK)
			result = prove_ranges(blob, &meshes[i], &cursor);
		if (result.status == KILN_OK)
			result = prove_faces(blob, &meshes[i], &faces);
		if (result.status == KILN_OK && sources)
			result = prove_sources(blob, meshes[i].triangle_first, meshes[i].triangle_count, faces);
		if (result.status != KILN_OK)
			return result;
	}
	uint64_t leaf_bytes = cursor.unit * KILN_LEAF_UNIT + KILN_LEAF_TAIL;
	if (cursor.triangle != kiln_blob_count(blob, KILN_SECTION_SOURCES))
		return kiln_refuse_field(blob, KILN_RULE_MESHES_SOURCES, meshes);
	if (cursor.tree != kiln_blob_count(blob, KILN_SECTION_TREE))
		return kiln_refuse_field(blob, KILN_RULE_MESHES_TREE, meshes);
	if (leaf_bytes != blob->section[KILN_SECTION_LEAVES]->size)
		return kiln_refuse_field(blob, KILN_RULE_MESHES_LEAVES, meshes);
	if (cursor.index != kiln_blob_count(blob, KILN_SECTION_LEAF_INDEX))
		return kiln_refuse_field(blob, KILN_RULE_MESHES_INDEX, meshes);
	if (cursor.leaf != kiln_blob_count(blob, KILN_SECTION_LEAVES))
		return kiln_refuse_field(blob, KILN_RULE_MESHES_LEAF_COUNT, meshes);
	if (kiln_blob_count(blob, KILN_SECTION_EDGES) != cursor.triangle)
		return kiln_refuse_field(blob, KILN_RULE_EDGES_COUNT, kiln_blob_section(blob, KILN_SECTION_EDGES));
	return kiln_proved();
}

kiln_result kilni_prove_meshes(const kiln_blob *blob)
{
	kiln_result result = prove_all(blob, true);
	return result.status == KILN_OK ? prove_edges(blob, 0, kiln_blob_count(blob, KILN_SECTION_EDGES)) : result;
}

kiln_result kilni_prove_mesh_ranges(const kiln_blob *blob)
{
	return prove_all(blob, false);
}

kiln_result kilni_prove_mesh_triangles(
	const kiln_blob *blob, const kiln_format_mesh *mesh, uint32_t first, uint32_t count)
{
	const kiln_format_part *parts = kiln_blob_section(blob, KILN_SECTION_PARTS);
	const kiln_format_part *last = &parts[mesh->part_first + mesh->part_count - 1];
	const uint64_t from = (uint64_t)mesh->triangle_first + first;
	const kiln_result result = prove_sources(blob, from, count, (uint64_t)last->first_face + last->face_count);
	return result.status == KILN_OK ? prove_edges(blob, from, count) : result;
}
