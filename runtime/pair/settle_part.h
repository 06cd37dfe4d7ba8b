// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SETTLE_PART_H
#define KILN_PAIR_SETTLE_PART_H

#include "object.h"
#include "pair/kernel/settle_bounds.h"

/// The spans of parts of an object along the directions of two scenes, whose coordinates are those of the objects.

/// Sets the span along the directions from `way` on: for a solid by its supports, for a mesh by the box around its
/// vertices.
void kilni_settle_span_part(kiln_settle_span *span, const kiln_settle_ways *ways, int side,
	const kiln_pair_side *object, const kiln_pair_part *part, int way);

/// Tightens a mesh's span by its vertices, at the end to which a direction from a to b leads: a's high or b's low end.
/// Returns how many of the mesh's boxes and leaves were examined, which is a small number.
uint64_t kilni_settle_span_narrow(kiln_settle_span *span, const kiln_settle_ways *ways, int side,
	const kiln_pair_side *object, const kiln_pair_part *part, int way);

#endif
