// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_SURVEY_H
#define KILN_DUMP_SURVEY_H

#include "../../common/json.h"
#include "../lines/diff_lines.h"
#include "kiln.h"

#include <stdio.h>

/// Surveys of meshes: connected parts and faults of surfaces.

/// Writes the survey of a mesh, in the words of kiln-cook --survey; nothing where it has none.
void survey_text(FILE *out, const kiln_asset *asset, uint32_t mesh);

/// Writes the same with the keys of the cook's report, and the triangles of the asset.
void survey_json(json_writer *json, const kiln_asset *asset, uint32_t mesh);

/// Writes how the surveys of two meshes of one name differ: the counts of each kind of fault.
void survey_diff(diff_lines *lines, const kiln_asset *const asset[2], diff_thing thing, const uint32_t mesh[2]);

/// Proves the rules of kiln_survey_open for every survey. Surveys the triangles of each mesh once more and compares all counts, but those
/// of copies, which cleaning dropped, of searches that ended at their limit, and of meshes whose vertices a repair cut apart. The
/// refusal names the place; `memory` becomes true when memory ran out.
kiln_result verify_surveys(const kiln_asset *asset, bool *memory);

#endif
