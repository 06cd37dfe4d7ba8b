// SPDX-License-Identifier: MIT
#include "keys.h"
#include "math/ieee.h"
#include <string.h>

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)
#define INSERTED_MOST 48 ///< for fewer keys clearing the counts costs more

static void sort_few(kiln_keyed *keyed, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
	{
		kiln_keyed moving = keyed[i];
		uint32_t to = i;
		for (; to > 0 && keyed[to - 1].key > moving.key; to--)
			keyed[to] = keyed[to - 1];
		keyed[to] = moving;
	}
}

static void sort_by_digit(const kiln_keyed *from, kiln_keyed *to, uint32_t count, unsigned shift)
{
	uint32_t places[DIGITS];
	memset(places, 0, sizeof places);
	for (uint32_t i = 0; i < count; i++)
		places[from[i].key >> shift & (DIGITS - 1)]++;
	uint32_t place = 0;
	for (uint32_t i = 0; i < DIGITS; i++)
	{
		uint32_t these = places[i];
		places[i] = place;
		place += these;
	}
	for (uint32_t i = 0; i < count; i++)
		to[places[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
}

void kilni_keys_sort(kiln_keyed *keyed, kiln_keyed *scratch, uint32_t count)
{
	if (count <= INSERTED_MOST)
	{
		sort_few(keyed, count);
		return;
	}
	uint64_t differ = 0;
	for (uint32_t i = 1; i < count; i++)
		differ |= keyed[i].key ^ keyed[0].key;
	kiln_keyed *from = keyed, *to = scratch;
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS)
	{
		if ((differ >> shift & (DIGITS - 1)) == 0)
			continue;
		sort_by_digit(from, to, count, shift);
		kiln_keyed *other = from;
		from = to;
		to = other;
	}
	if (from != keyed)
		memcpy(keyed, from, count * sizeof *keyed);
}

void kilni_keys_merge(const kiln_keyed *a, uint32_t a_count, const kiln_keyed *b, uint32_t b_count, kiln_keyed *to)
{
	uint32_t i = 0, j = 0;
	while (i < a_count && j < b_count)
		*to++ = a[i].key <= b[j].key ? a[i++] : b[j++];
	if (i < a_count)
		memcpy(to, a + i, (a_count - i) * sizeof *to);
	if (j < b_count)
		memcpy(to, b + j, (b_count - j) * sizeof *to);
}
