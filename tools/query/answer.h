// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_ANSWER_H
#define KILN_QUERY_ANSWER_H

#include "../common/json.h"
#include "../common/query_line.h"

/// Room for results that grows as queries need it; kept from query to query. `{0}` to begin with.
typedef struct answer_scratch
{
	kiln_hit *hits;
	uint32_t hit_capacity;
	kiln_overlap *overlaps;
	uint32_t overlap_capacity;
	uint32_t *triangles;
	uint32_t triangle_capacity;
} answer_scratch;

typedef enum answer_status
{
	ANSWER_GIVEN,
	ANSWER_NOT_CLOSED, ///< nothing was written: a mesh that is not closed may surround the point
	ANSWER_NO_MEMORY,  ///< nothing was written
} answer_status;

/// Asks the asset and writes the answer as one JSON object and a newline. `query->kind` is not QUERY_NOTHING.
answer_status answer_query(FILE *out, const kiln_asset *asset, const query_line *query, answer_scratch *scratch);

/// Writes an error object and a newline. `line` counts from 1.
void answer_error(FILE *out, const char *error, uint64_t line);

void answer_free(answer_scratch *scratch);

#endif
