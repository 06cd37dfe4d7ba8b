// SPDX-License-Identifier: MIT
#include "math/bits.h"
#include "proof.h"

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

/// Whether a value in `sources` is not below `limit`, for limits up to 2^31. Tests both halves of a word at once: the
/// high bit of 2^31 + (limit - 1) - value is set where the value fits.
static bool any_beyond(const uint32_t *sources, size_t count, uint32_t limit)
{
	const uint64_t high = 0x8000000080000000u;
	const uint64_t bound = high | ((uint64_t)(limit - 1) << 32) | (limit - 1);
	uint64_t bad = 0;
	size_t i = 0;
	for (; i + 4 <= count; i += 4)
	{
		uint64_t pair[2];
		memcpy(pair, sources + i, sizeof pair);
		bad |= pair[0] | ~(bound - (pair[0] & ~high));
		bad |= pair[1] | ~(bound - (pair[1] & ~high));
	}
	bool beyond = (bad & high) != 0;
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

/// The invalid bits of the sides of four triangles at once: bits of a side without a valid kind, and bits that belong
/// to no side. A kind is 5 or more, and so invalid, if its high bit and another bit are set. Shifts stay inside a
/// triangle's 16 bits as long as none of the remaining bits is set.
static uint64_t bad_sides(uint64_t four)
{
	const uint64_t each = 0x0001000100010001u, high = 0x124 * each;
	return (four & (0xffff ^ KILN_EDGE_BITS) * each) | (four & (four << 1 | four << 2) & high);
}

static kiln_result prove_edge_bytes(const kiln_blob *blob, const uint8_t *edges, size_t count)
{
	uint8_t most = 0;
	for (size_t i = 0; i < count; ++i)
		most = edges[i] > most ? edges[i] : most;
	for (size_t i = 0; most >= KILN_EDGES_COMPACT; ++i)
		if (edges[i] >= KILN_EDGES_COMPACT)
			return kiln_refuse_field(blob, KILN_RULE_EDGE_KIND, &edges[i]);
	return kiln_proved();
}

static kiln_result prove_edges(const kiln_blob *blob)
{
	const uint16_t *edges = kiln_blob_section(blob, KILN_SECTION_EDGES);
	size_t count = (size_t)kiln_blob_count(blob, KILN_SECTION_EDGES), i = 0;
	if (count != kiln_blob_count(blob, KILN_SECTION_SOURCES))
		return kiln_refuse_field(blob, KILN_RULE_EDGES_COUNT, edges);
	if (kiln_blob_edge_size(blob) == 1)
		return prove_edge_bytes(blob, (const uint8_t *)(const void *)edges, count);
	uint64_t bad = 0, four;
	for (; i + 4 <= count; i += 4)
	{
		memcpy(&four, edges + i, sizeof four);
		bad |= bad_sides(four);
	}
	for (; i < count; ++i)
		bad |= bad_sides(edges[i]);
	for (i = 0; bad && i < count; ++i)
		if (bad_sides(edges[i]))
			return kiln_refuse_field(blob, KILN_RULE_EDGE_KIND, &edges[i]);
	return kiln_proved();
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
	return kiln_proved();
}

kiln_result kilni_prove_meshes(const kiln_blob *blob)
{
	kiln_result result = prove_all(blob, true);
	return result.status == KILN_OK ? prove_edges(blob) : result;
}

kiln_result kilni_prove_mesh_ranges(const kiln_blob *blob)
{
	return prove_all(blob, false);
}

kiln_result kilni_prove_mesh_sources(
	const kiln_blob *blob, const kiln_format_mesh *mesh, uint32_t first, uint32_t count)
{
	const kiln_format_part *parts = kiln_blob_section(blob, KILN_SECTION_PARTS);
	const kiln_format_part *last = &parts[mesh->part_first + mesh->part_count - 1];
	return prove_sources(
		blob, (uint64_t)mesh->triangle_first + first, count, (uint64_t)last->first_face + last->face_count);
}
