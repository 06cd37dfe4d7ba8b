// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_ELLIPSOID_H
#define KILN_COOKER_BOUND_ELLIPSOID_H

#include "bound/bound.h"

extern const bound_method bound_ellipsoid_principal;
extern const bound_method bound_ellipsoid_minimum;

#endif
