// SPDX-License-Identifier: MIT
#include "answer_json.h"

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

static void write_contacts(json_writer *json, const answer_assets *assets, const kiln_pair *pairs, size_t count)
{
	json_key(json, "count");
	json_uint(json, count);
	json_key(json, "pairs");
	json_array(json);
	for (size_t i = 0; i < count; ++i)
		answer_two(json, pairs[i].triangle_a, pairs[i].triangle_b);
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
			answer_two(json, pairs[i].node_a, pairs[i].node_b);
		json_array_end(json);
	}
}

static void write_separation(json_writer *json, const answer_assets *assets, const kiln_pair_separation *s)
{
	if (!s->found)
	{
		json_key(json, "found");
		json_bool(json, false);
		return;
	}
	json_key(json, "distance");
	json_float(json, s->distance);
	answer_vec3(json, "a", s->on_a);
	answer_vec3(json, "b", s->on_b);
	const uint32_t pieces[4] = {s->triangle_a, s->triangle_b, s->node_a, s->node_b};
	answer_pieces(json, assets, pieces);
}

void answer_write_pair(json_writer *json, const answer_assets *assets, const query_line *query,
	const answer_given *given, const answer_scratch *scratch)
{
	json_object(json);
	switch (query->kind)
	{
	case QUERY_CONTACTS:
		write_contacts(json, assets, scratch->pairs, given->count);
		break;
	case QUERY_DISTANCE:
		write_separation(json, assets, &given->separation);
		break;
	case QUERY_DEPTH:
		answer_depth(json, assets, &given->depth);
		break;
	case QUERY_MANIFOLD:
		answer_manifolds(json, assets, scratch->manifolds, given->count);
		break;
	case QUERY_TOI:
		answer_impact(json, assets, &given->impact);
		break;
	default:
		json_key(json, query->kind == QUERY_COLLIDE ? "collide" : "within");
		json_bool(json, given->yes);
		break;
	}
	if (assets->counters)
		write_counters(json, &given->counters);
	json_object_end(json);
}
