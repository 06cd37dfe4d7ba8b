// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_TREE_H
#define KILN_COOKER_VOLUME_TREE_H

#include "kiln_format.h"
#include "tree/build/build.h"

/// Trees of volumes other than AABBs, over existing leaves: the leaves of a mesh's packed tree, or a scene's nodes.

/// The leaves under a tree.
typedef struct volume_leaves
{
	uint32_t count;				 ///< > 0, < 2^28
	const uint32_t *items;		 ///< of each leaf its unit, or its number in NODES; increasing, < 2^31 - 1
	const build_box *boxes;		 ///< around each leaf's points
	const float (*points)[3];	 ///< finite, |coordinate| <= KILN_COORDINATE_MAX
	const uint64_t *point_first; ///< leaf i has points point_first[i] .. point_first[i + 1], at least one
} volume_leaves;

/// Leaves that own their arrays.
typedef struct volume_leaf_store
{
	volume_leaves leaves;
	uint32_t *items;
	build_box *boxes;
	float (*points)[3];
	uint64_t *point_first;
	uint64_t point_count;
} volume_leaf_store;

/// Makes the leaves of a mesh from its records in LEAVES: `units` units without gaps, `count` valid records.
/// KILNCOOK_INTERNAL when out of memory.
kilncook_status volume_leaves_of_records(
	const kilncook_context *context, const uint8_t *records, uint32_t units, uint32_t count, volume_leaf_store *store);

enum
{
	/// Leaves of a sample.
	VOLUME_LEAF_SAMPLE = 1024,
	/// Neighbouring leaves that a sample takes together: patches of the surface, whose trees resemble those of the whole
	/// mesh. Leaves that lie apart don't, because their trees cull far more. Divides VOLUME_LEAF_SAMPLE.
	VOLUME_LEAF_RUN = 256,
};

/// Copies VOLUME_LEAF_SAMPLE leaves, in runs at equal distances, of at least so many. KILNCOOK_INTERNAL when out of
/// memory.
kilncook_status volume_leaves_sample(
	const kilncook_context *context, const volume_leaves *leaves, volume_leaf_store *store);

void volume_leaf_store_free(const kilncook_context *context, volume_leaf_store *store);

/// Figures of a tree's quality, as in kiln_format_volume_tree. If the box has no surface, every volume counts 1 in
/// `sah_cost`. Nodes whose joint box has no volume are left out of `overlap`, which is 0 when all are. A figure beyond
/// float32's range becomes the largest float32.
typedef struct volume_figures
{
	float sah_cost;
	float volume;
	float overlap;
} volume_figures;

/// A tree, ready to be copied into VOLUME_NODES.
typedef struct volume_tree
{
	kiln_tree_kind kind;
	uint32_t width; ///< most children of a node
	uint8_t *nodes; ///< kiln_format_volume_node_size(kind) bytes each, in preorder
	uint32_t node_count;
	uint32_t depth; ///< levels of nodes
	volume_figures figures;
} volume_tree;

/// Builds a tree of `kind`, which is not KILN_TREE_AABB, of at most `width` children a node (2 .. 8; 0: 8). The leaves'
/// boxes are divided by `options`, spatial splits as SAH because no leaf may occur twice; nodes are then the cut of
/// least cost in the surfaces of their volumes. Each volume contains all points below it, exactly. Where the
/// rule leads deeper than KILN_TREE_DEPTH_MAX, object medians divide. The same bytes for any number of
/// `options->threads`. KILNCOOK_INTERNAL when out of memory; `out` is then untouched.
kilncook_status volume_tree_build(const kilncook_context *context, kiln_tree_kind kind, const volume_leaves *leaves,
	const build_options *options, uint32_t width, volume_tree *out);

/// The same without the figures, which a tree that is only compared with others does not need.
kilncook_status volume_tree_build_unmeasured(const kilncook_context *context, kiln_tree_kind kind,
	const volume_leaves *leaves, const build_options *options, uint32_t width, volume_tree *out);

/// Computes the figures of a tree whose nodes are valid. KILNCOOK_INTERNAL when out of memory.
kilncook_status volume_figures_of(
	const kilncook_context *context, const volume_leaves *leaves, const volume_tree *tree, volume_figures *figures);

void volume_tree_free(const kilncook_context *context, volume_tree *tree);

/// Proves that every leaf's points lie in the volume of each ancestor, in exact arithmetic on the numbers that are
/// stored; that each leaf occurs exactly once; that nodes keep FORMAT.md's rules; and that depth and figures are right.
/// Uses nothing of the builder and trusts no byte of the nodes, of which there must be `tree->node_count`.
/// KILNCOOK_INTERNAL with a message `volume-proof` where something is wrong, or when out of memory.
kilncook_status volume_tree_prove(
	const kilncook_context *context, const volume_leaves *leaves, const volume_tree *tree);

#endif
