// SPDX-License-Identifier: MIT
#include "proof.h"

#include <float.h>
#include <string.h>

/// The number of elements that a section may have.
typedef enum section_elements
{
	ANY,
	SOME, ///< at least one
	ONE,
} section_elements;

/// The format of a known section.
typedef struct section_rule
{
	uint32_t element; ///< bytes of one element; 0: elements differ in size
	section_elements elements;
} section_rule;

static section_rule rule_of(uint32_t kind)
{
	static const section_rule rules[KILN_SECTION_END] = {
		[KILN_SECTION_NAMES] = {1, SOME},
		[KILN_SECTION_MATERIALS] = {sizeof(kiln_format_material), SOME},
		[KILN_SECTION_PARTS] = {sizeof(kiln_format_part), ANY},
		[KILN_SECTION_MESHES] = {sizeof(kiln_format_mesh), ANY},
		[KILN_SECTION_NODES] = {sizeof(kiln_format_node), SOME},
		[KILN_SECTION_SCENE] = {sizeof(kiln_format_scene), ONE},
		[KILN_SECTION_TREE] = {sizeof(kiln_format_tree_node), SOME},
		[KILN_SECTION_LEAVES] = {0, ANY},
		[KILN_SECTION_SOURCES] = {sizeof(uint32_t), ANY},
		[KILN_SECTION_LEAF_INDEX] = {sizeof(uint32_t), ANY},
		[KILN_SECTION_PROVENANCE] = {sizeof(kiln_format_provenance), ONE},
		[KILN_SECTION_SHAPES] = {sizeof(kiln_format_shape), SOME},
		[KILN_SECTION_VOLUMES] = {sizeof(kiln_format_volumes), ANY},
		[KILN_SECTION_HULLS] = {sizeof(kiln_format_hull), ANY},
		[KILN_SECTION_HULL_DATA] = {0, ANY},
		[KILN_SECTION_VOLUME_TREES] = {sizeof(kiln_format_volume_tree), ANY},
		[KILN_SECTION_VOLUME_NODES] = {0, ANY},
		[KILN_SECTION_VERTICES] = {sizeof(uint32_t), ANY},
		[KILN_SECTION_EDGES] = {sizeof(uint16_t), ANY},
		[KILN_SECTION_LAYERS] = {sizeof(uint32_t), ANY},
		[KILN_SECTION_BODIES] = {sizeof(kiln_format_body), ANY},
		[KILN_SECTION_NODE_BODIES] = {sizeof(uint32_t), ANY},
		[KILN_SECTION_SURFACES] = {sizeof(kiln_format_surface), ANY},
		[KILN_SECTION_METADATA] = {sizeof(kiln_format_metadata), ANY},
		[KILN_SECTION_METADATA_TEXT] = {1, ANY},
		[KILN_SECTION_ADJACENCY] = {sizeof(uint32_t[3]), ANY},
		[KILN_SECTION_LEVELS] = {sizeof(kiln_format_level), ANY},
		[KILN_SECTION_SDFS] = {sizeof(kiln_format_sdf), ANY},
		[KILN_SECTION_SDF_CELLS] = {sizeof(uint32_t), ANY},
		[KILN_SECTION_SDF_BLOCKS] = {sizeof(kiln_format_sdf_block), ANY},
		[KILN_SECTION_SURVEYS] = {sizeof(kiln_format_survey), ANY},
		[KILN_SECTION_COMPONENTS] = {sizeof(kiln_format_component), ANY},
		[KILN_SECTION_FAULTS] = {sizeof(kiln_format_fault), ANY},
		[KILN_SECTION_JUNCTIONS] = {sizeof(kiln_format_junction), ANY},
		[KILN_SECTION_ORIGIN] = {sizeof(kiln_format_origin), ONE},
	};
	return rules[kind];
}

static uint64_t offset_of_entry(uint64_t i)
{
	return sizeof(kiln_format_header) + i * sizeof(kiln_format_section);
}

static kiln_result prove_magic(const uint8_t *data, uint64_t size)
{
	size_t there = size < KILN_FORMAT_MAGIC_SIZE ? (size_t)size : KILN_FORMAT_MAGIC_SIZE;
	if (memcmp(data, KILN_FORMAT_MAGIC, there) == 0)
		return kiln_proved();
	if (there == KILN_FORMAT_MAGIC_SIZE && (data[0] & 0x7f) == 0x09 && memcmp(data + 1, "KLN", 3) == 0)
		return kilni_refused(KILN_RULE_MAGIC_TRANSFER, 0);
	return kilni_refused(KILN_RULE_MAGIC, 0);
}

