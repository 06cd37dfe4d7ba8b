// SPDX-License-Identifier: MIT
#include "answer.h"

#include <stdlib.h>
#include <string.h>

// Both assets at the poses of a query.
typedef struct pair_question
{
	kiln_object a, b;
	kiln_pair_options options;
} pair_question;

// Options of the command line override those of the query.
static pair_question question_of(
	const answer_assets *assets, const query_pair *pair, kiln_pair_counters *counters, kiln_budget *budget)
{
	pair_question question = {
		kiln_object_from_shape(&assets->first, pair->shapes ? pair->shape_a : KILN_NONE, &pair->a.from),
		kiln_object_from_shape(&assets->second, pair->shapes ? pair->shape_b : KILN_NONE, &pair->b.from),
		{.descent = assets->descent ? assets->descent : pair->descent,
			.counters = assets->counters ? counters : NULL,
			.lower = pair->lower,
			.upper = pair->upper,
			.budget = assets->shared != NULL ? assets->shared
					  : assets->limited		 ? budget
											 : NULL,
			.filter = assets->filter}};
	if (assets->field.operations != NULL)
		question.b = kiln_object_from_surface(&assets->field, &pair->b.from);
	question.a.trees = assets->trees != 0 ? assets->trees : pair->trees_a;
	question.b.trees = assets->trees != 0 ? assets->trees : pair->trees_b;
	return question;
}

static answer_status status_of(kiln_status status)
{
	return status == KILN_OK ? ANSWER_GIVEN : status == KILN_E_BUDGET ? ANSWER_ENDED : ANSWER_REFUSED;
}

static int compare_pairs(const void *left, const void *right)
{
	const kiln_pair *a = left, *b = right;
	const uint32_t x[4] = {a->node_a, a->triangle_a, a->node_b, a->triangle_b};
	const uint32_t y[4] = {b->node_a, b->triangle_a, b->node_b, b->triangle_b};
	for (int i = 0; i < 4; ++i)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

// Collects all pairs in the scratch, sorted.
static answer_status find_contacts(const pair_question *question, answer_scratch *scratch, answer_given *given)
{
	const kiln_pair_options *options = &question->options;
	uint32_t count = 0;
	kiln_status status =
		kiln_pair_contacts(&question->a, &question->b, options, scratch->pairs, scratch->pair_capacity, &count);
	if (status == KILN_OK && count > scratch->pair_capacity)
	{
		const uint64_t bytes = (uint64_t)count * sizeof *scratch->pairs;
		kiln_pair *grown = (size_t)bytes == bytes ? realloc(scratch->pairs, (size_t)bytes) : NULL;
		if (grown == NULL)
			return ANSWER_NO_MEMORY;
		scratch->pairs = grown;
		scratch->pair_capacity = count;
		given->counters = (kiln_pair_counters){0};
		status = kiln_pair_contacts(&question->a, &question->b, options, grown, count, &count);
	}
	if (status != KILN_OK)
		return status_of(status);
	if (count > 0)
		qsort(scratch->pairs, count, sizeof *scratch->pairs, compare_pairs);
	given->count = count;
	return ANSWER_GIVEN;
}

static answer_status find_manifolds(const pair_question *question, answer_scratch *scratch, answer_given *given)
{
	uint32_t count = 0;
	for (;;)
	{
		given->counters = (kiln_pair_counters){0};
		kiln_status status = kiln_pair_manifolds(&question->a, &question->b, &question->options, NULL,
			scratch->manifolds, scratch->manifold_capacity, &count);
		if (status != KILN_OK)
			return status_of(status);
		if (count <= scratch->manifold_capacity)
		{
			given->count = count;
			return ANSWER_GIVEN;
		}
		const uint64_t bytes = (uint64_t)count * sizeof *scratch->manifolds;
		kiln_pair_manifold *grown = (size_t)bytes == bytes ? realloc(scratch->manifolds, (size_t)bytes) : NULL;
		if (grown == NULL)
			return ANSWER_NO_MEMORY;
		scratch->manifolds = grown;
		scratch->manifold_capacity = count;
	}
}

static answer_status find_impact(const pair_question *question, const query_pair *pair, kiln_pair_impact *impact)
{
	return status_of(kiln_pair_time_of_impact(&question->a, query_pair_rests(pair) ? NULL : &pair->a, &question->b,
		&pair->b, pair->distance, &question->options, impact));
}

answer_given answer_pair_query(const answer_assets *assets, const query_line *query, answer_scratch *scratch)
{
	answer_given given = {.status = ANSWER_NO_SECOND};
	if (assets->second.data == NULL && assets->field.operations == NULL)
		return given;
	kiln_budget budget = {.work = assets->budget};
	const pair_question question = question_of(assets, &query->pair, &given.counters, &budget);
	const kiln_object *a = &question.a, *b = &question.b;
	const kiln_pair_options *options = &question.options;
	switch (query->kind)
	{
	case QUERY_COLLIDE:
		given.status = status_of(kiln_pair_collide(a, b, options, &given.yes, NULL));
		break;
	case QUERY_WITHIN:
		given.status = status_of(kiln_pair_within(a, b, query->pair.distance, options, &given.yes));
		break;
	case QUERY_DISTANCE:
		given.status = status_of(kiln_pair_distance(a, b, options, &given.separation));
		break;
	case QUERY_DEPTH:
		given.status = status_of(kiln_pair_penetration(a, b, options, &given.depth));
		break;
	case QUERY_CONTACTS:
		given.status = find_contacts(&question, scratch, &given);
		break;
	case QUERY_MANIFOLD:
		given.status = find_manifolds(&question, scratch, &given);
		break;
	default:
		given.status = find_impact(&question, &query->pair, &given.impact);
		break;
	}
	return given;
}
