// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_KDOP_H
#define KILN_COOKER_BOUND_KDOP_H

#include "bound.h"

/// One method for each k. Every slab touches points on both sides, so each result is the tightest k-DOP of its k.
extern const bound_method bound_kdop6;
extern const bound_method bound_kdop8;
extern const bound_method bound_kdop12;
extern const bound_method bound_kdop14;
extern const bound_method bound_kdop18;
extern const bound_method bound_kdop20;
extern const bound_method bound_kdop24;
extern const bound_method bound_kdop26;

#endif
