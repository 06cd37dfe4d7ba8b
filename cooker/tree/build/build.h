// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_H
#define KILN_COOKER_TREE_BUILD_H

#include "kilncook.h"
#include "math/ieee.h"

/// Binary trees of AABBs over any primitives: one interface, many builders.

typedef struct build_box
{
	float min[3];
	float max[3];
} build_box;

/// How a range of primitives is divided.
typedef enum build_split
{
	BUILD_SPLIT_SAH,		   ///< binned surface area heuristic
	BUILD_SPLIT_MEAN,		   ///< at the mean of the centroids
	BUILD_SPLIT_MEDIAN,		   ///< at the median centroid coordinate, ties kept together
	BUILD_SPLIT_OBJECT_MEDIAN, ///< half of the primitives to each side
	BUILD_SPLIT_MIDPOINT,	   ///< at the middle of the centroids' box
	BUILD_SPLIT_SPATIAL, ///< SAH with spatial splits: a primitive may be referenced by several leaves (Stich et al.
						 ///< 2009)
	BUILD_SPLIT_COUNT,
} build_split;

/// The direction of a division. SAH and spatial splits try all three axes and ignore the direction.
typedef enum build_axis
{
	BUILD_AXIS_LONGEST,	   ///< longest side of the centroids' box
	BUILD_AXIS_VARIANCE,   ///< largest variance of the centroids
	BUILD_AXIS_COVARIANCE, ///< main eigenvector of the centroids' covariance, any direction
	BUILD_AXIS_COUNT,
} build_axis;

/// The method that makes a tree.
typedef enum build_method
{
	BUILD_METHOD_TOP_DOWN,		///< divides ranges of primitives, by split and axis
	BUILD_METHOD_AGGLOMERATIVE, ///< joins the two clusters whose union has the least surface (Walter et al. 2008)
	BUILD_METHOD_PLOC,			///< joins neighbours in Morton order, many pairs at once (Meister and Bittner 2018)
	BUILD_METHOD_INSERTION,		///< inserts each primitive where it adds the least surface (Goldsmith and Salmon 1987)
	BUILD_METHOD_COUNT,
} build_method;

typedef struct build_options
{
	build_method method; ///< methods other than top-down assign every primitive to one leaf, whatever `split` is
	build_split split;
	build_axis axis;
	uint32_t leaf_size; ///< ranges of at most this many primitives become leaves if the rule prefers a leaf; 0 means 1
	uint32_t bins;		///< most SAH bins for each axis, fewer for small ranges; 0 means 64, which is also the maximum
	/// Primitives that a leaf tests at the cost of one, rounded up to a power of two; 0 means 1. SAH counts full
	/// blocks. With the width of the consumer's leaves here and in leaf_size, trees get smaller and builds faster at
	/// about the same cost.
	uint32_t block;
	double spatial_overlap;	  ///< tries spatial splits where the children's overlap exceeds this share of the root; 0
							  ///< means 1e-5
	double spatial_budget;	  ///< most references, divided by the number of primitives; 0 means 1.5
	uint32_t ploc_radius;	  ///< neighbours to each side that BUILD_METHOD_PLOC compares; 0 means 16, most is 1024
	uint32_t threads;		  ///< threads that build in parallel, without effect on the tree; 0 means 1
	uint32_t rotation_passes; ///< passes of tree rotations after the build, before reinsertion (Kensler 2008)
	uint32_t optimize_passes; ///< reinsertion passes after the build (Bittner et al. 2013, Meister and Bittner 2018)
} build_options;

typedef struct build_input
{
	const build_box *boxes; ///< finite, min <= max; NULL: the boxes of the triangles
	uint32_t count;			///< > 0, < 2^30
	/// Triangle corners for clipping by spatial splits: three positions a primitive. NULL: those of `triangles`, and
	/// without them the boxes are clipped.
	const float (*corners)[3][3];
	const uint32_t (*triangles)[3]; ///< used without boxes: vertex numbers of every primitive
	const float (*vertices)[3];
} build_input;

/// Inner: count 0, children are nodes first and first + 1. Leaf: references order[first .. first + count).
typedef struct build_node
{
	build_box box;
	uint32_t first;
	uint32_t count;
} build_node;

/// nodes[0] is the root; children follow their parent. Every primitive is referenced at least once, and exactly once
/// without spatial splits. Depth is at most BUILD_MAX_DEPTH levels.
typedef struct build_tree
{
	build_node *nodes;
	uint32_t node_count;
	uint32_t node_capacity;
	uint32_t *order;
	uint32_t order_count;
	uint32_t order_capacity;
	uint32_t depth;
} build_tree;

/// Limit of the levels of a binary tree; builders fall back to object medians where the rule would exceed it.
#define BUILD_MAX_DEPTH 96

/// Builds a tree; deterministic for equal input on every compiler and processor. KILNCOOK_INTERNAL when out of memory.
/// Cost O(n log n). Spatial splits may put up to spatial_budget times count references into `order`; where the largest
/// coordinate is beyond 2^24 or below 2^-24 they are not tried and SAH builds instead.
kilncook_status build_tree_build(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree);

void build_tree_free(const kilncook_context *context, build_tree *tree);

/// Half the surface area of a box.
double build_box_half_area(const build_box *box);

/// SAH cost: sum of node areas over the root's area, inner nodes times `traversal`, leaves times `primitive` a
/// primitive.
double build_tree_sah_cost(const build_tree *tree, double traversal, double primitive);

#endif
