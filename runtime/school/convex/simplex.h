// SPDX-License-Identifier: MIT
#ifndef KILN_SCHOOL_CONVEX_SIMPLEX_H
#define KILN_SCHOOL_CONVEX_SIMPLEX_H

#include "convex/method.h"
#include "kiln/school.h"

/// By the recursive cofactors of Johnson (Gilbert, Johnson, Keerthi 1988), with their backup: where rounding hides which
/// face it is, all are compared.
kiln_simplex_solve kilni_simplex_by_johnson;

/// By the best of all faces, each by its own linear equations: an oracle.
kiln_simplex_solve kilni_simplex_by_brute_force;

#endif
