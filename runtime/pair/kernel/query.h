// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_QUERY_H
#define KILN_PAIR_QUERY_H

#include "pair/object.h"

/// The queries of kiln/pair.h between two sides that are ready.

/// The defaults for NULL, or a copy. False when the options are invalid.
bool kilni_pair_options_of(kiln_pair_options *made, const kiln_pair_options *options);

/// Nothing, as kiln_pair_collide and kiln_pair_distance tell it.
kiln_pair kilni_pair_none(void);
kiln_pair_separation kilni_separation_none(void);

/// `first` may be NULL; of two that don't touch it is kilni_pair_none.
bool kilni_sides_collide(
	const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options, kiln_pair *first);

/// A count as the public functions give it: no more than UINT32_MAX.
static inline uint32_t kiln_pair_count(uint64_t found)
{
	return found < UINT32_MAX ? (uint32_t)found : UINT32_MAX;
}

/// Returns how many there are, or were until `visit` ended it; it gets the first `room`.
uint64_t kilni_sides_contacts(const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options,
	kiln_visit_pair *visit, void *user, uint64_t room);

kiln_pair_separation kilni_sides_distance(
	const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options);

/// Two pieces that touch, a triangle or a solid each, as the query sees them from an eye near them.
typedef struct kiln_pair_pieces
{
	const kiln_pair_part *a, *b;
	kiln_d3 eye;
	kiln_d3 corner_a[3], corner_b[3]; ///< of triangles, less the eye
} kiln_pair_pieces;

/// Receives them, and the numbers by which they are known; what they share is not set.
typedef void kiln_visit_pieces(void *user, const kiln_pair *pair, const kiln_pair_pieces *pieces);

/// Visits every two pieces that touch, in the order of kilni_sides_contacts.
void kilni_sides_pieces(const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options,
	kiln_visit_pieces *visit, void *user);

#endif
