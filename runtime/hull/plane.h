// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_PLANE_H
#define KILN_HULL_PLANE_H

#include "kiln/base.h"

/// The planes of hulls, and the order of their vertices. The cooker and kiln_hull_build use the same functions, so that
/// both make the same bytes. Coordinates are finite and at most KILN_COORDINATE_MAX.

/// Computes the unit normal, to rounding, of the triangle abc, which has an area; seen from the normal's side, abc is
/// counter-clockwise.
void kilni_hull_plane_normal(const float a[3], const float b[3], const float c[3], float normal[3]);

/// Returns the least float d with n . p <= d, exactly. The components of n are at most 1 but for rounding.
float kilni_hull_plane_height(const float n[3], const float p[3]);

/// Bits of the Morton code on one axis: three axes leave seven bits of 64.
#define KILN_HULL_MORTON_BITS 19

/// Returns the Morton code of a vertex among 2^KILN_HULL_MORTON_BITS cells on each axis of the hull's box.
uint64_t kilni_hull_morton(const float vertex[3], const float low[3], const float high[3]);

#endif
