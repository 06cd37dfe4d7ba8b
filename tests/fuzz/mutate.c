// SPDX-License-Identifier: MIT
#include "mutate.h"

#include "mutate_field.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define MOST_EXTENSION 512

static bool take_down_leaves(mutate_seed *seed)
{
	size_t at = seed->section[KILN_SECTION_LEAVES].offset;
	seed->leaf_count = (uint32_t)seed->section[KILN_SECTION_LEAVES].count;
	seed->leaves = malloc((seed->leaf_count + (size_t)1) * sizeof *seed->leaves);
	for (uint32_t i = 0; seed->leaves && i < seed->leaf_count; ++i)
	{
		kiln_format_leaf head;
		memcpy(&head, seed->data + at, sizeof head);
		seed->leaves[i] = (uint32_t)at;
		at += (size_t)kiln_format_leaf_units(&head) * KILN_LEAF_UNIT;
	}
	return seed->leaves != NULL;
}

bool mutate_seed_make(mutate_seed *seed, const uint8_t *data, size_t size)
{
	*seed = (mutate_seed){.data = data, .size = size};
	kiln_format_header header;
	if (size < sizeof header || memcmp(data, KILN_FORMAT_MAGIC, KILN_FORMAT_MAGIC_SIZE) != 0)
		return true;
	memcpy(&header, data, sizeof header);
	for (uint32_t i = 0; i < header.section_count; ++i)
	{
		kiln_format_section entry;
		memcpy(&entry, data + sizeof header + i * sizeof entry, sizeof entry);
		if (entry.kind >= KILN_SECTION_END)
			continue;
		seed->section[entry.kind].offset = (size_t)entry.offset;
		seed->section[entry.kind].size = (size_t)entry.size;
		seed->section[entry.kind].count = (size_t)entry.count;
	}
	seed->is_blob = true;
	return take_down_leaves(seed);
}

void mutate_seed_free(mutate_seed *seed)
{
	free(seed->leaves);
	*seed = (mutate_seed){0};
}

size_t mutate_capacity(const mutate_seed *seeds, size_t count)
{
	size_t capacity = 1;
	for (size_t i = 0; i < count; ++i)
		capacity = seeds[i].size > capacity ? seeds[i].size : capacity;
	return capacity + MOST_EXTENSION;
}

static void flip_bits(mutant *m)
{
	for (uint32_t n = 1 + mutant_below(m, 4); n > 0 && m->size > 0; --n)
		m->data[mutant_below(m, (uint32_t)m->size)] ^= (uint8_t)(1u << mutant_below(m, 8));
}

/// Sets one to four aligned words to values that make arithmetic overflow or comparisons fail.
static void overwrite_words(mutant *m)
{
	for (uint32_t n = 1 + mutant_below(m, 4); n > 0; --n)
	{
		uint32_t width = 1u << mutant_below(m, 4);
		if (m->size < width)
			return;
		size_t at = mutant_below(m, (uint32_t)(m->size / width)) * (size_t)width;
		uint64_t value = mutant_interesting(m);
		memcpy(m->data + at, &value, width);
	}
}

/// Adjusts the blob's own size in three of four cases, so that other checks are reached, too.
static void set_size(mutant *m, size_t size)
{
	m->size = size;
	uint64_t claimed = size;
	if (m->seed->is_blob && size >= sizeof(kiln_format_header) && mutant_below(m, 4))
		memcpy(m->data + offsetof(kiln_format_header, size), &claimed, sizeof claimed);
}

static void truncate_or_extend(mutant *m)
{
	if (mutant_below(m, 2))
	{
		set_size(m, mutant_below(m, (uint32_t)m->size + 1));
		return;
	}
	size_t more = mutant_below(m, 2) ? 64u * (1 + mutant_below(m, 8)) : 1 + mutant_below(m, MOST_EXTENSION);
	more = more > m->capacity - m->size ? m->capacity - m->size : more;
	int fill = mutant_below(m, 2) ? 0 : (int)mutant_below(m, 256);
	memset(m->data + m->size, fill, more);
	set_size(m, m->size + more);
}

