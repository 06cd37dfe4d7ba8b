// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_REPLAY_ENTRY_H
#define KILN_QUERY_REPLAY_ENTRY_H

#include "answer.h"

/// Repeats the query of one entry of a log (kiln/log.h).

/// The filters of an entry. The assets point to them while the entry is replayed.
typedef struct replay_filters
{
	kiln_filter single[2]; ///< of the assets
	kiln_pair_filter pairs;
} replay_filters;

/// An entry that is being replayed.
typedef struct replay_entry
{
	query_line query;
	const char *refused; ///< why the query is not repeated; or NULL
	bool answered;		 ///< `given` is there; else replay_entry_answer makes it
	answer_given given;	 ///< of a query that is repeated
} replay_entry;

/// Makes the query of an entry, and gives the assets the entry's filters. Returns false where the entry is about other
/// assets, or cannot be repeated: `replayed->refused` tells why.
bool replay_entry_begin(
	const kiln_log_entry *entry, answer_assets *assets, replay_filters *filters, replay_entry *replayed);

/// Repeats the query, and writes the entry and its answer as keys of the current object. False when out of memory.
bool replay_entry_answer(json_writer *json, const kiln_log_entry *entry, const answer_assets *assets,
	answer_scratch *scratch, replay_entry *replayed);

#endif
