// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_MORTON_H
#define KILN_COOKER_TREE_BUILD_MORTON_H

#include "cluster.h"

typedef struct morton_key
{
	uint64_t code;
	uint32_t cluster;
	uint32_t zero;
} morton_key;

/// Sorts clusters along a Z curve (Morton 1966) through the middles of their boxes, with 21 bits an axis; clusters in
/// one cell keep their order. `keys` has the clusters' numbers and gets their codes; `scratch` has the same size.
void morton_sort(const cluster_tree *tree, morton_key *keys, morton_key *scratch, uint32_t count);

#endif
