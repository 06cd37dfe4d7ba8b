// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_ORIENT_H
#define KILN_MATH_ORIENT_H

#include "kiln/base.h"

/// Exact signs of determinants of float32 coordinates of at most KILN_COORDINATE_MAX. Double decides where its error
/// bound allows, else expansions decide (Shewchuk 1997).

/// +1 when c lies left of the line from a to b, -1 right, 0 on it.
int kilni_orient2(float ax, float ay, float bx, float by, float cx, float cy);

/// +1 when p lies on the side of the triangle from which its corners run counterclockwise, -1 on the other, 0 in its
/// plane.
int kilni_orient3(const kiln_vec3 corner[3], kiln_vec3 p);

#endif
