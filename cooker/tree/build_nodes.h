// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_NODES_H
#define KILN_COOKER_TREE_BUILD_NODES_H

#include "build_rules.h"

/// Everything that a build by a rule holds.
typedef struct builder
{
	const build_input *input;
	split_rule rule;
	split_work work;
	build_ref *refs;
	float scale; ///< power of two that the references' coordinates are multiplied with
	build_tree tree;
} builder;

/// Builds the nodes over all references, and their order. With more than one thread, subtrees are built side by side;
/// the tree is the same for any number of them.
void build_nodes(builder *b, const split_range *all, uint32_t threads);

#endif
