// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SIDECAR_H
#define KILN_COOKER_SIDECAR_H

#include "arguments.h"

/// Recipes beside the art: `kiln.recipe` for its folder, and the art's own recipe, whose name is the art's name
/// followed by `.kiln`.
#define CLI_FOLDER_RECIPE "kiln.recipe"
#define CLI_SIDECAR ".kiln"

/// Reads the existing recipes, the folder's first, and stores their settings and rules. A file of such a name that is a
/// cooked asset is no recipe: it is not read, with a warning unless it is the output. KILNCOOK_USAGE or KILNCOOK_IO
/// after a message with file and line.
kilncook_status cli_sidecars(cli_settings *settings);

#endif
