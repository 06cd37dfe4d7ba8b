// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_SPHERE_H
#define KILN_COOKER_BOUND_SPHERE_H

#include "bound/bound.h"

extern const bound_method bound_sphere_box;
extern const bound_method bound_sphere_ritter;
extern const bound_method bound_sphere_ritter_eigen;
extern const bound_method bound_sphere_iterative;
extern const bound_method bound_sphere_minimum;

/// Returns the least sphere that contains all the spheres, in float32 rounded outwards; at least one sphere, all
/// finite, radii >= 0. Welzl's algorithm does not extend to spheres (Fischer and Gaertner 2003), but pivoting does.
kiln_sphere bound_sphere_of_spheres(const kiln_sphere *spheres, uint32_t count);

#endif
