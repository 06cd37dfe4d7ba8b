// SPDX-License-Identifier: MIT
// Measured by `make sizes`: the distance of two convex shapes.
#include "link_all.h"

LINK_ALL(USED(kiln_convex_distance))
