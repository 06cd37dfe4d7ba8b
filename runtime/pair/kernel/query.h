// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_QUERY_H
#define KILN_PAIR_QUERY_H

#include "pair/object.h"

/// The queries of kiln/pair.h between two prepared sides.

/// A copy of the options; the defaults for NULL. Returns false when the options are invalid.
bool kilni_pair_options_of(kiln_pair_options *made, const kiln_pair_options *options);

/// The pair that kiln_pair_collide and kiln_pair_distance report when nothing is found.
kiln_pair kilni_pair_none(void);
kiln_pair_separation kilni_separation_none(void);

/// `first` may be NULL; it is kilni_pair_none if the sides do not touch.
bool kilni_sides_collide(
	const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options, kiln_pair *first);

/// Limits a count to UINT32_MAX, for the public functions.
static inline uint32_t kiln_pair_count(uint64_t found)
{
	return found < UINT32_MAX ? (uint32_t)found : UINT32_MAX;
}

/// Returns the number of contacts, or the number until `visit` ended the query; `visit` gets the first `room` of them.
uint64_t kilni_sides_contacts(const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options,
	kiln_visit_pair *visit, void *user, uint64_t room);

kiln_pair_separation kilni_sides_distance(
	const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options);

/// Two pieces that touch, a triangle or a solid each, relative to an eye near them.
typedef struct kiln_pair_pieces
{
	const kiln_pair_part *a, *b;
	kiln_d3 eye;
	kiln_d3 corner_a[3], corner_b[3]; ///< of triangles, relative to the eye
} kiln_pair_pieces;

/// Receives two pieces and their numbers; the common segment of the pair is not set.
typedef void kiln_visit_pieces(void *user, const kiln_pair *pair, const kiln_pair_pieces *pieces);

/// Visits every two pieces that touch, in the order of kilni_sides_contacts.
void kilni_sides_pieces(const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options,
	kiln_visit_pieces *visit, void *user);

#endif
