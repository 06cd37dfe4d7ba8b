// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_RSS_H
#define KILN_COOKER_BOUND_RSS_H

#include "bound.h"

extern const bound_method bound_rss_principal;
/// Never of more volume than the minimum sphere.
extern const bound_method bound_rss_best;

/// bound_rss_best's fit with about `effort` point projections; 0 takes BOUND_SEARCH_EFFORT.
kilncook_status bound_rss_search(
	const kilncook_context *context, const bound_input *input, uint64_t effort, bound_volume *volume);

#endif
