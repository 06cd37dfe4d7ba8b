// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_TREES_H
#define KILN_DUMP_TREES_H

#include "../../common/json.h"
#include "kiln.h"

#include <stdio.h>

/// Trees of volumes other than AABBs, and the tree that pair queries use. `owner` is a mesh, or KILN_NONE for the
/// scene.

void trees_text(FILE *out, const kiln_asset *asset, uint32_t owner);

/// Writes the trees as keys of the current object.
void trees_json(json_writer *json, const kiln_asset *asset, uint32_t owner);

/// Proves that every leaf occurs exactly once in each tree, and that every volume contains everything below it. The
/// asset is proved. `*memory` is set when memory ran out.
kiln_result verify_trees(const kiln_asset *asset, bool *memory);

#endif
