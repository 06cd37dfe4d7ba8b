// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_SEGMENT_H
#define KILN_PRIMITIVE_SEGMENT_H

#include "math/double3.h"

/// Two closest points.
typedef struct kiln_nearest_pair
{
	double distance2;
	kiln_d3 first;
	kiln_d3 second;
} kiln_nearest_pair;

/// Closest points of the segments p, p + d and q, q + e (Ericson 2005, 5.1.9, with the determinant from the cross
/// product, so that nearly parallel segments keep their accuracy). Segments may be points; parallel ones give one of
/// their closest pairs.
kiln_nearest_pair kilni_segment_segment(kiln_d3 p, kiln_d3 d, kiln_d3 q, kiln_d3 e);

/// Closest points of the segment p, p + d (first) and a triangle (second) (Ericson 2005, 5.1.10). The squared distance
/// is exactly 0 where segment and triangle cross within rounding. Any finite input is valid.
kiln_nearest_pair kilni_segment_triangle(kiln_d3 p, kiln_d3 d, const kiln_d3 corner[3]);

#endif
