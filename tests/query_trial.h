// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_QUERY_TRIAL_H
#define KILN_TESTS_QUERY_TRIAL_H

#include "kiln.h"

/// Asks every query of kiln.h about an opened asset, with inputs drawn from `random`, and aborts on an answer that
/// names something outside of the asset, that contradicts another, or that changes with the instruction set.
void query_trial(const kiln_asset *asset, uint64_t random);

#endif
