// SPDX-License-Identifier: MIT
#ifndef KILN_IMPLICIT_CSG_H
#define KILN_IMPLICIT_CSG_H

#include "line.h"

/// Trees of solids that kiln_csg_check has passed.

/// The tree's sign function.
kiln_sign kilni_csg_sign(const kiln_csg *tree, kiln_d3 point);

/// The largest number of parts that a line may have in all leaves together. This also bounds the parts in any tree of
/// these leaves: an operation leaves no more parts than its two operands have.
uint32_t kilni_csg_parts_max(const kiln_csg *tree);

#endif
