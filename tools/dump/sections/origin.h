// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_ORIGIN_H
#define KILN_DUMP_ORIGIN_H

#include "../../common/json.h"
#include "../lines/diff_lines.h"
#include "kiln.h"

#include <stdio.h>

/// The origin of an asset's coordinates, and its grid.

/// Writes origin and step; nothing for an asset without an origin, the reason for one that is refused.
void origin_text(FILE *out, const kiln_asset *asset);
void origin_json(json_writer *json, const kiln_asset *asset);

/// Writes how the origins of two assets differ.
void origin_diff(diff_lines *lines, const kiln_asset *const asset[2]);

/// Proves the origin.
kiln_result verify_origin(const kiln_asset *asset);

#endif
