// SPDX-License-Identifier: MIT
// Measured by `make sizes`: a world with everything that a world answers.
#include "link_all.h"

LINK_ALL(USED(kiln_map), USED(kiln_unmap), USED(kiln_world_size), USED(kiln_world_create), USED(kiln_world_broadphase),
	USED(kiln_world_add), USED(kiln_world_move), USED(kiln_world_remove), USED(kiln_world_member),
	USED(kiln_world_update), USED(kiln_world_ray_closest), USED(kiln_world_ray_any), USED(kiln_world_ray_all),
	USED(kiln_world_cast_convex), USED(kiln_world_overlap_convex), USED(kiln_world_closest_point),
	USED(kiln_world_contacts_visit), USED(kiln_world_manifolds), USED(kiln_world_point_inside),
	USED(kiln_world_move_swept), USED(kiln_world_cast_sweep))
