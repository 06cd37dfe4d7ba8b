// SPDX-License-Identifier: MIT
#include "proof.h"

#include <string.h>

static kiln_result prove_adjacency(const kiln_blob *blob)
{
	const kiln_format_mesh *meshes = kiln_blob_section(blob, KILN_SECTION_MESHES);
	const uint32_t *twins = kiln_blob_section(blob, KILN_SECTION_ADJACENCY);
	if (!twins)
		return kiln_proved();
	if (kiln_blob_count(blob, KILN_SECTION_ADJACENCY) != kiln_blob_count(blob, KILN_SECTION_SOURCES))
		return kiln_refuse_field(blob, KILN_RULE_ADJACENCY_COUNT, twins);
	for (uint64_t i = 0; i < kiln_blob_count(blob, KILN_SECTION_MESHES); ++i)
	{
		const uint64_t sides = 3 * (uint64_t)meshes[i].triangle_count;
		for (uint64_t side = 0; side < sides; ++side)
			if (twins[side] != KILN_NONE && (twins[side] >= sides || twins[side] == side || twins[twins[side]] != side))
				return kiln_refuse_field(blob, KILN_RULE_ADJACENCY_TWIN, &twins[side]);
		twins += sides;
	}
	return kiln_proved();
}

kiln_result kilni_prove_levels(const kiln_blob *blob)
{
	const kiln_format_level *level = kiln_blob_section(blob, KILN_SECTION_LEVELS);
	const uint64_t meshes = kiln_blob_count(blob, KILN_SECTION_MESHES);
	uint64_t least = 0;
	for (uint64_t left = kiln_blob_count(blob, KILN_SECTION_LEVELS); left > 0; --left, ++level)
	{
		// Of floats from 0 on, the bits increase with the numbers. Larger bits are of infinity, NaN and negative numbers.
		uint32_t distance;
		memcpy(&distance, &level->distance, sizeof distance);
		const uint64_t key = (uint64_t)level->mesh << 32 | distance;
		if (level->mesh >= meshes || level->level_mesh >= meshes)
			return kiln_refuse_field(blob, KILN_RULE_LEVEL_MESH, level);
		if (distance > 0x7f7fffffu)
			return kiln_refuse_field(blob, KILN_RULE_LEVEL_DISTANCE, &level->distance);
		if (key < least)
			return kiln_refuse_field(blob, KILN_RULE_LEVEL_ORDER, level);
		least = key + 1;
	}
	return kiln_proved();
}

kiln_result kilni_prove_optional(const kiln_blob *blob)
{
	kiln_result result = prove_adjacency(blob);
	return result.status == KILN_OK ? kilni_prove_levels(blob) : result;
}
