// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_PACK_H
#define KILN_COOKER_HULL_PACK_H

#include "hull/hull.h"
#include "kiln_format.h"

/// A hull in the layout of the blob, which kiln_format_hull describes.
typedef struct packed_hull
{
	kiln_format_hull head; ///< `data`, `error`, `flags` and `exact_vertex_count` are left 0 for the writer
	uint8_t *data;		   ///< head.size bytes; NULL for an empty hull
} packed_hull;

/// Packs a hull. `hierarchy` allows a Dobkin-Kirkpatrick hierarchy where the hull is so large that the hierarchy is
/// faster. Deterministic: the bytes do not depend on the order of the points that the hull was built from.
/// KILNCOOK_REFUSED with `hull-range` for a vertex beyond KILN_COORDINATE_MAX, KILNCOOK_INTERNAL when out of memory;
/// `out` is untouched then.
kilncook_status hull_pack(const kilncook_context *context, const convex_hull *h, bool hierarchy, packed_hull *out);

/// Frees the arrays; the packed hull may be empty.
void packed_hull_free(const kilncook_context *context, packed_hull *packed);

/// Rebuilds the hull from the arrays, in their numbering; `sources` number the vertices themselves. KILNCOOK_INTERNAL
/// with a message when the runtime's proof refuses the arrays, or when out of memory; `out` is unchanged then.
kilncook_status hull_unpack(const kilncook_context *context, const packed_hull *packed, convex_hull *out);

/// Decodes the arrays and compares them with the hull, exactly. The vertices and faces must be the same, each plane
/// must pass through its highest vertex, and seeds must be extreme. Each level of the hierarchy must be a hull that
/// adds independent vertices, each linked from all of its neighbours (checked with hull_build). hull_check, not this
/// function, proves that the hull is convex. KILNCOOK_INTERNAL with `hull-proof` and a message on any fault.
kilncook_status hull_pack_prove(const kilncook_context *context, const convex_hull *h, const packed_hull *packed);

#endif
