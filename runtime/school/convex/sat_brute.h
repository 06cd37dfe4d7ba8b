// SPDX-License-Identifier: MIT
#ifndef KILN_SCHOOL_CONVEX_SAT_BRUTE_H
#define KILN_SCHOOL_CONVEX_SAT_BRUTE_H

#include "convex/depth/sat.h"

/// kilni_sat by every face of both, and every pair of edges in both directions, with true supports: an oracle.
/// Practical only for small polytopes.
void kilni_sat_brute(const kiln_polytope *a, const kiln_polytope *b, kiln_sat_result *result);

#endif
