// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_CYLINDER_H
#define KILN_COOKER_BOUND_CYLINDER_H

#include "bound/bound.h"

extern const bound_method bound_cylinder_principal;
extern const bound_method bound_cylinder_best;

#endif
