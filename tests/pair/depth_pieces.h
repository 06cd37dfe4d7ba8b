// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_DEPTH_PIECES_H
#define KILN_TESTS_DEPTH_PIECES_H

#include "pair_oracle.h"

/// Depths of pieces of two objects, by the definitions of their shapes.

/// Returns the support of a piece along a vector, times its length.
double depth_reach(const oracle_piece *piece, kiln_d3 along);

/// Returns how far a overlaps b along a unit vector from b to a: the motion along it that separates them.
double depth_along(const oracle_piece *a, const oracle_piece *b, kiln_d3 normal);

/// Returns the least overlap that descents from many directions find: never too small, mostly close to the depth.
double depth_searched(const oracle_piece *a, const oracle_piece *b, uint64_t *random);

/// Lists the rounded vertices of a hull, box or triangle, at most 256. 0 for curved pieces.
uint32_t depth_corners(const oracle_piece *piece, kiln_vec3 corners[256]);

/// Returns the piece with a number; fails the test when it does not exist.
const oracle_piece *depth_piece(const oracle_pieces *pieces, uint32_t node, uint32_t triangle);

#endif
