// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PAIR_TRIAL_H
#define KILN_TESTS_PAIR_TRIAL_H

#include "kiln.h"

/// Asks the queries between two objects about two opened assets, which may be one, with inputs drawn from `random`, and
/// aborts on an answer that names something outside of its asset, that contradicts another, or that changes with the
/// instruction set.
void pair_trial(const kiln_asset *a, const kiln_asset *b, uint64_t *random);

/// The same for times of impact.
void impact_trial(const kiln_asset *a, const kiln_asset *b, uint64_t *random);

#endif
