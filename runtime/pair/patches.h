// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_PATCHES_H
#define KILN_PAIR_PATCHES_H

#include "object.h"

/// Surfaces in pair queries. Only the tables of surfaces name these functions, so that a program without surfaces links none of
/// them.

/// See kiln_surface_operations.pair_side.
bool kilni_pair_surface_side(kiln_pair_side *side);

/// See kiln_surface_operations.pair_patches.
bool kilni_pair_patches(const kiln_pair_part *surface, const kiln_pair_part *other, const double *limit, bool nearest,
	kiln_budget *budget, kiln_visit_part *visit, void *user);

#endif
