// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SIMPLEX_H
#define KILN_CONVEX_SIMPLEX_H

#include "math/double3.h"

/// The point of a simplex closest to the origin: the inner step of GJK, by exchangeable solvers.

/// Finds the point closest to the origin in the simplex of the first `count` points of `w`, up to 4, and sets its
/// weights. Leaves out the points whose weight is zero, and sets `kept` to the numbers of the others, in order. Returns
/// how many are kept. Valid for any finite points, including affinely dependent ones.
typedef uint32_t kiln_simplex_solve(const kiln_d3 *w, uint32_t count, uint32_t kept[4], double weight[4]);

/// Uses the signs of the volumes that the origin spans with the faces (Montanari, Petrinic, Barbieri 2017).
kiln_simplex_solve kilni_simplex_closest;

#endif
