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
	size_t pair_capacity;
	kiln_pair_manifold *manifolds;
	size_t manifold_capacity;
} answer_scratch;

/// What questions are put to.
typedef struct answer_assets
{
	kiln_asset first;
	kiln_asset second; ///< all zero when there is none
	uint32_t trees;	   ///< as of kiln_object
	kiln_descent descent;
	bool counters; ///< whether answers about pairs tell the work that they took
} answer_assets;

typedef enum answer_status
{
	ANSWER_GIVEN,
	ANSWER_NOT_CLOSED, ///< nothing was written: a mesh that is not closed may surround the point
	ANSWER_NO_SECOND,  ///< nothing was written: the question is about two assets
	ANSWER_REFUSED,	   ///< nothing was written: a pose that carries an asset out of range
	ANSWER_NO_MEMORY,  ///< nothing was written
} answer_status;

/// Asks the first asset, or both, and writes the answer as one JSON object and a newline. `query->kind` is not
/// QUERY_NOTHING.
answer_status answer_query(FILE *out, const answer_assets *assets, const query_line *query, answer_scratch *scratch);

/// The same into an object of the caller's.
answer_status answer_write(
	json_writer *json, const answer_assets *assets, const query_line *query, answer_scratch *scratch);

/// What answers are made from: the whole asset is asked, or one mesh.
kiln_hit answer_first_hit(const kiln_asset *asset, const query_line *query);
uint32_t answer_hits(const kiln_asset *asset, const query_line *query, kiln_hit *hits, uint32_t capacity);
kiln_closest answer_closest_point(const kiln_asset *asset, const query_line *query);
kiln_inside answer_point_inside(const kiln_asset *asset, const query_line *query);
uint32_t answer_overlaps(const kiln_asset *asset, const query_line *query, kiln_overlap *overlaps, uint32_t capacity);

/// The ball, box or capsule of a query as a convex object, for which `shape` is room.
kiln_convex_object answer_object(const query_line *query, kiln_convex_shape *shape);

/// The part of answer_query that is about two assets; ends without the newline.
answer_status answer_pair(
	json_writer *json, const answer_assets *assets, const query_line *query, answer_scratch *scratch);

/// Writes an error object and a newline. `line` counts from 1.
void answer_error(FILE *out, const char *error, uint64_t line);

void answer_free(answer_scratch *scratch);

#endif
