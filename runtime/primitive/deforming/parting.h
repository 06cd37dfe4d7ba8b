// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_DEFORMING_PARTING_H
#define KILN_PRIMITIVE_DEFORMING_PARTING_H

#include "math/double3.h"

/// The unit direction in which triangle a, which touches b, leaves b after the shortest way: a separating axis (Ericson
/// 2005, 5.2.9) from a normal, from two edges, or in the plane of an edge. Triangles may be segments and points.
kiln_d3 kilni_triangles_parting(const kiln_d3 a[3], const kiln_d3 b[3]);

#endif
