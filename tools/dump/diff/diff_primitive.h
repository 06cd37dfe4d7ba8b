// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_DIFF_PRIMITIVE_H
#define KILN_DUMP_DIFF_PRIMITIVE_H

#include "kiln_format.h"

#include <stdbool.h>

/// How far the surface of a primitive moves from one file to the other: the Hausdorff distance of two solids of one kind, with the
/// rounding of double. For cylinders an upper bound, with `*at_most` true. 0 only where both have the same numbers, or where the
/// numbers are another form of the same solid.
double diff_primitive_moved(const kiln_format_shape *a, const kiln_format_shape *b, bool *at_most);

#endif
