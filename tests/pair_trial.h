// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PAIR_TRIAL_H
#define KILN_TESTS_PAIR_TRIAL_H

#include "kiln.h"

/// Asks the queries between two objects about an opened asset and itself, with inputs drawn from `random`, and aborts on
/// an answer that names something outside of the asset, that contradicts another, or that changes with the instruction
/// set.
void pair_trial(const kiln_asset *asset, uint64_t *random);

#endif
