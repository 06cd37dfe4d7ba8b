// SPDX-License-Identifier: MIT
#include "walk.h"

#if defined(KILN_WALK_RECORDING)

#include "recorder.h"
#include "tree/record.h"

#include <stdlib.h>
#include <string.h>

void *view_list_grow(void *list, uint32_t count, uint32_t *capacity, uint32_t most, size_t size, bool *lost)
{
	const uint32_t wanted = *capacity < 256 ? 256 : *capacity * 2;
	if (count < *capacity)
		return list;
	void *more = wanted > most ? NULL : realloc(list, wanted * size);
	if (more == NULL)
	{
		*lost = true;
		return NULL;
	}
	*capacity = wanted;
	return more;
}

bool kilni_walk_recording(void *user)
{
	(void)user;
	return false;
}

// The mesh whose tree begins at a node; KILN_NONE for the scene.
static uint32_t mesh_of(const kiln_asset *asset, const kiln_format_tree_node *root)
{
	const uint32_t at = (uint32_t)(root - asset->tree);
	uint32_t low = 0, high = asset->mesh_count;
	if (at < asset->scene->tree_count)
		return KILN_NONE;
	while (high - low > 1)
	{
		const uint32_t middle = low + (high - low) / 2;
		*(asset->meshes[middle].tree_first <= at ? &low : &high) = middle;
	}
	return low;
}

static view_step *append(view_steps *steps)
{
	view_step *list =
		view_list_grow(steps->at, steps->count, &steps->capacity, VIEW_STEPS_MAX, sizeof *steps->at, &steps->lost);
	if (list == NULL)
		return NULL;
	steps->at = list;
	return &steps->at[steps->count++];
}

void kilni_walk_record(const kiln_tree *tree, kiln_walk_step step, uint32_t reference, float limit, uint32_t met,
	const float keys[KILN_TREE_WIDTH])
{
	view_recorder *to = tree->budget->user;
	view_step *at = append(to->steps);
	const uint32_t mesh = mesh_of(to->asset[0], tree->nodes);
	if (mesh == KILN_NONE && step == KILN_WALK_LEAF)
		to->node = reference & ~KILN_LEAF_BIT;
	if (at == NULL)
		return;
	*at = (view_step){.kind = step,
		.node = mesh == KILN_NONE ? KILN_NONE : to->node,
		.mesh = mesh,
		.reference = reference,
		.limit = limit,
		.met = met,
		.children = step == KILN_WALK_NODE ? kiln_node_child_count(&tree->nodes[reference]) : 0,
		.units = (uint32_t)tree->budget->used};
	for (int i = 0; keys != NULL && i < KILN_TREE_WIDTH; ++i)
		at->keys[i] = keys[i];
}

static bool is_same(query_kind kind, const answer_given *a, const answer_given *b)
{
	switch (kind)
	{
	case QUERY_RAY:
	case QUERY_CAST_SPHERE:
	case QUERY_CAST_BOX:
	case QUERY_CAST_CAPSULE:
		return a->status == b->status && a->hit.hit == b->hit.hit && a->hit.node == b->hit.node &&
			   a->hit.triangle == b->hit.triangle && memcmp(&a->hit.t, &b->hit.t, sizeof a->hit.t) == 0;
	case QUERY_CLOSEST:
		return a->status == b->status && a->closest.found == b->closest.found && a->closest.node == b->closest.node &&
			   a->closest.triangle == b->closest.triangle &&
			   memcmp(&a->closest.distance, &b->closest.distance, sizeof a->closest.distance) == 0;
	case QUERY_INSIDE:
		return a->status == b->status && a->inside == b->inside;
	default:
		return a->status == b->status && a->count == b->count && a->triangle_count == b->triangle_count;
	}
}

static kiln_budget budget_of(view_recorder *to, uint64_t work)
{
	return (kiln_budget){.work = work, .cancel = to != NULL ? kilni_walk_recording : NULL, .user = to};
}

static void walk_one(view_steps *steps, query_session *session, const query_line *query, uint64_t work)
{
	answer_assets assets = session->assets;
	kiln_budget budget = budget_of(NULL, work);
	assets.first.budget = &budget;
	const answer_given given = answer_query(&assets, query, &session->scratch);
	view_recorder to = {.asset = {&session->assets.first}, .steps = steps};
	kiln_budget recorded_budget = budget_of(&to, work);
	assets.first.budget = &recorded_budget;
	const answer_given recorded = answer_query(&assets, query, &session->scratch);
	steps->units = (uint32_t)recorded_budget.used;
	steps->same = recorded_budget.used == budget.used && is_same(query->kind, &given, &recorded);
}

static void walk_two(view_steps *steps, query_session *session, const query_line *query, uint64_t work)
{
	answer_assets assets = session->assets;
	kiln_budget budget = budget_of(NULL, work);
	assets.counters = true;
	assets.shared = &budget;
	const answer_given given = answer_query(&assets, query, &session->scratch);
	view_recorder to = {.asset = {&session->assets.first, &session->assets.second}, .steps = steps};
	kiln_budget recorded_budget = budget_of(&to, work);
	assets.shared = &recorded_budget;
	const answer_given recorded = answer_query(&assets, query, &session->scratch);
	steps->units = (uint32_t)recorded_budget.used;
	steps->same = recorded_budget.used == budget.used && view_pair_is_same(query->kind, &given, &recorded) &&
				  (steps->lost || view_pair_is_counted(steps, &recorded.counters));
}

bool view_walk(view_steps *steps, query_session *session, const char *line, size_t length, uint64_t work)
{
	query_line query = {0};
	char error[QUERY_ERROR_SIZE];
	steps->count = steps->pair_count = steps->place_count = steps->units = 0;
	steps->lost = steps->same = false;
	if (!query_parse(line, length, &query, error) || query_asks_nothing(query.kind))
		return false;
	const bool two = query_is_pair(query.kind);
	if (two && session->assets.second.data == NULL)
		return false;
	// A list that does not fit is queried again: the first query makes room, so that the others run once.
	kiln_budget budget = budget_of(NULL, work);
	answer_assets assets = session->assets;
	assets.shared = two ? &budget : NULL;
	if (answer_query(&assets, &query, &session->scratch).status == ANSWER_NO_MEMORY)
		return false;
	(two ? walk_two : walk_one)(steps, session, &query, work);
	return true;
}

void view_steps_free(view_steps *steps)
{
	free(steps->at);
	free(steps->pairs);
	free(steps->places);
	*steps = (view_steps){0};
}

#endif
