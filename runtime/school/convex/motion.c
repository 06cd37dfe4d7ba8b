// SPDX-License-Identifier: MIT
#include "convex/method.h"
#include "kiln/school.h"

const kiln_cast_method kiln_cast_gjk_ray = {.way = kilni_ray_cast};
const kiln_cast_method kiln_cast_conservative = {.way = kilni_gjk_cast};
const kiln_time_of_impact_method kiln_time_of_impact_conservative = {.go_on = kilni_advance_conservative};
