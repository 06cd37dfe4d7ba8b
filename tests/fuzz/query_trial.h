// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_QUERY_TRIAL_H
#define KILN_TESTS_QUERY_TRIAL_H

#include "kiln.h"

/// Runs every query of kiln.h on an opened asset and its hulls, with inputs drawn from `random`. Aborts on an answer
/// that names something outside the asset, that is not finite where its documentation promises a finite number, that
/// contradicts another answer, or that changes with the instruction set.
void query_trial(const kiln_asset *asset, uint64_t random);

/// Functions that the parts of the trial share. Aborts on false.
void trial_check(bool condition);
/// A random number below `limit`; 0 for a limit of 0.
uint32_t trial_below(uint64_t *random, uint32_t limit);
/// Returns a number between two bounds, slightly outside, or an unusual one.
float trial_number(uint64_t *random, float min, float max);

#endif
