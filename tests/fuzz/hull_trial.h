// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HULL_TRIAL_H
#define KILN_TESTS_HULL_TRIAL_H

#include "kiln/hull.h"

/// Calls every function of kiln/hull.h on every hull of an opened asset, convex or not, with inputs drawn from `random`,
/// and aborts on an index out of range, a number that is not finite where one is promised, or an answer that contradicts
/// another: a scan that is not the highest vertex, exactly, with the lowest number; a climb that has a higher neighbour;
/// a span or a box that is inside out.
void hull_trial(const kiln_asset *asset, uint64_t *random);

#endif
