// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_LEVELS_H
#define KILN_DUMP_LEVELS_H

#include "../../common/json.h"
#include "../lines/diff_lines.h"
#include "kiln.h"

#include <stdio.h>

/// Levels of detail: coarser meshes of a mesh, each with its distance.

/// Writes the levels of a mesh; nothing where it has none.
void levels_text(FILE *out, const kiln_asset *asset, uint32_t mesh);
void levels_json(json_writer *json, const kiln_asset *asset, uint32_t mesh);

/// Writes how the levels of two meshes of one name differ.
void levels_diff(diff_lines *lines, const kiln_asset *const asset[2], diff_thing thing, const uint32_t mesh[2]);

/// Proves that no point of a level, or of its mesh, is farther from the other than the level's distance says, as far as a certain
/// lower bound shows. KILN_E_NUMBER with the place; `memory` becomes true when memory ran out.
kiln_result verify_levels(const kiln_asset *asset, bool *memory);

#endif
