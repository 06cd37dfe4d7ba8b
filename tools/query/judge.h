// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_JUDGE_H
#define KILN_QUERY_JUDGE_H

#include "brute.h"

/// Compares answers, as they were given, with brute force: nothing is asked a second time.

/// `{.assets = ...}` to begin with.
typedef struct judge
{
	const answer_assets *assets;
	brute_pieces first, second; ///< of what was judged last
	bool made;
	uint32_t shape_a, shape_b;
} judge;

/// `given->status` is ANSWER_GIVEN. False when out of memory.
bool judge_answer(judge *it, const query_line *query, const answer_given *given, const answer_scratch *scratch,
	brute_verdict *verdict);

/// The part of it that is about two assets, whose pieces are made.
brute_verdict judge_pair(judge *it, const query_line *query, const answer_given *given, const answer_scratch *scratch);

void judge_free(judge *it);

#endif
