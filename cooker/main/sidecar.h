// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SIDECAR_H
#define KILN_COOKER_SIDECAR_H

#include "arguments.h"

/// Recipes that are found beside the art: `kiln.recipe` for its folder, and the art's own, its name with `.kiln` behind.
#define CLI_FOLDER_RECIPE "kiln.recipe"
#define CLI_SIDECAR ".kiln"

/// Reads those that are there, the folder's first, and puts their settings and rules down. A file of that name that is a
/// cooked asset is no recipe: it is left alone, with a warning unless it is the output. KILNCOOK_USAGE or KILNCOOK_IO after
/// having said why, with file and line.
kilncook_status cli_sidecars(cli_settings *settings);

#endif
