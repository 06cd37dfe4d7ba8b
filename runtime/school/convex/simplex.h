// SPDX-License-Identifier: MIT
#ifndef KILN_SCHOOL_CONVEX_SIMPLEX_H
#define KILN_SCHOOL_CONVEX_SIMPLEX_H

#include "convex/method.h"
#include "kiln/school.h"

/// Uses the recursive cofactors of Johnson (Gilbert, Johnson, Keerthi 1988), with their backup: where rounding hides
/// the closest face, compares all faces.
kiln_simplex_solve kilni_simplex_by_johnson;

/// Takes the best of all faces, each by its own linear equations: an oracle.
kiln_simplex_solve kilni_simplex_by_brute_force;

#endif
