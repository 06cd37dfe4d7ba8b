// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_BODIES_H
#define KILN_DUMP_BODIES_H

#include "../../common/json.h"
#include "kiln.h"

#include <stdio.h>

/// What the art says for a physics engine: rigid bodies, and surfaces of materials.

void bodies_text(FILE *out, const kiln_asset *asset);
void bodies_json(json_writer *json, const kiln_asset *asset);

/// The line of a node's body, if it has one; its key, null without a body.
void node_body_text(FILE *out, const kiln_asset *asset, uint32_t node);
void node_body_json(json_writer *json, const kiln_asset *asset, uint32_t node);

/// The rest of a material's line; its key, null where the art says nothing.
void surface_text(FILE *out, const kiln_asset *asset, uint32_t material);
void surface_json(json_writer *json, const kiln_asset *asset, uint32_t material);

#endif
