// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "math/ieee.h"

const kiln_broadphase_method *kiln_school_broadphase(uint32_t number)
{
	static const kiln_broadphase_method *const methods[KILN_SCHOOL_BROADPHASES] = {
		NULL,
		&kiln_broadphase_brute_force,
		&kiln_broadphase_sap_linked,
		&kiln_broadphase_sap_array,
		&kiln_broadphase_sap_batch,
		&kiln_broadphase_sap_segmented,
		&kiln_broadphase_multi_sap,
		&kiln_broadphase_multi_box,
		&kiln_broadphase_grid_dense,
		&kiln_broadphase_grid_hashed,
		&kiln_broadphase_grid_bits,
		&kiln_broadphase_grid_hierarchical,
		&kiln_broadphase_octree,
		&kiln_broadphase_octree_loose,
		&kiln_broadphase_octree_linear,
		&kiln_broadphase_kd_tree,
		&kiln_broadphase_aabb_tree,
		&kiln_broadphase_segment_trees,
		&kiln_broadphase_range_tree,
		&kiln_broadphase_spatial_tree,
		&kiln_broadphase_sap_kinetic,
		&kiln_broadphase_packed_tree,
	};
	return number < KILN_SCHOOL_BROADPHASES ? methods[number] : NULL;
}
