// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SURVEY_CURVE_H
#define KILN_COOKER_SURVEY_CURVE_H

#include "kilncook.h"

/// Orders `count` points along a Z-order curve (G. M. Morton 1966), so that neighbours in the order are near each other: `order`
/// gets their numbers. Points are finite. Points that share a cell of the curve are ordered by a finer curve of their own, so that
/// points far away do not matter; equal points keep the order of their numbers. O(n) for each of at most 32 levels of curves. False
/// when out of memory.
bool curve_order(const kilncook_context *context, const float (*points)[3], uint32_t count, uint32_t *order);

#endif
