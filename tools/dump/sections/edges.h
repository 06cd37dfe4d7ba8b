// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_EDGES_H
#define KILN_DUMP_EDGES_H

#include "../../common/json.h"
#include "clean/weld.h"
#include "kiln.h"

#include <stdio.h>

/// Kinds of edges of the sides of a mesh's triangles.

/// Writes a line of text: sides by kind.
void edges_text(FILE *out, const kiln_asset *asset, uint32_t mesh);

/// Writes the same as a key of the current object.
void edges_json(json_writer *json, const kiln_asset *asset, uint32_t mesh);

/// Rebuilds a mesh's triangles with the numbers of distinct positions; these were its vertices after welding. False where a
/// triangle has equal corners, which the cooker's code does not accept. `weld` has room for three positions a triangle.
bool edges_weld(const kiln_asset *asset, uint32_t mesh, clean_weld *weld, uint32_t (*triangles)[3]);

/// Proves that every side of every triangle has the kind that follows from the triangles and the threshold in
/// PROVENANCE, that a side and its twin in ADJACENCY are one edge, and that the sides of T-junctions are as far apart as JUNCTIONS says. KILN_E_VALUE with the place; `memory` becomes true when memory ran out.
kiln_result verify_edges(const kiln_asset *asset, bool *memory);

#endif
