// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PAIR_TRIAL_H
#define KILN_TESTS_PAIR_TRIAL_H

#include "kiln.h"

/// Runs the queries between two objects on two opened assets, which may be the same, with inputs drawn from `random`.
/// Aborts on an answer that names something outside its asset, contradicts another answer, or changes with the
/// instruction set.
void pair_trial(const kiln_asset *a, const kiln_asset *b, uint64_t *random);

/// Does the same for times of impact.
void impact_trial(const kiln_asset *a, const kiln_asset *b, uint64_t *random);

#endif
