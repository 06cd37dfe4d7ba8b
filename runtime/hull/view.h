// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_VIEW_H
#define KILN_HULL_VIEW_H

#include "kiln/hull.h"

/// The view of a hull whose arrays begin at `data`, wherever they are: `head->data` is not looked at. `data` is aligned
/// to 4 bytes.
void kilni_hull_view_arrays(const kiln_format_hull *head, const uint8_t *data, kiln_hull *view);

#endif
