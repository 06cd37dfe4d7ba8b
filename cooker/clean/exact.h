// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_EXACT_H
#define KILN_COOKER_EXACT_H

#include <stdbool.h>

/// Predicates whose sign is always right: a floating-point filter decides almost every call, expansion arithmetic the
/// rest (J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997).
/// Coordinates must be finite, and small enough that products of two neither overflow nor lose bits by underflow; every
/// float up to KILN_COORDINATE_MAX is.

/// Sign of the area of the triangle abc in the plane: 1 counter-clockwise, -1 clockwise, 0 when exactly collinear.
int clean_orient2d(const double a[2], const double b[2], const double c[2]);

/// Whether the three points lie exactly on one line, equal points included.
bool clean_collinear(const float a[3], const float b[3], const float c[3]);

#endif
