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
	kiln_pair *pairs;
	uint32_t pair_capacity;
	kiln_pair_manifold *manifolds;
	uint32_t manifold_capacity;
} answer_scratch;

/// What questions are put to.
typedef struct answer_assets
{
	kiln_asset first;
	kiln_asset second;	  ///< all zero when there is none
	uint32_t trees;		  ///< as in kiln_object; 0: the trees of the query
	kiln_descent descent; ///< KILN_DESCENT_DEFAULT: that of the query
	bool counters;		  ///< whether answers about pairs tell the work that they took
	bool limited;		  ///< whether each query has a budget of
	uint32_t budget;	  ///< units of work (kiln/budget.h)
} answer_assets;

typedef enum answer_status
{
	ANSWER_GIVEN,
	ANSWER_NOT_CLOSED, ///< a mesh that is not closed may surround the point
	ANSWER_NO_SECOND,  ///< the question is about two assets
	ANSWER_REFUSED,	   ///< a pose that carries an asset out of range
	ANSWER_ENDED,	   ///< the budget ran out
	ANSWER_NO_MEMORY,
} answer_status;

/// An answer as the library gave it: what is written is this, and what is compared with brute force.
typedef struct answer_given
{
	answer_status status; ///< all else holds something for ANSWER_GIVEN only
	union
	{
		kiln_hit hit; ///< of rays and casts
		bool yes;	  ///< whether a ray hits anything, two assets collide, are within a distance
		kiln_closest closest;
		kiln_inside inside;
		kiln_pair_separation separation;
		kiln_pair_depth depth;
		kiln_pair_impact impact;
		size_t count; ///< of hits, overlaps, pairs or manifolds in the scratch
	};
	size_t triangle_count; ///< of overlaps: in the scratch, each once, ascending
	kiln_pair_counters counters;
} answer_given;

/// Asks the first asset, or both: each query once, but for lists that did not fit into the scratch. `query->kind` is not
/// QUERY_NOTHING.
answer_given answer_ask(const answer_assets *assets, const query_line *query, answer_scratch *scratch);

/// Writes an answer that was given as a JSON object. The scratch is that of answer_ask.
void answer_write(json_writer *json, const answer_assets *assets, const query_line *query, const answer_given *given,
	const answer_scratch *scratch);

/// The convex object that a query is about: its ball, box, capsule or shape, for which `shape` is room.
kiln_convex_object answer_object(const query_line *query, kiln_convex_shape *shape);

/// The parts of both that are about two assets.
answer_given answer_ask_pair(const answer_assets *assets, const query_line *query, answer_scratch *scratch);
void answer_write_pair(json_writer *json, const answer_assets *assets, const query_line *query,
	const answer_given *given, const answer_scratch *scratch);

/// Writes an error object and a newline. `line` counts from 1.
void answer_error(FILE *out, const char *error, uint64_t line);

void answer_free(answer_scratch *scratch);

#endif
