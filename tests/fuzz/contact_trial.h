// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONTACT_TRIAL_H
#define KILN_TESTS_CONTACT_TRIAL_H

#include "kiln.h"

/// Queries an opened asset for its manifolds with objects drawn from `random`, moves the objects as characters, and casts
/// them along sweeps. Aborts on a manifold that names something outside the asset or is out of order, and on a manifold,
/// move or hit that has numbers that are not finite, or differs with the other instruction set of `other`.
void contact_trial(const kiln_asset *asset, const kiln_asset *other, uint64_t *random);

#endif
