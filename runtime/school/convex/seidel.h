// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SEIDEL_H
#define KILN_CONVEX_SEIDEL_H

#include "convex/shape/polytope.h"

/// The verdict of a linear programme on two polytopes.
typedef enum kiln_programme_verdict
{
	KILN_PROGRAMME_APART,	  ///< proved: a plane with all vertices of one in front of it and all of the other behind
	KILN_PROGRAMME_OVERLAP,	  ///< proved: a point that is a mean of vertices of either, to KILN_PROGRAMME_NEAR
	KILN_PROGRAMME_UNDECIDED, ///< too near to touching to decide, or too much work
} kiln_programme_verdict;

/// Points of two polytopes nearer to each other than this, times their coordinates (relative to the eye), count as one.
#define KILN_PROGRAMME_NEAR 0x1p-42

/// A plane between two polytopes: normal . p >= d + gap for the points of a, normal . p <= d - gap for those of b,
/// including the balls of their margins.
typedef struct kiln_programme
{
	kiln_programme_verdict verdict;
	kiln_d3 normal; ///< unit, from b to a, as everywhere; zero unless they are apart
	double d;		///< relative to the eye
	double gap;		///< > 0: proved, with room for rounding; 0 unless they are apart. The distance is at least 2 gap
	uint32_t steps; ///< vertices that were found on the wrong side
} kiln_programme;

/// Whether a plane with a normal from b to a, of any nonzero length, separates two polytopes with their margins, beyond
/// all rounding. Tests all vertices. Only if it does, verdict, normal, d and gap of the answer are set.
bool kilni_programme_part(const kiln_polytope *a, const kiln_polytope *b, kiln_d3 normal, kiln_programme *answer);

/// A plane between two polytopes by Seidel's randomised incremental linear programme (Seidel 1991, "Small-dimensional
/// linear programming and convex hulls made easy"; Ericson 2005, 9.4.2). Both are relative to one eye. Expected O(n)
/// for n vertices in all, without memory other than the stack: a bijective hash of the vertices' numbers gives their
/// order, the same each time, and values that depend on them are recomputed.
///
/// Any plane between them separates their middles, p of a and q of b. If its normal n is scaled so that n . (q - p) =
/// 1, it has two unknowns, and its height is the third. Among the planes with room 2^-30 on both sides, in that
/// measure, the programme seeks the one farthest towards b. A vertex on the wrong side of the best plane so far lies on
/// the next best plane: two unknowns remain, and so on. If no room is left for the last unknown, at most four vertices
/// are in conflict. Their tetrahedron's line along q - p then proves the overlap.
///
/// The programme only proposes. The plane is checked against all vertices; the at most four vertices and the two
/// middles are checked for a common point. So no verdict is wrong because of rounding: APART is beyond all rounding,
/// OVERLAP to KILN_PROGRAMME_NEAR. Cases in between, within some 2^-30 of the distance of the middles, and flat
/// polytopes that touch, are UNDECIDED. The programme ignores margins: cores that are apart by no more than some
/// margins are mostly UNDECIDED, too.
kiln_programme kilni_seidel(const kiln_polytope *a, const kiln_polytope *b);

#endif
