// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_CLIMB_H
#define KILN_BOUNDS_CLIMB_H

#include "kiln/bounds.h"
#include "math/double3.h"

/// A vertex of the hull that no vertex exceeds along the direction, as double says it, decided exactly; found from
/// `seed` by going to better neighbours (Ericson 2005, 4.2.5). `hull` has at least one point; a seed outside it counts
/// as 0.
uint32_t kiln_climb(const kiln_hull_graph *hull, kiln_d3 direction, uint32_t seed);

#endif
