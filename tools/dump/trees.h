// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_TREES_H
#define KILN_DUMP_TREES_H

#include "../common/json.h"
#include "kiln.h"

#include <stdio.h>

/// Trees of other volumes than AABBs, and which tree pair queries take. `owner` is a mesh, or KILN_NONE for the scene.

/// A stable word for a kind, such as `obb`.
const char *tree_kind_name(uint32_t kind);

/// Bytes of the owner's trees, their records included.
uint64_t trees_bytes(const kiln_asset *asset, uint32_t owner);

void trees_text(FILE *out, const kiln_asset *asset, uint32_t owner);

/// As keys of the object that is being written.
void trees_json(json_writer *json, const kiln_asset *asset, uint32_t owner);

/// That every leaf stands exactly once in each tree, and that every volume holds what is below it. The asset is proved.
/// `*memory` says that there was not enough to tell.
kiln_result verify_trees(const kiln_asset *asset, bool *memory);

#endif
