// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HAUSDORFF_SAME_H
#define KILN_COOKER_HAUSDORFF_SAME_H

#include "hausdorff.h"

/// Marks the triangles of one surface whose corners are, in any order and to the bit, those of a triangle of the other
/// surface. False when out of memory.
bool same_find(const kilncook_context *context, const hausdorff_surface *of, const hausdorff_surface *in, bool *same);

#endif
