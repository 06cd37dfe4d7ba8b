// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_SDF_H
#define KILN_QUERY_SDF_H

#include "kiln/sdf.h"
#include "session.h"

/// The signed distance field of the first mesh or hull of an asset that has one; opened, and proved, by the first query. Initialise with `{0}`.
typedef struct sdf_first
{
	kiln_sdf field;
	const char *refusal; ///< why there is none
	bool tried;			 ///< to open one
} sdf_first;

/// Whether a line begins like a query of signed distance fields.
bool sdf_is_query(const char *line, size_t size);

/// Answers a line about the field of the session's first asset, as query_session_answer. A line that is another query gets an error
/// object, as do all without a field.
bool sdf_answer(sdf_first *first, query_session *session, FILE *out, const char *line, size_t size);

#endif
