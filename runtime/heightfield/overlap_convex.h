// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_OVERLAP_CONVEX_H
#define KILN_HEIGHTFIELD_OVERLAP_CONVEX_H

#include "kiln/heightfield.h"
#include "scene/overlap_convex.h"

/// Visits the triangles that a convex object touches, by increasing number. Nothing for a field or an object that is not
/// usable.
void kilni_heightfield_overlap_convex_visit(
	const kiln_heightfield *field, const kiln_convex_object *object, kiln_visit_overlap *visit, void *user);

#endif
