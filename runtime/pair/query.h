// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_QUERY_H
#define KILN_PAIR_QUERY_H

#include "object.h"

/// The queries of kiln/pair.h between two sides that are ready.

/// What NULL stands for, or a copy. False where they are none.
bool kiln_pair_options_of(kiln_pair_options *made, const kiln_pair_options *options);

/// Nothing, as kiln_pair_collide and kiln_pair_distance tell it.
kiln_pair kiln_pair_none(void);
kiln_separation kiln_separation_none(void);

/// `first` may be NULL; of two that don't touch it is kiln_pair_none.
bool kiln_sides_collide(
	const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options, kiln_pair *first);

/// Returns how many there are, or were until `visit` ended it; it gets the first `room`.
uint64_t kiln_sides_contacts(const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options,
	kiln_visit_pair *visit, void *user, uint64_t room);

kiln_separation kiln_sides_distance(const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options);

#endif
