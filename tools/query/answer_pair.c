// SPDX-License-Identifier: MIT
#include "answer_json.h"

#include <stdlib.h>

static void write_counters(json_writer *json, const kiln_pair_counters *c)
{
	const struct
	{
		const char *key;
		uint64_t value;
	} rows[] = {
		{"shape_pairs", c->shape_pairs},
		{"volume_tests", c->volume_tests},
		{"volume_overlaps", c->volume_overlaps},
		{"leaf_pairs", c->leaf_pairs},
		{"leaf_hits", c->leaf_hits},
		{"triangle_tests", c->triangle_tests},
		{"exact_tests", c->exact_tests},
		{"updates", c->updates},
	};
	json_key(json, "work");
	json_object_inline(json);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
	{
		json_key(json, rows[i].key);
		json_uint(json, rows[i].value);
	}
	json_object_end(json);
}

static int compare_pairs(const void *left, const void *right)
{
	const kiln_pair *a = left, *b = right;
	const uint32_t x[4] = {a->node_a, a->triangle_a, a->node_b, a->triangle_b};
	const uint32_t y[4] = {b->node_a, b->triangle_a, b->node_b, b->triangle_b};
	for (int i = 0; i < 4; ++i)
	{
		if (x[i] != y[i])
		{
			return x[i] < y[i] ? -1 : 1;
		}
	}
	return 0;
}

// All pairs into the scratch, sorted.
static answer_status collect(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	answer_scratch *scratch, size_t *found)
{
	uint64_t count = 0;
	*found = 0;
	if (kiln_pair_contacts(a, b, options, scratch->pairs, scratch->pair_capacity, &count) != KILN_OK)
	{
		return ANSWER_REFUSED;
	}
	if (count > scratch->pair_capacity)
	{
		kiln_pair *grown =
			count < SIZE_MAX / sizeof *grown ? realloc(scratch->pairs, (size_t)count * sizeof *grown) : NULL;
		if (grown == NULL)
		{
			return ANSWER_NO_MEMORY;
		}
		scratch->pairs = grown;
		scratch->pair_capacity = (size_t)count;
		if (options->counters != NULL)
		{
			*options->counters = (kiln_pair_counters){0};
		}
		(void)kiln_pair_contacts(a, b, options, grown, (size_t)count, &count);
	}
	if (count > 0)
	{
		qsort(scratch->pairs, (size_t)count, sizeof *scratch->pairs, compare_pairs);
	}
	*found = (size_t)count;
	return ANSWER_GIVEN;
}

static void write_contacts(json_writer *json, const answer_assets *assets, const kiln_pair *pairs, size_t count)
{
	json_key(json, "count");
	json_uint(json, count);
	json_key(json, "pairs");
	json_array(json);
	for (size_t i = 0; i < count; ++i)
	{
		answer_two(json, pairs[i].triangle_a, pairs[i].triangle_b);
	}
	json_array_end(json);
	json_key(json, "segments");
	json_array(json);
	for (size_t i = 0; i < count; ++i)
	{
		const kiln_vec3 *e = pairs[i].ends;
		const float ends[6] = {e[0].x, e[0].y, e[0].z, e[1].x, e[1].y, e[1].z};
		json_floats(json, ends, 6);
	}
	json_array_end(json);
	if (answer_has_nodes(assets))
	{
		json_key(json, "nodes");
		json_array(json);
		for (size_t i = 0; i < count; ++i)
		{
			answer_two(json, pairs[i].node_a, pairs[i].node_b);
		}
		json_array_end(json);
	}
}

static void write_separation(json_writer *json, const answer_assets *assets, const kiln_separation *s)
{
	json_key(json, "distance");
	json_float(json, s->distance);
	answer_vec3(json, "a", s->point_a);
	answer_vec3(json, "b", s->point_b);
	const uint32_t pieces[4] = {s->triangle_a, s->triangle_b, s->node_a, s->node_b};
	answer_pieces(json, assets, pieces);
}

// The questions that have a number or a verdict as their answer.
static answer_status ask(
	json_writer *json, const answer_assets *assets, const query_line *query, const answer_question *question)
{
	kiln_separation separation;
	bool yes = false;
	const kiln_object *a = &question->a, *b = &question->b;
	const kiln_pair_options *options = &question->options;
	kiln_status answered = query->kind == QUERY_COLLIDE ? kiln_pair_collide(a, b, options, &yes, NULL)
						   : query->kind == QUERY_DISTANCE
							   ? kiln_pair_distance(a, b, options, &separation)
							   : kiln_pair_within(a, b, options, query->pair.distance, &yes);
	if (answered != KILN_OK)
	{
		return ANSWER_REFUSED;
	}
	json_object(json);
	if (query->kind == QUERY_DISTANCE)
	{
		write_separation(json, assets, &separation);
	}
	else
	{
		json_key(json, query->kind == QUERY_COLLIDE ? "collide" : "within");
		json_bool(json, yes);
	}
	return ANSWER_GIVEN;
}

static answer_status ask_contacts(
	json_writer *json, const answer_assets *assets, const answer_question *question, answer_scratch *scratch)
{
	size_t count = 0;
	answer_status status = collect(&question->a, &question->b, &question->options, scratch, &count);
	if (status == ANSWER_GIVEN)
	{
		json_object(json);
		write_contacts(json, assets, scratch->pairs, count);
	}
	return status;
}

answer_status answer_pair(
	json_writer *json, const answer_assets *assets, const query_line *query, answer_scratch *scratch)
{
	if (assets->second.data == NULL)
	{
		return ANSWER_NO_SECOND;
	}
	kiln_pair_counters counters = {0};
	const query_pair *pair = &query->pair;
	answer_question question = {
		kiln_object_of_shape(&assets->first, pair->shapes ? pair->shape_a : KILN_NONE, &pair->a.from),
		kiln_object_of_shape(&assets->second, pair->shapes ? pair->shape_b : KILN_NONE, &pair->b.from),
		{.descent = assets->descent, .counters = assets->counters ? &counters : NULL}};
	question.a.trees = question.b.trees = assets->trees;
	answer_status status;
	switch (query->kind)
	{
	case QUERY_CONTACTS:
		status = ask_contacts(json, assets, &question, scratch);
		break;
	case QUERY_DEPTH:
		status = answer_depth(json, assets, &question);
		break;
	case QUERY_MANIFOLD:
		status = answer_manifolds(json, assets, &question, scratch);
		break;
	case QUERY_TOI:
		status = answer_impact(json, assets, &question, pair);
		break;
	default:
		status = ask(json, assets, query, &question);
		break;
	}
	if (status != ANSWER_GIVEN)
	{
		return status;
	}
	if (assets->counters)
	{
		write_counters(json, &counters);
	}
	json_object_end(json);
	return ANSWER_GIVEN;
}
