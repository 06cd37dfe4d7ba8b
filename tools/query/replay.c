// SPDX-License-Identifier: MIT
#include "replay.h"

#include "../common/file.h"
#include "../common/message.h"
#include "brute.h"

#include <math.h>
#include <string.h>

/// Times before the one that is answered at which two moving assets are proved apart.
#define TIMES 32

typedef struct replay
{
	const answer_assets *assets;
	answer_scratch scratch;
	brute_pieces first, second; ///< of what was asked last
	bool made;
	uint32_t shape_a, shape_b;
} replay;

static const struct
{
	kiln_log_kind logged;
	query_kind asked;
} kinds[] = {
	{KILN_LOG_RAY_CLOSEST, QUERY_RAY},
	{KILN_LOG_RAY_ANY, QUERY_RAY},
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
};

static query_kind kind_of(uint32_t logged)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
		if ((uint32_t)kinds[i].logged == logged)
			return kinds[i].asked;
	return QUERY_NOTHING;
}

/// An entry as the query that it was.
static query_line query_of(const kiln_log_entry *entry)
{
	query_line query = {.kind = kind_of(entry->kind), .one_mesh = entry->mesh != KILN_NONE, .mesh = entry->mesh};
	const kiln_log_arguments *given = &entry->arguments;
	switch (query.kind)
	{
	case QUERY_RAY:
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
	default:
		query.pair = (query_pair){.a = given->pair.a,
			.b = given->pair.b,
			.shapes = given->pair.shape_a != KILN_NONE || given->pair.shape_b != KILN_NONE,
			.shape_a = given->pair.shape_a,
			.shape_b = given->pair.shape_b,
			.distance = given->pair.distance};
		break;
	}
	return query;
}

static bool in_range(const kiln_asset *asset, uint32_t shape)
{
	return shape == KILN_NONE || shape < asset->shape_count;
}

/// Why an entry is not asked again; NULL: it is.
static const char *refusal(const replay *it, const kiln_log_entry *entry, const query_line *query)
{
	const kiln_asset *a = &it->assets->first, *b = &it->assets->second;
	if (query->kind == QUERY_NOTHING)
		return "a kind of query that this version does not know";
	if (memcmp(entry->asset, a->header->content_hash, sizeof entry->asset) != 0)
		return "about another asset";
	if (!query_is_pair(query->kind))
		return query->one_mesh && query->mesh >= a->mesh_count ? "about a mesh that the asset has not" : NULL;
	if (!b->data || memcmp(entry->asset_b, b->header->content_hash, sizeof entry->asset_b) != 0)
		return "about another second asset";
	return in_range(a, query->pair.shape_a) && in_range(b, query->pair.shape_b)
			   ? NULL
			   : "about a shape that the asset has not";
}

// --- Brute force ------------------------------------------------------------------------------------------------------

/// The pieces that a query is about; kept while queries are about the same. False when out of memory.
static bool make_pieces(replay *it, const query_line *query)
{
	bool pair = query_is_pair(query->kind);
	uint32_t a = pair ? query->pair.shape_a : query->one_mesh ? query->mesh : KILN_NONE;
	uint32_t b = pair ? query->pair.shape_b : KILN_NONE;
	if (it->made && it->shape_a == a && it->shape_b == b)
		return true;
	if (it->made)
	{
		brute_free(&it->first);
		brute_free(&it->second);
	}
	it->made = brute_make(&it->first, &it->assets->first, a);
	if (!it->made)
		return false;
	if (it->assets->second.data && !brute_make(&it->second, &it->assets->second, b))
	{
		brute_free(&it->first);
		it->made = false;
	}
	it->shape_a = a;
	it->shape_b = b;
	return it->made;
}

/// Hits and overlaps were left in the scratch by the answer.
static brute_verdict compare_list(replay *it, const query_line *query)
{
	const kiln_asset *asset = &it->assets->first;
	answer_scratch *scratch = &it->scratch;
	if (query->kind == QUERY_RAY_ALL)
		return brute_ray_all(
			&it->first, &query->ray, scratch->hits, answer_hits(asset, query, scratch->hits, scratch->hit_capacity));
	kiln_convex_shape shape;
	kiln_convex_object object = answer_object(query, &shape);
	return brute_overlap(&it->first, &object, scratch->overlaps,
		answer_overlaps(asset, query, scratch->overlaps, scratch->overlap_capacity));
}

static brute_verdict same_if(bool same, bool doubtful)
{
	return same ? BRUTE_SAME : doubtful ? BRUTE_DOUBTFUL : BRUTE_DIFFERENT;
}

/// The two assets must be apart at times before that of the impact, and near each other at it.
static brute_verdict compare_impact(replay *it, const kiln_object *a, const kiln_object *b, const query_pair *pair)
{
	bool rests = memcmp(&pair->a.from, &pair->a.to, sizeof pair->a.from) == 0;
	kiln_pair_impact impact;
	brute_meeting met;
	if (kiln_pair_time_of_impact(a, rests ? NULL : &pair->a, b, &pair->b, NULL, pair->distance, &impact) != KILN_OK)
		return BRUTE_NOT_ASKED;
	float end = impact.hit ? impact.t : 1;
	for (int i = impact.hit && end == 0 ? TIMES : 0; i <= TIMES; ++i)
	{
		float t = end * (float)i / TIMES;
		kiln_pose first = kiln_sweep_at(&pair->a, t), second = kiln_sweep_at(&pair->b, t);
		if (!brute_meet(&it->first, rests ? &pair->a.from : &first, &it->second, &second, true, &met))
			return BRUTE_NOT_ASKED;
		bool last = i == TIMES && impact.hit;
		double rounding = (double)brute_rounding(&it->first, it->second.size);
		if (last && met.distance > (double)impact.gap + rounding)
			return BRUTE_DIFFERENT;
		if (!last && met.depth > rounding)
			return BRUTE_DIFFERENT;
	}
	return BRUTE_SAME;
}

