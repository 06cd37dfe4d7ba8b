// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_MODULE_ASK_H
#define KILN_VIEW_MODULE_ASK_H

#include "query/session.h"
#include "view.h"

/// Questions in kiln-query's language, answered as text, as lines, and step by step.

/// Makes a session about one or two assets, which must stay open; `second` may be NULL, and both for a height field. `counters` and `limited` with
/// `budget` are the options --work and --budget of kiln-query. Returns NULL without memory.
query_session *view_session_new(
	const kiln_asset *first, const kiln_asset *second, bool counters, bool limited, uint32_t budget);
void view_session_end(query_session *session);

/// Asks a line, and appends the question (rays, shapes at their start, poses of the second asset) and the answer (ways up
/// to the hit, normals, touched triangles, contacts) as lines in the coordinates of the first asset. Rays and casts
/// without a limit are drawn up to `reach`; small things are `size` long. Counts no line. Returns false for a line that
/// asks nothing, is no query, or has no answer.
bool view_draw_line(view_lines *question, view_lines *answer, query_session *session, const char *line, size_t length,
	float reach, float size);

/// Appends the same for a query that is parsed.
bool view_draw_query(
	view_lines *question, view_lines *answer, query_session *session, const query_line *query, float reach, float size);

/// The same for a line about a height field, which field_answer (query/field.h) answers.
bool view_draw_field(view_lines *question, view_lines *answer, query_session *session, const kiln_heightfield *field,
	const char *line, size_t length, float reach, float size);

/// An entry of a log, as the page lists it.
typedef struct view_log_summary
{
	uint32_t number, frame; ///< their lower halves
	const char *kind;		///< as kiln_log_kind_name returns it
	uint32_t mesh;			///< KILN_NONE: the whole asset
	uint32_t about_first;	///< 1: about the session's first asset
	uint32_t about_second;	///< 1: about both assets of the session
} view_log_summary;

/// Opens a log like kiln_log_open, and stores the number of its entries.
void view_log_open(kiln_result *result, const kiln_log **log, uint32_t *count, const void *data, size_t size);

/// Stores an entry. False out of range.
bool view_log_entry(const query_session *session, const kiln_log *log, uint32_t index, view_log_summary *summary);

/// Writes the line that kiln-query --replay prints for an entry of a log, without its key "brute". Nothing for a number
/// out of range. The session's own filter ends. Returns false when out of memory.
bool view_replay(query_session *session, FILE *out, const kiln_log *log, uint32_t index);

/// Appends the question and the answer of an entry of a log. False where it is not repeated, or has no answer; then only
/// the question is appended.
bool view_draw_replay(view_lines *question, view_lines *answer, query_session *session, const kiln_log *log,
	uint32_t index, float reach, float size);

#endif
