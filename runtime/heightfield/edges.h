// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_EDGES_H
#define KILN_HEIGHTFIELD_EDGES_H

#include "field.h"

/// Sine of the greatest angle of flat edges: that of the cooker, where its options give none.
#define KILN_FIELD_FLAT_EDGE 0.025

/// The kinds of the sides of a triangle, as kiln_triangle_edges; 0 for the triangles of a hole.
uint32_t kilni_heightfield_edges(const kiln_heightfield *field, uint32_t triangle);

#endif
