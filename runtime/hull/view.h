// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_VIEW_H
#define KILN_HULL_VIEW_H

#include "kiln/hull.h"

/// The view of a hull whose arrays begin at `data`, at any place: `head->data` is not read. `data` is aligned to 4
/// bytes. `isa` is a result of kilni_isa_resolve, or KILN_ISA_AUTO for the baseline.
void kilni_hull_view_arrays(const kiln_format_hull *head, const uint8_t *data, kiln_isa isa, kiln_hull *view);

#endif
