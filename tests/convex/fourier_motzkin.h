// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_FOURIER_MOTZKIN_H
#define KILN_CONVEX_FOURIER_MOTZKIN_H

#include "school/convex/seidel.h"

/// A half-space n . x <= d: a mean of half-spaces of two polytopes.
typedef struct kiln_elimination_row
{
	double n[3];
	double d;
	double of_a[3]; ///< part of n from half-spaces of the first polytope, with that of eliminated axes
	uint64_t from;	///< bit set of the half-spaces in the mean
} kiln_elimination_row;

/// Most half-spaces of two polytopes together.
#define KILN_ELIMINATION_HALFSPACES 64
/// Enough rows for two boxes (at most 94 were observed), and for hulls of up to eight vertices each.
#define KILN_ELIMINATION_ROWS 1024

/// Whether two polytopes, seen from one eye, have a point in common: by elimination of x, then y, from the half-spaces
/// of both (Fourier 1827, Motzkin 1936; Ericson 2005, 9.4.1). Each pair of rows, one of which bounds x from above and
/// the other from below, makes a row without x. So n rows become up to n^2 / 4, and the next step repeats this: an
/// oracle for small polytopes, in rows of the caller's memory. After k eliminations, a row that is a mean of more than
/// k + 1 half-spaces follows from others and is left out (Chernikov 1960). Finally an interval of z remains, which may
/// be empty.
///
/// If the interval is empty, the two contradicting rows are means of half-spaces, n . x <= d of a and -n . x <= e of b:
/// the result is APART if a plane with that normal separates all vertices. Otherwise the search goes from z back to y
/// and x: the result is OVERLAP if a point lies in all half-spaces, to KILN_PROGRAMME_NEAR of the coordinates (beyond
/// the tip of a needle, all half-spaces may be close although the needle is not). The result is UNDECIDED for pairs
/// that are closer to touching, for pairs that touch only by margins, and after giving up: for more than
/// KILN_ELIMINATION_HALFSPACES, or when the rows run out. `steps` counts the rows.
///
/// Half-spaces are made from vertices, not from stored planes; flat polytopes have those of their sides, too.
kiln_programme kiln_fourier_motzkin(
	const kiln_polytope *a, const kiln_polytope *b, kiln_elimination_row *rows, uint32_t capacity);

#endif
