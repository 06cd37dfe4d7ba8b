// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MOVER_ORACLE_H
#define KILN_TESTS_MOVER_ORACLE_H

#include "mover_level.h"

/// Ways of bodies through a level, judged by certain proofs and brute force: no code of the runtime takes part.

/// Most pieces of a level.
#define ORACLE_PIECES (LEVEL_TRIANGLES + LEVEL_SOLIDS)

/// The convex hull of points: a triangle, or a solid. The coordinates are sums of two floats at most.
typedef struct oracle_piece
{
	double points[LEVEL_POINTS][3];
	uint32_t count;
} oracle_piece;

typedef struct oracle_pieces
{
	oracle_piece list[ORACLE_PIECES];
	uint32_t count;
} oracle_pieces;

/// Collects the triangles of a level and its solids, which are point clouds that are not turned.
void oracle_collect(const mover_level *level, oracle_pieces *pieces);

/// Most points of a body.
#define ORACLE_POINTS LEVEL_POINTS

/// A body of level_body: the sum of the hull of points, a horizontal disc and a ball.
typedef struct oracle_mover
{
	kiln_vec3 points[ORACLE_POINTS];
	uint32_t count;
	double disc, radius;
} oracle_mover;

void oracle_mover_of(const kiln_convex_shape *shape, oracle_mover *body);

/// Distance from a body within which the surfaces count as overlapped where the body overlaps some: float32
/// has some 2^-21 in a level.
#define ORACLE_NEAR 0x1p-16

/// Number of pieces that are not proved to be apart from the whole body on its straight way: ends count, and touching. A
/// proof is a direction along which the body is everywhere behind the piece; the sums are in double, and the difference
/// exceeds a bound of all their rounding. So 0 is certain, and a piece that the body touches is always counted. Unless the
/// start is `free`, only pieces farther than ORACLE_NEAR from the start count.
uint32_t oracle_unproved(
	const oracle_pieces *pieces, const oracle_mover *body, kiln_vec3 from, kiln_vec3 to, bool free);

#endif
