// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_REPLAY_H
#define KILN_QUERY_REPLAY_H

#include "answer.h"

/// Repeats the queries of a log (kiln/log.h), and compares each answer with brute force. Writes a line of JSON for each
/// query: "number", "frame", "query", "brute" ("same", "doubtful", "different" or "not asked") and "answer"; a query
/// about another asset, or one whose filter had a callback, has "error" instead.

typedef struct replay_counts
{
	uint64_t queries;
	uint64_t same, doubtful, different, not_asked;
	uint64_t others; ///< queries about other assets, or of unknown kind
} replay_counts;

/// Returns a tool_exit: TOOL_REFUSED when the file is not a log or an answer differs from brute force.
int replay_log(const char *path, const answer_assets *assets, replay_counts *counts);

#endif
