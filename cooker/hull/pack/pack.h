// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_PACK_H
#define KILN_COOKER_HULL_PACK_H

#include "hull/hull.h"
#include "kiln_format.h"

/// A hull as it stands in the blob: kiln_format_hull says how the arrays lie.
typedef struct packed_hull
{
	kiln_format_hull head; ///< `data`, `error`, `flags` and `exact_vertex_count` are left 0 for the writer
	uint8_t *data;		   ///< head.size bytes; NULL for none
} packed_hull;

/// Lays a hull out. `hierarchy` allows a Dobkin-Kirkpatrick hierarchy where the hull is large enough for it to win.
/// Deterministic, and the same bytes whatever the order of the points that the hull was built from. KILNCOOK_REFUSED with
/// `hull-range` for a vertex beyond KILN_COORDINATE_MAX, KILNCOOK_INTERNAL when out of memory; `out` is untouched then.
kilncook_status hull_pack(const kilncook_context *context, const convex_hull *h, bool hierarchy, packed_hull *out);

/// Frees the arrays; an empty one is allowed.
void packed_hull_free(const kilncook_context *context, packed_hull *packed);

/// The hull that the arrays hold, in their numbering; `sources` number the vertices themselves. KILNCOOK_INTERNAL with a
/// message when the runtime's proof refuses the arrays, or out of memory; `out` is untouched then.
kilncook_status hull_unpack(const kilncook_context *context, const packed_hull *packed, convex_hull *out);

/// Decodes the arrays and compares them with the hull, exactly: the same vertices and faces, planes that stand at the
/// highest vertex, extreme seeds, and a hierarchy whose every level is a hull that adds independent vertices, each
/// linked from its neighbours (rebuilt by hull_build). That the hull itself is convex is hull_check's to say.
/// KILNCOOK_INTERNAL with `hull-proof` and a message on any fault.
kilncook_status hull_pack_prove(const kilncook_context *context, const convex_hull *h, const packed_hull *packed);

#endif
