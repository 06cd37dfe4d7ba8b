// SPDX-License-Identifier: MIT
// Measured by `make sizes`: maps a pack, finds an asset in it by name, and the first triangle that a ray meets.
#include "link_all.h"

LINK_ALL(USED(kiln_pack_map), USED(kiln_pack_unmap), USED(kiln_asset_from_pack), USED(kiln_scene_ray_closest))
