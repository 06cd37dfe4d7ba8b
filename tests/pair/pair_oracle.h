// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PAIR_ORACLE_H
#define KILN_TESTS_PAIR_ORACLE_H

#include "convex/convex.h"
#include "kiln.h"

/// Queries between two objects by brute force: every triangle and solid of one with every one of the other, placed in
/// long double, independent of the code under test.

/// A triangle or solid of an object.
typedef struct oracle_piece
{
	uint32_t node; ///< as in kiln_pair
	uint32_t triangle;
	long double corner[3][3]; ///< of a triangle, in the query's coordinates
	kiln_body body;			  ///< of a solid
	kiln_place place;
} oracle_piece;

typedef struct oracle_pieces
{
	oracle_piece *piece;
	uint32_t count;
} oracle_pieces;

/// Lists all pieces of an object; the caller calls pair_oracle_free.
oracle_pieces pair_oracle_of(const kiln_object *object);
void pair_oracle_free(oracle_pieces *pieces);

/// A piece that is a point.
oracle_piece pair_oracle_point(kiln_vec3 point);

/// Returns their distance; 0 where they touch.
double pair_oracle_gap(const oracle_piece *a, const oracle_piece *b);

#endif
