// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_SESSION_H
#define KILN_QUERY_SESSION_H

#include "filter.h"
#include "origin.h"

#include <stdio.h>

/// Lines of queries that are answered one after the other. Initialise with `{.assets = ...}`. A session must stay at its
/// address, because the assets point to its filter.
typedef struct query_session
{
	answer_assets assets;
	query_filter filter; ///< the one that the last line of kind QUERY_FILTER set
	query_origin origin; ///< the one that the last line of kind QUERY_ORIGIN set
	answer_scratch scratch;
	uint64_t lines;
	uint64_t queries; ///< lines that are neither empty nor comments nor filters nor origins
	uint64_t errors;  ///< queries that were answered by an error object
} query_session;

/// Answers the next line of `size` bytes without its newline. Writes one line to `out`: the answer or an error object.
/// Writes nothing for an empty line, a comment, a filter, or an origin. A NULL `line` stands for a line that is too long. Returns
/// false when there is no memory for the answer; then nothing is written.
bool query_session_answer(query_session *session, FILE *out, const char *line, size_t size);

/// Releases what the answers used. The assets stay open.
void query_session_free(query_session *session);

#endif
