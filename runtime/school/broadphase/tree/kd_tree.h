// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_KD_TREE_H
#define KILN_BROADPHASE_KD_TREE_H

#include "broadphase/broadphase.h"
#include "flat_tree.h"
#include "school/broadphase/marks.h"
#include <math.h>

/// Shared by the parts of the k-d tree. A node's cell is half open: a point on a plane belongs to the upper side, so
/// that each point is in one leaf. A box is below a plane when its minimum is below, and above when its maximum is not
/// below; so it is in all cells that contain points of it.

#define KD_LEAF 16u		 ///< boxes of a leaf that is not divided
#define KD_REFERENCES 8u ///< most nodes that hold a box
#define KD_DEPTH 40u
#define KD_NONE 0xffffffffu

typedef struct kd_node
{
	float low[3], high[3]; ///< of the cell; infinite at outer sides
	float split;
	uint32_t child;	 ///< the lower child; the upper is the next node; 0 for leaves. For a free pair: the next free pair
	uint32_t head;	 ///< first reference of the list
	uint32_t count;	 ///< number of references
	uint32_t try_at; ///< leaves: the number of boxes at which a plane is searched again
	uint8_t axis;
	uint8_t depth;
	bool used;
} kd_node;

_Static_assert(sizeof(kd_node) <= 64, "a cache line");

/// A box's entry in a node. Its number is the proxy's number times KD_REFERENCES, plus the entry's number among the
/// proxy's.
typedef struct kd_reference
{
	uint32_t node;
	uint32_t next, previous; ///< in the node's list; KD_NONE at its ends
} kd_reference;

typedef struct kd_tree
{
	kd_node *nodes; ///< the root first, then in pairs
	uint32_t node_capacity;
	uint32_t node_end;	///< nodes from here on were never used
	uint32_t node_free; ///< first of a free pair; KD_NONE without a free pair
	kd_reference *references;
	uint8_t *reference_counts; ///< by proxy; 0: not in the tree
	uint32_t count;			   ///< number of proxies in the tree
	uint32_t total;			   ///< number of references
	uint32_t built_count;	   ///< both numbers at the last build
	uint32_t built_total;
	uint32_t unlinked;		///< references removed since nodes were last joined
	uint32_t changed_count; ///< number of proxies that the last update added or moved
	kiln_flags changed;		///< during `apply`: the proxies whose boxes are the new ones
} kd_tree;

static inline uint32_t kd_proxy_of(uint32_t reference)
{
	return reference / KD_REFERENCES;
}

static inline bool kd_is_below(const kiln_aabb *box, const kd_node *node)
{
	return (&box->min.x)[node->axis] < node->split;
}

static inline bool kd_is_above(const kiln_aabb *box, const kd_node *node)
{
	return (&box->max.x)[node->axis] >= node->split;
}

/// Whether the lowest corner of the common part of two boxes is in a node's cell. This is true for exactly one of the
/// nodes that hold both boxes, or that hold one and are below a node that holds the other: there the pair is reported.
static inline bool kd_is_home(const kd_node *node, const kiln_aabb *a, const kiln_aabb *b)
{
	const float *p = &a->min.x, *q = &b->min.x;
	for (unsigned i = 0; i < 3; i++)
	{
		float corner = p[i] > q[i] ? p[i] : q[i];
		if (corner < node->low[i] || (corner >= node->high[i] && node->high[i] < HUGE_VALF))
			return false;
	}
	return true;
}

void kilni_kd_link(kd_tree *tree, uint32_t reference, uint32_t node);
void kilni_kd_unlink(kd_tree *tree, uint32_t reference);

/// Divides a leaf, and its descendants, as long as this reduces the cost.
void kilni_kd_divide(kd_tree *tree, uint32_t leaf, const kiln_box_source *source);

/// Joins leaves of few boxes.
void kilni_kd_join(kd_tree *tree);

void kilni_kd_tree_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_kd_tree_all(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_kd_tree_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_kd_tree_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
