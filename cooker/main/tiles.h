// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TILES_H
#define KILN_COOKER_TILES_H

#include "arguments.h"

/// Cooks all tiles of --tiles, row by row, each into outputs of its own. Ends with the first tile that cannot be cooked, and returns
/// its status; the tiles before it are there.
kilncook_status cli_tiles(const cli_settings *settings);

#endif
