// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_ANSWER_H
#define KILN_QUERY_ANSWER_H

#include "../common/json.h"
#include "../common/query_line.h"

/// Buffers for results that grow as queries need it, and are reused from query to query. Initialise with `{0}`.
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

/// The assets that are queried.
typedef struct answer_assets
{
	kiln_asset first;
	kiln_asset second;				///< all zero if there is only one asset, or a height field beside it
	kiln_surface field;				///< a height field beside the first asset, instead of the second; or {0}
	uint32_t trees;					///< as in kiln_object; 0: use the trees named in the query
	const kiln_descent *descent;	///< NULL: use the one named in the query
	bool counters;					///< answers about pairs include work counters
	bool limited;					///< each query has a budget
	uint32_t budget;				///< units of work per query (kiln/budget.h)
	kiln_budget *shared;			///< of all queries about both assets, instead of `limited`; or NULL
	const kiln_pair_filter *filter; ///< of queries about both; or NULL. Those of the assets are in the assets
} answer_assets;

typedef enum answer_status
{
	ANSWER_GIVEN,
	ANSWER_NOT_CLOSED, ///< a mesh that is not closed may surround the point
	ANSWER_NO_SECOND,  ///< the query needs two assets
	ANSWER_NO_FIELD,   ///< the query is one of sdf.h's
	ANSWER_REFUSED,	   ///< a pose moves an asset out of range
	ANSWER_ENDED,	   ///< the budget was used up
	ANSWER_NO_MEMORY,
} answer_status;

/// An answer as the library returned it. This is written, and compared with brute force.
typedef struct answer_given
{
	answer_status status; ///< the other fields are only set for ANSWER_GIVEN
	union
	{
		kiln_hit hit; ///< for rays and casts
		bool yes;	  ///< a ray hits, two assets collide, or two assets are within a distance
		kiln_closest closest;
		kiln_inside inside;
		kiln_pair_separation separation;
		kiln_pair_depth depth;
		kiln_pair_impact impact;
		size_t count; ///< number of hits, overlaps, pairs or manifolds in the scratch
	};
	size_t triangle_count; ///< of overlaps: number of triangles in the scratch, each once, ascending
	kiln_pair_counters counters;
} answer_given;

/// Queries the first asset, or both, once; lists that did not fit into the scratch are queried again. `query->kind` is
/// not QUERY_NOTHING.
answer_given answer_query(const answer_assets *assets, const query_line *query, answer_scratch *scratch);

/// Writes an answer as a JSON object. The scratch is the one used by answer_query.
void answer_write(json_writer *json, const answer_assets *assets, const query_line *query, const answer_given *given,
	const answer_scratch *scratch);

/// Lists the triangles of `count` overlaps in the scratch, each once, ascending. False when out of memory.
bool answer_collect_triangles(answer_scratch *scratch, uint32_t count, size_t *unique);

/// Returns the convex object of a query: its ball, box, capsule or shape. `shape` is storage for it.
kiln_convex_object answer_object(const query_line *query, kiln_convex_shape *shape);

/// The parts of answer_query and answer_write for queries about two assets.
answer_given answer_pair_query(const answer_assets *assets, const query_line *query, answer_scratch *scratch);
void answer_write_pair(json_writer *json, const answer_assets *assets, const query_line *query,
	const answer_given *given, const answer_scratch *scratch);

/// Writes an error object and a newline. `line` counts from 1.
void answer_error(FILE *out, const char *error, uint64_t line);

void answer_free(answer_scratch *scratch);

#endif
