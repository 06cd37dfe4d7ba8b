// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_REPLAY_PLACE_H
#define KILN_QUERY_REPLAY_PLACE_H

#include "answer.h"

/// Repeats a query about one asset in a large world: a world whose one member is the asset, or one mesh of it, at its place.
answer_given replay_place_answer(
	const answer_assets *assets, const kiln_log_place *place, const query_line *query, answer_scratch *scratch);

/// Makes a handle whose nodes are where the query sees them: about its origin, at the pose of the asset. `nodes` has room for those
/// of `asset`. False for a pose that has no such nodes: one that is not finite, or whose scale is not above zero.
bool replay_place_nodes(
	const kiln_asset *asset, const kiln_log_place *place, kiln_format_node *nodes, kiln_asset *placed);

#endif
