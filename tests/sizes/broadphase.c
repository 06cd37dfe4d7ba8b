// SPDX-License-Identifier: MIT
// Measured by `make sizes`: a broadphase of the default method with all of its queries.
#include "link_all.h"

LINK_ALL(USED(kiln_broadphase_method_name), USED(kiln_broadphase_size), USED(kiln_broadphase_create),
	USED(kiln_broadphase_create_with), USED(kiln_broadphase_destroy), USED(kiln_broadphase_add),
	USED(kiln_broadphase_move), USED(kiln_broadphase_move_swept), USED(kiln_broadphase_remove),
	USED(kiln_broadphase_bounds), USED(kiln_broadphase_proxy), USED(kiln_broadphase_user), USED(kiln_broadphase_count),
	USED(kiln_broadphase_method_of), USED(kiln_broadphase_update), USED(kiln_broadphase_last_pairs),
	USED(kiln_broadphase_pair_time), USED(kiln_broadphase_pairs_visit), USED(kiln_broadphase_overlap_aabb),
	USED(kiln_broadphase_overlap_sphere), USED(kiln_broadphase_overlap_aabb_visit),
	USED(kiln_broadphase_overlap_sphere_visit), USED(kiln_broadphase_ray_all), USED(kiln_broadphase_cast_aabb_all),
	USED(kiln_broadphase_ray_all_visit), USED(kiln_broadphase_cast_aabb_all_visit))
