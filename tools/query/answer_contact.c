// SPDX-License-Identifier: MIT
#include "answer_json.h"

/// Depth, contact manifolds and time of impact of two assets.

void answer_depth(json_writer *json, const answer_assets *assets, const kiln_pair_depth *deepest)
{
	json_key(json, "touching");
	json_bool(json, deepest->touching);
	if (!deepest->touching)
		return;
	json_key(json, "depth");
	json_float(json, deepest->depth);
	answer_vec3(json, "normal", deepest->normal);
	answer_vec3(json, "a", deepest->on_a);
	answer_vec3(json, "b", deepest->on_b);
	const uint32_t pieces[4] = {deepest->triangle_a, deepest->triangle_b, deepest->node_a, deepest->node_b};
	answer_pieces(json, assets, pieces);
}

// Writes "vertex 3", "edge 7", "face 0", or null for a curved surface.
static void write_feature(json_writer *json, kiln_feature feature)
{
	static const char *const names[] = {"", "vertex", "edge", "face"};
	char text[32];
	if (feature.kind == KILN_FEATURE_NONE)
	{
		json_null(json);
		return;
	}
	snprintf(text, sizeof text, "%s %u", names[feature.kind], feature.index);
	json_text(json, text);
}

static void write_contact(json_writer *json, const kiln_contact *contact)
{
	json_object_inline(json);
	answer_vec3(json, "a", contact->on_a);
	answer_vec3(json, "b", contact->on_b);
	json_key(json, "depth");
	json_float(json, contact->depth);
	json_key(json, "features");
	json_array_inline(json);
	write_feature(json, contact->feature_a);
	write_feature(json, contact->feature_b);
	json_array_end(json);
	json_object_end(json);
}

static void write_manifold(json_writer *json, const answer_assets *assets, const kiln_pair_manifold *of)
{
	json_object(json);
	answer_vec3(json, "normal", of->manifold.normal);
	json_key(json, "contacts");
	json_array(json);
	for (uint32_t i = 0; i < of->manifold.count; ++i)
		write_contact(json, &of->manifold.contacts[i]);
	json_array_end(json);
	const uint32_t pieces[4] = {of->triangle_a, of->triangle_b, of->node_a, of->node_b};
	answer_pieces(json, assets, pieces);
	json_object_end(json);
}

void answer_manifolds(json_writer *json, const answer_assets *assets, const kiln_pair_manifold *manifolds, size_t count)
{
	json_key(json, "count");
	json_uint(json, count);
	json_key(json, "manifolds");
	json_array(json);
	for (size_t i = 0; i < count; ++i)
		write_manifold(json, assets, &manifolds[i]);
	json_array_end(json);
}

void answer_impact(json_writer *json, const answer_assets *assets, const kiln_pair_impact *impact)
{
	json_key(json, "hit");
	json_bool(json, impact->hit);
	if (!impact->hit)
		return;
	json_key(json, "t");
	json_float(json, impact->t);
	json_key(json, "inside");
	json_bool(json, impact->inside);
	json_key(json, "gap");
	json_float(json, impact->gap);
	answer_vec3(json, "point", impact->point);
	answer_vec3(json, "normal", impact->normal);
	const uint32_t pieces[4] = {impact->triangle_a, impact->triangle_b, impact->node_a, impact->node_b};
	answer_pieces(json, assets, pieces);
}
