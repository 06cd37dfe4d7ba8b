// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_SIMPLIFY_H
#define KILNCOOK_SIMPLIFY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define KILNCOOK_SIMPLIFY_ERROR_MIN 1e-12
#define KILNCOOK_SIMPLIFY_ERROR_MAX 0.5
#define KILNCOOK_SIMPLIFY_TRIANGLES_MAX 4294967295.0
/// Most levels of detail of a mesh, besides the full mesh.
#define KILNCOOK_LEVELS_MAX 8

/// The side of the art on which a simplified surface lies.
typedef uint32_t kilncook_simplify_side;
enum kilncook_simplify_side_values
{
	KILNCOOK_SIMPLIFY_BOTH = 0,	 ///< either
	KILNCOOK_SIMPLIFY_OUTER = 1, ///< the solid inside it contains the art's solid
	KILNCOOK_SIMPLIFY_INNER = 2, ///< the art's solid contains the solid inside it
	KILNCOOK_SIMPLIFY_SIDE_END = 3,
};

/// Returns the name of a side, such as `outer`. Names do not change from version to version.
KILNCOOK_API const char *kilncook_simplify_side_name(kilncook_simplify_side side);

#ifdef __cplusplus
}
#endif

#endif
