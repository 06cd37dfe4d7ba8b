// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_SHAPES_H
#define KILN_DUMP_SHAPES_H

#include "../common/json.h"
#include "kiln.h"

#include <stdio.h>

/// What nodes place: shapes with their mass, bounding volumes, and what they are made of.

/// A stable word for a kiln_shape_kind, such as `hull`.
const char *shape_kind_name(uint32_t kind);

/// Lines for people about one shape.
void shape_text(FILE *out, const kiln_asset *asset, uint32_t index);

/// The key `shapes` and an array of all.
void shapes_json(json_writer *json, const kiln_asset *asset);

/// Proves what kiln_open does not: that every hull is closed, convex and sound by exact signs, that its planes contain
/// its vertices, that bounding volumes contain what they belong to (hulls: every vertex, exactly; meshes: every vertex
/// of every leaf, exactly), and that mass is that of the triangles, hull or primitive. KILN_E_VALUE or KILN_E_NUMBER with the place; `memory`
/// gets true when there was not enough.
kiln_result verify_shapes(const kiln_asset *asset, bool *memory);

/// A solid's surface as triangles and polygons for eyes: hulls and boxes as they are, round ones in facets. Writes OBJ
/// `v` and `f` lines with vertices counted from `base`; returns how many vertices were written.
uint64_t solid_obj(FILE *out, const kiln_asset *asset, const kiln_format_node *node, uint64_t base);

#endif
