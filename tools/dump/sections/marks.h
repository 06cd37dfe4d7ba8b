// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_MARKS_H
#define KILN_DUMP_MARKS_H

#include "../../common/json.h"
#include "kiln.h"

#include <stdio.h>

/// Layers, and data of nodes and materials for filters and physics. Text leaves out default values.

void layers_text(FILE *out, const kiln_asset *asset);
void layers_json(json_writer *json, const kiln_asset *asset);

/// Writes the lines of a node; the rest of a material's line.
void node_marks_text(FILE *out, const kiln_asset *asset, uint32_t node);
void material_marks_text(FILE *out, const kiln_asset *asset, uint32_t material);

/// Writes keys of the current object. A mask is a list of names, and of numbers where a layer has no name; "*" for all
/// 64 layers; null for a mask that a material leaves to the node.
void node_marks_json(json_writer *json, const kiln_asset *asset, uint32_t node);
void material_marks_json(json_writer *json, const kiln_asset *asset, uint32_t material);

#endif
