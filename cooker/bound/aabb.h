// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_AABB_H
#define KILN_COOKER_BOUND_AABB_H

#include "bound.h"

extern const bound_method bound_aabb;

#endif
