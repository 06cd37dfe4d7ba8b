// SPDX-License-Identifier: MIT
// Measured by `make sizes`: a hull of points, and its support mapping.
#include "link_all.h"

LINK_ALL(USED(kiln_hull_build_size), USED(kiln_hull_build), USED(kiln_hull_support))
