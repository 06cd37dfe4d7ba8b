// SPDX-License-Identifier: MIT
#include "asset_fixture.h"

#include <string.h>

/// Strings in the order of their bytes; the first path has an escaped slash, the last two strings are values.
static const char metadata_text[] = "/a~1b\0/extras/health\0/extras/name\0/z\0caf\xc3\xa9\n\"x\"\0\xf0\x9f\x8e\xb2";

/// Offsets of the strings.
enum
{
	AT_A = 0,
	AT_HEALTH = 6,
	AT_NAME = 21,
	AT_Z = 34,
	AT_CAFE = 37,
	AT_DIE = 47,
};

static const kiln_format_metadata metadata[FIXTURE_METADATA] = {
	{KILN_METADATA_SCENE, 0, AT_A, KILN_METADATA_BOOL, 1},
	{KILN_METADATA_NODE, 0, AT_HEALTH, KILN_METADATA_INT, (uint64_t)-100},
	{KILN_METADATA_NODE, 0, AT_NAME, KILN_METADATA_STRING, AT_CAFE},
	{KILN_METADATA_NODE, 2, AT_HEALTH, KILN_METADATA_DOUBLE, 0x4009000000000000},
	{KILN_METADATA_NODE, 2, AT_Z, KILN_METADATA_NULL, 0},
	{KILN_METADATA_MATERIAL, 1, AT_NAME, KILN_METADATA_STRING, AT_DIE},
	// The last one is left out where the asset has no such part.
	{KILN_METADATA_PART, 1, AT_Z, KILN_METADATA_BOOL, 0},
};

static void fill_block(kiln_format_sdf_block *block, uint32_t number)
{
	*block = (kiln_format_sdf_block){.base = -1, .step = 0x1p-12f, .error = 0.25f};
	for (uint32_t i = 0; i < sizeof block->samples / sizeof *block->samples; ++i)
		block->samples[i] = (uint16_t)(i * 37 + number * 1000);
}

/// Two cracks of three, a hole, and a pair of triangles, of the first mesh.
static void fill_survey(kiln_format_survey *survey)
{
	*survey = (kiln_format_survey){.surveyed = (1u << KILN_FAULT_KIND_END) - 1,
		.unfinished = 1u << KILN_FAULT_TOUCHING,
		.components = 3,
		.component_count = FIXTURE_COMPONENTS,
		.fault_count = FIXTURE_FAULTS,
		.tolerance = 0x1p-10,
		.counts = {[KILN_FAULT_CRACK] = 3, [KILN_FAULT_HOLE] = 1, [KILN_FAULT_CROSSING] = 1}};
}

static void fill_component(kiln_format_component *component, uint32_t number)
{
	*component = (kiln_format_component){.face = number,
		.flags = number ? 0 : KILN_MESH_FLAGS_KNOWN,
		.triangles = 1,
		.vertices = 3,
		.edges = 3,
		.boundary_edges = 3,
		.boundary_loops = 1,
		.euler_characteristic = 1,
		.genus = number ? KILN_NO_GENUS : 0,
		.depth = number ? KILN_NONE : 0,
		.area = 0.5,
		.volume = number ? 0 : -0.25,
		.bounds_max = {1, 1, 0}};
}

static void fill_fault(kiln_format_fault *fault, uint32_t number)
{
	static const kiln_fault_kind kinds[FIXTURE_FAULTS] = {
		KILN_FAULT_CRACK, KILN_FAULT_CRACK, KILN_FAULT_HOLE, KILN_FAULT_CROSSING};
	const bool two = kinds[number] != KILN_FAULT_HOLE;
	*fault = (kiln_format_fault){.kind = kinds[number],
		.other_source_mesh = two ? 0 : KILN_NONE,
		.other_face = two ? 0 : KILN_NONE,
		.component = number % 3,
		.other_component = two ? 2 : KILN_NONE,
		.count = two ? 0 : 5,
		.place = {0.5f, (float)number, -0.25f},
		.length = 0.5f,
		.distance = 0x1p-12f,
		.triangle = 0,
		.other_triangle = two ? 0 : KILN_NONE};
}

