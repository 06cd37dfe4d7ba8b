// SPDX-License-Identifier: MIT
// Measured by `make sizes`: maps two assets: whether they touch, where, how far apart they are.
#include "link_all.h"

LINK_ALL(USED(kiln_map), USED(kiln_unmap), USED(kiln_object_from_asset), USED(kiln_pair_collide),
	USED(kiln_pair_contacts), USED(kiln_pair_distance))
