// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HULL_TRIAL_H
#define KILN_TESTS_HULL_TRIAL_H

#include "kiln/hull.h"

/// Calls every function of kiln/hull.h on every hull of an opened asset, convex or not, with inputs drawn from
/// `random`. Aborts on an index out of range, on a number that is not finite where a finite one is promised, or on a
/// contradiction: a scan must return the highest vertex, exactly, with the lowest number; a climb must end at a vertex
/// without a higher neighbour; a span or a box must not be reversed.
void hull_trial(const kiln_asset *asset, uint64_t *random);

#endif
