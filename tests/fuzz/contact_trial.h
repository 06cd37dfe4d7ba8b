// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONTACT_TRIAL_H
#define KILN_TESTS_CONTACT_TRIAL_H

#include "kiln.h"

/// Asks an opened asset for its manifolds with objects drawn from `random`, and aborts on one that names something outside
/// of the asset, that is out of order, whose numbers are not finite, or that changes with the instruction set, which
/// `other` has another of.
void contact_trial(const kiln_asset *asset, const kiln_asset *other, uint64_t *random);

#endif
