// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_IMPLICIT_H
#define KILN_PRIMITIVE_IMPLICIT_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Solids by sign functions, and trees of their unions, intersections and differences. ...

/// Points within `radius` of the circle of radius `ring` about the axis through center.
typedef struct kiln_torus
{
	kiln_vec3 center;
	kiln_vec3 axis; ///< any length above zero
	float ring;		///< > 0; less than `radius`: the hole closes
	float radius;	///< >= 0
} kiln_torus;

#ifdef __cplusplus
}
#endif

#endif
