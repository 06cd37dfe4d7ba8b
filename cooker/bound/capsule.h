// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_CAPSULE_H
#define KILN_COOKER_BOUND_CAPSULE_H

#include "bound.h"

extern const bound_method bound_capsule_principal;
/// Never of more volume than the minimum sphere.
extern const bound_method bound_capsule_best;

#endif
