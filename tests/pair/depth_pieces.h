// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_DEPTH_PIECES_H
#define KILN_TESTS_DEPTH_PIECES_H

#include "pair_oracle.h"

/// How deep pieces of two objects are in each other, by what their shapes are defined to be.

/// How far a piece reaches along a vector, times its length.
double depth_reach(const oracle_piece *piece, kiln_d3 along);

/// How far a overlaps b along a unit vector from b to a: the way along it that parts them.
double depth_along(const oracle_piece *a, const oracle_piece *b, kiln_d3 normal);

/// The least overlap that is found by going downhill from many directions: never too small, mostly near the depth.
double depth_searched(const oracle_piece *a, const oracle_piece *b, uint64_t *random);

/// A hull, box or triangle by its vertices, rounded: most 256 of them. 0 for curved pieces.
uint32_t depth_corners(const oracle_piece *piece, kiln_vec3 corners[256]);

/// The piece of a number; a failure ends the test.
const oracle_piece *depth_piece(const oracle_pieces *pieces, uint32_t node, uint32_t triangle);

#endif