static void fill(const fixture_blob *blob, const kiln_format_section *entry)
{
	uint8_t *to = blob->data + entry->offset;
	kiln_format_body *bodies = (kiln_format_body *)(void *)to;
	kiln_format_surface *surfaces = (kiln_format_surface *)(void *)to;
	const kiln_format_section *table =
		(const kiln_format_section *)(const void *)(blob->data + sizeof(kiln_format_header));
	const uint32_t last = (uint32_t)table[KILN_SECTION_MESHES - 1].count - 1;
	for (uint64_t i = 0; i < entry->count; ++i)
	{
		if (entry->kind == KILN_SECTION_NODE_BODIES)
			((uint32_t *)(void *)to)[i] = i % 3 < 2 ? (uint32_t)(i % 3) : KILN_NONE;
		else if (entry->kind == KILN_SECTION_SURFACES)
			surfaces[i] = i ? (kiln_format_surface){.given = 0}
							: (kiln_format_surface){0.5f, 0.25f, 1.5f, KILN_COMBINE_MINIMUM, KILN_COMBINE_MULTIPLY, 1};
		else if (entry->kind == KILN_SECTION_ADJACENCY)
			// The first sides of the first two triangles are twins of each other.
			for (uint32_t k = 0; k < 3; ++k)
				((uint32_t *)(void *)to)[3 * i + k] = i < 2 && k == 0 ? 3 * (uint32_t)(1 - i) : KILN_NONE;
		else if (entry->kind == KILN_SECTION_LEVELS)
			// The last mesh stands for the first one, at two distances.
			((kiln_format_level *)(void *)to)[i] = (kiln_format_level){0, last, 0.5f * (float)(i + 1)};
		else if (entry->kind == KILN_SECTION_SDFS)
			((kiln_format_sdf *)(void *)to)[i] = (kiln_format_sdf){.origin = {-1, -1, -1},
				.edge = 4,
				.roots = {1, 1, 1},
				.depth = 1,
				.cell_count = FIXTURE_SDF_CELLS,
				.block_count = FIXTURE_SDF_CELLS - 1,
				.error = 0.5f};
		else if (entry->kind == KILN_SECTION_SDF_CELLS)
			// One root with eight blocks.
			((uint32_t *)(void *)to)[i] = i ? (uint32_t)i - 1 : KILN_SDF_INNER | 1;
		else if (entry->kind == KILN_SECTION_SDF_BLOCKS)
			fill_block((kiln_format_sdf_block *)(void *)to + i, (uint32_t)i);
		else if (entry->kind == KILN_SECTION_SURVEYS)
			fill_survey((kiln_format_survey *)(void *)to + i);
		else if (entry->kind == KILN_SECTION_COMPONENTS)
			fill_component((kiln_format_component *)(void *)to + i, (uint32_t)i);
		else if (entry->kind == KILN_SECTION_FAULTS)
			fill_fault((kiln_format_fault *)(void *)to + i, (uint32_t)i);
		else if (entry->kind == KILN_SECTION_JUNCTIONS)
			// The second side of the first triangle runs along that of the second one.
			((kiln_format_junction *)(void *)to)[i] = (kiln_format_junction){0, i ? 4 : 1, i ? 1 : 4, 0x1p-12f};
		else if (entry->kind == KILN_SECTION_ORIGIN)
			((kiln_format_origin *)(void *)to)[i] = (kiln_format_origin){{1e9, -0.5, 0x1p53}, 0x1p-12};
		else if (entry->kind == KILN_SECTION_METADATA)
			((kiln_format_metadata *)(void *)to)[i] = metadata[i];
		else if (entry->kind == KILN_SECTION_METADATA_TEXT)
			to[i] = (uint8_t)metadata_text[i];
		else
			bodies[i] = (kiln_format_body){.to_asset = {1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 4},
				.mass = i ? 0 : 2,
				.gravity = -1,
				.center = {i ? 0 : 0.5f, 0, 0},
				.inertia = {i ? 0 : 1, i ? 0 : 2, i ? 0 : 3},
				.axes = {0, 0, i ? 0 : 0.6f, i ? 0 : 0.8f},
				.linear_velocity = {1, 2, 3},
				.angular_velocity = {0, -1, 0},
				.kind = i ? KILN_BODY_STATIC : KILN_BODY_DYNAMIC,
				.flags = i ? 0 : KILN_BODY_FLAGS_KNOWN,
				.name = KILN_NONE,
				.source_node = (uint32_t)i};
	}
}

