// SPDX-License-Identifier: MIT
#include "rules.h"

/// Keys: a reference's coordinate along some axis in the upper half, its primitive's index in the lower half, ordered
/// as unsigned integers. All keys differ, so that every selection has one answer; ties are ordered by index.

uint64_t build_key_from_coordinate(float coordinate, uint32_t index)
{
	// Adding zero turns -0 into +0: both must be the same coordinate.
	float canonical = coordinate + 0.0f;
	uint32_t bits;
	memcpy(&bits, &canonical, sizeof bits);
	bits ^= bits >> 31 ? 0xffffffffu : 0x80000000u;
	return (uint64_t)bits << 32 | index;
}

float build_key_coordinate(uint64_t key)
{
	uint32_t bits = (uint32_t)(key >> 32);
	bits ^= bits >> 31 ? 0x80000000u : 0xffffffffu;
	float coordinate;
	memcpy(&coordinate, &bits, sizeof coordinate);
	return coordinate;
}

/// Sorts a few keys.
static void sort_few(uint64_t *keys, uint32_t count)
{
	for (uint32_t i = 1; i < count; ++i)
	{
		uint64_t key = keys[i];
		uint32_t k = i;
		for (; k > 0 && keys[k - 1] > key; --k)
			keys[k] = keys[k - 1];
		keys[k] = key;
	}
}

/// Keeps the keys whose byte at `shift` is that of the key with rank `*rank`; makes the rank relative to these keys.
static uint32_t narrow(uint64_t *keys, uint32_t count, uint32_t shift, uint32_t *rank)
{
	uint32_t histogram[256] = {0};
	for (uint32_t i = 0; i < count; ++i)
		++histogram[keys[i] >> shift & 255];
	uint32_t byte = 0;
	while (*rank >= histogram[byte])
		*rank -= histogram[byte++];
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		uint64_t key = keys[i];
		keys[kept] = key;
		kept += (key >> shift & 255) == byte;
	}
	return kept;
}

uint64_t build_key_select(const split_work *work, uint32_t count, uint32_t rank)
{
	// Radix selection: linear for any input; quickselect has bad cases.
	uint64_t *keys = work->scratch;
	memcpy(keys, work->keys, count * sizeof *keys);
	for (uint32_t shift = 56; count > 24; shift -= 8)
		count = narrow(keys, count, shift, &rank);
	sort_few(keys, count);
	return keys[rank];
}

split_verdict build_key_partition(
	const split_work *work, const split_range *range, uint64_t limit, split_result *result)
{
	build_ref *refs = range->refs;
	uint64_t *keys = work->keys;
	uint32_t low = 0, high = range->count;
	for (;;)
	{
		while (low < high && keys[low] < limit)
			++low;
		while (low < high && keys[high - 1] >= limit)
			--high;
		if (low >= high)
			break;
		build_ref ref = refs[low];
		uint64_t key = keys[low];
		refs[low] = refs[--high];
		keys[low++] = keys[high];
		refs[high] = ref;
		keys[high] = key;
	}
	if (low == 0 || low == range->count)
		return SPLIT_NONE;
	result->left = low;
	build_refs_measure(refs, low, &result->box[0], &result->centroids[0]);
	build_refs_measure(refs + low, range->count - low, &result->box[1], &result->centroids[1]);
	return SPLIT_DONE;
}

split_verdict build_key_split_at(
	const split_work *work, const split_range *range, float coordinate, split_result *result)
{
	split_verdict verdict = build_key_partition(work, range, build_key_from_coordinate(coordinate, 0), result);
	if (verdict == SPLIT_NONE)
		verdict = build_key_partition(work, range, build_key_from_coordinate(coordinate, UINT32_MAX), result);
	return verdict;
}
