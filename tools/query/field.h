// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_FIELD_H
#define KILN_QUERY_FIELD_H

#include "session.h"

/// Queries a height field once; lists that did not fit into the scratch are queried again. ANSWER_NO_FIELD for queries about an inside,
/// a signed distance or a second asset, and for filters and origins.
answer_given field_query(const kiln_heightfield *field, const query_line *query, answer_scratch *scratch);

/// Answers about a height field, in the same language: rays, closest points, overlaps and casts. Queries about an inside or a second
/// asset, and filters, are answered by an error object. Counts lines, queries and errors in `session`, whose assets are not used. As
/// query_session_answer otherwise.
bool field_answer(const kiln_heightfield *field, query_session *session, FILE *out, const char *line, size_t size);

#endif
