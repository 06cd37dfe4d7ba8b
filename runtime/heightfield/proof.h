// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_PROOF_H
#define KILN_HEIGHTFIELD_PROOF_H

#include "kiln/heightfield.h"
#include "rules.h"

static inline kiln_result kiln_heightfield_passed(void)
{
	return (kiln_result){KILN_OK, 0, "the height field is proved"};
}

/// Proves blocks, their data and the ranges. Header and arrays of the field are set.
kiln_result kilni_heightfield_prove_blocks(const kiln_heightfield *field);

#endif
