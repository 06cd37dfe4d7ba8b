// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_SLABS_H
#define KILN_COOKER_BOUND_SLABS_H

#include "kiln/bounds.h"

/// The fixed axes of AABBs and k-DOPs: Kay and Kajiya 1986; Klosowski et al. 1998.

/// Components are -1, 0 or 1, in kiln_kdop's order.
extern const signed char bound_kdop_axes[KILN_KDOP_AXES][3];

/// Returns the axes of a k-DOP with this k, one bit each; 0 when no k-DOP has this k.
uint32_t bound_kdop_mask(uint32_t k);

/// Returns the sign of axis . point - limit, exactly. All numbers are finite.
int bound_slab_side(int axis, const float point[3], float limit);

/// Finds the least and largest float32 numbers that bound axis . point, for every axis of the mask; sets the other
/// slots to 0.
void bound_slabs_enclose(const float (*points)[3], uint32_t count, uint32_t mask, kiln_kdop *slabs);

/// Returns the first point outside; `count` when all are inside.
uint32_t bound_slabs_first_outside(const kiln_kdop *slabs, uint32_t mask, const float (*points)[3], uint32_t count);

#endif
