// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SETTLE_PART_H
#define KILN_PAIR_SETTLE_PART_H

#include "object.h"
#include "pair/kernel/settle_bounds.h"

/// Where parts of an object lie along the directions of two scenes, whose coordinates are those of the objects.

/// Along the directions from `way` on: a solid by its supports, a mesh by the box around its vertices.
void kilni_settle_span_part(kiln_settle_span *span, const kiln_settle_ways *ways, int side,
	const kiln_pair_side *object, const kiln_pair_part *part, int way);

/// Brings the end of a mesh's span that a direction from a to b leads to, a's high or b's low, nearer by the vertices. Returns how
/// many of the mesh's boxes and leaves were looked at, which is a small number.
uint64_t kilni_settle_span_narrow(kiln_settle_span *span, const kiln_settle_ways *ways, int side,
	const kiln_pair_side *object, const kiln_pair_part *part, int way);

#endif
