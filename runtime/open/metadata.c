// SPDX-License-Identifier: MIT
#include "kiln/metadata.h"
#include "text_order.h"

#include "math/ieee.h"

#include <string.h>

/// Returns the first entry at or above an owner, index and path; NULL stands for a path below all.
static uint32_t lower_bound(const kiln_asset *asset, kiln_metadata_owner owner, uint64_t index, const char *path)
{
	uint32_t low = 0, high = asset->metadata_count;
	while (low < high)
	{
		const uint32_t middle = low + (high - low) / 2;
		const kiln_format_metadata *entry = &asset->metadata[middle];
		bool below = entry->owner < owner || (entry->owner == owner && entry->index < index);
		if (path && entry->owner == owner && entry->index == index)
			below = kiln_text_order(kiln_metadata_path(asset, entry), path) < 0;
		if (below)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const kiln_format_metadata *kiln_metadata_find(
	const kiln_asset *asset, kiln_metadata_owner owner, uint32_t index, const char *path)
{
	if (!asset || !path)
		return NULL;
	const uint32_t at = lower_bound(asset, owner, index, path);
	if (at == asset->metadata_count)
		return NULL;
	const kiln_format_metadata *entry = &asset->metadata[at];
	if (entry->owner != owner || entry->index != index)
		return NULL;
	return kiln_text_order(kiln_metadata_path(asset, entry), path) == 0 ? entry : NULL;
}

const kiln_format_metadata *kiln_metadata_list(
	const kiln_asset *asset, kiln_metadata_owner owner, uint32_t index, uint32_t *count)
{
	const uint32_t first = asset ? lower_bound(asset, owner, index, NULL) : 0;
	const uint32_t end = asset ? lower_bound(asset, owner, (uint64_t)index + 1, NULL) : 0;
	if (count)
		*count = end - first;
	return end > first ? asset->metadata + first : NULL;
}

const char *kiln_metadata_path(const kiln_asset *asset, const kiln_format_metadata *entry)
{
	return asset && entry && entry->path < asset->metadata_text_size ? asset->metadata_text + entry->path : "";
}

bool kiln_metadata_bool(const kiln_format_metadata *entry, bool missing)
{
	return entry && entry->type == KILN_METADATA_BOOL ? entry->value != 0 : missing;
}

static double double_of(const kiln_format_metadata *entry)
{
	double number;
	memcpy(&number, &entry->value, sizeof number);
	return number;
}

int64_t kiln_metadata_int(const kiln_format_metadata *entry, int64_t missing)
{
	if (entry && entry->type == KILN_METADATA_INT)
		return (int64_t)entry->value;
	if (!entry || entry->type != KILN_METADATA_DOUBLE)
		return missing;
	const double number = double_of(entry);
	if (!(number >= -0x1p63 && number < 0x1p63))
		return missing;
	const int64_t whole = (int64_t)number;
	return (double)whole == number ? whole : missing;
}

double kiln_metadata_double(const kiln_format_metadata *entry, double missing)
{
	if (entry && entry->type == KILN_METADATA_INT)
		return (double)(int64_t)entry->value;
	return entry && entry->type == KILN_METADATA_DOUBLE ? double_of(entry) : missing;
}

const char *kiln_metadata_string(const kiln_asset *asset, const kiln_format_metadata *entry, const char *missing)
{
	const bool string = asset && entry && entry->type == KILN_METADATA_STRING;
	return string && entry->value < asset->metadata_text_size ? asset->metadata_text + entry->value : missing;
}
