// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_ORIGIN_H
#define KILN_QUERY_ORIGIN_H

#include "answer.h"

/// The origin that a line has set: where the coordinates of queries about one asset begin. `{0}`: at the origin of the asset.
typedef struct query_origin
{
	bool set;
	double way[3]; ///< from the asset's origin to the queries'
} query_origin;

/// Takes the origin of a line. False, with a sentence in `error` and the old origin in place, for an asset whose origin is refused or
/// too far away.
bool origin_take(
	query_origin *origin, const answer_assets *assets, const query_line *line, char error[QUERY_ERROR_SIZE]);

/// Moves a query about one asset to the coordinates of the asset: in double, and rounded once. Queries about two assets stay.
void origin_move_query(const query_origin *origin, query_line *query);

/// Moves the points of an answer back.
void origin_move_answer(
	const query_origin *origin, const query_line *query, answer_given *given, answer_scratch *scratch);

#endif
