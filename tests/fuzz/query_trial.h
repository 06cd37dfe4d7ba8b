// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_QUERY_TRIAL_H
#define KILN_TESTS_QUERY_TRIAL_H

#include "kiln.h"

/// Asks every query of kiln.h about an opened asset and its hulls, with inputs drawn from `random`, and aborts on an
/// answer that names something outside of the asset, that is not finite where its comment promises a number, that
/// contradicts another, or that changes with the instruction set.
void query_trial(const kiln_asset *asset, uint64_t random);

/// What the parts of the trial share. Aborts on false.
void trial_check(bool condition);
/// A random number below `limit`; 0 for a limit of 0.
uint32_t trial_below(uint64_t *random, uint32_t limit);
/// A number between two bounds, a little outside, or something awkward.
float trial_number(uint64_t *random, float min, float max);

#endif
