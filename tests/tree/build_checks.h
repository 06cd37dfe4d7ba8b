// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BUILD_CHECKS_H
#define KILN_TESTS_BUILD_CHECKS_H

#include "build_soups.h"

/// What holds for every binary tree, whatever built it.

/// Indices in range, siblings behind their parent, every node reached once, the leaves' references in order and without
/// gaps, the recorded depth.
void check_shape(const build_tree *tree);
/// Every primitive is referenced: once, or with spatial splits at least once.
void check_references(const build_tree *tree, uint32_t count, bool repeats);
/// Inner boxes are the union of their children's, leaves' of their primitives'.
void check_boxes(const build_tree *tree, const build_box *boxes, bool repeats);
/// The same nodes in the same order, byte for byte.
void check_same_tree(const build_tree *a, const build_tree *b);

/// Builds, with the triangles' corners or just their boxes; it must succeed. For check_drop.
build_tree check_build(const soup *s, const build_options *options, bool triangles);
void check_drop(build_tree *tree);
/// The cost by the surface area heuristic of what is built over the boxes.
double check_cost(const soup *s, const build_options *options);

/// Fails every allocation in turn: that must be reported and leave nothing behind. Answers how many there are.
uint32_t check_failures(const soup *s, const build_options *options);

/// Takes bytes into an FNV-1a hash.
uint64_t check_hash(uint64_t hash, const void *bytes, size_t count);

#endif
