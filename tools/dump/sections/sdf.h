// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_SDF_H
#define KILN_DUMP_SDF_H

#include "../../common/json.h"
#include "../lines/diff_lines.h"
#include "kiln.h"

#include <stdio.h>

/// Signed distance fields of meshes and hulls.

/// Writes the field of a shape; nothing where it has none.
void sdf_text(FILE *out, const kiln_asset *asset, uint32_t shape);
void sdf_json(json_writer *json, const kiln_asset *asset, uint32_t shape);

/// Writes how the fields of two shapes of one name differ.
void sdf_diff(diff_lines *lines, const kiln_asset *const asset[2], diff_thing thing, const uint32_t shape[2]);

/// Proves the rules of kiln_sdf_open for every field, and that no block has a larger error than the field's head says. Compares each
/// block at random points with the exact distance of the shape. The refusal names the place.
kiln_result verify_sdfs(const kiln_asset *asset);

#endif
