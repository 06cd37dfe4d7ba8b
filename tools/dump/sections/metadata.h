// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_METADATA_H
#define KILN_DUMP_METADATA_H

#include "../../common/json.h"
#include "kiln.h"

#include <stdio.h>

/// Values that the art gives to the scene, nodes, materials and meshes, in the order of the blob.

void metadata_text(FILE *out, const kiln_asset *asset);
void metadata_json(json_writer *json, const kiln_asset *asset);

#endif
