// SPDX-License-Identifier: MIT
#ifndef KILN_AABB_TREE_H
#define KILN_AABB_TREE_H

#include "broadphase/packed_tree.h"

/// Shared by the parts of the dynamic tree; aabb_tree.c explains the tree.

#define KILN_AABB_NONE UINT32_MAX

/// A leaf has height 0, and its proxy in child[0].
typedef struct kiln_aabb_node
{
	kiln_aabb box; ///< a leaf's box is fattened
	uint32_t parent;
	uint32_t child[2];
	uint32_t height;
} kiln_aabb_node;

/// The greatest difference of the heights of a node's children. The least number of leaves of a tree of height h is
/// L(h) = L(h - 1) + L(h - 1 - KILN_AABB_LEAN), which is more than KILN_BROADPHASE_PROXIES_MAX for KILN_AABB_HEIGHT.
#define KILN_AABB_LEAN 8u
#define KILN_AABB_HEIGHT 90

typedef struct kiln_aabb_tree
{
	kiln_aabb_node *nodes;
	uint32_t *leaves; ///< by proxy
	uint32_t root;
	uint32_t freed;	   ///< list of free nodes, linked by `parent`
	uint32_t used;	   ///< nodes from here on were never used
	uint32_t changed;  ///< number of proxies that the last update added or moved
	uint32_t *leavers; ///< proxies that left their fat boxes
	uint32_t leaver_count;
	kiln_aabb *fats;		 ///< by proxy: the new fat boxes
	kiln_packed_item *items; ///< room for all proxies during ordering
} kiln_aabb_tree;

static inline float kiln_aabb_least(float a, float b)
{
	return a < b ? a : b;
}

static inline float kiln_aabb_greatest(float a, float b)
{
	return a > b ? a : b;
}

static inline kiln_aabb kiln_aabb_union(const kiln_aabb *a, const kiln_aabb *b)
{
	return (kiln_aabb){
		{kiln_aabb_least(a->min.x, b->min.x), kiln_aabb_least(a->min.y, b->min.y), kiln_aabb_least(a->min.z, b->min.z)},
		{kiln_aabb_greatest(a->max.x, b->max.x), kiln_aabb_greatest(a->max.y, b->max.y),
			kiln_aabb_greatest(a->max.z, b->max.z)}};
}

static inline bool kiln_aabb_within(const kiln_aabb *inner, const kiln_aabb *outer)
{
	return inner->min.x >= outer->min.x && inner->min.y >= outer->min.y && inner->min.z >= outer->min.z &&
		   inner->max.x <= outer->max.x && inner->max.y <= outer->max.y && inner->max.z <= outer->max.z;
}

static inline double kiln_aabb_edge(float min, float max)
{
	const double far = 4e38;
	double low = (double)min < -far ? -far : (double)min, high = (double)max > far ? far : (double)max;
	return high - low;
}

/// Half the surface; infinite boxes count as very large ones.
static inline double kiln_aabb_area(const kiln_aabb *box)
{
	double x = kiln_aabb_edge(box->min.x, box->max.x), y = kiln_aabb_edge(box->min.y, box->max.y),
		   z = kiln_aabb_edge(box->min.z, box->max.z);
	return x * y + y * z + z * x;
}

/// Updates a node's box and height from its children.
void kilni_aabb_refit(kiln_aabb_tree *tree, uint32_t node);

/// Rebuilds the tree over the proxies of `count` items, whose fat boxes are in `fats`.
void kilni_aabb_build(kiln_aabb_tree *tree, uint32_t count);

/// Refits from a node upwards, balances heights, and makes exchanges that reduce areas, until nothing changes.
void kilni_aabb_climb(kiln_aabb_tree *tree, uint32_t node);

void kilni_aabb_all(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_aabb_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_aabb_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_aabb_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
