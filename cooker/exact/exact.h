// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_EXACT_H
#define KILN_COOKER_EXACT_H

#include "math/ieee.h"

#include <stdbool.h>

/// Signs of determinants that are always correct. A floating-point filter decides almost every call. Expansions decide
/// the calls whose differences are exact, as on lattices and between most floats (J. R. Shewchuk, Adaptive Precision
/// Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997). Integers of any length decide the rest; in
/// the plane, longer expansions are tried first. Every finite coordinate is allowed and gives an exact sign; NaN or
/// infinity gives 0. Swapping two points changes the sign.

/// Returns the sign of the area of the triangle abc in the plane: 1 counter-clockwise, -1 clockwise, 0 when exactly
/// collinear.
int exact_orient2d(const double a[2], const double b[2], const double c[2]);

/// Returns the side of the plane abc on which d lies: 1 in front, where abc is seen counter-clockwise and (b - a) x (c
/// - a) points; -1 behind; 0 when the four points are exactly coplanar.
int exact_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]);

/// Whether d lies inside the circle through abc: 1 inside, -1 outside, 0 exactly on it, for a counter-clockwise abc;
/// the opposite for a clockwise one.
int exact_incircle(const double a[2], const double b[2], const double c[2], const double d[2]);

/// Whether e lies inside the sphere through abcd: 1 inside, -1 outside, 0 exactly on it, where exact_orient3d(a, b, c,
/// d) is 1; the opposite where it is -1.
int exact_insphere(const double a[3], const double b[3], const double c[3], const double d[3], const double e[3]);

/// Whether the three points lie exactly on one line, equal points included. The coordinates are finite.
bool exact_collinear(const float a[3], const float b[3], const float c[3]);

/// Returns what a triangle adds to the winding number of a surface around a point: 1 or -1 where the ray upwards from the
/// point crosses it from behind or from the front, else 0. The point is moved by as little as can be: up by e, to x by e^2, to
/// y by e^3 (H. Edelsbrunner, E. P. Muecke, Simulation of Simplicity, 1990), so that the ray meets no edge.
int exact_crossing(const float corners[3][3], const double point[3]);

#endif
