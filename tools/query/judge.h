// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_JUDGE_H
#define KILN_QUERY_JUDGE_H

#include "brute.h"

/// Compares given answers with brute force; no query is repeated.

/// Initialise with `{.assets = ...}`. After a change of the assets' filters, call judge_free.
typedef struct judge
{
	const answer_assets *assets;
	brute_pieces first, second; ///< pieces of the last answer that was compared
	bool made;
	uint32_t shape_a, shape_b;
} judge;

/// `given->status` is ANSWER_GIVEN. False when out of memory.
bool judge_answer(judge *it, const query_line *query, const answer_given *given, const answer_scratch *scratch,
	brute_verdict *verdict);

/// The part of judge_answer for queries about two assets; the pieces are already made.
brute_verdict judge_pair(judge *it, const query_line *query, const answer_given *given, const answer_scratch *scratch);

void judge_free(judge *it);

#endif
