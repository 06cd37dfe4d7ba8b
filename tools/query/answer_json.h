// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_ANSWER_JSON_H
#define KILN_QUERY_ANSWER_JSON_H

#include "answer.h"

/// Functions that answers share.

/// Writes a member with three floats.
void answer_vec3(json_writer *json, const char *key, kiln_vec3 v);

/// The rest is for answers about two assets.

/// Writes two numbers; KILN_NONE becomes null.
void answer_two(json_writer *json, uint32_t a, uint32_t b);

/// Returns whether answers need nodes: several nodes may show a triangle, or there are solids.
bool answer_has_nodes(const answer_assets *assets);

/// Writes "pair", the triangles of both assets, and "nodes" if needed. The order is triangle_a, triangle_b, node_a,
/// node_b.
void answer_pieces(json_writer *json, const answer_assets *assets, const uint32_t pieces[4]);

/// Each function writes members of the answer's object.
void answer_depth(json_writer *json, const answer_assets *assets, const kiln_pair_depth *deepest);
void answer_manifolds(
	json_writer *json, const answer_assets *assets, const kiln_pair_manifold *manifolds, size_t count);
void answer_impact(json_writer *json, const answer_assets *assets, const kiln_pair_impact *impact);

#endif
