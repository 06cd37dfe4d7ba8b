// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_FOURIER_MOTZKIN_H
#define KILN_CONVEX_FOURIER_MOTZKIN_H

#include "school/convex/seidel.h"

/// A half-space n . x <= d, a mean of such of two polytopes.
typedef struct kiln_elimination_row
{
	double n[3];
	double d;
	double of_a[3]; ///< what half-spaces of the first polytope have in n, that of dropped axes included
	uint64_t from;	///< bits of the half-spaces that it is a mean of
} kiln_elimination_row;

/// Most half-spaces of two polytopes together.
#define KILN_ELIMINATION_HALFSPACES 64
/// Rows that are enough for two boxes (94 at most were seen), and for hulls of up to eight vertices each.
#define KILN_ELIMINATION_ROWS 1024

/// Whether two polytopes, seen from one eye, have a point in common: by elimination of x, then y, from the half-spaces of
/// both (Fourier 1827, Motzkin 1936; Ericson 2005, 9.4.1). Each pair of rows of which one bounds x from above and the
/// other from below makes one without x, so that n rows become up to n^2 / 4, and those again: an oracle for small
/// polytopes, in rows of the caller's. Rows that are means of more half-spaces than k + 1, after k eliminations, follow
/// from others and are left out (Chernikov 1960). Of z an interval is left, empty or not.
///
/// Where that is empty, the two rows at odds are means of half-spaces, n . x <= d of a and -n . x <= e of b: APART is what a
/// plane with that normal is checked to do, against all vertices. Otherwise from z back to y and x there is a point in all
/// half-spaces: OVERLAP is what has one, to KILN_PROGRAMME_NEAR of the coordinates (beyond the tip of a needle they all
/// may be near where the needle is not). UNDECIDED is what is nearer to touching
/// than that, what margins bring together, and where it gives up: for more than KILN_ELIMINATION_HALFSPACES, or no row
/// left. `steps`: rows made.
///
/// Half-spaces are made from vertices, not from stored planes; flat polytopes have those of their sides, too.
kiln_programme kiln_fourier_motzkin(
	const kiln_polytope *a, const kiln_polytope *b, kiln_elimination_row *rows, uint32_t capacity);

#endif
