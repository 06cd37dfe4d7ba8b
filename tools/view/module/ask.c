// SPDX-License-Identifier: MIT
#include "ask.h"

#include "query/replay_entry.h"

#include <stdlib.h>
#include <string.h>

query_session *view_session_new(
	const kiln_asset *first, const kiln_asset *second, bool counters, bool limited, uint32_t budget)
{
	query_session *session = calloc(1, sizeof *session);
	if (session == NULL)
		return NULL;
	if (first != NULL)
		session->assets.first = *first;
	if (second != NULL)
		session->assets.second = *second;
	session->assets.counters = counters;
	session->assets.limited = limited;
	session->assets.budget = budget;
	return session;
}

void view_session_end(query_session *session)
{
	query_session_free(session);
	free(session);
}

void view_log_open(kiln_result *result, const kiln_log **log, uint32_t *count, const void *data, size_t size)
{
	*result = kiln_log_open(log, data, size);
	*count = result->status == KILN_OK ? kiln_log_count(*log) : 0;
}

// Whether a hash of a log is that of an asset.
static bool is_about(const uint8_t hash[16], const kiln_asset *asset)
{
	return asset->data != NULL && memcmp(hash, asset->header->content_hash, 16) == 0;
}

bool view_log_entry(const query_session *session, const kiln_log *log, uint32_t index, view_log_summary *summary)
{
	const kiln_log_entry *entry = kiln_log_at(log, index);
	if (entry == NULL)
		return false;
	const bool first = is_about(entry->asset, &session->assets.first);
	*summary = (view_log_summary){.number = (uint32_t)entry->number,
		.frame = (uint32_t)entry->frame,
		.kind = kiln_log_kind_name((kiln_log_kind)entry->kind),
		.mesh = entry->mesh,
		.about_first = first,
		.about_second = first && is_about(entry->asset_b, &session->assets.second)};
	return true;
}

// Begins to replay an entry. Its filters take the place of the filters of the session, and live as long as `filters`.
static bool begin(query_session *session, const kiln_log *log, uint32_t index, replay_filters *filters,
	replay_entry *replayed, const kiln_log_entry **entry)
{
	*entry = kiln_log_at(log, index);
	bool begun = *entry != NULL && replay_entry_begin(*entry, &session->assets, filters, replayed);
	if (begun && !query_is_pair(replayed->query.kind) && kiln_log_place_at(log, index) != NULL)
	{
		replayed->refused = "of a large world, which kiln-query --replay repeats";
		begun = false;
	}
	return begun;
}

// Takes the filters of an entry away.
static void end(query_session *session)
{
	session->assets.first.filter = session->assets.second.filter = NULL;
	session->assets.filter = NULL;
}

bool view_replay(query_session *session, FILE *out, const kiln_log *log, uint32_t index)
{
	replay_filters filters;
	replay_entry replayed;
	const kiln_log_entry *entry;
	(void)begin(session, log, index, &filters, &replayed, &entry);
	bool enough = true;
	if (entry != NULL)
	{
		json_writer json = json_begin(out, false);
		json_object(&json);
		enough = replay_entry_answer(&json, entry, &session->assets, &session->scratch, &replayed);
		json_object_end(&json);
		json_end(&json);
	}
	end(session);
	return enough;
}

bool view_draw_replay(view_lines *question, view_lines *answer, query_session *session, const kiln_log *log,
	uint32_t index, float reach, float size)
{
	replay_filters filters;
	replay_entry replayed;
	const kiln_log_entry *entry;
	const bool begun = begin(session, log, index, &filters, &replayed, &entry);
	if (entry != NULL)
	{
		const kiln_draw draw = view_lines_draw(question);
		const kiln_asset *second = session->assets.second.data != NULL ? &session->assets.second : NULL;
		kiln_draw_log_entry(&draw, entry, &session->assets.first, second, reach, size);
	}
	view_lines none = {0};
	const bool drawn = begun && view_draw_query(&none, answer, session, &replayed.query, reach, size);
	view_lines_free(&none);
	end(session);
	return drawn;
}
