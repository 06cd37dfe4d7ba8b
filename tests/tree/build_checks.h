// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BUILD_CHECKS_H
#define KILN_TESTS_BUILD_CHECKS_H

#include "build_soups.h"

/// Properties of every binary tree, whatever built it.

/// Checks that indices are in range, siblings follow their parent, every node is reached once, the leaves' references
/// are in order without gaps, and the recorded depth is correct.
void check_shape(const build_tree *tree);
/// Checks that every primitive is referenced: once, or with spatial splits at least once.
void check_references(const build_tree *tree, uint32_t count, bool repeats);
/// Checks that inner boxes are the union of their children's boxes, leaves' boxes that of their primitives.
void check_boxes(const build_tree *tree, const build_box *boxes, bool repeats);
/// Checks that the nodes are the same in the same order, byte for byte.
void check_same_tree(const build_tree *a, const build_tree *b);

/// Builds, with the triangles' corners or only their boxes; must succeed. For check_drop.
build_tree check_build(const soup *s, const build_options *options, bool triangles);
void check_drop(build_tree *tree);
/// Returns the cost, by the surface area heuristic, of a tree built over the boxes.
double check_cost(const soup *s, const build_options *options);

/// Makes every allocation fail in turn: each failure must be reported and leak nothing. Returns the number of
/// allocations.
uint32_t check_failures(const soup *s, const build_options *options);

/// Adds bytes to an FNV-1a hash.
uint64_t check_hash(uint64_t hash, const void *bytes, size_t count);

#endif
