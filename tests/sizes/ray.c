// SPDX-License-Identifier: MIT
// Measured by `make sizes`: maps an asset and finds the first triangle that a ray meets.
#include "link_all.h"

LINK_ALL(USED(kiln_map), USED(kiln_unmap), USED(kiln_scene_ray_closest))
