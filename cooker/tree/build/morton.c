// SPDX-License-Identifier: MIT
#include "morton.h"

enum
{
	AXIS_BITS = 21,
	DIGIT_BITS = 11,
	DIGITS = 6, ///< enough for three times AXIS_BITS
};

/// Inserts two zeros between any two of the low 21 bits.
static uint64_t spread(uint32_t value)
{
	uint64_t bits = value & 0x1fffffu;
	bits = (bits | bits << 32) & 0x001f00000000ffffu;
	bits = (bits | bits << 16) & 0x001f0000ff0000ffu;
	bits = (bits | bits << 8) & 0x100f00f00f00f00fu;
	bits = (bits | bits << 4) & 0x10c30c30c30c30c3u;
	return (bits | bits << 2) & 0x1249249249249249u;
}

/// Cells are cubes, so that neighbours on the curve are close in space. The middles of clusters may lie outside the
/// range of the primitives' middles by rounding: cells are clamped.
static void encode(const cluster_tree *tree, morton_key *keys, uint32_t count)
{
	float extent[4];
	vec4_store(extent, vec4_sub(tree->centroids.max, tree->centroids.min));
	float size = extent[0] > extent[1] ? extent[0] : extent[1];
	size = size > extent[2] ? size : extent[2];
	const float cells = (float)(1 << AXIS_BITS);
	vec4 origin = vec4_xyz(tree->centroids.min);
	vec4 scale = vec4_all(size > 1e-30f ? cells / size : 0.0f);
	for (uint32_t i = 0; i < count; ++i)
	{
		int32_t cell[4];
		box4 box = cluster_box(&tree->nodes[keys[i].cluster]);
		vec4 at = vec4_mul(vec4_sub(vec4_add(box.min, box.max), origin), scale);
		vec4_truncate(vec4_max(vec4_all(0.0f), vec4_min(at, vec4_all(cells - 1.0f))), cell);
		keys[i].code = spread((uint32_t)cell[0]) << 2 | spread((uint32_t)cell[1]) << 1 | spread((uint32_t)cell[2]);
	}
}

void morton_sort(const cluster_tree *tree, morton_key *keys, morton_key *scratch, uint32_t count)
{
	encode(tree, keys, count);
	// Counting sort from the lowest digit; after an even number of digits the keys are back in their own array.
	morton_key *from = keys, *to = scratch;
	for (uint32_t digit = 0; digit < DIGITS; ++digit)
	{
		uint32_t start[1 << DIGIT_BITS] = {0};
		uint32_t shift = digit * DIGIT_BITS, mask = (1u << DIGIT_BITS) - 1, sum = 0;
		for (uint32_t i = 0; i < count; ++i)
			++start[from[i].code >> shift & mask];
		for (uint32_t value = 0; value <= mask; ++value)
		{
			uint32_t found = start[value];
			start[value] = sum;
			sum += found;
		}
		for (uint32_t i = 0; i < count; ++i)
			to[start[from[i].code >> shift & mask]++] = from[i];
		morton_key *swap = from;
		from = to;
		to = swap;
	}
}
