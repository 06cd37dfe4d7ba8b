// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_SEARCH_H
#define KILN_HEIGHTFIELD_SEARCH_H

#include "field.h"

/// Searches the blocks of a field that are near a box, or a point, roughly nearest first.

typedef struct kiln_field_search kiln_field_search;

/// Receives a block with cells from `first` to `end`. Returns false to end the search.
typedef bool kiln_visit_block(kiln_field_search *search, const uint32_t first[2], const uint32_t end[2]);

struct kiln_field_search
{
	const kiln_heightfield *field;
	double low[3], high[3]; ///< the box
	double distance2;		///< what is farther than this is not searched; the visitor may lower it
	kiln_visit_block *visit;
	void *user;
};

/// At most the squared distance from the box to the cells from `first` to `end`, whose heights are in the range.
double kilni_field_distance2(const kiln_field_search *search, const uint32_t first[2], const uint32_t end[2],
	kiln_format_heightfield_range range);

/// Narrows a rectangle of cells, from `first` to `end`, to those below and above what is near enough to the box. Returns whether any
/// are left.
bool kilni_field_search_narrow(const kiln_field_search *search, uint32_t first[2], uint32_t end[2]);

/// Visits the blocks of an opened field. Returns false where the visitor ended the search.
bool kilni_field_search_blocks(kiln_field_search *search);

#endif
