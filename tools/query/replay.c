// SPDX-License-Identifier: MIT
#include "replay.h"

#include "../common/file.h"
#include "../common/message.h"
#include "../common/refused.h"
#include "judge.h"
#include "replay_entry.h"
#include "replay_place.h"

#include <stdlib.h>
#include <string.h>

typedef struct replay
{
	answer_assets assets; ///< with the filters of the entry
	replay_filters filters;
	const kiln_log_entry *last; ///< the entry that set the filters; or NULL
	answer_scratch scratch;
	judge judge;
} replay;

// --- Lines ------------------------------------------------------------------------------------------------------------

static void count_verdict(replay_counts *counts, brute_verdict verdict)
{
	counts->same += verdict == BRUTE_SAME;
	counts->doubtful += verdict == BRUTE_DOUBTFUL;
	counts->different += verdict == BRUTE_DIFFERENT;
	counts->not_asked += verdict == BRUTE_NOT_ASKED;
}

// Forgets the pieces that brute force made where an entry has other filters than the last one.
static void take_entry(replay *it, const kiln_log_entry *entry)
{
	if (!it->last || memcmp(&it->last->filter, &entry->filter, sizeof entry->filter) != 0 ||
		memcmp(&it->last->filter_b, &entry->filter_b, sizeof entry->filter_b) != 0)
		judge_free(&it->judge);
	it->last = entry;
}

static void write_point(json_writer *json, const char *key, const kiln_origin *origin)
{
	json_key(json, key);
	json_array_inline(json);
	json_double(json, origin->x);
	json_double(json, origin->y);
	json_double(json, origin->z);
	json_array_end(json);
}

/// Writes where the query and its asset are in a large world. Numbers that are not finite are null.
static void write_place(json_writer *json, const kiln_log_place *place)
{
	if (place == NULL)
		return;
	json_key(json, "place");
	json_object_inline(json);
	write_point(json, "origin", &place->origin);
	write_point(json, "of", &place->of);
	json_object_end(json);
}

/// Compares the answer of a query in a large world with brute force over the pieces where the query sees them. One mesh alone is not
/// compared: brute force moves nodes.
static bool judge_placed(replay *it, const replay_entry *replayed, const kiln_log_place *place, brute_verdict *verdict)
{
	const kiln_asset asset = it->assets.first;
	kiln_format_node *nodes = malloc((size_t)asset.node_count * sizeof *nodes);
	bool enough = nodes != NULL;
	judge_free(&it->judge);
	if (enough && !replayed->query.one_mesh && replay_place_nodes(&asset, place, nodes, &it->assets.first))
		enough = judge_answer(&it->judge, &replayed->query, &replayed->given, &it->scratch, verdict);
	judge_free(&it->judge);
	it->assets.first = asset;
	free(nodes);
	return enough;
}

/// Returns false when out of memory.
static bool replay_one(replay *it, const kiln_log_entry *entry, const kiln_log_place *place, replay_counts *counts)
{
	static const char *const verdicts[] = {"same", "doubtful", "different", "not asked"};
	replay_entry replayed;
	++counts->queries;
	if (replay_entry_begin(entry, &it->assets, &it->filters, &replayed))
		take_entry(it, entry);
	else
		++counts->others;
	// Pairs are about the origin of their place already.
	const bool placed = place != NULL && !query_is_pair(replayed.query.kind);
	if (placed && !replayed.refused)
	{
		replayed.given = replay_place_answer(&it->assets, place, &replayed.query, &it->scratch);
		replayed.answered = true;
	}
	json_writer json = json_begin(stdout, false);
	json_object(&json);
	bool enough = replay_entry_answer(&json, entry, &it->assets, &it->scratch, &replayed);
	if (!replayed.refused)
	{
		brute_verdict verdict = BRUTE_NOT_ASKED;
		if (replayed.given.status == ANSWER_GIVEN && placed)
			enough = judge_placed(it, &replayed, place, &verdict);
		else if (replayed.given.status == ANSWER_GIVEN)
			enough = judge_answer(&it->judge, &replayed.query, &replayed.given, &it->scratch, &verdict);
		count_verdict(counts, verdict);
		json_key(&json, "brute");
		json_text(&json, verdicts[verdict]);
	}
	write_place(&json, place);
	json_object_end(&json);
	json_end(&json);
	return enough;
}

static int replay_entries(const char *path, const kiln_log *log, const answer_assets *assets, replay_counts *counts)
{
	replay it = {.assets = *assets};
	it.judge.assets = &it.assets;
	int code = TOOL_DONE;
	for (uint32_t i = 0; i < kiln_log_count(log) && code == TOOL_DONE; ++i)
		if (!replay_one(&it, kiln_log_at(log, i), kiln_log_place_at(log, i), counts))
		{
			tool_message(path, "error", "memory", "no memory for query %u", i);
			code = TOOL_INTERNAL;
		}
	judge_free(&it.judge);
	answer_free(&it.scratch);
	return code;
}

int replay_log(const char *path, const answer_assets *assets, replay_counts *counts)
{
	file_bytes bytes;
	const kiln_log *log;
	*counts = (replay_counts){0};
	int error = file_read(path, &bytes);
	if (error != 0)
	{
		tool_message(path, "error", "read", "cannot read the log: %s", strerror(error));
		return TOOL_IO;
	}
	kiln_result opened = kiln_log_open(&log, bytes.data, bytes.size);
	int code = opened.status == KILN_OK ? replay_entries(path, log, assets, counts) : tool_refused(path, opened);
	file_free(&bytes);
	if (code == TOOL_DONE && counts->different > 0)
	{
		tool_message(path, "error", "brute", "%llu of %llu answers differ from brute force",
			(unsigned long long)counts->different, (unsigned long long)counts->queries);
		code = TOOL_REFUSED;
	}
	return code;
}
