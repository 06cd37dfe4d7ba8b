// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_CONE_H
#define KILN_COOKER_BOUND_CONE_H

#include "bound/bound.h"

extern const bound_method bound_cone_principal;
extern const bound_method bound_cone_best;

#endif
