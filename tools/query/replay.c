// SPDX-License-Identifier: MIT
#include "replay.h"
#include "kiln/school.h"

#include "../common/file.h"
#include "../common/message.h"
#include "judge.h"

#include <string.h>

typedef struct replay
{
	answer_assets assets; ///< with the filters of the entry
	kiln_filter filters[2];
	kiln_pair_filter pairs;
	const kiln_log_entry *last; ///< the entry that set the filters; or NULL
	answer_scratch scratch;
	judge judge;
} replay;

static const struct
{
	kiln_log_kind logged;
	query_kind query;
} kinds[] = {
	{KILN_LOG_RAY_CLOSEST, QUERY_RAY},
	{KILN_LOG_RAY_ANY, QUERY_RAY_ANY},
	{KILN_LOG_RAY_ALL, QUERY_RAY_ALL},
	{KILN_LOG_CLOSEST_POINT, QUERY_CLOSEST},
	{KILN_LOG_POINT_INSIDE, QUERY_INSIDE},
	{KILN_LOG_OVERLAP_SPHERE, QUERY_SPHERE},
	{KILN_LOG_OVERLAP_BOX, QUERY_BOX},
	{KILN_LOG_OVERLAP_CAPSULE, QUERY_CAPSULE},
	{KILN_LOG_CAST_SPHERE, QUERY_CAST_SPHERE},
	{KILN_LOG_CAST_BOX, QUERY_CAST_BOX},
	{KILN_LOG_CAST_CAPSULE, QUERY_CAST_CAPSULE},
	{KILN_LOG_PAIR_COLLIDE, QUERY_COLLIDE},
	{KILN_LOG_PAIR_CONTACTS, QUERY_CONTACTS},
	{KILN_LOG_PAIR_DISTANCE, QUERY_DISTANCE},
	{KILN_LOG_PAIR_WITHIN, QUERY_WITHIN},
	{KILN_LOG_PAIR_PENETRATION, QUERY_DEPTH},
	{KILN_LOG_PAIR_MANIFOLDS, QUERY_MANIFOLD},
	{KILN_LOG_PAIR_TIME_OF_IMPACT, QUERY_TOI},
	{KILN_LOG_OVERLAP_CONVEX, QUERY_CONVEX},
	{KILN_LOG_CAST_CONVEX, QUERY_CAST_CONVEX},
};

static query_kind kind_of(uint32_t logged)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
		if ((uint32_t)kinds[i].logged == logged)
			return kinds[i].query;
	return QUERY_NOTHING;
}

/// Converts an entry back to its query.
static query_line query_of(const kiln_log_entry *entry)
{
	query_line query = {.kind = kind_of(entry->kind), .one_mesh = entry->mesh != KILN_NONE, .mesh = entry->mesh};
	const kiln_log_arguments *given = &entry->arguments;
	kiln_convex_object object;
	switch (query.kind)
	{
	case QUERY_RAY:
	case QUERY_RAY_ANY:
	case QUERY_RAY_ALL:
		query.ray = given->ray;
		break;
	case QUERY_CLOSEST:
		query.closest = given->closest;
		break;
	case QUERY_INSIDE:
		query.point = given->point;
		break;
	case QUERY_SPHERE:
	case QUERY_CAST_SPHERE:
		query.sphere = given->sphere.shape;
		query.motion = given->sphere.motion;
		break;
	case QUERY_BOX:
	case QUERY_CAST_BOX:
		query.box = given->box.shape;
		query.motion = given->box.motion;
		break;
	case QUERY_CAPSULE:
	case QUERY_CAST_CAPSULE:
		query.capsule = given->capsule.shape;
		query.motion = given->capsule.motion;
		break;
	case QUERY_CONVEX:
	case QUERY_CAST_CONVEX:
		if (!kiln_convex_object_from_log(&given->convex, &query.convex.shape, &object))
			return (query_line){.kind = QUERY_NOTHING};
		query.convex.pose = object.pose;
		query.motion = given->convex.motion;
		break;
	default:
		query.pair = (query_pair){.a = given->pair.a,
			.b = given->pair.b,
			.shapes = given->pair.shape_a != KILN_NONE || given->pair.shape_b != KILN_NONE,
			.shape_a = given->pair.shape_a,
			.shape_b = given->pair.shape_b,
			.distance = given->pair.distance,
			.trees_a = given->pair.trees_a,
			.trees_b = given->pair.trees_b,
			.descent = kiln_school_descent(given->pair.descent),
			.lower = given->pair.lower,
			.upper = given->pair.upper};
		break;
	}
	return query;
}

static bool in_range(const kiln_asset *asset, uint32_t shape)
{
	return shape == KILN_NONE || shape < asset->shape_count;
}

