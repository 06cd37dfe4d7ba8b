// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_EDGE_KINDS_H
#define KILN_COOKER_EDGE_KINDS_H

#include "kiln_format.h"
#include "kilncook.h"

/// How the surface of a mesh bends at the sides of its triangles, for contacts: see kiln_edge_kind.

/// Sides of triangles by kind. An edge of two triangles is two sides.
typedef struct clean_side_counts
{
	uint64_t of[KILN_EDGE_KIND_END];
} clean_side_counts;

/// Says of each side of a cleaned mesh's triangles what kind of edge it is, as EDGES holds it: side k, from corner k to
/// the next, in bits 3 k to 3 k + 2. Vertices are finite and at different positions, triangles have area, and there are
/// at most 2^32 / 3 of them. An edge of two triangles that unfold is flat where the sine of the angle between their
/// planes is at most `flat`, 0 to 1; exactly coplanar ones always are. The sign of every other edge is exact. The answer
/// depends on positions only, not on the order of triangles, corners or vertices. False when out of memory.
bool clean_edge_kinds(const kilncook_context *context, const float (*vertices)[3], uint32_t vertex_count,
	const uint32_t (*triangles)[3], uint32_t triangle_count, double flat, uint16_t *kinds);

/// Counts the sides of `count` triangles.
clean_side_counts clean_count_sides(const uint16_t *kinds, uint32_t count);

#endif
