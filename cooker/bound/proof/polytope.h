// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_POLYTOPE_H
#define KILN_COOKER_BOUND_POLYTOPE_H

#include "kiln/bounds.h"

/// Volume and surface of the solid between slabs, those of the mask, to rounding. A flat one has its area on both sides;
/// slabs that leave nothing, and axes that leave it unbounded, have none.
void bound_polytope_measure(const kiln_kdop *slabs, uint32_t mask, double *volume, double *area);

#endif
