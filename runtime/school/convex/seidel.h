// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SEIDEL_H
#define KILN_CONVEX_SEIDEL_H

#include "convex/shape/polytope.h"

/// What a linear programme says of two polytopes.
typedef enum kiln_programme_verdict
{
	KILN_PROGRAMME_APART,	  ///< proved: a plane with all vertices of one in front of it and all of the other behind
	KILN_PROGRAMME_OVERLAP,	  ///< proved: a point that is a mean of vertices of either, to KILN_PROGRAMME_NEAR
	KILN_PROGRAMME_UNDECIDED, ///< too near to touching to tell, or too much work
} kiln_programme_verdict;

/// Points of two polytopes this near to each other, times their coordinates (as seen from the eye), count as one.
#define KILN_PROGRAMME_NEAR 0x1p-42

/// A plane between two polytopes: normal . p >= d + gap for the points of a, normal . p <= d - gap for those of b, the
/// balls of their margins included.
typedef struct kiln_programme
{
	kiln_programme_verdict verdict;
	kiln_d3 normal; ///< unit, from b to a, as everywhere; zero unless they are apart
	double d;		///< as seen from the eye
	double gap;		///< > 0: proved, rounding allowed for; 0 unless they are apart. The distance is at least 2 gap
	uint32_t steps; ///< vertices that were found on the wrong side
} kiln_programme;

/// Whether a plane with a normal from b to a, of any length but none, parts two polytopes, beyond all rounding: by all of
/// their vertices, and their margins. Then, and only then, verdict, normal, d and gap of the answer are set.
bool kilni_programme_part(const kiln_polytope *a, const kiln_polytope *b, kiln_d3 normal, kiln_programme *answer);

/// A plane between two polytopes by Seidel's randomised incremental linear programme (Seidel 1991, "Small-dimensional
/// linear programming and convex hulls made easy"; Ericson 2005, 9.4.2). Both are seen from one eye. O(n) expected for n
/// vertices in all, and no room but the stack's: the vertices are taken in an order that a bijective hash of their
/// numbers makes, the same each time, and what one needs of them is recomputed.
///
/// Any plane between them parts their middles, p of a and q of b. Measured so that its normal n has n . (q - p) = 1 it has
/// two unknowns, and its height is the third. Of the planes that leave room 2^-30 on either side, in that measure, the one
/// farthest towards b is sought. A vertex that the best plane so far has on its wrong side lies on the next one: that
/// leaves two unknowns, and so on. Where no room is left for the last one, at most four vertices are at odds. Their
/// tetrahedron's line along q - p then proves the overlap.
///
/// The programme only proposes: the plane is checked against all vertices, the at most four vertices and the two middles
/// are checked to have a point in common. So no verdict is wrong, whatever rounding does: APART beyond all rounding,
/// OVERLAP to KILN_PROGRAMME_NEAR. What lies between, some 2^-30 of the distance of the middles, and flat polytopes that
/// touch, are UNDECIDED. The programme knows nothing of margins: where the cores are apart, but no farther than some
/// margins, that is mostly what is answered.
kiln_programme kilni_seidel(const kiln_polytope *a, const kiln_polytope *b);

#endif
