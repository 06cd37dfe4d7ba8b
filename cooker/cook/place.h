// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PLACE_H
#define KILN_COOKER_PLACE_H

#include "kiln_format.h"
#include "kilncook.h"

/// Node transforms: three rows of four, p' = M (p, 1).

/// The result for a node.
typedef enum cook_place
{
	COOK_PLACE_INSTANCE,   ///< the transform has a usable inverse: the node is filled in
	COOK_PLACE_BAKE,	   ///< the transform has no usable inverse and must be applied to the mesh
	COOK_PLACE_NOT_FINITE, ///< the transform has NaN or infinite entries
	COOK_PLACE_OVERFLOW,   ///< a number is beyond float32's range
} cook_place;

/// Makes the transform from the art's coordinates to the asset's: `factor` times the rotation by 90 degrees that
/// carries axis `from` to axis `to` (0 x, 1 y, 2 z) and keeps the third axis.
void cook_place_root(double factor, uint32_t from, uint32_t to, double root[12]);

/// out = a b. `out` must be a separate matrix.
void cook_place_multiply(const double a[12], const double b[12], double out[12]);

/// Returns the smallest float32 that is not below `value`, which is within FLT_MAX.
float cook_round_up(double value);

/// Judges an exact transform. For an instance, sets to_asset (rounded once), to_mesh (the inverse, in double, of the
/// rounded matrix, rounded once) and flags of `node`. For COOK_PLACE_BAKE sets them to the identity.
///
/// An inverse is usable when the condition number in the Frobenius norm, which no uniform scale changes, is at most 1e6
/// (3 for a rotation), and when both matrices pass the proof of kiln_open (kilni_node_matrices). For example,
/// to_asset's largest entry must be from 2^-60 to 2^60.
cook_place cook_place_node(const double exact[12], kiln_format_node *node);

/// Sets the node's box: the box around every vertex after to_asset, for any rounding of float32 arithmetic, with room
/// for a point that a query transforms into the mesh and back. False when the box leaves the range of the format.
bool cook_place_bounds(kiln_format_node *node, const float (*vertices)[3], uint32_t count);

/// Does the same for a primitive.
bool cook_place_primitive(kiln_format_node *node, const kiln_format_shape *shape);

#endif