/// Returns why an entry is not replayed; NULL if it is.
static const char *refusal(const replay *it, const kiln_log_entry *entry, const query_line *query)
{
	const kiln_asset *a = &it->assets.first, *b = &it->assets.second;
	if (query->kind == QUERY_NOTHING)
		return "a kind of query that this version does not know";
	if (memcmp(entry->asset, a->header->content_hash, sizeof entry->asset) != 0)
		return "about another asset";
	if (!query_is_pair(query->kind))
		return query->one_mesh && query->mesh >= a->mesh_count ? "about a mesh that the asset does not have" : NULL;
	if (!b->data || memcmp(entry->asset_b, b->header->content_hash, sizeof entry->asset_b) != 0)
		return "about another second asset";
	return in_range(a, query->pair.shape_a) && in_range(b, query->pair.shape_b)
			   ? NULL
			   : "about a shape that the asset does not have";
}

/// Gives the assets the filters of an entry; false where a filter had a callback, or is no filter.
static bool take_filters(replay *it, const kiln_log_entry *entry)
{
	kiln_asset *const assets[2] = {&it->assets.first, &it->assets.second};
	const kiln_log_filter *logged[2] = {&entry->filter, &entry->filter_b};
	// What pieces are seen depends on these.
	if (!it->last || memcmp(&it->last->filter, &entry->filter, sizeof entry->filter) != 0 ||
		memcmp(&it->last->filter_b, &entry->filter_b, sizeof entry->filter_b) != 0)
		judge_free(&it->judge);
	it->last = entry;
	for (int i = 0; i < 2; ++i)
	{
		if (!kiln_filter_from_log(logged[i], &it->filters[i]))
			return false;
		assets[i]->filter = &it->filters[i];
	}
	if (!kiln_filter_pairs_from_log(&entry->pair_filter, &it->pairs))
		return false;
	it->assets.filter = &it->pairs;
	return true;
}

// --- Lines ------------------------------------------------------------------------------------------------------------

static void count_verdict(replay_counts *counts, brute_verdict verdict)
{
	counts->same += verdict == BRUTE_SAME;
	counts->doubtful += verdict == BRUTE_DOUBTFUL;
	counts->different += verdict == BRUTE_DIFFERENT;
	counts->not_asked += verdict == BRUTE_NOT_ASKED;
}

/// Returns false when out of memory.
static bool replay_entry(replay *it, const kiln_log_entry *entry, replay_counts *counts)
{
	static const char *const verdicts[] = {"same", "doubtful", "different", "not asked"};
	query_line query = query_of(entry);
	const char *refused = refusal(it, entry, &query);
	if (!refused && !take_filters(it, entry))
		refused = "with a filter that cannot be repeated";
	json_writer json = json_begin(stdout, false);
	json_object(&json);
	json_key(&json, "number");
	json_uint(&json, entry->number);
	json_key(&json, "frame");
	json_uint(&json, entry->frame);
	json_key(&json, "query");
	json_text(&json, kiln_log_kind_name((kiln_log_kind)entry->kind));
	++counts->queries;
	counts->others += refused != NULL;
	bool enough = true;
	if (refused)
	{
		json_key(&json, "error");
		json_text(&json, refused);
	}
	else
	{
		json_key(&json, "answer");
		const answer_given given = answer_query(&it->assets, &query, &it->scratch);
		brute_verdict verdict = BRUTE_NOT_ASKED;
		if (given.status == ANSWER_GIVEN)
		{
			answer_write(&json, &it->assets, &query, &given, &it->scratch);
			enough = judge_answer(&it->judge, &query, &given, &it->scratch, &verdict);
		}
		else
		{
			json_null(&json);
			enough = given.status != ANSWER_NO_MEMORY;
		}
		count_verdict(counts, verdict);
		json_key(&json, "brute");
		json_text(&json, verdicts[verdict]);
	}
	json_object_end(&json);
	json_end(&json);
	return enough;
}

static int refuse_log(const char *path, kiln_result result)
{
	tool_message(path, "error", kiln_status_name(result.status), "offset %llu: %s", (unsigned long long)result.offset,
		result.reason);
	return TOOL_REFUSED;
}

static int replay_entries(const char *path, const kiln_log *log, const answer_assets *assets, replay_counts *counts)
{
	replay it = {.assets = *assets};
	it.judge.assets = &it.assets;
	int code = TOOL_DONE;
	for (uint32_t i = 0; i < kiln_log_count(log) && code == TOOL_DONE; ++i)
		if (!replay_entry(&it, kiln_log_at(log, i), counts))
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
	int code = opened.status == KILN_OK ? replay_entries(path, log, assets, counts) : refuse_log(path, opened);
	file_free(&bytes);
	if (code == TOOL_DONE && counts->different > 0)
	{
		tool_message(path, "error", "brute", "%llu of %llu answers differ from brute force",
			(unsigned long long)counts->different, (unsigned long long)counts->queries);
		code = TOOL_REFUSED;
	}
	return code;
}
