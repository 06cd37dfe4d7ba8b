// SPDX-License-Identifier: MIT
#include "replay_entry.h"
#include "kiln/school.h"

#include <string.h>

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

// Converts an entry back to its query.
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

// Returns why an entry is not replayed; NULL if it is.
static const char *refusal(const answer_assets *assets, const kiln_log_entry *entry, const query_line *query)
{
	const kiln_asset *a = &assets->first, *b = &assets->second;
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

// Gives the assets the filters of an entry; false where a filter had a callback, or is no filter.
static bool take_filters(replay_filters *filters, answer_assets *assets, const kiln_log_entry *entry)
{
	kiln_asset *const asset[2] = {&assets->first, &assets->second};
	const kiln_log_filter *logged[2] = {&entry->filter, &entry->filter_b};
	for (int i = 0; i < 2; ++i)
	{
		if (!kiln_filter_from_log(logged[i], &filters->single[i]))
			return false;
		asset[i]->filter = &filters->single[i];
	}
	if (!kiln_filter_pairs_from_log(&entry->pair_filter, &filters->pairs))
		return false;
	assets->filter = &filters->pairs;
	return true;
}

bool replay_entry_begin(
	const kiln_log_entry *entry, answer_assets *assets, replay_filters *filters, replay_entry *replayed)
{
	replayed->answered = false;
	replayed->query = query_of(entry);
	replayed->refused = refusal(assets, entry, &replayed->query);
	if (!replayed->refused && !take_filters(filters, assets, entry))
		replayed->refused = "with a filter that cannot be repeated";
	return !replayed->refused;
}

bool replay_entry_answer(json_writer *json, const kiln_log_entry *entry, const answer_assets *assets,
	answer_scratch *scratch, replay_entry *replayed)
{
	json_key(json, "number");
	json_uint(json, entry->number);
	json_key(json, "frame");
	json_uint(json, entry->frame);
	json_key(json, "query");
	json_text(json, kiln_log_kind_name((kiln_log_kind)entry->kind));
	if (replayed->refused)
	{
		json_key(json, "error");
		json_text(json, replayed->refused);
		return true;
	}
	json_key(json, "answer");
	if (!replayed->answered)
		replayed->given = answer_query(assets, &replayed->query, scratch);
	if (replayed->given.status == ANSWER_GIVEN)
		answer_write(json, assets, &replayed->query, &replayed->given, scratch);
	else
		json_null(json);
	return replayed->given.status != ANSWER_NO_MEMORY;
}