static kiln_result prove_version(const kiln_format_header *header)
{
	if (header->endian == 0x04030201u)
		return kilni_refused(KILN_RULE_ENDIAN, offsetof(kiln_format_header, endian));
	if (header->endian != KILN_FORMAT_ENDIAN_MARK)
		return kilni_refused(KILN_RULE_ENDIAN_MARK, offsetof(kiln_format_header, endian));
	if (header->version_major < KILN_FORMAT_MAJOR)
		return kilni_refused(KILN_RULE_VERSION_OLD, offsetof(kiln_format_header, version_major));
	if (header->version_major > KILN_FORMAT_MAJOR)
		return kilni_refused(KILN_RULE_VERSION_NEW, offsetof(kiln_format_header, version_major));
	return kiln_proved();
}

static kiln_result prove_header(const uint8_t *data, uint64_t size)
{
	kiln_result result = prove_magic(data, size);
	if (result.status != KILN_OK)
		return result;
	if (size < sizeof(kiln_format_header))
		return kilni_refused(KILN_RULE_HEADER_TRUNCATED, size);
	const kiln_format_header *header = (const kiln_format_header *)(const void *)data;
	result = prove_version(header);
	if (result.status != KILN_OK)
		return result;
	if (header->size > size)
		return kilni_refused(KILN_RULE_SIZE_TRUNCATED, size);
	if (header->size < size)
		return kilni_refused(KILN_RULE_SIZE_TRAILING, header->size);
	if (header->size % KILN_FORMAT_ALIGNMENT)
		return kilni_refused(KILN_RULE_SIZE_MULTIPLE, offsetof(kiln_format_header, size));
	if (header->required_features & ~KILN_FEATURES_KNOWN)
		return kilni_refused(KILN_RULE_FEATURE, offsetof(kiln_format_header, required_features));
	if (header->tool_version[3])
		return kilni_refused(KILN_RULE_TOOL_VERSION, offsetof(kiln_format_header, tool_version) + 6);
	if (!(header->metres_per_unit > 0 && header->metres_per_unit <= FLT_MAX))
		return kilni_refused(KILN_RULE_METRES_PER_UNIT, offsetof(kiln_format_header, metres_per_unit));
	if (!kilni_bytes_zero(header->reserved, sizeof header->reserved))
		return kilni_refused(KILN_RULE_HEADER_RESERVED, offsetof(kiln_format_header, reserved));
	if (header->section_count > (size - sizeof *header) / sizeof(kiln_format_section))
		return kilni_refused(KILN_RULE_TABLE_RANGE, offsetof(kiln_format_header, section_count));
	return kiln_proved();
}

/// Proves the rules for every entry, known or not. `end` is the end of the section before.
static kiln_result prove_entry(const kiln_format_section *entry, uint64_t at, uint64_t end, uint64_t size)
{
	if (entry->offset % KILN_FORMAT_ALIGNMENT)
		return kilni_refused(KILN_RULE_SECTION_ALIGNED, at + offsetof(kiln_format_section, offset));
	if (entry->offset < end)
		return kilni_refused(KILN_RULE_SECTION_OVERLAP, at + offsetof(kiln_format_section, offset));
	if (entry->offset > size || entry->size > size - entry->offset)
		return kilni_refused(KILN_RULE_SECTION_RANGE, at + offsetof(kiln_format_section, size));
	if (entry->offset - end >= KILN_FORMAT_ALIGNMENT)
		return kilni_refused(KILN_RULE_SECTION_GAP, at + offsetof(kiln_format_section, offset));
	return kiln_proved();
}

