// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_TEST_LANES_H
#define KILN_PAIR_TEST_LANES_H

#include "volume.h"

#include <float.h>

/// Shared by the tests of one mapped volume against the eight children of a node. Lanes are apart only by strict
/// comparisons, so that touching and NaN count as overlap.

/// The lanes with a child that are not apart.
static inline uint32_t kiln_lanes_kept(m8 apart, uint32_t count)
{
	return ~m8_bits(apart) & ((1u << count) - 1u);
}

static inline f8 kiln_lanes_dot(const f8 v[3], const float n[3])
{
	f8 sum = f8_add(f8_mul(v[0], f8_set1(n[0])), f8_mul(v[1], f8_set1(n[1])));
	return f8_add(sum, f8_mul(v[2], f8_set1(n[2])));
}

/// kiln_lanes_along with absolute values of `n`; `v` has no negative numbers.
static inline f8 kiln_lanes_span(const f8 v[3], const float n[3])
{
	f8 sum = f8_add(f8_mul(v[0], f8_set1(fabsf(n[0]))), f8_mul(v[1], f8_set1(fabsf(n[1]))));
	return f8_add(sum, f8_mul(v[2], f8_set1(fabsf(n[2]))));
}

/// sum + max(gap, 0)^2. NaN counts as no gap.
static inline f8 kiln_lanes_add_gap(f8 sum, f8 gap)
{
	gap = f8_max(gap, f8_set1(0));
	return f8_add(sum, f8_mul(gap, gap));
}

/// The larger of `gaps2` and the squared gap along the volume's direction, relative to the volume's center: the lanes'
/// centers are at offset . aim, their half widths are `own`. kiln_lanes_near subtracts `reach`, which counts for more
/// along a longer direction.
static inline f8 kiln_lanes_aimed(f8 gaps2, const kiln_pair_volume *volume, const f8 offset[3], f8 own, f8 reach)
{
	f8 room = f8_add(own, f8_set1(volume->aim_half));
	room = f8_add(room, f8_mul(reach, f8_set1(volume->aim_excess)));
	f8 gap = f8_sub(f8_abs(kiln_lanes_dot(offset, volume->aim)), room);
	return f8_max(kiln_lanes_add_gap(f8_set1(0), gap), gaps2);
}

/// Lower bounds in the query's lengths from squared gaps of the cores, and the lanes within the limit. The axes of the
/// gaps are unit and perpendicular to less than 2^-17 of the sum. Subtracts `reach`: the radii and the slack.
static inline uint32_t kiln_lanes_near(
	f8 gaps2, f8 reach, const kiln_pair_link *link, float limit, uint32_t count, float lower[8])
{
	// Squares of gaps beyond 2^64, which occur for a tiny scale, are infinite; the gaps are not.
	f8 core = f8_mul(f8_sqrt(f8_min(gaps2, f8_set1(FLT_MAX))), f8_set1(1 - 0x1p-17f));
	f8 bound = f8_max(f8_mul(f8_sub(core, reach), f8_set1(link->length)), f8_set1(0));
	f8_store(lower, bound);
	return kiln_lanes_kept(m8_gt(bound, f8_set1(limit)), count);
}

#endif
