// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_POLYTOPE_H
#define KILN_COOKER_BOUND_POLYTOPE_H

#include "kiln/bounds.h"

/// Volume and surface of the solid between the slabs of the mask, to rounding. A flat solid counts its area on both
/// sides. Volume and surface are 0 when the slabs leave nothing, and when the axes leave the solid unbounded.
void bound_polytope_measure(const kiln_kdop *slabs, uint32_t mask, double *volume, double *area);

#endif
