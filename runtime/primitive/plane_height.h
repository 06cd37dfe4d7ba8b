// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_PLANE_HEIGHT_H
#define KILN_PRIMITIVE_PLANE_HEIGHT_H

#include "kiln/primitive/shapes.h"

/// normal . point - d to 2^-46 of itself, so that its sign is exact and 0 means that the point is in the plane: in double
/// where little cancels, else by an expansion (Shewchuk 1997). Usable arguments.
double kiln_plane_height(const kiln_plane *plane, kiln_vec3 point);

#endif
