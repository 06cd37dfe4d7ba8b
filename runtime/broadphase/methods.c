// SPDX-License-Identifier: MIT
#include "broadphase.h"

extern const kiln_broadphase_ops kiln_broadphase_brute_force;
extern const kiln_broadphase_ops kiln_broadphase_packed_tree;

const kiln_broadphase_ops *kiln_broadphase_ops_of(kiln_broadphase_method method)
{
	static const kiln_broadphase_ops *const methods[KILN_BROADPHASE_METHOD_COUNT] = {
		[KILN_BROADPHASE_DEFAULT] = &kiln_broadphase_packed_tree,
		[KILN_BROADPHASE_BRUTE_FORCE] = &kiln_broadphase_brute_force,
		[KILN_BROADPHASE_PACKED_TREE] = &kiln_broadphase_packed_tree,
	};
	return (unsigned)method < KILN_BROADPHASE_METHOD_COUNT ? methods[method] : NULL;
}
