// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_IMPLICIT_H
#define KILN_TESTS_PRIMITIVE_IMPLICIT_H

#include "kiln/primitive/implicit.h"
#include "support/real256.h"

/// Random solids and trees, and their sign functions in 256 bits.

#define IMPLICIT_KINDS 7

/// Shapes of configurations.
typedef enum implicit_case
{
	IMPLICIT_GENERAL,
	IMPLICIT_LATTICE, ///< small whole coordinates and sizes, axes along x, y, z: many parts are parallel, touch or
					  ///< coincide
	IMPLICIT_NEEDLE,  ///< sizes a thousand times apart
	IMPLICIT_FLAT,	  ///< some sizes are zero
	IMPLICIT_CASES
} implicit_case;

/// A solid of about `size` around `center`.
kiln_implicit implicit_random(
	uint64_t *random, kiln_implicit_kind kind, implicit_case shape, kiln_vec3 center, double size);

/// A direction: general, along an axis, or of whole numbers.
kiln_vec3 implicit_direction(uint64_t *random, implicit_case shape);

/// Returns about the size of the solid plus its distance from a point; for half-spaces, the size of the terms of their
/// height there.
double implicit_size(const kiln_implicit *solid, kiln_vec3 from);

/// The function of kiln_sample_point_implicit.
real implicit_height(const kiln_implicit *solid, real3 point);

/// The value of a tree at a point, by recursion from its last node.
real implicit_tree_height(const kiln_csg *tree, real3 point);

/// Room for a tree of any kind.
#define IMPLICIT_LEAVES 12

typedef struct implicit_tree
{
	kiln_implicit leaves[IMPLICIT_LEAVES];
	kiln_csg_node nodes[2 * IMPLICIT_LEAVES];
	kiln_csg tree; ///< points to the above
} implicit_tree;

/// A tree of `leaves` random leaves and operations, in random order.
void implicit_random_tree(uint64_t *random, implicit_case shape, uint32_t leaves, implicit_tree *made);

#endif
