// SPDX-License-Identifier: MIT
#include "kiln/junction.h"

#include "math/ieee.h"
#include "open/section.h"
#include "rules.h"

#include <float.h>

// clang-format off
#define REFUSAL(name, status, where, reason) {KILN_E_##status, 0, reason},
// clang-format on

static kiln_result refused(const kiln_asset *asset, kiln_junction_rule rule, const void *at)
{
	static const kiln_result refusals[KILN_JUNCTION_RULE_COUNT] = {KILN_JUNCTION_RULES(REFUSAL)};
	return kiln_section_refused(asset, refusals[rule], at);
}

/// Whether an entry comes before the entry of these sides.
static bool is_before(const kiln_format_junction *entry, uint32_t side, uint32_t other)
{
	return entry->side < side || (entry->side == side && entry->other < other);
}

/// Returns the number of the first entry that does not come before the entry of these sides.
static uint32_t find(const kiln_junctions *junctions, uint32_t side, uint32_t other)
{
	uint32_t low = 0, high = junctions->count;
	while (low < high)
	{
		const uint32_t middle = low + (high - low) / 2;
		if (is_before(&junctions->list[middle], side, other))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/// Proves the meshes of all entries, and finds those of one mesh.
static kiln_result find_mesh(
	const kiln_asset *asset, const kiln_section *section, uint32_t mesh, kiln_junctions *junctions)
{
	const kiln_format_junction *list = section->data;
	if (section->count && !asset->adjacency)
		return refused(asset, KILN_RULE_OF_JUNCTION_ADJACENCY, list);
	for (uint32_t i = 0; i < section->count; ++i)
	{
		if (list[i].mesh >= asset->mesh_count)
			return refused(asset, KILN_RULE_OF_JUNCTION_MESH, &list[i].mesh);
		if (i > 0 && list[i].mesh < list[i - 1].mesh)
			return refused(asset, KILN_RULE_OF_JUNCTION_ORDER, &list[i]);
		if (list[i].mesh != mesh)
			continue;
		junctions->list = junctions->count ? junctions->list : &list[i];
		++junctions->count;
	}
	return kiln_section_proved();
}

/// Proves an entry whose order is proved: its sides exist and have no twin.
static kiln_result prove_sides(const kiln_asset *asset, const kiln_format_junction *entry)
{
	const kiln_format_mesh *mesh = &asset->meshes[entry->mesh];
	const uint64_t sides = 3 * (uint64_t)mesh->triangle_count;
	const uint32_t *twins = asset->adjacency + 3 * (uint64_t)mesh->triangle_first;
	if (entry->side >= sides || entry->other >= sides || entry->side / 3 == entry->other / 3)
		return refused(asset, KILN_RULE_OF_JUNCTION_SIDE, &entry->side);
	if (twins[entry->side] != KILN_NONE || twins[entry->other] != KILN_NONE)
		return refused(asset, KILN_RULE_OF_JUNCTION_TWIN, &entry->side);
	if (!(entry->distance >= 0 && entry->distance <= FLT_MAX))
		return refused(asset, KILN_RULE_OF_JUNCTION_DISTANCE, &entry->distance);
	return kiln_section_proved();
}

static kiln_result prove(const kiln_asset *asset, const kiln_junctions *junctions)
{
	const kiln_format_junction *list = junctions->list;
	for (uint32_t i = 1; i < junctions->count; ++i)
		if (!is_before(&list[i - 1], list[i].side, list[i].other))
			return refused(asset, KILN_RULE_OF_JUNCTION_ORDER, &list[i]);
	for (uint32_t i = 0; i < junctions->count; ++i)
	{
		const kiln_result result = prove_sides(asset, &list[i]);
		if (result.status != KILN_OK)
			return result;
		const uint32_t mirror = find(junctions, list[i].other, list[i].side);
		if (mirror == junctions->count || list[mirror].side != list[i].other || list[mirror].other != list[i].side ||
			!(list[mirror].distance <= list[i].distance && list[mirror].distance >= list[i].distance))
			return refused(asset, KILN_RULE_OF_JUNCTION_MIRROR, &list[i]);
	}
	return kiln_section_proved();
}

kiln_result kiln_junctions_open(kiln_junctions *junctions, const kiln_asset *asset, uint32_t mesh)
{
	if (!junctions || !asset || mesh >= asset->mesh_count)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the T-junctions or the asset is NULL, or the mesh is out of range"};
	const kiln_section section = kiln_section_of(asset, KILN_SECTION_JUNCTIONS);
	kiln_junctions made = {.list = NULL};
	kiln_result result = find_mesh(asset, &section, mesh, &made);
	if (result.status == KILN_OK)
		result = prove(asset, &made);
	if (result.status == KILN_OK)
		*junctions = made;
	return result;
}

const kiln_format_junction *kiln_junctions_at(
	const kiln_junctions *junctions, uint32_t triangle, uint32_t side, uint32_t *count)
{
	// A proved list has no side beyond its mesh, whose sides are below 2^32.
	const bool valid = junctions && side < 3 && triangle <= (UINT32_MAX - 2) / 3;
	const uint32_t number = valid ? 3 * triangle + side : 0;
	const uint32_t first = valid ? find(junctions, number, 0) : 0;
	uint32_t end = first;
	while (valid && end < junctions->count && junctions->list[end].side == number)
		++end;
	if (count)
		*count = end - first;
	return end > first ? junctions->list + first : NULL;
}