/// Proves the rules for a section of a known kind: element count and size agree, and 32 bits number the elements.
static kiln_result prove_known(const kiln_format_section *entry, uint64_t at, bool compact)
{
	section_rule rule = rule_of(entry->kind);
	if (compact && entry->kind == KILN_SECTION_SOURCES && entry->count * 3 == entry->size)
		rule.element = 3;
	if (compact && entry->kind == KILN_SECTION_EDGES)
		rule.element = 1;
	if (entry->flags & ~KILN_SECTION_REQUIRED)
		return kilni_refused(KILN_RULE_SECTION_FLAGS, at + offsetof(kiln_format_section, flags));
	if (entry->count >= KILN_NONE || (entry->kind == KILN_SECTION_NODES && entry->count > INT32_MAX))
		return kilni_refused(KILN_RULE_SECTION_MANY, at + offsetof(kiln_format_section, count));
	// The count is below 2^32 and an element below 2^11 bytes: the product does not overflow.
	if (rule.element && entry->count * rule.element != entry->size)
		return kilni_refused(KILN_RULE_SECTION_COUNT, at + offsetof(kiln_format_section, count));
	if ((rule.elements == ONE && entry->count != 1) || (rule.elements == SOME && entry->count == 0))
		return kilni_refused(KILN_RULE_SECTION_FEW, at + offsetof(kiln_format_section, count));
	if (entry->kind == KILN_SECTION_LEAVES && (entry->size < KILN_LEAF_TAIL || entry->size % KILN_LEAF_UNIT))
		return kilni_refused(KILN_RULE_LEAVES_SIZE, at + offsetof(kiln_format_section, size));
	return kiln_proved();
}

void kilni_read_table(const uint8_t *data, uint64_t size, kiln_blob *blob)
{
	*blob = (kiln_blob){.data = data, .size = size};
	blob->header = (const kiln_format_header *)(const void *)data;
	blob->table = (const kiln_format_section *)(const void *)(data + sizeof(kiln_format_header));
	for (uint32_t i = 0; i < blob->header->section_count; ++i)
		if (blob->table[i].kind < KILN_SECTION_END)
			blob->section[blob->table[i].kind] = &blob->table[i];
}

kiln_result kilni_prove_table(const uint8_t *data, uint64_t size, kiln_blob *blob)
{
	kiln_result result = prove_header(data, size);
	if (result.status != KILN_OK)
		return result;
	kilni_read_table(data, size, blob);
	uint64_t end = offset_of_entry(blob->header->section_count);
	uint32_t previous = 0, known = 0;
	for (uint32_t i = 0; i < blob->header->section_count; ++i)
	{
		const kiln_format_section *entry = &blob->table[i];
		uint64_t at = offset_of_entry(i);
		if (entry->kind <= previous)
			return kilni_refused(KILN_RULE_SECTION_ORDER, at);
		result = prove_entry(entry, at, end, size);
		if (result.status == KILN_OK && entry->kind < KILN_SECTION_END)
		{
			result = prove_known(entry, at, kiln_blob_compact(blob));
			known += entry->kind < KILN_SECTION_KIND_END;
		}
		else if (result.status == KILN_OK && (entry->flags & KILN_SECTION_REQUIRED))
			result = kilni_refused(KILN_RULE_SECTION_KIND, at);
		if (result.status != KILN_OK)
			return result;
		previous = entry->kind;
		end = entry->offset + entry->size;
	}
	if (known != KILN_SECTION_KIND_END - 1)
		return kilni_refused(KILN_RULE_SECTION_MISSING, offsetof(kiln_format_header, section_count));
	if (size - end >= KILN_FORMAT_ALIGNMENT)
		return kilni_refused(KILN_RULE_SIZE_GAP, offsetof(kiln_format_header, size));
	return kiln_proved();
}

kiln_result kilni_prove_gaps(const kiln_blob *blob)
{
	uint32_t count = blob->header->section_count;
	uint64_t end = offset_of_entry(count);
	for (uint32_t i = 0; i <= count; ++i)
	{
		uint64_t next = i < count ? blob->table[i].offset : blob->size;
		for (uint64_t at = end; at < next; ++at)
			if (blob->data[at])
				return kilni_refused(KILN_RULE_GAP, at);
		if (i < count)
			end = next + blob->table[i].size;
	}
	return kiln_proved();
}

bool kilni_bytes_zero(const void *bytes, size_t size)
{
	const uint8_t *byte = bytes;
	uint8_t any = 0;
	for (size_t i = 0; i < size; ++i)
		any |= byte[i];
	return any == 0;
}

bool kilni_floats_within(const float *values, size_t count, float limit)
{
	for (size_t i = 0; i < count; ++i)
		if (!(values[i] >= -limit && values[i] <= limit))
			return false;
	return true;
}
