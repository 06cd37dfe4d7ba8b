// SPDX-License-Identifier: MIT
// Measured by `make sizes`: a character that walks through a cooked scene.
#include "link_all.h"

LINK_ALL(USED(kiln_map), USED(kiln_unmap), USED(kiln_scene_mover_move), USED(kiln_scene_recover))