bool fixture_blob_bodies(fixture_blob *blob)
{
	const kiln_format_header *header = (const kiln_format_header *)(const void *)blob->data;
	const kiln_format_section *before = (const kiln_format_section *)(const void *)(header + 1);
	const uint32_t sections = header->section_count, more = KILN_SECTION_END - KILN_SECTION_KIND_END;
	const bool meshes = before[KILN_SECTION_MESHES - 1].count > 0;
	const uint64_t counts[] = {2, before[KILN_SECTION_NODES - 1].count, before[KILN_SECTION_MATERIALS - 1].count,
		FIXTURE_METADATA - (before[KILN_SECTION_PARTS - 1].count < 2), sizeof metadata_text,
		before[KILN_SECTION_SOURCES - 1].count, meshes ? 2 : 0, meshes ? 1 : 0, meshes ? FIXTURE_SDF_CELLS : 0,
		meshes ? FIXTURE_SDF_CELLS - 1 : 0, meshes ? 1 : 0, meshes ? FIXTURE_COMPONENTS : 0,
		meshes ? FIXTURE_FAULTS : 0, meshes ? 2 : 0, 1};
	const uint64_t bytes[] = {sizeof(kiln_format_body), sizeof(uint32_t), sizeof(kiln_format_surface),
		sizeof(kiln_format_metadata), 1, sizeof(uint32_t[3]), sizeof(kiln_format_level), sizeof(kiln_format_sdf),
		sizeof(uint32_t), sizeof(kiln_format_sdf_block), sizeof(kiln_format_survey), sizeof(kiln_format_component),
		sizeof(kiln_format_fault), sizeof(kiln_format_junction), sizeof(kiln_format_origin)};
	static_assert(sizeof counts / sizeof *counts == KILN_SECTION_END - KILN_SECTION_KIND_END, "all optional sections");
	const uint64_t align = KILN_FORMAT_ALIGNMENT;
	uint64_t table_end = sizeof *header + sections * sizeof *before, end = table_end + more * sizeof *before;
	uint64_t shift = (end + align - 1) / align * align - before[0].offset, size = header->size + shift;
	for (uint32_t i = 0; i < more; ++i)
		size += (counts[i] * bytes[i] + align - 1) / align * align;
	fixture_blob made = {fixture_memory((size_t)size), (size_t)size};
	if (!made.data)
		return false;
	memset(made.data, 0, made.size);
	memcpy(made.data, blob->data, (size_t)table_end);
	memcpy(made.data + before[0].offset + shift, blob->data + before[0].offset, blob->size - (size_t)before[0].offset);
	kiln_format_section *table = (kiln_format_section *)(void *)(made.data + sizeof *header);
	for (uint32_t i = 0; i < sections; ++i)
		table[i].offset += shift;
	end = blob->size + shift;
	for (uint32_t i = 0; i < more; ++i)
	{
		table[sections + i] = (kiln_format_section){KILN_SECTION_KIND_END + i, 0, end, counts[i] * bytes[i], counts[i]};
		fill(&made, &table[sections + i]);
		end += (counts[i] * bytes[i] + align - 1) / align * align;
	}
	// The field is that of the first mesh, which counts as closed from here on.
	if (table[KILN_SECTION_MESHES - 1].count)
		((kiln_format_mesh *)(void *)(made.data + table[KILN_SECTION_MESHES - 1].offset))->flags |=
			KILN_MESH_CLOSED | KILN_MESH_WOUND;
	((kiln_format_header *)(void *)made.data)->size = size;
	((kiln_format_header *)(void *)made.data)->section_count = sections + more;
	fixture_blob_free(blob);
	*blob = made;
	return true;
}
