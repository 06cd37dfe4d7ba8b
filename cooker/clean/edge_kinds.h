// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_EDGE_KINDS_H
#define KILN_COOKER_EDGE_KINDS_H

#include "adjacency.h"
#include "kiln_format.h"
#include "kilncook.h"

/// Computes how the surface of a mesh bends at the sides of its triangles, for contacts: see kiln_edge_kind.

/// Counts of triangle sides by kind. An edge of two triangles counts as two sides.
typedef struct clean_side_counts
{
	uint64_t of[KILN_EDGE_KIND_END];
} clean_side_counts;

/// Computes the kind of edge for each side of a cleaned mesh's triangles, in the form of EDGES: side k, from corner k
/// to the next, in bits 3 k to 3 k + 2. Vertices must be finite and at different positions, triangles must have area,
/// and there are at most 2^32 / 3 of them. An edge whose two triangles unfold is flat if the sine of the angle between
/// their planes is at most `flat`, 0 to 1; exactly coplanar triangles are always flat. The sign of every other edge is
/// exact. The result depends on positions only, not on the order of triangles, corners or vertices. False when out of
/// memory.
bool clean_edge_kinds(const kilncook_context *context, const float (*vertices)[3], uint32_t vertex_count,
	const uint32_t (*triangles)[3], uint32_t triangle_count, double flat, uint16_t *kinds);

/// Computes the same from the edges of the triangles, which clean_edges_build makes.
void clean_edge_kinds_of(const clean_edges *edges, const float (*vertices)[3], const uint32_t (*triangles)[3],
	uint32_t triangle_count, double flat, uint16_t *kinds);

/// Counts the sides of `count` triangles by kind.
clean_side_counts clean_count_sides(const uint16_t *kinds, uint32_t count);

#endif
