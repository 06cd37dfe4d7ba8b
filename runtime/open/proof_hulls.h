// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_PROOF_HULLS_H
#define KILN_OPEN_PROOF_HULLS_H

#include "proof.h"

/// Proves one hull: its head, then its arrays, which begin at `data`. `head->data` is not read, and `room` bytes may be
/// read. Offsets of refusals count from `head_at` and `data_at`.
kiln_result kilni_prove_hull(
	const kiln_format_hull *head, uint64_t head_at, const uint8_t *data, uint64_t data_at, uint64_t room);

#endif
