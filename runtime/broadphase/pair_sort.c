// SPDX-License-Identifier: MIT
#include "core.h"
#include <string.h>

/// Sorts pairs, whatever order they come in: by a with two passes of counting (least digit first; four passes for
/// millions of proxies, so that the counts stay small), then by b within the few that have the same a.

#define FEW 24u		  ///< up to this many are sorted by insertion
#define DIGIT_MAX 11u ///< bits

static bool pair_less(kiln_proxy_pair x, kiln_proxy_pair y)
{
	return x.a < y.a || (x.a == y.a && x.b < y.b);
}

static void insert(kiln_proxy_pair *pairs, size_t count)
{
	for (size_t i = 1; i < count; i++)
	{
		kiln_proxy_pair pair = pairs[i];
		size_t j = i;
		for (; j > 0 && pair_less(pair, pairs[j - 1]); j--)
			pairs[j] = pairs[j - 1];
		pairs[j] = pair;
	}
}

static inline uint32_t digit_of(kiln_proxy_pair pair, bool by_b, unsigned shift, uint32_t mask)
{
	return ((by_b ? pair.b : pair.a) >> shift) & mask;
}

static inline void scatter(const kiln_proxy_pair *from, kiln_proxy_pair *to, size_t count, bool by_b, unsigned shift,
	uint32_t mask, uint32_t *counts)
{
	uint32_t start = 0;
	for (uint32_t i = 0; i <= mask; i++)
	{
		uint32_t here = counts[i];
		counts[i] = start;
		start += here;
	}
	for (size_t i = 0; i < count; i++)
		to[counts[digit_of(from[i], by_b, shift, mask)]++] = from[i];
}

/// How indices are divided into digits.
typedef struct digits
{
	unsigned bits; ///< of a digit
	unsigned end;  ///< bits of the whole index
} digits;

static digits digits_for(uint32_t end)
{
	digits taken = {.bits = 1};
	for (taken.end = 2; taken.end < 32 && end > 1u << taken.end;)
		taken.end++;
	taken.bits = taken.end <= 2 * DIGIT_MAX ? (taken.end + 1) / 2 : (taken.end + 3) / 4;
	return taken;
}

/// Sorts by two digits, from bit `shift` on.
static void sort_two(
	kiln_proxy_pair *pairs, size_t count, unsigned digit, unsigned shift, bool by_b, kiln_proxy_pair *scratch)
{
	uint32_t low[1u << DIGIT_MAX], high[1u << DIGIT_MAX];
	uint32_t mask = (1u << digit) - 1;
	memset(low, 0, ((size_t)mask + 1) * sizeof *low);
	memset(high, 0, ((size_t)mask + 1) * sizeof *high);
	for (size_t i = 0; i < count; i++)
	{
		low[digit_of(pairs[i], by_b, shift, mask)]++;
		high[digit_of(pairs[i], by_b, shift + digit, mask)]++;
	}
	scatter(pairs, scratch, count, by_b, shift, mask, low);
	scatter(scratch, pairs, count, by_b, shift + digit, mask, high);
}

/// Sorts by a, or by b; equal numbers keep their order.
static void sort_stable(kiln_proxy_pair *pairs, size_t count, digits taken, bool by_b, kiln_proxy_pair *scratch)
{
	for (unsigned shift = 0; shift < taken.end; shift += 2 * taken.bits)
		sort_two(pairs, count, taken.bits, shift, by_b, scratch);
}

/// Sorts by b pairs that are already sorted by a.
static void sort_runs(kiln_proxy_pair *pairs, size_t count, digits taken, kiln_proxy_pair *scratch)
{
	for (size_t i = 0, end; i < count; i = end)
	{
		for (end = i + 1; end < count && pairs[end].a == pairs[i].a;)
			end++;
		if (end - i <= 2 * FEW)
			insert(pairs + i, end - i);
		else
			sort_stable(pairs + i, end - i, taken, true, scratch);
	}
}

static bool is_same(kiln_proxy_pair x, kiln_proxy_pair y)
{
	return x.a == y.a && x.b == y.b;
}

static size_t drop_doubles(kiln_proxy_pair *pairs, size_t count)
{
	size_t kept = 1;
	while (kept < count && !is_same(pairs[kept], pairs[kept - 1]))
		kept++;
	if (kept >= count)
		return count;
	kiln_proxy_pair last = pairs[kept - 1];
	for (size_t i = kept; i < count; i++)
	{
		kiln_proxy_pair pair = pairs[i];
		pairs[kept] = pair;
		kept += !is_same(pair, last);
		last = pair;
	}
	return kept;
}

static bool is_sorted(const kiln_proxy_pair *pairs, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (!pair_less(pairs[i - 1], pairs[i]))
			return false;
	return true;
}

size_t kilni_pairs_sort(kiln_proxy_pair *pairs, size_t count, uint32_t end, kiln_proxy_pair *scratch)
{
	if (is_sorted(pairs, count))
		return count;
	const digits taken = digits_for(end);
	if (count <= FEW)
		insert(pairs, count);
	else if (count > end / 2)
	{
		// If proxies have several partners each, two more passes are cheaper than sorting each run.
		sort_stable(pairs, count, taken, true, scratch);
		sort_stable(pairs, count, taken, false, scratch);
	}
	else
	{
		sort_stable(pairs, count, taken, false, scratch);
		sort_runs(pairs, count, taken, scratch);
	}
	return drop_doubles(pairs, count);
}
