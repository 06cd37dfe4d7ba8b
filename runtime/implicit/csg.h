// SPDX-License-Identifier: MIT
#ifndef KILN_IMPLICIT_CSG_H
#define KILN_IMPLICIT_CSG_H

#include "line.h"

/// Trees of solids that kiln_csg_check has passed.

/// The tree's sign function.
kiln_sign kilni_csg_sign(const kiln_csg *tree, kiln_d3 point);

/// Parts that a line may have in all leaves together, and so in any tree of them: an operation leaves no more than its
/// two operands have.
uint32_t kilni_csg_parts_max(const kiln_csg *tree);

#endif
