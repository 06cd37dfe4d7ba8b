// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SIMPLEX_H
#define KILN_CONVEX_SIMPLEX_H

#include "math/double3.h"

/// The point of a simplex that is closest to the origin: the inner step of GJK, by exchangeable solvers.

/// Sets the weights of the point of the simplex of the first `count` points of `w`, up to 4, that is closest to the origin, leaves out the points whose weight
/// is zero, and tells by `kept` which were kept, in order. Returns their number. Any finite points, affinely dependent
/// ones too.
typedef uint32_t kiln_simplex_solve(const kiln_d3 *w, uint32_t count, uint32_t kept[4], double weight[4]);

/// By the signs of the volumes that the origin spans with the faces (Montanari, Petrinic, Barbieri 2017).
kiln_simplex_solve kilni_simplex_closest;

#endif
