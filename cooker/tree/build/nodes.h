// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_NODES_H
#define KILN_COOKER_TREE_BUILD_NODES_H

#include "rules.h"

/// The data of a build by a rule.
typedef struct builder
{
	const build_input *input;
	split_rule rule;
	split_work work;
	build_ref *refs;
	float scale; ///< power of two that the references' coordinates are multiplied with
	bool thick;	 ///< whether the references have an added thickness that their primitives don't have
	build_tree tree;
} builder;

/// Fills in the references, scaled where areas would overflow or underflow; returns their range.
split_range build_prepare(builder *b);

/// Recomputes every box from the primitives upwards: for trees built from scaled references.
void build_refit(build_tree *tree, const build_input *input);

/// Builds the nodes over all references, and their order. With more than one thread, subtrees are built in parallel;
/// the tree is the same for any number of threads.
void build_nodes(builder *b, const split_range *all, uint32_t threads);

/// Builds a subtree over the references from `begin` on, with `node` as its root, at level `depth`, and new nodes for
/// its descendants. The remaining levels must suffice for a balanced tree.
void build_nodes_below(builder *b, const split_range *range, uint32_t begin, uint32_t node, uint32_t depth);

#endif