static brute_verdict compare_pair(replay *it, const query_line *query)
{
	const query_pair *pair = &query->pair;
	kiln_object a = kiln_object_of_shape(&it->assets->first, pair->shape_a, &pair->a.from);
	kiln_object b = kiln_object_of_shape(&it->assets->second, pair->shape_b, &pair->b.from);
	kiln_separation apart;
	kiln_pair_depth deep;
	brute_meeting met;
	uint64_t count = 0;
	bool yes = false;
	if (query->kind == QUERY_TOI)
		return compare_impact(it, &a, &b, pair);
	bool with_depth = query->kind != QUERY_DISTANCE && query->kind != QUERY_WITHIN;
	if (!brute_meet(&it->first, &pair->a.from, &it->second, &pair->b.from, with_depth, &met))
		return BRUTE_NOT_ASKED;
	double rounding = (double)brute_rounding(&it->first, it->second.size);
	bool doubtful = met.distance <= rounding && met.depth <= rounding;
	switch (query->kind)
	{
	case QUERY_COLLIDE:
		if (kiln_pair_collide(&a, &b, NULL, &yes, NULL) != KILN_OK)
			return BRUTE_NOT_ASKED;
		return same_if(yes == (met.touching > 0), doubtful);
	case QUERY_DISTANCE:
		if (kiln_pair_distance(&a, &b, NULL, &apart) != KILN_OK)
			return BRUTE_NOT_ASKED;
		return same_if(fabs((double)apart.distance - met.distance) <= rounding, false);
	case QUERY_WITHIN:
		if (kiln_pair_within(&a, &b, NULL, pair->distance, &yes) != KILN_OK)
			return BRUTE_NOT_ASKED;
		return same_if(
			yes == (met.distance <= (double)pair->distance), fabs(met.distance - (double)pair->distance) <= rounding);
	case QUERY_DEPTH:
		if (kiln_pair_penetration(&a, &b, NULL, &deep) != KILN_OK)
			return BRUTE_NOT_ASKED;
		return same_if(
			deep.touching == (met.touching > 0) && fabs((double)deep.depth - met.depth) <= rounding, doubtful);
	default:
		if (kiln_pair_contacts(&a, &b, NULL, NULL, 0, &count) != KILN_OK)
			return BRUTE_NOT_ASKED;
		return same_if(count == met.touching,
			(count > met.touching ? count - met.touching : met.touching - count) <= met.doubtful);
	}
}

static brute_verdict compare(replay *it, const query_line *query)
{
	const kiln_asset *asset = &it->assets->first;
	kiln_convex_shape shape;
	kiln_convex_object object;
	kiln_hit hit;
	kiln_closest closest;
	switch (query->kind)
	{
	case QUERY_RAY:
		hit = answer_first_hit(asset, query);
		return brute_ray(&it->first, &query->ray, &hit);
	case QUERY_CAST_SPHERE:
	case QUERY_CAST_BOX:
	case QUERY_CAST_CAPSULE:
		object = answer_object(query, &shape);
		hit = answer_first_hit(asset, query);
		return brute_cast(&it->first, &object, &query->motion, &hit);
	case QUERY_CLOSEST:
		closest = answer_closest_point(asset, query);
		return brute_closest(&it->first, &query->closest, &closest);
	case QUERY_INSIDE:
		return brute_inside(&it->first, asset, query->point, answer_point_inside(asset, query));
	case QUERY_RAY_ALL:
	case QUERY_SPHERE:
	case QUERY_BOX:
	case QUERY_CAPSULE:
		return compare_list(it, query);
	default:
		return compare_pair(it, query);
	}
}

// --- Lines ------------------------------------------------------------------------------------------------------------

static void count_verdict(replay_counts *counts, brute_verdict verdict)
{
	counts->same += verdict == BRUTE_SAME;
	counts->doubtful += verdict == BRUTE_DOUBTFUL;
	counts->different += verdict == BRUTE_DIFFERENT;
	counts->not_asked += verdict == BRUTE_NOT_ASKED;
}

/// False when out of memory.
static bool replay_entry(replay *it, const kiln_log_entry *entry, replay_counts *counts)
{
	static const char *const verdicts[] = {"same", "doubtful", "different", "not asked"};
	query_line query = query_of(entry);
	const char *refused = refusal(it, entry, &query);
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
		answer_status status = answer_write(&json, it->assets, &query, &it->scratch);
		if (status != ANSWER_GIVEN)
			json_null(&json);
		enough = status != ANSWER_NO_MEMORY && make_pieces(it, &query);
		brute_verdict verdict = enough ? compare(it, &query) : BRUTE_NOT_ASKED;
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
	replay it = {.assets = assets};
	int code = TOOL_DONE;
	for (uint32_t i = 0; i < kiln_log_count(log) && code == TOOL_DONE; ++i)
		if (!replay_entry(&it, kiln_log_at(log, i), counts))
		{
			tool_message(path, "error", "memory", "no memory for query %u", i);
			code = TOOL_INTERNAL;
		}
	if (it.made)
	{
		brute_free(&it.first);
		brute_free(&it.second);
	}
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
