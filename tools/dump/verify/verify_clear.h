// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_VERIFY_CLEAR_H
#define KILN_DUMP_VERIFY_CLEAR_H

#include "hull/hull.h"
#include "kiln.h"

/// The space that a ball reaches from outside, or from points, among the triangles of one mesh, for tests of the solids that stand for the mesh.
typedef struct clear_space clear_space;

/// Floods the space of a ball among the triangles of a mesh of `art`, from the outside without points. Returns KILNCOOK_REFUSED for a ball that is too small for the mesh, and KILNCOOK_INTERNAL when
/// out of memory. `*space` is for clear_space_free, or NULL.
kilncook_status clear_space_make(
	const kiln_asset *art, uint32_t mesh, double radius, const kilncook_points *from, clear_space **space);

void clear_space_free(clear_space *space);

/// Returns how deep a hull or primitive enters the space, certainly no deeper. A hull is given by itself, a primitive by its shape.
double clear_space_depth(const clear_space *space, const convex_hull *h, const kiln_format_shape *shape);

/// The depth that is allowed.
double clear_space_allowed(const clear_space *space);

#endif
