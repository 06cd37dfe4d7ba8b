// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_SHAPES_H
#define KILN_DUMP_SHAPES_H

#include "../../common/json.h"
#include "kiln.h"

#include <stdio.h>

/// The shapes that nodes place: mass, bounding volumes, and the parts they were made from.

/// A stable word for a kiln_shape_kind, such as `hull`.
const char *shape_kind_name(uint32_t kind);

/// Writes lines of text about one shape.
void shape_text(FILE *out, const kiln_asset *asset, uint32_t index);

/// Writes the key `shapes` and an array of all shapes.
void shapes_json(json_writer *json, const kiln_asset *asset);

/// Proves properties that kiln_open does not prove: every hull is closed, convex and valid by exact signs, and its
/// planes contain its vertices; bounding volumes contain their shapes (every vertex of a hull, every vertex of every
/// leaf of a mesh, exactly); mass is the mass of the triangles, hull or primitive. KILN_E_VALUE or KILN_E_NUMBER with
/// the place; `memory` becomes true when memory ran out.
kiln_result verify_shapes(const kiln_asset *asset, bool *memory);

#endif
