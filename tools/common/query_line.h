// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_QUERY_LINE_H
#define KILN_TOOLS_QUERY_LINE_H

#include "command/command.h"
#include "kiln.h"

#include <string.h>

/// The query language: one query a line.
///
///     ray OX OY OZ DX DY DZ [TMAX]            rayall ...
///     closest X Y Z [MAX]                     inside X Y Z
///     sphere X Y Z R                          castsphere X Y Z R DX DY DZ [TMAX]
///     box CX CY CZ HX HY HZ [QX QY QZ QW]     castbox CX CY CZ HX HY HZ [QX QY QZ QW] DX DY DZ [TMAX]
///     capsule AX AY AZ BX BY BZ R             castcapsule AX AY AZ BX BY BZ R DX DY DZ [TMAX]
///
/// Of the signed distance field of the first mesh that has one, in the coordinates of this mesh:
///
///     sdf X Y Z [ERROR]                       sdfsphere X Y Z R DX DY DZ [TMAX]
///     sdfcapsule AX AY AZ BX BY BZ R DX DY DZ [TMAX]
///
/// Between two assets, the second one scaled, turned by Q, then moved by T:
///
///     collide TX TY TZ QX QY QZ QW [SCALE]    contacts TX TY TZ QX QY QZ QW [SCALE]
///     distance TX TY TZ QX QY QZ QW [SCALE]   within D TX TY TZ QX QY QZ QW [SCALE]
///     depth TX TY TZ QX QY QZ QW [SCALE]      manifold TX TY TZ QX QY QZ QW [SCALE]
///     toi TX TY TZ QX QY QZ QW TX TY TZ QX QY QZ QW [SCALE]    from the first place to the second
///
///     filter [ignore LAYER|belongs LAYER|node NAME|triggers no|only|masks]...    for all queries that follow
///
///     origin [X Y Z]    for all queries about one asset that follow: where their coordinates begin, in double
///
/// QUERY_RAY_ANY, QUERY_CONVEX and QUERY_CAST_CONVEX occur in logs only, not in lines.
///
/// Words are separated by blanks and tabs. Empty lines and lines that begin with # are ignored. TMAX and MAX of 0 mean
/// no limit.

typedef enum query_kind
{
	QUERY_NOTHING = 0,
	QUERY_RAY,
	QUERY_RAY_ANY,
	QUERY_RAY_ALL,
	QUERY_CLOSEST,
	QUERY_INSIDE,
	QUERY_SPHERE,
	QUERY_BOX,
	QUERY_CAPSULE,
	QUERY_CONVEX,
	QUERY_CAST_SPHERE,
	QUERY_CAST_BOX,
	QUERY_CAST_CAPSULE,
	QUERY_CAST_CONVEX,
	QUERY_SDF,
	QUERY_SDF_SPHERE,
	QUERY_SDF_CAPSULE,
	QUERY_FILTER, ///< asks nothing: sets the filter of the queries that follow
	QUERY_ORIGIN, ///< asks nothing: sets the origin of the queries that follow
	QUERY_COLLIDE,
	QUERY_CONTACTS,
	QUERY_DISTANCE,
	QUERY_WITHIN,
	QUERY_DEPTH,
	QUERY_MANIFOLD,
	QUERY_TOI,
} query_kind;

/// A convex object of one shape.
typedef struct query_convex
{
	kiln_convex_shape shape;
	kiln_pose pose;
} query_convex;

/// Places and motions of both assets, and the distance limit. A line does not place the first asset, and sets none of
/// the options.
typedef struct query_pair
{
	kiln_sweep a, b; ///< without motion only `from` is used
	bool shapes;	 ///< queries one shape of each asset, in its own coordinates; otherwise the whole assets
	uint32_t shape_a, shape_b;
	float distance;				 ///< for times of impact the tolerance
	uint32_t trees_a, trees_b;	 ///< as in kiln_object
	const kiln_descent *descent; ///< this field and the next two as in kiln_pair_options
	float lower, upper;
} query_pair;

/// Whether the first asset stays at its first pose, as in all lines.
static inline bool query_pair_rests(const query_pair *pair)
{
	return memcmp(&pair->a.from, &pair->a.to, sizeof pair->a.from) == 0;
}

/// Whether a kind of query needs a second asset.
static inline bool query_is_pair(query_kind kind)
{
	return kind >= QUERY_COLLIDE;
}

/// Whether a kind of query is about a signed distance field.
static inline bool query_is_sdf(query_kind kind)
{
	return kind >= QUERY_SDF && kind <= QUERY_SDF_CAPSULE;
}

/// A parsed query. `kind` selects the valid members; `motion` belongs to the casts.
typedef struct query_line
{
	query_kind kind;
	union
	{
		kiln_ray ray;
		kiln_point_query closest; ///< of QUERY_SDF, too: max_distance is the largest error, negative without one
		kiln_vec3 point;
		kiln_sphere sphere;
		kiln_box box;
		kiln_capsule capsule;
		query_convex convex;
		query_pair pair;
	};
	kiln_motion motion;
	const char *words; ///< of QUERY_FILTER: all behind the first word, in the line
	size_t words_size;
	bool has_origin;	///< of QUERY_ORIGIN: false for the asset's own
	kiln_origin origin; ///< the origin, each coordinate within KILN_ORIGIN_MAX
	bool one_mesh;		///< queries that mesh, in its own coordinates; lines query the whole asset
	uint32_t mesh;
} query_line;

#define QUERY_ERROR_SIZE 160

/// A word of a line.
typedef struct query_word
{
	const char *text;
	size_t size;
} query_word;

/// Takes the next word of a line of `size` bytes from `*at` on. False where there is no more.
bool query_next_word(const char *line, size_t size, size_t *at, query_word *word);

/// Longest piece of a bad word that an error quotes.
#define QUERY_QUOTE 24

/// Writes a short printable copy of a word for an error. Returns `text`.
const char *query_quote(query_word word, char text[QUERY_QUOTE + 4]);

/// The list of queries, for the pages of a command.
extern const command_section query_section;

/// Whether a kind asks nothing.
static inline bool query_asks_nothing(query_kind kind)
{
	return kind == QUERY_NOTHING || kind == QUERY_FILTER || kind == QUERY_ORIGIN;
}

/// Parses `size` bytes without a newline, which may hold any other byte; ignores one CR at the end. Returns false with
/// a sentence in `error` for an invalid query: unknown word, wrong count, no number, NaN or infinity, a coordinate or
/// size beyond KILN_COORDINATE_MAX, a negative size or limit, a ray without direction, a scale that is not above zero.
bool query_parse(const char *line, size_t size, query_line *query, char error[QUERY_ERROR_SIZE]);

#endif
