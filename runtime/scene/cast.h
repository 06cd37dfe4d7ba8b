// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CAST_H
#define KILN_SCENE_CAST_H

#include "cast_shape.h"
#include "kiln/cast.h"

/// Visits the first contact of a moving shape with every triangle and solid. `mesh` is KILN_NONE for the whole asset.
void kilni_cast_visit(const kiln_asset *asset, uint32_t mesh, const kiln_cast_shape *shape, const kiln_motion *motion,
	kiln_visit_hit *visit, void *user);

#endif
