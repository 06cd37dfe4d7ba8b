// SPDX-License-Identifier: MIT
#include "broadphase.h"

extern const kiln_broadphase_ops kiln_broadphase_brute_force;
extern const kiln_broadphase_ops kiln_broadphase_packed_tree;
extern const kiln_broadphase_ops kiln_broadphase_aabb_tree;
extern const kiln_broadphase_ops kiln_broadphase_sap_array;
extern const kiln_broadphase_ops kiln_broadphase_sap_batch;
extern const kiln_broadphase_ops kiln_broadphase_grid_dense;
extern const kiln_broadphase_ops kiln_broadphase_grid_hashed;
extern const kiln_broadphase_ops kiln_broadphase_kd_tree;
extern const kiln_broadphase_ops kiln_broadphase_octree;
extern const kiln_broadphase_ops kiln_broadphase_octree_loose;
extern const kiln_broadphase_ops kiln_broadphase_octree_linear;
extern const kiln_broadphase_ops kiln_broadphase_segment_trees;
extern const kiln_broadphase_ops kiln_broadphase_range_tree;
extern const kiln_broadphase_ops kiln_broadphase_spatial_tree;
extern const kiln_broadphase_ops kiln_broadphase_multi_sap;
extern const kiln_broadphase_ops kiln_broadphase_multi_box;
extern const kiln_broadphase_ops kiln_broadphase_grid_hierarchical;
extern const kiln_broadphase_ops kiln_broadphase_sap_linked;
extern const kiln_broadphase_ops kiln_broadphase_grid_bits;
extern const kiln_broadphase_ops kiln_broadphase_sap_kinetic;
extern const kiln_broadphase_ops kiln_broadphase_sap_segmented;

const kiln_broadphase_ops *kiln_broadphase_ops_of(kiln_broadphase_method method)
{
	static const kiln_broadphase_ops *const methods[KILN_BROADPHASE_METHOD_COUNT] = {
		[KILN_BROADPHASE_DEFAULT] = &kiln_broadphase_packed_tree,
		[KILN_BROADPHASE_BRUTE_FORCE] = &kiln_broadphase_brute_force,
		[KILN_BROADPHASE_PACKED_TREE] = &kiln_broadphase_packed_tree,
		[KILN_BROADPHASE_SAP_ARRAY] = &kiln_broadphase_sap_array,
		[KILN_BROADPHASE_SAP_BATCH] = &kiln_broadphase_sap_batch,
		[KILN_BROADPHASE_GRID_DENSE] = &kiln_broadphase_grid_dense,
		[KILN_BROADPHASE_GRID_HASHED] = &kiln_broadphase_grid_hashed,
		[KILN_BROADPHASE_KD_TREE] = &kiln_broadphase_kd_tree,
		[KILN_BROADPHASE_OCTREE] = &kiln_broadphase_octree,
		[KILN_BROADPHASE_OCTREE_LOOSE] = &kiln_broadphase_octree_loose,
		[KILN_BROADPHASE_OCTREE_LINEAR] = &kiln_broadphase_octree_linear,
		[KILN_BROADPHASE_SEGMENT_TREES] = &kiln_broadphase_segment_trees,
		[KILN_BROADPHASE_RANGE_TREE] = &kiln_broadphase_range_tree,
		[KILN_BROADPHASE_SPATIAL_TREE] = &kiln_broadphase_spatial_tree,
		[KILN_BROADPHASE_AABB_TREE] = &kiln_broadphase_aabb_tree,
		[KILN_BROADPHASE_MULTI_SAP] = &kiln_broadphase_multi_sap,
		[KILN_BROADPHASE_MULTI_BOX] = &kiln_broadphase_multi_box,
		[KILN_BROADPHASE_GRID_HIERARCHICAL] = &kiln_broadphase_grid_hierarchical,
		[KILN_BROADPHASE_SAP_LINKED] = &kiln_broadphase_sap_linked,
		[KILN_BROADPHASE_GRID_BITS] = &kiln_broadphase_grid_bits,
		[KILN_BROADPHASE_SAP_KINETIC] = &kiln_broadphase_sap_kinetic,
		[KILN_BROADPHASE_SAP_SEGMENTED] = &kiln_broadphase_sap_segmented,
	};
	return (unsigned)method < KILN_BROADPHASE_METHOD_COUNT ? methods[method] : NULL;
}
