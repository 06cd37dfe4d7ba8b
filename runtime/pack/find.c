// SPDX-License-Identifier: MIT
#include "kiln/pack.h"

#include "name_hash.h"
#include "open/text_order.h"

#include <string.h>

/// Returns the bytes of a name; 0 where the name is empty or longer than any name of a pack.
static size_t length_of(const char *name)
{
	size_t length = 0;
	while (length <= KILN_PACK_NAME_MAX && name[length] != '\0')
		++length;
	return length <= KILN_PACK_NAME_MAX ? length : 0;
}

/// Whether an entry stands before a name with this hash.
static bool is_below(const kiln_pack *pack, uint64_t entry, const char *name, uint64_t hash)
{
	const kiln_format_pack_entry *at = &pack->entries[entry];
	return at->hash < hash || (at->hash == hash && kiln_text_order(pack->names + at->name, name) < 0);
}

/// Whether an entry has a name of `length` bytes and a NUL.
static bool is_named(const kiln_pack *pack, const kiln_format_pack_entry *entry, const char *name, size_t length)
{
	return length < pack->header->names_size - entry->name && memcmp(pack->names + entry->name, name, length + 1) == 0;
}

/// Returns the entry where a hash stands if the hashes are spread evenly: from the first guess, the distance that is left
/// over is spread once more, which leaves about the fourth root of the number of entries.
static uint64_t guess_of(const kiln_pack *pack, uint64_t hash)
{
	const uint64_t count = pack->entry_count, first = (hash >> 32) * count >> 32;
	const uint64_t there = pack->entries[first].hash;
	if (there < hash)
	{
		const uint64_t guess = first + (((hash - there) >> 32) * count >> 32);
		return guess < count ? guess : count - 1;
	}
	const uint64_t back = ((there - hash) >> 32) * count >> 32;
	return back < first ? first - back : 0;
}

/// Finds a name with its hash: from the guess the search doubles its step; between the last two steps it halves. A pack
/// whose hashes are not spread evenly costs twice the steps of halving alone.
static uint32_t find_hash(const kiln_pack *pack, const char *name, size_t length, uint64_t hash)
{
	const uint64_t count = pack->entry_count, guess = count > 0 ? guess_of(pack, hash) : 0;
	uint64_t low = 0, high = count, step = 4;
	if (count > 0 && is_below(pack, guess, name, hash))
	{
		for (low = guess + 1; low + step < high && is_below(pack, low + step, name, hash); step *= 2)
			low += step + 1;
		high = low + step < high ? low + step : high;
	}
	else if (count > 0)
	{
		for (high = guess; high > step && !is_below(pack, high - step, name, hash); step *= 2)
			high -= step;
		low = high > step ? high - step : 0;
	}
	while (low < high)
	{
		const uint64_t middle = low + (high - low) / 2;
		if (is_below(pack, middle, name, hash))
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && is_named(pack, &pack->entries[low], name, length) ? (uint32_t)low : KILN_NONE;
}

uint32_t kiln_pack_find(const kiln_pack *pack, const char *name)
{
	const size_t length = pack && name ? length_of(name) : 0;
	return length > 0 ? find_hash(pack, name, length, kilni_pack_name_hash(name, length)) : KILN_NONE;
}

uint32_t kiln_pack_find_last(const kiln_pack *packs, uint32_t count, const char *name, uint32_t *pack)
{
	const size_t length = packs && name && pack ? length_of(name) : 0;
	const uint64_t hash = length > 0 ? kilni_pack_name_hash(name, length) : 0;
	for (uint32_t i = length > 0 ? count : 0; i > 0; --i)
	{
		const uint32_t entry = find_hash(&packs[i - 1], name, length, hash);
		if (entry != KILN_NONE)
		{
			*pack = i - 1;
			return entry;
		}
	}
	return KILN_NONE;
}

bool kiln_pack_at(const kiln_pack *pack, uint32_t entry, kiln_pack_item *item)
{
	if (!pack || !item || entry >= pack->entry_count)
		return false;
	const kiln_format_pack_entry *named = &pack->entries[entry];
	const kiln_format_pack_blob *blob = &pack->blobs[named->blob];
	*item = (kiln_pack_item){
		.name = pack->names + named->name,
		.data = pack->data + blob->offset,
		.stored_size = blob->stored,
		.size = blob->size,
		.blob = named->blob,
		.dictionary = blob->dictionary,
	};
	return true;
}
