// SPDX-License-Identifier: MIT
#include "walk.h"

#if defined(KILN_WASM_MODULE)

#define KILN_WALK_RECORDING
#include "simd/isa.h"
#include "tree/record.h"

#include <stdlib.h>
#include <string.h>

// What records a query. Kernels get at it through the budget of the asset, its first member.
typedef struct recorder
{
	kiln_budget budget;
	const kiln_asset *asset;
	view_steps *steps;
	uint32_t node; ///< the one that the scene's walk visited last
} recorder;

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
	if (steps->count == steps->capacity)
	{
		const uint32_t capacity = steps->capacity < 256 ? 256 : steps->capacity * 2;
		void *more = capacity > VIEW_STEPS_MAX ? NULL : realloc(steps->at, capacity * sizeof *steps->at);
		if (more == NULL)
		{
			steps->lost = true;
			return NULL;
		}
		steps->at = more;
		steps->capacity = capacity;
	}
	return &steps->at[steps->count++];
}

void kilni_walk_record(const kiln_tree *tree, kiln_walk_step step, uint32_t reference, float limit, uint32_t met,
	const float keys[KILN_TREE_WIDTH])
{
	recorder *to = (recorder *)(void *)tree->budget;
	view_step *at = append(to->steps);
	const uint32_t mesh = mesh_of(to->asset, tree->nodes);
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
		.units = (uint32_t)to->budget.used};
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

bool view_walk(view_steps *steps, query_session *session, const char *line, size_t length, uint64_t work)
{
	query_line query = {0};
	char error[QUERY_ERROR_SIZE];
	steps->count = steps->units = 0;
	steps->lost = false;
	if (!query_parse(line, length, &query, error) || query.kind == QUERY_NOTHING || query.kind == QUERY_FILTER ||
		query_is_pair(query.kind))
	{
		return false;
	}
	// A list that does not fit is queried again: the first query makes room, so that the others run once.
	answer_assets assets = session->assets;
	if (answer_query(&assets, &query, &session->scratch).status == ANSWER_NO_MEMORY)
		return false;
	kiln_budget budget = {.work = work};
	assets.first.budget = &budget;
	const answer_given given = answer_query(&assets, &query, &session->scratch);
	recorder to = {.budget = {.work = work}, .asset = &session->assets.first, .steps = steps};
	assets.first.budget = &to.budget;
	assets.first.isa = KILN_ISA_RECORDING;
	const answer_given recorded = answer_query(&assets, &query, &session->scratch);
	steps->units = (uint32_t)to.budget.used;
	steps->same = to.budget.used == budget.used && is_same(query.kind, &given, &recorded);
	return true;
}

void view_steps_free(view_steps *steps)
{
	free(steps->at);
	*steps = (view_steps){0};
}

#endif
