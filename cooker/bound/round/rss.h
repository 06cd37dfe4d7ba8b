// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_RSS_H
#define KILN_COOKER_BOUND_RSS_H

#include "bound/obb/frame.h"

extern const bound_method bound_rss_principal;
/// Never of more volume than the minimum sphere.
extern const bound_method bound_rss_best;

/// What the best lozenge is looked for from, when it is known already; NULL has it fitted.
typedef struct bound_rss_hints
{
	const kiln_obb *box;		 ///< the best
	const kiln_capsule *capsule; ///< the best
	const kiln_sphere *sphere;	 ///< the minimum
} bound_rss_hints;

/// bound_rss_best's fit with about `effort` point projections; 0 takes BOUND_SEARCH_EFFORT.
kilncook_status bound_rss_search(const kilncook_context *context, const obb_cloud *cloud, uint64_t effort,
	bound_rss_hints hints, bound_volume *volume);

#endif