/// Copies a run of bytes from any seed to a random place, or to its place in the seed.
static void splice(mutant *m)
{
	const mutate_seed *from = &m->seeds[mutant_below(m, (uint32_t)m->seed_count)];
	if (from->size == 0 || m->size == 0)
		return;
	uint32_t step = mutant_below(m, 2) ? 4 : 1;
	size_t source = mutant_below(m, (uint32_t)from->size) / step * step;
	size_t target = mutant_below(m, 2) ? source : mutant_below(m, (uint32_t)m->size) / step * step;
	size_t length = 1 + mutant_below(m, mutant_below(m, 2) ? 16 : 256);
	if (target >= m->size)
		return;
	length = length > from->size - source ? from->size - source : length;
	length = length > m->size - target ? m->size - target : length;
	memmove(m->data + target, from->data + source, length);
}

/// Deletes or duplicates a run of bytes, which often breaks readers of text formats.
static void shift_bytes(mutant *m)
{
	if (m->size < 2)
		return;
	size_t at = mutant_below(m, (uint32_t)m->size);
	size_t length = 1 + mutant_below(m, 32);
	length = length > m->size - at ? m->size - at : length;
	if (mutant_below(m, 2))
	{
		memmove(m->data + at, m->data + at + length, m->size - at - length);
		m->size -= length;
		return;
	}
	length = length > m->capacity - m->size ? m->capacity - m->size : length;
	memmove(m->data + at + length, m->data + at, m->size - at);
	m->size += length;
}

static void damage_file(mutant *m)
{
	static void (*const ways[])(mutant *) = {flip_bits, overwrite_words, truncate_or_extend, splice, shift_bytes};
	ways[mutant_below(m, sizeof ways / sizeof ways[0])](m);
}

static void damage_blob(mutant *m)
{
	uint32_t way = mutant_below(m, 20);
	if (way < 3)
		mutate_field_allowed(m);
	else if (way >= 18)
		mutate_volume_head(m);
	else if (way >= 16)
		mutate_solid_index(m);
	else if (way < 10)
		mutate_field_any(m);
	else if (way == 10)
		mutate_field_table(m);
	else if (way < 13)
		mutate_field_swap(m);
	else
		damage_file(m);
}

void mutate_rehash(uint8_t *data, size_t size)
{
	if (size < sizeof(kiln_format_header))
		return;
	XXH64_hash_t seed = XXH3_64bits(data, offsetof(kiln_format_header, content_hash));
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(
		&canonical, XXH3_128bits_withSeed(data + KILN_FORMAT_HASHED_FROM, size - KILN_FORMAT_HASHED_FROM, seed));
	memcpy(data + offsetof(kiln_format_header, content_hash), canonical.digest, sizeof canonical.digest);
}

size_t mutate(const mutate_seed *seeds, size_t count, uint64_t random, uint8_t *out, size_t capacity)
{
	mutant m = {.data = out, .capacity = capacity, .random = random, .seeds = seeds, .seed_count = count};
	m.seed = &seeds[mutant_below(&m, (uint32_t)count)];
	m.size = m.seed->size;
	memcpy(out, m.seed->data, m.size);
	// Half of the mutants of blobs change only values that the proof allows: they reach the queries.
	bool allowed = mutant_below(&m, 2);
	for (uint32_t n = 1 + mutant_below(&m, allowed ? 6 : 3); n > 0; --n)
	{
		if (!m.seed->is_blob)
			damage_file(&m);
		else if (allowed)
			mutate_field_allowed(&m);
		else
			damage_blob(&m);
	}
	if (m.seed->is_blob && mutant_below(&m, 4))
		mutate_rehash(out, m.size);
	return m.size;
}
