// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_EDGES_H
#define KILN_DUMP_EDGES_H

#include "../common/json.h"
#include "kiln.h"

#include <stdio.h>

/// What kinds of edge the sides of a mesh's triangles are.

/// A line for people: sides by kind.
void edges_text(FILE *out, const kiln_asset *asset, uint32_t mesh);

/// The same as a key of the object that is being written.
void edges_json(json_writer *json, const kiln_asset *asset, uint32_t mesh);

/// That every side of every triangle is of the kind that follows from the triangles and the threshold in PROVENANCE.
/// KILN_E_VALUE with the place; `memory` gets true when there was not enough to tell.
kiln_result verify_edges(const kiln_asset *asset, bool *memory);

#endif
